/* check_text.h: the text of the first reply of in=check, from which the checks
 * on what ends replies take stop strings; and a reply of each form. */
#ifndef CHECK_TEXT_H
#define CHECK_TEXT_H

#include "checks.h"

/* The same, whole and streamed. Zeros are ready. */
struct pair {
	struct probe whole, stream;
};

/* Asks for both at once, and waits. */
void check_ask_pair(struct checks *checks, struct pair *pair, struct ask ask);
void check_release_pair(struct pair *pair);

/* Returns how many characters the first reply has. */
size_t check_characters(const struct checks *checks);
/* Returns the offset of character number n, or the length. */
size_t check_offset(const struct text *text, size_t n);
/* Appends so many characters. */
void check_take_part(const struct text *text, size_t from, size_t count,
    struct text *out);
/* Appends a few from the middle of the first reply; returns out. */
const struct text *check_take_middle(const struct checks *checks,
    struct text *out);
bool check_begins_with(const struct text *text, const struct text *beginning);
/* Returns how much of the text must come, with the stop strings of ask. */
size_t check_expected_len(const struct text *text, const struct ask *ask);

#endif
