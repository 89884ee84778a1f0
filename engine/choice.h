/* choice.h: one of the answers to a request, as far as its chunks tell: what
 * they brought, and when it was finished. */
#ifndef CHOICE_H
#define CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "report.h"
#include "surrogate.h"

enum channel {
	CHANNEL_TEXT,
	CHANNEL_REASONING,
	CHANNEL_REFUSAL,
	CHANNEL_TOOLS,
	CHANNELS,
};

/* An anomaly that may turn out to be another one. */
struct pending {
	bool met;
	uint64_t offset;
	struct text evidence;
};

/* Zeros but for the index. */
struct choice_state {
	int64_t index;
	struct surrogate halves[CHANNEL_TOOLS];
	struct text reason;      /* the last usable finish_reason */
	bool by_delta[CHANNELS]; /* a delta brought some */

	bool brought[CHANNELS]; /* in this chunk */
	bool finished_now;
	bool finished_before;

	uint64_t text_chunks;
	uint64_t finished_text_chunks; /* those with a finish_reason */
	struct pending repeated;
	struct pending late;
};

/* Frees what it holds, not the struct. */
void choice_release(struct choice_state *choice);
/* A chunk begins; choice_end_chunk() when it was read. */
void choice_begin_chunk(struct choice_state *choice);
/* Something comes. False if it is a message that says again what deltas have
 * said before. */
bool choice_bring(struct choice_state *choice, enum channel channel,
    bool from_message);
/* What comes, as evidence for the case that nothing should any more. */
void choice_note_late(struct choice_state *choice,
    const struct report *report, const char *bytes, size_t len);
/* The chunk has a finish_reason that can be used. */
void choice_finish(struct choice_state *choice, const char *bytes,
    size_t len);
/* Tells what cannot be the way in which the server marks all its chunks. */
void choice_end_chunk(struct choice_state *choice, struct report *report);
/* No chunk comes any more: tells what its finish_reasons were. */
void choice_settle(struct choice_state *choice, struct report *report);

#endif
