/* replay_hash.h: the rolling block hashes of a sequence of tokens: what a
 * replay needs to know which prompts begin alike, and nothing of what they say.
 * Pure.
 *
 * XXH3, 64 bits, seed 1337. A block's hash is that of its tokens as bytes; the
 * first is a sequence hash as it is, each later one is hashed together with the
 * sequence hash before it. A last block that is not full is hashed as it is. */
#ifndef REPLAY_HASH_H
#define REPLAY_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { REPLAY_BLOCK_MAX = 65536, REPLAY_SECRET_BYTES = 192 };

/* Zeros but for the block size, which is REPLAY_BLOCK_MAX or less; with one of
 * 0, tokens are counted and there are no hashes. */
struct replay_hash {
	size_t block_size; /* in tokens */
	size_t tokens;
	uint64_t *hashes;
	size_t count;

	size_t capacity;
	unsigned char *block; /* the one that is not full, little endian */
	size_t filled;        /* tokens in it */
	/* Made from the seed, which XXH3 would do again for each long block. */
	unsigned char secret[REPLAY_SECRET_BYTES];
};

void replay_hash_release(struct replay_hash *hash);
/* Adds tokens; a sequence may come in pieces of any length. */
void replay_hash_add(struct replay_hash *hash, const uint32_t *tokens,
    size_t count);
/* Adds the characters of UTF-8 text, each a token whose id is its code point. */
void replay_hash_add_text(struct replay_hash *hash, const char *bytes,
    size_t len);
/* No token comes any more: hashes what is left. */
void replay_hash_end(struct replay_hash *hash);

#endif
