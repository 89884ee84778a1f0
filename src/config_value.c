/* config_value.c: values of a configuration file, sentences about it, and what
 * does not belong into it. */
#include "config_parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../engine/secret.h"
#include "escape.h"
#include "xalloc.h"

/* ---- Sentences. */

void
parsing_complain_at(struct parsing *parsing, int line, const char *sentence)
{
	if (++parsing->error_count > ERRORS_MAX)
		return;
	text_printf(parsing->errors, "%s%s:%d: %s",
	    parsing->errors->len ? "\n" : "", parsing->path, line, sentence);
}

void
parsing_complain(struct parsing *parsing, const char *format, ...)
{
	char sentence[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	parsing_complain_at(parsing, parsing->line, sentence);
}

void
parsing_unknown(struct parsing *parsing, const char *what, const char *name,
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
	parsing_complain_at(parsing, parsing->line, text_string(&sentence));
	text_release(&sentence);
}

bool
parsing_first(struct parsing *parsing, const char *key, int before)
{
	if (before)
		parsing_complain(parsing, "%s stands in line %d already", key,
		    before);
	return !before;
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
bool
parsing_value(struct parsing *parsing, const char *key, const char *raw,
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
		parsing_complain(parsing, "%s: a value in quotes ends with a "
		    "quote; one inside is written \\\"", key);
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
		parsing_complain(parsing, "%s: %s", key, text_string(&error));
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

bool
parsing_refuse_secret(struct parsing *parsing, const char *key)
{
	if (!looks_like_key(key))
		return false;
	parsing_complain(parsing, "%s: a key does not belong into this file; "
	    "put it into a variable, and write the name of that: "
	    "api_key_env = NAME", key);
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
bool
parsing_right_variable(struct parsing *parsing, const struct option *option,
    const char *key, const char *value)
{
	size_t len = strlen(option->name), ending = strlen("-key-env");

	if (len < ending || strcmp(option->name + len - ending, "-key-env") ||
	    is_variable_name(value))
		return true;
	parsing_complain(parsing, "%s must be the name of a variable that "
	    "holds the key, such as OPENAI_API_KEY; what stands there is none",
	    key);
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
	if (!strcmp(setting, "header"))
		return secret_header(value);
	return (!strcmp(setting, "proxy") || !strcmp(setting, "out")) &&
	    has_password(value);
}

/* Engines take none, and it would be shown as their name. */
bool
parsing_refuse_password(struct parsing *parsing, const char *key,
    const char *address)
{
	bool has = has_password(address);

	if (has)
		parsing_complain(parsing, "%s must not hold a name or a "
		    "password; api_key_env names a variable for a key", key);
	return has;
}
