/* plain.h: --plain: the chat in lines, without a screen, for screen readers,
 * dumb terminals and scripts. */
#ifndef PLAIN_H
#define PLAIN_H

#include "options.h"

/* Returns the exit status. */
int plain_run(const struct options *options, const char *warning);

#endif
