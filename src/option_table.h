/* option_table.h: which options there are, and what each does with its value.
 * For options.c, which finds them on the command line. */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

struct option;

struct reading {
	struct options *options;
	struct origin origin; /* of what is read */
	bool first; /* only what must be known before the file is read */
	struct text *error;
	struct text *warning;
	const struct option *option; /* that is being read, */
	const char *name; /* and as the user wrote it, for sentences */
};

enum option_when {
	OPTION_ANYWHERE, /* on the command line, or in the file */
	OPTION_TYPED,    /* on the command line only */
	OPTION_FIRST,    /* likewise, and it counts before the file is read */
};

/* value is NULL for an option that came without one. It stays valid. */
typedef bool option_fn(struct reading *reading, const char *value);

struct option {
	char letter; /* 0: none */
	const char *name;
	const char *argument; /* NULL: takes none; [=NAME]: only behind a = */
	const char *help;
	const char *setting; /* the setting it sets, or NULL: fn is called */
	option_fn *fn;
	size_t offset; /* of what fn fills, in struct options */
	int64_t least, most; /* numbers: limits, both included */
	const char *right;   /* names: what one is, for sentences */
	const char *words; /* all values there are, with | between; or NULL */
	enum option_when when;
};

/* Ends with a name of NULL. */
extern const struct option option_table[];

/* Returns the option of a key of the file, which may have _ for -, or NULL. */
const struct option *option_by_key(const char *key);
/* Returns the option that sets a setting, or NULL. */
const struct option *option_of_setting(const struct setting *setting);
/* Returns the values that it may have, with | between them; NULL: any. */
const char *option_words(const struct option *option);
/* Whether a value must stand behind it. */
bool option_takes_value(const struct option *option);
/* Whether it may stand several times. */
bool option_is_list(const struct option *option);
/* Takes a value, and notes where it comes from. What an origin before it said
 * of the option is forgotten, so that a list has items of one origin only.
 * False with a sentence in error. */
bool option_set(struct reading *reading, const struct option *option,
    const char *value);
/* Whether a sentence begins with a name, which a key of the file is in. */
bool option_is_named(const char *name, const char *sentence);
/* Where its value comes from. */
const struct origin *option_origin(const struct options *options,
    const struct option *option);
/* Appends the value as in a file, each item of a list with a line end behind
 * it; nothing if there is none. */
void option_show(const struct options *options, const struct option *option,
    struct text *out);

#endif
