/* look.h: names of styles, and how one looks as users write it: "green bold",
 * "#d0b020 on 236". Pure: knows no terminal; theme.c makes curses attributes of
 * it. */
#ifndef LOOK_H
#define LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/settings.h"
#include "../src/text.h"

/* The names that users know stand in look.c. */
enum style {
	STYLE_TEXT,
	STYLE_DIM,   /* counts, times, explanations */
	STYLE_FAINT, /* clock times, the time column */
	STYLE_LINE,  /* lines between panes */
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
	STYLE_MARK, /* of Markdown: what says how the rest looks */
	STYLE_HEADING,
	STYLE_STRONG,
	STYLE_EMPHASIS,
	STYLE_CODE,
	STYLE_LINK,
	STYLE_TITLE,
	STYLE_TITLE_FOCUS,
	STYLE_LINE_FOCUS, /* the dividing line of the pane that has the focus */
	STYLE_BAR,
	STYLE_BAR_BUSY, /* the state while a reply streams */
	STYLE_BAR_HINT,
	STYLE_SELECTED,
	STYLE_DIFFERENCE, /* from the text that it is compared with */
	STYLE_FOUND,      /* what is looked for */
	STYLE_FOUND_HERE, /* and where the reader is */
	STYLES,
};

/* A colour: -1 is the terminal's own, 0 to 255 one of its palette, and
 * LOOK_RGB + 0xrrggbb one of its own. */
enum { LOOK_OWN = -1, LOOK_RGB = 0x1000000 };

enum look_attribute {
	LOOK_BOLD = 1,
	LOOK_UNDERLINE = 2,
	LOOK_REVERSE = 4,
	LOOK_DIM = 8,
	LOOK_ITALIC = 16,
};

struct look_given {
	bool given;
	int32_t fore, back;
	unsigned attributes; /* enum look_attribute */
};

/* What the user wants to see. */
struct theme_options {
	enum theme theme;
	struct look_given looks[STYLES]; /* in place of the theme's */
};

/* Returns the style of that name, or STYLES. */
enum style look_style(const char *name);
/* Returns the name of a style. */
const char *look_style_name(enum style style);

/* Reads the words of a look. False with a sentence in error. */
bool look_read(struct look_given *look, const char *words, struct text *error);

/* The colour of number 0 to 255 of the usual palette, as 0xrrggbb. */
int32_t look_palette(int number);
/* Returns the number, below count (8, 16 or 256), whose colour is nearest to
 * 0xrrggbb. */
int look_nearest(int32_t rgb, int count);

#endif
