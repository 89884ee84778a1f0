/* tracefile.h: reads the records of request trace files, ours and Dynamo's
 * (dynamo.request.trace.v1), a line at a time. */
#ifndef TRACEFILE_H
#define TRACEFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/span.h"
#include "text.h"

/* What is not known: a string without bytes (NULL), a number below 0. Strings
 * may be any text, with NUL and halves of characters (engine/jsonread.h). */
struct tracefile_record {
	struct span event_type;
	bool is_request; /* request_end; else nothing below is known */
	bool is_full;    /* has an agent_context; compact rows know little */
	struct span session_id, parent_session_id;
	struct span request_id, x_request_id;
	struct span model;
	int64_t input_tokens, output_tokens, cached_tokens;
	int64_t received_ms;
	double prefill_wait_ms, prefill_ms, ttft_ms, itl_ms, total_ms;
	struct span finish_reason;
	struct span stop_string;
	int64_t stop_token;
	int64_t block_size;
	const uint64_t *hashes; /* NULL: unknown */
	size_t blocks;
	size_t shared; /* at the front with requests before: the caller's */
};

enum tracefile_outcome {
	TRACEFILE_FINISHED,
	TRACEFILE_UNFINISHED, /* cancelled, or cut off: no finish reason came */
	TRACEFILE_UNTOLD,     /* a compact row does not say */
};

struct tracefile;

struct tracefile *tracefile_new(void);
void tracefile_free(struct tracefile *file);

/* Reads one line. False, with the reason in why, if it is no record. What the
 * record points to is valid until the next call, if line is. */
bool tracefile_read(struct tracefile *file, struct span line,
    struct tracefile_record *record, struct text *why);

enum tracefile_outcome tracefile_outcome(
    const struct tracefile_record *record);
const char *tracefile_outcome_name(enum tracefile_outcome outcome);

#endif
