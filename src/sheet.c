/* sheet.c: a text whose parts have tones. */
#include "sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cell.h"
#include "escape.h"

void
sheet_release(struct sheet *sheet)
{
	text_release(&sheet->text);
	text_release(&sheet->tones);
}

void
sheet_clear(struct sheet *sheet)
{
	text_clear(&sheet->text);
	text_clear(&sheet->tones);
}

/* What was added to the text has that tone. */
static void
add_tones(struct sheet *sheet, enum tone tone)
{
	char byte = (char)tone;

	while (sheet->tones.len < sheet->text.len)
		text_append(&sheet->tones, &byte, 1);
}

void
sheet_add(struct sheet *sheet, enum tone tone, const char *string)
{
	text_add(&sheet->text, string);
	add_tones(sheet, tone);
}

void
sheet_printf(struct sheet *sheet, enum tone tone, const char *format, ...)
{
	char part[256];
	va_list args;

	va_start(args, format);
	vsnprintf(part, sizeof(part), format, args);
	va_end(args);
	sheet_add(sheet, tone, part);
}

void
sheet_quote(struct sheet *sheet, const char *bytes, size_t len, size_t max)
{
	escape_quote_short(&sheet->text, bytes, len, max);
	add_tones(sheet, TONE_QUOTE);
}

static int
width_of_last_line(const struct text *text)
{
	size_t start = text->len;

	while (start && text->bytes[start - 1] != '\n')
		start--;
	return cell_width(text_string(text) + start, text->len - start);
}

void
sheet_column(struct sheet *sheet, int column)
{
	int blanks = column - width_of_last_line(&sheet->text);

	do
		sheet_add(sheet, TONE_TEXT, " ");
	while (--blanks > 0);
}
