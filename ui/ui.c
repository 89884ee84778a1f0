/* ui.c: the screen: keys come in, frames go out.
 *
 * Keys change the state of the screen or go to the line editor; nothing draws
 * but ui_draw(), which the loop calls before it sleeps, at most once in 16 ms.
 * It compares revisions with those it drew last; there are no observers. */
#include "ui.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/xalloc.h"
#include "chatview.h"
#include "details.h"
#include "editor.h"
#include "input.h"
#include "inputview.h"
#include "keys.h"
#include "pager.h"
#include "traceview.h"
#include "wrap.h"

enum { FRAME_MS = 16, ESCAPE_MS = 50, HINT_MS = 4000, WHEEL_ROWS = 3,
	MATCHES_MAX = 8 };

struct ui {
	struct loop *loop;
	const struct conversation *conversation;
	const struct trace *trace;
	struct ui_handlers handlers;
	int in;
	bool signals;

	struct keys keys;
	struct timer escape_timer;
	struct timer frame_timer;
	struct timer hint_timer;

	struct chatview *chatview;
	struct traceview *traceview;
	struct pane chat, trace_pane;
	struct pager *pager;
	struct inputview *inputview;
	struct ui_status status;

	enum trace_place place; /* wanted */
	struct layout_rects layout;
	int rows, columns; /* that the layout is for */
	bool folded;            /* reasoning is */
	bool trace_focus;
	uint64_t selected; /* line of the trace, while it has the focus */
	struct text hint;
	int popup_rows;
	const char *welcome;
	bool welcome_shown;

	bool dirty; /* something changed that has no revision */
	bool spoiled; /* all must be drawn anew */
	uint64_t drawn_conversation, drawn_trace;
	int64_t drawn_at;
};

static void
touch(struct ui *ui)
{
	ui->dirty = true;
}

static void
spoil(struct ui *ui)
{
	ui->dirty = ui->spoiled = true;
}

/* Hints. */

static void
clear_hint(void *data)
{
	struct ui *ui = data;

	if (ui->hint.len)
		touch(ui);
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
	touch(ui);
}

/* The focus and the selected line of the trace. */

static void
select_line(struct ui *ui, uint64_t id)
{
	ui->selected = id;
	traceview_select(ui->traceview, id);
	if (id) {
		pane_show(&ui->trace_pane, (size_t)id);
		/* It is to stay in sight, though all fit so far. */
		ui->trace_pane.follow = id == ui->trace->last_id;
	}
	touch(ui);
}

static void
focus_chat(struct ui *ui)
{
	ui->trace_focus = false;
	select_line(ui, 0);
}

static void
toggle_focus(struct ui *ui)
{
	size_t count = ui->trace->count;

	if (ui->trace_focus) {
		focus_chat(ui);
		return;
	}
	if (ui->layout.place == TRACE_OFF || ui->layout.too_small) {
		ui_hint(ui, "the trace is not shown; F2 shows it");
		return;
	}
	ui->trace_focus = true;
	select_line(ui, count ? trace_at(ui->trace, count - 1)->id : 0);
}

/* Moves the selection by lines, as far as there are any. */
static void
move_selection(struct ui *ui, long lines)
{
	size_t count = ui->trace->count;
	uint64_t first, last, to;

	if (!count)
		return;
	first = trace_at(ui->trace, 0)->id;
	last = first + count - 1;
	to = ui->selected < first ? first : ui->selected;
	if (lines < 0)
		to = to - first > (uint64_t)-lines ? to + (uint64_t)lines
						   : first;
	else
		to = last - to > (uint64_t)lines ? to + (uint64_t)lines : last;
	select_line(ui, to);
}

static void
open_details(struct ui *ui)
{
	const struct trace_entry *entry = NULL;
	struct text text = { 0 };

	for (size_t i = 0; i < ui->trace->count; i++)
		if (trace_at(ui->trace, i)->id == ui->selected)
			entry = trace_at(ui->trace, i);
	if (!entry)
		return;
	details_print(&text, entry);
	ui_show(ui, "trace", &text);
	text_release(&text);
}

void
ui_place_trace(struct ui *ui, enum trace_place place)
{
	ui->place = place;
	if (place == TRACE_OFF)
		focus_chat(ui);
	spoil(ui);
}

static void
cycle_trace(struct ui *ui)
{
	/* The layout is that of the last frame, and keys may be faster. */
	enum trace_place now =
	    ui->place == TRACE_AUTO ? ui->layout.place : ui->place;

	ui_place_trace(ui, layout_next_place(now, LINES, COLS));
}

/* Texts over the screen. */

void
ui_show(struct ui *ui, const char *title, const struct text *text)
{
	pager_open(ui->pager, title, text);
	spoil(ui);
}

static void
close_pager(struct ui *ui)
{
	pager_close(ui->pager);
	spoil(ui);
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
    "  Tab              completes commands and their arguments\n"
    "  PgUp, PgDn       scroll; the mouse wheel too\n"
    "  Ctrl-Home, -End  go to the first and the last message\n"
    "  Alt+T            moves to the trace and back; there Up and Down select\n"
    "                   a line and Enter opens it\n"
    "  F2               moves the trace: right, below, off\n"
    "  F3               folds and unfolds reasoning\n"
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
	touch(ui);
}

void
ui_set_line(struct ui *ui, const char *line)
{
	input_set(line);
	touch(ui);
}

/* Suspending, resizing, the editor. */

static void on_suspend_signal(void *data, int number);
static void on_continue_signal(void *data, int number);

static void
suspend(struct ui *ui)
{
	terminal_leave();
	loop_signal(ui->loop, SIGTSTP, NULL, NULL);
	loop_signal(ui->loop, SIGCONT, NULL, NULL);
	raise(SIGTSTP);
	/* Here we are again. */
	if (ui->signals) {
		loop_signal(ui->loop, SIGTSTP, on_suspend_signal, ui);
		loop_signal(ui->loop, SIGCONT, on_continue_signal, ui);
	}
	terminal_return();
	spoil(ui);
}

static void
on_suspend_signal(void *data, int number)
{
	(void)number;
	suspend(data);
}

/* After SIGSTOP the shell has changed the modes of the terminal. */
static void
on_continue_signal(void *data, int number)
{
	(void)number;
	terminal_leave();
	terminal_return();
	spoil(data);
}

static void
on_resize_signal(void *data, int number)
{
	(void)number;
	terminal_resize();
	spoil(data);
}

void
ui_resize(struct ui *ui, int rows, int columns)
{
	terminal_set_size(rows, columns);
	spoil(ui);
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
	spoil(ui);
	if (error.len)
		ui_hint(ui, text_string(&error));
	text_release(&text);
	text_release(&error);
}

/* Keys. */

/* Asks whoever knows: also between two frames it must be right. */
static bool
is_streaming(struct ui *ui)
{
	ui->handlers.status(ui->handlers.data, &ui->status);
	return ui->status.streaming;
}

static void
interrupt(struct ui *ui)
{
	size_t len;

	input_line(&len);
	if (is_streaming(ui))
		ui->handlers.cancel(ui->handlers.data);
	else if (pager_is_open(ui->pager))
		close_pager(ui);
	else {
		if (!len && !input_busy())
			ui_hint(ui, "Ctrl-D quits");
		input_clear();
	}
}

static void
on_interrupt_signal(void *data, int number)
{
	(void)number;
	interrupt(data);
	touch(data);
}

static void
on_end_signal(void *data, int number)
{
	struct ui *ui = data;

	ui->handlers.quit(ui->handlers.data, number);
}

/* Escape leaves the innermost thing there is. */
static void
escape(struct ui *ui, const struct key *key)
{
	size_t matches;

	input_matches(&matches);
	if (pager_is_open(ui->pager))
		close_pager(ui);
	else if (input_quoting() || (input_vi_mode() && !ui->trace_focus))
		input_feed(key->bytes, key->len);
	else if (input_busy())
		input_abort();
	else if (matches)
		input_drop_matches();
	else if (is_streaming(ui))
		ui->handlers.cancel(ui->handlers.data);
	else if (ui->trace_focus)
		focus_chat(ui);
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
		move_selection(ui, rows);
	else
		pane_scroll(pane, rows);
}

static bool
contains(const struct rect *rect, int y, int x)
{
	return y >= rect->y && y < rect->y + rect->rows && x >= rect->x &&
	    x < rect->x + rect->columns;
}

static void
scroll_wheel(struct ui *ui, const struct key *key, int direction)
{
	bool in_trace = ui->layout.place != TRACE_OFF &&
	    contains(&ui->layout.trace, key->y, key->x);

	pane_scroll(in_trace ? &ui->trace_pane : &ui->chat,
	    direction * WHEEL_ROWS);
}

/* Up and Down within the text, then in the history. */
static void
move_vertically(struct ui *ui, const struct key *key)
{
	int rows = key->kind == KEYS_UP ? -1 : 1;

	if (ui->trace_focus)
		move_selection(ui, rows);
	else if (input_busy() ||
	    !inputview_move(ui->inputview, rows, layout_input_columns(COLS)))
		input_feed(key->bytes, key->len);
}

static void
enter(struct ui *ui)
{
	if (ui->trace_focus)
		open_details(ui);
	else
		input_feed("\r", 1);
}

/* Whatever is typed goes to the line. */
static void
edit(struct ui *ui, const struct key *key)
{
	if (ui->trace_focus)
		focus_chat(ui);
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

static void
handle_line_key(struct ui *ui, const struct key *key)
{
	switch (key->kind) {
	case KEYS_BYTES:
	case KEYS_TAB:
	case KEYS_NEWLINE:
	case KEYS_PASTE:
	case KEYS_PASTE_CUT:
		edit(ui, key);
		break;
	case KEYS_HOME:
	case KEYS_END:
		if (ui->trace_focus)
			move_selection(ui,
			    key->kind == KEYS_HOME ? -TRACE_MAX : TRACE_MAX);
		else
			edit(ui, key);
		break;
	case KEYS_UP:
	case KEYS_DOWN:
		move_vertically(ui, key);
		break;
	case KEYS_ENTER:
		enter(ui);
		break;
	case KEYS_PAGE_UP:
		scroll_page(ui, -1);
		break;
	case KEYS_PAGE_DOWN:
		scroll_page(ui, 1);
		break;
	case KEYS_TOP:
		pane_top(focused_pane(ui));
		break;
	case KEYS_BOTTOM:
		pane_bottom(focused_pane(ui));
		break;
	case KEYS_WHEEL_UP:
		scroll_wheel(ui, key, -1);
		break;
	case KEYS_WHEEL_DOWN:
		scroll_wheel(ui, key, 1);
		break;
	case KEYS_FOCUS:
		toggle_focus(ui);
		break;
	case KEYS_TRACE:
		cycle_trace(ui);
		break;
	case KEYS_FOLD:
		ui->folded = !ui->folded;
		chatview_fold(ui->chatview, ui->folded);
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
	close_pager(ui);
	edit(ui, key);
}

/* Bytes come in runs: what stands behind the q that closes is for the line. */
static void
read_pager_bytes(struct ui *ui, const struct key *key)
{
	struct key rest = *key;

	for (; rest.len && *rest.bytes == ' '; rest.bytes++, rest.len--)
		pager_scroll(ui->pager, page_of(&ui->chat.rect));
	if (rest.len && *rest.bytes == 'q') {
		close_pager(ui);
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
	case KEYS_ENTER:
	case KEYS_HELP:
		close_pager(ui);
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
	case KEYS_SUSPEND:
		suspend(ui);
		return true;
	case KEYS_REPAINT:
		clearok(curscr, TRUE);
		spoil(ui);
		return true;
	case KEYS_BACKGROUND:
		theme_background(key->x >= 50);
		spoil(ui);
		return true;
	default:
		return false;
	}
}

static void
on_key(void *data, const struct key *key)
{
	struct ui *ui = data;

	clear_hint(ui);
	touch(ui);
	if (handle_global_key(ui, key))
		return;
	if (pager_is_open(ui->pager))
		handle_pager_key(ui, key);
	else
		handle_line_key(ui, key);
}

static void
on_escape_timer(void *data)
{
	struct ui *ui = data;

	keys_timeout(&ui->keys, on_key, ui);
}

/* Terminals without bracketed paste send a paste as if it were typed, in few
 * reads; nobody types on behind an Enter within one. Its line ends become those
 * of a paste, so that it is not sent by itself. Returns the new length. */
static size_t
take_as_paste(char *bytes, size_t len)
{
	char *end = bytes + len;
	char *cr = memchr(bytes, '\r', len);
	size_t out = 0;

	if (!cr || memchr(bytes, '\033', len) ||
	    (cr + 1 == end || (cr[1] == '\n' && cr + 2 == end)))
		return len;
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\n' && i && bytes[i - 1] == '\r')
			continue;
		bytes[out++] = bytes[i] == '\r' ? '\n' : bytes[i];
	}
	return out;
}

static void
on_input(void *data, int fd, unsigned ready)
{
	struct ui *ui = data;
	char buffer[4096];
	ssize_t got = read(fd, buffer, sizeof(buffer));
	size_t len;

	(void)ready;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		/* The terminal is gone. */
		loop_unwatch(ui->loop, fd);
		ui->handlers.quit(ui->handlers.data, SIGHUP);
		return;
	}
	loop_timer_stop(ui->loop, &ui->escape_timer);
	len = ui->keys.pasting ? (size_t)got
			       : take_as_paste(buffer, (size_t)got);
	keys_feed(&ui->keys, buffer, len, on_key, ui);
	if (keys_waiting(&ui->keys))
		loop_timer_set(ui->loop, &ui->escape_timer,
		    loop_now(ui->loop) + LOOP_MS(ESCAPE_MS));
}

/* Drawing. */

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

	erase();
	chatview_compact(ui->chatview, ui->layout.compact);
	pane_place(&ui->chat, &ui->layout.chat);
	if (ui->layout.place != TRACE_OFF)
		pane_place(&ui->trace_pane, &ui->layout.trace);
	pager_place(ui->pager, &over);
}

static void
update_layout(struct ui *ui)
{
	struct layout_rects old = ui->layout;
	int wanted =
	    COLS < SCREEN_COLUMNS_MIN ? 1
	    : inputview_rows(ui->inputview, layout_input_columns(COLS));

	layout_compute(&ui->layout, LINES, COLS, ui->place, wanted);
	if (ui->trace_focus && ui->layout.place == TRACE_OFF)
		focus_chat(ui);
	if (!ui->spoiled && same_rect(&old.chat, &ui->layout.chat) &&
	    same_rect(&old.trace, &ui->layout.trace) &&
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
	used = draw_string(0, title->x, room, "echochat",
	    ui->trace_focus ? STYLE_TITLE : STYLE_TITLE_FOCUS);
	draw_quoted(0, title->x + used + 2, room - used - 2,
	    text_string(&ui->status.engine), STYLE_DIM, STYLE_DIM);
	draw_string(0, ui->layout.trace.x, ui->layout.trace.columns, "trace",
	    ui->trace_focus ? STYLE_TITLE_FOCUS : STYLE_TITLE);
}

static void
draw_level(struct ui *ui, int y, int x, int columns)
{
	static const char *const names[] = { "", " each token ", " raw " };

	if (ui->trace->level != TRACE_EVENTS)
		draw_right(y, x, columns, names[ui->trace->level], STYLE_DIM);
}

static void
draw_divider(struct ui *ui)
{
	const struct rect *at = &ui->layout.divider;
	enum style style = ui->trace_focus ? STYLE_LINE_FOCUS : STYLE_FAINT;

	if (ui->layout.place == TRACE_RIGHT) {
		draw_vline(at->y, at->x, at->rows, style);
		draw_level(ui, 0, ui->layout.trace.x,
		    ui->layout.trace.columns);
	} else if (ui->layout.place == TRACE_BOTTOM) {
		draw_hline(at->y, 0, at->columns, style);
		draw_string(at->y, 1, at->columns - 1, " trace ",
		    ui->trace_focus ? STYLE_TITLE_FOCUS : STYLE_TITLE);
		draw_level(ui, at->y, 0, at->columns - 1);
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
		draw_hline(line->y, 0, line->columns, STYLE_FAINT);
	else
		draw_blank(line->y, 0, line->columns, STYLE_TEXT);
	if (right && ui->layout.line_drawn)
		draw_string(line->y, divider->x, 1, theme_glyph(GLYPH_TEE_UP),
		    STYLE_FAINT);
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
	if (ui->layout.line.rows || ui->layout.place == TRACE_BOTTOM)
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
	int bottom = ui->layout.input.y - ui->layout.line.rows;
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
	draw_line(ui);
	draw_more(ui, &ui->chat);
	if (ui->layout.place != TRACE_OFF)
		draw_more(ui, &ui->trace_pane);
	draw_popup(ui);
	inputview_draw(ui->inputview, &ui->layout.input, y, x);
	statusbar_draw(ui->layout.status, COLS, &ui->status,
	    text_string(&ui->hint));
}

static void
draw_too_small(void)
{
	erase();
	draw_string(0, 0, COLS, "echochat: too small, 20x4 at least",
	    STYLE_TEXT);
}

static void
draw_pager(struct ui *ui, int *y, int *x)
{
	erase();
	pager_spoil(ui->pager);
	pager_draw(ui->pager);
	statusbar_draw(LINES - 1, COLS, &ui->status,
	    "Esc closes   PgUp PgDn scroll");
	*y = LINES - 1;
	*x = 0;
}

void
ui_draw(struct ui *ui)
{
	int y = 0, x = 0;

	ui->handlers.status(ui->handlers.data, &ui->status);
	ui->status.vi_mode = input_vi_mode();
	update_layout(ui);
	ui->spoiled = false;
	if (ui->layout.too_small)
		draw_too_small();
	else if (pager_is_open(ui->pager))
		draw_pager(ui, &y, &x);
	else
		draw_main(ui, &y, &x);
	move(y, x);
	refresh();
	ui->dirty = false;
	ui->drawn_conversation = ui->conversation->revision;
	ui->drawn_trace = ui->trace->revision;
	ui->drawn_at = loop_now(ui->loop);
}

static bool
needs_drawing(const struct ui *ui)
{
	return ui->dirty ||
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

/* The life of the screen. */

static void
watch_signals(struct ui *ui)
{
	loop_signal(ui->loop, SIGWINCH, on_resize_signal, ui);
	loop_signal(ui->loop, SIGTSTP, on_suspend_signal, ui);
	loop_signal(ui->loop, SIGCONT, on_continue_signal, ui);
	loop_signal(ui->loop, SIGINT, on_interrupt_signal, ui);
	loop_signal(ui->loop, SIGTERM, on_end_signal, ui);
	loop_signal(ui->loop, SIGHUP, on_end_signal, ui);
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
open_input(struct ui *ui)
{
	struct input_handlers handlers = { ui, on_submit, on_end_of_input,
		edit_line, on_complete };

	input_open(&handlers);
}

struct ui *
ui_open(const struct ui_options *options, struct loop *loop,
    const struct conversation *conversation, const struct trace *trace,
    const struct ui_handlers *handlers, struct text *error)
{
	struct ui *ui;

	if (!terminal_open(&options->terminal, error))
		return NULL;
	ui = xcalloc(1, sizeof(*ui));
	ui->loop = loop;
	ui->conversation = conversation;
	ui->trace = trace;
	ui->handlers = *handlers;
	ui->place = options->place;
	ui->welcome = options->welcome;
	ui->signals = options->signals;
	ui->in = fileno(options->terminal.in);
	ui->escape_timer = (struct timer){ .fn = on_escape_timer, .data = ui };
	ui->frame_timer = (struct timer){ .fn = on_frame_timer, .data = ui };
	ui->hint_timer = (struct timer){ .fn = clear_hint, .data = ui };
	ui->chatview = chatview_new(conversation);
	ui->traceview = traceview_new(trace);
	pane_init(&ui->chat, chatview_source(ui->chatview));
	pane_init(&ui->trace_pane, traceview_source(ui->traceview));
	ui->pager = pager_new();
	ui->inputview = inputview_new(handlers->describe, handlers->data);
	ui->drawn_at = -LOOP_MS(FRAME_MS);
	open_input(ui);
	loop_watch(loop, ui->in, LOOP_READ, on_input, ui);
	loop_before_sleep(loop, before_sleep, ui);
	if (ui->signals)
		watch_signals(ui);
	spoil(ui);
	return ui;
}

void
ui_close(struct ui *ui)
{
	if (!ui)
		return;
	loop_unwatch(ui->loop, ui->in);
	loop_before_sleep(ui->loop, NULL, NULL);
	loop_timer_stop(ui->loop, &ui->escape_timer);
	loop_timer_stop(ui->loop, &ui->frame_timer);
	loop_timer_stop(ui->loop, &ui->hint_timer);
	input_close();
	terminal_close();
	pane_release(&ui->chat);
	pane_release(&ui->trace_pane);
	chatview_free(ui->chatview);
	traceview_free(ui->traceview);
	pager_free(ui->pager);
	inputview_free(ui->inputview);
	ui_status_release(&ui->status);
	keys_release(&ui->keys);
	text_release(&ui->hint);
	free(ui);
}
