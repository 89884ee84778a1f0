/* test_openai.c: the engine that asks a server, against one of scripted bytes
 * on the same loop. What is in an answer is the business of test_answer.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "../engine/engine.h"
#include "../src/escape.h"
#include "tinyserver.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define KEY "sk-very-secret"

#define REPLY(status, type)                                                    \
	"HTTP/1.1 " status "\r\nContent-Type: " type "\r\n\r\n"
#define STREAM REPLY("200 OK", "text/event-stream")
#define JSON REPLY("200 OK", "application/json")
#define CHUNK(delta, finish)                                                   \
	"data: {\"choices\":[{\"index\":0,\"delta\":{" delta                   \
	"},\"finish_reason\":" finish "}]}\n\n"
#define SAYS(text) CHUNK("\"content\":\"" text "\"", "null")
#define STOPS CHUNK("", "\"stop\"")
#define USAGE                                                                  \
	"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":2,"                \
	"\"completion_tokens\":3,\"total_tokens\":5}}\n\n"
#define DONE "data: [DONE]\n\n"

static const struct step hello[] = {
	{ SEND, STREAM SAYS("Hello") STOPS DONE, 0 }, { CLOSE, 0, 0 } };
static const struct step two_models[] = {
	{ SEND, JSON "{\"data\":[{\"id\":\"first\"},{\"id\":\"second\"}]}", 0 },
	{ CLOSE, 0, 0 } };
static const struct step endless[] = {
	{ SEND, STREAM SAYS("Hello"), 0 }, { END, 0, 0 } };
static const struct step silent[] = { { END, 0, 0 } };
/* The answer is over, and the server keeps the connection. */
static const struct step answered[] = {
	{ SEND, STREAM SAYS("Hello") STOPS, 0 }, { END, 0, 0 } };

static struct loop *loop;
static struct tinyserver server;
static struct engine *engine;
static struct conversation conversation;
static struct settings settings;
static struct request request;

/* ---- What comes, and what a test does when it comes. */

static struct text events; /* a line each; adjacent text is one */
static bool in_text;
static size_t last_events;
static bool stop_at_last = true;
static enum engine_event_kind hook_at; /* once, at the first of its kind */
static void (*hook)(void);

static void
assert_keyless(const char *bytes, size_t len)
{
	for (size_t i = 0; i + strlen(KEY) <= len; i++)
		assert_memory_not_equal(bytes + i, KEY, strlen(KEY));
}

static void
assert_keyless_text(const struct text *text)
{
	assert_keyless(text_string(text), text->len);
}

static void
assert_keyless_string(const char *string)
{
	if (string)
		assert_keyless(string, strlen(string));
}

static void
assert_keyless_event(const struct engine_event *event)
{
	assert_keyless(event->bytes, event->bytes ? event->len : 0);
	assert_keyless(event->string, event->string ? event->string_len : 0);
	if (event->call) {
		assert_keyless_text(&event->call->id);
		assert_keyless_text(&event->call->name);
		assert_keyless_text(&event->call->arguments);
	}
	if (event->end) {
		assert_keyless_string(event->end->finish_reason);
		assert_keyless_string(event->end->why);
		assert_keyless_string(event->end->error);
		assert_keyless_text(&event->end->stop_reason.string);
	}
}

static void
write_ending(const struct ending *end)
{
	if (!end)
		return;
	if (end->finish_reason)
		text_printf(&events, " %s", end->finish_reason);
	if (end->stop_reason.kind == STOP_REASON_STRING)
		text_printf(&events, " at %s",
		    text_string(&end->stop_reason.string));
	if (end->error)
		text_printf(&events, " %s", end->error);
	if (end->retry_after_s)
		text_printf(&events, " wait=%d", (int)end->retry_after_s);
}

/* What only repeats the bytes of the body is left out. */
static void
write_event(const struct engine_event *event)
{
	static const char *const names[] = { [ENGINE_REQUEST] = "request",
		[ENGINE_HEAD] = "head", [ENGINE_TEXT] = "text",
		[ENGINE_REASONING] = "reasoning", [ENGINE_REFUSAL] = "refusal",
		[ENGINE_TOOL_CALL] = "call", [ENGINE_CHOICE] = "choice",
		[ENGINE_ANOMALY] = "anomaly", [ENGINE_HELD] = "held",
		[ENGINE_MATCHED] = "matched", [ENGINE_USAGE] = "usage",
		[ENGINE_NOTE] = "note", [ENGINE_ANSWERED] = "answered",
		[ENGINE_FINISHED] = "finished", [ENGINE_FAILED] = "failed",
		[ENGINE_CANCELLED] = "cancelled" };
	bool is_text = event->kind == ENGINE_TEXT;

	if (event->kind == ENGINE_BYTES || event->kind == ENGINE_RAW)
		return;
	if (in_text && is_text)
		text_append(&events, event->bytes, event->len);
	else
		text_printf(&events, "%s%s", events.len ? "\n" : "",
		    names[event->kind]);
	if (event->kind == ENGINE_ANOMALY || event->kind == ENGINE_REQUEST)
		text_printf(&events, " %s",
		    event->string ? event->string : "-");
	else if (event->bytes && !(in_text && is_text))
		text_printf(&events, " %.*s", (int)event->len, event->bytes);
	if (event->call)
		text_printf(&events, " %s %s %s", text_string(&event->call->id),
		    text_string(&event->call->name),
		    text_string(&event->call->arguments));
	if (event->kind == ENGINE_CHOICE && event->string)
		text_printf(&events, " %s", event->string);
	write_ending(event->end);
	in_text = is_text;
}

static void
on_event(void *data, const struct engine_event *event)
{
	bool last = event->kind >= ENGINE_FINISHED;

	(void)data;
	assert_keyless_event(event);
	write_event(event);
	last_events += last;
	if (last && stop_at_last)
		loop_stop(loop);
	if (hook && hook_at == event->kind) {
		void (*fn)(void) = hook;

		hook = NULL;
		fn();
	}
}

static void
assert_events(const char *expected)
{
	assert_string_equal(text_string(&events), expected);
}

/* Each '%' of what is expected stands for the address of the server. */
static void
assert_events_of(const char *expected)
{
	struct text text = { 0 };

	for (; *expected; expected++)
		if (*expected == '%')
			text_add(&text, server.address);
		else
			text_append(&text, expected, 1);
	assert_events(text_string(&text));
	text_release(&text);
}

/* ---- Asking. */

static void
say(enum role role, const char *words)
{
	struct message *message =
	    conversation_add(&conversation, role, 0, words, strlen(words));

	if (role == ROLE_ASSISTANT)
		conversation_finish(&conversation, message,
		    &(struct ending){ .state = MESSAGE_CANCELLED });
}

static void
set(const char *name, const char *value)
{
	struct text error = { 0 };

	assert_true(setting_set(&settings, setting_find(name), value, &error));
	assert_string_equal(text_string(&error), "");
}

static void
open_engine(void)
{
	char url[128];
	struct text error = { 0 };

	snprintf(url, sizeof(url), "http://%s", server.address);
	engine = engine_open(url, loop, &error);
	assert_non_null(engine);
}

static void
serve(const struct step *script)
{
	tinyserver_open(&server, loop, script);
	open_engine();
}

/* Nothing is heard of it before the loop runs. */
static void
start(void)
{
	size_t len = events.len;

	request_release(&request);
	memset(&request, 0, sizeof(request));
	request_init(&request, &conversation, &settings,
	    text_string(&settings.model_name));
	engine_start(engine, &request, on_event, NULL);
	assert_int_equal(events.len, len);
}

static void
ask(void)
{
	start();
	loop_run(loop);
}

static void
cancel(void)
{
	size_t len = events.len;

	engine_cancel(engine);
	assert_int_equal(events.len, len);
}

static void
abandon(void)
{
	engine_abandon(engine);
}

static void
close_engine(void)
{
	engine_close(engine);
	engine = NULL;
}

static void
stop(void)
{
	loop_stop(loop);
}

static void
at(enum engine_event_kind kind, void (*fn)(void))
{
	hook_at = kind;
	hook = fn;
}

static void
forget_events(void)
{
	text_release(&events);
	in_text = false;
	last_events = 0;
}

/* Whether the client has closed; the loop need not run for it. */
static bool
is_closed(size_t connection)
{
	char byte;

	return recv(server.connections[connection].fd, &byte, 1,
	    MSG_DONTWAIT) == 0;
}

/* True if all that came is there, and nothing more is heard for a while. */
static void
assert_over(size_t ends)
{
	loop_run_for(loop, LOOP_MS(20));
	assert_int_equal(last_events, ends);
}

static void
wait_until_left(size_t clients)
{
	server.stop_when_left = true;
	for (int i = 0; i < 10 && server.left < clients; i++)
		loop_run_for(loop, LOOP_MS(10));
	assert_int_equal(server.left, clients);
}

static const char *
request_text(size_t connection)
{
	return tinyserver_request(&server, connection);
}

static const char *
body_text(size_t connection)
{
	return strstr(request_text(connection), "\r\n\r\n") + 4;
}

static void
assert_begins(const char *text, const char *begin)
{
	if (strncmp(text, begin, strlen(begin)))
		assert_string_equal(text, begin);
}

static void
assert_contains(const char *text, const char *part)
{
	if (!strstr(text, part))
		assert_string_equal(text, part);
}

static int
open_all(void **state)
{
	(void)state;
	alarm(20);
	unsetenv("OPENAI_API_KEY");
	loop = loop_new();
	settings_init(&settings);
	set("model_name", "m");
	say(ROLE_USER, "Hi");
	stop_at_last = true;
	hook = NULL;
	return 0;
}

static int
close_all(void **state)
{
	(void)state;
	engine_close(engine);
	engine = NULL;
	tinyserver_close(&server);
	request_release(&request);
	memset(&request, 0, sizeof(request));
	settings_release(&settings);
	settings = (struct settings){ 0 };
	conversation_release(&conversation);
	conversation = (struct conversation){ 0 };
	forget_events();
	loop_free(loop);
	return 0;
}

/* For one test with many tries. */
static void
again(void)
{
	close_all(NULL);
	open_all(NULL);
}

/* ---- The whole. */

static void
server_start__tells__an_answer_in_order(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hel"), 0 }, { SEND, SAYS("lo") STOPS, 0 },
		{ SEND, USAGE DONE, 0 }, { END, 0, 0 } };

	(void)state;
	serve(script);
	ask();
	assert_events("request m\n"
	    "head 200 text/event-stream\n"
	    "text Hello\n"
	    "answered stop\n"
	    "usage\n"
	    "finished stop");
	assert_over(1);
	assert_int_equal(server.left, 1);
	assert_int_equal(server.accepted, 1);
}

/* ---- Which model. */

static void
server_start__asks__for_the_model_named(void **state)
{
	(void)state;
	serve(hello);
	ask();
	assert_int_equal(server.accepted, 1);
	assert_begins(body_text(0), "{\"model\":\"m\",");
}

static void
server_start__asks__for_the_first_of_the_list(void **state)
{
	(void)state;
	serve(two_models);
	server.scripts[1] = hello;
	set("model_name", "");
	ask();
	assert_begins(request_text(0), "GET /v1/models HTTP/1.1\r\n");
	assert_begins(body_text(1), "{\"model\":\"first\",");
	assert_begins(text_string(&events), "request first\n");
	ask(); /* it is known now */
	assert_begins(request_text(2), "POST ");
	assert_begins(body_text(2), "{\"model\":\"first\",");
}

static void
server_start__asks__for_no_model_if_none_is_listed(void **state)
{
	static const char *const lists[] = {
		REPLY("404 Not Found", "text/html") "<h1>no</h1>",
		REPLY("500 Oh", "text/plain") "{\"data\":[{\"id\":\"x\"}]}",
		"HTTP/1.1 307 Elsewhere\r\nLocation: http://else/\r\n\r\n",
		JSON "{\"data\":[]}",
		JSON "{\"data\":null}",
		JSON "{\"data\":[{\"id\":\"\"},{\"id\":7},3]}",
		JSON "[]",
		JSON "no JSON",
		JSON,
		REPLY("200 OK\r\nContent-Length: 99", "application/json")
		    "{\"data\":[{\"id\":\"cut\"}]}",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(lists); i++) {
		struct step script[] = { { SEND, lists[i], 0 },
			{ CLOSE, 0, 0 } };

		again();
		serve(script);
		server.scripts[1] = hello;
		set("model_name", "");
		ask();
		assert_int_equal(server.accepted, 2);
		assert_begins(body_text(1), "{\"messages\":[");
		assert_events("request -\nhead 200 text/event-stream\n"
		    "text Hello\nanswered stop\nfinished stop");
	}
}

static void
server_start__asks__for_no_model_if_the_list_is_silent(void **state)
{
	(void)state;
	serve(silent);
	server.scripts[1] = hello;
	set("model_name", "");
	set("idle_timeout", "50");
	ask();
	assert_begins(body_text(1), "{\"messages\":[");
	assert_contains(text_string(&events), "finished stop");
}

/* ---- Bodies and headers. */

static void
server_start__sends__only_what_is_set(void **state)
{
	(void)state;
	serve(hello);
	ask();
	assert_begins(request_text(0),
	    "POST /v1/chat/completions HTTP/1.1\r\n");
	assert_string_equal(body_text(0), "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"user\",\"content\":\"Hi\"}],\"stream\":true,"
	    "\"stream_options\":{\"include_usage\":true}}");
	assert_null(strstr(request_text(0), "Authorization"));
}

static void
server_start__sends__all_that_is_set(void **state)
{
	(void)state;
	serve(hello);
	text_add(&conversation.system, "Be brief.");
	set("stop", "END");
	set("stop_token_ids", "7");
	set("max_tokens", "5");
	set("min_tokens", "1");
	set("temperature", "0");
	set("top_p", "0.5");
	set("seed", "9223372036854775807");
	set("n", "2");
	set("ignore_eos", "true");
	set("include_stop_str_in_output", "true");
	ask();
	assert_string_equal(body_text(0), "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"system\",\"content\":\"Be brief.\"},"
	    "{\"role\":\"user\",\"content\":\"Hi\"}],\"stream\":true,"
	    "\"stream_options\":{\"include_usage\":true},"
	    "\"stop\":[\"END\"],\"stop_token_ids\":[7],\"max_tokens\":5,"
	    "\"min_tokens\":1,\"temperature\":0,\"top_p\":0.5,"
	    "\"seed\":9223372036854775807,\"n\":2,\"ignore_eos\":true,"
	    "\"include_stop_str_in_output\":true}");
}

static void
server_start__asks__the_endpoint_chosen(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM "data: {\"choices\":[{\"index\":0,\"text\":"
		    "\"Hello\",\"finish_reason\":\"stop\"}]}\n\n" DONE, 0 },
		{ END, 0, 0 } };

	(void)state;
	serve(script);
	set("endpoint", "completions");
	ask();
	assert_begins(request_text(0), "POST /v1/completions HTTP/1.1\r\n");
	assert_string_equal(body_text(0), "{\"model\":\"m\",\"prompt\":\"Hi\","
	    "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
	assert_contains(text_string(&events), "text Hello\nanswered stop");
}

static void
server_start__sends__roles_that_alternate(void **state)
{
	(void)state;
	serve(hello);
	say(ROLE_ASSISTANT, "Hal");
	say(ROLE_NOTICE, "cancelled");
	say(ROLE_USER, "And?");
	say(ROLE_ASSISTANT, "");
	say(ROLE_USER, "So?");
	say(ROLE_USER, "Well?");
	ask();
	assert_contains(body_text(0), "\"messages\":["
	    "{\"role\":\"user\",\"content\":\"Hi\"},"
	    "{\"role\":\"assistant\",\"content\":\"Hal\"},"
	    "{\"role\":\"user\",\"content\":\"And?\"},"
	    "{\"role\":\"assistant\",\"content\":\"\"},"
	    "{\"role\":\"user\",\"content\":\"So?\"},"
	    "{\"role\":\"assistant\",\"content\":\"\"},"
	    "{\"role\":\"user\",\"content\":\"Well?\"}]");
}

static void
server_start__sends__the_key_of_the_environment(void **state)
{
	(void)state;
	setenv("OPENAI_API_KEY", KEY, 1);
	serve(two_models);
	server.scripts[1] = hello;
	set("model_name", "");
	ask();
	for (size_t i = 0; i < 2; i++)
		assert_contains(request_text(i),
		    "\r\nAuthorization: Bearer " KEY "\r\n");
	again();
	setenv("OPENAI_API_KEY", "sk-another", 1);
	setenv("MY_KEY", KEY, 1);
	serve(hello);
	set("api_key_env", "MY_KEY");
	ask();
	assert_contains(request_text(0),
	    "\r\nAuthorization: Bearer " KEY "\r\n");
	assert_null(strstr(request_text(0), "sk-another"));
}

static void
server_start__fails__without_the_key_named(void **state)
{
	(void)state;
	unsetenv("NO_SUCH_KEY");
	serve(hello);
	set("api_key_env", "NO_SUCH_KEY");
	ask();
	assert_events("failed the variable NO_SUCH_KEY, which should hold the "
	    "key, is not set");
	assert_over(1);
	assert_int_equal(server.accepted, 0);
}

static void
server_start__sends__headers_of_the_user(void **state)
{
	(void)state;
	setenv("OPENAI_API_KEY", KEY, 1);
	serve(hello);
	set("header", "X-More: yes");
	set("header", "Authorization: Basic abc");
	ask();
	assert_contains(request_text(0), "\r\nX-More: yes\r\n");
	assert_contains(request_text(0), "\r\nAuthorization: Basic abc\r\n");
	assert_null(strstr(request_text(0), KEY));
}

/* ---- Asking twice, the one time. */

#define REFUSAL(status, words)                                                 \
	REPLY(status, "application/json") "{\"error\":{\"message\":\"" words   \
	"\"}}"
#define REFUSES_USAGE REFUSAL("400 Bad", "unknown field stream_options")
#define ASKED_AGAIN "note the server refuses stream_options; asked again "     \
	"without\n"

static const struct step refusing[] = {
	{ SEND, REFUSES_USAGE, 0 }, { CLOSE, 0, 0 } };

static void
server_start__asks_again__without_the_usage(void **state)
{
	(void)state;
	serve(refusing);
	server.scripts[1] = hello;
	ask();
	assert_events("request m\n"
	    "head 400 application/json\n"
	    ASKED_AGAIN
	    "request m\n"
	    "head 200 text/event-stream\n"
	    "text Hello\n"
	    "answered stop\n"
	    "finished stop");
	assert_string_equal(body_text(1), "{\"model\":\"m\",\"messages\":["
	    "{\"role\":\"user\",\"content\":\"Hi\"}],\"stream\":true}");
	ask(); /* it is remembered */
	assert_int_equal(server.accepted, 3);
	assert_string_equal(body_text(2), body_text(1));
}

static void
server_start__asks_again__only_once(void **state)
{
	(void)state;
	serve(refusing);
	ask();
	assert_contains(text_string(&events), "head 400 application/json\n"
	    "failed 400: unknown field stream_options");
	assert_over(1);
	assert_int_equal(server.accepted, 2);
}

static void
server_start__does_not_ask_again__for_other_errors(void **state)
{
	static const char *const replies[] = {
		REFUSAL("400 Bad", "max_tokens is too large"),
		REFUSAL("500 Oh", "stream_options broke me"),
		REFUSAL("503 Busy", "try again"),
	};

	(void)state;
	for (size_t i = 0; i < COUNT(replies); i++) {
		struct step script[] = { { SEND, replies[i], 0 },
			{ CLOSE, 0, 0 } };

		again();
		serve(script);
		ask();
		assert_over(1);
		assert_int_equal(server.accepted, 1);
		assert_contains(text_string(&events), "\nfailed ");
	}
}

static void
server_cancel__ends__asking_again(void **state)
{
	(void)state;
	serve(refusing);
	at(ENGINE_NOTE, cancel);
	ask();
	assert_events("request m\nhead 400 application/json\n" ASKED_AGAIN
	    "cancelled");
	assert_over(1);
	assert_int_equal(server.accepted, 1);
}

/* ---- Cancelling. */

static void
server_cancel__closes__at_once(void **state)
{
	static const struct {
		const struct step *script;
		const char *events;
	} cases[] = {
		{ silent, "request m\ncancelled" },
		{ endless, "request m\nhead 200 text/event-stream\n"
		    "text Hello\ncancelled" },
		{ answered, "request m\nhead 200 text/event-stream\n"
		    "text Hello\nanswered stop\nfinished stop" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		again();
		serve(cases[i].script);
		server.stop_at_end = true;
		ask();
		loop_run_for(loop, LOOP_MS(20)); /* what was sent is read */
		assert_false(is_closed(0));
		cancel();
		assert_true(is_closed(0));
		cancel(); /* once is enough */
		loop_run(loop);
		cancel();
		assert_over(1);
		assert_events(cases[i].events);
	}
}

static void
server_cancel__works__within_events(void **state)
{
	static const struct {
		enum engine_event_kind at;
		const char *events;
	} cases[] = {
		{ ENGINE_BYTES, "request m\nhead 200 text/event-stream\n"
		    "cancelled" },
		{ ENGINE_HEAD, "request m\nhead 200 text/event-stream\n"
		    "cancelled" },
		{ ENGINE_TEXT, "request m\nhead 200 text/event-stream\n"
		    "text Hello\ncancelled" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		again();
		serve(endless);
		at(cases[i].at, cancel);
		ask();
		wait_until_left(1);
		assert_over(1);
		assert_events(cases[i].events);
	}
}

static void
server_cancel__sends_nothing__when_it_was_about_to(void **state)
{
	(void)state;
	serve(hello);
	at(ENGINE_REQUEST, cancel);
	ask();
	assert_over(1);
	assert_events("request m\ncancelled");
	assert_int_equal(server.accepted, 0);
	again();
	serve(hello);
	start();
	cancel();
	loop_run(loop);
	assert_over(1);
	assert_events("cancelled");
	assert_int_equal(server.accepted, 0);
}

static void
server_cancel__closes__the_list_of_models(void **state)
{
	(void)state;
	serve(silent);
	server.stop_at_end = true;
	set("model_name", "");
	ask();
	cancel();
	wait_until_left(1);
	assert_over(1);
	assert_events("cancelled");
	assert_int_equal(server.accepted, 1);
}

/* In one turn with the cancel comes the end of the transfer. */
static void
server_cancel__wins__over_what_comes_meanwhile(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hello"), 0 }, { RESET, 0, 0 } };

	(void)state;
	serve(script);
	at(ENGINE_TEXT, cancel);
	ask();
	assert_over(1);
	assert_events("request m\nhead 200 text/event-stream\ntext Hello\n"
	    "cancelled");
}

static void
server_start__works__after_a_cancel(void **state)
{
	(void)state;
	serve(endless);
	server.scripts[1] = hello;
	at(ENGINE_TEXT, cancel);
	ask();
	forget_events();
	ask();
	assert_events("request m\nhead 200 text/event-stream\ntext Hello\n"
	    "answered stop\nfinished stop");
}

/* ---- The last event may do anything. */

static void
server_start__works__in_the_last_event(void **state)
{
	(void)state;
	serve(endless);
	server.scripts[1] = hello;
	at(ENGINE_CANCELLED, start);
	stop_at_last = false;
	start();
	loop_run_for(loop, LOOP_MS(20));
	cancel();
	while (last_events < 2)
		loop_run_for(loop, LOOP_MS(5));
	assert_contains(text_string(&events), "cancelled\nrequest m\n"
	    "head 200 text/event-stream\ntext Hello\nanswered stop\n"
	    "finished stop");
}

static void
server_close__works__in_the_last_event(void **state)
{
	static const struct step cut[] = { { SEND, STREAM SAYS("a"), 0 },
		{ CLOSE, 0, 0 } };
	static const struct step broken[] = { { RESET, 0, 0 } };
	static const struct {
		const struct step *script;
		const char *model;
		enum engine_event_kind last;
	} cases[] = {
		{ hello, "m", ENGINE_FINISHED },
		{ cut, "m", ENGINE_FINISHED },
		{ refusing, "m", ENGINE_FAILED },
		{ broken, "m", ENGINE_FAILED },
		{ broken, "", ENGINE_FAILED }, /* while a model is looked up */
		{ silent, "m", ENGINE_FAILED }, /* for too long */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		again();
		serve(cases[i].script);
		set("model_name", cases[i].model);
		set("idle_timeout", "50");
		at(cases[i].last, close_engine);
		ask();
		assert_null(engine);
		assert_over(1);
	}
}

static void
server_close__ends__what_is_going_on(void **state)
{
	static const struct step *const scripts[] = { silent, endless,
		answered };

	(void)state;
	for (size_t i = 0; i < COUNT(scripts); i++) {
		again();
		serve(scripts[i]);
		server.stop_at_end = true;
		ask();
		loop_run_for(loop, LOOP_MS(20));
		close_engine();
		assert_true(is_closed(0));
		assert_over(0);
	}
	again();
	serve(silent);
	server.stop_at_end = true;
	set("model_name", "");
	ask(); /* for the list of models */
	close_engine();
	assert_true(is_closed(0));
	assert_over(0);
}

/* ---- After the answer. */

static void
server_start__reads_on__for_a_second_of_silence(void **state)
{
	/* More than a second in all. */
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hello") STOPS, 0 }, { SLEEP, 0, 400 },
		{ SEND, ": alive\n\n", 0 }, { SLEEP, 0, 800 },
		{ SEND, USAGE, 0 }, { END, 0, 0 } };
	int64_t silent_since;

	(void)state;
	serve(script);
	at(ENGINE_USAGE, stop);
	ask();
	assert_int_equal(last_events, 0);
	silent_since = loop_now(loop);
	loop_run(loop);
	assert_true(loop_now(loop) - silent_since >= LOOP_MS(1000));
	assert_events("request m\nhead 200 text/event-stream\ntext Hello\n"
	    "answered stop\nusage\nanomaly missing-done\nfinished stop");
	wait_until_left(1);
	assert_over(1);
}

static void
server_start__ends__at_done(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hello") STOPS DONE, 0 }, { END, 0, 0 } };

	(void)state;
	serve(script);
	server.stop_at_end = true;
	ask();
	/* The server does nothing, and no second passes. */
	while (!last_events)
		loop_run_for(loop, 0);
	wait_until_left(1);
	assert_over(1);
}

static void
server_abandon__closes__without_an_event(void **state)
{
	(void)state;
	serve(answered);
	at(ENGINE_ANSWERED, stop);
	ask();
	abandon();
	assert_true(is_closed(0));
	abandon();
	cancel();
	assert_over(0);
}

static void
abandon_and_start(void)
{
	abandon();
	start();
}

/* The rest of the piece in which it was answered belongs to nobody. */
static void
server_abandon__works__within_events(void **state)
{
	static const struct step chatty[] = {
		{ SEND, STREAM SAYS("a") STOPS USAGE SAYS("late") DONE, 0 },
		{ END, 0, 0 } };
	static const struct step late[] = { { SEND, STREAM SAYS("a") STOPS, 0 },
		{ SEND, USAGE, 0 }, { END, 0, 0 } };

	(void)state;
	serve(chatty);
	at(ENGINE_ANSWERED, abandon);
	start();
	loop_run_for(loop, LOOP_MS(50));
	assert_events("request m\nhead 200 text/event-stream\ntext a\n"
	    "answered stop");
	assert_int_equal(server.left, 1);
	forget_events();
	server.scripts[1] = late;
	at(ENGINE_USAGE, abandon);
	start();
	loop_run_for(loop, LOOP_MS(50));
	assert_events("request m\nhead 200 text/event-stream\ntext a\n"
	    "answered stop\nusage");
	assert_int_equal(server.left, 2);
}

static void
server_start__works__right_after_abandon(void **state)
{
	static const char *const expected = "request m\n"
	    "head 200 text/event-stream\ntext Hello\nanswered stop\n"
	    "request m\nhead 200 text/event-stream\ntext Hello\n"
	    "answered stop\nfinished stop";

	(void)state;
	serve(answered);
	server.scripts[1] = hello;
	at(ENGINE_ANSWERED, stop);
	ask();
	abandon_and_start();
	loop_run(loop);
	assert_events(expected);
	assert_over(1);
	again();
	serve(answered);
	server.scripts[1] = hello;
	at(ENGINE_ANSWERED, abandon_and_start);
	ask();
	assert_events(expected);
	assert_over(1);
}

/* Only the end of the connection ends the last event of the stream. */
static void
server_abandon__works__at_the_end_of_the_connection(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hello") "data: {\"choices\":[{\"index\":0,"
		    "\"delta\":{},\"finish_reason\":\"stop\"}]}", 0 },
		{ CLOSE, 0, 0 } };

	(void)state;
	serve(script);
	server.scripts[1] = hello;
	at(ENGINE_ANSWERED, abandon_and_start);
	ask();
	assert_events("request m\nhead 200 text/event-stream\ntext Hello\n"
	    "anomaly unterminated-last-event\nanswered stop\n"
	    "request m\nhead 200 text/event-stream\ntext Hello\n"
	    "answered stop\nfinished stop");
	assert_over(1);
}

/* ---- Stop strings. */

static void
server_start__closes__at_a_stop_string(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("one E"), 0 }, { SEND, SAYS("ND two"), 0 },
		{ END, 0, 0 } };

	(void)state;
	serve(script);
	set("stop", "END");
	ask();
	assert_events("request m\nhead 200 text/event-stream\ntext one \n"
	    "held E\nmatched END\nanomaly stop-string-leaked\n"
	    "answered at END\nfinished at END");
	wait_until_left(1);
	assert_over(1);
}

/* ---- Keys. */

static char *
read_file(const char *path)
{
	static char content[65536];
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	content[fread(content, 1, sizeof(content) - 1, file)] = '\0';
	fclose(file);
	return content;
}

/* on_event() looks for the key in each event. */
static void
server_start__masks__the_key_everywhere(void **state)
{
	static const char *const replies[] = {
		REFUSAL("401 No", "no such key: " KEY),
		REPLY("403 No", "text/plain") "you are " KEY,
		"HTTP/1.1 307 " KEY "\r\nLocation: http://else/?" KEY "\r\n"
		    "Content-Type: " KEY "\r\nX-Key: " KEY "\r\n\r\n",
		STREAM SAYS("you are " KEY "!") STOPS DONE,
		STREAM CHUNK("\"reasoning\":\"" KEY "\"", "null") STOPS DONE,
		STREAM CHUNK("\"refusal\":\"" KEY "\"", "null") STOPS DONE,
		STREAM CHUNK("", "\"" KEY "\"") DONE,
		STREAM CHUNK("\"tool_calls\":[{\"index\":0,\"id\":\"" KEY
		    "\",\"function\":{\"name\":\"" KEY "\",\"arguments\":\""
		    KEY "\"}}]", "\"tool_calls\"") DONE,
		STREAM "data: {\"choices\":[{\"index\":0,\"delta\":{},"
		    "\"finish_reason\":\"stop\",\"stop_reason\":\"" KEY
		    "\"}]}\n\n" DONE,
		STREAM "data: {\"choices\":[{\"index\":1,\"delta\":{},"
		    "\"finish_reason\":\"" KEY "\"}]}\n\n" STOPS DONE,
		STREAM "data: {\"error\":{\"message\":\"" KEY "\"}}\n\n",
		STREAM KEY "\n\n",
	};
	char path[] = "/tmp/echochat-record-XXXXXX";

	(void)state;
	close(mkstemp(path));
	for (size_t i = 0; i < COUNT(replies); i++) {
		struct step script[] = { { SEND, replies[i], 0 },
			{ CLOSE, 0, 0 } };

		again();
		setenv("OPENAI_API_KEY", KEY, 1);
		serve(script);
		set("record", path);
		ask();
		assert_contains(request_text(0), KEY);
		assert_contains(text_string(&events), "***");
		assert_over(1);
	}
	assert_keyless_string(read_file(path));
	assert_contains(read_file(path), "***");
	unlink(path);
}

static void
server_print_curl__leaves_out__keys(void **state)
{
	struct text curl = { 0 };

	(void)state;
	setenv("OPENAI_API_KEY", KEY, 1);
	serve(hello);
	engine->ops->print_curl(engine, &curl);
	assert_string_equal(text_string(&curl), ""); /* nothing was asked yet */
	say(ROLE_USER, "Isn't it " KEY "?");
	set("header", "X-Token: " KEY);
	ask();
	engine->ops->print_curl(engine, &curl);
	assert_contains(text_string(&curl), "curl -N 'http://");
	assert_contains(text_string(&curl), "/v1/chat/completions'");
	assert_contains(text_string(&curl),
	    "-H \"Authorization: Bearer $OPENAI_API_KEY\"");
	assert_contains(text_string(&curl), "-H 'X-Token: ...'");
	assert_contains(text_string(&curl), "Isn'\\''t it ***?");
	assert_keyless_text(&curl);
	text_release(&curl);
}

static void
server_start__follows__no_redirect(void **state)
{
	struct tinyserver other = { 0 };
	struct text reply = { 0 };
	struct step script[2] = { { CLOSE, 0, 0 }, { CLOSE, 0, 0 } };

	(void)state;
	setenv("OPENAI_API_KEY", KEY, 1);
	tinyserver_open(&other, loop, hello);
	text_printf(&reply, "HTTP/1.1 307 Moved\r\nLocation: http://%s/v1/"
	    "chat/completions\r\nContent-Length: 0\r\n\r\n", other.address);
	script[0] = (struct step){ SEND, reply.bytes, 0 };
	serve(script);
	ask();
	assert_contains(text_string(&events), "\nhead 307  to http://");
	assert_contains(text_string(&events), "\nfailed 307: Temporary "
	    "Redirect; a redirect is not followed");
	assert_over(1);
	assert_int_equal(other.accepted, 0);
	assert_int_equal(server.accepted, 1);
	tinyserver_close(&other);
	text_release(&reply);
}

/* ---- What goes wrong. */

static void
server_start__names__who_refuses(void **state)
{
	static const char *const models[] = { "m", "" };
	static const char *const expected[] = {
		"request m\nfailed cannot connect to %: connection refused",
		"failed cannot connect to %: connection refused",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(models); i++) {
		again();
		serve(hello);
		tinyserver_refuse(&server);
		set("model_name", models[i]);
		ask();
		assert_over(1);
		assert_events_of(expected[i]);
	}
}

static void
server_start__gives_up__in_silence(void **state)
{
	(void)state;
	serve(silent);
	set("idle_timeout", "50");
	ask();
	assert_events_of("request m\nfailed % sent nothing for 0.05 s");
	again();
	serve(endless);
	set("idle_timeout", "50");
	ask();
	assert_events_of("request m\nhead 200 text/event-stream\ntext Hello\n"
	    "anomaly stalled\nanomaly missing-finish-reason\n"
	    "anomaly missing-done\nfinished % sent nothing for 0.05 s");
	assert_over(1);
}

static void
server_start__tells__how_long_to_wait(void **state)
{
	static const struct step script[] = {
		{ SEND, "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\n"
		    "Content-Type: application/json\r\n\r\n"
		    "{\"error\":{\"message\":\"too fast\"}}", 0 },
		{ CLOSE, 0, 0 } };

	(void)state;
	serve(script);
	ask();
	assert_events("request m\nhead 429 application/json\n"
	    "failed 429: too fast (asks to wait 7 s) wait=7");
	assert_over(1);
	assert_int_equal(server.accepted, 1);
}

static void
server_start__tells__that_it_cannot_record(void **state)
{
	(void)state;
	serve(hello);
	set("record", "/nonexistent/file");
	ask();
	assert_events("note cannot record to /nonexistent/file: No such file "
	    "or directory\nrequest m\nhead 200 text/event-stream\n"
	    "text Hello\nanswered stop\nfinished stop");
}

/* ---- Pausing. */

static void
pause_and_stop(void)
{
	engine_pause(engine, true);
	loop_stop(loop);
}

static void
server_pause__holds__the_answer_back(void **state)
{
	enum { CHUNKS = 300000 };
	struct text reply = { 0 };
	size_t len;

	(void)state;
	text_add(&reply, STREAM);
	for (int i = 0; i < CHUNKS; i++)
		text_add(&reply, SAYS("a"));
	text_add(&reply, STOPS DONE);
	struct step script[] = { { SEND, reply.bytes, reply.len },
		{ END, 0, 0 } };

	serve(script);
	at(ENGINE_TEXT, pause_and_stop);
	ask();
	loop_run_for(loop, LOOP_MS(20));
	len = events.len;
	loop_run_for(loop, LOOP_MS(50));
	assert_int_equal(events.len, len);
	assert_true(server.connections[0].sent < reply.len);
	engine_pause(engine, false);
	loop_run(loop);
	assert_int_equal(last_events, 1);
	assert_int_equal(events.len, strlen("request m\n"
	    "head 200 text/event-stream\ntext \nanswered stop\n"
	    "finished stop") + CHUNKS);
	text_release(&reply);
}

/* What waits in the socket meanwhile is no silence. */
static void
server_pause__stops__the_second_of_silence(void **state)
{
	static const struct step script[] = {
		{ SEND, STREAM SAYS("Hello") STOPS, 0 }, { SLEEP, 0, 100 },
		{ SEND, USAGE, 0 }, { END, 0, 0 } };

	(void)state;
	serve(script);
	at(ENGINE_ANSWERED, pause_and_stop);
	ask();
	loop_run_for(loop, LOOP_MS(1100));
	assert_int_equal(last_events, 0);
	engine_pause(engine, false);
	loop_run(loop);
	assert_contains(text_string(&events), "answered stop\nusage\n");
	assert_over(1);
}

static void
server_cancel__works__while_paused(void **state)
{
	(void)state;
	serve(endless);
	at(ENGINE_TEXT, pause_and_stop);
	ask();
	cancel();
	assert_true(is_closed(0));
	loop_run(loop);
	engine_pause(engine, false);
	assert_over(1);
}

/* ---- The list for whoever asks. */

static struct text list_error;
static int lists;

static void
on_models(void *data, const char *error)
{
	assert_ptr_equal(data, &lists);
	lists++;
	text_clear(&list_error);
	if (error)
		text_add(&list_error, error);
	loop_stop(loop);
}

static void
list_models(void)
{
	int before = lists;

	engine->ops->list_models(engine, &settings, on_models, &lists);
	assert_int_equal(lists, before);
	loop_run(loop);
	assert_int_equal(lists, before + 1);
}

static void
server_list_models__lists__what_there_is_now(void **state)
{
	static const struct step another[] = {
		{ SEND, JSON "{\"data\":[{\"id\":\"third\"}]}", 0 },
		{ CLOSE, 0, 0 } };

	(void)state;
	setenv("OPENAI_API_KEY", KEY, 1);
	serve(two_models);
	server.scripts[1] = another;
	server.scripts[2] = refusing;
	list_models();
	assert_contains(request_text(0), KEY);
	assert_string_equal(text_string(&list_error), "");
	assert_int_equal(engine->models.count, 2);
	list_models();
	assert_int_equal(engine->models.count, 1);
	assert_string_equal(text_string(&engine->models.items[0]), "third");
	text_release(&list_error);
}

static void
server_list_models__tells__why_there_is_none(void **state)
{
	(void)state;
	serve(refusing);
	list_models();
	assert_contains(text_string(&list_error), "/v1/models lists no model");
	tinyserver_refuse(&server);
	list_models();
	assert_contains(text_string(&list_error), "/v1/models lists no model: "
	    "cannot connect to 127.0.0.1:");
	text_release(&list_error);
}

/* Somebody asks for the list while an answer comes. */
static void
server_list_models__leaves__the_answer_alone(void **state)
{
	static const struct step slow[] = { { SEND, STREAM SAYS("Hel"), 0 },
		{ SLEEP, 0, 50 }, { SEND, SAYS("lo") STOPS DONE, 0 },
		{ END, 0, 0 } };
	static const struct step broken[] = { { RESET, 0, 0 } };

	(void)state;
	serve(slow);
	server.scripts[1] = broken;
	at(ENGINE_TEXT, stop);
	ask();
	list_models();
	assert_int_equal(last_events, 0);
	loop_run(loop);
	assert_events("request m\nhead 200 text/event-stream\ntext Hello\n"
	    "answered stop\nfinished stop");
	assert_int_equal(server.accepted, 2);
	text_release(&list_error);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int
main(void)
{
	static const char *const variables[] = { "http_proxy", "all_proxy",
		"ALL_PROXY" };
	const struct CMUnitTest tests[] = {
		TEST(server_start__tells__an_answer_in_order),
		TEST(server_start__asks__for_the_model_named),
		TEST(server_start__asks__for_the_first_of_the_list),
		TEST(server_start__asks__for_no_model_if_none_is_listed),
		TEST(server_start__asks__for_no_model_if_the_list_is_silent),
		TEST(server_start__sends__only_what_is_set),
		TEST(server_start__sends__all_that_is_set),
		TEST(server_start__asks__the_endpoint_chosen),
		TEST(server_start__sends__roles_that_alternate),
		TEST(server_start__sends__the_key_of_the_environment),
		TEST(server_start__fails__without_the_key_named),
		TEST(server_start__sends__headers_of_the_user),
		TEST(server_start__asks_again__without_the_usage),
		TEST(server_start__asks_again__only_once),
		TEST(server_start__does_not_ask_again__for_other_errors),
		TEST(server_cancel__ends__asking_again),
		TEST(server_cancel__closes__at_once),
		TEST(server_cancel__works__within_events),
		TEST(server_cancel__sends_nothing__when_it_was_about_to),
		TEST(server_cancel__closes__the_list_of_models),
		TEST(server_cancel__wins__over_what_comes_meanwhile),
		TEST(server_start__works__after_a_cancel),
		TEST(server_start__works__in_the_last_event),
		TEST(server_close__works__in_the_last_event),
		TEST(server_close__ends__what_is_going_on),
		TEST(server_start__reads_on__for_a_second_of_silence),
		TEST(server_start__ends__at_done),
		TEST(server_abandon__closes__without_an_event),
		TEST(server_abandon__works__within_events),
		TEST(server_start__works__right_after_abandon),
		TEST(server_abandon__works__at_the_end_of_the_connection),
		TEST(server_start__closes__at_a_stop_string),
		TEST(server_start__masks__the_key_everywhere),
		TEST(server_print_curl__leaves_out__keys),
		TEST(server_start__follows__no_redirect),
		TEST(server_start__names__who_refuses),
		TEST(server_start__gives_up__in_silence),
		TEST(server_start__tells__how_long_to_wait),
		TEST(server_start__tells__that_it_cannot_record),
		TEST(server_pause__holds__the_answer_back),
		TEST(server_pause__stops__the_second_of_silence),
		TEST(server_cancel__works__while_paused),
		TEST(server_list_models__lists__what_there_is_now),
		TEST(server_list_models__tells__why_there_is_none),
		TEST(server_list_models__leaves__the_answer_alone),
	};

	for (size_t i = 0; i < COUNT(variables); i++)
		unsetenv(variables[i]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
