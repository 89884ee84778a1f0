/* storeread.h: the lines of a stored conversation, read; storeline.h has the
 * format. Pure: files are storefile.c's business. */
#ifndef STOREREAD_H
#define STOREREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/jsonread.h"
#include "conversation.h"
#include "text.h"

/* Zeros, but for the conversation, which is empty. */
struct storereader {
	struct conversation *conversation;
	struct json_reader *json;
	size_t lines; /* that were read */
	bool waiting; /* at the end: for the message of another version */
};

/* Reads the next line, without its end; messages keep their number. False if it
 * is broken; kinds that are not known are passed over. */
bool storeread_line(struct storereader *reader, const char *bytes,
    size_t len);
/* Says that no more lines come: a reply without an end was cut off. */
void storeread_end(struct storereader *reader);
void storeread_release(struct storereader *reader);
/* Whether these bytes are the beginning of the first line, or the other way
 * round. */
bool storeread_is_head(const char *bytes, size_t len);

/* ---- What a list of conversations wants to know. */

struct storefacts {
	struct text title, engine;
	int64_t wall_ms; /* 0 unknown */
	int64_t count;   /* of messages; -1 unknown */
};

/* Puts what the line says into the facts where they are still unknown. False if
 * the line is broken. */
bool storeread_look(struct storefacts *facts, struct json_reader *reader,
    const char *bytes, size_t len);

#endif
