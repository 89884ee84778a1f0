/* curlcommand.h: a request as a curl command that anyone can run. Pure. */
#ifndef CURLCOMMAND_H
#define CURLCOMMAND_H

#include <stdbool.h>

#include "../src/settings.h"
#include "../src/text.h"

/* Appends the command, for a POSIX shell. Keys stay out: the key is the variable
 * that holds it (keyed: one was sent), values of further headers and the
 * password of a proxy are dots. */
void curlcommand_print(struct text *out, const char *url,
    const struct text *body, const struct settings *settings, bool keyed);

#endif
