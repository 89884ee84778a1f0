/* url.c: base addresses as users type them, and heads as servers send them.
 *
 * Only strings: what can be reached is found out by asking. No error repeats
 * the address, which may hold a password. */
#include "http.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/xalloc.h"

/* A path that was typed down to one of these is taken at its word. The longest
 * comes first. */
static const char *const endpoints[] = {
	"/chat/completions",
	"/completions",
	"/models",
};

static bool
refuse(struct text *error, const char *sentence)
{
	text_clear(error);
	text_add(error, sentence);
	return false;
}

/* Returns "http://" or "https://", or NULL. */
static const char *
scheme_of(const char *typed)
{
	static const char *const schemes[] = { "http://", "https://" };

	for (size_t i = 0; i < 2; i++)
		if (!strncasecmp(typed, schemes[i], strlen(schemes[i])))
			return schemes[i];
	return NULL;
}

static bool
has_odd_bytes(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s <= ' ' || *s == 0x7f)
			return true;
	return false;
}

/* "8000", up to the end of the authority. */
static bool
is_port(const char *s, size_t len)
{
	if (!len || len > 5 || strspn(s, "0123456789") < len)
		return false;
	return atoi(s) >= 1 && atoi(s) <= 65535;
}

static bool
check_authority(const char *s, size_t len, struct text *error)
{
	const char *host_end = *s == '[' ? memchr(s, ']', len) : s;
	const char *colon;

	if (memchr(s, '@', len))
		return refuse(error, "the address must not hold a name or a "
		    "password: send them with --header");
	if (!host_end)
		return refuse(error, "the address has a [ without its ]");
	colon = memchr(host_end, ':', len - (size_t)(host_end - s));
	if (!len || colon == s)
		return refuse(error, "the address names no host");
	if (colon && !is_port(colon + 1, len - (size_t)(colon + 1 - s)))
		return refuse(error,
		    "the port of the address must be a number up to 65535");
	return true;
}

static size_t
without_slashes(const char *path, size_t len)
{
	while (len && path[len - 1] == '/')
		len--;
	return len;
}

/* Returns the length without the path of an endpoint, or len. */
static size_t
without_endpoint(const char *path, size_t len)
{
	for (size_t i = 0; i < sizeof(endpoints) / sizeof(*endpoints); i++) {
		size_t tail = strlen(endpoints[i]);

		if (len >= tail &&
		    !memcmp(path + len - tail, endpoints[i], tail))
			return len - tail;
	}
	return len;
}

/* Whether a part of the path is "v1", "v4", "v1beta" or the like. Not only the
 * last one: some servers have their API at /v1beta/openai. */
static bool
has_version(const char *path, size_t len)
{
	for (size_t i = 0; i + 2 < len; i++)
		if (path[i] == '/' && path[i + 1] == 'v' &&
		    isdigit((unsigned char)path[i + 2]))
			return true;
	return false;
}

static void
add_path(struct text *url, const char *path)
{
	size_t typed = without_slashes(path, strlen(path));
	size_t len = without_endpoint(path, typed);
	bool whole = len < typed;

	len = without_slashes(path, len);
	text_append(url, path, len);
	if (!whole && !has_version(path, len))
		text_add(url, "/v1");
}

bool
http_base_url(const char *typed, struct text *url, struct text *error)
{
	const char *scheme = scheme_of(typed);
	const char *authority;
	size_t len;

	if (!scheme)
		return refuse(error, "an address begins with http:// or "
		    "https://, as in http://localhost:8000");
	if (has_odd_bytes(typed))
		return refuse(error, "the address must not hold spaces");
	if (strchr(typed, '?'))
		return refuse(error, "the address must not have a query");
	if (strchr(typed, '#'))
		return refuse(error, "the address must not have a fragment");
	authority = typed + strlen(scheme);
	len = strcspn(authority, "/");
	if (!check_authority(authority, len, error))
		return false;
	text_clear(url);
	text_add(url, scheme);
	text_append(url, authority, len);
	add_path(url, authority + len);
	return true;
}

char *
http_header_value(const char *head, const char *name)
{
	size_t len = 0, name_len = strlen(name);
	const char *value = "";

	for (; *head; head += strcspn(head, "\n"), head += *head == '\n') {
		const char *s = head + name_len;

		if (strncasecmp(head, name, name_len))
			continue;
		s += strspn(s, " \t");
		if (*s++ != ':')
			continue;
		value = s + strspn(s, " \t");
		len = strcspn(value, "\r\n");
		while (len && strchr(" \t", value[len - 1]))
			len--;
	}
	return xmemdup(value, len);
}

void
http_head_line(struct text *out, int status, const char *type,
    const char *location)
{
	text_printf(out, "%d %s", status, type);
	if (*location)
		text_printf(out, " to %s", location);
}
