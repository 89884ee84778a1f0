/* link.h: what may be the target of a link, and which terminals know links.
 * Pure. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"

/* Terminals take no more; nor should a status line of theirs. */
enum { LINK_MAX = 2048 };

/* Appends the target with all but printable ASCII percent-encoded. False, and
 * nothing is appended, if it is too long or not one of http, https, mailto. */
bool link_target(struct text *out, const char *bytes, size_t len);

/* Returns the value of an environment variable or NULL, as getenv() does. */
typedef char *link_env_fn(const char *name);
/* Whether a terminal of that type in that environment knows OSC 8. When in
 * doubt it does not. */
bool link_is_known(const char *type, link_env_fn *env);

#endif
