/* test_program_proxy.c: the built program as a server in front of another one:
 * of scripted bytes on the loop of the test, or the program itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "served.h"
#include "tinyserver.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define CHAT "POST /v1/chat/completions"
#define COMPLETIONS "POST /v1/completions"
#define USER "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"
#define REPLY(status, type) "HTTP/1.1 " status "\r\nContent-Type: " type \
	"\r\nConnection: close\r\n"
#define STREAM REPLY("200 OK", "text/event-stream") "\r\n"
#define JSON(status) REPLY(status, "application/json")
#define CHUNK(delta, finish) \
	"data: {\"choices\":[{\"index\":0,\"delta\":{" delta \
	"},\"finish_reason\":" finish "}]}\n\n"
#define SAYS(text) CHUNK("\"content\":\"" text "\"", "null")
#define STOPS CHUNK("", "\"stop\"")
#define DONE "data: [DONE]\n\n"

static struct served server, upstream;
static struct tinyserver scripted;
static struct loop *loop;
static char folder[64], path[80];

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_program_proxy.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/journal", folder);
	loop = loop_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	served_release(&server);
	served_release(&upstream);
	tinyserver_close(&scripted);
	loop_free(loop);
	unlink(path);
	return rmdir(folder);
}

/* ---- In front of bytes. */

static void
serve_script(const struct step *script)
{
	char out[80];

	tinyserver_open(&scripted, loop, script);
	snprintf(out, sizeof(out), "out=http://%s", scripted.address);
	server.program.env = WORDS("OPENAI_API_KEY=sk-of-the-proxy");
	served_start(&server, WORDS(out, "--journal", path));
}

static void
ask(const char *request, const char *headers, const char *body,
    struct answer *answer)
{
	served_ask(loop, &server, request, headers, body, answer);
}

/* Ends the server; returns what the journal says of its only line. */
static const char *
journal(const char *name)
{
	static char bytes[4096];
	FILE *file;
	size_t len;

	if (!server.program.ended)
		assert_int_equal(served_end(&server, SIGTERM), 0);
	file = fopen(path, "r");
	assert_non_null(file);
	len = fread(bytes, 1, sizeof(bytes) - 1, file);
	bytes[len] = '\0';
	fclose(file);
	return json_shown(bytes, name);
}

static const struct step good[] = {
	{ SEND, STREAM SAYS("Hel") SAYS("lo") STOPS DONE, 0 }, { CLOSE, 0, 0 }
};

/* The last value of a name counts, so look for all that must not be there. */
static void
proxy__passes_on__what_it_does_not_know(void **state)
{
	struct answer answer;
	const char *request, *body;

	(void)state;
	serve_script(good);
	ask(CHAT, "Authorization: Bearer sk-of-the-client\r\n",
	    "{\"model\":\"big\",\"guided_regex\":\"a+\",\"temperature\":0.25,"
	    "\"nested\":{\"a\":[1,null,\"\\u00e9\"]},\"stream\":true,"
	    "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\","
	    "\"text\":\"hi\",\"cache\":1}]}]}", &answer);
	assert_int_equal(answer.status, 200);
	assert_non_null(strstr(answer.body.bytes, "\"content\":\"Hel\""));
	assert_non_null(strstr(answer.body.bytes, "[DONE]"));
	request = tinyserver_request(&scripted, 0);
	body = strstr(request, "\r\n\r\n") + 4;
	assert_string_equal(json_shown(body, "model"), "\"big\"");
	assert_string_equal(json_shown(body, "guided_regex"), "\"a+\"");
	assert_string_equal(json_shown(body, "temperature"), "0.25");
	assert_string_equal(json_shown(body, "nested"),
	    "{\"a\":[1,null,\"\u00e9\"]}");
	assert_string_equal(json_shown(body, "messages.0.content.0.cache"),
	    "1");
	assert_non_null(strstr(request, "Bearer sk-of-the-proxy"));
	assert_null(strstr(request, "sk-of-the-client"));
	answer_release(&answer);
	assert_string_equal(journal("choices.0.text"), "\"Hello\"");
	assert_string_equal(journal("anomalies"), "");
	assert_string_equal(journal("ended"), "\"stop\"");
}

static void
proxy__gives__a_whole_reply_of_a_stream(void **state)
{
	struct answer answer;

	(void)state;
	serve_script(good);
	ask(CHAT, "", "{\"model\":\"big\"," USER "}", &answer);
	assert_string_equal(json_shown(answer.body.bytes,
	    "choices.0.message.content"), "\"Hello\"");
	assert_string_equal(json_shown(answer.body.bytes, "model"),
	    "\"big\"");
	answer_release(&answer);
}

static void
proxy__names__what_the_other_does_wrong(void **state)
{
	static const struct {
		struct step script[2];
		const char *anomalies, *ended;
	} rows[] = {
		{ { { SEND, STREAM SAYS("a") STOPS, 0 }, { CLOSE, 0, 0 } },
		    "[\"missing-done\"]", "\"stop\"" },
		{ { { SEND, STREAM SAYS("a") "oops\n" STOPS STOPS DONE, 0 },
		    { CLOSE, 0, 0 } },
		    "[\"non-sse-line\",\"repeated-finish-reason\"]",
		    "\"stop\"" },
		{ { { SEND, STREAM SAYS("a"), 0 }, { RESET, 0, 0 } },
		    "[\"connection-reset\",\"missing-finish-reason\","
		    "\"missing-done\"]", "\"cut off\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct answer answer;

		serve_script(rows[i].script);
		ask(CHAT, "", "{\"model\":\"m\"," USER "}", &answer);
		answer_release(&answer);
		assert_string_equal(journal("anomalies"), rows[i].anomalies);
		assert_string_equal(journal("ended"), rows[i].ended);
		served_release(&server);
		tinyserver_close(&scripted);
		unlink(path);
	}
}

static void
proxy__passes_on__the_status_of_a_refusal(void **state)
{
	static const struct {
		struct step script[2];
		int status;
		const char *needle, *type, *retry_after;
	} rows[] = {
		{ { { SEND, JSON("429 Too Many") "Retry-After: 7\r\n\r\n"
			"{\"error\":{\"message\":\"too much\",\"type\":"
			"\"rate_limit_error\"}}", 0 }, { CLOSE, 0, 0 } },
		    429, "too much", "\"invalid_request_error\"", "7" },
		{ { { SEND, JSON("500 No") "\r\n{\"error\":\"it broke\"}", 0 },
		    { CLOSE, 0, 0 } },
		    500, "it broke", "\"server_error\"", "" },
		{ { { SEND, JSON("404 No") "\r\n{\"detail\":\"no such\"}", 0 },
		    { CLOSE, 0, 0 } },
		    404, "no such", "\"invalid_request_error\"", "" },
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(rows); i++) {
		struct answer answer;

		serve_script(rows[i / 2].script);
		ask(CHAT, "", i % 2 ? "{\"model\":\"m\"," USER "}" :
		    "{\"model\":\"m\",\"stream\":true," USER "}", &answer);
		assert_int_equal(answer.status, rows[i / 2].status);
		assert_non_null(strstr(answer.body.bytes,
		    rows[i / 2].needle));
		assert_string_equal(json_shown(answer.body.bytes,
		    "error.type"), rows[i / 2].type);
		assert_string_equal(answer_field(&answer, "Retry-After"),
		    rows[i / 2].retry_after);
		assert_string_equal(answer_field(&answer, "Content-Type"),
		    "application/json");
		assert_null(strstr(answer.head.bytes, "event-stream"));
		answer_release(&answer);
		served_release(&server);
		tinyserver_close(&scripted);
	}
}

static void
proxy__says__that_nobody_is_there(void **state)
{
	static const struct step none[] = { { CLOSE, 0, 0 } };
	struct answer answer;

	(void)state;
	serve_script(none);
	tinyserver_refuse(&scripted);
	ask(CHAT, "", "{\"model\":\"m\"," USER "}", &answer);
	assert_int_equal(answer.status, 502);
	assert_string_equal(json_shown(answer.body.bytes, "error.type"),
	    "\"server_error\"");
	answer_release(&answer);
	ask("GET /v1/models", "", NULL, &answer);
	assert_int_equal(answer.status, 502);
	answer_release(&answer);
}

static void
proxy__lists__the_models_of_the_other(void **state)
{
	static const struct step script[] = {
		{ SEND, JSON("200 OK") "\r\n{\"data\":[{\"id\":\"first\"},"
		    "{\"id\":\"org/second\"}]}", 0 }, { CLOSE, 0, 0 } };
	struct answer answer;

	(void)state;
	serve_script(script);
	ask("GET /v1/models", "", NULL, &answer);
	assert_string_equal(json_shown(answer.body.bytes, "data.0.id"),
	    "\"first\"");
	assert_string_equal(json_shown(answer.body.bytes, "data.1.id"),
	    "\"org/second\"");
	answer_release(&answer);
	ask("GET /v1/models/org/second", "", NULL, &answer);
	assert_string_equal(json_shown(answer.body.bytes, "id"),
	    "\"org/second\"");
	answer_release(&answer);
	ask("GET /v1/models/third", "", NULL, &answer);
	assert_int_equal(answer.status, 404);
	answer_release(&answer);
}

static void
proxy__leaves_the_other__when_its_client_leaves(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hel"), 0 }, { END, 0, 0 } };
	struct tinyclient client;

	(void)state;
	serve_script(script);
	served_send(&client, loop, &server, CHAT, "",
	    "{\"model\":\"m\",\"stream\":true," USER "}");
	assert_true(tinyclient_wait(&client, "Hel", SERVED_SOON_MS));
	tinyclient_close(&client);
	scripted.stop_when_left = true;
	loop_run_for(loop, LOOP_MS(SERVED_SOON_MS));
	assert_int_equal(scripted.left, 1);
	assert_string_equal(journal("ended"), "\"cancelled\"");
}

/* The model is the other's, and the engine that knew it is closed. */
static void
journal__names__the_model_of_a_reply_that_was_left(void **state)
{
	struct tinyclient client;
	struct answer answer;
	char out[80];

	(void)state;
	served_start(&upstream, WORDS("--delay", "20", "--model-name",
	    "a-model-of-the-other"));
	snprintf(out, sizeof(out), "out=%s", upstream.url);
	served_start(&server, WORDS(out, "--journal", path));
	ask("GET /v1/models", "", NULL, &answer);
	answer_release(&answer);
	served_send(&client, loop, &server, CHAT, "",
	    "{\"stream\":true," USER "}");
	assert_true(tinyclient_wait(&client, "\"h\"", SERVED_SOON_MS));
	tinyclient_close(&client);
	served_see_error(&server, 0, " client left\n");
	assert_string_equal(journal("model"), "\"a-model-of-the-other\"");
}

/* ---- In front of the program itself. */

static void
proxy__changes__nothing_of_a_reply(void **state)
{
	static const struct {
		const char *request, *body;
		const char *paths[4], *wants[4];
	} rows[] = {
		{ CHAT, "{" USER ",\"n\":2,\"stop\":\"i\"}",
		    { "choices.0.message.content", "choices.1.message.content",
			"choices.0.stop_reason", "usage.completion_tokens" },
		    { "\"h\"", "\"h\"", "\"i\"", "4" } },
		{ CHAT, "{" USER ",\"logprobs\":true}",
		    { "choices.0.message.content", "choices.0.logprobs" },
		    { "\"hi\"", "null" } },
		{ CHAT, "{" USER ",\"stop\":\"h\"}",
		    { "choices.0.message.content", "choices.0.stop_reason" },
		    { "\"\"", "\"h\"" } },
		{ COMPLETIONS, "{\"prompt\":[\"ab\",\"cd\"]}",
		    { "choices.0.text", "choices.1.text", "choices.2",
			"usage.prompt_tokens" },
		    { "\"ab\"", "\"cd\"", "", "4" } },
		{ COMPLETIONS, "{\"prompt\":[\"ab\",\"cd\"],\"n\":2}",
		    { "choices.1.text", "choices.2.text", "choices.3.text",
			"choices.4" },
		    { "\"ab\"", "\"cd\"", "\"cd\"", "" } },
		{ COMPLETIONS, "{\"prompt\":[\"ab\",\"cd\"],\"echo\":true}",
		    { "choices.0.text", "choices.1.text", "choices.2" },
		    { "\"abab\"", "\"cdcd\"", "" } },
	};
	char out[80];

	(void)state;
	served_start(&upstream, WORDS("--delay", "0"));
	snprintf(out, sizeof(out), "out=%s", upstream.url);
	served_start(&server, WORDS(out));
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct answer answer;

		ask(rows[i].request, "", rows[i].body, &answer);
		for (size_t j = 0; j < 4 && rows[i].paths[j]; j++)
			assert_string_equal(json_shown(answer.body.bytes,
			    rows[i].paths[j]), rows[i].wants[j]);
		answer_release(&answer);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(proxy__passes_on__what_it_does_not_know),
		TEST(proxy__gives__a_whole_reply_of_a_stream),
		TEST(proxy__names__what_the_other_does_wrong),
		TEST(proxy__passes_on__the_status_of_a_refusal),
		TEST(proxy__says__that_nobody_is_there),
		TEST(proxy__lists__the_models_of_the_other),
		TEST(proxy__leaves_the_other__when_its_client_leaves),
		TEST(journal__names__the_model_of_a_reply_that_was_left),
		TEST(proxy__changes__nothing_of_a_reply),
	};

	program_environment();
	return cmocka_run_group_tests_name("program_proxy", tests, NULL,
	    NULL);
}
