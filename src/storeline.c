/* storeline.c: the lines of a stored conversation, written. */
#include "storeline.h"

#include <string.h>

#include "cell.h"
#include "json.h"
#include "utf8.h"
#include "versions.h"

enum { FORMAT_VERSION = 1, TITLE_CELLS = 60, TITLE_BYTES = 400 };

const char *const storeline_states[] = {
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
	json_text(out, "state", storeline_states[end->state]);
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

void
storeline_branch(struct text *out, int64_t n, int64_t wall_ms, size_t version)
{
	open_line(out, "truncate", n, wall_ms);
	json_bool(out, "keep", true);
	json_integer(out, "version", (int64_t)version + 1);
	close_line(out);
}

void
storeline_show(struct text *out, int64_t n, int64_t wall_ms, int64_t at,
    size_t version)
{
	open_line(out, "show", n, wall_ms);
	json_integer(out, "at", at);
	json_integer(out, "version", (int64_t)version + 1);
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

/* Of what is shown: the first message of all may be one that is not. */
static const struct message *
first_message(const struct conversation *conversation)
{
	for (size_t i = 0; i < conversation->count; i++)
		if (conversation->messages[i]->role != ROLE_NOTICE)
			return conversation->messages[i];
	return NULL;
}

void
storeline_conversation(struct text *out, const char *id, int64_t created_ms,
    const struct conversation *conversation)
{
	const struct message *first = first_message(conversation);
	struct walk_step step;
	struct walk walk;

	if (!first)
		return;
	storeline_head(out, id, created_ms, first);
	if (conversation->system.len)
		storeline_system(out, 0, created_ms, &conversation->system);
	walk_begin(&walk, conversation);
	while (walk_next(&walk, &step))
		if (step.message)
			add_whole(out, step.n, step.message);
		else
			storeline_branch(out, step.n, created_ms, step.place);
}
