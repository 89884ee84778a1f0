/* config_keys.c: what the keys of a configuration file do: options, engines,
 * keys, looks. */
#include "config_parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/engine.h"
#include "config_save.h"
#include "escape.h"
#include "xalloc.h"

enum { NAME_MAX_BYTES = 40 };

/* ---- Options. */

static bool
is_read_as_is(const struct option *option)
{
	const struct setting *setting =
	    option->setting ? setting_find(option->setting) : NULL;

	return setting && setting->kind == SETTING_TEXTS;
}

/* Offers the keys that there are, as they are written here. */
static void
complain_unknown_key(struct parsing *parsing, const char *key)
{
	static const char *const own[] = { "url", "engine", "model" };
	struct nearest nearest;
	struct text names[OPTIONS_MAX] = { 0 };
	size_t count = 0;

	nearest_init(&nearest, key);
	for (const struct option *o = option_table; o->name; o++) {
		if (o->when != OPTION_ANYWHERE ||
		    (parsing->engine && !o->setting))
			continue;
		config_key(o, &names[count]);
		nearest_offer(&nearest, text_string(&names[count++]));
	}
	for (size_t i = 0; parsing->engine && i < COUNT(own); i++)
		nearest_offer(&nearest, own[i]);
	parsing_unknown(parsing, "key", key, &nearest,
	    "see echochat_config(5)");
	while (count)
		text_release(&names[--count]);
}

/* Finds what a key of options, or of an engine's section, means. NULL when it
 * has told that it means nothing. */
static const struct option *
find_option(struct parsing *parsing, const char *key)
{
	bool of_engine = parsing->engine;
	const struct option *option = option_by_key(
	    of_engine && !strcmp(key, "model") ? "model-name" : key);

	if (!option)
		complain_unknown_key(parsing, key);
	else if (of_engine && !option->setting)
		parsing_complain(parsing, "%s is not a setting of an engine; "
		    "it goes before all sections, or below [echochat]", key);
	else if (option->when != OPTION_ANYWHERE)
		parsing_complain(parsing, "%s goes on the command line only: "
		    "--%s", key, option->name);
	else
		return option;
	return NULL;
}

/* A malformed header may be a key. */
static void
tell_refused(struct parsing *parsing, const struct option *option,
    const char *key, const struct text *said)
{
	if (option->setting && !strcmp(option->setting, "header"))
		parsing_complain(parsing, "%s must be \"Name: value\"", key);
	else if (option_is_named(key, text_string(said)))
		parsing_complain(parsing, "%s", text_string(said));
	else
		parsing_complain(parsing, "%s: %s", key, text_string(said));
}

static void
set_option(struct parsing *parsing, const struct option *option,
    const char *key, const char *value)
{
	struct text said = { 0 }, warned = { 0 };
	struct reading reading = {
		.options = parsing->options,
		.origin = { SOURCE_FILE, parsing->line, NULL },
		.name = key,
		.error = &said,
		.warning = &warned,
	};

	value = options_keep(parsing->options, value);
	if (!option_set(&reading, option, value))
		tell_refused(parsing, option, key, &said);
	else if (warned.len)
		text_printf(parsing->warning, "%s:%d: %s", parsing->path,
		    parsing->line, text_string(&warned));
	text_release(&said);
	text_release(&warned);
}

/* out = NAME is the word of the command line. */
static void
take_out(struct parsing *parsing, const char *key, const char *raw)
{
	struct options *options = parsing->options;
	struct origin *origin = &options->engine_origin;
	struct text value = { 0 };

	if (parsing_value(parsing, key, raw, false, &value) &&
	    parsing_first(parsing, key, origin->line) &&
	    !parsing_refuse_password(parsing, key, text_string(&value))) {
		if (!value.len)
			parsing_complain(parsing,
			    "out needs the name of an engine");
		options->engine = options_keep(options, text_string(&value));
		*origin = (struct origin){ SOURCE_FILE, parsing->line, NULL };
	}
	text_release(&value);
}

void
parsing_option(struct parsing *parsing, const char *key, const char *raw)
{
	const struct option *option;
	struct text value = { 0 };
	int before;

	if (!strcmp(key, "out")) {
		take_out(parsing, key, raw);
		return;
	}
	option = parsing_refuse_secret(parsing, key) ? NULL
					     : find_option(parsing, key);
	if (!option)
		return;
	before = option_origin(parsing->options, option)->line;
	if (parsing_value(parsing, key, raw, is_read_as_is(option), &value) &&
	    parsing_right_variable(parsing, option, key, text_string(&value)) &&
	    (option_is_list(option) || parsing_first(parsing, key, before)))
		set_option(parsing, option, key, text_string(&value));
	text_release(&value);
}

/* ---- Engines. */

static bool
is_right_target(struct parsing *parsing, const char *key, const char *target)
{
	const struct engine_ops *ops = engine_find(target);
	bool is_url = !strcmp(key, "url");
	struct text shown = { 0 };

	if (parsing_refuse_password(parsing, key, target))
		return false;
	if (ops && (ops == &engine_server) == is_url)
		return true;
	escape_quote_short(&shown, target, strlen(target), SHOWN_MAX);
	parsing_complain(parsing, "%s must be %s; %s is not", key,
	    is_url ? "the address of a server, as in http://localhost:8000"
		   : "echo or replay:FILE", text_string(&shown));
	text_release(&shown);
	return false;
}

static void
take_target(struct parsing *parsing, const char *key, const char *raw)
{
	struct config_engine *engine = parsing->engine;

	if (engine->target_line) {
		parsing_complain(parsing, "%s: the engine was named in line %d "
		    "already", key, engine->target_line);
		return;
	}
	engine->target_line = parsing->line;
	if (parsing_value(parsing, key, raw, false, &engine->target))
		is_right_target(parsing, key, text_string(&engine->target));
}

static void
set_of_engine(struct parsing *parsing, const struct option *option,
    const char *key, const char *value)
{
	struct config_engine *engine = parsing->engine;
	const struct setting *setting = setting_find(option->setting);
	struct text said = { 0 };
	int *line = &engine->lines[option - option_table];

	if (!setting_is_list(setting) && !parsing_first(parsing, key, *line))
		return;
	*line = parsing->line;
	if (!setting_set(&engine->settings, setting, value, &said))
		tell_refused(parsing, option, key, &said);
	else if (said.len)
		text_printf(parsing->warning, "%s:%d: %s: %s\n", parsing->path,
		    parsing->line, key, text_string(&said));
	text_release(&said);
}

void
parsing_of_engine(struct parsing *parsing, const char *key, const char *raw)
{
	const struct option *option;
	struct text value = { 0 };

	if (!strcmp(key, "url") || !strcmp(key, "engine")) {
		take_target(parsing, key, raw);
		return;
	}
	option = parsing_refuse_secret(parsing, key) ? NULL
					     : find_option(parsing, key);
	if (option && parsing_value(parsing, key, raw, is_read_as_is(option),
	    &value) &&
	    parsing_right_variable(parsing, option, key, text_string(&value)))
		set_of_engine(parsing, option, key, text_string(&value));
	text_release(&value);
}

static bool
is_right_name(struct parsing *parsing, const char *name)
{
	if (!*name || strlen(name) > NAME_MAX_BYTES ||
	    strpbrk(name, " \t:/\"'")) {
		parsing_complain_at(parsing, parsing->section_line,
		    "the name of an engine is a word of up to 40 letters, "
		    "without : and /: [engine NAME]");
		return false;
	}
	if (engine_find(name)) {
		parsing_complain_at(parsing, parsing->section_line,
		    "there is an engine of that name already; call it "
		    "otherwise: [engine NAME]");
		return false;
	}
	return true;
}

/* The section may have begun before. */
bool
parsing_enter_engine(struct parsing *parsing, const char *name)
{
	struct config *config = &parsing->options->config;
	struct config_engine *engine;

	name += strspn(name, BLANKS);
	if (!is_right_name(parsing, name))
		return false;
	engine = (struct config_engine *)config_engine(config, name);
	if (!engine) {
		config->engines = xgrow(config->engines, config->engine_count,
		    &config->engine_capacity, sizeof(*config->engines));
		engine = &config->engines[config->engine_count++];
		*engine = (struct config_engine){
			.line = parsing->section_line };
		text_add(&engine->name, name);
		settings_init(&engine->settings);
	}
	parsing->engine = engine;
	return true;
}

/* ---- Keys and looks. */

static void
add_pair(struct config_pairs *pairs, const char *key, const char *value,
    int line)
{
	struct config_pair *pair;

	pairs->items = xgrow(pairs->items, pairs->count, &pairs->capacity,
	    sizeof(*pairs->items));
	pair = &pairs->items[pairs->count++];
	*pair = (struct config_pair){ .line = line };
	text_add(&pair->key, key);
	text_add(&pair->value, value);
}

static int
line_of_pair(const struct config_pairs *pairs, const char *key)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (!strcmp(text_string(&pairs->items[i].key), key))
			return pairs->items[i].line;
	return 0;
}

void
parsing_binding(struct parsing *parsing, const char *key, const char *raw)
{
	struct config *config = &parsing->options->config;
	struct text value = { 0 }, error = { 0 };
	char *lower = xstrdup(key);

	for (char *c = lower; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	if (parsing_value(parsing, key, raw, false, &value) &&
	    parsing_first(parsing, key, line_of_pair(&config->keys, lower))) {
		if (bindings_add(&config->bindings, lower,
			text_string(&value), &error))
			add_pair(&config->keys, lower, text_string(&value),
			    parsing->line);
		else
			parsing_complain(parsing, "%s: %s", key,
			    text_string(&error));
	}
	free(lower);
	text_release(&value);
	text_release(&error);
}

static enum style
find_style(struct parsing *parsing, const char *key)
{
	enum style style = look_style(key);
	struct nearest nearest;

	if (style < STYLES)
		return style;
	nearest_init(&nearest, key);
	nearest_offer(&nearest, "name");
	for (int i = 0; i < STYLES; i++)
		nearest_offer(&nearest, look_style_name((enum style)i));
	parsing_unknown(parsing, "style", key, &nearest,
	    "see echochat_config(5)");
	return STYLES;
}

void
parsing_look(struct parsing *parsing, const char *key, const char *raw)
{
	struct config *config = &parsing->options->config;
	struct text value = { 0 }, error = { 0 };
	enum style style;

	if (!strcmp(key, "name")) {
		parsing_option(parsing, "theme", raw);
		return;
	}
	style = find_style(parsing, key);
	if (style < STYLES && parsing_value(parsing, key, raw, false, &value) &&
	    parsing_first(parsing, key, line_of_pair(&config->looks, key))) {
		if (look_read(&config->theme.looks[style],
			text_string(&value), &error))
			add_pair(&config->looks, key, text_string(&value),
			    parsing->line);
		else
			parsing_complain(parsing, "%s: %s", key,
			    text_string(&error));
	}
	text_release(&value);
	text_release(&error);
}
