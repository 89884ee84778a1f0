/* timingdraw.c: times between tokens as pictures of cells. */
#include "timingdraw.h"

#include <string.h>

enum {
	EIGHTHS = 8,
	DECADE = 10,
	BINS_MAX = 80, /* more would be noise, of which each is wider then */
};

/* ---- One time after the other. */

/* The longest of the times that a column of the row stands for. */
static uint32_t
longest(const struct timings_point *points, size_t count)
{
	uint32_t most = 0;

	for (size_t i = 0; i < count; i++)
		most = points[i].gap_us > most ? points[i].gap_us : most;
	return most;
}

void
timingdraw_spark(int y, int x, int columns, const struct timings_turn *turn,
    const struct timings_sum *sum)
{
	const struct timings_series *few = &turn->few;
	size_t room = columns > 0 ? (size_t)columns : 1;
	size_t each = (few->count + room - 1) / room;

	draw_blank(y, x, columns, STYLE_TEXT);
	for (size_t at = 0, i = 0; at < few->count; at += each, i++) {
		size_t left = few->count - at;
		uint32_t gap = longest(few->points + at,
		    left < each ? left : each);

		if (timings_is_stall(sum, gap))
			draw_string(y, x + (int)i, 1,
			    theme_glyph(GLYPH_ANOMALY), STYLE_CUT);
		else
			draw_string(y, x + (int)i, 1,
			    theme_bar(timings_height(gap, sum->p50)),
			    STYLE_GRAPH);
	}
}

/* ---- How often each time came. */

struct spread {
	int64_t counts[BINS_MAX];
	int64_t most;
	int bins, wide; /* wide: columns of a bin */
};

static void
spread(struct spread *spread, const struct timings_turn *turn, int64_t from,
    int64_t to, int columns)
{
	spread->wide = (columns + BINS_MAX - 1) / BINS_MAX;
	spread->bins = columns / spread->wide;
	spread->most = 1;
	timings_spread(turn, from, to, spread->counts, spread->bins);
	for (int i = 0; i < spread->bins; i++)
		if (spread->counts[i] > spread->most)
			spread->most = spread->counts[i];
}

/* In eighths of a cell; what is there at all can be seen. */
static int
height_of(const struct spread *spread, int bin, int rows)
{
	int64_t count = spread->counts[bin];
	int height = (int)(count * rows * EIGHTHS / spread->most);

	return count && !height ? 1 : height;
}

void
timingdraw_bar(int bottom, int x, int eighths, enum style style)
{
	for (int y = bottom; eighths > 0; y--, eighths -= EIGHTHS)
		draw_string(y, x, 1,
		    theme_bar(eighths < EIGHTHS ? eighths : EIGHTHS), style);
}

void
timingdraw_bars(const struct rect *rect, const struct timings_turn *turn,
    int64_t from, int64_t to)
{
	struct spread bars;

	if (rect->columns < 1)
		return;
	spread(&bars, turn, from, to, rect->columns);
	for (int i = 0; i < bars.bins * bars.wide; i++)
		timingdraw_bar(rect->y + rect->rows - 1, rect->x + i,
		    height_of(&bars, i / bars.wide, rect->rows), STYLE_GRAPH);
}

void
timingdraw_marks(const struct rect *rect, const struct timings_turn *turn,
    int64_t from, int64_t to, const char *mark, enum style style)
{
	struct spread marks;

	if (rect->columns < 1)
		return;
	spread(&marks, turn, from, to, rect->columns);
	for (int i = 0; i < marks.bins; i++) {
		int height = height_of(&marks, i, rect->rows);
		int row = (height + EIGHTHS - 1) / EIGHTHS;

		if (height)
			draw_string(rect->y + rect->rows - row,
			    rect->x + i * marks.wide + marks.wide / 2, 1, mark,
			    style);
	}
}

/* ---- What stands below. */

void
timingdraw_axis(int y, int x, int columns, int64_t from, int64_t to)
{
	struct text tick = { 0 };
	int free_from = x;

	draw_blank(y, x, columns, STYLE_TEXT);
	for (int64_t us = from; us <= to; us *= DECADE) {
		int at = x + timings_column(us, from, to, columns);
		int width;

		text_clear(&tick);
		timings_print_tick(&tick, us);
		width = (int)tick.len;
		if (us == to)
			at = x + columns - width;
		if (at < free_from || at + width > x + columns)
			continue;
		draw_string(y, at, width, text_string(&tick), STYLE_FAINT);
		free_from = at + width + 1;
	}
	text_release(&tick);
}

void
timingdraw_quantiles(int y, int x, int columns, int64_t from, int64_t to,
    const struct timings_sum *sum)
{
	const struct {
		const char *name;
		int64_t us;
	} marks[] = { { "p50", sum->p50 }, { "p90", sum->p90 },
		{ "p99", sum->p99 } };
	int free_from = 0;

	draw_hline(y, x, columns, STYLE_LINE);
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		int width = (int)strlen(marks[i].name);
		int at = timings_column(marks[i].us, from, to, columns) - 1;

		at = at < 0 ? 0 : at + width > columns ? columns - width : at;
		/* One that has no room of its own is in the list below. */
		if (marks[i].us < 0 || at < free_from)
			continue;
		draw_string(y, x + at, columns - at, marks[i].name,
		    STYLE_DIM);
		free_from = at + width + 1;
	}
}
