/* tracing.c: whether and where request trace records are wanted. The variables
 * are those of Dynamo. */
#include "tracing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "escape.h"

enum { BLOCK_SIZE = 64, SHOWN_MAX = 40 };

#define PREFIX "DYN_REQUEST_TRACE"
#define DEFAULT_PATH "/tmp/dynamo-request-trace"

/* ---- Variables. One that is empty counts as unset. */

static const char *
variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static void
warn(struct text *warning, const char *name, const char *right,
    const char *value, const char *instead)
{
	text_printf(warning, "%s must be %s; ", name, right);
	escape_quote_short(warning, value, strlen(value), SHOWN_MAX);
	text_printf(warning, " is not; using %s\n", instead);
}

bool
tracing_number(const char *string, int64_t least, int64_t most,
    int64_t *number)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(string, &end, 10);
	if (!*string || string[strspn(string, "0123456789")] || errno ||
	    value < least || value > most)
		return false;
	*number = value;
	return true;
}

static void
read_number(const char *name, int64_t least, int64_t most, int64_t *number,
    struct text *warning)
{
	const char *value = variable(name);
	struct text right = { 0 }, instead = { 0 };

	if (!value || tracing_number(value, least, most, number))
		return;
	text_printf(&right, "a whole number from %lld to %lld",
	    (long long)least, (long long)most);
	if (*number)
		text_printf(&instead, "%lld", (long long)*number);
	else
		text_add(&instead, "none");
	warn(warning, name, text_string(&right), value, text_string(&instead));
	text_release(&right);
	text_release(&instead);
}

static bool
is_one_of(const char *const *words, const char *value)
{
	for (; *words; words++)
		if (!strcasecmp(*words, value))
			return true;
	return false;
}

static const char *const no[] = { "0", "false", "no", "off", NULL };

bool
tracing_is_off(void)
{
	const char *value = variable(PREFIX);

	return value && is_one_of(no, value);
}

static bool
is_on(struct text *warning)
{
	static const char *const yes[] = { "1", "true", "yes", "on", NULL };
	const char *value = variable(PREFIX);

	if (value && !is_one_of(yes, value) && !is_one_of(no, value))
		warn(warning, PREFIX, "1, true, yes, on, or their contrary",
		    value, "off");
	return value && is_one_of(yes, value);
}

/* ---- Lists of words with commas between them. */

struct word {
	const char *name;
	bool supported;
};

static bool
is_word(const char *at, size_t len, const char *name)
{
	return strlen(name) == len && !strncmp(at, name, len);
}

/* Sets the bit of each word that stands in the list; a word that is not
 * supported is told, and 0 returned if one is unknown. */
static unsigned
read_words(const char *name, const char *list, const struct word *words,
    struct text *warning)
{
	unsigned found = 0;

	for (const char *at = list; *at;) {
		size_t len = strcspn(at, ",");
		const struct word *word = words;

		while (word->name && !is_word(at, len, word->name))
			word++;
		if (!word->name)
			return 0;
		if (word->supported)
			found |= 1u << (word - words);
		else
			text_printf(warning, "%s: %s is not supported here\n",
			    name, word->name);
		at += len;
		at += *at == ',';
	}
	return found;
}

/* False if none of the records are ours. */
static bool
wants_request_end(struct text *warning)
{
	static const struct word words[] = { { "request_end", true },
		{ "tool", true }, { "request_payload", false },
		{ NULL, false } };
	const char *name = PREFIX "_RECORDS";
	const char *value = variable(name);
	unsigned found = 1;

	if (value)
		found = read_words(name, value, words, warning);
	if (found)
		return found & 1;
	warn(warning, name, "a list of request_end, tool", value,
	    "request_end");
	return true;
}

static void
read_sinks(struct trace_sink_options *sinks, struct text *warning)
{
	static const struct word words[] = { { "file", true },
		{ "stderr", true }, { "nats", false }, { "otel", false },
		{ "s3", false }, { NULL, false } };
	const char *name = PREFIX "_SINKS";
	const char *value = variable(name);
	unsigned found = 1;

	if (value)
		found = read_words(name, value, words, warning);
	if (!found)
		warn(warning, name, "a list of file, stderr", value, "file");
	sinks->file = !found || found & 1;
	sinks->standard_error = found & 2;
}

static const char *
default_path(void)
{
	const char *path = variable(TRACING_FILE_PATH);

	if (!path)
		path = variable(TRACING_OUTPUT_PATH);
	return path ? path : DEFAULT_PATH;
}

bool
tracing_format(const char *name, enum trace_format *format)
{
	static const char *const names[] = { "jsonl", "jsonl_gz" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name)) {
			*format = (enum trace_format)i;
			return true;
		}
	return false;
}

/* A FILE that was named is one file, if nothing else is said. */
static void
read_format(struct tracing *tracing, struct text *warning)
{
	const char *name = TRACING_FILE_FORMAT;
	const char *value = variable(name);
	enum trace_format *format = &tracing->sinks.to.format;

	*format = tracing->path ? TRACE_JSONL : TRACE_JSONL_GZ;
	if (tracing->format)
		tracing_format(tracing->format, format);
	else if (value && !tracing_format(value, format))
		warn(warning, name, "jsonl or jsonl_gz", value,
		    tracing->path ? "jsonl" : "jsonl_gz");
}

static void
read_limits(struct trace_sink_options *sinks, struct text *warning)
{
	enum { KB = 1024, MB = KB * KB, HOUR_MS = 3600000 };

	sinks->capacity = 1024;
	sinks->to.buffer_bytes = MB;
	sinks->flush_ms = 1000;
	sinks->to.roll_bytes = 256 * MB;
	sinks->to.roll_lines = 0;
	read_number(PREFIX "_CAPACITY", 1, MB, &sinks->capacity, warning);
	read_number(PREFIX "_FILE_BUFFER_BYTES", 1, 256 * MB,
	    &sinks->to.buffer_bytes, warning);
	read_number(PREFIX "_FILE_FLUSH_INTERVAL_MS", 1, HOUR_MS,
	    &sinks->flush_ms, warning);
	read_number(PREFIX "_FILE_ROLL_BYTES", 1, INT64_MAX,
	    &sinks->to.roll_bytes, warning);
	read_number(PREFIX "_FILE_ROLL_LINES", 1, INT64_MAX,
	    &sinks->to.roll_lines, warning);
}

void
tracing_init(struct tracing *tracing)
{
	*tracing = (struct tracing){ .block_size = BLOCK_SIZE };
}

void
tracing_settle(struct tracing *tracing, struct text *warning)
{
	bool by_variable = is_on(warning);

	tracing->on = (by_variable || tracing->path) &&
	    wants_request_end(warning);
	if (!tracing->on)
		return;
	if (by_variable)
		read_sinks(&tracing->sinks, warning);
	if (tracing->path)
		tracing->sinks.file = true;
	tracing->sinks.to.path = tracing->path ? tracing->path
					       : default_path();
	read_format(tracing, warning);
	read_limits(&tracing->sinks, warning);
}
