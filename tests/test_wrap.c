/* test_wrap.c: rows, and that they do not depend on how the text came. */
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/cell.h"
#include "../src/text.h"
#include "../ui/wrap.h"

#define ACUTE "\u0301"
#define ZWJ "\u200d"
#define MAN "\U0001f468"
#define FLAG "\U0001f1e9\U0001f1ea"

enum { WIDTH_MAX = 40 };

static void
wrap_update__breaks__lines(void **state)
{
	static const struct {
		const char *text;
		int width;
		const char *rows;
	} cases[] = {
		{ "", 5, "[]" },
		{ "abc", 5, "[abc]" },
		{ "abc", 3, "[abc]" },
		{ "foo bar", 4, "[foo ][bar]" },
		{ "foo bar", 5, "[foo ][bar]" },
		{ "foo bar", 3, "[foo][bar]" },      /* the space hangs */
		{ "foo   bar", 3, "[foo][bar]" },
		{ "foo   bar", 4, "[foo ][bar]" },
		{ "foo  ", 3, "[foo]" },
		{ "  foo", 3, "[  ][foo]" },
		{ "abcdefgh", 3, "[abc][def][gh]" },
		{ "a bcdefgh", 4, "[a ][bcde][fgh]" },
		{ "a\nb", 5, "[a][b]" },
		{ "a\r\nb", 5, "[a][b]" },
		{ "a\n", 5, "[a][]" },
		{ "\n\n", 5, "[][][]" },
		{ "abc\ndef", 3, "[abc][def]" },
		{ "abc  \ndef", 3, "[abc][def]" },
		{ "abc  \n", 3, "[abc][]" },
		{ "a\rb", 9, "[a\rb]" },
		{ "\tb", 9, "[\tb]" },
		{ "\tbc", 9, "[\t][bc]" },
		{ "abc\tb", 8, "[abc\t][b]" },
		{ "abc\tb", 7, "[abc][b]" },         /* the tab hangs */
		{ "abc\t \tb", 7, "[abc][b]" },
		{ "\u6f22\u5b57\u6f22", 4, "[\u6f22\u5b57][\u6f22]" },
		{ "\u6f22\u5b57", 3, "[\u6f22][\u5b57]" },
		{ "\u6f22" "ab", 3, "[\u6f22][ab]" },
		{ "ab\u6f22", 3, "[ab][\u6f22]" },
		{ "a\u6f22" "b", 1, "[a][\u6f22][b]" },
		{ "abc" ACUTE, 3, "[abc" ACUTE "]" },
		{ "abc " ACUTE, 3, "[abc][ " ACUTE "]" },
		{ MAN ZWJ MAN MAN, 5, "[" MAN ZWJ MAN "][" MAN "]" },
		{ "a " FLAG FLAG, 4, "[a " FLAG "][" FLAG "]" },
		{ "a \x1b[0m", 6, "[a ][\x1b[0m]" },
		{ "a\u202e" "b", 5, "[a][\u202e][b]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = cases[i].text;
		struct wrap wrap = { 0 };
		struct text got = { 0 };

		wrap_update(&wrap, text, strlen(text), cases[i].width);
		for (size_t j = 0; j < wrap.count; j++) {
			struct row row = wrap.rows[j];

			text_add(&got, "[");
			text_append(&got, text + row.start,
			    row.end - row.start);
			text_add(&got, "]");
		}
		assert_string_equal(text_string(&got), cases[i].rows);
		text_release(&got);
		wrap_release(&wrap);
	}
}

static void
wrap_update__starts_again__with_another_width(void **state)
{
	struct wrap wrap = { 0 };

	(void)state;
	wrap_update(&wrap, "foo bar baz", 11, 4);
	assert_int_equal(wrap.count, 3);
	wrap_update(&wrap, "foo bar baz", 11, 8);
	assert_int_equal(wrap.count, 2);
	assert_int_equal(wrap.rows[1].start, 8);
	wrap_clear(&wrap);
	wrap_update(&wrap, "x", 1, 8);
	assert_int_equal(wrap.count, 1);
	assert_int_equal(wrap.rows[0].end, 1);
	wrap_release(&wrap);
}

static void
wrap_update__takes__an_empty_text(void **state)
{
	struct wrap wrap = { 0 };
	int column;

	(void)state;
	wrap_update(&wrap, NULL, 0, 1);
	assert_int_equal(wrap.count, 1);
	assert_int_equal(wrap_find(&wrap, NULL, 0, &column), 0);
	assert_int_equal(column, 0);
	assert_int_equal(wrap_byte(&wrap, NULL, 0, 5), 0);
	wrap_release(&wrap);
}

/* Texts that wrap in interesting ways. */
static const char *const corpus[] = {
	"The quick brown fox jumps over the lazy dog, twice a day.",
	"a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii",
	"one  two   three    four     five      six       seven",
	"Donaudampfschifffahrtsgesellschaftskapitaensmuetze and more",
	"\u6f22\u5b57 \u4eee\u540d\u4ea4\u3058\u308a\u6587 mixed\u6f22 x",
	MAN ZWJ MAN ZWJ MAN " " FLAG FLAG FLAG "\U0001f1e9 \U0001f44d"
	    "\U0001f3fd\u2764\ufe0f" ZWJ "\U0001f525 1\ufe0f\u20e3",
	"\tone\ttwo\tthree\t\tfour \t five\n\t\n\tx",
	"CR LF\r\nlines\r\n\r\nand a lone \r and \r\r\n end\r",
	"\n\nempty\n\n\nlines\n",
	"e" ACUTE "e" ACUTE ACUTE "a" ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE
	    ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE "z "
	    ACUTE "\n" ACUTE "\t" ACUTE,
	"\x1b[31mred\x1b[0m \u202e bidi \u2066\u2069 \x7f\x01 ok",
	"broken \xff\xfe \xe2\x82 \xf0\x9f\x98 \xc3 bytes\xe2\x82",
	"soft\u00adhyphens\u200b and\u2060 \ufeff zero \u200b widths",
	"\u1112\u1161\u11ab\u1100\u1173\u11af \u0915\u094d" ZWJ "\u0937",
	" bc\r\n bc\r\nabc\r\nab \r\n",
};

enum { CORPUS = sizeof(corpus) / sizeof(corpus[0]) };

/* Pieces that change what is in front of them, and some to stand there. */
static const char *const pieces[] = {
	"a", "bc", "def", " ", "  ", "\t", "\n", "\r", "\r\n", ACUTE, ZWJ,
	"\u200b", "\u6f22", MAN, "\u2764", "\U0001f3fd", "\U0001f1e9", "\ufe0f",
	"\xff", "\xe2\x82", "\xf0\x9f", "\u202e", "\x1b", "1",
};

/* Makes a text of 30 pieces; the same number makes the same text. */
static void
compose(struct text *text, unsigned number)
{
	size_t count = sizeof(pieces) / sizeof(pieces[0]);
	unsigned random = number;

	text_clear(text);
	for (int i = 0; i < 30; i++) {
		random = random * 1664525 + 1013904223;
		text_add(text, pieces[(random >> 8) % count]);
	}
}

/* Marks where cells begin; the caller frees. */
static bool *
cell_starts(const char *text, size_t len)
{
	bool *starts = calloc(len + 1, sizeof(*starts));
	struct cell cell;

	assert_non_null(starts);
	for (size_t at = 0; at < len; at += cell.len) {
		starts[at] = true;
		cell_next(text + at, len - at, &cell);
	}
	starts[len] = true;
	return starts;
}

/* A row is not wider than it may be, but for a cell that has it alone. */
static void
check_row_width(const char *text, const struct row *row, int width)
{
	struct cell cell;
	int column = 0, seen = 0;

	for (size_t at = row->start; at < row->end; at += cell.len) {
		cell_next(text + at, row->end - at, &cell);
		if (cell.kind == CELL_TAB)
			cell.width = TAB_COLUMNS - column % TAB_COLUMNS;
		column += cell.width;
		seen += cell.width > 0;
	}
	assert_true(column <= width || (seen == 1 && cell.kind != CELL_TAB));
}

/* What lies between two rows is blanks, and at most a newline behind them. */
static void
check_gap(const char *text, size_t at, size_t end, bool newline)
{
	struct cell cell;

	while (at < end) {
		at += cell_next(text + at, end - at, &cell);
		if (cell.kind == CELL_NEWLINE)
			assert_true(newline && at == end);
		else
			assert_true(cell.kind == CELL_SPACE ||
			    cell.kind == CELL_TAB);
	}
}

static void
check_rows(const char *text, size_t len, const struct wrap *wrap, int width)
{
	bool *starts = cell_starts(text, len);
	size_t next = 0;

	for (size_t i = 0; i < wrap->count; i++) {
		const struct row *row = &wrap->rows[i];

		assert_true(row->start >= next && row->end >= row->start);
		assert_true(starts[row->start] && starts[row->end]);
		check_gap(text, next, row->start, i > 0);
		check_row_width(text, row, width);
		next = row->end;
	}
	check_gap(text, next, len, false);
	free(starts);
}

static void
check_same(const struct wrap *a, const struct wrap *b)
{
	assert_int_equal(a->count, b->count);
	assert_memory_equal(a->rows, b->rows, a->count * sizeof(*a->rows));
}

static void
wrap_update__covers__the_text_within_the_width(void **state)
{
	(void)state;
	for (size_t i = 0; i < CORPUS; i++) {
		for (int width = 1; width <= WIDTH_MAX; width++) {
			size_t len = strlen(corpus[i]);
			struct wrap wrap = { 0 };

			wrap_update(&wrap, corpus[i], len, width);
			check_rows(corpus[i], len, &wrap, width);
			wrap_release(&wrap);
		}
	}
}

/* After each byte the rows are those of the text so far, wrapped at once. */
static void
check_growing(const char *text, size_t total, int width)
{
	struct wrap wrap = { 0 }, fresh = { 0 };

	for (size_t len = 1; len <= total; len++) {
		wrap_update(&wrap, text, len, width);
		wrap_clear(&fresh);
		wrap_update(&fresh, text, len, width);
		check_same(&wrap, &fresh);
	}
	wrap_release(&wrap);
	wrap_release(&fresh);
}

static void
wrap_update__is_the_same__byte_by_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < CORPUS; i++)
		for (int width = 1; width <= WIDTH_MAX; width++)
			check_growing(corpus[i], strlen(corpus[i]), width);
}

static void
wrap_update__is_the_same__for_made_up_texts(void **state)
{
	struct text text = { 0 };

	(void)state;
	for (unsigned number = 0; number < 2000; number++) {
		int width = 1 + (int)(number % 9);
		struct wrap wrap = { 0 };

		compose(&text, number);
		wrap_update(&wrap, text.bytes, text.len, width);
		check_rows(text.bytes, text.len, &wrap, width);
		wrap_release(&wrap);
		check_growing(text.bytes, text.len, width);
	}
	text_release(&text);
}

static void
wrap_update__is_the_same__for_any_single_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < CORPUS; i++) {
		size_t total = strlen(corpus[i]);
		struct wrap whole = { 0 };

		wrap_update(&whole, corpus[i], total, 7);
		for (size_t cut = 0; cut <= total; cut++) {
			struct wrap wrap = { 0 };

			wrap_update(&wrap, corpus[i], cut, 7);
			wrap_update(&wrap, corpus[i], total, 7);
			check_same(&wrap, &whole);
			wrap_release(&wrap);
		}
		wrap_release(&whole);
	}
}

/* CR does not fit and pushes "bc", then itself, to new rows; LF takes all of
 * that back. */
static void
wrap_update__takes_back__what_a_cut_newline_pushed(void **state)
{
	struct wrap wrap = { 0 };

	(void)state;
	wrap_update(&wrap, " bc\r", 4, 3);
	assert_int_equal(wrap.count, 3);
	wrap_update(&wrap, " bc\r\n", 5, 3);
	assert_int_equal(wrap.count, 2);
	assert_int_equal(wrap.rows[0].end, 3);
	assert_int_equal(wrap.rows[1].start, 5);
	wrap_release(&wrap);
}

static void
wrap_find__tells__row_and_column(void **state)
{
	static const struct {
		const char *text;
		int width;
		size_t at, row;
		int column;
	} cases[] = {
		{ "abc", 3, 0, 0, 0 },
		{ "abc", 3, 3, 0, 3 },      /* behind a full row */
		{ "abcd", 3, 3, 1, 0 },
		{ "abcd", 3, 4, 1, 1 },
		{ "abc def", 3, 3, 0, 3 },  /* a space that hangs */
		{ "abc   def", 3, 5, 0, 3 },
		{ "abc def", 3, 4, 1, 0 },
		{ "abc   ", 3, 6, 0, 3 },
		{ "ab\ncd", 5, 2, 0, 2 },
		{ "ab\ncd", 5, 3, 1, 0 },
		{ "ab\r\ncd", 5, 3, 0, 2 }, /* inside the newline */
		{ "ab\n", 5, 3, 1, 0 },
		{ "a\tb", 20, 1, 0, 1 },
		{ "a\tb", 20, 2, 0, 8 },
		{ "a\tb\tc", 20, 4, 0, 16 },
		{ "\u6f22\u5b57x", 20, 3, 0, 2 },
		{ "\u6f22\u5b57x", 20, 4, 0, 2 }, /* inside a cell */
		{ "\u6f22\u5b57x", 4, 6, 1, 0 },
		{ "e" ACUTE "x", 9, 3, 0, 1 },
		{ "\x1bx", 9, 1, 0, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = cases[i].text;
		struct wrap wrap = { 0 };
		int column;

		wrap_update(&wrap, text, strlen(text), cases[i].width);
		assert_int_equal(wrap_find(&wrap, text, cases[i].at, &column),
		    cases[i].row);
		assert_int_equal(column, cases[i].column);
		wrap_release(&wrap);
	}
}

static void
wrap_byte__finds__the_cell_at_a_column(void **state)
{
	static const struct {
		const char *text;
		int width;
		size_t row;
		int column;
		size_t at;
	} cases[] = {
		{ "abc", 5, 0, 0, 0 },
		{ "abc", 5, 0, 2, 2 },
		{ "abc", 5, 0, 3, 3 },
		{ "abc", 5, 0, 99, 3 },
		{ "abc def", 4, 1, 1, 5 },
		{ "abc def", 3, 0, 9, 3 },
		{ "ab\ncd\n", 4, 1, 9, 5 },
		{ "ab\ncd\n", 4, 2, 1, 6 },
		{ "a\tb", 20, 0, 1, 1 },
		{ "a\tb", 20, 0, 7, 1 },
		{ "a\tb", 20, 0, 8, 2 },
		{ "\u6f22\u5b57x", 20, 0, 1, 0 },
		{ "\u6f22\u5b57x", 20, 0, 2, 3 },
		{ "\u6f22\u5b57x", 20, 0, 4, 6 },
		{ "e" ACUTE "x", 9, 0, 1, 3 },
		{ "\x1bx", 9, 0, 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = cases[i].text;
		struct wrap wrap = { 0 };

		wrap_update(&wrap, text, strlen(text), cases[i].width);
		assert_int_equal(wrap_byte(&wrap, text, cases[i].row,
		    cases[i].column), cases[i].at);
		wrap_release(&wrap);
	}
}

static void
wrap_byte__leads_back__to_where_find_was(void **state)
{
	(void)state;
	for (size_t i = 0; i < CORPUS; i++) {
		const char *text = corpus[i];
		size_t len = strlen(text), row;
		struct wrap wrap = { 0 };
		struct cell cell;
		int column;

		wrap_update(&wrap, text, len, 11);
		for (size_t at = 0; at < len; at += cell.len) {
			cell_next(text + at, len - at, &cell);
			row = wrap_find(&wrap, text, at, &column);
			if (at >= wrap.rows[row].end || !cell.shown[0])
				continue;
			assert_int_equal(wrap_byte(&wrap, text, row, column),
			    at);
		}
		wrap_release(&wrap);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrap_update__breaks__lines),
		cmocka_unit_test(wrap_update__starts_again__with_another_width),
		cmocka_unit_test(wrap_update__takes__an_empty_text),
		cmocka_unit_test(
		    wrap_update__covers__the_text_within_the_width),
		cmocka_unit_test(wrap_update__is_the_same__byte_by_byte),
		cmocka_unit_test(wrap_update__is_the_same__for_made_up_texts),
		cmocka_unit_test(wrap_update__is_the_same__for_any_single_cut),
		cmocka_unit_test(
		    wrap_update__takes_back__what_a_cut_newline_pushed),
		cmocka_unit_test(wrap_find__tells__row_and_column),
		cmocka_unit_test(wrap_byte__finds__the_cell_at_a_column),
		cmocka_unit_test(wrap_byte__leads_back__to_where_find_was),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
