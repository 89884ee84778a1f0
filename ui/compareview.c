/* compareview.c: replies to the same side by side.
 *
 * All is drawn in each frame; curses sends what differs. What costs is kept:
 * the rows of a text that grows, and where texts differ, which is looked for
 * when all are over or another one is chosen. */
#include "compareview.h"

#include <stdlib.h>
#include <string.h>

#include "../src/cell.h"
#include "../src/ending.h"
#include "../src/xalloc.h"
#include "comparelayout.h"
#include "endmark.h"
#include "timerow.h"
#include "wrap.h"

enum {
	SIDE = 1,
	HEAD_ROWS = 1,
	TALL_ROWS = 9, /* from here on, the end has rows for more */
	HINT_FROM = 58,
	WIDE_COLUMNS = 60, /* from here on, all fits in one of them */
};

/* What is kept of one reply. */
struct column {
	struct wrap wrap;
	const void *wrapped; /* the text that is */
	struct textdiff diff; /* a: this text, b: that of the chosen one */
};

struct compareview {
	const struct comparison *comparison; /* NULL: closed */
	struct column columns[COMPARED_MOST];
	size_t chosen;
	bool follow; /* shows the ends */
	long top;    /* else the first row that is shown of each */
	long rows;   /* of the chosen reply that can be shown, in all */
	long page;
	uint64_t drawn; /* revision */
	bool changed;   /* what has no revision */
	uint64_t compared; /* revision of the differences, 0: none */
};

/* ---- Which, and from where. */

bool
compareview_is_open(const struct compareview *view)
{
	return view->comparison;
}

bool
compareview_has_changed(const struct compareview *view)
{
	return view->comparison && (view->changed ||
	    view->drawn != view->comparison->revision);
}

bool
compareview_is_streaming(const struct compareview *view)
{
	return !comparison_is_over(view->comparison);
}

size_t
compareview_chosen(const struct compareview *view)
{
	return view->chosen;
}

void
compareview_choose(struct compareview *view, size_t index)
{
	if (index >= view->comparison->count)
		return;
	view->chosen = index;
	view->compared = 0;
	view->changed = true;
}

void
compareview_step(struct compareview *view, int step)
{
	size_t count = view->comparison->count;

	compareview_choose(view,
	    (view->chosen + count + (size_t)step) % count);
}

static long
last_top(const struct compareview *view)
{
	return view->rows > view->page ? view->rows - view->page : 0;
}

void
compareview_scroll(struct compareview *view, long rows)
{
	long last = last_top(view);
	long from = view->follow ? last : view->top;

	if (rows < 0)
		view->top = from > -rows ? from + rows : 0;
	else
		view->top = last - from > rows ? from + rows : last;
	view->follow = view->top == last && rows > 0;
	view->changed = true;
}

long
compareview_page(const struct compareview *view)
{
	return view->page > 1 ? view->page - 1 : 1;
}

/* ---- The text of a reply. */

struct body {
	const char *bytes;
	size_t len;
	enum style style;
	bool marked; /* it is the answer, whose differences are known */
};

/* While there is no answer, what there is in its place. */
static struct body
body_of(const struct message *reply)
{
	const struct text *parts[] = { &reply->text, &reply->refusal,
		&reply->reasoning };

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (parts[i]->len)
			return (struct body){ text_string(parts[i]),
				parts[i]->len, i ? STYLE_DIM : STYLE_TEXT,
				!i };
	if (reply->end.error)
		return (struct body){ reply->end.error,
			strlen(reply->end.error), STYLE_DIM, false };
	return (struct body){ "", 0, STYLE_DIM, false };
}

/* Which text it is, wherever it has grown to. */
static const void *
part_of(const struct message *reply)
{
	if (reply->text.len)
		return &reply->text;
	if (reply->refusal.len)
		return &reply->refusal;
	return reply->reasoning.len ? (const void *)&reply->reasoning
	                            : &reply->end;
}

static void
lay_out(struct column *column, const struct message *reply, int width)
{
	struct body body = body_of(reply);

	if (column->wrapped != part_of(reply) || body.len < column->wrap.len)
		wrap_clear(&column->wrap);
	column->wrapped = part_of(reply);
	wrap_update(&column->wrap, body.bytes, body.len, width);
}

/* ---- Where texts differ. */

static void
compare(struct compareview *view)
{
	const struct comparison *comparison = view->comparison;

	if (!comparison_is_over(comparison) ||
	    view->compared == comparison->revision)
		return;
	for (size_t i = 0; i < comparison->count; i++)
		comparison_diff(comparison, i, view->chosen,
		    &view->columns[i].diff);
	view->compared = comparison->revision;
}

/* Whether a byte of the text itself is in one of the hunks. */
static bool
is_in_diff(const struct textdiff *diff, size_t at)
{
	size_t low = 0, high = diff->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (diff->hunks[middle].a + diff->hunks[middle].a_len <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < diff->count && diff->hunks[low].a <= at;
}

/* The same of a byte of the text that it was compared with. */
static bool
is_in_other(const struct textdiff *diff, size_t at)
{
	size_t low = 0, high = diff->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (diff->hunks[middle].b + diff->hunks[middle].b_len <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < diff->count && diff->hunks[low].b <= at;
}

/* The chosen one differs where it does from any that has a text. */
static bool
differs(const struct compareview *view, size_t index, size_t at)
{
	if (index != view->chosen)
		return is_in_diff(&view->columns[index].diff, at);
	for (size_t i = 0; i < view->comparison->count; i++)
		if (view->comparison->items[i].reply->text.len &&
		    is_in_other(&view->columns[i].diff, at))
			return true;
	return false;
}

struct place {
	const struct compareview *view;
	size_t index, start;
};

static enum style
style_at(const void *data, size_t at)
{
	const struct place *place = data;

	return differs(place->view, place->index, place->start + at)
	    ? STYLE_DIFFERENCE : STYLE_TEXT;
}

static void
draw_row(const struct compareview *view, size_t index, const struct row *row,
    int y, const struct rect *rect)
{
	struct body body = body_of(view->comparison->items[index].reply);
	struct place place = { view, index, row->start };
	const char *bytes = body.bytes + row->start;
	size_t len = row->end - row->start;

	if (view->compared && body.marked)
		draw_styled(y, rect->x, rect->columns, bytes, len, style_at,
		    &place);
	else
		draw_text(y, rect->x, rect->columns, bytes, len, body.style);
}

/* ---- A reply: its heading, its text, its end. */

static void
print_verdict(struct text *out, const struct compareview *view, size_t index)
{
	const struct comparison *comparison = view->comparison;
	size_t at;

	if (index == view->chosen)
		return;
	if (comparison->items[index].over &&
	    !comparison->items[index].reply->text.len) {
		text_add(out, "no text");
		return;
	}
	at = comparison_first_difference(comparison, index, view->chosen);
	if (comparison_is_open(comparison, index, view->chosen))
		text_add(out, "same so far");
	else if (at)
		text_printf(out, "differs at character %zu", at);
	else
		text_add(out, "same text");
}

static void
draw_heading(const struct compareview *view, size_t index,
    const struct rect *rect)
{
	const struct compared *compared = &view->comparison->items[index];
	bool chosen = index == view->chosen;
	enum style style = chosen ? STYLE_SELECTED : STYLE_ENGINE;
	bool alone = rect->rows == HEAD_ROWS && compared->over;
	const char *word = alone ? ending_word(&compared->reply->end) : "";
	int room = rect->columns - (*word ? (int)strlen(word) + 1 : 0);
	struct text title = { 0 };

	text_printf(&title, "%zu ", index + 1);
	compared_print_name(&title, compared);
	draw_blank(rect->y, rect->x, rect->columns,
	    chosen ? style : STYLE_TEXT);
	draw_cut(rect->y, rect->x, room, text_string(&title), style);
	if (alone)
		draw_right(rect->y, rect->x, rect->columns, word,
		    endmark_style(&compared->reply->end));
	text_release(&title);
}

static void
print_tokens(struct text *out, const struct compared *compared)
{
	int64_t tokens = compared->over ? compared_tokens(compared)
	                                : compared->tokens;

	if (tokens > 0)
		text_printf(out, "%lld token%s", (long long)tokens,
		    tokens == 1 ? "" : "s");
}

/* The mark and the word, or that it streams; at the right, tokens. */
static void
draw_state(const struct compared *compared, int y, const struct rect *rect)
{
	const struct ending *end = &compared->reply->end;
	enum glyph glyph = compared->over ? endmark_glyph(end) : GLYPH_RUNNING;
	enum style style = compared->over ? endmark_style(end) : STYLE_YOU;
	const char *word = compared->over ? ending_word(end)
	    : compared->tokens ? "streams" : "waits";
	int room = rect->columns - 2 - cell_width(word, strlen(word)) - 1;
	struct text tokens = { 0 };

	draw_string(y, rect->x, 1, theme_glyph(glyph), style);
	draw_string(y, rect->x + 2, rect->columns - 2, word, style);
	print_tokens(&tokens, compared);
	if ((int)tokens.len <= room)
		draw_right(y, rect->x, rect->columns, text_string(&tokens),
		    STYLE_DIM);
	text_release(&tokens);
}

static void
draw_why(const struct compared *compared, int y, const struct rect *rect)
{
	const struct ending *end = &compared->reply->end;
	const char *why = end->error ? end->error : end->why;

	if (compared->over && why)
		draw_quoted(y, rect->x, rect->columns, why, STYLE_DIM,
		    STYLE_TEXT);
}

static void
draw_verdict(const struct compareview *view, size_t index, int y,
    const struct rect *rect)
{
	struct text verdict = { 0 };

	print_verdict(&verdict, view, index);
	draw_cut(y, rect->x, rect->columns, text_string(&verdict), STYLE_DIM);
	text_release(&verdict);
}

/* All in a row where it fits. */
static void
draw_ending(const struct compared *compared, int y, const struct rect *rect)
{
	const struct message *reply = compared->reply;
	const char *word = ending_word(&reply->end);
	int indent = 2 + cell_width(word, strlen(word)) + 2;
	struct text text = { 0 };

	draw_string(y, rect->x, 1, theme_glyph(endmark_glyph(&reply->end)),
	    endmark_style(&reply->end));
	draw_string(y, rect->x + 2, rect->columns - 2, word,
	    endmark_style(&reply->end));
	ending_print(&text, reply, " · ", rect->columns - indent);
	draw_quoted_text(y, rect->x + indent, rect->columns - indent,
	    text_string(&text), text.len, STYLE_DIM, STYLE_TEXT);
	text_release(&text);
}

/* The rows below the text. */
static int
end_rows(const struct rect *rect)
{
	if (rect->rows < TALL_ROWS)
		return rect->rows > HEAD_ROWS;
	return rect->columns < WIDE_COLUMNS ? 3 : 2;
}

static void
draw_end(const struct compareview *view, size_t index, const struct rect *rect)
{
	const struct compared *compared = &view->comparison->items[index];
	int rows = end_rows(rect), y = rect->y + rect->rows - rows;

	if (rect->columns < WIDE_COLUMNS || !compared->over)
		draw_state(compared, y, rect);
	else
		draw_ending(compared, y, rect);
	if (rows == 3)
		draw_why(compared, y + 1, rect);
	if (rows > 1)
		draw_verdict(view, index, y + rows - 1, rect);
}

/* The first row of a reply that is shown. */
static size_t
top_of(const struct compareview *view, const struct wrap *wrap, int rows)
{
	size_t last = wrap->count > (size_t)rows ? wrap->count - (size_t)rows
	                                         : 0;

	return view->follow || (size_t)view->top > last ? last
	                                                : (size_t)view->top;
}

static void
draw_body(struct compareview *view, size_t index, const struct rect *rect)
{
	struct column *column = &view->columns[index];
	size_t top;

	lay_out(column, view->comparison->items[index].reply,
	    rect->columns);
	top = top_of(view, &column->wrap, rect->rows);
	if (index == view->chosen)
		view->page = rect->rows;
	if ((long)column->wrap.count > view->rows)
		view->rows = (long)column->wrap.count;
	for (int i = 0; i < rect->rows; i++)
		if (top + (size_t)i < column->wrap.count)
			draw_row(view, index, &column->wrap.rows[top +
			    (size_t)i], rect->y + i, rect);
	if (top + (size_t)rect->rows < column->wrap.count)
		draw_right(rect->y + rect->rows - 1, rect->x, rect->columns,
		    theme_glyph(GLYPH_MORE), STYLE_YOU);
}

static void
draw_panel(struct compareview *view, size_t index, const struct rect *rect)
{
	struct rect body = { rect->y + HEAD_ROWS, rect->x,
		rect->rows - HEAD_ROWS - end_rows(rect), rect->columns };

	if (!rect->rows)
		return;
	draw_heading(view, index, rect);
	if (rect->rows > HEAD_ROWS)
		draw_end(view, index, rect);
	if (body.rows > 0)
		draw_body(view, index, &body);
}

/* ---- The page. */

static void
print_summary(struct text *out, const struct compareview *view)
{
	const struct comparison *comparison = view->comparison;
	size_t streaming = 0;

	for (size_t i = 0; i < comparison->count; i++)
		streaming += !comparison->items[i].over;
	if (streaming)
		text_printf(out, " %zu of %zu stream%s ", streaming,
		    comparison->count, streaming == 1 ? "s" : "");
	else if (comparison_same_text(comparison))
		text_add(out, " all texts are the same ");
	else
		text_add(out, " the texts differ ");
}

static void
draw_title(const struct compareview *view, const struct rect *rect)
{
	struct text summary = { 0 };

	draw_hline(rect->y, rect->x, rect->columns, STYLE_LINE);
	draw_string(rect->y, rect->x + SIDE, rect->columns - SIDE,
	    " compare ", STYLE_TITLE_FOCUS);
	print_summary(&summary, view);
	draw_right(rect->y, rect->x, rect->columns - SIDE,
	    text_string(&summary), STYLE_DIM);
	text_release(&summary);
}

static void
draw_timelines(const struct compareview *view, const struct rect *rect)
{
	const struct comparison *comparison = view->comparison;
	struct timeaxis axis;

	if (!rect->rows)
		return;
	timerow_axis(&axis, comparison, rect->columns - 2 * SIDE);
	draw_hline(rect->y, rect->x, rect->columns, STYLE_LINE);
	draw_string(rect->y, rect->x + SIDE, rect->columns - SIDE,
	    " timelines ", STYLE_TITLE);
	for (size_t i = 0; i < comparison->count; i++)
		timerow_draw(&axis, comparison, i, i == view->chosen,
		    rect->y + 1 + (int)i, rect->x + SIDE);
}

const char *
compareview_hint(const struct compareview *view, int columns)
{
	static const char *const hints[2][2] = {
		{ "Left Right   Enter takes   Esc closes",
		    "Left Right choose   Enter takes its reply   Esc closes" },
		{ "Left Right   Ctrl-C stops   Esc closes",
		    "Left Right choose   Ctrl-C stops   Esc closes" },
	};

	return hints[compareview_is_streaming(view)][columns >= HINT_FROM];
}

void
compareview_draw(struct compareview *view, const struct rect *rect)
{
	struct compare_layout layout;

	compare(view);
	compare_layout(&layout, rect, view->comparison->count, view->chosen);
	for (int i = 0; i < rect->rows; i++)
		draw_blank(rect->y + i, rect->x, rect->columns, STYLE_TEXT);
	draw_title(view, rect);
	view->rows = 0;
	for (size_t i = 0; i < view->comparison->count; i++) {
		const struct rect *panel = &layout.panels[i];

		draw_panel(view, i, panel);
		if (layout.beside && i)
			draw_vline(panel->y, panel->x - 2, panel->rows,
			    STYLE_LINE);
	}
	draw_timelines(view, &layout.timelines);
	view->drawn = view->comparison->revision;
	view->changed = false;
}

/* ---- Its life. */

void
compareview_open(struct compareview *view, const struct comparison *comparison)
{
	for (size_t i = 0; i < COMPARED_MOST; i++) {
		wrap_clear(&view->columns[i].wrap);
		view->columns[i].wrapped = NULL;
	}
	view->comparison = comparison;
	view->chosen = 0;
	view->compared = 0;
	view->follow = view->changed = true;
}

void
compareview_close(struct compareview *view)
{
	view->comparison = NULL;
}

struct compareview *
compareview_new(void)
{
	return xcalloc(1, sizeof(struct compareview));
}

void
compareview_free(struct compareview *view)
{
	for (size_t i = 0; view && i < COMPARED_MOST; i++) {
		wrap_release(&view->columns[i].wrap);
		textdiff_release(&view->columns[i].diff);
	}
	free(view);
}
