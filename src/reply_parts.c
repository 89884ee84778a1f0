/* reply_parts.c: what engine events add to the message of a reply. */
#include "reply_parts.h"

#include <stdlib.h>

#include "xalloc.h"

static void
add_text(struct text *to, const struct text *more)
{
	text_append(to, more->bytes, more->len);
}

static void
add_tool_call(struct message *reply, const struct engine_event *event)
{
	struct tool_call *call =
	    message_tool_call(reply, (size_t)event->number);

	add_text(&call->id, &event->call->id);
	add_text(&call->name, &event->call->name);
	add_text(&call->arguments, &event->call->arguments);
}

static void
add_choice(struct message *reply, const struct engine_event *event)
{
	struct choice *choice = message_choice(reply, event->number);

	text_append(&choice->text, event->bytes, event->len);
	if (event->string) {
		free(choice->finish_reason);
		choice->finish_reason = xstrdup(event->string);
	}
}

static void
add_anomaly(struct message *reply, const struct engine_event *event)
{
	struct text code = { 0 };

	text_add(&code, event->string);
	strings_add(&reply->anomalies, &code);
	text_release(&code);
}

static bool
set_model(struct message *reply, const char *model)
{
	if (!model)
		return false;
	free(reply->model);
	reply->model = xstrdup(model);
	return true;
}

bool
reply_take(struct message *reply, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_REQUEST:
		return set_model(reply, event->string);
	case ENGINE_REASONING:
		text_append(&reply->reasoning, event->bytes, event->len);
		return true;
	case ENGINE_REFUSAL:
		text_append(&reply->refusal, event->bytes, event->len);
		return true;
	case ENGINE_TOOL_CALL:
		add_tool_call(reply, event);
		return true;
	case ENGINE_CHOICE:
		add_choice(reply, event);
		return true;
	case ENGINE_ANOMALY:
		add_anomaly(reply, event);
		return true;
	case ENGINE_USAGE:
		reply->usage = event->usage;
		return true;
	case ENGINE_BYTES:
	case ENGINE_HEAD:
	case ENGINE_RAW:
	case ENGINE_TEXT:
	case ENGINE_HELD:
	case ENGINE_MATCHED:
	case ENGINE_TOKEN_IDS:
	case ENGINE_NOTE:
	case ENGINE_ANSWERED:
	case ENGINE_FINISHED:
	case ENGINE_FAILED:
	case ENGINE_CANCELLED:
		break;
	}
	return false;
}

static int
compare_choices(const void *a, const void *b)
{
	int64_t first = ((const struct choice *)a)->index;
	int64_t second = ((const struct choice *)b)->index;

	return (first > second) - (first < second);
}

void
reply_sort_choices(struct message *reply)
{
	if (reply->other_count)
		qsort(reply->others, reply->other_count,
		    sizeof(*reply->others), compare_choices);
}
