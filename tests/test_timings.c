/* test_timings.c: when the parts of replies came: points, thinned; quantiles,
 * stalls; the scale. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/timings.h"

static void
begin(struct timings *timings, unsigned number)
{
	timings_begin(timings, number, "echo", "model", number);
}

/* Tokens of a byte each, the first after 100 ms. */
static void
play(struct timings *timings, const int64_t *gaps, size_t count)
{
	int64_t at = 100000;

	begin(timings, 1);
	timings_add(timings, at, 1, TIMINGS_TEXT, 1);
	for (size_t i = 0; i < count; i++)
		timings_add(timings, at += gaps[i], 1, TIMINGS_TEXT, i + 2);
	timings_end(timings);
}

static void
timings_add__knows__each_time(void **state)
{
	static const int64_t gaps[] = { 10000, 20000 };
	struct timings timings = { 0 };
	const struct timings_turn *turn;

	(void)state;
	assert_null(timings_last(&timings));
	play(&timings, gaps, 2);
	turn = timings_last(&timings);
	assert_int_equal(turn->ttft_us, 100000);
	assert_int_equal(turn->last_us, 130000);
	assert_int_equal(turn->tokens, 3);
	assert_int_equal(turn->gaps, 2);
	assert_false(turn->running);
	assert_int_equal(turn->all.count, 3);
	assert_int_equal(turn->all.points[2].at_us, 130000);
	assert_int_equal(turn->all.points[2].gap_us, 20000);
	assert_int_equal(turn->all.points[2].end, 3);
	/* Before the first there is no other. */
	assert_int_equal(turn->few.count, 2);
	assert_int_equal(turn->few.points[0].gap_us, 10000);
	timings_release(&timings);
}

static void
timings_add__counts__what_comes_at_once(void **state)
{
	struct timings timings = { 0 };
	struct timings_sum sum;

	(void)state;
	begin(&timings, 1);
	timings_add(&timings, 5000, 3, TIMINGS_TEXT, 9);
	timings_add(&timings, 45000, 1, TIMINGS_TEXT, 10);
	timings_sum(timings_last(&timings), &sum);
	assert_int_equal(timings_last(&timings)->tokens, 4);
	assert_int_equal(timings_last(&timings)->gaps, 3);
	assert_int_equal(sum.p50, 0);
	assert_int_equal(sum.most, 40000);
	timings_release(&timings);
}

static int64_t
sum_of(const struct timings_series *series)
{
	int64_t tokens = 0;

	for (size_t i = 0; i < series->count; i++)
		tokens += series->points[i].tokens;
	return tokens;
}

/* One of all gaps is long: it is there however much is thinned. */
static void
timings_add__thins__without_losing_a_stall(void **state)
{
	const int counts[] = { TIMINGS_FEW, TIMINGS_FEW + 1, TIMINGS_FEW + 2,
		TIMINGS_POINTS, TIMINGS_POINTS + 1, 5 * TIMINGS_POINTS + 3 };

	(void)state;
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		struct timings timings = { 0 };
		const struct timings_turn *turn;
		int64_t at = 0;
		uint32_t most = 0;

		begin(&timings, 1);
		for (int n = 0; n < counts[i]; n++)
			timings_add(&timings, at += n == 77 ? 900000 : 1000, 1,
			    TIMINGS_TEXT, (size_t)n + 1);
		turn = timings_last(&timings);
		assert_in_range(turn->all.count, 1, TIMINGS_POINTS);
		assert_in_range(turn->few.count, TIMINGS_FEW / 2, TIMINGS_FEW);
		assert_int_equal(sum_of(&turn->all), counts[i]);
		assert_int_equal(sum_of(&turn->few), counts[i] - 1);
		assert_int_equal(turn->all.points[turn->all.count - 1].end,
		    counts[i]);
		for (size_t n = 0; n < turn->few.count; n++)
			if (turn->few.points[n].gap_us > most)
				most = turn->few.points[n].gap_us;
		assert_int_equal(most, 900000);
		timings_release(&timings);
	}
}

static void
timings_begin__keeps__the_last_turns(void **state)
{
	struct timings timings = { 0 };

	(void)state;
	for (unsigned i = 1; i <= TIMINGS_TURNS + 5; i++) {
		begin(&timings, i);
		timings_add(&timings, 1000, 1, TIMINGS_TEXT, i);
	}
	assert_int_equal(timings.count, TIMINGS_TURNS);
	assert_int_equal(timings.turns[0].number, 6);
	assert_int_equal(timings_last(&timings)->number, TIMINGS_TURNS + 5);
	assert_int_equal(timings_last(&timings)->all.points[0].end,
	    TIMINGS_TURNS + 5);
	timings_release(&timings);
}

static void
timings_sum__finds__quantiles(void **state)
{
	struct timings timings = { 0 };
	struct timings_sum sum;
	int64_t gaps[100];

	(void)state;
	for (int i = 0; i < 100; i++)
		gaps[i] = (100 - i) * 1000;
	play(&timings, gaps, 100);
	timings_sum(timings_last(&timings), &sum);
	/* Within 0.8 %. */
	assert_in_range(sum.p50, 49600, 50400);
	assert_in_range(sum.p90, 89280, 90720);
	assert_in_range(sum.p99, 98200, 99800);
	assert_int_equal(sum.most, 100000);
	assert_int_equal(sum.stalls, 0);
	timings_release(&timings);

	begin(&timings, 2);
	timings_add(&timings, 7, 1, TIMINGS_TEXT, 1);
	timings_sum(timings_last(&timings), &sum);
	assert_int_equal(sum.p50, -1);
	assert_int_equal(sum.most, -1);
	assert_false(timings_is_stall(&sum, 100000000));
	timings_release(&timings);
}

static void
timings_sum__counts__stalls(void **state)
{
	/* What is common, what is rare, how many stalls that makes. */
	static const struct {
		int64_t common, rare;
		int64_t stalls;
	} cases[] = {
		{ 10000, 240000, 0 }, /* 24 times the median, but short */
		{ 10000, 260000, 2 },
		{ 100000, 490000, 0 }, /* not five times the median */
		{ 100000, 510000, 2 },
		{ 0, 260000, 2 },
		{ 0, 240000, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct timings timings = { 0 };
		struct timings_sum sum;
		int64_t gaps[20];

		for (int n = 0; n < 20; n++)
			gaps[n] = n % 10 == 5 ? cases[i].rare : cases[i].common;
		play(&timings, gaps, 20);
		timings_sum(timings_last(&timings), &sum);
		assert_int_equal(sum.stalls, cases[i].stalls);
		assert_int_equal(timings_is_stall(&sum, cases[i].rare),
		    cases[i].stalls > 0);
		assert_false(timings_is_stall(&sum, cases[i].common));
		timings_release(&timings);
	}
}

static void
timings_log__grows__without_jumps(void **state)
{
	int before = 0;

	(void)state;
	for (int64_t us = 0; us < 100000; us++) {
		int now = timings_log(us);

		assert_in_range(now, before, before + TIMINGS_LOG);
		before = now;
	}
	assert_int_equal(timings_log(1), 0);
	assert_int_equal(timings_log(1024), 10 * TIMINGS_LOG);
	assert_int_equal(timings_log(1536), 10 * TIMINGS_LOG + TIMINGS_LOG / 2);
}

static void
timings_spread__puts__each_time_into_a_column(void **state)
{
	static const int64_t gaps[] = { 50, 3000, 3000, 30000, 99000 };
	struct timings timings = { 0 };
	int64_t counts[10], from = 0, to = 0, sum = 0;

	(void)state;
	play(&timings, gaps, 5);
	timings_widen(timings_last(&timings), &from, &to);
	assert_int_equal(from, 100);
	assert_int_equal(to, 100000);
	timings_spread(timings_last(&timings), from, to, counts, 10);
	assert_int_equal(counts[0], 1);
	assert_int_equal(counts[timings_column(3000, from, to, 10)], 2);
	assert_int_equal(counts[9], 1);
	for (int i = 0; i < 10; i++)
		sum += counts[i];
	assert_int_equal(sum, 5);
	timings_release(&timings);
}

static void
timings_widen__takes__powers_of_ten(void **state)
{
	static const struct {
		int64_t least, most;
		int64_t from, to;
	} cases[] = {
		{ 0, 0, 100, 1000 },
		{ 500, 1000, 100, 10000 },
		{ 1000, 9999, 1000, 10000 },
		{ 20000, 20000, 10000, 100000 },
		{ 20000, 3000000, 10000, 10000000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct timings timings = { 0 };
		int64_t gaps[] = { cases[i].least, cases[i].most };
		int64_t from = 0, to = 0;

		play(&timings, gaps, 2);
		timings_widen(timings_last(&timings), &from, &to);
		assert_int_equal(from, cases[i].from);
		assert_int_equal(to, cases[i].to);
		timings_release(&timings);
	}
}

static void
timings_height__doubles__with_each_step(void **state)
{
	static const struct {
		int64_t gap;
		int height;
	} cases[] = { { 0, 1 }, { 1, 1 }, { 2000, 1 }, { 4096, 2 },
		{ 8192, 3 }, { 10000, 3 }, { 16384, 4 }, { 32768, 5 },
		{ 262144, 8 }, { 10000000, 8 } };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_int_equal(timings_height(cases[i].gap, 8192),
		    cases[i].height);
	/* A median that is a little different changes nothing. */
	assert_int_equal(timings_height(8192, 8000), 3);
	assert_int_equal(timings_height(8192, 8400), 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timings_add__knows__each_time),
		cmocka_unit_test(timings_add__counts__what_comes_at_once),
		cmocka_unit_test(timings_add__thins__without_losing_a_stall),
		cmocka_unit_test(timings_begin__keeps__the_last_turns),
		cmocka_unit_test(timings_sum__finds__quantiles),
		cmocka_unit_test(timings_sum__counts__stalls),
		cmocka_unit_test(timings_log__grows__without_jumps),
		cmocka_unit_test(timings_spread__puts__each_time_into_a_column),
		cmocka_unit_test(timings_widen__takes__powers_of_ten),
		cmocka_unit_test(timings_height__doubles__with_each_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
