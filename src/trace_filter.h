/* trace_filter.h: which lines of the trace are shown: kinds, or a text. Pure.
 *
 * A line is shown if its kind was asked for, or none was; if it was not taken
 * away; and if it has the text, if one was asked for. The first line of each
 * request is always shown. */
#ifndef TRACE_FILTER_H
#define TRACE_FILTER_H

#include <stdbool.h>

#include "search.h"
#include "text.h"

struct trace_entry;

struct trace_filter {
	unsigned kinds;       /* bits of enum trace_kind; 0: all */
	unsigned without;
	struct search search; /* empty: none */
	struct text words;    /* as they were typed */
	unsigned revision;    /* another one each time it changes */
};

void trace_filter_release(struct trace_filter *filter);
bool trace_filter_is_on(const struct trace_filter *filter);

/* Reads "token -usage text:WORDS TO THE END" or "off". False with a sentence in
 * error; the filter stays as it is then. */
bool trace_filter_read(struct trace_filter *filter, const char *words,
    struct text *error);
bool trace_filter_shows(const struct trace_filter *filter,
    const struct trace_entry *entry);
/* Returns name number i of the kinds, or NULL behind the last. */
const char *trace_filter_kind(size_t i);

#endif
