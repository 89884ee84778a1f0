/* test_jsonread.c: JSON in, a tree out; and what was wrong with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/jsonread.h"
#include "../src/text.h"

/* The text is read from a block of its own size, which is gone afterwards: so
 * ASan sees a byte read too much, and a tree that points into it. */
static enum json_result
read_copy(struct json_reader *reader, const char *bytes, size_t len)
{
	char *copy = malloc(len ? len : 1);
	enum json_result result;

	memcpy(copy, bytes, len);
	result = json_read(reader, copy, len);
	free(copy);
	return result;
}

static enum json_result
read_string(struct json_reader *reader, const char *string)
{
	return read_copy(reader, string, strlen(string));
}

/* Writes a tree with the place of each value. */
static void
print(struct text *out, const struct json *value)
{
	static const char kinds[] = {
		[JSON_NULL] = '0', [JSON_FALSE] = 'F', [JSON_TRUE] = 'T',
		[JSON_NUMBER] = '#', [JSON_STRING] = '$', [JSON_LIST] = '[',
		[JSON_OBJECT] = '{',
	};

	if (value->name) {
		text_append(out, value->name, value->name_len);
		text_add(out, "=");
	}
	text_append(out, &kinds[value->kind], 1);
	text_append(out, value->bytes, value->len);
	text_printf(out, "@%u-%u", (unsigned)value->start,
	    (unsigned)value->end);
	for (const struct json *at = value->first; at; at = at->next) {
		text_add(out, " ");
		print(out, at);
	}
	if (value->kind == JSON_LIST || value->kind == JSON_OBJECT)
		text_add(out, " .");
}

static void
json_read__builds__a_tree_with_places(void **state)
{
	static const struct {
		const char *json;
		const char *tree;
	} cases[] = {
		{ "null", "0@0-4" },
		{ " true\r\n", "T@1-5" },
		{ "\tfalse ", "F@1-6" },
		{ "\"\"", "$@0-2" },
		{ "\"a b\"", "$a b@0-5" },
		{ "[]", "[@0-2 ." },
		{ "[ ]", "[@0-3 ." },
		{ "{}", "{@0-2 ." },
		{ "{ \n}", "{@0-4 ." },
		{ "[1,[2] ,{}]", "[@0-11 #1@1-2 [@3-6 #2@4-5 . {@8-10 . ." },
		{ "{\"a\":1,\"b\" : [null, {\"c\":\"d\"}]}",
		    "{@0-31 a=#1@5-6 b=[@13-30 0@14-18 "
		    "{@20-29 c=$d@25-28 . . ." },
		{ "{\"\":1,\"\":2}", "{@0-11 =#1@4-5 =#2@9-10 ." },
		{ "{\"\\u0061\\n\":1}", "{@0-14 a\n=#1@12-13 ." },
	};
	struct json_reader *reader = json_reader_new();
	struct text tree = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(read_string(reader, cases[i].json), JSON_OK);
		assert_false(json_was_bent(reader));
		text_clear(&tree);
		print(&tree, json_root(reader));
		assert_string_equal(text_string(&tree), cases[i].tree);
	}
	text_release(&tree);
	json_reader_free(reader);
}

static void
json_read__says_not__when_it_does_not_begin_like_json(void **state)
{
	static const char *const cases[] = {
		"", " ", "\r\n\t ", "inf", "hello", "<html>", "'a'", "+1",
		".5", "}", "]", ",", ":", "/**/1", "\xef\xbb\xbf{}", "\v1",
		"True", "_",
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (read_string(reader, cases[i]) != JSON_NOT)
			fail_msg("read: %s", cases[i]);
		assert_null(json_root(reader));
	}
	assert_int_equal(json_read(reader, NULL, 0), JSON_NOT);
	assert_int_equal(read_copy(reader, "\0{}", 3), JSON_NOT);
	json_reader_free(reader);
}

static void
json_read__says_broken__when_it_is_not_strict(void **state)
{
	static const char *const cases[] = {
		"[", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1}", "[]]",
		"{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1",
		"{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}",
		"{\"a\" 1}", "{\"a\",1}", "{1:1}", "{\"a\":1]", "{\"a\"}",
		"{\"a\":1 \"b\":2}", "{\"a\":}", "{null:1}",
		"\"", "\"a", "\"a\\", "\"\\\"", "\"\\x\"", "\"\\u\"",
		"\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\u 123\"",
		"\"\\u+123\"", "\"\\U0041\"", "\"\\'\"", "\"\\ud83d\\u12\"",
		"\"\\ud83d\\", "\"\\ud83d\\u", "\"\\u004", "\"\\0\"",
		"-", "01", "-01", "00", "1.", "1.e1", "-.5", "1e", "1e+",
		"1e-", "1.5e", "1e1.5", "0x10", "1_000", "--1", "-+1", "1,5",
		"t", "tru", "truE", "truex", "nul", "nullnull", "falsey",
		"N", "Na", "nan", "-NaN", "I", "Infinit", "Infinityx", "-I",
		"[DONE]", "{} {}", "1 2", "null,", "\"a\" b", "[1] // x",
		"[1/**/]", "{}\v", "\"a\"\xc2\xa0",
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		if (read_string(reader, cases[i]) != JSON_BROKEN)
			fail_msg("read: %s", cases[i]);
		assert_null(json_root(reader));
	}
	assert_int_equal(read_copy(reader, "1\0", 2), JSON_BROKEN);
	assert_int_equal(read_copy(reader, "[1\0]", 4), JSON_BROKEN);
	json_reader_free(reader);
}

static void
json_read__decodes__strings(void **state)
{
	static const struct {
		const char *json;
		const char *bytes;
		size_t len;
	} cases[] = {
		{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8 },
		{ "\"a\\nb\\tc\"", "a\nb\tc", 5 },
		{ "\"\\u0041\\u00e9\\u20AC\\uffff\"",
		    "A\xc3\xa9\xe2\x82\xac\xef\xbf\xbf", 9 },
		{ "\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!", 5 },
		{ "\"\\uD800\\uDC00\\uDBFF\\uDFFF\"",
		    "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", 8 },
		{ "\"\xf0\x9f\x98\x80\"", "\xf0\x9f\x98\x80", 4 },
		{ "\"a\\u0000b\"", "a\0b", 3 },
		{ "\"\\u0000\"", "\0", 1 },
		{ "\"\\\\u0041\"", "\\u0041", 6 },
		{ "\"\x7f\"", "\x7f", 1 },
		/* Halves of characters. */
		{ "\"\\ud83d\"", "\xed\xa0\xbd", 3 },
		{ "\"\\ude00\"", "\xed\xb8\x80", 3 },
		{ "\"\\ud800 \\udfff\"", "\xed\xa0\x80 \xed\xbf\xbf", 7 },
		{ "\"\\ude00\\ude00\"", "\xed\xb8\x80\xed\xb8\x80", 6 },
		{ "\"\\ude00\\ud83d\"", "\xed\xb8\x80\xed\xa0\xbd", 6 },
		{ "\"\\ud83d\\ud83d\\ude00\"",
		    "\xed\xa0\xbd\xf0\x9f\x98\x80", 7 },
		{ "\"\\ud83d\\n\"", "\xed\xa0\xbd\n", 4 },
		{ "\"\\ud83d\\u0041\"", "\xed\xa0\xbd" "A", 4 },
		{ "\"\\ud83d\\ue000\"", "\xed\xa0\xbd\xee\x80\x80", 6 },
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(read_string(reader, cases[i].json), JSON_OK);
		assert_false(json_was_bent(reader));
		const struct json *root = json_root(reader);
		assert_int_equal(root->kind, JSON_STRING);
		assert_int_equal(root->len, cases[i].len);
		assert_memory_equal(root->bytes, cases[i].bytes, root->len);
	}
	json_reader_free(reader);
}

static void
json_read__bends__rules_and_says_so(void **state)
{
	static const struct {
		const char *json;
		size_t len;
		enum json_kind kind;
		const char *bytes;
		size_t bytes_len;
	} cases[] = {
		{ "NaN", 3, JSON_NUMBER, "NaN", 3 },
		{ "Infinity", 8, JSON_NUMBER, "Infinity", 8 },
		{ " -Infinity ", 11, JSON_NUMBER, "-Infinity", 9 },
		{ "\"a\tb\"", 5, JSON_STRING, "a\tb", 3 },
		{ "\"a\nb\r\\n\"", 8, JSON_STRING, "a\nb\r\n", 5 },
		{ "\"\0\"", 3, JSON_STRING, "\0", 1 },
		{ "\"\x1f\\\\\0\"", 6, JSON_STRING, "\x1f\\\0", 3 },
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(read_copy(reader, cases[i].json,
		    cases[i].len), JSON_OK);
		assert_true(json_was_bent(reader));
		const struct json *root = json_root(reader);
		assert_int_equal(root->kind, cases[i].kind);
		assert_int_equal(root->len, cases[i].bytes_len);
		assert_memory_equal(root->bytes, cases[i].bytes, root->len);
		assert_int_equal(read_string(reader, "{}"), JSON_OK);
		assert_false(json_was_bent(reader));
	}
	assert_int_equal(read_string(reader, "{\"a\":[NaN]}"), JSON_OK);
	assert_true(json_was_bent(reader));
	assert_int_equal(read_string(reader, "[NaN"), JSON_BROKEN);
	assert_false(json_was_bent(reader));
	json_reader_free(reader);
}

static void
json_read__keeps__the_digits_of_numbers(void **state)
{
	static const char *const cases[] = {
		"0", "-0", "7", "-7", "10", "0.5", "-0.0", "1e5", "1E+5",
		"0e-0", "1.25e-7", "123456789012345678901234567890",
		"1e999999",
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(read_string(reader, cases[i]), JSON_OK);
		const struct json *root = json_root(reader);
		assert_int_equal(root->kind, JSON_NUMBER);
		assert_int_equal(root->len, strlen(cases[i]));
		assert_memory_equal(root->bytes, cases[i], root->len);
	}
	json_reader_free(reader);
}

/* Lists and objects in turn, `depth` of them, one in the other. */
static void
nest(struct text *out, int depth, bool closed)
{
	text_clear(out);
	for (int i = 0; i < depth; i++)
		text_add(out, i % 2 ? "{\"a\":" : "[");
	if (!closed)
		return;
	text_add(out, "1");
	while (depth--)
		text_add(out, depth % 2 ? "}" : "]");
}

static void
json_read__refuses__what_is_nested_too_deep(void **state)
{
	struct json_reader *reader = json_reader_new();
	struct text json = { 0 };

	(void)state;
	nest(&json, JSON_DEPTH_MAX, true);
	assert_int_equal(read_string(reader, json.bytes), JSON_OK);
	nest(&json, JSON_DEPTH_MAX + 1, true);
	assert_int_equal(read_string(reader, json.bytes), JSON_DEEP);
	assert_null(json_root(reader));
	nest(&json, 100000, false);
	assert_int_equal(read_string(reader, json.bytes), JSON_DEEP);
	assert_int_equal(read_string(reader, "tru"), JSON_BROKEN);
	nest(&json, JSON_DEPTH_MAX, false);
	assert_int_equal(read_string(reader, json.bytes), JSON_BROKEN);
	/* Not how many there are: how many are open. */
	text_clear(&json);
	for (int i = 0; i < JSON_DEPTH_MAX + 1; i++)
		text_add(&json, i ? ",[{}]" : "[[]");
	text_add(&json, "]");
	assert_int_equal(read_string(reader, json.bytes), JSON_OK);
	text_release(&json);
	json_reader_free(reader);
}

static void
json_read__is_used_again__after_many_values(void **state)
{
	struct json_reader *reader = json_reader_new();
	struct text json = { 0 };
	char digits[16];

	(void)state;
	for (int i = 0; i < 1000; i++)
		text_printf(&json, "%c%d", i ? ',' : '[', i);
	text_add(&json, "]");
	for (int round = 0; round < 3; round++) {
		int count = 0;

		assert_int_equal(read_string(reader, json.bytes), JSON_OK);
		for (const struct json *at = json_root(reader)->first; at;
		     at = at->next, count++) {
			snprintf(digits, sizeof(digits), "%d", count);
			assert_int_equal(at->len, strlen(digits));
			assert_memory_equal(at->bytes, digits, at->len);
			assert_null(at->name);
			assert_null(at->first);
		}
		assert_int_equal(count, 1000);
		assert_int_equal(read_string(reader, "[1"), JSON_BROKEN);
		assert_null(json_root(reader));
	}
	text_release(&json);
	json_reader_free(reader);
}

static void
json_root__is_null__before_a_text_was_read(void **state)
{
	struct json_reader *reader = json_reader_new();

	(void)state;
	assert_null(json_root(reader));
	assert_false(json_was_bent(reader));
	json_reader_free(reader);
	json_reader_free(NULL);
}

static void
json_get__takes__the_last_of_a_name(void **state)
{
	struct json_reader *reader = json_reader_new();
	bool twice = false;

	(void)state;
	read_string(reader, "{\"a\":1,\"b\":2,\"\\u0061\":3,\"ab\":4,"
	    "\"a\\u0000\":5}");
	assert_memory_equal(json_get(json_root(reader), "b", &twice)->bytes,
	    "2", 1);
	assert_false(twice);
	assert_null(json_get(json_root(reader), "c", &twice));
	assert_null(json_get(json_root(reader), "", &twice));
	assert_false(twice);
	assert_memory_equal(json_get(json_root(reader), "a", &twice)->bytes,
	    "3", 1);
	assert_true(twice);
	json_get(json_root(reader), "b", &twice);
	assert_true(twice);
	json_reader_free(reader);
}

static void
json_get__finds_nothing__in_what_is_no_object(void **state)
{
	static const char *const cases[] = {
		"[]", "[1]", "\"a\"", "1", "null",
	};
	struct json_reader *reader = json_reader_new();
	bool twice = false;

	(void)state;
	assert_null(json_get(NULL, "a", &twice));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(read_string(reader, cases[i]), JSON_OK);
		assert_null(json_get(json_root(reader), "", &twice));
		assert_null(json_get(json_root(reader), "a", &twice));
	}
	assert_false(twice);
	json_reader_free(reader);
}

static void
json_is__compares__whole_strings(void **state)
{
	struct json_reader *reader = json_reader_new();

	(void)state;
	assert_false(json_is(NULL, ""));
	read_string(reader, "\"stop\"");
	assert_true(json_is(json_root(reader), "stop"));
	assert_false(json_is(json_root(reader), "sto"));
	assert_false(json_is(json_root(reader), "stop "));
	assert_false(json_is(json_root(reader), "Stop"));
	read_string(reader, "\"\"");
	assert_true(json_is(json_root(reader), ""));
	read_string(reader, "\"stop\\u0000\"");
	assert_false(json_is(json_root(reader), "stop"));
	read_string(reader, "1");
	assert_false(json_is(json_root(reader), "1"));
	json_reader_free(reader);
}

static void
json_to_integer__takes__whole_numbers_that_fit(void **state)
{
	static const struct {
		const char *json;
		bool fits;
		int64_t value;
	} cases[] = {
		{ "0", true, 0 },
		{ "-0", true, 0 },
		{ "42", true, 42 },
		{ "-42", true, -42 },
		{ "9007199254740993", true, 9007199254740993 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 },
		{ "-9223372036854775809", false, 0 },
		{ "9999999999999999999", false, 0 },
		{ "18446744073709551617", false, 0 },
		{ "123456789012345678901234567890", false, 0 },
		{ "3.0", true, 3 },
		{ "-10.000", true, -10 },
		{ "1e2", true, 100 },
		{ "1E+2", true, 100 },
		{ "1.5e1", true, 15 },
		{ "1500e-2", true, 15 },
		{ "0.00012e5", true, 12 },
		{ "0.0", true, 0 },
		{ "0e999999999999999999999", true, 0 },
		{ "9223372036854775807.000", true, INT64_MAX },
		{ "9.223372036854775807e18", true, INT64_MAX },
		{ "9.223372036854775808e18", false, 0 },
		{ "0.5", false, 0 },
		{ "1.5", false, 0 },
		{ "15e-1", false, 0 },
		{ "1e-1", false, 0 },
		{ "1e19", false, 0 },
		{ "1e999999999999999999999", false, 0 },
		{ "1e-999999999999999999999", false, 0 },
		{ "NaN", false, 0 },
		{ "Infinity", false, 0 },
		{ "-Infinity", false, 0 },
		{ "\"1\"", false, 0 },
		{ "true", false, 0 },
		{ "null", false, 0 },
		{ "[1]", false, 0 },
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int64_t value = -77;

		assert_int_equal(read_string(reader, cases[i].json), JSON_OK);
		if (json_to_integer(json_root(reader), &value) !=
		    cases[i].fits)
			fail_msg("%s", cases[i].json);
		assert_int_equal(value, cases[i].fits ? cases[i].value : -77);
	}
	assert_false(json_to_integer(NULL, &(int64_t){ 0 }));
	json_reader_free(reader);
}

static enum json_result
read_zeros(struct json_reader *reader, size_t count)
{
	struct text list = { 0 };
	enum json_result result;

	text_add(&list, "[0");
	while (--count)
		text_add(&list, ",0");
	text_add(&list, "]");
	result = json_read(reader, list.bytes, list.len);
	text_release(&list);
	return result;
}

static void
json_read__refuses__more_than_a_million_values(void **state)
{
	struct json_reader *reader = json_reader_new();

	(void)state;
	assert_int_equal(read_zeros(reader, 999999), JSON_OK);
	assert_int_equal(read_zeros(reader, 1000000), JSON_MANY);
	assert_null(json_root(reader));
	assert_int_equal(read_zeros(reader, 1000), JSON_OK);
	json_reader_free(reader);
}

static void
json_trouble__is__the_first_byte_that_is_wrong(void **state)
{
	static const struct {
		const char *json;
		size_t at;
	} cases[] = {
		{ "x", 0 }, { "  x", 2 }, { "{\"a\":1,}", 7 }, { "[1 2]", 3 },
		{ "{} {}", 3 }, { "[\"a\\x\"]", 3 }, { "{\"model\":", 9 },
		{ "[1,NaN,Infinity]", 3 }, { "[\"a\nb\nc\"]", 3 },
	};
	struct json_reader *reader = json_reader_new();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		read_string(reader, cases[i].json);
		assert_int_equal(json_trouble(reader), cases[i].at);
	}
	json_reader_free(reader);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_read__builds__a_tree_with_places),
		cmocka_unit_test(
		    json_read__says_not__when_it_does_not_begin_like_json),
		cmocka_unit_test(json_read__says_broken__when_it_is_not_strict),
		cmocka_unit_test(json_read__decodes__strings),
		cmocka_unit_test(json_read__bends__rules_and_says_so),
		cmocka_unit_test(json_read__keeps__the_digits_of_numbers),
		cmocka_unit_test(json_read__refuses__what_is_nested_too_deep),
		cmocka_unit_test(json_read__is_used_again__after_many_values),
		cmocka_unit_test(json_root__is_null__before_a_text_was_read),
		cmocka_unit_test(json_get__takes__the_last_of_a_name),
		cmocka_unit_test(json_get__finds_nothing__in_what_is_no_object),
		cmocka_unit_test(json_is__compares__whole_strings),
		cmocka_unit_test(
		    json_to_integer__takes__whole_numbers_that_fit),
		cmocka_unit_test(
		    json_read__refuses__more_than_a_million_values),
		cmocka_unit_test(
		    json_trouble__is__the_first_byte_that_is_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
