/* cell.h: what a reader sees as one character, and what a terminal is told to
 * show for it. The only place that knows about display width.
 *
 * A cell is a grapheme cluster: a base with its combining marks, an emoji with
 * its joiners, a flag. Terminals disagree about how wide such clusters are, so
 * what is shown is what they agree on: joiners, variation selectors and skin
 * tones are left out on the screen (never in the stored text), and the parts
 * of a joined emoji stand side by side. Control characters, bidi controls and
 * invalid bytes are shown in a visible form and never reach the terminal.
 *
 * Widths are those of wcwidth(3): first set a UTF-8 locale. */
#ifndef CELL_H
#define CELL_H

#include <stdbool.h>
#include <stddef.h>

enum {
	CELL_SHOWN_MAX = 64,  /* bytes of the visible form, with the NUL */
	CELL_POINTS_MAX = 16, /* code points of a cell; more make the next */
};

enum cell_kind {
	CELL_PLAIN,
	CELL_SPACE,   /* U+0020 */
	CELL_TAB,     /* width is 0 here: whoever lays out knows the column */
	CELL_NEWLINE, /* LF, or CR LF as one cell */
	CELL_CONTROL, /* shown in a visible form: ^[ <U+202E>, or U+FFFD */
};

struct cell {
	size_t len; /* bytes of the text */
	int width;  /* columns of the screen */
	enum cell_kind kind;
	bool wide; /* a line may break before and after it (CJK, emoji) */
	char shown[CELL_SHOWN_MAX]; /* UTF-8, safe to print */
};

/* Reads the cell at bytes; len is at least 1. Returns cell->len. */
size_t cell_next(const char *bytes, size_t len, struct cell *cell);

/* Returns the columns of a text on one line: a tab counts 1, a newline 0. */
int cell_width(const char *bytes, size_t len);

/* Returns the last place of a cell's beginning that is <= at, or >= at. */
size_t cell_floor(const char *bytes, size_t len, size_t at);
size_t cell_ceil(const char *bytes, size_t len, size_t at);

#endif
