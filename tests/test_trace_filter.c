/* test_trace_filter.c: which lines of the trace are shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/trace.h"
#include "../src/trace_filter.h"

/* A line of each kind, in their order, by a letter. */
static const char letters[] = "HRF+THMSLCXUAWDN";

static void
filters(struct trace_filter *filter, const char *want)
{
	struct trace trace = { 0 };
	char shown[TRACE_KINDS + 1] = "";

	for (int kind = 0; kind < TRACE_KINDS; kind++) {
		struct trace_entry *entry = trace_add(&trace,
		    (enum trace_kind)kind, 1, 0, "line");

		text_printf(&entry->detail, "kind %c", letters[kind]);
		trace_add_data(&trace, entry, "Data\0x", 6);
		shown[kind] = trace_filter_shows(filter, entry) ? letters[kind]
								: ' ';
	}
	assert_string_equal(shown, want);
	trace_release(&trace);
}

static void
trace_filter_read__knows__kinds_and_texts(void **state)
{
	static const struct {
		const char *words;
		const char *want;
	} cases[] = {
		{ "", letters },
		{ "token", "H F+T           " },
		{ "request raw record", "HR           WD " },
		{ "  held   match ", "H    HM         " },
		{ "finish usage", "H      SLCXU    " },
		{ "anomaly note", "H           A  N" },
		{ "-raw -token", "HR   HMSLCXUA DN" },
		{ "token raw -token", "H            W  " },
		{ "text:kind U", "H          U    " },
		{ "text:data", letters },
		{ "text:DATA", "H               " },
		{ "usage text:line", "H          U    " },
		{ "text:-raw", "H               " },
		{ "off", letters },
	};
	struct trace_filter filter = { 0 };
	struct text error = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		unsigned before = filter.revision;

		assert_true(trace_filter_read(&filter, cases[i].words, &error));
		assert_int_not_equal(filter.revision, before);
		filters(&filter, cases[i].want);
	}
	assert_false(trace_filter_is_on(&filter));
	trace_filter_release(&filter);
}

static void
trace_filter_read__refuses__what_it_does_not_know(void **state)
{
	static const struct {
		const char *words;
		const char *error;
	} cases[] = {
		{ "tokn", "the trace has no lines of kind tokn; did you mean "
		    "token?" },
		{ "raw -usge", "the trace has no lines of kind usge; did you "
		    "mean usage?" },
		{ "xyzzyxyzzy", "the trace has no lines of kind xyzzyxyzzy; use "
		    "request, token, held, match, finish, usage, anomaly, raw, "
		    "note, record" },
	};
	struct trace_filter filter = { 0 };
	struct text error = { 0 };

	(void)state;
	assert_true(trace_filter_read(&filter, "usage", &error));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		text_clear(&error);
		assert_false(trace_filter_read(&filter, cases[i].words,
		    &error));
		assert_string_equal(text_string(&error), cases[i].error);
		filters(&filter, "H          U    ");
	}
	text_release(&error);
	trace_filter_release(&filter);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_filter_read__knows__kinds_and_texts),
		cmocka_unit_test(
		    trace_filter_read__refuses__what_it_does_not_know),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
