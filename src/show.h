/* show.h: shows people what a server does: a view in a terminal, else a line for
 * each request that is over. Loops tell it from any thread; it is the first
 * loop's. */
#ifndef SHOW_H
#define SHOW_H

#include "../ui/terminal.h"
#include "exchange.h"

struct show;
struct shown; /* one request, in the hands of whoever serves it */

struct show_options {
	const char *address; /* where clients reach it */
	const char *serves;  /* what answers, in words */
	bool view; /* else lines */
	struct terminal_options terminal;
	const struct metrics *const *metrics; /* of each loop */
	size_t loops;
	void (*quit)(void *data, int signal);
	void *data;
};

/* loop is the first of the server. NULL with a sentence in error. */
struct show *show_open(struct loop *loop, const struct show_options *options,
    struct text *error);
/* Shows what was told last; waits for standard error, but not for ever. */
void show_close(struct show *show);

/* No new requests are taken. */
void show_draining(struct show *show);
/* A sentence for people; from any thread. */
void show_warn(struct show *show, const char *sentence);
/* A request has come, goes on, is over; from any thread. */
void show_request(struct show *show, struct exchange *exchange);
void show_tokens(struct show *show, const struct exchange *exchange);
void show_over(struct show *show, const struct exchange *exchange);
/* One that was refused. */
void show_refused(struct show *show, const struct server *server,
    const struct httpd_call *call, enum metrics_route route, int status,
    const char *sentence);

#endif
