/* picker.c: a list over the whole screen, of which the user chooses one row.
 *
 * The words of all rows are put together once, when it is opened, so a filter
 * only searches in memory; one that got longer searches what was left. */
#include "picker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "../src/cell.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"

enum { HEADINGS_FROM_ROWS = 10, GAP = 2 };

enum asked { NOT_ASKED, BY_LETTER, BY_KEY };

struct words {
	char *plain, *lower;
};

struct picker {
	struct picker_source source;
	bool open;
	struct words *words; /* of each row */
	size_t count;
	size_t *shown; /* rows that match the filter */
	size_t shown_count;
	struct text filter;
	size_t selected, top; /* places in shown */
	int rows; /* for rows, on the last screen drawn */
	enum asked asked; /* whether to delete the selected row */
	struct text hint;
};

/* ---- The words of rows. */

static char *
lowered(const char *string)
{
	struct text out = { 0 };
	size_t len = strlen(string), step;
	char bytes[4];
	int32_t c;

	text_add(&out, "");
	for (size_t at = 0; at < len; at += step) {
		step = utf8_next(string + at, len - at, &c);
		if (c < 0)
			text_append(&out, string + at, step);
		else
			text_append(&out, bytes,
			    utf8_encode((uint32_t)towlower((wint_t)c), bytes));
	}
	return out.bytes ? text_take(&out) : xstrdup("");
}

static void
release_words(struct picker *picker)
{
	for (size_t i = 0; i < picker->count; i++) {
		free(picker->words[i].plain);
		free(picker->words[i].lower);
	}
	free(picker->words);
	free(picker->shown);
	picker->words = NULL;
	picker->shown = NULL;
	picker->count = picker->shown_count = 0;
}

static void
read_words(struct picker *picker)
{
	const struct picker_source *source = &picker->source;
	struct text text = { 0 };

	release_words(picker);
	picker->count = source->count(source->data);
	picker->words = xcalloc(picker->count + 1, sizeof(*picker->words));
	picker->shown = xcalloc(picker->count + 1, sizeof(*picker->shown));
	for (size_t i = 0; i < picker->count; i++) {
		text_clear(&text);
		for (int column = 0; column < source->column_count; column++) {
			source->cell(source->data, i, column, &text);
			text_add(&text, " ");
		}
		picker->words[i].plain = xstrdup(text_string(&text));
		picker->words[i].lower = lowered(text_string(&text));
	}
	text_release(&text);
}

/* ---- The filter. */

/* A word with capitals means them. */
static bool
matches_word(const struct words *words, const char *word)
{
	char *lower = lowered(word);
	bool same = !strcmp(lower, word);
	bool found = strstr(same ? words->lower : words->plain, word) != NULL;

	free(lower);
	return found;
}

/* Keeps of the rows shown those that have the word. */
static void
keep_matching(struct picker *picker, const char *word)
{
	size_t kept = 0;

	for (size_t i = 0; i < picker->shown_count; i++)
		if (matches_word(&picker->words[picker->shown[i]], word))
			picker->shown[kept++] = picker->shown[i];
	picker->shown_count = kept;
}

static void
keep_matching_all(struct picker *picker)
{
	char *words = xstrdup(text_string(&picker->filter)), *save = NULL;

	for (char *word = strtok_r(words, " ", &save); word;
	     word = strtok_r(NULL, " ", &save))
		keep_matching(picker, word);
	free(words);
	picker->selected = picker->top = 0;
}

static void
show_all(struct picker *picker)
{
	for (size_t i = 0; i < picker->count; i++)
		picker->shown[i] = i;
	picker->shown_count = picker->count;
}

static void
filter_anew(struct picker *picker)
{
	show_all(picker);
	keep_matching_all(picker);
}

bool
picker_keep(struct picker *picker)
{
	bool asked = picker->asked != NOT_ASKED;

	picker->asked = NOT_ASKED;
	text_clear(&picker->hint);
	return asked;
}

void
picker_erase(struct picker *picker)
{
	struct text *filter = &picker->filter;

	picker_keep(picker);
	if (!filter->len)
		return;
	filter->len = cell_floor(filter->bytes, filter->len, filter->len - 1);
	filter->bytes[filter->len] = '\0';
	filter_anew(picker);
}

void
picker_clear(struct picker *picker)
{
	picker_keep(picker);
	text_clear(&picker->filter);
	filter_anew(picker);
}

/* ---- Its life. */

struct picker *
picker_new(void)
{
	return xcalloc(1, sizeof(struct picker));
}

void
picker_free(struct picker *picker)
{
	if (!picker)
		return;
	release_words(picker);
	text_release(&picker->filter);
	text_release(&picker->hint);
	free(picker);
}

void
picker_open(struct picker *picker, const struct picker_source *source)
{
	picker->source = *source;
	picker->open = true;
	read_words(picker);
	picker_clear(picker);
}

void
picker_close(struct picker *picker)
{
	picker->open = false;
	release_words(picker);
}

bool
picker_is_open(const struct picker *picker)
{
	return picker->open;
}

/* ---- What the user does. */

void
picker_move(struct picker *picker, long rows)
{
	long to = (long)picker->selected + rows;
	long last = (long)picker->shown_count - 1;

	picker_keep(picker);
	to = to > last ? last : to;
	picker->selected = to < 0 ? 0 : (size_t)to;
}

long
picker_page(const struct picker *picker)
{
	return picker->rows > 1 ? picker->rows - 1 : 1;
}

void
picker_choose(struct picker *picker)
{
	const struct picker_source *source = &picker->source;

	if (!picker_keep(picker) && picker->shown_count &&
	    source->choose(source->data, picker->shown[picker->selected]))
		picker_close(picker);
}

static void
ask(struct picker *picker, enum asked how)
{
	const struct picker_source *source = &picker->source;

	picker->asked = how;
	text_clear(&picker->hint);
	text_add(&picker->hint, "d deletes \"");
	source->cell(source->data, picker->shown[picker->selected], 0,
	    &picker->hint);
	text_add(&picker->hint, "\"; any other key keeps it");
}

/* The place stays; the rows behind it come up. */
static void
remove_selected(struct picker *picker)
{
	const struct picker_source *source = &picker->source;
	size_t selected = picker->selected, top = picker->top;

	text_clear(&picker->hint);
	if (!source->remove(source->data, picker->shown[selected],
		&picker->hint))
		return;
	read_words(picker);
	filter_anew(picker);
	picker->top = top;
	picker_move(picker, (long)selected);
}

static void
ask_or_remove(struct picker *picker, enum asked how)
{
	bool sure = picker_keep(picker);

	if (!picker->shown_count)
		return;
	if (sure)
		remove_selected(picker);
	else
		ask(picker, how);
}

void
picker_delete(struct picker *picker)
{
	ask_or_remove(picker, BY_KEY);
}

/* A filter that got longer matches less. One that begins with "d" must get a
 * second letter, which says that the first was none that deletes. */
void
picker_type(struct picker *picker, const char *bytes, size_t len)
{
	if (len == 1 && *bytes == 'd' &&
	    (picker->asked || !picker->filter.len)) {
		ask_or_remove(picker, BY_LETTER);
		return;
	}
	if (picker->asked == BY_LETTER)
		text_add(&picker->filter, "d");
	picker_keep(picker);
	text_append(&picker->filter, bytes, len);
	keep_matching_all(picker);
}

const char *
picker_hint(const struct picker *picker)
{
	if (picker->hint.len)
		return text_string(&picker->hint);
	return picker->filter.len
	    ? "Enter opens   Ctrl-D deletes   Esc closes"
	    : "Enter opens   d deletes   Esc closes   type to filter";
}

/* ---- Drawing. */

/* Draws a row of cells, or the headings when out of rows. */
static void
draw_cells(struct picker *picker, const struct rect *at, const size_t *row,
    enum style first, enum style others)
{
	const struct picker_source *source = &picker->source;
	struct text cell = { 0 };
	int right = at->x + at->columns;

	for (int i = source->column_count - 1; i >= 0; i--) {
		const struct picker_column *column = &source->columns[i];
		int columns = column->columns ? column->columns : right - at->x;

		if (at->columns < column->from)
			continue;
		text_clear(&cell);
		if (row)
			source->cell(source->data, *row, i, &cell);
		else
			text_add(&cell, column->heading);
		if (column->right)
			draw_right(at->y, right - columns, columns,
			    text_string(&cell), others);
		else
			draw_quoted(at->y, right - columns, columns,
			    text_string(&cell), i ? others : first,
			    i ? others : first);
		right -= columns + GAP;
	}
	text_release(&cell);
}

static void
draw_title(const struct picker *picker, const struct rect *rect)
{
	char count[64];
	int used;

	draw_hline(rect->y, rect->x, rect->columns, STYLE_FAINT);
	used = draw_string(rect->y, rect->x + 1, rect->columns - 2, " ",
	    STYLE_TEXT);
	used += draw_string(rect->y, rect->x + 1 + used,
	    rect->columns - 3 - used, picker->source.title, STYLE_TITLE_FOCUS);
	draw_string(rect->y, rect->x + 1 + used, 1, " ", STYLE_TEXT);
	if (picker->filter.len)
		snprintf(count, sizeof(count), " %zu of %zu ",
		    picker->shown_count, picker->count);
	else
		snprintf(count, sizeof(count), " %zu ", picker->count);
	draw_right(rect->y, rect->x + used + 2, rect->columns - used - 4, count,
	    STYLE_DIM);
}

/* Of a long filter its end is seen. Returns where the cursor is. */
static int
draw_filter(const struct picker *picker, int y, int x, int columns)
{
	const char *bytes = text_string(&picker->filter);
	size_t len = picker->filter.len;

	draw_blank(y, x, columns, STYLE_TEXT);
	draw_string(y, x, columns, "> ", STYLE_YOU);
	while (len && cell_width(bytes, len) > columns - 3) {
		size_t step = cell_ceil(bytes, len, 1);

		bytes += step;
		len -= step;
	}
	return x + 2 + draw_text(y, x + 2, columns - 2, bytes, len,
	    STYLE_TEXT);
}

static void
draw_row(struct picker *picker, const struct rect *at, size_t place)
{
	bool selected = place == picker->selected;

	draw_blank(at->y, at->x, at->columns,
	    selected ? STYLE_SELECTED : STYLE_TEXT);
	if (place < picker->shown_count)
		draw_cells(picker, at, &picker->shown[place],
		    selected ? STYLE_SELECTED : STYLE_TEXT,
		    selected ? STYLE_SELECTED : STYLE_DIM);
}

/* As little as needed, and no empty rows while there are others. */
static void
scroll_to_selected(struct picker *picker)
{
	size_t rows = (size_t)picker->rows;

	if (picker->selected < picker->top)
		picker->top = picker->selected;
	if (picker->selected >= picker->top + rows)
		picker->top = picker->selected - rows + 1;
	if (picker->top + rows > picker->shown_count)
		picker->top = picker->shown_count > rows
		    ? picker->shown_count - rows
		    : 0;
}

static void
draw_rows(struct picker *picker, const struct rect *rect)
{
	struct rect at = *rect;

	picker->rows = rect->rows > 0 ? rect->rows : 1;
	scroll_to_selected(picker);
	for (int i = 0; i < rect->rows; i++) {
		at.y = rect->y + i;
		draw_row(picker, &at, picker->top + (size_t)i);
	}
	if (!picker->shown_count && rect->rows) {
		draw_blank(rect->y, rect->x, rect->columns, STYLE_TEXT);
		draw_string(rect->y, rect->x, rect->columns,
		    "nothing matches", STYLE_DIM);
	}
}

void
picker_draw(struct picker *picker, const struct rect *rect, int *y, int *x)
{
	int above = rect->rows >= HEADINGS_FROM_ROWS ? 3 : 2;
	struct rect rows = { rect->y + above, rect->x + 1, rect->rows - above,
		rect->columns - 2 };
	struct rect headings = rows;

	draw_title(picker, rect);
	*y = rect->y + 1;
	*x = draw_filter(picker, *y, rows.x, rows.columns);
	headings.y--;
	if (above == 3) {
		draw_blank(headings.y, rows.x, rows.columns, STYLE_TEXT);
		draw_cells(picker, &headings, NULL, STYLE_FAINT, STYLE_FAINT);
	}
	draw_rows(picker, &rows);
}
