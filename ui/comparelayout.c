/* comparelayout.c: where replies that are compared stand. */
#include "comparelayout.h"

enum {
	TITLE_ROWS = 1,
	SIDE = 1,
	BETWEEN = 3, /* a line, and blanks beside it */
	PANELS_LEAST_ROWS = 8, /* what the timelines leave */
	STACKED_LEAST_ROWS = 5, /* else only the chosen one is shown */
	CHOSEN_LEAST_ROWS = 3,
};

static int
beside_columns(const struct rect *rect, int count)
{
	return (rect->columns - 2 * SIDE - BETWEEN * (count - 1)) / count;
}

static void
place_beside(struct compare_layout *layout, const struct rect *rect, int count)
{
	int columns = beside_columns(rect, count);
	int more = rect->columns - 2 * SIDE - BETWEEN * (count - 1) -
	    columns * count;
	int x = rect->x + SIDE;

	/* What is left over is shared out from the left. */
	for (int i = 0; i < count; i++) {
		layout->panels[i] = (struct rect){ rect->y, x, rect->rows,
			columns + (i < more) };
		x += columns + (i < more) + BETWEEN;
	}
}

static void
place_below(struct compare_layout *layout, const struct rect *rect, int count,
    const int *rows)
{
	int y = rect->y;

	for (int i = 0; i < count; i++) {
		layout->panels[i] = (struct rect){ y, rect->x + SIDE, rows[i],
			rect->columns - 2 * SIDE };
		y += rows[i];
	}
}

static void
place_stacked(struct compare_layout *layout, const struct rect *rect,
    int count, int chosen)
{
	int each = rect->rows / count, rows[COMPARED_MOST] = { 0 };
	bool heads = rect->rows >= count - 1 + CHOSEN_LEAST_ROWS;

	for (int i = 0; i < count; i++) {
		if (each >= STACKED_LEAST_ROWS)
			rows[i] = each + (i < rect->rows % count);
		else if (i == chosen)
			rows[i] = rect->rows - (heads ? count - 1 : 0);
		else
			rows[i] = heads;
	}
	place_below(layout, rect, count, rows);
}

void
compare_layout(struct compare_layout *layout, const struct rect *rect,
    size_t count, size_t chosen)
{
	struct rect panels = { rect->y + TITLE_ROWS, rect->x,
		rect->rows - TITLE_ROWS, rect->columns };
	int lines = TITLE_ROWS + (int)count;

	*layout = (struct compare_layout){ 0 };
	if (panels.rows - lines >= PANELS_LEAST_ROWS) {
		panels.rows -= lines;
		layout->timelines = (struct rect){ panels.y + panels.rows,
			rect->x, lines, rect->columns };
	}
	layout->beside = rect->columns >= BESIDE_FROM_COLUMNS &&
	    beside_columns(rect, (int)count) >= BESIDE_LEAST_COLUMNS;
	if (layout->beside)
		place_beside(layout, &panels, (int)count);
	else
		place_stacked(layout, &panels, (int)count, (int)chosen);
}
