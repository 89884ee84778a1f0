/* lists.c: a list of strings, a list of numbers. Linear: users type them. */
#include "lists.h"

#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

void
strings_release(struct strings *strings)
{
	for (size_t i = 0; i < strings->count; i++)
		text_release(&strings->items[i]);
	free(strings->items);
	*strings = (struct strings){ 0 };
}

void
ids_release(struct ids *ids)
{
	free(ids->items);
	*ids = (struct ids){ 0 };
}

/* Returns the place of the string, or count if it is not there. */
static size_t
strings_find(const struct strings *strings, const struct text *string)
{
	size_t i = 0;

	while (i < strings->count &&
	    (strings->items[i].len != string->len ||
		memcmp(strings->items[i].bytes, string->bytes, string->len)))
		i++;
	return i;
}

static size_t
ids_find(const struct ids *ids, int64_t id)
{
	size_t i = 0;

	while (i < ids->count && ids->items[i] != id)
		i++;
	return i;
}

void
strings_add(struct strings *strings, const struct text *string)
{
	struct text copy = { 0 };

	if (strings_find(strings, string) < strings->count)
		return;
	text_append(&copy, string->bytes, string->len);
	strings->items = xgrow(strings->items, strings->count,
	    &strings->capacity, sizeof(*strings->items));
	strings->items[strings->count++] = copy;
}

void
ids_add(struct ids *ids, int64_t id)
{
	if (ids_find(ids, id) < ids->count)
		return;
	ids->items = xgrow(ids->items, ids->count, &ids->capacity,
	    sizeof(*ids->items));
	ids->items[ids->count++] = id;
}

void
strings_copy(struct strings *to, const struct strings *from)
{
	/* Nothing is there twice, so nothing is looked for. */
	to->items = xcalloc(from->count, sizeof(*to->items));
	to->count = to->capacity = from->count;
	for (size_t i = 0; i < from->count; i++)
		text_append(&to->items[i], from->items[i].bytes,
		    from->items[i].len);
}

void
ids_copy(struct ids *to, const struct ids *from)
{
	to->items = xcalloc(from->count, sizeof(*to->items));
	to->count = to->capacity = from->count;
	for (size_t i = 0; i < from->count; i++)
		to->items[i] = from->items[i];
}

bool
strings_remove(struct strings *strings, const struct text *string)
{
	size_t at = strings_find(strings, string);

	if (at == strings->count)
		return false;
	text_release(&strings->items[at]);
	memmove(strings->items + at, strings->items + at + 1,
	    (--strings->count - at) * sizeof(*strings->items));
	return true;
}

bool
ids_remove(struct ids *ids, int64_t id)
{
	size_t at = ids_find(ids, id);

	if (at == ids->count)
		return false;
	memmove(ids->items + at, ids->items + at + 1,
	    (--ids->count - at) * sizeof(*ids->items));
	return true;
}
