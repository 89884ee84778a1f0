/* replay_hash.c: the rolling block hashes of a sequence of tokens; the only home
 * of xxHash, whose header has all of it: a call for each block would cost as
 * much as the hashing.
 *
 * Runs as fast as memory: whole blocks are hashed where they are, and text
 * becomes tokens in pieces that stay in the cache. */
#include "replay_hash.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../src/utf8.h"
#include "../src/xalloc.h"

enum {
	SEED = 1337,
	TOKEN_BYTES = 4,
	PIECE = 1024, /* tokens */
};

_Static_assert(REPLAY_SECRET_BYTES == XXH3_SECRET_DEFAULT_SIZE,
    "the size of a secret");

static uint64_t
hash_bytes(const struct replay_hash *hash, const void *bytes, size_t len)
{
	return XXH3_64bits_withSecretandSeed(bytes, len, hash->secret,
	    sizeof(hash->secret), SEED);
}

static bool
is_little_endian(void)
{
	const uint16_t one = 1;

	return *(const unsigned char *)&one;
}

static void
put_little(unsigned char *to, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = (unsigned char)(value >> 8 * i);
}

/* Returns the number whose bytes in memory are those of value, lowest first. */
static uint64_t
as_little(uint64_t value)
{
	unsigned char bytes[sizeof(value)];

	if (is_little_endian())
		return value;
	put_little(bytes, value, sizeof(bytes));
	memcpy(&value, bytes, sizeof(bytes));
	return value;
}

static void
put_tokens(unsigned char *to, const uint32_t *tokens, size_t count)
{
	if (is_little_endian()) {
		memcpy(to, tokens, count * TOKEN_BYTES);
		return;
	}
	for (size_t i = 0; i < count; i++)
		put_little(to + i * TOKEN_BYTES, tokens[i], TOKEN_BYTES);
}

/* Makes room for the hashes of so many more tokens. */
static void
reserve(struct replay_hash *hash, size_t tokens)
{
	size_t most = hash->count + tokens / hash->block_size + 1;

	if (most <= hash->capacity)
		return;
	hash->capacity = most < 2 * hash->capacity ? 2 * hash->capacity : most;
	hash->hashes = xreallocarray(hash->hashes, hash->capacity,
	    sizeof(*hash->hashes));
}

static void
add_block(struct replay_hash *hash, const void *bytes, size_t tokens)
{
	uint64_t block = hash_bytes(hash, bytes, tokens * TOKEN_BYTES);

	if (hash->count) {
		const uint64_t pair[] = {
			as_little(hash->hashes[hash->count - 1]),
			as_little(block),
		};

		block = hash_bytes(hash, pair, sizeof(pair));
	}
	hash->hashes[hash->count++] = block;
}

/* Returns how many tokens went into the block that is not full. */
static size_t
fill_block(struct replay_hash *hash, const uint32_t *tokens, size_t count)
{
	size_t room = hash->block_size - hash->filled;

	if (count > room)
		count = room;
	if (!hash->block)
		hash->block = xmalloc(hash->block_size * TOKEN_BYTES);
	put_tokens(hash->block + hash->filled * TOKEN_BYTES, tokens, count);
	hash->filled += count;
	if (hash->filled == hash->block_size)
		replay_hash_end(hash);
	return count;
}

void
replay_hash_add(struct replay_hash *hash, const uint32_t *tokens, size_t count)
{
	const uint32_t *end = tokens + count;

	if (!hash->tokens)
		XXH3_generateSecret_fromSeed(hash->secret, SEED);
	hash->tokens += count;
	if (!hash->block_size)
		return;
	reserve(hash, hash->filled + count);
	while (tokens < end) {
		size_t left = (size_t)(end - tokens);

		if (hash->filled || left < hash->block_size ||
		    !is_little_endian()) {
			tokens += fill_block(hash, tokens, left);
		} else {
			add_block(hash, tokens, hash->block_size);
			tokens += hash->block_size;
		}
	}
}

/* Sixteen ASCII characters at once, while there are. Returns how many were
 * read. Most text is of this kind, and compilers make vectors of it. */
static size_t
read_ascii(uint32_t *restrict tokens, const char *restrict bytes, size_t len)
{
	size_t at = 0;

	for (; at + 16 <= len; at += 16) {
		uint64_t words[2];

		memcpy(words, bytes + at, sizeof(words));
		if ((words[0] | words[1]) & UINT64_C(0x8080808080808080))
			break;
		for (size_t i = 0; i < 16; i++)
			tokens[at + i] = (unsigned char)bytes[at + i];
	}
	return at;
}

static bool
is_tail(unsigned char byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Reads a character of one to three bytes, which nearly all are, without a call;
 * others are utf8_next()'s, and what is broken. */
static inline size_t
read_character(const char *bytes, size_t len, uint32_t *token)
{
	const unsigned char *s = (const unsigned char *)bytes;
	int32_t c;
	size_t size;

	if (s[0] < 0x80) {
		*token = s[0];
		return 1;
	}
	if (len >= 2 && s[0] >= 0xc2 && s[0] < 0xe0 && is_tail(s[1])) {
		*token = (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
		return 2;
	}
	/* Not those first bytes that allow only some of the second. */
	if (len >= 3 && s[0] > 0xe0 && s[0] < 0xf0 && s[0] != 0xed &&
	    is_tail(s[1]) && is_tail(s[2])) {
		*token = (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 |
		    (s[2] & 0x3fu);
		return 3;
	}
	size = utf8_next(bytes, len, &c);
	*token = c == UTF8_INVALID ? 0xfffd : (uint32_t)c;
	return size;
}

void
replay_hash_add_text(struct replay_hash *hash, const char *bytes, size_t len)
{
	uint32_t tokens[PIECE];
	const char *end = bytes + len;

	while (bytes < end) {
		size_t left = (size_t)(end - bytes);
		size_t count = read_ascii(tokens, bytes,
		    left < PIECE ? left : PIECE);

		bytes += count;
		while (count < PIECE && bytes < end)
			bytes += read_character(bytes, (size_t)(end - bytes),
			    &tokens[count++]);
		replay_hash_add(hash, tokens, count);
	}
}

void
replay_hash_end(struct replay_hash *hash)
{
	if (hash->filled)
		add_block(hash, hash->block, hash->filled);
	hash->filled = 0;
}

void
replay_hash_release(struct replay_hash *hash)
{
	free(hash->hashes);
	free(hash->block);
	*hash = (struct replay_hash){ 0 };
}
