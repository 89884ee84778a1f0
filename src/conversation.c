/* conversation.c: the messages of a chat. It is told how replies go on and how
 * they end; it decides nothing. */
#include "conversation.h"

#include <stdlib.h>

#include "versions.h"
#include "xalloc.h"

static char *
copy_string(const char *string)
{
	return string ? xstrdup(string) : NULL;
}

void
ending_copy(struct ending *to, const struct ending *from)
{
	to->state = from->state;
	to->finish_reason = copy_string(from->finish_reason);
	to->stop_reason.kind = from->stop_reason.kind;
	to->stop_reason.id = from->stop_reason.id;
	text_append(&to->stop_reason.string, from->stop_reason.string.bytes,
	    from->stop_reason.string.len);
	to->why = copy_string(from->why);
	to->error = copy_string(from->error);
	to->status = from->status;
	to->retry_after_s = from->retry_after_s;
}

void
ending_release(struct ending *end)
{
	free(end->finish_reason);
	text_release(&end->stop_reason.string);
	free(end->why);
	free(end->error);
	*end = (struct ending){ 0 };
}

static void
release_tool_calls(struct message *message)
{
	for (size_t i = 0; i < message->tool_call_count; i++) {
		text_release(&message->tool_calls[i].id);
		text_release(&message->tool_calls[i].name);
		text_release(&message->tool_calls[i].arguments);
	}
	free(message->tool_calls);
}

static void
release_others(struct message *message)
{
	for (size_t i = 0; i < message->other_count; i++) {
		text_release(&message->others[i].text);
		free(message->others[i].finish_reason);
	}
	free(message->others);
}

struct tool_call *
message_tool_call(struct message *message, size_t number)
{
	size_t count = message->tool_call_count;

	if (number >= count) {
		message->tool_calls = xreallocarray(message->tool_calls,
		    number + 1, sizeof(*message->tool_calls));
		for (; count <= number; count++)
			message->tool_calls[count] = (struct tool_call){ 0 };
		message->tool_call_count = count;
	}
	return &message->tool_calls[number];
}

void
tool_call_print(struct text *out, const struct tool_call *call)
{
	text_append(out, call->name.bytes, call->name.len);
	text_add(out, "(");
	text_append(out, call->arguments.bytes, call->arguments.len);
	text_add(out, ")");
}

struct choice *
message_choice(struct message *message, int64_t index)
{
	for (size_t i = 0; i < message->other_count; i++)
		if (message->others[i].index == index)
			return &message->others[i];
	message->others = xreallocarray(message->others,
	    message->other_count + 1, sizeof(*message->others));
	message->others[message->other_count] =
	    (struct choice){ .index = index };
	return &message->others[message->other_count++];
}

static void
message_free(struct message *message)
{
	text_release(&message->text);
	text_release(&message->reasoning);
	text_release(&message->refusal);
	release_tool_calls(message);
	release_others(message);
	strings_release(&message->anomalies);
	free(message->engine);
	free(message->model);
	free(message->settings);
	ending_release(&message->end);
	free(message);
}

void
conversation_touch(struct conversation *conversation, struct message *message)
{
	message->revision = ++conversation->revision;
}

static void
append(struct conversation *conversation, struct message *message)
{
	static _Atomic uint64_t last_id; /* servers have threads */

	message->id = ++last_id;
	conversation->messages = xgrow(conversation->messages,
	    conversation->count, &conversation->capacity,
	    sizeof(*conversation->messages));
	conversation->messages[conversation->count++] = message;
	if (message->role != ROLE_NOTICE) {
		message->versions = conversation->branch;
		conversation->branch = NULL;
	}
	conversation_touch(conversation, message);
}

struct message *
conversation_add(struct conversation *conversation, enum role role,
    int64_t wall_ms, const char *bytes, size_t len)
{
	struct message *message = xcalloc(1, sizeof(*message));

	message->role = role;
	message->wall_ms = wall_ms;
	message->end.state =
	    role == ROLE_ASSISTANT ? MESSAGE_STREAMING : MESSAGE_FINISHED;
	message->usage = (struct usage){ -1, -1, -1, -1 };
	message->timing = (struct timing){ -1, -1, 0 };
	text_append(&message->text, bytes, len);
	append(conversation, message);
	return message;
}

struct message *
conversation_adopt(struct conversation *conversation,
    struct conversation *from)
{
	struct message *message = from->messages[--from->count];

	from->revision++;
	append(conversation, message);
	return message;
}

void
conversation_append(struct conversation *conversation, struct message *message,
    const char *bytes, size_t len)
{
	if (!len)
		return;
	text_append(&message->text, bytes, len);
	conversation_touch(conversation, message);
}

void
conversation_finish(struct conversation *conversation, struct message *message,
    const struct ending *end)
{
	ending_release(&message->end);
	ending_copy(&message->end, end);
	conversation_touch(conversation, message);
}

size_t
conversation_find(const struct conversation *conversation, uint64_t id)
{
	size_t low = 0, high = conversation->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (conversation->messages[middle]->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < conversation->count &&
		conversation->messages[low]->id == id
	    ? low
	    : conversation->count;
}

/* Its other versions come in its place. */
static void
drop_last(struct conversation *conversation)
{
	struct message *message =
	    conversation->messages[--conversation->count];

	if (message->versions)
		versions_dissolve(conversation, message->versions);
	message_free(message);
}

void
conversation_truncate(struct conversation *conversation, size_t count)
{
	versions_settle(conversation);
	if (count >= conversation->count)
		return;
	while (conversation->count > count)
		drop_last(conversation);
	conversation->revision++;
	conversation->cuts++;
}

void
conversation_release(struct conversation *conversation)
{
	conversation_truncate(conversation, 0);
	free(conversation->messages);
	text_release(&conversation->system);
	*conversation = (struct conversation){ 0 };
}

void
conversation_take(struct conversation *conversation, struct conversation *from)
{
	uint64_t revision = conversation->revision + from->revision + 1;
	uint64_t cuts = conversation->cuts + from->cuts + 1;

	conversation_release(conversation);
	*conversation = *from;
	conversation->revision = revision;
	conversation->cuts = cuts;
	*from = (struct conversation){ 0 };
}
