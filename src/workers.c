/* workers.c: more loops than one.
 *
 * A worker shares nothing with the others but the service. It is told to end by
 * a byte, and says so by one. */
#include "workers.h"

#include <stdlib.h>
#include <string.h>

#include "thread.h"
#include "wake.h"
#include "xalloc.h"

enum { ORDER_DRAIN, ORDER_STOP };

struct worker {
	struct workers *workers;
	struct loop *loop;
	struct server server;
	pthread_t thread;
	bool started;
	struct wake orders; /* on its loop */
};

struct workers {
	struct worker *items;
	size_t count;
	size_t running;
	struct wake news; /* on the first loop: one more has ended */
	loop_fn *fn;
	void *data;
};

/* ---- In its thread. */

static void
on_order(void *data, char order)
{
	struct worker *worker = data;

	if (order == ORDER_DRAIN)
		server_drain(&worker->server);
	else
		loop_stop(worker->loop);
}

static void *
run(void *data)
{
	struct worker *worker = data;

	loop_run(worker->loop);
	server_close(&worker->server);
	wake_send(&worker->workers->news, 0);
	return NULL;
}

/* ---- In the first. */

static bool
start_worker(struct worker *worker, struct service *service, uint16_t port,
    size_t number, struct text *error)
{
	int failure;

	worker->loop = loop_new();
	if (!wake_open(&worker->orders, worker->loop, on_order, worker,
		error) ||
	    !server_open(&worker->server, service, worker->loop,
		service->metrics[number], port, error))
		return false;
	failure = thread_start(&worker->thread, run, worker);
	worker->started = !failure;
	if (failure)
		text_printf(error, "cannot start a worker: %s",
		    strerror(failure));
	return !failure;
}

static void
on_news(void *data, char byte)
{
	struct workers *workers = data;

	(void)byte;
	if (--workers->running == 0 && workers->fn)
		workers->fn(workers->data);
}

struct workers *
workers_open(struct service *service, struct loop *loop, uint16_t port,
    struct text *error)
{
	struct workers *workers = xcalloc(1, sizeof(*workers));
	bool ok = wake_open(&workers->news, loop, on_news, workers, error);

	workers->items = xcalloc(service->loops, sizeof(*workers->items));
	while (ok && workers->count + 1 < service->loops) {
		struct worker *worker = &workers->items[workers->count++];

		worker->workers = workers;
		ok = start_worker(worker, service, port, workers->count,
		    error);
		workers->running += ok;
	}
	if (ok)
		return workers;
	workers_close(workers);
	return NULL;
}

static void
order(struct workers *workers, char byte)
{
	for (size_t i = 0; i < workers->count; i++)
		if (workers->items[i].started)
			wake_send(&workers->items[i].orders, byte);
}

void
workers_drain(struct workers *workers, loop_fn *fn, void *data)
{
	workers->fn = fn;
	workers->data = data;
	order(workers, ORDER_DRAIN);
}

static void
worker_free(struct worker *worker)
{
	if (worker->started)
		pthread_join(worker->thread, NULL);
	else
		server_close(&worker->server);
	wake_close(&worker->orders);
	loop_free(worker->loop);
}

void
workers_close(struct workers *workers)
{
	order(workers, ORDER_STOP);
	for (size_t i = 0; i < workers->count; i++)
		worker_free(&workers->items[i]);
	wake_close(&workers->news);
	free(workers->items);
	free(workers);
}
