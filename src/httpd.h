/* httpd.h: an HTTP server on the loop: whole requests in; replies out, at once
 * or as they come. The only home of libmicrohttpd. Knows nothing of what is
 * served. */
#ifndef HTTPD_H
#define HTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop.h"
#include "text.h"

struct httpd;
struct httpd_call; /* one request and its reply */

struct httpd_options {
	const char *host; /* a name or an address */
	uint16_t port;    /* 0: one that is free */
	bool share_port;  /* several may listen on it, each gets a part */
	size_t body_most; /* bytes of a request's body */
	unsigned connections_most;
	unsigned idle_s; /* of a connection that sends nothing, or too slowly */
};

/* All are called from the loop, never from inside a function of httpd. */
struct httpd_handlers {
	void *data;
	/* A whole request is there. It is answered now or later, once, with
	 * httpd_reply() or httpd_stream(). */
	void (*on_request)(void *data, struct httpd_call *call);
	/* Bytes of a stream have just been given to the kernel, so many since it
	 * began; less than before waits now. May be NULL. */
	void (*on_taken)(void *data, struct httpd_call *call, uint64_t bytes);
	/* The last of each call: all of the reply is out (whole), or the client
	 * has left, or it was cut. The call is freed after it. */
	void (*on_over)(void *data, struct httpd_call *call, bool whole);
	/* Appends the body of an error that httpd itself has to answer: a body
	 * that is too large, and the like. */
	void (*error_body)(void *data, int status, const char *sentence,
	    struct text *body);
};

/* Begins to listen. NULL with a sentence in error that names the address. */
struct httpd *httpd_open(struct loop *loop,
    const struct httpd_options *options,
    const struct httpd_handlers *handlers, struct text *error);
/* The port that it listens on. */
uint16_t httpd_port(const struct httpd *httpd);
/* Takes no more connections; those that are there go on. */
void httpd_stop_listening(struct httpd *httpd);
/* Cuts what goes on (on_over is called), frees all. */
void httpd_close(struct httpd *httpd);

/* ---- The request. Strings are valid until on_over. */

const char *httpd_method(const struct httpd_call *call);
const char *httpd_path(const struct httpd_call *call); /* without a query */
/* Returns the value of a header, NULL if there is none; case does not count. */
const char *httpd_header(const struct httpd_call *call, const char *name);
const struct text *httpd_body(const struct httpd_call *call);
/* The body is not needed any more: its memory goes to out. */
void httpd_take_body(struct httpd_call *call, struct text *out);
/* Address and port of the client, for people. */
const char *httpd_peer(const struct httpd_call *call);
/* For whoever answers. */
void httpd_set_data(struct httpd_call *call, void *data);
void *httpd_data(const struct httpd_call *call);

/* ---- The reply. */

/* A header that goes with the reply; before it begins. */
void httpd_add_header(struct httpd_call *call, const char *name,
    const char *value);
/* Sends all at once. lie: the Content-Length says so many bytes more than there
 * are (0 else), and the connection is closed after those that are. */
void httpd_reply(struct httpd_call *call, int status, const char *bytes,
    size_t len, size_t lie);
/* Begins a stream (chunked); its head goes out at once. */
void httpd_stream(struct httpd_call *call, int status);
/* Adds to the stream. Goes out before the loop sleeps, if the client reads. */
void httpd_write(struct httpd_call *call, const char *bytes, size_t len);
/* Bytes that wait for the client to read. */
size_t httpd_waiting(const struct httpd_call *call);
/* All of the stream was written; it ends properly. */
void httpd_end(struct httpd_call *call);

enum httpd_cut {
	HTTPD_CUT_CLOSE, /* closed without the end that the framing wants */
	HTTPD_CUT_RESET, /* reset */
};
/* Ends the stream badly, after what waits has been written. */
void httpd_cut(struct httpd_call *call, enum httpd_cut how);

#endif
