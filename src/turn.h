/* turn.h: one request from its start to its last event. Keeps the conversation,
 * the trace and the times up to date, whoever asked and whoever answers; then
 * tells an observer (the screen has none, standard output is one). */
#ifndef TURN_H
#define TURN_H

#include <stdbool.h>

#include "../engine/engine.h"
#include "../engine/tracker.h"
#include "arrival.h"
#include "conversation.h"
#include "gate.h"
#include "loop.h"
#include "settings.h"
#include "timings.h"
#include "trace.h"
#include "tracer.h"
#include "turn_record.h"

struct turn;

typedef void turn_event_fn(void *data, const struct turn *turn,
    const struct engine_event *event);

struct turn {
	struct loop *loop;
	struct conversation *conversation;
	struct trace *trace;
	struct timings *timings; /* NULL: nobody looks at them */
	turn_event_fn *on_event; /* may be NULL */
	void *on_event_data;

	/* Sent instead of the messages of the conversation, see struct request;
	 * the owner's. NULL: none. */
	const char *messages;

	bool running;    /* the answer streams */
	bool settling;   /* it is over; late things may still come */
	unsigned number; /* of the last request; 0 before the first */
	struct engine *engine;
	struct gate gate; /* what the engine says comes through it */
	struct request request;
	struct message *reply; /* the message that grows; NULL before the first */
	struct tracker tracker;
	uint32_t buckets[TRACKER_BUCKETS]; /* the tracker's */
	struct tracer tracer;
	struct arrivals arrivals;
	struct turn_record record;
	struct text raw; /* the reply exactly as it came, its beginning */
};

/* trace may be NULL: nobody looks at it. */
void turn_init(struct turn *turn, struct loop *loop,
    struct conversation *conversation, struct trace *trace);
/* Frees what it holds; a turn that goes on ends as if cancelled. A running
 * engine must be closed before, and the conversation must still be there. */
void turn_release(struct turn *turn);

/* Sends the conversation to the engine and adds the message of the reply. The
 * last event ends the turn. Must not be called while one is running. */
void turn_start(struct turn *turn, struct engine *engine,
    const struct settings *settings);
/* Ends the running turn early; the text that came is kept. */
void turn_cancel(struct turn *turn);
/* Ends the wait for what may come late, at once. Needed before the messages are
 * changed or the next turn is started. */
void turn_settle(struct turn *turn);
/* Nothing more comes. */
bool turn_is_over(const struct turn *turn);

/* The model that the reply is said to come from. */
const char *turn_model(const struct settings *settings,
    const struct engine *engine);

#endif
