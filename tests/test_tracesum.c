/* test_tracesum.c: sums of requests, and the set of blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "../src/blockset.h"
#include "../src/tracejson.h"
#include "../src/tracesum.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static struct span
span(const char *string)
{
	return (struct span){ string, strlen(string) };
}

/* A request of which nothing is known. */
static struct tracefile_record
unknown(void)
{
	return (struct tracefile_record){ .is_request = true,
		.input_tokens = -1, .output_tokens = -1, .cached_tokens = -1,
		.received_ms = -1, .ttft_ms = -1, .itl_ms = -1,
		.total_ms = -1, .stop_token = -1, .block_size = -1 };
}

/* The summary, for the caller to free. */
static char *
summary(struct tracesum *sum)
{
	struct text out = { 0 };

	tracejson_summary(&out, sum);
	tracesum_release(sum);
	return text_take(&out);
}

static void
tracesum_add__leaves__unknown_what_is_unknown(void **state)
{
	struct tracesum sum = { 0 };
	struct tracefile_record record = unknown();
	char *seen;

	(void)state;
	tracesum_add(&sum, &record);
	seen = summary(&sum);
	assert_string_equal(seen, "{\"summary\":{\"requests\":1,\"outcomes\":"
	    "{\"finished\":0,\"unfinished\":0,\"unknown\":1},"
	    "\"finish_reasons\":{},\"models\":{},\"ttft_ms\":{\"known\":0},"
	    "\"itl_ms\":{\"known\":0},\"total_ms\":{\"known\":0},"
	    "\"blocks\":0,\"shared_blocks\":0,\"other_events\":{},"
	    "\"broken_lines\":0}}\n");
	free(seen);
}

static void
tracesum_add__counts__names_and_outcomes(void **state)
{
	static const char *const reasons[] = { "stop", "length", NULL, "stop" };
	struct tracefile_record other = { .event_type = span("tool_end") };
	struct tracesum sum = { 0 };
	cJSON *json;
	char *seen;

	(void)state;
	for (size_t i = 0; i < COUNT(reasons); i++) {
		struct tracefile_record record = unknown();

		record.is_full = true;
		record.model = span(i ? "a" : "b");
		record.input_tokens = (int64_t)i;
		if (reasons[i])
			record.finish_reason = span(reasons[i]);
		tracesum_add(&sum, &record);
	}
	tracesum_add(&sum, &other);
	assert_int_equal(tracesum_records(&sum), 5);
	seen = summary(&sum);
	assert_non_null(strstr(seen, "\"requests\":4,\"outcomes\":{"
	    "\"finished\":3,\"unfinished\":1,\"unknown\":0},"
	    "\"finish_reasons\":{\"stop\":2,\"length\":1},"
	    "\"models\":{\"a\":3,\"b\":1},\"input_tokens\":6,"));
	assert_non_null(strstr(seen, "\"other_events\":{\"tool_end\":1}"));
	json = cJSON_Parse(seen);
	assert_non_null(json);
	cJSON_Delete(json);
	free(seen);
}

static void
tally_add__puts_together__too_many_names(void **state)
{
	struct tracesum sum = { 0 };
	char name[TALLY_NAME_MAX + 10];

	(void)state;
	for (int i = 0; i < TALLY_NAMES + 3; i++) {
		memset(name, 'x', sizeof(name));
		name[0] = (char)('0' + i);
		tally_add(&sum.models, (struct span){ name, sizeof(name) });
	}
	tally_add(&sum.models, (struct span){ name, sizeof(name) });
	assert_int_equal(sum.models.names, TALLY_NAMES);
	assert_int_equal(sum.models.others, 4);
	assert_int_equal(strlen(sum.models.items[0].name), TALLY_NAME_MAX);
	tracesum_release(&sum);
}

static void
tally_add__ends__a_name_at_nul(void **state)
{
	struct tracesum sum = { 0 };

	(void)state;
	tally_add(&sum.models, (struct span){ "ab\0c", 4 });
	tally_add(&sum.models, (struct span){ "ab", 2 });
	tally_add(&sum.models, (struct span){ "a", 1 });
	tally_add(&sum.models, (struct span){ "abc", 3 });
	assert_int_equal(sum.models.names, 3);
	assert_int_equal(sum.models.items[0].count, 2);
	tracesum_release(&sum);
}

static double
quantile(struct tracesum *sum, size_t count, double share)
{
	for (size_t i = count; i > 0; i--) {
		struct tracefile_record record = unknown();

		record.ttft_ms = (double)i;
		tracesum_add(sum, &record);
	}
	share = numbers_quantile(&sum->ttft, share);
	tracesum_release(sum);
	return share;
}

static void
numbers_quantile__is__the_nearest_rank(void **state)
{
	static const struct {
		size_t count; /* of the numbers from 1 on */
		double p50, p90, p99;
	} cases[] = {
		{ 0, -1, -1, -1 },
		{ 1, 1, 1, 1 },
		{ 2, 1, 2, 2 },
		{ 10, 5, 9, 10 },
		{ 11, 6, 10, 11 },
		{ 100, 50, 90, 99 },
		{ 1000, 500, 900, 990 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct tracesum sum = { 0 };
		size_t n = cases[i].count;

		assert_true(quantile(&sum, n, 0.5) == cases[i].p50);
		assert_true(quantile(&sum, n, 0.9) == cases[i].p90);
		assert_true(quantile(&sum, n, 0.99) == cases[i].p99);
	}
}

static void
blockset_share__counts__leading_blocks(void **state)
{
	static const uint64_t first[] = { 0, 5, UINT64_MAX };
	static const uint64_t longer[] = { 0, 5, UINT64_MAX, 7 };
	static const uint64_t other[] = { 8, 5, 7 };
	struct blockset set = { 0 };

	(void)state;
	assert_int_equal(blockset_share(&set, NULL, 0), 0);
	assert_int_equal(blockset_share(&set, first, 3), 0);
	assert_int_equal(blockset_share(&set, first, 3), 3);
	assert_int_equal(blockset_share(&set, longer, 4), 3);
	assert_int_equal(blockset_share(&set, longer, 4), 4);
	assert_int_equal(blockset_share(&set, other, 3), 0);
	assert_int_equal(blockset_share(&set, other, 3), 3);
	blockset_release(&set);
}

static void
blockset_share__finds__all_of_many(void **state)
{
	enum { MANY = 100000 };
	uint64_t *hashes = malloc(MANY * sizeof(*hashes));
	struct blockset set = { 0 };

	(void)state;
	/* Those of one kind differ in their highest bits only. */
	for (uint64_t i = 0; i < MANY; i++)
		hashes[i] = i % 2 ? i : i << 40;
	assert_int_equal(blockset_share(&set, hashes, MANY), 0);
	assert_int_equal(blockset_share(&set, hashes, MANY), MANY);
	assert_false(set.full);
	blockset_release(&set);
	free(hashes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tracesum_add__leaves__unknown_what_is_unknown),
		cmocka_unit_test(tracesum_add__counts__names_and_outcomes),
		cmocka_unit_test(tally_add__puts_together__too_many_names),
		cmocka_unit_test(tally_add__ends__a_name_at_nul),
		cmocka_unit_test(numbers_quantile__is__the_nearest_rank),
		cmocka_unit_test(blockset_share__counts__leading_blocks),
		cmocka_unit_test(blockset_share__finds__all_of_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
