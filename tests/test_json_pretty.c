/* test_json_pretty.c: JSON for people: whole, cut anywhere, broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/json_pretty.h"

static void
json_pretty__prints__a_value_a_line(void **state)
{
	static const char json[] = "{\"id\":\"a\\\"b\", \"choices\" : [{\"index\""
	    ":0,\"delta\":{\"content\":\"\\u00e9 {[\"},\"logprobs\":null}],"
	    "\"ids\":[1, -2.5e3,\"]\"],\"none\":{},\"empty\":[ ]}\n";
	struct text out = { 0 }, looks = { 0 };
	size_t end;

	(void)state;
	assert_int_equal(json_pretty(&out, &looks, json, strlen(json), 2, &end),
	    JSON_PRETTY_WHOLE);
	assert_int_equal(end, strlen(json));
	assert_string_equal(text_string(&out),
	    "  {\n"
	    "    \"id\": \"a\\\"b\",\n"
	    "    \"choices\": [\n"
	    "      {\n"
	    "        \"index\": 0,\n"
	    "        \"delta\": {\n"
	    "          \"content\": \"\\u00e9 {[\"\n"
	    "        },\n"
	    "        \"logprobs\": null\n"
	    "      }\n"
	    "    ],\n"
	    "    \"ids\": [1, -2.5e3, \"]\"],\n"
	    "    \"none\": {},\n"
	    "    \"empty\": []\n"
	    "  }\n");
	text_release(&out);
	text_release(&looks);
}

static void
json_pretty__gives__each_byte_a_look(void **state)
{
	static const char json[] = "{\"a\":[\"b\",true]}";
	static const char want[] =
	    "...." /* "  {" and the line's end */
	    "...." "nnn" ".." "." "sss" ".." "wwww" "." "."
	    "..." ".";
	static const char names[] = { '.', 'n', 's', 'w' };
	struct text out = { 0 }, looks = { 0 };
	size_t end;

	(void)state;
	json_pretty(&out, &looks, json, strlen(json), 2, &end);
	assert_int_equal(looks.len, out.len);
	assert_int_equal(looks.len, strlen(want));
	for (size_t i = 0; i < looks.len; i++)
		assert_int_equal(names[(int)looks.bytes[i]], want[i]);
	text_release(&out);
	text_release(&looks);
}

static void
json_pretty__says__what_is_wrong(void **state)
{
	static const struct {
		const char *json;
		enum json_pretty result;
		size_t end;
	} cases[] = {
		{ "", JSON_PRETTY_NONE, 0 },
		{ "[DONE]", JSON_PRETTY_NONE, 0 },
		{ "hello", JSON_PRETTY_NONE, 0 },
		{ "12", JSON_PRETTY_NONE, 0 },
		{ "{x", JSON_PRETTY_NONE, 0 },
		{ "[]", JSON_PRETTY_WHOLE, 2 },
		{ " { } ", JSON_PRETTY_WHOLE, 5 },
		{ "[1] 2", JSON_PRETTY_BROKEN, 4 },
		{ "[1]]", JSON_PRETTY_BROKEN, 3 },
		{ "[1}", JSON_PRETTY_BROKEN, 2 },
		{ "[1 2]", JSON_PRETTY_BROKEN, 3 },
		{ "[1,]", JSON_PRETTY_BROKEN, 3 },
		{ "{\"a\" 1}", JSON_PRETTY_BROKEN, 5 },
		{ "{\"a\":NaN,\"b\":1}", JSON_PRETTY_BROKEN, 5 },
		{ "{\"a\":", JSON_PRETTY_CUT, 5 },
		{ "{\"a\":\"b", JSON_PRETTY_CUT, 5 },
		{ "{\"a\":tr", JSON_PRETTY_CUT, 5 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct text out = { 0 }, looks = { 0 };
		size_t end = 0;

		assert_int_equal(json_pretty(&out, &looks, cases[i].json,
				     strlen(cases[i].json), 0, &end),
		    cases[i].result);
		assert_int_equal(end, cases[i].end);
		assert_int_equal(out.len > 0,
		    cases[i].result != JSON_PRETTY_NONE);
		text_release(&out);
		text_release(&looks);
	}
}

/* In memory that ends there: nothing is read behind it. */
static void
json_pretty__takes__any_cut(void **state)
{
	static const char json[] = "{\"a\":[1,\"\\\"x\"],\"b\":{\"c\":null}}";

	(void)state;
	for (size_t len = 2; len < strlen(json); len++) {
		struct text out = { 0 }, looks = { 0 };
		char *copy = malloc(len);
		size_t end;

		memcpy(copy, json, len);
		assert_int_equal(json_pretty(&out, &looks, copy, len, 2, &end),
		    JSON_PRETTY_CUT);
		assert_int_equal(looks.len, out.len);
		text_release(&out);
		text_release(&looks);
		free(copy);
	}
}

static void
json_pretty__goes__no_deeper_than_it_can(void **state)
{
	char deep[2 * JSON_PRETTY_DEPTH];
	struct text out = { 0 }, looks = { 0 };
	size_t end;

	(void)state;
	memset(deep, '[', sizeof(deep));
	assert_int_equal(json_pretty(&out, &looks, deep, sizeof(deep), 0, &end),
	    JSON_PRETTY_BROKEN);
	assert_int_equal(end, JSON_PRETTY_DEPTH);
	text_release(&out);
	text_release(&looks);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_pretty__prints__a_value_a_line),
		cmocka_unit_test(json_pretty__gives__each_byte_a_look),
		cmocka_unit_test(json_pretty__says__what_is_wrong),
		cmocka_unit_test(json_pretty__takes__any_cut),
		cmocka_unit_test(json_pretty__goes__no_deeper_than_it_can),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
