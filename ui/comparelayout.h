/* comparelayout.h: where replies that are compared stand on a screen of a given
 * size. Pure. */
#ifndef COMPARELAYOUT_H
#define COMPARELAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/comparison.h"
#include "draw.h"

enum {
	BESIDE_FROM_COLUMNS = 80, /* side by side, where they fit */
	BESIDE_LEAST_COLUMNS = 24,
};

struct compare_layout {
	bool beside; /* side by side; there is a column for a line between */
	/* One row is a heading alone, none is nothing. */
	struct rect panels[COMPARED_MOST];
	struct rect timelines; /* rows of 0: none */
};

/* The first row is left for the title. */
void compare_layout(struct compare_layout *layout, const struct rect *rect,
    size_t count, size_t chosen);

#endif
