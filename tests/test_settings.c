/* test_settings.c: settings as text, in and out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/nearest.h"
#include "../src/settings.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static bool
try(struct settings *settings, const char *name, const char *value,
    struct text *error)
{
	text_clear(error);
	return setting_set(settings, setting_find(name), value, error);
}

static void
must_set(struct settings *settings, const char *name, const char *value)
{
	struct text error = { 0 };

	if (!try(settings, name, value, &error) || error.len)
		fail_msg("%s: %s", name, text_string(&error));
	text_release(&error);
}

static void
check_shown(const struct settings *settings, const char *name,
    const char *shown)
{
	struct text out = { 0 };

	setting_show(settings, setting_find(name), &out);
	assert_string_equal(text_string(&out), shown);
	text_release(&out);
}

static void
setting_set__reads__what_is_right(void **state)
{
	static const struct {
		const char *name, *value, *shown;
	} cases[] = {
		{ "model_name", "llama 3", "llama 3" },
		{ "max_tokens", "1", "1" },
		{ "max_tokens", "9223372036854775807", "9223372036854775807" },
		{ "min_tokens", "0", "0" },
		{ "min_tokens", "2147483647", "2147483647" },
		{ "seed", "-9223372036854775807", "-9223372036854775807" },
		{ "seed", "9007199254740993", "9007199254740993" },
		{ "seed", "-1", "-1" },
		{ "n", "128", "128" },
		{ "temperature", "0.7", "0.7" },
		{ "temperature", "0", "0" },
		{ "temperature", "1e-3", "0.001" },
		{ "top_p", "1.0", "1" },
		{ "delay", "0", "0" },
		{ "delay", "0.5", "0.5" },
		{ "delay", "3600000", "3600000" },
		{ "ttft", "0", "0" },
		{ "jitter", "0.25", "0.25" },
		{ "prefill-per-token", "60000", "60000" },
		{ "ignore_eos", "on", "on" },
		{ "ignore_eos", "true", "on" },
		{ "ignore_eos", "yes", "on" },
		{ "ignore_eos", "1", "on" },
		{ "ignore_eos", "off", "off" },
		{ "ignore_eos", "false", "off" },
		{ "ignore_eos", "no", "off" },
		{ "ignore_eos", "0", "off" },
		{ "endpoint", "completions", "completions" },
		{ "endpoint", "chat", "chat" },
		{ "stop", "\\n\\x41", "\"\\nA\"" },
		{ "eos_token", "<|im_end|>", "\"<|im_end|>\"" },
		{ "stop_token_ids", "4294967295", "4294967295" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct settings settings;
		settings_init(&settings);
		must_set(&settings, cases[i].name, cases[i].value);
		check_shown(&settings, cases[i].name, cases[i].shown);
		settings_release(&settings);
	}
}

static void
setting_set__explains__what_is_wrong(void **state)
{
	static const struct {
		const char *name, *value, *error;
	} cases[] = {
		{ "max_tokens", "0",
		    "max_tokens must be a whole number of tokens, 1 or more; "
		    "\"0\" is not" },
		{ "max_tokens", "9223372036854775808",
		    "max_tokens must be a whole number of tokens, 1 or more; "
		    "\"9223372036854775808\" is not" },
		{ "min_tokens", "2147483648",
		    "min_tokens must be a whole number of tokens from 0 to "
		    "2147483647; \"2147483648\" is not" },
		{ "n", "", "n must be a whole number from 1 to 128; "
		    "\"\" is not" },
		{ "n", "2.0", "n must be a whole number from 1 to 128; "
		    "\"2.0\" is not" },
		{ "n", " 2", "n must be a whole number from 1 to 128; "
		    "\" 2\" is not" },
		{ "n", "1-2", "n must be a whole number from 1 to 128; "
		    "\"1-2\" is not" },
		{ "seed", "x", "seed must be a whole number; \"x\" is not" },
		{ "seed", "-9223372036854775808", "seed must be a whole number;"
		    " \"-9223372036854775808\" is not" },
		{ "top_p", "1.1", "top_p must be a number from 0 to 1; "
		    "\"1.1\" is not" },
		{ "temperature", "nan", "temperature must be a number from 0 "
		    "to 100; \"nan\" is not" },
		{ "temperature", "0x10", "temperature must be a number from 0 "
		    "to 100; \"0x10\" is not" },
		{ "temperature", "0,5", "temperature must be a number from 0 "
		    "to 100; \"0,5\" is not" },
		{ "temperature", "1e999", "temperature must be a number from 0 "
		    "to 100; \"1e999\" is not" },
		{ "delay", "-1", "delay must be a number of ms from 0 to "
		    "3600000; \"-1\" is not" },
		{ "prefill_per_token", "60001", "prefill_per_token must be a "
		    "number of ms from 0 to 60000; \"60001\" is not" },
		{ "ignore_eos", "maybe", "ignore_eos must be on or off; "
		    "\"maybe\" is not" },
		{ "ignore_eos", "o", "ignore_eos must be on or off; "
		    "\"o\" is not" },
		{ "endpoint", "chat|completions", "endpoint must be chat or "
		    "completions; \"chat|completions\" is not" },
		{ "stop_token_ids", "-1", "stop_token_ids must be a whole "
		    "number from 0 to 4294967295; \"-1\" is not" },
	};
	struct settings settings;
	struct text error = { 0 };

	(void)state;
	settings_init(&settings);
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct setting *setting = setting_find(cases[i].name);
		assert_false(try(&settings, cases[i].name, cases[i].value,
		    &error));
		assert_string_equal(text_string(&error), cases[i].error);
		assert_false(setting_is_set(&settings, setting));
	}
	text_release(&error);
}

static void
setting_set__refuses__unknown_escapes_in_lists(void **state)
{
	struct settings settings;
	struct text error = { 0 };

	(void)state;
	settings_init(&settings);
	assert_false(try(&settings, "stop", "a\\q", &error));
	assert_non_null(strstr(text_string(&error), "\\q"));
	assert_int_equal(settings.stop.count, 0);
	text_release(&error);
}

static void
setting_set__refuses__what_is_no_header(void **state)
{
	static const char *const wrong[] = { "bad", ": x", "a b: c",
		"X: a\\r\\nY: b" };
	struct settings settings;
	struct text error = { 0 };

	(void)state;
	settings_init(&settings);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		text_clear(&error);
		assert_false(setting_set(&settings, setting_find("header"),
		    wrong[i], &error));
		assert_true(error.len > 0);
	}
	assert_true(setting_set(&settings, setting_find("header"),
	    "X-Api-Key: x", &error));
	assert_true(setting_set(&settings, setting_find("header"), "Accept:",
	    &error));
	assert_int_equal(settings.headers.count, 2);
	text_release(&error);
	settings_release(&settings);
}

static void
setting_set__drops__empty_strings_with_a_warning(void **state)
{
	struct settings settings;
	struct text error = { 0 };

	(void)state;
	settings_init(&settings);
	assert_true(try(&settings, "stop", "", &error));
	assert_string_equal(text_string(&error),
	    "an empty string is left out");
	assert_int_equal(settings.stop.count, 0);
	text_release(&error);
}

static void
setting_set__adds_to_lists__without_doubles(void **state)
{
	struct settings settings;

	(void)state;
	settings_init(&settings);
	must_set(&settings, "stop", "a");
	must_set(&settings, "stop", "b\\t");
	must_set(&settings, "stop", "a");
	must_set(&settings, "stop", "b\\x09");
	check_shown(&settings, "stop", "\"a\" \"b\\t\"");
	must_set(&settings, "stop_token_ids", "10");
	must_set(&settings, "stop_token_ids", "2");
	must_set(&settings, "stop_token_ids", "10");
	check_shown(&settings, "stop_token_ids", "10 2");
	settings_release(&settings);
}

static void
setting_remove__takes_out__one_item(void **state)
{
	struct settings settings;
	struct text error = { 0 };

	(void)state;
	settings_init(&settings);
	must_set(&settings, "stop", "a");
	must_set(&settings, "stop", "\\n");
	must_set(&settings, "stop", "c");
	assert_true(setting_remove(&settings, setting_find("stop"), "\\n",
	    &error));
	check_shown(&settings, "stop", "\"a\" \"c\"");
	must_set(&settings, "stop_token_ids", "1");
	must_set(&settings, "stop_token_ids", "2");
	assert_true(setting_remove(&settings, setting_find("stop_token_ids"),
	    "1", &error));
	check_shown(&settings, "stop_token_ids", "2");
	settings_release(&settings);
	text_release(&error);
}

static void
setting_remove__explains__what_is_not_there(void **state)
{
	static const struct {
		const char *name, *value, *error;
	} cases[] = {
		{ "stop", "x", "\"x\" is not in stop" },
		{ "stop", "", "\"\" is not in stop" },
		{ "stop_token_ids", "7", "\"7\" is not in stop_token_ids" },
		{ "stop_token_ids", "x", "stop_token_ids must be a whole "
		    "number from 0 to 4294967295; \"x\" is not" },
		{ "delay", "10", "delay is not a list" },
	};
	struct settings settings;
	struct text error = { 0 };

	(void)state;
	settings_init(&settings);
	must_set(&settings, "stop", "a");
	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&error);
		assert_false(setting_remove(&settings,
		    setting_find(cases[i].name), cases[i].value, &error));
		assert_string_equal(text_string(&error), cases[i].error);
	}
	settings_release(&settings);
	text_release(&error);
}

static bool
is_on_at_first(const struct setting *setting)
{
	struct settings settings;

	settings_init(&settings);
	return *(const bool *)((const char *)&settings + setting->offset);
}

/* A value that is not the default. */
static const char *
example(const struct setting *setting)
{
	if (!strcmp(setting->name, "header"))
		return "1: 1";
	switch (setting->kind) {
	case SETTING_BOOL:
		return is_on_at_first(setting) ? "off" : "on";
	case SETTING_WORD:
		return strrchr(setting->words, '|') + 1;
	case SETTING_NUMBER:
		return "0.5";
	case SETTING_INTEGER:
	case SETTING_TEXT:
	case SETTING_TEXTS:
	case SETTING_IDS:
		break;
	}
	return "1";
}

static void
setting_unset__brings_back__each_default(void **state)
{
	struct settings settings;
	struct text before = { 0 };

	(void)state;
	settings_init(&settings);
	for (const struct setting *s = setting_table; s->name; s++) {
		text_clear(&before);
		setting_show(&settings, s, &before);
		assert_false(setting_is_set(&settings, s));
		must_set(&settings, s->name, example(s));
		assert_true(setting_is_set(&settings, s));
		setting_unset(&settings, s);
		assert_false(setting_is_set(&settings, s));
		check_shown(&settings, s->name, text_string(&before));
	}
	text_release(&before);
}

static void
setting_show__shows__defaults_and_a_dash(void **state)
{
	struct settings settings;

	(void)state;
	settings_init(&settings);
	check_shown(&settings, "delay", "10");
	check_shown(&settings, "ttft", "-");
	check_shown(&settings, "jitter", "0");
	check_shown(&settings, "ignore_eos", "off");
	check_shown(&settings, "endpoint", "chat");
	check_shown(&settings, "max_tokens", "-");
	check_shown(&settings, "temperature", "-");
	check_shown(&settings, "seed", "-");
	check_shown(&settings, "stop", "-");
	check_shown(&settings, "stop_token_ids", "-");
	check_shown(&settings, "model_name", "-");
}

static void
settings_copy__shares__nothing(void **state)
{
	struct settings settings;
	struct settings copy;

	(void)state;
	settings_init(&settings);
	for (const struct setting *s = setting_table; s->name; s++)
		must_set(&settings, s->name, example(s));
	text_add(&settings.request_template, "{}");
	settings_copy(&copy, &settings);
	settings_release(&settings);
	for (const struct setting *s = setting_table; s->name; s++)
		assert_true(setting_is_set(&copy, s));
	check_shown(&copy, "stop", "\"1\"");
	check_shown(&copy, "eos_token", "\"1\"");
	check_shown(&copy, "stop_token_ids", "1");
	assert_string_equal(copy.request_template.bytes, "{}");
	settings_release(&copy);
}

static void
setting_find__takes__dashes_for_underscores(void **state)
{
	(void)state;
	for (const struct setting *s = setting_table; s->name; s++)
		assert_ptr_equal(setting_find(s->name), s);
	assert_string_equal(setting_find("max-tokens")->name, "max_tokens");
	assert_null(setting_find("max"));
	assert_null(setting_find("max_tokens_"));
	assert_null(setting_find(""));
}

static void
setting_nearest__finds__mistyped_names(void **state)
{
	static const struct {
		const char *typed, *name;
	} cases[] = {
		{ "max_token", "max_tokens" },
		{ "mix_tokens", "max_tokens" },
		{ "max-tokenz", "max_tokens" },
		{ "tempreature", "temperature" },
		{ "sotp", "stop" },
		{ "top", "top_p" },
		{ "include-stop", "include_stop_str_in_output" },
		{ "dleya", "delay" },
		{ "so", NULL },
		{ "x", NULL },
		{ "", NULL },
		{ "maximum", NULL },
		{ "s", NULL },
		{ "a_very_long_name_that_is_nothing_like_any_of_the_settings_"
		  "there_are", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *name = setting_nearest(cases[i].typed);
		if (cases[i].name)
			assert_string_equal(name, cases[i].name);
		else if (name)
			fail_msg("%s: %s", cases[i].typed, name);
	}
}

static void
name_distance__counts__edits(void **state)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} cases[] = {
		{ "", "", 0 },
		{ "", "abc", 3 },
		{ "echo", "echo", 0 },
		{ "ehco", "echo", 1 },
		{ "eho", "echo", 1 },
		{ "eecho", "echo", 1 },
		{ "acho", "echo", 1 },
		{ "hceo", "echo", 2 },
		{ "kitten", "sitting", 3 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(name_distance(cases[i].a, cases[i].b),
		    cases[i].distance);
		assert_int_equal(name_distance(cases[i].b, cases[i].a),
		    cases[i].distance);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(setting_set__reads__what_is_right),
		cmocka_unit_test(setting_set__explains__what_is_wrong),
		cmocka_unit_test(
		    setting_set__refuses__unknown_escapes_in_lists),
		cmocka_unit_test(
		    setting_set__refuses__what_is_no_header),
		cmocka_unit_test(
		    setting_set__drops__empty_strings_with_a_warning),
		cmocka_unit_test(setting_set__adds_to_lists__without_doubles),
		cmocka_unit_test(setting_remove__takes_out__one_item),
		cmocka_unit_test(setting_remove__explains__what_is_not_there),
		cmocka_unit_test(setting_unset__brings_back__each_default),
		cmocka_unit_test(setting_show__shows__defaults_and_a_dash),
		cmocka_unit_test(settings_copy__shares__nothing),
		cmocka_unit_test(setting_find__takes__dashes_for_underscores),
		cmocka_unit_test(setting_nearest__finds__mistyped_names),
		cmocka_unit_test(name_distance__counts__edits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
