/* terminal.h: opens the terminal for curses and gives it back on every way
 * out, fatal signals included. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "../src/text.h"

struct theme_options;

struct terminal_options {
	const char *type; /* NULL: $TERM */
	FILE *in, *out;
	/* A size that is given is not asked of the terminal (tests). */
	int rows, columns;
	bool no_colour;
	bool utf8;
	bool no_mouse; /* at the beginning; see terminal_mouse() */
	const struct theme_options *theme; /* NULL: as the background asks */
};

/* Whether a terminal can move its cursor; type as above. */
bool terminal_is_capable(const char *type);

/* False with a sentence in error if the terminal is unknown or too simple. */
bool terminal_open(const struct terminal_options *options, struct text *error);
/* Gives the terminal back. Safe to call twice, and from exit(). */
void terminal_close(void);

/* Leaves the screen for another program or the shell, and comes back; all must
 * be drawn anew then. */
void terminal_leave(void);
void terminal_return(void);

/* Sends bytes as they are, between two frames. False if it is no terminal. */
bool terminal_send(const char *bytes, size_t len);
/* Whether the mouse is reported, or is the terminal's own. */
void terminal_mouse(bool reported);
/* Writes to the terminal, beside curses. */
void terminal_write(const char *bytes, size_t len);

/* Asks for the size and tells curses. */
void terminal_resize(void);
/* Sets a size (tests). */
void terminal_set_size(int rows, int columns);

#endif
