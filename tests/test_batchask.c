/* test_batchask.c: lines of in=batch as requests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include <cmocka.h>

#include "../src/batchask.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define USER "{\"role\":\"user\",\"content\":"

static struct options options;
static struct asked asked;
static struct text why;

static int
set_up(void **state)
{
	struct text warning = { 0 };

	(void)state;
	options_init(&options);
	text_release(&warning);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	asked_release(&asked);
	options_release(&options);
	options = (struct options){ 0 };
	text_release(&why);
	return 0;
}

static bool
ask(const char *line)
{
	struct json_reader *reader = json_reader_new();
	struct batch_line batch = { 0 };
	bool ok;

	asked_release(&asked);
	text_clear(&why);
	batch_line_read(&batch, reader, (struct span){ line, strlen(line) }, 1);
	assert_int_not_equal(batch.form, BATCH_BAD);
	ok = batch_ask(&asked, &batch, &options, &why);
	assert_int_equal(ok, !why.len);
	batch_line_release(&batch);
	json_reader_free(reader);
	return ok;
}

static void
ask__sends__a_text_as_it_is(void **state)
{
	(void)state;
	options.settings.max_tokens = 5;
	text_add(&options.system, "sys");
	assert_true(ask("{\"text\":\"a\\u0000b\",\"max_tokens\":7}"));
	assert_null(asked.messages);
	assert_int_equal(asked.conversation.count, 1);
	assert_int_equal(asked.conversation.messages[0]->role, ROLE_USER);
	assert_int_equal(asked.conversation.messages[0]->text.len, 3);
	assert_memory_equal(asked.conversation.messages[0]->text.bytes, "a\0b",
	    3);
	assert_string_equal(text_string(&asked.conversation.system), "sys");
	/* That is data of the user's, and no setting. */
	assert_int_equal(asked.settings.max_tokens, 5);
}

static void
ask__lays__a_body_over_the_options(void **state)
{
	(void)state;
	options.settings.max_tokens = 5;
	options.settings.min_tokens = 2;
	options.settings.endpoint = ENDPOINT_COMPLETIONS;
	assert_true(ask("{\"messages\":[" USER "\"a\"}],\"max_tokens\":7,"
	    "\"model\":\"m\",\"top_k\":3,\"response\":\"old\"}"));
	assert_int_equal(asked.settings.max_tokens, 7);
	assert_int_equal(asked.settings.min_tokens, 2);
	assert_int_equal(asked.settings.endpoint, ENDPOINT_CHAT);
	assert_string_equal(text_string(&asked.settings.model_name), "m");
	/* What an earlier run has added goes nowhere. */
	assert_string_equal(text_string(&asked.settings.request_template),
	    "{\"top_k\":3}");
	assert_string_equal(asked.messages, "[" USER "\"a\"}]");
	/* The options are what they were. */
	assert_int_equal(options.settings.max_tokens, 5);
}

static void
ask__puts__the_system_message_in_front(void **state)
{
	static const struct {
		const char *line, *system, *messages;
	} rows[] = {
		{ "{\"messages\":[" USER "\"a\"}]}", "s\"y",
		    "[{\"role\":\"system\",\"content\":\"s\\\"y\"}," USER
		    "\"a\"}]" },
		{ "{\"messages\":[ " USER "[{\"type\":\"text\",\"text\":\"b\"}"
		  "]} ]}", "s\"y",
		    "[{\"role\":\"system\",\"content\":\"s\\\"y\"}," USER
		    "[{\"type\":\"text\",\"text\":\"b\"}]}]" },
		{ "{\"messages\":[{\"role\":\"system\",\"content\":\"own\"},"
		  USER "\"a\"}]}", "",
		    "[{\"role\":\"system\",\"content\":\"own\"}," USER
		    "\"a\"}]" },
	};

	(void)state;
	text_add(&options.system, "s\"y");
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_true(ask(rows[i].line));
		assert_string_equal(text_string(&asked.conversation.system),
		    rows[i].system);
		assert_string_equal(asked.messages, rows[i].messages);
	}
}

static void
ask__refuses__what_no_server_takes(void **state)
{
	static const struct {
		const char *line, *why;
	} rows[] = {
		{ "{\"messages\":[]}", "messages must" },
		{ "{\"messages\":5}", "messages must" },
		{ "{\"messages\":[" USER "\"a\"}],\"max_tokens\":0}",
		    "max_tokens must" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_false(ask(rows[i].line));
		assert_ptr_equal(strstr(text_string(&why), rows[i].why),
		    why.bytes);
		assert_int_equal(asked.conversation.count, 0);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(ask__sends__a_text_as_it_is),
		TEST(ask__lays__a_body_over_the_options),
		TEST(ask__puts__the_system_message_in_front),
		TEST(ask__refuses__what_no_server_takes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
