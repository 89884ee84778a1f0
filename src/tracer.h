/* tracer.h: what happens in one turn, as lines of the trace. */
#ifndef TRACER_H
#define TRACER_H

#include "../engine/engine.h"
#include "../engine/tracker.h"
#include "arrival.h"
#include "gate.h"
#include "trace.h"

struct tracer {
	const struct gate *gate; /* whose time counts */
	struct trace *trace; /* NULL: nobody looks, and nothing is done */
	const struct tracker *tracker;
	const struct request *request;
	unsigned number; /* of the turn */
	bool first_seen; /* the line of the first token is there */
	uint64_t run_id;  /* line of the run of tokens, 0 none */
	uint64_t held_id; /* line of the text held back, 0 none */
	uint64_t usage_id;
	uint64_t message; /* id of the reply */
	uint64_t first_id; /* while its event is told */
	uint64_t token_id, chunk_id; /* the last lines of these kinds */
	int64_t run_tokens;
	int64_t run_first_at, run_last_at, run_shown_at;
};

/* The first lines of a turn; message is the id of the reply. The pointers stay
 * until its end; body is NULL while it is not known. */
void tracer_start(struct tracer *tracer, const struct gate *gate,
    struct trace *trace, const struct tracker *tracker,
    const struct request *request, unsigned number, const char *engine,
    const struct text *body, uint64_t message);
/* Call it after the tracker knows the event; arrival is what came with it. */
void tracer_event(struct tracer *tracer, const struct engine_event *event,
    const struct arrival *arrival);
/* A line of its own, behind what came so far; measure may be "". */
void tracer_note(struct tracer *tracer, const char *what, const char *detail,
    const char *measure);
/* The line of the end. */
void tracer_end(struct tracer *tracer, const struct ending *end);

#endif
