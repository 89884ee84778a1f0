/* chunk.h: reads the JSON of a chunk, or of a whole reply, and tells a reply
 * what is in it. Knows all forms that chunks come in. */
#ifndef CHUNK_H
#define CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "jsonread.h"
#include "reply.h"

struct payload {
	const char *bytes; /* UTF-8 */
	const struct json *root;
	bool whole; /* one reply, and not a chunk of many */
	bool has_error; /* an error stands beside the chunk */
	/* U+FFFD in it may be ours, put there for invalid bytes. */
	bool repaired;
};

/* Zeros but for the first three are ready. */
struct chunk_reader {
	const struct settings *settings;
	struct report *report;
	struct reply *reply;

	const struct payload *payload;
	struct text id; /* the first one */
	bool has_index;
	int64_t index; /* of the last choice that came alone */
	bool has_extra; /* choices came that were not asked for */
	int64_t main_index; /* of the answer among them */
	struct tool_piece piece;
	uint32_t *ids; /* for a moment only */
	size_t id_capacity;
};

void chunk_reader_release(struct chunk_reader *reader);
/* Returns false if it is no chunk: it has neither choices nor usage. */
bool chunk_read(struct chunk_reader *reader, const struct payload *payload);

#endif
