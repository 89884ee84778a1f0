/* config_print.c: the configuration as a file that could be its own. What is
 * not set, or must not be shown, is a comment. */
#include "config_print.h"

#include <string.h>

#include "config_save.h"
#include "escape.h"
#include "option_table.h"

enum { COMMENT_COLUMN = 40 };

/* ---- Where something comes from. */

static void
add_place(struct text *out, const struct options *options, int line)
{
	const struct text *path = &options->config.path;

	escape_plain(out, path->bytes, path->len);
	text_printf(out, ":%d", line);
}

static void
add_origin(struct text *out, const struct options *options,
    const struct origin *origin)
{
	switch (origin->source) {
	case SOURCE_DEFAULT:
		text_add(out, "default");
		break;
	case SOURCE_FILE:
		add_place(out, options, origin->line);
		break;
	case SOURCE_ENVIRONMENT:
		text_printf(out, "$%s", origin->variable);
		break;
	case SOURCE_COMMAND_LINE:
		text_add(out, "command line");
		break;
	}
}

/* ---- Lines. */

/* The name of a header, or what stands around a password. */
static void
add_masked(struct text *out, const char *setting, const char *value)
{
	const char *at = strrchr(value, '@');

	text_printf(out, "# %s = ", setting);
	if (!strcmp(setting, "header"))
		text_printf(out, "%.*s: ***\"", (int)strcspn(value, ":"),
		    value);
	else
		text_printf(out, "\"***%s", at ? at : "\"");
}

static void
add_line(struct text *out, const char *key, const char *value,
    const char *origin)
{
	struct text line = { 0 };

	if (config_is_secret(key, value))
		add_masked(&line, key, value);
	else if (*value)
		text_printf(&line, "%s = %s", key, value);
	else
		text_printf(&line, "# %s =", key);
	text_printf(out, "%-*s ; %s\n", COMMENT_COLUMN, text_string(&line),
	    origin);
	text_release(&line);
}

/* A line for each in lines, or one that says that there is none. */
static void
add_lines(struct text *out, const char *key, struct text *lines,
    const char *origin)
{
	char *line = lines->bytes, *end;

	if (!lines->len)
		add_line(out, key, "", origin);
	for (size_t left = lines->len; left; left -= (size_t)(end - line),
	    line = end) {
		end = (char *)memchr(line, '\n', left) + 1;
		end[-1] = '\0';
		add_line(out, key, line, origin);
	}
}

static void
add_option(struct text *out, const struct options *options,
    const struct option *option)
{
	struct text key = { 0 }, lines = { 0 }, origin = { 0 };

	config_key(option, &key);
	option_show(options, option, &lines);
	add_origin(&origin, options, option_origin(options, option));
	add_lines(out, text_string(&key), &lines, text_string(&origin));
	text_release(&key);
	text_release(&lines);
	text_release(&origin);
}

static void
add_quoted_line(struct text *out, const struct options *options,
    const char *key, const char *value, int line)
{
	struct text quoted = { 0 }, origin = { 0 };

	escape_quote(&quoted, value, strlen(value));
	add_place(&origin, options, line);
	add_line(out, key, text_string(&quoted), text_string(&origin));
	text_release(&quoted);
	text_release(&origin);
}

/* ---- Sections. */

static void
add_out(struct text *out, const struct options *options)
{
	const char *engine = options->section ? options->section
					      : options->engine;
	struct text quoted = { 0 }, origin = { 0 };

	escape_quote(&quoted, engine, strlen(engine));
	add_origin(&origin, options, &options->engine_origin);
	add_line(out, "out", text_string(&quoted), text_string(&origin));
	text_release(&quoted);
	text_release(&origin);
}

static void
add_engine(struct text *out, const struct options *options,
    const struct config_engine *engine)
{
	const char *target = text_string(&engine->target);
	struct text lines = { 0 }, key = { 0 }, origin = { 0 };

	text_printf(out, "\n[engine %s]\n", text_string(&engine->name));
	add_quoted_line(out, options, strstr(target, "://") ? "url" : "engine",
	    target, engine->target_line);
	for (const struct option *o = option_table; o->name; o++) {
		if (!engine->lines[o - option_table])
			continue;
		text_clear(&lines);
		text_clear(&key);
		text_clear(&origin);
		config_key(o, &key);
		setting_lines(&engine->settings, setting_find(o->setting),
		    &lines);
		add_place(&origin, options, engine->lines[o - option_table]);
		add_lines(out, text_string(&key), &lines,
		    text_string(&origin));
	}
	text_release(&lines);
	text_release(&key);
	text_release(&origin);
}

static void
add_pairs(struct text *out, const struct options *options, const char *section,
    const struct config_pairs *pairs)
{
	if (pairs->count)
		text_printf(out, "\n[%s]\n", section);
	for (size_t i = 0; i < pairs->count; i++)
		add_quoted_line(out, options,
		    text_string(&pairs->items[i].key),
		    text_string(&pairs->items[i].value), pairs->items[i].line);
}

void
config_print(const struct options *options, struct text *out)
{
	const struct config *config = &options->config;

	add_out(out, options);
	for (const struct option *o = option_table; o->name; o++)
		if (o->when == OPTION_ANYWHERE)
			add_option(out, options, o);
	for (size_t i = 0; i < config->engine_count; i++)
		add_engine(out, options, &config->engines[i]);
	add_pairs(out, options, "keys", &config->keys);
	add_pairs(out, options, "theme", &config->looks);
}
