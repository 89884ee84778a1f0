/* test_request.c: requests, their templates, and their JSON. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/request.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

struct fixture {
	struct conversation conversation;
	struct settings settings;
};

static void
add(struct fixture *f, enum role role, const char *text)
{
	struct message *message = conversation_add(&f->conversation, role, 0,
	    text, strlen(text));
	const struct ending end = { .state = MESSAGE_FINISHED };

	if (role == ROLE_ASSISTANT)
		conversation_finish(&f->conversation, message, &end);
}

static void
set(struct fixture *f, const char *name, const char *value)
{
	struct text error = { 0 };

	if (!setting_set(&f->settings, setting_find(name), value, &error))
		fail_msg("%s", text_string(&error));
	text_release(&error);
}

static void
use_template(struct fixture *f, const char *json)
{
	struct text error = { 0 };

	if (!request_template_read(&f->settings, json, "t.json", &error))
		fail_msg("%s", text_string(&error));
	assert_int_equal(error.len, 0);
	text_release(&error);
}

static void
check_body(const struct fixture *f, size_t last, const char *wanted)
{
	struct request request = { 0 };
	struct text body = { 0 };

	request_init(&request, &f->conversation, &f->settings, "m");
	request_body(&body, &request,
	    &(struct request_form){ .model = "m", .last = last });
	assert_string_equal(text_string(&body), wanted);
	text_release(&body);
	request_release(&request);
}

static int
setup(void **state)
{
	static struct fixture fixture;

	memset(&fixture, 0, sizeof(fixture));
	settings_init(&fixture.settings);
	*state = &fixture;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	settings_release(&f->settings);
	conversation_release(&f->conversation);
	return 0;
}

static void
request_init__makes__an_id_for_each_endpoint(void **state)
{
	static const struct {
		const char *endpoint, *prefix;
	} cases[] = {
		{ "chat", "chatcmpl-" },
		{ "completions", "cmpl-" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct request a = { 0 };
		struct request b = { 0 };
		size_t len = strlen(cases[i].prefix);
		set(f, "endpoint", cases[i].endpoint);
		request_init(&a, &f->conversation, &f->settings, "m");
		request_init(&b, &f->conversation, &f->settings, "m");
		assert_memory_equal(a.id, cases[i].prefix, len);
		assert_int_equal(strlen(a.id), len + 24);
		assert_int_equal(strspn(a.id + len, "0123456789abcdef"), 24);
		assert_string_not_equal(a.id, b.id);
		request_release(&a);
		request_release(&b);
	}
}

static void
request_init__copies__the_settings(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };

	add(f, ROLE_USER, "hi");
	set(f, "stop", "END");
	request_init(&request, &f->conversation, &f->settings, "llama");
	set(f, "stop", "other");
	add(f, ROLE_ASSISTANT, "");
	assert_int_equal(request.settings.stop.count, 1);
	assert_int_equal(request.count, 1);
	assert_string_equal(request.settings.model_name.bytes, "llama");
	assert_string_equal(request_last(&request)->text.bytes, "hi");
	request_release(&request);
}

static void
request_last__passes_over__notices(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };

	add(f, ROLE_NOTICE, "welcome");
	request_init(&request, &f->conversation, &f->settings, "m");
	assert_null(request_last(&request));
	request_release(&request);
	add(f, ROLE_USER, "hi");
	add(f, ROLE_NOTICE, "saved");
	request_init(&request, &f->conversation, &f->settings, "m");
	assert_string_equal(request_last(&request)->text.bytes, "hi");
	request_release(&request);
}

static void
request_body__writes__the_conversation(void **state)
{
	struct fixture *f = *state;

	text_add(&f->conversation.system, "be\nbrief");
	add(f, ROLE_NOTICE, "welcome");
	add(f, ROLE_USER, "say \"hi\"");
	add(f, ROLE_ASSISTANT, "hi");
	add(f, ROLE_NOTICE, "saved");
	add(f, ROLE_USER, "naïve 😀");
	check_body(f, 0, "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"system\",\"content\":\"be\\nbrief\"},"
	    "{\"role\":\"user\",\"content\":\"say \\\"hi\\\"\"},"
	    "{\"role\":\"assistant\",\"content\":\"hi\"},"
	    "{\"role\":\"user\",\"content\":\"naïve 😀\"}],\"stream\":true}");
}

static void
request_body__alternates__roles(void **state)
{
	struct fixture *f = *state;

	add(f, ROLE_USER, "a");
	add(f, ROLE_ASSISTANT, "");
	add(f, ROLE_USER, "b");
	add(f, ROLE_NOTICE, "failed");
	add(f, ROLE_USER, "c");
	check_body(f, 0, "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"user\",\"content\":\"a\"},"
	    "{\"role\":\"assistant\",\"content\":\"\"},"
	    "{\"role\":\"user\",\"content\":\"b\"},"
	    "{\"role\":\"assistant\",\"content\":\"\"},"
	    "{\"role\":\"user\",\"content\":\"c\"}],\"stream\":true}");
}

static void
request_body__keeps__the_last_messages(void **state)
{
	struct fixture *f = *state;

	text_add(&f->conversation.system, "s");
	add(f, ROLE_USER, "a");
	add(f, ROLE_ASSISTANT, "b");
	add(f, ROLE_NOTICE, "n");
	add(f, ROLE_USER, "c");
	check_body(f, 2, "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"system\",\"content\":\"s\"},"
	    "{\"role\":\"assistant\",\"content\":\"b\"},"
	    "{\"role\":\"user\",\"content\":\"c\"}],\"stream\":true}");
	check_body(f, 99, "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"system\",\"content\":\"s\"},"
	    "{\"role\":\"user\",\"content\":\"a\"},"
	    "{\"role\":\"assistant\",\"content\":\"b\"},"
	    "{\"role\":\"user\",\"content\":\"c\"}],\"stream\":true}");
}

static void
request_body__writes__a_prompt_for_completions(void **state)
{
	struct fixture *f = *state;

	set(f, "endpoint", "completions");
	check_body(f, 0, "{\"model\":\"m\",\"prompt\":\"\",\"stream\":true}");
	add(f, ROLE_USER, "a");
	add(f, ROLE_ASSISTANT, "b");
	add(f, ROLE_USER, "c");
	check_body(f, 0, "{\"model\":\"m\",\"prompt\":\"c\",\"stream\":true}");
}

static void
request_body__writes__each_parameter(void **state)
{
	struct fixture *f = *state;

	set(f, "endpoint", "completions");
	set(f, "stop", "\\n");
	set(f, "stop", "</s>");
	set(f, "stop_token_ids", "10");
	set(f, "stop_token_ids", "13");
	set(f, "eos_token", "not sent");
	set(f, "max_tokens", "16");
	set(f, "min_tokens", "0");
	set(f, "temperature", "0.7");
	set(f, "top_p", "0");
	set(f, "seed", "9007199254740993");
	set(f, "n", "2");
	set(f, "ignore_eos", "on");
	set(f, "include_stop_str_in_output", "on");
	check_body(f, 0, "{\"model\":\"m\",\"prompt\":\"\",\"stream\":true,"
	    "\"stop\":[\"\\n\",\"</s>\"],\"stop_token_ids\":[10,13],"
	    "\"max_tokens\":16,\"min_tokens\":0,\"temperature\":0.7,"
	    "\"top_p\":0,\"seed\":9007199254740993,\"n\":2,"
	    "\"ignore_eos\":true,\"include_stop_str_in_output\":true}");
}

static void
request_template_read__sets__what_is_unset(void **state)
{
	struct fixture *f = *state;

	set(f, "endpoint", "completions");
	set(f, "max_tokens", "5");
	set(f, "stop", "mine");
	use_template(f, "{ \"stop\": [\"theirs\"], \"max_tokens\": 16,\n"
	    " \"seed\": -9007199254740993, \"stop_token_ids\": [10, 13],\n"
	    " \"temperature\": 0.5, \"top_p\": null, \"model\": \"llama\",\n"
	    " \"ignore_eos\": true }");
	assert_string_equal(f->settings.model_name.bytes, "llama");
	check_body(f, 0, "{\"model\":\"m\",\"prompt\":\"\",\"stream\":true,"
	    "\"stop\":[\"mine\"],\"stop_token_ids\":[10,13],"
	    "\"max_tokens\":5,\"temperature\":0.5,"
	    "\"seed\":-9007199254740993,\"ignore_eos\":true}");
}

static void
request_template_read__keeps__unknown_names(void **state)
{
	struct fixture *f = *state;

	set(f, "endpoint", "completions");
	use_template(f, "\xef\xbb\xbf{ \"user\" : \"a  // \\\\\" , \"n\": 2,\n"
	    "\"messages\": [], \"prompt\": \"no\", \"stream\": false,\n"
	    "\"nvext\": { \"ids\": [ 9007199254740993, \"]}\\\"\" ] },\n"
	    "\"pri\\u006frity\": 1.50 }");
	check_body(f, 0, "{\"model\":\"m\",\"prompt\":\"\",\"stream\":true,"
	    "\"n\":2,\"user\":\"a  // \\\\\","
	    "\"nvext\":{\"ids\":[9007199254740993,\"]}\\\"\"]},"
	    "\"priority\":1.50}");
}

static void
request_template_read__reads__each_form_of_stop(void **state)
{
	static const struct {
		const char *json, *shown;
	} cases[] = {
		{ "{}", "-" },
		{ "{\"stop\":null}", "-" },
		{ "{\"stop\":[]}", "-" },
		{ "{\"stop\":\"\\n\"}", "\"\\n\"" },
		{ "{\"stop\":\"\\\\n\"}", "\"\\\\n\"" },
		{ "{\"stop\":[\"a\",\"\\u2014\",\"a\"]}", "\"a\" \"—\"" },
	};
	struct fixture *f = *state;
	const struct setting *stop = setting_find("stop");
	struct text shown = { 0 };

	for (size_t i = 0; i < COUNT(cases); i++) {
		setting_unset(&f->settings, stop);
		use_template(f, cases[i].json);
		text_clear(&shown);
		setting_show(&f->settings, stop, &shown);
		assert_string_equal(text_string(&shown), cases[i].shown);
	}
	text_release(&shown);
}

static void
request_template_read__takes__max_completion_tokens(void **state)
{
	struct fixture *f = *state;

	use_template(f, "{\"max_completion_tokens\": 7}");
	assert_int_equal(f->settings.max_tokens, 7);
}

static void
request_template_read__explains__what_is_wrong(void **state)
{
	static const struct {
		const char *json, *error;
	} cases[] = {
		{ "", "t.json: not JSON: something is wrong in line 1" },
		{ "{\n\"a\":1,\n}",
		    "t.json: not JSON: something is wrong in line 3" },
		{ "{} x", "t.json: not JSON: something is wrong in line 1" },
		{ "{\"a\":\n01}",
		    "t.json: not JSON: something is wrong in line 2" },
		{ "{\"a\":\"\xff\"}", "t.json: not JSON: it is not UTF-8" },
		{ "[]", "t.json: a JSON object is wanted, like "
		    "{\"max_tokens\": 16}" },
		{ "{\"max_tokens\":\"16\"}", "t.json: max_tokens must be a "
		    "whole number of tokens, 1 or more; "
		    "\"\\\"16\\\"\" is not" },
		{ "{\"max_completion_tokens\":0}", "t.json: "
		    "max_completion_tokens must be a whole number of tokens, "
		    "1 or more; \"0\" is not" },
		{ "{\"stop\":[\"a\",5]}", "t.json: stop must be a string, not "
		    "empty, or a list of them; \"5\" is not" },
		{ "{\"stop\":\"\"}", "t.json: stop must be a string, not "
		    "empty, or a list of them; \"\\\"\\\"\" is not" },
		{ "{\"stop\":{}}", "t.json: stop must be a string, not "
		    "empty, or a list of them; \"{}\" is not" },
		{ "{\"stop_token_ids\":[1.5]}", "t.json: stop_token_ids must "
		    "be a whole number from 0 to 4294967295; \"1.5\" is not" },
		{ "{\"model\":1}", "t.json: model must be a string; "
		    "\"1\" is not" },
		{ "{\"ignore_eos\":1}", "t.json: ignore_eos must be true or "
		    "false; \"1\" is not" },
		{ "{\"temperature\":[]}", "t.json: temperature must be a "
		    "number from 0 to 100; \"[]\" is not" },
	};
	struct fixture *f = *state;
	struct text error = { 0 };

	set(f, "stop", "a value that is in vain must be right, too");
	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&error);
		assert_false(request_template_read(&f->settings, cases[i].json,
		    "t.json", &error));
		assert_string_equal(text_string(&error), cases[i].error);
	}
	assert_int_equal(f->settings.request_template.len, 0);
	text_release(&error);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/* Once, also where a template has it. */
static void
request_body__asks__for_token_ids(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };
	struct text body = { 0 };

	add(f, ROLE_USER, "a");
	use_template(f, "{\"return_token_ids\":false,\"x\":1}");
	check_body(f, 0, "{\"model\":\"m\",\"messages\":[{\"role\":\"user\","
	    "\"content\":\"a\"}],\"stream\":true,"
	    "\"return_token_ids\":false,\"x\":1}");
	request_init(&request, &f->conversation, &f->settings, "m");
	request_body(&body, &request,
	    &(struct request_form){ .token_ids = true });
	assert_string_equal(text_string(&body), "{\"messages\":[{\"role\":"
	    "\"user\",\"content\":\"a\"}],\"stream\":true,"
	    "\"return_token_ids\":true,\"x\":1}");
	text_release(&body);
	request_release(&request);
}

static void
add_text(void *data, const struct text *text)
{
	text_append(data, text_string(text), text->len);
	text_add(data, "|");
}

static void
request_texts__are__those_that_are_sent(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };
	struct text texts = { 0 };

	text_add(&f->conversation.system, "system");
	add(f, ROLE_USER, "one");
	add(f, ROLE_NOTICE, "notice");
	add(f, ROLE_ASSISTANT, "two");
	add(f, ROLE_USER, "three");
	request_init(&request, &f->conversation, &f->settings, "m");
	add(f, ROLE_ASSISTANT, "the answer");
	request_texts(&request, add_text, &texts);
	assert_string_equal(text_string(&texts), "system|one|two|three|");
	text_clear(&texts);
	request.settings.endpoint = ENDPOINT_COMPLETIONS;
	request_texts(&request, add_text, &texts);
	assert_string_equal(text_string(&texts), "three|");
	text_release(&texts);
	request_release(&request);
}

static void
request_best_of__is__that_of_the_template(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };

	request_init(&request, &f->conversation, &f->settings, "m");
	assert_int_equal(request_best_of(&request), -1);
	request_release(&request);
	use_template(f, "{\"best_of\":3}");
	request_init(&request, &f->conversation, &f->settings, "m");
	assert_int_equal(request_best_of(&request), 3);
	request_release(&request);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(request_init__makes__an_id_for_each_endpoint),
		TEST(request_init__copies__the_settings),
		TEST(request_last__passes_over__notices),
		TEST(request_body__writes__the_conversation),
		TEST(request_body__alternates__roles),
		TEST(request_body__keeps__the_last_messages),
		TEST(request_body__writes__a_prompt_for_completions),
		TEST(request_body__writes__each_parameter),
		TEST(request_body__asks__for_token_ids),
		TEST(request_texts__are__those_that_are_sent),
		TEST(request_best_of__is__that_of_the_template),
		TEST(request_template_read__sets__what_is_unset),
		TEST(request_template_read__keeps__unknown_names),
		TEST(request_template_read__reads__each_form_of_stop),
		TEST(request_template_read__takes__max_completion_tokens),
		TEST(request_template_read__explains__what_is_wrong),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
