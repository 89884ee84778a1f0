/* markdownstate.h: what markdown.c and markdownblock.c share. */
#ifndef MARKDOWNSTATE_H
#define MARKDOWNSTATE_H

#include "markdown.h"

/* Adds a run behind all others. */
void markdown_add(struct markdown *markdown, size_t start, size_t end,
    enum markdown_look look, size_t target);
/* Tells the looks of the open block up to its last complete line. */
void markdown_parse_block(struct markdown *markdown, const char *bytes,
    size_t end);

/* Each returns the place behind the blanks, or the mark of a list's item, that
 * stand at a place in a line; else that place. */
size_t markdown_skip_blanks(const char *bytes, size_t at, size_t end);
size_t markdown_skip_bullet(const char *bytes, size_t at, size_t end);

#endif
