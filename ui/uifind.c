/* uifind.c: the line in which is typed what is looked for, in place of the
 * status line, and what its keys do. The line of the chat keeps its draft.
 *
 * While it is typed all letters are its own, and each shows the first match
 * from where typing began. Enter goes to the next; from then on n and N walk,
 * and any other letter closes and is for the chat. */
#include "uistate.h"

#include <string.h>

#include <curses.h>

#include "../src/cell.h"
#include "../src/utf8.h"
#include "highlight.h"

enum {
	CTRL_G = 0x07, CTRL_H = 0x08, CTRL_N = 0x0e, CTRL_P = 0x10,
	CTRL_R = 0x12, CTRL_S = 0x13, CTRL_U = 0x15, CTRL_W = 0x17, ESC = 0x1b,
	RUBOUT = 0x7f,
};

enum { TYPED_MAX = 4096, COUNT_MS = 100 };

static const char label[] = "find ";

bool
ui_is_finding(const struct ui *ui)
{
	return find_is_open(ui->find.find);
}

/* ---- Where it is looked for it. */

static struct pane_spot
spot_of(const struct pane *pane)
{
	return (struct pane_spot){ pane->follow, pane->item, pane->row };
}

static void
go_back(struct pane *pane, const struct pane_spot *spot)
{
	pane->follow = spot->follow;
	pane->item = spot->item;
	pane->row = spot->row;
}

/* What the focused pane shows at its top. */
static struct find_place
first_in_sight(struct ui *ui)
{
	struct pane *pane = ui->trace_focus ? &ui->trace_pane : &ui->chat;
	struct find_place place = { 0 };
	size_t item;
	int row;

	if (!pane->rect.columns || !pane_at(pane, pane->rect.y, &item, &row))
		return place;
	place.item = item;
	if (!ui->trace_focus)
		chatview_place(ui->chatview, item, row, pane->rect.columns,
		    &place);
	return place;
}

static struct find_source
focused_source(struct ui *ui)
{
	return ui->trace_focus ? traceview_find_source(ui->traceview)
			       : chatview_find_source(ui->chatview);
}

static void
look_in_focused(struct ui *ui)
{
	struct find_source source = focused_source(ui);
	struct find_place from = first_in_sight(ui);

	/* The line that is selected would hide what is marked in it. */
	traceview_select(ui->traceview, 0);
	find_open(ui->find.find, &source, &from);
}

/* ---- The match. */

static bool
is_same(const struct find_place *a, const struct find_place *b)
{
	return a->item == b->item && a->part == b->part && a->at == b->at;
}

static void
unfold(struct ui *ui)
{
	ui->folded = false;
	chatview_fold(ui->chatview, false);
}

void
ui_show_place(struct ui *ui, const struct find_place *place)
{
	int columns = ui->chat.rect.columns;

	if (!columns)
		return;
	if (chatview_is_foldable(place))
		unfold(ui);
	chatview_unfold_one(ui->chatview, place->item);
	pane_hold(&ui->chat, place->item,
	    chatview_row(ui->chatview, place, columns));
}

static void
show_match(struct ui *ui, const struct find_place *here)
{
	if (ui->trace_focus)
		pane_hold(&ui->trace_pane, here->item, 0);
	else
		ui_show_place(ui, here);
}

/* Frames for the numbers are few while they run up: the next key wants one. */
static void
touch_numbers(struct ui *ui)
{
	struct find_numbers numbers;

	find_numbers(ui->find.find, &numbers);
	if (!numbers.counting ||
	    loop_now(ui->loop) - ui->drawn_at >= LOOP_MS(COUNT_MS))
		ui_touch(ui);
}

/* A match is scrolled to once: then the reader may scroll away. */
static void
on_found(void *data)
{
	struct ui *ui = data;
	struct ui_find *line = &ui->find;
	const struct find_place *here = find_here(line->find);

	touch_numbers(ui);
	if (here ? line->has_shown && is_same(here, &line->shown)
		 : !line->has_shown)
		return;
	line->has_shown = here != NULL;
	if (here) {
		line->shown = *here;
		show_match(ui, here);
	}
	ui_touch(ui);
	pane_spoil(&ui->chat);
	pane_spoil(&ui->trace_pane);
}

static void
walk(struct ui *ui, void go(struct find *find))
{
	ui->find.typing = false;
	ui->find.has_shown = false;
	go(ui->find.find);
}

/* Looks for what is typed; the beginning of a character waits for its rest. */
static void
set_typed(struct ui *ui)
{
	const struct text *typed = &ui->find.typed;

	find_set(ui->find.find, text_string(typed),
	    typed->len - utf8_unfinished(text_string(typed), typed->len));
	highlight_search(find_search(ui->find.find));
	pane_spoil(&ui->chat);
	pane_spoil(&ui->trace_pane);
	ui_touch(ui);
}

/* ---- Opening and closing. */

void
ui_find_init(struct ui *ui)
{
	ui->find.find = find_new(ui->loop, on_found, ui);
}

void
ui_find_release(struct ui *ui)
{
	highlight_search(NULL);
	find_free(ui->find.find);
	text_release(&ui->find.typed);
	text_release(&ui->find.last);
}

void
ui_find_open(struct ui *ui)
{
	struct ui_find *line = &ui->find;

	line->chat = spot_of(&ui->chat);
	line->trace = spot_of(&ui->trace_pane);
	line->typing = true;
	line->has_shown = false;
	chatview_mark(ui->chatview, line->find);
	traceview_mark(ui->traceview, line->find);
	text_clear(&line->typed);
	set_typed(ui);
	look_in_focused(ui);
}

/* What is empty is not remembered. */
static void
copy(struct text *to, const struct text *from)
{
	if (!from->len)
		return;
	text_clear(to);
	text_append(to, from->bytes, from->len);
}

void
ui_find_close(struct ui *ui)
{
	const struct find_place *here;
	uint64_t line;

	ui_find_update(ui);
	here = find_here(ui->find.find);
	line = here ? here->item : ui->selected;
	highlight_search(NULL);
	chatview_mark(ui->chatview, NULL);
	traceview_mark(ui->traceview, NULL);
	pane_let_go(&ui->chat);
	pane_let_go(&ui->trace_pane);
	if (ui->trace_focus)
		ui_select_line(ui, line);
	find_close(ui->find.find);
	copy(&ui->find.last, &ui->find.typed);
	ui_spoil(ui);
}

static void
give_up(struct ui *ui)
{
	ui_find_close(ui);
	go_back(&ui->chat, &ui->find.chat);
	go_back(&ui->trace_pane, &ui->find.trace);
}

void
ui_find(struct ui *ui, const char *text)
{
	ui_find_open(ui);
	if (!*text)
		return;
	text_add(&ui->find.typed, text);
	set_typed(ui);
	ui->find.typing = false;
}

/* ---- Keys. */

/* Ctrl-F once more, as in a search of the history: the next match, or what was
 * looked for last. */
static void
again(struct ui *ui)
{
	struct ui_find *line = &ui->find;

	if (!line->typing)
		line->typing = true;
	else if (line->typed.len)
		walk(ui, find_next);
	else {
		copy(&line->typed, &line->last);
		set_typed(ui);
	}
}

static void
append(struct ui *ui, const char *bytes, size_t len)
{
	struct text *typed = &ui->find.typed;

	if (typed->len + len > TYPED_MAX)
		return;
	text_append(typed, bytes, len);
	set_typed(ui);
}

/* Leaves so many bytes. */
static void
cut(struct ui *ui, size_t len)
{
	struct text kept = { 0 };
	struct text *typed = &ui->find.typed;

	ui->find.typing = true;
	text_append(&kept, text_string(typed), len);
	text_release(typed);
	*typed = kept;
	set_typed(ui);
}

static void
cut_cell(struct ui *ui)
{
	const struct text *typed = &ui->find.typed;

	cut(ui, typed->len ? cell_floor(typed->bytes, typed->len,
		typed->len - 1) : 0);
}

static void
cut_word(struct ui *ui)
{
	const char *bytes = text_string(&ui->find.typed);
	size_t len = ui->find.typed.len;

	while (len && bytes[len - 1] == ' ')
		len--;
	while (len && bytes[len - 1] != ' ')
		len--;
	cut(ui, len);
}

/* A control character. */
static void
control(struct ui *ui, char byte)
{
	switch (byte) {
	case CTRL_G:
		give_up(ui);
		break;
	case CTRL_H:
	case RUBOUT:
		cut_cell(ui);
		break;
	case CTRL_U:
		cut(ui, 0);
		break;
	case CTRL_W:
		cut_word(ui);
		break;
	case CTRL_N:
	case CTRL_S:
		walk(ui, find_next);
		break;
	case CTRL_P:
	case CTRL_R:
		walk(ui, find_previous);
		break;
	}
}

static bool
is_control(char byte)
{
	return (unsigned char)byte < ' ' || byte == RUBOUT;
}

/* A letter when none is typed any more. False: it is for the chat. */
static bool
step(struct ui *ui, char byte)
{
	switch (byte) {
	case 'n':
		walk(ui, find_next);
		return true;
	case 'N':
		walk(ui, find_previous);
		return true;
	case '/':
		cut(ui, 0);
		return true;
	}
	return false;
}

static void
leave(struct ui *ui, const struct key *key)
{
	if (ui_is_finding(ui))
		ui_find_close(ui);
	ui_edit(ui, key);
}

/* Bytes come in runs; what follows the one that closes is for the chat. A
 * sequence that is no key of ours moves in the line of the chat. */
static void
read_bytes(struct ui *ui, const struct key *key)
{
	struct key rest = *key;
	size_t len;
	int32_t c;

	if (*rest.bytes == ESC && ui->find.typing)
		return;
	for (; rest.len; rest.bytes += len, rest.len -= len) {
		len = utf8_next(rest.bytes, rest.len, &c);
		if (!ui_is_finding(ui) || *rest.bytes == ESC) {
			leave(ui, &rest);
			return;
		}
		if (is_control(*rest.bytes))
			control(ui, *rest.bytes);
		else if (ui->find.typing)
			append(ui, rest.bytes, len);
		else if (!step(ui, *rest.bytes)) {
			leave(ui, &rest);
			return;
		}
	}
}

static void
enter(struct ui *ui)
{
	if (ui->find.typed.len)
		walk(ui, find_next);
	else
		ui_find_close(ui);
}

static void
paste(struct ui *ui, const struct key *key)
{
	if (ui->find.typing)
		append(ui, key->bytes, strcspn(key->bytes, "\n"));
	else
		leave(ui, key);
}

bool
ui_find_key(struct ui *ui, const struct key *key)
{
	ui_find_update(ui);
	switch (key->kind) {
	case KEYS_BYTES:
		read_bytes(ui, key);
		return true;
	case KEYS_ENTER:
		enter(ui);
		return true;
	case KEYS_DOWN:
		walk(ui, find_next);
		return true;
	case KEYS_UP:
	case KEYS_NEWLINE: /* Shift+Enter, where it can be told */
		walk(ui, find_previous);
		return true;
	case KEYS_FIND:
		again(ui);
		return true;
	case KEYS_PASTE:
	case KEYS_PASTE_CUT:
		paste(ui, key);
		return true;
	case KEYS_TAB:
	case KEYS_HOME:
	case KEYS_END:
		return true;
	default:
		return false;
	}
}

/* ---- A frame. */

void
ui_find_update(struct ui *ui)
{
	struct ui_find *line = &ui->find;
	const void *data = ui->trace_focus ? (const void *)ui->traceview
					   : ui->chatview;
	uint64_t revision = ui->conversation->revision + ui->trace->revision;
	int columns = ui->chat.rect.columns;

	if (!ui_is_finding(ui))
		return;
	if (columns != line->columns || !find_is_in(line->find, data))
		line->has_shown = false;
	if (!find_is_in(line->find, data))
		look_in_focused(ui);
	else if (columns != line->columns ||
	    ui->conversation->cuts != line->cuts)
		find_restart(line->find);
	else if (revision != line->revision)
		find_update(line->find);
	line->columns = columns;
	line->revision = revision;
	line->cuts = ui->conversation->cuts;
}

static void
print_numbers(struct ui *ui, struct text *out)
{
	struct find_numbers numbers;

	find_numbers(ui->find.find, &numbers);
	if (search_is_empty(find_search(ui->find.find)))
		return;
	if (numbers.seeking)
		text_add(out, "searching");
	else if (numbers.count || numbers.counting)
		text_printf(out, "%zu/%zu%s", numbers.number, numbers.count,
		    numbers.counting ? "+" : "");
	else
		text_add(out, "no match");
	if (numbers.wrapped)
		text_add(out, numbers.up ? " from the end" : " from the top");
}

/* The end of what is typed, as much as fits. */
static void
draw_typed(struct ui *ui, struct pen *pen, int room)
{
	const struct text *typed = find_text(ui->find.find);
	const char *bytes = text_string(typed);
	size_t len = typed->len;
	int width = cell_width(bytes, len);
	struct cell cell;

	for (; width > room && len; width -= cell.width) {
		cell_next(bytes, len, &cell);
		bytes += cell.len;
		len -= cell.len;
	}
	pen_skip(pen, draw_text(pen->y, pen->x, room, bytes, len,
	    STYLE_BAR_HINT));
}

static void
draw_keys(struct ui *ui, struct pen *pen)
{
	static const char *const keys[][3] = {
		{ "n next   N previous   Esc closes", "n N   Esc closes", "" },
		{ "Enter next   Up previous   Esc closes", "Esc closes", "" },
	};

	for (int i = 0; i < 3; i++) {
		const char *line = keys[ui->find.typing][i];

		if ((int)strlen(line) <= pen->left) {
			draw_right(pen->y, pen->x, pen->left, line, STYLE_BAR);
			return;
		}
	}
}

void
ui_find_draw(struct ui *ui, int *y, int *x)
{
	struct pen pen = { ui->layout.status, 1, COLS - 2 };
	struct text numbers = { 0 };
	int room;

	print_numbers(ui, &numbers);
	room = pen.left - (int)strlen(label) - (int)numbers.len - 3;
	draw_blank(pen.y, 0, COLS, STYLE_BAR);
	pen_write(&pen, label, STYLE_BAR_BUSY, STYLE_BAR_BUSY);
	draw_typed(ui, &pen, room > 1 ? room : 1);
	*y = pen.y;
	*x = pen.x;
	pen_skip(&pen, 2);
	pen_write(&pen, text_string(&numbers), STYLE_BAR, STYLE_BAR);
	pen_skip(&pen, 3);
	draw_keys(ui, &pen);
	text_release(&numbers);
}
