/* text.c: a string that grows. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

static void
reserve(struct text *text, size_t more)
{
	size_t need = text->len + more + 1;

	if (need <= text->size)
		return;
	text->size = need < 32 ? 32 : need + need / 2;
	text->bytes = xrealloc(text->bytes, text->size);
}

void
text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text){ 0 };
}

void
text_clear(struct text *text)
{
	text->len = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

void
text_append(struct text *text, const char *bytes, size_t len)
{
	if (!len)
		return;
	reserve(text, len);
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
}

void
text_add(struct text *text, const char *string)
{
	text_append(text, string, strlen(string));
}

void
text_printf(struct text *text, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (len <= 0)
		return;
	reserve(text, (size_t)len);
	va_start(args, format);
	vsnprintf(text->bytes + text->len, (size_t)len + 1, format, args);
	va_end(args);
	text->len += (size_t)len;
}

void
text_drop(struct text *text, size_t len)
{
	if (!len)
		return;
	text->len -= len;
	memmove(text->bytes, text->bytes + len, text->len + 1);
}

const char *
text_string(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

char *
text_take(struct text *text)
{
	char *bytes = text->bytes ? text->bytes : xstrdup("");

	*text = (struct text){ 0 };
	return bytes;
}
