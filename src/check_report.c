/* check_report.c: what checks have found: for people, for programs, for CI. */
#include "check_report.h"

#include <string.h>

#include "cell.h"
#include "json.h"
#include "utf8.h"

enum { NAME_WIDTH = 22 };

static const struct {
	const char *word, *mark, *plain_mark, *colour;
} verdicts[] = {
	[CHECK_PASS] = { "pass", "\xe2\x9c\x93", "+", "\033[32m" },
	[CHECK_FAIL] = { "fail", "\xe2\x9c\x97", "x", "\033[1;31m" },
	[CHECK_SKIP] = { "skip", "\xe2\x80\x93", "-", "\033[33m" },
};

/* ---- For people. */

/* Appends as much of the sentence as fits into so many columns. */
static void
add_cut(struct text *out, const char *sentence, int columns)
{
	size_t len = strlen(sentence), at = 0;
	struct cell cell;

	if (cell_width(sentence, len) <= columns) {
		text_add(out, sentence);
		return;
	}
	while (at < len) {
		cell_next(sentence + at, len - at, &cell);
		columns -= cell.width;
		if (columns < 1)
			break;
		at += cell.len;
	}
	text_append(out, sentence, at);
	text_add(out, UTF8_ELLIPSIS);
}

static void
add_lines(struct text *out, const char *lines)
{
	while (*lines) {
		size_t len = strcspn(lines, "\n");

		text_add(out, "         ");
		text_append(out, lines, len);
		text_add(out, "\n");
		lines += len + (lines[len] == '\n');
	}
}

void
check_report_row(struct text *out, const struct check_result *result,
    const struct check_style *style)
{
	const char *mark = style->utf8 ? verdicts[result->verdict].mark
				       : verdicts[result->verdict].plain_mark;
	int used = 2 + 5 + NAME_WIDTH + 1;

	text_printf(out, "%s%s %s%s %-*s ",
	    style->colours ? verdicts[result->verdict].colour : "", mark,
	    verdicts[result->verdict].word, style->colours ? "\033[0m" : "",
	    NAME_WIDTH, result->name);
	if (style->columns && !style->verbose)
		add_cut(out, result->evidence, style->columns - used);
	else
		text_add(out, result->evidence);
	text_add(out, "\n");
	if (!style->verbose)
		return;
	text_printf(out, "         %s\n", result->help);
	add_lines(out, result->log);
}

void
check_report_sum(struct text *out, const struct check_sum *sum,
    const struct check_style *style)
{
	bool failed = sum->counts[CHECK_FAIL];

	text_printf(out, "\n%s%zu passed, %zu failed, %zu skipped%s in %.1f s: "
	    "%s\n", style->colours
		? verdicts[failed ? CHECK_FAIL : CHECK_PASS].colour : "",
	    sum->counts[CHECK_PASS], sum->counts[CHECK_FAIL],
	    sum->counts[CHECK_SKIP], style->colours ? "\033[0m" : "",
	    (double)sum->us / 1e6, sum->url);
}

/* ---- For programs. */

void
check_report_json(struct text *out, const struct check_result *result)
{
	json_open(out, NULL, '{');
	json_text(out, "check", result->name);
	json_text(out, "group", result->group);
	json_text(out, "result", verdicts[result->verdict].word);
	json_text(out, "evidence", result->evidence);
	json_thousandths(out, "ms", result->us);
	json_close(out, '}');
	text_add(out, "\n");
}

void
check_report_json_sum(struct text *out, const struct check_sum *sum)
{
	json_open(out, NULL, '{');
	json_open(out, "summary", '{');
	json_text(out, "url", sum->url);
	json_text(out, "model", sum->model);
	json_integer(out, "passed", (int64_t)sum->counts[CHECK_PASS]);
	json_integer(out, "failed", (int64_t)sum->counts[CHECK_FAIL]);
	json_integer(out, "skipped", (int64_t)sum->counts[CHECK_SKIP]);
	json_thousandths(out, "ms", sum->us);
	json_close(out, '}');
	json_close(out, '}');
	text_add(out, "\n");
}

/* ---- For CI. */

/* XML 1.0 has no way at all to write most control characters. */
static bool
is_in_xml(int32_t c)
{
	return c == '\t' || c == '\n' || c == '\r' ||
	    (c >= 0x20 && c != 0xfffe && c != 0xffff);
}

static const char *
entity_of(int32_t c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\n':
		return "&#10;";
	}
	return NULL;
}

static void
add_xml(struct text *out, const char *string)
{
	size_t len = strlen(string);

	for (size_t at = 0, size; at < len; at += size) {
		int32_t c;

		size = utf8_next(string + at, len - at, &c);
		if (!is_in_xml(c))
			text_add(out, UTF8_REPLACEMENT);
		else if (entity_of(c))
			text_add(out, entity_of(c));
		else
			text_append(out, string + at, size);
	}
}

static void
add_attribute(struct text *out, const char *name, const char *value)
{
	text_printf(out, " %s=\"", name);
	add_xml(out, value);
	text_add(out, "\"");
}

static void
add_failure(struct text *out, const struct check_result *result)
{
	text_add(out, "    <failure");
	add_attribute(out, "message", result->evidence);
	add_attribute(out, "type", result->name);
	text_add(out, ">");
	add_xml(out, result->help);
	text_add(out, "&#10;");
	add_xml(out, result->log);
	text_add(out, "</failure>\n");
}

void
check_report_case(struct text *out, const struct check_result *result)
{
	text_add(out, "  <testcase");
	add_attribute(out, "classname", result->group);
	add_attribute(out, "name", result->name);
	text_printf(out, " time=\"%.3f\">\n", (double)result->us / 1e6);
	if (result->verdict == CHECK_FAIL) {
		add_failure(out, result);
	} else if (result->verdict == CHECK_SKIP) {
		text_add(out, "    <skipped");
		add_attribute(out, "message", result->evidence);
		text_add(out, "/>\n");
	} else {
		text_add(out, "    <system-out>");
		add_xml(out, result->evidence);
		text_add(out, "</system-out>\n");
	}
	text_add(out, "  </testcase>\n");
}

void
check_report_junit(struct text *out, const struct text *cases,
    const struct check_sum *sum)
{
	size_t tests = sum->counts[CHECK_PASS] + sum->counts[CHECK_FAIL] +
	    sum->counts[CHECK_SKIP];

	text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<testsuites>\n<testsuite name=\"echochat in=check\"");
	text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
	    "skipped=\"%zu\" time=\"%.3f\">\n", tests, sum->counts[CHECK_FAIL],
	    sum->counts[CHECK_SKIP], (double)sum->us / 1e6);
	text_add(out, "  <properties>\n    <property name=\"url\"");
	add_attribute(out, "value", sum->url);
	text_add(out, "/>\n    <property name=\"model\"");
	add_attribute(out, "value", sum->model ? sum->model : "");
	text_add(out, "/>\n  </properties>\n");
	text_append(out, cases->bytes, cases->len);
	text_add(out, "</testsuite>\n</testsuites>\n");
}
