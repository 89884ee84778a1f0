/* wrap.h: breaks text into rows of a given width. Pure: it knows neither curses
 * nor panes. A row is a range of bytes; the text itself is never copied.
 *
 * Lines break after spaces, and between wide characters (CJK, emoji) where the
 * next does not fit; a word that is longer than a row breaks where it must;
 * a cell is never split. Spaces that do not fit at the end of a row hang there
 * unseen. A tab goes to the next multiple of 8 columns. */
#ifndef WRAP_H
#define WRAP_H

#include <stddef.h>

enum { TAB_COLUMNS = 8 };

/* How many rows new text can change. The last cell of the text may turn into
 * another one when more bytes come: CR to CR LF, a cut sequence to a mark of
 * the cell before it. That last cell has at most pushed its word to a new row,
 * and then, when the word filled that, itself to a third. */
enum { WRAP_OPEN_ROWS = 3 };

struct row {
	size_t start;
	size_t end; /* behind the last byte shown; a newline is not in it */
};

/* The rows of one text; zeros are ready. Text may only grow between calls of
 * wrap_update(), else wrap_clear() first. */
struct wrap {
	struct row *rows;
	size_t count; /* at least 1 after wrap_update() */
	size_t capacity;
	int width;
	size_t len; /* of the text that is wrapped */
};

void wrap_release(struct wrap *wrap);
void wrap_clear(struct wrap *wrap);

/* Wraps text that grew: costs the last row and what is new. Another width than
 * last time wraps all again. width is at least 1; a wide cell in a row of one
 * column has a row of its own. A newline at the end begins one more row. */
void wrap_update(struct wrap *wrap, const char *bytes, size_t len, int width);

/* The row that holds byte `at` (a place behind the last byte of a full row is
 * on that row), and the columns before it. For cursors. */
size_t wrap_find(const struct wrap *wrap, const char *bytes, size_t at,
    int *column);
/* The columns of row `row` before byte `at`. */
int wrap_column(const struct wrap *wrap, const char *bytes, size_t row,
    size_t at);
/* The byte in row `row` whose cell is at a column, or the row's end. */
size_t wrap_byte(const struct wrap *wrap, const char *bytes, size_t row,
    int column);

#endif
