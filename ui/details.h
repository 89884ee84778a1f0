/* details.h: all there is to know about one line of the trace, as text. */
#ifndef DETAILS_H
#define DETAILS_H

#include "../src/trace.h"

/* Appends all of the line, for a screen of so many columns; and to looks, which
 * is empty as out is, an enum style for each byte. */
void details_print(struct text *out, struct text *looks,
    const struct trace *trace, const struct trace_entry *entry, int columns);

#endif
