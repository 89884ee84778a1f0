/* prompt.h: the one prompt of in=stdin, and what became of it. For its front
 * ends, pipe.c and compare_pipe.c. */
#ifndef PROMPT_H
#define PROMPT_H

#include "conversation.h"
#include "options.h"

/* Reads the prompt: that of -p, or all of standard input. False, and says so,
 * if there is none. */
bool prompt_read(const struct options *options, struct text *prompt);
/* Returns the exit status for a reply that ended so; says so if that is not
 * what was expected. */
int prompt_status(const struct options *options, const struct ending *end);

#endif
