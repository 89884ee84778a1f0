/* answer.h: the reply of a server, from its head to its end, as engine events.
 * Pure: no socket, no clock; http.c or a recording feeds it.
 *
 * Reads server-sent events, or one JSON reply, or an error of any form, by the
 * rules of the OpenAI API and with much patience; enforces the stop strings;
 * notes as anomalies what was wrong. */
#ifndef ANSWER_H
#define ANSWER_H

#include "../src/settings.h"
#include "anomaly.h"
#include "engine.h"

enum answer_end {
	ANSWER_CLEAN,     /* the body ended as its framing says */
	ANSWER_PREMATURE, /* the connection ended before */
	ANSWER_RESET,
	ANSWER_STALLED,
	ANSWER_CANCELLED, /* by the user */
};

struct answer;

/* Events go to fn: text, reasoning, ..., anomalies, ENGINE_ANSWERED once, when
 * the answer is known to be over, and one last event from answer_end(). The
 * settings are those that were asked for; they stay until answer_free(). */
struct answer *answer_new(const struct settings *settings, engine_event_fn *fn,
    void *data);
void answer_free(struct answer *answer);

/* The head of the reply. retry_after is the header's value, "" if none; now_ms
 * is the time since 1970, to read dates there. */
void answer_head(struct answer *answer, int status, const char *content_type,
    const char *content_encoding, const char *retry_after, int64_t now_ms);
void answer_body(struct answer *answer, const char *bytes, size_t len);
/* True when no more needs to be read: [DONE] came, or a stop string matched
 * here. The connection should be closed then. */
bool answer_is_complete(const struct answer *answer);
/* True once ENGINE_ANSWERED was sent, or an error came: what may still come is
 * not worth a long wait. */
bool answer_is_answered(const struct answer *answer);
/* Sends the last event. sentence: what the transport says, for people. */
void answer_end(struct answer *answer, enum answer_end how,
    const char *sentence);

#endif
