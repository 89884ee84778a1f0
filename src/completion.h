/* completion.h: what completes the command line in shells, made from the table
 * of options. */
#ifndef COMPLETION_H
#define COMPLETION_H

#include "text.h"

/* Appends the script for bash, zsh or fish. */
void completion_print(const char *shell, struct text *out);

#endif
