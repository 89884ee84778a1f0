/* batchin.h: the lines of the input of in=batch, read by the loop as they come,
 * and no faster than they are asked for. */
#ifndef BATCHIN_H
#define BATCHIN_H

#include <stdint.h>

#include "lines.h"
#include "loop.h"
#include "text.h"

enum batchin_result {
	BATCHIN_WAIT, /* for more bytes: the loop wakes when they are there */
	BATCHIN_LINE,
	BATCHIN_LONG, /* a line longer than LINES_LONGEST; passed over */
	BATCHIN_END,
};

struct batchin;

/* path of - is standard input. NULL with a sentence in error. */
struct batchin *batchin_open(struct loop *loop, const char *path,
    struct text *error);
void batchin_close(struct batchin *in);

/* The next line that is not blank, without its newline, and its number from 1
 * on. Valid until the next call. */
enum batchin_result batchin_next(struct batchin *in, struct span *line,
    uint64_t *number);
/* After BATCHIN_END: appends what went wrong, if anything did. */
void batchin_fault(const struct batchin *in, struct text *sentence);

/* Returns how many lines are not blank; -1 if that cannot be told quickly. */
int64_t batchin_count(const char *path);

#endif
