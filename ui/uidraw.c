/* uidraw.c: one frame: what is where, and what changed since the last. */
#include "uistate.h"

#include <stdio.h>
#include <string.h>

#include <curses.h>

#include "hyperlink.h"
#include "input.h"
#include "wrap.h"

enum { MATCHES_MAX = 8 };

static bool
same_rect(const struct rect *a, const struct rect *b)
{
	return a->y == b->y && a->x == b->x && a->rows == b->rows &&
	    a->columns == b->columns;
}

static void
place_panes(struct ui *ui)
{
	struct rect over = { 0, 0, LINES - 1, COLS };
	struct rect trace = ui->layout.trace;

	erase();
	chatview_compact(ui->chatview, ui->layout.compact);
	pane_place(&ui->chat, &ui->layout.chat);
	if (ui->layout.place != TRACE_OFF) {
		trace.rows -= ui->strip.rows;
		pane_place(&ui->trace_pane, &trace);
	}
	pager_place(ui->pager, &over);
}

static void
update_layout(struct ui *ui)
{
	struct layout_rects old = ui->layout;
	struct rect strip = ui->strip;
	int wanted =
	    COLS < SCREEN_COLUMNS_MIN ? 1
	    : inputview_rows(ui->inputview, layout_input_columns(COLS)) +
		uidemo_rows(ui, layout_input_columns(COLS)) +
		uihold_rows(ui, layout_input_columns(COLS));

	layout_compute(&ui->layout, LINES, COLS, ui->place, &ui->shares,
	    wanted);
	uidemo_place(ui);
	ui_place_strip(ui);
	uihold_place(ui);
	if (ui->trace_focus && ui->layout.place == TRACE_OFF)
		ui_focus_chat(ui);
	if (!ui->spoiled && same_rect(&old.chat, &ui->layout.chat) &&
	    same_rect(&old.trace, &ui->layout.trace) &&
	    same_rect(&strip, &ui->strip) &&
	    old.place == ui->layout.place)
		return;
	if (!ui->layout.too_small)
		place_panes(ui);
}

static void
draw_title(struct ui *ui)
{
	const struct rect *title = &ui->layout.title;
	int room = ui->layout.divider.x - title->x - 1;
	int used;

	if (!title->rows)
		return;
	draw_blank(0, title->x, room, STYLE_TEXT);
	used = draw_string(0, title->x, room, "echochat",
	    ui->trace_focus ? STYLE_TITLE : STYLE_TITLE_FOCUS);
	draw_quoted(0, title->x + used + 2, room - used - 2,
	    text_string(&ui->status.engine), STYLE_DIM, STYLE_DIM);
}

/* What is shown of the trace: its filter, how many lines that hides, and how
 * detailed it is. */
static void
draw_trace_title(struct ui *ui, int y, int x, int columns)
{
	static const char *const levels[] = { "", "each token ", "raw " };
	const struct trace_filter *filter = &ui->trace->filter;
	struct pen pen = { y, x, columns };
	char right[64] = " ";
	enum style style =
	    ui->trace_focus ? STYLE_TITLE_FOCUS : STYLE_TITLE;

	if (trace_filter_is_on(filter))
		snprintf(right, sizeof(right), " %zu hidden%s",
		    traceview_hidden(ui->traceview),
		    ui->trace->level ? ", " : " ");
	strcat(right, levels[ui->trace->level]);
	if (right[1])
		draw_right(y, x, columns, right, STYLE_DIM);
	pen.left -= (int)strlen(right);
	pen_write(&pen, "trace ", style, style);
	if (!trace_filter_is_on(filter))
		return;
	pen_write(&pen, text_string(&filter->words), STYLE_YOU, STYLE_YOU);
	pen_write(&pen, " ", style, style);
}

static void
draw_divider(struct ui *ui)
{
	const struct rect *at = &ui->layout.divider;
	enum style style = ui->trace_focus || ui->mouse.dragging
	    ? STYLE_LINE_FOCUS
	    : STYLE_LINE;

	if (ui->layout.place == TRACE_RIGHT) {
		draw_vline(at->y, at->x, at->rows, style);
		if (!ui->layout.title.rows)
			return;
		draw_blank(0, at->x + 2, COLS - at->x - 2, STYLE_TEXT);
		draw_trace_title(ui, 0, ui->layout.trace.x,
		    ui->layout.trace.columns);
	} else if (ui->layout.place == TRACE_BOTTOM) {
		draw_hline(at->y, 0, at->columns, style);
		draw_string(at->y, 1, 1, " ", STYLE_TEXT);
		draw_trace_title(ui, at->y, 2, at->columns - 3);
	}
}

static void
draw_line(struct ui *ui)
{
	const struct rect *line = &ui->layout.line;
	const struct rect *divider = &ui->layout.divider;
	bool right = ui->layout.place == TRACE_RIGHT;

	if (!line->rows)
		return;
	if (ui->layout.line_drawn)
		draw_hline(line->y, 0, line->columns, STYLE_LINE);
	else
		draw_blank(line->y, 0, line->columns, STYLE_TEXT);
	if (right && ui->layout.line_drawn)
		draw_string(line->y, divider->x, 1, theme_glyph(GLYPH_TEE_UP),
		    STYLE_LINE);
}

/* Says that there is more below than is shown, where the pane ends. */
static void
draw_more(struct ui *ui, const struct pane *pane)
{
	const struct rect *rect = &pane->rect;
	char more[32] = " ";
	int y = rect->y + rect->rows;

	if (!pane->more_below)
		return;
	strcat(more, theme_glyph(GLYPH_MORE));
	strcat(more, " more below ");
	if (!(ui->strip.rows == 1 && y == ui->strip.y) &&
	    (ui->layout.line.rows || ui->layout.place == TRACE_BOTTOM))
		draw_right(y, rect->x, rect->columns, more, STYLE_YOU);
	else
		draw_right(y - 1, rect->x, rect->columns,
		    theme_glyph(GLYPH_MORE), STYLE_YOU);
}

/* What the chat shows while it is empty. */
static void
draw_welcome(struct ui *ui)
{
	const struct rect *chat = &ui->layout.chat;
	struct wrap wrap = { 0 };

	if (!ui->welcome_shown)
		return;
	wrap_update(&wrap, ui->welcome, strlen(ui->welcome), chat->columns);
	for (int i = 0; i < chat->rows && (size_t)i < wrap.count; i++)
		draw_text(chat->y + i, chat->x, chat->columns,
		    ui->welcome + wrap.rows[i].start,
		    wrap.rows[i].end - wrap.rows[i].start, STYLE_DIM);
	wrap_release(&wrap);
}

static void
draw_popup(struct ui *ui)
{
	const struct rect *chat = &ui->layout.chat;
	int bottom = ui->layout.input.y - ui->demo.rect.rows -
	    ui->hold.rect.rows - ui->layout.line.rows;
	int most = chat->rows < MATCHES_MAX ? chat->rows : MATCHES_MAX;
	int rows = inputview_draw_matches(ui->inputview, bottom, 1, COLS - 2,
	    most);

	ui->popup_rows = rows;
}

/* What the pop-up or the welcome covered comes back. */
static void
uncover(struct ui *ui)
{
	bool welcome = ui->welcome && !ui->conversation->count;

	if (!ui->popup_rows && ui->welcome_shown == welcome)
		return;
	ui->popup_rows = 0;
	ui->welcome_shown = welcome;
	pane_spoil(&ui->chat);
	pane_spoil(&ui->trace_pane);
	draw_blank(ui->layout.line.y, 0, ui->layout.line.rows ? COLS : 0,
	    STYLE_TEXT);
}

/* What stands in the last line in place of all else, or nothing. */
static const char *
bar_hint(const struct ui *ui)
{
	if (ui->hint.len)
		return text_string(&ui->hint);
	if (ui->cursor)
		return "Alt and: W copy, E edit, A ask again, Z fold, Left "
		    "Right version   Esc ends";
	return ui->status.note ? ui->status.note : "";
}

static void
draw_main(struct ui *ui, int *y, int *x)
{
	uncover(ui);
	draw_title(ui);
	draw_divider(ui);
	pane_draw(&ui->chat);
	draw_welcome(ui);
	if (ui->layout.place != TRACE_OFF)
		pane_draw(&ui->trace_pane);
	timingstrip_draw(ui->timings, &ui->strip);
	draw_line(ui);
	draw_more(ui, &ui->chat);
	if (ui->layout.place != TRACE_OFF)
		draw_more(ui, &ui->trace_pane);
	draw_popup(ui);
	uidemo_draw(ui);
	uihold_draw(ui);
	inputview_draw(ui->inputview, &ui->layout.input, y, x);
	if (ui_is_finding(ui) && !ui->hint.len)
		ui_find_draw(ui, y, x);
	else
		statusbar_draw(ui->layout.status, COLS, &ui->status,
		    bar_hint(ui));
}

static void
draw_too_small(void)
{
	erase();
	draw_string(0, 0, COLS, "echochat: too small, 20x4 at least",
	    STYLE_TEXT);
}

static void
update_inspector(struct ui *ui)
{
	struct sheet sheet = { 0 };

	ui->handlers.inspect(ui->handlers.data, pager_columns(ui->pager),
	    theme_utf8(), &sheet);
	pager_update(ui->pager, &sheet);
	sheet_release(&sheet);
}

static void
draw_pager(struct ui *ui, int *y, int *x)
{
	if (ui->inspecting)
		update_inspector(ui);
	pager_draw(ui->pager);
	statusbar_draw(LINES - 1, COLS, &ui->status, ui->inspecting
		? "F4 closes   PgUp PgDn scroll"
		: "Esc closes   PgUp PgDn scroll");
	*y = LINES - 1;
	*x = 0;
}

static void
draw_picker(struct ui *ui, int *y, int *x)
{
	struct rect over = { 0, 0, LINES - 1, COLS };
	const char *hint = text_string(&ui->hint);

	picker_draw(ui->picker, &over, y, x);
	statusbar_draw(LINES - 1, COLS, &ui->status,
	    *hint ? hint : picker_hint(ui->picker));
}

void
ui_draw(struct ui *ui)
{
	int y = 0, x = 0;

	if (pager_is_open(ui->pager))
		ui_update_details(ui);
	ui->handlers.status(ui->handlers.data, &ui->status);
	ui->status.vi_mode = input_vi_mode();
	terminal_mouse(ui->status.mouse);
	chatview_markdown(ui->chatview, ui->status.markdown);
	if (hyperlink_enable(ui->status.links, LINES, COLS))
		ui_spoil(ui);
	update_layout(ui);
	ui->spoiled = false;
	ui_find_update(ui);
	if (ui->layout.too_small)
		draw_too_small();
	else if (compareview_is_open(ui->compareview))
		ui_compare_draw(ui, &y, &x);
	else if (pager_is_open(ui->pager))
		draw_pager(ui, &y, &x);
	else if (picker_is_open(ui->picker))
		draw_picker(ui, &y, &x);
	else if (ui->timing.open)
		ui_draw_timing(ui);
	else
		draw_main(ui, &y, &x);
	move(y, x);
	refresh();
	hyperlink_flush(y, x);
	ui->dirty = false;
	ui->drawn_conversation = ui->conversation->revision;
	ui->drawn_trace = ui->trace->revision;
	ui->drawn_at = loop_now(ui->loop);
}
