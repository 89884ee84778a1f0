/* inputview.h: the line being typed, in rows, and the pop-up of completions
 * above it. */
#ifndef INPUTVIEW_H
#define INPUTVIEW_H

#include <stdbool.h>

#include "draw.h"

struct inputview;

/* Says what a completion is for, or NULL. */
typedef const char *inputview_describe_fn(void *data, const char *line,
    const char *match);

struct inputview *inputview_new(inputview_describe_fn *describe, void *data);
void inputview_free(struct inputview *view);

/* Rows that the line would like to have at that width. */
int inputview_rows(struct inputview *view, int columns);
/* Draws the line as inputview_rows() of this frame laid it out; puts the place of the cursor into *y and *x. */
void inputview_draw(struct inputview *view, const struct rect *rect, int *y,
    int *x);
/* Moves the cursor a row up or down within the text. False at its edge. */
bool inputview_move(struct inputview *view, int rows, int columns);

/* Moves the cursor to a row and column of the screen. */
void inputview_point(struct inputview *view, const struct rect *rect, int y,
    int x);

/* Draws the completions right above row y, at most most rows; returns the rows
 * drawn. */
int inputview_draw_matches(struct inputview *view, int y, int x, int columns,
    int most);

#endif
