/* servertable.c: the requests of a server, a row each. */
#include "servertable.h"

#include <stdio.h>
#include <time.h>

#include "../src/escape.h"

enum { TITLES_FROM_ROWS = 8, RUNNING_PART = 3 };

/* ---- What stands in a cell. */

typedef void draw_fn(const struct serving_request *request, struct pen pen,
    int64_t now_us);

static void
draw_time(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	time_t seconds = (time_t)(request->wall_ms / 1000);
	struct tm tm;
	char clock[16];

	(void)now_us;
	if (localtime_r(&seconds, &tm) &&
	    strftime(clock, sizeof(clock), "%H:%M:%S", &tm))
		pen_write(&pen, clock, STYLE_FAINT, STYLE_FAINT);
}

static void
draw_peer(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	(void)now_us;
	pen_write(&pen, text_string(&request->peer), STYLE_DIM, STYLE_DIM);
}

static void
draw_route(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	(void)now_us;
	pen_write(&pen, metrics_route_name(request->route), STYLE_TEXT,
	    STYLE_TEXT);
}

static void
draw_model(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	struct text model = { 0 };

	(void)now_us;
	escape_plain(&model, text_string(&request->model), request->model.len);
	pen_write(&pen, text_string(&model), STYLE_DIM, STYLE_DIM);
	text_release(&model);
}

static void
draw_number(struct pen pen, double value, int digits)
{
	char number[32];

	snprintf(number, sizeof(number), "%.*f", digits, value);
	draw_right(pen.y, pen.x, pen.left, number, STYLE_TEXT);
}

static void
draw_tokens(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	(void)now_us;
	if (request->tokens >= 0)
		draw_number(pen, (double)request->tokens, 0);
}

/* Tenths of a millisecond mean nothing in a second. */
static void
draw_ms(struct pen pen, int64_t us)
{
	if (us >= 0)
		draw_number(pen, (double)us / 1000, us < 999950);
}

static void
draw_ttft(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	(void)now_us;
	draw_ms(pen, request->ttft_us);
}

static void
draw_total(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	int64_t until =
	    request->state == SERVING_OVER ? request->over_us : now_us;

	draw_ms(pen, until - request->began_us);
}

/* ---- How it ended. */

static const struct {
	enum glyph glyph;
	enum style style;
} ending_looks[] = {
	[ENDING_STOP] = { GLYPH_STOP, STYLE_STOP },
	[ENDING_SHORT] = { GLYPH_LENGTH, STYLE_LENGTH },
	[ENDING_BROKEN] = { GLYPH_CUT, STYLE_CUT },
	[ENDING_CANCELLED] = { GLYPH_CANCELLED, STYLE_CANCELLED },
};

static void
write_marked(struct pen *pen, enum glyph glyph, const char *word,
    enum style style)
{
	pen_write(pen, theme_glyph(glyph), style, style);
	pen_write(pen, " ", style, style);
	pen_write(pen, word, style, style);
}

/* What was not a reply needs no mark unless something was wrong. */
static void
write_outcome(struct pen *pen, const struct serving_request *request)
{
	char status[16] = "client left";

	if (request->is_reply) {
		write_marked(pen, ending_looks[request->kind].glyph,
		    text_string(&request->word),
		    ending_looks[request->kind].style);
		return;
	}
	if (request->kind != ENDING_CANCELLED)
		snprintf(status, sizeof(status), "%d", request->status);
	if (request->kind == ENDING_STOP)
		pen_write(pen, status, STYLE_DIM, STYLE_DIM);
	else
		write_marked(pen, ending_looks[request->kind].glyph, status,
		    ending_looks[request->kind].style);
}

static void
write_part(struct pen *pen, const char *part, enum style words,
    enum style quotes)
{
	if (!*part || pen->left < 4)
		return;
	pen_skip(pen, 2);
	pen_write(pen, part, words, quotes);
}

static void
draw_ending(const struct serving_request *request, struct pen pen,
    int64_t now_us)
{
	(void)now_us;
	if (request->state != SERVING_OVER) {
		write_marked(&pen, GLYPH_RUNNING,
		    request->state == SERVING_WAITING ? "waiting"
						      : "streaming",
		    STYLE_LINE_FOCUS);
		return;
	}
	write_outcome(&pen, request);
	if (request->fault.len && pen.left > 4) {
		pen_skip(&pen, 2);
		write_marked(&pen, GLYPH_ANOMALY, text_string(&request->fault),
		    STYLE_ANOMALY);
	}
	if (request->client_left && request->is_reply)
		write_part(&pen, "client left", STYLE_DIM, STYLE_DIM);
	write_part(&pen, text_string(&request->why), STYLE_DIM, STYLE_TEXT);
}

/* ---- Columns. */

/* The one without a width gets what is left. */
static const struct column {
	const char *title;
	int from;        /* columns of the screen where it appears */
	int width, wide; /* and where there is much room */
	bool right;
	draw_fn *draw;
} columns[] = {
	{ "time", 90, 8, 8, false, draw_time },
	{ "client", 110, 21, 21, false, draw_peer },
	{ "endpoint", 64, 11, 11, false, draw_route },
	{ "model", 72, 10, 24, false, draw_model },
	{ "outcome", 0, 0, 0, false, draw_ending },
	{ "tokens", 0, 6, 8, true, draw_tokens },
	{ "ttft ms", 56, 7, 9, true, draw_ttft },
	{ "total ms", 0, 8, 10, true, draw_total },
};

enum { COLUMNS = sizeof(columns) / sizeof(*columns), WIDE_FROM = 140 };

static int
width_of(const struct column *column, int room)
{
	if (room < column->from)
		return 0;
	return (room >= WIDE_FROM ? column->wide : column->width) +
	    (column->right ? 1 : 2);
}

static int
width_left(int room)
{
	int left = room;

	for (size_t i = 0; i < COLUMNS; i++)
		if (columns[i].width)
			left -= width_of(&columns[i], room);
	return left;
}

/* A request of NULL draws the titles. */
static void
draw_row(int y, const struct rect *rect, const struct serving_request *request,
    int64_t now_us)
{
	int x = rect->x;

	for (size_t i = 0; i < COLUMNS; i++) {
		const struct column *column = &columns[i];
		int width = column->width ? width_of(column, rect->columns)
					  : width_left(rect->columns);
		struct pen pen = { y, x + column->right,
			width - (column->right ? 1 : 2) };

		x += width;
		if (!width)
			continue;
		if (request)
			column->draw(request, pen, now_us);
		else if (column->right)
			draw_right(y, pen.x, pen.left, column->title,
			    STYLE_FAINT);
		else
			pen_write(&pen, column->title, STYLE_FAINT,
			    STYLE_FAINT);
	}
}

/* ---- Which of them. */

static uint64_t
newest_serial(const struct serving *serving)
{
	const struct serving_request *newest = serving_over(serving);

	return newest ? newest->serial : 0;
}

/* The serial of the first row. Those below it fill the page if there are
 * enough. */
static uint64_t
top_serial(const struct servertable *table, const struct serving *serving)
{
	uint64_t newest = newest_serial(serving);
	uint64_t count = serving_over_count(serving);
	uint64_t page = (uint64_t)table->page;
	uint64_t least = newest - count + (page < count ? page : count);

	if (!table->top || table->top > newest)
		return newest;
	return table->top > least ? table->top : least;
}

uint64_t
servertable_above(const struct servertable *table,
    const struct serving *serving)
{
	return newest_serial(serving) - top_serial(table, serving);
}

void
servertable_scroll(struct servertable *table, const struct serving *serving,
    int rows)
{
	uint64_t newest = newest_serial(serving);
	uint64_t top = top_serial(table, serving);

	if (rows < 0)
		top += (uint64_t)-rows;
	else
		top = top > (uint64_t)rows ? top - (uint64_t)rows : 1;
	table->top = top < newest ? top : 0;
	if (table->top)
		table->top = top_serial(table, serving);
}

/* Draws those that go on, in a part of the rows: the others are for how things
 * ended. Returns the rows. */
static int
draw_running(const struct rect *rect, const struct serving *serving,
    int64_t now_us)
{
	int most = rect->rows / RUNNING_PART > 2 ? rect->rows / RUNNING_PART
						 : 2;
	int count = (int)serving_running_count(serving);
	int shown = count > most ? most - 1 : count;
	const struct serving_request *at = serving_running(serving);
	char more[48];

	for (int i = 0; i < shown; i++, at = at->older)
		draw_row(rect->y + i, rect, at, now_us);
	if (count == shown)
		return shown;
	snprintf(more, sizeof(more), "%s and %d more",
	    theme_glyph(GLYPH_RUNNING), count - shown);
	draw_string(rect->y + shown, rect->x, rect->columns, more,
	    STYLE_LINE_FOCUS);
	return shown + 1;
}

static void
draw_over(struct servertable *table, const struct rect *rect,
    const struct serving *serving, int64_t now_us)
{
	const struct serving_request *at = serving_over(serving);
	uint64_t top;

	table->page = rect->rows;
	top = top_serial(table, serving);
	while (at && at->serial > top)
		at = at->older;
	for (int i = 0; i < rect->rows && at; i++, at = at->older)
		draw_row(rect->y + i, rect, at, now_us);
}

void
servertable_draw(struct servertable *table, const struct rect *rect,
    const struct serving *serving, int64_t now_us)
{
	struct rect rest = *rect;
	int used = 0;

	if (rect->rows >= TITLES_FROM_ROWS) {
		draw_row(rect->y, rect, NULL, now_us);
		used = 1;
	}
	rest.y += used;
	rest.rows -= used;
	used = draw_running(&rest, serving, now_us);
	rest.y += used;
	rest.rows -= used;
	draw_over(table, &rest, serving, now_us);
}
