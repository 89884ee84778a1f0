/* utf8.h: bytes <-> Unicode characters. Pure; knows no locale.
 *
 * Broken input is cut into the same parts as the WHATWG decoder does: each
 * maximal invalid part counts as one character. */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "text.h"

#define UTF8_INVALID (-1)
#define UTF8_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */
#define UTF8_ELLIPSIS "\xe2\x80\xa6"    /* U+2026 */

/* Reads the character at bytes; len is at least 1. Returns how many bytes it
 * has (1 to 4) and puts its code point, or UTF8_INVALID, into *c. */
size_t utf8_next(const char *bytes, size_t len, int32_t *c);

/* Writes a code point as 1 to 4 bytes; returns how many. */
size_t utf8_encode(uint32_t c, char out[4]);

/* Returns how many bytes at the end of a text are the beginning of a character
 * that more bytes may complete (0 to 3). */
size_t utf8_unfinished(const char *bytes, size_t len);

/* Returns the number of characters. */
size_t utf8_count(const char *bytes, size_t len);

/* Returns the place of the first invalid part, or len. */
size_t utf8_valid(const char *bytes, size_t len);

/* Appends bytes to out, each invalid part as U+FFFD. Returns how many there
 * were. */
size_t utf8_repair(struct text *out, const char *bytes, size_t len);

#endif
