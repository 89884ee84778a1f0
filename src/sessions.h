/* sessions.h: stored conversations as the user meets them: listed, opened,
 * removed. */
#ifndef SESSIONS_H
#define SESSIONS_H

#include <stdbool.h>

#include "app.h"

/* Reads app->sessions anew. */
void sessions_read(struct app *app);
/* Opens the conversation of that name, path or number in app->sessions, and
 * says so, or what is wrong. False: not now. */
bool sessions_open(struct app *app, const char *name);
/* At the start: "" is the newest. False with a sentence in error. */
bool sessions_resume(struct app *app, const char *name, struct text *error);
/* Removes one of app->sessions. False with a sentence in error. */
bool sessions_remove(struct app *app, size_t at, struct text *error);

/* Appends when the conversation was used last, for people. */
void sessions_print_time(struct text *out, const struct storelist_item *item);
/* Appends its title, or what stands there in its place. */
void sessions_print_title(struct text *out, const struct storelist_item *item);
/* Appends all of them, a numbered line each. The last one is number 1, the one
 * that was used last: there it is seen. */
void sessions_print(struct text *out, const struct app *app);

#endif
