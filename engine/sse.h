/* sse.h: bytes -> server-sent events. Pure, one pass, fed at any cut.
 *
 * The rules are those of the event stream format of HTML: lines end with LF,
 * CR or CRLF; one byte order mark at the beginning is dropped; data fields are
 * joined with LF; comments are told but are no events; other fields than data,
 * event, id and retry are no fields. What is no field at all is handed over as
 * it is: servers put errors and bare JSON there. */
#ifndef SSE_H
#define SSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/text.h"

enum { SSE_LINE_MAX = 16 * 1024 * 1024 };

enum sse_kind {
	SSE_EVENT,   /* its data, joined; an event without data is none */
	SSE_COMMENT, /* the line, without the colon */
	SSE_STRANGE, /* a line that is no field, whole */
	SSE_TOO_LONG, /* a line or an event was over SSE_LINE_MAX and was dropped;
	               * bytes are its beginning */
};

struct sse_item {
	enum sse_kind kind;
	const char *bytes;
	size_t len;
	const char *type; /* of an event; "" if it has none */
	unsigned lines;   /* data lines of an event */
	bool unterminated; /* the end of the stream ended it */
	uint64_t offset;  /* of its first byte in the stream */
};

/* What an item points to is valid during the call. */
typedef void sse_fn(void *data, const struct sse_item *item);

struct sse;

struct sse *sse_new(sse_fn *fn, void *data);
void sse_free(struct sse *sse);
/* fn may not free the parser. */
void sse_feed(struct sse *sse, const char *bytes, size_t len);
/* The stream is over; nothing is fed any more. A pending event is handed over:
 * when the end was not clean it may lack lines, and a half line is dropped. */
void sse_end(struct sse *sse, bool clean);

#endif
