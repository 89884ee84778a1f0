/* hold.h: a held reply as the user meets it: what is shown while time stands
 * still, and what the trace says of it. */
#ifndef HOLD_H
#define HOLD_H

#include "app.h"

/* Has the gate of the app's turn tell the trace and the front end. The
 * breakpoints of the options are taken. False with a sentence in error. */
bool hold_init(struct app *app, struct text *error);
void hold_release(struct app *app);

/* Whether a reply is held; appends before what, as "before token 13". */
bool hold_print_place(const struct app *app, struct text *out);
/* Appends what comes next, what is held back, how far each stop string is and
 * how many tokens are left, if a reply is held. */
void hold_print_state(struct app *app, struct text *out);

#endif
