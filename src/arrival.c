/* arrival.c: which bytes of a reply an event brought. */
#include "arrival.h"

static enum timings_part
part_of(enum engine_event_kind kind)
{
	switch (kind) {
	case ENGINE_TEXT:
	case ENGINE_HELD:
		return TIMINGS_TEXT;
	case ENGINE_REASONING:
		return TIMINGS_REASONING;
	default:
		return TIMINGS_OTHER;
	}
}

void
arrivals_take(struct arrivals *arrivals, const struct message *reply,
    const struct engine_event *event, struct arrival *arrival)
{
	enum timings_part part = part_of(event->kind);
	size_t *end;

	*arrival = (struct arrival){ .part = part };
	if (part == TIMINGS_OTHER)
		return;
	end = &arrivals->ends[part];
	arrival->from = *end;
	arrival->to = event->len + (part == TIMINGS_TEXT
		? reply->text.len : reply->reasoning.len);
	if (arrival->to < arrival->from)
		arrival->to = arrival->from;
	*end = arrival->to;
}
