/* theme.h: names of styles -> curses attributes; names of marks -> glyphs.
 *
 * Colour is for meaning only, and never the only sign of it: without colours
 * bold, underline and reverse keep the styles apart, and words carry the
 * meaning. The terminal's own background and text colour stay. */
#ifndef THEME_H
#define THEME_H

#include <stdbool.h>

#include <curses.h>

enum style {
	STYLE_TEXT,
	STYLE_DIM,   /* counts, times, explanations */
	STYLE_FAINT, /* lines, clock times, the time column */
	STYLE_YOU,
	STYLE_ENGINE,
	STYLE_STOP,
	STYLE_LENGTH,
	STYLE_CUT,
	STYLE_CANCELLED,
	STYLE_HELD,
	STYLE_ANOMALY,
	STYLE_CONTROL, /* a control character made visible */
	STYLE_GRAPH,
	STYLE_TITLE,
	STYLE_TITLE_FOCUS,
	STYLE_LINE_FOCUS, /* the dividing line of the pane that has the focus */
	STYLE_BAR,
	STYLE_BAR_BUSY, /* the state while a reply streams */
	STYLE_BAR_HINT,
	STYLE_SELECTED,
	STYLE_FOUND,      /* what is looked for */
	STYLE_FOUND_HERE, /* and where the reader is */
	STYLES,
};

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

/* After newterm(). colours false: attributes only (NO_COLOR). */
void theme_open(bool utf8, bool colours, bool light);
/* Chooses the colours for a light or a dark background. */
void theme_background(bool light);
bool theme_utf8(void);

const char *theme_glyph(enum glyph glyph);
/* A bar that fills so many eighths of a cell, 0 to 8. */
const char *theme_bar(int eighths);
/* Returns the attributes of a style; its colour pair goes into *pair. */
attr_t theme_attributes(enum style style, short *pair);

#endif
