/* typed.h: the lines that were typed, kept on disk for the next time: one a
 * line, what is not plain escaped. */
#ifndef TYPED_H
#define TYPED_H

#include <stdbool.h>

#include "text.h"

/* Appends where they are: $XDG_STATE_HOME/echochat/history, or below
 * ~/.local/state. Nothing if the environment names neither. */
void typed_path(struct text *out);
/* Calls fn for each, the oldest first, at most some thousand. What cannot be
 * read is passed over. */
void typed_read(const char *path, void (*fn)(void *data, const char *line),
    void *data);
/* Adds a line, unless it may hold a secret. False with errno if it cannot. */
bool typed_add(const char *path, const char *line);

#endif
