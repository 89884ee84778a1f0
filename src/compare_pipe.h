/* compare_pipe.h: front end: in=stdin with --compare: one prompt, several
 * replies. */
#ifndef COMPARE_PIPE_H
#define COMPARE_PIPE_H

#include "options.h"

/* Returns the exit status. */
int compare_pipe_run(const struct options *options);

#endif
