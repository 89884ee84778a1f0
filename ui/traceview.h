/* traceview.h: the trace as rows of a pane, in columns that hold still: time,
 * event, detail, measure. */
#ifndef TRACEVIEW_H
#define TRACEVIEW_H

#include "../src/trace.h"
#include "pane.h"

struct traceview;

struct traceview *traceview_new(const struct trace *trace);
void traceview_free(struct traceview *view);
const struct pane_source *traceview_source(const struct traceview *view);

/* Shows one line as selected; no line has the id 0. The pane's item of a line
 * is its id. */
void traceview_select(struct traceview *view, uint64_t id);

#endif
