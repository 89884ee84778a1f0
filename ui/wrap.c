/* wrap.c: breaks text into rows of a given width. */
#include "wrap.h"

#include <stdbool.h>
#include <stdlib.h>

#include "../src/cell.h"
#include "../src/xalloc.h"

void
wrap_release(struct wrap *wrap)
{
	free(wrap->rows);
	*wrap = (struct wrap){ 0 };
}

void
wrap_clear(struct wrap *wrap)
{
	wrap->count = 0;
	wrap->len = 0;
}

static bool
is_blank(const struct cell *cell)
{
	return cell->kind == CELL_SPACE || cell->kind == CELL_TAB;
}

static int
columns(const struct cell *cell, int column)
{
	if (cell->kind == CELL_TAB)
		return TAB_COLUMNS - column % TAB_COLUMNS;
	return cell->width;
}

/* Ends a row where a blank did not fit: the blanks hang, and a newline behind
 * them ends this row too. Returns false if that is the end of the text. */
static bool
hang(const char *bytes, size_t len, size_t *at)
{
	struct cell cell;

	while (*at < len) {
		cell_next(bytes + *at, len - *at, &cell);
		if (cell.kind == CELL_NEWLINE)
			*at += cell.len;
		if (!is_blank(&cell))
			return true;
		*at += cell.len;
	}
	return false;
}

/* Lays out the row that starts at *next, and puts the start of the one after
 * it there. Returns false if this is the last. */
static bool
lay_row(struct row *row, const char *bytes, size_t len, int width, size_t *next)
{
	size_t at = *next, start = at;
	size_t stop = start; /* where the row may break */
	struct cell cell;

	row->start = start;
	for (int column = 0; at < len; at += cell.len) {
		cell_next(bytes + at, len - at, &cell);
		if (cell.kind == CELL_NEWLINE) {
			row->end = at;
			*next = at + cell.len;
			return true;
		}
		bool fits = column + columns(&cell, column) <= width;

		if (!fits && is_blank(&cell)) {
			row->end = at;
			*next = at;
			return hang(bytes, len, next);
		}
		if (cell.wide)
			stop = at;
		if (!fits && column > 0) {
			row->end = *next = stop > start ? stop : at;
			return true;
		}
		column += columns(&cell, column);
		if (cell.wide || is_blank(&cell))
			stop = at + cell.len;
	}
	row->end = len;
	return false;
}

void
wrap_update(struct wrap *wrap, const char *bytes, size_t len, int width)
{
	size_t next = 0;
	bool more = true;

	if (width != wrap->width)
		wrap_clear(wrap);
	else if (wrap->count && len == wrap->len)
		return;
	wrap->count -=
	    wrap->count < WRAP_OPEN_ROWS ? wrap->count : WRAP_OPEN_ROWS;
	if (wrap->count)
		next = wrap->rows[wrap->count].start;
	while (more) {
		wrap->rows = xgrow(wrap->rows, wrap->count, &wrap->capacity,
		    sizeof(*wrap->rows));
		more = lay_row(&wrap->rows[wrap->count++], bytes, len, width,
		    &next);
	}
	wrap->width = width;
	wrap->len = len;
}

/* Returns the last row that starts at or before `at`. */
static size_t
row_at(const struct wrap *wrap, size_t at)
{
	size_t low = 0, high = wrap->count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (wrap->rows[middle].start <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

int
wrap_column(const struct wrap *wrap, const char *bytes, size_t row, size_t at)
{
	const struct row *r = &wrap->rows[row];
	struct cell cell;
	int column = 0;

	for (size_t i = r->start; i < r->end; i += cell.len) {
		cell_next(bytes + i, r->end - i, &cell);
		if (i + cell.len > at)
			break;
		column += columns(&cell, column);
	}
	return column;
}

size_t
wrap_find(const struct wrap *wrap, const char *bytes, size_t at, int *column)
{
	size_t found = row_at(wrap, at);

	*column = wrap_column(wrap, bytes, found, at);
	return found;
}

size_t
wrap_byte(const struct wrap *wrap, const char *bytes, size_t row, int column)
{
	const struct row *r = &wrap->rows[row];
	struct cell cell;
	int right = 0; /* the column behind the cell */

	for (size_t i = r->start; i < r->end; i += cell.len) {
		cell_next(bytes + i, r->end - i, &cell);
		right += columns(&cell, right);
		if (column < right)
			return i;
	}
	return r->end;
}
