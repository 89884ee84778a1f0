/* toolcalls.c: the tool calls of an answer, put together from pieces. It keeps
 * no arguments: they go on as they come. */
#include "toolcalls.h"

#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"

/* More is no answer but an attack: each piece looks through all of them. */
enum { CALLS_MAX = 256 };

struct open_call {
	bool has_index;
	int64_t index;
	struct text id, name;
	bool has_arguments;
	struct surrogate half; /* at the end of the arguments */
};

void
toolcalls_release(struct toolcalls *calls)
{
	for (size_t i = 0; i < calls->count; i++) {
		text_release(&calls->calls[i].id);
		text_release(&calls->calls[i].name);
	}
	free(calls->calls);
	*calls = (struct toolcalls){ 0 };
}

static bool
same(const struct text *a, const struct text *b)
{
	return a->len == b->len && !memcmp(text_string(a), text_string(b),
	    a->len);
}

static struct open_call *
find_index(const struct toolcalls *calls, int64_t index)
{
	for (size_t i = calls->count; i-- > 0;)
		if (calls->calls[i].has_index &&
		    calls->calls[i].index == index)
			return &calls->calls[i];
	return NULL;
}

static struct open_call *
find_id(const struct toolcalls *calls, const struct text *id)
{
	for (size_t i = calls->count; i-- > 0;)
		if (same(&calls->calls[i].id, id))
			return &calls->calls[i];
	return NULL;
}

/* Without an index and an id, a name begins a call. */
static struct open_call *
find_last(const struct toolcalls *calls, const struct tool_piece *piece)
{
	struct open_call *last = NULL;

	if (calls->count)
		last = &calls->calls[calls->count - 1];
	if (last && piece->call.name.len &&
	    (last->name.len || last->has_arguments))
		return NULL;
	return last;
}

static struct open_call *
find(const struct toolcalls *calls, struct report *report,
    const struct tool_piece *piece)
{
	const struct text *id = &piece->call.id;

	if (piece->whole)
		return NULL;
	if (!piece->has_index)
		return id->len ? find_id(calls, id) : find_last(calls, piece);
	struct open_call *call = find_index(calls, piece->index);

	if (!call || !id->len || !call->id.len || same(&call->id, id))
		return call;
	report_anomaly(report, ANOMALY_TOOL_CALL_INDEX_REUSED, id->bytes,
	    id->len);
	/* It may go on in later pieces. */
	call = find_id(calls, id);
	return call && call->has_index && call->index == piece->index ? call
	                                                              : NULL;
}

static struct open_call *
add(struct toolcalls *calls, const struct tool_piece *piece)
{
	if (calls->count == CALLS_MAX)
		return NULL;
	calls->calls = xgrow(calls->calls, calls->count, &calls->capacity,
	    sizeof(*calls->calls));
	struct open_call *call = &calls->calls[calls->count++];

	*call = (struct open_call){
		.has_index = piece->has_index, .index = piece->index };
	return call;
}

static void
tell(struct toolcalls *calls, struct report *report,
    const struct open_call *call, const struct tool_call *news)
{
	report_event(report, &(struct engine_event){
		.kind = ENGINE_TOOL_CALL,
		.number = call - calls->calls,
		.call = news,
	});
}

/* Some servers repeat id and name in each piece. */
static void
add_new(struct text *known, const struct text *came, struct text *news)
{
	if (same(known, came))
		return;
	text_append(known, came->bytes, came->len);
	text_append(news, came->bytes, came->len);
}

void
toolcalls_add(struct toolcalls *calls, struct report *report,
    const struct tool_piece *piece)
{
	struct open_call *call = find(calls, report, piece);
	struct tool_call news = { 0 };
	const struct text *arguments = &piece->call.arguments;

	if (!call)
		call = add(calls, piece);
	if (!call) {
		report_anomaly(report, ANOMALY_UNEXPECTED_JSON_SHAPE,
		    piece->call.name.bytes, piece->call.name.len);
		return;
	}
	if (!call->id.len)
		add_new(&call->id, &piece->call.id, &news.id);
	add_new(&call->name, &piece->call.name, &news.name);
	call->has_arguments |= arguments->len > 0;
	report_surrogates(report, surrogate_feed(&call->half,
	    text_string(arguments), arguments->len, &news.arguments),
	    arguments->bytes, arguments->len);
	tell(calls, report, call, &news);
	text_release(&news.id);
	text_release(&news.name);
	text_release(&news.arguments);
}

void
toolcalls_end(struct toolcalls *calls, struct report *report)
{
	for (size_t i = 0; i < calls->count; i++) {
		struct open_call *call = &calls->calls[i];
		struct tool_call news = { 0 };
		unsigned met = surrogate_end(&call->half, &news.arguments);

		report_surrogates(report, met, NULL, 0);
		if (met)
			tell(calls, report, call, &news);
		text_release(&news.arguments);
	}
}
