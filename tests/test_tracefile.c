/* test_tracefile.c: records of request trace files. What a record is, is shown
 * as the JSON that --json writes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/tracefile.h"
#include "../src/tracejson.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define HEAD "{\"schema\":\"dynamo.request.trace.v1\""
#define END HEAD ",\"event_type\":\"request_end\","

static struct tracefile *file;

static int
set_up(void **state)
{
	(void)state;
	file = tracefile_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	tracefile_free(file);
	return 0;
}

static void
check(const char *line, const char *members)
{
	struct text out = { 0 }, why = { 0 }, wanted = { 0 };
	struct tracefile_record record;

	if (!tracefile_read(file, (struct span){ line, strlen(line) },
		&record, &why))
		fail_msg("%s: %s", text_string(&why), line);
	assert_true(record.is_request);
	tracejson_request(&out, "f", 1, &record);
	text_printf(&wanted, "{\"file\":\"f\",\"line\":1,%s}\n", members);
	assert_string_equal(text_string(&out), text_string(&wanted));
	text_release(&out);
	text_release(&why);
	text_release(&wanted);
}

static void
check_all(const char *const (*cases)[2], size_t count)
{
	for (size_t i = 0; i < count; i++)
		check(cases[i][0], cases[i][1]);
}

static void
tracefile_read__reads__compact_rows(void **state)
{
	(void)state;
	check(END "\"event_time_unix_ms\":1777312801000,\"request\":{"
	    "\"request_id\":\"r-1\",\"output_tokens\":16,"
	    "\"request_received_ms\":1777312800000,\"replay\":{"
	    "\"trace_block_size\":64,\"input_length\":128,"
	    "\"input_sequence_hashes\":[14879255164371896291,"
	    "274632075616497421]}}}",
	    "\"request_id\":\"r-1\",\"input_tokens\":128,"
	    "\"output_tokens\":16,\"request_received_ms\":1777312800000,"
	    "\"total_time_ms\":1000,\"outcome\":\"unknown\","
	    "\"trace_block_size\":64,\"blocks\":2,\"shared_blocks\":0,"
	    "\"input_sequence_hashes\":[14879255164371896291,"
	    "274632075616497421]");
}

static void
tracefile_read__reads__full_rows(void **state)
{
	(void)state;
	check(END "\"event_time_unix_ms\":2500,\"event_source\":\"dynamo\","
	    "\"agent_context\":{\"session_id\":\"s\",\"parent_session_id\":"
	    "\"p\",\"new\":[1]},\"request\":{\"request_id\":\"r\","
	    "\"x_request_id\":\"x\",\"model\":\"m\",\"input_tokens\":9,"
	    "\"output_tokens\":5,\"cached_tokens\":0,"
	    "\"request_received_ms\":1000,\"prefill_wait_time_ms\":0.25,"
	    "\"prefill_time_ms\":1e1,\"ttft_ms\":20.5,\"total_time_ms\":"
	    "1499.75,\"avg_itl_ms\":369.8125,\"queue_depth\":3,"
	    "\"finish_reason_metadata\":{\"finish_reason\":\"stop\","
	    "\"stop_reason\":\"\\n\\n\"}}}",
	    "\"session_id\":\"s\",\"parent_session_id\":\"p\","
	    "\"request_id\":\"r\",\"x_request_id\":\"x\",\"model\":\"m\","
	    "\"input_tokens\":9,\"output_tokens\":5,\"cached_tokens\":0,"
	    "\"request_received_ms\":1000,\"prefill_wait_time_ms\":0.25,"
	    "\"prefill_time_ms\":10,\"ttft_ms\":20.5,\"avg_itl_ms\":369.812,"
	    "\"total_time_ms\":1499.75,\"outcome\":\"finished\","
	    "\"finish_reason\":\"stop\",\"stop_reason\":\"\\n\\n\"");
}

static void
tracefile_read__finds__why_it_finished(void **state)
{
	static const char *const cases[][2] = {
		{ END "\"agent_context\":{},\"request\":{}}",
		    "\"outcome\":\"unfinished\"" },
		{ END "\"agent_context\":null,\"request\":{}}",
		    "\"outcome\":\"unknown\"" },
		{ END "\"request\":{\"finish_reason_metadata\":{"
		      "\"backend_finish_reason\":\"eos\",\"stop_reason\":2}}}",
		    "\"outcome\":\"finished\",\"finish_reason\":\"eos\","
		    "\"stop_reason\":2" },
		{ END "\"request\":{\"finish_reason_metadata\":{\"choices\":["
		      "{\"choice_index\":0,\"finish_reason\":\"length\"}]}}}",
		    "\"outcome\":\"finished\",\"finish_reason\":\"length\"" },
		{ END "\"request\":{\"finish_reason_metadata\":{"
		      "\"finish_reason\":\"stop\",\"choices\":["
		      "{\"choice_index\":0,\"finish_reason\":\"length\"}]}}}",
		    "\"outcome\":\"finished\",\"finish_reason\":\"stop\"" },
	};

	(void)state;
	check_all(cases, COUNT(cases));
}

static void
tracefile_read__takes_for_unknown__what_is_no_measure(void **state)
{
	static const char *const cases[][2] = {
		{ END "\"request\":{\"model\":7,\"request_id\":\"\","
		      "\"input_tokens\":null,\"output_tokens\":-1,"
		      "\"cached_tokens\":1.5,\"ttft_ms\":\"1\"}}",
		    "\"outcome\":\"unknown\"" },
		{ END "\"request\":{\"request_received_ms\":99999999999999999,"
		      "\"ttft_ms\":1e300,\"avg_itl_ms\":-0.5,"
		      "\"total_time_ms\":NaN,\"prefill_time_ms\":Infinity}}",
		    "\"outcome\":\"unknown\"" },
	};

	(void)state;
	check_all(cases, COUNT(cases));
}

static void
tracefile_read__derives__one_time_from_two(void **state)
{
	static const char *const cases[][2] = {
		{ END "\"event_time_unix_ms\":500,\"request\":{"
		      "\"request_received_ms\":500}}",
		    "\"request_received_ms\":500,\"total_time_ms\":0,"
		    "\"outcome\":\"unknown\"" },
		{ END "\"event_time_unix_ms\":500,\"request\":{"
		      "\"request_received_ms\":501}}",
		    "\"request_received_ms\":501,\"outcome\":\"unknown\"" },
		{ END "\"event_time_unix_ms\":500,\"request\":{"
		      "\"total_time_ms\":99.6}}",
		    "\"request_received_ms\":400,\"total_time_ms\":99.6,"
		    "\"outcome\":\"unknown\"" },
		{ END "\"event_time_unix_ms\":500,\"request\":{"
		      "\"total_time_ms\":501}}",
		    "\"total_time_ms\":501,\"outcome\":\"unknown\"" },
	};

	(void)state;
	check_all(cases, COUNT(cases));
}

static void
tracefile_read__keeps__64_bits_of_hashes(void **state)
{
	static const struct {
		const char *list;
		const char *out;
	} cases[] = {
		{ "[14643705804678351452,0,1]",
		    ",\"blocks\":3,\"shared_blocks\":0,"
		    "\"input_sequence_hashes\":[14643705804678351452,0,1]" },
		{ "[18446744073709551615]",
		    ",\"blocks\":1,\"shared_blocks\":0,"
		    "\"input_sequence_hashes\":[18446744073709551615]" },
		{ "[]", ",\"blocks\":0,\"shared_blocks\":0,"
		        "\"input_sequence_hashes\":[]" },
		{ "[1,18446744073709551616]", "" },
		{ "[28446744073709551615]", "" },
		{ "[-1]", "" },
		{ "[1.0]", "" },
		{ "[1e3]", "" },
		{ "[\"1\"]", "" },
		{ "7", "" },
	};
	struct text line = { 0 }, wanted = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&line);
		text_clear(&wanted);
		text_printf(&line, END "\"request\":{\"replay\":{"
		    "\"input_sequence_hashes\":%s}}}", cases[i].list);
		text_printf(&wanted, "\"outcome\":\"unknown\"%s",
		    cases[i].out);
		check(text_string(&line), text_string(&wanted));
	}
	text_release(&line);
	text_release(&wanted);
}

static void
tracefile_read__looks_into__the_wrapper_of_a_recorder(void **state)
{
	(void)state;
	check("{\"timestamp\":5,\"event\":" END
	    "\"request\":{\"model\":\"m\"}}}",
	    "\"model\":\"m\",\"outcome\":\"unknown\"");
}

static void
tracefile_read__repairs__broken_utf8(void **state)
{
	(void)state;
	check(END "\"request\":{\"model\":\"\xff\xc3\xa9\"}}",
	    "\"model\":\"\xef\xbf\xbd\xc3\xa9\",\"outcome\":\"unknown\"");
}

static void
tracefile_read__knows__other_events(void **state)
{
	static const char *const types[] = { "tool_start", "tool_end",
		"tool_error", "request_payload", "tomorrow" };
	struct tracefile_record record;
	struct text line = { 0 }, why = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNT(types); i++) {
		text_clear(&line);
		text_printf(&line, HEAD ",\"event_type\":\"%s\"}", types[i]);
		assert_true(tracefile_read(file,
		    (struct span){ line.bytes, line.len }, &record, &why));
		assert_false(record.is_request);
		assert_int_equal(record.event_type.len, strlen(types[i]));
		assert_memory_equal(record.event_type.bytes, types[i],
		    strlen(types[i]));
	}
	text_release(&line);
	text_release(&why);
}

static void
tracefile_read__says__why_a_line_is_no_record(void **state)
{
	static const struct {
		const char *line, *why;
	} cases[] = {
		{ "hello", "it is not JSON" },
		{ "{\"schema\":", "its JSON is broken" },
		{ END "\"request\":{}} {}", "its JSON is broken" },
		{ "[]", "it has no schema" },
		{ "17", "it has no schema" },
		{ "{\"event\":3}", "it has no schema" },
		{ "{\"schema\":1}", "it has no schema" },
		{ "{\"schema\":\"v2\\n\"}", "its schema is \"v2\\n\", not "
		  "dynamo.request.trace.v1" },
		{ HEAD "}", "it has no event_type" },
		{ HEAD ",\"event_type\":\"request_end\"}",
		    "it is a request_end without a request" },
		{ HEAD ",\"event_type\":\"request_end\",\"request\":[]}",
		    "it is a request_end without a request" },
	};
	struct tracefile_record record;
	struct text why = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *line = cases[i].line;

		assert_false(tracefile_read(file,
		    (struct span){ line, strlen(line) }, &record, &why));
		assert_string_equal(text_string(&why), cases[i].why);
	}
	text_release(&why);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tracefile_read__reads__compact_rows),
		cmocka_unit_test(tracefile_read__reads__full_rows),
		cmocka_unit_test(tracefile_read__finds__why_it_finished),
		cmocka_unit_test(
		    tracefile_read__takes_for_unknown__what_is_no_measure),
		cmocka_unit_test(tracefile_read__derives__one_time_from_two),
		cmocka_unit_test(tracefile_read__keeps__64_bits_of_hashes),
		cmocka_unit_test(
		    tracefile_read__looks_into__the_wrapper_of_a_recorder),
		cmocka_unit_test(tracefile_read__repairs__broken_utf8),
		cmocka_unit_test(tracefile_read__knows__other_events),
		cmocka_unit_test(tracefile_read__says__why_a_line_is_no_record),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
