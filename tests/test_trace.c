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

/* Fills each line with as much as it takes. */
static void
trace_add_data__drops__the_oldest_data(void **state)
{
	static char bytes[TRACE_DATA_MAX + 1];
	struct trace trace = { 0 };
	int gone = 0;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct trace_entry *entry =
		    trace_add(&trace, TRACE_CHUNK, 1, i, "raw");

		trace_add_data(&trace, entry, bytes, sizeof(bytes));
		assert_int_equal(entry->data.len, TRACE_DATA_MAX);
		assert_true(trace.data_size <= TRACE_DATA_ALL);
	}
	assert_int_equal(trace.count, 3000);
	for (size_t i = 0; i < trace.count; i++) {
		const struct trace_entry *entry = trace_at(&trace, i);

		gone += entry->data_gone;
		assert_int_equal(entry->data_gone, entry->data.len == 0);
		assert_int_equal(entry->data_gone, (int)i < gone);
	}
	assert_in_range(gone, 1, 2999);
	assert_int_equal(trace.data_dropped, gone);

	/* What has gone does not begin anew. */
	trace_add_data(&trace, trace_find(&trace, 1), "x", 1);
	assert_int_equal(trace_at(&trace, 0)->data.len, 0);
	trace_clear(&trace);
	assert_int_equal(trace.data_size + trace.data_dropped, 0);
	trace_release(&trace);
}

/* The ring goes round while data go: the sizes must stay right. */
static void
trace_add_data__counts__lines_that_are_used_again(void **state)
{
	static char bytes[TRACE_DATA_MAX];
	struct trace trace = { 0 };
	size_t size = 0;

	(void)state;
	for (int i = 0; i < 3 * TRACE_MAX + 17; i++)
		trace_add_data(&trace,
		    trace_add(&trace, TRACE_CHUNK, 1, i, "raw"), bytes,
		    i % 7 ? 100 : (size_t)i % TRACE_DATA_MAX);
	for (size_t i = 0; i < TRACE_MAX; i++)
		size += trace.ring[i].data.size;
	assert_int_equal(size, trace.data_size);
	assert_true(size <= TRACE_DATA_ALL);
	trace_release(&trace);
}

static struct trace_entry *
add_bringer(struct trace *trace, enum trace_kind kind, size_t from, size_t to)
{
	struct trace_entry *entry = trace_add(trace, kind, 1, 0, "");

	entry->brought = (struct trace_brought){ 9, TIMINGS_TEXT, from, to };
	return entry;
}

static void
trace_bringer__prefers__what_is_nearest_to_the_wire(void **state)
{
	static const struct {
		uint64_t message;
		size_t at;
		uint64_t id;
	} cases[] = { { 9, 0, 1 }, { 9, 2, 1 }, { 9, 3, 5 }, { 9, 4, 6 },
		{ 9, 5, 4 }, { 9, 6, 0 }, { 8, 0, 0 }, { 0, 0, 0 } };
	struct trace trace = { 0 };

	(void)state;
	add_bringer(&trace, TRACE_CHUNK, 0, 3);
	add_bringer(&trace, TRACE_TOKEN, 0, 1);
	trace_add(&trace, TRACE_NOTE, 1, 0, "");
	add_bringer(&trace, TRACE_TOKENS, 0, 6);
	add_bringer(&trace, TRACE_CHUNK, 3, 4);
	add_bringer(&trace, TRACE_TOKEN, 4, 5);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct trace_entry *entry = trace_bringer(&trace,
		    cases[i].message, TIMINGS_TEXT, cases[i].at);

		assert_int_equal(entry ? entry->id : 0, cases[i].id);
		assert_null(trace_bringer(&trace, cases[i].message,
		    TIMINGS_REASONING, cases[i].at));
	}
	trace_release(&trace);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_add__returns__a_line_to_be_filled),
		cmocka_unit_test(trace_add__drops__the_oldest_when_full),
		cmocka_unit_test(trace_find__knows__which_lines_have_gone),
		cmocka_unit_test(trace_add_data__drops__the_oldest_data),
		cmocka_unit_test(
		    trace_add_data__counts__lines_that_are_used_again),
		cmocka_unit_test(
		    trace_bringer__prefers__what_is_nearest_to_the_wire),
		cmocka_unit_test(
		    trace_clear__forgets__lines_but_gives_no_id_again),
		cmocka_unit_test(trace_print__lines_up__columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
