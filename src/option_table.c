/* option_table.c: the options, and what each does with its value. */
#include "option_table.h"

#include <stdio.h>
#include <string.h>

#include "../engine/replay_hash.h"
#include "breaks.h"
#include "escape.h"
#include "utf8.h"

#define AT(field) offsetof(struct options, field)

enum { CONCURRENCY_MAX = 1024 };

static bool
wrong(struct reading *reading, const char *value, const char *right)
{
	text_printf(reading->error, "%s must be %s; ", reading->name, right);
	escape_quote(reading->error, value, strlen(value));
	text_add(reading->error, " is not");
	return false;
}

/* ---- Values of one kind. */

/* What the option fills. */
static void *
place(const struct reading *reading)
{
	return (char *)reading->options + reading->option->offset;
}

static bool
read_flag(struct reading *reading, const char *value)
{
	bool *flag = place(reading);

	if (!value)
		return *flag = true;
	return setting_read_bool(value, flag) ||
	    wrong(reading, value, "on or off");
}

static bool
read_string(struct reading *reading, const char *value)
{
	*(const char **)place(reading) = value;
	return true;
}

/* A string that is not empty. */
static bool
read_name(struct reading *reading, const char *value)
{
	return *value ? read_string(reading, value)
	              : wrong(reading, value, reading->option->right);
}

static bool
read_number(struct reading *reading, const char *value)
{
	const struct option *option = reading->option;
	char right[80];

	if (tracing_number(value, option->least, option->most, place(reading)))
		return true;
	snprintf(right, sizeof(right), "a whole number from %lld to %lld",
	    (long long)option->least, (long long)option->most);
	return wrong(reading, value, right);
}

/* ---- Values of one option. */

static bool
option_has_word(const struct option *option, const char *value)
{
	size_t len = strlen(value);

	for (const char *at = option->words; at; at = strchr(at, '|')) {
		at += *at == '|';
		if (len && !strncmp(at, value, len) &&
		    (at[len] == '|' || !at[len]))
			return true;
	}
	return false;
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
read_trace_format(struct reading *reading, const char *value)
{
	enum trace_format format;

	if (!tracing_format(value, &format))
		return wrong(reading, value, "jsonl or jsonl_gz");
	reading->options->tracing.format = value;
	return true;
}

static bool
read_trace_tokens(struct reading *reading, const char *value)
{
	bool characters = !strcmp(value, "characters");

	reading->options->tracing.characters = characters;
	return characters || !strcmp(value, "ids") ||
	    wrong(reading, value, "ids or characters");
}

static const char *const pane_places[] = { "", "right", "bottom", "off" };

bool
pane_place_read(const char *name, enum pane_place *place)
{
	for (size_t i = PANE_RIGHT; i <= PANE_OFF; i++)
		if (!strcmp(name, pane_places[i])) {
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
read_fault(struct reading *reading, const char *value)
{
	struct text fault = { 0 };

	if (!*value)
		return wrong(reading, value, reading->option->right);
	text_add(&fault, value);
	strings_add(place(reading), &fault);
	text_release(&fault);
	return true;
}

/* Whether these are engines is seen when all engines are known. */
static bool
read_compare(struct reading *reading, const char *value)
{
	struct text *words = &reading->options->compare;

	text_printf(words, "%s%s", words->len ? " " : "", value);
	return *value || wrong(reading, value, reading->option->right);
}

static bool
read_break(struct reading *reading, const char *value)
{
	struct breaks breaks = { 0 };
	struct text said = { 0 }, spec = { 0 };
	bool ok = breaks_add(&breaks, value, &said);

	text_add(&spec, value);
	if (ok)
		strings_add(place(reading), &spec);
	else
		text_printf(reading->error, "%s: %s", reading->name,
		    text_string(&said));
	breaks_release(&breaks);
	text_release(&said);
	text_release(&spec);
	return ok;
}

static bool
read_resume(struct reading *reading, const char *value)
{
	reading->options->resume = value ? value : "";
	return true;
}

static bool
read_demo(struct reading *reading, const char *value)
{
	reading->options->demo = value ? value : "";
	return true;
}

static bool
read_completion(struct reading *reading, const char *value)
{
	reading->options->completion = value;
	return option_has_word(reading->option, value) ||
	    wrong(reading, value, "bash, zsh or fish");
}

/* Each -v is a step. */
static bool
read_verbose(struct reading *reading, const char *value)
{
	enum trace_level *level = &reading->options->level;
	int64_t number;

	if (value && !tracing_number(value, TRACE_EVENTS, TRACE_RAW, &number))
		return wrong(reading, value, "0, 1 or 2");
	if (value)
		*level = (enum trace_level)number;
	else if (*level < TRACE_RAW)
		++*level;
	return true;
}

/* ---- The table. */

const struct option option_table[] = {
	{ 'm', "model-name", "NAME",
	    "model to ask for; the echo engine reports it",
	    .setting = "model_name" },
	{ 'p', "prompt", "TEXT",
	    "the prompt (in=stdin) or the first message (in=text)",
	    .fn = read_string, .offset = AT(prompt), .when = OPTION_TYPED },
	{ 's', "system", "TEXT", "system message", .fn = read_system },
	{ 0, "stop", "TEXT", "stop string; repeat for more; \\n \\t \\\\ \\xNN "
	    "\\u{...} are understood", .setting = "stop" },
	{ 0, "stop-token-id", "N", "token that ends the reply; repeat for more; "
	    "echo: a code point", .setting = "stop_token_ids" },
	{ 0, "eos-token", "TEXT", "echo: end-of-sequence token; repeat for more",
	    .setting = "eos_token" },
	{ 0, "ignore-eos", NULL, "go on over end-of-sequence tokens",
	    .setting = "ignore_eos" },
	{ 0, "include-stop-str-in-output", NULL,
	    "keep the matched stop string in the text",
	    .setting = "include_stop_str_in_output" },
	{ 0, "max-tokens", "N", "end the reply after N tokens",
	    .setting = "max_tokens" },
	{ 0, "min-tokens", "N", "ignore stop conditions up to token N",
	    .setting = "min_tokens" },
	{ 0, "stop-dialect", "NAME", "echo: stop as default, openai, vllm, "
	    "llama.cpp, dynamo or none would", .setting = "stop_dialect" },
	{ 0, "temperature", "X", "sent when given", .setting = "temperature" },
	{ 0, "top-p", "X", "sent when given", .setting = "top_p" },
	{ 0, "seed", "N", "sent when given", .setting = "seed" },
	{ 0, "n", "N", "sent when given", .setting = "n" },
	{ 0, "request-template", "FILE",
	    "JSON object that is merged into each request",
	    .fn = read_string, .offset = AT(request_template) },
	{ 0, "endpoint", "API", "chat (the default) or completions",
	    .setting = "endpoint" },
	{ 0, "delay", "MS", "echo: pause before each character; default "
	    "$DYN_TOKEN_ECHO_DELAY_MS, else 10", .setting = "delay" },
	{ 0, "ttft", "MS", "echo: pause before the first character; default "
	    "that of --delay", .setting = "ttft" },
	{ 0, "jitter", "MS", "echo: each character comes up to MS earlier or "
	    "later", .setting = "jitter" },
	{ 0, "prefill-per-token", "MS", "echo: pause for each token of the "
	    "prompt, at the start", .setting = "prefill_per_token" },
	{ 0, "api-key-env", "NAME", "variable that holds the key of a server; "
	    "default OPENAI_API_KEY", .setting = "api_key_env" },
	{ 0, "header", "'N: V'", "one more header of requests; repeat for more",
	    .setting = "header" },
	{ 0, "insecure", NULL, "do not check the certificate of a server",
	    .setting = "insecure" },
	{ 0, "proxy", "URL", "ask the server through a proxy",
	    .setting = "proxy" },
	{ 0, "connect-timeout", "MS", "how long connecting may take",
	    .setting = "connect_timeout" },
	{ 0, "idle-timeout", "MS", "how long a server may be silent; default "
	    "120000", .setting = "idle_timeout" },
	{ 0, "speed", "X", "echo and replay: X times as fast",
	    .setting = "speed" },
	{ 0, "record", "FILE", "write what a server sends, byte for byte with its "
	    "times", .setting = "record" },
	{ 0, "store", "WHEN", "keep conversations on disk: on (the default) or "
	    "off", .setting = "store" },
	{ 0, "copy-command", "COMMAND", "in=text: gets what is copied, such as "
	    "'xclip -sel clip'", .setting = "copy_command" },
	{ 0, "clipboard", "WAY", "in=text: how the terminal is told what is "
	    "copied: auto (the default), osc52, tmux, screen or off",
	    .setting = "clipboard" },
	{ 0, "resume", "[=NAME]", "in=text: go on with a stored conversation, "
	    "the newest without NAME; in=batch: behind the output that is "
	    "there", .fn = read_resume, .when = OPTION_TYPED },
	{ 0, "compare", "ENGINE", "ask this engine too, and compare; repeat for "
	    "more; in=text: those of /compare", .fn = read_compare,
	    .right = "an engine, with KEY=VALUE behind it for settings of its "
	    "own", .when = OPTION_TYPED },
	{ 0, "json", NULL, "in=stdin: events, in=trace: requests, in=batch: the "
	    "summary, in=check: results as JSON lines",
	    .fn = read_flag, .offset = AT(json), .when = OPTION_TYPED },
	{ 0, "output", "FILE", "in=batch: where replies go; default "
	    "output.jsonl beside the input",
	    .fn = read_name, .offset = AT(output),
	    .right = "a file, or - for standard output",
	    .when = OPTION_TYPED },
	{ 0, "force", NULL, "in=batch: write over the output that is there",
	    .fn = read_flag, .offset = AT(force), .when = OPTION_TYPED },
	{ 0, "concurrency", "N", "in=batch: requests at a time; default 1",
	    .fn = read_number, .offset = AT(concurrency),
	    .least = 1, .most = CONCURRENCY_MAX },
	{ 0, "perfetto", "FILE", "in=trace: write a trace that Perfetto's viewer "
	    "opens",
	    .fn = read_name, .offset = AT(perfetto),
	    .right = "a file, or - for standard output",
	    .when = OPTION_TYPED },
	{ 0, "junit", "FILE", "in=check: write the results as JUnit XML too",
	    .fn = read_name, .offset = AT(junit),
	    .right = "the name of a file", .when = OPTION_TYPED },
	{ 0, "expect-finish", "REASON",
	    "in=stdin: exit 4 when the reply ended for another reason",
	    .fn = read_name, .offset = AT(expect_finish),
	    .right = "a finish reason such as stop", .when = OPTION_TYPED },
	{ 0, "trace", "FILE", "append a request trace record of each request",
	    .fn = read_name, .offset = AT(tracing.path),
	    .right = "the name of a file" },
	{ 0, "trace-format", "FORMAT", "jsonl, or jsonl_gz: FILE.000000.jsonl.gz "
	    "and so on", .fn = read_trace_format, .words = "jsonl|jsonl_gz" },
	{ 0, "trace-block-size", "N", "tokens in a block of a trace record; "
	    "default 64",
	    .fn = read_number, .offset = AT(tracing.block_size),
	    .most = REPLAY_BLOCK_MAX },
	{ 0, "trace-tokens", "WHAT", "ids that a server returns (the default), or "
	    "characters", .fn = read_trace_tokens,
	    .words = "ids|characters" },
	{ 0, "session-id", "ID", "the session that trace records name",
	    .fn = read_string, .offset = AT(tracing.session_id) },
	{ 0, "parent-session-id", "ID", "the session which that one belongs to",
	    .fn = read_string, .offset = AT(tracing.parent_session_id) },
	{ 0, "http-host", "HOST", "in=http: where to listen; default 127.0.0.1",
	    .fn = read_name, .offset = AT(serve.host),
	    .right = "a name or an address of this machine" },
	{ 0, "http-port", "N", "in=http: port; default 8080, 0 is a free one",
	    .fn = read_number, .offset = AT(serve.port), .most = 65535 },
	{ 0, "http-allow-remote", NULL, "in=http: serve other machines too",
	    .fn = read_flag, .offset = AT(serve.allow_remote) },
	{ 0, "http-api-key-env", "NAME", "in=http: variable that holds the key "
	    "clients must send",
	    .fn = read_name, .offset = AT(serve.api_key_env),
	    .right = "the name of a variable" },
	{ 0, "http-max-streams", "N", "in=http: replies at once; default "
	    "16384, 0 is no limit",
	    .fn = read_number, .offset = AT(serve.streams_most),
	    .most = 1000000 },
	{ 0, "http-grace", "MS", "in=http: how long replies go on after "
	    "Ctrl-C; default 5000",
	    .fn = read_number, .offset = AT(serve.grace_ms), .most = 3600000 },
	{ 0, "workers", "N", "in=http: threads that serve; default 1",
	    .fn = read_number, .offset = AT(serve.workers), .least = 1,
	    .most = 64 },
	{ 0, "fault", "NAME[@N]", "in=http: do this wrong in each reply, at "
	    "character N; repeat for more",
	    .fn = read_fault, .offset = AT(serve.faults),
	    .right = "the name of a fault, or NAME@N" },
	{ 0, "journal", "FILE", "in=http: append a line about each request",
	    .fn = read_name, .offset = AT(serve.journal),
	    .right = "the name of a file" },
	{ 0, "break", "WHERE", "in=text: hold replies: at N, on TEXT, on finish or "
	    "on anomaly; repeat for more",
	    .fn = read_break, .offset = AT(breaks) },
	{ 0, "trace-pane", "PLACE", "in=text: right, bottom or off",
	    .fn = read_pane, .words = "right|bottom|off" },
	{ 0, "mouse", "WHEN", "use the mouse: on (the default) or off",
	    .setting = "mouse" },
	{ 0, "plain", NULL, "in=text without a screen: lines only",
	    .fn = read_flag, .offset = AT(plain) },
	{ 0, "demo", "[=NAME]", "in=text: play a guided tour of stop behaviour, or "
	    "one demo of it", .fn = read_demo, .when = OPTION_TYPED },
	{ 0, "theme", "NAME", "in=text: colours: auto (the default), dark, "
	    "light, mono or terminal", .setting = "theme" },
	{ 0, "markdown", "WHEN", "in=text: show emphasis, headings, code and "
	    "links of replies: on (the default) or off", .setting = "markdown" },
	{ 0, "links", "WHEN", "in=text: tell the terminal of links: auto (the "
	    "default), on or off", .setting = "links" },
	{ 'v', "verbose", NULL, "trace each token; twice: each raw event; "
	    "in=check: each exchange",
	    .fn = read_verbose },
	{ 0, "config", "FILE", "configuration; default "
	    "~/.config/echochat/config",
	    .fn = read_name, .offset = AT(config_path),
	    .right = "the name of a file", .when = OPTION_FIRST },
	{ 0, "print-config", NULL, "print the configuration, and where each "
	    "value comes from, and leave",
	    .fn = read_flag, .offset = AT(print_config),
	    .when = OPTION_TYPED },
	{ 0, "completion", "SHELL", "print what completes echochat in bash, "
	    "zsh or fish, and leave", .fn = read_completion,
	    .words = "bash|zsh|fish",
	    .when = OPTION_FIRST },
	{ 0, "list-engines", NULL, "list the engines and leave",
	    .fn = read_flag, .offset = AT(list_engines),
	    .when = OPTION_TYPED },
	{ 'h', "help", NULL, "show this help and leave",
	    .fn = read_flag, .offset = AT(help), .when = OPTION_FIRST },
	{ 0, "version", NULL, "show the version and leave",
	    .fn = read_flag, .offset = AT(version), .when = OPTION_FIRST },
	{ .name = NULL },
};

_Static_assert(sizeof(option_table) / sizeof(*option_table) <= OPTIONS_MAX,
    "there are more options than places for their origins");

/* ---- Finding one. */

static bool
is_key(const char *name, const char *key)
{
	for (; *name && *key; name++, key++)
		if (*name != (*key == '_' ? '-' : *key))
			return false;
	return !*name && !*key;
}

const struct option *
option_by_key(const char *key)
{
	for (const struct option *o = option_table; o->name; o++)
		if (is_key(o->name, key))
			return o;
	return NULL;
}

const struct option *
option_of_setting(const struct setting *setting)
{
	for (const struct option *o = option_table; o->name; o++)
		if (o->setting && !strcmp(o->setting, setting->name))
			return o;
	return NULL;
}

const char *
option_words(const struct option *option)
{
	const struct setting *setting =
	    option->setting ? setting_find(option->setting) : NULL;

	if (!setting)
		return option->words;
	return setting->kind == SETTING_BOOL ? "on|off" : setting->words;
}

bool
option_takes_value(const struct option *option)
{
	return option->argument && *option->argument != '[';
}

bool
option_is_list(const struct option *option)
{
	return option->fn == read_fault || option->fn == read_break ||
	    (option->setting && setting_is_list(setting_find(option->setting)));
}

/* ---- Setting one. */

const struct origin *
option_origin(const struct options *options, const struct option *option)
{
	return &options->origins[option - option_table];
}

static bool
is_of_server(const struct option *option)
{
	size_t begin = offsetof(struct options, serve);

	return option->offset >= begin &&
	    option->offset < begin + sizeof(struct serve_options);
}

/* What adds to what is there begins anew. */
static void
forget(struct reading *reading)
{
	const struct option *option = reading->option;

	if (option->fn == read_fault || option->fn == read_break)
		strings_release(place(reading));
	if (option->fn == read_verbose)
		reading->options->level = TRACE_EVENTS;
	if (option->setting && option_is_list(option))
		setting_unset(&reading->options->general,
		    setting_find(option->setting));
}

bool
option_is_named(const char *name, const char *sentence)
{
	size_t len = strlen(name);

	return !strncmp(sentence, name, len) &&
	    (sentence[len] == ' ' || sentence[len] == ':');
}

static bool
set_setting(struct reading *reading, const char *value)
{
	const struct setting *setting =
	    setting_find(reading->option->setting);
	struct text said = { 0 };
	bool ok = setting_set(&reading->options->general, setting,
	    value ? value : "true", &said);
	bool named = option_is_named(reading->name, text_string(&said));

	if (said.len)
		text_printf(ok ? reading->warning : reading->error,
		    "%s%s%s%s", named ? "" : reading->name, named ? "" : ": ",
		    text_string(&said), ok ? "\n" : "");
	text_release(&said);
	return ok;
}

bool
option_set(struct reading *reading, const struct option *option,
    const char *value)
{
	struct options *options = reading->options;
	struct origin *origin = &options->origins[option - option_table];

	reading->option = option;
	if (origin->source != reading->origin.source)
		forget(reading);
	*origin = reading->origin;
	if (is_of_server(option) && origin->source == SOURCE_COMMAND_LINE)
		options->serve.given = option->name;
	return option->setting ? set_setting(reading, value)
			       : option->fn(reading, value);
}

/* ---- Showing one. */

typedef void show_fn(const struct options *options, const void *at,
    struct text *out);

static void
show_quoted(struct text *out, const char *string, size_t len)
{
	escape_quote(out, string, len);
	text_add(out, "\n");
}

static void
show_flag(const struct options *options, const void *at, struct text *out)
{
	(void)options;
	text_add(out, *(const bool *)at ? "on\n" : "off\n");
}

static void
show_string(const struct options *options, const void *at, struct text *out)
{
	const char *string = *(const char *const *)at;

	(void)options;
	if (string)
		show_quoted(out, string, strlen(string));
}

static void
show_number(const struct options *options, const void *at, struct text *out)
{
	(void)options;
	text_printf(out, "%lld\n", (long long)*(const int64_t *)at);
}

static void
show_strings(const struct options *options, const void *at, struct text *out)
{
	const struct strings *strings = at;

	(void)options;
	for (size_t i = 0; i < strings->count; i++)
		show_quoted(out, strings->items[i].bytes,
		    strings->items[i].len);
}

static void
show_system(const struct options *options, const void *at, struct text *out)
{
	(void)at;
	if (options->system.len)
		show_quoted(out, options->system.bytes, options->system.len);
}

static void
show_trace_format(const struct options *options, const void *at,
    struct text *out)
{
	(void)at;
	if (options->tracing.format)
		text_printf(out, "%s\n", options->tracing.format);
}

static void
show_trace_tokens(const struct options *options, const void *at,
    struct text *out)
{
	(void)at;
	text_add(out, options->tracing.characters ? "characters\n" : "ids\n");
}

static void
show_pane(const struct options *options, const void *at, struct text *out)
{
	(void)at;
	if (options->trace_pane != PANE_AUTO)
		text_printf(out, "%s\n", pane_places[options->trace_pane]);
}

static void
show_verbose(const struct options *options, const void *at, struct text *out)
{
	(void)at;
	text_printf(out, "%d\n", (int)options->level);
}

/* How to show what a function has read. */
static const struct {
	option_fn *read;
	show_fn *show;
} shows[] = {
	{ read_flag, show_flag },
	{ read_string, show_string },
	{ read_name, show_string },
	{ read_number, show_number },
	{ read_fault, show_strings },
	{ read_break, show_strings },
	{ read_system, show_system },
	{ read_trace_format, show_trace_format },
	{ read_trace_tokens, show_trace_tokens },
	{ read_pane, show_pane },
	{ read_verbose, show_verbose },
};

void
option_show(const struct options *options, const struct option *option,
    struct text *out)
{
	const void *at = (const char *)options + option->offset;

	if (option->setting)
		setting_lines(&options->general, setting_find(option->setting),
		    out);
	for (size_t i = 0; i < sizeof(shows) / sizeof(*shows); i++)
		if (option->fn == shows[i].read)
			shows[i].show(options, at, out);
}
