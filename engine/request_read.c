/* request_read.c: the body of a request, as a server gets it: what it says of
 * settings and of the form of the reply, and what is wrong with it. */
#include "request_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/escape.h"
#include "../src/json.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "reading.h"
#include "request_field.h"
#include "request_input.h"

enum {
	SHOWN_MAX = 20,
	LIST_MOST = 1024, /* of stop and stop_token_ids: looking is linear */
	/* Of stop, in all: each choice has a table of twenty times the size. */
	STOP_BYTES_MOST = 16384,
};

void
api_error_release(struct api_error *error)
{
	text_release(&error->param);
	text_release(&error->message);
	*error = (struct api_error){ 0 };
}

void
asked_release(struct asked *asked)
{
	free(asked->model);
	free(asked->messages);
	conversation_release(&asked->conversation);
	settings_release(&asked->settings);
	*asked = (struct asked){ 0 };
}

/* ---- JSON. */

static bool
refuse_json(struct text *message, const char *body, size_t len, size_t at,
    const char *what)
{
	text_printf(message, "the body is not JSON: %s at byte %zu", what, at);
	if (at < len) {
		text_add(message, ", ");
		escape_quote_short(message, body + at, len - at, SHOWN_MAX);
	} else {
		text_add(message, ", where it ends");
	}
	return false;
}

static bool
check_result(struct text *message, struct json_reader *reader,
    const char *body, size_t len)
{
	enum json_result result = json_read(reader, body, len);

	switch (result) {
	case JSON_OK:
		if (!json_was_bent(reader))
			return true;
		break;
	case JSON_NOT:
	case JSON_BROKEN:
		break;
	case JSON_DEEP:
		text_printf(message, "the body must not be nested deeper than "
		    "%d levels; it is at byte %zu", JSON_DEPTH_MAX,
		    json_trouble(reader));
		return false;
	case JSON_MANY:
		text_printf(message, "the body must have at most %d values; "
		    "it has more", JSON_VALUES_MAX);
		return false;
	}
	return refuse_json(message, body, len, json_trouble(reader),
	    "something is wrong");
}

static bool
read_json(struct reading *reading, struct json_reader *reader, size_t len)
{
	struct text *message = &reading->error->message;
	size_t valid = utf8_valid(reading->body, len);

	if (!len) {
		text_add(message,
		    "the body is empty; it must be a JSON object");
		return false;
	}
	if (valid < len)
		return refuse_json(message, reading->body, len, valid,
		    "it is not UTF-8");
	if (!check_result(message, reader, reading->body, len))
		return false;
	reading->root = json_root(reader);
	if (reading->root->kind == JSON_OBJECT)
		return true;
	text_add(message, "the body must be a JSON object; ");
	escape_quote_short(message, reading->body, len, SHOWN_MAX);
	text_add(message, " is not");
	return false;
}

/* ---- Settings. */

static bool
take_list(struct reading *reading, const struct setting *setting,
    const struct json *list)
{
	char right[32];
	int count = 0;

	snprintf(right, sizeof(right), "a list of at most %d", LIST_MOST);
	for (const struct json *at = list->first; at; at = at->next) {
		if (count++ == LIST_MOST)
			return reading_refuse(reading, list, right, "%s",
			    setting->name);
		if (!reading_take(reading, &reading->asked->settings, setting,
			at))
			return false;
	}
	return true;
}

/* A value takes the place of that which was there, lists too. */
static bool
take_setting(struct reading *reading, const struct setting *setting,
    const struct json *value)
{
	struct settings *settings = &reading->asked->settings;

	if (!value)
		return true;
	setting_unset(settings, setting);
	if (setting_is_list(setting) && value->kind == JSON_LIST)
		return take_list(reading, setting, value);
	return reading_take(reading, settings, setting, value);
}

static bool
read_settings(struct reading *reading)
{
	for (const struct field *field = field_table; field->name; field++) {
		if (!field->setting)
			continue;
		const struct setting setting = field_setting(field);
		const struct json *value =
		    reading_get(reading->root, field->name);

		if (!take_setting(reading, &setting, value))
			return false;
	}
	return true;
}

/* Dynamo has it there, too. */
static bool
read_nvext(struct reading *reading)
{
	struct setting setting = *setting_find("ignore_eos");
	const struct json *nvext = reading_get(reading->root, "nvext");

	if (reading_get(reading->root, setting.name))
		return true;
	setting.name = "nvext.ignore_eos";
	return take_setting(reading, &setting,
	    reading_get(nvext, "ignore_eos"));
}

static bool
read_model(struct reading *reading)
{
	struct asked *asked = reading->asked;
	bool named = reading_get(reading->root, "model");

	asked->model =
	    xstrdup(named ? text_string(&asked->settings.model_name) : "");
	return true;
}

static bool
check_stops(struct reading *reading)
{
	const struct strings *stop = &reading->asked->settings.stop;
	const struct json *value = reading_get(reading->root, "stop");
	char right[40];
	size_t bytes = 0;

	for (size_t i = 0; i < stop->count; i++)
		bytes += stop->items[i].len;
	if (!value || bytes <= STOP_BYTES_MOST)
		return true;
	snprintf(right, sizeof(right), "at most %d bytes in all",
	    STOP_BYTES_MOST);
	return reading_refuse(reading, value, right, "stop");
}

static bool
check_counts(struct reading *reading)
{
	struct settings *settings = &reading->asked->settings;

	if (settings->n < 1)
		settings->n = 1;
	if (settings->max_tokens < 0 ||
	    settings->min_tokens <= settings->max_tokens)
		return true;
	text_add(&reading->error->param, "min_tokens");
	text_printf(&reading->error->message,
	    "min_tokens must be at most max_tokens, %lld; %lld is not",
	    (long long)settings->max_tokens,
	    (long long)settings->min_tokens);
	return false;
}

/* ---- What is no setting. */

enum { CHAT = 1, COMPLETIONS = 2, BOTH = CHAT | COMPLETIONS };

/* Each is read as if it were a setting. */
static const struct own {
	const char *name;
	int endpoints;
	enum setting_kind kind;
	double least, most;
	size_t offset; /* in struct asked */
} own_table[] = {
	{ "stream", BOTH, SETTING_BOOL, 0, 0, offsetof(struct asked, stream) },
	{ "echo", COMPLETIONS, SETTING_BOOL, 0, 0,
	    offsetof(struct asked, echo) },
	{ "logprobs", CHAT, SETTING_BOOL, 0, 0,
	    offsetof(struct asked, logprobs) },
	{ "logprobs", COMPLETIONS, SETTING_INTEGER, 0, 5,
	    offsetof(struct asked, top_logprobs) },
	{ "top_logprobs", CHAT, SETTING_INTEGER, 0, 20,
	    offsetof(struct asked, top_logprobs) },
	{ "best_of", COMPLETIONS, SETTING_INTEGER, 1, 2147483647,
	    offsetof(struct asked, best_of) },
	{ .name = NULL },
};

static bool
take_bool(struct reading *reading, const char *name, const struct json *value,
    bool *out)
{
	const struct setting setting = { .name = name, .kind = SETTING_BOOL,
		.offset = offsetof(struct settings, ignore_eos) };
	struct settings vain;

	settings_init(&vain);
	if (!value)
		return true;
	if (!reading_take(reading, &vain, &setting, value))
		return false;
	*out = vain.ignore_eos;
	return true;
}

static bool
take_integer(struct reading *reading, const struct own *own,
    const struct json *value, int64_t *out)
{
	const struct setting setting = { .name = own->name,
		.kind = SETTING_INTEGER, .least = own->least,
		.most = own->most, .offset = offsetof(struct settings, n) };
	struct settings vain;

	settings_init(&vain);
	if (!value)
		return true;
	if (!reading_take(reading, &vain, &setting, value))
		return false;
	*out = vain.n;
	return true;
}

static bool
is_for(const struct own *own, const struct reading *reading)
{
	bool chat = reading->asked->settings.endpoint == ENDPOINT_CHAT;

	return own->endpoints & (chat ? CHAT : COMPLETIONS);
}

static bool
read_own(struct reading *reading)
{
	for (const struct own *own = own_table; own->name; own++) {
		const struct json *value =
		    reading_get(reading->root, own->name);
		void *at = (char *)reading->asked + own->offset;

		if (!is_for(own, reading))
			continue;
		if (own->kind == SETTING_BOOL
			? !take_bool(reading, own->name, value, at)
			: !take_integer(reading, own, value, at))
			return false;
	}
	return true;
}

/* In completions, a number is wish enough. */
static bool
check_logprobs(struct reading *reading)
{
	struct asked *asked = reading->asked;

	if (asked->settings.endpoint == ENDPOINT_COMPLETIONS)
		asked->logprobs = reading_get(reading->root, "logprobs");
	if (asked->logprobs || !asked->top_logprobs)
		return true;
	return reading_refuse(reading,
	    reading_get(reading->root, "top_logprobs"), "0 without logprobs",
	    "top_logprobs");
}

static bool
check_suffix(struct reading *reading)
{
	const struct json *suffix = reading_get(reading->root, "suffix");

	if (!suffix || reading->asked->settings.endpoint == ENDPOINT_CHAT)
		return true;
	return reading_refuse(reading, suffix, "null: it is not supported",
	    "suffix");
}

static bool
read_stream_options(struct reading *reading)
{
	const struct json *options =
	    reading_get(reading->root, "stream_options");
	struct asked *asked = reading->asked;

	if (!options)
		return true;
	if (options->kind != JSON_OBJECT)
		return reading_refuse(reading, options, "an object",
		    "stream_options");
	if (!asked->stream)
		return reading_refuse(reading, options,
		    "null unless stream is true", "stream_options");
	if (!take_bool(reading, "stream_options.include_usage",
		reading_get(options, "include_usage"), &asked->include_usage) ||
	    !take_bool(reading, "stream_options.continuous_usage_stats",
		reading_get(options, "continuous_usage_stats"),
		&asked->continuous_usage))
		return false;
	asked->continuous_usage &= asked->include_usage;
	return true;
}

/* ---- What is not read here, but may go to another server. */

static bool
is_named(const struct json *member, const char *name)
{
	return member->name_len == strlen(name) &&
	    !memcmp(member->name, name, member->name_len);
}

static void
keep_value(struct text *out, const struct json *member, const char *body)
{
	json_string(out, NULL, member->name, member->name_len);
	text_add(out, ":");
	json_minify(out, body + member->start, member->end - member->start);
}

/* Its ignore_eos is a setting now, and goes out as one. */
static void
keep_nvext(struct text *out, const struct json *nvext, const char *body)
{
	json_open(out, "nvext", '{');
	for (const struct json *at = nvext->first; at; at = at->next)
		if (!is_named(at, "ignore_eos"))
			keep_value(out, at, body);
	json_close(out, '}');
}

static void
keep_members(struct text *out, const struct json *object, const char *body)
{
	json_open(out, NULL, '{');
	for (const struct json *at = object->first; at; at = at->next)
		if (is_named(at, "nvext") && at->kind == JSON_OBJECT)
			keep_nvext(out, at, body);
		else if (!field_find(at->name, at->name_len))
			keep_value(out, at, body);
	json_close(out, '}');
}

static bool
keep_rest(struct reading *reading)
{
	struct text *template = &reading->asked->settings.request_template;

	text_clear(template);
	keep_members(template, reading->root, reading->body);
	return true;
}

/* ---- All of it. */

static bool
read_all(struct reading *reading)
{
	static bool (*const steps[])(struct reading *reading) = {
		request_input_read, read_settings, read_nvext, read_model,
		check_stops, check_counts, read_own, check_logprobs,
		check_suffix, read_stream_options, keep_rest,
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		if (!steps[i](reading))
			return false;
	return true;
}

bool
request_read(struct asked *asked, const struct settings *settings,
    const char *body, size_t len, struct api_error *error)
{
	struct json_reader *reader = json_reader_new();
	struct reading reading = { .asked = asked, .error = error,
		.body = body };
	bool ok;

	settings_copy(&asked->settings, settings);
	asked->best_of = -1;
	ok = read_json(&reading, reader, len) && read_all(&reading);
	json_reader_free(reader);
	if (ok)
		return true;
	asked_release(asked);
	error->status = 400;
	error->type = "invalid_request_error";
	return false;
}
