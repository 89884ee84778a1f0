/* storeline.c: a stored conversation, line by line, written and read. */
#include "storeline.h"

#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "json.h"
#include "utf8.h"
#include "xalloc.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { FORMAT_VERSION = 1, TITLE_CELLS = 60, TITLE_BYTES = 400 };

static const char head_begin[] = "{\"echochat\":\"conversation\",";

static const char *const state_words[] = {
	[MESSAGE_STREAMING] = "streaming",
	[MESSAGE_FINISHED] = "finished",
	[MESSAGE_TRUNCATED] = "truncated",
	[MESSAGE_CANCELLED] = "cancelled",
	[MESSAGE_FAILED] = "failed",
};

/* ---- Writing. */

static void
open_line(struct text *out, const char *kind, int64_t n, int64_t wall_ms)
{
	json_open(out, NULL, '{');
	json_text(out, "kind", kind);
	json_integer(out, "n", n);
	json_integer(out, "wall_ms", wall_ms);
}

static void
close_line(struct text *out)
{
	json_close(out, '}');
	text_add(out, "\n");
}

static void
add_text(struct text *out, const char *name, const struct text *text)
{
	json_string(out, name, text_string(text), text->len);
}

/* Blanks and line ends become one blank; what is invisible is left out. */
void
storeline_title(struct text *out, const struct message *message)
{
	const struct text *text = &message->text;
	struct cell cell;
	bool blank = false;
	int cells = 0;

	for (size_t at = 0; at < text->len; at += cell.len) {
		cell_next(text->bytes + at, text->len - at, &cell);
		if (cell.kind != CELL_PLAIN) {
			blank = cells > 0;
			continue;
		}
		if (cells + blank >= TITLE_CELLS ||
		    out->len + cell.len >= TITLE_BYTES) {
			text_add(out, UTF8_ELLIPSIS);
			return;
		}
		if (blank)
			text_add(out, " ");
		cells += 1 + blank;
		blank = false;
		text_append(out, text->bytes + at, cell.len);
	}
}

void
storeline_head(struct text *out, const char *id, int64_t created_ms,
    const struct message *first)
{
	struct text title = { 0 };

	storeline_title(&title, first);
	json_open(out, NULL, '{');
	json_text(out, "echochat", "conversation");
	json_integer(out, "version", FORMAT_VERSION);
	json_text(out, "id", id);
	json_integer(out, "created_ms", created_ms);
	add_text(out, "title", &title);
	close_line(out);
	text_release(&title);
}

void
storeline_system(struct text *out, int64_t n, int64_t wall_ms,
    const struct text *system)
{
	open_line(out, "system", n, wall_ms);
	add_text(out, "text", system);
	close_line(out);
}

static void
add_asked(struct text *out, const struct message *reply)
{
	json_text(out, "role", "assistant");
	json_text(out, "engine", reply->engine);
	json_text(out, "model", reply->model);
	json_bool(out, "remote", reply->remote);
	if (reply->settings)
		json_raw(out, "settings", reply->settings);
}

void
storeline_message(struct text *out, int64_t n, const struct message *message)
{
	open_line(out, "message", n, message->wall_ms);
	if (message->role == ROLE_ASSISTANT) {
		add_asked(out, message);
	} else {
		json_text(out, "role", "user");
		add_text(out, "text", &message->text);
	}
	close_line(out);
}

static void
add_rest(struct text *out, const char *name, const struct text *text, size_t at)
{
	if (text->len > at)
		json_string(out, name, text->bytes + at, text->len - at);
}

void
storeline_part(struct text *out, int64_t n, int64_t wall_ms,
    const struct message *message, size_t text_at, size_t reasoning_at)
{
	open_line(out, "part", n, wall_ms);
	add_rest(out, "text", &message->text, text_at);
	add_rest(out, "reasoning", &message->reasoning, reasoning_at);
	close_line(out);
}

static void
add_stop_reason(struct text *out, const struct stop_reason *reason)
{
	if (reason->kind == STOP_REASON_STRING)
		add_text(out, "stop_reason", &reason->string);
	else if (reason->kind == STOP_REASON_ID)
		json_integer(out, "stop_reason", reason->id);
}

static void
add_known(struct text *out, const char *name, const char *string)
{
	if (string)
		json_text(out, name, string);
}

static void
add_ending(struct text *out, const struct ending *end)
{
	json_text(out, "state", state_words[end->state]);
	add_known(out, "finish_reason", end->finish_reason);
	add_stop_reason(out, &end->stop_reason);
	add_known(out, "why", end->why);
	add_known(out, "error", end->error);
	if (end->status)
		json_integer(out, "status", end->status);
	if (end->retry_after_s)
		json_integer(out, "retry_after_s", end->retry_after_s);
}

static void
add_usage(struct text *out, const struct usage *usage)
{
	json_open(out, "usage", '{');
	json_count(out, "prompt_tokens", usage->prompt_tokens);
	json_count(out, "completion_tokens", usage->completion_tokens);
	json_count(out, "total_tokens", usage->total_tokens);
	json_count(out, "cached_tokens", usage->cached_tokens);
	json_close(out, '}');
}

/* The pace with so many digits that the same number is read back. */
static void
add_timing(struct text *out, const struct timing *timing)
{
	json_open(out, "timing", '{');
	json_count(out, "ttft_us", timing->ttft_us);
	json_count(out, "tokens", timing->tokens);
	if (timing->tokens_per_s > 0) {
		json_raw(out, "tokens_per_s", "");
		text_printf(out, "%.17g", timing->tokens_per_s);
	}
	json_close(out, '}');
}

static void
add_tool_calls(struct text *out, const struct message *reply)
{
	if (!reply->tool_call_count)
		return;
	json_open(out, "tool_calls", '[');
	for (size_t i = 0; i < reply->tool_call_count; i++) {
		json_open(out, NULL, '{');
		add_text(out, "id", &reply->tool_calls[i].id);
		add_text(out, "name", &reply->tool_calls[i].name);
		add_text(out, "arguments", &reply->tool_calls[i].arguments);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void
add_others(struct text *out, const struct message *reply)
{
	if (!reply->other_count)
		return;
	json_open(out, "other_choices", '[');
	for (size_t i = 0; i < reply->other_count; i++) {
		json_open(out, NULL, '{');
		json_integer(out, "index", reply->others[i].index);
		add_text(out, "text", &reply->others[i].text);
		add_known(out, "finish_reason", reply->others[i].finish_reason);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void
add_anomalies(struct text *out, const struct message *reply)
{
	if (!reply->anomalies.count)
		return;
	json_open(out, "anomalies", '[');
	for (size_t i = 0; i < reply->anomalies.count; i++)
		add_text(out, NULL, &reply->anomalies.items[i]);
	json_close(out, ']');
}

void
storeline_end(struct text *out, int64_t n, int64_t wall_ms,
    const struct message *message)
{
	open_line(out, "end", n, wall_ms);
	json_text(out, "engine", message->engine);
	json_text(out, "model", message->model);
	add_ending(out, &message->end);
	add_usage(out, &message->usage);
	add_timing(out, &message->timing);
	if (message->refusal.len)
		add_text(out, "refusal", &message->refusal);
	add_tool_calls(out, message);
	add_others(out, message);
	add_anomalies(out, message);
	close_line(out);
}

void
storeline_truncate(struct text *out, int64_t n, int64_t wall_ms)
{
	open_line(out, "truncate", n, wall_ms);
	close_line(out);
}

static void
add_whole(struct text *out, int64_t n, const struct message *message)
{
	storeline_message(out, n, message);
	if (message->role != ROLE_ASSISTANT)
		return;
	if (message->text.len || message->reasoning.len)
		storeline_part(out, n, message->wall_ms, message, 0, 0);
	if (message->end.state != MESSAGE_STREAMING)
		storeline_end(out, n, message->wall_ms, message);
}

void
storeline_conversation(struct text *out, const char *id, int64_t created_ms,
    const struct conversation *conversation)
{
	int64_t n = 0;

	for (size_t i = 0; i < conversation->count; i++) {
		const struct message *message = conversation->messages[i];

		if (message->role == ROLE_NOTICE)
			continue;
		if (!n++) {
			storeline_head(out, id, created_ms, message);
			if (conversation->system.len)
				storeline_system(out, 0, created_ms,
				    &conversation->system);
		}
		add_whole(out, n, message);
	}
}

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
	for (size_t i = MESSAGE_FINISHED; i < COUNT(state_words); i++)
		if (json_is(value, state_words[i]))
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
reply_of(struct storeline_reader *reader, int64_t n)
{
	size_t count = reader->conversation->count;
	struct message *last;

	if (!count || reader->numbers[count - 1] != n)
		return NULL;
	last = reader->conversation->messages[count - 1];
	return last->role == ROLE_ASSISTANT ? last : NULL;
}

/* The last reply, if it has no end. */
static void
close_reply(struct storeline_reader *reader)
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
add_number(struct storeline_reader *reader, size_t at, int64_t n)
{
	reader->numbers = xgrow(reader->numbers, at, &reader->capacity,
	    sizeof(*reader->numbers));
	reader->numbers[at] = n;
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
read_message(struct storeline_reader *reader, const struct json *line,
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
	add_number(reader, conversation->count, n);
	message = conversation_add(conversation,
	    asked ? ROLE_ASSISTANT : ROLE_USER, wall_ms,
	    asked ? "" : text->bytes, asked ? 0 : text->len);
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
read_part(struct storeline_reader *reader, const struct json *line, int64_t n)
{
	struct message *reply = reply_of(reader, n);

	if (!reply)
		return;
	append_to(&reply->text, member(line, "text"));
	append_to(&reply->reasoning, member(line, "reasoning"));
}

static void
read_end(struct storeline_reader *reader, const struct json *line, int64_t n)
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

static void
read_truncate(struct storeline_reader *reader, int64_t n)
{
	size_t count = reader->conversation->count;

	while (count && reader->numbers[count - 1] > n)
		count--;
	conversation_truncate(reader->conversation, count);
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
read_kind(struct storeline_reader *reader, const struct json *line,
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
		read_truncate(reader, n);
	else if (json_is(kind, "system"))
		get_text(&reader->conversation->system, line, "text");
	return true;
}

bool
storeline_read(struct storeline_reader *reader, const char *bytes, size_t len)
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
storeline_read_end(struct storeline_reader *reader)
{
	close_reply(reader);
}

void
storeline_reader_release(struct storeline_reader *reader)
{
	json_reader_free(reader->json);
	free(reader->numbers);
	*reader = (struct storeline_reader){ 0 };
}

bool
storeline_is_head(const char *bytes, size_t len)
{
	size_t most = strlen(head_begin);

	return !memcmp(bytes, head_begin, len < most ? len : most);
}

/* ---- What a list wants to know. */

bool
storeline_look(struct storeline_facts *facts, struct json_reader *reader,
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
