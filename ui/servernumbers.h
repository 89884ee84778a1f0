/* servernumbers.h: the numbers of a server, and a graph of its last minute. */
#ifndef SERVERNUMBERS_H
#define SERVERNUMBERS_H

#include "../src/serving.h"
#include "draw.h"

/* Rows for them on a screen of that size. */
int servernumbers_rows(int rows, int columns);
/* Draws them into a rectangle of so many rows. */
void servernumbers_draw(const struct rect *rect,
    const struct metrics_sums *sums, const struct serving *serving);

#endif
