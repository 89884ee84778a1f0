/* traces.h: front end: in=trace: request trace files, read and summed up. */
#ifndef TRACES_H
#define TRACES_H

#include "options.h"

/* Returns the exit status. */
int traces_run(const struct options *options);

#endif
