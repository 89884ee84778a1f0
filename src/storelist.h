/* storelist.h: the stored conversations, without reading them: the beginning
 * and the end of a file are enough. */
#ifndef STORELIST_H
#define STORELIST_H

#include <stddef.h>

#include "storeread.h"

struct storelist_item {
	char *path, *name;
	struct storefacts facts;
};

/* Those used last come first. */
struct storelist {
	struct storelist_item *items;
	size_t count;
	size_t capacity;
};

/* Fills a zeroed list; a folder that is not there is empty. */
void storelist_read(struct storelist *list, const char *folder);
void storelist_release(struct storelist *list);
/* Takes an item out. */
void storelist_drop(struct storelist *list, size_t at);

#endif
