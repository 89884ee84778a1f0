/* progress.h: how far a long run is: a line that is drawn again and again on a
 * terminal, a plain line now and then elsewhere. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"
#include "text.h"

struct progress {
	uint64_t done;
	uint64_t before; /* of them, that were done before this run */
	uint64_t failed;
	int64_t total; /* -1: unknown */
	int64_t us;    /* since the start of this run */
};

/* Appends how far it is, with a bar, in fewer than so many columns. */
void progress_bar(struct text *out, const struct progress *progress,
    int columns);
/* The same as a sentence. */
void progress_sentence(struct text *out, const struct progress *progress);

/* Shows it on standard error. The owner keeps `now` up to date, but for us. */
struct progress_view {
	struct progress now;
	struct loop *loop;
	bool terminal;
	int64_t started_at;
	struct timer timer;
	struct text shown; /* what stands in the line of the terminal */
};

void progress_begin(struct progress_view *view, struct loop *loop);
/* Takes the line away, so that something else can be written. It comes back
 * with the next tick. */
void progress_hide(struct progress_view *view);
/* Hides it for good. */
void progress_end(struct progress_view *view);

#endif
