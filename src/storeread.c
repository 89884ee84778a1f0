/* storeread.c: the lines of a stored conversation, read. */
#include "storeread.h"

#include <stdlib.h>
#include <string.h>

#include "storeline.h"
#include "utf8.h"
#include "versions.h"
#include "xalloc.h"

/* Beyond is nonsense, infinity too. */
#define PACE_MOST 1e15

static const char head_begin[] = "{\"echochat\":\"conversation\",";

/* ---- Reading members. What is missing or has another form stays as it is. */

static const struct json *
member(const struct json *object, const char *name)
{
	bool twice = false;

	return json_get(object, name, &twice);
}

static bool
is_string(const struct json *value)
{
	return value && value->kind == JSON_STRING;
}

static void
get_text(struct text *out, const struct json *object, const char *name)
{
	const struct json *value = member(object, name);

	if (!is_string(value))
		return;
	text_clear(out);
	text_append(out, value->bytes, value->len);
}

static void
get_string(char **out, const struct json *object, const char *name)
{
	const struct json *value = member(object, name);

	if (!is_string(value))
		return;
	free(*out);
	*out = xmemdup(value->bytes, value->len);
}

static void
get_integer(int64_t *out, const struct json *object, const char *name)
{
	int64_t value;

	if (json_to_integer(member(object, name), &value))
		*out = value;
}

static const struct json *
first_of(const struct json *object, const char *name)
{
	const struct json *list = member(object, name);

	return list && list->kind == JSON_LIST ? list->first : NULL;
}

/* ---- Reading a reply. */

static void
read_stop_reason(struct stop_reason *reason, const struct json *value)
{
	if (is_string(value)) {
		reason->kind = STOP_REASON_STRING;
		text_append(&reason->string, value->bytes, value->len);
	} else if (json_to_integer(value, &reason->id)) {
		reason->kind = STOP_REASON_ID;
	}
}

/* A state that a later version knows is an end like any other. */
static enum message_state
read_state(const struct json *value)
{
	for (int i = MESSAGE_FINISHED; i <= MESSAGE_FAILED; i++)
		if (json_is(value, storeline_states[i]))
			return (enum message_state)i;
	return MESSAGE_FINISHED;
}

static void
read_ending(struct ending *end, const struct json *line)
{
	int64_t status = 0;

	ending_release(end);
	end->state = read_state(member(line, "state"));
	get_string(&end->finish_reason, line, "finish_reason");
	read_stop_reason(&end->stop_reason, member(line, "stop_reason"));
	get_string(&end->why, line, "why");
	get_string(&end->error, line, "error");
	get_integer(&status, line, "status");
	end->status = status > 0 && status < 1000 ? (int)status : 0;
	get_integer(&end->retry_after_s, line, "retry_after_s");
}

static void
read_usage(struct usage *usage, const struct json *line)
{
	const struct json *object = member(line, "usage");

	*usage = (struct usage){ -1, -1, -1, -1 };
	get_integer(&usage->prompt_tokens, object, "prompt_tokens");
	get_integer(&usage->completion_tokens, object, "completion_tokens");
	get_integer(&usage->total_tokens, object, "total_tokens");
	get_integer(&usage->cached_tokens, object, "cached_tokens");
}

static void
read_timing(struct timing *timing, const struct json *line)
{
	const struct json *object = member(line, "timing");
	const struct json *pace = member(object, "tokens_per_s");

	*timing = (struct timing){ -1, -1, 0 };
	get_integer(&timing->ttft_us, object, "ttft_us");
	get_integer(&timing->tokens, object, "tokens");
	/* Numbers have a point: main() sees to that. */
	if (pace && pace->kind == JSON_NUMBER)
		timing->tokens_per_s = strtod(pace->bytes, NULL);
	if (!(timing->tokens_per_s > 0 && timing->tokens_per_s < PACE_MOST))
		timing->tokens_per_s = 0;
}

static void
read_tool_calls(struct message *reply, const struct json *line)
{
	size_t number = 0;

	for (const struct json *at = first_of(line, "tool_calls"); at;
	     at = at->next) {
		struct tool_call *call = message_tool_call(reply, number++);

		get_text(&call->id, at, "id");
		get_text(&call->name, at, "name");
		get_text(&call->arguments, at, "arguments");
	}
}

static void
read_others(struct message *reply, const struct json *line)
{
	for (const struct json *at = first_of(line, "other_choices"); at;
	     at = at->next) {
		struct choice *choice;
		int64_t index = 0;

		get_integer(&index, at, "index");
		choice = message_choice(reply, index);
		get_text(&choice->text, at, "text");
		get_string(&choice->finish_reason, at, "finish_reason");
	}
}

static void
read_anomalies(struct message *reply, const struct json *line)
{
	struct text code = { 0 };

	for (const struct json *at = first_of(line, "anomalies"); at;
	     at = at->next) {
		if (at->kind != JSON_STRING)
			continue;
		text_clear(&code);
		text_append(&code, at->bytes, at->len);
		strings_add(&reply->anomalies, &code);
	}
	text_release(&code);
}

/* ---- Reading lines. */

/* Returns the last message if it is the reply of that number. */
static struct message *
reply_of(struct storereader *reader, int64_t n)
{
	size_t count = reader->conversation->count;
	struct message *last;

	if (!count)
		return NULL;
	last = reader->conversation->messages[count - 1];
	return last->stored == n && last->role == ROLE_ASSISTANT ? last : NULL;
}

/* The last reply, if it has no end. */
static void
close_reply(struct storereader *reader)
{
	size_t count = reader->conversation->count;
	struct ending *end;

	if (!count)
		return;
	end = &reader->conversation->messages[count - 1]->end;
	if (end->state != MESSAGE_STREAMING)
		return;
	end->state = MESSAGE_TRUNCATED;
	end->error = xstrdup("the program ended before the reply did");
}

static void
read_asked(struct message *reply, const struct json *line, const char *bytes)
{
	const struct json *settings = member(line, "settings");
	const struct json *remote = member(line, "remote");

	reply->engine = xstrdup("");
	reply->model = xstrdup("");
	get_string(&reply->engine, line, "engine");
	get_string(&reply->model, line, "model");
	reply->remote = remote && remote->kind == JSON_TRUE;
	if (settings && settings->kind == JSON_OBJECT)
		reply->settings = xmemdup(bytes + settings->start,
		    settings->end - settings->start);
}

static bool
read_message(struct storereader *reader, const struct json *line,
    int64_t n, const char *bytes)
{
	struct conversation *conversation = reader->conversation;
	const struct json *text = member(line, "text");
	bool asked = json_is(member(line, "role"), "assistant");
	struct message *message;
	int64_t wall_ms = 0;

	if (!asked && (!is_string(text) ||
		!json_is(member(line, "role"), "user")))
		return false;
	close_reply(reader);
	get_integer(&wall_ms, line, "wall_ms");
	message = conversation_add(conversation,
	    asked ? ROLE_ASSISTANT : ROLE_USER, wall_ms,
	    asked ? "" : text->bytes, asked ? 0 : text->len);
	message->stored = n;
	if (asked)
		read_asked(message, line, bytes);
	return true;
}

static void
append_to(struct text *out, const struct json *value)
{
	if (is_string(value))
		text_append(out, value->bytes, value->len);
}

static void
read_part(struct storereader *reader, const struct json *line, int64_t n)
{
	struct message *reply = reply_of(reader, n);

	if (!reply)
		return;
	append_to(&reply->text, member(line, "text"));
	append_to(&reply->reasoning, member(line, "reasoning"));
}

static void
read_end(struct storereader *reader, const struct json *line, int64_t n)
{
	struct message *reply = reply_of(reader, n);

	if (!reply)
		return;
	get_string(&reply->engine, line, "engine");
	get_string(&reply->model, line, "model");
	read_ending(&reply->end, line);
	read_usage(&reply->usage, line);
	read_timing(&reply->timing, line);
	get_text(&reply->refusal, line, "refusal");
	read_tool_calls(reply, line);
	read_others(reply, line);
	read_anomalies(reply, line);
}

/* Returns how many messages have numbers up to n. */
static size_t
count_to(const struct conversation *conversation, int64_t n)
{
	size_t count = conversation->count;

	while (count && conversation->messages[count - 1]->stored > n)
		count--;
	return count;
}

/* Counts from 0; in the line from 1. */
static bool
read_version(size_t *version, const struct json *line)
{
	int64_t number = 0;

	get_integer(&number, line, "version");
	*version = (size_t)number - 1;
	return number > 0;
}

static void
read_truncate(struct storereader *reader, const struct json *line, int64_t n)
{
	struct conversation *conversation = reader->conversation;
	const struct json *keep = member(line, "keep");
	size_t version;

	close_reply(reader);
	versions_settle(conversation);
	if (!keep || keep->kind != JSON_TRUE) {
		conversation_truncate(conversation, count_to(conversation, n));
		return;
	}
	versions_branch(conversation, count_to(conversation, n));
	if (read_version(&version, line))
		versions_place(conversation, version);
}

static void
read_show(struct storereader *reader, const struct json *line)
{
	struct conversation *conversation = reader->conversation;
	const struct versions *versions;
	size_t index, version;
	int64_t at = 0;

	close_reply(reader);
	versions_settle(conversation);
	get_integer(&at, line, "at");
	index = count_to(conversation, at);
	if (!index-- || conversation->messages[index]->stored != at)
		return;
	versions = conversation->messages[index]->versions;
	if (versions && read_version(&version, line) &&
	    version < versions->count)
		versions_show(conversation, index, version);
}

/* Returns the value, or NULL if the line is not JSON to the letter. */
static const struct json *
read_json(struct json_reader *json, const char *bytes, size_t len)
{
	if (utf8_valid(bytes, len) < len ||
	    json_read(json, bytes, len) != JSON_OK || json_was_bent(json))
		return NULL;
	return json_root(json);
}

static bool
read_kind(struct storereader *reader, const struct json *line,
    const char *bytes)
{
	const struct json *kind = member(line, "kind");
	int64_t n;

	if (!is_string(kind) || !json_to_integer(member(line, "n"), &n) || n < 0)
		return false;
	if (json_is(kind, "message"))
		return read_message(reader, line, n, bytes);
	if (json_is(kind, "part"))
		read_part(reader, line, n);
	else if (json_is(kind, "end"))
		read_end(reader, line, n);
	else if (json_is(kind, "truncate"))
		read_truncate(reader, line, n);
	else if (json_is(kind, "show"))
		read_show(reader, line);
	else if (json_is(kind, "system"))
		get_text(&reader->conversation->system, line, "text");
	return true;
}

bool
storeread_line(struct storereader *reader, const char *bytes, size_t len)
{
	const struct json *line;

	if (!reader->json)
		reader->json = json_reader_new();
	reader->lines++;
	line = read_json(reader->json, bytes, len);
	if (!line || line->kind != JSON_OBJECT)
		return false;
	if (member(line, "echochat"))
		return true;
	return read_kind(reader, line, bytes);
}

void
storeread_end(struct storereader *reader)
{
	close_reply(reader);
	reader->waiting = reader->conversation->branch;
	versions_settle(reader->conversation);
}

void
storeread_release(struct storereader *reader)
{
	json_reader_free(reader->json);
	*reader = (struct storereader){ 0 };
}

bool
storeread_is_head(const char *bytes, size_t len)
{
	size_t most = strlen(head_begin);

	return !memcmp(bytes, head_begin, len < most ? len : most);
}

/* ---- What a list wants to know. */

bool
storeread_look(struct storefacts *facts, struct json_reader *reader,
    const char *bytes, size_t len)
{
	const struct json *line = read_json(reader, bytes, len);

	if (!line || line->kind != JSON_OBJECT)
		return false;
	if (!facts->title.len)
		get_text(&facts->title, line, "title");
	if (!facts->engine.len)
		get_text(&facts->engine, line, "engine");
	if (!facts->wall_ms)
		get_integer(&facts->wall_ms, line, "wall_ms");
	if (facts->count < 0)
		get_integer(&facts->count, line, "n");
	return true;
}
