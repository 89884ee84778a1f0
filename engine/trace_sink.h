/* trace_sink.h: where trace records go: a file, standard error, or both.
 *
 * Writing is the work of a thread of its own behind a bounded queue: whoever
 * adds a record never waits. When the queue is full the oldest are lost, and
 * counted. */
#ifndef TRACE_SINK_H
#define TRACE_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/text.h"
#include "trace_file.h"

struct trace_sink_options {
	bool file, standard_error;
	struct trace_file_options to; /* its give_up is the sink's */
	int64_t capacity;             /* of the queue, in records */
	int64_t flush_ms; /* a record waits no longer to be written */
};

struct trace_sink;

/* NULL with a sentence in error if the file cannot be written. */
struct trace_sink *trace_sink_open(const struct trace_sink_options *options,
    struct text *error);
/* Takes the bytes of the line, which has no newline; it is empty then. */
void trace_sink_add(struct trace_sink *sink, struct text *line);
/* Appends sentences, a line each, about what went wrong since the last call. */
void trace_sink_news(struct trace_sink *sink, struct text *sentences);
/* Writes out the queue; waits, but not for ever for a reader that has stopped.
 * Appends the last news. */
void trace_sink_close(struct trace_sink *sink, struct text *sentences);

#endif
