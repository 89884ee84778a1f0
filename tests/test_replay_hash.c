/* test_replay_hash.c: rolling block hashes. The first two vectors are constants
 * of Dynamo's public tests, the others were computed with the reference
 * library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdbool.h>
#include <string.h>

#include <cmocka.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../engine/replay_hash.h"
#include "../src/text.h"
#include "../src/utf8.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { VECTOR_MAX = 12, MANY = 131072, BLOCK = 64 };

static const struct vector {
	const char *name;
	size_t block_size, tokens;
	uint32_t token[VECTOR_MAX];
	size_t hashes;
	uint64_t hash[VECTOR_MAX];
} vectors[] = {
	{ "dynamo_1_to_10", 4, 10, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, 3,
	    { 14643705804678351452u, 4945711292740353085u,
		1450562244474778881u } },
	{ "dynamo_1_to_12", 4, 12, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 },
	    3,
	    { 14643705804678351452u, 4945711292740353085u,
		12583592247330656132u } },
	{ "four", 2, 4, { 1, 2, 3, 4 }, 2,
	    { 10773075109927122010u, 5890102321129957602u } },
	{ "six", 2, 6, { 1, 2, 3, 4, 5, 6 }, 3,
	    { 10773075109927122010u, 5890102321129957602u,
		3801924459721183657u } },
	{ "repeat", 2, 4, { 1, 2, 1, 2 }, 2,
	    { 10773075109927122010u, 8239003849983528482u } },
	{ "partial", 2, 3, { 1, 2, 3 }, 2,
	    { 10773075109927122010u, 17466410656762125515u } },
	{ "chars", 4, 8, { 72, 101, 108, 108, 111, 128512, 20013, 10 }, 2,
	    { 15182638945694739379u, 12323131881280747263u } },
	{ "chars_one_block", 64, 8,
	    { 72, 101, 108, 108, 111, 128512, 20013, 10 }, 1,
	    { 11333195000970116538u } },
	{ "empty", 64, 0, { 0 }, 0, { 0 } },
};

static void
check_vector(const struct vector *vector, struct replay_hash *hash)
{
	replay_hash_end(hash);
	if (hash->tokens != vector->tokens || hash->count != vector->hashes)
		fail_msg("%s: %zu tokens, %zu hashes", vector->name,
		    hash->tokens, hash->count);
	for (size_t i = 0; i < vector->hashes; i++)
		if (hash->hashes[i] != vector->hash[i])
			fail_msg("%s: hash %zu is %llu", vector->name, i,
			    (unsigned long long)hash->hashes[i]);
	replay_hash_release(hash);
}

static void
replay_hash__is__that_of_the_vectors(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(vectors); i++) {
		struct replay_hash hash = {
			.block_size = vectors[i].block_size };

		replay_hash_add(&hash, vectors[i].token, vectors[i].tokens);
		check_vector(&vectors[i], &hash);
	}
}

static void
replay_hash__is_the_same__at_every_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(vectors); i++)
		for (size_t cut = 0; cut <= vectors[i].tokens; cut++) {
			struct replay_hash hash = {
				.block_size = vectors[i].block_size };

			replay_hash_add(&hash, vectors[i].token, cut);
			replay_hash_add(&hash, vectors[i].token + cut,
			    vectors[i].tokens - cut);
			check_vector(&vectors[i], &hash);
		}
}

static void
add_utf8(struct text *out, const uint32_t *tokens, size_t count)
{
	char bytes[4];

	for (size_t i = 0; i < count; i++)
		text_append(out, bytes, utf8_encode(tokens[i], bytes));
}

static void
replay_hash__takes__code_points_of_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(vectors); i++) {
		struct replay_hash hash = {
			.block_size = vectors[i].block_size };
		struct text text = { 0 };

		add_utf8(&text, vectors[i].token, vectors[i].tokens);
		replay_hash_add_text(&hash, text_string(&text), text.len);
		check_vector(&vectors[i], &hash);
		text_release(&text);
	}
}

/* Long enough for all ways of XXH3 and all pieces of text; every seventh
 * character is no ASCII. */
static void
replay_hash__is__xxh3_with_the_seed_in_long_blocks(void **state)
{
	static uint32_t tokens[5000];
	static const size_t sizes[] = { 1, 60, 61, 64, 100, 1024, 4999, 5000,
		REPLAY_BLOCK_MAX };
	struct text text = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNT(tokens); i++)
		tokens[i] = (uint32_t)(i % 7 ? 'a' + i % 26 : 0x4e00 + i);
	add_utf8(&text, tokens, COUNT(tokens));
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct replay_hash hash = { .block_size = sizes[i] };
		size_t first = sizes[i] < COUNT(tokens) ? sizes[i]
							: COUNT(tokens);

		replay_hash_add_text(&hash, text.bytes, text.len);
		replay_hash_end(&hash);
		assert_int_equal(hash.tokens, COUNT(tokens));
		assert_int_equal(hash.count,
		    (COUNT(tokens) + sizes[i] - 1) / sizes[i]);
		assert_true(hash.hashes[0] ==
		    XXH3_64bits_withSeed(tokens, first * 4, 1337));
		replay_hash_release(&hash);
	}
	text_release(&text);
}

static void
replay_hash__counts_only__with_a_block_size_of_zero(void **state)
{
	struct replay_hash hash = { 0 };

	(void)state;
	replay_hash_add_text(&hash, "abc", 3);
	replay_hash_end(&hash);
	assert_int_equal(hash.tokens, 3);
	assert_int_equal(hash.count, 0);
	replay_hash_release(&hash);
}

static void
replay_hash__reads__broken_text_as_replacements(void **state)
{
	struct replay_hash broken = { .block_size = 4 }, good = broken;

	(void)state;
	replay_hash_add_text(&broken, "a\xff", 2);
	replay_hash_add_text(&good, "a" UTF8_REPLACEMENT, 4);
	replay_hash_end(&broken);
	replay_hash_end(&good);
	assert_true(broken.hashes[0] == good.hashes[0]);
	replay_hash_release(&broken);
	replay_hash_release(&good);
}

/* Each of them, and each three bytes that may look like one. */
static void
replay_hash__reads__every_character(void **state)
{
	(void)state;
	for (uint32_t n = 0; n < 0x110000 + 0x1000; n++) {
		struct replay_hash hash = { .block_size = 8 }, want = hash;
		bool triple = n >= 0x110000;
		char bytes[4] = { (char)(0xe0 | (n >> 8 & 0xf)),
			(char)(n & 0xff), (char)0x80 };
		size_t len = triple ? 3 : utf8_encode(n, bytes);

		replay_hash_add_text(&hash, bytes, len);
		replay_hash_end(&hash);
		for (size_t at = 0; at < len;) {
			int32_t c;
			uint32_t token;

			at += utf8_next(bytes + at, len - at, &c);
			token = c == UTF8_INVALID ? 0xfffd : (uint32_t)c;
			replay_hash_add(&want, &token, 1);
		}
		replay_hash_end(&want);
		assert_true(hash.tokens == want.tokens &&
		    hash.hashes[0] == want.hashes[0]);
		replay_hash_release(&hash);
		replay_hash_release(&want);
	}
}

static void
replay_hash__makes__2048_of_131072(void **state)
{
	static uint32_t tokens[MANY];
	struct replay_hash hash = { .block_size = BLOCK };

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		tokens[i] = (uint32_t)i;
	replay_hash_add(&hash, tokens, MANY);
	replay_hash_end(&hash);
	assert_int_equal(hash.count, MANY / BLOCK);
	for (size_t i = 1; i < hash.count; i++) {
		uint64_t pair[2] = { hash.hashes[i - 1],
			XXH3_64bits_withSeed(tokens + i * BLOCK, BLOCK * 4,
			    1337) };

		assert_true(hash.hashes[i] ==
		    XXH3_64bits_withSeed(pair, sizeof(pair), 1337));
	}
	replay_hash_release(&hash);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replay_hash__is__that_of_the_vectors),
		cmocka_unit_test(replay_hash__is_the_same__at_every_cut),
		cmocka_unit_test(replay_hash__takes__code_points_of_text),
		cmocka_unit_test(
		    replay_hash__is__xxh3_with_the_seed_in_long_blocks),
		cmocka_unit_test(
		    replay_hash__counts_only__with_a_block_size_of_zero),
		cmocka_unit_test(
		    replay_hash__reads__broken_text_as_replacements),
		cmocka_unit_test(replay_hash__reads__every_character),
		cmocka_unit_test(replay_hash__makes__2048_of_131072),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
