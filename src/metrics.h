/* metrics.h: what a server has done so far, in numbers and as Prometheus text.
 *
 * Each loop counts into a struct of its own; any thread may read it: the numbers
 * are atomic, and each is right by itself. Times are microseconds. */
#ifndef METRICS_H
#define METRICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum metrics_route {
	ROUTE_CHAT, ROUTE_COMPLETIONS, ROUTE_EMBEDDINGS, ROUTE_MODELS,
	ROUTE_HEALTH, ROUTE_METRICS, ROUTE_UNKNOWN, ROUTES,
};

/* How replies end: the known finish reasons, another one, and without one. */
enum metrics_finish {
	FINISH_STOP, FINISH_LENGTH, FINISH_TOOL_CALLS, FINISH_CONTENT_FILTER,
	FINISH_OTHER, FINISH_ERROR, FINISH_CANCELLED, FINISHES,
};

struct metrics; /* see metrics.c for how histograms are kept */

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics);

void metrics_request(struct metrics *metrics, enum metrics_route route,
    int status);
void metrics_finish(struct metrics *metrics, enum metrics_finish finish);
/* A reply streams, or does not any more. */
void metrics_stream(struct metrics *metrics, int change);
void metrics_tokens(struct metrics *metrics, uint64_t prompt,
    uint64_t completion);
void metrics_ttft(struct metrics *metrics, int64_t us);
void metrics_itl(struct metrics *metrics, int64_t us);
/* How much later than planned a token was written. */
void metrics_pacing(struct metrics *metrics, int64_t us);
void metrics_client_left(struct metrics *metrics);
void metrics_fault(struct metrics *metrics);

/* The sums that people watch. */
struct metrics_sums {
	uint64_t requests, streams, completion_tokens, clients_left, errors;
	uint64_t finishes[FINISHES];
	int64_t ttft_p50, ttft_p99, pacing_p50, pacing_p99; /* -1 unknown */
};
void metrics_sum(const struct metrics *const *loops, size_t count,
    struct metrics_sums *sums);
/* The word of FINISH_..., as in the API. */
const char *metrics_finish_name(enum metrics_finish finish);
enum metrics_finish metrics_finish_of(const char *finish_reason);

/* Appends all of the loops together, in the text format of Prometheus. */
void metrics_print(const struct metrics *const *loops, size_t count,
    struct text *out);

#endif
