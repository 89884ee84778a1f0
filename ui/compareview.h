/* compareview.h: replies to the same side by side, over the whole screen, and
 * below them when their tokens came, on one axis. One of them is chosen: the
 * others are compared with it. */
#ifndef COMPAREVIEW_H
#define COMPAREVIEW_H

#include "../src/comparison.h"
#include "draw.h"

struct compareview;

struct compareview *compareview_new(void);
void compareview_free(struct compareview *view);
/* The comparison stays until the view is closed. */
void compareview_open(struct compareview *view,
    const struct comparison *comparison);
void compareview_close(struct compareview *view);
bool compareview_is_open(const struct compareview *view);
/* Whether it is not as it was drawn last. */
bool compareview_has_changed(const struct compareview *view);
bool compareview_is_streaming(const struct compareview *view);

size_t compareview_chosen(const struct compareview *view);
/* Chooses the one that many further on, around the ends. */
void compareview_step(struct compareview *view, int step);
/* Chooses that one (from 0), if it is there. */
void compareview_choose(struct compareview *view, size_t index);
/* Rows down, or up when negative; a page is what one reply has of rows. */
void compareview_scroll(struct compareview *view, long rows);
long compareview_page(const struct compareview *view);

/* What the line at the bottom says. */
const char *compareview_hint(const struct compareview *view, int columns);
void compareview_draw(struct compareview *view, const struct rect *rect);

#endif
