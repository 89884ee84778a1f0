/* tracesum.h: the sums of many requests: counts by name, quantiles of times. */
#ifndef TRACESUM_H
#define TRACESUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tracefile.h"

/* More names than this are counted together: they come from files. */
enum { TALLY_NAMES = 64, TALLY_NAME_MAX = 256 };

struct tally {
	struct tally_item {
		char *name;
		uint64_t count;
	} items[TALLY_NAMES];
	size_t names;
	uint64_t others;
};

struct numbers {
	double *items;
	size_t count, capacity;
	bool sorted;
};

/* A sum of what is known. */
struct amount {
	uint64_t sum;
	uint64_t known; /* in so many requests */
};

/* Zeros are ready. */
struct tracesum {
	uint64_t requests;
	uint64_t outcomes[TRACEFILE_UNTOLD + 1];
	struct tally finish_reasons, models;
	struct tally passed; /* events that are no request_end, by their type */
	uint64_t broken;     /* lines that are no record */
	struct amount input_tokens, output_tokens, cached_tokens;
	struct numbers ttft, itl, total;
	uint64_t blocks, shared;
	bool shared_more; /* not all blocks were kept, so it is a lower bound */
};

void tracesum_release(struct tracesum *sum);
void tracesum_add(struct tracesum *sum, const struct tracefile_record *record);

/* Returns how many records there were, of any type. */
uint64_t tracesum_records(const struct tracesum *sum);

/* Nothing if it is below 0: unknown. */
void amount_add(struct amount *amount, int64_t number);

void tally_release(struct tally *tally);
void tally_add(struct tally *tally, struct span name);
/* Most counted first, then by name. */
void tally_sort(struct tally *tally);

void numbers_release(struct numbers *numbers);
/* Nothing if it is below 0: unknown. */
void numbers_add(struct numbers *numbers, double number);
/* The least number that is not below this share of them; -1 if there is none.
 * Sorts them. */
double numbers_quantile(struct numbers *numbers, double share);

#endif
