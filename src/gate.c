/* gate.c: a gate between an engine and whoever listens. */
#include "gate.h"

#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

/* What comes so soon when reading goes on has waited in the socket. */
enum { LOOK_MS = 20 };

/* ---- Time. */

int64_t
gate_now(const struct gate *gate)
{
	int64_t now = gate->still ? gate->still_at : loop_now(gate->loop);

	return now - gate->lost;
}

/* How long it stood still, in all. */
static int64_t
stood(const struct gate *gate)
{
	return loop_now(gate->loop) - gate_now(gate);
}

/* Whether time should stand still follows from all else. */
static void
settle(struct gate *gate)
{
	bool still = gate->asleep || gate->state == GATE_HELD ||
	    (gate->count && gate->state != GATE_CANCELLED);

	if (still && !gate->still)
		gate->still_at = loop_now(gate->loop);
	if (!still && gate->still)
		gate->lost += loop_now(gate->loop) - gate->still_at;
	gate->still = still;
	if (gate->engine)
		engine_hold(gate->engine, still);
}

static void
run_soon(struct gate *gate)
{
	loop_timer_set(gate->loop, &gate->timer, loop_now(gate->loop));
}

/* ---- What waits. */

static const struct engine_event *
waiting_at(const struct gate *gate, size_t i)
{
	return event_copy_event(gate->waiting[gate->first + i]);
}

static void
keep(struct gate *gate, const struct engine_event *event)
{
	gate->waiting = xgrow(gate->waiting, gate->first + gate->count,
	    &gate->capacity, sizeof(*gate->waiting));
	gate->waiting[gate->first + gate->count++] = event_copy_new(event);
}

static struct event_copy *
take(struct gate *gate)
{
	struct event_copy *copy = gate->waiting[gate->first++];

	gate->examined = false;
	if (!--gate->count)
		gate->first = 0;
	return copy;
}

static void
drop_all(struct gate *gate)
{
	while (gate->count)
		event_copy_free(take(gate));
}

static void
note_text(struct gate *gate, const struct engine_event *event)
{
	if (event->kind != ENGINE_TEXT && event->kind != ENGINE_HELD &&
	    event->kind != ENGINE_MATCHED)
		return;
	said_event(&gate->said, event, breaks_longest(gate->breaks));
	text_clear(&gate->held_back);
	text_clear(&gate->may_become);
	if (event->kind != ENGINE_HELD)
		return;
	text_append(&gate->held_back, event->bytes, event->len);
	text_append(&gate->may_become, event->string, event->string_len);
}

/* ---- Breakpoints. */

static bool
hits(const struct gate *gate, const struct breakpoint *breakpoint,
    const struct engine_event *event)
{
	switch (breakpoint->kind) {
	case BREAK_AT:
		return gate->tokens < breakpoint->token &&
		    gate->tokens + event->tokens >= breakpoint->token;
	case BREAK_ON_TEXT:
		return said_completes(&gate->said, &breakpoint->text, event);
	case BREAK_ON_FINISH:
		return event->kind == ENGINE_ANSWERED ||
		    event->kind == ENGINE_FINISHED ||
		    event->kind == ENGINE_FAILED;
	case BREAK_ON_ANOMALY:
		return event->kind == ENGINE_ANOMALY;
	}
	return false;
}

/* Returns the breakpoint that the event is at, or NULL. */
static const struct breakpoint *
breakpoint_at(const struct gate *gate, const struct engine_event *event)
{
	const struct breaks *breaks = gate->breaks;

	if (gate->answered || gate->state == GATE_CANCELLED)
		return NULL;
	for (size_t i = 0; breaks && i < breaks->count; i++)
		if (hits(gate, &breaks->items[i], event))
			return &breaks->items[i];
	return NULL;
}

/* The answer is over. */
static bool
is_end(const struct engine_event *event)
{
	return event->kind == ENGINE_ANSWERED || engine_event_is_last(event);
}

/* ---- The looking, after a hold, at what has waited to be read. */

static void
tell_resumed(struct gate *gate)
{
	if (!gate->looking)
		return;
	gate->looking = false;
	loop_timer_stop(gate->loop, &gate->look);
	if (gate->handlers.resumed)
		gate->handlers.resumed(gate->handlers.data, &gate->pause);
}

static void
on_look(void *data)
{
	tell_resumed(data);
}

static void
look_at_end(struct gate *gate, const struct engine_event *event)
{
	if (!gate->looking || !is_end(event))
		return;
	gate->pause.ended = true;
	gate->pause.broken =
	    event->end && event->end->state != MESSAGE_FINISHED;
	tell_resumed(gate);
}

/* Whoever has a pace of its own has lost nothing; else the end may be here
 * already. */
static void
look(struct gate *gate)
{
	gate->pause = (struct gate_pause){
		.us = stood(gate) - gate->stood_before,
		.reading = !gate->engine->ops->hold,
	};
	gate->looking = true;
	if (!gate->pause.reading)
		tell_resumed(gate);
	for (size_t i = 0; i < gate->count; i++)
		look_at_end(gate, waiting_at(gate, i));
	if (gate->looking)
		loop_timer_set(gate->loop, &gate->look,
		    loop_now(gate->loop) + LOOP_MS(LOOK_MS));
}

/* ---- Holding. */

static void
stop(struct gate *gate, enum gate_why why, const struct breakpoint *breakpoint)
{
	if (gate->state == GATE_OPEN) {
		tell_resumed(gate);
		gate->stood_before = stood(gate);
	}
	gate->state = GATE_HELD;
	loop_timer_stop(gate->loop, &gate->timer);
	settle(gate);
	if (gate->handlers.held)
		gate->handlers.held(gate->handlers.data, why, breakpoint);
}

/* Holds it if the event is at a breakpoint. */
static bool
stops_at(struct gate *gate, const struct engine_event *event)
{
	const struct breakpoint *breakpoint = breakpoint_at(gate, event);

	if (breakpoint)
		stop(gate, GATE_BREAK, breakpoint);
	return breakpoint != NULL;
}

/* The answer is over: nothing holds it any more. */
static void
let_go(struct gate *gate, const struct engine_event *event)
{
	gate->answered = true;
	if (gate->state == GATE_STEPPING) {
		gate->state = GATE_OPEN;
		look(gate);
	}
	look_at_end(gate, event);
	if (!engine_event_is_last(event))
		return;
	gate->state = GATE_OPEN;
	settle(gate);
	gate->engine = NULL;
}

/* In the call anything may happen: after the last event the next answer may
 * have begun, or the engine be gone. Returns whether it goes on. */
static bool
pass(struct gate *gate, const struct engine_event *event)
{
	bool last = engine_event_is_last(event);
	bool stepped = gate->state == GATE_STEPPING && event->tokens &&
	    --gate->steps <= 0;

	gate->tokens += event->tokens;
	note_text(gate, event);
	if (is_end(event))
		let_go(gate, event);
	gate->fn(gate->fn_data, event);
	if (stepped && !last && gate->state == GATE_STEPPING)
		stop(gate, GATE_STEPPED, NULL);
	return !last;
}

static void
pass_cancelled(struct gate *gate)
{
	pass(gate, &(struct engine_event){ .kind = ENGINE_CANCELLED });
}

static void
on_event(void *data, const struct engine_event *event)
{
	struct gate *gate = data;

	if (event->kind == ENGINE_BYTES)
		gate->pause.bytes += event->len;
	if (gate->state == GATE_CANCELLED) {
		if (engine_event_is_last(event))
			pass_cancelled(gate);
	} else if (gate->count || gate->state == GATE_HELD) {
		keep(gate, event);
	} else if (stops_at(gate, event)) {
		keep(gate, event);
		gate->examined = true;
		settle(gate);
	} else {
		pass(gate, event);
	}
}

/* Returns whether it goes on; not at a breakpoint. */
static bool
pass_first(struct gate *gate)
{
	struct event_copy *copy;
	bool goes_on;

	if (!gate->examined && stops_at(gate, waiting_at(gate, 0))) {
		gate->examined = true;
		return false;
	}
	copy = take(gate);
	goes_on = pass(gate, event_copy_event(copy));
	event_copy_free(copy);
	return goes_on;
}

static void
on_timer(void *data)
{
	struct gate *gate = data;

	if (gate->state == GATE_CANCELLED) {
		pass_cancelled(gate);
		return;
	}
	while (gate->count && gate->state != GATE_HELD)
		if (!pass_first(gate))
			return;
	settle(gate);
}

/* ---- For whoever asks. */

static bool
is_going_on(const struct gate *gate)
{
	return gate->engine && !gate->answered &&
	    gate->state != GATE_CANCELLED;
}

bool
gate_is_held(const struct gate *gate)
{
	return gate->state == GATE_HELD || gate->state == GATE_STEPPING;
}

void
gate_hold(struct gate *gate)
{
	if (is_going_on(gate) && gate->state != GATE_HELD)
		stop(gate, GATE_ASKED, NULL);
}

void
gate_step(struct gate *gate, int64_t tokens)
{
	if (!is_going_on(gate))
		return;
	/* Whoever asks may have waited for the keyboard outside of the loop. */
	loop_refresh(gate->loop);
	if (gate->state == GATE_OPEN)
		stop(gate, GATE_ASKED, NULL);
	gate->steps = gate->state == GATE_STEPPING ? gate->steps + tokens
						   : tokens;
	gate->state = GATE_STEPPING;
	settle(gate);
	run_soon(gate);
}

void
gate_resume(struct gate *gate)
{
	if (!gate_is_held(gate))
		return;
	loop_refresh(gate->loop);
	gate->state = GATE_OPEN;
	settle(gate);
	look(gate);
	run_soon(gate);
}

void
gate_sleep(struct gate *gate, bool asleep)
{
	gate->asleep = asleep;
	settle(gate);
}

const struct engine_event *
gate_next(const struct gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		const struct engine_event *event = waiting_at(gate, i);

		if (event->kind != ENGINE_BYTES && event->kind != ENGINE_RAW)
			return event;
	}
	return NULL;
}

const struct engine_event *
gate_next_place(const struct gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		const struct engine_event *event = waiting_at(gate, i);

		if (event->tokens || event->kind == ENGINE_ANOMALY ||
		    is_end(event))
			return event;
	}
	return NULL;
}

/* ---- Its life. */

static void
open_again(struct gate *gate)
{
	drop_all(gate);
	loop_timer_stop(gate->loop, &gate->timer);
	loop_timer_stop(gate->loop, &gate->look);
	gate->looking = false;
	gate->state = GATE_OPEN;
}

void
gate_start(struct gate *gate, struct engine *engine,
    const struct request *request, engine_event_fn *fn, void *data)
{
	gate->engine = engine;
	gate->settings = &request->settings;
	said_begin(&gate->said, gate->settings);
	gate->fn = fn;
	gate->fn_data = data;
	gate->state = GATE_OPEN;
	gate->answered = false;
	gate->tokens = 0;
	text_clear(&gate->held_back);
	text_clear(&gate->may_become);
	engine_start(engine, request, on_event, gate);
	settle(gate);
}

/* What waits was not seen, and is not to come any more. */
void
gate_cancel(struct gate *gate)
{
	bool held = gate->count || gate_is_held(gate);

	if (held) {
		open_again(gate);
		gate->state = GATE_CANCELLED;
		settle(gate);
	}
	if (gate->engine->running)
		engine_cancel(gate->engine);
	else if (held)
		run_soon(gate);
}

void
gate_abandon(struct gate *gate)
{
	struct engine *engine = gate->engine;

	open_again(gate);
	settle(gate);
	gate->engine = NULL;
	if (engine)
		engine_abandon(engine);
}

void
gate_init(struct gate *gate, struct loop *loop)
{
	*gate = (struct gate){ .loop = loop };
	gate->timer = (struct timer){ .fn = on_timer, .data = gate };
	gate->look = (struct timer){ .fn = on_look, .data = gate };
}

void
gate_release(struct gate *gate)
{
	open_again(gate);
	free(gate->waiting);
	said_release(&gate->said);
	text_release(&gate->held_back);
	text_release(&gate->may_become);
}
