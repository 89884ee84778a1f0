/* request_field.h: the fields of a request's body that are settings, or that
 * request_body() writes in any case; and a value of one of them into its
 * setting. Does not care who reads the JSON. */
#ifndef REQUEST_FIELD_H
#define REQUEST_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/settings.h"
#include "jsonread.h"

struct field {
	const char *name;
	const char *setting; /* NULL: it is none */
};

/* Of two fields for one setting, the later counts where a server reads them.
 * Ends with a name of NULL. */
extern const struct field field_table[];

/* Returns the field of that name, or NULL. */
const struct field *field_find(const char *name, size_t len);
/* Returns its setting under the name that the field has, for sentences. */
struct setting field_setting(const struct field *field);

/* A value, but no list. */
struct field_value {
	enum json_kind kind; /* of booleans any, of what is refused any */
	const char *bytes;   /* of a string: UTF-8, decoded */
	size_t len;
	const char *json; /* all of it */
};

/* Reads the value into the setting as setting_set() does, to which it also adds
 * if that is a list. False with a sentence in error. */
bool field_take(struct settings *settings, const struct setting *setting,
    const struct field_value *value, struct text *error);

#endif
