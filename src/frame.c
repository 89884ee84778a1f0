/* frame.c: the parts of a reply as JSON. */
#include "frame.h"

#include <string.h>

#include "json.h"
#include "utf8.h"

static bool
is_chat(const struct reply_form *form)
{
	return form->endpoint == ENDPOINT_CHAT;
}

const char *
frame_text_name(const struct reply_form *form)
{
	return is_chat(form) ? "content" : "text";
}

void
frame_head(struct text *out, const struct reply_form *form, bool whole)
{
	const char *object = "text_completion";

	if (is_chat(form))
		object = whole ? "chat.completion" : "chat.completion.chunk";
	text_add(out, "{");
	json_text(out, "id", form->id);
	json_text(out, "object", object);
	json_integer(out, "created", form->created);
	json_text(out, "model", form->model);
}

/* ---- Logprobs. What is repeated was certain. */

#define CERTAIN "0.0"

static void
write_bytes(struct text *out, const char *bytes, size_t len)
{
	json_open(out, "bytes", '[');
	for (size_t i = 0; i < len; i++)
		json_integer(out, NULL, (unsigned char)bytes[i]);
	json_close(out, ']');
}

/* The members of a token; the object stays open. */
static void
open_token(struct text *out, const char *bytes, size_t len)
{
	json_open(out, NULL, '{');
	json_string(out, "token", bytes, len);
	json_raw(out, "logprob", CERTAIN);
	write_bytes(out, bytes, len);
}

static void
write_token(struct text *out, const char *bytes, size_t len, bool top)
{
	open_token(out, bytes, len);
	json_open(out, "top_logprobs", '[');
	if (top) {
		open_token(out, bytes, len);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_close(out, '}');
}

static void
write_chat_logprobs(struct text *out, const char *bytes, size_t len, bool top)
{
	int32_t c;

	json_open(out, "content", '[');
	for (size_t at = 0, n; at < len; at += n) {
		n = utf8_next(bytes + at, len - at, &c);
		write_token(out, bytes + at, n, top);
	}
	json_close(out, ']');
	json_null(out, "refusal");
}

static void
write_top(struct text *out, const char *bytes, size_t len)
{
	json_open(out, NULL, '{');
	json_string(out, NULL, bytes, len);
	text_add(out, ":" CERTAIN);
	json_close(out, '}');
}

/* One of the lists of completions: each has something for each character. */
static void
write_list(struct text *out, const char *name, const char *bytes, size_t len,
    uint64_t offset)
{
	int32_t c;

	json_open(out, name, '[');
	for (size_t at = 0, n; at < len; at += n) {
		n = utf8_next(bytes + at, len - at, &c);
		if (!strcmp(name, "tokens"))
			json_string(out, NULL, bytes + at, n);
		else if (!strcmp(name, "token_logprobs"))
			json_raw(out, NULL, CERTAIN);
		else if (!strcmp(name, "top_logprobs"))
			write_top(out, bytes + at, n);
		else
			json_unsigned(out, NULL, offset++);
	}
	json_close(out, ']');
}

static void
write_text_logprobs(struct text *out, const char *bytes, size_t len,
    uint64_t offset, bool top)
{
	write_list(out, "tokens", bytes, len, offset);
	write_list(out, "token_logprobs", bytes, len, offset);
	write_list(out, "top_logprobs", bytes, top ? len : 0, offset);
	write_list(out, "text_offset", bytes, len, offset);
}

void
frame_logprobs(struct text *out, const struct reply_form *form,
    const char *bytes, size_t len, uint64_t offset)
{
	bool top = form->asked->top_logprobs > 0;

	if (!form->asked->logprobs) {
		json_null(out, "logprobs");
		return;
	}
	json_open(out, "logprobs", '{');
	if (is_chat(form))
		write_chat_logprobs(out, bytes, len, top);
	else
		write_text_logprobs(out, bytes, len, offset, top);
	json_close(out, '}');
}

/* ---- A choice. */

void
frame_tool_call(struct text *out, const struct tool_call *call, int64_t number)
{
	json_open(out, NULL, '{');
	json_count(out, "index", number);
	if (call->id.len) {
		json_string(out, "id", call->id.bytes, call->id.len);
		json_text(out, "type", "function");
	}
	json_open(out, "function", '{');
	if (call->name.len)
		json_string(out, "name", call->name.bytes, call->name.len);
	json_string(out, "arguments", text_string(&call->arguments),
	    call->arguments.len);
	json_close(out, '}');
	json_close(out, '}');
}

static void
write_delta(struct text *out, const struct frame *frame)
{
	static const char *const names[] = {
		[FRAME_TEXT] = "content",
		[FRAME_REASONING] = "reasoning_content",
		[FRAME_REFUSAL] = "refusal",
	};

	json_open(out, "delta", '{');
	if (frame->kind == FRAME_ROLE) {
		json_text(out, "role", "assistant");
		json_text(out, "content", "");
	} else if (frame->kind == FRAME_TOOL_CALL) {
		json_open(out, "tool_calls", '[');
		frame_tool_call(out, frame->call, frame->number);
		json_close(out, ']');
	} else if (frame->kind != FRAME_FINISH) {
		json_string(out, names[frame->kind], frame->bytes, frame->len);
	}
	json_close(out, '}');
}

void
frame_stop_reason(struct text *out, const struct stop_reason *reason)
{
	static const char name[] = "stop_reason";

	switch (reason ? reason->kind : STOP_REASON_NONE) {
	case STOP_REASON_NONE:
		json_null(out, name);
		break;
	case STOP_REASON_STRING:
		json_string(out, name, text_string(&reason->string),
		    reason->string.len);
		break;
	case STOP_REASON_ID:
		json_integer(out, name, reason->id);
		break;
	}
}

static void
write_finish(struct text *out, const struct frame *frame)
{
	bool finish = frame->kind == FRAME_FINISH;

	if (finish && frame->bytes)
		json_string(out, "finish_reason", frame->bytes, frame->len);
	else
		json_null(out, "finish_reason");
	if (finish)
		frame_stop_reason(out, frame->stop_reason);
}

static void
write_choice(struct text *out, const struct reply_form *form,
    const struct frame *frame)
{
	bool text = frame->kind == FRAME_TEXT;

	json_open(out, NULL, '{');
	json_unsigned(out, "index", frame->index);
	if (is_chat(form))
		write_delta(out, frame);
	else
		json_string(out, "text", frame->bytes, text ? frame->len : 0);
	if (text)
		frame_logprobs(out, form, frame->bytes, frame->len,
		    frame->offset);
	else
		json_null(out, "logprobs");
	write_finish(out, frame);
	json_close(out, '}');
}

/* ---- A chunk. */

void
frame_usage(struct text *out, const struct usage *usage)
{
	json_open(out, "usage", '{');
	json_count(out, "prompt_tokens", usage->prompt_tokens);
	json_count(out, "completion_tokens", usage->completion_tokens);
	json_count(out, "total_tokens", usage->total_tokens);
	if (usage->cached_tokens >= 0) {
		json_open(out, "prompt_tokens_details", '{');
		json_count(out, "cached_tokens", usage->cached_tokens);
		json_close(out, '}');
	}
	json_close(out, '}');
}

void
frame_write(struct text *out, const struct reply_form *form,
    const struct frame *frame)
{
	const struct asked *asked = form->asked;

	if (frame->kind == FRAME_DONE) {
		text_add(out, "data: [DONE]\n\n");
		return;
	}
	text_add(out, "data: ");
	frame_head(out, form, false);
	json_open(out, "choices", '[');
	if (frame->kind != FRAME_USAGE)
		write_choice(out, form, frame);
	json_close(out, ']');
	if (frame->kind == FRAME_USAGE ||
	    (asked->include_usage && asked->continuous_usage))
		frame_usage(out, &frame->usage);
	else if (asked->include_usage)
		json_null(out, "usage");
	text_add(out, "}\n\n");
}
