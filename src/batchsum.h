/* batchsum.h: what became of all lines of in=batch. */
#ifndef BATCHSUM_H
#define BATCHSUM_H

#include "batchline.h"
#include "tracesum.h"

/* Zeros are ready. Times are milliseconds. */
struct batchsum {
	uint64_t lines;
	uint64_t resumed; /* of them, that were there before */
	uint64_t failed, unfinished;
	struct tally words; /* why replies ended */
	struct amount tokens_in, tokens_out;
	struct numbers ttft, elapsed;
	uint64_t new_tokens; /* out, of lines that were not there before */
};

void batchsum_release(struct batchsum *sum);
/* resumed: it was there before. */
void batchsum_add(struct batchsum *sum, const struct batch_result *result,
    bool resumed);

/* Append the sums, which they sort, for people and as a line of JSON. us is how
 * long this run took. */
void batchsum_print(struct text *out, struct batchsum *sum, int64_t us);
void batchsum_json(struct text *out, struct batchsum *sum, int64_t us);

#endif
