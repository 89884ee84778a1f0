/* serverview.h: the screen of a server: where it listens, its numbers, its last
 * requests. Draws at most ten times a second while something changes, once a
 * second while replies stream or the graph moves, and else not at all. */
#ifndef SERVERVIEW_H
#define SERVERVIEW_H

#include "../src/loop.h"
#include "../src/serving.h"
#include "terminal.h"

enum { SERVERVIEW_ROWS_MIN = 10, SERVERVIEW_COLUMNS_MIN = 40 };

struct serverview;

struct serverview_handlers {
	void *data;
	/* q, Ctrl-C, Ctrl-D, or a signal (its number) that ends the program, or
	 * 0. Each time. */
	void (*quit)(void *data, int signal);
};

struct serverview_options {
	struct terminal_options terminal;
	const char *address; /* where clients reach it */
	const char *serves;  /* what answers, in words: echo, 10 ms a token */
	bool signals;        /* catch those of the terminal; not in tests */
};

/* Takes the terminal, and watches serving. What it is given stays the caller's,
 * strings too, until it is closed. NULL with a sentence in error. */
struct serverview *serverview_open(const struct serverview_options *options,
    struct loop *loop, struct serving *serving,
    const struct metrics *const *loops, size_t count,
    const struct serverview_handlers *handlers, struct text *error);
/* Gives the terminal back. */
void serverview_close(struct serverview *view);

/* A sentence in the last line, in place of all else there; an empty one takes
 * it away. */
void serverview_hint(struct serverview *view, const char *sentence);
/* Another size (tests). */
void serverview_resize(struct serverview *view, int rows, int columns);
/* Draws now (tests). */
void serverview_draw(struct serverview *view);

#endif
