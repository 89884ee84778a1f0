/* span.h: a stretch of bytes that somebody else keeps. */
#ifndef SPAN_H
#define SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	const char *bytes;
	size_t len;
};

bool span_is_blank(char c);
/* Returns the span without the blanks at its ends. */
struct span span_trim(struct span span);
/* Compares without regard to case. */
bool span_begins(struct span span, const char *prefix);
bool span_contains(struct span span, const char *part);
/* Takes the first line off the span; returns it trimmed. */
struct span span_next_line(struct span *rest);

#endif
