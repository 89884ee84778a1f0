/* timerow.c: when the tokens of a reply came, as a row of bars. */
#include "timerow.h"

#include "../src/cell.h"
#include "../src/text.h"
#include "draw.h"
#include "endmark.h"

enum {
	NAME_MOST = 24,
	TIME_COLUMNS = 10,
	WIDE_TIMES = 24, /* with the time to the first token */
	WIDE_FROM = 100,
	BARS_LEAST = 8,
	EIGHTHS = 8,
};

/* ---- The axis. */

static int
name_columns(const struct comparison *comparison, int most)
{
	int columns = 0;

	for (size_t i = 0; i < comparison->count; i++) {
		struct text name = { 0 };
		int width;

		compared_print_name(&name, &comparison->items[i]);
		width = cell_width(text_string(&name), name.len);
		columns = width > columns ? width : columns;
		text_release(&name);
	}
	return columns < most ? columns : most;
}

static int64_t
time_at(const struct timeaxis *axis, int column)
{
	return axis->span_us * column / axis->bars;
}

static double
tokens_at(const struct timeaxis *axis, const struct compared *compared,
    int column)
{
	/* The last cell holds what came at the very end. */
	int64_t to = time_at(axis, column + 1) +
	    (column + 1 == axis->bars);

	return timeline_sum(&compared->timeline, time_at(axis, column), to);
}

void
timerow_axis(struct timeaxis *axis, const struct comparison *comparison,
    int columns)
{
	int most = columns / 4 < NAME_MOST ? columns / 4 : NAME_MOST;

	*axis = (struct timeaxis){
		.name = 2 + name_columns(comparison, most),
		.span_us = comparison_span_us(comparison),
	};
	axis->times = columns < WIDE_FROM ? TIME_COLUMNS : WIDE_TIMES;
	axis->bars = columns - axis->name - 2 - axis->times;
	if (axis->bars < BARS_LEAST)
		axis->bars = BARS_LEAST;
	for (size_t i = 0; i < comparison->count; i++)
		for (int column = 0; column < axis->bars; column++) {
			double tokens = tokens_at(axis,
			    &comparison->items[i], column);

			axis->peak = tokens > axis->peak ? tokens
			                                 : axis->peak;
		}
}

/* ---- A row. */

static void
draw_name(const struct timeaxis *axis, const struct compared *compared,
    size_t index, bool chosen, int y, int x)
{
	enum style style = chosen ? STYLE_TITLE_FOCUS : STYLE_DIM;
	struct text name = { 0 };

	text_printf(&name, "%zu ", index + 1);
	compared_print_name(&name, compared);
	draw_cut(y, x, axis->name, text_string(&name), style);
	text_release(&name);
}

/* Before the first token it waits; a bar is not lower than can be seen. */
static void
draw_bar(const struct timeaxis *axis, const struct compared *compared,
    int column, int y, int x)
{
	double tokens = tokens_at(axis, compared, column);
	int64_t first = compared->timeline.first_us;
	int eighths = (int)(tokens / axis->peak * EIGHTHS + 0.5);

	if (tokens > 0)
		draw_string(y, x, 1, theme_bar(eighths ? eighths : 1),
		    STYLE_GRAPH);
	else if (first < 0 || time_at(axis, column + 1) <= first)
		draw_string(y, x, 1, theme_glyph(GLYPH_DOT), STYLE_FAINT);
}

/* The cell behind the last that belongs to the reply. */
static int
end_of(const struct timeaxis *axis, const struct compared *compared)
{
	int64_t us = compared->over ? compared->total_us
	                            : compared->timeline.last_us;
	int column = us < 0 || !axis->span_us ? 0
	    : (int)((us * axis->bars + axis->span_us - 1) / axis->span_us);

	return column > axis->bars ? axis->bars : column;
}

static void
print_time(struct text *out, const char *label, int64_t us)
{
	double ms = (double)us / 1000;

	if (us < 0)
		return;
	if (ms < 10000)
		text_printf(out, "%s%.0f ms", label, ms);
	else
		text_printf(out, "%s%.1f s", label, ms / 1000);
}

static void
draw_times(const struct timeaxis *axis, const struct compared *compared, int y,
    int x)
{
	struct text text = { 0 };

	if (axis->times == WIDE_TIMES) {
		print_time(&text, "ttft ", compared->ttft_us);
		draw_string(y, x, TIME_COLUMNS + 4, text_string(&text),
		    STYLE_DIM);
		text_clear(&text);
	}
	if (compared->over)
		print_time(&text, "", compared->total_us);
	draw_right(y, x, axis->times - 1, text_string(&text), STYLE_DIM);
	text_release(&text);
}

void
timerow_draw(const struct timeaxis *axis, const struct comparison *comparison,
    size_t index, bool chosen, int y, int x)
{
	const struct compared *compared = &comparison->items[index];
	int bars = x + axis->name + 1, end = end_of(axis, compared);

	draw_name(axis, compared, index, chosen, y, x);
	for (int column = 0; column < end; column++)
		draw_bar(axis, compared, column, y, bars + column);
	if (compared->over)
		draw_string(y, bars + end, 1,
		    theme_glyph(endmark_glyph(&compared->reply->end)),
		    endmark_style(&compared->reply->end));
	draw_times(axis, compared, y, bars + axis->bars + 2);
}
