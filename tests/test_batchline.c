/* test_batchline.c: lines of in=batch: what they ask, and what answers them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/batchline.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define R "\"response\":"

static struct json_reader *reader;
static struct batch_line batch;

static int
set_up(void **state)
{
	(void)state;
	reader = json_reader_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	json_reader_free(reader);
	batch_line_release(&batch);
	batch = (struct batch_line){ 0 };
	return 0;
}

static void
read_line(const char *line)
{
	batch_line_read(&batch, reader,
	    (struct span){ line, strlen(line) }, 7);
}

static void
line__is_read__in_both_forms(void **state)
{
	static const struct {
		const char *line;
		enum batch_form form;
		const char *content, *head;
	} rows[] = {
		{ "{\"text\":\"a\"}", BATCH_TEXT, "a",
		    "{\"text\":\"a\"," R },
		{ " {\"text\" : \"\\u00ef\\n\" } \r", BATCH_TEXT, "\u00ef\n",
		    "{\"text\" : \"\\u00ef\\n\"," R },
		{ "{\"id\":12345678901234567890, \"text\":\"\"}", BATCH_TEXT,
		    "", "{\"id\":12345678901234567890, \"text\":\"\"," R },
		/* Half a character: three bytes, and all are wrong. */
		{ "{\"text\":\"\\ud83d\"}", BATCH_TEXT,
		    "\ufffd\ufffd\ufffd",
		    "{\"text\":\"\\ud83d\"," R },
		{ "{\"messages\":[], \"stop\":null}", BATCH_BODY,
		    "{\"messages\":[], \"stop\":null}",
		    "{\"messages\":[], \"stop\":null," R },
		{ "{\"text\":\"a\",\"messages\":[]}", BATCH_BODY,
		    "{\"text\":\"a\",\"messages\":[]}",
		    "{\"text\":\"a\",\"messages\":[]," R },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		read_line(rows[i].line);
		assert_int_equal(batch.form, rows[i].form);
		assert_string_equal(text_string(&batch.content),
		    rows[i].content);
		assert_string_equal(text_string(&batch.head), rows[i].head);
	}
}

/* An output is the input of another run. */
static void
line__loses__what_the_output_adds(void **state)
{
	static const struct {
		const char *line, *head;
	} rows[] = {
		{ "{\"text\":\"a\",\"response\":\"b\",\"error\":null}",
		    "{\"text\":\"a\"," R },
		{ "{\"response\":\"b\" , \"text\":\"a\"}",
		    "{ \"text\":\"a\"," R },
		{ "{\"response\":1,\"error\":[1,{\"text\":2}],\"text\":\"a\"}",
		    "{\"text\":\"a\"," R },
		{ "{\"text\":\"a\",\"error\":0,\"b\":{\"error\":1}}",
		    "{\"text\":\"a\",\"b\":{\"error\":1}," R },
		{ "{\"response\":1}", "{" R },
		{ "{}", "{" R },
		{ "{ }", "{" R },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		read_line(rows[i].line);
		assert_string_equal(text_string(&batch.head), rows[i].head);
	}
	read_line("{\"messages\":[],\"error\":null,\"seed\":1}");
	assert_string_equal(text_string(&batch.content),
	    "{\"messages\":[],\"seed\":1}");
}

static void
line__is_refused__with_the_reason(void **state)
{
	static const struct {
		const char *line, *why, *head;
	} rows[] = {
		{ "hello", "it is not JSON: something is wrong at byte 0, "
		    "\"hello\"", "{\"line\":7," R },
		{ "{\"text\":\"a\"", "it is not JSON: something is wrong at "
		    "byte 11", "{\"line\":7," R },
		{ "{\"text\":\"a\"} x", "it is not JSON: something is wrong "
		    "at byte 13, \"x\"", "{\"line\":7," R },
		{ "{\"text\":\"a\xff\"}", "it is not UTF-8: something is "
		    "wrong at byte 10, \"\\xff\\\"}\"", "{\"line\":7," R },
		{ "[1]", "it is not a JSON object", "{\"line\":7," R },
		{ "{\"text\":\"a\",\"b\":NaN}", "it is not JSON: something "
		    "is wrong at byte 16, \"NaN}\"", "{\"line\":7," R },
		{ "{\"a\":1}", "it has neither \"text\" nor \"messages\"",
		    "{\"a\":1," R },
		{ "{\"text\":1}", "\"text\" is not a string",
		    "{\"text\":1," R },
	};
	char deep[200];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		read_line(rows[i].line);
		assert_int_equal(batch.form, BATCH_BAD);
		assert_string_equal(text_string(&batch.content), rows[i].why);
		assert_string_equal(text_string(&batch.head), rows[i].head);
	}
	memset(deep, '[', sizeof(deep));
	deep[sizeof(deep) - 1] = '\0';
	read_line(deep);
	assert_string_equal(text_string(&batch.content),
	    "it is nested deeper than 64 levels");
}

/* ---- Answers. */

static struct turn turn;
static struct message reply;
static struct text line;

static void
make_reply(enum message_state state, const char *reason)
{
	text_clear(&line);
	text_add(&line, "{\"text\":\"q\"," R);
	turn.reply = &reply;
	reply = (struct message){ 0 };
	reply.end.state = state;
	reply.end.finish_reason = (char *)reason;
	reply.usage = (struct usage){ -1, -1, -1, -1 };
	tracker_start(&turn.tracker, 0, 0, NULL);
}

static struct batch_result
read_back(void)
{
	struct batch_result result;

	assert_int_equal(line.bytes[line.len - 1], '\n');
	batch_result_read(&result, reader,
	    (struct span){ line.bytes, line.len - 1 });
	return result;
}

static void
check_word(const struct batch_result *result, const char *word)
{
	assert_int_equal(result->word.len, strlen(word));
	assert_memory_equal(result->word.bytes, word, strlen(word));
}

static void
answer__is_read_back__as_it_was(void **state)
{
	struct batch_result result;

	(void)state;
	make_reply(MESSAGE_FINISHED, "length");
	text_add(&reply.text, "a\"b");
	reply.usage.prompt_tokens = 3;
	tracker_tokens(&turn.tracker, 2, 1500);
	tracker_finish(&turn.tracker, 2000);
	batch_answer(&line, &turn);
	assert_string_equal(text_string(&line), "{\"text\":\"q\"," R
	    "\"a\\\"b\",\"tokens_in\":3,\"tokens_out\":2,\"elapsed_ms\":2,"
	    "\"ttft_ms\":1.5,\"outcome\":\"finished\",\"finish_reason\":"
	    "\"length\",\"stop_reason\":null,\"anomalies\":[],\"error\":null}"
	    "\n");
	result = read_back();
	assert_false(result.failed || result.unfinished);
	check_word(&result, "length");
	assert_int_equal(result.tokens_in, 3);
	assert_int_equal(result.tokens_out, 2);
	assert_true(result.elapsed_ms == 2 && result.ttft_ms == 1.5);
	assert_null(result.error.bytes);
	text_release(&reply.text);
}

static void
answer__has_null__for_what_is_unknown(void **state)
{
	struct batch_result result;

	(void)state;
	make_reply(MESSAGE_FAILED, NULL);
	reply.end.error = (char *)"no \"server\"";
	reply.end.status = 503;
	batch_answer(&line, &turn);
	assert_string_equal(text_string(&line), "{\"text\":\"q\"," R
	    "\"\",\"tokens_in\":null,\"tokens_out\":null,\"elapsed_ms\":null,"
	    "\"ttft_ms\":null,\"outcome\":\"error\",\"finish_reason\":null,"
	    "\"stop_reason\":null,\"anomalies\":[],\"error\":{\"message\":"
	    "\"no \\\"server\\\"\",\"status\":503,\"retry_after\":null}}\n");
	result = read_back();
	assert_true(result.failed && !result.unfinished);
	check_word(&result, "failed");
	assert_int_equal(result.error.len, strlen("no \"server\""));
	assert_memory_equal(result.error.bytes, "no \"server\"",
	    result.error.len);
	assert_int_equal(result.tokens_in, -1);
	assert_true(result.elapsed_ms < 0 && result.ttft_ms < 0);
}

static void
answer__tells__how_it_ended(void **state)
{
	static const struct {
		enum message_state state;
		const char *reason;
		enum stop_reason_kind kind;
		bool failed, unfinished;
		const char *word;
	} rows[] = {
		{ MESSAGE_FINISHED, "stop", STOP_REASON_NONE, false, false,
		    "stop" },
		/* Cut here, before the server said anything. */
		{ MESSAGE_FINISHED, NULL, STOP_REASON_ID, false, false,
		    "stop" },
		{ MESSAGE_FINISHED, NULL, STOP_REASON_NONE, false, true,
		    "end" },
		{ MESSAGE_TRUNCATED, NULL, STOP_REASON_NONE, false, true,
		    "cut off" },
		{ MESSAGE_FAILED, NULL, STOP_REASON_NONE, true, false,
		    "failed" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct batch_result result;

		make_reply(rows[i].state, rows[i].reason);
		reply.end.stop_reason.kind = rows[i].kind;
		batch_answer(&line, &turn);
		result = read_back();
		assert_int_equal(result.failed, rows[i].failed);
		assert_int_equal(result.unfinished, rows[i].unfinished);
		check_word(&result, rows[i].word);
	}
}

static void
answer__keeps__what_else_came(void **state)
{
	(void)state;
	make_reply(MESSAGE_FINISHED, "tool_calls");
	text_add(&reply.reasoning, "hm");
	text_add(&reply.refusal, "no");
	text_add(&message_tool_call(&reply, 0)->name, "f");
	text_add(&message_choice(&reply, 1)->text, "other");
	batch_answer(&line, &turn);
	assert_non_null(strstr(text_string(&line), R "\"\","
	    "\"reasoning_content\":\"hm\",\"refusal\":\"no\",\"tool_calls\":"
	    "[{\"id\":\"\",\"name\":\"f\",\"arguments\":\"\"}],"
	    "\"other_choices\":[{\"index\":1,\"text\":\"other\","
	    "\"finish_reason\":null}],\"tokens_in\":null"));
	/* All of it is ours: as an input it is the question again. */
	read_line(text_string(&line));
	assert_string_equal(text_string(&batch.head), "{\"text\":\"q\"," R);
	text_release(&reply.reasoning);
	text_release(&reply.refusal);
	text_release(&reply.tool_calls->name);
	free(reply.tool_calls);
	text_release(&reply.others->text);
	free(reply.others);
	text_release(&line);
}

static void
failure__is_read_back__as_one(void **state)
{
	struct batch_result result;

	(void)state;
	read_line("nonsense");
	text_append(&line, batch.head.bytes, batch.head.len);
	batch_failure(&line, text_string(&batch.content));
	result = read_back();
	assert_true(result.failed);
	assert_int_equal(result.error.len, batch.content.len);
	assert_memory_equal(result.error.bytes, batch.content.bytes,
	    batch.content.len);
	text_release(&line);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(line__is_read__in_both_forms),
		TEST(line__loses__what_the_output_adds),
		TEST(line__is_refused__with_the_reason),
		TEST(answer__is_read_back__as_it_was),
		TEST(answer__has_null__for_what_is_unknown),
		TEST(answer__tells__how_it_ended),
		TEST(answer__keeps__what_else_came),
		TEST(failure__is_read_back__as_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
