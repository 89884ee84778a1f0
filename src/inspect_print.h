/* inspect_print.h: what inspect.h knows, for people. */
#ifndef INSPECT_PRINT_H
#define INSPECT_PRINT_H

#include "inspect.h"
#include "sheet.h"

/* Appends it, for so many columns. bars: how a bar is drawn, its full and its
 * empty cell. */
void inspect_print(struct sheet *sheet, const struct inspect *inspect,
    int columns, const char *const bars[2]);

extern const char *const inspect_bars_ascii[2], *const inspect_bars_utf8[2];

#endif
