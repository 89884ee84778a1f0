/* timerow.h: when the tokens of a reply came, as a row of bars; rows of several
 * replies have the same axes. */
#ifndef TIMEROW_H
#define TIMEROW_H

#include <stdbool.h>

#include "../src/comparison.h"

struct timeaxis {
	int name, bars, times; /* columns of each part */
	int64_t span_us; /* that the bars show */
	double peak;     /* tokens of the highest bar */
};

/* For rows of that many columns. */
void timerow_axis(struct timeaxis *axis, const struct comparison *comparison,
    int columns);
void timerow_draw(const struct timeaxis *axis,
    const struct comparison *comparison, size_t index, bool chosen, int y,
    int x);

#endif
