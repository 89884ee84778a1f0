/* request_trace.h: the dynamo.request.trace.v1 record of one request: whether
 * there is one, and its JSON. Pure.
 *
 * Exactly one record a request: when the stream has ended, when it is cancelled
 * before or in the middle; none when it failed before it began; none, and a
 * reason, when one replay request could not stand for it. */
#ifndef REQUEST_TRACE_H
#define REQUEST_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/conversation.h"
#include "../src/text.h"
#include "replay_hash.h"
#include "tracker.h"

enum input_trigger {
	TRIGGER_UNKNOWN,
	TRIGGER_USER_MESSAGE, /* the last message is the user's */
	TRIGGER_TOOL_RESULT,  /* it is a tool's */
	TRIGGER_OTHER,
};
/* By the role of the last message. */
enum input_trigger input_trigger_of(enum role last);

enum session_final { FINAL_UNKNOWN, FINAL_NO, FINAL_YES };

/* The session that a request belongs to. */
struct agent_context {
	const char *session_id;
	const char *parent_session_id; /* NULL or "": none */
	enum session_final session_final;
	enum input_trigger input_trigger;
};

/* What is known of a request; zeros and NULL are unknown. The owner keeps all
 * that is pointed to. */
struct request_trace {
	const char *request_id;
	const char *x_request_id;
	const struct agent_context *agent; /* NULL: the row is compact */
	struct tracker *tracker;
	const struct message *reply;      /* model, usage, end, calls, choices */
	size_t block_size;                /* of the replay; 0: none */
	const struct replay_hash *replay; /* NULL: no token ids are known */
	int64_t output_tokens; /* that came; the usage, where known, wins */

	/* What one replay request cannot stand for. */
	bool prompt_embeddings;
	bool multimodal;
	int64_t n, best_of;

	bool begun; /* the stream: something of the answer came */
	bool over;
};

enum request_end { REQUEST_ENDED, REQUEST_FAILED, REQUEST_CANCELLED };
enum trace_result { TRACE_NONE, TRACE_RECORD, TRACE_SKIPPED };

/* The request is over; the time is its end, unless the tracker knows of an
 * earlier. Appends the record to out, or the reason why there is none. Later
 * calls do nothing. */
enum trace_result request_trace_end(struct request_trace *trace,
    enum request_end end, int64_t now, struct text *out);

#endif
