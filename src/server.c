/* server.c: one loop that serves: its engines, its exchanges, its end. */
#include "server.h"

#include <stdlib.h>

#include "exchange.h"
#include "xalloc.h"

enum {
	BODY_MOST = 16 * 1024 * 1024,
	CONNECTIONS_MOST = 65536,
	IDLE_S = 120,
};

/* ---- Engines. One that is idle keeps its connections. */

struct engine *
server_take_engine(struct server *server, struct text *error)
{
	if (server->idle_count)
		return server->idle[--server->idle_count];
	return engine_open(server->service->options->engine, server->loop,
	    error);
}

void
server_give_engine(struct server *server, struct engine *engine)
{
	if (engine->running) {
		engine_close(engine);
		return;
	}
	server->idle = xgrow(server->idle, server->idle_count,
	    &server->idle_capacity, sizeof(*server->idle));
	server->idle[server->idle_count++] = engine;
}

/* ---- Calls. */

static void
on_request(void *data, struct httpd_call *call)
{
	routes_answer(data, call);
}

static void
on_taken(void *data, struct httpd_call *call, uint64_t bytes)
{
	struct client *client = httpd_data(call);

	(void)data;
	if (client && client->on_taken)
		client->on_taken(client, bytes);
}

static void
on_over(void *data, struct httpd_call *call, bool whole)
{
	struct client *client = httpd_data(call);

	(void)data;
	if (client)
		client->on_over(client, whole);
}

static void
error_body(void *data, int status, const char *sentence, struct text *body)
{
	(void)data;
	routes_error_body(status, sentence, body);
}

/* ---- The end. */

static void
on_grace(void *data)
{
	struct server *server = data;

	if (server->on_drained)
		server->on_drained(server->on_drained_data);
	else
		loop_stop(server->loop);
}

static void
stop_if_idle(struct server *server)
{
	/* From the loop: this may be inside of a call. */
	if (server->draining && !server->exchanges)
		loop_timer_set(server->loop, &server->grace,
		    loop_now(server->loop));
}

void
server_exchange_over(struct server *server)
{
	stop_if_idle(server);
}

void
server_drain(struct server *server)
{
	const struct options *options = server->service->options;

	server->draining = true;
	httpd_stop_listening(server->httpd);
	loop_timer_set(server->loop, &server->grace, loop_now(server->loop) +
	    LOOP_MS(options->serve.grace_ms));
	stop_if_idle(server);
}

bool
server_open(struct server *server, struct service *service,
    struct loop *loop, struct metrics *metrics, uint16_t port,
    struct text *error)
{
	struct httpd_options options = {
		.host = service->options->serve.host,
		.port = port,
		.share_port = service->loops > 1,
		.body_most = BODY_MOST,
		.connections_most = CONNECTIONS_MOST,
		.idle_s = IDLE_S,
	};
	struct httpd_handlers handlers = { server, on_request, on_taken,
		on_over, error_body };

	server->service = service;
	server->loop = loop;
	server->metrics = metrics;
	server->grace = (struct timer){ .fn = on_grace, .data = server };
	server->httpd = httpd_open(loop, &options, &handlers, error);
	return server->httpd;
}

void
server_close(struct server *server)
{
	if (server->httpd)
		httpd_close(server->httpd);
	if (server->loop)
		loop_timer_stop(server->loop, &server->grace);
	while (server->idle_count)
		engine_close(server->idle[--server->idle_count]);
	free(server->idle);
	text_release(&server->scratch);
	*server = (struct server){ 0 };
}
