/* draw.c: text into the cells of the screen. */
#include "draw.h"

#include <string.h>
#include <wchar.h>

#include "../src/cell.h"
#include "../src/utf8.h"
#include "highlight.h"
#include "hyperlink.h"
#include "wrap.h"

bool
rect_contains(const struct rect *rect, int y, int x)
{
	return y >= rect->y && y < rect->y + rect->rows && x >= rect->x &&
	    x < rect->x + rect->columns;
}

/* Puts one spacing character with what combines on it. Returns its columns. */
static int
put(int y, int x, const wchar_t *characters, enum style style)
{
	cchar_t cell;
	short pair;
	attr_t attributes = theme_attributes(style, &pair);

	int width = wcwidth(characters[0]);

	hyperlink_drop(y, x, width);
	if (setcchar(&cell, characters, attributes, pair, NULL) == OK)
		mvadd_wch(y, x, &cell);
	return width;
}

/* Draws the visible form of a cell: parts stand side by side. */
static void
draw_shown(int y, int x, const char *shown, enum style style)
{
	wchar_t part[CCHARW_MAX + 1];
	size_t len = strlen(shown), count = 0;
	int32_t c;

	for (size_t at = 0; at < len;) {
		at += utf8_next(shown + at, len - at, &c);
		if (count && wcwidth((wchar_t)c) > 0) {
			part[count] = L'\0';
			x += put(y, x, part, style);
			count = 0;
		}
		if (count < CCHARW_MAX - 1)
			part[count++] = (wchar_t)c;
	}
	part[count] = L'\0';
	if (count)
		put(y, x, part, style);
}

static bool
is_ascii(const char *shown)
{
	for (; *shown; shown++)
		if ((unsigned char)*shown >= 0x80)
			return false;
	return true;
}

/* The program's own signs have a letter that is like them. */
static const char *
to_ascii(const struct cell *cell)
{
	if (!strcmp(cell->shown, UTF8_ELLIPSIS))
		return "~";
	if (!strcmp(cell->shown, "→"))
		return ">";
	return cell->width > 1 ? "??" : "?";
}

static void
draw_cell(int y, int x, const struct cell *cell, enum style style)
{
	const char *shown = cell->shown;

	if (cell->kind == CELL_TAB)
		return;
	if (!theme_utf8() && !is_ascii(shown))
		shown = to_ascii(cell);
	draw_shown(y, x, shown,
	    cell->kind == CELL_CONTROL ? STYLE_CONTROL : style);
}

int
draw_styled(int y, int x, int columns, const char *bytes, size_t len,
    draw_style_fn *style_at, const void *data)
{
	bool marked = highlight_begin(bytes, len);
	struct cell cell;
	enum style style;
	int column = 0;

	for (size_t at = 0; at < len; at += cell.len) {
		cell_next(bytes + at, len - at, &cell);
		if (cell.kind == CELL_TAB)
			cell.width = TAB_COLUMNS - column % TAB_COLUMNS;
		if (cell.kind == CELL_TAB && column + cell.width > columns)
			cell.width = columns - column;
		if (column + cell.width > columns)
			break;
		style = style_at(data, at);
		draw_cell(y, x + column, &cell,
		    marked ? highlight_style(bytes + at, cell.len, style)
			   : style);
		column += cell.width;
	}
	return column;
}

static enum style
same_style(const void *data, size_t at)
{
	(void)at;
	return *(const enum style *)data;
}

int
draw_text(int y, int x, int columns, const char *bytes, size_t len,
    enum style style)
{
	return draw_styled(y, x, columns, bytes, len, same_style, &style);
}

int
draw_string(int y, int x, int columns, const char *string, enum style style)
{
	return draw_text(y, x, columns, string, strlen(string), style);
}

void
draw_cut(int y, int x, int columns, const char *string, enum style style)
{
	int width = cell_width(string, strlen(string));

	if (columns < 1)
		return;
	draw_string(y, x, width > columns ? columns - 1 : columns, string,
	    style);
	if (width > columns)
		draw_string(y, x + columns - 1, 1,
		    theme_glyph(GLYPH_ELLIPSIS), style);
}

/* Returns the length of the run up to and with the quote that ends it. */
static size_t
run_length(const char *bytes, size_t left, bool quoted)
{
	size_t len = quoted;

	while (len < left && bytes[len] != '"')
		len += quoted && bytes[len] == '\\' && len + 1 < left ? 2 : 1;
	return len + (quoted && len < left);
}

static int
draw_runs(int y, int x, int columns, const char *bytes, size_t left,
    enum style words, enum style quotes)
{
	int used = 0;

	while (left && used < columns) {
		bool quoted = *bytes == '"';
		size_t len = run_length(bytes, left, quoted);

		used += draw_text(y, x + used, columns - used, bytes, len,
		    quoted ? quotes : words);
		bytes += len;
		left -= len;
	}
	return used;
}

int
draw_quoted_text(int y, int x, int columns, const char *bytes, size_t len,
    enum style words, enum style quotes)
{
	int used;

	if (columns <= 0)
		return 0;
	if (cell_width(bytes, len) <= columns)
		return draw_runs(y, x, columns, bytes, len, words, quotes);
	used = draw_runs(y, x, columns - 1, bytes, len, words, quotes);
	return used +
	    draw_string(y, x + used, 1, theme_glyph(GLYPH_ELLIPSIS), words);
}

int
draw_quoted(int y, int x, int columns, const char *string, enum style words,
    enum style quotes)
{
	return draw_quoted_text(y, x, columns, string, strlen(string), words,
	    quotes);
}

void
pen_skip(struct pen *pen, int columns)
{
	pen->x += columns;
	pen->left -= columns;
}

void
pen_write(struct pen *pen, const char *string, enum style words,
    enum style quotes)
{
	pen_skip(pen, draw_quoted(pen->y, pen->x, pen->left, string, words,
	    quotes));
}

void
draw_right(int y, int x, int columns, const char *string, enum style style)
{
	int width = cell_width(string, strlen(string));

	if (width <= columns)
		draw_string(y, x + columns - width, width, string, style);
}

void
draw_blank(int y, int x, int columns, enum style style)
{
	for (int i = 0; i < columns; i++)
		put(y, x + i, L" ", style);
}

void
draw_hline(int y, int x, int columns, enum style style)
{
	for (int i = 0; i < columns; i++)
		draw_string(y, x + i, 1, theme_glyph(GLYPH_HLINE), style);
}

void
draw_vline(int y, int x, int rows, enum style style)
{
	for (int i = 0; i < rows; i++)
		draw_string(y + i, x, 1, theme_glyph(GLYPH_VLINE), style);
}
