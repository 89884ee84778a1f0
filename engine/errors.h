/* errors.h: finds what a server says went wrong, whatever form it has. Pure. */
#ifndef ERRORS_H
#define ERRORS_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/text.h"
#include "jsonread.h"

/* Puts the message of an error into message, if value holds one; source is the
 * text that value was read from. certain: it is known to be an error, so any
 * sentence in it will do. *standard: it is {"error":{"message":string}}. */
bool error_find(const struct json *value, const char *source, bool certain,
    struct text *message, bool *standard);

/* Appends a message that is words and no JSON, cut where it is too long. */
void error_words(struct text *message, const char *bytes, size_t len);

/* Reads the header Retry-After: seconds, or a date. Returns seconds from now_ms
 * on, 0 if it is none. */
int64_t error_wait(const char *retry_after, int64_t now_ms);

/* Appends a sentence for people: the status (0: none), the message (may be
 * empty), and how long to wait (0: unknown). */
void error_sentence(struct text *out, int status, const struct text *message,
    int64_t wait_s);

#endif
