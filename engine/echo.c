/* echo.c: the engine that says what it was told, one character at a time. One
 * token is one Unicode character; its id is the code point.
 *
 * It needs no network and no model, so it shows what stop conditions do. */
#include "engine.h"

#include <stdlib.h>

#include "../src/escape.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "dialect.h"
#include "pace.h"

/* Steps in one turn of the loop, two or three a character: about a millisecond
 * of work. */
enum { STEPS = 8192, SHOWN_MAX = 40, STATUS_BAD_REQUEST = 400 };

enum echo_state { ECHO_IDLE, ECHO_ANSWERING, ECHO_FAILED, ECHO_CANCELLED };

struct echo {
	struct engine engine;
	struct timer timer;
	enum echo_state state;
	const char *error; /* ECHO_FAILED */

	const struct text *prompt; /* in the request */
	size_t at;                 /* how much of it has been fed, */
	size_t token;              /* the last character from here on */
	int32_t id;                /* it */
	int64_t prompt_tokens;
	struct pace pace;
	int64_t token_due_at; /* of the last character, */
	int64_t next_due_at;  /* and of the one behind it */
	bool paused;
	bool held;
	int64_t held_at;

	struct dialect *stop;
	enum stop_verdict verdict;
	struct text out; /* let go by stop, and sent up to out_at */
	size_t out_at;
	unsigned tokens;   /* fed, and in no event so far: 0 or 1 */
	bool held_is_news; /* what is held back has changed */
};

static int64_t
now(const struct echo *echo)
{
	return loop_now(echo->engine.loop);
}

static void
wake(struct echo *echo, int64_t at)
{
	loop_timer_set(echo->engine.loop, &echo->timer, at);
}

/* The token just fed goes with the event. */
static void
emit(struct echo *echo, struct engine_event *event)
{
	event->tokens = echo->tokens;
	event->due_at = echo->tokens ? echo->token_due_at : 0;
	echo->tokens = 0;
	engine_emit(&echo->engine, event);
}

static void
emit_character(struct echo *echo)
{
	const char *bytes = echo->out.bytes + echo->out_at;
	size_t left = echo->out.len - echo->out_at;
	int32_t c;
	size_t len = utf8_next(bytes, left, &c);
	struct engine_event event = {
		.kind = ENGINE_TEXT, .bytes = bytes, .len = len };

	echo->out_at += len;
	/* The others were counted when they were held back. */
	if (len == left)
		emit(echo, &event);
	else
		engine_emit(&echo->engine, &event);
}

static void
emit_held(struct echo *echo)
{
	size_t len;
	const char *bytes = dialect_held(echo->stop, &len);
	const struct text *string;

	echo->held_is_news = false;
	if (!len)
		return;
	string = dialect_candidate(echo->stop);
	emit(echo, &(struct engine_event){
		.kind = ENGINE_HELD,
		.bytes = bytes,
		.len = len,
		.string = text_string(string),
		.string_len = string->len,
	});
}

static void
emit_matched(struct echo *echo)
{
	struct engine_event event = { .kind = ENGINE_MATCHED };
	const struct text *matched = dialect_matched(echo->stop);

	if (echo->verdict == STOP_TOKEN_ID) {
		event.bytes = echo->prompt->bytes + echo->token;
		event.len = echo->at - echo->token;
	} else if (matched) {
		event.bytes = matched->bytes;
		event.len = matched->len;
	} else {
		return;
	}
	emit(echo, &event);
}

static void
add_tokens(void *data, const struct text *text)
{
	int64_t *count = data;

	*count += (int64_t)utf8_count(text_string(text), text->len);
}

static int64_t
count_prompt_tokens(const struct request *request)
{
	int64_t count = 0;

	request_texts(request, add_tokens, &count);
	return count;
}

static void
emit_usage(struct echo *echo)
{
	struct engine_event event = { .kind = ENGINE_USAGE };

	event.usage.prompt_tokens = echo->prompt_tokens;
	event.usage.completion_tokens = dialect_tokens(echo->stop);
	event.usage.total_tokens =
	    event.usage.prompt_tokens + event.usage.completion_tokens;
	event.usage.cached_tokens = -1;
	/* The last token, if it was lost with what was held. */
	emit(echo, &event);
}

/* Puts together how it ended; why is for the caller to release. */
static struct ending
make_ending(const struct echo *echo, struct text *why)
{
	static char stop[] = "stop", length[] = "length";
	struct ending end = {
		.state = MESSAGE_FINISHED, .finish_reason = stop };
	const struct text *matched = dialect_matched(echo->stop);

	switch (echo->verdict) {
	case STOP_GO_ON:
		text_add(why, "end of the prompt");
		break;
	case STOP_STRING:
		text_add(why, "matched ");
		escape_quote_short(why, matched->bytes, matched->len,
		    SHOWN_MAX);
		if (!dialect_tells(echo->stop))
			break;
		end.stop_reason.kind = STOP_REASON_STRING;
		end.stop_reason.string = *matched;
		break;
	case STOP_TOKEN_ID:
		text_printf(why, "token id %ld", (long)echo->id);
		if (!dialect_tells(echo->stop))
			break;
		end.stop_reason.kind = STOP_REASON_ID;
		end.stop_reason.id = echo->id;
		break;
	case STOP_EOS:
		text_add(why, "end of sequence ");
		escape_quote_short(why, matched->bytes, matched->len,
		    SHOWN_MAX);
		break;
	case STOP_LENGTH:
		text_printf(why, "max_tokens %lld reached",
		    (long long)dialect_tokens(echo->stop));
		end.finish_reason = length;
		break;
	}
	end.why = why->bytes;
	return end;
}

/* In the event the next answer may begin, or the engine be closed. */
static void
emit_last(struct echo *echo, enum engine_event_kind kind,
    const struct ending *end)
{
	struct dialect *stop = echo->stop;
	struct engine_event event = { .kind = kind, .end = end };

	echo->stop = NULL;
	echo->state = ECHO_IDLE;
	engine_emit(&echo->engine, &event);
	/* The event pointed into it. */
	dialect_free(stop);
}

static void
finish(struct echo *echo)
{
	struct text why = { 0 };
	struct ending end;

	emit_matched(echo);
	if (echo->state == ECHO_ANSWERING)
		emit_usage(echo);
	if (echo->state != ECHO_ANSWERING)
		return;
	end = make_ending(echo, &why);
	emit_last(echo, ENGINE_FINISHED, &end);
	text_release(&why);
}

static bool
is_over(const struct echo *echo)
{
	return echo->verdict != STOP_GO_ON || echo->at == echo->prompt->len;
}

static void
feed(struct echo *echo)
{
	const char *bytes = echo->prompt->bytes + echo->at;
	size_t len = utf8_next(bytes, echo->prompt->len - echo->at, &echo->id);

	text_clear(&echo->out);
	echo->out_at = 0;
	echo->token = echo->at;
	echo->at += len;
	echo->tokens = 1;
	echo->token_due_at = echo->next_due_at;
	echo->next_due_at = pace_next(&echo->pace);
	echo->held_is_news = true;
	echo->verdict = dialect_token(echo->stop, echo->id, bytes, len,
	    &echo->out);
	/* The end comes with the last character, not a pause later. */
	if (echo->verdict == STOP_GO_ON && is_over(echo))
		echo->verdict = dialect_flush(echo->stop, &echo->out);
}

static void
answer(struct echo *echo)
{
	/* Each event may have cancelled the answer, or held it. */
	for (int left = STEPS;
	    left && echo->state == ECHO_ANSWERING && !echo->held; left--) {
		if (echo->out_at < echo->out.len) {
			emit_character(echo);
		} else if (echo->held_is_news) {
			emit_held(echo);
		} else if (is_over(echo)) {
			finish(echo);
			return;
		} else if (echo->next_due_at > now(echo)) {
			wake(echo, echo->next_due_at);
			return;
		} else {
			feed(echo);
		}
	}
	wake(echo, now(echo));
}

static void
fail(struct echo *echo)
{
	/* The request is wrong, as a server would say. */
	struct ending end = { .state = MESSAGE_FAILED,
		.error = xstrdup(echo->error),
		.status = STATUS_BAD_REQUEST };

	emit_last(echo, ENGINE_FAILED, &end);
	ending_release(&end);
}

static void
on_timer(void *data)
{
	struct echo *echo = data;

	switch (echo->state) {
	case ECHO_IDLE:
		break;
	case ECHO_ANSWERING:
		if (!echo->paused && !echo->held)
			answer(echo);
		break;
	case ECHO_FAILED:
		fail(echo);
		break;
	case ECHO_CANCELLED:
		emit_last(echo, ENGINE_CANCELLED, NULL);
		break;
	}
}

static struct engine *
echo_open(struct loop *loop, const char *target, struct text *error)
{
	struct echo *echo = xcalloc(1, sizeof(*echo));

	(void)loop;
	(void)target;
	(void)error;
	echo->timer = (struct timer){ .fn = on_timer, .data = echo };
	return &echo->engine;
}

static const char *
what_is_wrong(const struct request *request)
{
	const struct message *last = request_last(request);

	if (!last)
		return "empty messages in request";
	if (last->role != ROLE_USER)
		return "the last message must be the user's: the echo engine "
		    "repeats it";
	return dialect_refusal(&request->settings);
}

static void
echo_start(struct engine *engine, const struct request *request)
{
	struct echo *echo = (struct echo *)engine;
	const struct message *last = request_last(request);

	echo->error = what_is_wrong(request);
	echo->paused = echo->held = false;
	echo->state = echo->error ? ECHO_FAILED : ECHO_ANSWERING;
	wake(echo, now(echo));
	if (echo->error)
		return;
	echo->prompt = &last->text;
	/* Now: the conversation may change while the answer streams. */
	echo->prompt_tokens = count_prompt_tokens(request);
	echo->at = 0;
	pace_start(&echo->pace, &request->settings, request->id,
	    echo->prompt_tokens, now(echo));
	echo->next_due_at = pace_next(&echo->pace);
	echo->stop = dialect_new(&request->settings);
	echo->verdict = STOP_GO_ON;
	text_clear(&echo->out);
	echo->out_at = 0;
	echo->tokens = 0;
	echo->held_is_news = false;
}

/* The timer that would have brought the next character brings the last event
 * instead, so nothing comes in between. */
static void
echo_cancel(struct engine *engine)
{
	struct echo *echo = (struct echo *)engine;

	echo->state = ECHO_CANCELLED;
	wake(echo, now(echo));
}

static void
echo_pause(struct engine *engine, bool paused)
{
	struct echo *echo = (struct echo *)engine;

	echo->paused = paused;
	if (!paused)
		wake(echo, now(echo));
}

/* Time, while it is held, is that of the moment when it was. */
static int64_t
own_now(const struct echo *echo)
{
	return echo->held ? echo->held_at : now(echo);
}

static void
echo_hold(struct engine *engine, bool held)
{
	struct echo *echo = (struct echo *)engine;
	int64_t us = now(echo) - own_now(echo);

	echo->held = held;
	echo->held_at = now(echo);
	if (held)
		return;
	pace_shift(&echo->pace, us);
	echo->token_due_at += us;
	echo->next_due_at += us;
	wake(echo, now(echo));
}

static void
echo_print_next(const struct engine *engine, struct text *out)
{
	const struct echo *echo = (const struct echo *)engine;
	const struct text *text = &echo->out;
	size_t at = echo->out_at;
	int32_t c;

	if (echo->state != ECHO_ANSWERING)
		return;
	if (at == text->len) {
		text = echo->prompt;
		at = echo->at;
	}
	if (text == echo->prompt && is_over(echo))
		text_add(out, "the end");
	else
		escape_quote(out, text->bytes + at,
		    utf8_next(text->bytes + at, text->len - at, &c));
}

static void
echo_set_speed(struct engine *engine, double speed)
{
	struct echo *echo = (struct echo *)engine;

	if (echo->state != ECHO_ANSWERING)
		return;
	pace_speed(&echo->pace, speed, own_now(echo));
	echo->next_due_at = echo->pace.due_at;
	wake(echo, now(echo));
}

static void
echo_close(struct engine *engine)
{
	struct echo *echo = (struct echo *)engine;

	loop_timer_stop(engine->loop, &echo->timer);
	dialect_free(echo->stop);
	text_release(&echo->out);
	free(echo);
}

static const char *const old_names[] = { "echo_full", "echo_core", NULL };

const struct engine_ops engine_echo = {
	.name = "echo",
	.help = "says your message, one character at a time",
	.aliases = old_names,
	.open = echo_open,
	.start = echo_start,
	.cancel = echo_cancel,
	.pause = echo_pause,
	.hold = echo_hold,
	.print_next = echo_print_next,
	.set_speed = echo_set_speed,
	.close = echo_close,
};
