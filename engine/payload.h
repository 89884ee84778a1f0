/* payload.h: reads what comes at once: the payload of an event, a line, or a
 * whole body. It is a chunk, an error of any form, [DONE], or broken. */
#ifndef PAYLOAD_H
#define PAYLOAD_H

#include <stdbool.h>

#include "chunk.h"
#include "span.h"

/* Zeros but for what payload_init() sets. */
struct payload_reader {
	struct report *report;
	struct reply *reply;
	struct chunk_reader chunks;
	struct json_reader *json;
	struct text repaired; /* the payload as valid UTF-8 */

	bool any;       /* a payload came */
	bool has_chunk; /* one that could be used */
	bool done;      /* [DONE] */
	bool answered;  /* ENGINE_ANSWERED was sent */
	bool failed;    /* an error came */
	struct text error; /* its message; the first one */
	struct text guess; /* an error, if no chunk comes */
};

void payload_init(struct payload_reader *reader,
    const struct settings *settings, struct report *report,
    struct reply *reply);
void payload_release(struct payload_reader *reader);

/* The payload of an event, of so many lines. certain: the event is called
 * error. */
void payload_event(struct payload_reader *reader, struct span payload,
    unsigned lines, bool certain);
/* A line that is JSON and no field. */
void payload_bare_json(struct payload_reader *reader, struct span line);
/* A line "error: rest" in place of "data: rest". False if there is none. */
bool payload_error_line(struct payload_reader *reader, struct span line,
    struct span rest);
/* A body that is no stream. Broken JSON is told only if the end was clean. */
void payload_body(struct payload_reader *reader, struct span body, bool clean);
/* The body that came with an error status. */
void payload_error_body(struct payload_reader *reader, struct span body,
    int status);
void payload_done(struct payload_reader *reader);
/* No more will come. */
void payload_end(struct payload_reader *reader);

bool payload_is_done(struct span payload);
/* Whether it is an object and nothing else. */
bool payload_is_object(struct payload_reader *reader, struct span payload);
bool payload_is_json(struct payload_reader *reader, struct span payload);

#endif
