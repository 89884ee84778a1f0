/* pane.c: a scrolling window over a list of items. */
#include "pane.h"

#include <stdlib.h>

#include "../src/xalloc.h"

/* Keys of rows that show no item. */
enum { KEY_UNKNOWN, KEY_EMPTY };

uint64_t
pane_mix(uint64_t key, uint64_t value)
{
	key = (key ^ value) * 0x9e3779b97f4a7c15u;
	return (key ^ key >> 29) | 2;
}

/* A place in the list: a row of an item. */
struct place {
	size_t item;
	int row;
};

static int
rows_of(const struct pane *pane, size_t item)
{
	return pane->source->rows(pane->source->data, item,
	    pane->rect.columns);
}

static size_t
first(const struct pane *pane)
{
	return pane->source->first(pane->source->data);
}

static size_t
end(const struct pane *pane)
{
	return pane->source->end(pane->source->data);
}

/* Moves up; returns the rows that it could not. */
static int
move_up(const struct pane *pane, struct place *place, int rows)
{
	while (rows > place->row) {
		if (place->item <= first(pane)) {
			rows -= place->row;
			place->row = 0;
			return rows;
		}
		rows -= place->row;
		place->item--;
		place->row = rows_of(pane, place->item);
	}
	place->row -= rows;
	return 0;
}

/* Moves down, past the last row at most. */
static void
move_down(const struct pane *pane, struct place *place, int rows)
{
	while (place->item < end(pane)) {
		int left = rows_of(pane, place->item) - place->row;

		if (rows < left) {
			place->row += rows;
			return;
		}
		rows -= left;
		place->item++;
		place->row = 0;
	}
}

/* The place from which the last row of the list is the last of the pane. */
static struct place
last_page(const struct pane *pane)
{
	struct place place = { end(pane), 0 };

	move_up(pane, &place, pane->rect.rows);
	return place;
}

static bool
is_before(const struct place *a, const struct place *b)
{
	return a->item < b->item || (a->item == b->item && a->row < b->row);
}

static struct place
top_place(const struct pane *pane)
{
	struct place last = last_page(pane);
	struct place top = { pane->item, pane->row };

	if (pane->follow || !is_before(&top, &last))
		return last;
	if (top.item < first(pane))
		top = (struct place){ first(pane), 0 };
	return top;
}

static void
set_top(struct pane *pane, const struct place *top)
{
	struct place last = last_page(pane);

	pane->item = top->item;
	pane->row = top->row;
	pane->follow = !is_before(top, &last);
}

void
pane_init(struct pane *pane, const struct pane_source *source)
{
	*pane = (struct pane){ .source = source, .follow = true };
}

void
pane_release(struct pane *pane)
{
	free(pane->drawn);
}

void
pane_spoil(struct pane *pane)
{
	for (int i = 0; i < pane->rect.rows; i++)
		pane->drawn[i] = KEY_UNKNOWN;
}

/* Another width wraps an item into other rows: keep the same part of it. */
static void
keep_place(struct pane *pane, int old_rows)
{
	int rows;

	if (pane->follow || !old_rows || pane->item >= end(pane))
		return;
	rows = rows_of(pane, pane->item);
	pane->row = (int)((long)pane->row * rows / old_rows);
}

void
pane_place(struct pane *pane, const struct rect *rect)
{
	bool resized = pane->rect.columns && !pane->follow &&
	    pane->item < end(pane) && pane->item >= first(pane);
	int old_rows = resized ? rows_of(pane, pane->item) : 0;

	pane->rect = *rect;
	pane->drawn = xreallocarray(pane->drawn,
	    (size_t)(rect->rows > 0 ? rect->rows : 1), sizeof(*pane->drawn));
	keep_place(pane, old_rows);
	pane_spoil(pane);
}

void
pane_scroll(struct pane *pane, int rows)
{
	struct place top = top_place(pane);

	if (rows < 0)
		move_up(pane, &top, -rows);
	else
		move_down(pane, &top, rows);
	set_top(pane, &top);
}

void
pane_top(struct pane *pane)
{
	struct place top = { first(pane), 0 };

	set_top(pane, &top);
}

void
pane_bottom(struct pane *pane)
{
	pane->follow = true;
}

void
pane_show(struct pane *pane, size_t item)
{
	struct place top = top_place(pane);
	struct place begin = { item, 0 };
	struct place last = { item, rows_of(pane, item) };

	move_up(pane, &last, pane->rect.rows);
	if (is_before(&top, &last))
		top = last;
	if (is_before(&begin, &top))
		top = begin;
	set_top(pane, &top);
}

void
pane_hold(struct pane *pane, size_t item, int row)
{
	struct place top = top_place(pane);
	struct place bottom = top, place = { item, row };

	move_down(pane, &bottom, pane->rect.rows);
	if (is_before(&place, &top) || !is_before(&place, &bottom)) {
		top = place;
		move_up(pane, &top, pane->rect.rows / 3);
	}
	set_top(pane, &top);
	if (pane->follow) {
		top = last_page(pane);
		pane->item = top.item;
		pane->row = top.row;
		pane->follow = false;
	}
}

void
pane_let_go(struct pane *pane)
{
	struct place top = top_place(pane);

	set_top(pane, &top);
}

static void
draw_row(struct pane *pane, const struct place *place, int y)
{
	const struct pane_source *source = pane->source;
	const struct rect *rect = &pane->rect;
	bool empty = place->item >= end(pane);
	uint64_t key = empty
	    ? KEY_EMPTY
	    : source->key(source->data, place->item, place->row);

	if (pane->drawn[y] == key)
		return;
	pane->drawn[y] = key;
	draw_blank(rect->y + y, rect->x, rect->columns, STYLE_TEXT);
	if (!empty)
		source->draw(source->data, place->item, place->row,
		    rect->y + y, rect->x, rect->columns);
}

/* Passes over items without rows. */
static void
skip_empty(const struct pane *pane, struct place *place)
{
	while (place->item < end(pane) &&
	    place->row >= rows_of(pane, place->item))
		*place = (struct place){ place->item + 1, 0 };
}

bool
pane_at(const struct pane *pane, int y, size_t *item, int *row)
{
	struct place place = top_place(pane);

	for (int i = pane->rect.y; i < y; i++) {
		skip_empty(pane, &place);
		place.row++;
	}
	skip_empty(pane, &place);
	*item = place.item;
	*row = place.row;
	return place.item < end(pane);
}

void
pane_draw(struct pane *pane)
{
	struct place place = top_place(pane);

	for (int y = 0; y < pane->rect.rows; y++) {
		skip_empty(pane, &place);
		draw_row(pane, &place, y);
		if (place.item < end(pane))
			pane->last = place.item;
		place.row++;
	}
	skip_empty(pane, &place);
	pane->more_below = place.item < end(pane);
}
