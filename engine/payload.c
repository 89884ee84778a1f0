/* payload.c: reads what comes at once. Framing is not its business. */
#include "payload.h"

#include <string.h>

#include "../src/utf8.h"
#include "errors.h"

void
payload_init(struct payload_reader *reader, const struct settings *settings,
    struct report *report, struct reply *reply)
{
	reader->report = report;
	reader->reply = reply;
	reader->chunks.settings = settings;
	reader->chunks.report = report;
	reader->chunks.reply = reply;
	reader->json = json_reader_new();
}

void
payload_release(struct payload_reader *reader)
{
	chunk_reader_release(&reader->chunks);
	json_reader_free(reader->json);
	text_release(&reader->repaired);
	text_release(&reader->error);
	text_release(&reader->guess);
}

static void
flag(struct payload_reader *reader, enum anomaly anomaly, struct span evidence)
{
	report_anomaly(reader->report, anomaly, evidence.bytes, evidence.len);
}

static void
begin(struct payload_reader *reader, struct span payload)
{
	reader->any = true;
	report_bytes(reader->report, ENGINE_RAW, payload.bytes, payload.len);
}

/* ---- Bytes to JSON. */

static void
flag_invalid(struct payload_reader *reader, struct span payload)
{
	size_t at = utf8_valid(payload.bytes, payload.len);
	const char *part = payload.bytes + at;
	int32_t c;

	flag(reader, ANOMALY_INVALID_UTF8,
	    (struct span){ part, utf8_next(part, payload.len - at, &c) });
}

/* Returns the payload as valid UTF-8; *invalid: so many parts were not. */
static struct span
repair(struct payload_reader *reader, struct span payload, size_t *invalid)
{
	struct text *repaired = &reader->repaired;

	text_clear(repaired);
	*invalid = utf8_repair(repaired, payload.bytes, payload.len);
	return (struct span){ text_string(repaired), repaired->len };
}

/* The same, and tells of it. *ours: U+FFFD in it is by us. */
static struct span
read_utf8(struct payload_reader *reader, struct span payload, bool *ours)
{
	size_t invalid;
	struct span text = repair(reader, payload, &invalid);

	*ours = invalid && !span_contains(payload, UTF8_REPLACEMENT) &&
	    !span_contains(payload, "\\ufffd") &&
	    !span_contains(payload, "\\uFFFD");
	if (invalid)
		flag_invalid(reader, payload);
	return text;
}

static enum json_result
read_json(struct payload_reader *reader, struct span text)
{
	return json_read(reader->json, text.bytes, text.len);
}

bool
payload_is_json(struct payload_reader *reader, struct span payload)
{
	size_t invalid;

	return read_json(reader, repair(reader, payload, &invalid)) ==
	    JSON_OK;
}

bool
payload_is_object(struct payload_reader *reader, struct span payload)
{
	return payload_is_json(reader, payload) &&
	    json_root(reader->json)->kind == JSON_OBJECT;
}

bool
payload_is_done(struct span payload)
{
	static const char done[] = "[DONE]";

	/* openai-python looks no further either. */
	return payload.len >= strlen(done) &&
	    !memcmp(payload.bytes, done, strlen(done));
}

/* ---- Errors. */

static void
fail(struct payload_reader *reader, struct span message, struct span evidence,
    bool standard)
{
	flag(reader, ANOMALY_ERROR_IN_STREAM, evidence);
	if (!standard)
		flag(reader, ANOMALY_NONSTANDARD_ERROR_SHAPE, evidence);
	if (!reader->failed)
		error_words(&reader->error, message.bytes, message.len);
	reader->failed = true;
}

static bool
says_it_twice(const struct json *root)
{
	bool twice = false;
	const struct json *error = json_get(root, "error", &twice);

	json_get(error && error->kind == JSON_OBJECT ? error : root,
	    "message", &twice);
	return twice;
}

/* Returns whether the value that was read holds an error. */
static bool
take_error(struct payload_reader *reader, struct span source, bool certain)
{
	struct text message = { 0 };
	bool standard;
	bool found = error_find(json_root(reader->json), source.bytes,
	    certain, &message, &standard);

	if (found)
		fail(reader, (struct span){ message.bytes, message.len },
		    source, standard);
	if (found && says_it_twice(json_root(reader->json)))
		flag(reader, ANOMALY_DUPLICATE_KEY, source);
	text_release(&message);
	return found;
}

/* {"message":"..."} is an error only where nothing else comes. */
static bool
is_guess(const struct payload_reader *reader)
{
	const struct json *root = json_root(reader->json);
	bool unused;

	return root->kind == JSON_OBJECT && root->first &&
	    !root->first->next && !reader->has_chunk && !reader->guess.len &&
	    !reader->failed && json_get(root, "message", &unused) &&
	    root->first->kind == JSON_STRING;
}

static void
settle_guess(struct payload_reader *reader)
{
	struct span guess = { text_string(&reader->guess), reader->guess.len };

	if (!guess.len)
		return;
	if (reader->has_chunk || reader->failed)
		flag(reader, ANOMALY_UNEXPECTED_JSON_SHAPE, guess);
	else if (read_json(reader, guess) == JSON_OK)
		take_error(reader, guess, true);
	text_clear(&reader->guess);
}

/* ---- Values. */

static void
take_value(struct payload_reader *reader, struct span source, bool ours,
    bool certain, bool whole)
{
	struct payload payload = {
		.bytes = source.bytes,
		.root = json_root(reader->json),
		.repaired = ours,
		.whole = whole,
	};

	if (json_was_bent(reader->json))
		flag(reader, ANOMALY_NONSTANDARD_JSON, source);
	payload.has_error = take_error(reader, source, certain);
	if (payload.root->kind == JSON_OBJECT &&
	    chunk_read(&reader->chunks, &payload))
		reader->has_chunk = true;
	else if (is_guess(reader))
		text_append(&reader->guess, source.bytes, source.len);
	else if (!payload.has_error)
		flag(reader, ANOMALY_UNEXPECTED_JSON_SHAPE, source);
	if (reader->has_chunk)
		settle_guess(reader);
}

static void
take_broken(struct payload_reader *reader, struct span source,
    enum json_result result, bool certain)
{
	if (certain)
		fail(reader, source, source, false);
	else if (result == JSON_DEEP)
		flag(reader, ANOMALY_JSON_TOO_DEEP, source);
	else if (*source.bytes == '{')
		flag(reader, ANOMALY_MALFORMED_JSON, source);
	else
		flag(reader, ANOMALY_NON_JSON_DATA, source);
}

static void
take(struct payload_reader *reader, struct span text, bool ours, bool certain)
{
	enum json_result result = read_json(reader, text);

	if (result == JSON_OK)
		take_value(reader, text, ours, certain, false);
	else
		take_broken(reader, text, result, certain);
}

/* Events that no blank line parts are one, with the payload of each on a line
 * of its own. */
static void
take_lines(struct payload_reader *reader, struct span text, bool ours)
{
	flag(reader, ANOMALY_MISSING_BLANK_LINE, text);
	while (text.len && !reader->done && !reply_is_cut(reader->reply)) {
		struct span line = span_next_line(&text);

		if (payload_is_done(line))
			reader->done = true;
		else if (line.len)
			take(reader, line, ours, false);
	}
}

static bool
are_lines(struct payload_reader *reader, struct span text)
{
	struct span first = span_next_line(&text);

	return read_json(reader, first) == JSON_OK &&
	    json_root(reader->json)->kind == JSON_OBJECT;
}

static void
look_whether_answered(struct payload_reader *reader)
{
	struct ending end = { .state = MESSAGE_FINISHED };

	if (reader->answered || reader->failed)
		return;
	if (!reader->done && !reply_is_cut(reader->reply) &&
	    !reply_is_finished(reader->reply))
		return;
	/* The end of a stream lets go what it held back. */
	if (reader->done)
		reply_flush(reader->reply);
	reader->answered = true;
	reply_ending(reader->reply, &end);
	report_event(reader->report, &(struct engine_event){
		.kind = ENGINE_ANSWERED, .end = &end });
	ending_release(&end);
}

/* ---- What comes at once. */

void
payload_end(struct payload_reader *reader)
{
	settle_guess(reader);
}

void
payload_done(struct payload_reader *reader)
{
	reader->done = true;
	settle_guess(reader);
	look_whether_answered(reader);
}

void
payload_event(struct payload_reader *reader, struct span payload,
    unsigned lines, bool certain)
{
	bool ours;

	begin(reader, payload);
	payload = span_trim(payload);
	if (payload_is_done(payload)) {
		payload_done(reader);
		return;
	}
	struct span text = read_utf8(reader, payload, &ours);

	if (lines > 1 && read_json(reader, text) != JSON_OK &&
	    are_lines(reader, text))
		take_lines(reader, text, ours);
	else
		take(reader, text, ours, certain);
	look_whether_answered(reader);
}

void
payload_bare_json(struct payload_reader *reader, struct span line)
{
	bool had_chunk = reader->has_chunk;

	reader->has_chunk = false;
	payload_event(reader, line, 1, false);
	if (reader->has_chunk)
		flag(reader, ANOMALY_NOT_SSE, line);
	reader->has_chunk |= had_chunk;
}

bool
payload_error_line(struct payload_reader *reader, struct span line,
    struct span rest)
{
	bool ours;
	struct span text = read_utf8(reader, rest, &ours);
	enum json_result result = read_json(reader, text);

	if (!rest.len ||
	    (result == JSON_OK && json_root(reader->json)->kind == JSON_NULL))
		return false;
	begin(reader, line);
	if (result != JSON_OK)
		fail(reader, text, line, false);
	else
		take_error(reader, text, true);
	flag(reader, ANOMALY_NONSTANDARD_ERROR_SHAPE, line);
	return true;
}

void
payload_body(struct payload_reader *reader, struct span body, bool clean)
{
	bool ours;

	begin(reader, body);
	struct span text = read_utf8(reader, body, &ours);
	enum json_result result = read_json(reader, text);

	if (result == JSON_OK)
		take_value(reader, text, ours, false, true);
	else if (clean)
		take_broken(reader, text, result, false);
	if (reader->has_chunk && !reader->failed)
		flag(reader, ANOMALY_NOT_STREAMED, body);
	look_whether_answered(reader);
}

/* What is no JSON may be the words of a proxy; a page or half an object are of
 * no use to anybody. */
void
payload_error_body(struct payload_reader *reader, struct span body, int status)
{
	bool standard = true;
	size_t invalid;
	struct span text = repair(reader, body, &invalid);

	begin(reader, body);
	reader->failed = true;
	if (read_json(reader, text) == JSON_OK)
		error_find(json_root(reader->json), text.bytes, true,
		    &reader->error, &standard);
	else if (text.len && !strchr("<{[", *text.bytes))
		error_words(&reader->error, text.bytes, text.len);
	if (!standard)
		flag(reader, ANOMALY_NONSTANDARD_ERROR_SHAPE, text);
	/* A redirect needs no body. */
	if (status < 400 || json_root(reader->json))
		return;
	flag(reader, text.len ? ANOMALY_HTTP_ERROR_BODY_NOT_JSON
	                      : ANOMALY_HTTP_ERROR_BODY_EMPTY, text);
}
