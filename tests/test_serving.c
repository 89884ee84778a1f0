/* test_serving.c: the last requests of a server, and its rates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/serving.h"

#define SECOND INT64_C(1000000)

static struct serving *serving;

static int
set_up(void **state)
{
	(void)state;
	serving = serving_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	serving_free(serving);
	return 0;
}

static struct serving_request *
begin(const char *model)
{
	return serving_begin(serving, ROUTE_CHAT, "127.0.0.1:4711", model,
	    SECOND, 5000);
}

static void
end(struct serving_request *request)
{
	char reason[] = "stop", why[] = "matched \"END\"";
	struct ending ending = { .state = MESSAGE_FINISHED,
		.finish_reason = reason,
		.why = why };

	serving_end(serving, request,
	    &(struct serving_end){ .now_us = 2 * SECOND,
		.status = 200,
		.ending = &ending });
}

/* ---- Requests. */

static void
serving_begin__puts__the_newest_first(void **state)
{
	struct serving_request *a = begin("a"), *b = begin("b");

	(void)state;
	assert_ptr_equal(serving_running(serving), b);
	assert_ptr_equal(b->older, a);
	assert_ptr_equal(a->newer, b);
	assert_null(a->older);
	assert_int_equal(serving_running_count(serving), 2);
	assert_int_equal(b->state, SERVING_WAITING);
	assert_int_equal(b->tokens, -1);
	assert_null(serving_over(serving));
}

static void
serving_progress__says__that_it_streams(void **state)
{
	struct serving_request *a = begin("a");

	(void)state;
	serving_progress(serving, a, 1, 10000);
	assert_int_equal(a->state, SERVING_STREAMING);
	assert_int_equal(a->tokens, 1);
	assert_int_equal(a->ttft_us, 10000);
}

/* From the middle, the front and the back. */
static void
serving_end__moves__a_request(void **state)
{
	struct serving_request *a = begin("a"), *b = begin("b"),
			       *c = begin("c");

	(void)state;
	end(b);
	assert_ptr_equal(serving_running(serving), c);
	assert_ptr_equal(c->older, a);
	assert_ptr_equal(a->newer, c);
	end(c);
	end(a);
	assert_int_equal(serving_running_count(serving), 0);
	assert_null(serving_running(serving));
	assert_int_equal(serving_over_count(serving), 3);
	assert_ptr_equal(serving_over(serving), a);
	assert_ptr_equal(a->older, c);
	assert_ptr_equal(c->older, b);
	assert_int_equal(b->serial, 1);
	assert_int_equal(a->serial, 3);
	assert_int_equal(a->state, SERVING_OVER);
	assert_string_equal(text_string(&a->word), "stop");
	assert_string_equal(text_string(&a->why), "matched \"END\"");
	assert_true(a->has_reason);
	assert_int_equal(a->kind, ENDING_STOP);
}

static void
serving_end__knows__each_outcome(void **state)
{
	char length[] = "length", sentence[] = "no";
	struct ending cut = { .state = MESSAGE_TRUNCATED },
		      failed = { .state = MESSAGE_FAILED, .error = sentence },
		      cancelled = { .state = MESSAGE_CANCELLED },
		      limited = { .state = MESSAGE_FINISHED,
			      .finish_reason = length };
	const struct {
		struct serving_end end;
		enum ending_kind kind;
		const char *word, *why;
		bool has_reason;
	} cases[] = {
		{ { .ending = &limited }, ENDING_SHORT, "length", "", true },
		{ { .ending = &cut }, ENDING_BROKEN, "cut off", "", false },
		{ { .ending = &failed }, ENDING_BROKEN, "failed", "no", false },
		{ { .ending = &cancelled, .client_left = true },
		    ENDING_CANCELLED, "cancelled", "", false },
		{ { .status = 200 }, ENDING_STOP, "", "", false },
		{ { .status = 404, .error = "what?" }, ENDING_BROKEN, "",
		    "what?", false },
		{ { .client_left = true }, ENDING_CANCELLED, "", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct serving_request *request = begin("a");

		serving_end(serving, request, &cases[i].end);
		assert_int_equal(request->kind, cases[i].kind);
		assert_string_equal(text_string(&request->word),
		    cases[i].word);
		assert_string_equal(text_string(&request->why), cases[i].why);
		assert_int_equal(request->has_reason, cases[i].has_reason);
	}
}

static void
serving_end__forgets__the_oldest(void **state)
{
	struct serving_request *first = begin("runs on");
	size_t count = 0;

	(void)state;
	for (int i = 0; i < 5 * SERVING_KEPT; i++)
		end(begin("a"));
	assert_int_equal(serving_over_count(serving), SERVING_KEPT);
	for (const struct serving_request *at = serving_over(serving); at;
	     at = at->older)
		assert_int_equal(at->serial, 5 * SERVING_KEPT - count++);
	assert_int_equal(count, SERVING_KEPT);
	assert_string_equal(text_string(&serving_running(serving)->model),
	    "runs on");
	end(first);
	assert_int_equal(serving_over_count(serving), SERVING_KEPT);
}

/* What is used again holds nothing of before. */
static void
serving_begin__starts__afresh(void **state)
{
	struct serving_request *request;

	(void)state;
	for (int i = 0; i <= SERVING_KEPT; i++) {
		request = begin("a");
		serving_progress(serving, request, 9, 9);
		serving_end(serving, request,
		    &(struct serving_end){ .fault = "stall", .error = "e",
			.client_left = true });
	}
	request = serving_begin(serving, ROUTE_MODELS, "p", NULL, 7, 8);
	assert_int_equal(request->state, SERVING_WAITING);
	assert_int_equal(request->tokens, -1);
	assert_int_equal(request->ttft_us, -1);
	assert_int_equal(request->model.len, 0);
	serving_end(serving, request, &(struct serving_end){ .status = 200 });
	assert_int_equal(request->fault.len, 0);
	assert_int_equal(request->why.len, 0);
	assert_false(request->client_left);
}

static void
serving_begin__cuts__long_names(void **state)
{
	char name[3 * SERVING_TEXT_MOST + 1] = "";
	struct serving_request *request;

	(void)state;
	for (int i = 0; i < SERVING_TEXT_MOST; i++)
		memcpy(name + 3 * i, "\xe2\x82\xac", 4);
	request = begin(name);
	/* 85 characters of three bytes, and the ellipsis. */
	assert_int_equal(request->model.len, 255 + 3);
	assert_string_equal(text_string(&request->model) + 252,
	    "\xe2\x82\xac\xe2\x80\xa6");
}

static void
count_call(void *data)
{
	++*(int *)data;
}

static void
serving_watch__tells__of_each_change(void **state)
{
	struct serving_request *request;
	int calls = 0;

	(void)state;
	serving_watch(serving, count_call, &calls);
	request = begin("a");
	serving_progress(serving, request, 1, 1);
	end(request);
	assert_int_equal(calls, 3);
	serving_watch(serving, NULL, NULL);
	begin("b");
	assert_int_equal(calls, 3);
}

/* ---- Rates. */

static void
assert_near(double have, double wanted)
{
	if (have < wanted - 0.001 || have > wanted + 0.001)
		fail_msg("%f is not %f", have, wanted);
}

static void
serving_rate__is__0_at_first(void **state)
{
	(void)state;
	assert_near(serving_rate(serving), 0);
	serving_sample(serving, 500000, 1000);
	assert_near(serving_rate(serving), 0);
}

static void
serving_rate__holds_still__at_a_steady_pace(void **state)
{
	(void)state;
	for (int64_t ms = 0; ms < 5000; ms += 100) {
		serving_sample(serving, 1000 * ms + 37, (uint64_t)ms / 10);
		if (ms > 2000)
			assert_near(serving_rate(serving), 100);
	}
}

static void
serving_rate__falls__when_nothing_comes(void **state)
{
	(void)state;
	serving_sample(serving, 10 * SECOND, 0);
	serving_sample(serving, 11 * SECOND, 50);
	assert_near(serving_rate(serving), 50);
	serving_sample(serving, 11 * SECOND + SECOND / 2, 50);
	assert_near(serving_rate(serving), 25);
	serving_sample(serving, 12 * SECOND, 50);
	assert_near(serving_rate(serving), 0);
}

static void
serving_sample__counts__what_comes_at_once(void **state)
{
	(void)state;
	serving_sample(serving, SECOND, 0);
	serving_sample(serving, SECOND, 10);
	assert_near(serving_rate(serving), 10);
	serving_sample(serving, 2 * SECOND, 30);
	assert_near(serving_rate(serving), 30);
}

/* However samples lie, nothing is lost and nothing counts twice. */
static void
serving_rates__keep__the_last_minute(void **state)
{
	double rates[SERVING_SECONDS];

	(void)state;
	serving_sample(serving, 0, 0);
	serving_sample(serving, 2 * SECOND + SECOND / 2, 250);
	serving_sample(serving, 4 * SECOND, 250);
	serving_rates(serving, rates);
	assert_near(rates[SERVING_SECONDS - 1], 0);
	assert_near(rates[SERVING_SECONDS - 2], 50);
	assert_near(rates[SERVING_SECONDS - 3], 100);
	assert_near(rates[SERVING_SECONDS - 4], 100);
	assert_near(rates[SERVING_SECONDS - 5], 0);
	serving_sample(serving, 60 * SECOND, 250);
	serving_rates(serving, rates);
	assert_near(rates[0], 100);
	serving_sample(serving, 62 * SECOND, 250);
	serving_rates(serving, rates);
	assert_near(rates[0], 50);
	serving_sample(serving, 64 * SECOND, 250);
	serving_rates(serving, rates);
	for (int i = 0; i < SERVING_SECONDS; i++)
		assert_near(rates[i], 0);
}

static void
serving_rates__spread__a_long_gap(void **state)
{
	double rates[SERVING_SECONDS];

	(void)state;
	serving_sample(serving, 0, 0);
	serving_sample(serving, 1000 * SECOND, 1000);
	serving_rates(serving, rates);
	for (int i = 0; i < SERVING_SECONDS; i++)
		assert_near(rates[i], 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(serving_begin__puts__the_newest_first),
		TEST(serving_begin__starts__afresh),
		TEST(serving_begin__cuts__long_names),
		TEST(serving_progress__says__that_it_streams),
		TEST(serving_end__moves__a_request),
		TEST(serving_end__knows__each_outcome),
		TEST(serving_end__forgets__the_oldest),
		TEST(serving_watch__tells__of_each_change),
		TEST(serving_rate__is__0_at_first),
		TEST(serving_rate__holds_still__at_a_steady_pace),
		TEST(serving_rate__falls__when_nothing_comes),
		TEST(serving_sample__counts__what_comes_at_once),
		TEST(serving_rates__keep__the_last_minute),
		TEST(serving_rates__spread__a_long_gap),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("serving", tests, NULL, NULL);
}
