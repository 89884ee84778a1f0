/* test_utf8.c: utf8.c against the WHATWG decoder's rules. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "../src/utf8.h"

/* Writes the code points as hex, invalid parts as their length: "61 !2". */
static void
describe(struct text *out, const char *bytes, size_t len)
{
	int32_t c;
	size_t n;

	for (size_t at = 0; at < len; at += n) {
		n = utf8_next(bytes + at, len - at, &c);
		text_add(out, at ? " " : "");
		if (c == UTF8_INVALID)
			text_printf(out, "!%zu", n);
		else
			text_printf(out, "%x", (unsigned)c);
	}
}

static void
check_parts(const char *bytes, size_t len, const char *parts)
{
	struct text got = { 0 };

	describe(&got, bytes, len);
	assert_string_equal(text_string(&got), parts);
	text_release(&got);
}

static void
utf8_next__reads__the_edges_of_each_length(void **state)
{
	(void)state;
	check_parts("\0\x7f", 2, "0 7f");
	check_parts("\xc2\x80\xdf\xbf", 4, "80 7ff");
	check_parts("\xe0\xa0\x80\xef\xbf\xbf", 6, "800 ffff");
	check_parts("\xed\x9f\xbf\xee\x80\x80", 6, "d7ff e000");
	check_parts("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", 8, "10000 10ffff");
}

static void
utf8_next__cuts__maximal_invalid_parts(void **state)
{
	static const struct {
		const char *bytes, *parts;
	} cases[] = {
		{ "a\x80z", "61 !1 7a" },
		{ "\xbf\xbf", "!1 !1" },
		{ "\xc0\x80", "!1 !1" },             /* overlong */
		{ "\xc1\xbf", "!1 !1" },
		{ "\xe0\x9f\xbf", "!1 !1 !1" },
		{ "\xf0\x8f\xbf\xbf", "!1 !1 !1 !1" },
		{ "\xed\xa0\x80", "!1 !1 !1" },      /* surrogate */
		{ "\xf4\x90\x80\x80", "!1 !1 !1 !1" }, /* above U+10FFFF */
		{ "\xf5\x80", "!1 !1" },
		{ "\xff\xfe", "!1 !1" },
		{ "\xe2\x82z", "!2 7a" },
		{ "\xf0\x9f\x98z", "!3 7a" },
		{ "\xf0\x9f\xc3\xa9", "!2 e9" },
		{ "\xc3\xc3\xa9", "!1 e9" },
		{ "\xe2\x82", "!2" },
		{ "\xf0\x9f\x98", "!3" },
		{ "\xc3", "!1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_parts(cases[i].bytes, strlen(cases[i].bytes),
		    cases[i].parts);
}

static void
utf8_encode__writes__what_next_reads(void **state)
{
	(void)state;
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		char bytes[4];
		size_t len = utf8_encode(c, bytes);
		int32_t back;

		assert_int_equal(utf8_next(bytes, len, &back), len);
		if (c >= 0xd800 && c <= 0xdfff)
			assert_int_equal(back, 0xfffd);
		else
			assert_int_equal(back, c);
	}
}

static void
utf8_encode__replaces__what_is_no_character(void **state)
{
	char bytes[4];

	(void)state;
	assert_int_equal(utf8_encode(0x110000, bytes), 3);
	assert_memory_equal(bytes, UTF8_REPLACEMENT, 3);
}

static void
utf8_unfinished__counts__bytes_that_may_be_completed(void **state)
{
	static const struct {
		const char *bytes;
		size_t unfinished;
	} cases[] = {
		{ "", 0 },
		{ "abc", 0 },
		{ "a\xc3", 1 },
		{ "a\xc3\xa9", 0 },
		{ "\xe2", 1 },
		{ "\xe2\x82", 2 },
		{ "\xe2\x82\xac", 0 },
		{ "a\xf0\x9f\x98", 3 },
		{ "\xf0\x9f\x98\x80", 0 },
		{ "\xf0\x9f\x98\x80\xf0", 1 },
		{ "\x80\x80\x80", 0 },
		{ "\x80", 0 },
		{ "\xff", 0 },
		{ "\xc1", 0 },
		{ "\xe0\x9f", 0 }, /* can no longer become a character */
		{ "\xe0\xa0", 2 },
		{ "\xed\xa0", 0 },
		{ "\xf4\x90", 0 },
		{ "\xc3\xa9\x80", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(utf8_unfinished(cases[i].bytes,
		    strlen(cases[i].bytes)), cases[i].unfinished);
}

static void
utf8_count__agrees__with_next_at_any_alignment(void **state)
{
	static const char text[] = "0123456789abcdef\xc3\xa9 0123456\xe2\x82"
	    "0123456789\xf0\x9f\x98\x80\xff 01234567890123456789\xe2\x82";
	size_t len = sizeof(text) - 1;

	(void)state;
	assert_int_equal(utf8_count(text, 0), 0);
	for (size_t start = 0; start < len; start++) {
		size_t count = 0;
		int32_t c;

		for (size_t at = start; at < len; count++)
			at += utf8_next(text + at, len - at, &c);
		assert_int_equal(utf8_count(text + start, len - start), count);
	}
}

static void
utf8_repair__replaces__each_invalid_part(void **state)
{
	static const struct {
		const char *bytes, *repaired;
		size_t count;
	} cases[] = {
		{ "", "", 0 },
		{ "plain text, longer than a word", "plain text, longer than a"
		    " word", 0 },
		{ "caf\xc3\xa9 \xf0\x9f\x98\x80", "caf\xc3\xa9 "
		    "\xf0\x9f\x98\x80", 0 },
		{ "\xff", UTF8_REPLACEMENT, 1 },
		{ "\xef\xbf\xbd", UTF8_REPLACEMENT, 0 },
		{ "a\xff\xfe" "b", "a" UTF8_REPLACEMENT UTF8_REPLACEMENT "b",
		    2 },
		{ "\xe2\x82" "0123456789\xc3", UTF8_REPLACEMENT "0123456789"
		    UTF8_REPLACEMENT, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		text_add(&out, "<");
		assert_int_equal(utf8_repair(&out, cases[i].bytes,
		    strlen(cases[i].bytes)), cases[i].count);
		assert_string_equal(text_string(&out) + 1, cases[i].repaired);
		text_release(&out);
	}
}

static void
utf8_valid__ends__at_the_first_invalid_part(void **state)
{
	/* Around the words of eight bytes that ASCII is read in, too. */
	static const struct {
		const char *bytes;
		size_t valid;
	} cases[] = {
		{ "", 0 },
		{ "a", 1 },
		{ "a\xc3\xa9z", 4 },
		{ "\xff", 0 },
		{ "a\xc3", 1 },
		{ "\xed\xa0\x80", 0 },
		{ "1234567\xff", 7 },
		{ "12345678\xff", 8 },
		{ "123456789\xe2\x80\xa6" "12345678\xe2\x80", 20 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(utf8_valid(cases[i].bytes,
		    strlen(cases[i].bytes)), cases[i].valid);
	assert_int_equal(utf8_valid(NULL, 0), 0);
}

static void
utf8_repair__takes__an_empty_text(void **state)
{
	struct text out = { 0 };

	(void)state;
	assert_int_equal(utf8_repair(&out, NULL, 0), 0);
	assert_int_equal(out.len, 0);
	assert_int_equal(utf8_count(NULL, 0), 0);
	assert_int_equal(utf8_unfinished(NULL, 0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utf8_next__reads__the_edges_of_each_length),
		cmocka_unit_test(utf8_next__cuts__maximal_invalid_parts),
		cmocka_unit_test(utf8_encode__writes__what_next_reads),
		cmocka_unit_test(utf8_encode__replaces__what_is_no_character),
		cmocka_unit_test(
		    utf8_unfinished__counts__bytes_that_may_be_completed),
		cmocka_unit_test(
		    utf8_count__agrees__with_next_at_any_alignment),
		cmocka_unit_test(utf8_valid__ends__at_the_first_invalid_part),
		cmocka_unit_test(utf8_repair__replaces__each_invalid_part),
		cmocka_unit_test(utf8_repair__takes__an_empty_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
