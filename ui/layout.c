/* layout.c: where everything stands on a screen of a given size. */
#include "layout.h"

enum {
	MARGIN = 1,
	LINE_FROM_ROWS = 10, /* below, a blank row is calmer than a line */
	GAP_FROM_ROWS = 6,
	TITLE_FROM_ROWS = 10,
	COMPACT_BELOW_ROWS = 10,
	TRACE_RIGHT_LEAST = 36,
	TRACE_RIGHT_MOST = 72,
	/* When the user chooses. */
	PANE_LEAST_COLUMNS = 16,
	PANE_LEAST_ROWS = 3,
};

static bool
fits(enum trace_place place, int rows, int columns)
{
	switch (place) {
	case TRACE_RIGHT:
		return columns >= RIGHT_LEAST_COLUMNS;
	case TRACE_BOTTOM:
		return rows >= BOTTOM_LEAST_ROWS;
	case TRACE_AUTO:
	case TRACE_OFF:
		break;
	}
	return true;
}

static enum trace_place
choose_place(enum trace_place wanted, int rows, int columns)
{
	if (wanted != TRACE_AUTO)
		return fits(wanted, rows, columns) ? wanted : TRACE_OFF;
	if (columns >= RIGHT_FROM_COLUMNS)
		return TRACE_RIGHT;
	return rows >= BOTTOM_FROM_ROWS ? TRACE_BOTTOM : TRACE_OFF;
}

enum trace_place
layout_next_place(enum trace_place place, int rows, int columns)
{
	do
		place = place == TRACE_OFF ? TRACE_RIGHT
					   : (enum trace_place)(place + 1);
	while (!fits(place, rows, columns));
	return place;
}

int
layout_input_columns(int columns)
{
	return columns - 2 * MARGIN;
}

/* From the bottom: status, input, line. Returns the rows that are left. */
static int
place_input(struct layout_rects *layout, int rows, int columns, int wanted)
{
	int most = rows / 3 > 1 ? rows / 3 : 1;
	int height = wanted < 1 ? 1 : wanted > most ? most : wanted;
	int gap = rows >= GAP_FROM_ROWS;
	int top = rows - 1 - height;

	layout->status = rows - 1;
	layout->input = (struct rect){ top, MARGIN, height,
		layout_input_columns(columns) };
	layout->line = (struct rect){ top - gap, 0, gap, columns };
	layout->line_drawn = rows >= LINE_FROM_ROWS;
	return top - gap;
}

static int
between(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

static int
part(int whole, int share)
{
	return (whole * share + 500) / 1000;
}

static int
right_columns(int columns, int share)
{
	if (share)
		return between(part(columns, share), PANE_LEAST_COLUMNS + 1,
		    columns - PANE_LEAST_COLUMNS - 4);
	return between(columns * 2 / 5, TRACE_RIGHT_LEAST,
	    columns < 2 * TRACE_RIGHT_LEAST ? columns / 2 : TRACE_RIGHT_MOST);
}

static void
place_right(struct layout_rects *layout, int columns, int share)
{
	int width = right_columns(columns, share);
	int at = columns - width - 2;
	struct rect *chat = &layout->chat;

	layout->divider = (struct rect){ 0, at, chat->y + chat->rows, 1 };
	layout->trace = (struct rect){ chat->y, at + 2, chat->rows,
		width - MARGIN };
	chat->columns = at - 2 * MARGIN;
}

static void
place_bottom(struct layout_rects *layout, int rows, int columns, int share)
{
	struct rect *chat = &layout->chat;
	int height = share
	    ? between(part(rows, share), PANE_LEAST_ROWS,
		  chat->rows - 1 - PANE_LEAST_ROWS)
	    : between(rows * 3 / 10, 3, 14);

	chat->rows -= height + 1;
	layout->divider = (struct rect){ chat->y + chat->rows, 0, 1, columns };
	layout->trace = (struct rect){ layout->divider.y + 1, MARGIN, height,
		columns - 2 * MARGIN };
}

static int
share_of(int size, int whole)
{
	int share = (size * 1000 + whole / 2) / whole;

	return between(share, 1, 1000);
}

void
layout_drag(const struct layout_rects *layout, int rows, int columns, int y,
    int x, struct layout_shares *shares)
{
	if (layout->place == TRACE_RIGHT)
		shares->right = share_of(columns - 2 - x, columns);
	else if (layout->place == TRACE_BOTTOM)
		shares->bottom = share_of(layout->trace.y +
			layout->trace.rows - 1 - y, rows);
}

void
layout_compute(struct layout_rects *layout, int rows, int columns,
    enum trace_place wanted, const struct layout_shares *shares,
    int wanted_input)
{
	int left;

	*layout = (struct layout_rects){ .too_small = rows < SCREEN_ROWS_MIN ||
		    columns < SCREEN_COLUMNS_MIN };
	if (layout->too_small)
		return;
	layout->place = choose_place(wanted, rows, columns);
	layout->compact = rows < COMPACT_BELOW_ROWS;
	left = place_input(layout, rows, columns, wanted_input);
	if (layout->place == TRACE_RIGHT && rows >= TITLE_FROM_ROWS)
		layout->title = (struct rect){ 0, MARGIN, 1,
			columns - 2 * MARGIN };
	layout->chat = (struct rect){ layout->title.rows, MARGIN,
		left - layout->title.rows, columns - 2 * MARGIN };
	if (layout->place == TRACE_RIGHT)
		place_right(layout, columns, shares->right);
	else if (layout->place == TRACE_BOTTOM)
		place_bottom(layout, rows, columns, shares->bottom);
}
