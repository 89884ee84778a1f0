/* secret.c: the key of a server, and text without it. */
#define _GNU_SOURCE 1 /* memmem(), strcasestr() */

#include "secret.h"

#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"

#define BLANKS " \t\r\n"

/* Shorter ones are no keys, and would turn up everywhere. */
enum { SECRET_LEAST = 4 };

void
secret_set(struct secret *secret, const char *string)
{
	size_t len;

	secret_release(secret);
	if (!string)
		return;
	/* Files of variables end lines with CR LF; no key does. */
	string += strspn(string, BLANKS);
	len = strlen(string);
	while (len && strchr(BLANKS, string[len - 1]))
		len--;
	if (len)
		secret->string = xmemdup(string, len);
}

/* Control characters would make headers of their own. */
static bool
is_clean(const struct secret *secret)
{
	for (const char *c = secret->string; c && *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return true;
}

bool
secret_read(struct secret *secret, const char *variable, struct text *error)
{
	const char *string = getenv(*variable ? variable : "OPENAI_API_KEY");

	secret_set(secret, string);
	if (*variable && !string)
		text_printf(error, "the variable %s, which should hold the "
		    "key, is not set", variable);
	else if (!is_clean(secret))
		text_add(error, "the key holds a control character; look at "
		    "the variable that it is in");
	else
		return true;
	secret_release(secret);
	return false;
}

bool
secret_header(const char *header)
{
	static const char *const words[] = { "auth", "cookie", "key", "password",
		"secret", "token" };
	char *name = xmemdup(header, strcspn(header, ":;"));
	bool found = false;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		found = found || strcasestr(name, words[i]);
	free(name);
	return found;
}

void
secret_release(struct secret *secret)
{
	if (secret->string)
		explicit_bzero(secret->string, strlen(secret->string));
	free(secret->string);
	text_release(&secret->masked);
	*secret = (struct secret){ 0 };
}

const char *
secret_mask(struct secret *secret, const char *bytes, size_t *len)
{
	size_t secret_len = secret->string ? strlen(secret->string) : 0;
	const char *end, *found;

	if (!bytes || secret_len < SECRET_LEAST ||
	    !memmem(bytes, *len, secret->string, secret_len))
		return bytes;
	end = bytes + *len;
	text_clear(&secret->masked);
	while ((found = memmem(bytes, (size_t)(end - bytes), secret->string,
		    secret_len))) {
		text_append(&secret->masked, bytes, (size_t)(found - bytes));
		text_add(&secret->masked, "***");
		bytes = found + secret_len;
	}
	text_append(&secret->masked, bytes, (size_t)(end - bytes));
	*len = secret->masked.len;
	return secret->masked.bytes;
}

void
secret_mask_string(struct secret *secret, char **string)
{
	size_t len = *string ? strlen(*string) : 0;
	const char *masked = secret_mask(secret, *string, &len);

	if (masked == *string)
		return;
	memcpy(*string, masked, len);
	(*string)[len] = '\0';
}
