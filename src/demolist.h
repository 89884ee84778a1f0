/* demolist.h: the demos that are there: the program's own, which make the tour,
 * and the user's. */
#ifndef DEMOLIST_H
#define DEMOLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct demolist_item {
	char *path;
	char *name; /* of the file, without what only orders it: 20-stop.demo */
	char *title;
	bool tour; /* one of the program's own */
};

struct demolist {
	struct demolist_item *items; /* in the order of the tour, then others */
	size_t count, capacity;
};

/* Fills a zeroed list from the folders of the user, then of the machine, then
 * of the program. */
void demolist_read(struct demolist *list);
void demolist_release(struct demolist *list);

/* Returns the demo of that name, the user's rather than our own, or NULL. */
const struct demolist_item *demolist_find(const struct demolist *list,
    const char *name);
/* Appends a line for each: its name and its title. */
void demolist_print(struct text *out, const struct demolist *list);
/* Where the program's own are: $ECHOCHAT_DATA says it in place of the
 * installed folder. */
void demolist_folder(struct text *out);

#endif
