/* config_parse.h: a configuration file while it is read, for the files that do:
 * config.c (lines and sections), config_keys.c (what a key does),
 * config_value.c (values, sentences, secrets). */
#ifndef CONFIG_PARSE_H
#define CONFIG_PARSE_H

#include <stdbool.h>

#include "nearest.h"
#include "option_table.h"

enum { SHOWN_MAX = 40, ERRORS_MAX = 10 };

#define BLANKS " \t"
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

struct parsing;

/* Takes a key of a section; raw is what stands behind its sign. */
typedef void parsing_key_fn(struct parsing *parsing, const char *key,
    const char *raw);

struct parsing {
	struct options *options;
	const char *path;
	const char *at, *end; /* what inih has not asked for */
	int line;
	int section_line;
	struct text value; /* of the line */
	bool waiting;      /* for the key of the line */

	char *name; /* of the section, as it is written */
	parsing_key_fn *take; /* NULL: it is unknown */
	struct config_engine *engine; /* whose section it is, or NULL */

	struct text *errors, *warning;
	size_t error_count;
};

/* ---- config_value.c. What returns false has told why. */

void parsing_complain_at(struct parsing *parsing, int line,
    const char *sentence);
void parsing_complain(struct parsing *parsing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "there is no WHAT "NAME"; did you mean X?", or what to do instead. */
void parsing_unknown(struct parsing *parsing, const char *what,
    const char *name, const struct nearest *nearest, const char *instead);
/* Whether the key does not stand there already; before is its line, or 0. */
bool parsing_first(struct parsing *parsing, const char *key, int before);
/* Cuts the value out. as_is: it keeps its escapes, its reader knows them. */
bool parsing_value(struct parsing *parsing, const char *key, const char *raw,
    bool as_is, struct text *out);
/* Whether the key has the name of what must not be in the file; tells it. */
bool parsing_refuse_secret(struct parsing *parsing, const char *key);
/* Likewise if there is a name or a password in an address. */
bool parsing_refuse_password(struct parsing *parsing, const char *key,
    const char *address);
/* Whether the value may be the name of a variable, if it has to be one. */
bool parsing_right_variable(struct parsing *parsing,
    const struct option *option, const char *key, const char *value);

/* ---- config_keys.c. */

parsing_key_fn parsing_option, parsing_of_engine, parsing_binding,
    parsing_look;
/* Begins the section of an engine, or goes on with it. */
bool parsing_enter_engine(struct parsing *parsing, const char *name);

#endif
