/* eventcopy.c: an engine event that lives longer than the call it came in. */
#include "eventcopy.h"

#include <stdlib.h>

#include "xalloc.h"

struct event_copy {
	struct engine_event event;
	struct text bytes, string;
	struct tool_call call;
	struct ending end;
	uint32_t *ids;
};

/* Returns the copy, or NULL for what is not there. */
static const char *
copy_bytes(struct text *copy, const char *bytes, size_t len)
{
	if (!bytes)
		return NULL;
	text_append(copy, bytes, len);
	return text_string(copy);
}

static void
copy_text(struct text *copy, const struct text *text)
{
	text_append(copy, text_string(text), text->len);
}

static void
copy_call(struct event_copy *copy, const struct tool_call *call)
{
	if (!call)
		return;
	copy_text(&copy->call.id, &call->id);
	copy_text(&copy->call.name, &call->name);
	copy_text(&copy->call.arguments, &call->arguments);
	copy->event.call = &copy->call;
}

struct event_copy *
event_copy_new(const struct engine_event *event)
{
	struct event_copy *copy = xcalloc(1, sizeof(*copy));

	copy->event = *event;
	copy->event.bytes = copy_bytes(&copy->bytes, event->bytes, event->len);
	copy->event.string =
	    copy_bytes(&copy->string, event->string, event->string_len);
	copy_call(copy, event->call);
	if (event->end) {
		ending_copy(&copy->end, event->end);
		copy->event.end = &copy->end;
	}
	if (event->ids) {
		copy->ids = xmalloc(event->id_count * sizeof(*copy->ids));
		for (size_t i = 0; i < event->id_count; i++)
			copy->ids[i] = event->ids[i];
		copy->event.ids = copy->ids;
	}
	return copy;
}

void
event_copy_free(struct event_copy *copy)
{
	text_release(&copy->bytes);
	text_release(&copy->string);
	text_release(&copy->call.id);
	text_release(&copy->call.name);
	text_release(&copy->call.arguments);
	ending_release(&copy->end);
	free(copy->ids);
	free(copy);
}

const struct engine_event *
event_copy_event(const struct event_copy *copy)
{
	return &copy->event;
}
