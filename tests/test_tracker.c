/* test_tracker.c: times and counts of one request. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../engine/tracker.h"

static struct tracker tracker;
static uint32_t buckets[TRACKER_BUCKETS];

static int
restart(void **state)
{
	(void)state;
	tracker_start(&tracker, 1000, 5, buckets);
	return 0;
}

/* Tokens with these gaps between them. */
static void
play(const int64_t *gaps, size_t count)
{
	int64_t now = 2000;

	tracker_tokens(&tracker, 1, now);
	for (size_t i = 0; i < count; i++)
		tracker_tokens(&tracker, 1, now += gaps[i]);
}

static void
tracker__knows__nothing_at_the_start(void **state)
{
	(void)state;
	assert_int_equal(tracker.wall_ms, 5);
	assert_int_equal(tracker.tokens, 0);
	assert_int_equal(tracker_ttft(&tracker), -1);
	assert_int_equal(tracker_total(&tracker), -1);
	tracker_tokens(&tracker, 0, 1500);
	assert_int_equal(tracker_ttft(&tracker), -1);
	tracker_tokens(&tracker, 1, 1600);
	assert_int_equal(tracker_ttft(&tracker), 600);
	assert_true(tracker_itl_mean(&tracker) == -1);
	assert_int_equal(tracker_itl_quantile(&tracker, 0.5), -1);
	assert_int_equal(tracker_itl_max(&tracker), -1);
	assert_true(tracker_rate(&tracker) == 0);
}

static void
tracker_finish__counts__once(void **state)
{
	(void)state;
	tracker_finish(&tracker, 1700);
	tracker_finish(&tracker, 1800);
	assert_int_equal(tracker_total(&tracker), 700);
}

static void
tracker_tokens__counts__those_that_come_together(void **state)
{
	(void)state;
	tracker_tokens(&tracker, 3, 2000);
	tracker_tokens(&tracker, 0, 2100);
	tracker_tokens(&tracker, 2, 2200);
	assert_int_equal(tracker.tokens, 5);
	assert_int_equal(tracker.gaps, 4);
	assert_int_equal(tracker_itl_max(&tracker), 200);
	assert_true(tracker_itl_mean(&tracker) == 50);
	assert_int_equal(tracker_itl_quantile(&tracker, 0.75), 0);
	assert_int_equal(tracker_itl_quantile(&tracker, 0.76), 200);
	assert_true(tracker_rate(&tracker) == 20000);
}

static void
tracker_rate__is_unknown__without_time(void **state)
{
	(void)state;
	tracker_tokens(&tracker, 1000, 2000);
	assert_true(tracker_rate(&tracker) == 0);
	assert_true(tracker_itl_mean(&tracker) == 0);
	assert_int_equal(tracker_itl_max(&tracker), 0);
}

static void
tracker_itl_quantile__takes__the_nearest_rank(void **state)
{
	static const int64_t gaps[] = { 20, 15, 50, 40, 35 };
	static const struct {
		double share;
		int64_t us;
	} cases[] = {
		{ 0, 15 }, { 0.05, 15 }, { 0.2, 15 }, { 0.3, 20 }, { 0.4, 20 },
		{ 0.5, 35 }, { 0.8, 40 }, { 0.81, 50 }, { 1, 50 },
	};

	(void)state;
	play(gaps, 5);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_int_equal(tracker_itl_quantile(&tracker, cases[i].share),
		    cases[i].us);
}

static void
tracker_itl_quantile__is_exact__when_all_are_equal(void **state)
{
	static const int64_t times[] = { 0, 1, 255, 256, 511, 512, 10000, 10001,
		999999, INT64_C(1) << 38, INT64_C(1) << 50 };

	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		const int64_t gaps[] = { times[i], times[i] };

		restart(state);
		play(gaps, 2);
		assert_int_equal(tracker_itl_quantile(&tracker, 0.5), times[i]);
		assert_int_equal(tracker_itl_quantile(&tracker, 1), times[i]);
		assert_int_equal(tracker_itl_max(&tracker), times[i]);
	}
}

static void
tracker_itl_quantile__is_near__for_any_time(void **state)
{
	for (int64_t us = 1; us < INT64_C(1) << 37; us += us / 100 + 1) {
		const int64_t gaps[] = { 0, us, us * 2 };
		int64_t median;

		restart(state);
		play(gaps, 3);
		median = tracker_itl_quantile(&tracker, 0.5);
		assert_true(llabs(median - us) <= us / TRACKER_STEPS);
		if (us < TRACKER_STEPS)
			assert_int_equal(median, us);
	}
}

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void
tracker_itl_quantile__agrees__with_sorted_times(void **state)
{
	enum { COUNT = 1000 };
	int64_t gaps[COUNT];
	uint32_t random = 1;

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		random = random * 1664525 + 1013904223;
		gaps[i] = (random >> 8) % (i % 2 ? 200 : 2000000);
	}
	play(gaps, COUNT);
	qsort(gaps, COUNT, sizeof(*gaps), compare);
	for (int percent = 1; percent <= 100; percent++) {
		int64_t right = gaps[COUNT * percent / 100 - 1];
		int64_t told = tracker_itl_quantile(&tracker,
		    (percent - 0.05) / 100);

		assert_true(llabs(told - right) <= right / TRACKER_STEPS);
	}
}

static void
tracker_itl_quantile__is_unknown__without_buckets(void **state)
{
	static const int64_t gaps[] = { 20, 30, 10 };

	(void)state;
	tracker_start(&tracker, 1000, 5, NULL);
	play(gaps, 3);
	assert_int_equal(tracker_itl_quantile(&tracker, 0.5), -1);
	assert_int_equal(tracker_itl_max(&tracker), 30);
	assert_true(tracker_itl_mean(&tracker) == 20);
	assert_int_equal(tracker_ttft(&tracker), 1000);
	assert_true(tracker_rate(&tracker) == 50000);
}

static void
tracker_start__forgets__times_before(void **state)
{
	static const int64_t before[] = { 10, 10, 10 }, after[] = { 500 };

	play(before, 3);
	restart(state);
	play(after, 1);
	assert_int_equal(tracker_itl_quantile(&tracker, 0.01), 500);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(tracker__knows__nothing_at_the_start,
		    restart),
		cmocka_unit_test_setup(tracker_finish__counts__once, restart),
		cmocka_unit_test_setup(
		    tracker_tokens__counts__those_that_come_together, restart),
		cmocka_unit_test_setup(tracker_rate__is_unknown__without_time,
		    restart),
		cmocka_unit_test_setup(
		    tracker_itl_quantile__takes__the_nearest_rank, restart),
		cmocka_unit_test(
		    tracker_itl_quantile__is_exact__when_all_are_equal),
		cmocka_unit_test(tracker_itl_quantile__is_near__for_any_time),
		cmocka_unit_test_setup(
		    tracker_itl_quantile__agrees__with_sorted_times, restart),
		cmocka_unit_test(
		    tracker_itl_quantile__is_unknown__without_buckets),
		cmocka_unit_test_setup(tracker_start__forgets__times_before,
		    restart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
