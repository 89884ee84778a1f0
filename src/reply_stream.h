/* reply_stream.h: a reply as the OpenAI API writes it, from engine events: a
 * stream of chunks, or one JSON object. Wrong on purpose where faults say so.
 * Pure: what is to be done besides writing is told. */
#ifndef REPLY_STREAM_H
#define REPLY_STREAM_H

#include "../engine/engine.h"
#include "../engine/request_read.h"
#include "fault.h"

/* What stays the same in the whole reply. The strings stay the owner's. */
struct reply_form {
	enum endpoint endpoint;
	const char *id;
	const char *model;
	int64_t created; /* seconds since 1970 */
	size_t choices;
	int64_t prompt_tokens; /* -1 unknown */
	const struct asked *asked; /* stream_options, logprobs, stop, ... */
	const struct faults *faults;
	uint64_t seed; /* for what faults choose */
};

/* The head, and what is done with the body. Faults change it. */
struct reply_head {
	int status;
	const char *content_type;
	const char *content_encoding; /* NULL: none */
	const char *retry_after;      /* NULL: none */
	/* Of a body that is sent at once: how many bytes the Content-Length is
	 * too large. */
	size_t lie;
	/* Instead of the reply: this whole body. NULL: the reply. */
	const char *instead;
};

/* Fills the head of a sound reply, as faults change it. */
void reply_head(struct reply_head *head, const struct reply_form *form);

/* What is to be done after what was written. */
enum reply_then {
	REPLY_GO_ON,
	REPLY_TRICKLE, /* from here on byte by byte */
	REPLY_STALL,   /* nothing more is sent, the connection stays */
	REPLY_CLOSE,   /* closed without the end of its framing */
	REPLY_RESET,
};

struct reply_stream;

struct reply_stream *reply_stream_new(const struct reply_form *form);
void reply_stream_free(struct reply_stream *stream);
/* The chunks that come before any text. */
void reply_stream_begin(struct reply_stream *stream, struct text *out);
/* An event of the engine that answers as this choice. Text, reasoning, refusal,
 * tool calls, other choices, usage, the last event; all others write nothing.
 * After the last event of the last choice: usage if asked, and [DONE]. */
enum reply_then reply_stream_event(struct reply_stream *stream, size_t choice,
    const struct engine_event *event, struct text *out);

/* The same as one JSON object; reads what was fed to the stream, which has
 * written nothing if it was begun with reply_stream_collect() in place of
 * reply_stream_begin(). */
void reply_stream_collect(struct reply_stream *stream);
void reply_stream_whole(const struct reply_stream *stream, struct text *out);

/* The JSON of an error, with all four fields. */
void reply_error(struct text *out, const struct api_error *error);

#endif
