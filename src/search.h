/* search.h: looks for a text in texts. Pure.
 *
 * Small letters find capitals too, as long as the text that is looked for has
 * no capitals itself. Each place where it begins is a match: "aa" is twice in
 * "aaa". So what is found in a part of a text does not depend on where the
 * part begins. */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is looked for; zeros find nothing. */
struct search {
	int32_t *points; /* folded, unless it is exact */
	size_t count;
	bool exact;
	bool begins[256]; /* bytes that a match may begin with */
};

struct search_match {
	size_t start, end;
};

/* Looks for these bytes from now on. Broken UTF-8 in them finds nothing. */
void search_set(struct search *search, const char *bytes, size_t len);
void search_release(struct search *search);
bool search_is_empty(const struct search *search);
/* The most bytes that a match can have. */
size_t search_most(const struct search *search);

/* Finds the first match that begins at `from` or behind it. */
bool search_next(const struct search *search, const char *bytes, size_t len,
    size_t from, struct search_match *match);
/* Finds the last match that begins before `before`. */
bool search_last(const struct search *search, const char *bytes, size_t len,
    size_t before, struct search_match *match);
/* Counts the matches that begin before `before`. */
size_t search_count(const struct search *search, const char *bytes, size_t len,
    size_t before);

#endif
