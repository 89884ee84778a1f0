/* options.c: the command line. What there may be on it is in option_table.c. */
#include "options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/request.h"
#include "escape.h"
#include "nearest.h"
#include "option_table.h"
#include "utf8.h"
#include "xalloc.h"

enum { TEMPLATE_MAX = 16 * 1024 * 1024 };

/* ---- The template. */

static bool
read_file(const char *path, struct text *out, struct text *error)
{
	FILE *file = fopen(path, "re");
	char buffer[65536];
	size_t got;
	bool ok;

	if (!file) {
		text_printf(error, "cannot open %s: %s", path, strerror(errno));
		return false;
	}
	while (out->len < TEMPLATE_MAX &&
	    (got = fread(buffer, 1, sizeof(buffer), file)))
		text_append(out, buffer, got);
	ok = !ferror(file) && out->len < TEMPLATE_MAX;
	if (!ok)
		text_printf(error, "cannot read %s: %s", path,
		    ferror(file) ? strerror(errno) : "it is over 16 MB");
	fclose(file);
	return ok;
}

/* After all else: what the template says holds only where nothing else was
 * said. */
static bool
apply_template(struct options *options, struct text *error)
{
	const char *path = options->request_template;
	struct text json = { 0 };
	bool ok;

	if (!path)
		return true;
	ok = read_file(path, &json, error);
	if (ok && strlen(text_string(&json)) != json.len) {
		text_printf(error, "%s is not JSON: it holds a NUL", path);
		ok = false;
	}
	ok = ok &&
	    request_template_read(&options->settings, text_string(&json), path,
		error);
	text_release(&json);
	return ok;
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

static bool
is_of_server(const struct option *option)
{
	size_t begin = offsetof(struct options, serve);

	return option->offset >= begin &&
	    option->offset < begin + sizeof(struct serve_options);
}

static bool
apply(const struct option *option, struct reading *reading, const char *value)
{
	struct settings *settings = &reading->options->settings;
	struct text said = { 0 };
	bool ok;

	reading->option = option;
	if (is_of_server(option))
		reading->options->serve.given = option->name;
	if (!option->setting)
		return option->fn(reading, value);
	ok = setting_set(settings, setting_find(option->setting),
	    option->argument ? value : "true", &said);
	if (ok && said.len)
		text_printf(reading->warning, "%s: %s\n", reading->name,
		    text_string(&said));
	if (!ok)
		text_printf(reading->error, "%s: %s", reading->name,
		    text_string(&said));
	text_release(&said);
	return ok;
}

static bool
takes_value(const struct option *option)
{
	return option->argument && option->argument[0] != '[';
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
	if (value && !option->argument) {
		text_printf(reading->error, "%s takes no value; ",
		    reading->name);
		escape_quote(reading->error, value, strlen(value));
		text_add(reading->error, " is one too many");
		return false;
	}
	if (!value && takes_value(option)) {
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
	else if (takes_value(option) && *at < argc)
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

static bool
read_word(struct reading *reading, const char *word)
{
	struct options *options = reading->options;

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
		options->engine = word + 4;
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

bool
options_read(struct options *options, int argc, char **argv,
    struct text *error, struct text *warning)
{
	struct reading reading = {
		.options = options,
		.error = error,
		.warning = warning,
	};
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
			ok = read_option(&reading, argc, argv, &at);
		else
			ok = read_word(&reading, argv[at++]);
		if (!ok)
			return false;
	}
	tracing_settle(&options->tracing, warning);
	return apply_template(options, error);
}

void
options_init(struct options *options, struct text *warning)
{
	const char *delay = getenv("DYN_TOKEN_ECHO_DELAY_MS");
	const struct setting *setting = setting_find("delay");
	struct text why = { 0 };

	options->engine = "echo";
	settings_init(&options->settings);
	tracing_init(&options->tracing);
	options->concurrency = 1;
	options->serve = (struct serve_options){
		.host = "127.0.0.1",
		.port = 8080,
		.streams_most = 16384,
		.grace_ms = 5000,
		.workers = 1,
	};
	if (delay && *delay &&
	    !setting_set(&options->settings, setting, delay, &why)) {
		text_printf(warning, "DYN_TOKEN_ECHO_DELAY_MS: %s; using ",
		    text_string(&why));
		setting_show(&options->settings, setting, warning);
		text_add(warning, "\n");
	}
	text_release(&why);
}

void
options_release(struct options *options)
{
	settings_release(&options->settings);
	text_release(&options->system);
	strings_release(&options->serve.faults);
	free(options->traces);
}

static void
help_line(struct text *out, const struct option *option)
{
	char left[64];

	snprintf(left, sizeof(left), "%c%c%c --%s%s%s",
	    option->letter ? '-' : ' ', option->letter ? option->letter : ' ',
	    option->letter ? ',' : ' ', option->name,
	    takes_value(option) ? " " : "",
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
