/* test_metrics.c: what a server counts, its sums, and its text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/metrics.h"

static struct metrics *loops[2];

static int
set_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++)
		loops[i] = metrics_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++)
		metrics_free(loops[i]);
	return 0;
}

static const struct metrics *const *
all(void)
{
	return (const struct metrics *const *)loops;
}

static struct metrics_sums
sums(void)
{
	struct metrics_sums out;

	metrics_sum(all(), 2, &out);
	return out;
}

/* Returns the value of the sample with this name and labels, as it stands in
 * the text. The caller frees it. */
static char *
value_of(const char *sample)
{
	struct text text = { 0 };
	const char *at;
	char *value = NULL;

	metrics_print(all(), 2, &text);
	for (at = text_string(&text); at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (!strncmp(at, sample, strlen(sample)) &&
		    at[strlen(sample)] == ' ') {
			at += strlen(sample) + 1;
			value = strndup(at, strcspn(at, "\n"));
			break;
		}
		if (!*at)
			break;
	}
	text_release(&text);
	return value;
}

static void
check(const char *sample, const char *wanted)
{
	char *value = value_of(sample);

	if (!value)
		fail_msg("no %s", sample);
	assert_string_equal(value, wanted);
	free(value);
}

/* ---- The text. */

/* Exactly what a new server says, up to the histograms. */
static void
metrics_print__says__all_that_is_zero(void **state)
{
	static const char wanted[] =
	    "# HELP echochat_requests_total Requests answered.\n"
	    "# TYPE echochat_requests_total counter\n"
	    "# HELP echochat_replies_total Replies that ended.\n"
	    "# TYPE echochat_replies_total counter\n"
	    "echochat_replies_total{finish_reason=\"stop\"} 0\n"
	    "echochat_replies_total{finish_reason=\"length\"} 0\n"
	    "echochat_replies_total{finish_reason=\"tool_calls\"} 0\n"
	    "echochat_replies_total{finish_reason=\"content_filter\"} 0\n"
	    "echochat_replies_total{finish_reason=\"other\"} 0\n"
	    "echochat_replies_total{finish_reason=\"error\"} 0\n"
	    "echochat_replies_total{finish_reason=\"cancelled\"} 0\n"
	    "# HELP echochat_streams Replies that stream now.\n"
	    "# TYPE echochat_streams gauge\n"
	    "echochat_streams 0\n"
	    "# HELP echochat_prompt_tokens_total Tokens of prompts.\n"
	    "# TYPE echochat_prompt_tokens_total counter\n"
	    "echochat_prompt_tokens_total 0\n"
	    "# HELP echochat_completion_tokens_total Tokens of replies.\n"
	    "# TYPE echochat_completion_tokens_total counter\n"
	    "echochat_completion_tokens_total 0\n"
	    "# HELP echochat_ttft_seconds "
	    "Time from a request to its first token.\n"
	    "# TYPE echochat_ttft_seconds histogram\n"
	    "echochat_ttft_seconds_bucket{le=\"0.0005\"} 0\n"
	    "echochat_ttft_seconds_bucket{le=\"0.001\"} 0\n";
	struct text text = { 0 };

	(void)state;
	metrics_print(all(), 2, &text);
	assert_true(text.len > strlen(wanted));
	text.bytes[strlen(wanted)] = '\0';
	assert_string_equal(text.bytes, wanted);
	text_release(&text);
}

static void
metrics_print__names__endpoint_and_status(void **state)
{
	(void)state;
	metrics_request(loops[0], ROUTE_CHAT, 200);
	metrics_request(loops[1], ROUTE_CHAT, 200);
	metrics_request(loops[1], ROUTE_UNKNOWN, 404);
	metrics_request(loops[0], ROUTE_EMBEDDINGS, 100);
	metrics_request(loops[0], ROUTE_METRICS, 599);
	check("echochat_requests_total{endpoint=\"chat\",status=\"200\"}",
	    "2");
	check("echochat_requests_total{endpoint=\"unknown\",status=\"404\"}",
	    "1");
	check("echochat_requests_total{endpoint=\"embeddings\",status=\"100\"}",
	    "1");
	check("echochat_requests_total{endpoint=\"metrics\",status=\"599\"}",
	    "1");
	assert_int_equal(sums().requests, 5);
	assert_int_equal(sums().errors, 2);
}

static void
metrics_print__writes__numbers_in_full(void **state)
{
	(void)state;
	metrics_tokens(loops[0], 9007199254740993, 1);
	metrics_tokens(loops[1], 1, 2);
	check("echochat_prompt_tokens_total", "9007199254740994");
	check("echochat_completion_tokens_total", "3");
}

/* ---- Histograms. */

static void
metrics_ttft__falls__into_its_bucket_and_all_above(void **state)
{
	static const struct {
		const char *bound, *count;
	} cases[] = {
		{ "0.0005", "1" }, /* the bound belongs to it */
		{ "0.001", "2" },
		{ "0.0025", "2" },
		{ "30", "2" },
		{ "60", "3" },
		{ "+Inf", "4" },
	};

	(void)state;
	metrics_ttft(loops[0], 500);
	metrics_ttft(loops[1], 501);
	metrics_ttft(loops[0], 30000001);
	metrics_ttft(loops[0], 60000001);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char name[80];

		snprintf(name, sizeof(name),
		    "echochat_ttft_seconds_bucket{le=\"%s\"}", cases[i].bound);
		check(name, cases[i].count);
	}
	check("echochat_ttft_seconds_count", "4");
	check("echochat_ttft_seconds_sum", "90.001003");
	check("echochat_itl_seconds_count", "0");
}

static void
metrics_pacing__has__finer_buckets(void **state)
{
	(void)state;
	metrics_pacing(loops[0], -3);
	metrics_pacing(loops[0], 10);
	metrics_pacing(loops[0], 11);
	check("echochat_pacing_error_seconds_bucket{le=\"0.00001\"}", "2");
	check("echochat_pacing_error_seconds_bucket{le=\"0.000025\"}", "3");
	check("echochat_pacing_error_seconds_bucket{le=\"1\"}", "3");
	check("echochat_pacing_error_seconds_sum", "0.000021");
}

/* ---- Sums. */

static void
metrics_sum__adds__the_loops(void **state)
{
	(void)state;
	metrics_stream(loops[0], 1);
	metrics_stream(loops[0], 1);
	metrics_stream(loops[1], 1);
	metrics_stream(loops[0], -1);
	metrics_finish(loops[0], FINISH_STOP);
	metrics_finish(loops[1], FINISH_STOP);
	metrics_finish(loops[1], FINISH_CANCELLED);
	metrics_client_left(loops[1]);
	metrics_fault(loops[0]);
	metrics_fault(loops[1]);
	assert_int_equal(sums().streams, 2);
	assert_int_equal(sums().finishes[FINISH_STOP], 2);
	assert_int_equal(sums().finishes[FINISH_CANCELLED], 1);
	assert_int_equal(sums().finishes[FINISH_LENGTH], 0);
	assert_int_equal(sums().clients_left, 1);
	assert_int_equal(sums().faults, 2);
	check("echochat_streams", "2");
	check("echochat_replies_total{finish_reason=\"stop\"}", "2");
	check("echochat_clients_left_total", "1");
	check("echochat_faults_total", "2");
}

static void
metrics_sum__knows_no_quantiles__of_nothing(void **state)
{
	(void)state;
	assert_int_equal(sums().ttft_p50, -1);
	assert_int_equal(sums().itl_p99, -1);
	assert_int_equal(sums().pacing_p99, -1);
}

static void
metrics_sum__interpolates__quantiles(void **state)
{
	(void)state;
	/* Four between 1 and 2.5 ms: half of them lie below 1.75 ms. */
	for (int i = 0; i < 4; i++)
		metrics_ttft(loops[i % 2], 2000);
	assert_int_equal(sums().ttft_p50, 1750);
	assert_int_equal(sums().ttft_p99, 2485);
	/* Half in the first bucket: the median is its bound. */
	for (int i = 0; i < 4; i++)
		metrics_ttft(loops[0], 1);
	assert_int_equal(sums().ttft_p50, 500);
	/* What is above all bounds counts as the last one. */
	metrics_itl(loops[1], INT64_C(3600000000));
	assert_int_equal(sums().itl_p50, 60000000);
}

/* ---- Words. */

static void
metrics_finish_of__finds__all_but_unknown_ones(void **state)
{
	(void)state;
	for (int i = 0; i < FINISHES; i++)
		assert_int_equal(metrics_finish_of(metrics_finish_name(
				     (enum metrics_finish)i)),
		    i);
	assert_int_equal(metrics_finish_of("abort"), FINISH_OTHER);
	assert_int_equal(metrics_finish_of(""), FINISH_OTHER);
	assert_int_equal(metrics_finish_of(NULL), FINISH_ERROR);
}

/* ---- All of the text, as a scraper reads it. */

/* Takes NAME or NAME{label="value",...}, a blank, and a number. */
static void
check_sample(const char *line)
{
	static const char name_bytes[] =
	    "abcdefghijklmnopqrstuvwxyz_";
	size_t len = strspn(line, name_bytes);
	const char *at = line + len;
	char *end;

	assert_true(len > strlen("echochat_"));
	assert_memory_equal(line, "echochat_", strlen("echochat_"));
	if (*at == '{') {
		do {
			len = strspn(++at, name_bytes);
			assert_true(len > 0);
			assert_memory_equal(at + len, "=\"", 2);
			at = strchr(at + len + 2, '"') + 1;
		} while (*at == ',');
		assert_int_equal(*at++, '}');
	}
	assert_int_equal(*at++, ' ');
	assert_true(strtod(at, &end) >= 0);
	assert_true(end > at && *end == '\0');
}

/* Samples stand behind the TYPE of their family, and each has one. */
static void
check_line(const char *line, struct text *family)
{
	size_t len;

	if (!strncmp(line, "# TYPE ", 7)) {
		text_clear(family);
		text_append(family, line + 7, strcspn(line + 7, " "));
	} else if (strncmp(line, "# HELP ", 7)) {
		len = family->len;
		assert_memory_equal(line, text_string(family), len);
		assert_non_null(strchr("{ _", line[len]));
		check_sample(line);
	}
}

static void
metrics_print__is__the_text_format(void **state)
{
	struct text text = { 0 }, family = { 0 };
	char *save = NULL;
	int lines = 0;

	(void)state;
	metrics_request(loops[0], ROUTE_COMPLETIONS, 200);
	metrics_ttft(loops[0], 1234567);
	metrics_print(all(), 2, &text);
	assert_int_equal(text.bytes[text.len - 1], '\n');
	for (char *line = strtok_r(text.bytes, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save), lines++)
		check_line(line, &family);
	/* 10 families with two lines each, 13 values, 3 times 19. */
	assert_int_equal(lines, 20 + 13 + 57);
	text_release(&text);
	text_release(&family);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(metrics_print__says__all_that_is_zero),
		TEST(metrics_print__names__endpoint_and_status),
		TEST(metrics_print__writes__numbers_in_full),
		TEST(metrics_print__is__the_text_format),
		TEST(metrics_ttft__falls__into_its_bucket_and_all_above),
		TEST(metrics_pacing__has__finer_buckets),
		TEST(metrics_sum__adds__the_loops),
		TEST(metrics_sum__knows_no_quantiles__of_nothing),
		TEST(metrics_sum__interpolates__quantiles),
		TEST(metrics_finish_of__finds__all_but_unknown_ones),
	};

	return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
