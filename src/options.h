/* options.h: the command line, from one table of options: names, arguments,
 * help. The manual's list is the same list. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "config.h"
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

/* Where a value comes from. A later one wins. */
enum source {
	SOURCE_DEFAULT, SOURCE_FILE, SOURCE_ENVIRONMENT, SOURCE_COMMAND_LINE,
};

struct origin {
	enum source source;
	int line; /* of the file */
	const char *variable;
};

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
	const char *engine; /* its name, address or file */
	const char *section; /* of the file that it was named by; NULL: none */
	struct settings settings; /* with those of its section */
	struct settings general;  /* without */
	struct text template; /* what request_template holds */
	struct text system;
	const char *request_template; /* path, or NULL */
	const char *resume; /* a conversation, "" the newest, NULL none */
	const char *prompt; /* NULL: none given */
	struct strings breaks; /* see breaks_add() */
	const char *demo; /* its name, "" the tour, NULL none */
	struct text compare; /* what --compare names; empty: nothing */
	bool json;
	const char *expect_finish; /* NULL: any */
	enum pane_place trace_pane;
	struct tracing tracing;
	struct serve_options serve;
	bool plain;
	enum trace_level level;
	bool help, version, list_engines, print_config; /* say so and leave */
	const char *completion; /* of a shell; likewise */

	const char *config_path; /* NULL: the usual one */
	bool no_config; /* there is none: set it before options_read() */
	struct config config;
	struct origin origins[OPTIONS_MAX]; /* in the order of the table */
	struct origin engine_origin;
	struct strings kept; /* what the file holds, for pointers into it */
};

/* Puts the defaults into a zeroed struct. */
void options_init(struct options *options);
void options_release(struct options *options);

/* Reads the file, the environment and the command line. False with sentences in
 * error, a line each. Sentences about things that were passed over are added to
 * warning, a line each. */
bool options_read(struct options *options, int argc, char **argv,
    struct text *error, struct text *warning);
/* Whether an option of that name was on the command line. */
bool options_given(const struct options *options, const char *name);
/* Copies the settings that hold for an engine, NULL for one without a section,
 * into a zeroed struct. False with a sentence in error. */
bool options_settings(const struct options *options,
    const struct config_engine *engine, struct settings *settings,
    struct text *error);
/* Copies a string that shall live as long as the options do. */
const char *options_keep(struct options *options, const char *string);

/* Appends the text of --help. */
void options_help(struct text *out);

/* Names of the places of the trace pane: "right", "bottom", "off". */
bool pane_place_read(const char *name, enum pane_place *place);

#endif
