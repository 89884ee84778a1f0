/* visible.c: text for a terminal that prints as it streams. */
#include "visible.h"

#include "cell.h"

static void
add_cells(struct text *out, const char *bytes, size_t len)
{
	struct cell cell;

	for (size_t at = 0; at < len; at += cell.len) {
		cell_next(bytes + at, len - at, &cell);
		if (cell.kind == CELL_CONTROL)
			text_add(out, cell.shown);
		else
			text_append(out, bytes + at, cell.len);
	}
}

/* A CR is no control character when a LF follows, perhaps in the next piece. */
void
visible_add(struct visible *visible, struct text *out, const char *bytes,
    size_t len)
{
	if (!len)
		return;
	if (visible->held_cr && bytes[0] != '\n')
		add_cells(out, "\r", 1);
	visible->held_cr = bytes[len - 1] == '\r';
	add_cells(out, bytes, len - visible->held_cr);
}

void
visible_end(struct visible *visible, struct text *out)
{
	if (visible->held_cr)
		add_cells(out, "\r", 1);
	visible->held_cr = false;
}
