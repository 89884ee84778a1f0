/* test_turn_record.c: turns with the echo engine and with one that says what a
 * test wants, and the records that they leave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/turn.h"

enum { WALL_MS = 1000000, MB = 1024 * 1024 };

/* ---- An engine that does nothing by itself. */

static void
puppet_start(struct engine *engine, const struct request *request)
{
	(void)engine;
	(void)request;
}

static void
puppet_stop(struct engine *engine)
{
	(void)engine;
}

static const struct engine_ops puppet_ops = {
	.name = "puppet",
	.remote = true,
	.start = puppet_start,
	.cancel = puppet_stop,
	.abandon = puppet_stop,
	.close = puppet_stop,
};

static char path[40];
static struct loop *loop;
static struct engine *echo, puppet;
static struct settings settings;
static struct conversation conversation;
static struct trace trace;
static struct tracing tracing;
static struct turn turn;
static struct text warnings, records;
static bool free_at_record; /* the engine was, when the line came */

static void
warn(void *data, const char *sentences)
{
	(void)data;
	text_add(&warnings, sentences);
}

static void
open_turn(enum record_front front)
{
	struct text error = { 0 };

	turn_init(&turn, loop, &conversation, &trace);
	turn.record.warn = warn;
	assert_true(turn_record_open(&turn.record, &tracing, front, &error));
}

static int
set_up(void **state)
{
	int file;

	(void)state;
	strcpy(path, "/tmp/test_turn_record.XXXXXX");
	file = mkstemp(path);
	close(file);
	loop = loop_new_fake(WALL_MS);
	echo = engine_open("echo", loop, &records);
	puppet = (struct engine){ .ops = &puppet_ops, .loop = loop };
	settings_init(&settings);
	tracing_init(&tracing);
	tracing.on = true;
	tracing.sinks = (struct trace_sink_options){ .file = true,
		.to = { .path = path, .buffer_bytes = MB },
		.capacity = 16,
		.flush_ms = 1000 };
	conversation = (struct conversation){ 0 };
	trace = (struct trace){ 0 };
	open_turn(RECORD_PROMPT);
	return file < 0;
}

static int
tear_down(void **state)
{
	(void)state;
	engine_close(echo);
	turn_release(&turn);
	settings_release(&settings);
	conversation_release(&conversation);
	trace_release(&trace);
	loop_free(loop);
	text_release(&warnings);
	text_release(&records);
	return unlink(path);
}

static void
say(const char *text)
{
	conversation_add(&conversation, ROLE_USER, 0, text, strlen(text));
}

static void
ask(struct engine *engine, const char *text)
{
	say(text);
	turn_start(&turn, engine, &settings);
}

/* Ends it all and returns how many records there are. */
static size_t
count_records(void)
{
	char buffer[4096];
	size_t count = 0, got;
	FILE *file;

	turn_release(&turn);
	turn_init(&turn, loop, &conversation, &trace);
	file = fopen(path, "r");
	assert_non_null(file);
	text_clear(&records);
	while ((got = fread(buffer, 1, sizeof(buffer), file)))
		text_append(&records, buffer, got);
	fclose(file);
	for (size_t i = 0; i < records.len; i++)
		count += records.bytes[i] == '\n';
	return count;
}

static void
check_has(const char *part)
{
	if (!strstr(text_string(&records), part))
		fail_msg("%s is not in %s", part, text_string(&records));
}

/* Returns the last line of the trace that says what. */
static const struct trace_entry *
find_line(const char *what)
{
	for (size_t i = trace.count; i--;)
		if (!strcmp(text_string(&trace_at(&trace, i)->what), what))
			return trace_at(&trace, i);
	return NULL;
}

/* ---- The echo engine. */

static void
record__is_made__at_the_end(void **state)
{
	(void)state;
	ask(echo, "Hello\xf0\x9f\x98\x80\xe4\xb8\xad\n");
	loop_run(loop);
	assert_string_equal(text_string(&find_line("record")->detail) +
	    strlen("request_end → "), path);
	assert_int_equal(count_records(), 1);
	check_has("\"event_time_unix_ms\":1000080,\"request\":{");
	check_has("\"output_tokens\":8,\"request_received_ms\":1000000,"
		  "\"replay\":{\"trace_block_size\":64,\"input_length\":8,"
		  "\"input_sequence_hashes\":[11333195000970116538]}}}");
	assert_null(find_line("no record"));
}

static void
record__is_made_of__all_that_is_sent(void **state)
{
	(void)state;
	tracing.block_size = 4;
	text_add(&conversation.system, "Hel");
	say("lo");
	conversation_add(&conversation, ROLE_ASSISTANT, 0,
	    "\xf0\x9f\x98\x80", 4);
	conversation_add(&conversation, ROLE_NOTICE, 0, "notice", 6);
	ask(echo, "\xe4\xb8\xad\n");
	text_clear(&conversation.system);
	loop_run(loop);
	assert_int_equal(count_records(), 1);
	check_has("\"input_length\":8,\"input_sequence_hashes\":["
		  "15182638945694739379,12323131881280747263]");
}

static void
look(void *data, const struct turn *seen, const struct engine_event *event)
{
	(void)data;
	(void)event;
	if (find_line("record"))
		free_at_record = !seen->engine->running;
}

static void
record__is_made__after_the_engine_has_let_go(void **state)
{
	(void)state;
	free_at_record = false;
	turn.on_event = look;
	ask(echo, "a");
	loop_run(loop);
	assert_true(free_at_record);
}

static void
record__is_made__on_cancel_before_the_stream(void **state)
{
	(void)state;
	ask(echo, "abc");
	turn_cancel(&turn);
	loop_run(loop);
	assert_int_equal(count_records(), 1);
	check_has("\"output_tokens\":0");
}

static void
record__is_made__on_cancel_in_the_middle(void **state)
{
	(void)state;
	ask(echo, "abcdef");
	loop_run_for(loop, LOOP_MS(25));
	turn_cancel(&turn);
	loop_run(loop);
	assert_int_equal(count_records(), 1);
	check_has("\"output_tokens\":2");
	check_has("\"event_time_unix_ms\":1000025");
}

static void
record__is_made__when_the_program_leaves(void **state)
{
	(void)state;
	ask(echo, "abcdef");
	loop_run_for(loop, LOOP_MS(35));
	assert_int_equal(count_records(), 1);
	check_has("\"output_tokens\":3");
}

static void
record__is_not_made__on_an_error_before_the_stream(void **state)
{
	(void)state;
	turn_start(&turn, echo, &settings);
	loop_run(loop);
	assert_int_equal(turn.reply->end.state, MESSAGE_FAILED);
	assert_int_equal(count_records(), 0);
	assert_string_equal(text_string(&warnings), "");
	assert_null(find_line("no record"));
}

static void
record__is_skipped__with_one_warning(void **state)
{
	(void)state;
	settings.n = 2;
	ask(echo, "abc");
	loop_run(loop);
	assert_string_equal(text_string(&find_line("no record")->detail),
	    "multiple output choices are not supported");
	assert_non_null(strstr(text_string(&warnings), turn.request.id));
	assert_non_null(strstr(text_string(&warnings),
	    ": multiple output choices are not supported"));
	assert_int_equal(count_records(), 0);
}

static void
record__is_skipped__for_the_best_of_a_template(void **state)
{
	(void)state;
	text_add(&settings.request_template, "{\"best_of\":2}");
	ask(echo, "abc");
	loop_run(loop);
	assert_string_equal(text_string(&find_line("no record")->detail),
	    "best_of greater than one is not supported");
	assert_int_equal(count_records(), 0);
}

static void
record__is_skipped__with_a_block_size_of_zero(void **state)
{
	(void)state;
	tracing.block_size = 0;
	ask(echo, "abc");
	loop_run(loop);
	assert_string_equal(text_string(&find_line("no record")->detail),
	    "there is no KV cache block size");
	assert_int_equal(count_records(), 0);
}

/* ---- Sessions. */

static void
record__names__the_session_that_was_given(void **state)
{
	(void)state;
	turn_record_close(&turn.record);
	tracing.session_id = "mine";
	open_turn(RECORD_PROMPT);
	ask(echo, "a");
	loop_run(loop);
	assert_int_equal(count_records(), 1);
	check_has("\"event_source\":\"dynamo\",\"agent_context\":{"
		  "\"session_id\":\"mine\",\"input_trigger\":"
		  "\"user_message\"},");
}

static void
conversation__is__a_session(void **state)
{
	char first[UUID_SIZE];

	(void)state;
	turn_record_close(&turn.record);
	open_turn(RECORD_LINES);
	strcpy(first, turn.record.agent.session_id);
	assert_int_equal(strlen(first), UUID_SIZE - 1);
	ask(echo, "a");
	loop_run(loop);
	turn_record_new_session(&turn.record);
	assert_string_not_equal(first, turn.record.agent.session_id);
	ask(echo, "b");
	loop_run(loop);
	assert_int_equal(count_records(), 2);
	check_has(first);
}

/* What is on the screen stays whole. */
static void
screen__takes__standard_error_away(void **state)
{
	(void)state;
	turn_record_close(&turn.record);
	tracing.sinks.file = false;
	tracing.sinks.standard_error = true;
	open_turn(RECORD_SCREEN);
	assert_null(turn.record.sink);
	ask(echo, "a");
	loop_run(loop);
	assert_string_equal(text_string(&find_line("record")->detail),
	    "request_end not to stderr: the screen is there");
	assert_int_equal(count_records(), 0);
}

/* ---- A server. */

static void
send(struct engine_event event)
{
	engine_emit(&puppet, &event);
}

static void
send_text(void)
{
	send((struct engine_event){ .kind = ENGINE_TEXT, .bytes = "a",
	    .len = 1, .tokens = 1 });
}

static void
send_ids(int whose, size_t count)
{
	static const uint32_t ids[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };

	send((struct engine_event){ .kind = ENGINE_TOKEN_IDS, .ids = ids,
	    .id_count = count, .number = whose });
}

static void
send_end(enum engine_event_kind kind)
{
	static char stop[] = "stop";
	struct ending end = { .state = MESSAGE_FINISHED,
		.finish_reason = stop };

	send((struct engine_event){ .kind = kind, .end = &end });
}

static void
server__is_asked__for_token_ids(void **state)
{
	(void)state;
	ask(&puppet, "abc");
	assert_true(turn.request.token_ids);
	send_end(ENGINE_FINISHED);
	tracing.characters = true;
	ask(&puppet, "abc");
	assert_false(turn.request.token_ids);
	send_end(ENGINE_FINISHED);
	turn_record_close(&turn.record);
	ask(&puppet, "abc");
	assert_false(turn.request.token_ids);
	send_end(ENGINE_FINISHED);
}

static void
record__has__the_ids_of_the_server(void **state)
{
	(void)state;
	tracing.block_size = 4;
	ask(&puppet, "abc");
	send_ids(TOKEN_IDS_PROMPT, 10);
	send_ids(TOKEN_IDS_PROMPT, 10);
	send_text();
	send_ids(TOKEN_IDS_REPLY, 3);
	send_ids(TOKEN_IDS_REPLY, 2);
	send_end(ENGINE_FINISHED);
	assert_int_equal(count_records(), 1);
	check_has("\"output_tokens\":5,");
	check_has("\"input_length\":10,\"input_sequence_hashes\":["
		  "14643705804678351452,4945711292740353085,"
		  "1450562244474778881]");
}

static void
record__is_skipped__when_the_server_has_no_ids(void **state)
{
	(void)state;
	ask(&puppet, "abc");
	send_text();
	send_end(ENGINE_FINISHED);
	assert_string_equal(text_string(&find_line("no record")->detail),
	    "token ids are unavailable");
	assert_int_equal(count_records(), 0);
}

static void
record__counts__characters_where_they_are_asked_for(void **state)
{
	(void)state;
	tracing.characters = true;
	ask(&puppet, "Hello\xf0\x9f\x98\x80\xe4\xb8\xad\n");
	send_text();
	send_end(ENGINE_FINISHED);
	assert_int_equal(count_records(), 1);
	check_has("[11333195000970116538]");
}

/* The answer is over, and its end is waited for. */
static void
record__is_made__when_the_turn_is_settled(void **state)
{
	(void)state;
	tracing.characters = true;
	ask(&puppet, "abc");
	send_text();
	send_end(ENGINE_ANSWERED);
	assert_null(find_line("record"));
	loop_run_for(loop, LOOP_MS(500));
	turn_settle(&turn);
	assert_non_null(find_line("record"));
	turn_settle(&turn);
	assert_int_equal(count_records(), 1);
	check_has("\"event_time_unix_ms\":1000000,");
}

static void
record__is_made__when_the_program_leaves_a_settling_turn(void **state)
{
	(void)state;
	tracing.characters = true;
	ask(&puppet, "abc");
	send_text();
	send_end(ENGINE_ANSWERED);
	assert_int_equal(count_records(), 1);
}

/* Without tracing there is nothing. */
static void
nothing__is__done_when_off(void **state)
{
	(void)state;
	turn_record_close(&turn.record);
	tracing.on = false;
	open_turn(RECORD_LINES);
	ask(echo, "a");
	loop_run(loop);
	assert_null(turn.record.sink);
	assert_null(find_line("record"));
	assert_null(turn.record.replay.hashes);
	assert_int_equal(count_records(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(record__is_made__at_the_end),
		TEST(record__is_made_of__all_that_is_sent),
		TEST(record__is_made__after_the_engine_has_let_go),
		TEST(record__is_made__on_cancel_before_the_stream),
		TEST(record__is_made__on_cancel_in_the_middle),
		TEST(record__is_made__when_the_program_leaves),
		TEST(record__is_not_made__on_an_error_before_the_stream),
		TEST(record__is_skipped__with_one_warning),
		TEST(record__is_skipped__for_the_best_of_a_template),
		TEST(record__is_skipped__with_a_block_size_of_zero),
		TEST(record__names__the_session_that_was_given),
		TEST(conversation__is__a_session),
		TEST(screen__takes__standard_error_away),
		TEST(server__is_asked__for_token_ids),
		TEST(record__has__the_ids_of_the_server),
		TEST(record__is_skipped__when_the_server_has_no_ids),
		TEST(record__counts__characters_where_they_are_asked_for),
		TEST(record__is_made__when_the_turn_is_settled),
		TEST(record__is_made__when_the_program_leaves_a_settling_turn),
		TEST(nothing__is__done_when_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
