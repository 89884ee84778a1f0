/* test_gate_server.c: a server's reply, held: reading stops, the window closes,
 * and it is told what the server has made of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/gate.h"
#include "tinyserver.h"

#define HEAD                                                                   \
	"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
#define CHUNK(delta, finish)                                                   \
	"data: {\"choices\":[{\"index\":0,\"delta\":{" delta                   \
	"},\"finish_reason\":" finish "}]}\n\n"
#define SAYS(text) CHUNK("\"content\":\"" text "\"", "null")
#define STOPS CHUNK("", "\"stop\"") "data: [DONE]\n\n"

static struct loop *loop;
static struct tinyserver server;
static struct engine *engine;
static struct gate gate;
static struct conversation conversation;
static struct settings settings;
static struct request request;
static struct gate_pause told;
static size_t resumed, tokens;
static bool hold_at_text;

static void
on_event(void *data, const struct engine_event *event)
{
	(void)data;
	tokens += event->tokens;
	if (event->kind == ENGINE_TEXT && hold_at_text) {
		hold_at_text = false;
		gate_hold(&gate);
		loop_stop(loop);
	}
	if (event->kind == ENGINE_ANSWERED || engine_event_is_last(event))
		loop_stop(loop);
}

static void
on_resumed(void *data, const struct gate_pause *pause)
{
	(void)data;
	told = *pause;
	resumed++;
}

static int
setup(void **state)
{
	(void)state;
	loop = loop_new();
	settings_init(&settings);
	gate_init(&gate, loop);
	gate.handlers.resumed = on_resumed;
	conversation_add(&conversation, ROLE_USER, 0, "hi", 2);
	resumed = tokens = 0;
	hold_at_text = true;
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	engine_close(engine);
	gate_release(&gate);
	request_release(&request);
	tinyserver_close(&server);
	settings_release(&settings);
	conversation_release(&conversation);
	loop_free(loop);
	return 0;
}

/* Asks, and is back when the reply is held. */
static void
ask(const struct step *script)
{
	struct text url = { 0 }, error = { 0 };

	tinyserver_open(&server, loop, script);
	text_printf(&url, "http://%s/v1", server.address);
	engine = engine_open(text_string(&url), loop, &error);
	text_release(&url);
	text_add(&settings.model_name, "m");
	request = (struct request){ 0 };
	request_init(&request, &conversation, &settings, "m");
	gate_start(&gate, engine, &request, on_event, NULL);
	loop_run_for(loop, LOOP_MS(5000));
	assert_true(gate_is_held(&gate));
}

static void
gate_hold__closes__the_window(void **state)
{
	enum { CHUNKS = 200000 };
	struct text reply = { 0 };
	size_t sent;

	(void)state;
	text_add(&reply, HEAD);
	for (int i = 0; i < CHUNKS; i++)
		text_add(&reply, SAYS("a"));
	text_add(&reply, STOPS);
	ask((struct step[]){ { SEND, reply.bytes, reply.len }, { END, 0, 0 } });
	loop_run_for(loop, LOOP_MS(100));
	sent = server.connections[0].sent;
	loop_run_for(loop, LOOP_MS(100));
	assert_int_equal(server.connections[0].sent, sent);
	assert_true(sent < reply.len);
	assert_int_equal(tokens, 1);
	gate_resume(&gate);
	loop_run(loop);
	assert_int_equal(tokens, CHUNKS);
	assert_int_equal(resumed, 1);
	assert_true(told.reading);
	assert_true(told.bytes > 100000);
	assert_in_range(told.us, LOOP_MS(200), LOOP_MS(5000));
	text_release(&reply);
}

/* It is not the server's silence. */
static void
gate_hold__stops__the_idle_time(void **state)
{
	(void)state;
	settings.idle_timeout_ms = 50;
	ask((const struct step[]){ { SEND, HEAD SAYS("a"), 0 },
	    { SLEEP, NULL, 250 }, { SEND, SAYS("b") STOPS, 0 },
	    { END, 0, 0 } });
	loop_run_for(loop, LOOP_MS(230));
	gate_resume(&gate);
	loop_run(loop);
	assert_int_equal(tokens, 2);
	assert_true(gate.answered);
}

static void
gate_resume__tells__that_the_server_had_given_up(void **state)
{
	static const struct step scripts[][3] = {
		{ { SEND, HEAD SAYS("a"), 0 }, { SLEEP, NULL, 30 },
		    { CLOSE, 0, 0 } },
		{ { SEND, HEAD SAYS("a"), 0 }, { SLEEP, NULL, 30 },
		    { RESET, 0, 0 } },
	};

	for (size_t i = 0; i < 2; i++) {
		if (i) {
			teardown(state);
			setup(state);
		}
		ask(scripts[i]);
		loop_run_for(loop, LOOP_MS(60));
		assert_false(gate.answered);
		gate_resume(&gate);
		loop_run(loop);
		assert_true(gate.answered);
		assert_int_equal(resumed, 1);
		assert_true(told.ended && told.broken);
	}
}

/* Each step takes one; the next waits in the gate or in the socket. */
static void
gate_step__takes__one_chunk_at_a_time(void **state)
{
	(void)state;
	ask((const struct step[]){ { SEND, HEAD SAYS("a") SAYS("b"), 0 },
	    { SLEEP, NULL, 10 }, { SEND, SAYS("c") STOPS, 0 },
	    { END, 0, 0 } });
	for (size_t i = 2; i <= 3; i++) {
		gate_step(&gate, 1);
		loop_run_for(loop, LOOP_MS(100));
		assert_int_equal(tokens, i);
		assert_false(gate.answered);
	}
	gate_step(&gate, 1);
	loop_run(loop);
	assert_true(gate.answered);
}

static void
gate_cancel__closes__the_connection_while_held(void **state)
{
	(void)state;
	ask((const struct step[]){ { SEND, HEAD SAYS("a"), 0 },
	    { END, 0, 0 } });
	loop_run_for(loop, LOOP_MS(20));
	gate_cancel(&gate);
	loop_run(loop);
	assert_true(gate.answered);
	loop_run_for(loop, LOOP_MS(50));
	assert_int_equal(server.left, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(gate_hold__closes__the_window),
		TEST(gate_hold__stops__the_idle_time),
		TEST(gate_resume__tells__that_the_server_had_given_up),
		TEST(gate_step__takes__one_chunk_at_a_time),
		TEST(gate_cancel__closes__the_connection_while_held),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
