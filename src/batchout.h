/* batchout.h: the output of in=batch: a new file, one that is gone on with, or
 * standard output. */
#ifndef BATCHOUT_H
#define BATCHOUT_H

#include <stdbool.h>
#include <stdio.h>

#include "../engine/span.h"
#include "output.h"
#include "text.h"

enum batchout_mode {
	BATCHOUT_NEW,    /* what is there is not touched */
	BATCHOUT_FORCE,  /* is written over */
	BATCHOUT_RESUME, /* is gone on with */
};

/* How a line compares with what the file holds already. */
enum batchout_old {
	BATCHOUT_NONE,  /* the file ends here: it is to be written */
	BATCHOUT_SAME,  /* it is there */
	BATCHOUT_OTHER, /* another line is there */
};

struct batchout {
	struct output output;
	char *path; /* NULL: standard output */
	int fd;
	bool regular; /* a file, which can be cut */
	FILE *old; /* of BATCHOUT_RESUME, while not all of it is read */
	char *line; /* of old */
	size_t line_size;
	long long line_at; /* its offset */
};

/* path: NULL for output.jsonl beside the input; - is standard output, as is
 * NULL if the input is standard input. False with a sentence in error. */
bool batchout_open(struct batchout *out, const char *path, const char *input,
    enum batchout_mode mode, struct text *error);
/* May follow on zeros, and on an open that failed. */
void batchout_close(struct batchout *out);

/* Begins to write. fn is called with data when some went out, or failed. */
void batchout_start(struct batchout *out, struct loop *loop, loop_fn *fn,
    void *data);
/* Compares the next line of the file with the beginning of the one that is due.
 * The line is valid until the next call, and has no newline. A last line that
 * was cut off is taken away, if it may have become that one. */
enum batchout_old batchout_match(struct batchout *out, const struct text *head,
    struct span *line);
/* Whether the file holds lines that were not compared. */
bool batchout_has_more(struct batchout *out);
/* After an error: takes away what is no whole line. */
void batchout_cut(struct batchout *out);

#endif
