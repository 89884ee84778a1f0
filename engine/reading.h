/* reading.h: a body while it is read: what its readers share. */
#ifndef READING_H
#define READING_H

#include <stdbool.h>
#include <stddef.h>

#include "jsonread.h"
#include "request_read.h"

struct reading {
	struct asked *asked;
	struct api_error *error;
	const char *body;
	const struct json *root; /* an object */
};

/* Returns the member of that name, the last if it stands twice. NULL if it is
 * not there, or null. */
const struct json *reading_get(const struct json *object, const char *name);
/* Appends a string as UTF-8: U+FFFD for half a character. */
void reading_string(struct text *out, const struct json *string);

/* Says what is right for the field that format names; value is NULL where it is
 * missing. Always false. */
bool reading_refuse(struct reading *reading, const struct json *value,
    const char *right, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reads a value that is no list into the setting, whose name is that of the
 * field. */
bool reading_take(struct reading *reading, struct settings *settings,
    const struct setting *setting, const struct json *value);

#endif
