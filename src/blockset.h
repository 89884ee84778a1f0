/* blockset.h: the sequence hashes of blocks that were seen. A sequence hash
 * stands for a block and all before it, so what two requests have in common at
 * their beginning is the number of hashes until the first unknown one. */
#ifndef BLOCKSET_H
#define BLOCKSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory has an end: of more blocks than this only the first are known. */
enum { BLOCKSET_MAX = 8 * 1024 * 1024 };

/* Zeros are an empty set. */
struct blockset {
	uint64_t *slots; /* 0 is empty */
	size_t size;     /* a power of two */
	size_t count;    /* of slots in use */
	bool has_zero;   /* the hash 0, which no slot can hold */
	bool full;       /* a block was not kept */
};

void blockset_release(struct blockset *set);
/* Returns how many hashes at the front are in the set; then all are. */
size_t blockset_share(struct blockset *set, const uint64_t *hashes,
    size_t count);

#endif
