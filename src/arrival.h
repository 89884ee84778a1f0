/* arrival.h: which bytes of a reply an event brought. Pure.
 *
 * What is held back has arrived; when it is shown later, it does not arrive
 * again. */
#ifndef ARRIVAL_H
#define ARRIVAL_H

#include "../engine/engine.h"
#include "timings.h"

struct arrival {
	enum timings_part part;
	size_t from, to; /* of that part; equal: none */
};

/* How far each part came. Zeros at the beginning of a reply. */
struct arrivals {
	size_t ends[TIMINGS_OTHER];
};

/* Call it before the reply has what the event brings. */
void arrivals_take(struct arrivals *arrivals, const struct message *reply,
    const struct engine_event *event, struct arrival *arrival);

#endif
