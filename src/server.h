/* server.h: one loop that serves: what its parts share. serve.c opens it,
 * routes.c answers what is asked, exchange.c streams replies. */
#ifndef SERVER_H
#define SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../engine/engine.h"
#include "../engine/request_read.h"
#include "../engine/trace_sink.h"
#include "fault.h"
#include "httpd.h"
#include "loop.h"
#include "metrics.h"
#include "options.h"
#include "text.h"

struct exchange;
struct show;

/* The beginning of whatever answers a call later: see httpd.h. Functions may be
 * NULL. */
struct client {
	void (*on_taken)(struct client *client, uint64_t bytes);
	void (*on_over)(struct client *client, bool whole);
};

/* What all loops of a server have in common; all of it may be used from any
 * thread. */
struct service {
	const struct options *options;
	const char *key;      /* that clients must have; NULL: none */
	struct faults faults; /* in each reply */
	struct metrics *const *metrics; /* one of each loop */
	size_t loops;
	int64_t started_s;          /* since 1970 */
	_Atomic int64_t streams;    /* that go on, in all loops */
	struct trace_sink *records; /* NULL: none are wanted */
	struct trace_sink *journal; /* likewise */
	struct show *show;
};

struct server {
	struct service *service;
	struct loop *loop;
	struct httpd *httpd;
	struct metrics *metrics;
	struct exchange *exchanges; /* those that go on */
	struct engine **idle;       /* engines that wait for the next request */
	size_t idle_count, idle_capacity;
	struct text scratch;
	bool draining; /* no new requests */
	struct timer grace;
	/* After server_drain(): the last exchange is over, or the time of grace
	 * is. The loop is stopped if it is NULL. */
	loop_fn *on_drained;
	void *on_drained_data;
};

/* Opens a server on the loop; metrics of its own. False with a sentence in
 * error. port: see httpd.h. */
bool server_open(struct server *server, struct service *service,
    struct loop *loop, struct metrics *metrics, uint16_t port,
    struct text *error);
/* Takes no new requests; says when it is drained. */
void server_drain(struct server *server);
/* One exchange is over; for exchange.c. */
void server_exchange_over(struct server *server);
/* Cuts what goes on. */
void server_close(struct server *server);

/* Returns an engine that is idle, or a new one. NULL with a sentence in error. */
struct engine *server_take_engine(struct server *server, struct text *error);
/* The engine is not needed any more; it is closed if an answer goes on. */
void server_give_engine(struct server *server, struct engine *engine);

/* routes.c: answers a request, or begins an exchange. */
void routes_answer(struct server *server, struct httpd_call *call);
/* Answers with an error, which is released. */
void routes_refuse(struct server *server, struct httpd_call *call,
    struct api_error *error);
void routes_error_body(int status, const char *sentence, struct text *body);

#endif
