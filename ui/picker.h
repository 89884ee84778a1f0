/* picker.h: a list over the whole screen, of which the user chooses one row:
 * typing filters it. It does not know what the rows are. */
#ifndef PICKER_H
#define PICKER_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"
#include "draw.h"

struct picker_column {
	const char *heading;
	int columns; /* 0: all that is left, the first one only */
	bool right;  /* aligned so */
	int from;    /* shown on screens that have so many columns */
};

struct picker_source {
	void *data;
	const char *title;
	const struct picker_column *columns;
	int column_count;
	size_t (*count)(void *data);
	/* Appends what stands in a cell, in our own words or clean text. */
	void (*cell)(void *data, size_t row, int column, struct text *out);
	/* False: not now; the list stays. */
	bool (*choose)(void *data, size_t row);
	/* Removes the row; those behind it move up. False with a sentence in
	 * error. */
	bool (*remove)(void *data, size_t row, struct text *error);
};

struct picker;

struct picker *picker_new(void);
void picker_free(struct picker *picker);
/* Shows the rows. The source is copied; what it points to stays until the
 * picker is closed. */
void picker_open(struct picker *picker, const struct picker_source *source);
void picker_close(struct picker *picker);
bool picker_is_open(const struct picker *picker);

/* A character for the filter. Its words must all stand in a row; one without
 * capitals also matches those. But a "d" is picker_delete() while there is no
 * filter; with another letter behind it, it was the beginning of one. */
void picker_type(struct picker *picker, const char *bytes, size_t len);
/* Takes the last character of the filter away, or all. */
void picker_erase(struct picker *picker);
void picker_clear(struct picker *picker);
/* Rows down, or up when negative, as far as there are any. */
void picker_move(struct picker *picker, long rows);
long picker_page(const struct picker *picker);
/* Chooses the selected row, and closes unless it cannot be chosen now. */
void picker_choose(struct picker *picker);

/* Asks whether the selected row is to be deleted; when that was asked, deletes
 * it. Whatever else is done takes the question back. */
void picker_delete(struct picker *picker);
/* Takes the question back. Returns whether there was one. */
bool picker_keep(struct picker *picker);

/* What the line at the bottom says. */
const char *picker_hint(const struct picker *picker);
/* Draws everything; *y and *x are where the cursor belongs. */
void picker_draw(struct picker *picker, const struct rect *rect, int *y,
    int *x);

#endif
