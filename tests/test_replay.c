/* test_replay.c: the engine that plays recordings, in fake time: what it sends
 * and when, and the contract of engine.h at every event. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../engine/engine.h"
#include "../engine/record.h"
#include "../src/escape.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define SSE_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
#define DONE "data: [DONE]\n\n"
#define WALL_MS 1700000000000 /* Tue, 14 Nov 2023 22:13:20 GMT */

/* What a test does from inside an event. */
enum then { NOTHING, CANCEL, START_AGAIN, CLOSE, ABANDON, ABANDON_AND_START };

struct fixture {
	char path[64];
	struct recorder *recorder;
	struct loop *loop;
	struct engine *engine;
	struct conversation conversation;
	struct settings settings;
	struct request request;
	struct text error;

	size_t cancel_at; /* the number of the event, from 1; 0: none */
	enum then at_answered;
	enum then at_end;
	bool starting; /* inside engine_start() or engine_cancel() */

	struct text log; /* a line for each event that is the engine's own */
	struct text reply;
	size_t events;
	size_t answered;
	size_t last_events;
	enum engine_event_kind last;
	int64_t retry_after_s;
	int64_t at; /* when the last of them came */
};

static void start(struct fixture *f);

static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	int fd;

	strcpy(f->path, "/tmp/test_replay.XXXXXX");
	fd = mkstemp(f->path);
	if (fd < 0)
		return -1;
	close(fd);
	f->recorder = recorder_open(f->path, NULL, &f->error);
	f->loop = loop_new_fake(WALL_MS + 86400000);
	settings_init(&f->settings);
	*state = f;
	return 0;
}

static void
forget(struct fixture *f)
{
	text_release(&f->log);
	text_release(&f->reply);
	f->events = f->answered = f->last_events = 0;
	f->retry_after_s = 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	engine_close(f->engine);
	loop_free(f->loop);
	recorder_close(f->recorder);
	unlink(f->path);
	request_release(&f->request);
	settings_release(&f->settings);
	conversation_release(&f->conversation);
	text_release(&f->error);
	forget(f);
	free(f);
	return 0;
}

/* ---- Recordings. */

static void
record_request(struct fixture *f)
{
	static const char body[] = "{\"model\":\"m\"}";

	recorder_request(f->recorder, WALL_MS, "http://h/v1/chat/completions",
	    body, strlen(body));
}

static void
record_start(struct fixture *f)
{
	record_request(f);
	recorder_head(f->recorder, 1000, 200, SSE_HEAD);
}

static void
record_data(struct fixture *f, int64_t t_us, const char *bytes)
{
	recorder_data(f->recorder, t_us, bytes, strlen(bytes));
}

static void
record_text(struct fixture *f, int64_t t_us, const char *text)
{
	struct text chunk = { 0 };

	text_printf(&chunk, "data: {\"id\":\"1\",\"choices\":[{\"index\":0,"
	    "\"delta\":{\"content\":\"%s\"},\"finish_reason\":null}]}\n\n",
	    text);
	record_data(f, t_us, chunk.bytes);
	text_release(&chunk);
}

static void
record_stop(struct fixture *f, int64_t t_us)
{
	record_data(f, t_us, "data: {\"id\":\"1\",\"choices\":[{\"index\":0,"
	    "\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
}

/* A reply of one piece of text. */
static void
record_reply(struct fixture *f, const char *text)
{
	record_start(f);
	record_text(f, 2000, text);
	record_stop(f, 3000);
	record_data(f, 4000, DONE);
	recorder_end(f->recorder, 5000, ANSWER_CLEAN, "");
}

static void
break_file(struct fixture *f)
{
	FILE *file = fopen(f->path, "a");

	fputs("{\"rec", file);
	fclose(file);
}

/* ---- The engine. */

static void
open_engine(struct fixture *f)
{
	struct text target = { 0 };

	text_printf(&target, "replay:%s", f->path);
	engine_close(f->engine);
	f->engine = engine_replay.open(f->loop, target.bytes, &f->error);
	text_release(&target);
	if (!f->engine)
		fail_msg("%s", f->error.bytes);
	/* As engine_open() does. */
	f->engine->ops = &engine_replay;
	f->engine->loop = f->loop;
}

static void
set(struct fixture *f, const char *name, const char *value)
{
	if (!setting_set(&f->settings, setting_find(name), value, &f->error))
		fail_msg("%s", f->error.bytes);
}

static void
log_quoted(struct fixture *f, const char *bytes, size_t len)
{
	text_add(&f->log, " ");
	escape_quote(&f->log, bytes, len);
}

/* What answer.c makes of the bytes is tested there. */
static void
see(struct fixture *f, const struct engine_event *event)
{
	static const char *const names[] = { [ENGINE_REQUEST] = "request",
		[ENGINE_HEAD] = "head", [ENGINE_TEXT] = "text",
		[ENGINE_NOTE] = "note", [ENGINE_ANSWERED] = "answered",
		[ENGINE_FINISHED] = "finished", [ENGINE_FAILED] = "failed",
		[ENGINE_CANCELLED] = "cancelled" };

	if (!names[event->kind])
		return;
	text_printf(&f->log, "%g %s", (double)loop_now(f->loop) / 1000,
	    names[event->kind]);
	if (event->bytes)
		log_quoted(f, event->bytes, event->len);
	if (event->string)
		log_quoted(f, event->string, event->string_len);
	if (event->end && event->end->error)
		text_printf(&f->log, ": %s", event->end->error);
	text_add(&f->log, "\n");
}

static void
act(struct fixture *f, enum then then)
{
	switch (then) {
	case NOTHING:
		break;
	case CANCEL:
		engine_cancel(f->engine);
		break;
	case START_AGAIN:
		start(f);
		break;
	case CLOSE:
		engine_close(f->engine);
		f->engine = NULL;
		break;
	case ABANDON:
		engine_abandon(f->engine);
		break;
	case ABANDON_AND_START:
		engine_abandon(f->engine);
		start(f);
		break;
	}
}

static enum then
take(enum then *then)
{
	enum then now = *then;

	*then = NOTHING;
	return now;
}

static void
on_event(void *data, const struct engine_event *event)
{
	struct fixture *f = data;
	bool is_last = event->kind >= ENGINE_FINISHED;

	assert_false(f->starting);
	f->events++;
	f->answered += event->kind == ENGINE_ANSWERED;
	f->last_events += is_last;
	f->last = event->kind;
	f->at = loop_now(f->loop);
	if (event->kind == ENGINE_TEXT)
		text_append(&f->reply, event->bytes, event->len);
	if (event->end)
		f->retry_after_s = event->end->retry_after_s;
	if (is_last)
		act(f, take(&f->at_end));
	else if (f->events == f->cancel_at)
		act(f, CANCEL);
	else if (event->kind == ENGINE_ANSWERED)
		act(f, take(&f->at_answered));
	/* Here, because what it points to must outlive what was done. */
	see(f, event);
}

static void
start(struct fixture *f)
{
	bool before = f->starting;

	request_release(&f->request);
	request_init(&f->request, &f->conversation, &f->settings, "");
	f->starting = true;
	engine_start(f->engine, &f->request, on_event, f);
	f->starting = before;
}

static void
cancel(struct fixture *f)
{
	f->starting = true;
	engine_cancel(f->engine);
	f->starting = false;
}

static void
play(struct fixture *f)
{
	start(f);
	loop_run(f->loop);
}

static void
check_log(const struct fixture *f, const char *wanted)
{
	if (strcmp(text_string(&f->log), wanted) != 0)
		fail_msg("log is\n%s", text_string(&f->log));
}

static bool
log_has(const struct fixture *f, const char *what)
{
	return strstr(text_string(&f->log), what) != NULL;
}

#define BEGIN                                                                  \
	"0 request \"{\\\"model\\\":\\\"m\\\"}\" \"m\"\n"                      \
	"1 head \"200 text/event-stream\"\n"

/* ---- Opening. */

static void
replay_open__explains__what_it_cannot_play(void **state)
{
	static const struct {
		const char *target, *error;
	} cases[] = {
		{ "replay", "replay needs a file: out=replay:FILE" },
		{ "replay:", "replay needs a file: out=replay:FILE" },
		{ "replay:/nowhere",
		    "cannot read /nowhere: No such file or directory" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&f->error);
		assert_null(engine_replay.open(f->loop, cases[i].target,
		    &f->error));
		assert_string_equal(f->error.bytes, cases[i].error);
	}
	assert_true(engine_replay.accepts("replay:"));
	assert_true(engine_replay.accepts("replay:a b"));
	assert_false(engine_replay.accepts("replays"));
	assert_false(engine_replay.accepts("a replay:"));
}

/* ---- Times. */

static void
replay__keeps__the_recorded_times(void **state)
{
	struct fixture *f = *state;

	record_start(f);
	record_text(f, 12345, "a");
	record_text(f, 12345, "b");
	record_text(f, 2000000, "c");
	record_stop(f, 2000001);
	record_data(f, 2500000, DONE);
	recorder_end(f->recorder, 2600000, ANSWER_CLEAN, "");
	open_engine(f);
	assert_string_equal(engine_label(f->engine), "replay");
	play(f);
	check_log(f, BEGIN
	    "12.345 text \"a\"\n"
	    "12.345 text \"b\"\n"
	    "2000 text \"c\"\n"
	    "2000 answered\n"
	    "2500 finished\n");
}

static void
replay__reckons__the_times_from_its_start(void **state)
{
	struct fixture *f = *state;

	record_reply(f, "a");
	open_engine(f);
	loop_run_for(f->loop, LOOP_MS(1000));
	play(f);
	assert_true(log_has(f, "1000 request"));
	assert_true(log_has(f, "1002 text \"a\"\n1003 answered\n"
			       "1004 finished\n"));
}

static void
replay__plays__at_any_speed(void **state)
{
	static const struct {
		const char *speed, *delay;
		int64_t end; /* microseconds */
	} cases[] = {
		{ "1", "10", 4000 }, { "2", "10", 2000 }, { "0.5", "10", 8000 },
		{ "1000", "10", 4 }, { "1", "5", 4000 }, { "0.5", "0", 0 },
	};
	struct fixture *f = *state;

	record_reply(f, "a");
	open_engine(f);
	for (size_t i = 0; i < COUNT(cases); i++) {
		int64_t begin = loop_now(f->loop);
		set(f, "speed", cases[i].speed);
		set(f, "delay", cases[i].delay);
		forget(f);
		play(f);
		assert_int_equal(f->last, ENGINE_FINISHED);
		assert_int_equal(f->at - begin, cases[i].end);
	}
}

/* A second for what may come late, as with a server. */
static void
replay__ends__after_a_second_of_silence(void **state)
{
	static const struct {
		int64_t late_us;
		const char *speed;
		const char *log;
	} cases[] = {
		{ 1003000, "1", "3 answered\n1003 text \"b\"\n"
		    "2003 finished\n" },
		{ 1003001, "1", "3 answered\n1003 finished\n" },
		{ 9003000, "1", "3 answered\n1003 finished\n" },
		{ 9003000, "2", "1.5 answered\n501.5 finished\n" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		void *again;
		record_start(f);
		record_stop(f, 3000);
		record_text(f, cases[i].late_us, "b");
		recorder_end(f->recorder, cases[i].late_us + 1000001,
		    ANSWER_CLEAN, "");
		set(f, "speed", cases[i].speed);
		open_engine(f);
		play(f);
		if (!log_has(f, cases[i].log))
			fail_msg("log is\n%s", f->log.bytes);
		teardown(state);
		setup(&again);
		*state = f = again;
	}
}

static void
replay__waits__for_what_comes_before_the_answer(void **state)
{
	struct fixture *f = *state;

	record_start(f);
	record_text(f, 3600000000, "a");
	record_stop(f, 7200000000);
	recorder_end(f->recorder, 7200000000, ANSWER_CLEAN, "");
	open_engine(f);
	play(f);
	check_log(f, BEGIN
	    "3.6e+06 text \"a\"\n"
	    "7.2e+06 answered\n"
	    "7.2e+06 finished\n");
}

struct watcher {
	struct fixture *f;
	struct timer timer;
	size_t seen; /* bytes of the reply up to its last turn */
	size_t most; /* in one turn */
};

static void
watch_turn(void *data)
{
	struct watcher *watcher = data;
	struct fixture *f = watcher->f;

	if (f->reply.len - watcher->seen > watcher->most)
		watcher->most = f->reply.len - watcher->seen;
	watcher->seen = f->reply.len;
	if (f->engine->running)
		loop_timer_set(f->loop, &watcher->timer, loop_now(f->loop));
}

static void
replay__lets__others_run(void **state)
{
	enum { PIECES = 16, LEN = 200000 };
	static char piece[LEN + 1];
	struct fixture *f = *state;
	struct watcher watcher = { .f = f };

	memset(piece, 'x', LEN);
	record_start(f);
	for (int i = 0; i < PIECES; i++)
		record_text(f, 2000, piece);
	record_stop(f, 2000);
	recorder_end(f->recorder, 2000, ANSWER_CLEAN, "");
	open_engine(f);
	set(f, "delay", "0");
	start(f);
	watcher.timer = (struct timer){ .fn = watch_turn, .data = &watcher };
	loop_timer_set(f->loop, &watcher.timer, 0);
	loop_run(f->loop);
	assert_int_equal(f->reply.len, PIECES * LEN);
	assert_in_range(watcher.most, LEN, 512 * 1024);
	assert_int_equal(f->at, 0);
}

/* ---- Several replies, and ends of each kind. */

static void
replay__plays__one_reply_after_the_other(void **state)
{
	static const char *const texts[] = { "one", "two", "three", "one" };
	struct fixture *f = *state;

	for (int i = 0; i < 3; i++)
		record_reply(f, texts[i]);
	open_engine(f);
	for (size_t i = 0; i < COUNT(texts); i++) {
		forget(f);
		play(f);
		assert_string_equal(text_string(&f->reply), texts[i]);
		assert_int_equal(f->last, ENGINE_FINISHED);
		assert_int_equal(log_has(f, "note \"the recording is over; "
		    "its first reply comes again\""), i == 3);
	}
}

static void
replay__says__where_the_file_is_cut(void **state)
{
	struct fixture *f = *state;

	record_reply(f, "whole");
	record_start(f);
	record_text(f, 2000, "half");
	break_file(f);
	open_engine(f);
	for (int i = 0; i < 4; i++) {
		forget(f);
		play(f);
		assert_string_equal(text_string(&f->reply),
		    i % 2 ? "half" : "whole");
		assert_int_equal(log_has(f, "line 10 is cut or broken; the "
		    "recording plays up to there\"\n"), i % 2);
		assert_int_equal(log_has(f, "line 10 is cut or broken; the "
		    "recording plays up to there\n"), i % 2);
		assert_int_equal(f->answered, 1 - i % 2);
		assert_int_equal(f->last_events, 1);
	}
}

static void
replay__plays__replies_without_an_end(void **state)
{
	struct fixture *f = *state;

	record_start(f);
	record_text(f, 2000, "a");
	record_request(f);
	record_reply(f, "b");
	open_engine(f);
	play(f);
	check_log(f, BEGIN
	    "2 text \"a\"\n"
	    "2 finished: the recording has no end of this reply\n");
	forget(f);
	play(f);
	assert_int_equal(f->last, ENGINE_FAILED);
	assert_true(log_has(f,
	    "failed: the recording has no end of this reply\n"));
	forget(f);
	play(f);
	assert_string_equal(text_string(&f->reply), "b");
}

static void
replay__ends__as_recorded(void **state)
{
	static const struct {
		enum answer_end end;
		const char *sentence, *last;
	} cases[] = {
		{ ANSWER_CLEAN, "",
		    "finished: the stream ended without finish_reason" },
		{ ANSWER_PREMATURE, "it closed", "finished: it closed\n" },
		{ ANSWER_RESET, "it reset", "finished: it reset\n" },
		{ ANSWER_STALLED, "it stalled", "finished: it stalled\n" },
		{ ANSWER_CANCELLED, "", "cancelled\n" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		record_start(f);
		record_text(f, 2000, "a");
		recorder_end(f->recorder, 9000, cases[i].end,
		    cases[i].sentence);
	}
	open_engine(f);
	for (size_t i = 0; i < COUNT(cases); i++) {
		int64_t begin = loop_now(f->loop);
		forget(f);
		play(f);
		if (!log_has(f, cases[i].last))
			fail_msg("log is\n%s", f->log.bytes);
		assert_int_equal(f->at - begin, 9000);
		assert_string_equal(text_string(&f->reply), "a");
	}
}

static void
replay__stops__when_the_answer_is_complete(void **state)
{
	struct fixture *f = *state;

	record_start(f);
	record_text(f, 2000, "a");
	record_stop(f, 3000);
	record_data(f, 4000, DONE);
	record_text(f, 5000, "b");
	recorder_end(f->recorder, 6000, ANSWER_RESET, "");
	open_engine(f);
	play(f);
	check_log(f, BEGIN "2 text \"a\"\n3 answered\n4 finished\n");
}

/* ---- What the request and the head say. */

static void
replay__reads__the_head(void **state)
{
	static const struct {
		int status;
		const char *head, *line;
		int64_t retry_after_s;
	} cases[] = {
		{ 200, "HTTP/2 200\r\ncontent-type:text/plain\r\n\r\n",
		    "200 text/plain", 0 },
		{ 200, "HTTP/1.1 200 OK\nX: Content-Type: a\n"
		    "CONTENT-TYPE: \t b; c \t\n", "200 b; c", 0 },
		{ 200, "HTTP/1.1 200 OK\r\nContent-Type: a\r\n"
		    "Content-Type: b\r\n", "200 b", 0 },
		{ 204, "", "204 ", 0 },
		{ 308, "HTTP/1.1 308 X\r\nLocation: /v2\r\n", "308  to /v2",
		    0 },
		{ 429, "HTTP/1.1 429 X\r\nRetry-After: 7\r\n", "429 ", 7 },
		/* Ten seconds behind the request, now long ago. */
		{ 503, "HTTP/1.1 503 X\r\n"
		    "Retry-After: Tue, 14 Nov 2023 22:13:30 GMT\r\n", "503 ",
		    10 },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		record_request(f);
		recorder_head(f->recorder, 0, cases[i].status, cases[i].head);
		recorder_end(f->recorder, 0, ANSWER_CLEAN, "");
	}
	open_engine(f);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct text line = { 0 };
		forget(f);
		play(f);
		text_printf(&line, "head \"%s\"\n", cases[i].line);
		if (!log_has(f, line.bytes))
			fail_msg("no %s in\n%s", line.bytes, f->log.bytes);
		text_release(&line);
		assert_int_equal(f->retry_after_s, cases[i].retry_after_s);
		assert_int_equal(f->last_events, 1);
	}
}

static void
record_with_body(struct fixture *f, const char *url, const char *body,
    const char *chunk)
{
	recorder_request(f->recorder, 0, url, body, strlen(body));
	recorder_head(f->recorder, 1000, 200, SSE_HEAD);
	record_data(f, 2000, chunk);
	record_stop(f, 3000);
	record_data(f, 4000, DONE);
	recorder_end(f->recorder, 5000, ANSWER_CLEAN, "");
}

#define CHAT "data: {\"choices\":[{\"index\":0,\"delta\":" \
	     "{\"content\":\"one END two\"}}]}\n\n"
#define LEGACY "data: {\"choices\":[{\"index\":0," \
	       "\"text\":\"one END two\"}]}\n\n"

static void
replay__asks__for_what_was_asked_then(void **state)
{
	static const struct {
		const char *url, *body, *chunk, *stop, *reply;
	} cases[] = {
		{ "", "{}", CHAT, NULL, "one END two" },
		{ "", "{\"stop\":[\"END\"]}", CHAT, NULL, "one " },
		{ "", "{\"stop\":\"END\"}", CHAT, "two", "one END " },
		{ "", "{}", CHAT, "END", "one " },
		{ "http://h/v1/completions", "{}", LEGACY, NULL,
		    "one END two" },
		{ "", "no JSON", CHAT, NULL, "one END two" },
		{ "", "[]", CHAT, NULL, "one END two" },
		{ "", "{\"stop\":5}", CHAT, NULL, "one END two" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++)
		record_with_body(f, cases[i].url, cases[i].body,
		    cases[i].chunk);
	open_engine(f);
	for (size_t i = 0; i < COUNT(cases); i++) {
		forget(f);
		setting_unset(&f->settings, setting_find("stop"));
		if (cases[i].stop)
			set(f, "stop", cases[i].stop);
		play(f);
		assert_string_equal(text_string(&f->reply), cases[i].reply);
		assert_int_equal(f->last, ENGINE_FINISHED);
	}
}

static void
replay__tells__the_model_that_was_asked(void **state)
{
	static const struct {
		const char *body, *line;
	} cases[] = {
		{ "{\"model\":\"a b\"}",
		    "0 request \"{\\\"model\\\":\\\"a b\\\"}\" \"a b\"\n" },
		{ "{}", "0 request \"{}\"\n" },
		{ "", "0 request \"\"\n" },
	};
	struct fixture *f = *state;

	set(f, "model_name", "mine");
	set(f, "delay", "0");
	for (size_t i = 0; i < COUNT(cases); i++)
		record_with_body(f, "", cases[i].body, CHAT);
	open_engine(f);
	for (size_t i = 0; i < COUNT(cases); i++) {
		forget(f);
		play(f);
		assert_true(log_has(f, cases[i].line));
	}
}

/* ---- The contract. */

static void
open_contract(struct fixture *f)
{
	record_start(f);
	record_text(f, 2000, "a");
	record_text(f, 3000, "b");
	record_stop(f, 4000);
	recorder_end(f->recorder, 900000, ANSWER_CLEAN, "");
	record_reply(f, "c");
	open_engine(f);
}

static void
replay__is_cancelled__before_the_first_event(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	start(f);
	cancel(f);
	loop_run(f->loop);
	check_log(f, "0 cancelled\n");
	assert_int_equal(f->events, 1);
	assert_false(f->engine->running);
}

static void
replay__is_cancelled__in_the_middle(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	start(f);
	loop_run_for(f->loop, 2500);
	size_t before = f->events;
	cancel(f);
	cancel(f);
	loop_run(f->loop);
	cancel(f);
	loop_run(f->loop);
	check_log(f, BEGIN "2 text \"a\"\n2.5 cancelled\n");
	assert_int_equal(f->events, before + 1);
}

/* At each event, whoever sends it, with all bytes in one turn or in many. */
static void
replay__is_cancelled__inside_any_event(void **state)
{
	static const char *const delays[] = { "0", "10" };
	struct fixture *f = *state;

	open_contract(f);
	for (size_t i = 0; i < COUNT(delays); i++) {
		set(f, "delay", delays[i]);
		open_engine(f);
		play(f);
		size_t events = f->events;
		assert_true(events >= 6);
		for (size_t at = 1; at < events; at++) {
			open_engine(f);
			forget(f);
			f->cancel_at = at;
			play(f);
			assert_int_equal(f->last_events, 1);
			if (!f->answered)
				assert_int_equal(f->last, ENGINE_CANCELLED);
			if (f->events != at + 1)
				fail_msg("%zu events, cancelled at %zu\n%s",
				    f->events, at, f->log.bytes);
		}
		f->cancel_at = 0;
		forget(f);
	}
}

static void
replay__starts__again_after_a_cancel(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	start(f);
	loop_run_for(f->loop, 2500);
	cancel(f);
	loop_run(f->loop);
	forget(f);
	play(f);
	assert_string_equal(text_string(&f->reply), "c");
	assert_int_equal(f->last, ENGINE_FINISHED);
}

static void
replay__starts__again_inside_the_last_event(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	f->at_end = START_AGAIN;
	play(f);
	assert_string_equal(text_string(&f->reply), "abc");
	assert_int_equal(f->last_events, 2);
	assert_false(f->engine->running);
}

static void
replay__is_silent__when_closed(void **state)
{
	static const int64_t times[] = { 0, 500, 2500, 4500 };
	struct fixture *f = *state;

	open_contract(f);
	for (size_t i = 0; i < COUNT(times); i++) {
		open_engine(f);
		start(f);
		if (times[i])
			loop_run_for(f->loop, times[i]);
		size_t before = f->events;
		engine_close(f->engine);
		f->engine = NULL;
		loop_run(f->loop);
		assert_int_equal(f->events, before);
	}
}

static void
replay__is_closed__inside_the_last_event(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	f->at_end = CLOSE;
	play(f);
	assert_int_equal(f->last_events, 1);
	open_engine(f);
	f->at_end = CLOSE;
	start(f);
	cancel(f);
	loop_run(f->loop);
	assert_int_equal(f->last_events, 2);
}

static void
replay__is_silent__when_abandoned(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	start(f);
	loop_run_for(f->loop, 4500);
	assert_int_equal(f->answered, 1);
	size_t before = f->events;
	f->starting = true;
	engine_abandon(f->engine);
	f->starting = false;
	loop_run(f->loop);
	assert_int_equal(f->events, before);
	forget(f);
	play(f);
	assert_string_equal(text_string(&f->reply), "c");
}

static void
replay__is_abandoned__inside_the_answered_event(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	f->at_answered = ABANDON;
	play(f);
	assert_int_equal(f->last, ENGINE_ANSWERED);
	assert_int_equal(f->last_events, 0);
	open_engine(f);
	forget(f);
	f->at_answered = ABANDON_AND_START;
	play(f);
	assert_int_equal(f->answered, 2);
	assert_int_equal(f->last_events, 1);
	assert_string_equal(text_string(&f->reply), "abc");
}

/* Held at each moment for ten seconds, of its own time it loses none. */
static void
replay__goes_on__where_it_was_held(void **state)
{
	struct fixture *f = *state;

	open_contract(f);
	for (int64_t us = 0; us < LOOP_MS(5); us += 500) {
		int64_t begin = loop_now(f->loop);
		size_t end;

		open_engine(f);
		forget(f);
		start(f);
		loop_run_for(f->loop, us);
		engine_hold(f->engine, true);
		loop_run_for(f->loop, LOOP_MS(10000));
		end = f->events;
		engine_hold(f->engine, false);
		loop_run_for(f->loop, 0);
		assert_int_equal(f->events, end);
		loop_run(f->loop);
		assert_string_equal(text_string(&f->reply), "ab");
		assert_int_equal(f->at - begin, LOOP_MS(10000 + 900));
	}
}

static void
replay__changes__its_speed(void **state)
{
	struct fixture *f = *state;
	struct text next = { 0 };

	record_start(f);
	record_text(f, 20000, "a");
	record_text(f, 40000, "b");
	record_stop(f, 60000);
	record_data(f, 60000, DONE);
	recorder_end(f->recorder, 60000, ANSWER_CLEAN, "");
	open_engine(f);
	start(f);
	loop_run_for(f->loop, LOOP_MS(20));
	engine_hold(f->engine, true);
	loop_run_for(f->loop, LOOP_MS(500));
	assert_true(engine_set_speed(f->engine, 0.5));
	engine_print_next(f->engine, &next);
	assert_string_equal(text_string(&next), "87 bytes in 40.0 ms");
	engine_hold(f->engine, false);
	loop_run(f->loop);
	check_log(f, BEGIN "20 text \"a\"\n560 text \"b\"\n600 answered\n"
	    "600 finished\n");
	text_release(&next);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(replay_open__explains__what_it_cannot_play),
		TEST(replay__keeps__the_recorded_times),
		TEST(replay__reckons__the_times_from_its_start),
		TEST(replay__plays__at_any_speed),
		TEST(replay__ends__after_a_second_of_silence),
		TEST(replay__waits__for_what_comes_before_the_answer),
		TEST(replay__lets__others_run),
		TEST(replay__plays__one_reply_after_the_other),
		TEST(replay__says__where_the_file_is_cut),
		TEST(replay__plays__replies_without_an_end),
		TEST(replay__ends__as_recorded),
		TEST(replay__stops__when_the_answer_is_complete),
		TEST(replay__reads__the_head),
		TEST(replay__asks__for_what_was_asked_then),
		TEST(replay__tells__the_model_that_was_asked),
		TEST(replay__is_cancelled__before_the_first_event),
		TEST(replay__is_cancelled__in_the_middle),
		TEST(replay__is_cancelled__inside_any_event),
		TEST(replay__starts__again_after_a_cancel),
		TEST(replay__starts__again_inside_the_last_event),
		TEST(replay__is_silent__when_closed),
		TEST(replay__is_closed__inside_the_last_event),
		TEST(replay__is_silent__when_abandoned),
		TEST(replay__is_abandoned__inside_the_answered_event),
		TEST(replay__goes_on__where_it_was_held),
		TEST(replay__changes__its_speed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
