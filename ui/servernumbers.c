/* servernumbers.c: the numbers of a server. Each has a place of its own, so
 * that nothing moves while they change.
 *
 * On a low or narrow screen two or three lines; else columns side by side:
 * counts, how replies ended, times, and the graph, which stands above the times
 * where it has no room beside them. */
#include "servernumbers.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	FULL_FROM_ROWS = 20,
	FULL_FROM_COLUMNS = 72,
	GRAPH_FROM_ROWS = 14, /* while it is not full */
	WIDE_FROM_COLUMNS = 116,
	FULL_ROWS = 7,
	GAP = 3,
	COUNT_COLUMNS = 21,
	END_COLUMNS = 24,
	TIME_COLUMNS = 26,
	NUMBER_COLUMNS = 9,
};

static bool
is_full(int rows, int columns)
{
	return rows >= FULL_FROM_ROWS && columns >= FULL_FROM_COLUMNS;
}

int
servernumbers_rows(int rows, int columns)
{
	if (is_full(rows, columns))
		return FULL_ROWS;
	return rows < GRAPH_FROM_ROWS ? 2 : 3;
}

/* ---- The graph. */

/* The mean of the seconds that a column of the graph stands for. */
static double
mean(const double *rates, int count)
{
	double sum = 0;

	for (int i = 0; i < count; i++)
		sum += rates[i];
	return sum / count;
}

/* Fills in the columns, as many whole ones as there is room for; returns how
 * many. */
static int
fold(const double *rates, int room, double *columns)
{
	int each = (SERVING_SECONDS + room - 1) / room;
	int count = SERVING_SECONDS / each;

	for (int i = 0; i < count; i++)
		columns[i] = mean(rates +
			(SERVING_SECONDS - (count - i) * each), each);
	return count;
}

static double
most_of(const double *rates, int count)
{
	double most = 0;

	for (int i = 0; i < count; i++)
		most = rates[i] > most ? rates[i] : most;
	return most;
}

/* A column of bars from its bottom row up. The ground is drawn where nothing
 * was, so that the minute can be seen. */
static void
draw_bar(int bottom, int x, int rows, double share)
{
	int eighths = (int)(share * rows * 8 + 0.5);

	if (share > 0 && !eighths)
		eighths = 1;
	if (!eighths)
		draw_string(bottom, x, 1, theme_bar(1), STYLE_LINE);
	for (int y = bottom; eighths > 0; y--, eighths -= 8)
		draw_string(y, x, 1, theme_bar(eighths < 8 ? eighths : 8),
		    STYLE_GRAPH);
}

static void
draw_graph(const struct rect *rect, const struct serving *serving)
{
	double rates[SERVING_SECONDS], columns[SERVING_SECONDS], most;
	int count;

	if (rect->columns < 1 || rect->rows < 1)
		return;
	serving_rates(serving, rates);
	count = fold(rates, rect->columns, columns);
	most = most_of(columns, count);
	for (int i = 0; i < count; i++)
		draw_bar(rect->y + rect->rows - 1, rect->x + i, rect->rows,
		    most > 0 ? columns[i] / most : 0);
}

/* ---- Numbers with their names. */

static void
draw_count(int y, int x, int columns, uint64_t value, enum style style)
{
	char number[24];

	snprintf(number, sizeof(number), "%" PRIu64, value);
	draw_right(y, x, columns, number, style);
}

static void
draw_named(int y, int x, const char *name, uint64_t value, enum style style)
{
	draw_string(y, x, COUNT_COLUMNS, name, STYLE_DIM);
	draw_count(y, x, COUNT_COLUMNS, value, value ? style : STYLE_DIM);
}

static void
draw_counts(const struct rect *rect, const struct metrics_sums *sums)
{
	const struct {
		const char *name;
		uint64_t value;
		enum style style;
	} lines[FULL_ROWS] = {
		{ "streams", sums->streams, STYLE_YOU },
		{ "requests", sums->requests, STYLE_TEXT },
		{ "errors", sums->errors, STYLE_CUT },
		{ "clients left", sums->clients_left, STYLE_CANCELLED },
		{ "faults", sums->faults, STYLE_ANOMALY },
		{ "tokens in", sums->prompt_tokens, STYLE_TEXT },
		{ "tokens out", sums->completion_tokens, STYLE_TEXT },
	};

	for (int i = 0; i < FULL_ROWS; i++)
		draw_named(rect->y + i, rect->x, lines[i].name,
		    lines[i].value, lines[i].style);
}

/* ---- How replies ended. */

static const struct {
	enum glyph glyph;
	enum style style;
} finish_looks[FINISHES] = {
	[FINISH_STOP] = { GLYPH_STOP, STYLE_STOP },
	[FINISH_LENGTH] = { GLYPH_LENGTH, STYLE_LENGTH },
	[FINISH_TOOL_CALLS] = { GLYPH_LENGTH, STYLE_LENGTH },
	[FINISH_CONTENT_FILTER] = { GLYPH_LENGTH, STYLE_LENGTH },
	[FINISH_OTHER] = { GLYPH_LENGTH, STYLE_LENGTH },
	[FINISH_ERROR] = { GLYPH_CUT, STYLE_CUT },
	[FINISH_CANCELLED] = { GLYPH_CANCELLED, STYLE_CANCELLED },
};

static void
draw_finish(int y, int x, int finish, uint64_t count)
{
	enum style mark = count ? finish_looks[finish].style : STYLE_FAINT;

	draw_string(y, x, 1, theme_glyph(finish_looks[finish].glyph), mark);
	draw_string(y, x + 2, END_COLUMNS - 2,
	    metrics_finish_name((enum metrics_finish)finish), STYLE_DIM);
	draw_count(y, x, END_COLUMNS, count, count ? STYLE_TEXT : STYLE_DIM);
}

static void
draw_finishes(const struct rect *rect, const struct metrics_sums *sums)
{
	for (int i = 0; i < FINISHES; i++)
		draw_finish(rect->y + i, rect->x, i, sums->finishes[i]);
}

/* ---- Times. */

static void
draw_ms(int y, int x, int64_t us)
{
	char number[24] = "-";

	if (us >= 0)
		snprintf(number, sizeof(number), "%.*f",
		    us < 10000 ? 2 : us < 1000000 ? 1 : 0,
		    (double)us / 1000);
	draw_right(y, x, NUMBER_COLUMNS, number,
	    us < 0 ? STYLE_DIM : STYLE_TEXT);
}

static void
draw_times(const struct rect *rect, const struct metrics_sums *sums)
{
	const struct {
		const char *name;
		int64_t p50, p99;
	} lines[] = {
		{ "ttft", sums->ttft_p50, sums->ttft_p99 },
		{ "itl", sums->itl_p50, sums->itl_p99 },
		{ "pacing", sums->pacing_p50, sums->pacing_p99 },
	};
	int first = rect->x + TIME_COLUMNS - 2 * NUMBER_COLUMNS;

	draw_right(rect->y, first, NUMBER_COLUMNS, "p50 ms", STYLE_FAINT);
	draw_right(rect->y, first + NUMBER_COLUMNS, NUMBER_COLUMNS, "p99 ms",
	    STYLE_FAINT);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		int y = rect->y + 1 + (int)i;

		draw_string(y, rect->x, rect->columns, lines[i].name,
		    STYLE_DIM);
		draw_ms(y, first, lines[i].p50);
		draw_ms(y, first + NUMBER_COLUMNS, lines[i].p99);
	}
}

/* ---- Tokens a second. */

/* The rate, the most of the graph, and the graph below. */
static void
draw_rate(const struct rect *rect, const struct serving *serving)
{
	struct rect graph = { rect->y + 1, rect->x, rect->rows - 1,
		rect->columns };
	double rates[SERVING_SECONDS], rate = serving_rate(serving);
	enum style style = rate >= 0.5 ? STYLE_YOU : STYLE_DIM;
	struct pen pen = { rect->y, rect->x, rect->columns };
	char number[32];

	serving_rates(serving, rates);
	pen_write(&pen, "tok/s", STYLE_DIM, STYLE_DIM);
	snprintf(number, sizeof(number), "%*.0f", NUMBER_COLUMNS - 1, rate);
	pen_write(&pen, number, style, style);
	snprintf(number, sizeof(number), "   peak %.0f",
	    most_of(rates, SERVING_SECONDS));
	pen_write(&pen, number, STYLE_FAINT, STYLE_FAINT);
	draw_graph(&graph, serving);
}

static void
draw_full(const struct rect *rect, const struct metrics_sums *sums,
    const struct serving *serving)
{
	struct rect part = *rect;
	struct rect times;

	draw_counts(&part, sums);
	part.x += COUNT_COLUMNS + GAP;
	draw_finishes(&part, sums);
	part.x += END_COLUMNS + GAP;
	times = part;
	if (rect->columns >= WIDE_FROM_COLUMNS) {
		part.x += TIME_COLUMNS + GAP;
	} else {
		times.y += FULL_ROWS - 4;
		part.rows = FULL_ROWS - 4;
	}
	draw_times(&times, sums);
	part.columns = rect->x + rect->columns - part.x;
	draw_rate(&part, serving);
}

/* ---- In few lines. */

static void
pen_count(struct pen *pen, uint64_t count, const char *behind,
    enum style style)
{
	char number[24];

	snprintf(number, sizeof(number), "%" PRIu64, count);
	style = count ? style : STYLE_DIM;
	pen_write(pen, number, style, style);
	pen_write(pen, behind, STYLE_DIM, STYLE_DIM);
}

/* By their marks, which stand in the list too. */
static void
draw_marks(const struct rect *rect, const struct metrics_sums *sums)
{
	struct pen pen = { rect->y + 1, rect->x, rect->columns };
	uint64_t counts[GLYPHS] = { 0 };

	for (int i = 0; i < FINISHES; i++)
		counts[finish_looks[i].glyph] += sums->finishes[i];
	for (int i = 0; i < FINISHES; i++) {
		enum glyph glyph = finish_looks[i].glyph;

		if (i && glyph == finish_looks[i - 1].glyph)
			continue;
		pen_write(&pen, theme_glyph(glyph),
		    counts[glyph] ? finish_looks[i].style : STYLE_FAINT,
		    STYLE_DIM);
		pen_skip(&pen, 1);
		pen_count(&pen, counts[glyph], "   ", STYLE_TEXT);
	}
}

static void
draw_short(const struct rect *rect, const struct metrics_sums *sums,
    const struct serving *serving)
{
	struct pen pen = { rect->y, rect->x, rect->columns };
	struct rect graph = { rect->y + 2, rect->x, 1, rect->columns };

	pen_count(&pen, sums->streams, " streams  ", STYLE_YOU);
	pen_count(&pen, sums->requests, " requests  ", STYLE_TEXT);
	pen_count(&pen, (uint64_t)(serving_rate(serving) + 0.5), " tok/s",
	    STYLE_YOU);
	draw_marks(rect, sums);
	if (rect->rows > 2)
		draw_graph(&graph, serving);
}

void
servernumbers_draw(const struct rect *rect, const struct metrics_sums *sums,
    const struct serving *serving)
{
	if (rect->rows >= FULL_ROWS)
		draw_full(rect, sums, serving);
	else
		draw_short(rect, sums, serving);
}
