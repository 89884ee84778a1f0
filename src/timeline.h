/* timeline.h: when the tokens of a reply came, for a picture of it. Memory is
 * constant: a long reply has wider slots. Pure. */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdint.h>

enum { TIMELINE_SLOTS = 512 };

/* Times are microseconds since the request was sent. */
struct timeline {
	uint32_t counts[TIMELINE_SLOTS];
	int64_t slot_us;
	int64_t first_us, last_us; /* of a token; -1: none came */
};

void timeline_init(struct timeline *timeline);
void timeline_add(struct timeline *timeline, int64_t at_us, unsigned tokens);
/* The tokens of slots that begin from one time to before another; if that is
 * less than a slot, its part. */
double timeline_sum(const struct timeline *timeline, int64_t from_us,
    int64_t to_us);

#endif
