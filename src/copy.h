/* copy.h: what the user copies goes to the clipboard: by the program that the
 * settings name, else by the terminal. The text is the true one, with all that
 * the screen does not show. */
#ifndef COPY_H
#define COPY_H

#include "app.h"

/* Each says what became of it. */
void copy_last(struct app *app); /* the last reply */
void copy_message(struct app *app, long at);
void copy_all(struct app *app);
void copy_trace(struct app *app);

#endif
