/* options.h: the command line, from one table of options: names, arguments,
 * help. The manual's list is the same list. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "serve.h"
#include "settings.h"
#include "text.h"
#include "trace.h"
#include "tracing.h"

enum input_mode {
	INPUT_DEFAULT, INPUT_TEXT, INPUT_STDIN, INPUT_BATCH, INPUT_HTTP,
	INPUT_TRACE, INPUT_CHECK,
};
enum pane_place { PANE_AUTO, PANE_RIGHT, PANE_BOTTOM, PANE_OFF };

struct options {
	enum input_mode input;
	const char *batch; /* path of in=batch; - is standard input */
	const char *output; /* path of its results; NULL: not given */
	bool force;
	int64_t concurrency;
	const char **traces; /* paths of in=trace; - is standard input */
	size_t trace_count, trace_capacity;
	const char *perfetto; /* path, - for standard output, or NULL */
	const char *junit; /* path, or NULL */
	const char *engine;
	struct settings settings;
	struct text system;
	const char *request_template; /* path, or NULL */
	const char *resume; /* a conversation, "" the newest, NULL none */
	const char *prompt; /* NULL: none given */
	bool json;
	const char *expect_finish; /* NULL: any */
	enum pane_place trace_pane;
	struct tracing tracing;
	struct serve_options serve;
	bool plain;
	enum trace_level level;
	bool help, version, list_engines; /* say so and leave */
};

/* What the struct holds after zeroing; reads DYN_TOKEN_ECHO_DELAY_MS. A bad
 * value is a sentence in warning, and the default holds. */
void options_init(struct options *options, struct text *warning);
void options_release(struct options *options);

/* Reads the command line. False with a sentence in error. Sentences about
 * things that were passed over are added to warning, a line each. */
bool options_read(struct options *options, int argc, char **argv,
    struct text *error, struct text *warning);

/* Appends the text of --help. */
void options_help(struct text *out);

/* Names of the places of the trace pane: "right", "bottom", "off". */
bool pane_place_read(const char *name, enum pane_place *place);

#endif
