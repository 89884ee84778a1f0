/* http.h: requests on the loop. http.c and its two helpers are the only ones
 * that know curl. Nothing blocks; nothing is retried, redirected or cached. */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/loop.h"
#include "../src/text.h"

enum http_end {
	HTTP_CLEAN,     /* the body ended as its framing says */
	HTTP_PREMATURE, /* the connection ended before that */
	HTTP_RESET,     /* it was reset after the head had come */
	HTTP_STALLED,   /* idle_timeout passed without a byte */
	HTTP_FAILED,    /* no head came: resolving, connecting, TLS, ... */
};

struct http_head {
	int status;
	/* Values of the last header of that name, "" if there is none. */
	const char *content_type;
	const char *content_encoding;
	const char *retry_after;
	const char *location;
	const char *raw; /* the head as it came, from the status line on */
	bool reused; /* it came on a connection that was used before */
};

/* All are called from the loop. A callback may call http_cancel(). */
struct http_handlers {
	void *data;
	void (*on_head)(void *data, const struct http_head *head);
	/* Bytes of the body, a content coding undone; as they came in time. */
	void (*on_body)(void *data, const char *bytes, size_t len);
	/* The end; nothing comes after it. sentence says what went wrong, for
	 * people ("" if nothing did): it names the address. */
	void (*on_end)(void *data, enum http_end end, const char *sentence);
};

struct http_request {
	const char *url;
	const char *body; /* NULL: a GET; else a POST of JSON */
	size_t body_len;
	const char *key;  /* sent as a bearer; NULL or "": none */
	const struct text *headers; /* "Name: value", more of them */
	size_t header_count;
	const char *proxy; /* NULL or "": as the environment says */
	bool insecure;     /* the certificate is not checked */
	/* The connection may be one that was used before, and is kept. What dies
	 * on such a one is asked again. */
	bool keep;
	int64_t connect_timeout_ms;
	int64_t idle_timeout_ms;
};

struct http;          /* connections of one loop */
struct http_transfer; /* one request */

struct http *http_new(struct loop *loop);
/* Cancels what is going on. */
void http_free(struct http *http);

/* Starts a request; copies all of it. Never fails: errors come as an end. */
struct http_transfer *http_start(struct http *http,
    const struct http_request *request, const struct http_handlers *handlers);
/* Closes the connection at once; no handler is called any more. */
void http_cancel(struct http_transfer *transfer);
/* Stops reading from the socket, and goes on: a server that sends on then
 * meets a full window. */
void http_pause(struct http_transfer *transfer, bool paused);

/* Puts a base address as users type it into its usual form: "http://host:1/v1".
 * /v1 may be missing, a slash or the path of an endpoint may be too much. False
 * with a sentence in error. */
bool http_base_url(const char *typed, struct text *url, struct text *error);

/* Returns the value of the last header of that name, "" if there is none. The
 * caller frees it. */
char *http_header_value(const char *head, const char *name);
/* Appends a head in a line, for people; type and location may be "". */
void http_head_line(struct text *out, int status, const char *type,
    const char *location);

#endif
