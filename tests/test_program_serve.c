/* test_program_serve.c: the built program as a server: what it answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "served.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define CHAT "POST /v1/chat/completions"
#define COMPLETIONS "POST /v1/completions"
#define USER(content) "\"messages\":[{\"role\":\"user\",\"content\":" \
	content "}]"

enum { STATUS_USAGE = 2 };

static struct served server, other;
static struct loop *loop;

static int
set_up(void **state)
{
	(void)state;
	loop = loop_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	served_release(&server);
	served_release(&other);
	loop_free(loop);
	return 0;
}

static void
serve(const char *const *args)
{
	served_start(&server, args);
}

static void
ask(const char *method_and_path, const char *headers, const char *body,
    struct answer *answer)
{
	served_ask(loop, &server, method_and_path, headers, body, answer);
}

/* ---- Replies: what they say, in one line. */

struct choice {
	struct text text, tokens;
	char end[80];
};

struct reply {
	struct choice choices[4];
	size_t count;
	char usage[40];
};

static void
add_tokens(struct choice *choice, const cJSON *tokens)
{
	const cJSON *token;

	cJSON_ArrayForEach(token, tokens) {
		const cJSON *word = cJSON_IsString(token) ? token
			: json_find(token, "token");

		text_printf(&choice->tokens, "%s%s",
		    choice->tokens.len ? " " : "",
		    cJSON_GetStringValue(word));
	}
}

static void
add_string(struct text *out, const cJSON *string)
{
	if (cJSON_IsString(string))
		text_add(out, string->valuestring);
}

static void
keep_end(struct choice *choice, const cJSON *from)
{
	const cJSON *finish = json_find(from, "finish_reason");
	char *stop = cJSON_PrintUnformatted(json_find(from, "stop_reason"));

	if (cJSON_IsString(finish)) {
		assert_string_equal(choice->end, "");
		snprintf(choice->end, sizeof(choice->end), "%s %s",
		    finish->valuestring, stop ? stop : "?");
	}
	cJSON_free(stop);
}

static void
add_choice(struct reply *reply, const cJSON *from, const char *text_path)
{
	size_t index = (size_t)json_find(from, "index")->valueint;
	struct choice *choice = &reply->choices[index];

	assert_true(index < COUNT(reply->choices));
	if (index >= reply->count)
		reply->count = index + 1;
	/* Nothing comes behind the finish reason. */
	if (choice->end[0])
		fail_msg("a chunk after %s", choice->end);
	add_string(&choice->text, json_find(from, text_path));
	add_tokens(choice, json_find(from, "logprobs.content"));
	add_tokens(choice, json_find(from, "logprobs.tokens"));
	keep_end(choice, from);
}

static void
add_object(struct reply *reply, const cJSON *root, const char *text_path)
{
	const cJSON *usage = json_find(root, "usage"), *choice;

	cJSON_ArrayForEach(choice, json_find(root, "choices"))
		add_choice(reply, choice, text_path);
	if (cJSON_IsObject(usage))
		snprintf(reply->usage, sizeof(reply->usage), "%d+%d=%d",
		    json_find(usage, "prompt_tokens")->valueint,
		    json_find(usage, "completion_tokens")->valueint,
		    json_find(usage, "total_tokens")->valueint);
}

static void
add_same(struct text *ids, const cJSON *root)
{
	char *id = cJSON_PrintUnformatted(json_find(root, "id"));
	char *created = cJSON_PrintUnformatted(json_find(root, "created"));
	struct text same = { 0 };

	text_printf(&same, "%s %s %s", id, created,
	    cJSON_GetStringValue(json_find(root, "object")));
	if (!ids->len)
		text_add(ids, text_string(&same));
	assert_string_equal(text_string(ids), text_string(&same));
	text_release(&same);
	cJSON_free(id);
	cJSON_free(created);
}

/* Each event is one line of JSON, and one empty line; the last is [DONE]. */
static void
read_events(struct reply *reply, const char *body, const char *text_path)
{
	struct text ids = { 0 };

	while (strcmp(body, "data: [DONE]\n\n")) {
		const char *end = strstr(body, "\n\n");
		cJSON *root;

		assert_int_equal(strncmp(body, "data: {", 7), 0);
		root = cJSON_Parse(body + 6);
		assert_non_null(root);
		add_same(&ids, root);
		add_object(reply, root, text_path);
		cJSON_Delete(root);
		body = end + 2;
	}
	text_release(&ids);
}

static void
show_reply(struct reply *reply, struct text *out)
{
	for (size_t i = 0; i < reply->count; i++) {
		struct choice *choice = &reply->choices[i];

		text_printf(out, "%s\"%s\" %s%s%s", i ? ", " : "",
		    text_string(&choice->text), choice->end,
		    choice->tokens.len ? " tokens " : "",
		    text_string(&choice->tokens));
		text_release(&choice->text);
		text_release(&choice->tokens);
	}
	text_printf(out, " %s", reply->usage);
}

static void
ask_whole(const char *path, const char *fields, struct text *out)
{
	bool chat = strstr(path, "chat");
	struct reply reply = { .count = 0 };
	struct answer answer;
	struct text body = { 0 };
	cJSON *root;

	text_printf(&body, "{%s}", fields);
	ask(path, "", body.bytes, &answer);
	if (answer.status != 200)
		fail_msg("%s: %s", fields, text_string(&answer.body));
	assert_string_equal(answer_field(&answer, "Content-Type"),
	    "application/json");
	root = cJSON_Parse(text_string(&answer.body));
	add_object(&reply, root, chat ? "message.content" : "text");
	show_reply(&reply, out);
	cJSON_Delete(root);
	text_release(&body);
	answer_release(&answer);
}

static void
ask_streamed(const char *path, const char *fields, struct text *out)
{
	bool chat = strstr(path, "chat");
	struct reply reply = { .count = 0 };
	struct answer answer;
	struct text body = { 0 };

	text_printf(&body, "{\"stream\":true,\"stream_options\":"
	    "{\"include_usage\":true},%s}", fields);
	ask(path, "", body.bytes, &answer);
	assert_int_equal(answer.status, 200);
	assert_string_equal(answer_field(&answer, "Content-Type"),
	    "text/event-stream");
	read_events(&reply, text_string(&answer.body),
	    chat ? "delta.content" : "text");
	show_reply(&reply, out);
	text_release(&body);
	answer_release(&answer);
}

static const struct example {
	const char *path, *fields, *want;
} examples[] = {
	{ CHAT, USER("\"hi\\u00e9\""), "\"hi\u00e9\" stop null 3+3=6" },
	{ CHAT, "\"messages\":[{\"role\":\"system\",\"content\":\"abc\"},"
	    "{\"role\":\"user\",\"content\":\"one\"},"
	    "{\"role\":\"assistant\",\"content\":\"two\"},"
	    "{\"role\":\"user\",\"content\":\"three\"}]",
	    "\"three\" stop null 14+5=19" },
	{ CHAT, USER("[{\"type\":\"text\",\"text\":\"a\"},"
		"{\"type\":\"text\",\"text\":\"b\"}]"),
	    "\"ab\" stop null 2+2=4" },
	{ CHAT, USER("\"ab\"") ",\"n\":3",
	    "\"ab\" stop null, \"ab\" stop null, \"ab\" stop null 2+6=8" },
	{ CHAT, USER("\"ab\"") ",\"logprobs\":true,\"top_logprobs\":2",
	    "\"ab\" stop null tokens a b 2+2=4" },
	{ CHAT, USER("\"one END two\"") ",\"stop\":\"END\"",
	    "\"one \" stop \"END\" 11+7=18" },
	{ CHAT, USER("\"one END two\"") ",\"stop\":[\"two\",\"END\"]",
	    "\"one \" stop \"END\" 11+7=18" },
	{ CHAT, USER("\"one END two\"") ",\"stop\":\"END\","
	    "\"include_stop_str_in_output\":true",
	    "\"one END\" stop \"END\" 11+7=18" },
	{ CHAT, USER("\"one END two\"") ",\"stop\":\"END\",\"min_tokens\":7",
	    "\"one END two\" stop null 11+11=22" },
	{ CHAT, USER("\"ENE\"") ",\"stop\":\"END\"",
	    "\"ENE\" stop null 3+3=6" },
	{ CHAT, USER("\"hi\"") ",\"stop\":\"h\"",
	    "\"\" stop \"h\" 2+1=3" },
	{ CHAT, USER("\"hi\"") ",\"stop_token_ids\":[104],\"n\":2",
	    "\"\" stop 104, \"\" stop 104 2+2=4" },
	{ CHAT, USER("\"hi\"") ",\"stop\":\"hi!\",\"max_tokens\":1",
	    "\"h\" length null 2+1=3" },
	{ CHAT, USER("\"\""), "\"\" stop null 0+0=0" },
	{ COMPLETIONS, "\"prompt\":[\"h\",\"i\"],\"stop\":\"h\"",
	    "\"\" stop \"h\", \"i\" stop null 2+2=4" },
	{ CHAT, USER("\"abc\"") ",\"stop\":null,\"n\":null,\"logprobs\":null,"
	    "\"max_tokens\":null,\"unknown\":{\"a\":[1]}",
	    "\"abc\" stop null 3+3=6" },
	{ CHAT, USER("\"abc\"") ",\"stop_token_ids\":[98]",
	    "\"a\" stop 98 3+2=5" },
	{ CHAT, USER("\"abc\"") ",\"max_tokens\":2",
	    "\"ab\" length null 3+2=5" },
	{ CHAT, USER("\"abc\"") ",\"max_completion_tokens\":1",
	    "\"a\" length null 3+1=4" },
	{ CHAT, USER("\"a$b\""), "\"a\" stop null 3+2=5" },
	{ CHAT, USER("\"a$b\"") ",\"ignore_eos\":true",
	    "\"a$b\" stop null 3+3=6" },
	{ CHAT, USER("\"a$b\"") ",\"nvext\":{\"ignore_eos\":true}",
	    "\"a$b\" stop null 3+3=6" },
	{ CHAT, USER("\"a$b\"") ",\"min_tokens\":2",
	    "\"a$b\" stop null 3+3=6" },
	{ COMPLETIONS, "\"prompt\":\"ab\"", "\"ab\" stop null 2+2=4" },
	{ COMPLETIONS, "\"prompt\":[\"ab\",\"cde\"]",
	    "\"ab\" stop null, \"cde\" stop null 5+5=10" },
	{ COMPLETIONS, "\"prompt\":[\"ab\",\"c\"],\"n\":2",
	    "\"ab\" stop null, \"ab\" stop null, \"c\" stop null, "
	    "\"c\" stop null 3+6=9" },
	{ COMPLETIONS, "\"prompt\":\"ab\",\"echo\":true,\"max_tokens\":1",
	    "\"aba\" length null 2+1=3" },
	{ COMPLETIONS, "\"prompt\":\"ab\",\"echo\":true,\"logprobs\":1",
	    "\"abab\" stop null tokens a b a b 2+2=4" },
	{ COMPLETIONS, "\"prompt\":\"a.b\",\"stop\":[\".\"]",
	    "\"a\" stop \".\" 3+2=5" },
};

static void
reply__is_the_same__whole_and_streamed(void **state)
{
	(void)state;
	serve(WORDS("--delay", "0", "--eos-token", "$"));
	for (size_t i = 0; i < COUNT(examples); i++) {
		const struct example *example = &examples[i];
		struct text whole = { 0 }, streamed = { 0 };

		ask_whole(example->path, example->fields, &whole);
		ask_streamed(example->path, example->fields, &streamed);
		assert_string_equal(text_string(&whole), example->want);
		assert_string_equal(text_string(&streamed), example->want);
		text_release(&whole);
		text_release(&streamed);
	}
}

static void
stop_dialect__is__what_is_served(void **state)
{
	static const struct {
		const char *dialect, *want;
	} cases[] = {
		{ "vllm", "\"xa\" stop \"b\" 4+3=7" },
		{ "llama.cpp", "\"x\" stop null 4+3=7" },
		{ "dynamo", "\"xa\" stop null 4+3=7" },
		{ "none", "\"xaby\" stop null 4+4=8" },
	};
	const char *fields = USER("\"xaby\"") ",\"stop\":[\"b\",\"ab\"]";

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct text whole = { 0 }, streamed = { 0 };

		serve(WORDS("--delay", "0", "--stop-dialect",
		    cases[i].dialect));
		ask_whole(CHAT, fields, &whole);
		ask_streamed(CHAT, fields, &streamed);
		assert_string_equal(text_string(&whole), cases[i].want);
		assert_string_equal(text_string(&streamed), cases[i].want);
		text_release(&whole);
		text_release(&streamed);
		served_release(&server);
	}
}

static size_t
count_of(const struct text *text, const char *string)
{
	const char *at = text_string(text);
	size_t count = 0;

	while ((at = strstr(at, string))) {
		at += strlen(string);
		count++;
	}
	return count;
}

static void
usage__comes__as_it_is_asked_for(void **state)
{
	static const struct {
		const char *options;
		size_t nulls, numbers;
	} forms[] = {
		{ "null", 0, 0 },
		{ "{\"include_usage\":false}", 0, 0 },
		{ "{\"include_usage\":true}", 4, 1 },
		{ "{\"include_usage\":true,\"continuous_usage_stats\":true}",
		    0, 5 },
	};

	(void)state;
	serve(WORDS("--delay", "0"));
	for (size_t i = 0; i < COUNT(forms); i++) {
		struct answer answer;
		struct text body = { 0 };

		text_printf(&body, "{" USER("\"ab\"") ",\"stream\":true,"
		    "\"stream_options\":%s}", forms[i].options);
		ask(CHAT, "", body.bytes, &answer);
		assert_int_equal(count_of(&answer.body, "\"usage\":null"),
		    forms[i].nulls);
		assert_int_equal(count_of(&answer.body, "\"usage\":{"),
		    forms[i].numbers);
		text_release(&body);
		answer_release(&answer);
	}
}

/* ---- Errors. */

static const struct refusal {
	const char *request, *body; /* NULL: none */
	int status;
	const char *code, *param, *needle; /* JSON; part of the message */
} refusals[] = {
	{ "GET /v1/nix", NULL, 404, "\"not_found\"", "null", "/v1/nix" },
	{ "POST /chat/completions", "{}", 404, "\"not_found\"", "null",
	    "/v1/chat/completions" },
	{ "GET /v1/chat/completions", NULL, 405, "\"method_not_allowed\"",
	    "null", "POST" },
	{ "DELETE /v1/completions", NULL, 405, "\"method_not_allowed\"",
	    "null", "POST" },
	{ "POST /v1/models", "{}", 405, "\"method_not_allowed\"", "null",
	    "GET" },
	{ "POST /metrics", "{}", 405, "\"method_not_allowed\"", "null",
	    "GET" },
	{ "POST /v1/embeddings", "{}", 501, "\"not_implemented\"", "null",
	    "embeddings" },
	{ "GET /v1/models/nix", NULL, 404, "\"model_not_found\"", "\"model\"",
	    "nix" },
	{ CHAT, "", 400, "null", "null", "JSON" },
	{ CHAT, "{\"messages\":", 400, "null", "null", "JSON" },
	{ CHAT, "[]", 400, "null", "null", "object" },
	{ CHAT, "{}", 400, "null", "\"messages\"", "messages" },
	{ CHAT, "{\"messages\":[]}", 400, "null", "\"messages\"", "messages" },
	{ CHAT, "{\"messages\":\"hi\"}", 400, "null", "\"messages\"",
	    "messages" },
	{ CHAT, "{\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"}]}",
	    400, "null", "\"messages\"", "user" },
	{ CHAT, "{" USER("7") "}", 400, "null", "\"messages[0].content\"",
	    "content" },
	{ CHAT, "{" USER("\"a\"") ",\"stop\":7}", 400, "null", "\"stop\"",
	    "stop" },
	{ CHAT, "{" USER("\"a\"") ",\"stop\":[1]}", 400, "null", "\"stop\"",
	    "stop" },
	{ CHAT, "{" USER("\"a\"") ",\"max_tokens\":-1}", 400, "null",
	    "\"max_tokens\"", "max_tokens" },
	{ CHAT, "{" USER("\"a\"") ",\"n\":0}", 400, "null", "\"n\"", "n" },
	{ CHAT, "{" USER("\"a\"") ",\"stream\":\"yes\"}", 400, "null",
	    "\"stream\"", "stream" },
	{ CHAT, "{" USER("\"a\"") ",\"model\":\"x+stalled@0\"}", 400, "null",
	    "\"model\"", "stalled@0" },
	{ COMPLETIONS, "{}", 400, "null", "\"prompt\"", "prompt" },
	{ COMPLETIONS, "{\"prompt\":{}}", 400, "null", "\"prompt\"",
	    "prompt" },
};

/* All errors are short JSON with four fields, as this is. */
static void
check_error(const struct answer *answer, const struct refusal *want)
{
	const char *json = text_string(&answer->body);
	cJSON *root = cJSON_Parse(json);
	const cJSON *error = json_find(root, "error");

	if (!error || cJSON_GetArraySize(error) != 4)
		fail_msg("%s: %d %s", want->request, answer->status, json);
	assert_true(answer->body.len < 400);
	assert_true(cJSON_IsString(json_find(error, "message")));
	assert_true(cJSON_IsString(json_find(error, "type")));
	if (!strstr(json_find(error, "message")->valuestring, want->needle))
		fail_msg("%s is not in %s", want->needle, json);
	cJSON_Delete(root);
	if (answer->status != want->status)
		fail_msg("%s: %d %s", want->request, answer->status, json);
	assert_string_equal(json_shown(json, "error.code"), want->code);
	assert_string_equal(json_shown(json, "error.param"), want->param);
	assert_string_equal(answer_field(answer, "Content-Type"),
	    "application/json");
}

static void
error__names__what_is_wrong(void **state)
{
	(void)state;
	serve(WORDS("--delay", "0"));
	for (size_t i = 0; i < COUNT(refusals); i++) {
		const struct refusal *refusal = &refusals[i];
		struct answer answer;

		ask(refusal->request, "", refusal->body, &answer);
		check_error(&answer, refusal);
		if (refusal->status == 405)
			assert_string_equal(answer_field(&answer, "Allow"),
			    refusal->needle);
		answer_release(&answer);
	}
}

static void
error__names__a_fault_that_there_is_not(void **state)
{
	static const struct refusal want = { CHAT, NULL, 400, "null",
		"\"x-echochat-fault\"", "was stalled meant" };
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0"));
	ask(CHAT, "X-Echochat-Fault: staled\r\n", "{" USER("\"a\"") "}",
	    &answer);
	check_error(&answer, &want);
	answer_release(&answer);
}

static void
error__names__what_another_server_would_not_take(void **state)
{
	static const struct refusal want = { CHAT, "{" USER("\"a\"")
		",\"stream\":true,\"stop\":[\"1\",\"2\",\"3\",\"4\",\"5\"]}", 400,
		"null", "\"stop\"", "at most 4 stop strings" };
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0", "--stop-dialect", "openai"));
	ask(CHAT, "", want.body, &answer);
	check_error(&answer, &want);
	answer_release(&answer);
}

static void
body__is_refused__when_it_is_said_to_be_too_large(void **state)
{
	static const struct refusal want = { CHAT, NULL, 413, "null", "null",
		"16777216" };
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0"));
	ask(CHAT, "Content-Length: 16777217\r\n", NULL, &answer);
	check_error(&answer, &want);
	answer_release(&answer);
}

static void
reply__is_refused__when_it_is_too_large_for_one_piece(void **state)
{
	static const struct refusal want = { COMPLETIONS, NULL, 400, "null",
		"\"stream\"", "67200000" };
	struct answer answer;
	struct text body = { 0 };

	(void)state;
	serve(WORDS("--delay", "0"));
	text_add(&body, "{\"n\":2,\"logprobs\":1,\"prompt\":\"");
	for (size_t i = 0; i < 262500; i++)
		text_add(&body, "a");
	text_add(&body, "\"}");
	ask(COMPLETIONS, "", body.bytes, &answer);
	check_error(&answer, &want);
	answer_release(&answer);
	body.len -= strlen("}");
	text_add(&body, ",\"max_tokens\":3}");
	ask(COMPLETIONS, "", body.bytes, &answer);
	assert_int_equal(answer.status, 200);
	answer_release(&answer);
	text_release(&body);
}

/* One reply goes on; it ends, and there is room again. */
static void
reply__is_refused__when_too_many_go_on(void **state)
{
	static const struct refusal want = { CHAT, NULL, 429,
		"\"rate_limit_exceeded\"", "null", "no more at once" };
	struct tinyclient first;
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "100", "--http-max-streams", "1"));
	served_send(&first, loop, &server, CHAT, "",
	    "{\"stream\":true," USER("\"abcdefgh\"") "}");
	assert_true(tinyclient_wait(&first, "\"a\"", SERVED_SOON_MS));
	ask(CHAT, "", "{" USER("\"a\"") "}", &answer);
	check_error(&answer, &want);
	assert_string_equal(answer_field(&answer, "Retry-After"), "1");
	answer_release(&answer);
	assert_true(tinyclient_wait_end(&first, SERVED_SOON_MS));
	assert_non_null(strstr(text_string(&first.got), "[DONE]"));
	tinyclient_close(&first);
	ask(CHAT, "", "{" USER("\"a\"") "}", &answer);
	assert_int_equal(answer.status, 200);
	answer_release(&answer);
}

static void
reply__is_counted__whatever_its_status(void **state)
{
	static const char *const faults[] = { "http-429", "http-error-html",
		"odd-role", "http-error-flat" };
	static const char *const counts[] = { "200\"} 2", "429\"} 1",
		"502\"} 1", "503\"} 1", "400\"} 1" };
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0"));
	for (size_t i = 0; i < COUNT(faults) + 2; i++) {
		char header[80] = "";

		if (i < COUNT(faults))
			snprintf(header, sizeof(header),
			    "x-echochat-fault: %s\r\n", faults[i]);
		ask(CHAT, header, i == COUNT(faults) ? "{}" :
		    "{\"stream\":true," USER("\"a\"") "}", &answer);
		assert_int_equal(count_of(&answer.head, "Content-Type"), 1);
		answer_release(&answer);
	}
	ask("GET /metrics", "", NULL, &answer);
	for (size_t i = 0; i < COUNT(counts); i++) {
		char line[120];

		snprintf(line, sizeof(line), "\nechochat_requests_total"
		    "{endpoint=\"chat\",status=\"%s\n", counts[i]);
		if (!strstr(answer.body.bytes, line))
			fail_msg("no %s", line);
	}
	answer_release(&answer);
}

/* ---- Heads. */

static void
request_id__is_echoed__in_each_answer(void **state)
{
	static const struct {
		const char *request, *body;
	} cases[] = {
		{ CHAT, "{" USER("\"a\"") "}" },
		{ CHAT, "{" USER("\"a\"") ",\"stream\":true}" },
		{ CHAT, "{}" },
		{ "GET /v1/nix", NULL },
		{ "GET /v1/models", NULL },
	};

	(void)state;
	serve(WORDS("--delay", "0"));
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct answer answer;

		ask(cases[i].request, "X-Request-ID: mine-7\r\n",
		    cases[i].body, &answer);
		assert_string_equal(answer_field(&answer, "x-request-id"),
		    "mine-7");
		assert_int_equal(count_of(&answer.head, "x-request-id"), 1);
		answer_release(&answer);
	}
}

static void
request_id__is_made__for_a_reply_without_one(void **state)
{
	struct answer answer;
	char quoted[100];

	(void)state;
	serve(WORDS("--delay", "0"));
	ask(CHAT, "", "{" USER("\"a\"") "}", &answer);
	snprintf(quoted, sizeof(quoted), "\"%s\"",
	    answer_field(&answer, "x-request-id"));
	assert_string_equal(json_shown(answer.body.bytes, "id"), quoted);
	answer_release(&answer);
}

static void
head__has__no_body(void **state)
{
	struct answer get, head;

	(void)state;
	serve(WORDS("--delay", "0"));
	ask("GET /v1/models", "", NULL, &get);
	ask("HEAD /v1/models", "", NULL, &head);
	assert_int_equal(head.status, 200);
	assert_string_equal(answer_field(&head, "Content-Type"),
	    "application/json");
	assert_true(get.body.len > 0);
	answer_release(&get);
	answer_release(&head);
}

/* ---- Models. */

static void
model__is_listed__by_its_name(void **state)
{
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0", "--model-name", "tiny/1"));
	ask("GET /v1/models", "", NULL, &answer);
	assert_string_equal(json_shown(answer.body.bytes, "data.0.id"),
	    "\"tiny/1\"");
	assert_string_equal(json_shown(answer.body.bytes, "data.1"), "");
	answer_release(&answer);
	ask("GET /v1/models/tiny/1", "", NULL, &answer);
	assert_string_equal(json_shown(answer.body.bytes, "id"),
	    "\"tiny/1\"");
	answer_release(&answer);
}

static void
model__is_refused__when_another_was_named(void **state)
{
	static const struct refusal want = { CHAT, NULL, 404,
		"\"model_not_found\"", "\"model\"", "tiny" };
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0", "--model-name", "tiny"));
	ask(CHAT, "", "{\"model\":\"large\"," USER("\"a\"") "}", &answer);
	check_error(&answer, &want);
	answer_release(&answer);
	ask(CHAT, "", "{\"model\":\"tiny+odd-role\"," USER("\"a\"") "}",
	    &answer);
	assert_int_equal(answer.status, 200);
	assert_string_equal(json_shown(answer.body.bytes, "model"),
	    "\"tiny\"");
	answer_release(&answer);
}

/* ---- Keys. */

static void
key__is_wanted__but_for_health_and_metrics(void **state)
{
	static const struct {
		const char *request, *headers;
		int status;
	} cases[] = {
		{ "GET /v1/models", "", 401 },
		{ "GET /v1/models", "Authorization: Bearer no\r\n", 401 },
		{ "GET /v1/models", "Authorization: Bearer abc1\r\n", 401 },
		{ "GET /v1/models", "Authorization: Basic abc\r\n", 401 },
		{ "GET /v1/models", "Authorization: Bearer abc\r\n", 200 },
		{ "POST /v1/completions", "", 401 },
		{ "GET /health", "", 200 },
		{ "GET /metrics", "", 200 },
	};

	(void)state;
	server.program.env = WORDS("TEST_KEY=abc");
	serve(WORDS("--delay", "0", "--http-api-key-env", "TEST_KEY"));
	for (size_t i = 0; i < COUNT(cases); i++) {
		static const struct refusal want = { "", NULL, 401,
			"\"invalid_api_key\"", "null", "API key" };
		struct answer answer;

		ask(cases[i].request, cases[i].headers, NULL, &answer);
		assert_int_equal(answer.status, cases[i].status);
		if (answer.status == 401)
			check_error(&answer, &want);
		answer_release(&answer);
	}
	/* It is shown to nobody. */
	assert_null(strstr(text_string(&server.program.errors), "abc"));
}

/* ---- Whether it serves at all. */

static const struct start {
	const char *args[8];
	const char *needle; /* of standard error */
} wrong_starts[] = {
	{ { "--http-host", "0.0.0.0" }, "--http-allow-remote" },
	{ { "--http-host", "::" }, "--http-allow-remote" },
	{ { "--http-host", "nonsense", "--http-allow-remote" }, "nonsense" },
	{ { "--http-api-key-env", "TEST_NO_KEY" }, "TEST_NO_KEY" },
	{ { "--fault", "staled" }, "was stalled meant" },
	{ { "--fault", "odd-role@3" }, "own place" },
	{ { "--journal", "/nowhere/at/all" }, "/nowhere/at/all" },
	{ { "--http-port", "65536" }, "65536" },
	{ { "--workers", "0" }, "--workers" },
};

static void
server__says_at_once__why_it_cannot_serve(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(wrong_starts); i++) {
		const struct start *start = &wrong_starts[i];
		const char *words[12] = { "in=http", "--http-port", "0" };

		for (size_t j = 0; start->args[j]; j++)
			words[j + 3] = start->args[j];
		assert_int_equal(program_run(&server.program, words, "", 0),
		    STATUS_USAGE);
		if (!strstr(text_string(&server.program.errors),
			start->needle))
			fail_msg("%s is not in %s", start->needle,
			    text_string(&server.program.errors));
		assert_int_equal(server.program.output.len, 0);
		program_release(&server.program);
	}
}

static void
server__says__that_its_port_is_taken(void **state)
{
	char port[8];

	(void)state;
	serve(WORDS("--delay", "0"));
	snprintf(port, sizeof(port), "%u", server.port);
	assert_int_equal(program_run(&other.program, WORDS("in=http",
	    "--http-port", port), "", 0), STATUS_USAGE);
	assert_non_null(strstr(text_string(&other.program.errors), port));
}

static void
server__serves__other_machines_when_told(void **state)
{
	struct answer answer;

	(void)state;
	serve(WORDS("--delay", "0", "--http-host", "0.0.0.0",
	    "--http-allow-remote"));
	ask("GET /health", "", NULL, &answer);
	assert_int_equal(answer.status, 200);
	answer_release(&answer);
	assert_int_equal(served_end(&server, SIGTERM), 0);
	served_release(&server);
	server.program.env = WORDS("TEST_KEY=abc");
	serve(WORDS("--delay", "0", "--http-host", "0.0.0.0",
	    "--http-api-key-env", "TEST_KEY"));
	ask("GET /v1/models", "", NULL, &answer);
	assert_int_equal(answer.status, 401);
	answer_release(&answer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reply__is_the_same__whole_and_streamed),
		TEST(stop_dialect__is__what_is_served),
		TEST(usage__comes__as_it_is_asked_for),
		TEST(error__names__what_is_wrong),
		TEST(error__names__a_fault_that_there_is_not),
		TEST(error__names__what_another_server_would_not_take),
		TEST(body__is_refused__when_it_is_said_to_be_too_large),
		TEST(reply__is_refused__when_it_is_too_large_for_one_piece),
		TEST(reply__is_refused__when_too_many_go_on),
		TEST(reply__is_counted__whatever_its_status),
		TEST(request_id__is_echoed__in_each_answer),
		TEST(request_id__is_made__for_a_reply_without_one),
		TEST(head__has__no_body),
		TEST(model__is_listed__by_its_name),
		TEST(model__is_refused__when_another_was_named),
		TEST(key__is_wanted__but_for_health_and_metrics),
		TEST(server__says_at_once__why_it_cannot_serve),
		TEST(server__says__that_its_port_is_taken),
		TEST(server__serves__other_machines_when_told),
	};

	program_environment();
	return cmocka_run_group_tests_name("program_serve", tests, NULL,
	    NULL);
}
