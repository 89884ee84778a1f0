/* nearest.h: what a mistyped name may have been. */
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

/* Up to this distance a name may have been meant by another. */
enum { NAME_NEAR = 2 };

/* Returns how many letters were typed wrong, left out, added or exchanged with
 * the next if b was meant by a. */
size_t name_distance(const char *a, const char *b);

/* A search over names, offered one by one: the only one that begins as typed
 * wins, else the one at the least distance. */
struct nearest {
	const char *typed;
	const char *prefixed; /* that begins as typed */
	size_t prefixed_count;
	const char *near;
	size_t distance;
};

/* typed must stay while names are offered; what is offered is not copied. */
void nearest_init(struct nearest *nearest, const char *typed);
void nearest_offer(struct nearest *nearest, const char *name);
/* Returns the name, one of those offered, or NULL if none is near. */
const char *nearest_name(const struct nearest *nearest);

#endif
