/* tracker.c: times and counts of one request.
 *
 * Times between tokens go into buckets whose width grows with the time, as in
 * HdrHistogram: quantiles without keeping each time. */
#include "tracker.h"

#include <assert.h>
#include <string.h>

void
tracker_start(struct tracker *tracker, int64_t now, int64_t wall_ms,
    uint32_t *buckets)
{
	*tracker = (struct tracker){
		.started_at = now,
		.wall_ms = wall_ms,
		.first_at = -1,
		.last_at = -1,
		.finished_at = -1,
		.buckets = buckets,
	};
	if (buckets)
		memset(buckets, 0, TRACKER_BUCKETS * sizeof(*buckets));
}

/* The first 2 * TRACKER_STEPS buckets are a microsecond wide, each following
 * TRACKER_STEPS twice as wide as those before. */
static int
bucket_of(int64_t us)
{
	int row = 0;

	for (; us >= 2 * TRACKER_STEPS; us /= 2)
		row++;
	if (us >= TRACKER_STEPS)
		us += (int64_t)row * TRACKER_STEPS;
	return us < TRACKER_BUCKETS ? (int)us : TRACKER_BUCKETS - 1;
}

/* Returns the time in the middle of the bucket. */
static int64_t
middle_of(int bucket)
{
	int row = bucket / TRACKER_STEPS - 1;
	int64_t width;

	if (row <= 0)
		return bucket;
	width = INT64_C(1) << row;
	return (bucket % TRACKER_STEPS + TRACKER_STEPS) * width + width / 2;
}

static void
add_gaps(struct tracker *tracker, unsigned count, int64_t us)
{
	assert(us >= 0);
	if (!count)
		return;
	if (!tracker->gaps || us < tracker->gap_least)
		tracker->gap_least = us;
	if (us > tracker->gap_most)
		tracker->gap_most = us;
	tracker->gaps += count;
	tracker->gap_sum += us * count;
	if (tracker->buckets)
		tracker->buckets[bucket_of(us)] += count;
}

void
tracker_tokens(struct tracker *tracker, unsigned count, int64_t now)
{
	if (!count)
		return;
	if (tracker->first_at < 0)
		tracker->first_at = now;
	else
		add_gaps(tracker, 1, now - tracker->last_at);
	add_gaps(tracker, count - 1, 0);
	tracker->last_at = now;
	tracker->tokens += count;
}

void
tracker_finish(struct tracker *tracker, int64_t now)
{
	if (tracker->finished_at < 0)
		tracker->finished_at = now;
}

int64_t
tracker_ttft(const struct tracker *tracker)
{
	if (tracker->first_at < 0)
		return -1;
	return tracker->first_at - tracker->started_at;
}

int64_t
tracker_total(const struct tracker *tracker)
{
	if (tracker->finished_at < 0)
		return -1;
	return tracker->finished_at - tracker->started_at;
}

double
tracker_itl_mean(const struct tracker *tracker)
{
	if (!tracker->gaps)
		return -1;
	return (double)tracker->gap_sum / (double)tracker->gaps;
}

static int64_t
clamp(int64_t value, int64_t least, int64_t most)
{
	return value < least ? least : value > most ? most : value;
}

/* The nearest rank: the least time that share of all are not longer than. */
static int64_t
rank_of(double share, int64_t count)
{
	double exact = share * (double)count;
	int64_t rank = (int64_t)exact;

	if ((double)rank < exact)
		rank++;
	return clamp(rank, 1, count);
}

int64_t
tracker_itl_quantile(const struct tracker *tracker, double share)
{
	int bucket = 0;
	int64_t left;

	if (!tracker->gaps || !tracker->buckets)
		return -1;
	left = rank_of(share, tracker->gaps);
	while ((left -= tracker->buckets[bucket]) > 0)
		bucket++;
	return clamp(middle_of(bucket), tracker->gap_least, tracker->gap_most);
}

int64_t
tracker_itl_max(const struct tracker *tracker)
{
	return tracker->gaps ? tracker->gap_most : -1;
}

double
tracker_rate(const struct tracker *tracker)
{
	if (!tracker->gap_sum)
		return 0;
	return (double)tracker->gaps * 1e6 / (double)tracker->gap_sum;
}
