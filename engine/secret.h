/* secret.h: the key of a server, and text without it. */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"

/* Zeros are ready. */
struct secret {
	char *string; /* NULL: there is none */
	struct text masked;
};

/* Copies the string without blanks and line ends around it; NULL or "": none. */
void secret_set(struct secret *secret, const char *string);
/* Takes the secret out of this environment variable; "": out of OPENAI_API_KEY,
 * which may be missing. False with a sentence in error, and there is none. */
bool secret_read(struct secret *secret, const char *variable,
    struct text *error);
/* Whether a header, "Name: value", is one that holds a key. */
bool secret_header(const char *header);
/* Wipes it. */
void secret_release(struct secret *secret);

/* Returns the bytes with *** where the secret stands, and their length in *len;
 * the bytes themselves when it does not. Valid until the next call. */
const char *secret_mask(struct secret *secret, const char *bytes, size_t *len);
/* The same for a string in place: it never gets longer. NULL stays NULL. */
void secret_mask_string(struct secret *secret, char **string);

#endif
