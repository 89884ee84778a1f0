/* demo.h: plays demos: keys that type themselves, with an explanation each. The
 * user's chat is put aside meanwhile, all of it, and comes back as it was. */
#ifndef DEMO_H
#define DEMO_H

#include "app.h"

/* Begins the tour (name is empty), or the demo of that name or path, as soon as
 * the loop runs. False with a sentence in error. */
bool demo_start(struct app *app, const char *name, struct text *error);
/* Puts the user's chat back at once; needed before app_release(). Nothing if no
 * demo is played, as the next two. */
void demo_leave(struct app *app);
/* Holds it and the reply that streams, or goes on. */
void demo_pause(struct app *app);
/* Hurries on to the next explanation. */
void demo_next(struct app *app);

/* Appends what is played: demo 2/9 stop; nothing if none is. Returns whether it
 * is held. */
bool demo_print_state(const struct app *app, struct text *out);

#endif
