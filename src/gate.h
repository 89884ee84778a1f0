/* gate.h: a gate between an engine and whoever listens. Open, all events pass
 * as they come. While it is held the engine stands still, copies of what still
 * comes wait in the gate, and the time of the answer does not go on.
 *
 * A gate lets nothing through from inside of the calls below: events come from
 * the loop, as engine.h promises. What has passed ENGINE_ANSWERED is not held
 * any more: the answer is over. */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>

#include "../engine/engine.h"
#include "breaks.h"
#include "eventcopy.h"
#include "said.h"

enum gate_state {
	GATE_OPEN,
	GATE_HELD,
	GATE_STEPPING,  /* until so many tokens have passed */
	GATE_CANCELLED, /* only the last event passes yet */
};

enum gate_why {
	GATE_ASKED,   /* gate_hold() */
	GATE_STEPPED, /* the tokens of gate_step() have passed */
	GATE_BREAK,   /* at a breakpoint, before the event */
};

/* How a hold was for somebody who sends. */
struct gate_pause {
	int64_t us;      /* so long it was */
	bool reading;    /* there was something to be read */
	uint64_t bytes;  /* that came at once when reading went on */
	bool ended;      /* then the answer was over, */
	bool broken;     /* and not as it should be */
};

struct gate_handlers {
	void *data;
	/* It is held now; breakpoint is NULL but for GATE_BREAK. */
	void (*held)(void *data, enum gate_why why,
	    const struct breakpoint *breakpoint);
	/* It is open again, and this is known. */
	void (*resumed)(void *data, const struct gate_pause *pause);
};

struct gate {
	struct loop *loop;
	struct gate_handlers handlers; /* functions may be NULL */
	const struct breaks *breaks;   /* the owner's; NULL: none */

	/* Of the answer that goes on. */
	struct engine *engine;
	const struct settings *settings;
	engine_event_fn *fn;
	void *fn_data;
	enum gate_state state;
	bool answered;
	int64_t steps; /* tokens, GATE_STEPPING */
	int64_t tokens; /* that have passed */

	struct event_copy **waiting;
	size_t first, count, capacity; /* of those that wait */
	bool examined; /* the first of them was stopped by a breakpoint */
	struct timer timer; /* lets them pass */

	bool asleep; /* see gate_sleep() */
	bool still;  /* time stands still, */
	int64_t still_at; /* since then; */
	int64_t lost;     /* and stood so long before, in all, */
	int64_t stood_before; /* and in all before this hold */

	struct gate_pause pause;
	bool looking; /* for what comes at once: until the next timer */
	struct timer look;

	struct said said;
	struct text held_back, may_become;
};

void gate_init(struct gate *gate, struct loop *loop);
void gate_release(struct gate *gate);

/* engine_start(), engine_cancel() and engine_abandon(), through the gate. */
void gate_start(struct gate *gate, struct engine *engine,
    const struct request *request, engine_event_fn *fn, void *data);
void gate_cancel(struct gate *gate);
void gate_abandon(struct gate *gate);

/* All three do nothing while no answer goes on, or when it is over. */
void gate_hold(struct gate *gate);
/* Lets that many tokens pass, and what comes between them. */
void gate_step(struct gate *gate, int64_t tokens);
void gate_resume(struct gate *gate);
/* Lets time stand still, no more: for who holds more than an answer. */
void gate_sleep(struct gate *gate, bool asleep);

/* The time of the answer: that of the loop, without what it was held. */
int64_t gate_now(const struct gate *gate);
/* Held, or on the way from there to the next token. */
bool gate_is_held(const struct gate *gate);
/* The event that passes next, of those that people care for; or NULL. */
const struct engine_event *gate_next(const struct gate *gate);
/* The first that waits and is the end, an anomaly or a token; or NULL. */
const struct engine_event *gate_next_place(const struct gate *gate);

#endif
