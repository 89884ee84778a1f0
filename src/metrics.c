/* metrics.c: what a server has done so far.
 *
 * One thread counts, others read: each number is atomic by itself, and nothing
 * is read together with another, so relaxed order is enough. A histogram has no
 * counter of its own for its count, so that the two always agree. */
#include "metrics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

enum { STATUS_LEAST = 100, STATUS_END = 600, BOUNDS = 16 };

typedef _Atomic uint64_t counter;

/* The last bucket has no bound. */
struct histogram {
	counter buckets[BOUNDS + 1];
	counter sum; /* microseconds */
};

enum measure { MEASURE_TTFT, MEASURE_ITL, MEASURE_PACING, MEASURES };

struct metrics {
	counter requests[ROUTES][STATUS_END - STATUS_LEAST];
	counter finishes[FINISHES];
	_Atomic int64_t streams;
	counter prompt_tokens, completion_tokens;
	counter clients_left, faults;
	struct histogram measures[MEASURES];
};

/* Bounds are microseconds and belong to their bucket. */
#define SECONDS(s) ((s) * INT64_C(1000000))
#define REPLY_BOUNDS                                                           \
	{                                                                      \
		500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000,    \
		    500000, SECONDS(1), 2500000, SECONDS(5), SECONDS(10),      \
		    SECONDS(30), SECONDS(60)                                   \
	}

static const struct {
	const char *name, *help;
	int64_t bounds[BOUNDS];
} measures[MEASURES] = {
	[MEASURE_TTFT] = { "echochat_ttft_seconds",
	    "Time from a request to its first token.", REPLY_BOUNDS },
	[MEASURE_ITL] = { "echochat_itl_seconds",
	    "Time between two tokens of a reply.", REPLY_BOUNDS },
	[MEASURE_PACING] = { "echochat_pacing_error_seconds",
	    "How much later than planned a token was written.",
	    { 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000,
		100000, 250000, 500000, SECONDS(1) } },
};

static const char *const route_names[ROUTES] = {
	[ROUTE_CHAT] = "chat",
	[ROUTE_COMPLETIONS] = "completions",
	[ROUTE_EMBEDDINGS] = "embeddings",
	[ROUTE_MODELS] = "models",
	[ROUTE_HEALTH] = "health",
	[ROUTE_METRICS] = "metrics",
	[ROUTE_UNKNOWN] = "unknown",
};

static const char *const finish_names[FINISHES] = {
	[FINISH_STOP] = "stop",
	[FINISH_LENGTH] = "length",
	[FINISH_TOOL_CALLS] = "tool_calls",
	[FINISH_CONTENT_FILTER] = "content_filter",
	[FINISH_OTHER] = "other",
	[FINISH_ERROR] = "error",
	[FINISH_CANCELLED] = "cancelled",
};

struct metrics *
metrics_new(void)
{
	return xcalloc(1, sizeof(struct metrics));
}

void
metrics_free(struct metrics *metrics)
{
	free(metrics);
}

const char *
metrics_route_name(enum metrics_route route)
{
	return route_names[route];
}

const char *
metrics_finish_name(enum metrics_finish finish)
{
	return finish_names[finish];
}

enum metrics_finish
metrics_finish_of(const char *finish_reason)
{
	if (!finish_reason)
		return FINISH_ERROR;
	for (int i = 0; i < FINISHES; i++)
		if (!strcmp(finish_names[i], finish_reason))
			return (enum metrics_finish)i;
	return FINISH_OTHER;
}

/* ---- Counting. */

static void
add(counter *to, uint64_t value)
{
	atomic_fetch_add_explicit(to, value, memory_order_relaxed);
}

static uint64_t
get(const counter *from)
{
	return atomic_load_explicit(from, memory_order_relaxed);
}

void
metrics_request(struct metrics *metrics, enum metrics_route route, int status)
{
	assert(status >= STATUS_LEAST && status < STATUS_END);
	add(&metrics->requests[route][status - STATUS_LEAST], 1);
}

void
metrics_finish(struct metrics *metrics, enum metrics_finish finish)
{
	add(&metrics->finishes[finish], 1);
}

void
metrics_stream(struct metrics *metrics, int change)
{
	atomic_fetch_add_explicit(&metrics->streams, change,
	    memory_order_relaxed);
}

void
metrics_tokens(struct metrics *metrics, uint64_t prompt, uint64_t completion)
{
	add(&metrics->prompt_tokens, prompt);
	add(&metrics->completion_tokens, completion);
}

static void
observe(struct metrics *metrics, enum measure measure, int64_t us)
{
	struct histogram *histogram = &metrics->measures[measure];
	int bucket = 0;

	if (us < 0)
		us = 0;
	while (bucket < BOUNDS && us > measures[measure].bounds[bucket])
		bucket++;
	add(&histogram->buckets[bucket], 1);
	add(&histogram->sum, (uint64_t)us);
}

void
metrics_ttft(struct metrics *metrics, int64_t us)
{
	observe(metrics, MEASURE_TTFT, us);
}

void
metrics_itl(struct metrics *metrics, int64_t us)
{
	observe(metrics, MEASURE_ITL, us);
}

void
metrics_pacing(struct metrics *metrics, int64_t us)
{
	observe(metrics, MEASURE_PACING, us);
}

void
metrics_client_left(struct metrics *metrics)
{
	add(&metrics->clients_left, 1);
}

void
metrics_fault(struct metrics *metrics)
{
	add(&metrics->faults, 1);
}

/* ---- Sums over the loops. */

struct loops {
	const struct metrics *const *items;
	size_t count;
};

/* The counter at that offset in all of them together. */
static uint64_t
sum_at(const struct loops *loops, size_t offset)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < loops->count; i++)
		sum += get((const counter *)((const char *)loops->items[i] +
		    offset));
	return sum;
}

#define SUM(loops, field) sum_at(loops, offsetof(struct metrics, field))

static size_t
request_offset(int route, int status)
{
	return offsetof(struct metrics, requests) +
	    ((size_t)route * (STATUS_END - STATUS_LEAST) +
		(size_t)(status - STATUS_LEAST)) * sizeof(counter);
}

static uint64_t
sum_finish(const struct loops *loops, int finish)
{
	return sum_at(loops, offsetof(struct metrics, finishes) +
	    (size_t)finish * sizeof(counter));
}

/* A loop that is read between two others may be one ahead of them. */
static uint64_t
sum_streams(const struct loops *loops)
{
	int64_t sum = 0;

	for (size_t i = 0; i < loops->count; i++)
		sum += atomic_load_explicit(&loops->items[i]->streams,
		    memory_order_relaxed);
	return sum > 0 ? (uint64_t)sum : 0;
}

struct buckets {
	uint64_t cumulated[BOUNDS + 1];
	uint64_t sum;
};

static void
sum_buckets(const struct loops *loops, enum measure measure,
    struct buckets *out)
{
	size_t offset = offsetof(struct metrics, measures) +
	    measure * sizeof(struct histogram);
	uint64_t count = 0;

	for (size_t i = 0; i <= BOUNDS; i++) {
		count += sum_at(loops, offset +
		    offsetof(struct histogram, buckets) + i * sizeof(counter));
		out->cumulated[i] = count;
	}
	out->sum = sum_at(loops, offset + offsetof(struct histogram, sum));
}

/* As Prometheus reckons: values lie evenly within their bucket. */
static int64_t
quantile(const struct buckets *buckets, enum measure measure, double share)
{
	const int64_t *bounds = measures[measure].bounds;
	double rank = share * (double)buckets->cumulated[BOUNDS];
	double below, low, in_bucket;
	int i = 0;

	if (!buckets->cumulated[BOUNDS])
		return -1;
	while (i < BOUNDS && (double)buckets->cumulated[i] < rank)
		i++;
	if (i == BOUNDS)
		return bounds[BOUNDS - 1];
	below = i ? (double)buckets->cumulated[i - 1] : 0;
	low = i ? (double)bounds[i - 1] : 0;
	in_bucket = (double)buckets->cumulated[i] - below;
	return (int64_t)(low + 0.5 +
	    ((double)bounds[i] - low) * (rank - below) / in_bucket);
}

static void
quantiles(const struct loops *loops, enum measure measure, int64_t *p50,
    int64_t *p99)
{
	struct buckets buckets;

	sum_buckets(loops, measure, &buckets);
	*p50 = quantile(&buckets, measure, 0.5);
	*p99 = quantile(&buckets, measure, 0.99);
}

static void
sum_requests(const struct loops *loops, struct metrics_sums *sums)
{
	for (int route = 0; route < ROUTES; route++)
		for (int status = STATUS_LEAST; status < STATUS_END; status++) {
			uint64_t count =
			    sum_at(loops, request_offset(route, status));

			sums->requests += count;
			sums->errors += status >= 400 ? count : 0;
		}
}

void
metrics_sum(const struct metrics *const *items, size_t count,
    struct metrics_sums *sums)
{
	struct loops loops = { items, count };

	*sums = (struct metrics_sums){ 0 };
	sum_requests(&loops, sums);
	for (int i = 0; i < FINISHES; i++)
		sums->finishes[i] = sum_finish(&loops, i);
	sums->streams = sum_streams(&loops);
	sums->prompt_tokens = SUM(&loops, prompt_tokens);
	sums->completion_tokens = SUM(&loops, completion_tokens);
	sums->clients_left = SUM(&loops, clients_left);
	sums->faults = SUM(&loops, faults);
	quantiles(&loops, MEASURE_TTFT, &sums->ttft_p50, &sums->ttft_p99);
	quantiles(&loops, MEASURE_ITL, &sums->itl_p50, &sums->itl_p99);
	quantiles(&loops, MEASURE_PACING, &sums->pacing_p50,
	    &sums->pacing_p99);
}

/* ---- As text. */

static void
print_head(struct text *out, const char *name, const char *type,
    const char *help)
{
	text_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name,
	    type);
}

static void
print_value(struct text *out, const char *name, const char *type,
    const char *help, uint64_t value)
{
	print_head(out, name, type, help);
	text_printf(out, "%s %" PRIu64 "\n", name, value);
}

/* Seconds from microseconds, with all their digits and no more. */
static void
add_seconds(struct text *out, uint64_t us)
{
	text_printf(out, "%" PRIu64, us / 1000000);
	us %= 1000000;
	if (us)
		text_printf(out, ".%06" PRIu64, us);
	while (us && out->bytes[out->len - 1] == '0')
		out->bytes[--out->len] = '\0';
}

/* Only what there was: there are thousands of pairs. */
static void
print_requests(struct text *out, const struct loops *loops)
{
	print_head(out, "echochat_requests_total", "counter",
	    "Requests answered.");
	for (int route = 0; route < ROUTES; route++)
		for (int status = STATUS_LEAST; status < STATUS_END; status++) {
			uint64_t count =
			    sum_at(loops, request_offset(route, status));

			if (count)
				text_printf(out,
				    "echochat_requests_total{endpoint=\"%s\","
				    "status=\"%d\"} %" PRIu64 "\n",
				    route_names[route], status, count);
		}
}

static void
print_finishes(struct text *out, const struct loops *loops)
{
	print_head(out, "echochat_replies_total", "counter",
	    "Replies that ended.");
	for (int i = 0; i < FINISHES; i++)
		text_printf(out,
		    "echochat_replies_total{finish_reason=\"%s\"} %" PRIu64
		    "\n",
		    finish_names[i], sum_finish(loops, i));
}

static void
print_histogram(struct text *out, const struct loops *loops,
    enum measure measure)
{
	const char *name = measures[measure].name;
	struct buckets buckets;

	sum_buckets(loops, measure, &buckets);
	print_head(out, name, "histogram", measures[measure].help);
	for (int i = 0; i < BOUNDS; i++) {
		text_printf(out, "%s_bucket{le=\"", name);
		add_seconds(out, (uint64_t)measures[measure].bounds[i]);
		text_printf(out, "\"} %" PRIu64 "\n", buckets.cumulated[i]);
	}
	text_printf(out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n%s_sum ", name,
	    buckets.cumulated[BOUNDS], name);
	add_seconds(out, buckets.sum);
	text_printf(out, "\n%s_count %" PRIu64 "\n", name,
	    buckets.cumulated[BOUNDS]);
}

void
metrics_print(const struct metrics *const *items, size_t count,
    struct text *out)
{
	struct loops loops = { items, count };

	print_requests(out, &loops);
	print_finishes(out, &loops);
	print_value(out, "echochat_streams", "gauge",
	    "Replies that stream now.", sum_streams(&loops));
	print_value(out, "echochat_prompt_tokens_total", "counter",
	    "Tokens of prompts.", SUM(&loops, prompt_tokens));
	print_value(out, "echochat_completion_tokens_total", "counter",
	    "Tokens of replies.", SUM(&loops, completion_tokens));
	for (int i = 0; i < MEASURES; i++)
		print_histogram(out, &loops, (enum measure)i);
	print_value(out, "echochat_clients_left_total", "counter",
	    "Clients that left before their reply was over.",
	    SUM(&loops, clients_left));
	print_value(out, "echochat_faults_total", "counter",
	    "Replies that were wrong on purpose.", SUM(&loops, faults));
}
