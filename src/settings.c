/* settings.c: the table of settings, and each of them as text.
 *
 * It does not know where values come from: the command line, the screen and
 * request templates all come through setting_set(). */
#include "settings.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "json.h"
#include "nearest.h"
#include "xalloc.h"

#define AT(field) offsetof(struct settings, field)
#define NO_LIMIT 9223372036854775808.0 /* of 64-bit numbers */
#define ON_OR_OFF "off|on|false|true|no|yes|0|1" /* odd ones are true */

enum { SHOWN_MAX = 40, DIGITS = 9 };

const struct setting setting_table[] = {
	{ "model_name", SETTING_TEXT, AT(model_name), 0, 0, NULL, NULL,
	    "the model to ask for" },
	{ "stop", SETTING_TEXTS, AT(stop), 0, 0, NULL, NULL,
	    "the reply ends before any of these strings" },
	{ "stop_token_ids", SETTING_IDS, AT(stop_token_ids), 0, 4294967295.0,
	    NULL, NULL, "the reply ends at any of these tokens" },
	{ "eos_token", SETTING_TEXTS, AT(eos), 0, 0, NULL, NULL,
	    "end-of-sequence tokens, which end the reply and are not shown" },
	{ "ignore_eos", SETTING_BOOL, AT(ignore_eos), 0, 0, NULL, NULL,
	    "go on over end-of-sequence tokens" },
	{ "include_stop_str_in_output", SETTING_BOOL,
	    AT(include_stop_str_in_output), 0, 0, NULL, NULL,
	    "keep the matched stop string in the text" },
	{ "max_tokens", SETTING_INTEGER, AT(max_tokens), 1, NO_LIMIT, NULL,
	    "tokens", "the reply ends after that many tokens" },
	{ "min_tokens", SETTING_INTEGER, AT(min_tokens), 0, 2147483647.0, NULL,
	    "tokens", "nothing ends the reply before that many tokens" },
	{ "stop_dialect", SETTING_WORD, AT(stop_dialect), 0, 0,
	    "default|openai|vllm|llama.cpp|dynamo|none", NULL,
	    "echo: whose rules of stopping hold" },
	{ "temperature", SETTING_NUMBER, AT(temperature), 0, 100, NULL, NULL,
	    "how much chance there is in the choice of tokens" },
	{ "top_p", SETTING_NUMBER, AT(top_p), 0, 1, NULL, NULL,
	    "choose among the likeliest tokens that have this share" },
	{ "seed", SETTING_INTEGER, AT(seed), -NO_LIMIT, NO_LIMIT, NULL, NULL,
	    "the same seed gives the same choices" },
	{ "n", SETTING_INTEGER, AT(n), 1, 128, NULL, NULL,
	    "how many replies to ask for" },
	{ "endpoint", SETTING_WORD, AT(endpoint), 0, 0, "chat|completions",
	    NULL, "which API to ask" },
	{ "delay", SETTING_NUMBER, AT(delay_ms), 0, 3600000, NULL, "ms",
	    "echo: the pause before each character" },
	{ "ttft", SETTING_NUMBER, AT(ttft_ms), 0, 3600000, NULL, "ms",
	    "echo: the pause before the first character, if it is not delay" },
	{ "jitter", SETTING_NUMBER, AT(jitter_ms), 0, 3600000, NULL, "ms",
	    "echo: each character comes up to that much earlier or later" },
	{ "prefill_per_token", SETTING_NUMBER, AT(prefill_per_token_ms), 0,
	    60000, NULL, "ms",
	    "echo: a pause at the start for each token of the prompt" },
	{ "record", SETTING_TEXT, AT(record), 0, 0, NULL, NULL,
	    "the file that gets what a server sends, with its times" },
	{ "speed", SETTING_NUMBER, AT(speed), 0.01, 1000, NULL, NULL,
	    "echo and replay: how many times as fast" },
	{ "api_key_env", SETTING_TEXT, AT(api_key_env), 0, 0, NULL, NULL,
	    "the variable that holds the key, OPENAI_API_KEY if not set" },
	{ "header", SETTING_TEXTS, AT(headers), 0, 0, NULL, NULL,
	    "more headers of requests, \"Name: value\"" },
	{ "insecure", SETTING_BOOL, AT(insecure), 0, 0, NULL, NULL,
	    "do not check the certificate of a server" },
	{ "proxy", SETTING_TEXT, AT(proxy), 0, 0, NULL, NULL,
	    "the address of a proxy" },
	{ "connect_timeout", SETTING_INTEGER, AT(connect_timeout_ms), 1,
	    2147483647.0, NULL, "ms", "how long connecting may take" },
	{ "idle_timeout", SETTING_INTEGER, AT(idle_timeout_ms), 1, 2147483647.0,
	    NULL, "ms", "how long a server may be silent" },
	{ "store", SETTING_BOOL, AT(store), 0, 0, NULL, NULL,
	    "keep conversations on disk as they happen" },
	{ "copy_command", SETTING_TEXT, AT(copy_command), 0, 0, NULL, NULL,
	    "gets what is copied: wl-copy, xclip -sel clip" },
	{ "clipboard", SETTING_WORD, AT(clipboard), 0, 0,
	    "auto|osc52|tmux|screen|off", NULL,
	    "how the terminal is told what is copied" },
	{ "mouse", SETTING_BOOL, AT(mouse), 0, 0, NULL, NULL,
	    "use the mouse; off leaves it to the terminal" },
	{ "theme", SETTING_WORD, AT(theme), 0, 0,
	    "auto|dark|light|mono|terminal", NULL,
	    "the colours of the screen; auto goes by its background" },
	{ "markdown", SETTING_BOOL, AT(markdown), 0, 0, NULL, NULL,
	    "show the looks of the Markdown of replies" },
	{ "links", SETTING_WORD, AT(links), 0, 0, "auto|on|off", NULL,
	    "tell the terminal of links in replies" },
	{ .name = NULL },
};

static const struct settings defaults = {
	.max_tokens = -1,
	.min_tokens = -1,
	.temperature = -1,
	.top_p = -1,
	.seed = SETTING_UNSET_SEED,
	.n = -1,
	.endpoint = ENDPOINT_CHAT,
	.delay_ms = 10,
	.ttft_ms = -1,
	.speed = 1,
	.connect_timeout_ms = 10000,
	.idle_timeout_ms = 120000,
	.store = true,
	.mouse = true,
	.markdown = true,
};

void
settings_init(struct settings *settings)
{
	*settings = defaults;
}

/* ---- Names. */

/* Returns what stands in name behind typed, or NULL if it begins otherwise. */
static const char *
behind(const char *name, const char *typed)
{
	for (; *typed; name++, typed++)
		if (*name != (*typed == '-' ? '_' : *typed))
			return NULL;
	return name;
}

const struct setting *
setting_find(const char *name)
{
	for (const struct setting *s = setting_table; s->name; s++) {
		const char *rest = behind(s->name, name);
		if (rest && !*rest)
			return s;
	}
	return NULL;
}

const char *
setting_nearest(const char *name)
{
	char *typed = xstrdup(name);
	struct nearest nearest;

	for (char *c = typed; *c; c++)
		if (*c == '-')
			*c = '_';
	nearest_init(&nearest, typed);
	for (const struct setting *s = setting_table; s->name; s++)
		nearest_offer(&nearest, s->name);
	free(typed);
	return nearest_name(&nearest);
}

/* ---- Sentences. */

bool
setting_refuse(const struct setting *setting, const char *right,
    const char *value, struct text *error)
{
	text_printf(error, "%s must be %s; ", setting->name, right);
	escape_quote_short(error, value, strlen(value), SHOWN_MAX);
	text_add(error, " is not");
	return false;
}

static bool
refuse_number(const struct setting *setting, const char *value,
    struct text *error)
{
	bool whole = setting->kind != SETTING_NUMBER;
	struct text right = { 0 };

	text_add(&right, whole ? "a whole number" : "a number");
	if (setting->unit)
		text_printf(&right, " of %s", setting->unit);
	if (setting->most < NO_LIMIT)
		text_printf(&right, " from %.0f to %.0f", setting->least,
		    setting->most);
	else if (setting->least > -NO_LIMIT)
		text_printf(&right, ", %.0f or more", setting->least);
	setting_refuse(setting, text_string(&right), value, error);
	text_release(&right);
	return false;
}

static bool
refuse_word(const struct setting *setting, const char *value,
    struct text *error)
{
	struct text right = { 0 };

	for (const char *c = setting->words; *c; c++) {
		if (*c == '|')
			text_add(&right, " or ");
		else
			text_append(&right, c, 1);
	}
	setting_refuse(setting, text_string(&right), value, error);
	text_release(&right);
	return false;
}

/* ---- Values of one kind. */

static bool
consists_of(const char *value, const char *characters)
{
	return *value && !value[strspn(value, characters)];
}

static bool
in_limits(const struct setting *setting, double number)
{
	return number >= setting->least && number <= setting->most;
}

static bool
read_integer(const struct setting *setting, const char *value, int64_t *out,
    struct text *error)
{
	char *end;

	errno = 0;
	long long number = strtoll(value, &end, 10);
	if (!consists_of(value, "-0123456789") || *end || errno ||
	    !in_limits(setting, (double)number) ||
	    number == SETTING_UNSET_SEED)
		return refuse_number(setting, value, error);
	*out = number;
	return true;
}

/* The user's locale may have a comma where JSON has a point. */
static double
to_double(const char *value, char **end)
{
	locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
	locale_t before = uselocale(c);
	double number = strtod(value, end);

	uselocale(before);
	freelocale(c);
	return number;
}

static bool
read_number(const struct setting *setting, const char *value, double *out,
    struct text *error)
{
	char *end;
	double number = to_double(value, &end);

	if (!consists_of(value, "+-.0123456789Ee") || *end ||
	    !in_limits(setting, number))
		return refuse_number(setting, value, error);
	*out = number;
	return true;
}

/* Returns the place of value among words separated by |, or -1. */
static int
word_find(const char *words, const char *value)
{
	for (int i = 0; *words; i++) {
		size_t len = strcspn(words, "|");
		if (strlen(value) == len && !strncmp(words, value, len))
			return i;
		words += len + (words[len] == '|');
	}
	return -1;
}

bool
setting_read_bool(const char *value, bool *out)
{
	int number = word_find(ON_OR_OFF, value);

	if (number >= 0)
		*out = number % 2;
	return number >= 0;
}

static bool
read_bool(const struct setting *setting, const char *value, bool *out,
    struct text *error)
{
	return setting_read_bool(value, out) ||
	    setting_refuse(setting, "on or off", value, error);
}

static bool
read_word(const struct setting *setting, const char *value,
    unsigned *out, struct text *error)
{
	int number = word_find(setting->words, value);

	if (number < 0)
		return refuse_word(setting, value, error);
	*out = (unsigned)number;
	return true;
}

static bool
read_text(struct text *out, const char *value)
{
	text_clear(out);
	text_add(out, value);
	return true;
}

/* ---- Lists. */

/* "Name: value", or "Name:" and "Name;" as curl reads them. */
static bool
is_header(const struct text *header)
{
	const char *bytes = text_string(header);
	size_t name = strcspn(bytes, ":;");

	return name > 0 && bytes[name] &&
	    strcspn(bytes, " \t\"(),/<=>?@[]{}\\") >= name &&
	    strlen(bytes) == header->len && !strpbrk(bytes, "\r\n");
}

static bool
add_string(struct strings *strings, const struct setting *setting,
    const char *value, struct text *error)
{
	struct text string = { 0 };
	bool ok = escape_read(&string, value, error);

	if (ok && string.len && setting->offset == AT(headers) &&
	    !is_header(&string))
		ok = setting_refuse(setting, "\"Name: value\"", value, error);
	else if (ok && string.len)
		strings_add(strings, &string);
	else if (ok)
		text_add(error, "an empty string is left out");
	text_release(&string);
	return ok;
}

static bool
add_id(struct ids *ids, const struct setting *setting, const char *value,
    struct text *error)
{
	int64_t id;

	if (!read_integer(setting, value, &id, error))
		return false;
	ids_add(ids, id);
	return true;
}

static bool
not_there(const struct setting *setting, const char *value, struct text *error)
{
	escape_quote_short(error, value, strlen(value), SHOWN_MAX);
	text_printf(error, " is not in %s", setting->name);
	return false;
}

static bool
remove_string(struct strings *strings, const struct setting *setting,
    const char *value, struct text *error)
{
	struct text string = { 0 };
	bool ok = escape_read(&string, value, error);

	if (ok && !strings_remove(strings, &string))
		ok = not_there(setting, value, error);
	text_release(&string);
	return ok;
}

static bool
remove_id(struct ids *ids, const struct setting *setting, const char *value,
    struct text *error)
{
	int64_t id;

	return read_integer(setting, value, &id, error) &&
	    (ids_remove(ids, id) || not_there(setting, value, error));
}

/* ---- Any setting. */

static void *
field(struct settings *settings, const struct setting *setting)
{
	return (char *)settings + setting->offset;
}

static const void *
const_field(const struct settings *settings, const struct setting *setting)
{
	return (const char *)settings + setting->offset;
}

bool
setting_set(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error)
{
	void *at = field(settings, setting);

	switch (setting->kind) {
	case SETTING_INTEGER:
		return read_integer(setting, value, at, error);
	case SETTING_NUMBER:
		return read_number(setting, value, at, error);
	case SETTING_BOOL:
		return read_bool(setting, value, at, error);
	case SETTING_TEXT:
		return read_text(at, value);
	case SETTING_WORD:
		return read_word(setting, value, at, error);
	case SETTING_TEXTS:
		return add_string(at, setting, value, error);
	case SETTING_IDS:
		return add_id(at, setting, value, error);
	}
	return false;
}

void
setting_unset(struct settings *settings, const struct setting *setting)
{
	void *at = field(settings, setting);
	const void *from = const_field(&defaults, setting);

	switch (setting->kind) {
	case SETTING_INTEGER:
		*(int64_t *)at = *(const int64_t *)from;
		break;
	case SETTING_NUMBER:
		*(double *)at = *(const double *)from;
		break;
	case SETTING_BOOL:
		*(bool *)at = *(const bool *)from;
		break;
	case SETTING_TEXT:
		text_release(at);
		break;
	case SETTING_WORD:
		*(unsigned *)at = *(const unsigned *)from;
		break;
	case SETTING_TEXTS:
		strings_release(at);
		break;
	case SETTING_IDS:
		ids_release(at);
		break;
	}
}

void
settings_release(struct settings *settings)
{
	for (const struct setting *s = setting_table; s->name; s++)
		setting_unset(settings, s);
	text_release(&settings->request_template);
}

static void
copy_text(struct text *to, const struct text *from)
{
	*to = (struct text){ 0 };
	text_append(to, from->bytes, from->len);
}

/* Gives the copy memory of its own, where the original has some. */
static void
copy_owned(struct settings *to, const struct settings *from,
    const struct setting *setting)
{
	void *at = field(to, setting);
	const void *original = const_field(from, setting);

	switch (setting->kind) {
	case SETTING_INTEGER:
	case SETTING_NUMBER:
	case SETTING_BOOL:
	case SETTING_WORD:
		break;
	case SETTING_TEXT:
		copy_text(at, original);
		break;
	case SETTING_TEXTS:
		strings_copy(at, original);
		break;
	case SETTING_IDS:
		ids_copy(at, original);
		break;
	}
}

void
settings_copy(struct settings *to, const struct settings *from)
{
	*to = *from;
	for (const struct setting *s = setting_table; s->name; s++)
		copy_owned(to, from, s);
	copy_text(&to->request_template, &from->request_template);
}

void
setting_copy(struct settings *to, const struct settings *from,
    const struct setting *setting)
{
	static const size_t sizes[] = {
		[SETTING_INTEGER] = sizeof(int64_t),
		[SETTING_NUMBER] = sizeof(double),
		[SETTING_BOOL] = sizeof(bool),
		[SETTING_WORD] = sizeof(unsigned),
	};

	setting_unset(to, setting);
	if (setting->kind < SETTING_TEXT || setting->kind == SETTING_WORD)
		memcpy(field(to, setting), const_field(from, setting),
		    sizes[setting->kind]);
	else
		copy_owned(to, from, setting);
}

bool
setting_remove(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error)
{
	void *at = field(settings, setting);

	if (setting->kind == SETTING_TEXTS)
		return remove_string(at, setting, value, error);
	if (setting->kind == SETTING_IDS)
		return remove_id(at, setting, value, error);
	text_printf(error, "%s is not a list", setting->name);
	return false;
}

bool
setting_is_list(const struct setting *setting)
{
	return setting->kind == SETTING_TEXTS || setting->kind == SETTING_IDS;
}

bool
setting_is_set(const struct settings *settings, const struct setting *setting)
{
	const void *at = const_field(settings, setting);
	const void *from = const_field(&defaults, setting);

	switch (setting->kind) {
	case SETTING_INTEGER:
		return *(const int64_t *)at != *(const int64_t *)from;
	case SETTING_NUMBER:
		return *(const double *)at != *(const double *)from;
	case SETTING_BOOL:
		return *(const bool *)at != *(const bool *)from;
	case SETTING_TEXT:
		return ((const struct text *)at)->len > 0;
	case SETTING_WORD:
		return *(const unsigned *)at != *(const unsigned *)from;
	case SETTING_TEXTS:
		return ((const struct strings *)at)->count > 0;
	case SETTING_IDS:
		return ((const struct ids *)at)->count > 0;
	}
	return false;
}

static void
show_number(double number, struct text *out)
{
	struct text digits = { 0 };

	if (number < 0)
		return;
	json_number(&digits, NULL, number, DIGITS);
	text_add(out, text_string(&digits));
	text_release(&digits);
}

static void
show_integer(const struct setting *setting, int64_t number, struct text *out)
{
	const int64_t *unset = const_field(&defaults, setting);

	if (number != *unset || number >= 0)
		text_printf(out, "%lld", (long long)number);
}

static void
show_word(const char *words, int number, struct text *out)
{
	while (number--)
		words += strcspn(words, "|") + 1;
	text_append(out, words, strcspn(words, "|"));
}

static void
show_strings(const struct strings *strings, struct text *out)
{
	for (size_t i = 0; i < strings->count; i++) {
		text_add(out, i ? " " : "");
		escape_quote(out, strings->items[i].bytes,
		    strings->items[i].len);
	}
}

static void
show_ids(const struct ids *ids, struct text *out)
{
	for (size_t i = 0; i < ids->count; i++)
		text_printf(out, "%s%lld", i ? " " : "",
		    (long long)ids->items[i]);
}

void
setting_show(const struct settings *settings, const struct setting *setting,
    struct text *out)
{
	const void *at = const_field(settings, setting);
	size_t len = out->len;

	switch (setting->kind) {
	case SETTING_INTEGER:
		show_integer(setting, *(const int64_t *)at, out);
		break;
	case SETTING_NUMBER:
		show_number(*(const double *)at, out);
		break;
	case SETTING_BOOL:
		show_word(ON_OR_OFF, *(const bool *)at, out);
		break;
	case SETTING_TEXT:
		text_add(out, text_string(at));
		break;
	case SETTING_WORD:
		show_word(setting->words, (int)*(const unsigned *)at, out);
		break;
	case SETTING_TEXTS:
		show_strings(at, out);
		break;
	case SETTING_IDS:
		show_ids(at, out);
		break;
	}
	if (out->len == len)
		text_add(out, "-");
}

/* ---- As lines of a file. */

static void
quoted_line(const struct text *text, struct text *out)
{
	if (!text->len)
		return;
	escape_quote(out, text->bytes, text->len);
	text_add(out, "\n");
}

static void
shown_line(const struct settings *settings, const struct setting *setting,
    struct text *out)
{
	struct text shown = { 0 };

	setting_show(settings, setting, &shown);
	if (strcmp(text_string(&shown), "-"))
		text_printf(out, "%s\n", text_string(&shown));
	text_release(&shown);
}

void
setting_lines(const struct settings *settings, const struct setting *setting,
    struct text *out)
{
	const void *at = const_field(settings, setting);
	const struct strings *strings = at;
	const struct ids *ids = at;

	switch (setting->kind) {
	case SETTING_TEXTS:
		for (size_t i = 0; i < strings->count; i++)
			quoted_line(&strings->items[i], out);
		break;
	case SETTING_IDS:
		for (size_t i = 0; i < ids->count; i++)
			text_printf(out, "%lld\n", (long long)ids->items[i]);
		break;
	case SETTING_TEXT:
		quoted_line(at, out);
		break;
	case SETTING_INTEGER:
	case SETTING_NUMBER:
	case SETTING_BOOL:
	case SETTING_WORD:
		shown_line(settings, setting, out);
		break;
	}
}
