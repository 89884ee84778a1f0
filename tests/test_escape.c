/* test_escape.c: text in quotes, both ways, in C.UTF-8. */
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "../src/escape.h"
#include "../src/utf8.h"

static void
escape_quote__shows__what_is_not_plain(void **state)
{
	static const struct {
		const char *bytes, *quoted;
	} cases[] = {
		{ "", "\"\"" },
		{ "plain text", "\"plain text\"" },
		{ "a\n\x1b[2J \u202e", "\"a\\n\\x1b[2J \\u{202e}\"" },
		{ "\t\r\x7f", "\"\\t\\r\\x7f\"" },
		{ "say \"hi\" \\o/", "\"say \\\"hi\\\" \\\\o/\"" },
		{ "caf\u00e9 \u6f22 \U0001f600", "\"caf\u00e9 \u6f22 "
		    "\U0001f600\"" },
		{ "\xff\xe2\x82z", "\"\\xff\\xe2\\x82z\"" },
		{ "\xc2\x85\u0378", "\"\\u{85}\\u{378}\"" },
		{ "a\u200b\ufeff", "\"a\\u{200b}\\u{feff}\"" },
		{ "\u0301e\u0301", "\"\\u{301}e\u0301\"" },
		{ "\u030a\u0301", "\"\\u{30a}\\u{301}\"" },
		{ "\n\u0301", "\"\\n\\u{301}\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		escape_quote(&out, cases[i].bytes, strlen(cases[i].bytes));
		assert_string_equal(text_string(&out), cases[i].quoted);
		text_release(&out);
	}
}

static void
escape_plain__leaves__the_quotes_away(void **state)
{
	struct text out = { 0 };

	(void)state;
	escape_plain(&out, "a\0\"", 3);
	assert_string_equal(text_string(&out), "a\\x00\\\"");
	text_release(&out);
}

static void
escape_quote_short__cuts__behind_max_characters(void **state)
{
	static const struct {
		const char *bytes;
		size_t max;
		const char *quoted;
	} cases[] = {
		{ "abc", 3, "\"abc\"" },
		{ "abcd", 3, "\"abc\"\u2026" },
		{ "\u6f22\u5b57\u6f22", 2, "\"\u6f22\u5b57\"\u2026" },
		{ "\n\n\n", 2, "\"\\n\\n\"\u2026" },
		{ "a", 0, "\"\"\u2026" },
		{ "", 0, "\"\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		escape_quote_short(&out, cases[i].bytes,
		    strlen(cases[i].bytes), cases[i].max);
		assert_string_equal(text_string(&out), cases[i].quoted);
		text_release(&out);
	}
}

static void
escape_read__understands__each_escape(void **state)
{
	static const struct {
		const char *string, *bytes;
		size_t len;
	} cases[] = {
		{ "", "", 0 },
		{ "plain \u6f22", "plain \u6f22", 9 },
		{ "\\n\\t\\r\\\\\\\"", "\n\t\r\\\"", 5 },
		{ "a\\0b", "a\0b", 3 },
		{ "\\x41\\x1Bz", "A\x1bz", 3 },
		{ "\\xe2\\x82\\xac", "\u20ac", 3 },
		{ "\\u{41}\\u{1f600}\\u{10FFFF}", "A\U0001f600\U0010ffff", 9 },
		{ "\\u{000041}", "A", 1 },
		{ "\\\\n", "\\n", 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 }, error = { 0 };

		text_add(&out, "<");
		assert_true(escape_read(&out, cases[i].string, &error));
		assert_int_equal(out.len, 1 + cases[i].len);
		assert_memory_equal(out.bytes + 1, cases[i].bytes,
		    cases[i].len);
		assert_int_equal(error.len, 0);
		text_release(&out);
	}
}

static void
escape_read__explains__what_is_wrong(void **state)
{
	static const struct {
		const char *string, *error;
	} cases[] = {
		{ "a\\qb", "unknown escape \\q in \"a\\qb\": "
		    "write \\\\ for a backslash" },
		{ "\\\u6f22", "unknown escape \\\u6f22 in \"\\\u6f22\": "
		    "write \\\\ for a backslash" },
		{ "\\\x1b", "unknown escape \\\\x1b in \"\\\\x1b\": "
		    "write \\\\ for a backslash" },
		{ "a\\", "lone \\ at the end of \"a\\\": "
		    "write \\\\ for a backslash" },
		{ "\\x1", "\\x without two hexadecimal digits in \"\\x1\": "
		    "write it like \\x1b" },
		{ "\\xg1", "\\x without two hexadecimal digits in \"\\xg1\": "
		    "write it like \\x1b" },
		{ "\\u0041", "\\u without a code point in \"\\u0041\": "
		    "write it like \\u{1f600}" },
		{ "\\u{}", "\\u without a code point in \"\\u{}\": "
		    "write it like \\u{1f600}" },
		{ "\\u{41", "\\u without a code point in \"\\u{41\": "
		    "write it like \\u{1f600}" },
		{ "\\u{d800}", "\\u without a code point in \"\\u{d800}\": "
		    "write it like \\u{1f600}" },
		{ "\\u{110000}", "\\u without a code point in "
		    "\"\\u{110000}\": write it like \\u{1f600}" },
		{ "\\u{0000041}", "\\u without a code point in "
		    "\"\\u{0000041}\": write it like \\u{1f600}" },
		{ "\\xff", "\"\\xff\" is not UTF-8" },
		{ "\xff", "\"\\xff\" is not UTF-8" },
		{ "\\xe2\\x82", "\"\\xe2\\x82\" is not UTF-8" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 }, error = { 0 };

		text_add(&out, "<");
		assert_false(escape_read(&out, cases[i].string, &error));
		assert_string_equal(text_string(&error), cases[i].error);
		assert_string_equal(text_string(&out), "<");
		text_release(&out);
		text_release(&error);
	}
}

static void
escape_read__reads_back__what_plain_wrote(void **state)
{
	(void)state;
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		struct text plain = { 0 }, back = { 0 }, error = { 0 };
		char bytes[9] = "a";
		size_t len = 1 + utf8_encode(c, bytes + 1);

		bytes[len++] = '1';
		escape_plain(&plain, bytes, len);
		assert_true(escape_read(&back, text_string(&plain), &error));
		assert_int_equal(back.len, len);
		assert_memory_equal(back.bytes, bytes, len);
		text_release(&plain);
		text_release(&back);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escape_quote__shows__what_is_not_plain),
		cmocka_unit_test(escape_plain__leaves__the_quotes_away),
		cmocka_unit_test(
		    escape_quote_short__cuts__behind_max_characters),
		cmocka_unit_test(escape_read__understands__each_escape),
		cmocka_unit_test(escape_read__explains__what_is_wrong),
		cmocka_unit_test(escape_read__reads_back__what_plain_wrote),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
