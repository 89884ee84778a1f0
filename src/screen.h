/* screen.h: in=text: the chat on the screen. */
#ifndef SCREEN_H
#define SCREEN_H

#include "../ui/ui.h"
#include "app.h"

/* The chat with its screen; open for the tests, which drive it by a fake
 * loop. */
struct screen {
	struct app app;
	struct ui *ui;
	bool links_known; /* by the terminal */
	int signal; /* that ended it, or 0 */
};

/* Takes the terminal; the loop stays the caller's. False with a sentence in
 * error, and then there is nothing to close. */
bool screen_open(struct screen *screen, struct loop *loop,
    const struct options *options, const struct ui_options *ui_options,
    struct text *error);
/* Gives the terminal back. */
void screen_close(struct screen *screen);

/* Runs the chat on the terminal. Returns the exit status. */
int screen_run(const struct options *options, const char *warning, bool utf8);

#endif
