/* request_field.c: the fields of a request's body that are settings. */
#include "request_field.h"

#include <string.h>

#include "../src/escape.h"

const struct field field_table[] = {
	{ "model", "model_name" },
	{ "messages", NULL },
	{ "prompt", NULL },
	{ "stream", NULL },
	{ "stream_options", NULL },
	{ "stop", "stop" },
	{ "stop_token_ids", "stop_token_ids" },
	{ "max_tokens", "max_tokens" },
	{ "max_completion_tokens", "max_tokens" },
	{ "min_tokens", "min_tokens" },
	{ "temperature", "temperature" },
	{ "top_p", "top_p" },
	{ "seed", "seed" },
	{ "n", "n" },
	{ "ignore_eos", "ignore_eos" },
	{ "include_stop_str_in_output", "include_stop_str_in_output" },
	{ .name = NULL },
};

const struct field *
field_find(const char *name, size_t len)
{
	for (const struct field *field = field_table; field->name; field++)
		if (strlen(field->name) == len &&
		    !memcmp(field->name, name, len))
			return field;
	return NULL;
}

struct setting
field_setting(const struct field *field)
{
	struct setting setting = *setting_find(field->setting);

	setting.name = field->name;
	return setting;
}

/* Strings of lists have their escapes read by setting_set(). */
static bool
take_string(struct settings *settings, const struct setting *setting,
    const struct field_value *value, struct text *error)
{
	struct text string = { 0 };
	bool ok;

	if (setting->kind == SETTING_TEXT)
		text_append(&string, value->bytes, value->len);
	else
		escape_plain(&string, value->bytes, value->len);
	ok = setting_set(settings, setting, text_string(&string), error);
	text_release(&string);
	return ok;
}

bool
field_take(struct settings *settings, const struct setting *setting,
    const struct field_value *value, struct text *error)
{
	bool is_string = value->kind == JSON_STRING;
	const char *json = value->json;

	switch (setting->kind) {
	case SETTING_BOOL:
		if (value->kind != JSON_TRUE && value->kind != JSON_FALSE)
			return setting_refuse(setting, "true or false", json,
			    error);
		break;
	case SETTING_TEXT:
		if (!is_string)
			return setting_refuse(setting, "a string", json, error);
		if (memchr(value->bytes, '\0', value->len))
			return setting_refuse(setting, "a string without NUL",
			    json, error);
		return take_string(settings, setting, value, error);
	case SETTING_TEXTS:
		if (!is_string || !value->len)
			return setting_refuse(setting,
			    "a string, not empty, or a list of them", json,
			    error);
		return take_string(settings, setting, value, error);
	case SETTING_INTEGER:
	case SETTING_NUMBER:
	case SETTING_WORD:
	case SETTING_IDS:
		break;
	}
	return setting_set(settings, setting, json, error);
}
