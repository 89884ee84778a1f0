/* test_anomaly.c: a set that keeps its order, and names that tools rely on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/anomaly.h"

static void
anomalies_add__keeps__each_once_in_order(void **state)
{
	struct anomalies set = { 0 };

	(void)state;
	assert_true(anomalies_add(&set, ANOMALY_STALLED));
	assert_true(anomalies_add(&set, ANOMALY_PREMATURE_CLOSE));
	assert_false(anomalies_add(&set, ANOMALY_STALLED));
	assert_int_equal(set.count, 2);
	assert_int_equal(set.order[0], ANOMALY_STALLED);
	assert_int_equal(set.order[1], ANOMALY_PREMATURE_CLOSE);
	assert_true(set.seen[ANOMALY_STALLED]);
	assert_false(set.seen[ANOMALY_NOT_SSE]);
}

static void
anomalies_add__has_room__for_all(void **state)
{
	struct anomalies set = { 0 };

	(void)state;
	for (int i = ANOMALIES - 1; i >= 0; i--)
		assert_true(anomalies_add(&set, (enum anomaly)i));
	assert_int_equal(set.count, ANOMALIES);
	assert_int_equal(set.order[0], ANOMALIES - 1);
	assert_int_equal(set.order[ANOMALIES - 1], 0);
}

static void
anomaly_name__is__kebab_case_and_unique(void **state)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

	(void)state;
	for (int i = 0; i < ANOMALIES; i++) {
		const char *name = anomaly_name((enum anomaly)i);

		assert_true(strlen(name) > 0);
		assert_int_equal(strspn(name, letters), strlen(name));
		for (int j = 0; j < i; j++)
			assert_string_not_equal(name,
			    anomaly_name((enum anomaly)j));
	}
}

static void
anomaly_name__goes_with__its_help(void **state)
{
	(void)state;
	assert_string_equal(anomaly_name(ANOMALY_PREMATURE_CLOSE),
	    "premature-close");
	assert_string_equal(anomaly_name(ANOMALY_BIDI_CONTROL_IN_TEXT),
	    "bidi-control-in-text");
	assert_string_equal(anomaly_help(ANOMALY_NULL_DELTA), "delta is null");
	for (int i = 0; i < ANOMALIES; i++)
		assert_true(strlen(anomaly_help((enum anomaly)i)) > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(anomalies_add__keeps__each_once_in_order),
		cmocka_unit_test(anomalies_add__has_room__for_all),
		cmocka_unit_test(anomaly_name__is__kebab_case_and_unique),
		cmocka_unit_test(anomaly_name__goes_with__its_help),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
