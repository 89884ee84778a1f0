/* config.h: the configuration file: options, engines, keys, looks. Keys of
 * options come from the table of options; nothing is written twice. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "../ui/bindings.h"
#include "../ui/look.h"
#include "settings.h"
#include "text.h"

struct options;

enum { OPTIONS_MAX = 128, CONFIG_MB = 1 };

/* A section [engine NAME]. */
struct config_engine {
	struct text name;
	struct text target; /* address, replay:FILE or echo; empty: not said */
	int line; /* of the section */
	int target_line;
	struct settings settings;
	int lines[OPTIONS_MAX]; /* of its keys, by the option; 0: not there */
};

/* A key of [keys] or [theme], as it was written. */
struct config_pair {
	struct text key, value;
	int line;
};

struct config_pairs {
	struct config_pair *items;
	size_t count, capacity;
};

struct config {
	struct text path; /* where it is, or would be; empty: nobody knows */
	struct config_engine *engines;
	size_t engine_count, engine_capacity;
	struct config_pairs keys, looks;
	struct bindings bindings;
	struct theme_options theme;
};

/* Reads the file that the options name, or the usual one, which may be missing.
 * False with sentences in error, a line each. */
bool config_load(struct options *options, struct text *error,
    struct text *warning);
/* Reads what a file holds; path is for sentences. */
bool config_read(struct options *options, const char *path, const char *bytes,
    size_t len, struct text *error, struct text *warning);
void config_release(struct config *config);

/* Returns the section of that name, or NULL. It stays where it is. */
const struct config_engine *config_engine(const struct config *config,
    const char *name);

/* Returns whether there is an engine for that name: a section, one that is built
 * in, an address, a recording. False with a sentence in error. */
bool config_has_engine(const struct config *config, const char *name,
    struct text *error);

/* Returns whether a value that a setting may have must not be shown or written:
 * a header with a key, an address with a password. */
bool config_is_secret(const char *setting, const char *value);

#endif
