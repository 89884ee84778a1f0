/* lines.h: bytes of a file, plain or gzip, to lines. Does no I/O. */
#ifndef LINES_H
#define LINES_H

#include <stddef.h>

#include "../engine/span.h"

enum { LINES_LONGEST = 16 * 1024 * 1024 };

enum lines_result {
	LINES_NONE, /* feed more, or it is over */
	LINES_LINE,
	LINES_OPEN, /* the last one, and no newline ends it */
	LINES_LONG, /* longer than LINES_LONGEST; passed over */
};

struct lines;

struct lines *lines_new(void);
void lines_free(struct lines *lines);

/* The bytes must stay until lines_next() says LINES_NONE, and until then no
 * others may be fed: what a little gzip data grows to is never held at once. */
void lines_feed(struct lines *lines, const char *bytes, size_t len);
/* Nothing more comes. */
void lines_end(struct lines *lines);
/* The line is without its newline, and valid until the next call. */
enum lines_result lines_next(struct lines *lines, struct span *line);
/* What is wrong with the gzip data, or NULL; known when it is over. */
const char *lines_fault(const struct lines *lines);

#endif
