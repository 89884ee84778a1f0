/* visible.h: text for a terminal that prints as it streams: what could control
 * the terminal is shown instead. Text may be cut anywhere between characters. */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stdbool.h>

#include "text.h"

/* Zeros are ready. */
struct visible {
	bool held_cr; /* a CR came last; LF may follow */
};

void visible_add(struct visible *visible, struct text *out, const char *bytes,
    size_t len);
/* The text is over. */
void visible_end(struct visible *visible, struct text *out);

#endif
