/* blockset.c: the sequence hashes of blocks that were seen.
 *
 * Open addressing. Some engines number their blocks instead of hashing them, so
 * a place is not the lowest bits but a mixture of all. */
#include "blockset.h"

#include <stdlib.h>

#include "xalloc.h"

enum { SIZE_LEAST = 1024 };

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

void
blockset_release(struct blockset *set)
{
	free(set->slots);
	*set = (struct blockset){ 0 };
}

/* Returns the slot that holds the hash, or the empty one where it belongs. */
static uint64_t *
find_slot(const struct blockset *set, uint64_t hash)
{
	uint64_t mixed = (hash ^ hash >> 32) * GOLDEN;
	size_t at = (size_t)(mixed >> 32) & (set->size - 1);

	while (set->slots[at] && set->slots[at] != hash)
		at = (at + 1) & (set->size - 1);
	return &set->slots[at];
}

static void
grow(struct blockset *set)
{
	struct blockset bigger = *set;

	bigger.size = set->size ? set->size * 2 : SIZE_LEAST;
	bigger.slots = xcalloc(bigger.size, sizeof(*bigger.slots));
	for (size_t i = 0; i < set->size; i++)
		if (set->slots[i])
			*find_slot(&bigger, set->slots[i]) = set->slots[i];
	free(set->slots);
	*set = bigger;
}

/* Returns whether it was there; now it is. */
static bool
add(struct blockset *set, uint64_t hash)
{
	bool had_zero = set->has_zero;
	uint64_t *slot;

	if (!hash) {
		set->has_zero = true;
		return had_zero;
	}
	if (set->count >= set->size / 2 && set->count < BLOCKSET_MAX)
		grow(set);
	slot = find_slot(set, hash);
	if (*slot)
		return true;
	if (set->count == BLOCKSET_MAX) {
		set->full = true;
		return false;
	}
	*slot = hash;
	set->count++;
	return false;
}

size_t
blockset_share(struct blockset *set, const uint64_t *hashes, size_t count)
{
	size_t shared = 0;

	for (size_t i = 0; i < count; i++)
		if (add(set, hashes[i]) && shared == i)
			shared++;
	return shared;
}
