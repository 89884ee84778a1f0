/* test_json.c: JSON, byte for byte. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "../src/json.h"

static void
json_open__separates__pairs_and_values(void **state)
{
	struct text out = { 0 };

	(void)state;
	json_open(&out, NULL, '{');
	json_text(&out, "a", "x");
	json_text(&out, "b", NULL);
	json_open(&out, "list", '[');
	json_integer(&out, NULL, 1);
	json_integer(&out, NULL, 2);
	json_open(&out, NULL, '{');
	json_close(&out, '}');
	json_close(&out, ']');
	json_bool(&out, "yes", true);
	json_bool(&out, "no", false);
	json_null(&out, "none");
	json_raw(&out, "raw", "{\"k\": 1}");
	json_close(&out, '}');
	assert_string_equal(text_string(&out), "{\"a\":\"x\",\"b\":null,"
	    "\"list\":[1,2,{}],\"yes\":true,\"no\":false,\"none\":null,"
	    "\"raw\":{\"k\": 1}}");
	text_release(&out);
}

static void
json_open__begins__each_line_without_a_comma(void **state)
{
	struct text out = { 0 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		json_open(&out, NULL, '{');
		json_close(&out, '}');
		text_add(&out, "\n");
	}
	assert_string_equal(text_string(&out), "{}\n{}\n");
	text_release(&out);
}

static void
json_raw__goes_on__behind_a_colon(void **state)
{
	struct text out = { 0 };

	(void)state;
	text_add(&out, "data: {\"a\":");
	json_raw(&out, NULL, "1");
	json_raw(&out, "b", "2");
	assert_string_equal(text_string(&out), "data: {\"a\":1,\"b\":2");
	text_release(&out);
}

static void
json_string__escapes__what_json_wants(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *json;
	} cases[] = {
		{ NULL, 0, "\"\"" },
		{ "plain", 5, "\"plain\"" },
		{ "\"\\/", 3, "\"\\\"\\\\/\"" },
		{ "\n\t\r\b\f", 5, "\"\\n\\t\\r\\b\\f\"" },
		{ "a\0b", 3, "\"a\\u0000b\"" },
		{ "\x1b\x1f\x7f", 3, "\"\\u001b\\u001f\x7f\"" },
		{ "\u00e9\u2028\U0001f600", 9, "\"\u00e9\u2028\U0001f600\"" },
		{ "a\xff" "b\xe2\x82", 5, "\"a\ufffd" "b\ufffd\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		json_string(&out, NULL, cases[i].bytes, cases[i].len);
		assert_string_equal(text_string(&out), cases[i].json);
		text_release(&out);
	}
}

static void
json_string__escapes__names(void **state)
{
	struct text out = { 0 };

	(void)state;
	json_string(&out, "a\"b", "v", 1);
	assert_string_equal(text_string(&out), "\"a\\\"b\":\"v\"");
	text_release(&out);
}

static void
json_unsigned__writes__all_64_bits(void **state)
{
	struct text out = { 0 };

	(void)state;
	json_open(&out, NULL, '[');
	json_unsigned(&out, NULL, 0);
	json_unsigned(&out, NULL, 10);
	json_unsigned(&out, NULL, UINT64_C(14643705804678351452));
	json_unsigned(&out, NULL, UINT64_MAX);
	json_close(&out, ']');
	assert_string_equal(text_string(&out),
	    "[0,10,14643705804678351452,18446744073709551615]");
	text_release(&out);
}

/* Of all lengths of numbers, and longer than a piece of it. */
static void
json_unsigned_list__writes__each_value(void **state)
{
	enum { MANY = 1000 };
	uint64_t values[MANY];
	struct text out = { 0 }, want = { 0 };

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		values[i] = UINT64_MAX >> i % 65 % 64;
	for (size_t count = 0; count <= MANY; count = 2 * count + 1) {
		text_clear(&out);
		text_clear(&want);
		json_open(&want, "a", '[');
		for (size_t i = 0; i < count; i++)
			text_printf(&want, "%s%llu", i ? "," : "",
			    (unsigned long long)values[i]);
		json_close(&want, ']');
		json_unsigned_list(&out, "a", values, count);
		assert_string_equal(text_string(&out), text_string(&want));
	}
	text_release(&out);
	text_release(&want);
}

static void
json_integer__writes__all_64_bits(void **state)
{
	struct text out = { 0 };

	(void)state;
	json_open(&out, NULL, '[');
	json_integer(&out, NULL, INT64_MIN);
	json_integer(&out, NULL, INT64_MAX);
	json_close(&out, ']');
	assert_string_equal(text_string(&out),
	    "[-9223372036854775808,9223372036854775807]");
	text_release(&out);
}

static void
json_number__writes__the_shortest_form(void **state)
{
	static const struct {
		double value;
		int digits;
		const char *json;
	} cases[] = {
		{ 0, 3, "0" },
		{ 10, 3, "10" },
		{ 100, 0, "100" },
		{ 0.1, 3, "0.1" },
		{ 0.125, 3, "0.125" },
		{ 0.0625, 3, "0.062" },
		{ 10.102, 2, "10.1" },
		{ 1.999, 2, "2" },
		{ 2.5, 0, "2" },
		{ -1.5, 3, "-1.5" },
		{ -0.0001, 3, "0" },
		{ -0.0, 3, "0" },
		{ -0.001, 3, "-0.001" },
		{ 1e15, 3, "1000000000000000" },
		{ NAN, 3, "null" },
		{ INFINITY, 3, "null" },
		{ -INFINITY, 3, "null" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		json_number(&out, NULL, cases[i].value, cases[i].digits);
		assert_string_equal(text_string(&out), cases[i].json);
		text_release(&out);
	}
}

static void
json_thousandths__writes__the_shortest_form(void **state)
{
	static const struct {
		int64_t value;
		const char *json;
	} cases[] = { { 0, "0" }, { 1, "0.001" }, { 10, "0.01" },
		{ 100, "0.1" }, { 1000, "1" }, { 10500, "10.5" },
		{ 10102, "10.102" }, { 1000001, "1000.001" },
		{ INT64_MAX, "9223372036854775.807" } };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		json_thousandths(&out, NULL, cases[i].value);
		assert_string_equal(text_string(&out), cases[i].json);
		text_release(&out);
	}
}

static void
json_number__has_room__for_the_greatest_value(void **state)
{
	struct text out = { 0 };

	(void)state;
	json_number(&out, "n", -1.7976931348623157e308, 17);
	assert_int_equal(out.len, strlen("\"n\":-") + 309);
	text_release(&out);
}

static void
json_minify__takes__blanks_between_parts_away(void **state)
{
	static const struct {
		const char *json, *minified;
	} cases[] = {
		{ "", "" },
		{ " \t\r\n", "" },
		{ "[ 1 ,\r\n\t2.50 ]", "[1,2.50]" },
		{ " { \"a b\" : \" c \" } ", "{\"a b\":\" c \"}" },
		{ "[\"\\\\\" , \"\\\" \" ]", "[\"\\\\\",\"\\\" \"]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct text out = { 0 };

		json_minify(&out, cases[i].json, strlen(cases[i].json));
		assert_string_equal(text_string(&out), cases[i].minified);
		text_release(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_open__separates__pairs_and_values),
		cmocka_unit_test(json_open__begins__each_line_without_a_comma),
		cmocka_unit_test(json_raw__goes_on__behind_a_colon),
		cmocka_unit_test(json_string__escapes__what_json_wants),
		cmocka_unit_test(json_string__escapes__names),
		cmocka_unit_test(json_integer__writes__all_64_bits),
		cmocka_unit_test(json_unsigned__writes__all_64_bits),
		cmocka_unit_test(json_unsigned_list__writes__each_value),
		cmocka_unit_test(json_number__writes__the_shortest_form),
		cmocka_unit_test(json_thousandths__writes__the_shortest_form),
		cmocka_unit_test(json_number__has_room__for_the_greatest_value),
		cmocka_unit_test(json_minify__takes__blanks_between_parts_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
