/* reply_stream.c: a reply from engine events, frame by frame. What a frame
 * looks like is the business of frame.c, and what is wrong with it that of
 * reply_fault.c.
 *
 * Most frames differ in one character from that before: so a chunk without text
 * is written once, and a chunk with text is copied from it. */
#include "reply_stream.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "reply_state.h"
#include "utf8.h"
#include "xalloc.h"

static bool
is_chat(const struct reply_stream *stream)
{
	return stream->form.endpoint == ENDPOINT_CHAT;
}

static bool
is_over(const struct reply_stream *stream)
{
	return stream->then >= REPLY_END;
}

/* ---- The head. */

static void
change_head(struct reply_head *head, const struct reply_head *news)
{
	if (news->status)
		head->status = news->status;
	if (news->content_type)
		head->content_type = news->content_type;
	if (news->content_encoding)
		head->content_encoding = news->content_encoding;
	if (news->retry_after)
		head->retry_after = news->retry_after;
	if (news->instead)
		head->instead = news->instead;
	head->lie += news->lie;
}

void
reply_head(struct reply_head *head, const struct reply_form *form)
{
	const struct faults *faults = form->faults;

	*head = (struct reply_head){ .status = 200 };
	head->content_type = form->asked->stream ? "text/event-stream"
	                                         : "application/json";
	for (size_t i = 0; faults && i < faults->count; i++)
		change_head(head, &faults->items[i].fault->head);
	/* Streams have no length. */
	if (form->asked->stream)
		head->lie = 0;
}

/* ---- Frames. */

/* Whether all chunks of text have the same beginning and the same end. */
static bool
is_plain(const struct reply_form *form)
{
	return !form->asked->logprobs &&
	    !(form->asked->include_usage && form->asked->continuous_usage);
}

void
reply_write_frame(const struct reply_stream *stream, const struct frame *frame,
    struct text *out)
{
	const struct reply_choice *choice = &stream->choices[frame->index];
	const char *sample = choice->sample.bytes;

	if (frame->kind != FRAME_TEXT || !is_plain(&stream->form)) {
		frame_write(out, &stream->form, frame);
		return;
	}
	text_append(out, sample, choice->gap);
	json_string(out, NULL, frame->bytes, frame->len);
	text_append(out, sample + choice->gap + 2,
	    choice->sample.len - choice->gap - 2);
}

static int64_t
sum(int64_t a, int64_t b)
{
	return a < 0 || b < 0 ? -1 : a + b;
}

/* So far: with what was counted here. */
static struct usage
running_usage(const struct reply_stream *stream)
{
	struct usage usage = { stream->form.prompt_tokens, stream->tokens,
		.cached_tokens = -1 };

	if (usage.prompt_tokens < 0)
		usage.prompt_tokens = stream->choices[0].usage.prompt_tokens;
	usage.total_tokens = sum(usage.prompt_tokens, usage.completion_tokens);
	return usage;
}

struct usage
reply_usage(const struct reply_stream *stream)
{
	struct usage usage = running_usage(stream);

	usage.completion_tokens = 0;
	for (size_t i = 0; i < stream->form.choices; i++)
		usage.completion_tokens = sum(usage.completion_tokens,
		    stream->choices[i].usage.completion_tokens);
	usage.cached_tokens = stream->choices[0].usage.cached_tokens;
	usage.total_tokens = sum(usage.prompt_tokens, usage.completion_tokens);
	return usage;
}

static void
put(struct reply_stream *stream, struct frame *frame, struct text *out)
{
	if (is_over(stream))
		return;
	frame->usage = frame->kind == FRAME_USAGE ? reply_usage(stream)
	                                          : running_usage(stream);
	if (stream->faulting)
		reply_fault_frame(stream, frame, out);
	else if (!stream->collecting)
		reply_write_frame(stream, frame, out);
}

/* ---- Choices. */

static void
make_sample(struct reply_stream *stream, size_t index)
{
	struct reply_choice *choice = &stream->choices[index];
	struct frame frame = { .kind = FRAME_TEXT, .index = index, .bytes = "",
		.usage = running_usage(stream) };
	struct text name = { 0 };

	text_printf(&name, "\"%s\":", frame_text_name(&stream->form));
	frame_write(&choice->sample, &stream->form, &frame);
	/* No other string looks like that: its quotes would be escaped. */
	choice->gap = (size_t)(strstr(choice->sample.bytes, name.bytes) -
	    choice->sample.bytes) + name.len;
	text_release(&name);
}

static void
add_choices(struct reply_stream *stream, size_t count)
{
	static const struct usage unknown = { -1, -1, -1, -1 };

	stream->choices = xreallocarray(stream->choices, count,
	    sizeof(*stream->choices));
	for (; stream->count < count; stream->count++) {
		stream->choices[stream->count] =
		    (struct reply_choice){ .usage = unknown };
		if (stream->keeps)
			conversation_add(&stream->kept, ROLE_ASSISTANT, 0, "",
			    0);
	}
}

static struct message *
message_of(const struct reply_stream *stream, size_t index)
{
	return stream->kept.messages[index];
}

static void
put_text(struct reply_stream *stream, size_t index, const char *bytes,
    size_t len, struct text *out)
{
	struct reply_choice *choice = &stream->choices[index];
	struct frame frame = { .kind = FRAME_TEXT, .index = index,
		.bytes = bytes, .len = len, .offset = choice->characters };

	if (!len)
		return;
	choice->characters += utf8_count(bytes, len);
	put(stream, &frame, out);
	if (stream->keeps)
		conversation_append(&stream->kept, message_of(stream, index),
		    bytes, len);
}

/* There are n choices for each prompt. */
static void
put_prompt(struct reply_stream *stream, size_t index, struct text *out)
{
	const struct asked *asked = stream->form.asked;
	const struct conversation *prompts = &asked->conversation;
	size_t number = index / (asked->settings.n > 1
		? (size_t)asked->settings.n : 1);

	if (number < prompts->count)
		put_text(stream, index,
		    text_string(&prompts->messages[number]->text),
		    prompts->messages[number]->text.len, out);
}

static void
begin_choice(struct reply_stream *stream, size_t index, struct text *out)
{
	struct frame role = { .kind = FRAME_ROLE, .index = index };

	if (stream->choices[index].begun)
		return;
	stream->choices[index].begun = true;
	make_sample(stream, index);
	if (is_chat(stream))
		put(stream, &role, out);
	else if (stream->form.asked->echo)
		put_prompt(stream, index, out);
}

/* ---- The stream. */

static bool
needs_all(const struct faults *faults)
{
	for (size_t i = 0; faults && i < faults->count; i++)
		if (faults->items[i].fault->keeps)
			return true;
	return false;
}

struct reply_stream *
reply_stream_new(const struct reply_form *form)
{
	struct reply_stream *stream = xcalloc(1, sizeof(*stream));

	stream->form = *form;
	stream->keeps = needs_all(form->faults);
	if (form->faults && form->faults->count)
		stream->faulting = xcalloc(1, sizeof(*stream->faulting));
	return stream;
}

static void
release_faulting(struct faulting *faulting)
{
	text_release(&faulting->frame);
	text_release(&faulting->last);
	text_release(&faulting->now);
	text_release(&faulting->next);
	free(faulting);
}

void
reply_stream_free(struct reply_stream *stream)
{
	if (!stream)
		return;
	for (size_t i = 0; i < stream->count; i++)
		text_release(&stream->choices[i].sample);
	free(stream->choices);
	conversation_release(&stream->kept);
	if (stream->faulting)
		release_faulting(stream->faulting);
	free(stream);
}

void
reply_stream_begin(struct reply_stream *stream, struct text *out)
{
	add_choices(stream, stream->form.choices);
	for (size_t i = 0; i < stream->count; i++)
		begin_choice(stream, i, out);
}

void
reply_stream_collect(struct reply_stream *stream)
{
	struct text nothing = { 0 };

	stream->collecting = true;
	stream->keeps = true;
	reply_stream_begin(stream, &nothing);
}

/* ---- Events. */

/* Text that the model did not mean as its answer; completions have none. */
static void
put_words(struct reply_stream *stream, enum frame_kind kind, size_t index,
    const struct engine_event *event, struct text *out)
{
	struct frame frame = { .kind = kind, .index = index,
		.bytes = event->bytes, .len = event->len };

	if (!is_chat(stream) || !event->len)
		return;
	put(stream, &frame, out);
	if (!stream->keeps)
		return;
	struct message *message = message_of(stream, index);

	text_append(kind == FRAME_REFUSAL ? &message->refusal
	    : &message->reasoning, event->bytes, event->len);
}

static void
put_tool_call(struct reply_stream *stream, size_t index,
    const struct engine_event *event, struct text *out)
{
	const struct tool_call *news = event->call;
	struct frame frame = { .kind = FRAME_TOOL_CALL, .index = index,
		.call = news, .number = event->number };

	if (!is_chat(stream))
		return;
	put(stream, &frame, out);
	if (!stream->keeps)
		return;
	struct tool_call *call = message_tool_call(message_of(stream, index),
	    (size_t)event->number);

	text_append(&call->id, news->id.bytes, news->id.len);
	text_append(&call->name, news->name.bytes, news->name.len);
	text_append(&call->arguments, news->arguments.bytes,
	    news->arguments.len);
}

/* Another server that is not read to its end, because a stop string came, has
 * given no reason so far. */
static void
put_finish(struct reply_stream *stream, size_t index,
    const struct ending *end, struct text *out)
{
	bool cut = !end->finish_reason &&
	    end->stop_reason.kind == STOP_REASON_STRING;
	char stop[] = "stop", *reason = cut ? stop : end->finish_reason;
	struct ending told = *end;
	struct frame frame = { .kind = FRAME_FINISH, .index = index,
		.bytes = reason, .len = reason ? strlen(reason) : 0,
		.stop_reason = &end->stop_reason };

	told.finish_reason = reason;
	put(stream, &frame, out);
	if (stream->keeps)
		conversation_finish(&stream->kept, message_of(stream, index),
		    &told);
}

static void
take_other_choice(struct reply_stream *stream,
    const struct engine_event *event, struct text *out)
{
	size_t index = (size_t)event->number;

	if (event->number < 0 || index >= REPLY_CHOICES_MAX)
		return;
	if (index >= stream->count)
		add_choices(stream, index + 1);
	begin_choice(stream, index, out);
	if (!event->string) {
		put_text(stream, index, event->bytes, event->len, out);
		return;
	}
	struct ending end = { .state = MESSAGE_FINISHED,
		.finish_reason = xmemdup(event->string, event->string_len) };

	put_finish(stream, index, &end, out);
	ending_release(&end);
}

static void
put_end(struct reply_stream *stream, struct text *out)
{
	struct frame usage = { .kind = FRAME_USAGE };
	struct frame done = { .kind = FRAME_DONE };

	if (stream->form.asked->include_usage)
		put(stream, &usage, out);
	put(stream, &done, out);
	if (!is_over(stream))
		stream->then = REPLY_END;
}

static void
take_finished(struct reply_stream *stream, size_t index,
    const struct ending *end, struct text *out)
{
	if (end->state != MESSAGE_FINISHED) {
		stream->then = REPLY_CLOSE;
		return;
	}
	put_finish(stream, index, end, out);
	if (++stream->engines_over == stream->form.choices)
		put_end(stream, out);
}

static void
take_failed(struct reply_stream *stream, const struct ending *end,
    struct text *out)
{
	struct api_error error = { .type = "server_error" };
	struct frame done = { .kind = FRAME_DONE };

	if (!stream->collecting) {
		text_add(&error.message, end->error);
		text_add(out, "data: ");
		reply_error(out, &error);
		text_add(out, "\n\n");
		text_release(&error.message);
	}
	put(stream, &done, out);
	if (!is_over(stream))
		stream->then = REPLY_END;
}

enum reply_then
reply_stream_event(struct reply_stream *stream, size_t choice,
    const struct engine_event *event, struct text *out)
{
	if (is_over(stream))
		return stream->then;
	stream->tokens += event->tokens;
	switch (event->kind) {
	case ENGINE_TEXT:
		put_text(stream, choice, event->bytes, event->len, out);
		break;
	case ENGINE_REASONING:
		put_words(stream, FRAME_REASONING, choice, event, out);
		break;
	case ENGINE_REFUSAL:
		put_words(stream, FRAME_REFUSAL, choice, event, out);
		break;
	case ENGINE_TOOL_CALL:
		put_tool_call(stream, choice, event, out);
		break;
	case ENGINE_CHOICE:
		take_other_choice(stream, event, out);
		break;
	case ENGINE_USAGE:
		stream->choices[choice].usage = event->usage;
		break;
	case ENGINE_FINISHED:
		take_finished(stream, choice, event->end, out);
		break;
	case ENGINE_FAILED:
		take_failed(stream, event->end, out);
		break;
	case ENGINE_CANCELLED:
		stream->then = REPLY_CLOSE;
		break;
	default:
		break;
	}
	return stream->then;
}

/* ---- The whole. */

static void
add_words(struct text *out, const char *name, const struct text *words)
{
	if (words->len)
		json_string(out, name, words->bytes, words->len);
	else
		json_null(out, name);
}

static void
add_message(struct text *out, const struct message *message)
{
	json_open(out, "message", '{');
	json_text(out, "role", "assistant");
	if (message->text.len || !message->tool_call_count)
		json_string(out, "content", text_string(&message->text),
		    message->text.len);
	else
		json_null(out, "content");
	add_words(out, "refusal", &message->refusal);
	if (message->reasoning.len)
		add_words(out, "reasoning_content", &message->reasoning);
	if (message->tool_call_count) {
		json_open(out, "tool_calls", '[');
		for (size_t i = 0; i < message->tool_call_count; i++)
			frame_tool_call(out, &message->tool_calls[i], -1);
		json_close(out, ']');
	}
	json_close(out, '}');
}

static void
add_choice(const struct reply_stream *stream, size_t index, struct text *out)
{
	const struct message *message = message_of(stream, index);
	const char *text = text_string(&message->text);
	size_t len = message->text.len;

	json_open(out, NULL, '{');
	json_unsigned(out, "index", index);
	if (is_chat(stream))
		add_message(out, message);
	else
		json_string(out, "text", text, len);
	frame_logprobs(out, &stream->form, text, len, 0);
	json_text(out, "finish_reason", message->end.finish_reason);
	frame_stop_reason(out, &message->end.stop_reason);
	json_close(out, '}');
}

void
reply_stream_whole(const struct reply_stream *stream, struct text *out)
{
	struct usage usage = reply_usage(stream);
	struct text whole = { 0 };

	frame_head(&whole, &stream->form, true);
	json_open(&whole, "choices", '[');
	for (size_t i = 0; i < stream->count; i++)
		if (stream->choices[i].begun)
			add_choice(stream, i, &whole);
	json_close(&whole, ']');
	frame_usage(&whole, &usage);
	json_close(&whole, '}');
	if (stream->faulting)
		reply_fault_whole(stream, &whole);
	text_append(out, whole.bytes, whole.len);
	text_release(&whole);
}

void
reply_error(struct text *out, const struct api_error *error)
{
	text_add(out, "{");
	json_open(out, "error", '{');
	json_string(out, "message", text_string(&error->message),
	    error->message.len);
	json_text(out, "type", error->type);
	json_text(out, "param", error->param.len ? error->param.bytes : NULL);
	json_text(out, "code", error->code);
	json_close(out, '}');
	json_close(out, '}');
}
