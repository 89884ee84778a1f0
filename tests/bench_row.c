/* bench_row.c: values to medians to rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench_row.h"

void
bench_add(struct bench_values *values, double value)
{
	if (values->count < BENCH_VALUES_MAX)
		values->items[values->count++] = value;
}

static int
compare(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;

	return (first > second) - (first < second);
}

double
bench_quantile(struct bench_values *values, double part)
{
	double place = (double)values->count * part - part + 0.5;

	if (!values->count)
		return NAN;
	qsort(values->items, values->count, sizeof(*values->items), compare);
	return values->items[(size_t)place];
}

static void
print_values(const char *name, const char *unit, struct bench_values *values)
{
	if (!values->count)
		bench_fail("a row has no values");
	printf("%s\t%s\t%.6g\t%.6g\t%.6g", name, unit,
	    bench_quantile(values, 0.5), bench_quantile(values, 0),
	    bench_quantile(values, 1));
}

void
bench_row(const char *name, const char *unit, struct bench_values *values,
    const char *bar)
{
	print_values(name, unit, values);
	printf("\t\t\t%s\t\n", bar);
	fflush(stdout);
}

void
bench_ratio_row(const char *name, const char *unit,
    struct bench_values *values, struct bench_values *ratios, const char *to,
    const char *bar)
{
	print_values(name, unit, values);
	printf("\t%.4g\t%s\t%s\t\n", bench_quantile(ratios, 0.5), to, bar);
	fflush(stdout);
}

void
bench_missing_row(const char *name, const char *why)
{
	printf("%s\t\t\t\t\t\t\t\t%s\n", name, why);
	fflush(stdout);
}

static double
read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double
bench_wall_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

double
bench_cpu_ns(void)
{
	return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void
bench_fail(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(EXIT_FAILURE);
}
