/* screen_sessions.h: the stored conversations as rows of a list. */
#ifndef SCREEN_SESSIONS_H
#define SCREEN_SESSIONS_H

#include "../ui/picker.h"
#include "app.h"

/* Returns the rows of app->sessions, which must stay. */
struct picker_source screen_sessions(struct app *app);

#endif
