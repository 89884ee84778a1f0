/* events.h: what happens in a turn as JSON lines, for programs: --json. */
#ifndef EVENTS_H
#define EVENTS_H

#include "turn.h"

/* ---- Each appends a line, or nothing if the event has none. */

/* The request, for engines that do not tell it themselves. */
void events_request(struct text *out, const struct turn *turn);
void events_add(struct text *out, const struct turn *turn,
    const struct engine_event *event);
/* The last line, after the last event. */
void events_end(struct text *out, const struct turn *turn);

#endif
