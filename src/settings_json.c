/* settings_json.c: the settings that differ from their defaults, as JSON: what
 * is kept with a reply, to know how it was asked for. */
#include "settings_json.h"

#include <string.h>

#include "json.h"

enum { DIGITS = 9 };

/* Of the program and not of the request, or told elsewhere, or with a secret in
 * it: keys, and the password of a proxy. */
static bool
is_left_out(const struct setting *setting)
{
	static const char *const names[] = { "api_key_env", "clipboard",
		"copy_command", "header", "links", "markdown", "model_name",
		"mouse", "proxy", "record", "store", "theme" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(setting->name, names[i]))
			return true;
	return false;
}

static void
add_strings(struct text *out, const char *name, const struct strings *strings)
{
	json_open(out, name, '[');
	for (size_t i = 0; i < strings->count; i++)
		json_string(out, NULL, strings->items[i].bytes,
		    strings->items[i].len);
	json_close(out, ']');
}

static void
add_ids(struct text *out, const char *name, const struct ids *ids)
{
	json_open(out, name, '[');
	for (size_t i = 0; i < ids->count; i++)
		json_integer(out, NULL, ids->items[i]);
	json_close(out, ']');
}

static void
add_shown(struct text *out, const struct setting *setting,
    const struct settings *settings)
{
	struct text shown = { 0 };

	setting_show(settings, setting, &shown);
	json_string(out, setting->name, shown.bytes, shown.len);
	text_release(&shown);
}

static void
add_setting(struct text *out, const struct setting *setting,
    const struct settings *settings)
{
	const void *at = (const char *)settings + setting->offset;

	switch (setting->kind) {
	case SETTING_INTEGER:
		json_integer(out, setting->name, *(const int64_t *)at);
		break;
	case SETTING_NUMBER:
		json_number(out, setting->name, *(const double *)at, DIGITS);
		break;
	case SETTING_BOOL:
		json_bool(out, setting->name, *(const bool *)at);
		break;
	case SETTING_TEXT:
	case SETTING_WORD:
		add_shown(out, setting, settings);
		break;
	case SETTING_TEXTS:
		add_strings(out, setting->name, at);
		break;
	case SETTING_IDS:
		add_ids(out, setting->name, at);
		break;
	}
}

char *
settings_json(const struct settings *settings)
{
	struct text out = { 0 };

	for (const struct setting *s = setting_table; s->name; s++) {
		if (is_left_out(s) || !setting_is_set(settings, s))
			continue;
		if (!out.len)
			json_open(&out, NULL, '{');
		add_setting(&out, s, settings);
	}
	if (!out.len)
		return NULL;
	json_close(&out, '}');
	return text_take(&out);
}
