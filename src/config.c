/* config.c: reads the configuration file: its lines and sections.
 *
 * inih finds sections and keys; this is the only file that knows it. Values are
 * cut out by us: inih takes lines of 200 bytes, and knows no quotes. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ini.h>

#include "../engine/engine.h"
#include "config_parse.h"
#include "escape.h"
#include "file.h"
#include "utf8.h"
#include "xalloc.h"

#define ENGINE "engine "

/* ---- Sections and lines. */

static const struct {
	const char *name;
	parsing_key_fn *take;
} sections[] = {
	{ "", parsing_option },
	{ "echochat", parsing_option },
	{ "keys", parsing_binding },
	{ "theme", parsing_look },
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
	parsing_complain_at(parsing, parsing->section_line,
	    text_string(&sentence));
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
		if (parsing_enter_engine(parsing, name + strlen(ENGINE)))
			parsing->take = parsing_of_engine;
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
		parsing_complain(parsing, "this is no section, no key with its "
		    "value (key = value) and no comment (; or # before it)");
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
			parsing_complain_at(parsing, config->engines[i].line,
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

const struct config_engine *
config_engine(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->engine_count; i++)
		if (!strcmp(text_string(&config->engines[i].name), name))
			return &config->engines[i];
	return NULL;
}

bool
config_has_engine(const struct config *config, const char *name,
    struct text *error)
{
	struct strings names = { 0 };

	if (config_engine(config, name) || engine_find(name))
		return true;
	for (size_t i = 0; i < config->engine_count; i++)
		strings_add(&names, &config->engines[i].name);
	engine_unknown(name, &names, error);
	strings_release(&names);
	return false;
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
