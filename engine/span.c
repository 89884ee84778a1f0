/* span.c: a stretch of bytes that somebody else keeps. */
#include "span.h"

#include <string.h>
#include <strings.h>

bool
span_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct span
span_trim(struct span span)
{
	while (span.len && span_is_blank(*span.bytes)) {
		span.bytes++;
		span.len--;
	}
	while (span.len && span_is_blank(span.bytes[span.len - 1]))
		span.len--;
	return span;
}

bool
span_begins(struct span span, const char *prefix)
{
	size_t len = strlen(prefix);

	return span.len >= len && !strncasecmp(span.bytes, prefix, len);
}

bool
span_contains(struct span span, const char *part)
{
	size_t len = strlen(part);
	const char *end = span.bytes + span.len, *at = span.bytes;

	while (at && (size_t)(end - at) >= len) {
		if (!memcmp(at, part, len))
			return true;
		at = memchr(at + 1, *part, (size_t)(end - at - 1));
	}
	return false;
}

struct span
span_next_line(struct span *rest)
{
	const char *lf = memchr(rest->bytes, '\n', rest->len);
	size_t len = lf ? (size_t)(lf - rest->bytes) : rest->len;
	struct span line = { rest->bytes, len };

	len += lf != NULL;
	rest->bytes += len;
	rest->len -= len;
	return span_trim(line);
}
