/* body.h: the body of a 2xx reply: finds out what form it has, and cuts it into
 * payloads. */
#ifndef BODY_H
#define BODY_H

#include "payload.h"

enum body_form {
	BODY_UNKNOWN, /* blanks so far */
	BODY_EVENTS,
	BODY_JSON,  /* one reply, or lines of JSON */
	BODY_PAGE,  /* HTML: of no use */
	BODY_CODED, /* compressed: of no use */
};

struct body;

/* coded: the head names a content coding. All stay until body_free(). */
struct body *body_new(struct report *report, struct payload_reader *payloads,
    const char *content_type, bool coded);
void body_free(struct body *body);
/* Takes bytes at any cut. */
void body_feed(struct body *body, const char *bytes, size_t len);
/* clean: the body ended as its framing says. */
void body_end(struct body *body, bool clean);

enum body_form body_form(const struct body *body);
/* Lines that are no events, where no event came: the first of them. */
struct span body_words(const struct body *body);

#endif
