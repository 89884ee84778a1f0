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

/* ---- Parts of the last line, for other lines that have them. */

/* "finished", "truncated", ... */
const char *events_outcome(enum message_state state);
/* Each appends one field. */
void events_tool_calls(struct text *out, const struct message *reply);
void events_other_choices(struct text *out, const struct message *reply);
void events_anomalies(struct text *out, const struct message *reply);
void events_error(struct text *out, const struct ending *end);

#endif
