/* timings.c: when the parts of the last replies came. */
#include "timings.h"

#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

enum { DECADE = 10, HEIGHTS = 8, MEDIAN_HEIGHT = 3, DOUBLINGS = 64 };

static void
release_turn(struct timings_turn *turn)
{
	text_release(&turn->engine);
	text_release(&turn->model);
	free(turn->all.points);
	free(turn->few.points);
	free(turn->buckets);
}

void
timings_release(struct timings *timings)
{
	for (size_t i = 0; i < timings->count; i++)
		release_turn(&timings->turns[i]);
	timings->count = 0;
}

static struct timings_turn *
last_turn(struct timings *timings)
{
	return timings->count ? &timings->turns[timings->count - 1] : NULL;
}

static void
drop_oldest(struct timings *timings)
{
	release_turn(&timings->turns[0]);
	timings->count--;
	memmove(timings->turns, timings->turns + 1,
	    timings->count * sizeof(*timings->turns));
}

void
timings_begin(struct timings *timings, unsigned number, const char *engine,
    const char *model, uint64_t message)
{
	struct timings_turn *turn;

	if (timings->count == TIMINGS_TURNS)
		drop_oldest(timings);
	timings->count++;
	turn = last_turn(timings);
	*turn = (struct timings_turn){ .number = number,
		.message = message,
		.running = true,
		.ttft_us = -1,
		.last_us = -1,
		.all = { .each = 1 },
		.few = { .each = 1 } };
	text_add(&turn->engine, engine);
	text_add(&turn->model, model);
	turn->buckets = xcalloc(TIMINGS_BUCKETS, sizeof(*turn->buckets));
}

void
timings_model(struct timings *timings, const char *model)
{
	struct timings_turn *turn = last_turn(timings);

	text_clear(&turn->model);
	text_add(&turn->model, model);
}

void
timings_end(struct timings *timings)
{
	last_turn(timings)->running = false;
}

/* ---- Points. */

static void
merge(struct timings_point *to, const struct timings_point *next)
{
	uint32_t gap = to->gap_us > next->gap_us ? to->gap_us : next->gap_us;
	uint32_t tokens = to->tokens + next->tokens;

	*to = *next;
	to->gap_us = gap;
	to->tokens = tokens;
}

/* Two neighbours become one; there is an even number of them. */
static void
halve(struct timings_series *series)
{
	for (size_t i = 0; i < series->count / 2; i++) {
		series->points[i] = series->points[2 * i];
		merge(&series->points[i], &series->points[2 * i + 1]);
	}
	series->count /= 2;
	series->each *= 2;
}

static void
add_point(struct timings_series *series, size_t most,
    const struct timings_point *point)
{
	if (series->count && series->filled < series->each) {
		merge(&series->points[series->count - 1], point);
		series->filled++;
		return;
	}
	if (series->count == most)
		halve(series);
	series->points = xgrow(series->points, series->count,
	    &series->capacity, sizeof(*series->points));
	series->points[series->count++] = *point;
	series->filled = 1;
}

/* ---- Buckets, as in tracker.c. */

/* The first 2 * TIMINGS_STEPS are a microsecond wide, each following
 * TIMINGS_STEPS twice as wide as those before. */
static int
bucket_of(int64_t us)
{
	int row = 0;

	for (; us >= 2 * TIMINGS_STEPS; us /= 2)
		row++;
	if (us >= TIMINGS_STEPS)
		us += (int64_t)row * TIMINGS_STEPS;
	return us < TIMINGS_BUCKETS ? (int)us : TIMINGS_BUCKETS - 1;
}

/* Returns the time in the middle of the bucket. */
static int64_t
middle_of(int bucket)
{
	int row = bucket / TIMINGS_STEPS - 1;
	int64_t width;

	if (row <= 0)
		return bucket;
	width = INT64_C(1) << row;
	return (bucket % TIMINGS_STEPS + TIMINGS_STEPS) * width + width / 2;
}

static void
add_gaps(struct timings_turn *turn, unsigned count, int64_t us)
{
	turn->buckets[bucket_of(us)] += count;
	turn->gaps += count;
	turn->gap_sum += us * count;
	if (us > turn->gap_most)
		turn->gap_most = us;
}

void
timings_add(struct timings *timings, int64_t at_us, unsigned tokens,
    enum timings_part part, size_t end)
{
	struct timings_turn *turn = last_turn(timings);
	bool first = turn->last_us < 0;
	int64_t gap = first ? 0 : at_us - turn->last_us;
	struct timings_point point = {
		.at_us = at_us,
		.gap_us = gap < UINT32_MAX ? (uint32_t)gap : UINT32_MAX,
		.tokens = tokens,
		.end = (uint32_t)end,
		.part = part,
	};

	add_point(&turn->all, TIMINGS_POINTS, &point);
	if (first)
		turn->ttft_us = at_us;
	else {
		add_point(&turn->few, TIMINGS_FEW, &point);
		add_gaps(turn, 1, gap);
	}
	add_gaps(turn, tokens - 1, 0);
	turn->last_us = at_us;
	turn->tokens += tokens;
}

/* ---- Sums. */

unsigned
timings_arrivals(const struct timings_series *series, size_t point)
{
	return point + 1 == series->count ? series->filled : series->each;
}

const struct timings_turn *
timings_last(const struct timings *timings)
{
	return timings->count ? &timings->turns[timings->count - 1] : NULL;
}

/* The nearest rank, as in tracker.c. */
static int64_t
quantile(const struct timings_turn *turn, int percent)
{
	int64_t left = (turn->gaps * percent + 99) / 100;
	int bucket = 0;

	while ((left -= turn->buckets[bucket]) > 0)
		bucket++;
	return bucket < bucket_of(turn->gap_most) ? middle_of(bucket)
						  : turn->gap_most;
}

static int64_t
count_buckets(const struct timings_turn *turn, int from, int to)
{
	int64_t count = 0;

	for (int i = from; i < to; i++)
		count += turn->buckets[i];
	return count;
}

int64_t
timings_count(const struct timings_turn *turn, int64_t from, int64_t to)
{
	return count_buckets(turn, bucket_of(from), bucket_of(to));
}

void
timings_sum(const struct timings_turn *turn, struct timings_sum *sum)
{
	*sum = (struct timings_sum){ -1, -1, -1, -1, -1, 0, 0 };
	if (!turn->gaps)
		return;
	sum->p50 = quantile(turn, 50);
	sum->p90 = quantile(turn, 90);
	sum->p99 = quantile(turn, 99);
	sum->most = turn->gap_most;
	sum->stall_us = sum->p50 * TIMINGS_STALL_TIMES;
	if (sum->stall_us < TIMINGS_STALL_MS * 1000)
		sum->stall_us = TIMINGS_STALL_MS * 1000;
	sum->stalls = count_buckets(turn, bucket_of(sum->stall_us) + 1,
	    TIMINGS_BUCKETS);
	if (turn->gap_sum)
		sum->tokens_per_s =
		    (double)turn->gaps * 1e6 / (double)turn->gap_sum;
}

bool
timings_is_stall(const struct timings_sum *sum, int64_t gap_us)
{
	/* By buckets, so that as many are marked as are counted. */
	return sum->stall_us >= 0 &&
	    bucket_of(gap_us) > bucket_of(sum->stall_us);
}

/* ---- On a logarithmic scale. */

int
timings_log(int64_t us)
{
	int doublings = 0;
	int64_t power = 1;

	if (us <= 1)
		return 0;
	for (; power <= us / 2; power *= 2)
		doublings++;
	return doublings * TIMINGS_LOG +
	    (int)((us - power) * TIMINGS_LOG / power);
}

int
timings_column(int64_t us, int64_t from, int64_t to, int columns)
{
	int low = timings_log(from), high = timings_log(to);
	int column = (timings_log(us) - low) * columns /
	    (high > low ? high - low : 1);

	return column < 0 ? 0 : column < columns ? column : columns - 1;
}

void
timings_spread(const struct timings_turn *turn, int64_t from, int64_t to,
    int64_t *counts, int columns)
{
	memset(counts, 0, (size_t)columns * sizeof(*counts));
	for (int i = 0; i < TIMINGS_BUCKETS; i++)
		if (turn->buckets[i])
			counts[timings_column(middle_of(i), from, to,
			    columns)] += turn->buckets[i];
}

/* Below a tenth of a millisecond is at once, for the eye; and the first in a
 * hundred, which may have come in one packet, would take half of the picture. */
void
timings_widen(const struct timings_turn *turn, int64_t *from, int64_t *to)
{
	int64_t least = 100, most = least * DECADE;

	if (!turn->gaps)
		return;
	for (int64_t us = quantile(turn, 1); least * DECADE <= us;)
		least *= DECADE;
	most = least * DECADE;
	while (most <= turn->gap_most)
		most *= DECADE;
	if (!*from || least < *from)
		*from = least;
	if (most > *to)
		*to = most;
}

int64_t
timings_round_up(int64_t us)
{
	int64_t power = 1000;

	while (power * DECADE < us)
		power *= DECADE;
	if (us <= power)
		return power;
	return us <= 2 * power ? 2 * power
	    : us <= 5 * power  ? 5 * power
			       : DECADE * power;
}

void
timings_print_ms(struct text *out, int64_t us)
{
	if (us < 0)
		text_add(out, "-");
	else
		text_printf(out, "%.*f", us < 10000 ? 2 : us < 1000000 ? 1 : 0,
		    (double)us / 1000);
}

void
timings_print_tick(struct text *out, int64_t us)
{
	if (us >= 1000000)
		text_printf(out, "%lld s", (long long)(us / 1000000));
	else
		text_printf(out, us < 1000 ? "%.1f ms" : "%.0f ms",
		    (double)us / 1000);
}

/* The median is taken in half doublings: else what is drawn would change with
 * each token. */
int
timings_height(int64_t gap_us, int64_t median_us)
{
	int half = TIMINGS_LOG / 2;
	int median = (timings_log(median_us) + half / 2) / half * half;
	int above = timings_log(gap_us) - median + half;
	/* Rounded down, below the median too. */
	int height = MEDIAN_HEIGHT - DOUBLINGS +
	    (above + DOUBLINGS * TIMINGS_LOG) / TIMINGS_LOG;

	return height < 1 ? 1 : height > HEIGHTS ? HEIGHTS : height;
}
