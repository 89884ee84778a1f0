/* test_cell.c: cells, their widths and visible forms, in C.UTF-8. */
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "../src/cell.h"
#include "../src/text.h"

#define ACUTE "\u0301"
#define CIRCLE "\u25cc"
#define ZWJ "\u200d"
#define VS16 "\ufe0f"
#define TONE "\U0001f3fd"
#define MAN "\U0001f468"
#define WOMAN "\U0001f469"
#define BOY "\U0001f466"
#define HEART "\u2764"
#define GERMANY "\U0001f1e9\U0001f1ea"
#define JAPAN "\U0001f1ef\U0001f1f5"

/* Writes each cell as its bytes:width:shown, kinds as letters, wide as !. */
static void
describe(struct text *out, const char *bytes, size_t len)
{
	static const char kinds[] = { '\0', 's', 't', 'n', 'c' };
	struct cell cell;

	for (size_t at = 0; at < len; at += cell.len) {
		cell_next(bytes + at, len - at, &cell);
		text_printf(out, "%s%zu:%d:%s", at ? "|" : "", cell.len,
		    cell.width, cell.shown);
		if (cell.kind != CELL_PLAIN)
			text_printf(out, ":%c", kinds[cell.kind]);
		text_add(out, cell.wide ? "!" : "");
	}
}

struct example {
	const char *bytes, *cells;
};

static void
check(const struct example *examples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct text got = { 0 };

		describe(&got, examples[i].bytes, strlen(examples[i].bytes));
		assert_string_equal(text_string(&got), examples[i].cells);
		text_release(&got);
	}
}

#define CHECK(examples) check(examples, sizeof(examples) / sizeof(examples[0]))

static void
cell_next__reads__ascii(void **state)
{
	static const struct example examples[] = {
		{ "a", "1:1:a" },
		{ "a ~", "1:1:a|1:1: :s|1:1:~" },
		{ "a\tb", "1:1:a|1:0::t|1:1:b" },
		{ "\n\r\n\n", "1:0::n|2:0::n|1:0::n" },
	};

	(void)state;
	CHECK(examples);
}

static void
cell_next__shows__what_must_not_reach_a_terminal(void **state)
{
	static const struct example examples[] = {
		{ "\x1b[0m", "1:2:^[:c|1:1:[|1:1:0|1:1:m" },
		{ "\r", "1:2:^M:c" },
		{ "\r\r\n", "1:2:^M:c|2:0::n" },
		{ "\x01\x1f\x7f", "1:2:^A:c|1:2:^_:c|1:2:^?:c" },
		{ "\xc2\x85", "2:8:<U+0085>:c" },
		{ "\u061c\u200e", "2:8:<U+061C>:c|3:8:<U+200E>:c" },
		{ "\u202a\u202e", "3:8:<U+202A>:c|3:8:<U+202E>:c" },
		{ "\u2066\u2069", "3:8:<U+2066>:c|3:8:<U+2069>:c" },
		{ "\u2028\u2029", "3:8:<U+2028>:c|3:8:<U+2029>:c" },
		{ "\u0378", "2:8:<U+0378>:c" },           /* unassigned */
		{ "\U0010ffff", "4:10:<U+10FFFF>:c" },    /* noncharacter */
		{ "\xff\xe2\x82", "1:1:\ufffd:c|2:1:\ufffd:c" },
		{ "a\u202e", "1:1:a|3:8:<U+202E>:c" },
	};
	struct cell cell;

	(void)state;
	CHECK(examples);
	assert_int_equal(cell_next("\0a", 2, &cell), 1);
	assert_string_equal(cell.shown, "^@");
}

static void
cell_next__puts__marks_on_their_base(void **state)
{
	static const struct example examples[] = {
		{ "e" ACUTE "x", "3:1:e" ACUTE "|1:1:x" },
		{ " " ACUTE, "3:1: " ACUTE },
		{ "1" VS16 "\u20e3", "7:1:1\u20e3" },
		{ "\u6f22" ACUTE, "5:2:\u6f22" ACUTE "!" },
		{ "\u1112\u1161\u11ab", "9:2:\u1112\u1161\u11ab!" },
		{ "\u0915\u094d" ZWJ "\u0937",
		    "9:1:\u0915\u094d|3:1:\u0937" },
		{ ACUTE, "2:1:" CIRCLE ACUTE },
		{ "\n" ACUTE "a", "1:0::n|2:1:" CIRCLE ACUTE "|1:1:a" },
		{ "\t" ACUTE, "1:0::t|2:1:" CIRCLE ACUTE },
		{ "\x1b" ACUTE ACUTE,
		    "1:2:^[:c|4:1:" CIRCLE ACUTE ACUTE },
	};

	(void)state;
	CHECK(examples);
}

static void
cell_next__hides__zero_width_characters(void **state)
{
	static const struct example examples[] = {
		{ "a\u00ad\u200b\u200c" ZWJ "\u2060\ufeff" "b",
		    "18:1:a|1:1:b" },
		{ "a\ufe0e\U000e0100", "8:1:a" },
		{ " \u200b", "4:1: :s" },
		{ "\ufeff" "a", "3:0:|1:1:a" },
		{ "\u200b" ACUTE, "3:0:|2:1:" CIRCLE ACUTE },
		{ "\n\u200b", "1:0::n|3:0:" },
		{ "\U0001f3f4\U000e0067\U000e007f", "12:2:\U0001f3f4!" },
	};

	(void)state;
	CHECK(examples);
}

static void
cell_next__keeps__emoji_together(void **state)
{
	static const struct example examples[] = {
		{ "\U0001f600\U0001f600",
		    "4:2:\U0001f600!|4:2:\U0001f600!" },
		{ "\U0001f44d" TONE, "8:2:\U0001f44d!" },
		{ TONE, "4:2:" TONE "!" },
		{ "a" TONE, "1:1:a|4:2:" TONE "!" },
		{ MAN ZWJ WOMAN ZWJ BOY, "18:6:" MAN WOMAN BOY "!" },
		{ MAN TONE ZWJ "\U0001f4bb", "15:4:" MAN "\U0001f4bb!" },
		{ HEART VS16 ZWJ "\U0001f525", "13:3:" HEART "\U0001f525!" },
		{ HEART VS16, "6:1:" HEART },
		{ MAN ZWJ, "7:2:" MAN "!" },
		{ MAN ZWJ "a", "7:2:" MAN "!|1:1:a" },
		{ "a" ZWJ MAN, "4:1:a|4:2:" MAN "!" },
		{ ZWJ MAN, "3:0:|4:2:" MAN "!" },
		{ "\u6f22" ZWJ "\u6f22", "6:2:\u6f22!|3:2:\u6f22!" },
	};

	(void)state;
	CHECK(examples);
}

static void
cell_next__pairs__regional_indicators(void **state)
{
	static const struct example examples[] = {
		{ GERMANY, "8:2:" GERMANY "!" },
		{ GERMANY JAPAN, "8:2:" GERMANY "!|8:2:" JAPAN "!" },
		{ GERMANY "\U0001f1ef",
		    "8:2:" GERMANY "!|4:1:\U0001f1ef" },
		{ "\U0001f1ef" ZWJ "\U0001f1f5",
		    "7:1:\U0001f1ef|4:1:\U0001f1f5" },
	};

	(void)state;
	CHECK(examples);
}

static void
cell_next__bounds__marks_and_points(void **state)
{
	struct text text = { 0 };
	struct cell cell;
	size_t at, n;

	(void)state;
	text_add(&text, "a");
	for (int i = 0; i < 40; i++)
		text_add(&text, ACUTE);
	at = cell_next(text.bytes, text.len, &cell);
	assert_int_equal(at, 1 + 2 * (CELL_POINTS_MAX - 1));
	assert_string_equal(cell.shown, "a" ACUTE ACUTE ACUTE ACUTE);
	n = cell_next(text.bytes + at, text.len - at, &cell);
	assert_int_equal(n, 2 * CELL_POINTS_MAX);
	assert_string_equal(cell.shown, CIRCLE ACUTE ACUTE ACUTE ACUTE);
	assert_int_equal(cell.width, 1);
	text_release(&text);
}

static void
cell_next__fits__the_longest_visible_form(void **state)
{
	/* Four bytes each: a picture and marks, joined again and again. */
	static const char part[] = MAN "\U000101fd\U000101fd\U000101fd"
	    "\U000101fd" ZWJ;
	struct text text = { 0 };
	struct cell cell;

	(void)state;
	for (int i = 0; i < 4; i++)
		text_add(&text, part);
	cell_next(text.bytes, text.len, &cell);
	assert_int_equal(strlen(cell.shown), 4 * 14);
	assert_int_equal(cell.width, 6);
	text_release(&text);
}

static void
cell_next__never_shows__a_control_whatever_comes(void **state)
{
	unsigned random = 1;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		char bytes[12];
		struct cell cell;

		for (size_t j = 0; j < sizeof(bytes); j++) {
			random = random * 1664525 + 1013904223;
			bytes[j] = (char)(random >> 24);
		}
		cell_next(bytes, sizeof(bytes), &cell);
		assert_in_range(cell.len, 1, sizeof(bytes));
		for (const char *s = cell.shown; *s; s++)
			assert_false((unsigned char)*s < ' ' || *s == 0x7f);
	}
}

static void
cell_width__counts__columns(void **state)
{
	static const struct {
		const char *bytes;
		int width;
	} cases[] = {
		{ "", 0 },
		{ "abc", 3 },
		{ "a\tb", 3 },
		{ "a\nb\r\n", 2 },
		{ "\u6f22\u5b57", 4 },
		{ "e" ACUTE "\x1b", 3 },
		{ MAN ZWJ WOMAN, 4 },
		{ "\u202e", 8 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(cell_width(cases[i].bytes,
		    strlen(cases[i].bytes)), cases[i].width);
}

static void
cell_floor__agrees__with_the_cells_of_the_text(void **state)
{
	static const char text[] = "ab\r\n" GERMANY JAPAN "e" ACUTE "\n\n"
	    ACUTE MAN ZWJ WOMAN "\xff\xe2\x82\r" "z\u6f22\t\n" JAPAN;
	size_t len = sizeof(text) - 1;
	struct cell cell;

	(void)state;
	for (size_t begin = 0; begin < len; begin += cell.len) {
		cell_next(text + begin, len - begin, &cell);
		for (size_t at = begin; at < begin + cell.len; at++) {
			size_t end = begin + cell.len;

			assert_int_equal(cell_floor(text, len, at), begin);
			assert_int_equal(cell_ceil(text, len, at),
			    at == begin ? begin : end);
		}
	}
	assert_int_equal(cell_floor(text, len, len), len);
	assert_int_equal(cell_ceil(text, len, len), len);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cell_next__reads__ascii),
		cmocka_unit_test(
		    cell_next__shows__what_must_not_reach_a_terminal),
		cmocka_unit_test(cell_next__puts__marks_on_their_base),
		cmocka_unit_test(cell_next__hides__zero_width_characters),
		cmocka_unit_test(cell_next__keeps__emoji_together),
		cmocka_unit_test(cell_next__pairs__regional_indicators),
		cmocka_unit_test(cell_next__bounds__marks_and_points),
		cmocka_unit_test(cell_next__fits__the_longest_visible_form),
		cmocka_unit_test(
		    cell_next__never_shows__a_control_whatever_comes),
		cmocka_unit_test(cell_width__counts__columns),
		cmocka_unit_test(
		    cell_floor__agrees__with_the_cells_of_the_text),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
