/* options.c: the command line. What there may be on it is in option_table.c. */
#include "options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/request.h"
#include "escape.h"
#include "file.h"
#include "nearest.h"
#include "option_table.h"
#include "utf8.h"
#include "xalloc.h"

enum { TEMPLATE_MB = 16 };

/* ---- What was said, put together. */

/* Begins a sentence about a value that is found wrong late. */
static void
add_place(const struct options *options, const struct origin *origin,
    const char *key, struct text *error)
{
	if (origin->source == SOURCE_FILE)
		text_printf(error, "%s:%d: %s: ",
		    text_string(&options->config.path), origin->line, key);
}

static bool
read_template(struct options *options, struct text *error)
{
	const char *key = "request_template", *path = options->request_template;
	struct text why = { 0 };
	bool ok;

	if (!path)
		return true;
	ok = file_read(path, TEMPLATE_MB, &options->template, &why);
	if (!ok) {
		add_place(options,
		    option_origin(options, option_by_key(key)), key, error);
		text_append(error, why.bytes, why.len);
	}
	text_release(&why);
	if (!ok)
		return false;
	if (strlen(text_string(&options->template)) == options->template.len)
		return true;
	text_printf(error, "%s is not JSON: it holds a NUL", path);
	return false;
}

const char *
options_keep(struct options *options, const char *string)
{
	struct text text = { 0 };
	size_t i = options->kept.count;

	if (!*string)
		return "";
	text_add(&text, string);
	strings_add(&options->kept, &text);
	/* It may have been there. */
	while (i == options->kept.count ||
	    strcmp(text_string(&options->kept.items[i]), string))
		i--;
	text_release(&text);
	return text_string(&options->kept.items[i]);
}

bool
options_given(const struct options *options, const char *name)
{
	const struct option *option = option_by_key(name);

	return option_origin(options, option)->source == SOURCE_COMMAND_LINE;
}

/* What an engine's section says gives way to the environment and the command
 * line. */
static void
apply_section(const struct options *options,
    const struct config_engine *engine, struct settings *settings)
{
	for (const struct option *o = option_table; o->name; o++)
		if (engine->lines[o - option_table] &&
		    option_origin(options, o)->source <= SOURCE_FILE)
			setting_copy(settings, &engine->settings,
			    setting_find(o->setting));
}

bool
options_settings(const struct options *options,
    const struct config_engine *engine, struct settings *settings,
    struct text *error)
{
	settings_copy(settings, &options->general);
	if (engine)
		apply_section(options, engine, settings);
	/* What the template says holds only where nothing else was said. */
	return !options->request_template ||
	    request_template_read(settings, text_string(&options->template),
		options->request_template, error);
}

/* The list of engines is for those who do not know a name. */
static bool
check_engine(const struct options *options, struct text *error)
{
	struct text why = { 0 };
	bool ok = options->list_engines ||
	    config_has_engine(&options->config, options->engine, &why);

	if (!ok) {
		add_place(options, &options->engine_origin, "out", error);
		text_append(error, why.bytes, why.len);
	}
	text_release(&why);
	return ok;
}

/* After all is read. */
static bool
settle(struct options *options, struct text *error)
{
	const struct config_engine *engine =
	    config_engine(&options->config, options->engine);

	if (engine) {
		options->section = text_string(&engine->name);
		options->engine = text_string(&engine->target);
	}
	settings_release(&options->settings);
	options->config.theme.theme = options->general.theme;
	return (engine || check_engine(options, error)) &&
	    read_template(options, error) &&
	    options_settings(options, engine, &options->settings, error);
}

/* ---- Words and options. */

/* As GNU programs do: the beginning of a name is enough if it is of one only. */
static const struct option *
find_long(const char *name, size_t len)
{
	const struct option *found = NULL;
	size_t count = 0;

	for (const struct option *o = option_table; o->name && len; o++) {
		if (strncmp(o->name, name, len))
			continue;
		if (!o->name[len])
			return o;
		found = o;
		count++;
	}
	return count == 1 ? found : NULL;
}

static const struct option *
find_short(char letter)
{
	for (const struct option *o = option_table; o->name; o++)
		if (o->letter && o->letter == letter)
			return o;
	return NULL;
}

/* The command line is read twice, for what must be known first and for the
 * rest. */
static bool
apply(const struct option *option, struct reading *reading, const char *value)
{
	if (reading->first != (option->when == OPTION_FIRST))
		return true;
	return option_set(reading, option, value);
}

/* name is what stands behind the dashes. */
static bool
unknown(struct reading *reading, const char *name, bool is_long)
{
	int32_t letter;
	char *given = xmemdup(name, is_long ? strcspn(name, "=")
		: utf8_next(name, strlen(name), &letter));
	struct nearest nearest;

	nearest_init(&nearest, is_long ? given : "");
	for (const struct option *o = option_table; o->name; o++)
		nearest_offer(&nearest, o->name);
	text_add(reading->error, is_long ? "unknown option --"
					 : "unknown option -");
	escape_plain(reading->error, given, strlen(given));
	text_add(reading->error, "; ");
	if (nearest_name(&nearest))
		text_printf(reading->error, "did you mean --%s? ",
		    nearest_name(&nearest));
	text_add(reading->error, "see echochat --help");
	free(given);
	return false;
}

/* Checks that there is a value where one is due, and no other. */
static bool
has_right_value(struct reading *reading, const struct option *option,
    const char *value)
{
	if (value && !option->argument && option->when != OPTION_ANYWHERE) {
		text_printf(reading->error, "%s takes no value; ",
		    reading->name);
		escape_quote(reading->error, value, strlen(value));
		text_add(reading->error, " is one too many");
		return false;
	}
	if (!value && option_takes_value(option)) {
		text_printf(reading->error, "%s needs a value: %s %s",
		    reading->name, reading->name, option->argument);
		return false;
	}
	return true;
}

/* Reads letters that stand together, as in -vv. True if all but the last were
 * read; *letter is where it stands. */
static bool
read_cluster(struct reading *reading, const char **letter)
{
	const struct option *option;

	while ((option = find_short(**letter)) && !option->argument &&
	    (*letter)[1]) {
		if (!apply(option, reading, NULL))
			return false;
		++*letter;
	}
	return true;
}

/* Reads the option at argv[*at] and moves *at behind it. */
static bool
read_option(struct reading *reading, int argc, char **argv, int *at)
{
	const char *given = argv[(*at)++];
	bool is_long = given[1] == '-';
	const char *name = is_long ? given + 2 : given + 1;
	const struct option *option;
	const char *value = NULL;
	char *written;
	size_t len;
	bool ok;

	if (!is_long && !read_cluster(reading, &name))
		return false;
	len = is_long ? strcspn(name, "=") : 1;
	option = is_long ? find_long(name, len) : find_short(*name);
	if (!option)
		return unknown(reading, name, is_long);
	if (name[len])
		value = name + len + is_long;
	else if (option_takes_value(option) && *at < argc)
		value = argv[(*at)++];
	written = xmalloc(len + 3);
	snprintf(written, len + 3, "%s%.*s", is_long ? "--" : "-", (int)len,
	    name);
	reading->name = written;
	ok = has_right_value(reading, option, value) &&
	    apply(option, reading, value);
	free(written);
	return ok;
}

static void
add_trace(struct options *options, const char *path)
{
	options->input = INPUT_TRACE;
	options->traces = xgrow(options->traces, options->trace_count,
	    &options->trace_capacity, sizeof(*options->traces));
	options->traces[options->trace_count++] = path;
}

static void
set_batch(struct options *options, const char *path)
{
	options->input = INPUT_BATCH;
	options->batch = path;
}

static void
set_engine(struct reading *reading, const char *engine)
{
	reading->options->engine = engine;
	reading->options->engine_origin = reading->origin;
}

static bool
read_word(struct reading *reading, const char *word)
{
	struct options *options = reading->options;

	if (reading->first)
		return true;
	if (!strcmp(word, "in=text"))
		options->input = INPUT_TEXT;
	else if (!strcmp(word, "in=stdin"))
		options->input = INPUT_STDIN;
	else if (!strncmp(word, "in=batch:", 9) && word[9])
		set_batch(options, word + 9);
	else if (!strcmp(word, "in=http"))
		options->input = INPUT_HTTP;
	else if (!strncmp(word, "in=trace:", 9) && word[9])
		add_trace(options, word + 9);
	else if (!strcmp(word, "in=check"))
		options->input = INPUT_CHECK;
	else if (!strncmp(word, "out=", 4) && word[4])
		set_engine(reading, word + 4);
	else {
		text_add(reading->error,
		    strncmp(word, "in=", 3) ? "unknown word " : "unknown input ");
		escape_quote(reading->error, word, strlen(word));
		text_add(reading->error, strncmp(word, "in=", 3)
			? ": there are in=INPUT and out=ENGINE; a prompt goes "
			  "behind -p"
			: ": there are in=text, in=stdin, in=batch:FILE, "
			  "in=http, in=trace:FILE and in=check");
		return false;
	}
	return true;
}

static bool
read_words(struct reading *reading, int argc, char **argv)
{
	bool only_words = false;
	int at = 1;

	while (at < argc) {
		bool ok;

		if (!only_words && !strcmp(argv[at], "--")) {
			only_words = true;
			at++;
			continue;
		}
		if (!only_words && argv[at][0] == '-' && argv[at][1])
			ok = read_option(reading, argc, argv, &at);
		else
			ok = read_word(reading, argv[at++]);
		if (!ok)
			return false;
	}
	return true;
}

/* Takes a variable for an option. A bad value is a warning. */
static void
read_variable(struct reading *reading, const char *variable,
    const struct option *option)
{
	struct origin before = *option_origin(reading->options, option);
	struct text why = { 0 };

	reading->error = &why;
	reading->name = variable;
	reading->origin = (struct origin){ SOURCE_ENVIRONMENT, 0, variable };
	if (!option_set(reading, option, getenv(variable))) {
		reading->options->origins[option - option_table] = before;
		text_printf(reading->warning, "%s; using ", text_string(&why));
		option_show(reading->options, option, reading->warning);
	}
	text_release(&why);
}

/* Variables that stand for an option. Those of traces are about more, which
 * tracing.c knows; here they count for what the file says. */
static void
read_environment(struct options *options, struct text *warning)
{
	static const struct {
		const char *variable, *option;
		bool over_file;
	} variables[] = {
		{ "DYN_TOKEN_ECHO_DELAY_MS", "delay", false },
		{ TRACING_OUTPUT_PATH, "trace", true },
		{ TRACING_FILE_PATH, "trace", true },
		{ TRACING_FILE_FORMAT, "trace-format", true },
	};
	struct reading reading = { .options = options, .warning = warning };

	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		const struct option *option =
		    option_by_key(variables[i].option);
		const char *value = getenv(variables[i].variable);
		bool over_file = !variables[i].over_file ||
		    option_origin(options, option)->source != SOURCE_DEFAULT;

		if (value && *value && over_file)
			read_variable(&reading, variables[i].variable, option);
	}
	if (tracing_is_off())
		options->tracing.path = NULL;
}

bool
options_read(struct options *options, int argc, char **argv,
    struct text *error, struct text *warning)
{
	struct reading reading = {
		.options = options,
		.origin = { .source = SOURCE_COMMAND_LINE },
		.first = true,
		.error = error,
		.warning = warning,
	};

	if (!read_words(&reading, argc, argv))
		return false;
	if (options->help || options->version || options->completion)
		return true;
	reading.first = false;
	if (!config_load(options, error, warning))
		return false;
	read_environment(options, warning);
	if (!read_words(&reading, argc, argv))
		return false;
	tracing_settle(&options->tracing, warning);
	return settle(options, error);
}

void
options_init(struct options *options)
{
	options->engine = "echo";
	settings_init(&options->settings);
	settings_init(&options->general);
	tracing_init(&options->tracing);
	options->concurrency = 1;
	options->serve = (struct serve_options){
		.host = "127.0.0.1",
		.port = 8080,
		.streams_most = 16384,
		.grace_ms = 5000,
		.workers = 1,
	};
}

void
options_release(struct options *options)
{
	settings_release(&options->settings);
	settings_release(&options->general);
	config_release(&options->config);
	strings_release(&options->kept);
	text_release(&options->template);
	text_release(&options->system);
	text_release(&options->compare);
	strings_release(&options->serve.faults);
	strings_release(&options->breaks);
	free(options->traces);
}

static void
help_line(struct text *out, const struct option *option)
{
	char left[64];

	snprintf(left, sizeof(left), "%c%c%c --%s%s%s",
	    option->letter ? '-' : ' ', option->letter ? option->letter : ' ',
	    option->letter ? ',' : ' ', option->name,
	    option_takes_value(option) ? " " : "",
	    option->argument ? option->argument : "");
	text_printf(out, "  %-34s %s\n", left, option->help);
}

void
options_help(struct text *out)
{
	text_add(out,
	    "Usage: echochat [OPTION...] [in=INPUT] [out=ENGINE]\n"
	    "A terminal chat that shows how replies stream and why they stop.\n"
	    "\n"
	    "  in=text          the chat on the screen; the default on a "
	    "terminal\n"
	    "  in=stdin         one prompt from standard input, the reply to "
	    "standard output\n"
	    "  in=batch:FILE    a request for each JSON line of a file\n"
	    "  in=http          serve the engine over the OpenAI HTTP API\n"
	    "  in=trace:FILE    sum up request trace files; repeat for more\n"
	    "  in=check         test how a server streams and stops\n"
	    "  out=echo         the echo engine; the default\n"
	    "  out=URL          a server that speaks the OpenAI API, as in "
	    "http://localhost:8000\n"
	    "  out=replay:FILE  a recorded reply, with its times\n"
	    "  out=NAME         an engine of the configuration file\n"
	    "\n");
	for (const struct option *o = option_table; o->name; o++)
		help_line(out, o);
	text_add(out,
	    "\n"
	    "Exit status: 0 a finish reason arrived, 1 the request failed, 2 "
	    "wrong usage,\n"
	    "3 the stream ended without a finish reason, 4 --expect-finish not "
	    "met,\n"
	    "130 interrupted. The manual: man echochat\n");
}
