/* lists.h: a list of strings, a list of numbers; neither holds one twice. */
#ifndef LISTS_H
#define LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct strings {
	struct text *items;
	size_t count;
	size_t capacity;
};

struct ids {
	int64_t *items;
	size_t count;
	size_t capacity;
};

/* Frees the items; the list is empty and usable again. */
void strings_release(struct strings *strings);
void ids_release(struct ids *ids);

/* Copies into a zeroed list. */
void strings_copy(struct strings *to, const struct strings *from);
void ids_copy(struct ids *to, const struct ids *from);

/* Adds what is not there yet. A string is copied. */
void strings_add(struct strings *strings, const struct text *string);
void ids_add(struct ids *ids, int64_t id);

/* False if it is not there. */
bool strings_remove(struct strings *strings, const struct text *string);
bool ids_remove(struct ids *ids, int64_t id);

#endif
