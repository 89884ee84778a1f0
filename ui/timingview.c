/* timingview.c: the times of the last replies over the whole screen.
 *
 * From top to bottom: the timeline of the reply that is chosen, the histogram of
 * it (bars) and of those beside it (a mark each), the list of them, which is the
 * legend too. Each mark has a form of its own, not only a colour. */
#include "timingview.h"

#include <stdio.h>
#include <string.h>

#include "timingdraw.h"

enum {
	MARKS = 8, /* and as many rows has the list, so that each is there once */
	LABEL_COLUMNS = 8,
	SPACED_FROM_ROWS = 30,
	TURNS_HIGH_ROWS = 4, /* least of a picture; then the list is shorter */
	COLUMNS_MAX = 512,
	EIGHTHS = 8,
	DECADE = 10,
	WIDE_FROM_COLUMNS = 100,
};

static const struct {
	const char *glyphs[2];
	enum style style;
} marks[MARKS] = {
	{ { "o", "●" }, STYLE_YOU },
	{ { "x", "◇" }, STYLE_LENGTH },
	{ { "+", "▲" }, STYLE_CANCELLED },
	{ { "@", "○" }, STYLE_ENGINE },
	{ { "=", "◆" }, STYLE_YOU },
	{ { "a", "△" }, STYLE_LENGTH },
	{ { "$", "▼" }, STYLE_CANCELLED },
	{ { "&", "▽" }, STYLE_ENGINE },
};

/* ---- What is chosen, and those beside it. */

static size_t
chosen_index(const struct timingview *view)
{
	size_t last = view->timings->count - 1;

	for (size_t i = 0; view->chosen && i <= last; i++)
		if (view->timings->turns[i].number == view->chosen)
			return i;
	return last;
}

void
timingview_move(struct timingview *view, int turns)
{
	long last = (long)view->timings->count - 1, at;

	if (last < 0)
		return;
	at = (long)chosen_index(view) + turns;
	at = at < 0 ? 0 : at > last ? last : at;
	view->chosen = at == last ? 0 : view->timings->turns[at].number;
}

/* What a frame is made of. */
struct page {
	const struct timings *timings;
	const struct timings_turn *turn; /* chosen */
	struct timings_sum sum;
	size_t first, count; /* turns in the list */
	int64_t from, to;    /* times of all of these */
};

static void
choose_turns(struct page *page, const struct timingview *view, int rows)
{
	size_t chosen = chosen_index(view), total = view->timings->count;
	size_t most = rows < MARKS ? (size_t)rows : MARKS;

	page->timings = view->timings;
	page->turn = &view->timings->turns[chosen];
	timings_sum(page->turn, &page->sum);
	page->count = total < most ? total : most;
	/* The last ones, as long as the chosen one is among them. */
	page->first = total - page->count;
	if (chosen < page->first)
		page->first = chosen;
	for (size_t i = 0; i < page->count; i++)
		timings_widen(&page->timings->turns[page->first + i],
		    &page->from, &page->to);
}

static const char *
mark_of(const struct timings_turn *turn, enum style *style)
{
	*style = marks[turn->number % MARKS].style;
	return marks[turn->number % MARKS].glyphs[theme_utf8()];
}

/* ---- The timeline. */

static int
column_at(int64_t at_us, int64_t whole, int columns)
{
	int64_t column = at_us * columns / whole;

	return column < columns ? (int)column : columns - 1;
}

/* A label in the place before the picture. */
static void
draw_label(int y, int x, const char *label)
{
	draw_right(y, x, LABEL_COLUMNS - 1, label, STYLE_FAINT);
}

/* Powers of ten at the left, where their row is. */
static void
draw_heights(const struct rect *rect, const struct page *page)
{
	struct text label = { 0 };

	for (int64_t us = page->from; us <= page->to; us *= DECADE) {
		int row = timings_column(us, page->from, page->to,
		    rect->rows);

		text_clear(&label);
		timings_print_tick(&label, us);
		draw_label(rect->y + rect->rows - 1 - row, rect->x,
		    text_string(&label));
	}
	text_release(&label);
}

static void
draw_column(const struct rect *plot, int column, const struct page *page,
    uint32_t gap)
{
	bool stall = timings_is_stall(&page->sum, gap);
	int eighths = 1 + timings_column(gap, page->from, page->to,
	    plot->rows * EIGHTHS);
	int below = (eighths - 1) / EIGHTHS * EIGHTHS;
	int bottom = plot->y + plot->rows - 1, x = plot->x + column;
	int top = bottom - below / EIGHTHS;

	/* The time is where the bar ends; what is below is only its foot. */
	timingdraw_bar(bottom, x, below, stall ? STYLE_CUT : STYLE_LINE);
	if (stall)
		draw_string(top, x, 1, theme_glyph(GLYPH_ANOMALY), STYLE_CUT);
	else
		timingdraw_bar(top, x, eighths - below, STYLE_GRAPH);
}

/* From the request to the first token. */
static void
draw_wait(const struct rect *plot, const struct page *page, int64_t whole)
{
	int y = plot->y + plot->rows - 1;
	int columns = page->turn->ttft_us < 0
	    ? 0 : column_at(page->turn->ttft_us, whole, plot->columns);

	for (int i = 0; i < columns; i++)
		draw_string(y, plot->x + i, 1, theme_glyph(GLYPH_DOT),
		    STYLE_LINE);
	draw_string(y, plot->x, columns - 1, columns > 5 ? "ttft" : "",
	    STYLE_FAINT);
}

static void
draw_gaps(const struct rect *plot, const struct page *page, int64_t whole)
{
	const struct timings_series *few = &page->turn->few;
	uint32_t gaps[COLUMNS_MAX] = { 0 };
	int columns = plot->columns < COLUMNS_MAX ? plot->columns
						  : COLUMNS_MAX;

	for (size_t i = 0; i < few->count; i++) {
		int column = column_at(few->points[i].at_us, whole, columns);

		if (few->points[i].gap_us >= gaps[column])
			gaps[column] = few->points[i].gap_us + 1;
	}
	for (int i = 0; i < columns; i++)
		if (gaps[i])
			draw_column(plot, i, page, gaps[i] - 1);
}

static void
draw_seconds(int y, const struct rect *plot, int64_t whole)
{
	char label[24];
	int quarter = plot->columns / 4;

	for (int i = 0; i <= 4; i++) {
		int64_t us = whole * i / 4;
		int x = plot->x + quarter * i;

		snprintf(label, sizeof(label), "%.*f s", whole < 100000 ? 3
			: whole < 10000000 ? 2 : 1, (double)us / 1e6);
		if (i == 4)
			x = plot->x + plot->columns - (int)strlen(label);
		draw_string(y, x, (int)strlen(label), label, STYLE_FAINT);
	}
}

static void
draw_timeline(const struct rect *rect, const struct page *page)
{
	struct rect plot = { rect->y, rect->x + LABEL_COLUMNS, rect->rows - 1,
		rect->columns - LABEL_COLUMNS };
	struct rect heights = { rect->y, rect->x, rect->rows - 1,
		LABEL_COLUMNS };
	/* Else all would move with each token. */
	int64_t whole = timings_round_up(page->turn->last_us);

	if (page->to)
		draw_heights(&heights, page);
	draw_wait(&plot, page, whole);
	if (page->to)
		draw_gaps(&plot, page, whole);
	draw_seconds(plot.y + plot.rows, &plot, whole);
}

/* ---- The histogram. */

static void
draw_histogram(const struct rect *rect, const struct page *page)
{
	struct rect plot = { rect->y, rect->x + LABEL_COLUMNS, rect->rows - 2,
		rect->columns - LABEL_COLUMNS };

	if (!page->to)
		return;
	draw_label(plot.y, rect->x, "most");
	draw_label(plot.y + plot.rows - 1, rect->x, "few");
	timingdraw_bars(&plot, page->turn, page->from, page->to);
	for (size_t i = 0; i < page->count; i++) {
		const struct timings_turn *turn =
		    &page->timings->turns[page->first + i];
		enum style style;
		const char *mark = mark_of(turn, &style);

		if (turn != page->turn)
			timingdraw_marks(&plot, turn, page->from, page->to,
			    mark, style);
	}
	timingdraw_quantiles(plot.y + plot.rows, plot.x, plot.columns,
	    page->from, page->to, &page->sum);
	timingdraw_axis(plot.y + plot.rows + 1, plot.x, plot.columns,
	    page->from, page->to);
}

/* ---- The list. */

enum column { TOKENS, RATE, TTFT, P50, P90, P99, MAX, STALLS, NUMBERS };

static const struct {
	const char *name;
	int columns;
	bool wide; /* only where there is room */
} numbers[NUMBERS] = {
	[TOKENS] = { "tokens", 8, false },
	[RATE] = { "tok/s", 8, true },
	[TTFT] = { "ttft ms", 9, false },
	[P50] = { "p50", 8, false },
	[P90] = { "p90", 8, true },
	[P99] = { "p99", 8, false },
	[MAX] = { "max", 9, false },
	[STALLS] = { "stalls", 8, false },
};

static void
print_number(struct text *out, enum column column,
    const struct timings_turn *turn, const struct timings_sum *sum)
{
	const int64_t times[NUMBERS] = { [TTFT] = turn->ttft_us,
		[P50] = sum->p50, [P90] = sum->p90, [P99] = sum->p99,
		[MAX] = sum->most };

	if (column == TOKENS)
		text_printf(out, "%lld", (long long)turn->tokens);
	else if (column == RATE)
		text_printf(out, "%.1f", sum->tokens_per_s);
	else if (column == STALLS && sum->stalls)
		text_printf(out, "%s %lld", theme_glyph(GLYPH_ANOMALY),
		    (long long)sum->stalls);
	else if (column == STALLS)
		text_add(out, "-");
	else
		timings_print_ms(out, times[column]);
}

static bool
is_shown(enum column column, int columns)
{
	return !numbers[column].wide || columns >= WIDE_FROM_COLUMNS;
}

static int
numbers_columns(int columns)
{
	int sum = 0;

	for (int i = 0; i < NUMBERS; i++)
		if (is_shown((enum column)i, columns))
			sum += numbers[i].columns;
	return sum;
}

static void
draw_names(int y, int x, int columns)
{
	int at = x + columns - numbers_columns(columns);

	draw_string(y, x + 2, at - x - 2, "reply", STYLE_FAINT);
	for (int i = 0; i < NUMBERS; i++)
		if (is_shown((enum column)i, columns)) {
			draw_right(y, at, numbers[i].columns, numbers[i].name,
			    STYLE_FAINT);
			at += numbers[i].columns;
		}
}

static void
draw_numbers(int y, int x, int columns, const struct timings_turn *turn)
{
	struct timings_sum sum;
	struct text number = { 0 };
	int at = x + columns - numbers_columns(columns);

	timings_sum(turn, &sum);
	for (int i = 0; i < NUMBERS; i++) {
		if (!is_shown((enum column)i, columns))
			continue;
		text_clear(&number);
		print_number(&number, (enum column)i, turn, &sum);
		draw_right(y, at, numbers[i].columns, text_string(&number),
		    i == STALLS && sum.stalls ? STYLE_CUT : STYLE_TEXT);
		at += numbers[i].columns;
	}
	text_release(&number);
}

static void
draw_turn(int y, int x, int columns, const struct timings_turn *turn,
    bool chosen)
{
	struct pen pen = { y, x, columns - numbers_columns(columns) };
	enum style style = STYLE_GRAPH;
	const char *mark = chosen ? theme_bar(EIGHTHS) : mark_of(turn, &style);
	char number[24];

	pen_write(&pen, mark, style, style);
	pen_skip(&pen, 1);
	style = chosen ? STYLE_YOU : STYLE_TEXT;
	snprintf(number, sizeof(number), "#%-3u ", turn->number);
	pen_write(&pen, number, style, style);
	pen_write(&pen, text_string(&turn->engine), style, style);
	if (turn->running)
		pen_write(&pen, " streams", STYLE_BAR_BUSY, STYLE_BAR_BUSY);
	pen_skip(&pen, 1);
	if (strcmp(text_string(&turn->engine), text_string(&turn->model)))
		pen_write(&pen, text_string(&turn->model), STYLE_DIM,
		    STYLE_DIM);
	draw_numbers(y, x, columns, turn);
}

static void
draw_turns(const struct rect *rect, const struct page *page)
{
	draw_names(rect->y, rect->x, rect->columns);
	for (size_t i = 0; i < page->count; i++) {
		const struct timings_turn *turn =
		    &page->timings->turns[page->first + i];

		draw_turn(rect->y + 1 + (int)i, rect->x, rect->columns, turn,
		    turn == page->turn);
	}
}

/* ---- All of it. */

static void
draw_title(const struct rect *rect, const struct page *page)
{
	char title[64];

	draw_hline(rect->y, rect->x, rect->columns, STYLE_LINE);
	snprintf(title, sizeof(title), " timing of #%u ", page->turn->number);
	draw_string(rect->y, rect->x + 1, rect->columns - 2, title,
	    STYLE_TITLE_FOCUS);
	if (page->count < page->timings->count) {
		snprintf(title, sizeof(title), " %zu of %zu replies ",
		    page->count, page->timings->count);
		draw_right(rect->y, rect->x + 24, rect->columns - 26, title,
		    STYLE_DIM);
	}
}

static void
draw_heading(int y, int x, int columns, const char *heading)
{
	draw_quoted(y, x, columns, heading, STYLE_DIM, STYLE_DIM);
}

static void
draw_pictures(const struct rect *rect, const struct page *page)
{
	int gap = rect->rows >= SPACED_FROM_ROWS;
	int list = (int)page->count + 1;
	int rows = rect->rows - list - 2 - 2 * gap;
	struct rect part = { rect->y, rect->x, rows / 2, rect->columns };

	draw_heading(part.y++, part.x, part.columns,
	    "time before each token, after the request (logarithmic)");
	draw_timeline(&part, page);
	part.y += part.rows + gap;
	part.rows = rows - rows / 2;
	draw_heading(part.y++, part.x, part.columns,
	    "how often each time came, beside the most frequent of its reply");
	draw_histogram(&part, page);
	part.y += part.rows + gap;
	part.rows = list;
	draw_turns(&part, page);
}

static void
draw_nothing(const struct rect *rect)
{
	draw_string(rect->y + 1, rect->x + 1, rect->columns - 2,
	    "no reply has come yet", STYLE_DIM);
}

void
timingview_draw(const struct timingview *view, const struct rect *rect)
{
	struct rect inner = { rect->y + 1, rect->x + 1, rect->rows - 1,
		rect->columns - 2 };
	struct page page = { 0 };

	for (int i = 0; i < rect->rows; i++)
		draw_blank(rect->y + i, rect->x, rect->columns, STYLE_TEXT);
	if (!view->timings->count) {
		draw_hline(rect->y, rect->x, rect->columns, STYLE_LINE);
		draw_nothing(rect);
		return;
	}
	choose_turns(&page, view,
	    inner.rows - 3 - 2 * (TURNS_HIGH_ROWS + 1));
	draw_title(rect, &page);
	draw_pictures(&inner, &page);
}
