/* reply_parts.h: what engine events add to the message of a reply, but for its
 * text and its end. */
#ifndef REPLY_PARTS_H
#define REPLY_PARTS_H

#include <stdbool.h>

#include "../engine/engine.h"
#include "conversation.h"

/* Returns whether the event changed the message. */
bool reply_take(struct message *reply, const struct engine_event *event);

/* The choices came in any order; this is that of their index. */
void reply_sort_choices(struct message *reply);

#endif
