/* sse.c: bytes -> server-sent events.
 *
 * It knows lines, fields and events, and nothing of what is in them. A line
 * that lies whole in what is fed is read where it is; others are collected. */
#include "sse.h"

#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"

#define BOM "\xef\xbb\xbf"

/* A stretch of the stream. */
struct stretch {
	const char *bytes;
	size_t len;
	uint64_t offset;
};

struct event {
	bool begun;   /* a field of it came */
	bool dropped; /* it was too long */
	uint64_t offset;
	struct text type;
	struct text payload;
	unsigned lines;
};

struct sse {
	sse_fn *fn;
	void *data;
	bool ending;
	bool after_cr;     /* an LF that comes now belongs to that line end */
	uint64_t fed;      /* bytes before those that are fed now */
	struct text line;  /* the beginning of a line; empty between lines */
	bool line_dropped; /* it was too long */
	uint64_t line_offset;
	struct event event;
};

struct sse *
sse_new(sse_fn *fn, void *data)
{
	struct sse *sse = xcalloc(1, sizeof(*sse));

	sse->fn = fn;
	sse->data = data;
	return sse;
}

void
sse_free(struct sse *sse)
{
	if (!sse)
		return;
	text_release(&sse->line);
	text_release(&sse->event.type);
	text_release(&sse->event.payload);
	free(sse);
}

static void
hand_over(struct sse *sse, struct sse_item item)
{
	item.unterminated = sse->ending;
	sse->fn(sse->data, &item);
}

static void
hand_over_span(struct sse *sse, enum sse_kind kind, struct stretch span)
{
	hand_over(sse, (struct sse_item){
		.kind = kind,
		.bytes = span.bytes,
		.len = span.len,
		.type = "",
		.offset = span.offset,
	});
}

static void
event_drop(struct sse *sse, struct stretch beginning)
{
	if (sse->event.dropped)
		return;
	sse->event.dropped = true;
	hand_over_span(sse, SSE_TOO_LONG, beginning);
}

/* A payload of nothing is a heartbeat. Here we leave the standard, by which
 * one empty data line is an event with empty data. */
static void
event_end(struct sse *sse)
{
	struct event *event = &sse->event;

	if (event->payload.len && !event->dropped)
		hand_over(sse, (struct sse_item){
			.kind = SSE_EVENT,
			.bytes = event->payload.bytes,
			.len = event->payload.len,
			.type = text_string(&event->type),
			.lines = event->lines,
			.offset = event->offset,
		});
	text_clear(&event->type);
	text_clear(&event->payload);
	event->lines = 0;
	event->begun = false;
	event->dropped = false;
}

static void
event_begin(struct event *event, uint64_t offset)
{
	if (event->begun)
		return;
	event->begun = true;
	event->offset = offset;
}

static void
event_add(struct sse *sse, const char *bytes, size_t len)
{
	struct event *event = &sse->event;
	size_t joint = event->lines ? 1 : 0;

	if (joint + len > SSE_LINE_MAX - event->payload.len) {
		event_drop(sse, (struct stretch){ text_string(&event->payload),
		    event->payload.len, event->offset });
		return;
	}
	text_append(&event->payload, "\n", joint);
	text_append(&event->payload, bytes, len);
	event->lines++;
}

/* Returns how long the name of the field is, if the line is one. */
static size_t
name_len(struct stretch line)
{
	const char *colon = memchr(line.bytes, ':', line.len);

	return colon ? (size_t)(colon - line.bytes) : line.len;
}

static bool
is_named(struct stretch line, size_t len, const char *name)
{
	return len == strlen(name) && !memcmp(line.bytes, name, len);
}

static void
take_field(struct sse *sse, struct stretch line, size_t name)
{
	size_t value = name < line.len ? name + 1 : name;

	if (value < line.len && line.bytes[value] == ' ')
		value++;
	if (is_named(line, name, "data")) {
		event_begin(&sse->event, line.offset);
		event_add(sse, line.bytes + value, line.len - value);
	} else if (is_named(line, name, "event")) {
		event_begin(&sse->event, line.offset);
		text_clear(&sse->event.type);
		text_append(&sse->event.type, line.bytes + value,
		    line.len - value);
	} else if (is_named(line, name, "id") ||
	           is_named(line, name, "retry")) {
		event_begin(&sse->event, line.offset);
	} else {
		hand_over_span(sse, SSE_STRANGE, line);
	}
}

static struct stretch
without_bom(struct stretch line)
{
	size_t len = strlen(BOM);

	if (line.offset > 0 || line.len < len || memcmp(line.bytes, BOM, len))
		return line;
	return (struct stretch){ line.bytes + len, line.len - len, len };
}

static void
take_line(struct sse *sse, struct stretch line)
{
	line = without_bom(line);
	if (!line.len)
		event_end(sse);
	else if (line.bytes[0] == ':')
		hand_over_span(sse, SSE_COMMENT, (struct stretch){
		    line.bytes + 1, line.len - 1, line.offset });
	else
		take_field(sse, line, name_len(line));
}

/* An event that lost a line is no event any more. */
static void
line_drop(struct sse *sse)
{
	struct stretch line = without_bom((struct stretch){ sse->line.bytes,
	    sse->line.len, sse->line_offset });

	sse->line_dropped = true;
	if (is_named(line, name_len(line), "data"))
		event_drop(sse, line);
	else
		hand_over_span(sse, SSE_TOO_LONG, line);
}

static void
line_collect(struct sse *sse, struct stretch more)
{
	size_t room = SSE_LINE_MAX - sse->line.len;

	if (sse->line_dropped)
		return;
	if (!sse->line.len)
		sse->line_offset = more.offset;
	text_append(&sse->line, more.bytes, more.len < room ? more.len : room);
	if (more.len > room)
		line_drop(sse);
}

static void
line_end(struct sse *sse, struct stretch rest)
{
	if (!sse->line.len && rest.len <= SSE_LINE_MAX) {
		take_line(sse, rest);
		return;
	}
	line_collect(sse, rest);
	if (!sse->line_dropped)
		take_line(sse, (struct stretch){ sse->line.bytes, sse->line.len,
		    sse->line_offset });
	text_clear(&sse->line);
	sse->line_dropped = false;
}

static size_t
find(const char *bytes, size_t from, size_t to, char byte)
{
	const char *found = memchr(bytes + from, byte, to - from);

	return found ? (size_t)(found - bytes) : to;
}

/* Looks at each byte twice: an LF that was found is remembered, and a CR is
 * sought before it only. */
static void
take_lines(struct sse *sse, const char *bytes, size_t len)
{
	size_t lf = 0;

	for (size_t at = 0, end; at < len; at = end + 1) {
		if (lf <= at)
			lf = find(bytes, at, len, '\n');
		end = find(bytes, at, lf, '\r');
		struct stretch span = { bytes + at, end - at, sse->fed + at };
		bool ends_crlf = sse->after_cr && at == lf;

		sse->after_cr = end < lf;
		if (end == len)
			line_collect(sse, span);
		else if (!ends_crlf)
			line_end(sse, span);
	}
}

void
sse_feed(struct sse *sse, const char *bytes, size_t len)
{
	take_lines(sse, bytes, len);
	sse->fed += len;
}

void
sse_end(struct sse *sse, bool clean)
{
	sse->ending = true;
	if (clean && sse->line.len)
		line_end(sse, (struct stretch){ 0 });
	event_end(sse);
}
