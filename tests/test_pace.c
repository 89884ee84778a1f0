/* test_pace.c: when each token of a reply is planned to come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../engine/pace.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { START = 1000, MANY = 1000000 };

/* Settings with this delay, and no other of its kind. */
static struct settings
with_delay(double ms)
{
	struct settings settings = { 0 };

	settings_init(&settings);
	settings.delay_ms = ms;
	return settings;
}

static void
pace_next__plans__by_the_settings(void **state)
{
	static const struct {
		double delay, ttft, prefill;
		int64_t prompt_tokens;
		int64_t due[3];
	} cases[] = {
		{ 10, -1, 0, 7, { 10000, 20000, 30000 } },
		{ 0, -1, 0, 7, { 0, 0, 0 } },
		{ 10, 0, 0, 7, { 0, 10000, 20000 } },
		{ 10, 250, 0, 7, { 250000, 260000, 270000 } },
		{ 0, 250, 0, 7, { 250000, 250000, 250000 } },
		{ 10, -1, 2, 7, { 24000, 34000, 44000 } },
		{ 10, 100, 2, 7, { 114000, 124000, 134000 } },
		{ 10, 100, 2, 0, { 100000, 110000, 120000 } },
		/* Fractions add up before they are cut. */
		{ 0.0004, -1, 0, 7, { 0, 0, 1 } },
		{ 0.5, 0.25, 0.125, 3, { 625, 1125, 1625 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct settings settings = with_delay(cases[i].delay);
		struct pace pace;

		settings.ttft_ms = cases[i].ttft;
		settings.prefill_per_token_ms = cases[i].prefill;
		pace_start(&pace, &settings, "id", cases[i].prompt_tokens,
		    START);
		for (size_t n = 0; n < 3; n++)
			assert_int_equal(pace_next(&pace),
			    START + cases[i].due[n]);
	}
}

static void
pace_next__does_not_drift__after_a_million(void **state)
{
	static const double delays[] = { 10, 0.1, 0.001, 33.333 };

	(void)state;
	for (size_t i = 0; i < COUNT(delays); i++) {
		struct settings settings = with_delay(delays[i]);
		struct pace pace;

		pace_start(&pace, &settings, "id", 0, START);
		for (int n = 1; n < MANY; n++)
			pace_next(&pace);
		assert_int_equal(pace_next(&pace),
		    START + (int64_t)(delays[i] * 1000 * MANY));
	}
}

/* Jitter smaller than half the delay: the order takes care of itself, so each
 * time is exactly planned time and jitter. */
static void
pace_next__keeps__jitter_in_bounds(void **state)
{
	struct settings settings = with_delay(10);
	struct pace pace;
	int64_t least = 0, most = 0, sum = 0;

	(void)state;
	settings.jitter_ms = 4;
	settings.seed = 1;
	pace_start(&pace, &settings, "id", 0, START);
	for (int64_t n = 1; n <= MANY; n++) {
		int64_t off = pace_next(&pace) - START - n * 10000;

		assert_true(off >= -4000 && off <= 4000);
		least = off < least ? off : least;
		most = off > most ? off : most;
		sum += off;
	}
	/* All of it is used, evenly. */
	assert_true(least < -3990 && most > 3990);
	assert_true(llabs(sum / MANY) < 10);
}

static void
pace_next__never_goes_back__with_any_jitter(void **state)
{
	static const double jitters[] = { 1, 10, 1000, 3600000 };

	(void)state;
	for (size_t i = 0; i < COUNT(jitters); i++) {
		struct settings settings = with_delay(1);
		struct pace pace;
		int64_t before = START;

		settings.jitter_ms = jitters[i];
		settings.seed = 7;
		pace_start(&pace, &settings, "id", 0, START);
		for (int64_t n = 1; n <= 10000; n++) {
			int64_t at = pace_next(&pace);

			assert_true(at >= before);
			assert_true(at - START <=
			    n * 1000 + (int64_t)(jitters[i] * 1000));
			before = at;
		}
	}
}

/* Whether two replies come in the same times. */
static bool
same_times(int64_t seed, const char *id, int64_t other_seed,
    const char *other_id)
{
	struct settings settings = with_delay(10);
	struct pace pace, other;
	bool same = true;

	settings.jitter_ms = 5;
	settings.seed = seed;
	pace_start(&pace, &settings, id, 0, START);
	settings.seed = other_seed;
	pace_start(&other, &settings, other_id, 0, START);
	for (int n = 0; n < 100; n++)
		same = pace_next(&pace) == pace_next(&other) && same;
	return same;
}

static void
pace_next__repeats__with_the_same_seed(void **state)
{
	const int64_t unset = SETTING_UNSET_SEED;

	(void)state;
	assert_true(same_times(42, "a", 42, "b"));
	assert_true(same_times(-1, "a", -1, "b"));
	assert_false(same_times(42, "a", 43, "a"));
	assert_false(same_times(0, "a", 1, "a"));
	assert_true(same_times(unset, "a", unset, "a"));
	assert_false(same_times(unset, "a", unset, "b"));
}

/* The generator is the one that it says: with delay 2^20 us and jitter 2^20 us,
 * its first number for seed 0, 0xe220a8397b1dcdaf, is so much of the way. */
static void
pace_next__takes__the_numbers_of_splitmix64(void **state)
{
	struct settings settings = with_delay(1048.576);
	struct pace pace;

	(void)state;
	settings.jitter_ms = 1048.576;
	settings.seed = 0;
	pace_start(&pace, &settings, "id", 0, 0);
	assert_int_equal(pace_next(&pace),
	    UINT64_C(0xe220a8397b1dcdaf) >> (64 - 21));
}

static void
pace_shift__moves__all_that_is_due(void **state)
{
	struct settings settings = with_delay(10);
	struct pace pace;

	(void)state;
	pace_start(&pace, &settings, "id", 0, START);
	pace_next(&pace);
	pace_shift(&pace, 5000000);
	assert_int_equal(pace.due_at, START + 5010000);
	assert_int_equal(pace_next(&pace), START + 5020000);
	assert_int_equal(pace_next(&pace), START + 5030000);
}

static void
pace_speed__changes__what_is_left(void **state)
{
	static const struct {
		double speed;
		int64_t now;    /* since the start; token 2 is planned, at 20000 */
		int64_t due[3]; /* of it and the next */
	} cases[] = {
		{ 2, 10000, { 15000, 20000, 25000 } },
		{ 0.5, 10000, { 30000, 50000, 70000 } },
		{ 1, 13000, { 20000, 30000, 40000 } },
		{ 2, 16000, { 18000, 23000, 28000 } },
		/* It is due already. */
		{ 2, 24000, { 20000, 27000, 32000 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct settings settings = with_delay(10);
		struct pace pace;

		pace_start(&pace, &settings, "id", 0, START);
		pace_next(&pace);
		pace_next(&pace);
		pace_speed(&pace, cases[i].speed, START + cases[i].now);
		assert_int_equal(pace.due_at, START + cases[i].due[0]);
		assert_int_equal(pace_next(&pace), START + cases[i].due[1]);
		assert_int_equal(pace_next(&pace), START + cases[i].due[2]);
	}
}

static void
pace_speed__comes_back__to_where_it_was(void **state)
{
	struct settings settings = with_delay(10);
	struct pace pace;

	(void)state;
	settings.speed = 4;
	pace_start(&pace, &settings, "id", 0, START);
	assert_int_equal(pace_next(&pace), START + 2500);
	pace_speed(&pace, 1, START + 2500);
	assert_int_equal(pace_next(&pace), START + 12500);
	pace_speed(&pace, 4, START + 12500);
	assert_int_equal(pace_next(&pace), START + 15000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pace_shift__moves__all_that_is_due),
		cmocka_unit_test(pace_speed__changes__what_is_left),
		cmocka_unit_test(pace_speed__comes_back__to_where_it_was),
		cmocka_unit_test(pace_next__plans__by_the_settings),
		cmocka_unit_test(pace_next__does_not_drift__after_a_million),
		cmocka_unit_test(pace_next__keeps__jitter_in_bounds),
		cmocka_unit_test(pace_next__never_goes_back__with_any_jitter),
		cmocka_unit_test(pace_next__repeats__with_the_same_seed),
		cmocka_unit_test(pace_next__takes__the_numbers_of_splitmix64),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
