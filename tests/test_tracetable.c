/* test_tracetable.c: the table of requests, for people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/cell.h"
#include "../src/tracetable.h"

#define ELLIPSIS "\xe2\x80\xa6"

static struct span
span(const char *string)
{
	return (struct span){ string, strlen(string) };
}

static struct tracefile_record
known(void)
{
	return (struct tracefile_record){ .is_request = true,
		.is_full = true,
		.request_id = span("chatcmpl-0123456789"),
		.model = span("meta-llama"),
		.input_tokens = 128,
		.output_tokens = 16,
		.received_ms = 3723004,
		.ttft_ms = 20.25,
		.itl_ms = 9.96,
		.total_ms = 1234.5,
		.finish_reason = span("stop"),
		.stop_string = span("\n"),
		.stop_token = -1,
		.blocks = 4,
		.shared = 3 };
}

static struct tracefile_record
compact(void)
{
	return (struct tracefile_record){ .is_request = true,
		.request_id = span("r"),
		.input_tokens = -1,
		.output_tokens = 0,
		.received_ms = 0,
		.ttft_ms = -1,
		.itl_ms = -1,
		.total_ms = -1,
		.stop_token = -1 };
}

static void
check(int width, struct tracefile_record record, const char *wanted)
{
	struct tracetable table;
	struct text out = { 0 };

	tracetable_init(&table, width);
	tracetable_row(&table, &out, &record);
	assert_string_equal(text_string(&out), wanted);
	text_release(&out);
}

static void
tracetable_row__leaves_blank__what_is_unknown(void **state)
{
	(void)state;
	check(80, compact(), "00:00:00.000 r                              0\n");
}

static void
tracetable_row__shortens__names_to_fit(void **state)
{
	(void)state;
	check(80, known(), "01:02:03.004 " ELLIPSIS "23456789 meta-ll" ELLIPSIS
	    "    128     16   20.2   10.0    1234 stop \"\\n\"\n");
	check(110, known(), "01:02:03.004 " ELLIPSIS "cmpl-0123456789 "
	    "meta-llama          128     16   75%    20.2   10.0     1234 "
	    "stop \"\\n\"\n");
}

static void
tracetable_row__moves__what_stands_behind_a_long_number(void **state)
{
	struct tracefile_record record = compact();

	(void)state;
	record.output_tokens = INT64_C(123456789012);
	record.total_ms = 5;
	check(80, record,
	    "00:00:00.000 r                   123456789012                   "
	    "5.0\n");
}

static void
tracetable_row__never_controls__the_terminal(void **state)
{
	struct tracefile_record record = compact();

	(void)state;
	record.request_id = span("\33[2J");
	record.finish_reason = span("a\nb\xe2\x80\xae");
	check(80, record, "00:00:00.000 \\x1b[2J                        0"
	    "                       a\\nb\\u{202e}\n");
}

static void
tracetable_row__fits__any_width(void **state)
{
	struct tracefile_record record = known();
	struct tracetable table;
	struct text out = { 0 };

	(void)state;
	for (int width = 1; width < 250; width++) {
		text_clear(&out);
		tracetable_init(&table, width);
		tracetable_head(&table, &out);
		assert_true(cell_width(out.bytes, out.len) <=
		    (width > 12 ? width : 12));
		text_clear(&out);
		tracetable_row(&table, &out, &record);
		assert_true(cell_width(out.bytes, out.len) <=
		    (width > 12 ? width : 12));
		assert_non_null(strstr(out.bytes, "stop"));
	}
	text_release(&out);
}

static void
tracetable_sums__tells__what_is_known(void **state)
{
	struct tracefile_record record = known(), less = compact();
	struct tracesum sum = { 0 };
	struct tracetable table;
	struct text out = { 0 };

	(void)state;
	tracesum_add(&sum, &record);
	tracesum_add(&sum, &less);
	sum.broken = 1;
	tracetable_init(&table, 80);
	tracetable_sums(&table, &out, &sum);
	assert_string_equal(text_string(&out),
	    "requests  2 (finished 1, unknown 1)\n"
	    "finish    stop 1\n"
	    "models    meta-llama 1\n"
	    "tokens    in 128, out 16, cached 0\n"
	    "reuse     75.0% of 4 blocks\n"
	    "broken    1 line\n"
	    "\n"
	    "ms               p50       p90       p99        of\n"
	    "ttft            20.2      20.2      20.2         1\n"
	    "itl             10.0      10.0      10.0         1\n"
	    "total           1234      1234      1234         1\n");
	text_release(&out);
	tracesum_release(&sum);
}

static void
tracetable_sums__breaks__long_lists(void **state)
{
	struct tracesum sum = { 0 };
	struct tracetable table;
	struct text out = { 0 };

	(void)state;
	tally_add(&sum.models, span("aaaaaaaaaa"));
	tally_add(&sum.models, span("bbbbbbbbbb"));
	tally_add(&sum.models, span("cccccccccc"));
	tracetable_init(&table, 40);
	tracetable_sums(&table, &out, &sum);
	assert_string_equal(text_string(&out),
	    "requests  0\n"
	    "models    aaaaaaaaaa 1, bbbbbbbbbb 1,\n"
	    "          cccccccccc 1\n");
	text_release(&out);
	tracesum_release(&sum);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tracetable_row__leaves_blank__what_is_unknown),
		cmocka_unit_test(tracetable_row__shortens__names_to_fit),
		cmocka_unit_test(
		    tracetable_row__moves__what_stands_behind_a_long_number),
		cmocka_unit_test(tracetable_row__never_controls__the_terminal),
		cmocka_unit_test(tracetable_row__fits__any_width),
		cmocka_unit_test(tracetable_sums__tells__what_is_known),
		cmocka_unit_test(tracetable_sums__breaks__long_lists),
	};

	setlocale(LC_ALL, "C.UTF-8");
	setenv("TZ", "UTC0", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
