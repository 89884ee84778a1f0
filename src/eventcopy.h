/* eventcopy.h: an engine event that lives longer than the call it came in. */
#ifndef EVENTCOPY_H
#define EVENTCOPY_H

#include "../engine/engine.h"

struct event_copy;

/* Copies all that the event points to. */
struct event_copy *event_copy_new(const struct engine_event *event);
void event_copy_free(struct event_copy *copy);
/* Valid as long as the copy. */
const struct engine_event *event_copy_event(const struct event_copy *copy);

#endif
