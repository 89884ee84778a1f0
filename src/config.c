/* config.c: reads the configuration file.
 *
 * inih finds sections and keys; it is the only file that knows it. Values are
 * cut out here: inih takes lines of 200 bytes, and knows no quotes. */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ini.h>

#include "../engine/engine.h"
#include "../engine/secret.h"
#include "escape.h"
#include "file.h"
#include "nearest.h"
#include "option_table.h"
#include "utf8.h"
#include "xalloc.h"

enum { SHOWN_MAX = 40, ERRORS_MAX = 10, NAME_MAX_BYTES = 40 };

#define BLANKS " \t"
#define ENGINE "engine "
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

struct parsing;

/* Takes a key of the section; value is what stands behind its sign. */
typedef void key_fn_of(struct parsing *parsing, const char *key,
    const char *value);

struct section {
	const char *name;
	key_fn_of *take;
};

struct parsing {
	struct options *options;
	const char *path;
	const char *at, *end; /* what inih has not asked for */
	int line;
	int section_line;
	struct text value; /* of the line */
	bool waiting;      /* for the key of the line */

	char *name; /* of the section, as it is written */
	key_fn_of *take; /* NULL: it is unknown */
	struct config_engine *engine;

	struct text *errors, *warning;
	size_t error_count;
};

/* ---- Sentences. */

static void
complain_at(struct parsing *parsing, int line, const char *sentence)
{
	if (++parsing->error_count > ERRORS_MAX)
		return;
	text_printf(parsing->errors, "%s%s:%d: %s",
	    parsing->errors->len ? "\n" : "", parsing->path, line, sentence);
}

static void __attribute__((format(printf, 2, 3)))
complain(struct parsing *parsing, const char *format, ...)
{
	char sentence[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	complain_at(parsing, parsing->line, sentence);
}

static void
complain_text(struct parsing *parsing, struct text *sentence)
{
	if (sentence->len)
		complain_at(parsing, parsing->line, text_string(sentence));
	text_release(sentence);
}

/* "there is no key X in [theme]; did you mean Y?" */
static void
complain_unknown(struct parsing *parsing, const char *what, const char *name,
    const struct nearest *nearest, const char *instead)
{
	struct text sentence = { 0 };

	text_printf(&sentence, "there is no %s ", what);
	escape_quote_short(&sentence, name, strlen(name), SHOWN_MAX);
	if (nearest_name(nearest))
		text_printf(&sentence, "; did you mean %s?",
		    nearest_name(nearest));
	else
		text_printf(&sentence, "; %s", instead);
	complain_text(parsing, &sentence);
}

/* ---- Values. */

/* A blank and a ; begin a comment. */
static size_t
bare_length(const char *value)
{
	size_t len = 0;

	while (value[len] && !(value[len] == ';' && len &&
	    strchr(BLANKS, value[len - 1])))
		len++;
	while (len && strchr(BLANKS, value[len - 1]))
		len--;
	return len;
}

/* Returns the length of what stands in quotes, or -1 if they do not end or
 * something else than a comment stands behind. */
static long
quoted_length(const char *value)
{
	size_t len = 0;
	const char *rest;

	while (value[len] && value[len] != '"')
		len += value[len] == '\\' && value[len + 1] ? 2 : 1;
	if (!value[len])
		return -1;
	rest = value + len + 1;
	rest += strspn(rest, BLANKS);
	return !*rest || *rest == ';' || *rest == '#' ? (long)len : -1;
}

/* Cuts the value out. as_is: it keeps its escapes, its reader knows them. False
 * when it has told what is wrong. */
static bool
read_value(struct parsing *parsing, const char *key, const char *raw,
    bool as_is, struct text *out)
{
	struct text error = { 0 };
	char *inside;
	long len;
	bool ok;

	if (*raw != '"') {
		text_append(out, raw, bare_length(raw));
		return true;
	}
	len = quoted_length(raw + 1);
	if (len < 0) {
		complain(parsing, "%s: a value in quotes ends with a quote; "
		    "one inside is written \\\"", key);
		return false;
	}
	inside = xmemdup(raw + 1, (size_t)len);
	ok = as_is || escape_read(out, inside, &error);
	if (as_is)
		text_add(out, inside);
	if (ok && strlen(text_string(out)) != out->len) {
		text_add(&error, "a NUL cannot be in it");
		ok = false;
	}
	if (!ok)
		complain(parsing, "%s: %s", key, text_string(&error));
	text_release(&error);
	free(inside);
	return ok;
}

/* ---- What is no business of a file that everybody may read. */

static bool
looks_like_key(const char *name)
{
	static const char *const names[] = { "api_key", "apikey", "api-key",
		"key", "token", "secret", "password", "openai_api_key",
		"http_api_key", "bearer", "authorization" };

	for (size_t i = 0; i < COUNT(names); i++)
		if (!strcasecmp(names[i], name))
			return true;
	return false;
}

static bool
refuse_secret(struct parsing *parsing, const char *key)
{
	if (!looks_like_key(key))
		return false;
	complain(parsing, "%s: a key does not belong into this file; put it "
	    "into a variable, and write the name of that: api_key_env = NAME",
	    key);
	return true;
}

static bool
is_variable_name(const char *value)
{
	if (!isalpha((unsigned char)*value) && *value != '_')
		return false;
	while (isalnum((unsigned char)*value) || *value == '_')
		value++;
	return !*value;
}

/* Somebody may have put the key itself here: it is not shown. */
static bool
is_right_variable(struct parsing *parsing, const struct option *option,
    const char *key, const char *value)
{
	size_t len = strlen(option->name), ending = strlen("-key-env");

	if (len < ending || strcmp(option->name + len - ending, "-key-env") ||
	    is_variable_name(value))
		return true;
	complain(parsing, "%s must be the name of a variable that holds the "
	    "key, such as OPENAI_API_KEY; what stands there is none", key);
	return false;
}

static bool
has_password(const char *address)
{
	const char *host = strstr(address, "://");
	size_t len;

	if (!host)
		return false;
	host += strlen("://");
	len = strcspn(host, "/?#");
	return memchr(host, '@', len) != NULL;
}

bool
config_is_secret(const char *setting, const char *value)
{
	return !strcmp(setting, "header") ? secret_header(value)
					  : has_password(value);
}

/* ---- Options. */

static bool
is_read_as_is(const struct option *option)
{
	const struct setting *setting =
	    option->setting ? setting_find(option->setting) : NULL;

	return setting && setting->kind == SETTING_TEXTS;
}

/* Finds what a key of options, or of an engine's section, means. */
static const struct option *
find_option(struct parsing *parsing, const char *key)
{
	static const char *const own[] = { "url", "engine", "model" };
	const struct option *option = option_by_key(key);
	struct nearest nearest;
	char *names[OPTIONS_MAX];
	size_t count = 0;

	if (parsing->engine && !strcmp(key, "model"))
		option = option_by_key("model-name");
	if (option && parsing->engine && !option->setting) {
		complain(parsing, "%s is not a setting of an engine; it goes "
		    "before all sections, or below [echochat]", key);
		return NULL;
	}
	if (option && option->when == OPTION_ANYWHERE)
		return option;
	if (option) {
		complain(parsing, "%s goes on the command line only: --%s", key,
		    option->name);
		return NULL;
	}
	nearest_init(&nearest, key);
	for (const struct option *o = option_table; o->name; o++) {
		if (o->when != OPTION_ANYWHERE ||
		    (parsing->engine && !o->setting))
			continue;
		names[count] = xstrdup(o->name);
		for (char *c = names[count]; (c = strchr(c, '-'));)
			*c = '_';
		nearest_offer(&nearest, names[count++]);
	}
	for (size_t i = 0; parsing->engine && i < COUNT(own); i++)
		nearest_offer(&nearest, own[i]);
	complain_unknown(parsing, "key", key, &nearest,
	    "see echochat_config(5)");
	while (count)
		free(names[--count]);
	return NULL;
}

static bool
is_first(struct parsing *parsing, const char *key, int before)
{
	if (before)
		complain(parsing, "%s stands in line %d already", key, before);
	return !before;
}

/* A malformed header may be a key. */
static void
tell_refused(struct parsing *parsing, const struct option *option,
    const char *key, const struct text *said)
{
	if (option->setting && !strcmp(option->setting, "header"))
		complain(parsing, "%s must be \"Name: value\"", key);
	else if (option_is_named(key, text_string(said)))
		complain(parsing, "%s", text_string(said));
	else
		complain(parsing, "%s: %s", key, text_string(said));
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

	if (read_value(parsing, key, raw, false, &value) &&
	    is_first(parsing, key, origin->line)) {
		if (!value.len)
			complain(parsing, "out needs the name of an engine");
		options->engine = options_keep(options, text_string(&value));
		*origin = (struct origin){ SOURCE_FILE, parsing->line, NULL };
	}
	text_release(&value);
}

static void
take_option(struct parsing *parsing, const char *key, const char *raw)
{
	const struct option *option;
	struct text value = { 0 };
	int before;

	if (!strcmp(key, "out")) {
		take_out(parsing, key, raw);
		return;
	}
	option = refuse_secret(parsing, key) ? NULL
					     : find_option(parsing, key);
	if (!option)
		return;
	before = option_origin(parsing->options, option)->line;
	if (read_value(parsing, key, raw, is_read_as_is(option), &value) &&
	    is_right_variable(parsing, option, key, text_string(&value)) &&
	    (option_is_list(option) || is_first(parsing, key, before)))
		set_option(parsing, option, key, text_string(&value));
	text_release(&value);
}

/* ---- Engines. */

static bool
is_right_target(const char *key, const char *target)
{
	const struct engine_ops *ops = engine_find(target);

	return ops && (ops == &engine_server) == !strcmp(key, "url");
}

static void
take_target(struct parsing *parsing, const char *key, const char *raw)
{
	struct config_engine *engine = parsing->engine;
	struct text value = { 0 }, sentence = { 0 };

	if (engine->target_line)
		text_printf(&sentence, "%s: the engine was named in line %d "
		    "already", key, engine->target_line);
	else if (read_value(parsing, key, raw, false, &value)) {
		engine->target_line = parsing->line;
		text_append(&engine->target, text_string(&value), value.len);
		if (!is_right_target(key, text_string(&value))) {
			text_printf(&sentence, "%s must be %s; ", key,
			    strcmp(key, "url") ? "echo or replay:FILE"
				: "the address of a server, as in "
				  "http://localhost:8000");
			escape_quote_short(&sentence, text_string(&value),
			    value.len, SHOWN_MAX);
			text_add(&sentence, " is not");
		}
	}
	complain_text(parsing, &sentence);
	text_release(&value);
}

static void
set_of_engine(struct parsing *parsing, const struct option *option,
    const char *key, const char *value)
{
	struct config_engine *engine = parsing->engine;
	const struct setting *setting = setting_find(option->setting);
	struct text said = { 0 };
	int *line = &engine->lines[option - option_table];

	if (!setting_is_list(setting) && !is_first(parsing, key, *line))
		return;
	*line = parsing->line;
	if (!setting_set(&engine->settings, setting, value, &said))
		tell_refused(parsing, option, key, &said);
	else if (said.len)
		text_printf(parsing->warning, "%s:%d: %s: %s\n", parsing->path,
		    parsing->line, key, text_string(&said));
	text_release(&said);
}

static void
take_of_engine(struct parsing *parsing, const char *key, const char *raw)
{
	const struct option *option;
	struct text value = { 0 };

	if (!strcmp(key, "url") || !strcmp(key, "engine")) {
		take_target(parsing, key, raw);
		return;
	}
	option = refuse_secret(parsing, key) ? NULL
					     : find_option(parsing, key);
	if (option && read_value(parsing, key, raw, is_read_as_is(option),
	    &value) &&
	    is_right_variable(parsing, option, key, text_string(&value)))
		set_of_engine(parsing, option, key, text_string(&value));
	text_release(&value);
}

const struct config_engine *
config_engine(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->engine_count; i++)
		if (!strcmp(text_string(&config->engines[i].name), name))
			return &config->engines[i];
	return NULL;
}

static bool
is_right_name(struct parsing *parsing, const char *name)
{
	if (!*name || strlen(name) > NAME_MAX_BYTES ||
	    strpbrk(name, " \t:/\"'")) {
		complain_at(parsing, parsing->section_line,
		    "the name of an engine is a word of up to 40 letters, "
		    "without : and /: [engine NAME]");
		return false;
	}
	if (engine_find(name)) {
		complain_at(parsing, parsing->section_line,
		    "there is an engine of that name already; call it "
		    "otherwise: [engine NAME]");
		return false;
	}
	return true;
}

/* The section may have begun before. */
static bool
enter_engine(struct parsing *parsing, const char *name)
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

static void
take_binding(struct parsing *parsing, const char *key, const char *raw)
{
	struct config *config = &parsing->options->config;
	struct text value = { 0 }, error = { 0 };
	char *lower = xstrdup(key);

	for (char *c = lower; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	if (read_value(parsing, key, raw, false, &value) &&
	    is_first(parsing, key, line_of_pair(&config->keys, lower))) {
		if (bindings_add(&config->bindings, lower,
			text_string(&value), &error))
			add_pair(&config->keys, lower, text_string(&value),
			    parsing->line);
		else
			complain(parsing, "%s: %s", key, text_string(&error));
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
	complain_unknown(parsing, "style", key, &nearest,
	    "see echochat_config(5)");
	return STYLES;
}

static void
take_look(struct parsing *parsing, const char *key, const char *raw)
{
	struct config *config = &parsing->options->config;
	struct text value = { 0 }, error = { 0 };
	enum style style;

	if (!strcmp(key, "name")) {
		take_option(parsing, "theme", raw);
		return;
	}
	style = find_style(parsing, key);
	if (style < STYLES && read_value(parsing, key, raw, false, &value) &&
	    is_first(parsing, key, line_of_pair(&config->looks, key))) {
		if (look_read(&config->theme.looks[style],
			text_string(&value), &error))
			add_pair(&config->looks, key, text_string(&value),
			    parsing->line);
		else
			complain(parsing, "%s: %s", key, text_string(&error));
	}
	text_release(&value);
	text_release(&error);
}

/* ---- Sections and lines. */

static const struct section sections[] = {
	{ "", take_option },
	{ "echochat", take_option },
	{ "keys", take_binding },
	{ "theme", take_look },
};

static void
refuse_section(struct parsing *parsing, const char *name)
{
	char *word = xmemdup(name, strcspn(name, BLANKS));
	struct text sentence = { 0 };
	struct nearest nearest;
	const char *near;

	nearest_init(&nearest, word);
	for (size_t i = 1; i < COUNT(sections); i++)
		nearest_offer(&nearest, sections[i].name);
	nearest_offer(&nearest, "engine");
	near = nearest_name(&nearest);
	text_add(&sentence, "there is no section ");
	escape_quote_short(&sentence, name, strlen(name), SHOWN_MAX);
	if (near)
		text_printf(&sentence, "; did you mean [%s%s]?", near,
		    strcmp(near, "engine") ? "" : " NAME");
	else
		text_add(&sentence, "; there are [echochat], [engine NAME], "
		    "[keys] and [theme]");
	complain_at(parsing, parsing->section_line, text_string(&sentence));
	text_release(&sentence);
	free(word);
}

static void
enter_section(struct parsing *parsing, const char *name)
{
	free(parsing->name);
	parsing->name = xstrdup(name);
	parsing->engine = NULL;
	parsing->take = NULL;
	for (size_t i = 0; i < COUNT(sections); i++)
		if (!strcmp(sections[i].name, name))
			parsing->take = sections[i].take;
	if (!strncmp(name, ENGINE, strlen(ENGINE))) {
		if (enter_engine(parsing, name + strlen(ENGINE)))
			parsing->take = take_of_engine;
	} else if (!parsing->take) {
		refuse_section(parsing, name);
	}
}

/* inih has found a key. */
static int
on_key(void *data, const char *section, const char *name, const char *value)
{
	struct parsing *parsing = data;

	(void)value;
	parsing->waiting = false;
	if (!parsing->name || strcmp(section, parsing->name))
		enter_section(parsing, section);
	if (parsing->take)
		parsing->take(parsing, name, text_string(&parsing->value));
	return 1;
}

/* A line that inih has made nothing of. It may hold a key: it is not shown. */
static void
check_taken(struct parsing *parsing)
{
	if (parsing->waiting)
		complain(parsing, "this is no section, no key with its value "
		    "(key = value) and no comment (; or # before it)");
	parsing->waiting = false;
}

/* Notes what the line is, and keeps its value; returns how much of it inih is
 * to see: all of a section, a key with its sign. */
static size_t
note_line(struct parsing *parsing, const char *line, size_t len)
{
	size_t shown = len;
	const char *sign;

	text_clear(&parsing->value);
	if (!len || *line == ';' || *line == '#')
		return 0;
	if (*line == '[' && memchr(line, ']', len)) {
		parsing->section_line = parsing->line;
		return len;
	}
	parsing->waiting = true;
	for (sign = line; sign < line + len && !strchr("=:", *sign); sign++)
		;
	if (sign < line + len) {
		shown = (size_t)(sign - line) + 1;
		line += shown;
		len -= shown;
		while (len && strchr(BLANKS, *line)) {
			line++;
			len--;
		}
		text_append(&parsing->value, line, len);
	}
	return shown;
}

/* As fgets(3). Blanks before a key are dropped: to inih they would make it a
 * part of the value before. */
static char *
give_line(char *buffer, int size, void *data)
{
	struct parsing *parsing = data;
	const char *line = parsing->at, *end;
	size_t shown;

	check_taken(parsing);
	if (line == parsing->end)
		return NULL;
	parsing->line++;
	end = memchr(line, '\n', (size_t)(parsing->end - line));
	end = end ? end : parsing->end;
	parsing->at = end < parsing->end ? end + 1 : end;
	while (line < end && strchr(BLANKS, *line))
		line++;
	while (end > line && strchr(BLANKS "\r", end[-1]))
		end--;
	shown = note_line(parsing, line, (size_t)(end - line));
	if (shown > (size_t)size - 2)
		shown = (size_t)size - 2;
	snprintf(buffer, (size_t)size, "%.*s\n", (int)shown, line);
	return buffer;
}

static void
check_engines(struct parsing *parsing)
{
	const struct config *config = &parsing->options->config;

	for (size_t i = 0; i < config->engine_count; i++)
		if (!config->engines[i].target_line)
			complain_at(parsing, config->engines[i].line,
			    "this section does not name its engine: a url, or "
			    "engine = echo");
}

bool
config_read(struct options *options, const char *path, const char *bytes,
    size_t len, struct text *error, struct text *warning)
{
	static const char mark[] = "\xef\xbb\xbf";
	struct parsing parsing = { .options = options,
		.path = path,
		.at = bytes,
		.end = bytes + len,
		.errors = error,
		.warning = warning };

	if (utf8_valid(bytes, len) < len || memchr(bytes, '\0', len)) {
		text_printf(error, "%s is not UTF-8 text, and no configuration "
		    "file", path);
		return false;
	}
	if (len >= strlen(mark) && !memcmp(bytes, mark, strlen(mark)))
		parsing.at += strlen(mark);
	ini_parse_stream(give_line, &parsing, on_key, &parsing);
	check_engines(&parsing);
	if (parsing.error_count > ERRORS_MAX)
		text_printf(error, "\n%s: and %zu more errors", path,
		    parsing.error_count - ERRORS_MAX);
	text_release(&parsing.value);
	free(parsing.name);
	return !parsing.error_count;
}

/* ---- The file. */

/* A path that is not absolute counts for nothing there. */
static void
find_path(struct text *out)
{
	const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (folder && *folder == '/')
		text_printf(out, "%s/echochat/config", folder);
	else if (home && *home == '/')
		text_printf(out, "%s/.config/echochat/config", home);
}

bool
config_load(struct options *options, struct text *error, struct text *warning)
{
	struct text *path = &options->config.path;
	struct text bytes = { 0 };
	bool ok;

	if (options->no_config)
		return true;
	if (options->config_path)
		text_add(path, options->config_path);
	else
		find_path(path);
	if (!path->len)
		return true;
	ok = file_read(text_string(path), CONFIG_MB, &bytes, error);
	if (ok) {
		ok = config_read(options, text_string(path),
		    text_string(&bytes), bytes.len, error, warning);
	} else if (!options->config_path &&
	    (errno == ENOENT || errno == ENOTDIR)) {
		text_release(error);
		ok = true;
	}
	text_release(&bytes);
	return ok;
}

static void
release_pairs(struct config_pairs *pairs)
{
	for (size_t i = 0; i < pairs->count; i++) {
		text_release(&pairs->items[i].key);
		text_release(&pairs->items[i].value);
	}
	free(pairs->items);
}

void
config_release(struct config *config)
{
	for (size_t i = 0; i < config->engine_count; i++) {
		text_release(&config->engines[i].name);
		text_release(&config->engines[i].target);
		settings_release(&config->engines[i].settings);
	}
	free(config->engines);
	release_pairs(&config->keys);
	release_pairs(&config->looks);
	bindings_release(&config->bindings);
	text_release(&config->path);
	*config = (struct config){ 0 };
}
