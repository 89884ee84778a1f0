/* statusbar.h: the one line at the bottom: who answers, what goes on, what
 * will end the next reply, three keys. */
#ifndef STATUSBAR_H
#define STATUSBAR_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/text.h"

struct ui_status {
	struct text engine;     /* name, and model if it is another */
	struct text conditions; /* stop "END" */
	struct text limit;      /* max 64 */
	struct text demo;       /* that is played, or empty */
	bool demo_paused;
	struct text place; /* where the reply is held, or empty */
	struct text hold;  /* what is known there, for the rows above the line */
	const char *note; /* stands in place of all that, or NULL */
	bool streaming;
	bool markdown;  /* of replies is rendered */
	bool links;     /* are told to the terminal */
	bool vi_mode;   /* Esc is the editor's */
	bool mouse;     /* is ours */
	int64_t tokens; /* of the reply that streams */
	double rate;    /* tokens a second, 0 unknown */
};

void ui_status_release(struct ui_status *status);

/* Draws it in row y. A hint stands in place of all else while it is not
 * empty. */
void statusbar_draw(int y, int columns, const struct ui_status *status,
    const char *hint);

#endif
