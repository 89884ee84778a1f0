/* timingstrip.c: the times of the last reply at the bottom of the trace pane.
 *
 * It is drawn in each frame; curses sends what differs, which while tokens come
 * is one bar and the numbers. */
#include "timingstrip.h"

#include <stdio.h>

#include "timingdraw.h"

enum {
	ONE_FROM_ROWS = 6, /* of the pane */
	SOME_FROM_ROWS = 12,
	ALL_FROM_ROWS = 22,
	HIGH_FROM_ROWS = 40,
	SOME_ROWS = 3,
	ALL_ROWS = 9, /* with three for the bars */
	HIGH_ROWS = 13,
	BUT_BARS_ROWS = 6,
	FROM_COLUMNS = 24,
	/* Beside the row of bars. */
	NUMBERS_FROM_COLUMNS = 60,
	STALLS_COLUMNS = 12,
	NUMBERS_COLUMNS = 1 + STALLS_COLUMNS + 34,
};

/* A reply of one token has no time between tokens. */
static bool
has_times(const struct timings *timings)
{
	for (size_t i = 0; i < timings->count; i++)
		if (timings->turns[i].gaps)
			return true;
	return false;
}

int
timingstrip_rows(const struct timings *timings, const struct rect *pane)
{
	if (!has_times(timings) || pane->rows < ONE_FROM_ROWS ||
	    pane->columns < FROM_COLUMNS)
		return 0;
	if (pane->rows < SOME_FROM_ROWS)
		return 1;
	if (pane->rows < ALL_FROM_ROWS)
		return SOME_ROWS;
	return pane->rows < HIGH_FROM_ROWS ? ALL_ROWS : HIGH_ROWS;
}

/* ---- Numbers. */

static void
write_time(struct pen *pen, const char *name, int64_t us)
{
	struct text number = { 0 };

	pen_write(pen, name, STYLE_FAINT, STYLE_FAINT);
	pen_skip(pen, 1);
	timings_print_ms(&number, us);
	pen_write(pen, text_string(&number), STYLE_TEXT, STYLE_TEXT);
	pen_skip(pen, 2);
	text_release(&number);
}

static void
write_stalls(struct pen *pen, int64_t stalls)
{
	char number[48];

	if (!stalls)
		return;
	snprintf(number, sizeof(number), "%s %lld stall%s",
	    theme_glyph(GLYPH_ANOMALY), (long long)stalls,
	    stalls == 1 ? "" : "s");
	pen_write(pen, number, STYLE_CUT, STYLE_CUT);
}

static void
write_quantiles(struct pen *pen, const struct timings_sum *sum)
{
	write_time(pen, "p50", sum->p50);
	write_time(pen, "p90", sum->p90);
	write_time(pen, "p99", sum->p99);
	write_time(pen, "max", sum->most);
}

/* ---- The forms. */

static void
draw_one(const struct timings_turn *turn, const struct timings_sum *sum,
    const struct rect *rect)
{
	bool beside = rect->columns >= NUMBERS_FROM_COLUMNS;
	int bars = beside ? rect->columns - NUMBERS_COLUMNS : rect->columns;
	struct pen pen = { rect->y, rect->x + bars + 1, STALLS_COLUMNS };

	draw_blank(rect->y, rect->x, rect->columns, STYLE_TEXT);
	timingdraw_spark(rect->y, rect->x, bars, turn, sum);
	if (!beside)
		return;
	write_stalls(&pen, sum->stalls);
	pen = (struct pen){ pen.y, rect->x + bars + 1 + STALLS_COLUMNS,
		NUMBERS_COLUMNS - 1 - STALLS_COLUMNS };
	write_time(&pen, "p50", sum->p50);
	write_time(&pen, "p99", sum->p99);
	write_time(&pen, "max", sum->most);
}

static void
draw_heading(const struct timings_turn *turn, const struct rect *rect)
{
	char heading[64];

	draw_hline(rect->y, rect->x, rect->columns, STYLE_LINE);
	snprintf(heading, sizeof(heading), "timing #%u, ms ", turn->number);
	draw_string(rect->y, rect->x, rect->columns, heading, STYLE_TITLE);
	snprintf(heading, sizeof(heading), " %s p50, a step doubles",
	    theme_bar(3));
	draw_right(rect->y, rect->x + 20, rect->columns - 20, heading,
	    STYLE_FAINT);
}

static void
draw_some(const struct timings_turn *turn, const struct timings_sum *sum,
    const struct rect *rect)
{
	struct pen pen = { rect->y + 2, rect->x, rect->columns };

	draw_heading(turn, rect);
	timingdraw_spark(rect->y + 1, rect->x, rect->columns, turn, sum);
	draw_blank(pen.y, pen.x, pen.left, STYLE_TEXT);
	/* What may find no room stands last. */
	write_stalls(&pen, sum->stalls);
	pen_skip(&pen, sum->stalls ? 2 : 0);
	write_time(&pen, "p50", sum->p50);
	write_time(&pen, "p99", sum->p99);
	write_time(&pen, "max", sum->most);
	write_time(&pen, "ttft", turn->ttft_us);
}

static void
draw_bars(const struct timings_turn *turn, const struct timings_sum *sum,
    const struct rect *rect)
{
	struct rect bars = { rect->y + 2, rect->x, rect->rows - BUT_BARS_ROWS,
		rect->columns };
	int64_t from = 0, to = 0;

	for (int i = 2; i < rect->rows - 2; i++)
		draw_blank(rect->y + i, rect->x, rect->columns, STYLE_TEXT);
	timings_widen(turn, &from, &to);
	if (!to)
		return;
	timingdraw_bars(&bars, turn, from, to);
	timingdraw_quantiles(bars.y + bars.rows, bars.x, bars.columns, from, to,
	    sum);
	timingdraw_axis(bars.y + bars.rows + 1, bars.x, bars.columns, from, to);
}

static void
draw_all(const struct timings_turn *turn, const struct timings_sum *sum,
    const struct rect *rect)
{
	struct pen pen = { rect->y + rect->rows - 2, rect->x, rect->columns };

	draw_heading(turn, rect);
	timingdraw_spark(rect->y + 1, rect->x, rect->columns, turn, sum);
	draw_bars(turn, sum, rect);
	draw_blank(pen.y, pen.x, pen.left, STYLE_TEXT);
	write_quantiles(&pen, sum);
	pen = (struct pen){ rect->y + rect->rows - 1, rect->x, rect->columns };
	draw_blank(pen.y, pen.x, pen.left, STYLE_TEXT);
	write_time(&pen, "ttft", turn->ttft_us);
	write_stalls(&pen, sum->stalls);
}

void
timingstrip_draw(const struct timings *timings, const struct rect *rect)
{
	const struct timings_turn *turn = timings_last(timings);
	struct timings_sum sum;

	if (!turn || !rect->rows)
		return;
	timings_sum(turn, &sum);
	if (rect->rows == 1)
		draw_one(turn, &sum, rect);
	else if (rect->rows == SOME_ROWS)
		draw_some(turn, &sum, rect);
	else
		draw_all(turn, &sum, rect);
}
