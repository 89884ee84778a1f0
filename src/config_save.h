/* config_save.h: changes in a configuration file: a line is changed or added,
 * all else stays as its user wrote it. */
#ifndef CONFIG_SAVE_H
#define CONFIG_SAVE_H

#include "option_table.h"

/* A value for an option, or for a key of an engine's section. */
struct config_change {
	const struct option *option;
	const char *engine; /* NULL: for all */
	struct text lines;  /* of option_show(); empty: it is taken out */
};

/* Appends the key of an option. */
void config_key(const struct option *option, struct text *out);

/* Appends what the text of a file is after a change. */
void config_edit(struct text *out, const char *bytes, size_t len,
    const struct config_change *change);

/* Makes the changes in the file. What would not be read again is not written.
 * False with a sentence in error. */
bool config_save(const char *path, const struct config_change *changes,
    size_t count, struct text *error);

#endif
