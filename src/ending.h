/* ending.h: how a reply ended, in words: the same in the chat, the trace and
 * --plain. */
#ifndef ENDING_H
#define ENDING_H

#include "conversation.h"
#include "text.h"

/* What the end means to a reader; each has a mark and a colour of its own. */
enum ending_kind {
	ENDING_STOP,   /* a stop condition, or by itself */
	ENDING_SHORT,  /* length, content_filter: there was more to come */
	ENDING_BROKEN, /* cut off, failed */
	ENDING_CANCELLED,
};

enum ending_kind ending_kind(const struct ending *end);
/* The finish_reason, word for word, or "cut off", "cancelled", "failed". */
const char *ending_word(const struct ending *end);

/* Appends what ended it (or the error), then how many anomalies there were,
 * counts and times as far as they fit into that many columns (0: all), with the
 * separator between. */
void ending_print(struct text *out, const struct message *message,
    const char *separator, int columns);

/* Writes the pair "stop_reason" and a string, a number or null, as JSON. */
void ending_stop_reason(struct text *out, const struct stop_reason *reason);

#endif
