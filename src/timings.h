/* timings.h: when the parts of the last replies came, for pictures of it. Pure:
 * it is told the times, and each costs the same, however long the reply.
 *
 * Times are microseconds. The times between tokens are those of tracker.h: what
 * came at once has one time before it, and zeros between. Nothing is left out
 * when there is no more room: two neighbours become one point then, which knows
 * the longest of their times; quantiles stay as they are. */
#ifndef TIMINGS_H
#define TIMINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum {
	TIMINGS_TURNS = 32,     /* that are kept */
	TIMINGS_POINTS = 65536, /* of a reply, at most */
	TIMINGS_FEW = 512,      /* the same in short, enough for a screen */
	TIMINGS_STEPS = 128,    /* buckets for each doubling: within 0.8 % */
	TIMINGS_BUCKETS = TIMINGS_STEPS * 26,
	TIMINGS_STALL_MS = 250, /* and longer than so many times the median: */
	TIMINGS_STALL_TIMES = 5,
};

/* Which part of the reply came. */
enum timings_part { TIMINGS_TEXT, TIMINGS_REASONING, TIMINGS_OTHER };

struct timings_point {
	int64_t at_us;   /* since the request */
	uint32_t gap_us; /* since the point before; the longest of those it
	                  * stands for */
	uint32_t tokens;
	uint32_t end;    /* of what came: a byte of that part of the reply */
	enum timings_part part;
};

struct timings_series {
	struct timings_point *points;
	size_t count, capacity;
	unsigned each;   /* so many arrivals are one point, */
	unsigned filled; /* so many of the last one came */
};

struct timings_turn {
	unsigned number;
	struct text engine, model;
	uint64_t message; /* id of the reply */
	bool running;
	int64_t ttft_us; /* -1 unknown */
	int64_t last_us; /* when the last token came; -1 */
	int64_t tokens;
	int64_t gaps, gap_sum, gap_most; /* times between tokens */
	struct timings_series all; /* from the first token on */
	struct timings_series few; /* from the second on */
	uint32_t *buckets;
};

struct timings {
	struct timings_turn turns[TIMINGS_TURNS]; /* the oldest first */
	size_t count;
};

/* Times are -1 while unknown. */
struct timings_sum {
	int64_t p50, p90, p99, most;
	int64_t stall_us; /* a time that is longer is a stall */
	int64_t stalls;
	double tokens_per_s; /* 0 unknown */
};

void timings_release(struct timings *timings);

/* A request is sent; the oldest may go. What follows belongs to it. */
void timings_begin(struct timings *timings, unsigned number,
    const char *engine, const char *model, uint64_t message);
void timings_model(struct timings *timings, const char *model);
/* Tokens came, at least one: up to the byte `end` of that part of the reply. */
void timings_add(struct timings *timings, int64_t at_us, unsigned tokens,
    enum timings_part part, size_t end);
void timings_end(struct timings *timings);

/* How many arrivals a point stands for. */
unsigned timings_arrivals(const struct timings_series *series, size_t point);
/* Returns the last turn, or NULL. */
const struct timings_turn *timings_last(const struct timings *timings);
void timings_sum(const struct timings_turn *turn, struct timings_sum *sum);
/* Counts the times between tokens from `from` to below `to`. */
int64_t timings_count(const struct timings_turn *turn, int64_t from,
    int64_t to);
bool timings_is_stall(const struct timings_sum *sum, int64_t gap_us);

/* ---- On a logarithmic scale. */

enum { TIMINGS_LOG = 256 }; /* for each doubling */

/* Zero for a microsecond and less. Straight between the powers of two, which is
 * near enough to the logarithm for the eye. */
int timings_log(int64_t us);
/* Counts the times between tokens that are in each of the columns, which are as
 * wide as each other on that scale; what is beyond is in the first and last. */
void timings_spread(const struct timings_turn *turn, int64_t from, int64_t to,
    int64_t *counts, int columns);
/* The column of a time, 0 to columns - 1. */
int timings_column(int64_t us, int64_t from, int64_t to, int columns);
/* Widens from and to, which are set to 0 before the first, to powers of ten
 * around the times of the turn, but for the shortest in a hundred. */
void timings_widen(const struct timings_turn *turn, int64_t *from,
    int64_t *to);

/* Returns the next of 1, 2, 5, 10 ... milliseconds, for axes. */
int64_t timings_round_up(int64_t us);

/* Appends a time in milliseconds, "-" if it is unknown; and a power of ten with
 * its unit. */
void timings_print_ms(struct text *out, int64_t us);
void timings_print_tick(struct text *out, int64_t us);

/* The height of a time, 1 to 8: 3 is the median, and each step is twice as
 * long. */
int timings_height(int64_t gap_us, int64_t median_us);

#endif
