/* bench_row.h: rows of the table of bench.sh, on standard output, a line each:
 * name, unit, median, least, most, ratio, to what, bar, note; tabs in between.
 * A bar is that of the ratio, or without one of the median. */
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include <stddef.h>
#include <stdint.h>

enum { BENCH_ROUNDS = 7, BENCH_VALUES_MAX = 4096 };

struct bench_values { /* what does not fit is dropped */
	double items[BENCH_VALUES_MAX];
	size_t count;
};

void bench_add(struct bench_values *values, double value);
/* Puts them in order. part is from 0 to 1. NAN if there are none. */
double bench_quantile(struct bench_values *values, double part);

/* A row without a ratio. bar is "<= 5", ">= 5" or "". */
void bench_row(const char *name, const char *unit, struct bench_values *values,
    const char *bar);
/* ratios are those of single rounds, as what else the machine does changes from
 * round to round. */
void bench_ratio_row(const char *name, const char *unit,
    struct bench_values *values, struct bench_values *ratios, const char *to,
    const char *bar);
/* One that was not measured. */
void bench_missing_row(const char *name, const char *why);

/* Nanoseconds: of a clock on the wall, of this process. */
double bench_wall_ns(void);
double bench_cpu_ns(void);

/* Ends the program with the sentence. */
_Noreturn void bench_fail(const char *what);

#endif
