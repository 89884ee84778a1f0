/* comparison.h: what several have answered to the same: their replies, when
 * they came, and where their texts differ. Knows neither who asks nor who
 * shows it. */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conversation.h"
#include "textdiff.h"
#include "timeline.h"

enum { COMPARED_MOST = 6 };

/* One of those who answer. Times are microseconds, -1 while unknown. */
struct compared {
	char *name; /* as the user wrote it; owned */
	const struct message *reply; /* the owner's; NULL before the start */
	struct timeline timeline; /* since its own request was sent */
	bool over; /* nothing more comes */
	int64_t tokens; /* that came */
	int64_t ttft_us, total_us, itl_p50_us;
};

/* Zeros are ready. */
struct comparison {
	struct compared items[COMPARED_MOST];
	size_t count;
	uint64_t revision; /* changes with each change */
};

void comparison_release(struct comparison *comparison);
/* Adds one; there must be room. */
struct compared *comparison_add(struct comparison *comparison,
    const char *name);
/* All are over. */
bool comparison_is_over(const struct comparison *comparison);

/* Whether the texts of all are the same. */
bool comparison_same_text(const struct comparison *comparison);
/* Returns the character, from 1, from which on the text of one differs from
 * that of another; 0: it does not. */
size_t comparison_first_difference(const struct comparison *comparison,
    size_t one, size_t other);
/* Whether two texts are the same so far, and may stay so. */
bool comparison_is_open(const struct comparison *comparison, size_t one,
    size_t other);
/* Compares the text of one (a) with that of another (b). */
void comparison_diff(const struct comparison *comparison, size_t one,
    size_t other, struct textdiff *diff);

/* Appends the name as it is shown: of a file without its folders. */
void compared_print_name(struct text *out, const struct compared *compared);
/* Tokens as the engine counts them, or as they came. */
int64_t compared_tokens(const struct compared *compared);
/* The longest time of all that is known: the length of their common axis. */
int64_t comparison_span_us(const struct comparison *comparison);

#endif
