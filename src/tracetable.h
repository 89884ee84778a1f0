/* tracetable.h: requests of trace files and their sums, for people. */
#ifndef TRACETABLE_H
#define TRACETABLE_H

#include "tracefile.h"
#include "tracesum.h"

enum { TRACETABLE_COLUMNS = 10, TRACETABLE_WIDTH = 80 };

/* Rows are written as they are read, so the columns are laid out before. */
struct tracetable {
	int width;
	int widths[TRACETABLE_COLUMNS]; /* 0: there is no room for it */
};

/* Lays it out for so many columns of the terminal. */
void tracetable_init(struct tracetable *table, int width);
/* Append the titles of the columns, and a row: a line each. */
void tracetable_head(const struct tracetable *table, struct text *out);
void tracetable_row(const struct tracetable *table, struct text *out,
    const struct tracefile_record *record);
/* Sorts the sums. */
void tracetable_sums(const struct tracetable *table, struct text *out,
    struct tracesum *sum);

#endif
