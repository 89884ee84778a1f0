/* said.h: the end of what an engine has said as its answer, held back or not,
 * to find where a text is complete in it. Pure. */
#ifndef SAID_H
#define SAID_H

#include <stdbool.h>

#include "../engine/engine.h"

struct said {
	bool visible; /* include_stop_str_in_output: a match was text before */
	struct text end;
	size_t most; /* then it is cut to what is looked for */
	uint64_t len, passed; /* of all; of that which is no longer held back */
};

/* Forgets all. */
void said_begin(struct said *said, const struct settings *settings);
void said_release(struct said *said);
/* Takes what the event adds. longest: the length of what is looked for, at
 * most; it may change. */
void said_event(struct said *said, const struct engine_event *event,
    size_t longest);
/* Whether the text is complete somewhere in what the event would add. */
bool said_completes(const struct said *said, const struct text *text,
    const struct engine_event *event);

#endif
