/* turn_record.h: the request trace record of each turn: gathers what it needs,
 * gives it to the sink when the turn is over, and tells the trace. */
#ifndef TURN_RECORD_H
#define TURN_RECORD_H

#include <stdbool.h>

#include "../engine/engine.h"
#include "../engine/request_trace.h"
#include "tracing.h"
#include "uuid.h"

struct turn;

enum record_front {
	RECORD_SCREEN, /* standard error is under it */
	RECORD_LINES,
	RECORD_PROMPT, /* one request, which is no session by itself */
};

/* Zeros: no records are made. */
struct turn_record {
	const struct tracing *tracing; /* NULL: off */
	enum record_front front;
	struct trace_sink *sink; /* NULL: there is no place for them */
	bool borrowed; /* the sink is: another record closes it */
	/* Gets sentences, a line each, about records that are not there; may be
	 * NULL. */
	void (*warn)(void *data, const char *sentences);
	void *warn_data;
	char session[UUID_SIZE];
	struct agent_context agent;

	/* Of the turn that goes on. */
	struct request_trace trace;
	struct replay_hash replay;
	int64_t reply_ids; /* token ids of the reply that came */
};

/* Opens the sinks if records are wanted. tracing stays. False with a sentence in
 * error. */
bool turn_record_open(struct turn_record *record,
    const struct tracing *tracing, enum record_front front,
    struct text *error);
/* Lets a zeroed one write where another does, which must be closed after it. */
void turn_record_share(struct turn_record *record,
    const struct turn_record *with);
/* Writes out all records. */
void turn_record_close(struct turn_record *record);
/* What comes is another conversation. */
void turn_record_new_session(struct turn_record *record);

/* For turn.c. */
void turn_record_begin(struct turn *turn);
void turn_record_ids(struct turn *turn, const struct engine_event *event);
/* state: how the reply has ended. Later calls do nothing. */
void turn_record_end(struct turn *turn, enum message_state state);

#endif
