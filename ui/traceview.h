/* traceview.h: the trace as rows of a pane, in columns that hold still: time,
 * event, detail, measure. */
#ifndef TRACEVIEW_H
#define TRACEVIEW_H

#include "../src/trace.h"
#include "find.h"
#include "pane.h"

struct traceview;

struct traceview *traceview_new(const struct trace *trace);
void traceview_free(struct traceview *view);
const struct pane_source *traceview_source(const struct traceview *view);

/* Shows one line as selected; no line has the id 0. The pane's item of a line
 * is its id. */
void traceview_select(struct traceview *view, uint64_t id);

/* Whether the filter of the trace shows a line that there is, and how many it
 * does not. */
bool traceview_shows(struct traceview *view, size_t item);
size_t traceview_hidden(struct traceview *view);

/* Marks the matches of a search, which stays the caller's. */
void traceview_mark(struct traceview *view, const struct find *find);
/* The lines, to be searched: the pane's items. */
struct find_source traceview_find_source(struct traceview *view);

#endif
