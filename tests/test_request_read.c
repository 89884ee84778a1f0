/* test_request_read.c: bodies of requests, as a server gets them. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/request.h"
#include "../engine/request_read.h"
#include "../src/escape.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define HI "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"

struct fixture {
	struct settings settings;
	struct asked asked;
	struct api_error error;
};

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
	asked_release(&f->asked);
	api_error_release(&f->error);
	return 0;
}

static void
set(struct fixture *f, const char *name, const char *value)
{
	struct text error = { 0 };

	if (!setting_set(&f->settings, setting_find(name), value, &error))
		fail_msg("%s", text_string(&error));
	text_release(&error);
}

/* From a block of its own size, which is gone afterwards: so ASan sees a byte
 * read too much, and what points into it. */
static bool
read_bytes(struct fixture *f, const char *bytes, size_t len)
{
	char *copy = malloc(len ? len : 1);
	bool ok;

	memcpy(copy, bytes, len);
	asked_release(&f->asked);
	api_error_release(&f->error);
	ok = request_read(&f->asked, &f->settings, copy, len, &f->error);
	free(copy);
	return ok;
}

static void
read_ok(struct fixture *f, const char *body)
{
	if (!read_bytes(f, body, strlen(body)))
		fail_msg("%s: %s", body, text_string(&f->error.message));
	assert_int_equal(f->error.message.len, 0);
	assert_int_equal(f->error.param.len, 0);
}

static void
check_error(struct fixture *f, const char *body, const char *param,
    const char *message)
{
	static const struct asked empty;

	if (read_bytes(f, body, strlen(body)))
		fail_msg("%s: was read", body);
	assert_string_equal(text_string(&f->error.message), message);
	assert_string_equal(text_string(&f->error.param), param);
	assert_int_equal(f->error.status, 400);
	assert_string_equal(f->error.type, "invalid_request_error");
	assert_null(f->error.code);
	assert_memory_equal(&f->asked, &empty, sizeof(empty));
}

struct refused {
	const char *body, *param, *message;
};

/* Bodies are what stands between the braces. */
static void
check_refused(struct fixture *f, const struct refused *cases, size_t count)
{
	struct text body = { 0 };

	for (size_t i = 0; i < count; i++) {
		text_clear(&body);
		text_printf(&body, "{%s}", cases[i].body);
		check_error(f, body.bytes, cases[i].param, cases[i].message);
	}
	text_release(&body);
}

/* The messages as letter of the role and text in quotes. */
static void
check_messages(const struct fixture *f, const char *wanted)
{
	static const char roles[] = { [ROLE_USER] = 'u',
		[ROLE_ASSISTANT] = 'a', [ROLE_SYSTEM] = 's',
		[ROLE_TOOL] = 't' };
	const struct conversation *conversation = &f->asked.conversation;
	struct text shown = { 0 };

	for (size_t i = 0; i < conversation->count; i++) {
		const struct message *message = conversation->messages[i];

		assert_int_equal(message->end.state, MESSAGE_FINISHED);
		text_printf(&shown, "%s%c", i ? " " : "",
		    roles[message->role]);
		escape_quote(&shown, text_string(&message->text),
		    message->text.len);
	}
	assert_string_equal(text_string(&shown), wanted);
	text_release(&shown);
}

static void
check_setting(const struct fixture *f, const char *name, const char *wanted)
{
	struct text shown = { 0 };

	setting_show(&f->asked.settings, setting_find(name), &shown);
	assert_string_equal(text_string(&shown), wanted);
	text_release(&shown);
}

struct shown {
	const char *body, *setting, *shown;
};

static void
check_shown(struct fixture *f, const struct shown *cases, size_t count)
{
	struct text body = { 0 };

	for (size_t i = 0; i < count; i++) {
		text_clear(&body);
		text_printf(&body, "{" HI "%s%s}", *cases[i].body ? "," : "",
		    cases[i].body);
		read_ok(f, body.bytes);
		check_setting(f, cases[i].setting, cases[i].shown);
	}
	text_release(&body);
}

/* ---- JSON. */

static void
request_read__refuses__what_is_no_json_object(void **state)
{
	static const struct refused cases[] = {
		{ "", "", "the body is empty; it must be a JSON object" },
		{ " ", "", "the body is not JSON: something is wrong at byte "
		    "1, where it ends" },
		{ "hello", "", "the body is not JSON: something is wrong at "
		    "byte 0, \"hello\"" },
		{ "{\"model\":", "", "the body is not JSON: something is wrong "
		    "at byte 9, where it ends" },
		{ "{\"n\":1,}", "", "the body is not JSON: something is wrong "
		    "at byte 7, \"}\"" },
		{ "{} {}", "", "the body is not JSON: something is wrong at "
		    "byte 3, \"{}\"" },
		{ "{\"n\":\"\xff\xfe\"}", "", "the body is not JSON: it is "
		    "not UTF-8 at byte 6, \"\\xff\\xfe\\\"}\"" },
		{ "{\"temperature\":NaN}", "", "the body is not JSON: "
		    "something is wrong at byte 15, \"NaN}\"" },
		{ "{\"a\":\"b\nc\"}", "", "the body is not JSON: something is "
		    "wrong at byte 7, \"\\nc\\\"}\"" },
		{ "[]", "", "the body must be a JSON object; \"[]\" is not" },
		{ "null", "",
		    "the body must be a JSON object; \"null\" is not" },
		{ "\"a string that is too long to be shown\"", "",
		    "the body must be a JSON object; \"\\\"a string that is "
		    "to\"… is not" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++)
		check_error(f, cases[i].body, cases[i].param,
		    cases[i].message);
	assert_false(read_bytes(f, "{\"a\":\0}", 7));
	assert_string_equal(f->error.message.bytes, "the body is not JSON: "
	    "something is wrong at byte 5, \"\\x00}\"");
}

static void
request_read__refuses__json_that_is_too_deep(void **state)
{
	struct fixture *f = *state;
	struct text body = { 0 };

	text_add(&body, "{" HI ",\"x\":");
	for (int i = 0; i < 64; i++)
		text_add(&body, "[");
	check_error(f, body.bytes, "", "the body must not be nested deeper "
	    "than 64 levels; it is at byte 112");
	text_release(&body);
}

static void
request_read__refuses__too_many_values(void **state)
{
	struct fixture *f = *state;
	struct text body = { 0 };

	set(f, "endpoint", "completions");
	text_add(&body, "{\"prompt\":[0");
	for (int i = 0; i < 1000000; i++)
		text_append(&body, ",0", 2);
	text_add(&body, "]}");
	check_error(f, body.bytes, "",
	    "the body must have at most 1000000 values; it has more");
	text_release(&body);
}

/* ---- Messages. */

static void
request_read__takes__messages_of_each_role(void **state)
{
	static const struct {
		const char *messages, *wanted;
		enum input_trigger trigger;
	} cases[] = {
		{ "{\"role\":\"user\",\"content\":\"hi\"}", "u\"hi\"",
		    TRIGGER_USER_MESSAGE },
		{ "{\"role\":\"system\",\"content\":\"be\"},"
		  "{\"role\":\"user\",\"content\":\"hi\"}",
		    "s\"be\" u\"hi\"", TRIGGER_USER_MESSAGE },
		{ "{\"role\":\"developer\",\"content\":\"be\"}", "s\"be\"",
		    TRIGGER_OTHER },
		{ "{\"role\":\"user\",\"content\":\"\",\"name\":\"x\"},"
		  "{\"role\":\"assistant\",\"content\":\"a\"}",
		    "u\"\" a\"a\"", TRIGGER_OTHER },
		{ "{\"role\":\"assistant\",\"content\":null,"
		  "\"tool_calls\":[{}]},"
		  "{\"role\":\"tool\",\"content\":\"1\"}",
		    "a\"\" t\"1\"", TRIGGER_TOOL_RESULT },
		{ "{\"role\":\"assistant\",\"function_call\":{}},"
		  "{\"role\":\"function\",\"content\":\"1\"}",
		    "a\"\" t\"1\"", TRIGGER_TOOL_RESULT },
		/* Servers do not mind whose turn it is. */
		{ "{\"role\":\"user\",\"content\":\"a\"},"
		  "{\"role\":\"user\",\"content\":\"b\"}",
		    "u\"a\" u\"b\"", TRIGGER_USER_MESSAGE },
	};
	struct fixture *f = *state;
	struct text body = { 0 };

	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&body);
		text_printf(&body, "{\"messages\":[%s]}", cases[i].messages);
		read_ok(f, body.bytes);
		check_messages(f, cases[i].wanted);
		assert_int_equal(f->asked.trigger, cases[i].trigger);
		assert_int_equal(f->asked.prompts, 1);
		assert_int_equal(f->asked.conversation.system.len, 0);
	}
	text_release(&body);
}

static void
request_read__takes__contents(void **state)
{
	static const struct {
		const char *content, *wanted;
		bool multimodal;
	} cases[] = {
		{ "\"hi\"", "u\"hi\"", false },
		{ "[]", "u\"\"", false },
		{ "[{\"type\":\"text\",\"text\":\"hi\"}]", "u\"hi\"", false },
		{ "[{\"type\":\"text\",\"text\":\"h\"},"
		  "{\"type\":\"refusal\",\"refusal\":\"no\"},"
		  "{\"type\":\"text\",\"text\":\"i\"}]",
		    "u\"hi\"", false },
		{ "[{\"type\":\"text\",\"text\":\"hi\"},"
		  "{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}]",
		    "u\"hi\"", true },
		{ "[{\"type\":\"input_audio\"}]", "u\"\"", true },
		{ "[{\"type\":\"file\"}]", "u\"\"", true },
		{ "[{\"type\":\"video_url\"}]", "u\"\"", true },
		{ "[{\"type\":\"audio_url\"}]", "u\"\"", true },
		/* Halves of characters, and NUL. */
		{ "\"a\\ud83d\\ude00b\"", "u\"a😀b\"", false },
		{ "\"a\\ud83db\\ude00\"", "u\"a�b�\"", false },
		{ "\"a\\u0000b\"", "u\"a\\x00b\"", false },
		{ "[{\"type\":\"text\",\"text\":\"\\ud83d\"},"
		  "{\"type\":\"text\",\"text\":\"\\ude00\"}]",
		    "u\"��\"", false },
	};
	struct fixture *f = *state;
	struct text body = { 0 };

	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&body);
		text_printf(&body, "{\"messages\":[{\"role\":\"user\","
		    "\"content\":%s}]}", cases[i].content);
		read_ok(f, body.bytes);
		check_messages(f, cases[i].wanted);
		assert_int_equal(f->asked.multimodal, cases[i].multimodal);
	}
	text_release(&body);
}

#define ROLES "user, assistant, system, developer, tool or function"
#define PARTS "text, refusal, image_url, audio_url, video_url, input_audio " \
	"or file"

static void
request_read__refuses__messages(void **state)
{
	static const struct refused cases[] = {
		{ "", "messages", "messages must be a list of messages, not "
		    "empty; it is missing or null" },
		{ "\"messages\":null", "messages", "messages must be a list of "
		    "messages, not empty; it is missing or null" },
		{ "\"messages\":\"hi\"", "messages", "messages must be a list "
		    "of messages, not empty; \"\\\"hi\\\"\" is not" },
		{ "\"messages\":{}", "messages", "messages must be a list of "
		    "messages, not empty; \"{}\" is not" },
		{ "\"messages\":[]", "messages", "messages must be a list of "
		    "messages, not empty; \"[]\" is not" },
		{ "\"messages\":[1]", "messages[0]",
		    "messages[0] must be an object; \"1\" is not" },
		{ "\"messages\":[{\"role\":\"user\",\"content\":\"\"},null]",
		    "messages[1]",
		    "messages[1] must be an object; \"null\" is not" },
		{ "\"messages\":[{}]", "messages[0].role",
		    "messages[0].role must be " ROLES
		    "; it is missing or null" },
		{ "\"messages\":[{\"role\":\"User\"}]", "messages[0].role",
		    "messages[0].role must be " ROLES
		    "; \"\\\"User\\\"\" is not" },
		{ "\"messages\":[{\"role\":7}]", "messages[0].role",
		    "messages[0].role must be " ROLES "; \"7\" is not" },
	};
	struct fixture *f = *state;

	check_refused(f, cases, COUNT(cases));
}

static void
request_read__refuses__contents(void **state)
{
	static const char right[] = "a string or a list of parts";
	static const struct {
		const char *message, *param, *right, *shown;
	} cases[] = {
		{ "\"role\":\"user\"", "", right, NULL },
		{ "\"role\":\"user\",\"content\":null", "", right, NULL },
		{ "\"role\":\"user\",\"tool_calls\":[{}]", "", right, NULL },
		{ "\"role\":\"assistant\",\"content\":null", "", right, NULL },
		{ "\"role\":\"assistant\",\"tool_calls\":[]", "", right, NULL },
		{ "\"role\":\"user\",\"content\":1.5", "", right, "1.5" },
		{ "\"role\":\"user\",\"content\":{}", "", right, "{}" },
		{ "\"role\":\"user\",\"content\":[\"a\"]", "[0]", "an object",
		    "\\\"a\\\"" },
		{ "\"role\":\"user\",\"content\":[{}]", "[0].type", PARTS,
		    NULL },
		{ "\"role\":\"user\",\"content\":[{\"type\":\"image\"}]",
		    "[0].type", PARTS, "\\\"image\\\"" },
		{ "\"role\":\"user\",\"content\":[{\"type\":\"file\"},"
		  "{\"type\":\"text\"}]",
		    "[1].text", "a string", NULL },
		{ "\"role\":\"user\",\"content\":[{\"type\":\"text\","
		  "\"text\":[]}]",
		    "[0].text", "a string", "[]" },
	};
	struct fixture *f = *state;
	struct text body = { 0 }, param = { 0 }, message = { 0 };

	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&body);
		text_clear(&param);
		text_clear(&message);
		text_printf(&body, "{\"messages\":[{\"role\":\"user\","
		    "\"content\":\"\"},{%s}]}", cases[i].message);
		text_printf(&param, "messages[1].content%s", cases[i].param);
		text_printf(&message, "%s must be %s; ", param.bytes,
		    cases[i].right);
		if (cases[i].shown)
			text_printf(&message, "\"%s\" is not", cases[i].shown);
		else
			text_add(&message, "it is missing or null");
		check_error(f, body.bytes, param.bytes, message.bytes);
	}
	text_release(&body);
	text_release(&param);
	text_release(&message);
}

/* ---- Prompts. */

static void
request_read__takes__prompts(void **state)
{
	static const struct {
		const char *body, *wanted;
		size_t prompts;
		bool embeddings;
	} cases[] = {
		{ "\"prompt\":\"hi\"", "u\"hi\"", 1, false },
		{ "\"prompt\":[\"a\",\"b\",\"a\"]", "u\"a\" u\"b\" u\"a\"", 3,
		    false },
		{ "\"prompt\":[104,105.0,128512]", "u\"hi😀\"", 1, false },
		{ "\"prompt\":[[104],[105,33]]", "u\"h\" u\"i!\"", 2, false },
		/* Ids of a model that we do not know. */
		{ "\"prompt\":[55296,4294967295,0]", "u\"��\\x00\"", 1,
		    false },
		{ "\"prompt_embeds\":\"AAAA\"", "u\"\"", 1, true },
		{ "\"prompt\":\"\",\"prompt_embeds\":\"A\"", "u\"\"", 1, true },
		{ "\"prompt\":\"a\",\"prompt_embeds\":null", "u\"a\"", 1,
		    false },
		{ "\"prompt\":\"a\",\"messages\":7", "u\"a\"", 1, false },
	};
	struct fixture *f = *state;
	struct text body = { 0 };

	set(f, "endpoint", "completions");
	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&body);
		text_printf(&body, "{%s}", cases[i].body);
		read_ok(f, body.bytes);
		check_messages(f, cases[i].wanted);
		assert_int_equal(f->asked.prompts, cases[i].prompts);
		assert_int_equal(f->asked.prompt_embeddings,
		    cases[i].embeddings);
		assert_int_equal(f->asked.trigger, TRIGGER_USER_MESSAGE);
	}
	text_release(&body);
}

#define PROMPTS " must be a string or a list of token ids, not empty, or a " \
	"list of them; "

static void
request_read__refuses__prompts(void **state)
{
	static const struct refused cases[] = {
		{ "", "prompt", "prompt" PROMPTS "it is missing or null" },
		{ "\"prompt\":null", "prompt",
		    "prompt" PROMPTS "it is missing or null" },
		{ "\"prompt\":\"\"", "prompt",
		    "prompt" PROMPTS "\"\\\"\\\"\" is not" },
		{ "\"prompt\":[]", "prompt",
		    "prompt" PROMPTS "\"[]\" is not" },
		{ "\"prompt\":7", "prompt", "prompt" PROMPTS "\"7\" is not" },
		{ "\"prompt\":[\"a\",\"\"]", "prompt[1]",
		    "prompt[1]" PROMPTS "\"\\\"\\\"\" is not" },
		{ "\"prompt\":[\"a\",7]", "prompt[1]",
		    "prompt[1]" PROMPTS "\"7\" is not" },
		{ "\"prompt\":[[]]", "prompt[0]",
		    "prompt[0]" PROMPTS "\"[]\" is not" },
		{ "\"prompt\":[null]", "prompt[0]",
		    "prompt[0]" PROMPTS "\"null\" is not" },
		{ "\"prompt\":[1,-1]", "prompt[1]", "prompt[1] must be a whole "
		    "number from 0 to 4294967295; \"-1\" is not" },
		{ "\"prompt\":[1,1.5]", "prompt[1]", "prompt[1] must be a "
		    "whole number from 0 to 4294967295; \"1.5\" is not" },
		{ "\"prompt\":[[1],[2,4294967296]]", "prompt[1][1]",
		    "prompt[1][1] must be a whole number from 0 to "
		    "4294967295; \"4294967296\" is not" },
		{ "\"prompt\":[1,\"a\"]", "prompt[1]", "prompt[1] must be a "
		    "whole number from 0 to 4294967295; \"\\\"a\\\"\" is not" },
	};
	struct fixture *f = *state;

	set(f, "endpoint", "completions");
	check_refused(f, cases, COUNT(cases));
}

/* prompt_of() takes the last message of those that request.count says. */
static void
request_read__gives__each_prompt_a_request(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };
	struct text body = { 0 };

	set(f, "endpoint", "completions");
	read_ok(f, "{\"prompt\":[\"a\",\"b\"],\"n\":2}");
	request_init(&request, &f->asked.conversation, &f->asked.settings,
	    f->asked.model);
	for (size_t i = 0; i < 2; i++) {
		text_clear(&body);
		request.count = i + 1;
		request_body(&body, &request, &(struct request_form){ 0 });
		assert_string_equal(body.bytes, i
			? "{\"prompt\":\"b\",\"stream\":true,\"n\":2}"
			: "{\"prompt\":\"a\",\"stream\":true,\"n\":2}");
	}
	text_release(&body);
	request_release(&request);
}

/* ---- Settings. */

static void
request_read__takes__settings(void **state)
{
	static const struct shown cases[] = {
		{ "", "stop", "-" },
		{ "\"stop\":null", "stop", "-" },
		{ "\"stop\":[]", "stop", "-" },
		{ "\"stop\":\"\\n\"", "stop", "\"\\n\"" },
		{ "\"stop\":\"\\\\n\"", "stop", "\"\\\\n\"" },
		{ "\"stop\":[\"a\",\"\\u0000\",\"\\ud800\"]", "stop",
		    "\"a\" \"\\x00\" \"�\"" },
		{ "\"stop\":[\"1\",\"2\",\"3\",\"4\",\"5\"]", "stop",
		    "\"1\" \"2\" \"3\" \"4\" \"5\"" },
		{ "\"stop_token_ids\":[10,4294967295]", "stop_token_ids",
		    "10 4294967295" },
		{ "\"stop_token_ids\":[]", "stop_token_ids", "-" },
		{ "\"max_tokens\":1", "max_tokens", "1" },
		{ "\"max_tokens\":16.0", "max_tokens", "16" },
		{ "\"max_completion_tokens\":2", "max_tokens", "2" },
		{ "\"max_completion_tokens\":2,\"max_tokens\":9",
		    "max_tokens", "2" },
		{ "\"max_completion_tokens\":null,\"max_tokens\":9",
		    "max_tokens", "9" },
		{ "\"min_tokens\":0", "min_tokens", "0" },
		{ "\"min_tokens\":5,\"max_tokens\":5", "min_tokens", "5" },
		{ "\"temperature\":0", "temperature", "0" },
		{ "\"temperature\":0.7", "temperature", "0.7" },
		{ "\"top_p\":1e-1", "top_p", "0.1" },
		{ "\"seed\":-9007199254740993", "seed", "-9007199254740993" },
		{ "", "n", "1" },
		{ "\"n\":null", "n", "1" },
		{ "\"n\":128", "n", "128" },
		{ "\"ignore_eos\":true", "ignore_eos", "on" },
		{ "\"nvext\":{\"ignore_eos\":true}", "ignore_eos", "on" },
		{ "\"nvext\":{\"ignore_eos\":true},\"ignore_eos\":false",
		    "ignore_eos", "off" },
		{ "\"nvext\":{\"ignore_eos\":true},\"ignore_eos\":null",
		    "ignore_eos", "on" },
		{ "\"nvext\":[]", "ignore_eos", "off" },
		{ "\"include_stop_str_in_output\":true",
		    "include_stop_str_in_output", "on" },
		{ "\"model\":\"m\"", "model_name", "m" },
		/* Of names that stand twice, the last. */
		{ "\"n\":0,\"n\":2", "n", "2" },
		{ "\"n\":2,\"n\":null", "n", "1" },
		{ "\"stop\":[\"a\"],\"stop\":[\"b\"]", "stop", "\"b\"" },
		/* Not in the API. */
		{ "\"eos_token\":\"a\",\"delay\":\"x\"", "eos_token", "-" },
	};
	struct fixture *f = *state;

	check_shown(f, cases, COUNT(cases));
}

static void
request_read__replaces__settings_that_were_given(void **state)
{
	static const struct shown cases[] = {
		{ "", "stop", "\"given\"" },
		{ "\"stop\":null", "stop", "\"given\"" },
		{ "\"stop\":[]", "stop", "-" },
		{ "\"stop\":\"a\"", "stop", "\"a\"" },
		{ "", "max_tokens", "7" },
		{ "\"max_tokens\":8", "max_tokens", "8" },
		{ "\"ignore_eos\":false", "ignore_eos", "off" },
		{ "\"nvext\":{\"ignore_eos\":false}", "ignore_eos", "off" },
		{ "", "n", "3" },
		{ "", "model_name", "own" },
		{ "\"model\":\"\"", "model_name", "-" },
		{ "", "eos_token", "\"e\"" },
	};
	struct fixture *f = *state;

	set(f, "stop", "given");
	set(f, "max_tokens", "7");
	set(f, "ignore_eos", "on");
	set(f, "n", "3");
	set(f, "model_name", "own");
	set(f, "eos_token", "e");
	check_shown(f, cases, COUNT(cases));
}

#define STOPS " must be a string, not empty, or a list of them; "
#define WHOLE " must be a whole number "
#define TOKENS WHOLE "of tokens, 1 or more; "

static void
request_read__refuses__settings(void **state)
{
	static const struct refused cases[] = {
		{ HI ",\"model\":5", "model",
		    "model must be a string; \"5\" is not" },
		{ HI ",\"model\":\"a\\u0000\"", "model", "model must be a "
		    "string without NUL; \"\\\"a\\\\u0000\\\"\" is not" },
		{ HI ",\"stop\":\"\"", "stop",
		    "stop" STOPS "\"\\\"\\\"\" is not" },
		{ HI ",\"stop\":[\"\"]", "stop",
		    "stop" STOPS "\"\\\"\\\"\" is not" },
		{ HI ",\"stop\":[\"a\",null]", "stop",
		    "stop" STOPS "\"null\" is not" },
		{ HI ",\"stop\":[[\"a\"]]", "stop",
		    "stop" STOPS "\"[\\\"a\\\"]\" is not" },
		{ HI ",\"stop\":3", "stop", "stop" STOPS "\"3\" is not" },
		{ HI ",\"stop\":{}", "stop", "stop" STOPS "\"{}\" is not" },
		{ HI ",\"stop_token_ids\":[\"1\"]", "stop_token_ids",
		    "stop_token_ids" WHOLE "from 0 to 4294967295; "
		    "\"\\\"1\\\"\" is not" },
		{ HI ",\"stop_token_ids\":[-1]", "stop_token_ids",
		    "stop_token_ids" WHOLE "from 0 to 4294967295; \"-1\" is "
		    "not" },
		{ HI ",\"max_tokens\":0", "max_tokens",
		    "max_tokens" TOKENS "\"0\" is not" },
		{ HI ",\"max_tokens\":-1", "max_tokens",
		    "max_tokens" TOKENS "\"-1\" is not" },
		{ HI ",\"max_tokens\":1.5", "max_tokens",
		    "max_tokens" TOKENS "\"1.5\" is not" },
		{ HI ",\"max_tokens\":\"5\"", "max_tokens",
		    "max_tokens" TOKENS "\"\\\"5\\\"\" is not" },
		{ HI ",\"max_completion_tokens\":0,\"max_tokens\":5",
		    "max_completion_tokens",
		    "max_completion_tokens" TOKENS "\"0\" is not" },
		{ HI ",\"min_tokens\":-1", "min_tokens", "min_tokens" WHOLE
		    "of tokens from 0 to 2147483647; \"-1\" is not" },
		{ HI ",\"min_tokens\":6,\"max_tokens\":5", "min_tokens",
		    "min_tokens must be at most max_tokens, 5; 6 is not" },
		{ HI ",\"temperature\":-0.1", "temperature", "temperature must "
		    "be a number from 0 to 100; \"-0.1\" is not" },
		{ HI ",\"temperature\":true", "temperature", "temperature must "
		    "be a number from 0 to 100; \"true\" is not" },
		{ HI ",\"top_p\":1.1", "top_p", "top_p must be a number from 0 "
		    "to 1; \"1.1\" is not" },
		{ HI ",\"seed\":0.5", "seed",
		    "seed must be a whole number; \"0.5\" is not" },
		{ HI ",\"n\":0", "n", "n" WHOLE "from 1 to 128; \"0\" is not" },
		{ HI ",\"n\":129", "n",
		    "n" WHOLE "from 1 to 128; \"129\" is not" },
		{ HI ",\"n\":[1]", "n",
		    "n" WHOLE "from 1 to 128; \"[1]\" is not" },
		{ HI ",\"ignore_eos\":1", "ignore_eos",
		    "ignore_eos must be true or false; \"1\" is not" },
		{ HI ",\"nvext\":{\"ignore_eos\":\"on\"}", "nvext.ignore_eos",
		    "nvext.ignore_eos must be true or false; "
		    "\"\\\"on\\\"\" is not" },
		{ HI ",\"include_stop_str_in_output\":\"true\"",
		    "include_stop_str_in_output",
		    "include_stop_str_in_output must be true or false; "
		    "\"\\\"true\\\"\" is not" },
	};
	struct fixture *f = *state;

	check_refused(f, cases, COUNT(cases));
}

static void
request_read__refuses__min_tokens_above_what_was_given(void **state)
{
	struct fixture *f = *state;

	set(f, "max_tokens", "5");
	check_error(f, "{" HI ",\"min_tokens\":6}", "min_tokens",
	    "min_tokens must be at most max_tokens, 5; 6 is not");
}

static void
add_stops(struct text *body, int count)
{
	text_clear(body);
	text_add(body, "{" HI ",\"stop\":[\"0\"");
	for (int i = 1; i < count; i++)
		text_printf(body, ",\"%d\"", i);
	text_add(body, "]}");
}

static void
request_read__takes__1024_stop_strings(void **state)
{
	struct fixture *f = *state;
	struct text body = { 0 };

	add_stops(&body, 1024);
	read_ok(f, body.bytes);
	assert_int_equal(f->asked.settings.stop.count, 1024);
	add_stops(&body, 1025);
	check_error(f, body.bytes, "stop", "stop must be a list of at most "
	    "1024; \"[\\\"0\\\",\\\"1\\\",\\\"2\\\",\\\"3\\\",\\\"4\\\","
	    "\\\"5\\\",\\\"6\\\",\\\"7\\\",\\\"8\\\",\\\"9\\\"\"… is not");
	text_release(&body);
}

static void
request_read__takes__16384_bytes_of_stop_strings(void **state)
{
	struct fixture *f = *state;
	struct text body = { 0 };

	text_add(&body, "{" HI ",\"stop\":[\"");
	for (int i = 0; i < 16383; i++)
		text_add(&body, "s");
	text_add(&body, "\",\"t\"]}");
	read_ok(f, body.bytes);
	body.len -= strlen("]}");
	text_add(&body, ",\"u\"]}");
	check_error(f, body.bytes, "stop", "stop must be at most 16384 bytes "
	    "in all; \"[\\\"ssssssssssssssssssssssssssssssssssssss\"… is not");
	text_release(&body);
}

/* ---- What is no setting. */

static void
check_form(struct fixture *f, const char *body, const char *wanted)
{
	const struct asked *asked = &f->asked;
	struct text json = { 0 }, shown = { 0 };

	text_printf(&json, "{%s}", body);
	read_ok(f, json.bytes);
	text_add(&shown, asked->stream ? "stream " : "");
	text_add(&shown, asked->include_usage ? "usage " : "");
	text_add(&shown, asked->continuous_usage ? "continuous " : "");
	text_add(&shown, asked->echo ? "echo " : "");
	if (asked->logprobs)
		text_printf(&shown, "logprobs %d ", (int)asked->top_logprobs);
	else
		assert_int_equal(asked->top_logprobs, 0);
	if (asked->best_of >= 0)
		text_printf(&shown, "best_of %d ", (int)asked->best_of);
	assert_string_equal(text_string(&shown), wanted);
	text_release(&json);
	text_release(&shown);
}

static void
request_read__takes__the_form_of_a_chat(void **state)
{
	static const struct {
		const char *body, *wanted;
	} cases[] = {
		{ HI, "" },
		{ HI ",\"stream\":false,\"stream_options\":null", "" },
		{ HI ",\"stream\":null", "" },
		{ HI ",\"stream\":true", "stream " },
		{ HI ",\"stream\":true,\"stream_options\":{}", "stream " },
		{ HI ",\"stream\":true,\"stream_options\":"
		  "{\"include_usage\":true,\"include_obfuscation\":false}",
		    "stream usage " },
		{ HI ",\"stream\":true,\"stream_options\":"
		  "{\"include_usage\":true,\"continuous_usage_stats\":true}",
		    "stream usage continuous " },
		{ HI ",\"stream\":true,\"stream_options\":"
		  "{\"include_usage\":null,\"continuous_usage_stats\":true}",
		    "stream " },
		{ HI ",\"logprobs\":true", "logprobs 0 " },
		{ HI ",\"logprobs\":true,\"top_logprobs\":20", "logprobs 20 " },
		{ HI ",\"logprobs\":false,\"top_logprobs\":null", "" },
		{ HI ",\"top_logprobs\":0", "" },
		/* These are of completions. */
		{ HI ",\"echo\":true,\"suffix\":\"a\",\"best_of\":2", "" },
	};

	for (size_t i = 0; i < COUNT(cases); i++)
		check_form(*state, cases[i].body, cases[i].wanted);
}

#define A "\"prompt\":\"a\""

static void
request_read__takes__the_form_of_completions(void **state)
{
	static const struct {
		const char *body, *wanted;
	} cases[] = {
		{ A, "" },
		{ A ",\"echo\":true", "echo " },
		{ A ",\"logprobs\":0", "logprobs 0 " },
		{ A ",\"logprobs\":5", "logprobs 5 " },
		{ A ",\"logprobs\":null", "" },
		{ A ",\"best_of\":2", "best_of 2 " },
		{ A ",\"suffix\":null", "" },
		{ A ",\"top_logprobs\":3", "" },
	};

	set(*state, "endpoint", "completions");
	for (size_t i = 0; i < COUNT(cases); i++)
		check_form(*state, cases[i].body, cases[i].wanted);
}

static void
request_read__refuses__the_form_of_a_chat(void **state)
{
	static const struct refused cases[] = {
		{ HI ",\"stream\":\"true\"", "stream",
		    "stream must be true or false; \"\\\"true\\\"\" is not" },
		{ HI ",\"stream\":1", "stream",
		    "stream must be true or false; \"1\" is not" },
		{ HI ",\"stream_options\":{\"include_usage\":true}",
		    "stream_options", "stream_options must be null unless "
		    "stream is true; \"{\\\"include_usage\\\":true}\" is "
		    "not" },
		{ HI ",\"stream\":true,\"stream_options\":[]",
		    "stream_options",
		    "stream_options must be an object; \"[]\" is not" },
		{ HI ",\"stream\":true,\"stream_options\":"
		  "{\"include_usage\":1}", "stream_options.include_usage",
		    "stream_options.include_usage must be true or false; "
		    "\"1\" is not" },
		{ HI ",\"stream\":true,\"stream_options\":"
		  "{\"continuous_usage_stats\":1}",
		    "stream_options.continuous_usage_stats",
		    "stream_options.continuous_usage_stats must be true or "
		    "false; \"1\" is not" },
		{ HI ",\"logprobs\":3", "logprobs",
		    "logprobs must be true or false; \"3\" is not" },
		{ HI ",\"logprobs\":true,\"top_logprobs\":21", "top_logprobs",
		    "top_logprobs must be a whole number from 0 to 20; "
		    "\"21\" is not" },
		{ HI ",\"top_logprobs\":2", "top_logprobs",
		    "top_logprobs must be 0 without logprobs; \"2\" is not" },
		{ HI ",\"logprobs\":false,\"top_logprobs\":2", "top_logprobs",
		    "top_logprobs must be 0 without logprobs; \"2\" is not" },
	};

	check_refused(*state, cases, COUNT(cases));
}

static void
request_read__refuses__the_form_of_completions(void **state)
{
	static const struct refused cases[] = {
		{ A ",\"echo\":\"a\"", "echo",
		    "echo must be true or false; \"\\\"a\\\"\" is not" },
		{ A ",\"echo\":true,\"max_tokens\":0", "max_tokens",
		    "max_tokens" TOKENS "\"0\" is not" },
		{ A ",\"logprobs\":true", "logprobs", "logprobs must be a "
		    "whole number from 0 to 5; \"true\" is not" },
		{ A ",\"logprobs\":6", "logprobs", "logprobs must be a whole "
		    "number from 0 to 5; \"6\" is not" },
		{ A ",\"best_of\":0", "best_of", "best_of must be a whole "
		    "number from 1 to 2147483647; \"0\" is not" },
		{ A ",\"best_of\":1.5", "best_of", "best_of must be a whole "
		    "number from 1 to 2147483647; \"1.5\" is not" },
		{ A ",\"suffix\":\"\"", "suffix", "suffix must be null: it is "
		    "not supported; \"\\\"\\\"\" is not" },
	};

	set(*state, "endpoint", "completions");
	check_refused(*state, cases, COUNT(cases));
}

static void
request_read__takes__a_model_or_none(void **state)
{
	struct fixture *f = *state;

	set(f, "model_name", "own");
	read_ok(f, "{" HI "}");
	assert_string_equal(f->asked.model, "");
	read_ok(f, "{" HI ",\"model\":null}");
	assert_string_equal(f->asked.model, "");
	read_ok(f, "{" HI ",\"model\":\"a\\u00e9\"}");
	assert_string_equal(f->asked.model, "aé");
}

/* ---- The way on. */

/* What has no setting goes through as it came, but for blanks. */
static void
request_read__keeps__the_rest_of_the_body(void **state)
{
	struct fixture *f = *state;
	struct request request = { 0 };
	struct text body = { 0 };

	read_ok(f, " { \"model\" : \"m\", \"user\" : \"a  \\\\\\\" b\",\n"
	    "\"messages\": [ { \"role\": \"user\", \"content\": [ { \"type\":"
	    " \"text\", \"text\": \"h  i \\ud800\" } ] } ], \"n\" : 2,\n"
	    "\"stream\":true, \"stream_options\":{\"include_usage\":true},\n"
	    "\"tools\": [ 9007199254740993, 1.50, {\"a\" :null} ],\n"
	    "\"nvext\":{\"ignore_eos\":true,\"n\" : [ ]}, \"stop\": \"x\" } ");
	assert_string_equal(f->asked.messages, "[{\"role\":\"user\","
	    "\"content\":[{\"type\":\"text\",\"text\":\"h  i \\ud800\"}]}]");
	request_init(&request, &f->asked.conversation, &f->asked.settings,
	    f->asked.model);
	request.messages = f->asked.messages;
	request_body(&body, &request,
	    &(struct request_form){ .model = f->asked.model, .usage = true });
	assert_string_equal(body.bytes, "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"user\",\"content\":[{\"type\":\"text\","
	    "\"text\":\"h  i \\ud800\"}]}],\"stream\":true,"
	    "\"stream_options\":{\"include_usage\":true},\"stop\":[\"x\"],"
	    "\"n\":2,\"ignore_eos\":true,\"user\":\"a  \\\\\\\" b\","
	    "\"tools\":[9007199254740993,1.50,{\"a\":null}],"
	    "\"nvext\":{\"n\":[]}}");
	text_release(&body);
	request_release(&request);
}

/* ---- What was asked of other servers. */

/* As the load generators send them. */
static void
request_read__takes__bodies_of_load_generators(void **state)
{
	static const struct {
		const char *endpoint, *body;
	} cases[] = {
		{ "completions", "{\"model\":\"m\",\"prompt\":\"a\","
		    "\"temperature\":0.0,\"repetition_penalty\":1.0,"
		    "\"max_tokens\":16,\"logprobs\":null,\"stream\":true,"
		    "\"stream_options\":{\"include_usage\":true},"
		    "\"ignore_eos\":true}" },
		{ "chat", "{\"model\":\"m\",\"messages\":[{\"role\":\"user\","
		    "\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}],"
		    "\"max_completion_tokens\":16,\"stream\":true,"
		    "\"stream_options\":{\"include_usage\":true}}" },
		{ "completions", "{\"prompt\":\"a\",\"model\":\"m\","
		    "\"stream\":true,\"stream_options\":{\"include_usage\":"
		    "true,\"continuous_usage_stats\":true},\"max_tokens\":16,"
		    "\"stop\":null,\"ignore_eos\":true}" },
		{ "chat", "{\"messages\":[{\"role\":\"user\",\"content\":"
		    "\"a\"}],\"model\":\"m\",\"max_completion_tokens\":16,"
		    "\"stop\":null,\"ignore_eos\":true,\"stream\":false,"
		    "\"min_tokens\":16}" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		set(f, "endpoint", cases[i].endpoint);
		read_ok(f, cases[i].body);
		check_messages(f, "u\"a\"");
		assert_string_equal(f->asked.model, "m");
		assert_int_equal(f->asked.settings.max_tokens, 16);
	}
}

/* What others got wrong: 500, 422, or another text to repeat. */
static void
request_read__does__what_reports_of_bugs_want(void **state)
{
	static const struct {
		const char *report, *body;
		const char *messages; /* NULL: refused, and names */
		const char *param;
	} cases[] = {
		{ "mlc-llm#2070", "{" HI ",\"stop\":[\"\"]}", NULL, "stop" },
		{ "dynamo#14463", "{" HI ",\"stop\":[\"1\",\"2\",\"3\","
		    "\"4\",\"5\"]}", "u\"hi\"", NULL },
		{ "llm-d-inference-sim#362", "{\"messages\":[{\"role\":"
		    "\"system\",\"content\":\"be\"},{\"role\":\"user\","
		    "\"content\":\"hi\"}]}", "s\"be\" u\"hi\"", NULL },
		{ "llm-d-inference-sim#446", "{\"messages\":[{\"role\":"
		    "\"user\",\"content\":[{\"type\":\"text\",\"text\":"
		    "\"hi\"}]}]}", "u\"hi\"", NULL },
		{ "dynamo#2064", "{\"model\":\"m\",\"messages\":[]}", NULL,
		    "messages" },
		{ "dynamo#3182", "{\"model\":", NULL, "" },
		{ "vllm#42961", "[]", NULL, "" },
		{ "litellm#36553", "{" HI ",\"stream\":true,"
		    "\"stream_options\":{\"include_usage\":true}}",
		    "u\"hi\"", NULL },
		{ "OpenMetadata#29531", "{\"messages\":[{\"role\":\"user\","
		    "\"content\":\"\xc3\xa9\"}]}", "u\"\xc3\xa9\"", NULL },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *body = cases[i].body;
		bool ok = read_bytes(f, body, strlen(body));

		if (ok != !!cases[i].messages)
			fail_msg("%s", cases[i].report);
		if (ok) {
			check_messages(f, cases[i].messages);
			continue;
		}
		assert_int_equal(f->error.status, 400);
		assert_string_equal(text_string(&f->error.param),
		    cases[i].param);
	}
}

/* Nothing in it is quadratic. */
static void
request_read__takes__many_messages(void **state)
{
	enum { MANY = 100000 };
	struct fixture *f = *state;
	struct text body = { 0 };

	text_add(&body, "{" HI);
	body.len--; /* the bracket */
	for (int i = 1; i < MANY; i++)
		text_add(&body, ",{\"role\":\"user\",\"content\":\"hello\"}");
	text_add(&body, "]}");
	read_ok(f, body.bytes);
	assert_int_equal(f->asked.conversation.count, MANY);
	text_release(&body);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(request_read__refuses__what_is_no_json_object),
		TEST(request_read__refuses__json_that_is_too_deep),
		TEST(request_read__refuses__too_many_values),
		TEST(request_read__takes__messages_of_each_role),
		TEST(request_read__takes__contents),
		TEST(request_read__refuses__messages),
		TEST(request_read__refuses__contents),
		TEST(request_read__takes__prompts),
		TEST(request_read__refuses__prompts),
		TEST(request_read__gives__each_prompt_a_request),
		TEST(request_read__takes__settings),
		TEST(request_read__replaces__settings_that_were_given),
		TEST(request_read__refuses__settings),
		TEST(request_read__refuses__min_tokens_above_what_was_given),
		TEST(request_read__takes__1024_stop_strings),
		TEST(request_read__takes__16384_bytes_of_stop_strings),
		TEST(request_read__takes__the_form_of_a_chat),
		TEST(request_read__takes__the_form_of_completions),
		TEST(request_read__refuses__the_form_of_a_chat),
		TEST(request_read__refuses__the_form_of_completions),
		TEST(request_read__takes__a_model_or_none),
		TEST(request_read__keeps__the_rest_of_the_body),
		TEST(request_read__takes__bodies_of_load_generators),
		TEST(request_read__does__what_reports_of_bugs_want),
		TEST(request_read__takes__many_messages),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
