/* export.h: a conversation as a document for others to read. Pure. */
#ifndef EXPORT_H
#define EXPORT_H

#include <stdbool.h>

#include "conversation.h"
#include "text.h"

typedef void export_fn(struct text *out,
    const struct conversation *conversation);

/* Returns what writes documents of that ending (.md, .json, .txt, .html), or
 * NULL with a sentence in error that names them. */
export_fn *export_find(const char *path, struct text *error);

#endif
