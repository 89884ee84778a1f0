/* pane.h: a scrolling window over a list of items of one row or more each.
 *
 * A pane knows the item at its top, not a number of rows from the beginning:
 * only what is visible is ever laid out, so a list of 100,000 messages scrolls
 * like one of ten. It draws the rows that changed since the last frame. */
#ifndef PANE_H
#define PANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw.h"

/* Where the items come from. An item keeps its number for ever; numbers run
 * from first() to end() - 1. */
struct pane_source {
	void *data;
	size_t (*first)(void *data);
	size_t (*end)(void *data);
	/* Rows of an item at that width; may be 0. */
	int (*rows)(void *data, size_t item, int columns);
	/* A number that changes when the row looks different; see pane_mix(). */
	uint64_t (*key)(void *data, size_t item, int row);
	void (*draw)(void *data, size_t item, int row, int y, int x,
	    int columns);
};

/* Mixes a value into a key, which is never 0 or 1 then. A key begins with
 * PANE_KEY: two small counters mixed with each other would meet too often. */
enum { PANE_KEY = 0x5bd1e995 };
uint64_t pane_mix(uint64_t key, uint64_t value);

struct pane {
	const struct pane_source *source;
	struct rect rect;
	bool follow; /* stay at the end */
	size_t item; /* of the top row, when not following */
	int row;
	bool more_below;
	size_t last; /* item of the last row that was drawn */
	uint64_t *drawn; /* keys of the rows on the screen */
};

void pane_init(struct pane *pane, const struct pane_source *source);
void pane_release(struct pane *pane);
/* Puts the pane in a rectangle; all is drawn anew. */
void pane_place(struct pane *pane, const struct rect *rect);
/* Forgets what is on the screen. */
void pane_spoil(struct pane *pane);

/* Rows down, or up when negative. At the end it follows again. */
void pane_scroll(struct pane *pane, int rows);
void pane_top(struct pane *pane);
void pane_bottom(struct pane *pane);
/* Scrolls as little as needed to show the whole item, if it fits. */
void pane_show(struct pane *pane, size_t item);
/* Shows a row of an item; if it is out of sight, with some rows above it. It
 * stays in sight, though the pane was at the end, until pane_let_go(). */
void pane_hold(struct pane *pane, size_t item, int row);
/* Follows again if this is the end. */
void pane_let_go(struct pane *pane);
/* Finds which row of which item row y of the screen shows. False if none. */
bool pane_at(const struct pane *pane, int y, size_t *item, int *row);
void pane_draw(struct pane *pane);

#endif
