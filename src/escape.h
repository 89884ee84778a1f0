/* escape.h: text in quotes, both ways. */
#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdbool.h>

#include "text.h"

/* Appends the text in double quotes with everything that is not plain made
 * visible: \n, \t, \r, \", \\, \xNN (control characters and invalid bytes) and
 * \u{...} (bidi controls, unassigned and zero-width characters, marks without
 * a base). escape_read() reads it back. */
void escape_quote(struct text *out, const char *bytes, size_t len);
/* The same, at most max characters of it, with … behind the quotes if cut. */
void escape_quote_short(struct text *out, const char *bytes, size_t len,
    size_t max);
/* The same escapes without the quotes around. */
void escape_plain(struct text *out, const char *bytes, size_t len);
/* The same for a sentence that holds quotes and escapes already: its quotes and
 * backslashes stay as they are. */
void escape_sentence(struct text *out, const char *bytes, size_t len);

/* Appends what \n, \t, \r, \0, \\, \", \xNN and \u{...} in string stand for.
 * False with a sentence in error if an escape is unknown or the result is not
 * UTF-8. */
bool escape_read(struct text *out, const char *string, struct text *error);

#endif
