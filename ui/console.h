/* console.h: the keyboard and the signals of the terminal, for whoever has the
 * screen. It suspends and comes back, and notices another size, by itself. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>

#include "../src/loop.h"
#include "keys.h"

struct console_handlers {
	void *data;
	/* All keys but Ctrl-Z, Ctrl-L and answers of the terminal. SIGINT comes
	 * as Ctrl-C. */
	key_fn *key;
	/* All must be drawn anew. */
	void (*spoiled)(void *data);
	/* A signal that ends the program, or the terminal is gone. */
	void (*quit)(void *data, int signal);
};

struct console {
	struct loop *loop;
	int in;
	bool signals;
	struct console_handlers handlers;
	struct keys keys;
	struct timer escape_timer;
};

/* Reads from in, behind terminal_open(). signals: catches those of the terminal
 * (not in tests). */
void console_open(struct console *console, struct loop *loop, int in,
    bool signals, const struct console_handlers *handlers);
/* Before terminal_close(). */
void console_close(struct console *console);

#endif
