/* fault_table.c: the table of faults.
 *
 * The words of its templates:
 *
 *	%F  the frame             %L  the one before, as it should have been
 *	%<  a chunk of text up to its text     %>  what is behind the text
 *	%H  {"id":... : the beginning of a chunk, up to "choices"
 *	%I  the index of the choice
 *	%N  content, or text in completions    %E  an empty delta or text
 *	%T  the text of the frame              %A  all text before it
 *	%R  the finish_reason
 *	%S  the stop string that matched, else the first that is asked for
 *	%B  its beginning: all but the last character
 *	%U  "usage":... so far, with a comma in front
 *	%C  how many tokens the completion has     %M  how many it may have
 *	%W  the whole reply as one object */
#include "fault.h"

#define NOTHING ANOMALIES
#define FINISHED MESSAGE_FINISHED
#define TRUNCATED MESSAGE_TRUNCATED
#define FAILED MESSAGE_FAILED

/* Where most go wrong: late enough to see that it was right before. */
#define SOON .at = 3
#define LAST .at = FAULT_LAST

#define CHUNK(choice) "data: %H,\"choices\":[{\"index\":%I," choice "}]}\n\n"
#define DELTA(members) \
	CHUNK("\"delta\":{" members "},\"finish_reason\":null")
#define TEXT(text) "%<" text "%>"
#define CALL(index, id, arguments) "{" index "\"id\":\"" id "\"," \
	"\"type\":\"function\",\"function\":{\"name\":\"get_weather\"," \
	"\"arguments\":" arguments "}}"
#define CALLS(calls) DELTA("\"tool_calls\":[" calls "]")
#define REASON "\"finish_reason\":\"%R\""
#define REASON_IS(word) "\"finish_reason\":\"" word "\""
#define NO_REASON "\"finish_reason\":null"
#define DONE "data: [DONE]\n\n"
#define OBJECT(words) "{\"error\":{\"message\":\"" words "\",\"type\":" \
	"\"server_error\",\"param\":null,\"code\":null}}"
#define TEN(s) s s s s s s s s s s

/* What comes in front of a frame, and what a frame becomes. */
#define INSERT(bytes) .changes = { { FAULT_AT, NULL, bytes "%F" } }
#define EDIT(where, from, to) .changes = { { where, from, to } }
#define WRITE(where, bytes) .changes = { { where, NULL, bytes } }
/* Which faults of the connection say where it happens. */
#define AFTER .changes = { { FAULT_AT, NULL, "%F" } }

const struct fault fault_table[] = {
	/* Transport */
	{ "premature-close", "closes the connection in the middle",
	    ANOMALY_PREMATURE_CLOSE, TRUNCATED,
	    { ANOMALY_MISSING_FINISH_REASON, ANOMALY_MISSING_DONE },
	    SOON, AFTER, .then = REPLY_CLOSE, .head = { .lie = 1 } },
	{ "connection-reset", "resets the connection in the middle",
	    ANOMALY_CONNECTION_RESET, TRUNCATED,
	    { ANOMALY_MISSING_FINISH_REASON, ANOMALY_MISSING_DONE },
	    SOON, AFTER, .then = REPLY_RESET },
	{ "stalled", "sends nothing more and keeps the connection",
	    ANOMALY_STALLED, TRUNCATED,
	    { ANOMALY_MISSING_FINISH_REASON, ANOMALY_MISSING_DONE },
	    SOON, AFTER, .then = REPLY_STALL },
	{ "content-encoding", "names a coding, none, that is no coding",
	    ANOMALY_CONTENT_ENCODING, FINISHED,
	    .head = { .content_encoding = "none" } },
	{ "wrong-content-type", "calls the reply text/plain",
	    ANOMALY_WRONG_CONTENT_TYPE, FINISHED,
	    .head = { .content_type = "text/plain" } },
	{ "empty-stream", "sends a head and no event",
	    ANOMALY_EMPTY_STREAM, FAILED, WRITE(FAULT_ALL, "") },
	{ "trickle", "sends byte by byte", NOTHING, FINISHED,
	    .at = 1, AFTER, .then = REPLY_TRICKLE },

	/* Framing */
	{ "not-sse", "sends the JSON of each chunk on a bare line",
	    ANOMALY_NOT_SSE, FINISHED, EDIT(FAULT_ALL, "data: ", "") },
	{ "not-streamed", "sends one whole reply instead of a stream",
	    ANOMALY_NOT_STREAMED, FINISHED,
	    .head = { .content_type = "application/json" },
	    .changes = { { FAULT_ALL, NULL, "" },
		{ FAULT_DONE, NULL, "%W" } }, .keeps = true },
	{ "non-sse-line", "puts a line between events that is no field",
	    ANOMALY_NON_SSE_LINE, FINISHED, SOON, INSERT("oops\n") },
	{ "missing-blank-line", "puts no blank line behind a chunk",
	    ANOMALY_MISSING_BLANK_LINE, FINISHED, SOON,
	    EDIT(FAULT_AT, "\n\n", "\n") },
	{ "unterminated-last-event", "puts no line end behind [DONE]",
	    ANOMALY_UNTERMINATED_LAST_EVENT, FINISHED,
	    EDIT(FAULT_DONE, "\n\n", "") },
	{ "non-json-data", "sends an event that is no JSON",
	    ANOMALY_NON_JSON_DATA, FINISHED, SOON, INSERT("data: oops\n\n") },
	{ "malformed-json", "leaves the last brace of a chunk away",
	    ANOMALY_MALFORMED_JSON, FINISHED, SOON,
	    EDIT(FAULT_AT, "}\n\n", "\n\n") },
	{ "nonstandard-json", "writes a NaN into a chunk",
	    ANOMALY_NONSTANDARD_JSON, FINISHED, SOON,
	    EDIT(FAULT_AT, "\"created\":", "\"score\":NaN,\"created\":") },
	{ "json-too-deep", "sends an event that is nested a hundred deep",
	    ANOMALY_JSON_TOO_DEEP, FINISHED, SOON,
	    INSERT("data: " TEN(TEN("[")) TEN(TEN("]")) "\n\n") },
	{ "duplicate-key", "writes choices twice into a chunk, first empty",
	    ANOMALY_DUPLICATE_KEY, FINISHED, SOON,
	    EDIT(FAULT_AT, "\"choices\":", "\"choices\":[],\"choices\":") },
	{ "unexpected-json-shape", "sends an event that is JSON, but no chunk",
	    ANOMALY_UNEXPECTED_JSON_SHAPE, FINISHED, SOON,
	    INSERT("data: {\"ping\":1}\n\n") },
	{ "data-after-done", "sends an event behind [DONE]",
	    ANOMALY_DATA_AFTER_DONE, FINISHED,
	    WRITE(FAULT_DONE, "%Fdata: {\"late\":true}\n\n") },
	{ "fused-chunks", "writes two chunks into one line of data",
	    ANOMALY_MALFORMED_JSON, FINISHED, SOON,
	    .changes = { { FAULT_AT, "\n\n", "" },
		{ FAULT_NEXT, "data: ", "" } } },
	{ "duplicated-chunk", "sends a chunk twice", NOTHING, FINISHED, SOON,
	    INSERT("%F") },
	{ "swapped-chunks", "sends two chunks in the wrong order",
	    NOTHING, FINISHED, SOON,
	    .changes = { { FAULT_AT, NULL, "" },
		{ FAULT_NEXT, NULL, "%F%L" } } },

	/* End of the answer */
	{ "missing-done", "sends no [DONE]",
	    ANOMALY_MISSING_DONE, FINISHED, WRITE(FAULT_DONE, "") },
	{ "missing-finish-reason", "leaves finish_reason null to the end",
	    ANOMALY_MISSING_FINISH_REASON, FINISHED,
	    EDIT(FAULT_FINISH, REASON, NO_REASON) },
	{ "misplaced-finish-reason", "writes finish_reason beside choices",
	    ANOMALY_MISPLACED_FINISH_REASON, FINISHED,
	    WRITE(FAULT_FINISH, "data: %H,\"choices\":[{\"index\":%I,%E}],"
		REASON "}\n\n") },
	{ "empty-finish-reason", "writes an empty finish_reason",
	    ANOMALY_EMPTY_FINISH_REASON, FINISHED, SOON,
	    EDIT(FAULT_AT, NO_REASON, REASON_IS("")) },
	{ "null-string-finish-reason", "writes the finish_reason \"null\"",
	    ANOMALY_NULL_STRING_FINISH_REASON, FINISHED, SOON,
	    EDIT(FAULT_AT, NO_REASON, REASON_IS("null")) },
	{ "unknown-finish-reason", "writes the finish_reason \"done\"",
	    ANOMALY_UNKNOWN_FINISH_REASON, FINISHED,
	    EDIT(FAULT_FINISH, REASON, REASON_IS("done")) },
	{ "finish-reason-on-every-chunk", "writes a finish_reason everywhere",
	    ANOMALY_FINISH_REASON_ON_EVERY_CHUNK, FINISHED,
	    EDIT(FAULT_TEXTS, NO_REASON, REASON_IS("stop")) },
	{ "repeated-finish-reason", "sends the finish_reason twice",
	    ANOMALY_REPEATED_FINISH_REASON, FINISHED,
	    WRITE(FAULT_FINISH, "%F%F") },
	{ "content-after-finish", "sends text behind the finish_reason",
	    ANOMALY_CONTENT_AFTER_FINISH, FINISHED,
	    WRITE(FAULT_FINISH, "%F" TEXT(" late")) },
	{ "early-finish", "sends a finish_reason with text, and goes on",
	    ANOMALY_CONTENT_AFTER_FINISH, FINISHED,
	    { ANOMALY_REPEATED_FINISH_REASON }, SOON,
	    EDIT(FAULT_AT, NO_REASON, REASON_IS("stop")) },
	{ "suspect-length", "says stop where max_tokens was reached",
	    ANOMALY_SUSPECT_LENGTH, FINISHED,
	    .changes = { { FAULT_FINISH, REASON, REASON_IS("stop") },
		{ FAULT_USAGE, "\"completion_tokens\":%C",
		    "\"completion_tokens\":%M" } } },
	{ "empty-answer", "sends no text and says stop",
	    ANOMALY_EMPTY_ANSWER, FINISHED,
	    .changes = { { FAULT_TEXTS, NULL, "" },
		{ FAULT_FINISH, REASON, REASON_IS("stop") } } },
	{ "usage-missing", "sends no usage", NOTHING, FINISHED,
	    WRITE(FAULT_USAGE, "") },
	{ "usage-wrong", "puts a 1 in front of the completion_tokens",
	    NOTHING, FINISHED,
	    EDIT(FAULT_USAGE, "\"completion_tokens\":",
		"\"completion_tokens\":1") },

	/* Chunks */
	{ "null-choices", "sends a chunk whose choices are null",
	    ANOMALY_NULL_CHOICES, FINISHED, SOON,
	    INSERT("data: %H,\"choices\":null}\n\n") },
	{ "missing-choices", "sends usage in a chunk without choices",
	    ANOMALY_MISSING_CHOICES, FINISHED, SOON,
	    INSERT("data: %H%U}\n\n") },
	{ "missing-delta", "sends a choice without a delta",
	    ANOMALY_MISSING_DELTA, FINISHED, SOON, INSERT(CHUNK(NO_REASON)) },
	{ "null-delta", "sends a choice whose delta is null",
	    ANOMALY_NULL_DELTA, FINISHED, SOON,
	    INSERT(CHUNK("\"delta\":null," NO_REASON)) },
	{ "odd-role", "calls the role user (chat)",
	    ANOMALY_ODD_ROLE, FINISHED,
	    EDIT(FAULT_ROLE, "\"assistant\"", "\"user\"") },
	{ "message-in-stream", "sends all of the text again as a message",
	    ANOMALY_MESSAGE_IN_STREAM, FINISHED,
	    WRITE(FAULT_FINISH, CHUNK("\"message\":{\"role\":\"assistant\","
		"\"content\":\"%A\"}," NO_REASON) "%F"), .keeps = true },
	{ "text-instead-of-delta", "sends text as completions do (chat)",
	    ANOMALY_TEXT_INSTEAD_OF_DELTA, FINISHED, SOON,
	    WRITE(FAULT_AT, CHUNK("\"text\":\"%T\"," NO_REASON)) },
	{ "content-not-string", "sends text as a list of parts",
	    ANOMALY_CONTENT_NOT_STRING, FINISHED, SOON,
	    EDIT(FAULT_AT, "\"%N\":\"%T\"",
		"\"%N\":[{\"type\":\"text\",\"text\":\"%T\"}]") },
	{ "full-text-repeated", "sends all of the text again in one delta",
	    ANOMALY_FULL_TEXT_REPEATED, FINISHED, LAST, INSERT(TEXT("%A")),
	    .keeps = true },
	{ "choice-index-drift", "gives the choice another index",
	    ANOMALY_CHOICE_INDEX_DRIFT, FINISHED, SOON,
	    EDIT(FAULT_AT, "\"index\":%I", "\"index\":7") },
	{ "extra-choice", "adds a choice to a chunk",
	    ANOMALY_EXTRA_CHOICE, FINISHED, SOON,
	    EDIT(FAULT_AT, "\"choices\":[", "\"choices\":[{\"index\":7,%E,"
		NO_REASON "},") },
	{ "id-changed", "gives a chunk another id",
	    ANOMALY_ID_CHANGED, FINISHED, SOON,
	    EDIT(FAULT_AT, "\"id\":\"", "\"id\":\"other-") },
	{ "think-tag-in-text", "puts think tags into the text",
	    ANOMALY_THINK_TAG_IN_TEXT, FINISHED, SOON,
	    INSERT(TEXT("<think>hm</think>")) },

	/* Tool calls */
	{ "tool-call-missing-index", "sends a tool call without an index",
	    ANOMALY_TOOL_CALL_MISSING_INDEX, FINISHED,
	    .changes = { { FAULT_FINISH, REASON, REASON_IS("tool_calls") },
		{ FAULT_FINISH, NULL,
		    CALLS(CALL("", "call_1", "\"{}\"")) "%F" } } },
	{ "tool-call-index-reused", "sends two tool calls with one index",
	    ANOMALY_TOOL_CALL_INDEX_REUSED, FINISHED,
	    .changes = { { FAULT_FINISH, REASON, REASON_IS("tool_calls") },
		{ FAULT_FINISH, NULL,
		    CALLS(CALL("\"index\":0,", "call_1", "\"{}\""))
		    CALLS(CALL("\"index\":0,", "call_2", "\"{}\"")) "%F" } } },
	{ "tool-arguments-not-string", "sends arguments as an object",
	    ANOMALY_TOOL_ARGUMENTS_NOT_STRING, FINISHED,
	    .changes = { { FAULT_FINISH, REASON, REASON_IS("tool_calls") },
		{ FAULT_FINISH, NULL, CALLS(CALL("\"index\":0,", "call_1",
		    "{\"city\":\"Ulm\"}")) "%F" } } },
	{ "tool-calls-with-stop", "sends a tool call, and says stop",
	    ANOMALY_TOOL_CALLS_WITH_STOP, FINISHED,
	    .changes = { { FAULT_FINISH, REASON, REASON_IS("stop") },
		{ FAULT_FINISH, NULL,
		    CALLS(CALL("\"index\":0,", "call_1", "\"{}\"")) "%F" } } },
	{ "tool-calls-missing", "says tool_calls, and sends none",
	    ANOMALY_TOOL_CALLS_MISSING, FINISHED,
	    EDIT(FAULT_FINISH, REASON, REASON_IS("tool_calls")) },

	/* Stop strings */
	{ "stop-string-leaked", "sends a stop string, and goes on",
	    ANOMALY_STOP_STRING_LEAKED, FINISHED, LAST,
	    INSERT(TEXT("%S and more")) },
	{ "partial-stop-leaked", "ends with the beginning of a stop string",
	    ANOMALY_PARTIAL_STOP_LEAKED, FINISHED,
	    .changes = { { FAULT_FINISH, REASON, REASON_IS("stop") },
		{ FAULT_FINISH, NULL, TEXT("%B") "%F" } } },
	{ "special-token-in-text", "puts a token of a template into the text",
	    ANOMALY_SPECIAL_TOKEN_IN_TEXT, FINISHED, LAST,
	    INSERT(TEXT("<|im_end|>")) },

	/* Errors */
	{ "error-in-stream", "sends an error in the middle, and [DONE]",
	    ANOMALY_ERROR_IN_STREAM, FAILED, SOON,
	    WRITE(FAULT_AT, "%Fdata: " OBJECT("told to fail") "\n\n" DONE),
	    .then = REPLY_END },
	{ "error-event", "sends an error as an event of that type",
	    ANOMALY_ERROR_IN_STREAM, FAILED, SOON,
	    WRITE(FAULT_AT, "%Fevent: error\ndata: " OBJECT("told to fail")
		"\n\n"), .then = REPLY_END },
	{ "nonstandard-error-shape", "sends an error in a flat object",
	    ANOMALY_NONSTANDARD_ERROR_SHAPE, FAILED,
	    { ANOMALY_ERROR_IN_STREAM }, SOON,
	    WRITE(FAULT_AT, "%Fdata: {\"message\":\"told to fail\",\"type\":"
		"\"server_error\",\"code\":500}\n\n" DONE),
	    .then = REPLY_END },
	{ "error-string", "sends an error that is a string",
	    ANOMALY_NONSTANDARD_ERROR_SHAPE, FAILED,
	    { ANOMALY_ERROR_IN_STREAM }, SOON,
	    WRITE(FAULT_AT, "%Fdata: {\"error\":\"told to fail\"}\n\n" DONE),
	    .then = REPLY_END },
	{ "error-line", "sends an error on a line that is no event",
	    ANOMALY_NONSTANDARD_ERROR_SHAPE, FAILED,
	    { ANOMALY_ERROR_IN_STREAM }, SOON,
	    WRITE(FAULT_AT, "%Ferror: " OBJECT("told to fail") "\n\n"),
	    .then = REPLY_END },
	{ "http-error-body-empty", "answers 500 with nothing",
	    ANOMALY_HTTP_ERROR_BODY_EMPTY, FAILED,
	    .head = { 500, "application/json", .instead = "" } },
	{ "http-error-body-not-json", "answers 502 with words",
	    ANOMALY_HTTP_ERROR_BODY_NOT_JSON, FAILED,
	    .head = { 502, "text/plain",
		.instead = "upstream connect error" } },
	{ "http-error-html", "answers 502 with a page",
	    ANOMALY_HTTP_ERROR_BODY_NOT_JSON, FAILED,
	    .head = { 502, "text/html", .instead = "<html><head><title>502 "
		"Bad Gateway</title></head><body></body></html>\n" } },
	{ "http-error-string", "answers 500 with an error that is a string",
	    ANOMALY_NONSTANDARD_ERROR_SHAPE, FAILED,
	    .head = { 500, "application/json",
		.instead = "{\"error\":\"told to fail\"}" } },
	{ "http-error-flat", "answers 503 with a flat object",
	    ANOMALY_NONSTANDARD_ERROR_SHAPE, FAILED,
	    .head = { 503, "application/json",
		.instead = "{\"message\":\"told to fail\",\"type\":"
		"\"Service Unavailable\",\"code\":503}" } },
	{ "http-error-detail", "answers 422 with a list of details",
	    ANOMALY_NONSTANDARD_ERROR_SHAPE, FAILED,
	    .head = { 422, "application/json",
		.instead = "{\"detail\":[{\"loc\":[\"body\",\"messages\"],"
		"\"msg\":\"told to fail\",\"type\":\"missing\"}]}" } },
	{ "http-400", "answers 400", NOTHING, FAILED,
	    .head = { 400, "application/json", .instead =
		"{\"error\":{\"message\":\"told to refuse this request\","
		"\"type\":\"invalid_request_error\",\"param\":null,"
		"\"code\":null}}" } },
	{ "http-401", "answers 401", NOTHING, FAILED,
	    .head = { 401, "application/json", .instead =
		"{\"error\":{\"message\":\"told to refuse this key\","
		"\"type\":\"invalid_request_error\",\"param\":null,"
		"\"code\":\"invalid_api_key\"}}" } },
	{ "http-404", "answers 404", NOTHING, FAILED,
	    .head = { 404, "application/json", .instead =
		"{\"error\":{\"message\":\"told to know no such model\","
		"\"type\":\"invalid_request_error\",\"param\":\"model\","
		"\"code\":\"model_not_found\"}}" } },
	{ "http-429", "answers 429, with Retry-After", NOTHING, FAILED,
	    .head = { 429, "application/json", .retry_after = "7", .instead =
		"{\"error\":{\"message\":\"told that this is too much\","
		"\"type\":\"rate_limit_error\",\"param\":null,"
		"\"code\":\"rate_limit_exceeded\"}}" } },
	{ "http-500", "answers 500", NOTHING, FAILED,
	    .head = { 500, "application/json",
		.instead = OBJECT("told to fail") } },
	{ "http-503", "answers 503", NOTHING, FAILED,
	    .head = { 503, "application/json",
		.instead = OBJECT("told to be busy") } },

	/* Text */
	{ "invalid-utf8", "puts a byte into the text that is no UTF-8",
	    ANOMALY_INVALID_UTF8, FINISHED, SOON, INSERT(TEXT("\xff")) },
	{ "lone-surrogate", "escapes half a character",
	    ANOMALY_LONE_SURROGATE, FINISHED, SOON,
	    INSERT(TEXT("\\ud83d")) },
	{ "split-surrogate", "splits the two escapes of a character",
	    ANOMALY_SPLIT_SURROGATE, FINISHED, SOON,
	    INSERT(TEXT("\\ud83d") TEXT("\\ude00")) },
	{ "replacement-char-in-text", "puts U+FFFD into the text",
	    ANOMALY_REPLACEMENT_CHAR_IN_TEXT, FINISHED, SOON,
	    INSERT(TEXT("\xef\xbf\xbd")) },
	{ "control-chars-in-text", "puts a BEL into the text",
	    ANOMALY_CONTROL_CHARS_IN_TEXT, FINISHED, SOON,
	    INSERT(TEXT("\\u0007")) },
	{ "bidi-control-in-text", "puts U+202E into the text",
	    ANOMALY_BIDI_CONTROL_IN_TEXT, FINISHED, SOON,
	    INSERT(TEXT("\\u202e")) },
	{ "split-utf8", "writes the two bytes of an \xc3\xa9 one by one",
	    NOTHING, FINISHED, SOON,
	    .changes = { { FAULT_AT, NULL, "%F%<\xc3" },
		{ FAULT_NEXT, NULL, "\xa9%>%F" } } },

	{ .name = NULL },
};
