/* stop.h: stop conditions on a stream of tokens. Pure: text in, text out.
 *
 *	while there are tokens:
 *		verdict = stop_token(stop, id, bytes, len, &out)
 *		... or stop_begin(), stop_bytes() at any cut, stop_end_token()
 *	unless a verdict came: stop_flush(stop, &out)
 *
 * All strings are found in one pass by one automaton (Aho-Corasick), so a
 * character costs the same for one string as for a thousand, and its memory is
 * proportional to the strings. The rules are those of the manual, section
 * STOP CONDITIONS. */
#ifndef STOP_H
#define STOP_H

#include <stddef.h>
#include <stdint.h>

#include "../src/settings.h"
#include "../src/text.h"

enum stop_verdict {
	STOP_GO_ON,
	STOP_STRING,   /* a stop string: see stop_matched() */
	STOP_TOKEN_ID, /* one of stop_token_ids */
	STOP_EOS,      /* an end-of-sequence string: see stop_matched() */
	STOP_LENGTH,   /* max_tokens */
};

struct stop;

/* Compiles stop, stop_token_ids, eos, ignore_eos, include_stop_str_in_output,
 * max_tokens and min_tokens of the settings, which may change afterwards. */
struct stop *stop_new(const struct settings *settings);
void stop_free(struct stop *stop);

/* One token. Appends to out what is certain to be text of the reply. id is its
 * number, or -1 if unknown. After a verdict nothing may be fed. */
enum stop_verdict stop_token(struct stop *stop, int64_t id, const char *bytes,
    size_t len, struct text *out);

/* The same in pieces, for tokens whose bytes come cut anywhere. */
enum stop_verdict stop_begin(struct stop *stop, int64_t id, struct text *out);
enum stop_verdict stop_bytes(struct stop *stop, const char *bytes, size_t len,
    struct text *out);
enum stop_verdict stop_end_token(struct stop *stop, struct text *out);

/* The stream ended by itself: appends what was held back. */
void stop_flush(struct stop *stop, struct text *out);

/* Returns what is held back now: the text from where a match may begin. Valid
 * until the next call. */
const char *stop_held(const struct stop *stop, size_t *len);
/* Returns the string that the held text may become (the one it is longest in),
 * or NULL. */
const struct text *stop_candidate(const struct stop *stop);
/* Returns the string of STOP_STRING or STOP_EOS, else NULL. */
const struct text *stop_matched(const struct stop *stop);
/* Tokens so far, those of a matched string included. */
int64_t stop_tokens(const struct stop *stop);

#endif
