/* anomaly.h: what is wrong with a stream, as codes. Pure.
 *
 * The names are for people, scripts and other tools: they never change. */
#ifndef ANOMALY_H
#define ANOMALY_H

#include <stdbool.h>
#include <stddef.h>

/* X(NAME, "name", "what it means, for people") */
#define ANOMALY_LIST(X)                                                        \
	/* Transport */                                                        \
	X(PREMATURE_CLOSE, "premature-close",                                  \
	    "the connection ended before its own framing said so")             \
	X(CONNECTION_RESET, "connection-reset",                                \
	    "the connection was reset")                                        \
	X(STALLED, "stalled", "no byte came for longer than the idle limit")   \
	X(CONTENT_ENCODING, "content-encoding",                                \
	    "the body has a coding that was not asked for")                    \
	X(WRONG_CONTENT_TYPE, "wrong-content-type",                            \
	    "the content type is not text/event-stream")                       \
	X(EMPTY_STREAM, "empty-stream", "no event came at all")                \
	/* Framing */                                                          \
	X(NOT_SSE, "not-sse", "the body is not an event stream")               \
	X(NOT_STREAMED, "not-streamed", "one whole reply came, not a stream")  \
	X(NON_SSE_LINE, "non-sse-line", "a line is no field of an event")      \
	X(MISSING_BLANK_LINE, "missing-blank-line",                            \
	    "events were not parted by a blank line")                          \
	X(UNTERMINATED_LAST_EVENT, "unterminated-last-event",                  \
	    "no blank line stood behind the last event")                       \
	X(NON_JSON_DATA, "non-json-data", "a payload is not JSON")             \
	X(MALFORMED_JSON, "malformed-json", "a payload is broken JSON")        \
	X(NONSTANDARD_JSON, "nonstandard-json",                                \
	    "a payload was read by bending the rules of JSON")                 \
	X(JSON_TOO_DEEP, "json-too-deep", "a payload is nested too deep")      \
	X(DUPLICATE_KEY, "duplicate-key", "a name stands twice in an object")  \
	X(UNEXPECTED_JSON_SHAPE, "unexpected-json-shape",                      \
	    "a payload is JSON, but no chunk")                                 \
	X(DATA_AFTER_DONE, "data-after-done", "more came after [DONE]")        \
	/* End of the answer */                                                \
	X(MISSING_DONE, "missing-done", "the stream ended without [DONE]")     \
	X(MISSING_FINISH_REASON, "missing-finish-reason",                      \
	    "no usable finish_reason came")                                    \
	X(MISPLACED_FINISH_REASON, "misplaced-finish-reason",                  \
	    "finish_reason stood outside of choices")                          \
	X(EMPTY_FINISH_REASON, "empty-finish-reason",                          \
	    "finish_reason was an empty string")                               \
	X(NULL_STRING_FINISH_REASON, "null-string-finish-reason",              \
	    "finish_reason was the string null")                               \
	X(UNKNOWN_FINISH_REASON, "unknown-finish-reason",                      \
	    "finish_reason is not a known word")                               \
	X(FINISH_REASON_ON_EVERY_CHUNK, "finish-reason-on-every-chunk",        \
	    "each chunk of text had a finish_reason")                          \
	X(REPEATED_FINISH_REASON, "repeated-finish-reason",                    \
	    "more than one chunk had a finish_reason")                         \
	X(CONTENT_AFTER_FINISH, "content-after-finish",                        \
	    "text came after the finish_reason")                               \
	X(SUSPECT_LENGTH, "suspect-length",                                    \
	    "finish_reason is stop, but max_tokens was reached")               \
	X(EMPTY_ANSWER, "empty-answer", "finish_reason is stop and no text "   \
	    "came")                                                            \
	/* Chunks */                                                           \
	X(NULL_CHOICES, "null-choices", "choices is null")                     \
	X(MISSING_CHOICES, "missing-choices", "a chunk has no choices")        \
	X(MISSING_DELTA, "missing-delta", "a choice has no delta")             \
	X(NULL_DELTA, "null-delta", "delta is null")                           \
	X(ODD_ROLE, "odd-role", "the role is not assistant")                   \
	X(MESSAGE_IN_STREAM, "message-in-stream",                              \
	    "a chunk has message in place of delta")                           \
	X(TEXT_INSTEAD_OF_DELTA, "text-instead-of-delta",                      \
	    "a chat chunk has text in place of delta")                         \
	X(CONTENT_NOT_STRING, "content-not-string", "content is not a string") \
	X(FULL_TEXT_REPEATED, "full-text-repeated",                            \
	    "a delta repeats all the text before it")                          \
	X(CHOICE_INDEX_DRIFT, "choice-index-drift",                            \
	    "the index of the only choice changed")                            \
	X(EXTRA_CHOICE, "extra-choice", "a choice came that was not asked for")\
	X(ID_CHANGED, "id-changed", "two chunks have different ids")           \
	X(THINK_TAG_IN_TEXT, "think-tag-in-text", "the text has a think tag")  \
	/* Tool calls */                                                       \
	X(TOOL_CALL_MISSING_INDEX, "tool-call-missing-index",                  \
	    "a tool call has no index")                                        \
	X(TOOL_CALL_INDEX_REUSED, "tool-call-index-reused",                    \
	    "two tool calls have one index")                                   \
	X(TOOL_ARGUMENTS_NOT_STRING, "tool-arguments-not-string",              \
	    "arguments is not a string")                                       \
	X(TOOL_CALLS_WITH_STOP, "tool-calls-with-stop",                        \
	    "tool calls came, but finish_reason is stop")                      \
	X(TOOL_CALLS_MISSING, "tool-calls-missing",                            \
	    "finish_reason is tool_calls, but none came")                      \
	/* Stop strings */                                                     \
	X(STOP_STRING_LEAKED, "stop-string-leaked",                            \
	    "a stop string was in the text; it was cut here")                  \
	X(PARTIAL_STOP_LEAKED, "partial-stop-leaked",                          \
	    "the text ends with the beginning of a stop string")               \
	X(SPECIAL_TOKEN_IN_TEXT, "special-token-in-text",                      \
	    "a template token is in the text")                                 \
	/* Errors */                                                           \
	X(ERROR_IN_STREAM, "error-in-stream", "an error came with status 200") \
	X(NONSTANDARD_ERROR_SHAPE, "nonstandard-error-shape",                  \
	    "the error has a form of its own")                                 \
	X(HTTP_ERROR_BODY_EMPTY, "http-error-body-empty",                      \
	    "an error status had no body")                                     \
	X(HTTP_ERROR_BODY_NOT_JSON, "http-error-body-not-json",                \
	    "an error status had a body that is not JSON")                     \
	/* Text */                                                             \
	X(INVALID_UTF8, "invalid-utf8", "the stream has bytes that are no "    \
	    "UTF-8")                                                           \
	X(LONE_SURROGATE, "lone-surrogate", "half a character was escaped")    \
	X(SPLIT_SURROGATE, "split-surrogate",                                  \
	    "one character was split over two chunks")                         \
	X(REPLACEMENT_CHAR_IN_TEXT, "replacement-char-in-text",                \
	    "the server sent U+FFFD")                                          \
	X(CONTROL_CHARS_IN_TEXT, "control-chars-in-text",                      \
	    "the text has control characters")                                 \
	X(BIDI_CONTROL_IN_TEXT, "bidi-control-in-text",                        \
	    "the text has bidi controls")

enum anomaly {
#define X(name, code, help) ANOMALY_##name,
	ANOMALY_LIST(X)
#undef X
	ANOMALIES,
};

/* Which were seen, each once, in the order they came. Zeros are ready. */
struct anomalies {
	unsigned char order[ANOMALIES];
	size_t count;
	bool seen[ANOMALIES];
};

/* True if it was not there yet. */
bool anomalies_add(struct anomalies *set, enum anomaly anomaly);

const char *anomaly_name(enum anomaly anomaly);
const char *anomaly_help(enum anomaly anomaly);

#endif
