/* uimouse.c: what the buttons of the mouse do: a click chooses a pane, a line
 * of the trace or a place in the message; the line between the panes is
 * dragged. */
#include "uistate.h"

#include <curses.h>

#include "input.h"

enum { DOUBLE_CLICK_MS = 400 };

/* A single column is hard to hit; those beside it are empty. */
static bool
is_on_divider(const struct ui *ui, int y, int x)
{
	struct rect divider = ui->layout.divider;

	if (ui->layout.place == TRACE_RIGHT) {
		divider.x--;
		divider.columns = 3;
	}
	return ui->layout.place != TRACE_OFF && rect_contains(&divider, y, x);
}

static void
open_if_double(struct ui *ui, uint64_t line)
{
	struct ui_mouse *mouse = &ui->mouse;
	int64_t now = loop_now(ui->loop);
	bool twice = mouse->clicked == line &&
	    now - mouse->clicked_at <= LOOP_MS(DOUBLE_CLICK_MS);

	mouse->clicked = twice ? 0 : line;
	mouse->clicked_at = now;
	if (twice)
		ui_open_details(ui);
}

static void
click_trace(struct ui *ui, int y)
{
	size_t item;
	int row;

	ui->trace_focus = true;
	if (!pane_at(&ui->trace_pane, y, &item, &row)) {
		ui_select_line(ui, ui->selected);
		return;
	}
	if (ui_is_finding(ui))
		ui_find_close(ui);
	ui_select_line(ui, item);
	open_if_double(ui, item);
}

static void
click_input(struct ui *ui, const struct key *key)
{
	if (ui_is_finding(ui))
		ui_find_close(ui);
	ui_focus_chat(ui);
	input_abort();
	input_drop_matches();
	inputview_point(ui->inputview, &ui->layout.input, key->y, key->x);
}

static void
press(struct ui *ui, const struct key *key)
{
	const struct layout_rects *layout = &ui->layout;

	ui->mouse.dragging = is_on_divider(ui, key->y, key->x);
	if (ui->mouse.dragging || layout->too_small)
		return;
	if (rect_contains(&ui->strip, key->y, key->x))
		ui_show_timing(ui);
	else if (layout->place != TRACE_OFF &&
	    rect_contains(&layout->trace, key->y, key->x))
		click_trace(ui, key->y);
	else if (rect_contains(&layout->input, key->y, key->x))
		click_input(ui, key);
	else if (rect_contains(&layout->chat, key->y, key->x))
		ui_focus_chat(ui);
}

bool
ui_mouse_key(struct ui *ui, const struct key *key)
{
	switch (key->kind) {
	case KEYS_PRESS:
		press(ui, key);
		return true;
	case KEYS_DRAG:
		if (ui->mouse.dragging)
			layout_drag(&ui->layout, LINES, COLS, key->y, key->x,
			    &ui->shares);
		return true;
	case KEYS_RELEASE:
		ui->mouse.dragging = false;
		return true;
	default:
		return false;
	}
}
