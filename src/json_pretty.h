/* json_pretty.h: JSON for people: a value a line, indented, each part with a
 * look. Values stand there as they came, byte for byte. Pure. */
#ifndef JSON_PRETTY_H
#define JSON_PRETTY_H

#include "text.h"

enum json_look {
	JSON_LOOK_MARK, /* brackets, commas, blanks */
	JSON_LOOK_NAME,
	JSON_LOOK_STRING,
	JSON_LOOK_WORD, /* numbers, true, false, null */
};

enum { JSON_PRETTY_DEPTH = 64 };

enum json_pretty {
	JSON_PRETTY_WHOLE,  /* one object or list, nothing behind it */
	JSON_PRETTY_CUT,    /* its end is missing */
	JSON_PRETTY_BROKEN, /* no JSON any more from byte *end on */
	JSON_PRETTY_NONE,   /* it does not even begin like one */
};

/* Appends the value, each line behind so many blanks; and to looks a byte, an
 * enum json_look, for each byte. What is not whole is there as far as it goes;
 * for JSON_PRETTY_NONE nothing is appended. */
enum json_pretty json_pretty(struct text *out, struct text *looks,
    const char *bytes, size_t len, int indent, size_t *end);

#endif
