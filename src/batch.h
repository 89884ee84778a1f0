/* batch.h: front end: in=batch: a request for each line of a file. */
#ifndef BATCH_H
#define BATCH_H

#include "options.h"

/* Returns the exit status. */
int batch_run(const struct options *options);

#endif
