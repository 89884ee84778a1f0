/* breaks.h: where a reply is to be held: a list of breakpoints, as users write
 * them and back. Pure. */
#ifndef BREAKS_H
#define BREAKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum break_kind {
	BREAK_AT,         /* the token with that number, from 1 on */
	BREAK_ON_TEXT,    /* the token that completes the text in the answer */
	BREAK_ON_FINISH,  /* the end of the answer */
	BREAK_ON_ANOMALY,
};

struct breakpoint {
	enum break_kind kind;
	int64_t token;
	struct text text;
};

struct breaks {
	struct breakpoint *items;
	size_t count, capacity;
};

/* Empties the list. */
void breaks_release(struct breaks *breaks);
/* Adds "at N", "on finish", "on anomaly" or "on TEXT"; TEXT may have escapes
 * and stand in quotes, and must if it is finish or anomaly. What is there
 * already is not added again. False with a sentence in error. */
bool breaks_add(struct breaks *breaks, const char *spec, struct text *error);
/* Removes number i, from 0 on. */
void breaks_remove(struct breaks *breaks, size_t i);
/* Appends it as breaks_add() reads it. */
void breakpoint_print(struct text *out, const struct breakpoint *breakpoint);
/* Length of the longest text; 0: there is none. */
size_t breaks_longest(const struct breaks *breaks);

#endif
