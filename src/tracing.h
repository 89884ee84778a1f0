/* tracing.h: whether and where request trace records are wanted: options and
 * the DYN_REQUEST_TRACE variables. */
#ifndef TRACING_H
#define TRACING_H

#include <stdbool.h>
#include <stdint.h>

#include "../engine/trace_sink.h"
#include "text.h"

struct tracing {
	/* Of the command line; NULL: not given. */
	const char *path;
	const char *format; /* one that tracing_format() knows */
	int64_t block_size;
	bool characters; /* a token of a server's prompt is a character */
	const char *session_id, *parent_session_id;

	/* Of both, after tracing_settle(). */
	bool on;
	struct trace_sink_options sinks;
};

/* Variables that say what options may say too. */
#define TRACING_OUTPUT_PATH "DYN_REQUEST_TRACE_OUTPUT_PATH"
#define TRACING_FILE_PATH "DYN_REQUEST_TRACE_FILE_PATH"
#define TRACING_FILE_FORMAT "DYN_REQUEST_TRACE_FILE_FORMAT"

void tracing_init(struct tracing *tracing);
/* Reads the environment for what the command line does not say. A bad value is
 * a line in warning, and the default holds. */
void tracing_settle(struct tracing *tracing, struct text *warning);
/* Whether a variable says that there are to be no records, which only the
 * command line may contradict. */
bool tracing_is_off(void);
/* Returns whether there is a format of that name. */
bool tracing_format(const char *name, enum trace_format *format);
/* Returns whether the whole string is a number in these limits. */
bool tracing_number(const char *string, int64_t least, int64_t most,
    int64_t *number);

#endif
