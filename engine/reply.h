/* reply.h: what a reply has said so far: its choices, their text through the
 * stop strings, their ends. It is told facts, one chunk after the other, and
 * knows neither JSON nor events of a stream. */
#ifndef REPLY_H
#define REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "choice.h"
#include "report.h"
#include "toolcalls.h"

struct reply;

/* Both stay until reply_free(). */
struct reply *reply_new(const struct settings *settings,
    struct report *report);
void reply_free(struct reply *reply);

/* Returns the choice of that index; 0 is the answer. NULL if there are too
 * many. */
struct choice_state *reply_choice(struct reply *reply, int64_t index);

/* All that comes between these two came at once. */
void reply_begin_chunk(struct reply *reply);
void reply_end_chunk(struct reply *reply);

/* Bytes of a string as json_read() gives it. from_message: it is no delta but
 * a whole message, which may say again what the deltas said. */
void reply_words(struct reply *reply, struct choice_state *choice,
    enum channel channel, bool from_message, const char *bytes, size_t len);
void reply_tool_call(struct reply *reply, struct choice_state *choice,
    const struct tool_piece *piece);
/* The string or the token id that the server says it stopped at. */
void reply_stop_reason(struct reply *reply, const struct stop_reason *reason);
void reply_completion_tokens(struct reply *reply, int64_t tokens);

/* A stop string matched here: nothing more counts. */
bool reply_is_cut(const struct reply *reply);
/* All choices that were asked for have a finish_reason. */
bool reply_is_finished(const struct reply *reply);
/* The finish_reason of the answer, or NULL. */
const char *reply_reason(const struct reply *reply);

/* Nothing more comes. Lets go what was held back; reports what now is clear. */
void reply_flush(struct reply *reply);
/* Reports what does not fit together. Not when the answer failed. */
void reply_check(struct reply *reply);

/* Fills in why it ended; the caller releases it. */
void reply_ending(const struct reply *reply, struct ending *end);

#endif
