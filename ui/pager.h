/* pager.h: a text over the whole screen, to be read and closed: the help, the
 * details of a line of the trace. */
#ifndef PAGER_H
#define PAGER_H

#include "../src/sheet.h"
#include "pane.h"

struct pager;

struct pager *pager_new(void);
void pager_free(struct pager *pager);
/* Shows the text under a title from its beginning; looks has an enum style for
 * each byte, or is NULL. Copies all. */
void pager_open(struct pager *pager, const char *title,
    const struct text *text, const struct text *looks);
/* What is shown becomes that sheet; the reader stays where he is. */
void pager_update(struct pager *pager, const struct sheet *sheet);
/* The columns of its text. */
int pager_columns(const struct pager *pager);
void pager_close(struct pager *pager);
bool pager_is_open(const struct pager *pager);
/* Rows down, or up when negative. */
void pager_scroll(struct pager *pager, int rows);
void pager_top(struct pager *pager);
void pager_bottom(struct pager *pager);
void pager_place(struct pager *pager, const struct rect *rect);
void pager_draw(struct pager *pager);

#endif
