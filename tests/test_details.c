/* test_details.c: all of one line of the trace, as text: times, JSON, bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../ui/details.h"

static const struct trace_entry *
add(struct trace *trace, enum trace_kind kind, int64_t at_us, const char *what,
    const char *data)
{
	struct trace_entry *entry = trace_add(trace, kind, 1, at_us, what);

	trace_add_data(trace, entry, data, strlen(data));
	return entry;
}

static void
prints(const struct trace *trace, const struct trace_entry *entry, int columns,
    const char *want)
{
	struct text out = { 0 }, looks = { 0 };

	details_print(&out, &looks, trace, entry, columns);
	assert_string_equal(text_string(&out), want);
	assert_int_equal(looks.len, out.len);
	text_release(&out);
	text_release(&looks);
}

static void
details_print__shows__times_json_and_bytes(void **state)
{
	struct trace trace = { 0 };
	const struct trace_entry *entry;

	(void)state;
	add(&trace, TRACE_CHUNK, 10000, "raw", "{}");
	add(&trace, TRACE_TOKEN, 12000, "token", "x");
	entry = add(&trace, TRACE_CHUNK, 15500, "raw",
	    "{\"content\":\"\xc3\xa9\\n\"}");
	prints(&trace, entry, 80,
	    "Request #1\n"
	    "  time     15.500 ms after the request was sent\n"
	    "           5.500 ms after the chunk before\n"
	    "  event    raw\n"
	    "\n"
	    "JSON\n"
	    "  {\n"
	    "    \"content\": \"\xc3\xa9\\n\"\n"
	    "  }\n"
	    "\n"
	    "Bytes (18)\n"
	    "  000000  7b 22 63 6f 6e 74 65 6e 74 22 3a 22 c3 a9 5c 6e"
	    "  {\"content\":\"..\\n\n"
	    "  000010  22 7d                                          "
	    "  \"}\n");
	trace_release(&trace);
}

static void
details_print__fits__in_forty_columns(void **state)
{
	struct trace trace = { 0 };
	struct trace_entry *entry = trace_add(&trace, TRACE_TOKEN, 1, 0,
	    "token");

	(void)state;
	trace_add_data(&trace, entry, "abcdefghi\n", 10);
	entry->brought = (struct trace_brought){ 7, TIMINGS_TEXT, 3, 13 };
	prints(&trace, entry, 40,
	    "Request #1\n"
	    "  time     0.000 ms after the request was sent\n"
	    "  event    token\n"
	    "  brought  bytes 3 to 12 of the reply; Alt+J shows them there\n"
	    "\n"
	    "Text\n"
	    "  \"abcdefghi\\n\"\n"
	    "\n"
	    "Bytes (10)\n"
	    "0000 61 62 63 64 65 66 67 68  abcdefgh\n"
	    "0008 69 0a                    i.\n");
	trace_release(&trace);
}

static void
details_print__says__where_json_ends(void **state)
{
	static const struct {
		const char *data;
		const char *want;
	} cases[] = {
		{ "{\"a\":NaN}", "  no JSON any more from byte 5 on\n" },
		{ "{\"a\":\"b", "  its end is missing here\n" },
		{ "[DONE]", "\nText\n  \"[DONE]\"\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct trace trace = { 0 };
		struct text out = { 0 }, looks = { 0 };

		details_print(&out, &looks, &trace, add(&trace, TRACE_CHUNK, 0,
		    "raw", cases[i].data), 80);
		assert_non_null(strstr(out.bytes, cases[i].want));
		assert_int_equal(looks.len, out.len);
		text_release(&out);
		text_release(&looks);
		trace_release(&trace);
	}
}

static void
details_print__says__what_has_gone(void **state)
{
	struct trace trace = { 0 };
	struct trace_entry *entry = trace_add(&trace, TRACE_CHUNK, 1, 0, "raw");

	(void)state;
	entry->data_gone = true;
	prints(&trace, entry, 80,
	    "Request #1\n"
	    "  time     0.000 ms after the request was sent\n"
	    "  event    raw\n"
	    "\n"
	    "Its bytes have gone: the trace keeps 16 MB of them, the newest\n");
	trace_release(&trace);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(details_print__shows__times_json_and_bytes),
		cmocka_unit_test(details_print__fits__in_forty_columns),
		cmocka_unit_test(details_print__says__where_json_ends),
		cmocka_unit_test(details_print__says__what_has_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
