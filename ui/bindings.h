/* bindings.h: keys that the user gave to our actions, by names. Pure: it makes
 * the bytes that terminals send for a key, and keys.c looks for them. */
#ifndef BINDINGS_H
#define BINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"
#include "keys.h"

/* One of the ways in which terminals send a key. */
struct binding {
	char bytes[12]; /* a string */
	enum key_kind kind;
};

struct bindings {
	struct binding *items;
	size_t count, capacity;
};

void bindings_release(struct bindings *bindings);

/* Gives a key ("f2", "ctrl-f", "alt-up") to an action ("trace"). False with a
 * sentence in error if there is no such key or action, or the key has to stay
 * what it is. */
bool bindings_add(struct bindings *bindings, const char *key,
    const char *action, struct text *error);
/* Returns what the bytes are bound to, or KEYS_BYTES. */
enum key_kind bindings_find(const struct bindings *bindings, const char *bytes,
    size_t len);

/* Returns the name of action number i, or NULL behind the last; what it does
 * goes to *help. */
const char *bindings_action(size_t i, const char **help);

#endif
