/* details.h: all there is to know about one line of the trace, as text. */
#ifndef DETAILS_H
#define DETAILS_H

#include "../src/trace.h"

/* Appends all of the line. */
void details_print(struct text *out, const struct trace_entry *entry);

#endif
