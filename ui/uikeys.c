/* uikeys.c: what keys do: they change the state of the screen or go to the line
 * editor. Nothing here draws. */
#include "uistate.h"

#include <limits.h>
#include <string.h>

#include <curses.h>

#include "../src/utf8.h"
#include "input.h"

enum { WHEEL_ROWS = 3 };

#define DELETE_KEY "\033[3~"

/* Keys that edit the filter of a list. */
enum {
	CTRL_D = 0x04, CTRL_H = 0x08, CTRL_N = 0x0e, CTRL_P = 0x10,
	CTRL_U = 0x15, ESC = 0x1b, RUBOUT = 0x7f,
};

bool
ui_is_streaming(struct ui *ui)
{
	ui->handlers.status(ui->handlers.data, &ui->status);
	return ui->status.streaming;
}

static void
interrupt(struct ui *ui)
{
	size_t len;

	input_line(&len);
	if (ui_is_streaming(ui))
		ui->handlers.cancel(ui->handlers.data);
	else if (pager_is_open(ui->pager))
		ui_close_pager(ui);
	else if (picker_is_open(ui->picker))
		ui_close_picker(ui);
	else if (ui->timing.open)
		ui_close_timing(ui);
	else if (ui_is_finding(ui))
		ui_find_close(ui);
	else {
		if (!len && !input_busy())
			ui_hint(ui, "Ctrl-D quits");
		input_clear();
		ui->handlers.cleared(ui->handlers.data);
	}
}

/* Escape leaves the innermost thing there is. */
static void
escape(struct ui *ui, const struct key *key)
{
	size_t matches;

	input_matches(&matches);
	if (pager_is_open(ui->pager))
		ui_close_pager(ui);
	else if (picker_is_open(ui->picker)) {
		if (!picker_keep(ui->picker))
			ui_close_picker(ui);
	} else if (ui->timing.open)
		ui_close_timing(ui);
	else if (ui_is_finding(ui))
		ui_find_close(ui);
	else if (ui->cursor && !ui_is_streaming(ui))
		ui_leave_cursor(ui);
	else if (input_quoting() || (input_vi_mode() && !ui->trace_focus))
		input_feed(key->bytes, key->len);
	else if (input_busy())
		input_abort();
	else if (matches)
		input_drop_matches();
	else if (ui_is_streaming(ui))
		ui->handlers.cancel(ui->handlers.data);
	else if (ui->trace_focus)
		ui_focus_chat(ui);
}

static struct pane *
focused_pane(struct ui *ui)
{
	return ui->trace_focus ? &ui->trace_pane : &ui->chat;
}

static int
page_of(const struct rect *rect)
{
	return rect->rows > 1 ? rect->rows - 1 : 1;
}

static void
scroll_page(struct ui *ui, int direction)
{
	struct pane *pane = focused_pane(ui);
	int rows = direction * page_of(&pane->rect);

	if (ui->trace_focus)
		ui_move_selection(ui, rows);
	else
		pane_scroll(pane, rows);
}

static void
scroll_wheel(struct ui *ui, const struct key *key, int direction)
{
	bool in_trace = ui->layout.place != TRACE_OFF &&
	    rect_contains(&ui->layout.trace, key->y, key->x);

	pane_scroll(in_trace ? &ui->trace_pane : &ui->chat,
	    direction * WHEEL_ROWS);
}

/* True if the key scrolls. */
static bool
scroll_by_key(struct ui *ui, const struct key *key)
{
	switch (key->kind) {
	case KEYS_PAGE_UP:
		scroll_page(ui, -1);
		return true;
	case KEYS_PAGE_DOWN:
		scroll_page(ui, 1);
		return true;
	case KEYS_TOP:
		pane_top(focused_pane(ui));
		return true;
	case KEYS_BOTTOM:
		pane_bottom(focused_pane(ui));
		return true;
	case KEYS_WHEEL_UP:
		scroll_wheel(ui, key, -1);
		return true;
	case KEYS_WHEEL_DOWN:
		scroll_wheel(ui, key, 1);
		return true;
	default:
		return false;
	}
}

/* Up and Down within the text, then in the history. */
static void
move_vertically(struct ui *ui, const struct key *key)
{
	int rows = key->kind == KEYS_UP ? -1 : 1;

	if (ui->trace_focus)
		ui_move_selection(ui, rows);
	else if (input_busy() ||
	    !inputview_move(ui->inputview, rows, layout_input_columns(COLS)))
		input_feed(key->bytes, key->len);
}

static void
enter(struct ui *ui)
{
	if (ui->trace_focus)
		ui_open_details(ui);
	else
		input_feed("\r", 1);
}

/* Whatever is typed goes to the line. */
void
ui_edit(struct ui *ui, const struct key *key)
{
	if (ui->trace_focus)
		ui_focus_chat(ui);
	if (key->kind == KEYS_BYTES || key->kind == KEYS_TAB ||
	    key->kind == KEYS_HOME || key->kind == KEYS_END)
		input_feed(key->bytes, key->len);
	else if (key->kind == KEYS_NEWLINE)
		input_insert("\n", 1);
	else
		input_insert(key->bytes, key->len);
	if (key->kind == KEYS_PASTE_CUT)
		ui_hint(ui, "the paste was longer than 16 MB and is cut");
}

/* True if the key is for a message. In vi mode, where Escape and a letter may
 * come fast, the letters are only while one is selected. */
static bool
handle_message_key(struct ui *ui, const struct key *key)
{
	enum { ESCAPE_AND_LETTER = 2 };
	bool letter = key->kind >= KEYS_COPY && key->kind <= KEYS_JUMP &&
	    key->len == ESCAPE_AND_LETTER;

	if (letter && input_vi_mode() && !ui->cursor &&
	    !(ui->trace_focus && key->kind == KEYS_JUMP)) {
		input_feed(key->bytes, key->len);
		return true;
	}
	switch (key->kind) {
	case KEYS_MESSAGE_UP:
		ui_move_cursor(ui, -1);
		return true;
	case KEYS_MESSAGE_DOWN:
		ui_move_cursor(ui, 1);
		return true;
	case KEYS_VERSION_BACK:
		ui_act(ui, UI_VERSION_BACK);
		return true;
	case KEYS_VERSION_ON:
		ui_act(ui, UI_VERSION_ON);
		return true;
	case KEYS_COPY:
		ui_act(ui, UI_COPY);
		return true;
	case KEYS_RETRY:
		ui_act(ui, UI_RETRY);
		return true;
	case KEYS_EDIT:
		ui_act(ui, UI_EDIT);
		return true;
	case KEYS_FOLD_MESSAGE:
		ui_fold_message(ui);
		return true;
	case KEYS_JUMP:
		ui_jump(ui);
		return true;
	default:
		return false;
	}
}

static void
find(struct ui *ui, const struct key *key)
{
	if (input_quoting()) {
		input_feed(key->bytes, key->len);
		return;
	}
	input_abort();
	input_drop_matches();
	ui_find_open(ui);
}

static void
handle_line_key(struct ui *ui, const struct key *key)
{
	if (ui_mouse_key(ui, key))
		return;
	if (ui_is_finding(ui) && ui_find_key(ui, key))
		return;
	if (scroll_by_key(ui, key) || handle_message_key(ui, key))
		return;
	switch (key->kind) {
	case KEYS_BYTES:
	case KEYS_TAB:
	case KEYS_NEWLINE:
	case KEYS_PASTE:
	case KEYS_PASTE_CUT:
		ui_edit(ui, key);
		break;
	case KEYS_HOME:
	case KEYS_END:
		if (ui->trace_focus)
			ui_move_selection(ui,
			    key->kind == KEYS_HOME ? -TRACE_MAX : TRACE_MAX);
		else
			ui_edit(ui, key);
		break;
	case KEYS_UP:
	case KEYS_DOWN:
		move_vertically(ui, key);
		break;
	case KEYS_ENTER:
		enter(ui);
		break;
	case KEYS_FOCUS:
		ui_toggle_focus(ui);
		break;
	case KEYS_TRACE:
		ui_cycle_trace(ui);
		break;
	case KEYS_FOLD:
		ui->folded = !ui->folded;
		chatview_fold(ui->chatview, ui->folded);
		break;
	case KEYS_INSPECT:
		ui_show_inspect(ui);
		break;
	case KEYS_FIND:
		find(ui, key);
		break;
	case KEYS_MARKDOWN:
		if (input_quoting())
			input_feed(key->bytes, key->len);
		else
			ui->handlers.markdown(ui->handlers.data);
		break;
	case KEYS_PAUSE:
		ui->handlers.hold(ui->handlers.data, UI_HOLD_PAUSE);
		break;
	case KEYS_STEP:
		ui->handlers.hold(ui->handlers.data, UI_HOLD_STEP);
		break;
	case KEYS_HELP:
		ui_show_help(ui);
		break;
	default:
		break;
	}
}

/* What is typed is never lost: it goes to the line. */
static void
leave_pager(struct ui *ui, const struct key *key)
{
	ui_close_pager(ui);
	ui_edit(ui, key);
}

/* Bytes come in runs: what stands behind the q that closes is for the line. */
static void
read_pager_bytes(struct ui *ui, const struct key *key)
{
	struct key rest = *key;

	for (; rest.len && *rest.bytes == ' '; rest.bytes++, rest.len--)
		pager_scroll(ui->pager, page_of(&ui->chat.rect));
	if (rest.len && *rest.bytes == 'q') {
		ui_close_pager(ui);
		rest.bytes++;
		rest.len--;
	}
	if (rest.len && (unsigned char)*rest.bytes > ' ')
		leave_pager(ui, &rest);
}

static void
handle_pager_key(struct ui *ui, const struct key *key)
{
	int page = page_of(&ui->chat.rect);

	switch (key->kind) {
	case KEYS_UP:
	case KEYS_WHEEL_UP:
		pager_scroll(ui->pager, -1);
		break;
	case KEYS_DOWN:
	case KEYS_WHEEL_DOWN:
		pager_scroll(ui->pager, 1);
		break;
	case KEYS_PAGE_UP:
		pager_scroll(ui->pager, -page);
		break;
	case KEYS_PAGE_DOWN:
		pager_scroll(ui->pager, page);
		break;
	case KEYS_HOME:
	case KEYS_TOP:
		pager_top(ui->pager);
		break;
	case KEYS_END:
	case KEYS_BOTTOM:
		pager_bottom(ui->pager);
		break;
	case KEYS_BYTES:
		read_pager_bytes(ui, key);
		break;
	case KEYS_PASTE:
	case KEYS_PASTE_CUT:
		leave_pager(ui, key);
		break;
	case KEYS_INSPECT:
		if (ui->inspecting)
			ui_close_pager(ui);
		else
			ui_show_inspect(ui);
		break;
	case KEYS_ENTER:
	case KEYS_HELP:
		ui_close_pager(ui);
		break;
	default:
		break;
	}
}

/* ---- A list over the screen. */

static void
choose_row(struct ui *ui)
{
	picker_choose(ui->picker);
	if (!picker_is_open(ui->picker))
		ui_spoil(ui);
}

static void
type_into_picker(struct picker *picker, const char *bytes, size_t len)
{
	switch (*bytes) {
	case CTRL_D:
		picker_delete(picker);
		break;
	case CTRL_H:
	case RUBOUT:
		picker_erase(picker);
		break;
	case CTRL_U:
		picker_clear(picker);
		break;
	case CTRL_N:
		picker_move(picker, 1);
		break;
	case CTRL_P:
		picker_move(picker, -1);
		break;
	default:
		if ((unsigned char)*bytes >= ' ')
			picker_type(picker, bytes, len);
	}
}

/* A sequence is one key; characters come in runs. */
static void
read_picker_bytes(struct ui *ui, const struct key *key)
{
	size_t len;
	int32_t c;

	if (*key->bytes == ESC) {
		if (key->len == strlen(DELETE_KEY) &&
		    !memcmp(key->bytes, DELETE_KEY, key->len))
			picker_delete(ui->picker);
		return;
	}
	for (size_t at = 0; at < key->len; at += len) {
		len = utf8_next(key->bytes + at, key->len - at, &c);
		type_into_picker(ui->picker, key->bytes + at, len);
	}
}

static void
handle_picker_key(struct ui *ui, const struct key *key)
{
	struct picker *picker = ui->picker;
	long page = picker_page(picker);

	switch (key->kind) {
	case KEYS_BYTES:
		read_picker_bytes(ui, key);
		break;
	case KEYS_UP:
	case KEYS_WHEEL_UP:
		picker_move(picker, -1);
		break;
	case KEYS_DOWN:
	case KEYS_WHEEL_DOWN:
		picker_move(picker, 1);
		break;
	case KEYS_PAGE_UP:
		picker_move(picker, -page);
		break;
	case KEYS_PAGE_DOWN:
		picker_move(picker, page);
		break;
	case KEYS_HOME:
	case KEYS_TOP:
		picker_move(picker, -INT_MAX);
		break;
	case KEYS_END:
	case KEYS_BOTTOM:
		picker_move(picker, INT_MAX);
		break;
	case KEYS_PASTE:
		picker_type(picker, key->bytes, strcspn(key->bytes, "\n"));
		break;
	case KEYS_ENTER:
		choose_row(ui);
		break;
	default:
		break;
	}
}

/* Keys that mean the same everywhere. True if it was one. */
static bool
handle_global_key(struct ui *ui, const struct key *key)
{
	switch (key->kind) {
	case KEYS_ESCAPE:
		escape(ui, key);
		return true;
	case KEYS_INTERRUPT:
		interrupt(ui);
		return true;
	default:
		return false;
	}
}

void
ui_on_key(void *data, const struct key *key)
{
	struct ui *ui = data;

	ui_clear_hint(ui);
	ui_touch(ui);
	if (uidemo_key(ui, key))
		return;
	if (ui_compare_key(ui, key) || handle_global_key(ui, key))
		return;
	if (pager_is_open(ui->pager))
		handle_pager_key(ui, key);
	else if (picker_is_open(ui->picker))
		handle_picker_key(ui, key);
	else if (ui->timing.open)
		ui_timing_key(ui, key);
	else
		handle_line_key(ui, key);
}
