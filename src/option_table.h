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
	struct text *error;
	struct text *warning;
	const struct option *option; /* that is being read, */
	const char *name; /* and as the user wrote it, for sentences */
};

/* value is NULL for an option that takes none. */
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
};

/* Ends with a name of NULL. */
extern const struct option option_table[];

#endif
