/* timeline.c: when the tokens of a reply came. */
#include "timeline.h"

enum { FIRST_SLOT_US = 250 };

void
timeline_init(struct timeline *timeline)
{
	*timeline = (struct timeline){ .slot_us = FIRST_SLOT_US,
		.first_us = -1,
		.last_us = -1 };
}

/* Two slots become one. */
static void
widen(struct timeline *timeline)
{
	uint32_t *counts = timeline->counts;

	for (int i = 0; i < TIMELINE_SLOTS / 2; i++)
		counts[i] = counts[2 * i] + counts[2 * i + 1];
	for (int i = TIMELINE_SLOTS / 2; i < TIMELINE_SLOTS; i++)
		counts[i] = 0;
	timeline->slot_us *= 2;
}

void
timeline_add(struct timeline *timeline, int64_t at_us, unsigned tokens)
{
	if (!tokens)
		return;
	while (at_us / timeline->slot_us >= TIMELINE_SLOTS)
		widen(timeline);
	timeline->counts[at_us / timeline->slot_us] += tokens;
	if (timeline->first_us < 0)
		timeline->first_us = at_us;
	timeline->last_us = at_us;
}

static int64_t
larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static double
part(const struct timeline *timeline, int64_t from_us, int64_t to_us)
{
	int64_t slot_us = timeline->slot_us;
	double sum = 0;

	for (int64_t i = from_us / slot_us;
	     i < TIMELINE_SLOTS && i * slot_us < to_us; i++) {
		int64_t from = larger(from_us, i * slot_us);
		int64_t to = -larger(-to_us, -(i + 1) * slot_us);

		sum += (double)timeline->counts[i] * (double)(to - from) /
		    (double)slot_us;
	}
	return sum;
}

double
timeline_sum(const struct timeline *timeline, int64_t from_us, int64_t to_us)
{
	int64_t slot_us = timeline->slot_us;
	double sum = 0;

	if (to_us - from_us < slot_us)
		return part(timeline, from_us, to_us);
	for (int64_t i = (from_us + slot_us - 1) / slot_us;
	     i < TIMELINE_SLOTS && i * slot_us < to_us; i++)
		sum += (double)timeline->counts[i];
	return sum;
}
