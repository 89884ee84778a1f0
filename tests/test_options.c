/* test_options.c: the command line: what a server and the pace are told on it. All
 * else is tested with the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/options.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { WORDS_MAX = 16 };

static struct options options;
static struct text error, warning;

static int
setup(void **state)
{
	(void)state;
	memset(&options, 0, sizeof(options));
	options_init(&options);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	options_release(&options);
	text_release(&error);
	text_release(&warning);
	return 0;
}

/* Reads the words up to NULL. */
static bool
read_words(const char *const *words)
{
	char *argv[WORDS_MAX + 2] = { "echochat" };
	int argc = 1;

	for (; words[argc - 1]; argc++)
		argv[argc] = (char *)words[argc - 1];
	return options_read(&options, argc, argv, &error, &warning);
}

static void
options_init__knows__what_a_server_does(void **state)
{
	(void)state;
	assert_string_equal(options.serve.host, "127.0.0.1");
	assert_int_equal(options.serve.port, 8080);
	assert_false(options.serve.allow_remote);
	assert_null(options.serve.api_key_env);
	assert_int_equal(options.serve.streams_most, 16384);
	assert_int_equal(options.serve.grace_ms, 5000);
	assert_int_equal(options.serve.workers, 1);
	assert_int_equal(options.serve.faults.count, 0);
	assert_null(options.serve.journal);
	assert_null(options.serve.given);
}

static void
options_read__reads__all_of_a_server(void **state)
{
	static const char *const words[] = { "in=http", "--http-host=::",
		"--http-port=0", "--http-allow-remote", "--http-api-key-env",
		"KEY", "--http-max-streams=0", "--http-grace=0",
		"--workers=64", "--fault=stall@7", "--fault", "reset",
		"--journal=j", NULL };

	(void)state;
	assert_true(read_words(words));
	assert_int_equal(options.input, INPUT_HTTP);
	assert_string_equal(options.serve.host, "::");
	assert_int_equal(options.serve.port, 0);
	assert_true(options.serve.allow_remote);
	assert_string_equal(options.serve.api_key_env, "KEY");
	assert_int_equal(options.serve.streams_most, 0);
	assert_int_equal(options.serve.grace_ms, 0);
	assert_int_equal(options.serve.workers, 64);
	assert_int_equal(options.serve.faults.count, 2);
	assert_string_equal(text_string(&options.serve.faults.items[0]),
	    "stall@7");
	assert_string_equal(text_string(&options.serve.faults.items[1]),
	    "reset");
	assert_string_equal(options.serve.journal, "j");
	assert_string_equal(text_string(&warning), "");
}

static void
options_read__knows__which_is_of_a_server(void **state)
{
	static const struct {
		const char *words[3];
		const char *given;
	} cases[] = {
		{ { "in=http" }, NULL },
		{ { "--delay=5", "--json" }, NULL },
		{ { "--trace=t", "--plain" }, NULL },
		{ { "--http-port=8080" }, "http-port" },
		{ { "--http-allow" }, "http-allow-remote" },
		{ { "--journal=j", "--delay=5" }, "journal" },
		{ { "--fault=a" }, "fault" },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		teardown(state);
		setup(state);
		assert_true(read_words(cases[i].words));
		if (cases[i].given)
			assert_string_equal(options.serve.given,
			    cases[i].given);
		else
			assert_null(options.serve.given);
	}
}

static void
options_read__reads__the_pace(void **state)
{
	static const char *const words[] = { "--ttft=250", "--jitter=1.5",
		"--prefill-per-token", "0.25", NULL };

	(void)state;
	assert_true(options.settings.ttft_ms < 0);
	assert_true(read_words(words));
	assert_true(options.settings.ttft_ms == 250);
	assert_true(options.settings.jitter_ms == 1.5);
	assert_true(options.settings.prefill_per_token_ms == 0.25);
}

static void
options_read__refuses__in_one_sentence(void **state)
{
	static const struct {
		const char *word, *sentence;
	} cases[] = {
		{ "in=https", "unknown input \"in=https\": there are in=text, "
		    "in=stdin, in=batch:FILE, in=http, in=trace:FILE and "
		    "in=check" },
		{ "--http-host=", "--http-host must be a name or an address of "
		    "this machine; \"\" is not" },
		{ "--http-port=65536", "--http-port must be a whole number "
		    "from 0 to 65535; \"65536\" is not" },
		{ "--http-port=-1", "--http-port must be a whole number from 0 "
		    "to 65535; \"-1\" is not" },
		{ "--http-allow-remote=2", "--http-allow-remote must be on or "
		    "off; \"2\" is not" },
		{ "--version=1", "--version takes no value; \"1\" is one too "
		    "many" },
		{ "--http-api-key-env=", "--http-api-key-env must be the name "
		    "of a variable; \"\" is not" },
		{ "--http-max-streams=many", "--http-max-streams must be a "
		    "whole number from 0 to 1000000; \"many\" is not" },
		{ "--http-grace=1.5", "--http-grace must be a whole number "
		    "from 0 to 3600000; \"1.5\" is not" },
		{ "--workers=0", "--workers must be a whole number from 1 to "
		    "64; \"0\" is not" },
		{ "--workers=65", "--workers must be a whole number from 1 to "
		    "64; \"65\" is not" },
		{ "--fault=", "--fault must be the name of a fault, or "
		    "NAME@N; \"\" is not" },
		{ "--journal=", "--journal must be the name of a file; \"\" is "
		    "not" },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *const words[] = { cases[i].word, NULL };

		teardown(state);
		setup(state);
		assert_false(read_words(words));
		assert_string_equal(text_string(&error), cases[i].sentence);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(options_init__knows__what_a_server_does),
		TEST(options_read__reads__all_of_a_server),
		TEST(options_read__knows__which_is_of_a_server),
		TEST(options_read__reads__the_pace),
		TEST(options_read__refuses__in_one_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
