/* test_program_serve_records.c: the built program as a server: what it keeps of
 * requests, in trace records and in its journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "served.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define CHAT "POST /v1/chat/completions"
#define COMPLETIONS "POST /v1/completions"
#define USER(content) "\"messages\":[{\"role\":\"user\",\"content\":" \
	content "}]"
#define HELLO "{" USER("\"hello\"") "}"

enum { LATE_MS = 1000 }; /* a machine may be busy */

static struct served server;
static struct loop *loop;
static char folder[64], path[80];
static struct text found;

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_program_serve.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/lines", folder);
	loop = loop_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	served_release(&server);
	loop_free(loop);
	text_release(&found);
	unlink(path);
	return rmdir(folder);
}

/* Asks and forgets the answer, which is a good one. */
static void
ask(const char *request, const char *headers, const char *body)
{
	struct answer answer;

	served_ask(loop, &server, request, headers, body, &answer);
	if (answer.status != 200)
		fail_msg("%s: %s", body, text_string(&answer.body));
	answer_release(&answer);
}

static void
read_file(const char *name)
{
	char bytes[4096];
	size_t len;
	FILE *file = fopen(name, "r");

	assert_non_null(file);
	text_clear(&found);
	while ((len = fread(bytes, 1, sizeof(bytes), file)) > 0)
		text_append(&found, bytes, len);
	fclose(file);
}

/* Ends the server and reads what it wrote. */
static void
end_and_read(void)
{
	assert_int_equal(served_end(&server, SIGTERM), 0);
	read_file(path);
}

static size_t
count_lines(void)
{
	size_t count = 0;

	for (size_t i = 0; i < found.len; i++)
		count += found.bytes[i] == '\n';
	return count;
}

static void
expect(size_t line, const char *name, const char *want)
{
	char got[400];

	snprintf(got, sizeof(got), "%s",
	    json_shown(line_of(&found, line), name));
	if (strcmp(got, want))
		fail_msg("line %zu, %s: %s, not %s", line, name, got, want);
}

/* ---- Trace records. */

#define SESSION(members) "{\"session_id\":" members \
	",\"input_trigger\":\"user_message\"}"

static const struct session {
	const char *headers, *context; /* "": the record is compact */
} sessions[] = {
	{ "", "" },
	{ "x-request-id: r-1\r\n", "" },
	{ "x-dynamo-session-id: a\r\n", SESSION("\"a\"") },
	{ "X-Dynamo-Session-Id: a\r\nx-dynamo-parent-session-id: b\r\n"
	    "x-dynamo-session-final: true\r\n",
	    SESSION("\"a\",\"parent_session_id\":\"b\","
		"\"session_final\":true") },
	{ "x-dynamo-session-id: a\r\nx-dynamo-session-final: false\r\n",
	    SESSION("\"a\",\"session_final\":false") },
	{ "x-dynamo-session-id: a\r\nx-dynamo-session-final: perhaps\r\n",
	    SESSION("\"a\"") },
	{ "x-claude-code-session-id: c\r\n", SESSION("\"c\"") },
	{ "x-claude-code-session-id: c\r\nx-claude-code-agent-id: d\r\n",
	    SESSION("\"d\",\"parent_session_id\":\"c\"") },
	{ "session-id: e\r\n", SESSION("\"e\"") },
	{ "x-session-id: f\r\nx-parent-session-id: g\r\n",
	    SESSION("\"f\",\"parent_session_id\":\"g\"") },
	/* Dynamo's own win; no parent comes from another family. */
	{ "session-id: e\r\nx-parent-session-id: g\r\n"
	    "x-dynamo-session-id: a\r\n", SESSION("\"a\"") },
	{ "x-dynamo-session-id: \r\nsession-id: e\r\n", SESSION("\"e\"") },
	{ "x-dynamo-session-id: \r\n", "" },
	/* Parts of a family without its session are none. */
	{ "x-dynamo-parent-session-id: b\r\n", "" },
	{ "x-claude-code-agent-id: d\r\n", "" },
};

static void
record__has__the_session_of_the_headers(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "0", "--trace", path));
	for (size_t i = 0; i < COUNT(sessions); i++)
		ask(CHAT, sessions[i].headers, HELLO);
	end_and_read();
	assert_int_equal(count_lines(), COUNT(sessions));
	for (size_t i = 0; i < COUNT(sessions); i++) {
		bool full = *sessions[i].context;

		expect(i, "schema", "\"dynamo.request.trace.v1\"");
		expect(i, "agent_context", sessions[i].context);
		expect(i, "event_source", full ? "\"dynamo\"" : "");
		expect(i, "request.output_tokens", "5");
		expect(i, "request.input_tokens", full ? "5" : "");
		expect(i, "request.model", full ? "\"echo\"" : "");
		expect(i, "request.replay.input_length", "5");
	}
}

static void
record__has__the_request_id_of_the_client(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "0", "--trace", path));
	ask(CHAT, "x-request-id: r-1\r\nsession-id: s\r\n", HELLO);
	ask(CHAT, "x-request-id: \r\nsession-id: s\r\n", HELLO);
	end_and_read();
	expect(0, "request.x_request_id", "\"r-1\"");
	expect(1, "request.x_request_id", "");
}

static void
record__has__why_the_reply_ended(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "0", "--trace", path));
	ask(CHAT, "session-id: s\r\n", "{" USER("\"one END\"") ","
	    "\"stop\":\"END\",\"stream\":true}");
	ask(COMPLETIONS, "session-id: s\r\n",
	    "{\"prompt\":\"abc\",\"max_tokens\":2}");
	end_and_read();
	expect(0, "request.finish_reason_metadata.finish_reason", "\"stop\"");
	expect(0, "request.finish_reason_metadata.stop_reason", "\"END\"");
	expect(0, "request.output_tokens", "7");
	expect(1, "request.finish_reason_metadata.finish_reason",
	    "\"length\"");
	expect(1, "request.output_tokens", "2");
	expect(1, "request.replay.input_length", "3");
}

#define IMAGE "[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image_url\"," \
	"\"image_url\":{\"url\":\"data:image/png;base64,AA==\"}}]"

static const struct skipped {
	const char *request, *body, *why;
} skipped[] = {
	{ CHAT, "{" USER("\"a\"") ",\"n\":2}",
	    "multiple output choices are not supported" },
	{ COMPLETIONS, "{\"prompt\":[\"a\",\"b\"]}",
	    "multiple output choices are not supported" },
	{ COMPLETIONS, "{\"prompt\":\"a\",\"best_of\":2}",
	    "best_of greater than one is not supported" },
	{ CHAT, "{" USER(IMAGE) "}", "multimodal inputs are not supported" },
	{ CHAT, "{" USER(IMAGE) ",\"n\":2}",
	    "multimodal inputs are not supported" },
	{ COMPLETIONS, "{\"prompt\":\"a\",\"prompt_embeds\":\"AA==\","
	    "\"n\":2}", "prompt embeddings are not supported" },
};

/* One line of the log for each, and a session changes nothing. */
static void
record__is_skipped__and_says_why(void **state)
{
	size_t from = 0;

	(void)state;
	served_start(&server, WORDS("--delay", "0", "--trace", path));
	for (size_t i = 0; i < COUNT(skipped); i++) {
		const struct skipped *row = &skipped[i];
		size_t end;

		ask(row->request, i % 2 ? "session-id: s\r\n" : "",
		    row->body);
		end = served_see_error(&server, from,
		    "echochat: no trace record of request ");
		from = served_see_error(&server, end, "\n");
		if (!strstr(server.program.errors.bytes + end, row->why))
			fail_msg("%s: %s", row->body,
			    server.program.errors.bytes + end);
		/* The log's own line. */
		from = served_see_error(&server, from, "\n");
	}
	end_and_read();
	assert_int_equal(found.len, 0);
}

/* ---- The journal. */

static double
number_at(const cJSON *list, int index)
{
	return cJSON_GetNumberValue(cJSON_GetArrayItem(list, index));
}

/* No character was written before its time, or much later, or before the one in
 * front of it. */
static void
check_times(size_t line, const char *choice, int tokens, int characters,
    double delay)
{
	cJSON *root = cJSON_Parse(line_of(&found, line));
	const cJSON *planned, *written;
	double before = 0;

	planned = json_find(json_find(root, choice), "planned_ms");
	written = json_find(json_find(root, choice), "written_ms");
	assert_int_equal(cJSON_GetArraySize(planned), tokens);
	assert_int_equal(cJSON_GetArraySize(written), characters);
	for (int i = 0; i < characters; i++) {
		double at = number_at(written, i);

		assert_true(at >= before);
		assert_true(at >= number_at(planned, i));
		assert_true(at <= number_at(planned, i) + LATE_MS);
		before = at;
	}
	for (int i = 0; i < tokens; i++)
		assert_true(number_at(planned, i) == delay * (i + 1));
	cJSON_Delete(root);
}

static void
journal__has__the_times_of_each_character(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "10", "--journal", path));
	ask(CHAT, "x-request-id: mine\r\n", "{" USER("\"one END two\"")
	    ",\"stop\":\"END\",\"stream\":true,\"n\":2}");
	end_and_read();
	assert_int_equal(count_lines(), 1);
	check_times(0, "choices.0", 7, 4, 10);
	check_times(0, "choices.1", 7, 4, 10);
	expect(0, "choices.1.text", "\"one \"");
	expect(0, "choices.0.finish_reason", "\"stop\"");
	expect(0, "choices.0.stop_reason", "\"END\"");
	expect(0, "choices.0.held.0.what", "\"\\\"E\\\" may become "
	    "\\\"END\\\"\"");
	expect(0, "choices.0.held.2", "");
	expect(0, "x_request_id", "\"mine\"");
	expect(0, "stream", "true");
	expect(0, "status", "200");
	expect(0, "endpoint", "\"chat\"");
	expect(0, "client_left_ms", "");
	expect(0, "fault", "");
}

static void
journal__has__the_fault(void **state)
{
	static const struct {
		const char *headers, *model, *fault, *status;
	} rows[] = {
		{ "x-echochat-fault: id-changed@3\r\n", "x",
		    "\"id-changed@3\"", "200" },
		{ "", "x+odd-role+trickle@2", "\"odd-role,trickle@2\"", "200" },
		{ "x-echochat-fault: odd-role\r\n", "x+missing-done",
		    "\"odd-role,missing-done\"", "200" },
	};

	(void)state;
	served_start(&server, WORDS("--delay", "0", "--journal", path));
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text body = { 0 };

		text_printf(&body, "{\"model\":\"%s\",\"stream\":true,"
		    USER("\"abcd\"") "}", rows[i].model);
		ask(CHAT, rows[i].headers, body.bytes);
		text_release(&body);
	}
	end_and_read();
	for (size_t i = 0; i < COUNT(rows); i++) {
		expect(i, "fault", rows[i].fault);
		expect(i, "status", rows[i].status);
		expect(i, "model", "\"x\"");
		expect(i, "choices.0.text", "\"abcd\"");
	}
}

/* ---- A client that leaves. */

static void
reply__ends_at_once__when_the_client_leaves(void **state)
{
	struct tinyclient client;
	struct answer answer;
	cJSON *record;
	char journal[90];
	double tokens;

	(void)state;
	snprintf(journal, sizeof(journal), "%s.journal", path);
	served_start(&server, WORDS("--delay", "50", "--trace", path,
	    "--journal", journal));
	served_send(&client, loop, &server, CHAT, "session-id: s\r\n",
	    "{\"stream\":true," USER("\"abcdefghijklmnopqrstuvwxyz"
	    "abcdefghijklmnopqrstuvwxyz\"") "}");
	assert_true(tinyclient_wait(&client, "\"c\"", SERVED_SOON_MS));
	tinyclient_close(&client);
	served_see_error(&server, 0, " client left\n");
	served_ask(loop, &server, "GET /metrics", "", NULL, &answer);
	assert_non_null(strstr(answer.body.bytes, "\nechochat_streams 0\n"));
	assert_non_null(strstr(answer.body.bytes,
	    "{finish_reason=\"cancelled\"} 1\n"));
	answer_release(&answer);
	end_and_read();
	record = cJSON_Parse(line_of(&found, 0));
	tokens = cJSON_GetNumberValue(json_find(record,
	    "request.output_tokens"));
	/* Those that came before the end of the connection did. */
	assert_true(tokens >= 3 && tokens <= 40);
	cJSON_Delete(record);
	expect(0, "request.finish_reason_metadata.finish_reason", "");
	read_file(journal);
	unlink(journal);
	expect(0, "ended", "\"cancelled\"");
	assert_true(atof(json_shown(line_of(&found, 0), "client_left_ms")) >
	    150);
}

/* Streamed or not. */
static void
reply__ends_at_once__when_nothing_of_it_has_come(void **state)
{
	struct tinyclient client;

	(void)state;
	served_start(&server, WORDS("--delay", "0", "--ttft", "60000",
	    "--trace", path));
	for (size_t i = 0; i < 2; i++) {
		served_send(&client, loop, &server, CHAT, "", i ? HELLO :
		    "{\"stream\":true," USER("\"abc\"") "}");
		loop_run_for(loop, LOOP_MS(100));
		tinyclient_close(&client);
	}
	served_see_error(&server, served_see_error(&server, 0,
	    " client left\n"), " client left\n");
	end_and_read();
	assert_int_equal(count_lines(), 2);
	expect(0, "request.output_tokens", "0");
	expect(1, "request.output_tokens", "0");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(record__has__the_session_of_the_headers),
		TEST(record__has__the_request_id_of_the_client),
		TEST(record__has__why_the_reply_ended),
		TEST(record__is_skipped__and_says_why),
		TEST(journal__has__the_times_of_each_character),
		TEST(journal__has__the_fault),
		TEST(reply__ends_at_once__when_the_client_leaves),
		TEST(reply__ends_at_once__when_nothing_of_it_has_come),
	};

	program_environment();
	return cmocka_run_group_tests_name("program_serve_records", tests,
	    NULL, NULL);
}
