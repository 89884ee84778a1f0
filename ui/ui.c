/* ui.c: the life of the screen: it opens and closes, and has a frame drawn when
 * something changed.
 *
 * Nothing draws but ui_draw(), which the loop calls before it sleeps, at most
 * once in 16 ms. It compares revisions with those it drew last; there are no
 * observers. */
#include "uistate.h"

#include <stdlib.h>
#include <string.h>

#include <curses.h>

#include "../src/xalloc.h"
#include "details.h"
#include "editor.h"
#include "hyperlink.h"
#include "input.h"
#include "theme.h"

enum { FRAME_MS = 16, HINT_MS = 4000 };

void
ui_touch(struct ui *ui)
{
	ui->dirty = true;
}

void
ui_spoil(struct ui *ui)
{
	ui->dirty = ui->spoiled = true;
}

/* ---- Hints. */

void
ui_clear_hint(void *data)
{
	struct ui *ui = data;

	if (ui->hint.len)
		ui_touch(ui);
	text_clear(&ui->hint);
	loop_timer_stop(ui->loop, &ui->hint_timer);
}

void
ui_hint(struct ui *ui, const char *sentence)
{
	text_clear(&ui->hint);
	text_add(&ui->hint, sentence);
	loop_timer_set(ui->loop, &ui->hint_timer,
	    loop_now(ui->loop) + LOOP_MS(HINT_MS));
	ui_touch(ui);
}

/* ---- The focus and the selected line of the trace. */

void
ui_select_line(struct ui *ui, uint64_t id)
{
	/* It may have gone, the oldest first. */
	if (!trace_find(ui->trace, id))
		id = 0;
	ui->selected = id;
	chatview_show_bytes(ui->chatview, &(struct trace_brought){ 0 });
	traceview_select(ui->traceview, id);
	if (id) {
		pane_show(&ui->trace_pane, (size_t)id);
		/* It is to stay in sight, though all fit so far. */
		ui->trace_pane.follow = id == ui->trace->last_id;
	}
	ui_touch(ui);
}

void
ui_focus_chat(struct ui *ui)
{
	ui->trace_focus = false;
	ui_select_line(ui, 0);
}

static uint64_t
last_shown(struct ui *ui)
{
	uint64_t id = ui->trace->count ? ui->trace->last_id : 0;

	while (trace_find(ui->trace, id) &&
	    !traceview_shows(ui->traceview, (size_t)id))
		id--;
	return id;
}

void
ui_toggle_focus(struct ui *ui)
{
	if (ui->trace_focus) {
		ui_focus_chat(ui);
		return;
	}
	if (ui->layout.place == TRACE_OFF || ui->layout.too_small) {
		ui_hint(ui, "the trace is not shown; F2 shows it");
		return;
	}
	ui->trace_focus = true;
	ui_select_line(ui, last_shown(ui));
}

/* Moves the selection by lines that are shown, as far as there are any. */
void
ui_move_selection(struct ui *ui, long lines)
{
	size_t count = ui->trace->count;
	int step = lines < 0 ? -1 : 1;
	uint64_t first, at, to;

	if (!count)
		return;
	first = trace_at(ui->trace, 0)->id;
	at = to = ui->selected < first ? first : ui->selected;
	for (lines *= step; lines && at + (uint64_t)step >= first &&
	    at + (uint64_t)step <= ui->trace->last_id;) {
		at += (uint64_t)step;
		if (!traceview_shows(ui->traceview, (size_t)at))
			continue;
		to = at;
		lines--;
	}
	ui_select_line(ui, to);
}

void
ui_open_details(struct ui *ui)
{
	const struct trace_entry *entry = trace_find(ui->trace, ui->selected);
	struct text text = { 0 }, looks = { 0 };

	if (!entry)
		return;
	ui->details_columns = COLS;
	details_print(&text, &looks, ui->trace, entry, COLS);
	pager_open(ui->pager, "trace", &text, &looks);
	ui_spoil(ui);
	text_release(&text);
	text_release(&looks);
}

void
ui_update_details(struct ui *ui)
{
	if (ui->details_columns && ui->details_columns != COLS)
		ui_open_details(ui);
}

void
ui_choose_theme(struct ui *ui, enum theme theme)
{
	if (theme_choose(theme))
		ui_spoil(ui);
}

void
ui_place_trace(struct ui *ui, enum trace_place place)
{
	ui->place = place;
	if (place == TRACE_OFF)
		ui_focus_chat(ui);
	ui_spoil(ui);
}

void
ui_cycle_trace(struct ui *ui)
{
	/* The layout is that of the last frame, and keys may be faster. */
	enum trace_place now =
	    ui->place == TRACE_AUTO ? ui->layout.place : ui->place;

	ui_place_trace(ui, layout_next_place(now, LINES, COLS));
}

void
ui_size_trace(struct ui *ui, int percent)
{
	if (ui->layout.place == TRACE_BOTTOM)
		ui->shares.bottom = percent * 10;
	else
		ui->shares.right = percent * 10;
	ui_touch(ui);
}

/* ---- Texts over the screen. */

void
ui_show(struct ui *ui, const char *title, const struct text *text)
{
	ui->inspecting = false;
	ui->details_columns = 0;
	pager_open(ui->pager, title, text, NULL);
	ui_spoil(ui);
}

void
ui_show_inspect(struct ui *ui)
{
	static const struct text none;

	ui_show(ui, "stop inspector", &none);
	ui->inspecting = true;
}

void
ui_close_pager(struct ui *ui)
{
	ui->inspecting = false;
	pager_close(ui->pager);
	ui_spoil(ui);
}

void
ui_pick(struct ui *ui, const struct picker_source *source)
{
	picker_open(ui->picker, source);
	ui_spoil(ui);
}

void
ui_close_picker(struct ui *ui)
{
	picker_close(ui->picker);
	ui_spoil(ui);
}

static const char help_on_keys[] =
    "Keys\n"
    "  Enter            sends the message\n"
    "  Ctrl-J           a new line in the message (Alt+Enter too)\n"
    "  Esc, Ctrl-C      stop a reply and keep what came\n"
    "  Ctrl-C           clears the line\n"
    "  Ctrl-D           quits, on an empty line\n"
    "  Up, Down         move in the message, then in the history\n"
    "  Ctrl-R           searches the history\n"
    "  Ctrl-F           finds a text in the chat, or in the trace while it has\n"
    "                   the focus: Enter, Down and Up, then n and N, walk from\n"
    "                   match to match; Esc stays there, Ctrl-G goes back\n"
    "  Tab              completes commands and their arguments\n"
    "  PgUp, PgDn       scroll; the mouse wheel too\n"
    "  Mouse            a click chooses a pane, a line of the trace (twice opens\n"
    "                   it) or the place in the message; the line between the\n"
    "                   panes can be dragged; with Shift the terminal selects\n"
    "  Ctrl-Home, -End  go to the first and the last message\n"
    "  Alt+T            moves to the trace and back; there Up and Down select\n"
    "                   a line and Enter opens it\n"
    "  Alt+J            goes from what was found, a selected message or the last\n"
    "                   reply to the line of the trace it came with; there it\n"
    "                   shows what came with the line\n"
    "  F2               moves the trace: right, below, off\n"
    "  F3               folds and unfolds reasoning\n"
    "  F4               shows how far stop conditions are, and what they did\n"
    "  F5               holds the reply that streams, and lets it go on\n"
    "  F6               lets one token of a held reply pass\n"
    "  Ctrl-O           shows replies as they came, and rendered again\n"
    "  Alt+Up, Alt+Down select a message; Esc ends that\n"
    "  Alt+W            copies it, or else the last reply\n"
    "  Alt+E            edits it, or else your last message\n"
    "  Alt+A            asks it, or else the last message, again\n"
    "  Alt+Z            folds and unfolds it\n"
    "  Alt+Left, -Right show its other versions, or the last there are\n"
    "  F1               this help\n"
    "  Ctrl-X Ctrl-E    edits the message in $VISUAL or $EDITOR\n"
    "  Ctrl-L           draws the screen anew\n"
    "  Ctrl-Z           suspends\n"
    "\n";

void
ui_show_help(struct ui *ui)
{
	struct text text = { 0 };

	text_add(&text, help_on_keys);
	ui->handlers.help(ui->handlers.data, &text);
	ui_show(ui, "help", &text);
	text_release(&text);
}

void
ui_follow(struct ui *ui)
{
	pane_bottom(&ui->chat);
	ui_leave_cursor(ui);
}

/* ---- Resizing, the editor. */

void
ui_resize(struct ui *ui, int rows, int columns)
{
	terminal_set_size(rows, columns);
	ui_spoil(ui);
}

static void
edit_line(void *data)
{
	struct ui *ui = data;
	struct text text = { 0 }, error = { 0 };
	size_t len;
	const char *line = input_line(&len);

	text_append(&text, line, len);
	terminal_leave();
	if (editor_edit(&text, &error))
		input_set(text_string(&text));
	terminal_return();
	ui_spoil(ui);
	if (error.len)
		ui_hint(ui, text_string(&error));
	text_release(&text);
	text_release(&error);
}

void
ui_put(struct ui *ui, const struct text *text, bool editor)
{
	input_set(text_string(text));
	if (editor)
		edit_line(ui);
	ui_touch(ui);
}

bool
ui_send(struct ui *ui, const struct text *bytes)
{
	(void)ui;
	return terminal_send(bytes->bytes, bytes->len);
}

/* ---- When to draw. */

static bool
needs_drawing(const struct ui *ui)
{
	return ui->dirty || compareview_has_changed(ui->compareview) ||
	    ui->drawn_conversation != ui->conversation->revision ||
	    ui->drawn_trace != ui->trace->revision;
}

static void
before_sleep(void *data)
{
	struct ui *ui = data;
	int64_t next = ui->drawn_at + LOOP_MS(FRAME_MS);

	if (!needs_drawing(ui))
		return;
	if (loop_now(ui->loop) < next)
		loop_timer_set(ui->loop, &ui->frame_timer, next);
	else
		ui_draw(ui);
}

static void
on_frame_timer(void *data)
{
	/* The hook before sleep draws; this only wakes the loop. */
	(void)data;
}

/* ---- The life of the screen. */

static void
on_spoiled(void *data)
{
	ui_spoil(data);
}

static void
on_end(void *data, int signal)
{
	struct ui *ui = data;

	ui->handlers.quit(ui->handlers.data, signal);
}

static void
open_console(struct ui *ui, const struct ui_options *options)
{
	struct console_handlers handlers = { ui, ui_on_key, on_spoiled,
		on_end };

	console_open(&ui->console, ui->loop, fileno(options->terminal.in),
	    options->signals, &handlers);
	ui->console.keys.bindings = options->bindings;
}

static bool
on_submit(void *data, const char *line, size_t len)
{
	struct ui *ui = data;

	return ui->handlers.submit(ui->handlers.data, line, len);
}

static void
on_end_of_input(void *data)
{
	struct ui *ui = data;

	ui->handlers.quit(ui->handlers.data, 0);
}

static void
on_complete(void *data, const char *line, size_t start, size_t point,
    struct text *candidates)
{
	struct ui *ui = data;

	ui->handlers.complete(ui->handlers.data, line, start, point,
	    candidates);
}

static void
on_remember(void *data, const char *line)
{
	struct ui *ui = data;

	ui->handlers.remember(ui->handlers.data, line);
}

static void
open_input(struct ui *ui)
{
	struct input_handlers handlers = { ui, on_submit, on_remember,
		on_end_of_input, edit_line, on_complete };

	input_open(&handlers);
}

void
ui_add_history(struct ui *ui, const char *line)
{
	(void)ui;
	input_add_history(line);
}

struct ui *
ui_open(const struct ui_options *options, struct loop *loop,
    const struct conversation *conversation, const struct trace *trace,
    const struct timings *timings, const struct ui_handlers *handlers,
    struct text *error)
{
	struct ui *ui;

	if (!terminal_open(&options->terminal, error))
		return NULL;
	ui = xcalloc(1, sizeof(*ui));
	ui->loop = loop;
	ui->conversation = conversation;
	ui->trace = trace;
	ui->timings = ui->timing.timings = timings;
	ui->handlers = *handlers;
	ui->welcome = options->welcome;
	ui->frame_timer = (struct timer){ .fn = on_frame_timer, .data = ui };
	ui->hint_timer = (struct timer){ .fn = ui_clear_hint, .data = ui };
	ui->chatview = chatview_new(conversation);
	ui->traceview = traceview_new(trace);
	pane_init(&ui->chat, chatview_source(ui->chatview));
	pane_init(&ui->trace_pane, traceview_source(ui->traceview));
	ui->pager = pager_new();
	ui->picker = picker_new();
	ui->compareview = compareview_new();
	ui->inputview = inputview_new(handlers->describe, handlers->data);
	ui_find_init(ui);
	ui->drawn_at = -LOOP_MS(FRAME_MS);
	open_input(ui);
	open_console(ui, options);
	loop_before_sleep(loop, before_sleep, ui);
	ui_spoil(ui);
	return ui;
}

void
ui_close(struct ui *ui)
{
	if (!ui)
		return;
	console_close(&ui->console);
	loop_before_sleep(ui->loop, NULL, NULL);
	loop_timer_stop(ui->loop, &ui->frame_timer);
	loop_timer_stop(ui->loop, &ui->hint_timer);
	input_close();
	terminal_close();
	hyperlink_release();
	pane_release(&ui->chat);
	pane_release(&ui->trace_pane);
	chatview_free(ui->chatview);
	traceview_free(ui->traceview);
	pager_free(ui->pager);
	picker_free(ui->picker);
	compareview_free(ui->compareview);
	inputview_free(ui->inputview);
	uidemo_release(ui);
	uihold_release(ui);
	ui_find_release(ui);
	ui_status_release(&ui->status);
	text_release(&ui->hint);
	free(ui);
}
