/* tracker.h: times and counts of one request, from the engine's events. Cost
 * and memory are constant, however long the reply. Times are microseconds.
 *
 * Quantiles need buckets, 32 KB of them: whoever has thousands of requests at
 * once does without. */
#ifndef TRACKER_H
#define TRACKER_H

#include <stdint.h>

enum {
	TRACKER_STEPS = 256, /* buckets for each doubling: within 0.4 % */
	TRACKER_BUCKETS = TRACKER_STEPS * 32,
};

struct tracker {
	int64_t started_at;
	int64_t wall_ms; /* when it arrived */
	int64_t first_at; /* -1 until the first token */
	int64_t last_at;
	int64_t finished_at; /* -1 until then; set once */
	int64_t tokens;
	int64_t gaps; /* times between tokens: count, sum, extremes */
	int64_t gap_sum, gap_least, gap_most;
	uint32_t *buckets; /* see tracker_start() */
};

/* buckets is NULL, or room for TRACKER_BUCKETS that stays the caller's, belongs
 * to this tracker alone and lives as long as it. They are zeroed. */
void tracker_start(struct tracker *tracker, int64_t now, int64_t wall_ms,
    uint32_t *buckets);
/* count tokens arrived now. */
void tracker_tokens(struct tracker *tracker, unsigned count, int64_t now);
/* Later calls do not move the time of the first. */
void tracker_finish(struct tracker *tracker, int64_t now);

/* -1 while unknown. */
int64_t tracker_ttft(const struct tracker *tracker);
int64_t tracker_total(const struct tracker *tracker);
/* Inter-token latency: -1 below two tokens. */
double tracker_itl_mean(const struct tracker *tracker);
/* Without buckets always -1. */
int64_t tracker_itl_quantile(const struct tracker *tracker, double share);
int64_t tracker_itl_max(const struct tracker *tracker);
/* Tokens a second from the first token to the last; 0 while unknown. */
double tracker_rate(const struct tracker *tracker);

#endif
