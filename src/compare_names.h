/* compare_names.h: which engines are compared, as users write it: each with
 * settings of its own behind it:
 *
 *	echo delay=5 stop="two words" http://localhost:8000 replay:FILE */
#ifndef COMPARE_NAMES_H
#define COMPARE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "comparison.h"
#include "settings.h"
#include "text.h"

/* Zeros are none. */
struct compare_names {
	char *items[COMPARED_MOST]; /* an engine and its settings; owned */
	size_t count;
};

void compare_names_release(struct compare_names *names);
/* Adds those of the words. False with a sentence in error: settings without an
 * engine, or more than COMPARED_MOST. */
bool compare_names_read(struct compare_names *names, const char *words,
    struct text *error);
/* The same, but one alone is compared with another engine, own, which stands
 * first then. False if there are none, too. */
bool compare_names_choose(struct compare_names *names, const char *words,
    const char *own, struct text *error);

/* Returns the engine of an item. The caller frees it. */
char *compare_name_engine(const char *item);
/* Puts its settings in place of what there is: the first value of a list takes
 * the place of the whole list, an empty value is the default. False with a
 * sentence in error. */
bool compare_name_settings(const char *item, struct settings *settings,
    struct text *error);

#endif
