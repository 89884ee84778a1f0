/* servertable.h: the requests of a server, a row each: those that go on, then
 * those that are over, the newest first. */
#ifndef SERVERTABLE_H
#define SERVERTABLE_H

#include "../src/serving.h"
#include "draw.h"

/* Zeros: it shows the newest. */
struct servertable {
	uint64_t top; /* serial of the first one that is over; 0: the newest */
	int page;     /* of those that are over, as drawn last */
};

/* Draws them, with the names of the columns in the first row if there is room.
 * now_us belongs to the times in serving. */
void servertable_draw(struct servertable *table, const struct rect *rect,
    const struct serving *serving, int64_t now_us);
/* Goes so many rows down, to older ones; up when negative. The place is kept
 * while new ones come. */
void servertable_scroll(struct servertable *table,
    const struct serving *serving, int rows);
/* How many are above the first row. */
uint64_t servertable_above(const struct servertable *table,
    const struct serving *serving);

#endif
