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
	/* How many engines answer. Each is a choice; one alone may bring more
	 * with ENGINE_CHOICE. */
	size_t choices;
	int64_t prompt_tokens; /* of all prompts; -1 unknown: the engine says */
	const struct asked *asked; /* stream_options, logprobs, stop, ... */
	const struct faults *faults; /* NULL: none */
};

/* Fills the head of a sound reply, as faults change it. */
void reply_head(struct reply_head *head, const struct reply_form *form);

struct reply_stream;

/* Copies the form; what it points to stays until the stream is freed. */
struct reply_stream *reply_stream_new(const struct reply_form *form);
void reply_stream_free(struct reply_stream *stream);
/* The chunks that come before any text. */
void reply_stream_begin(struct reply_stream *stream, struct text *out);
/* An event of the engine that answers as this choice. Text, reasoning, refusal,
 * tool calls, other choices, usage, the last event; all others write nothing.
 *
 * After the last event of the last engine come usage, if asked, and [DONE], and
 * REPLY_END is returned. A failure writes the error and [DONE] at once, for all
 * choices, as vLLM does: before anything was written it is better answered with
 * an HTTP status, and not brought here. An answer that was cut off or cancelled
 * is told by REPLY_CLOSE. Behind these, nothing is written any more. */
enum reply_then reply_stream_event(struct reply_stream *stream, size_t choice,
    const struct engine_event *event, struct text *out);

/* The same as one JSON object: begun with reply_stream_collect() in place of
 * reply_stream_begin(), the stream writes nothing, and keeps all of it until
 * REPLY_END. Faults of single chunks are not in it. */
void reply_stream_collect(struct reply_stream *stream);
void reply_stream_whole(const struct reply_stream *stream, struct text *out);

/* The JSON of an error, with all four fields. */
void reply_error(struct text *out, const struct api_error *error);

#endif
