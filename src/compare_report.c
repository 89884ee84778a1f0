/* compare_report.c: a comparison as text and as JSON. */
#include "compare_report.h"

#include <string.h>

#include "cell.h"
#include "ending.h"
#include "events.h"
#include "json.h"
#include "utf8.h"

enum { NAME_COLUMNS = 32 };

/* ---- Text. */

/* Names of who answers the same must not look the same. */
static void
add_title(struct text *out, const struct comparison *comparison, size_t index)
{
	const struct compared *compared = &comparison->items[index];
	const char *model = compared->reply->model;

	text_printf(out, "%zu ", index + 1);
	compared_print_name(out, compared);
	if (model && *model && strcmp(model, compared->reply->engine))
		text_printf(out, " (%s)", model);
}

static void
add_tool_calls(struct text *out, const struct message *reply)
{
	for (size_t i = 0; i < reply->tool_call_count; i++) {
		text_add(out, "[tool call: ");
		tool_call_print(out, &reply->tool_calls[i]);
		text_add(out, "]\n");
	}
}

void
compare_report_reply(struct text *out, const struct comparison *comparison,
    size_t index)
{
	const struct message *reply = comparison->items[index].reply;
	struct text words = { 0 };

	text_add(out, "== ");
	add_title(out, comparison, index);
	text_add(out, "\n");
	text_append(out, reply->text.bytes, reply->text.len);
	if (reply->text.len && out->bytes[out->len - 1] != '\n')
		text_add(out, "\n");
	add_tool_calls(out, reply);
	ending_print(&words, reply, ", ", 0);
	text_printf(out, "[%s%s%s]\n", ending_word(&reply->end),
	    words.len ? ": " : "", text_string(&words));
	text_release(&words);
}

/* Pads with blanks, or cuts with an ellipsis. */
static void
add_cell(struct text *out, const char *string, int columns)
{
	size_t len = strlen(string);
	struct cell cell;
	int column = 0;

	if (cell_width(string, len) <= columns) {
		text_printf(out, "%s%*s", string,
		    columns - cell_width(string, len), "");
		return;
	}
	for (size_t at = 0; at < len; at += cell.len) {
		cell_next(string + at, len - at, &cell);
		if (column + cell.width >= columns)
			break;
		column += cell.width;
		text_append(out, string + at, cell.len);
	}
	text_printf(out, UTF8_ELLIPSIS "%*s", columns - column - 1, "");
}

static int
name_columns(const struct comparison *comparison)
{
	int most = (int)strlen("engine");

	for (size_t i = 0; i < comparison->count; i++) {
		struct text name = { 0 };
		int width;

		compared_print_name(&name, &comparison->items[i]);
		width = cell_width(text_string(&name), name.len);
		most = width > most ? width : most;
		text_release(&name);
	}
	return most < NAME_COLUMNS ? most : NAME_COLUMNS;
}

static void
add_time(struct text *out, int64_t us, int columns)
{
	struct text cell = { 0 };
	double ms = (double)us / 1000;

	if (us < 0)
		text_add(&cell, "-");
	else
		text_printf(&cell, "%.*f ms", ms < 99.95, ms);
	text_printf(out, "%*s", columns, text_string(&cell));
	text_release(&cell);
}

static void
add_difference(struct text *out, const struct comparison *comparison,
    size_t index)
{
	size_t at = comparison_first_difference(comparison, 0, index);

	if (index == 0)
		return;
	if (at)
		text_printf(out, "   differs from 1 at character %zu", at);
	else
		text_add(out, "   same as 1");
}

static void
add_row(struct text *out, const struct comparison *comparison, size_t index,
    int columns)
{
	const struct compared *compared = &comparison->items[index];

	struct text name = { 0 };

	text_printf(out, "%zu  ", index + 1);
	compared_print_name(&name, compared);
	add_cell(out, text_string(&name), columns);
	text_release(&name);
	text_add(out, "  ");
	add_cell(out, ending_word(&compared->reply->end), 14);
	text_printf(out, "%8lld", (long long)compared_tokens(compared));
	add_time(out, compared->ttft_us, 11);
	add_time(out, compared->itl_p50_us, 11);
	add_time(out, compared->total_us, 11);
	add_difference(out, comparison, index);
	text_add(out, "\n");
}

void
compare_report_table(struct text *out, const struct comparison *comparison)
{
	int columns = name_columns(comparison);

	text_add(out, "   ");
	add_cell(out, "engine", columns);
	text_printf(out, "  %-14s%8s%11s%11s%11s   %s\n", "ended", "tokens",
	    "ttft", "itl p50", "total", "text");
	for (size_t i = 0; i < comparison->count; i++)
		add_row(out, comparison, i, columns);
}

/* ---- JSON. */

static void
add_ms(struct text *out, const char *name, int64_t us)
{
	if (us < 0)
		json_null(out, name);
	else
		json_thousandths(out, name, us);
}

/* What stands in this text in place of what stands in the first. */
static void
add_hunk(struct text *out, const struct textdiff_hunk *hunk, const char *first,
    const char *text)
{
	json_open(out, NULL, '{');
	json_integer(out, "first_offset", (int64_t)hunk->a);
	json_string(out, "first", first + hunk->a, hunk->a_len);
	json_integer(out, "offset", (int64_t)hunk->b);
	json_string(out, "text", text + hunk->b, hunk->b_len);
	json_close(out, '}');
}

static void
add_differences(struct text *out, const struct comparison *comparison,
    size_t index)
{
	const struct text *first = &comparison->items[0].reply->text;
	const struct text *text = &comparison->items[index].reply->text;
	size_t at = comparison_first_difference(comparison, 0, index);
	struct textdiff diff = { 0 };

	json_bool(out, "same_text", !at);
	if (at)
		json_integer(out, "first_difference", (int64_t)at);
	else
		json_null(out, "first_difference");
	comparison_diff(comparison, 0, index, &diff);
	json_open(out, "differences", '[');
	for (size_t i = 0; i < diff.count; i++)
		add_hunk(out, &diff.hunks[i], text_string(first),
		    text_string(text));
	json_close(out, ']');
	textdiff_release(&diff);
}

static void
add_engine(struct text *out, const struct comparison *comparison, size_t index)
{
	const struct compared *compared = &comparison->items[index];
	const struct message *reply = compared->reply;

	json_open(out, NULL, '{');
	json_integer(out, "engine_index", (int64_t)index);
	json_text(out, "engine", compared->name);
	json_text(out, "model", reply->model);
	json_text(out, "outcome", events_outcome(reply->end.state));
	json_text(out, "finish_reason", reply->end.finish_reason);
	ending_stop_reason(out, &reply->end.stop_reason);
	json_integer(out, "tokens", compared_tokens(compared));
	add_ms(out, "ttft_ms", compared->ttft_us);
	add_ms(out, "itl_p50_ms", compared->itl_p50_us);
	add_ms(out, "total_ms", compared->total_us);
	events_anomalies(out, reply);
	add_differences(out, comparison, index);
	json_close(out, '}');
}

void
compare_report_json(struct text *out, const struct comparison *comparison,
    int64_t t_us)
{
	json_open(out, NULL, '{');
	json_text(out, "event", "comparison");
	json_thousandths(out, "t_ms", t_us);
	json_bool(out, "same_text", comparison_same_text(comparison));
	json_open(out, "engines", '[');
	for (size_t i = 0; i < comparison->count; i++)
		add_engine(out, comparison, i);
	json_close(out, ']');
	json_close(out, '}');
	text_add(out, "\n");
}
