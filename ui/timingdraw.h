/* timingdraw.h: times between tokens as pictures of cells, each in its
 * rectangle: for the trace pane and the page of /timing.
 *
 * All scales of time are logarithmic. */
#ifndef TIMINGDRAW_H
#define TIMINGDRAW_H

#include "../src/timings.h"
#include "draw.h"

/* A bar from its bottom row up. */
void timingdraw_bar(int bottom, int x, int eighths, enum style style);
/* A row of bars, one for each token or so many of them, from the first on: the
 * third of eight heights is the median, each more twice as long. A stall has a
 * mark in place of its bar. */
void timingdraw_spark(int y, int x, int columns,
    const struct timings_turn *turn, const struct timings_sum *sum);

/* How often each time came, from `from` to `to`: bars up to the most. */
void timingdraw_bars(const struct rect *rect, const struct timings_turn *turn,
    int64_t from, int64_t to);
/* The same as single marks, over what is there. */
void timingdraw_marks(const struct rect *rect, const struct timings_turn *turn,
    int64_t from, int64_t to, const char *mark, enum style style);
/* Names powers of ten below the bars; and where p50, p90, p99 are. */
void timingdraw_axis(int y, int x, int columns, int64_t from, int64_t to);
void timingdraw_quantiles(int y, int x, int columns, int64_t from, int64_t to,
    const struct timings_sum *sum);

#endif
