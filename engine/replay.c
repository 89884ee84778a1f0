/* replay.c: the engine that plays what another one recorded: out=replay:FILE.
 *
 * Each answer is the next reply of the file, in the times it had then, through
 * the same reader as the reply of a server. What the request asked for then
 * counts now too, where the user asks for nothing else. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"
#include "answer.h"
#include "http.h"
#include "record.h"

#define PREFIX "replay:"

enum {
	TURN_BYTES = 256 * 1024, /* at most, in one turn of the loop */
	LINGER_MS = 1000,        /* of silence, behind the answer */
};

struct replay {
	struct engine engine;
	struct recording recording;
	size_t next; /* the first record of the reply to be played next */
	bool again;  /* it was played before */
	struct timer timer;
	struct play *play; /* NULL when no answer goes on */
};

/* One answer. It stays while calls of it are going on, even when an event has
 * ended it: then nobody listens any more. */
struct play {
	struct replay *replay; /* NULL: nobody listens */
	struct answer *answer;
	struct settings settings;
	bool again;
	bool answered; /* ENGINE_ANSWERED was sent */
	bool cancelled;
	bool inside; /* a call of play_run() */
	bool held;
	int64_t held_at;

	size_t first, end; /* its records */
	size_t at;         /* the next one, */
	size_t offset;     /* so much of its bytes was played */
	int64_t last_us;   /* the recorded time of the one before */
	int64_t started_at;
};

static void
play_free(struct play *play)
{
	answer_free(play->answer);
	settings_release(&play->settings);
	free(play);
}

static void
play_let_go(struct play *play)
{
	struct replay *replay = play->replay;

	loop_timer_stop(replay->engine.loop, &replay->timer);
	replay->play = NULL;
	play->replay = NULL;
	if (!play->inside)
		play_free(play);
}

static bool
play_is_on(const struct play *play)
{
	return play->replay && !play->cancelled;
}

static void
emit(struct play *play, const struct engine_event *event)
{
	if (play_is_on(play))
		engine_emit(&play->replay->engine, event);
}

static void
emit_note(struct play *play, const char *sentence)
{
	struct engine_event event = { .kind = ENGINE_NOTE, .bytes = sentence,
		.len = strlen(sentence) };

	emit(play, &event);
}

/* After a cancel only the last event counts, and what the rest of the piece did
 * to the answer does not. In the last event the next answer may begin, or the
 * engine be closed. */
static void
on_answer_event(void *data, const struct engine_event *event)
{
	static const struct engine_event cancelled = {
		.kind = ENGINE_CANCELLED };
	struct play *play = data;
	struct replay *replay = play->replay;
	bool is_last = engine_event_is_last(event);

	if (!replay || (play->cancelled && !is_last))
		return;
	if (play->cancelled && !play->answered &&
	    event->kind == ENGINE_FINISHED)
		event = &cancelled;
	if (is_last)
		play_let_go(play);
	else if (event->kind == ENGINE_ANSWERED)
		play->answered = true;
	engine_emit(&replay->engine, event);
}

/* ---- The records. */

static const struct record *
play_record_at(const struct play *play, size_t number)
{
	return &play->replay->recording.records[number];
}

/* Returns a sentence if the file is broken right behind this reply. */
static const char *
play_cut_sentence(const struct play *play)
{
	const struct recording *recording = &play->replay->recording;

	return play->end == recording->count ? recording->cut : NULL;
}

static void
play_request(struct play *play, const struct record *record)
{
	const struct text *model = &play->settings.model_name;
	struct engine_event event = { .kind = ENGINE_REQUEST,
		.bytes = text_string(&record->bytes),
		.len = record->bytes.len,
		.string = model->len ? model->bytes : NULL,
		.string_len = model->len };
	const char *cut = play_cut_sentence(play);

	emit(play, &event);
	if (play->again)
		emit_note(play, "the recording is over; "
				"its first reply comes again");
	if (cut)
		emit_note(play, cut);
}

static void
emit_bytes(struct play *play, const char *bytes, size_t len)
{
	struct engine_event event = { .kind = ENGINE_BYTES,
		.bytes = bytes,
		.len = len };

	emit(play, &event);
}

static void
emit_head(struct play *play, const struct record *record, const char *type)
{
	const char *head = text_string(&record->bytes);
	char *location = http_header_value(head, "location");
	struct text line = { 0 };
	struct engine_event event = { .kind = ENGINE_HEAD };

	http_head_line(&line, record->status, type, location);
	event.bytes = line.bytes;
	event.len = line.len;
	emit(play, &event);
	text_release(&line);
	free(location);
}

static void
play_head(struct play *play, const struct record *record)
{
	/* A date by which to ask again is reckoned from when it was said. */
	int64_t now_ms = play_record_at(play, play->first)->wall_ms +
	    record->t_us / 1000;
	const char *head = text_string(&record->bytes);
	char *type = http_header_value(head, "content-type");
	char *encoding = http_header_value(head, "content-encoding");
	char *retry_after = http_header_value(head, "retry-after");

	emit_bytes(play, head, record->bytes.len);
	if (play_is_on(play))
		emit_head(play, record, type);
	if (play_is_on(play))
		answer_head(play->answer, record->status, type, encoding,
		    retry_after, now_ms);
	free(type);
	free(encoding);
	free(retry_after);
}

static void
play_data(struct play *play, const struct record *record, size_t *room)
{
	size_t left = record->bytes.len - play->offset;
	size_t len = left < *room ? left : *room;

	*room -= len;
	emit_bytes(play, text_string(&record->bytes) + play->offset, len);
	if (!play_is_on(play))
		return;
	answer_body(play->answer, text_string(&record->bytes) + play->offset,
	    len);
	play->offset += len;
	if (len < left)
		return;
	play->offset = 0;
	play->at++;
	if (play_is_on(play) && answer_is_complete(play->answer))
		answer_end(play->answer, ANSWER_CLEAN, "");
}

/* ---- The pace. */

/* Time, while it is held, is that of the moment when it was. */
static int64_t
play_now(const struct play *play)
{
	return play->held ? play->held_at
			  : loop_now(play->replay->engine.loop);
}

static const struct record *
play_next_record(const struct play *play)
{
	return play->at < play->end ? play_record_at(play, play->at) : NULL;
}

/* Whether reading ends before the record, as it does with a server. */
static bool
play_lingers(const struct play *play, const struct record *record)
{
	return record->t_us - play->last_us > LOOP_MS(LINGER_MS) &&
	    answer_is_answered(play->answer);
}

/* When to take the next step: reckoned from the start, so that the pace does
 * not drift and a late turn catches up. */
static int64_t
play_due(const struct play *play)
{
	const struct record *record = play_next_record(play);
	int64_t t_us = record ? record->t_us : play->last_us;

	if (play->settings.delay_ms <= 0)
		return play->started_at;
	if (record && play_lingers(play, record))
		t_us = play->last_us + LOOP_MS(LINGER_MS);
	return play->started_at +
	    (int64_t)((double)t_us / play->settings.speed);
}

static void
play_break_off(struct play *play)
{
	const char *cut = play_cut_sentence(play);

	answer_end(play->answer, ANSWER_PREMATURE,
	    cut ? cut : "the recording has no end of this reply");
}

static void
play_step(struct play *play, size_t *room)
{
	const struct record *record = play_next_record(play);

	if (!record) {
		play_break_off(play);
		return;
	}
	if (play_lingers(play, record)) {
		answer_end(play->answer, ANSWER_CLEAN, "");
		return;
	}
	play->last_us = record->t_us;
	switch (record->kind) {
	case RECORD_REQUEST:
		play->at++;
		play_request(play, record);
		break;
	case RECORD_HEAD:
		play->at++;
		play_head(play, record);
		break;
	case RECORD_DATA:
		play_data(play, record, room);
		break;
	case RECORD_END:
		answer_end(play->answer, record->end,
		    text_string(&record->bytes));
		break;
	}
}

/* Any step may end the answer, and with it the engine. */
static void
play_run(struct play *play)
{
	struct replay *replay = play->replay;
	struct loop *loop = replay->engine.loop;
	size_t room = TURN_BYTES;

	if (play->cancelled) {
		answer_end(play->answer, ANSWER_CANCELLED, "");
		return;
	}
	if (play->held)
		return;
	while (room && play_due(play) <= loop_now(loop)) {
		play_step(play, &room);
		if (!play_is_on(play) || play->held)
			return;
	}
	loop_timer_set(loop, &replay->timer, play_due(play));
}

static void
on_timer(void *data)
{
	struct replay *replay = data;
	struct play *play = replay->play;

	play->inside = true;
	play_run(play);
	play->inside = false;
	if (!play->replay)
		play_free(play);
}

/* ---- The engine. */

static bool
ends_with(const struct text *text, const char *end)
{
	size_t len = strlen(end);

	return text->len >= len &&
	    !memcmp(text->bytes + text->len - len, end, len);
}

static enum endpoint
endpoint_of(const struct text *url)
{
	if (ends_with(url, "/completions") &&
	    !ends_with(url, "/chat/completions"))
		return ENDPOINT_COMPLETIONS;
	return ENDPOINT_CHAT;
}

/* The user's conditions, and where they are unset those of the request. */
static void
set_conditions(struct play *play, const struct settings *settings)
{
	const struct record *request = play_record_at(play, play->first);
	struct text ignored = { 0 };

	settings_copy(&play->settings, settings);
	text_clear(&play->settings.model_name);
	request_template_read(&play->settings, text_string(&request->bytes),
	    "", &ignored);
	text_release(&ignored);
	if (request->url.len)
		play->settings.endpoint = endpoint_of(&request->url);
}

static size_t
find_request(const struct recording *recording, size_t from)
{
	while (from < recording->count &&
	    recording->records[from].kind != RECORD_REQUEST)
		from++;
	return from;
}

static void
replay_start(struct engine *engine, const struct request *request)
{
	struct replay *replay = (struct replay *)engine;
	struct play *play = xcalloc(1, sizeof(*play));

	replay->play = play;
	play->replay = replay;
	play->first = play->at = replay->next;
	play->end = find_request(&replay->recording, play->first + 1);
	play->again = replay->again;
	play->started_at = loop_now(engine->loop);
	set_conditions(play, &request->settings);
	play->answer = answer_new(&play->settings, on_answer_event, play);
	replay->again = play->end == replay->recording.count;
	replay->next = replay->again ? 0 : play->end;
	loop_timer_set(engine->loop, &replay->timer, play->started_at);
}

/* The timer that would have brought the next piece brings the last event. */
static void
replay_cancel(struct engine *engine)
{
	struct replay *replay = (struct replay *)engine;

	replay->play->cancelled = true;
	loop_timer_set(engine->loop, &replay->timer, loop_now(engine->loop));
}

static void
replay_hold(struct engine *engine, bool held)
{
	struct replay *replay = (struct replay *)engine;
	struct play *play = replay->play;
	int64_t now = loop_now(engine->loop);

	if (!held)
		play->started_at += now - play->held_at;
	play->held = held;
	play->held_at = now;
	loop_timer_set(engine->loop, &replay->timer, now);
}

static void
replay_print_next(const struct engine *engine, struct text *out)
{
	const struct play *play = ((const struct replay *)engine)->play;
	const struct record *record = play_next_record(play);
	double left_ms = (double)(play_due(play) - play_now(play)) / 1000;

	if (record && record->kind == RECORD_DATA)
		text_printf(out, "%zu bytes",
		    record->bytes.len - play->offset);
	else if (record && record->kind == RECORD_HEAD)
		text_add(out, "the head");
	else
		text_add(out, "the end");
	if (left_ms > 0)
		text_printf(out, " in %.1f ms", left_ms);
}

static void
replay_set_speed(struct engine *engine, double speed)
{
	struct replay *replay = (struct replay *)engine;
	struct play *play = replay->play;
	int64_t now = play_now(play);

	play->started_at = now - (int64_t)((double)(now - play->started_at) *
	    play->settings.speed / speed);
	play->settings.speed = speed;
	loop_timer_set(engine->loop, &replay->timer, loop_now(engine->loop));
}

static void
replay_abandon(struct engine *engine)
{
	struct replay *replay = (struct replay *)engine;

	play_let_go(replay->play);
}

static void
replay_close(struct engine *engine)
{
	struct replay *replay = (struct replay *)engine;

	if (replay->play)
		play_let_go(replay->play);
	recording_release(&replay->recording);
	free(replay);
}

static bool
replay_accepts(const char *target)
{
	return !strncmp(target, PREFIX, strlen(PREFIX));
}

static struct engine *
replay_open(struct loop *loop, const char *target, struct text *error)
{
	const char *path =
	    replay_accepts(target) ? target + strlen(PREFIX) : "";
	struct recording recording;
	struct replay *replay;

	(void)loop;
	if (!*path) {
		text_add(error, "replay needs a file: out=replay:FILE");
		return NULL;
	}
	if (!recording_read(&recording, path, error))
		return NULL;
	replay = xcalloc(1, sizeof(*replay));
	replay->recording = recording;
	replay->timer = (struct timer){ .fn = on_timer, .data = replay };
	return &replay->engine;
}

const struct engine_ops engine_replay = {
	.name = "replay",
	.help = "plays a recorded reply: out=replay:FILE",
	.remote = true,
	.accepts = replay_accepts,
	.open = replay_open,
	.start = replay_start,
	.cancel = replay_cancel,
	.hold = replay_hold,
	.print_next = replay_print_next,
	.set_speed = replay_set_speed,
	.abandon = replay_abandon,
	.close = replay_close,
};
