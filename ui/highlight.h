/* highlight.h: marks what was found in whatever draw_text() draws. Views say
 * which texts a row is made of; draw_text() asks. */
#ifndef HIGHLIGHT_H
#define HIGHLIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/search.h"
#include "theme.h"

/* What is marked from now on; stays the caller's. NULL or an empty one: nothing
 * is. */
void highlight_search(const struct search *search);

/* Texts that are drawn next, as a whole or in part, until highlight_clear().
 * here is the byte of the match where the reader is, or SIZE_MAX. */
void highlight_add(const char *bytes, size_t len, size_t here);
void highlight_clear(void);

/* Before these bytes are drawn from their beginning on. Returns whether
 * highlight_style() is to be asked for each cell of them, in order. */
bool highlight_begin(const char *bytes, size_t len);
enum style highlight_style(const char *cell, size_t len, enum style style);

#endif
