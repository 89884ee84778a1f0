/* option_table.c: the options, and what each does with its value. */
#include "option_table.h"

#include <stdio.h>
#include <string.h>

#include "../engine/replay_hash.h"
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
	(void)value;
	return *(bool *)place(reading) = true;
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

	reading->options->tracing.format = value;
	return tracing_format(value, &format) ||
	    wrong(reading, value, "jsonl or jsonl_gz");
}

static bool
read_trace_tokens(struct reading *reading, const char *value)
{
	bool characters = !strcmp(value, "characters");

	reading->options->tracing.characters = characters;
	return characters || !strcmp(value, "ids") ||
	    wrong(reading, value, "ids or characters");
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

static bool
read_resume(struct reading *reading, const char *value)
{
	reading->options->resume = value ? value : "";
	return true;
}

static bool
read_verbose(struct reading *reading, const char *value)
{
	(void)value;
	if (reading->options->level < TRACE_RAW)
		reading->options->level++;
	return true;
}

/* ---- The table. */

const struct option option_table[] = {
	{ 'm', "model-name", "NAME",
	    "model to ask for; the echo engine reports it",
	    .setting = "model_name" },
	{ 'p', "prompt", "TEXT",
	    "the prompt (in=stdin) or the first message (in=text)",
	    .fn = read_string, .offset = AT(prompt) },
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
	{ 0, "speed", "X", "replay: X times as fast as it was recorded",
	    .setting = "speed" },
	{ 0, "record", "FILE", "write what a server sends, byte for byte with its "
	    "times", .setting = "record" },
	{ 0, "store", "WHEN", "keep conversations on disk: on (the default) or "
	    "off", .setting = "store" },
	{ 0, "resume", "[=NAME]", "in=text: go on with a stored conversation, "
	    "the newest without NAME; in=batch: behind the output that is "
	    "there", .fn = read_resume },
	{ 0, "json", NULL, "in=stdin: events, in=trace: requests, in=batch: the "
	    "summary, in=check: results as JSON lines", .fn = read_flag, .offset = AT(json) },
	{ 0, "output", "FILE", "in=batch: where replies go; default "
	    "output.jsonl beside the input",
	    .fn = read_name, .offset = AT(output),
	    .right = "a file, or - for standard output" },
	{ 0, "force", NULL, "in=batch: write over the output that is there",
	    .fn = read_flag, .offset = AT(force) },
	{ 0, "concurrency", "N", "in=batch: requests at a time; default 1",
	    .fn = read_number, .offset = AT(concurrency),
	    .least = 1, .most = CONCURRENCY_MAX },
	{ 0, "perfetto", "FILE", "in=trace: write a trace that Perfetto's viewer "
	    "opens",
	    .fn = read_name, .offset = AT(perfetto),
	    .right = "a file, or - for standard output" },
	{ 0, "junit", "FILE", "in=check: write the results as JUnit XML too",
	    .fn = read_name, .offset = AT(junit),
	    .right = "the name of a file" },
	{ 0, "expect-finish", "REASON",
	    "in=stdin: exit 4 when the reply ended for another reason",
	    .fn = read_name, .offset = AT(expect_finish),
	    .right = "a finish reason such as stop" },
	{ 0, "trace", "FILE", "append a request trace record of each request",
	    .fn = read_name, .offset = AT(tracing.path),
	    .right = "the name of a file" },
	{ 0, "trace-format", "FORMAT", "jsonl, or jsonl_gz: FILE.000000.jsonl.gz "
	    "and so on", .fn = read_trace_format },
	{ 0, "trace-block-size", "N", "tokens in a block of a trace record; "
	    "default 64",
	    .fn = read_number, .offset = AT(tracing.block_size),
	    .most = REPLAY_BLOCK_MAX },
	{ 0, "trace-tokens", "WHAT", "ids that a server returns (the default), or "
	    "characters", .fn = read_trace_tokens },
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
	{ 0, "trace-pane", "PLACE", "in=text: right, bottom or off",
	    .fn = read_pane },
	{ 0, "mouse", "WHEN", "use the mouse: on (the default) or off",
	    .setting = "mouse" },
	{ 0, "plain", NULL, "in=text without a screen: lines only",
	    .fn = read_flag, .offset = AT(plain) },
	{ 'v', "verbose", NULL, "trace each token; twice: each raw event; "
	    "in=check: each exchange",
	    .fn = read_verbose },
	{ 0, "list-engines", NULL, "list the engines and leave",
	    .fn = read_flag, .offset = AT(list_engines) },
	{ 'h', "help", NULL, "show this help and leave",
	    .fn = read_flag, .offset = AT(help) },
	{ 0, "version", NULL, "show the version and leave",
	    .fn = read_flag, .offset = AT(version) },
	{ .name = NULL },
};
