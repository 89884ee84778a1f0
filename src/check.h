/* check.h: front end: in=check: does a server stream and stop as it should? */
#ifndef CHECK_H
#define CHECK_H

#include "options.h"

/* Returns the exit status. utf8: the terminal shows it. */
int check_run(const struct options *options, bool utf8);

#endif
