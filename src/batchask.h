/* batchask.h: a line of in=batch as a request. Does no I/O. */
#ifndef BATCHASK_H
#define BATCHASK_H

#include "../engine/request_read.h"
#include "batchline.h"
#include "options.h"

/* Fills a zeroed struct with what the line, which is not BATCH_BAD, asks; the
 * options hold where it says nothing. False with a sentence in why, and asked
 * is empty. */
bool batch_ask(struct asked *asked, const struct batch_line *line,
    const struct options *options, struct text *why);

#endif
