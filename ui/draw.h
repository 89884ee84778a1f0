/* draw.h: text into the cells of the screen. Everything that is drawn goes
 * through here, so nothing can leave its rectangle or reach the terminal
 * unclean. */
#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "theme.h"

struct rect {
	int y, x;
	int rows, columns;
};

bool rect_contains(const struct rect *rect, int y, int x);

/* Draws at most columns columns of the text at y, x; a cell that does not fit
 * ends it. Tabs count from x. Returns the columns drawn. */
int draw_text(int y, int x, int columns, const char *bytes, size_t len,
    enum style style);
int draw_string(int y, int x, int columns, const char *string,
    enum style style);
/* The same with a style for each cell: that of its first byte. */
typedef enum style draw_style_fn(const void *data, size_t at);
int draw_styled(int y, int x, int columns, const char *bytes, size_t len,
    draw_style_fn *style_at, const void *data);
/* The same in one line, with an ellipsis at the end if it does not fit. */
void draw_cut(int y, int x, int columns, const char *string, enum style style);
/* Our own words in one style, what stands in double quotes in another; an
 * ellipsis at the end if it does not fit. */
int draw_quoted(int y, int x, int columns, const char *string,
    enum style words, enum style quotes);
int draw_quoted_text(int y, int x, int columns, const char *bytes, size_t len,
    enum style words, enum style quotes);
/* A place in a row, and the columns that are left from there on. */
struct pen {
	int y, x;
	int left;
};
/* Draws like draw_quoted() and stands behind it then; goes on by columns. */
void pen_write(struct pen *pen, const char *string, enum style words,
    enum style quotes);
void pen_skip(struct pen *pen, int columns);
/* The same string, right-aligned in the columns; nothing if it does not fit. */
void draw_right(int y, int x, int columns, const char *string,
    enum style style);
/* Fills with blanks. */
void draw_blank(int y, int x, int columns, enum style style);
/* A horizontal or vertical line of a glyph. */
void draw_hline(int y, int x, int columns, enum style style);
void draw_vline(int y, int x, int rows, enum style style);

#endif
