/* test_compare_names.c: which engines are compared, as users write it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/compare_names.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void
print(struct text *out, const struct compare_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		text_printf(out, "%s%s", i ? " | " : "", names->items[i]);
}

static void
compare_names_read__finds__engines_and_settings(void **state)
{
	static const char *const examples[][2] = {
		{ "", "" }, { "  ", "" },
		{ "echo", "echo" },
		{ "echo echo", "echo | echo" },
		{ "echo delay=5 \t stop=END echo", "echo delay=5 stop=END | echo" },
		{ "echo stop=\"a b\" other", "echo stop=\"a b\" | other" },
		/* What has a colon, a slash or a dot before = is an engine. */
		{ "http://host/v1?api=2 x", "http://host/v1?api=2 | x" },
		{ "replay:a=b.jsonl", "replay:a=b.jsonl" },
		{ "\"replay:my file\" delay=5", "\"replay:my file\" delay=5" },
		{ "a b c d e f", "a | b | c | d | e | f" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		struct compare_names names = { 0 };
		struct text found = { 0 }, error = { 0 };

		assert_true(compare_names_read(&names, examples[i][0],
		    &error));
		print(&found, &names);
		assert_string_equal(text_string(&found), examples[i][1]);
		compare_names_release(&names);
		text_release(&found);
	}
}

static void
compare_names_choose__refuses__what_cannot_be_compared(void **state)
{
	static const char *const examples[][2] = {
		{ "delay=5 echo", "stands behind its engine" },
		{ "a b c d e f g", "at most 6 engines" },
		{ "", "name the engines" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		struct compare_names names = { 0 };
		struct text error = { 0 };

		assert_false(compare_names_choose(&names, examples[i][0],
		    "echo", &error));
		assert_non_null(strstr(text_string(&error), examples[i][1]));
		compare_names_release(&names);
		text_release(&error);
	}
}

static void
compare_names_choose__adds__the_own_engine_to_one(void **state)
{
	static const char *const examples[][3] = {
		{ "a delay=5", "echo", "echo | a delay=5" },
		{ "a", "replay:my file", "\"replay:my file\" | a" },
		{ "a b", "echo", "a | b" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		struct compare_names names = { 0 };
		struct text found = { 0 }, error = { 0 };

		assert_true(compare_names_choose(&names, examples[i][0],
		    examples[i][1], &error));
		print(&found, &names);
		assert_string_equal(text_string(&found), examples[i][2]);
		compare_names_release(&names);
		text_release(&found);
	}
}

static void
compare_name_engine__takes__quotes_off(void **state)
{
	char *engine = compare_name_engine("\"replay:my file\" delay=5");

	(void)state;
	assert_string_equal(engine, "replay:my file");
	free(engine);
}

static void
compare_name_settings__take_the_place__of_others(void **state)
{
	const struct setting *stop = setting_find("stop");
	struct settings settings = { 0 };
	struct text error = { 0 }, shown = { 0 };

	(void)state;
	settings_init(&settings);
	setting_set(&settings, stop, "OLD", &error);
	settings.max_tokens = 7;
	assert_true(compare_name_settings(
	    "echo stop=\"a b\" max_tokens= stop=END delay=2.5", &settings,
	    &error));
	setting_show(&settings, stop, &shown);
	assert_string_equal(text_string(&shown), "\"a b\" \"END\"");
	assert_int_equal(settings.max_tokens, -1);
	assert_true(settings.delay_ms == 2.5);
	assert_true(compare_name_settings("echo stop=", &settings, &error));
	assert_int_equal(settings.stop.count, 0);
	settings_release(&settings);
	text_release(&shown);
}

static void
compare_name_settings__names__what_is_wrong(void **state)
{
	static const char *const examples[][2] = {
		{ "echo dealy=5", "there is no setting dealy; did you mean "
		    "delay?" },
		{ "echo delay=soon", "delay must be" },
	};
	struct settings settings = { 0 };

	(void)state;
	settings_init(&settings);
	for (size_t i = 0; i < COUNT(examples); i++) {
		struct text error = { 0 };

		assert_false(compare_name_settings(examples[i][0], &settings,
		    &error));
		assert_non_null(strstr(text_string(&error), examples[i][1]));
		text_release(&error);
	}
	settings_release(&settings);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    compare_names_read__finds__engines_and_settings),
		cmocka_unit_test(
		    compare_names_choose__refuses__what_cannot_be_compared),
		cmocka_unit_test(
		    compare_names_choose__adds__the_own_engine_to_one),
		cmocka_unit_test(compare_name_engine__takes__quotes_off),
		cmocka_unit_test(
		    compare_name_settings__take_the_place__of_others),
		cmocka_unit_test(compare_name_settings__names__what_is_wrong),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
