/* inputview.c: the line being typed, in rows, and the pop-up above it. */
#include "inputview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/cell.h"
#include "../src/xalloc.h"
#include "input.h"
#include "wrap.h"

enum { MATCH_COLUMNS_MAX = 32 };

struct inputview {
	inputview_describe_fn *describe;
	void *data;
	struct wrap wrap;
	int prompt_columns;
	int top; /* first row shown, when there are more than fit */
};

struct inputview *
inputview_new(inputview_describe_fn *describe, void *data)
{
	struct inputview *view = xcalloc(1, sizeof(*view));

	view->describe = describe;
	view->data = data;
	return view;
}

void
inputview_free(struct inputview *view)
{
	if (!view)
		return;
	wrap_release(&view->wrap);
	free(view);
}

/* The text stands behind the prompt; one column is left for the cursor behind
 * a full row. */
static void
lay_out(struct inputview *view, int columns)
{
	const char *prompt = input_prompt();
	int width;
	size_t len;
	const char *line = input_line(&len);

	view->prompt_columns = cell_width(prompt, strlen(prompt));
	if (view->prompt_columns > columns / 2)
		view->prompt_columns = columns / 2;
	width = columns - view->prompt_columns - 1;
	wrap_clear(&view->wrap);
	wrap_update(&view->wrap, line, len, width > 1 ? width : 1);
}

int
inputview_rows(struct inputview *view, int columns)
{
	lay_out(view, columns);
	return (int)view->wrap.count;
}

static void
scroll_to(struct inputview *view, int row, int rows)
{
	int most = (int)view->wrap.count - rows;

	if (view->top > most)
		view->top = most > 0 ? most : 0;
	if (row < view->top)
		view->top = row;
	if (row >= view->top + rows)
		view->top = row - rows + 1;
}

void
inputview_draw(struct inputview *view, const struct rect *rect, int *y, int *x)
{
	size_t len;
	const char *line;
	int row, column, width;

	line = input_line(&len);
	row = (int)wrap_find(&view->wrap, line, input_point(), &column);
	scroll_to(view, row, rect->rows);
	width = rect->columns - view->prompt_columns;
	for (int i = 0; i < rect->rows; i++) {
		size_t at = (size_t)(view->top + i);

		draw_blank(rect->y + i, rect->x, rect->columns, STYLE_TEXT);
		if (at >= view->wrap.count)
			continue;
		if (at == 0)
			draw_string(rect->y + i, rect->x, view->prompt_columns,
			    input_prompt(), STYLE_YOU);
		draw_text(rect->y + i, rect->x + view->prompt_columns, width,
		    line + view->wrap.rows[at].start,
		    view->wrap.rows[at].end - view->wrap.rows[at].start,
		    STYLE_TEXT);
	}
	*y = rect->y + row - view->top;
	*x = rect->x + view->prompt_columns +
	    (column < width ? column : width - 1);
}

bool
inputview_move(struct inputview *view, int rows, int columns)
{
	size_t len, row;
	const char *line = input_line(&len);
	int column;

	lay_out(view, columns);
	row = wrap_find(&view->wrap, line, input_point(), &column);
	if ((rows < 0 && row == 0) ||
	    (rows > 0 && row + 1 >= view->wrap.count))
		return false;
	row = rows < 0 ? row - 1 : row + 1;
	input_set_point(wrap_byte(&view->wrap, line, row, column));
	return true;
}

void
inputview_point(struct inputview *view, const struct rect *rect, int y, int x)
{
	size_t len, row = (size_t)(view->top + y - rect->y);
	const char *line = input_line(&len);
	int column;

	lay_out(view, rect->columns);
	column = x - rect->x - view->prompt_columns;
	if (row >= view->wrap.count)
		row = view->wrap.count - 1;
	input_set_point(wrap_byte(&view->wrap, line, row,
	    column > 0 ? column : 0));
}

static int
widest(const char *const *matches, size_t count)
{
	int most = 0;

	for (size_t i = 0; i < count; i++) {
		int width = cell_width(matches[i], strlen(matches[i]));

		if (width > most)
			most = width;
	}
	return most < MATCH_COLUMNS_MAX ? most : MATCH_COLUMNS_MAX;
}

static void
draw_match(struct inputview *view, const char *match, int name_columns, int y,
    int x, int columns)
{
	size_t len;
	const char *help = view->describe
	    ? view->describe(view->data, input_line(&len), match)
	    : NULL;

	draw_blank(y, x, columns, STYLE_BAR);
	draw_string(y, x + 1, columns - 2, match, STYLE_BAR_BUSY);
	if (help && columns > name_columns + 6)
		draw_quoted(y, x + name_columns + 3, columns - name_columns - 4,
		    help, STYLE_BAR, STYLE_BAR);
}

static void
draw_rest(size_t rest, int y, int x, int columns)
{
	char line[64];

	snprintf(line, sizeof(line), "%zu more", rest);
	draw_blank(y, x, columns, STYLE_BAR);
	draw_string(y, x + 1, columns - 2, line, STYLE_BAR);
}

int
inputview_draw_matches(struct inputview *view, int y, int x, int columns,
    int most)
{
	size_t count;
	const char *const *matches = input_matches(&count);
	int rows = (int)count < most ? (int)count : most;
	int names = widest(matches, count);

	for (int i = 0; i < rows; i++) {
		int row = y - rows + i;

		if (i == rows - 1 && count > (size_t)rows)
			draw_rest(count - (size_t)i, row, x, columns);
		else
			draw_match(view, matches[i], names, row, x, columns);
	}
	return rows;
}
