/* test_request_trace.c: the record of a request, byte for byte, and the rules of
 * when there is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/request_trace.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define ID(prefix) "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":" \
	"\"request_end\",\"event_time_unix_ms\":" prefix

enum { BLOCK = 64, PROMPT = 128 };

/* A request whose facts tests change before it ends. */
struct fixture {
	struct tracker tracker;
	struct message reply;
	struct replay_hash replay;
	struct agent_context agent;
	struct request_trace trace;
	struct text out;
};

static struct fixture fixture;

static int
set_up(void **state)
{
	struct fixture *f = &fixture;
	uint32_t tokens[PROMPT];

	(void)state;
	*f = (struct fixture){ .replay = { .block_size = BLOCK } };
	for (uint32_t i = 0; i < PROMPT; i++)
		tokens[i] = i;
	replay_hash_add(&f->replay, tokens, PROMPT);
	replay_hash_end(&f->replay);
	tracker_start(&f->tracker, 5000, 1777312800000, NULL);
	f->reply.usage = (struct usage){ -1, -1, -1, -1 };
	f->trace = (struct request_trace){ .request_id = "r-1",
		.tracker = &f->tracker,
		.reply = &f->reply,
		.block_size = BLOCK,
		.replay = &f->replay,
		.n = -1,
		.best_of = -1 };
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	replay_hash_release(&fixture.replay);
	text_release(&fixture.out);
	return 0;
}

/* count tokens come, the first after 100 ms, the last of them 150 ms later. */
static void
stream(unsigned count)
{
	fixture.trace.begun = true;
	tracker_tokens(&fixture.tracker, 1, 105000);
	tracker_tokens(&fixture.tracker, count - 1, 255000);
	fixture.trace.output_tokens = count;
}

static enum trace_result
end(enum request_end how, int64_t now)
{
	return request_trace_end(&fixture.trace, how, now, &fixture.out);
}

static const char *
out(void)
{
	return text_string(&fixture.out);
}

static void
check_has(const char *part)
{
	if (!strstr(out(), part))
		fail_msg("%s is not in %s", part, out());
}

static void
check_has_not(const char *part)
{
	if (strstr(out(), part))
		fail_msg("%s is in %s", part, out());
}

/* ---- Shapes. */

static void
record__is__the_compact_row_of_the_reference(void **state)
{
	char want[600];

	(void)state;
	stream(16);
	assert_int_equal(end(REQUEST_ENDED, 1005000), TRACE_RECORD);
	snprintf(want, sizeof(want), ID("1777312801000") ",\"request\":{"
	    "\"request_id\":\"r-1\",\"output_tokens\":16,"
	    "\"request_received_ms\":1777312800000,\"replay\":{"
	    "\"trace_block_size\":64,\"input_length\":128,"
	    "\"input_sequence_hashes\":[%llu,%llu]}}}",
	    (unsigned long long)fixture.replay.hashes[0],
	    (unsigned long long)fixture.replay.hashes[1]);
	assert_string_equal(out(), want);
}

/* What is known, in the documented order. */
static void
record__is__the_full_row_with_a_session(void **state)
{
	static char model[] = "m", reason[] = "tool_calls", other[] = "length";
	static char id[] = "call_1", name[] = "find", hidden[] = "{\"a\":1}";
	struct tool_call call = { .id = { id, 6, 7 }, .name = { name, 4, 5 },
		.arguments = { hidden, 7, 8 } };
	struct choice choice = { .index = 1, .finish_reason = other };
	struct fixture *f = &fixture;
	char want[1000];

	(void)state;
	f->agent = (struct agent_context){ "s", "p", FINAL_NO,
		TRIGGER_USER_MESSAGE };
	f->trace.agent = &f->agent;
	f->trace.x_request_id = "x-1";
	f->reply.model = model;
	f->reply.usage = (struct usage){ 128, 4, 132, 64 };
	f->reply.end = (struct ending){ .state = MESSAGE_FINISHED,
		.finish_reason = reason,
		.stop_reason = { .kind = STOP_REASON_ID, .id = 7 } };
	f->reply.tool_calls = &call;
	f->reply.tool_call_count = 1;
	f->reply.others = &choice;
	f->reply.other_count = 1;
	stream(4);
	assert_int_equal(end(REQUEST_ENDED, 255500), TRACE_RECORD);
	snprintf(want, sizeof(want), ID("1777312800251")
	    ",\"event_source\":\"dynamo\",\"agent_context\":{"
	    "\"session_id\":\"s\",\"parent_session_id\":\"p\","
	    "\"session_final\":false,\"input_trigger\":\"user_message\"},"
	    "\"request\":{\"request_id\":\"r-1\",\"x_request_id\":\"x-1\","
	    "\"model\":\"m\",\"input_tokens\":128,\"output_tokens\":4,"
	    "\"cached_tokens\":64,\"request_received_ms\":1777312800000,"
	    "\"ttft_ms\":100,\"total_time_ms\":250.5,"
	    "\"avg_itl_ms\":50.166667,\"replay\":{"
	    "\"trace_block_size\":64,\"input_length\":128,"
	    "\"input_sequence_hashes\":[%llu,%llu]},"
	    "\"finish_reason_metadata\":{\"finish_reason\":\"tool_calls\","
	    "\"backend_finish_reason\":\"tool_calls\",\"stop_reason\":7,"
	    "\"tool_calls\":[{\"choice_index\":0,\"tool_call_index\":0,"
	    "\"id\":\"call_1\",\"name\":\"find\"}],\"choices\":[{"
	    "\"choice_index\":0,\"finish_reason\":\"tool_calls\","
	    "\"backend_finish_reason\":\"tool_calls\",\"stop_reason\":7},{"
	    "\"choice_index\":1,\"finish_reason\":\"length\","
	    "\"backend_finish_reason\":\"length\"}]}}}",
	    (unsigned long long)f->replay.hashes[0],
	    (unsigned long long)f->replay.hashes[1]);
	assert_string_equal(out(), want);
	check_has_not("\"a\"");
}

static void
record__leaves_out__what_is_unknown(void **state)
{
	static const char *const unknown[] = { "x_request_id", "model",
		"cached_tokens", "prefill", "ttft_ms", "avg_itl_ms",
		"kv_hit_rate", "parent_session_id", "session_final",
		"input_trigger", "finish_reason", "null" };

	(void)state;
	fixture.agent.session_id = "s";
	fixture.trace.agent = &fixture.agent;
	fixture.agent.parent_session_id = "";
	assert_int_equal(end(REQUEST_CANCELLED, 6000), TRACE_RECORD);
	for (size_t i = 0; i < COUNT(unknown); i++)
		check_has_not(unknown[i]);
	check_has("\"input_tokens\":128,\"output_tokens\":0,");
}

static void
record__has__no_mean_below_two_tokens(void **state)
{
	(void)state;
	fixture.agent.session_id = "s";
	fixture.trace.agent = &fixture.agent;
	stream(1);
	end(REQUEST_ENDED, 255000);
	check_has("\"ttft_ms\":100");
	check_has_not("avg_itl_ms");
}

static void
record__has__a_string_for_a_stop_reason_that_is_one(void **state)
{
	static char stop[] = "stop", string[] = "a\"\0b";

	(void)state;
	fixture.agent.session_id = "s";
	fixture.trace.agent = &fixture.agent;
	fixture.reply.end = (struct ending){ .state = MESSAGE_FINISHED,
		.finish_reason = stop,
		.stop_reason = { STOP_REASON_STRING, { string, 4, 5 }, 0 } };
	end(REQUEST_ENDED, 6000);
	check_has("\"stop_reason\":\"a\\\"\\u0000b\",\"choices\"");
}

/* A stop string was cut here, and the server never came to its end. */
static void
record__tells_apart__our_reason_and_the_engines(void **state)
{
	(void)state;
	fixture.agent.session_id = "s";
	fixture.trace.agent = &fixture.agent;
	fixture.reply.end.state = MESSAGE_FINISHED;
	end(REQUEST_ENDED, 6000);
	check_has("\"finish_reason\":\"stop\"");
	check_has_not("backend");
}

static void
record__writes__hashes_in_full(void **state)
{
	static const uint32_t tokens[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	struct replay_hash replay = { .block_size = 4 };

	(void)state;
	replay_hash_add(&replay, tokens, COUNT(tokens));
	replay_hash_end(&replay);
	fixture.trace.replay = &replay;
	end(REQUEST_ENDED, 6000);
	check_has("[14643705804678351452,4945711292740353085,"
		  "1450562244474778881]");
	replay_hash_release(&replay);
}

static void
record__rounds__the_end_to_the_nearest_millisecond(void **state)
{
	static const struct {
		int64_t us;
		const char *ms;
	} rows[] = {
		{ 0, ":1777312800000," }, { 499, ":1777312800000," },
		{ 500, ":1777312800001," }, { 1499, ":1777312800001," },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		set_up(state);
		end(REQUEST_ENDED, 5000 + rows[i].us);
		check_has(rows[i].ms);
		tear_down(state);
	}
}

static void
record__takes__the_count_of_the_usage(void **state)
{
	(void)state;
	stream(3);
	fixture.reply.usage.completion_tokens = 5;
	end(REQUEST_ENDED, 255000);
	check_has("\"output_tokens\":5");
}

/* ---- Whether there is one. */

static void
record__is_skipped__with_the_first_reason(void **state)
{
	static const char *const reasons[] = {
		"prompt embeddings are not supported",
		"multimodal inputs are not supported",
		"multiple output choices are not supported",
		"best_of greater than one is not supported",
		"there is no request tracker",
		"there is no KV cache block size",
		"token ids are unavailable",
	};

	/* Of all obstacles, those before number i are taken away. */
	for (size_t i = 0; i < COUNT(reasons); i++) {
		set_up(state);
		struct request_trace *trace = &fixture.trace;

		trace->agent = &fixture.agent;
		trace->prompt_embeddings = i < 1;
		trace->multimodal = i < 2;
		trace->n = i < 3 ? 2 : 1;
		trace->best_of = i < 4 ? 2 : 1;
		if (i < 5)
			trace->tracker = NULL;
		if (i < 6)
			trace->block_size = 0;
		trace->replay = NULL;
		assert_int_equal(end(REQUEST_ENDED, 6000), TRACE_SKIPPED);
		assert_string_equal(out(), reasons[i]);
		assert_int_equal(end(REQUEST_ENDED, 6000), TRACE_NONE);
		assert_string_equal(out(), reasons[i]);
		tear_down(state);
	}
}

static void
record__is_made__on_cancel_before_the_stream(void **state)
{
	(void)state;
	assert_int_equal(end(REQUEST_CANCELLED, 7000), TRACE_RECORD);
	check_has("\"output_tokens\":0");
	assert_int_equal(tracker_total(&fixture.tracker), 2000);
}

static void
record__is_made__on_cancel_in_the_middle(void **state)
{
	(void)state;
	stream(3);
	assert_int_equal(end(REQUEST_CANCELLED, 305000), TRACE_RECORD);
	check_has("\"output_tokens\":3");
	check_has(ID("1777312800300"));
}

static void
record__keeps__the_finish_time_on_a_later_cancel(void **state)
{
	(void)state;
	stream(3);
	tracker_finish(&fixture.tracker, 255000);
	assert_int_equal(end(REQUEST_CANCELLED, 9000000), TRACE_RECORD);
	check_has(ID("1777312800250"));
}

static void
record__is_not_made__on_an_error_before_the_stream(void **state)
{
	(void)state;
	assert_int_equal(end(REQUEST_FAILED, 7000), TRACE_NONE);
	assert_int_equal(end(REQUEST_CANCELLED, 8000), TRACE_NONE);
	assert_string_equal(out(), "");
}

static void
record__is_made__on_an_error_in_the_middle(void **state)
{
	(void)state;
	stream(2);
	assert_int_equal(end(REQUEST_FAILED, 255000), TRACE_RECORD);
	check_has("\"output_tokens\":2");
}

static void
record__is_made__once(void **state)
{
	static const enum request_end ends[] = { REQUEST_ENDED,
		REQUEST_CANCELLED, REQUEST_FAILED };

	for (size_t first = 0; first < COUNT(ends); first++) {
		set_up(state);
		stream(2);
		assert_int_equal(end(ends[first], 255000), TRACE_RECORD);
		for (size_t i = 0; i < COUNT(ends); i++)
			assert_int_equal(end(ends[i], 300000), TRACE_NONE);
		assert_null(strstr(out() + 2, "\"schema\""));
		tear_down(state);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(record__is__the_compact_row_of_the_reference),
		TEST(record__is__the_full_row_with_a_session),
		TEST(record__leaves_out__what_is_unknown),
		TEST(record__has__no_mean_below_two_tokens),
		TEST(record__has__a_string_for_a_stop_reason_that_is_one),
		TEST(record__tells_apart__our_reason_and_the_engines),
		TEST(record__writes__hashes_in_full),
		cmocka_unit_test(
		    record__rounds__the_end_to_the_nearest_millisecond),
		TEST(record__takes__the_count_of_the_usage),
		cmocka_unit_test(record__is_skipped__with_the_first_reason),
		TEST(record__is_made__on_cancel_before_the_stream),
		TEST(record__is_made__on_cancel_in_the_middle),
		TEST(record__keeps__the_finish_time_on_a_later_cancel),
		TEST(record__is_not_made__on_an_error_before_the_stream),
		TEST(record__is_made__on_an_error_in_the_middle),
		cmocka_unit_test(record__is_made__once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
