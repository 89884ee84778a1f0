/* test_textdiff.c: where two texts differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/cell.h"
#include "../src/text.h"
#include "../src/textdiff.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* What is different, as [a|b] in place of it. */
static const struct example {
	const char *a, *b, *shown;
} examples[] = {
	{ "", "", "" },
	{ "same", "same", "same" },
	{ "", "all", "[|all]" },
	{ "all", "", "[all|]" },
	{ "one END two", "one ", "one [END two|]" },
	{ "one two three", "one 2 three", "one [two|2] three" },
	{ "one three", "one two three", "one t[|wo t]hree" },
	/* Narrowed to characters, from both ends. */
	{ "END", "ENDING", "END[|ING]" },
	{ "a walked dog", "a walking dog", "a walk[ed|ing] dog" },
	{ "reloaded x", "unloaded x", "[re|un]loaded x" },
	/* More than one. */
	{ "a b c d e", "a X c Y e", "a [b|X] c [d|Y] e" },
	{ "the cat sat", "cat sat down", "[the |]cat sat[| down]" },
	/* Never within a character, or what combines with one. */
	{ "caf\xc3\xa9", "caf\xc3\xa8", "caf[\xc3\xa9|\xc3\xa8]" },
	{ "cafe", "cafe\xcc\x81", "caf[e|e\xcc\x81]" },
	{ "\xe4\xbd\xa0\xe5\xa5\xbd", "\xe4\xbd\xa0\xe5\x9d\x8f",
	    "\xe4\xbd\xa0[\xe5\xa5\xbd|\xe5\x9d\x8f]" },
	/* A wide character is a word. */
	{ "\xe4\xbd\xa0\xe5\xa5\xbd\xe5\x90\x97", "\xe4\xbd\xa0\xe5\x90\x97",
	    "\xe4\xbd\xa0[\xe5\xa5\xbd|]\xe5\x90\x97" },
	{ "a\nb\n", "a\nc\n", "a\n[b|c]\n" },
};

static void
show(struct text *out, const struct textdiff *diff, const char *a,
    const char *b)
{
	size_t at = 0;

	for (size_t i = 0; i < diff->count; i++) {
		const struct textdiff_hunk *hunk = &diff->hunks[i];

		text_append(out, a + at, hunk->a - at);
		text_printf(out, "[%.*s|%.*s]", (int)hunk->a_len, a + hunk->a,
		    (int)hunk->b_len, b + hunk->b);
		at = hunk->a + hunk->a_len;
	}
	text_add(out, a + at);
}

static void
textdiff_compute__finds__all_examples(void **state)
{
	struct textdiff diff = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		const struct example *e = &examples[i];
		struct text shown = { 0 };

		textdiff_compute(&diff, e->a, strlen(e->a), e->b,
		    strlen(e->b));
		show(&shown, &diff, e->a, e->b);
		assert_string_equal(text_string(&shown), e->shown);
		text_release(&shown);
	}
	textdiff_release(&diff);
}

/* With the hunks, b can be made of a; they ascend, and none is empty. */
static void
check_makes(const struct textdiff *diff, const char *a, size_t a_len,
    const char *b, size_t b_len)
{
	struct text made = { 0 };
	size_t at = 0;

	for (size_t i = 0; i < diff->count; i++) {
		const struct textdiff_hunk *hunk = &diff->hunks[i];

		assert_true(hunk->a >= at && hunk->a_len + hunk->b_len > 0);
		text_append(&made, a + at, hunk->a - at);
		assert_int_equal(made.len, hunk->b);
		text_append(&made, b + hunk->b, hunk->b_len);
		at = hunk->a + hunk->a_len;
	}
	assert_true(at <= a_len);
	text_append(&made, a + at, a_len - at);
	assert_int_equal(made.len, b_len);
	assert_memory_equal(text_string(&made), b_len ? b : "", b_len);
	text_release(&made);
}

static size_t
make_random(char *out, size_t most)
{
	size_t len = (size_t)rand() % most;

	for (size_t i = 0; i < len; i++)
		out[i] = "ab ."[rand() % 4];
	return len;
}

static void
textdiff_compute__makes__one_of_the_other(void **state)
{
	struct textdiff diff = { 0 };
	char a[40], b[40];

	(void)state;
	srand(7);
	for (int i = 0; i < 20000; i++) {
		size_t a_len = make_random(a, sizeof(a));
		size_t b_len = make_random(b, sizeof(b));

		textdiff_compute(&diff, a, a_len, b, b_len);
		check_makes(&diff, a, a_len, b, b_len);
	}
	textdiff_release(&diff);
}

/* The longest common subsequence of single signs, by the book. */
static size_t
common_by_table(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t table[41][41] = { { 0 } };

	for (size_t i = 1; i <= a_len; i++)
		for (size_t j = 1; j <= b_len; j++) {
			size_t most = table[i - 1][j] > table[i][j - 1]
			    ? table[i - 1][j] : table[i][j - 1];

			table[i][j] = a[i - 1] == b[j - 1]
			    ? table[i - 1][j - 1] + 1 : most;
		}
	return table[a_len][b_len];
}

static void
textdiff_compute__keeps__all_that_is_common(void **state)
{
	struct textdiff diff = { 0 };
	char a[40], b[40];

	(void)state;
	srand(8);
	for (int i = 0; i < 5000; i++) {
		size_t a_len = make_random(a, sizeof(a)), b_len, kept;

		/* Signs are words of their own. */
		for (size_t j = 0; j < a_len; j++)
			a[j] = a[j] == ' ' ? ' ' : '.';
		b_len = make_random(b, sizeof(b));
		for (size_t j = 0; j < b_len; j++)
			b[j] = b[j] == ' ' ? ' ' : '.';
		textdiff_compute(&diff, a, a_len, b, b_len);
		kept = a_len;
		for (size_t j = 0; j < diff.count; j++)
			kept -= diff.hunks[j].a_len;
		assert_int_equal(kept, common_by_table(a, a_len, b, b_len));
	}
	textdiff_release(&diff);
}

/* Texts that have nothing in common but their ends are one hunk, soon. */
static void
textdiff_compute__gives_up__on_texts_without_likeness(void **state)
{
	struct text a = { 0 }, b = { 0 };
	struct textdiff diff = { 0 };

	(void)state;
	text_add(&a, "begin ");
	text_add(&b, "begin ");
	for (int i = 0; i < 200000; i++) {
		text_printf(&a, "a%d ", i);
		text_printf(&b, "b%d ", i);
	}
	text_add(&a, "end");
	text_add(&b, "end");
	textdiff_compute(&diff, a.bytes, a.len, b.bytes, b.len);
	assert_int_equal(diff.count, 1);
	check_makes(&diff, a.bytes, a.len, b.bytes, b.len);
	assert_int_equal(diff.hunks[0].a, strlen("begin "));
	text_release(&a);
	text_release(&b);
	textdiff_release(&diff);
}

static void
textdiff_compute__finds__one_word_in_a_long_text(void **state)
{
	struct text a = { 0 }, b = { 0 };
	struct textdiff diff = { 0 };

	(void)state;
	for (int i = 0; i < 100000; i++) {
		text_printf(&a, "w%d ", i);
		text_printf(&b, i == 10 || i == 99990 ? "X " : "w%d ", i);
	}
	textdiff_compute(&diff, a.bytes, a.len, b.bytes, b.len);
	assert_int_equal(diff.count, 2);
	check_makes(&diff, a.bytes, a.len, b.bytes, b.len);
	text_release(&a);
	text_release(&b);
	textdiff_release(&diff);
}

static void
textdiff_prefix__ends__between_characters(void **state)
{
	(void)state;
	assert_int_equal(textdiff_prefix("abc", 3, "abd", 3), 2);
	assert_int_equal(textdiff_prefix("abc", 3, "ab", 2), 2);
	assert_int_equal(textdiff_prefix("", 0, "ab", 2), 0);
	assert_int_equal(textdiff_prefix("\xc3\xa9", 2, "\xc3\xa8", 2), 0);
	assert_int_equal(textdiff_prefix("ae", 2, "ae\xcc\x81", 4), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(textdiff_compute__finds__all_examples),
		cmocka_unit_test(textdiff_compute__makes__one_of_the_other),
		cmocka_unit_test(textdiff_compute__keeps__all_that_is_common),
		cmocka_unit_test(
		    textdiff_compute__gives_up__on_texts_without_likeness),
		cmocka_unit_test(
		    textdiff_compute__finds__one_word_in_a_long_text),
		cmocka_unit_test(textdiff_prefix__ends__between_characters),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
