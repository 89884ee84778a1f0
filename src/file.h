/* file.h: whole files, read and replaced. */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* Appends what a file holds. False with a sentence in error if that
 * cannot be or is more than most_mb megabytes; errno is that of opening, 0 if
 * it could be opened. */
bool file_read(const char *path, size_t most_mb, struct text *out,
    struct text *error);

/* Puts text into a file in place of what was there, so that whoever looks, at
 * any moment, finds the old or the new. Links are followed and the mode of the
 * file stays; a new one is for its user only, and its folders are made. False
 * with a sentence in error. */
bool file_replace(const char *path, const struct text *text,
    struct text *error);

/* Makes the folders of a path that are not there. What goes wrong is seen when
 * the file is opened. */
void file_make_folders(const char *path);

#endif
