/* hyperlink.h: links on the screen, told to the terminal by OSC 8.
 *
 * curses does not know them and would count their bytes as text. So cells are
 * drawn by curses first, and those of links are written once more behind its
 * back, the same to the last attribute: what it believes of the screen stays
 * true. A cell that is written by curses again is no link any more. */
#ifndef HYPERLINK_H
#define HYPERLINK_H

#include <stdbool.h>
#include <stdint.h>

/* Switches links on or off, and follows the size of the screen. True if all has
 * to be drawn anew. */
bool hyperlink_enable(bool on, int rows, int columns);
void hyperlink_release(void);

/* Something is drawn here, no link. */
void hyperlink_drop(int y, int x, int columns);
/* What was drawn here is a link to a target as of link_target(). Cells with the
 * same number are one link, in whatever rows. */
void hyperlink_add(int y, int x, int columns, const char *target, uint64_t id);
/* After refresh(), which left the cursor at y, x: it is left there again. */
void hyperlink_flush(int y, int x);

#endif
