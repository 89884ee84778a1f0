/* osc52.h: what a terminal is sent to put a text on the clipboard: OSC 52.
 * Pure.
 *
 * A terminal that does not know it shows nothing; none of them answers. */
#ifndef OSC52_H
#define OSC52_H

#include <stddef.h>

#include "text.h"

/* The most base64 that all terminals take that take any: hterm's limit, and
 * that of xterm and older VTE. */
enum { OSC52_SAFE = 74994 };

enum osc52_wrap {
	OSC52_PLAIN,
	OSC52_TMUX,   /* in what tmux hands to its terminal as it is */
	OSC52_SCREEN, /* likewise screen, in pieces */
};

/* Appends the sequence; returns the length of the base64 in it. */
size_t osc52_print(struct text *out, const char *bytes, size_t len,
    enum osc52_wrap wrap);

#endif
