/* test_answer.c: replies of servers, good ones and bad ones. Each example is
 * fed whole, cut in two at each byte, and byte by byte. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer_log.h"

#define EVENT(json) "data: " json "\n\n"
#define CHOICE(members) \
	EVENT("{\"choices\":[{\"index\":0," members "}]}")
#define TEXT(content) CHOICE("\"delta\":{\"content\":\"" content "\"}")
#define BOTH(content, reason) CHOICE("\"delta\":{\"content\":\"" content \
	"\"},\"finish_reason\":\"" reason "\"")
#define FINISH(reason) CHOICE("\"delta\":{},\"finish_reason\":\"" reason "\"")
#define TOOL(call) CHOICE("\"delta\":{\"tool_calls\":[" call "]}")
#define USAGE EVENT("{\"choices\":[],\"usage\":{\"prompt_tokens\":5," \
	"\"completion_tokens\":2,\"total_tokens\":7}}")
#define DONE EVENT("[DONE]")
#define END FINISH("stop") DONE

enum { LONG_MIN_LEN = 700 }; /* cut in two at some places only */

struct example {
	const char *body;
	const char *want;
	/* What was asked for. */
	const char *stops[2];
	int64_t n, max_tokens, min_tokens;
	bool include, completions;
	/* How the reply came. */
	int status;
	const char *type, *coding, *retry_after;
	enum answer_end end;
};

static void
ask(struct settings *settings, const struct example *example)
{
	settings_init(settings);
	for (size_t i = 0; i < 2 && example->stops[i]; i++) {
		struct text stop = { 0 };
		text_add(&stop, example->stops[i]);
		strings_add(&settings->stop, &stop);
		text_release(&stop);
	}
	if (example->n)
		settings->n = example->n;
	if (example->max_tokens)
		settings->max_tokens = example->max_tokens;
	if (example->min_tokens)
		settings->min_tokens = example->min_tokens;
	settings->include_stop_str_in_output = example->include;
	if (example->completions)
		settings->endpoint = ENDPOINT_COMPLETIONS;
}

static const char *
or(const char *value, const char *usual)
{
	return value ? value : usual;
}

/* In pieces of step bytes, or, if step is 0, cut in two. */
static void
run(struct answer_log *log, const struct example *example, size_t step,
    size_t cut)
{
	struct settings settings;
	size_t len = strlen(example->body);

	ask(&settings, example);
	struct answer *answer = answer_new(&settings, log_event, log);

	answer_head(answer, example->status ? example->status : 200,
	    or(example->type, "text/event-stream"), or(example->coding, ""),
	    or(example->retry_after, ""), INT64_C(1767225600000));
	if (!step) {
		answer_body(answer, example->body, cut);
		answer_body(answer, example->body + cut, len - cut);
	}
	for (size_t at = 0; step && at < len; at += step)
		answer_body(answer, example->body + at,
		    len - at < step ? len - at : step);
	answer_end(answer, example->end, "");
	answer_free(answer);
	log_flush(log);
	settings_release(&settings);
}

static void
compare(const struct answer_log *whole, const struct example *example,
    size_t step, size_t cut)
{
	struct answer_log log = { 0 };

	run(&log, example, step, cut);
	assert_string_equal(text_string(&log.all), text_string(&whole->all));
	assert_int_equal(log.tokens, whole->tokens);
	log_release(&log);
}

static void
check(const struct example *example)
{
	struct answer_log whole = { 0 };
	struct text sum = { 0 };
	size_t len = strlen(example->body);

	run(&whole, example, len + 1, 0);
	log_sum(&sum, &whole);
	assert_string_equal(text_string(&sum), example->want);
	assert_int_equal(whole.last, 1);
	assert_true(whole.answered <= 1);
	compare(&whole, example, 1, 0);
	for (size_t cut = 0; cut <= len; cut += len < LONG_MIN_LEN ? 1 : 13)
		compare(&whole, example, 0, cut);
	text_release(&sum);
	log_release(&whole);
}

#define CHECK_ALL(examples) \
	for (size_t i = 0; i < sizeof(examples) / sizeof(*(examples)); i++) \
		check(&(examples)[i])

/* ---- Framing. */

static void
answer__reads__events_in_all_their_forms(void **state)
{
	static const struct example examples[] = {
		{ TEXT("Hel") TEXT("lo") USAGE END,
		    .want = "finished stop \"Hello\" usage=5,2,7" },
		{ "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},"
		  "\"finish_reason\":\"stop\"}]}\r\n\r\ndata: [DONE]\r\n\r\n",
		    .want = "finished stop \"a\"" },
		{ ": ping\n\n" TEXT("a") ":\n\nid: 7\nretry: 9\n\n" END,
		    .want = "finished stop \"a\"" },
		{ "data:{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"
		  "data:[DONE]\n\n",
		    .want = "finished - \"a\" missing-finish-reason" },
		{ "data: {\"choices\":[\ndata: {\"delta\":{\"content\":"
		  "\"a\"}}]}\n\n" END,
		    .want = "finished stop \"a\"" },
		{ "data:\n\ndata: \n\n" TEXT("a") "data\n\n" END,
		    .want = "finished stop \"a\"" },
		{ "\xef\xbb\xbf" TEXT("a") END, .want = "finished stop \"a\"" },
		{ "\n\n  \n" TEXT("a") END, .want = "finished stop \"a\"" },
		{ TEXT("a") FINISH("stop") "data: [DONE]  \n\n",
		    .want = "finished stop \"a\"" },
		{ TEXT("a") END, .want = "finished stop \"a\"",
		    .type = " TEXT/Event-Stream ;charset=utf-8" },
		{ TEXT("a") END,
		    .want = "finished stop \"a\" wrong-content-type",
		    .type = "application/json" },
		{ TEXT("a") END,
		    .want = "finished stop \"a\" wrong-content-type",
		    .type = "" },
		{ TEXT("a") END, .want = "finished stop \"a\" content-encoding",
		    .coding = "gzip" },
		{ TEXT("a") END, .want = "finished stop \"a\"",
		    .coding = " Identity" },
	};

	(void)state;
	CHECK_ALL(examples);
}

static void
answer__reads__framing_that_is_wrong(void **state)
{
	static const struct example examples[] = {
		{ TEXT("a") "data: {\"choices\":[{\"delta\":{},"
		  "\"finish_reason\":\"stop\"}]}",
		    .want = "finished stop \"a\" unterminated-last-event "
		    "missing-done" },
		{ TEXT("a") "data: {\"choices\":[{\"delta\":{},"
		  "\"finish_reason\":\"stop\"}]}",
		    .want = "truncated - \"the connection was closed too "
		    "early\" "
		    "\"a\" premature-close missing-finish-reason "
		    "missing-done",
		    .end = ANSWER_PREMATURE },
		{ "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n"
		  "data: {\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\n"
		  "data: [DONE]\n\n",
		    .want = "finished - \"ab\" missing-blank-line "
		    "missing-finish-reason" },
		{ TEXT("a") "data: {\"choices\":[{\"delta\":{\"con: ping\n\n"
		  "tent\":\"b\"}}]}\n\n" TEXT("c") END,
		    .want = "finished stop \"ac\" malformed-json "
		    "non-sse-line" },
		{ TEXT("a") "data: oops\n\n" END,
		    .want = "finished stop \"a\" non-json-data" },
		{ TEXT("a") EVENT("[1,2") END,
		    .want = "finished stop \"a\" non-json-data" },
		{ "hello\n" TEXT("a") END,
		    .want = "finished stop \"a\" non-sse-line" },
		{ TEXT("a") END TEXT("b"),
		    .want = "finished stop \"a\" data-after-done" },
		{ TEXT("a") END ": ping\n\n\n", .want = "finished stop \"a\"" },
		{ TEXT("a") EVENT("{\"object\":\"ping\"}") EVENT("3") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ TEXT("a") EVENT("{\"choices\":{}}") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ TEXT("a") EVENT("{\"choices\":[3]}") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ CHOICE("\"delta\":{\"content\":\"a\"},\"logprob\":NaN") END,
		    .want = "finished stop \"a\" nonstandard-json" },
		{ TEXT("a\tb") END,
		    .want = "finished stop \"a\\tb\" nonstandard-json" },
		{ CHOICE("\"delta\":{\"content\":\"no\",\"content\":\"a\"}")
		  END,
		    .want = "finished stop \"a\" duplicate-key" },
		{ TEXT("a") EVENT("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
		  "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[") END,
		    .want = "finished stop \"a\" json-too-deep" },
	};

	(void)state;
	CHECK_ALL(examples);
}

#define MESSAGE "{\"choices\":[{\"index\":0,\"message\":{\"role\":" \
	"\"assistant\",\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}"
#define LINE(text, reason) "{\"choices\":[{\"index\":0,\"text\":\"" text \
	"\",\"finish_reason\":" reason "}]}\n"

static void
answer__reads__bodies_that_are_no_stream(void **state)
{
	static const struct example examples[] = {
		{ MESSAGE, .want = "finished stop \"Hello\" not-streamed",
		    .type = "application/json" },
		{ "\n" MESSAGE "\n\n",
		    .want = "finished stop \"Hello\" not-streamed" },
		{ "{\n \"choices\": [{\n  \"message\": {\n   \"content\":\n"
		  "\"a\"},\n\"finish_reason\":\"stop\"}]\n}\n",
		    .want = "finished stop \"a\" not-streamed" },
		{ "{\"choices\":[{\"message\":{\"content\":\"\","
		  "\"tool_calls\":[{\"id\":\"i\",\"function\":{\"name\":\"f\","
		  "\"arguments\":\"{}\"}},{\"id\":\"j\",\"function\":{"
		  "\"name\":\"f\",\"arguments\":\"[]\"}}]},"
		  "\"finish_reason\":\"tool_calls\"}]}",
		    .want = "finished tool_calls call(i,f,{}) call(j,f,[]) "
		    "not-streamed" },
		{ LINE("a", "null") LINE("b", "\"stop\""),
		    .want = "finished stop \"ab\" not-sse",
		    .completions = true },
		{ LINE("a", "null") LINE("b", "\"stop\"") "[DONE]\n",
		    .want = "finished stop \"ab\" not-sse",
		    .completions = true },
		{ LINE("a", "\"stop\"") TEXT("b") DONE,
		    .want = "finished stop \"ab\" not-sse content-after-finish",
		    .completions = true },
		{ "{\"choi\n" LINE("b", "\"stop\""),
		    .want = "finished stop \"b\" malformed-json not-sse",
		    .completions = true },
		{ "<!DOCTYPE html>\n<p>Hello\n",
		    .want = "failed - \"the reply is a web page and not one of "
		    "the API: is the address right?\" wrong-content-type "
		    "not-sse",
		    .type = "text/html" },
		{ "  <html>",
		    .want = "failed - \"the reply is a web page and not one "
		    "of the API: is the address right?\" not-sse "
		    "premature-close",
		    .end = ANSWER_PREMATURE },
		{ "Not found\nhere\n",
		    .want = "failed - \"the reply is not one of "
		    "the API: \\\"Not found\\\"\" wrong-content-type not-sse",
		    .type = "text/plain" },
		{ "\x1f\x8b\x08...",
		    .want = "failed - \"the reply has the content "
		    "coding br, which was not asked for\" content-encoding",
		    .coding = "br" },
		{ "", .want = "failed - \"the reply is empty\" empty-stream" },
		{ ": ping\n\n: ping\n\n",
		    .want = "failed - \"the reply is empty\" empty-stream" },
		{ "", .want = "failed - \"no byte came for too long\" "
		    "empty-stream stalled", .end = ANSWER_STALLED },
		{ "{}",
		    .want = "failed - \"nothing in the reply can be read as an "
		    "answer\" unexpected-json-shape" },
		{ "{\"choices\":[{\"mess",
		    .want = "failed - \"nothing in the reply "
		    "can be read as an answer\" malformed-json" },
		{ "{\"choices\":[{\"mess",
		    .want = "failed - \"the connection was "
		    "reset\" connection-reset", .end = ANSWER_RESET },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* ---- Ends. */

static void
answer__tells__how_it_ended(void **state)
{
	static const struct example examples[] = {
		{ TEXT("a") FINISH("stop"),
		    .want = "finished stop \"a\" missing-done" },
		{ TEXT("a") DONE,
		    .want = "finished - \"a\" missing-finish-reason" },
		{ TEXT("a"), .want = "truncated - \"the stream ended without "
		    "finish_reason or [DONE]\" \"a\" missing-finish-reason "
		    "missing-done" },
		{ TEXT("a"),
		    .want = "truncated - \"the connection was reset\" \"a\" "
		    "connection-reset missing-finish-reason missing-done",
		    .end = ANSWER_RESET },
		{ TEXT("a"),
		    .want = "truncated - \"no byte came for too long\" \"a\" "
		    "stalled missing-finish-reason missing-done",
		    .end = ANSWER_STALLED },
		{ TEXT("a"),
		    .want = "cancelled - \"a\"", .end = ANSWER_CANCELLED },
		{ TEXT("a") FINISH("stop"), .want = "finished stop \"a\"",
		    .end = ANSWER_CANCELLED },
		{ "", .want = "cancelled -", .end = ANSWER_CANCELLED },
		{ "", .want = "cancelled -", .type = "text/html",
		    .end = ANSWER_CANCELLED },
		{ ": ping\n\n", .want = "cancelled -",
		    .end = ANSWER_CANCELLED },
		{ "", .want = "failed - \"the reply has the content coding "
		    "br, which cannot be decoded\" content-encoding",
		    .coding = "br", .type = "", .end = ANSWER_PREMATURE },
		{ "", .want = "failed - \"503: Service Unavailable\" "
		    "status=503 content-encoding", .coding = "br",
		    .status = 503, .end = ANSWER_PREMATURE },
		{ TEXT("a") FINISH("stop"), .want = "finished stop \"a\" "
		    "premature-close missing-done", .end = ANSWER_PREMATURE },
		{ TEXT("a") END, .want = "finished stop \"a\"",
		    .end = ANSWER_PREMATURE },
		{ TEXT("a") "data: {\"choices\":[{\"text\":\"b\"}]}\n",
		    .want = "truncated - \"the connection was closed too "
		    "early\" \"ab\" unterminated-last-event premature-close "
		    "missing-finish-reason missing-done",
		    .completions = true, .end = ANSWER_PREMATURE },
		{ TEXT("a") "data: {\"choices\":[{\"text\":\"b\"}]}",
		    .want = "truncated - \"the connection was closed too "
		    "early\" \"a\" premature-close missing-finish-reason "
		    "missing-done",
		    .completions = true, .end = ANSWER_PREMATURE },
		{ "data: {\"choices\":[{\"text\":\"a\"}]}\n"
		  "data: {\"choices\":[{\"text\":\"b\"}]}\ndata: {\"c",
		    .want = "truncated - \"the connection was closed too "
		    "early\" \"ab\" unterminated-last-event "
		    "missing-blank-line premature-close "
		    "missing-finish-reason missing-done",
		    .completions = true, .end = ANSWER_PREMATURE },
		{ "data: {\ndata: \"choices\":\n", .want = "failed - \"the "
		    "connection was closed too early\" premature-close",
		    .end = ANSWER_PREMATURE },
		{ BOTH("a", "") BOTH("b", "") END,
		    .want = "finished stop \"ab\" empty-finish-reason" },
		{ BOTH("a", "null") END,
		    .want = "finished stop \"a\" null-string-finish-reason" },
		{ TEXT("a") FINISH("STOP") DONE,
		    .want = "finished STOP \"a\" unknown-finish-reason" },
		{ TEXT("a") CHOICE("\"delta\":{},\"finish_reason\":3") DONE,
		    .want = "finished - \"a\" unknown-finish-reason "
		    "missing-finish-reason" },
		{ TEXT("a") FINISH("length") DONE,
		    .want = "finished length \"a\"" },
		{ TEXT("a") FINISH("content_filter") DONE,
		    .want = "finished content_filter \"a\"" },
		{ FINISH("stop") TEXT("a") TEXT("b") END,
		    .want = "finished stop \"ab\" content-after-finish "
		    "repeated-finish-reason" },
		{ TEXT("a") FINISH("length") TEXT("b") DONE,
		    .want = "finished length \"ab\" content-after-finish" },
		{ TEXT("a") BOTH("b", "length") END,
		    .want = "finished stop \"ab\" repeated-finish-reason" },
		{ BOTH("a", "stop") BOTH("b", "stop") BOTH("c", "stop") DONE,
		    .want = "finished stop \"abc\" "
		    "finish-reason-on-every-chunk" },
		{ BOTH("a", "stop") BOTH("b", "stop") END,
		    .want = "finished stop \"ab\" "
		    "finish-reason-on-every-chunk" },
		{ BOTH("a", "stop") TEXT("b") END,
		    .want = "finished stop \"ab\" content-after-finish "
		    "repeated-finish-reason" },
		{ TEXT("a") EVENT("{\"choices\":[],\"finish_reason\":"
		  "\"stop\"}") DONE,
		    .want = "finished stop \"a\" misplaced-finish-reason" },
		{ TEXT("a") CHOICE("\"delta\":{\"finish_reason\":\"stop\"}")
		  DONE, .want = "finished stop \"a\" misplaced-finish-reason" },
		{ TEXT("a") USAGE END,
		    .want = "finished stop \"a\" usage=5,2,7 suspect-length",
		    .max_tokens = 2 },
		{ TEXT("a") USAGE END,
		    .want = "finished stop \"a\" usage=5,2,7",
		    .max_tokens = 3 },
		{ EVENT("{\"choices\":[{\"index\":0,\"delta\":{\"content\":"
		    "\"a\"},\"finish_reason\":\"stop\"},{\"index\":1,"
		    "\"delta\":{\"content\":\"b\"},\"finish_reason\":"
		    "\"stop\"}]}") USAGE DONE,
		    .want = "finished stop \"a\" choice1\"b\" choice1=stop "
		    "usage=5,2,7",
		    .n = 2, .max_tokens = 2 },
		{ TEXT("a") FINISH("length") USAGE DONE,
		    .want = "finished length \"a\" usage=5,2,7",
		    .max_tokens = 2 },
		{ TEXT("") END, .want = "finished stop empty-answer" },
		{ TEXT("") END, .want = "finished stop", .stops = { "x" } },
		{ TEXT("a") CHOICE("\"delta\":{},\"finish_reason\":\"stop\","
		  "\"stop_reason\":151645") DONE,
		    .want = "finished stop at 151645 \"a\"" },
		{ TEXT("a") CHOICE("\"delta\":{},\"finish_reason\":\"stop\","
		  "\"stop_reason\":\"##\"") DONE,
		    .want = "finished stop at \"##\" \"a\"",
		    .stops = { "##" } },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* ---- Chunks. */

static void
answer__reads__chunks_of_all_shapes(void **state)
{
	static const struct example examples[] = {
		{ CHOICE("\"delta\":{\"reasoning\":[{\"type\":\"text\","
		  "\"text\":\"r\"}]}") TEXT("a") END, .want = "finished stop "
		    "\"a\" reasoning=\"r\" content-not-string" },
		{ CHOICE("\"delta\":{\"reasoning_content\":{\"type\":"
		  "\"thinking\",\"thinking\":\"r\"}}") TEXT("a") END,
		    .want = "finished stop \"a\" reasoning=\"r\" "
		    "content-not-string" },
		{ CHOICE("\"delta\":{\"refusal\":[{\"text\":\"no\"}]}")
		  END, .want = "finished stop refusal=\"no\" "
		    "content-not-string" },
		{ TEXT("a") EVENT("{\"choices\":null,\"usage\":{"
		  "\"prompt_tokens\":1}}") END,
		    .want = "finished stop \"a\" usage=1,-1,-1 null-choices" },
		{ TEXT("a") EVENT("{\"usage\":{\"completion_tokens\":1}}") END,
		    .want = "finished stop \"a\" usage=-1,1,-1 "
		    "missing-choices" },
		{ TEXT("a") EVENT("{\"choices\":[],\"usage\":null}") END,
		    .want = "finished stop \"a\"" },
		{ TEXT("a") CHOICE("\"x\":1") END,
		    .want = "finished stop \"a\" missing-delta" },
		{ TEXT("a") CHOICE("\"delta\":null,\"finish_reason\":"
		  "\"stop\"") DONE, .want = "finished stop \"a\" null-delta" },
		{ CHOICE("\"delta\":{\"role\":\"\",\"content\":\"a\"}") END,
		    .want = "finished stop \"a\" odd-role" },
		{ CHOICE("\"delta\":{\"role\":\"user\",\"content\":\"a\"}")
		  END, .want = "finished stop \"a\" odd-role" },
		{ CHOICE("\"delta\":{\"role\":null,\"content\":null}")
		  TEXT("a") END, .want = "finished stop \"a\"" },
		{ TEXT("a") CHOICE("\"message\":{\"content\":\"a\"}") END,
		    .want = "finished stop \"a\" message-in-stream" },
		{ CHOICE("\"message\":{\"content\":\"a\"}")
		  CHOICE("\"message\":{\"content\":\"b\"}") END,
		    .want = "finished stop \"ab\" message-in-stream" },
		{ CHOICE("\"delta\":{\"content\":\"a\"},\"message\":{"
		  "\"content\":\"a\"}") END,
		    .want = "finished stop \"a\" message-in-stream" },
		{ CHOICE("\"text\":\"a\"") END,
		    .want = "finished stop \"a\" text-instead-of-delta" },
		{ CHOICE("\"text\":\"a\"") CHOICE("\"text\":null,"
		  "\"finish_reason\":\"stop\"") DONE,
		    .want = "finished stop \"a\"", .completions = true },
		{ CHOICE("\"delta\":{\"content\":[{\"type\":\"thinking\","
		  "\"thinking\":[{\"type\":\"text\",\"text\":\"t\"}]},{"
		  "\"type\":\"text\",\"text\":\"a\"},{\"type\":\"x\","
		  "\"text\":\"no\"}]}") END,
		    .want = "finished stop \"a\" reasoning=\"t\" "
		    "content-not-string" },
		{ CHOICE("\"delta\":{\"content\":{\"type\":\"text\","
		  "\"text\":\"a\"}}") END,
		    .want = "finished stop \"a\" content-not-string" },
		{ TEXT("0123456789") TEXT("abcdef") TEXT("0123456789abcdef")
		  END,
		    .want = "finished stop "
		    "\"0123456789abcdef0123456789abcdef\" "
		    "full-text-repeated" },
		{ TEXT("0123456789abcde") TEXT("0123456789abcde") END,
		    .want = "finished stop "
		    "\"0123456789abcde0123456789abcde\"" },
		{ TEXT("ha ") TEXT("ha ") TEXT("ha ") END,
		    .want = "finished stop \"ha ha ha \"" },
		{ TEXT("a") EVENT("{\"choices\":[{\"index\":1,\"delta\":{"
		  "\"content\":\"b\"}}]}") END,
		    .want = "finished stop \"ab\" choice-index-drift" },
		{ EVENT("{\"choices\":[{\"index\":1,\"delta\":{\"content\":"
		  "\"x\"}},{\"index\":0,\"delta\":{\"content\":\"a\"}}]}")
		  EVENT("{\"choices\":[{\"index\":1,\"delta\":{\"content\":"
		  "\"y\"}}]}") TEXT("b") END,
		    .want = "finished stop \"ab\" extra-choice" },
		{ EVENT("{\"id\":\"x\",\"choices\":[]}") TEXT("a")
		  EVENT("{\"id\":\"\",\"choices\":[]}")
		  EVENT("{\"id\":null,\"choices\":[]}") END,
		    .want = "finished stop \"a\"" },
		{ EVENT("{\"id\":\"x\",\"choices\":[]}") TEXT("a")
		  EVENT("{\"id\":\"y\",\"choices\":[]}") END,
		    .want = "finished stop \"a\" id-changed" },
		{ CHOICE("\"delta\":{\"reasoning_content\":\"t\"}")
		  CHOICE("\"delta\":{\"reasoning\":\"u\",\"content\":\"\"}")
		  TEXT("a") END,
		    .want = "finished stop \"a\" reasoning=\"tu\"" },
		{ CHOICE("\"delta\":{\"reasoning\":\"t\"}") END,
		    .want = "finished stop reasoning=\"t\" empty-answer" },
		{ CHOICE("\"delta\":{\"refusal\":\"no\",\"content\":null}")
		  END, .want = "finished stop refusal=\"no\"" },
		{ EVENT("{\"choices\":[{\"index\":0,\"delta\":{\"content\":"
		  "\"a\"}},{\"index\":1,\"delta\":{\"content\":\"b\"}}]}")
		  EVENT("{\"choices\":[{\"index\":1,\"delta\":{},"
		  "\"finish_reason\":\"length\"}]}") END,
		    .want = "finished stop \"a\" choice1\"b\" choice1=length",
		    .n = 2 },
		{ USAGE TEXT("a") EVENT("{\"choices\":[],\"usage\":{"
		  "\"prompt_tokens\":9,\"completion_tokens\":8,"
		  "\"total_tokens\":17}}") END,
		    .want = "finished stop \"a\" usage=9,8,17" },
	};

	(void)state;
	CHECK_ALL(examples);
}

static void
answer__joins__tool_calls(void **state)
{
	static const struct example examples[] = {
		{ TOOL("{\"index\":0,\"id\":\"i\",\"name\":\"f\","
		  "\"arguments\":\"{}\"}") FINISH("tool_calls") DONE,
		    .want = "finished tool_calls call(i,f,{})" },
		{ TOOL("{\"index\":0,\"id\":\"i\",\"function\":{\"name\":"
		  "\"f\",\"arguments\":\"\"}}")
		  TOOL("{\"index\":0,\"id\":null,\"function\":{\"name\":null,"
		  "\"arguments\":\"{\\\"a\"}}")
		  TOOL("{\"index\":0,\"id\":\"i\",\"function\":{\"name\":"
		  "\"f\",\"arguments\":\"\\\":1}\"}}")
		  FINISH("tool_calls") DONE,
		    .want = "finished tool_calls call(i,f,{\"a\":1})" },
		{ TOOL("{\"index\":0,\"id\":\"i\",\"function\":{\"name\":"
		  "\"f\"}}") TOOL("{\"index\":1,\"id\":\"j\",\"function\":{"
		  "\"name\":\"g\"}}") TOOL("{\"index\":0,\"function\":{"
		  "\"arguments\":\"1\"}}") FINISH("tool_calls") DONE,
		    .want = "finished tool_calls call(i,f,1) call(j,g,)" },
		{ TOOL("{\"id\":\"i\",\"function\":{\"name\":\"f\","
		  "\"arguments\":\"1\"}}") TOOL("{\"function\":{"
		  "\"arguments\":\"2\"}}") TOOL("{\"function\":{\"name\":"
		  "\"g\",\"arguments\":\"3\"}}") END,
		    .want = "finished stop call(i,f,12) call(,g,3) "
		    "tool-call-missing-index tool-calls-with-stop" },
		{ TOOL("{\"index\":0,\"id\":\"i\",\"function\":{\"name\":"
		  "\"f\",\"arguments\":\"1\"}},{\"index\":0,\"id\":\"j\","
		  "\"function\":{\"name\":\"g\"}}") TOOL("{\"index\":0,"
		  "\"function\":{\"arguments\":\"2\"}}") TOOL("{\"index\":0,"
		  "\"id\":\"i\",\"function\":{\"arguments\":\"3\"}}")
		  FINISH("tool_calls") DONE,
		    .want = "finished tool_calls call(i,f,13) call(j,g,2) "
		    "tool-call-index-reused" },
		{ TOOL("{\"index\":0,\"id\":\"i\",\"function\":{\"name\":"
		  "\"f\",\"arguments\":{\"a\":1}}}") FINISH("tool_calls") DONE,
		    .want = "finished tool_calls call(i,f,{\"a\":1}) "
		    "tool-arguments-not-string" },
		{ TEXT("a") FINISH("tool_calls") DONE,
		    .want = "finished tool_calls \"a\" tool-calls-missing" },
		{ CHOICE("\"delta\":{\"function_call\":{\"name\":\"f\"}}")
		  CHOICE("\"delta\":{\"function_call\":{\"arguments\":\"1\"}}")
		  FINISH("function_call") DONE,
		    .want = "finished function_call call(,f,1)" },
		{ TOOL("{\"index\":0,\"function\":{\"name\":\"f\","
		  "\"arguments\":\"\\ud83d\"}}") TOOL("{\"index\":0,"
		  "\"function\":{\"arguments\":\"\\ude00\"}}")
		  FINISH("tool_calls") DONE,
		    .want = "finished tool_calls call(,f,\U0001f600) "
		    "split-surrogate" },
		{ TOOL("3") END, .want = "finished stop unexpected-json-shape "
		    "empty-answer" },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* ---- Stop strings. */

static void
answer__cuts__at_stop_strings(void **state)
{
	static const struct example examples[] = {
		{ TEXT("one ##") TEXT("# two") END,
		    .want = "finished - at \"###\" \"one \" stop-string-leaked",
		    .stops = { "###" } },
		{ BOTH("one ###", "stop") DONE,
		    .want = "finished stop at \"###\" \"one \" "
		    "stop-string-leaked",
		    .stops = { "###" } },
		{ TEXT("one\\r##") TEXT("#") END, .want = "finished - at "
		    "\"###\" \"one\\r\" control-chars-in-text "
		    "stop-string-leaked", .stops = { "###" } },
		{ TEXT("one ###") FINISH("length"),
		    .want = "finished - at \"###\" \"one ###\"",
		    .stops = { "###" }, .include = true },
		{ TEXT("one ### two") FINISH("length") DONE,
		    .want = "finished length \"one ### two\"",
		    .stops = { "###" }, .min_tokens = 4 },
		{ TEXT("xabcy") END,
		    .want = "finished - at \"b\" \"xa\" stop-string-leaked",
		    .stops = { "abc", "b" } },
		{ TEXT("ok\\nEN") TEXT("D") END,
		    .want = "finished - at \"\\nEND\" \"ok\" "
		    "stop-string-leaked",
		    .stops = { "END", "\nEND" } },
		{ TEXT("a\\nb\\n") TEXT("\\nc") END,
		    .want = "finished - at \"\\n\\n\" \"a\\nb\" "
		    "stop-string-leaked",
		    .stops = { "\n\n" } },
		{ TEXT("x #") TEXT("#") TEXT(" y") END,
		    .want = "finished stop \"x ## y\"", .stops = { "###" } },
		{ TEXT("ABC UV") TEXT("WXY") END,
		    .want = "finished stop \"ABC UVWXY\" partial-stop-leaked",
		    .stops = { "UVWXYZ" } },
		{ TEXT("ABC U") END,
		    .want = "finished stop \"ABC U\"", .stops = { "UVWXYZ" } },
		{ TEXT("ABC UV") END, .want = "finished stop \"ABC UV\" "
		    "partial-stop-leaked", .stops = { "UVW" },
		    .include = true },
		{ TEXT("ABC UV") FINISH("length") DONE,
		    .want = "finished length \"ABC UV\"", .stops = { "UVW" } },
		{ TEXT("a##"), .want = "truncated - \"the stream ended without "
		    "finish_reason or [DONE]\" \"a##\" missing-finish-reason "
		    "missing-done", .stops = { "###" } },
		{ TEXT("a##"),
		    .want = "cancelled - \"a##\"", .stops = { "###" },
		    .end = ANSWER_CANCELLED },
		{ BOTH("a#", "stop") BOTH("#b", "stop") DONE,
		    .want = "finished stop at \"##\" \"a\" stop-string-leaked "
		    "finish-reason-on-every-chunk", .stops = { "##" } },
		{ CHOICE("\"delta\":{\"reasoning\":\"3.5?\"}") TEXT("a") END,
		    .want = "finished stop \"a\" reasoning=\"3.5?\"",
		    .stops = { "3.5" } },
		{ TEXT("a<|im_end|>") END,
		    .want = "finished - at \"<|im_end|>\" "
		    "\"a\" stop-string-leaked", .stops = { "<|im_end|>" } },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* ---- Errors. */

#define FULL "{\"error\":{\"message\":\"full\",\"type\":\"server_error\"}}"

static void
answer__finds__errors_with_a_status(void **state)
{
	static const struct example examples[] = {
		{ FULL,
		    .want = "failed - \"400: full\" status=400",
		    .status = 400 },
		{ FULL,
		    .want = "failed - \"429: full (asks to wait 7 s)\" "
		    "status=429 "
		    "wait=7", .status = 429, .retry_after = "7" },
		{ FULL, .want = "failed - \"429: full (asks to wait 2 s)\" "
		    "status=429 wait=2", .status = 429,
		    .retry_after = "2.0" },
		{ FULL, .want = "failed - \"429: full (asks to wait 3 s)\" "
		    "status=429 wait=3", .status = 429,
		    .retry_after = "2.05" },
		{ FULL, .want = "failed - \"503: full (asks to wait 90 s)\" "
		    "status=503 wait=90", .status = 503,
		    .retry_after = "Thu, 01 Jan 2026 00:01:30 GMT" },
		{ FULL,
		    .want = "failed - \"503: full\" status=503", .status = 503,
		    .retry_after = "Wed, 31 Dec 2025 23:59:00 GMT" },
		{ "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"Field "
		  "required\"}]}",
		    .want = "failed - \"422: Field required\" status=422 "
		    "nonstandard-error-shape", .status = 422 },
		{ "{\"detail\":\"Not Found\"}",
		    .want = "failed - \"404: Not Found\" status=404 "
		    "nonstandard-error-shape", .status = 404 },
		{ "[" FULL "]", .want = "failed - \"400: full\" status=400 "
		    "nonstandard-error-shape", .status = 400 },
		{ "{\"error\":\"full\"}",
		    .want = "failed - \"500: full\" status=500 "
		    "nonstandard-error-shape", .status = 500 },
		{ "{\"message\":\"full\",\"type\":\"Bad Request\",\"code\":"
		  "400}", .want = "failed - \"400: full\" status=400 "
		    "nonstandard-error-shape", .status = 400 },
		{ "{\"a\":1}",
		    .want = "failed - \"500: {\\\"a\\\":1}\" status=500 "
		    "nonstandard-error-shape", .status = 500 },
		{ "slow down\n",
		    .want = "failed - \"429: slow down\" status=429 "
		    "http-error-body-not-json", .status = 429 },
		{ "<html>502</html>", .want = "failed - \"502: Bad Gateway\" "
		    "status=502 http-error-body-not-json", .status = 502 },
		{ "{\"error\":{\"mess",
		    .want = "failed - \"500: Internal Server "
		    "Error\" status=500 http-error-body-not-json "
		    "premature-close", .status = 500,
		    .end = ANSWER_PREMATURE },
		{ "",
		    .want = "failed - \"503: Service Unavailable\" status=503 "
		    "http-error-body-empty", .status = 503 },
		{ "",
		    .want = "failed - \"307: Temporary Redirect; a redirect is "
		    "not "
		    "followed\" status=307", .status = 307 },
	};

	(void)state;
	CHECK_ALL(examples);
}

static void
answer__finds__errors_in_a_stream(void **state)
{
	static const struct example examples[] = {
		{ EVENT(FULL) DONE,
		    .want = "failed - \"full\" error-in-stream" },
		{ FULL "\n", .want = "failed - \"full\" error-in-stream" },
		{ TEXT("a") FULL "\n\n",
		    .want = "failed - \"full\" \"a\" error-in-stream" },
		{ TEXT("a") "error: {\"code\":4,\"message\":\"full\"}\n\n"
		  DONE, .want = "failed - \"full\" \"a\" error-in-stream "
		    "nonstandard-error-shape" },
		{ TEXT("a") "error: full\n\n",
		    .want = "failed - \"full\" \"a\" "
		    "error-in-stream nonstandard-error-shape" },
		{ "event: error\ndata: full\n\n", .want = "failed - \"full\" "
		    "error-in-stream nonstandard-error-shape" },
		{ "event: error\n" EVENT("{\"reason\":\"full\"}"),
		    .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ "event: error\n" EVENT(FULL),
		    .want = "failed - \"full\" error-in-stream" },
		{ TEXT("a") EVENT("{\"error\":\"full\",\"error_type\":\"x\"}"),
		    .want = "failed - \"full\" \"a\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"error_type\":\"x\",\"error_message\":\"full\"}")
		  DONE, .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"choices\":null,\"base_resp\":{\"status_code\":8,"
		  "\"status_msg\":\"full\"}}"), .want = "failed - \"full\" "
		    "error-in-stream nonstandard-error-shape null-choices" },
		{ TEXT("a") EVENT("{\"choices\":[],\"base_resp\":{"
		  "\"status_code\":0,\"status_msg\":\"\"}}") END,
		    .want = "finished stop \"a\"" },
		{ EVENT("{\"message\":\"full\",\"type\":\"x\",\"code\":5}"),
		    .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"object\":\"error\",\"message\":\"full\"}"),
		    .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"error\":true,\"message\":\"full\"}"),
		    .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"errors\":[{\"message\":\"full\"}]}"),
		    .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"error\":{\"message\":\"full\"},\"choices\":[{"
		  "\"delta\":{\"content\":\"a\"},\"finish_reason\":"
		  "\"error\"}]}"), .want = "failed error \"full\" \"a\" "
		    "error-in-stream" },
		{ EVENT("{\"choices\":[{\"delta\":{},\"error\":{\"message\":"
		  "\"full\"}}]}"), .want = "failed - \"full\" error-in-stream "
		    "nonstandard-error-shape" },
		{ EVENT("{\"error\":null,\"choices\":[{\"delta\":{"
		  "\"content\":\"a\"}}]}") END, .want = "finished stop \"a\"" },
		{ EVENT("{\"error\":{\"message\":\"f\\ud800\\u001b[2J\"}}"),
		    .want = "failed - \"f\ufffd\\x1b[2J\" error-in-stream" },
		{ TEXT("a") FINISH("stop") EVENT(FULL),
		    .want = "failed stop \"full\" \"a\" error-in-stream" },
		{ TEXT("a") EVENT(FULL), .want = "failed - \"full\" \"a\" "
		    "error-in-stream connection-reset", .end = ANSWER_RESET },
		{ EVENT("{\"error\":{\"message\":\"a\",\"message\":"
		  "\"full\"}}"), .want = "failed - \"full\" "
		    "error-in-stream duplicate-key" },
		{ FULL, .want = "failed - \"full\" error-in-stream",
		    .type = "application/json" },
		{ TEXT("a") "{\n  \"error\": {\n    \"message\": \"full\"\n"
		  "  }\n}\n", .want = "failed - \"full\" \"a\" "
		    "error-in-stream" },
		{ "{\n  \"error\": {\n    \"message\": \"full\"\n"
		  "  }\n}\n\n" DONE,
		    .want = "failed - \"full\" error-in-stream" },
		{ TEXT("a") "{\n\"odd\n" TEXT("b") END,
		    .want = "finished stop \"ab\" non-sse-line" },
		{ TEXT("a") "[{\n\"error\":\"full\"\n}]\n" END, .want =
		    "failed stop \"full\" \"a\" error-in-stream "
		    "nonstandard-error-shape" },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* Each with the words BOOM, alone and behind text. */
static void
answer__finds__errors_of_all_shapes(void **state)
{
	static const char *const shapes[] = {
		EVENT("{\"code\":1302,\"msg\":\"BOOM\"}"),
		EVENT("{\"statusCode\":500,\"message\":\"BOOM\"}"),
		EVENT("{\"status\":500,\"message\":\"BOOM\"}"),
		EVENT("{\"success\":false,\"msg\":\"BOOM\"}"),
		EVENT("{\"errorMessage\":\"BOOM\",\"errorCode\":7}"),
		EVENT("{\"err\":\"BOOM\"}"),
		EVENT("{\"exception\":{\"message\":\"BOOM\"}}"),
		EVENT("{\"fault\":{\"faultstring\":\"BOOM\"}}"),
		EVENT("{\"Error\":{\"Message\":\"BOOM\"}}"),
		EVENT("{\"event\":\"error\",\"data\":{\"message\":\"BOOM\"}}"),
		EVENT("{\"header\":{\"code\":11,\"message\":\"BOOM\"}}"),
		EVENT("{\"type\":\"about:blank\",\"title\":\"BOOM\",\"status\":"
		    "500}"),
		EVENT("{\"choices\":[{\"delta\":{\"error\":{\"message\":\"BOOM\""
		    "}}}]}"),
		EVENT("{\"error\":500,\"message\":\"BOOM\"}"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		struct text stream = { 0 };
		struct example example = { .want = "failed - \"BOOM\" \"a\" "
			"error-in-stream nonstandard-error-shape" };

		text_printf(&stream, "%s%s%s", TEXT("a"), shapes[i], DONE);
		example.body = text_string(&stream);
		check(&example);
		text_release(&stream);
	}
}

static void
answer__takes__no_chunk_for_an_error(void **state)
{
	static const struct example examples[] = {
		{ EVENT("{\"code\":5,\"msg\":\"m\",\"choices\":[]}")
		  TEXT("a") END, .want = "finished stop \"a\"" },
		{ EVENT("{\"err\":\"m\",\"status\":500,\"choices\":[]}")
		  TEXT("a") END, .want = "finished stop \"a\"" },
		{ TEXT("a") EVENT("{\"code\":200,\"msg\":\"ok\"}") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ TEXT("a") EVENT("{\"header\":{\"code\":0,\"message\":"
		  "\"m\"}}") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ EVENT("{\"message\":\"m\"}") TEXT("a") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ TEXT("a") EVENT("{\"message\":\"m\"}") END,
		    .want = "finished stop \"a\" unexpected-json-shape" },
		{ EVENT("{\"message\":\"m\"}"), .want = "failed - \"m\" "
		    "error-in-stream nonstandard-error-shape" },
		{ EVENT("{\"message\":\"m\"}") DONE, .want = "failed - "
		    "\"m\" error-in-stream nonstandard-error-shape" },
		{ "{\"message\":\"m\"}", .want = "failed - \"m\" "
		    "error-in-stream nonstandard-error-shape",
		    .type = "application/json" },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* ---- Text. */

static void
answer__repairs__text_and_says_so(void **state)
{
	static const struct example examples[] = {
		{ TEXT("a\xff" "b \xe4\xbd c\x80") END,
		    .want = "finished stop \"a\ufffdb \ufffd "
		    "c\ufffd\" invalid-utf8" },
		{ TEXT("x\xc0\x80y\xed\xa0\x80") END, .want = "finished stop "
		    "\"x\ufffd\ufffdy\ufffd\ufffd\ufffd\" "
		    "invalid-utf8" },
		{ TEXT("x\xff\\ufffd") END,
		    .want = "finished stop \"x\ufffd\ufffd\" "
		    "invalid-utf8 replacement-char-in-text" },
		{ TEXT("\\ud83d\\ude00") END,
		    .want = "finished stop \"\U0001f600\"" },
		{ TEXT("a\\ud83d") TEXT("\\ude00b") END,
		    .want = "finished stop \"a\U0001f600b\" split-surrogate" },
		{ TEXT("a\\ud83d") TEXT("b") END,
		    .want = "finished stop \"a\ufffdb\" lone-surrogate" },
		{ TEXT("a\\ude00b") END,
		    .want = "finished stop \"a\ufffdb\" lone-surrogate" },
		{ TEXT("a\\ud83d") END,
		    .want = "finished stop \"a\ufffd\" lone-surrogate" },
		{ CHOICE("\"delta\":{\"reasoning\":\"\\ud83d\"}") TEXT("a")
		  CHOICE("\"delta\":{\"reasoning\":\"\\ude00\"}") END,
		    .want = "finished stop \"a\" reasoning=\"\U0001f600\" "
		    "split-surrogate" },
		{ TEXT("a\\ufffd") END,
		    .want = "finished stop \"a\ufffd\" "
		    "replacement-char-in-text" },
		{ TEXT("a\\r") TEXT("\\n\\tb") END,
		    .want = "finished stop \"a\\r\\n\\tb\"" },
		{ TEXT("a\\r") TEXT("b") END,
		    .want = "finished stop \"a\\rb\" control-chars-in-text" },
		{ TEXT("a\\r") END,
		    .want = "finished stop \"a\\r\" control-chars-in-text" },
		{ TEXT("a\\u0000b") END,
		    .want = "finished stop \"a\\x00b\" control-chars-in-text" },
		{ TEXT("a\\u009b") END, .want = "finished stop \"a\\u{9b}\" "
		    "control-chars-in-text" },
		{ TEXT("a\\u202eb") END,
		    .want = "finished stop \"a\\u{202e}b\" "
		    "bidi-control-in-text" },
		{ TEXT("a\xe2\x80\xa8" "b\xef\xbb\xbf") END,
		    .want = "finished stop \"a\\u{2028}b\\u{feff}\"" },
		{ TEXT("a</thi") TEXT("nk>b") END,
		    .want = "finished stop \"a</think>b\" think-tag-in-text" },
		{ TEXT("a<|im") TEXT("_end|>") END,
		    .want = "finished stop \"a<|im_end|>\" "
		    "special-token-in-text" },
		{ TEXT("a</s>") END,
		    .want = "finished stop \"a</s>\" special-token-in-text" },
		{ TEXT("a <| b |> <think it> <|>") END,
		    .want = "finished stop \"a <| b |> <think it> <|>\"" },
	};

	(void)state;
	CHECK_ALL(examples);
}

/* ---- Order. */

static void
check_order(const struct example *example, const char *want)
{
	struct answer_log log = { 0 };

	run(&log, example, strlen(example->body), 0);
	assert_string_equal(text_string(&log.all), want);
	log_release(&log);
}

static void
answer__tells__payload_then_facts_then_end(void **state)
{
	static const struct example example = {
		"data: {\"choices\":[{\"delta\":{\"content\":\"a#\"}}]}\n\n"
		"data: {\"choices\":[{\"delta\":{},\"finish_reason\":"
		"\"stop\"}]}\n\ndata: [DONE]\n\n", "", .stops = { "##" } };

	(void)state;
	check_order(&example,
	    "raw 0 @0 \"{\\\"choices\\\":[{\\\"delta\\\":{\\\"content\\\":"
	    "\\\"a#\\\"}}]}\"\n"
	    "text \"a\"\n"
	    "held [##] 0 @0 \"#\"\n"
	    "raw 0 @48 \"{\\\"choices\\\":[{\\\"delta\\\":{},"
	    "\\\"finish_reason\\\":\\\"stop\\\"}]}\"\n"
	    "answered stop\n"
	    "raw 0 @105 \"[DONE]\"\n"
	    "text \"#\"\n"
	    "finished stop\n");
}

static void
answer__counts__a_token_for_each_chunk_of_words(void **state)
{
	static const struct example example = {
		CHOICE("\"delta\":{\"role\":\"assistant\",\"content\":\"\"}")
		CHOICE("\"delta\":{\"reasoning\":\"t\",\"content\":\"a\"}")
		TEXT("#") TEXT("\\ud83d") TEXT("\\ude00") TEXT("##") END, "",
		.stops = { "##" } };
	struct answer_log log = { 0 };

	(void)state;
	run(&log, &example, strlen(example.body), 0);
	assert_int_equal(log.tokens, 5);
	log_release(&log);
}

static void
answer__is_complete__at_done_or_a_match(void **state)
{
	static const struct {
		const char *body;
		bool complete, answered;
	} examples[] = {
		{ TEXT("a"), false, false },
		{ TEXT("a") FINISH("stop"), false, true },
		{ TEXT("a") FINISH("stop") "data: [DONE]\n", false, true },
		{ TEXT("a") DONE, true, true },
		{ TEXT("a##"), true, true },
		{ TEXT("a") EVENT(FULL), false, true },
	};
	static const struct example asked = { "", "", .stops = { "##" } };
	struct settings settings;

	(void)state;
	ask(&settings, &asked);
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct answer_log log = { 0 };
		struct answer *answer = answer_new(&settings, log_event, &log);

		answer_head(answer, 200, "text/event-stream", "", "", 0);
		answer_body(answer, examples[i].body,
		    strlen(examples[i].body));
		assert_int_equal(answer_is_complete(answer),
		    examples[i].complete);
		assert_int_equal(answer_is_answered(answer),
		    examples[i].answered);
		answer_free(answer);
		log_release(&log);
	}
	settings_release(&settings);
}

static void
answer__fails__without_a_head(void **state)
{
	struct settings settings;
	struct answer_log log = { 0 };

	(void)state;
	settings_init(&settings);
	struct answer *answer = answer_new(&settings, log_event, &log);

	answer_end(answer, ANSWER_RESET, "nobody is there");
	answer_free(answer);
	assert_string_equal(text_string(&log.all),
	    "failed - \"nobody is there\"\n");
	log_release(&log);
}

/* ---- Why, in words. */

static void
keep_why(void *data, const struct engine_event *event)
{
	if (event->kind == ENGINE_FINISHED && event->end->why)
		text_add(data, event->end->why);
}

static void
answer__says__why_it_ended(void **state)
{
	static const struct example examples[] = {
		{ TEXT("a") END, .want = "as the server says" },
		{ TEXT("a") DONE, .want = "[DONE] without a finish_reason" },
		{ TEXT("a") FINISH("length") DONE,
		    .want = "max_tokens 32 reached",
		    .max_tokens = 32 },
		{ TEXT("a") FINISH("length") DONE,
		    .want = "as the server says" },
		{ TEXT("a##"),
		    .want = "matched \"##\", which the server let through",
		    .stops = { "##" } },
		{ TEXT("a##"), .want = "matched \"##\"", .stops = { "##" },
		    .include = true },
		{ CHOICE("\"delta\":{},\"finish_reason\":\"stop\","
		  "\"stop_reason\":\"##\""), .want = "matched \"##\"" },
		{ CHOICE("\"delta\":{},\"finish_reason\":\"stop\","
		  "\"stop_reason\":7"), .want = "token id 7" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct settings settings;
		struct text why = { 0 };

		ask(&settings, &examples[i]);
		struct answer *answer = answer_new(&settings, keep_why, &why);

		answer_head(answer, 200, "text/event-stream", "", "", 0);
		answer_body(answer, examples[i].body,
		    strlen(examples[i].body));
		answer_end(answer, ANSWER_CLEAN, "");
		answer_free(answer);
		assert_string_equal(text_string(&why), examples[i].want);
		text_release(&why);
		settings_release(&settings);
	}
}

/* As vLLM has them, of chat and of completions. */
static void
answer__tells__token_ids(void **state)
{
	static const struct {
		const char *body, *ids;
	} examples[] = {
		{ EVENT("{\"prompt_token_ids\":[1,4294967295],\"choices\":[{"
		  "\"index\":0,\"delta\":{\"content\":\"a\"},\"token_ids\":"
		  "[7,8]}]}") END,
		    "ids of prompt: 1 4294967295\n" },
		{ EVENT("{\"prompt_token_ids\":[1,4294967295],\"choices\":[{"
		  "\"index\":0,\"delta\":{\"content\":\"a\"},\"token_ids\":"
		  "[7,8]}]}") END,
		    "ids of reply: 7 8\n" },
		{ CHOICE("\"text\":\"a\",\"prompt_token_ids\":[3]") END,
		    "ids of prompt: 3\n" },
	};
	static const char *const none[] = {
		EVENT("{\"prompt_token_ids\":null,\"choices\":[]}") END,
		EVENT("{\"prompt_token_ids\":[],\"choices\":[]}") END,
		EVENT("{\"prompt_token_ids\":[1,-1],\"choices\":[]}") END,
		EVENT("{\"prompt_token_ids\":[1,4294967296],\"choices\":[]}")
		    END,
		EVENT("{\"prompt_token_ids\":[\"1\"],\"choices\":[]}") END,
		EVENT("{\"prompt_token_ids\":7,\"choices\":[]}") END,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct example example = { .body = examples[i].body };
		struct answer_log log = { 0 };

		run(&log, &example, 1, 0);
		assert_non_null(strstr(text_string(&log.all),
		    examples[i].ids));
		log_release(&log);
	}
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
		struct example example = { .body = none[i] };
		struct answer_log log = { 0 };

		run(&log, &example, 1, 0);
		assert_null(strstr(text_string(&log.all), "ids of"));
		log_release(&log);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answer__reads__events_in_all_their_forms),
		cmocka_unit_test(answer__reads__framing_that_is_wrong),
		cmocka_unit_test(answer__reads__bodies_that_are_no_stream),
		cmocka_unit_test(answer__tells__how_it_ended),
		cmocka_unit_test(answer__reads__chunks_of_all_shapes),
		cmocka_unit_test(answer__joins__tool_calls),
		cmocka_unit_test(answer__cuts__at_stop_strings),
		cmocka_unit_test(answer__finds__errors_with_a_status),
		cmocka_unit_test(answer__finds__errors_in_a_stream),
		cmocka_unit_test(answer__finds__errors_of_all_shapes),
		cmocka_unit_test(answer__takes__no_chunk_for_an_error),
		cmocka_unit_test(answer__repairs__text_and_says_so),
		cmocka_unit_test(answer__tells__payload_then_facts_then_end),
		cmocka_unit_test(
		    answer__counts__a_token_for_each_chunk_of_words),
		cmocka_unit_test(answer__is_complete__at_done_or_a_match),
		cmocka_unit_test(answer__fails__without_a_head),
		cmocka_unit_test(answer__says__why_it_ended),
		cmocka_unit_test(answer__tells__token_ids),
	};

	/* What is written as an escape depends on it. */
	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
