/* text.h: a string that grows. It may hold any bytes, NUL too.
 *
 * A struct text of zeros is an empty text; there is nothing to initialise. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

struct text {
	char *bytes; /* NULL while nothing was added; see text_string() */
	size_t len;
	size_t size;
};

/* Frees the bytes; the text is empty and usable again. */
void text_release(struct text *text);
/* Empties the text and keeps its memory. */
void text_clear(struct text *text);

void text_append(struct text *text, const char *bytes, size_t len);
void text_add(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Takes len bytes away from the front. */
void text_drop(struct text *text, size_t len);

/* Returns the bytes with a NUL behind them, never NULL. Valid until the next
 * change of the text. */
const char *text_string(const struct text *text);
/* Returns the bytes and leaves the text empty. The caller frees them. */
char *text_take(struct text *text);

#endif
