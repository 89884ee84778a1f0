/* chunk.c: reads the JSON of a chunk, or of a whole reply.
 *
 * Each function reads one kind of value. What a server got wrong is reported
 * with the value as evidence, and what can be used is used. */
#include "chunk.h"

#include <stdlib.h>
#include <string.h>

#include "../src/utf8.h"
#include "../src/xalloc.h"

enum { ID_MAX = 256 };

static void
found(struct chunk_reader *reader, enum anomaly anomaly,
    const struct json *value)
{
	report_anomaly(reader->report, anomaly,
	    reader->payload->bytes + value->start, value->end - value->start);
}

static const struct json *
get(struct chunk_reader *reader, const struct json *object, const char *name)
{
	bool twice = false;
	const struct json *value = json_get(object, name, &twice);

	if (twice)
		found(reader, ANOMALY_DUPLICATE_KEY, object);
	return value;
}

static bool
is_null(const struct json *value)
{
	return !value || value->kind == JSON_NULL;
}

static bool
is_word(const struct json *value)
{
	return value && value->kind == JSON_STRING && value->len > 0;
}

/* Half a character in a string that is no text has lost the other for good. */
static void
add_string(struct chunk_reader *reader, const struct json *value,
    struct text *out)
{
	struct surrogate surrogate = { 0 };
	unsigned met;

	if (!is_word(value))
		return;
	met = surrogate_feed(&surrogate, value->bytes, value->len, out);
	met |= surrogate_end(&surrogate, out);
	report_surrogates(reader->report, met,
	    reader->payload->bytes + value->start, value->end - value->start);
}

/* ---- Words. */

/* Where words go. */
struct place {
	struct choice_state *choice;
	enum channel channel;
	bool from_message;
};

static bool
has_replacement(const char *bytes, size_t len)
{
	const char *end = bytes + len;

	while ((bytes = memchr(bytes, '\xef', (size_t)(end - bytes)))) {
		if (!strncmp(bytes, UTF8_REPLACEMENT, 3))
			return true;
		bytes++;
	}
	return false;
}

static void
read_string(struct chunk_reader *reader, struct place place,
    const struct json *value)
{
	if (!is_word(value))
		return;
	if (place.channel == CHANNEL_TEXT && !reader->payload->repaired &&
	    has_replacement(value->bytes, value->len))
		found(reader, ANOMALY_REPLACEMENT_CHAR_IN_TEXT, value);
	reply_words(reader->reply, place.choice, place.channel,
	    place.from_message, value->bytes, value->len);
}

static void read_parts(struct chunk_reader *reader, struct place place,
    const struct json *value);

static void
read_part(struct chunk_reader *reader, struct place place,
    const struct json *part)
{
	const struct json *type = get(reader, part, "type");
	const char *name = "text";

	if (json_is(type, "thinking") || json_is(type, "reasoning")) {
		place.channel = CHANNEL_REASONING;
		if (!get(reader, part, name))
			name = json_is(type, "thinking") ? "thinking"
			                                 : "reasoning";
	} else if (json_is(type, "refusal")) {
		place.channel = CHANNEL_REFUSAL;
		name = "refusal";
	} else if (type && !json_is(type, "text") &&
	    !json_is(type, "output_text")) {
		return;
	}
	read_parts(reader, place, get(reader, part, name));
}

/* A string, a part, or a list of them. As deep as JSON may be. */
static void
read_parts(struct chunk_reader *reader, struct place place,
    const struct json *value)
{
	if (!value)
		return;
	if (value->kind == JSON_STRING)
		read_string(reader, place, value);
	else if (value->kind == JSON_OBJECT)
		read_part(reader, place, value);
	else if (value->kind == JSON_LIST)
		for (value = value->first; value; value = value->next)
			read_parts(reader, place, value);
}

static void
read_content(struct chunk_reader *reader, struct place place,
    const struct json *content)
{
	if (is_null(content))
		return;
	if (content->kind != JSON_STRING)
		found(reader, ANOMALY_CONTENT_NOT_STRING, content);
	read_parts(reader, place, content);
}

/* Or parts that may hold some. */
static bool
has_words(const struct json *value)
{
	return is_word(value) || (value && value->first);
}

static void
read_reasoning(struct chunk_reader *reader, struct place place,
    const struct json *object)
{
	const struct json *reasoning =
	    get(reader, object, "reasoning_content");

	/* Servers that send both mean the same by them. */
	if (!has_words(reasoning))
		reasoning = get(reader, object, "reasoning");
	place.channel = CHANNEL_REASONING;
	if (has_words(reasoning))
		read_content(reader, place, reasoning);
}

/* ---- Tool calls. */

static void
read_arguments(struct chunk_reader *reader, const struct json *arguments)
{
	struct text *out = &reader->piece.call.arguments;

	if (is_null(arguments))
		return;
	if (arguments->kind == JSON_STRING) {
		text_append(out, arguments->bytes, arguments->len);
		return;
	}
	found(reader, ANOMALY_TOOL_ARGUMENTS_NOT_STRING, arguments);
	text_append(out, reader->payload->bytes + arguments->start,
	    arguments->end - arguments->start);
}

static void
read_function(struct chunk_reader *reader, struct place place,
    const struct json *function)
{
	struct tool_call *call = &reader->piece.call;

	text_clear(&call->name);
	text_clear(&call->arguments);
	add_string(reader, get(reader, function, "name"), &call->name);
	read_arguments(reader, get(reader, function, "arguments"));
	reply_tool_call(reader->reply, place.choice, &reader->piece);
}

static void
read_tool_call(struct chunk_reader *reader, struct place place,
    const struct json *item)
{
	struct tool_piece *piece = &reader->piece;

	if (item->kind != JSON_OBJECT) {
		found(reader, ANOMALY_UNEXPECTED_JSON_SHAPE, item);
		return;
	}
	piece->has_index = json_to_integer(get(reader, item, "index"),
	    &piece->index);
	piece->whole = place.from_message;
	if (!piece->has_index && !piece->whole)
		found(reader, ANOMALY_TOOL_CALL_MISSING_INDEX, item);
	text_clear(&piece->call.id);
	add_string(reader, get(reader, item, "id"), &piece->call.id);
	const struct json *function = get(reader, item, "function");

	/* Some leave out that level. */
	read_function(reader, place, function ? function : item);
}

static void
read_tool_calls(struct chunk_reader *reader, struct place place,
    const struct json *calls)
{
	if (is_null(calls))
		return;
	if (calls->kind != JSON_LIST) {
		read_tool_call(reader, place, calls);
		return;
	}
	for (calls = calls->first; calls; calls = calls->next)
		read_tool_call(reader, place, calls);
}

/* The form before there were tool calls: one call, by name. */
static void
read_function_call(struct chunk_reader *reader, struct place place,
    const struct json *function)
{
	struct tool_piece *piece = &reader->piece;

	if (is_null(function))
		return;
	piece->has_index = true;
	piece->index = 0;
	piece->whole = place.from_message;
	text_clear(&piece->call.id);
	read_function(reader, place, function);
}

/* ---- Token ids, as vLLM has them. */

/* False if one is no id: then none counts. */
static bool
take_ids(struct chunk_reader *reader, const struct json *list, size_t *count)
{
	*count = 0;
	for (list = list->first; list; list = list->next) {
		int64_t id;

		if (!json_to_integer(list, &id) || id < 0 || id > UINT32_MAX)
			return false;
		reader->ids = xgrow(reader->ids, *count, &reader->id_capacity,
		    sizeof(*reader->ids));
		reader->ids[(*count)++] = (uint32_t)id;
	}
	return true;
}

static void
read_token_ids(struct chunk_reader *reader, const struct json *list,
    int64_t whose)
{
	struct engine_event event = { .kind = ENGINE_TOKEN_IDS,
		.number = whose };

	if (is_null(list) || list->kind != JSON_LIST ||
	    !take_ids(reader, list, &event.id_count))
		return;
	event.ids = reader->ids;
	if (event.id_count)
		report_event(reader->report, &event);
}

/* ---- Choices. */

static bool
is_usable(const struct json *reason)
{
	return is_word(reason) && !json_is(reason, "null");
}

static bool
is_known(struct chunk_reader *reader, const struct json *reason)
{
	static const char *const known[] = { "stop", "length", "tool_calls",
		"content_filter", "function_call" };

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (json_is(reason, known[i]))
			return true;
	return json_is(reason, "error") && reader->payload->has_error;
}

static void
take_finish_reason(struct chunk_reader *reader, struct choice_state *choice,
    const struct json *reason)
{
	struct text word = { 0 };

	if (!is_known(reader, reason))
		found(reader, ANOMALY_UNKNOWN_FINISH_REASON, reason);
	add_string(reader, reason, &word);
	choice_finish(choice, word.bytes, word.len);
	text_release(&word);
}

static void
read_finish_reason(struct chunk_reader *reader, struct choice_state *choice,
    const struct json *reason)
{
	if (is_null(reason))
		return;
	if (is_usable(reason))
		take_finish_reason(reader, choice, reason);
	else if (reason->kind != JSON_STRING)
		found(reader, ANOMALY_UNKNOWN_FINISH_REASON, reason);
	else if (!reason->len)
		found(reader, ANOMALY_EMPTY_FINISH_REASON, reason);
	else
		found(reader, ANOMALY_NULL_STRING_FINISH_REASON, reason);
}

/* It is used where there is no other in the chunk. */
static void
read_misplaced(struct chunk_reader *reader, struct choice_state *choice,
    const struct json *reason)
{
	if (!is_usable(reason) || choice->finished_now)
		return;
	found(reader, ANOMALY_MISPLACED_FINISH_REASON, reason);
	take_finish_reason(reader, choice, reason);
}

static void
read_stop_reason(struct chunk_reader *reader, const struct json *value)
{
	struct stop_reason reason = { 0 };

	if (is_word(value))
		reason.kind = STOP_REASON_STRING;
	else if (json_to_integer(value, &reason.id))
		reason.kind = STOP_REASON_ID;
	else
		return;
	add_string(reader, value, &reason.string);
	reply_stop_reason(reader->reply, &reason);
	text_release(&reason.string);
}

static void
read_delta(struct chunk_reader *reader, struct place place,
    const struct json *delta)
{
	const struct json *role = get(reader, delta, "role");
	const struct json *words;
	struct place refusal = place;

	if (!is_null(delta) && delta->kind != JSON_OBJECT)
		found(reader, ANOMALY_UNEXPECTED_JSON_SHAPE, delta);
	if (!is_null(role) && !json_is(role, "assistant"))
		found(reader, ANOMALY_ODD_ROLE, role);
	read_reasoning(reader, place, delta);
	read_content(reader, place, get(reader, delta, "content"));
	refusal.channel = CHANNEL_REFUSAL;
	words = get(reader, delta, "refusal");
	if (has_words(words))
		read_content(reader, refusal, words);
	read_tool_calls(reader, place, get(reader, delta, "tool_calls"));
	read_function_call(reader, place,
	    get(reader, delta, "function_call"));
}

/* Text in a chat chunk, where only a completion has it. */
static void
read_text(struct chunk_reader *reader, struct place place,
    const struct json *text, const struct json *delta)
{
	bool chat = reader->settings->endpoint == ENDPOINT_CHAT;

	if (is_null(text) || is_word(get(reader, delta, "content")))
		return;
	if (chat && (is_null(delta) || is_word(text)))
		found(reader, ANOMALY_TEXT_INSTEAD_OF_DELTA, text);
	read_content(reader, place, text);
}

static void
read_choice(struct chunk_reader *reader, struct choice_state *choice,
    const struct json *item)
{
	const struct json *delta = get(reader, item, "delta");
	const struct json *message = get(reader, item, "message");
	const struct json *text = get(reader, item, "text");
	struct place place = { choice, CHANNEL_TEXT, false };

	if (!delta && !message && !text)
		found(reader, ANOMALY_MISSING_DELTA, item);
	if (delta && delta->kind == JSON_NULL)
		found(reader, ANOMALY_NULL_DELTA, item);
	read_delta(reader, place, delta);
	read_text(reader, place, text, delta);
	place.from_message = true;
	if (!is_null(message) && !reader->payload->whole)
		found(reader, ANOMALY_MESSAGE_IN_STREAM, message);
	read_delta(reader, place, message);
	read_finish_reason(reader, choice, get(reader, item, "finish_reason"));
	read_misplaced(reader, choice, get(reader, delta, "finish_reason"));
	if (choice != reply_choice(reader->reply, 0))
		return;
	read_stop_reason(reader, get(reader, item, "stop_reason"));
	read_token_ids(reader, get(reader, item, "prompt_token_ids"),
	    TOKEN_IDS_PROMPT);
	read_token_ids(reader, get(reader, item, "token_ids"),
	    TOKEN_IDS_REPLY);
}

static bool
has_index(struct chunk_reader *reader, const struct json *item, int64_t *index)
{
	*index = 0;
	return json_to_integer(get(reader, item, "index"), index);
}

/* One answer was asked for, so this is it, whatever its index. */
static void
read_only_choice(struct chunk_reader *reader, const struct json *item)
{
	int64_t index;

	if (has_index(reader, item, &index)) {
		if (reader->has_extra && index != reader->main_index)
			return;
		if (reader->has_index && index != reader->index)
			found(reader, ANOMALY_CHOICE_INDEX_DRIFT, item);
		reader->has_index = true;
		reader->index = index;
	}
	read_choice(reader, reply_choice(reader->reply, 0), item);
}

/* One answer was asked for and more came: the one with index 0 is it, or the
 * first. */
static void
read_first_choice(struct chunk_reader *reader, const struct json *list)
{
	const struct json *first = list->first;
	int64_t index;

	found(reader, ANOMALY_EXTRA_CHOICE, list);
	for (const struct json *item = first; item; item = item->next)
		if (has_index(reader, item, &index) && !index) {
			first = item;
			break;
		}
	has_index(reader, first, &reader->main_index);
	reader->has_extra = true;
	read_choice(reader, reply_choice(reader->reply, 0), first);
}

static void
read_each_choice(struct chunk_reader *reader, const struct json *list)
{
	int64_t index;

	for (const struct json *item = list->first; item; item = item->next) {
		has_index(reader, item, &index);
		struct choice_state *choice =
		    reply_choice(reader->reply, index);

		if (choice)
			read_choice(reader, choice, item);
		else
			found(reader, ANOMALY_EXTRA_CHOICE, item);
	}
}

static bool
all_objects(const struct json *list)
{
	for (const struct json *item = list->first; item; item = item->next)
		if (item->kind != JSON_OBJECT)
			return false;
	return true;
}

static void
read_choices(struct chunk_reader *reader, const struct json *list)
{
	if (list->kind == JSON_NULL)
		found(reader, ANOMALY_NULL_CHOICES, reader->payload->root);
	else if (list->kind != JSON_LIST || !all_objects(list))
		found(reader, ANOMALY_UNEXPECTED_JSON_SHAPE, list);
	else if (!list->first)
		return;
	else if (reader->settings->n > 1)
		read_each_choice(reader, list);
	else if (list->first->next)
		read_first_choice(reader, list);
	else
		read_only_choice(reader, list->first);
}

/* ---- The rest. */

static int64_t
count(struct chunk_reader *reader, const struct json *usage, const char *name)
{
	int64_t value;
	bool known = json_to_integer(get(reader, usage, name), &value);

	return known && value >= 0 ? value : -1;
}

static void
read_usage(struct chunk_reader *reader, const struct json *usage)
{
	struct engine_event event = { .kind = ENGINE_USAGE };

	event.usage.prompt_tokens = count(reader, usage, "prompt_tokens");
	event.usage.completion_tokens =
	    count(reader, usage, "completion_tokens");
	event.usage.total_tokens = count(reader, usage, "total_tokens");
	event.usage.cached_tokens = count(reader,
	    get(reader, usage, "prompt_tokens_details"), "cached_tokens");
	if (event.usage.prompt_tokens < 0 && event.usage.total_tokens < 0 &&
	    event.usage.completion_tokens < 0)
		return;
	if (event.usage.completion_tokens >= 0)
		reply_completion_tokens(reader->reply,
		    event.usage.completion_tokens);
	report_event(reader->report, &event);
}

static void
read_id(struct chunk_reader *reader, const struct json *id)
{
	if (!is_word(id))
		return;
	size_t len = id->len < ID_MAX ? id->len : ID_MAX;

	if (!reader->id.len)
		text_append(&reader->id, id->bytes, len);
	else if (len != reader->id.len ||
	    memcmp(id->bytes, reader->id.bytes, len))
		found(reader, ANOMALY_ID_CHANGED, id);
}

void
chunk_reader_release(struct chunk_reader *reader)
{
	text_release(&reader->id);
	text_release(&reader->piece.call.id);
	text_release(&reader->piece.call.name);
	text_release(&reader->piece.call.arguments);
	free(reader->ids);
}

bool
chunk_read(struct chunk_reader *reader, const struct payload *payload)
{
	const struct json *root = payload->root;

	reader->payload = payload;
	const struct json *choices = get(reader, root, "choices");
	const struct json *usage = get(reader, root, "usage");

	reply_begin_chunk(reader->reply);
	read_token_ids(reader, get(reader, root, "prompt_token_ids"),
	    TOKEN_IDS_PROMPT);
	if (choices)
		read_choices(reader, choices);
	else if (!is_null(usage))
		found(reader, ANOMALY_MISSING_CHOICES, root);
	read_misplaced(reader, reply_choice(reader->reply, 0),
	    get(reader, root, "finish_reason"));
	read_usage(reader, usage);
	reply_end_chunk(reader->reply);
	if (!choices && is_null(usage))
		return false;
	read_id(reader, get(reader, root, "id"));
	return true;
}
