/* journal.h: the truth about a reply that was served, as a line of JSON: when
 * each token was planned, when its bytes were given to the kernel, what was held
 * back, which fault was applied, when the client left. A client's own times and
 * text can be checked against it. Times are microseconds since the request. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct exchange;
struct engine_event;
struct journal_choice;

/* Zeros: it is not wanted, and all functions do nothing. */
struct journal {
	bool on;
	struct journal_choice *choices;
	size_t count;
	/* Tokens in the stream whose bytes were not taken yet, in their order. */
	struct journal_pending *pending;
	size_t pending_count, pending_first, pending_capacity;
	int64_t left_at; /* when the client left; -1: it did not */
};

void journal_begin(struct journal *journal, size_t choices);
/* An event of an engine; `written` bytes of the reply were given to httpd after
 * it. */
void journal_event(struct journal *journal, size_t choice,
    const struct engine_event *event, int64_t started_at, int64_t now,
    uint64_t written);
/* So many bytes were given to the kernel, at that time since the request. */
void journal_taken(struct journal *journal, uint64_t bytes, int64_t at);
/* Appends the line. */
void journal_print(const struct exchange *exchange, struct text *out);
void journal_release(struct journal *journal);

#endif
