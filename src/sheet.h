/* sheet.h: a text whose parts have tones, for people: a screen makes colours of
 * them, lines leave them out. */
#ifndef SHEET_H
#define SHEET_H

#include "text.h"

enum tone {
	TONE_TEXT,
	TONE_HEADING,
	TONE_DIM,
	TONE_QUOTE, /* text of others */
	TONE_STOP,
	TONE_SHORT, /* the reply was to go on */
	TONE_BROKEN,
	TONE_CANCELLED,
	TONE_HELD,
	TONES,
};

/* Zeros are an empty sheet. tones has an enum tone for each byte of text. */
struct sheet {
	struct text text, tones;
};

void sheet_release(struct sheet *sheet);
void sheet_clear(struct sheet *sheet);
void sheet_add(struct sheet *sheet, enum tone tone, const char *string);
void sheet_printf(struct sheet *sheet, enum tone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Appends the bytes in quotes, as escape_quote_short() does. */
void sheet_quote(struct sheet *sheet, const char *bytes, size_t len,
    size_t max);
/* Fills the last line with blanks up to that column; one at least. */
void sheet_column(struct sheet *sheet, int column);

#endif
