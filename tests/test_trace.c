/* test_trace.c: lines of the trace, one by one and when the ring is full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/trace.h"

static void
trace_add__returns__a_line_to_be_filled(void **state)
{
	struct trace trace = { 0 };
	struct trace_entry *entry =
	    trace_add(&trace, TRACE_FIRST, 3, 10100, "first");
	uint64_t before;

	(void)state;
	assert_int_not_equal(entry->id, 0);
	assert_int_equal(entry->kind, TRACE_FIRST);
	assert_int_equal(entry->turn, 3);
	assert_int_equal(entry->at_us, 10100);
	assert_string_equal(text_string(&entry->what), "first");
	assert_int_equal(entry->detail.len + entry->measure.len +
	    entry->data.len, 0);
	assert_int_equal(entry->revision, trace.revision);
	assert_int_equal(trace.count, 1);

	before = trace.revision;
	text_add(&entry->detail, "\"o\"");
	trace_touch(&trace, entry);
	assert_int_not_equal(trace.revision, before);
	assert_int_equal(entry->revision, trace.revision);
	assert_ptr_equal(trace_at(&trace, 0), entry);
	trace_release(&trace);
}

/* Fills the ring and half of it again; line n is at n microseconds. */
static void
overfill(struct trace *trace)
{
	for (int i = 0; i < TRACE_MAX + TRACE_MAX / 2; i++) {
		struct trace_entry *entry =
		    trace_add(trace, TRACE_TOKEN, 1, i, "token");

		assert_int_equal(entry->detail.len, 0);
		assert_int_equal(entry->measure.len, 0);
		assert_int_equal(entry->data.len, 0);
		text_printf(&entry->detail, "%d", i);
		text_printf(&entry->measure, "%d", i);
		text_printf(&entry->data, "%d", i);
	}
}

static void
trace_add__drops__the_oldest_when_full(void **state)
{
	struct trace trace = { 0 };

	(void)state;
	overfill(&trace);
	assert_int_equal(trace.count, TRACE_MAX);
	assert_int_equal(trace.dropped, TRACE_MAX / 2);
	for (size_t i = 0; i < TRACE_MAX; i++)
		assert_int_equal(trace_at(&trace, i)->at_us, TRACE_MAX / 2 + i);
	assert_string_equal(text_string(&trace_at(&trace, 0)->data), "5000");
	trace_release(&trace);
	assert_null(trace.ring);
}

static void
trace_find__knows__which_lines_have_gone(void **state)
{
	struct trace trace = { 0 };
	uint64_t first;

	(void)state;
	assert_null(trace_find(&trace, 0));
	assert_null(trace_find(&trace, 1));
	first = trace_add(&trace, TRACE_NOTE, 1, -1, "note")->id;
	assert_ptr_equal(trace_find(&trace, first), trace_at(&trace, 0));
	overfill(&trace);
	assert_null(trace_find(&trace, 0));
	assert_null(trace_find(&trace, first));
	assert_null(trace_find(&trace, trace_at(&trace, 0)->id - 1));
	for (size_t i = 0; i < TRACE_MAX; i++)
		assert_ptr_equal(trace_find(&trace, trace_at(&trace, i)->id),
		    trace_at(&trace, i));
	assert_null(trace_find(&trace,
	    trace_at(&trace, TRACE_MAX - 1)->id + 1));
	trace_release(&trace);
}

static void
trace_clear__forgets__lines_but_gives_no_id_again(void **state)
{
	struct trace trace = { .level = TRACE_RAW };
	uint64_t before, id;

	(void)state;
	overfill(&trace);
	id = trace_at(&trace, TRACE_MAX - 1)->id;
	before = trace.revision;
	trace_clear(&trace);
	assert_int_equal(trace.count, 0);
	assert_int_equal(trace.dropped, 0);
	assert_int_equal(trace.level, TRACE_RAW);
	assert_true(trace.revision > before);
	assert_null(trace_find(&trace, id));
	assert_true(trace_add(&trace, TRACE_NOTE, 1, 0, "note")->id > id);
	trace_release(&trace);
}

static void
trace_print__lines_up__columns(void **state)
{
	static const struct {
		int64_t at_us;
		const char *what, *detail, *measure, *line;
	} cases[] = {
		{ 10000, "first", "\"o\"", "ttft 10.0 ms",
		    "     10.0 first     \"o\" ttft 10.0 ms" },
		{ 0, "cancelled", "", "", "      0.0 cancelled" },
		{ 0, "usage", "", "", "      0.0 usage" },
		{ 70349, "stop", "", "4 tokens",
		    "     70.3 stop      4 tokens" },
		{ 1234567890, "content-after-finish", "x", "",
		    "1234567.9 content-after-finish x" },
	};
	struct trace trace = { 0 };
	struct text out = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct trace_entry *entry = trace_add(&trace, TRACE_NOTE, 1,
		    cases[i].at_us, cases[i].what);

		text_add(&entry->detail, cases[i].detail);
		text_add(&entry->measure, cases[i].measure);
		trace_print(&out, entry);
		assert_string_equal(text_string(&out), cases[i].line);
		text_clear(&out);
	}
	text_release(&out);
	trace_release(&trace);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_add__returns__a_line_to_be_filled),
		cmocka_unit_test(trace_add__drops__the_oldest_when_full),
		cmocka_unit_test(trace_find__knows__which_lines_have_gone),
		cmocka_unit_test(
		    trace_clear__forgets__lines_but_gives_no_id_again),
		cmocka_unit_test(trace_print__lines_up__columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
