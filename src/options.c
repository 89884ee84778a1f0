/* options.c: the command line. */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/replay_hash.h"
#include "../engine/request.h"
#include "escape.h"
#include "nearest.h"
#include "utf8.h"
#include "xalloc.h"

enum { TEMPLATE_MAX = 16 * 1024 * 1024 };

struct reading {
	struct options *options;
	struct text *error;
	struct text *warning;
	const char *name; /* as the user wrote it, for sentences */
};

typedef bool option_fn(struct reading *reading, const char *value);

struct option {
	char letter; /* 0: none */
	const char *name;
	const char *argument; /* NULL: takes none; [=NAME]: only behind a = */
	const char *help;
	const char *setting; /* the setting it sets, or NULL: fn is called */
	option_fn *fn;
};

static bool
wrong(struct reading *reading, const char *value, const char *right)
{
	text_printf(reading->error, "%s must be %s; ", reading->name, right);
	escape_quote(reading->error, value, strlen(value));
	text_add(reading->error, " is not");
	return false;
}

static bool
read_prompt(struct reading *reading, const char *value)
{
	reading->options->prompt = value;
	return true;
}

static bool
read_system(struct reading *reading, const char *value)
{
	text_clear(&reading->options->system);
	if (utf8_repair(&reading->options->system, value, strlen(value)))
		text_add(reading->warning, "the system message is not UTF-8; "
		    "the wrong bytes were replaced\n");
	return true;
}

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

static bool
read_template(struct reading *reading, const char *value)
{
	reading->options->request_template = value;
	return true;
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

static bool
read_json(struct reading *reading, const char *value)
{
	(void)value;
	return reading->options->json = true;
}

static bool
read_perfetto(struct reading *reading, const char *value)
{
	if (!*value)
		return wrong(reading, value, "a file, or - for standard output");
	reading->options->perfetto = value;
	return true;
}

static bool
read_resume(struct reading *reading, const char *value)
{
	reading->options->resume = value ? value : "";
	return true;
}

static bool
read_expect(struct reading *reading, const char *value)
{
	if (!*value)
		return wrong(reading, value, "a finish reason such as stop");
	reading->options->expect_finish = value;
	return true;
}

static bool
read_trace(struct reading *reading, const char *value)
{
	reading->options->tracing.path = value;
	return *value || wrong(reading, value, "the name of a file");
}

static bool
read_trace_format(struct reading *reading, const char *value)
{
	enum trace_format format;

	reading->options->tracing.format = value;
	return tracing_format(value, &format) ||
	    wrong(reading, value, "jsonl or jsonl_gz");
}

static bool
read_block_size(struct reading *reading, const char *value)
{
	return tracing_number(value, 0, REPLAY_BLOCK_MAX,
		   &reading->options->tracing.block_size) ||
	    wrong(reading, value, "a whole number from 0 to 65536");
}

static bool
read_trace_tokens(struct reading *reading, const char *value)
{
	bool characters = !strcmp(value, "characters");

	reading->options->tracing.characters = characters;
	return characters || !strcmp(value, "ids") ||
	    wrong(reading, value, "ids or characters");
}

static bool
read_session(struct reading *reading, const char *value)
{
	reading->options->tracing.session_id = value;
	return true;
}

static bool
read_parent(struct reading *reading, const char *value)
{
	reading->options->tracing.parent_session_id = value;
	return true;
}

bool
pane_place_read(const char *name, enum pane_place *place)
{
	static const char *const names[] = { "", "right", "bottom", "off" };

	for (size_t i = PANE_RIGHT; i <= PANE_OFF; i++)
		if (!strcmp(name, names[i])) {
			*place = (enum pane_place)i;
			return true;
		}
	return false;
}

static bool
read_pane(struct reading *reading, const char *value)
{
	return pane_place_read(value, &reading->options->trace_pane) ||
	    wrong(reading, value, "right, bottom or off");
}

static bool
read_plain(struct reading *reading, const char *value)
{
	(void)value;
	return reading->options->plain = true;
}

static bool
read_verbose(struct reading *reading, const char *value)
{
	(void)value;
	if (reading->options->level < TRACE_RAW)
		reading->options->level++;
	return true;
}

static bool
read_help(struct reading *reading, const char *value)
{
	(void)value;
	return reading->options->help = true;
}

static bool
read_version(struct reading *reading, const char *value)
{
	(void)value;
	return reading->options->version = true;
}

static bool
read_list(struct reading *reading, const char *value)
{
	(void)value;
	return reading->options->list_engines = true;
}

static const struct option options_table[] = {
	{ 'm', "model-name", "NAME",
	    "model to ask for; the echo engine reports it", "model_name", NULL },
	{ 'p', "prompt", "TEXT",
	    "the prompt (in=stdin) or the first message (in=text)", NULL,
	    read_prompt },
	{ 's', "system", "TEXT", "system message", NULL, read_system },
	{ 0, "stop", "TEXT", "stop string; repeat for more; \\n \\t \\\\ \\xNN "
	    "\\u{...} are understood", "stop", NULL },
	{ 0, "stop-token-id", "N", "token that ends the reply; repeat for more; "
	    "echo: a code point", "stop_token_ids", NULL },
	{ 0, "eos-token", "TEXT", "echo: end-of-sequence token; repeat for more",
	    "eos_token", NULL },
	{ 0, "ignore-eos", NULL, "go on over end-of-sequence tokens",
	    "ignore_eos", NULL },
	{ 0, "include-stop-str-in-output", NULL,
	    "keep the matched stop string in the text",
	    "include_stop_str_in_output", NULL },
	{ 0, "max-tokens", "N", "end the reply after N tokens", "max_tokens",
	    NULL },
	{ 0, "min-tokens", "N", "ignore stop conditions up to token N",
	    "min_tokens", NULL },
	{ 0, "temperature", "X", "sent when given", "temperature", NULL },
	{ 0, "top-p", "X", "sent when given", "top_p", NULL },
	{ 0, "seed", "N", "sent when given", "seed", NULL },
	{ 0, "n", "N", "sent when given", "n", NULL },
	{ 0, "request-template", "FILE",
	    "JSON object that is merged into each request", NULL,
	    read_template },
	{ 0, "endpoint", "API", "chat (the default) or completions", "endpoint",
	    NULL },
	{ 0, "delay", "MS", "echo: pause before each character; default "
	    "$DYN_TOKEN_ECHO_DELAY_MS, else 10", "delay", NULL },
	{ 0, "api-key-env", "NAME", "variable that holds the key of a server; "
	    "default OPENAI_API_KEY", "api_key_env", NULL },
	{ 0, "header", "'N: V'", "one more header of requests; repeat for more",
	    "header", NULL },
	{ 0, "insecure", NULL, "do not check the certificate of a server",
	    "insecure", NULL },
	{ 0, "proxy", "URL", "ask the server through a proxy", "proxy", NULL },
	{ 0, "connect-timeout", "MS", "how long connecting may take",
	    "connect_timeout", NULL },
	{ 0, "idle-timeout", "MS", "how long a server may be silent; default "
	    "120000", "idle_timeout", NULL },
	{ 0, "speed", "X", "replay: X times as fast as it was recorded",
	    "speed", NULL },
	{ 0, "record", "FILE", "write what a server sends, byte for byte with its "
	    "times", "record", NULL },
	{ 0, "store", "WHEN", "keep conversations on disk: on (the default) or "
	    "off", "store", NULL },
	{ 0, "resume", "[=NAME]", "in=text: go on with a stored conversation, "
	    "the newest without NAME", NULL, read_resume },
	{ 0, "json", NULL, "in=stdin: events, in=trace: requests as JSON lines",
	    NULL, read_json },
	{ 0, "perfetto", "FILE", "in=trace: write a trace that Perfetto's viewer "
	    "opens", NULL, read_perfetto },
	{ 0, "expect-finish", "REASON",
	    "in=stdin: exit 4 when the reply ended for another reason", NULL,
	    read_expect },
	{ 0, "trace", "FILE", "append a request trace record of each request",
	    NULL, read_trace },
	{ 0, "trace-format", "FORMAT", "jsonl, or jsonl_gz: FILE.000000.jsonl.gz "
	    "and so on", NULL, read_trace_format },
	{ 0, "trace-block-size", "N", "tokens in a block of a trace record; "
	    "default 64", NULL, read_block_size },
	{ 0, "trace-tokens", "WHAT", "ids that a server returns (the default), or "
	    "characters", NULL, read_trace_tokens },
	{ 0, "session-id", "ID", "the session that trace records name", NULL,
	    read_session },
	{ 0, "parent-session-id", "ID", "the session which that one belongs to",
	    NULL, read_parent },
	{ 0, "trace-pane", "PLACE", "in=text: right, bottom or off", NULL,
	    read_pane },
	{ 0, "plain", NULL, "in=text without a screen: lines only", NULL,
	    read_plain },
	{ 'v', "verbose", NULL, "trace each token; twice: each raw event", NULL,
	    read_verbose },
	{ 0, "list-engines", NULL, "list the engines and leave", NULL,
	    read_list },
	{ 'h', "help", NULL, "show this help and leave", NULL, read_help },
	{ 0, "version", NULL, "show the version and leave", NULL, read_version },
};

enum { OPTIONS = sizeof(options_table) / sizeof(*options_table) };

/* As GNU programs do: the beginning of a name is enough if it is of one only. */
static const struct option *
find_long(const char *name, size_t len)
{
	const struct option *found = NULL;
	size_t count = 0;

	for (size_t i = 0; i < OPTIONS && len; i++) {
		if (strncmp(options_table[i].name, name, len))
			continue;
		if (!options_table[i].name[len])
			return &options_table[i];
		found = &options_table[i];
		count++;
	}
	return count == 1 ? found : NULL;
}

static const struct option *
find_short(char letter)
{
	for (size_t i = 0; i < OPTIONS; i++)
		if (options_table[i].letter && options_table[i].letter == letter)
			return &options_table[i];
	return NULL;
}

static bool
apply(const struct option *option, struct reading *reading, const char *value)
{
	struct settings *settings = &reading->options->settings;
	struct text said = { 0 };
	bool ok;

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
	for (size_t i = 0; i < OPTIONS; i++)
		nearest_offer(&nearest, options_table[i].name);
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

static bool
read_word(struct reading *reading, const char *word)
{
	struct options *options = reading->options;

	if (!strcmp(word, "in=text"))
		options->input = INPUT_TEXT;
	else if (!strcmp(word, "in=stdin"))
		options->input = INPUT_STDIN;
	else if (!strncmp(word, "in=trace:", 9) && word[9])
		add_trace(options, word + 9);
	else if (!strncmp(word, "out=", 4) && word[4])
		options->engine = word + 4;
	else {
		text_add(reading->error,
		    strncmp(word, "in=", 3) ? "unknown word " : "unknown input ");
		escape_quote(reading->error, word, strlen(word));
		text_add(reading->error, strncmp(word, "in=", 3)
			? ": there are in=INPUT and out=ENGINE; a prompt goes "
			  "behind -p"
			: ": there are in=text, in=stdin and in=trace:FILE");
		return false;
	}
	return true;
}

bool
options_read(struct options *options, int argc, char **argv,
    struct text *error, struct text *warning)
{
	struct reading reading = { options, error, warning, NULL };
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
	    "  in=trace:FILE    sum up request trace files; repeat for more\n"
	    "  out=echo         the echo engine; the default\n"
	    "  out=URL          a server that speaks the OpenAI API, as in "
	    "http://localhost:8000\n"
	    "  out=replay:FILE  a recorded reply, with its times\n"
	    "\n");
	for (size_t i = 0; i < OPTIONS; i++)
		help_line(out, &options_table[i]);
	text_add(out,
	    "\n"
	    "Exit status: 0 a finish reason arrived, 1 the request failed, 2 "
	    "wrong usage,\n"
	    "3 the stream ended without a finish reason, 4 --expect-finish not "
	    "met,\n"
	    "130 interrupted. The manual: man echochat\n");
}
