/* pipe.h: in=stdin: one prompt, one reply, no screen. */
#ifndef PIPE_H
#define PIPE_H

#include "options.h"

/* Asks and answers. Returns the exit status of the program. */
int pipe_run(const struct options *options);

#endif
