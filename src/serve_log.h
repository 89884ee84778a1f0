/* serve_log.h: what a server does as lines of text, for where no terminal is.
 * One line for each request that is over, with the same fields first:
 *
 *	TIME PEER ENDPOINT STATUS "MODEL" "FINISH_REASON" ...
 *
 * "-" stands for what there is none of. Times are UTC. Pure. */
#ifndef SERVE_LOG_H
#define SERVE_LOG_H

#include "serving.h"

/* Each appends a line, with its line end. wall_ms: since 1970. */

/* address: where clients reach it; serves: what answers, in words. */
void serve_log_listening(struct text *out, int64_t wall_ms,
    const char *address, const char *serves);
/* A request that is over; the time is that of its end. */
void serve_log_request(struct text *out,
    const struct serving_request *request);
void serve_log_stopped(struct text *out, int64_t wall_ms,
    const struct metrics_sums *sums);

#endif
