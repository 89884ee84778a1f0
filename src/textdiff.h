/* textdiff.h: where two texts differ. Pure.
 *
 * They are compared word by word (a wide character is a word of its own), and
 * what is different is narrowed to characters then, so "ENDING" differs from
 * "END" in its last three. */
#ifndef TEXTDIFF_H
#define TEXTDIFF_H

#include <stdbool.h>
#include <stddef.h>

/* What stands in the one text in place of what stands in the other. One of both
 * may be empty. */
struct textdiff_hunk {
	size_t a, a_len; /* bytes */
	size_t b, b_len;
};

/* Zeros are ready. Hunks ascend. */
struct textdiff {
	struct textdiff_hunk *hunks;
	size_t count, capacity;
};

void textdiff_release(struct textdiff *diff);
/* Compares two texts of UTF-8. Where they have too little in common for that to
 * be found in bounded time, one hunk holds what lies between their common
 * beginning and their common end. */
void textdiff_compute(struct textdiff *diff, const char *a, size_t a_len,
    const char *b, size_t b_len);
/* Returns the bytes of the beginning that they have in common, in whole
 * characters. */
size_t textdiff_prefix(const char *a, size_t a_len, const char *b,
    size_t b_len);

#endif
