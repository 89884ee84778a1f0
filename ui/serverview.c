/* serverview.c: the screen of a server.
 *
 * One timer draws. It is set by whatever changes something, and by each frame
 * while time alone changes something. While it is not set nothing happens: the
 * first change then takes a sample, so that what comes is not spread over the
 * time before. */
#include "serverview.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>

#include "../src/xalloc.h"
#include "console.h"
#include "pager.h"
#include "servernumbers.h"
#include "servertable.h"

enum { KEY_MS = 16, FRAME_MS = 100, IDLE_MS = 1000, WHEEL_ROWS = 3 };

struct serverview {
	struct loop *loop;
	struct serving *serving;
	const struct metrics *const *loops;
	size_t loop_count;
	struct serverview_handlers handlers;
	const char *address, *serves;
	struct console console;
	struct pager *pager;
	struct servertable table;
	struct metrics_sums sums;
	struct text hint;
	struct timer timer;
	int64_t drawn_at;
};

static void
sample(struct serverview *view)
{
	metrics_sum(view->loops, view->loop_count, &view->sums);
	serving_sample(view->serving, loop_now(view->loop),
	    view->sums.completion_tokens);
}

/* Draws so long after the last frame at the earliest. */
static void
plan(struct serverview *view, int ms)
{
	int64_t at = view->drawn_at + LOOP_MS(ms);

	if (!view->timer.slot)
		sample(view);
	else if (view->timer.at <= at)
		return;
	loop_timer_set(view->loop, &view->timer, at);
}

/* ---- A frame. */

static void
draw_title(struct serverview *view)
{
	struct pen pen = { 0, 1, COLS - 2 };

	pen_write(&pen, "echochat", STYLE_TITLE_FOCUS, STYLE_TITLE_FOCUS);
	pen_skip(&pen, 2);
	pen_write(&pen, view->address, STYLE_YOU, STYLE_YOU);
	pen_skip(&pen, 2);
	draw_right(0, pen.x, pen.left, view->serves, STYLE_DIM);
}

static void
draw_divider(struct serverview *view, int y)
{
	uint64_t above = servertable_above(&view->table, view->serving);
	char more[48];

	draw_hline(y, 0, COLS, STYLE_LINE);
	draw_string(y, 1, COLS - 1, " requests ", STYLE_TITLE);
	snprintf(more, sizeof(more), " %" PRIu64 " newer ", above);
	if (above)
		draw_right(y, 0, COLS - 1, more, STYLE_YOU);
}

/* While nothing has come. */
static void
draw_welcome(struct serverview *view, const struct rect *table)
{
	struct pen pen = { table->y + 1, table->x, table->columns };

	if (view->sums.requests || serving_running(view->serving) ||
	    serving_over(view->serving))
		return;
	pen_write(&pen, "none yet; try  ", STYLE_DIM, STYLE_DIM);
	pen_write(&pen, "curl ", STYLE_TEXT, STYLE_TEXT);
	pen_write(&pen, view->address, STYLE_TEXT, STYLE_TEXT);
	pen_write(&pen, "/models", STYLE_TEXT, STYLE_TEXT);
}

static void
draw_bar(struct serverview *view)
{
	struct pen pen = { LINES - 1, 1, COLS - 2 };
	bool busy = view->sums.streams > 0;
	enum style style = busy ? STYLE_BAR_BUSY : STYLE_BAR;
	char state[64] = "idle";

	draw_blank(pen.y, 0, COLS, STYLE_BAR);
	if (view->hint.len) {
		pen_write(&pen, text_string(&view->hint), STYLE_BAR_HINT,
		    STYLE_BAR_HINT);
		return;
	}
	if (busy)
		snprintf(state, sizeof(state), "streaming %" PRIu64,
		    view->sums.streams);
	pen_write(&pen, state, style, style);
	draw_right(pen.y, pen.x + 1, pen.left - 1,
	    pager_is_open(view->pager) ? "Esc closes" : "q quits   F1 help",
	    STYLE_BAR);
}

static void
draw_main(struct serverview *view)
{
	bool roomy = LINES >= 20;
	struct rect numbers = { 1 + roomy, 1,
		servernumbers_rows(LINES, COLS), COLS - 2 };
	int line = numbers.y + numbers.rows + roomy;
	struct rect table = { line + 1, 1, LINES - 1 - (line + 1), COLS - 2 };

	draw_title(view);
	draw_welcome(view, &table);
	servernumbers_draw(&numbers, &view->sums, view->serving);
	servertable_draw(&view->table, &table, view->serving,
	    loop_now(view->loop));
	draw_divider(view, line);
	draw_bar(view);
}

static void
draw_pager(struct serverview *view)
{
	pager_place(view->pager, &(struct rect){ 0, 0, LINES - 1, COLS });
	pager_draw(view->pager);
	draw_bar(view);
}

/* Time alone changes something. */
static bool
is_moving(const struct serverview *view)
{
	double rates[SERVING_SECONDS];

	if (view->sums.streams || serving_running(view->serving) ||
	    serving_rate(view->serving) > 0)
		return true;
	serving_rates(view->serving, rates);
	for (int i = 0; i < SERVING_SECONDS; i++)
		if (rates[i] > 0)
			return true;
	return false;
}

void
serverview_draw(struct serverview *view)
{
	sample(view);
	erase();
	if (LINES < SERVERVIEW_ROWS_MIN || COLS < SERVERVIEW_COLUMNS_MIN)
		draw_string(0, 0, COLS, "echochat: too small, 40x10 at least",
		    STYLE_TEXT);
	else if (pager_is_open(view->pager))
		draw_pager(view);
	else
		draw_main(view);
	refresh();
	view->drawn_at = loop_now(view->loop);
	loop_timer_stop(view->loop, &view->timer);
	if (is_moving(view))
		loop_timer_set(view->loop, &view->timer,
		    view->drawn_at + LOOP_MS(IDLE_MS));
}

static void
on_timer(void *data)
{
	serverview_draw(data);
}

static void
on_change(void *data)
{
	plan(data, FRAME_MS);
}

/* ---- Keys. */

static const char help[] =
    "Keys\n"
    "  Up, Down         older requests, and back; the mouse wheel too\n"
    "  PgUp, PgDn       a page of them\n"
    "  Home, End        the newest, the oldest that is kept\n"
    "  q                quits: no new requests, streams end; once more: at\n"
    "                   once. Ctrl-C and Ctrl-D do the same\n"
    "  F1               this help\n"
    "  Ctrl-L           draws the screen anew\n"
    "  Ctrl-Z           suspends the server too\n"
    "\n"
    "Numbers\n"
    "  errors           answers with a status of 400 and above\n"
    "  clients left     before their reply was over\n"
    "  faults           replies that were wrong on purpose\n"
    "  ttft             from a request to its first token\n"
    "  itl              between two tokens of a reply\n"
    "  pacing           how much later than planned tokens were written\n"
    "  tok/s            in the last second; the graph shows the last minute\n"
    "\n"
    "GET /metrics has all of them.\n";

static void
open_help(struct serverview *view)
{
	struct text text = { 0 };

	text_add(&text, help);
	pager_open(view->pager, "help", &text, NULL);
	text_release(&text);
}

/* Rows that a key scrolls by, 0 if it does not. */
static int
rows_of(const struct serverview *view, enum key_kind kind)
{
	int page = view->table.page > 1 ? view->table.page - 1 : 1;

	switch (kind) {
	case KEYS_UP:
		return -1;
	case KEYS_DOWN:
		return 1;
	case KEYS_WHEEL_UP:
		return -WHEEL_ROWS;
	case KEYS_WHEEL_DOWN:
		return WHEEL_ROWS;
	case KEYS_PAGE_UP:
		return -page;
	case KEYS_PAGE_DOWN:
		return page;
	case KEYS_HOME:
	case KEYS_TOP:
		return -SERVING_KEPT;
	case KEYS_END:
	case KEYS_BOTTOM:
		return SERVING_KEPT;
	default:
		return 0;
	}
}

static void
scroll_rows(struct serverview *view, int rows)
{
	if (pager_is_open(view->pager))
		pager_scroll(view->pager, rows);
	else
		servertable_scroll(&view->table, view->serving, rows);
}

/* q, or Ctrl-D. In the help q closes it. */
static void
type(struct serverview *view, char byte)
{
	if (byte == 'q' && pager_is_open(view->pager))
		pager_close(view->pager);
	else if (byte == 'q' || byte == '\004')
		view->handlers.quit(view->handlers.data, 0);
}

static void
on_key(void *data, const struct key *key)
{
	struct serverview *view = data;
	int rows = rows_of(view, key->kind);

	plan(view, KEY_MS);
	if (rows)
		scroll_rows(view, rows);
	else if (key->kind == KEYS_HELP && !pager_is_open(view->pager))
		open_help(view);
	else if (key->kind == KEYS_ESCAPE || key->kind == KEYS_ENTER ||
	    key->kind == KEYS_HELP)
		pager_close(view->pager);
	else if (key->kind == KEYS_INTERRUPT)
		view->handlers.quit(view->handlers.data, 0);
	/* Keys that came fast are one of these. */
	for (size_t i = 0; key->kind == KEYS_BYTES && i < key->len; i++)
		type(view, key->bytes[i]);
}

static void
on_spoiled(void *data)
{
	plan(data, KEY_MS);
}

static void
on_end(void *data, int signal)
{
	struct serverview *view = data;

	view->handlers.quit(view->handlers.data, signal);
}

/* ---- Its life. */

static void
open_console(struct serverview *view,
    const struct serverview_options *options)
{
	struct console_handlers handlers = { view, on_key, on_spoiled,
		on_end };

	console_open(&view->console, view->loop, fileno(options->terminal.in),
	    options->signals, &handlers);
}

struct serverview *
serverview_open(const struct serverview_options *options, struct loop *loop,
    struct serving *serving, const struct metrics *const *loops, size_t count,
    const struct serverview_handlers *handlers, struct text *error)
{
	struct serverview *view;

	if (!terminal_open(&options->terminal, error))
		return NULL;
	curs_set(0);
	view = xcalloc(1, sizeof(*view));
	view->loop = loop;
	view->serving = serving;
	view->loops = loops;
	view->loop_count = count;
	view->handlers = *handlers;
	view->address = options->address;
	view->serves = options->serves;
	view->timer = (struct timer){ .fn = on_timer, .data = view };
	view->drawn_at = loop_now(loop) - LOOP_MS(FRAME_MS);
	view->pager = pager_new();
	open_console(view, options);
	serving_watch(serving, on_change, view);
	plan(view, 0);
	return view;
}

void
serverview_close(struct serverview *view)
{
	if (!view)
		return;
	serving_watch(view->serving, NULL, NULL);
	loop_timer_stop(view->loop, &view->timer);
	console_close(&view->console);
	terminal_close();
	pager_free(view->pager);
	text_release(&view->hint);
	free(view);
}

void
serverview_hint(struct serverview *view, const char *sentence)
{
	text_clear(&view->hint);
	text_add(&view->hint, sentence);
	plan(view, KEY_MS);
}

void
serverview_resize(struct serverview *view, int rows, int columns)
{
	terminal_set_size(rows, columns);
	plan(view, KEY_MS);
}
