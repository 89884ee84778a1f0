/* theme.h: names of styles -> curses attributes; names of marks -> glyphs.
 *
 * Colour is for meaning only, and never the only sign of it: without colours
 * bold, underline and reverse keep the styles apart, and words carry the
 * meaning. The terminal's own background and text colour stay. */
#ifndef THEME_H
#define THEME_H

#include <stdbool.h>

#include <curses.h>

#include "look.h"

enum glyph {
	GLYPH_STOP,
	GLYPH_LENGTH,
	GLYPH_CUT,
	GLYPH_CANCELLED,
	GLYPH_RUNNING,
	GLYPH_ANOMALY,
	GLYPH_HLINE,
	GLYPH_VLINE,
	GLYPH_TEE_UP,
	GLYPH_DOT,
	GLYPH_MORE,
	GLYPH_ELLIPSIS,
	GLYPHS,
};

/* Returns the colour of a style's text, as in look.h, on a dark or a light
 * background with 256 colours. */
int theme_colour(enum style style, bool light);

/* After newterm(). colours false: attributes only (NO_COLOR). options may be
 * NULL and must stay. */
void theme_open(bool utf8, bool colours, bool light,
    const struct theme_options *options);
/* Another theme. True if it was another one: all must be drawn anew. */
bool theme_choose(enum theme theme);
/* What the terminal's background is, for the theme that goes by it. */
void theme_background(bool light);
bool theme_utf8(void);

const char *theme_glyph(enum glyph glyph);
/* A bar that fills so many eighths of a cell, 0 to 8. */
const char *theme_bar(int eighths);
/* Returns the attributes of a style; its colour pair goes into *pair. */
attr_t theme_attributes(enum style style, short *pair);

#endif
