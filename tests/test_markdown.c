/* test_markdown.c: the looks of Markdown, at every cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "../src/text.h"
#include "../ui/markdown.h"

/* A letter for the look of each byte. */
static const char letters[] = { [MARKDOWN_TEXT] = '.', [MARKDOWN_MARK] = 'm',
	[MARKDOWN_HEADING] = 'H', [MARKDOWN_STRONG] = 'S',
	[MARKDOWN_EMPHASIS] = 'E', [MARKDOWN_CODE] = 'C',
	[MARKDOWN_LINK] = 'L' };

/* Appends the letters of len bytes, and checks that spans are in order. A
 * newline has no look. */
static void
print_looks(struct text *out, const struct markdown *markdown,
    const char *text, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; i < markdown->count; i++) {
		const struct markdown_span *span = &markdown->spans[i];

		assert_true(span->start >= at && span->end > span->start);
		assert_true(span->end <= len && span->look != MARKDOWN_TEXT);
		for (; at < span->start; at++)
			text_append(out, &letters[MARKDOWN_TEXT], 1);
		for (; at < span->end; at++)
			text_append(out, text[at] == '\n' ? "." :
			    &letters[span->look], 1);
	}
	for (; at < len; at++)
		text_append(out, &letters[MARKDOWN_TEXT], 1);
}

static const struct {
	const char *text, *looks;
} cases[] = {
	{ "", "" },
	{ "plain", "....." },
	{ "a **b** c", "..mmSmm.." },
	{ "a *b* _c_", "..mEm.mEm" },
	{ "***b***", "mmmSmmm" },
	{ "snake_case_name 2*3*4 **", ".................mEm...." },
	{ "`a*b*` c", "mCCCCm.." },
	{ "a \\*b\\*", "..m..m." },
	{ "a < b &amp; <i>c</i>", "...................." },
	{ "~~gone~~", "mm....mm" },
	/* Headings. */
	{ "# One", "m.HHH" },
	{ "## A **b** `c` ##", "mm.HHmmHmmHmCmmmm" },
	{ "#hash", "....." },
	{ "One\n===\ntwo", "HHH.mmm...." },
	{ "---", "mmm" },
	/* Lists. */
	{ "- a\n* b\n+ c", "..........." },
	{ "1. a\n2) **b**", "........mmSmm" },
	{ "- a\n  - b `c`\n", "..........mCm." },
	{ "1. - **a**", ".....mmSmm" },
	{ "a **b**\n- c", "..mmSmm...." },
	{ "- [x] a\n- [ ] b", "..............." },
	{ "-\n- a\n", "m....." },
	{ "        - **deep**", "..........mmSSSSmm" },
	{ "    four **blanks**", ".........mmSSSSSSmm" },
	/* Quotations. */
	{ "> a *b*\n> c", "m...mEm.m.." },
	{ "> - a", "m...." },
	/* Fences. */
	{ "```c\na *b*\n```\n*d*", "mmmm.CCCCC.mmm.mEm" },
	{ "~~~\n```\n~~~~\nx", "mmm.CCC.mmmm.." },
	{ "```\na\n\nb", "mmm.C..C" },
	{ "```\na\n``\n```x\n```  \nb", "mmm.C.CC.CCCC.mmmmm.." },
	{ "``` a`b\nc", "........." },
	{ "- ```\n  a\n\n  b\n  ```\nc", "..mmm.CCC..CCC.mmmmm.." },
	{ "1. x\n\n      ```sh\n      a *b*\n      ```\n*c*",
	    "............mmmmm.CCCCCCCCCCC.mmmmmmmmm.mEm" },
	{ "> ```\n> a\n> ```\n*b*", "m.mmm.mCC.mmmmm.mEm" },
	{ "> ```\n> a\n*b*", "m.mmm.mCC.mEm" },
	{ "a *b\n```\nc*\n```", ".....mmm.CC.mmm" },
	/* Tables. */
	{ "| a | b |\n|---|---|\n| c | `d` |",
	    "m.S.m.S.m.mmmmmmmmm.m...mmmCmmm" },
	/* Links. */
	{ "[a b](http://c) d", "mLLLmmmmmmmmmmm.." },
	{ "![a](b)", "mmLmmmm" },
	{ "see http://a.b/c.", "....LLLLLLLLLLLL." },
	{ "<http://a.b>", "mLLLLLLLLLLm" },
	{ "[**a**](b)", "mmmLmmmmmm" },
	{ "[a]\n\n[a]: http://b", ".....mmmmmmmmmmmmm" },
	/* Ends of lines. */
	{ "**a**\r\n\r\n*b*\r\n", "mmSmm....mEm.." },
	{ "*a\n\nb*", "......" },
	{ "*a\nb*", "mE.Em" },
};

enum { CASES = sizeof(cases) / sizeof(cases[0]) };

static void
markdown_update__tells__looks(void **state)
{
	(void)state;
	for (size_t i = 0; i < CASES; i++) {
		size_t len = strlen(cases[i].text);
		struct markdown markdown = { 0 };
		struct text looks = { 0 };

		markdown_update(&markdown, cases[i].text, len, true);
		print_looks(&looks, &markdown, cases[i].text, len);
		if (strcmp(text_string(&looks), cases[i].looks))
			print_message("%s\n", cases[i].text);
		assert_string_equal(text_string(&looks), cases[i].looks);
		text_release(&looks);
		markdown_release(&markdown);
	}
}

/* What has ended looks the same for ever; the line that is not complete has no
 * looks but those of code. */
static void
check_growing(const char *text, const char *whole)
{
	struct markdown markdown = { 0 };
	struct text looks = { 0 };
	size_t total = strlen(text);

	for (size_t len = 0; len <= total; len++) {
		markdown_update(&markdown, text, len, false);
		text_clear(&looks);
		print_looks(&looks, &markdown, text, len);
		assert_memory_equal(text_string(&looks), whole, markdown.block);
		for (size_t at = markdown.line; at < len; at++)
			assert_true(looks.bytes[at] == '.' ||
			    looks.bytes[at] == 'C');
	}
	markdown_update(&markdown, text, total, true);
	text_clear(&looks);
	print_looks(&looks, &markdown, text, total);
	assert_string_equal(text_string(&looks), whole);
	text_release(&looks);
	markdown_release(&markdown);
}

static void
markdown_update__never_changes__what_has_ended(void **state)
{
	struct text all = { 0 }, looks = { 0 };
	struct markdown markdown = { 0 };

	(void)state;
	for (size_t i = 0; i < CASES; i++) {
		check_growing(cases[i].text, cases[i].looks);
		text_printf(&all, "%s\n\n", cases[i].text);
	}
	markdown_update(&markdown, all.bytes, all.len, true);
	print_looks(&looks, &markdown, all.bytes, all.len);
	check_growing(text_string(&all), text_string(&looks));
	markdown_release(&markdown);
	text_release(&looks);
	text_release(&all);
}

static void
markdown_update__is_the_same__for_any_single_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < CASES; i++) {
		size_t total = strlen(cases[i].text);

		for (size_t cut = 0; cut <= total; cut++) {
			struct markdown markdown = { 0 };
			struct text looks = { 0 };

			markdown_update(&markdown, cases[i].text, cut, false);
			markdown_update(&markdown, cases[i].text, total, true);
			print_looks(&looks, &markdown, cases[i].text,
			    total);
			assert_string_equal(text_string(&looks),
			    cases[i].looks);
			text_release(&looks);
			markdown_release(&markdown);
		}
	}
}

static void
markdown_update__shows__code_while_its_fence_is_open(void **state)
{
	static const char text[] = "```c\nint a";
	struct markdown markdown = { 0 };
	struct text looks = { 0 };

	(void)state;
	markdown_update(&markdown, text, strlen(text), false);
	print_looks(&looks, &markdown, text, strlen(text));
	assert_string_equal(text_string(&looks), "mmmm.CCCCC");
	text_release(&looks);
	markdown_release(&markdown);
}

static void
markdown_update__begins_again__with_another_text(void **state)
{
	struct markdown markdown = { 0 };
	struct text looks = { 0 };

	(void)state;
	markdown_update(&markdown, "*abc*\n\n`", 8, true);
	markdown_update(&markdown, "a *b*", 5, true);
	print_looks(&looks, &markdown, "a *b*", 5);
	assert_string_equal(text_string(&looks), "..mEm");
	markdown_update(&markdown, "a *b*\n*c*", 9, true);
	text_clear(&looks);
	print_looks(&looks, &markdown, "a *b*\n*c*", 9);
	assert_string_equal(text_string(&looks), "..mEm.mEm");
	text_release(&looks);
	markdown_release(&markdown);
}

/* A long block ends where any text of that length would have ended it. */
static void
markdown_update__ends__a_long_block(void **state)
{
	struct markdown markdown = { 0 };
	struct text text = { 0 }, looks = { 0 };

	(void)state;
	for (int i = 0; i < 3000; i++)
		text_add(&text, "- **item**\n");
	markdown_update(&markdown, text.bytes, text.len, false);
	assert_in_range(text.len - markdown.block, 0, MARKDOWN_BLOCK_MAX);
	print_looks(&looks, &markdown, text.bytes, text.len);
	check_growing(text.bytes, looks.bytes);
	text_release(&looks);
	text_release(&text);
	markdown_release(&markdown);
}

static void
markdown_update__leaves__a_line_without_end_alone(void **state)
{
	struct markdown markdown = { 0 };
	struct text text = { 0 };

	(void)state;
	while (text.len <= MARKDOWN_PARSE_MAX)
		text_add(&text, "*a* ");
	markdown_update(&markdown, text.bytes, text.len, true);
	assert_int_equal(markdown.count, 0);
	text_release(&text);
	markdown_release(&markdown);
}

/* Returns the seconds that a reply of about a megabyte takes, byte by byte. */
static double
time_of(const char *part)
{
	struct markdown markdown = { 0 };
	struct text text = { 0 };
	clock_t start = clock();
	size_t len = strlen(part);

	while (text.len < 1000000) {
		for (size_t i = 0; i < len; i++) {
			text_append(&text, part + i, 1);
			markdown_update(&markdown, text.bytes, text.len, false);
		}
	}
	markdown_update(&markdown, text.bytes, text.len, true);
	markdown_release(&markdown);
	text_release(&text);
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* If a byte cost more the longer the reply is, these took minutes. */
static void
markdown_update__costs_the_same__in_a_long_reply(void **state)
{
	static const char *const parts[] = {
		"Some *words* and `code`, then a [link](http://a.b).\n\n",
		"```\ncode\n",
		"A line without end. ",
		"- one **item** of a list that does not end and does not\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		assert_true(time_of(parts[i]) < 30);
}

/* What makes parsers slow, or fall. */
static void
markdown_update__takes__hostile_texts(void **state)
{
	static const char *const parts[] = { "[", "![", "[a](", "*a_", "`",
		"> ", "- ", "<", "&", "|", "a|", "\\", "~", "```\n", "[a](<b",
		"http://", "www.", "a@b", "1. ", "#", "[x](http://a \"",
		"**a *b", "\xff", "| - |\n", "![[](", "<a@" };

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		struct markdown markdown = { 0 };
		struct text text = { 0 }, looks = { 0 };
		clock_t start = clock();

		while (text.len + 16 < MARKDOWN_PARSE_MAX)
			text_add(&text, parts[i]);
		markdown_update(&markdown, text.bytes, text.len, true);
		print_looks(&looks, &markdown, text.bytes, text.len);
		if (clock() - start > CLOCKS_PER_SEC)
			fail_msg("\"%s\" takes too long", parts[i]);
		text_release(&looks);
		text_release(&text);
		markdown_release(&markdown);
	}
}

static void
markdown_target__tells__where_a_link_leads(void **state)
{
	static const struct {
		const char *text, *target;
	} targets[] = {
		{ "[a](http://b.c/d)", "http://b.c/d" },
		{ "[a](<http://b.c/d e> \"title\")", "http://b.c/d%20e" },
		{ "[a](http://b.c/?d=1&amp;e&f)", "http://b.c/?d=1&e&f" },
		{ "[a](HTTPS://b)", "HTTPS://b" },
		{ "https://a.b/c", "https://a.b/c" },
		{ "www.a.b", "http://www.a.b" },
		{ "a@b.cd", "mailto:a@b.cd" },
		{ "[a](mailto:a@b)", "mailto:a@b" },
		{ "![a](https://b)", "https://b" },
		{ "[a](javascript:alert)", NULL },
		{ "[a](file:///etc/passwd)", NULL },
		{ "[a](b.md)", NULL },
		{ "[a](<http://\u00e9\x1b]8;;>)", "http://%C3%A9%1B]8;;" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++) {
		const char *text = targets[i].text, *target = NULL;
		struct markdown markdown = { 0 };

		markdown_update(&markdown, text, strlen(text), true);
		for (size_t j = 0; j < markdown.count && !target; j++)
			target = markdown_target(&markdown,
			    &markdown.spans[j]);
		assert_int_equal(!target, !targets[i].target);
		if (target)
			assert_string_equal(target, targets[i].target);
		markdown_release(&markdown);
	}
}

static void
markdown_find__finds__the_span_at_or_behind_a_byte(void **state)
{
	struct markdown markdown = { 0 };

	(void)state;
	markdown_update(&markdown, "a *b* c", 7, true);
	assert_int_equal(markdown_find(&markdown, 0), 0);
	assert_int_equal(markdown_find(&markdown, 2), 0);
	assert_int_equal(markdown_find(&markdown, 3), 1);
	assert_int_equal(markdown_find(&markdown, 4), 2);
	assert_int_equal(markdown_find(&markdown, 5), 3);
	markdown_release(&markdown);
	assert_int_equal(markdown_find(&markdown, 0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markdown_update__tells__looks),
		cmocka_unit_test(
		    markdown_update__never_changes__what_has_ended),
		cmocka_unit_test(
		    markdown_update__is_the_same__for_any_single_cut),
		cmocka_unit_test(
		    markdown_update__shows__code_while_its_fence_is_open),
		cmocka_unit_test(
		    markdown_update__begins_again__with_another_text),
		cmocka_unit_test(markdown_update__ends__a_long_block),
		cmocka_unit_test(
		    markdown_update__leaves__a_line_without_end_alone),
		cmocka_unit_test(
		    markdown_update__costs_the_same__in_a_long_reply),
		cmocka_unit_test(markdown_update__takes__hostile_texts),
		cmocka_unit_test(markdown_target__tells__where_a_link_leads),
		cmocka_unit_test(
		    markdown_find__finds__the_span_at_or_behind_a_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
