/* compare_names.c: which engines are compared, as users write it. */
#include "compare_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "xalloc.h"

/* ---- Words: blanks in quotes do not end them. */

/* Returns what stands behind the word and the blanks; NULL if there is none. */
static const char *
cut_word(const char *words, struct text *word)
{
	bool quoted = false;
	const char *end;

	text_clear(word);
	words += strspn(words, " \t\n");
	for (end = words; *end && (quoted || !isspace((unsigned char)*end));
	     end++)
		quoted ^= *end == '"' && (end == words || end[-1] != '\\');
	if (end == words)
		return NULL;
	text_append(word, words, (size_t)(end - words));
	return end;
}

/* Returns where the = of KEY=VALUE is; NULL if the word is an engine. A key has
 * no colon, slash or dot. */
static const char *
pair_sign(const char *word)
{
	size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz_-");

	return len && word[len] == '=' ? word + len : NULL;
}

/* The caller frees it. */
static char *
without_quotes(const char *word)
{
	size_t len = strlen(word);

	if (len >= 2 && word[0] == '"' && word[len - 1] == '"')
		return xmemdup(word + 1, len - 2);
	return xstrdup(word);
}

/* ---- The list. */

void
compare_names_release(struct compare_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i]);
	*names = (struct compare_names){ 0 };
}

static bool
add_pair(struct compare_names *names, const char *pair, struct text *error)
{
	struct text item = { 0 };
	char **last;

	if (!names->count) {
		escape_quote(error, pair, strlen(pair));
		text_add(error, " is a setting: it stands behind its engine, "
		    "as in echo delay=5");
		return false;
	}
	last = &names->items[names->count - 1];
	text_printf(&item, "%s %s", *last, pair);
	free(*last);
	*last = text_take(&item);
	return true;
}

static bool
add_engine(struct compare_names *names, const char *engine,
    struct text *error)
{
	if (names->count == COMPARED_MOST) {
		text_printf(error, "at most %d engines are compared; ",
		    COMPARED_MOST);
		escape_quote(error, engine, strlen(engine));
		text_add(error, " is one too many");
		return false;
	}
	names->items[names->count++] = xstrdup(engine);
	return true;
}

bool
compare_names_read(struct compare_names *names, const char *words,
    struct text *error)
{
	struct text word = { 0 };
	bool ok = true;

	while (ok && (words = cut_word(words, &word)))
		ok = pair_sign(word.bytes)
		    ? add_pair(names, text_string(&word), error)
		    : add_engine(names, text_string(&word), error);
	text_release(&word);
	return ok;
}

bool
compare_names_choose(struct compare_names *names, const char *words,
    const char *own, struct text *error)
{
	struct text both = { 0 };
	bool ok = compare_names_read(names, words, error);

	if (ok && !names->count)
		text_add(error, "name the engines to compare, as in /compare "
		    "echo http://localhost:8000, or at the start with "
		    "--compare");
	if (ok && names->count == 1) {
		text_printf(&both, strchr(own, ' ') ? "\"%s\" %s" : "%s %s",
		    own, names->items[0]);
		compare_names_release(names);
		ok = compare_names_read(names, text_string(&both), error);
	}
	text_release(&both);
	return ok && names->count;
}

/* ---- One of them. */

char *
compare_name_engine(const char *item)
{
	struct text word = { 0 };
	char *engine;

	cut_word(item, &word);
	engine = without_quotes(text_string(&word));
	text_release(&word);
	return engine;
}

/* Returns the setting of a pair; NULL with a sentence in error. */
static const struct setting *
find_setting(const char *pair, struct text *error)
{
	char *name = xmemdup(pair, (size_t)(pair_sign(pair) - pair));
	const struct setting *setting = setting_find(name);
	const char *nearest = setting_nearest(name);

	if (!setting)
		text_printf(error, "there is no setting %s%s%s%s", name,
		    nearest ? "; did you mean " : "", nearest ? nearest : "",
		    nearest ? "?" : "");
	free(name);
	return setting;
}

typedef bool pair_fn(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error);

static bool
forget(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error)
{
	(void)error;
	if (setting_is_list(setting) || !*value)
		setting_unset(settings, setting);
	return true;
}

static bool
set(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error)
{
	return !*value || setting_set(settings, setting, value, error);
}

static bool
each_pair(const char *item, pair_fn *fn, struct settings *settings,
    struct text *error)
{
	struct text word = { 0 };
	bool ok = true;

	item = cut_word(item, &word);
	while (ok && (item = cut_word(item, &word))) {
		const struct setting *setting =
		    find_setting(word.bytes, error);
		char *value = without_quotes(pair_sign(word.bytes) + 1);

		ok = setting && fn(settings, setting, value, error);
		free(value);
	}
	text_release(&word);
	return ok;
}

bool
compare_name_settings(const char *item, struct settings *settings,
    struct text *error)
{
	return each_pair(item, forget, settings, error) &&
	    each_pair(item, set, settings, error);
}
