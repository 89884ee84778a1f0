/* test_comparison.c: what several have answered to the same, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <string.h>

#include <cmocka.h>

#include "../src/comparison.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static struct comparison comparison;
static struct message replies[COMPARED_MOST];

static int
tear_down(void **state)
{
	(void)state;
	comparison_release(&comparison);
	for (size_t i = 0; i < COUNT(replies); i++)
		text_release(&replies[i].text);
	return 0;
}

static struct compared *
add(const char *name, const char *text)
{
	struct message *reply = &replies[comparison.count];
	struct compared *compared = comparison_add(&comparison, name);

	text_add(&reply->text, text);
	reply->usage.completion_tokens = -1;
	compared->reply = reply;
	return compared;
}

static void
comparison_first_difference__counts__characters(void **state)
{
	static const struct {
		const char *one, *other;
		size_t at;
	} examples[] = {
		{ "", "", 0 }, { "same", "same", 0 }, { "", "a", 1 },
		{ "one", "one two", 4 }, { "one two", "one", 4 },
		{ "\xc3\xa9\xc3\xa9" "a", "\xc3\xa9\xc3\xa9" "b", 3 },
	};

	for (size_t i = 0; i < COUNT(examples); i++) {
		tear_down(state);
		add("a", examples[i].one);
		add("b", examples[i].other);
		assert_int_equal(comparison_first_difference(&comparison, 0, 1),
		    examples[i].at);
		assert_int_equal(comparison_same_text(&comparison),
		    !examples[i].at);
	}
}

static void
comparison_is_open__while__the_shorter_text_may_grow(void **state)
{
	static const struct {
		const char *one;
		bool one_over;
		const char *other;
		bool other_over, open;
	} examples[] = {
		{ "a", false, "ab", false, true },
		{ "a", false, "ab", true, true },
		{ "a", true, "ab", false, false },
		{ "ab", false, "a", false, true },
		{ "ab", false, "a", true, false },
		{ "ax", false, "ab", false, false },
		{ "ab", true, "ab", false, true },
		{ "ab", true, "ab", true, false },
	};

	for (size_t i = 0; i < COUNT(examples); i++) {
		tear_down(state);
		add("a", examples[i].one)->over = examples[i].one_over;
		add("b", examples[i].other)->over = examples[i].other_over;
		assert_int_equal(comparison_is_open(&comparison, 0, 1),
		    examples[i].open);
	}
}

static void
comparison_is_over__waits__for_all(void **state)
{
	struct compared *a = add("a", ""), *b = add("b", "");

	(void)state;
	assert_false(comparison_is_over(&comparison));
	a->over = true;
	assert_false(comparison_is_over(&comparison));
	b->over = true;
	assert_true(comparison_is_over(&comparison));
}

static void
comparison_span__is__the_longest_time(void **state)
{
	struct compared *a = add("a", ""), *b = add("b", "");

	(void)state;
	assert_int_equal(comparison_span_us(&comparison), 0);
	timeline_add(&a->timeline, 700, 1);
	assert_int_equal(comparison_span_us(&comparison), 700);
	b->total_us = 900;
	assert_int_equal(comparison_span_us(&comparison), 900);
}

static void
compared_tokens__are__what_the_engine_says(void **state)
{
	struct compared *a = add("a", "");

	(void)state;
	replies[0].timing.tokens = 7;
	assert_int_equal(compared_tokens(a), 7);
	replies[0].usage.completion_tokens = 9;
	assert_int_equal(compared_tokens(a), 9);
}

static void
compared_print_name__leaves_out__folders(void **state)
{
	static const char *const examples[][2] = {
		{ "echo", "echo" },
		{ "http://host/v1", "http://host/v1" },
		{ "replay:a/b/c.jsonl", "replay:c.jsonl" },
		{ "replay:c.jsonl", "replay:c.jsonl" },
		{ "replay:/c.jsonl stop=a/b", "replay:c.jsonl stop=a/b" },
	};

	for (size_t i = 0; i < COUNT(examples); i++) {
		struct text name = { 0 };

		tear_down(state);
		compared_print_name(&name, add(examples[i][0], ""));
		assert_string_equal(text_string(&name), examples[i][1]);
		text_release(&name);
	}
}

/* ---- Timelines. */

static void
timeline_sum__finds__tokens_in_their_time(void **state)
{
	struct timeline timeline;

	(void)state;
	timeline_init(&timeline);
	assert_int_equal(timeline.first_us, -1);
	timeline_add(&timeline, 0, 1);
	timeline_add(&timeline, 1000, 2);
	timeline_add(&timeline, 1000, 0);
	assert_true(timeline_sum(&timeline, 0, 1000) == 1);
	assert_true(timeline_sum(&timeline, 1000, 1250) == 2);
	/* Half of a slot is half of its tokens. */
	assert_true(timeline_sum(&timeline, 1125, 1250) == 1);
	/* But a token is not in two places at once. */
	assert_true(timeline_sum(&timeline, 1125, 9000) == 0);
	assert_int_equal(timeline.first_us, 0);
	assert_int_equal(timeline.last_us, 1000);
}

/* However long it is, nothing is lost, and parts make up the whole. */
static void
timeline_add__keeps__all_tokens_of_a_long_reply(void **state)
{
	struct timeline timeline;
	double sum = 0;

	(void)state;
	timeline_init(&timeline);
	for (int64_t i = 0; i < 100000; i++)
		timeline_add(&timeline, i * 36000, 1);
	assert_true(timeline_sum(&timeline, 0, INT64_MAX / 2) == 100000);
	for (int64_t i = 0; i < 100; i++)
		sum += timeline_sum(&timeline, i * 36000000,
		    (i + 1) * 36000000);
	assert_true(sum > 99999.9 && sum < 100000.1);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(comparison_first_difference__counts__characters),
		TEST(comparison_is_open__while__the_shorter_text_may_grow),
		TEST(comparison_is_over__waits__for_all),
		TEST(comparison_span__is__the_longest_time),
		TEST(compared_tokens__are__what_the_engine_says),
		TEST(compared_print_name__leaves_out__folders),
		TEST(timeline_sum__finds__tokens_in_their_time),
		TEST(timeline_add__keeps__all_tokens_of_a_long_reply),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
