/* find.h: looks for a text in a list of items while it is typed, walks from one
 * match to the next, and counts them. It knows no screen.
 *
 * The work is done in slices: the first at once, the others from a timer of the
 * loop, so that a key never waits for 100,000 messages. What was counted is kept
 * for each item until the item changes. */
#ifndef FIND_H
#define FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/loop.h"
#include "../src/search.h"
#include "../src/text.h"

/* A byte of a part of an item. */
struct find_place {
	size_t item;
	int part;
	size_t at;
};

/* Where is looked for it. Items have numbers as in a pane; the texts of each
 * are its parts, in the order in which they stand there. */
struct find_source {
	void *data;
	int parts;
	size_t (*first)(void *data);
	size_t (*end)(void *data);
	/* A number that changes with each change of the item. */
	uint64_t (*revision)(void *data, size_t item);
	/* Returns the text of a part, which may be empty; valid until the next
	 * call. */
	const char *(*part)(void *data, size_t item, int part, size_t *len);
};

struct find;

/* changed is called when the match or the numbers are others. */
struct find *find_new(struct loop *loop, loop_fn *changed, void *data);
void find_free(struct find *find);

/* Looks in a source from now on, for what was looked for last. The first match
 * from that place on is chosen, or else the last before it. */
void find_open(struct find *find, const struct find_source *source,
    const struct find_place *from);
void find_close(struct find *find);
bool find_is_open(const struct find *find);
/* Whether it is open and looks in the source that has this data. */
bool find_is_in(const struct find *find, const void *data);

/* Looks for these bytes from now on; they are copied, and not those of
 * find_text(). */
void find_set(struct find *find, const char *bytes, size_t len);
const struct text *find_text(const struct find *find);
const struct search *find_search(const struct find *find);

/* Goes to the match behind this one, or before it; at the end it begins anew
 * from the other. */
void find_next(struct find *find);
void find_previous(struct find *find);

/* Items were added, changed or dropped. */
void find_update(struct find *find);
/* The parts are others though no item changed. */
void find_restart(struct find *find);

/* The match where we are, or NULL. */
const struct find_place *find_here(const struct find *find);
/* Returns the byte of that match if it is in this part, else SIZE_MAX. data is
 * that of the source. */
size_t find_here_in(const struct find *find, const void *data, size_t item,
    int part);

struct find_numbers {
	size_t number;  /* of the match where we are, from 1 on; 0: none */
	size_t count;   /* of all matches */
	bool counting;  /* there may be more */
	bool seeking;   /* for the match where we will be */
	bool wrapped;   /* it was found on the other side, */
	bool up;        /* from the end on */
};
void find_numbers(const struct find *find, struct find_numbers *numbers);

#endif
