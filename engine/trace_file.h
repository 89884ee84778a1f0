/* trace_file.h: a file of trace records, or the segments of one: lines are
 * gathered and written together, whole lines only. Knows no thread. */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/text.h"

enum trace_format {
	TRACE_JSONL,
	TRACE_JSONL_GZ, /* PATH.000000.jsonl.gz and so on */
};

/* Whether to give up a write that waits; asked every TRACE_FILE_POLL_MS. */
typedef bool trace_give_up_fn(void *data);

enum { TRACE_FILE_POLL_MS = 100 };

struct trace_file_options {
	const char *path; /* stays */
	const char *what; /* one line of it, for people; NULL: trace record */
	enum trace_format format;
	int64_t buffer_bytes; /* written when there are that many */
	int64_t roll_bytes;   /* a segment ends after so many, uncompressed, */
	int64_t roll_lines;   /* or so many lines; 0 is never */
	trace_give_up_fn *give_up;
	void *give_up_data;
};

struct trace_file;

/* What the lines are called, for people: one of them. */
const char *trace_file_what(const struct trace_file_options *options);

/* NULL with a sentence in error. Files that are there are appended to, but for
 * segments, which take the first numbers that are free. */
struct trace_file *trace_file_open(const struct trace_file_options *options,
    struct text *error);
/* Adds a line, which has no newline. */
void trace_file_add(struct trace_file *file, const char *bytes, size_t len);
/* True if lines wait for a flush. */
bool trace_file_waits(const struct trace_file *file);
/* Writes what was gathered; of a segment, that ends a gzip member. */
void trace_file_flush(struct trace_file *file);
/* Lines that could not be written. */
uint64_t trace_file_lost(const struct trace_file *file);
/* Why the first of them was not, or NULL. */
const char *trace_file_error(const struct trace_file *file);
/* Does not flush. A segment in which nothing stands is removed. */
void trace_file_close(struct trace_file *file);

/* Writes all, in pieces of at most `most` bytes, waiting while the other side is
 * slow. False with errno if it cannot; *written tells how far it came. */
bool trace_write(int fd, const char *bytes, size_t len, size_t most,
    trace_give_up_fn *give_up, void *data, size_t *written);

#endif
