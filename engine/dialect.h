/* dialect.h: stop conditions of the echo engine as other servers have them, so
 * that their differences can be seen side by side. Simple models of what is
 * known of each, one token a character; the manual has the table. Pure. */
#ifndef DIALECT_H
#define DIALECT_H

#include "stop.h"

struct dialect;

/* By stop_dialect of the settings, which may change afterwards. */
struct dialect *dialect_new(const struct settings *settings);
void dialect_free(struct dialect *dialect);

/* The same as those of stop.h. */
enum stop_verdict dialect_token(struct dialect *dialect, int64_t id,
    const char *bytes, size_t len, struct text *out);
/* The end of the prompt. A string may be found in what was held. */
enum stop_verdict dialect_flush(struct dialect *dialect, struct text *out);
const char *dialect_held(const struct dialect *dialect, size_t *len);
const struct text *dialect_candidate(const struct dialect *dialect);
const struct text *dialect_matched(const struct dialect *dialect);
int64_t dialect_tokens(const struct dialect *dialect);
/* Changes the settings to what that server makes of them: what it does not know
 * is unset then. */
void dialect_adapt(struct settings *settings);
/* Returns why that server would refuse such a request, or NULL. */
const char *dialect_refusal(const struct settings *settings);
/* Whether the server says which string it was (stop_reason). */
bool dialect_tells(const struct dialect *dialect);

#endif
