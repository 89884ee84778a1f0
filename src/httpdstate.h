/* httpdstate.h: what the HTTP server is made of, for httpd.c and httpdcall.c. */
#ifndef HTTPDSTATE_H
#define HTTPDSTATE_H

#include <microhttpd.h>

#include "chunkout.h"
#include "httpd.h"
#include "linger.h"

enum phase {
	RECEIVING, /* the request is not whole */
	REFUSED,   /* before it was whole */
	ASKED,     /* on_request was called, nobody has answered */
	REPLYING,  /* MHD sends a head, or a whole reply */
	STREAMING, /* the head is out, the socket is ours */
	RETURNED,  /* the socket is MHD's again, for the end */
};

enum { BODIES_MOST = 8 }; /* of the largest that may come at once */

enum ending { GOES_ON, ENDS, CLOSES, RESETS, LEFT };

/* Who is connected. */
struct client {
	int fd;
	bool left;
	struct httpd_call *call; /* NULL: none that MHD has told us of */
};

struct httpd_call {
	struct httpd *httpd;
	struct client *client;
	struct MHD_Connection *connection;
	struct httpd_call *previous, *next;
	struct httpd_call *next_due;
	enum phase phase;
	enum ending ending;
	bool suspended;
	bool due;  /* in the list of those who have something to send */
	bool full; /* the kernel takes no more */

	const char *method;
	const char *path;
	char peer[56];
	struct text body;
	void *data;

	struct text headers; /* of the reply: name NUL value NUL ... */
	struct chunkout out;
	struct timer patience; /* while it is full */
};

struct httpd {
	struct loop *loop;
	struct httpd_options options; /* host is not kept */
	struct httpd_handlers handlers;
	struct MHD_Daemon *daemon;
	int daemon_fd; /* MHD's epoll descriptor */
	int watch_fd;  /* ours */
	int listen_fd; /* -1: does not listen any more */
	uint16_t port;
	struct lingers lingers;

	size_t receiving; /* bytes of bodies that are not whole */
	struct httpd_call *calls;
	struct httpd_call *due;
	bool must_run;    /* MHD has something to do at once */
	bool inside;      /* MHD, where it cannot be closed */
	bool awake;       /* the timer stands at now */
	int64_t deadline; /* MHD's next timeout */
	struct timer timer;
};

/* The callback that MHD has for requests. */
enum MHD_Result httpd_on_access(void *data, struct MHD_Connection *connection,
    const char *path, const char *method, const char *version,
    const char *bytes, size_t *len, void **context);

/* A call of which the head has come. It is freed after on_over. */
struct httpd_call *httpd_call_new(struct httpd *httpd,
    struct MHD_Connection *connection);
/* Takes the connection from MHD; only from inside one of its callbacks. */
void httpd_suspend(struct httpd_call *call);
/* Gives it back. MHD asks httpd_on_access() or a reader what to do with it. */
void httpd_resume(struct httpd_call *call);
/* Has what waits sent before the loop sleeps; what has to be done at its end
 * if nothing waits. Does nothing while the socket is MHD's. */
void httpd_set_due(struct httpd_call *call);
/* Sends a reset at once; what MHD does to the socket later sends nothing. */
void httpd_reset_socket(struct httpd_call *call);

#endif
