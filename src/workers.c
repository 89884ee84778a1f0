/* workers.c: more loops than one.
 *
 * A worker shares nothing with the others but the service. It is told to end by
 * a byte in its pipe, and says with a byte in a pipe of all that it has. */
#include "workers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "thread.h"
#include "xalloc.h"

enum { ORDER_DRAIN = 'd', ORDER_STOP = 's' };

struct worker {
	struct workers *workers;
	struct server server;
	pthread_t thread;
	int orders[2]; /* a pipe */
	bool started;
};

struct workers {
	struct worker *items;
	size_t count;
	size_t ended;
	int news[2]; /* a pipe: a byte for each that has ended */
	struct loop *loop; /* where that is watched */
	loop_fn *fn;
	void *data;
};

static void
on_order(void *data, int fd, unsigned ready)
{
	struct worker *worker = data;
	char order;

	(void)ready;
	if (read(fd, &order, 1) != 1)
		return;
	if (order == ORDER_DRAIN)
		server_drain(&worker->server);
	else
		loop_stop(worker->server.loop);
}

static void
say(int fd, char byte)
{
	while (write(fd, &byte, 1) < 0 && errno == EINTR)
		;
}

static void *
run(void *data)
{
	struct worker *worker = data;
	struct loop *loop = worker->server.loop;

	loop_run(loop);
	server_close(&worker->server);
	loop_free(loop);
	say(worker->workers->news[1], 0);
	return NULL;
}

static bool
make_pipe(int pair[2], struct text *error)
{
	if (!pipe(pair)) {
		fcntl(pair[0], F_SETFD, FD_CLOEXEC);
		fcntl(pair[1], F_SETFD, FD_CLOEXEC);
		return true;
	}
	pair[0] = pair[1] = -1;
	text_printf(error, "cannot start the workers: %s", strerror(errno));
	return false;
}

static bool
open_worker(struct worker *worker, struct service *service, uint16_t port,
    size_t number, struct text *error)
{
	struct loop *loop;

	if (!make_pipe(worker->orders, error))
		return false;
	loop = loop_new();
	if (!server_open(&worker->server, service, loop,
		service->metrics[number], port, error)) {
		worker->server = (struct server){ 0 };
		loop_free(loop);
		return false;
	}
	loop_watch(loop, worker->orders[0], LOOP_READ, on_order, worker);
	return true;
}

static bool
start_worker(struct worker *worker, struct text *error)
{
	int failure = thread_start(&worker->thread, run, worker);

	worker->started = !failure;
	if (failure)
		text_printf(error, "cannot start a worker: %s",
		    strerror(failure));
	return !failure;
}

struct workers *
workers_open(struct service *service, uint16_t port, struct text *error)
{
	struct workers *workers = xcalloc(1, sizeof(*workers));
	bool ok = make_pipe(workers->news, error);

	workers->items = xcalloc(service->loops, sizeof(*workers->items));
	for (size_t i = 1; ok && i < service->loops; i++) {
		struct worker *worker = &workers->items[workers->count++];

		worker->workers = workers;
		ok = open_worker(worker, service, port, i, error) &&
		    start_worker(worker, error);
	}
	if (ok)
		return workers;
	workers_close(workers);
	return NULL;
}

static void
on_news(void *data, int fd, unsigned ready)
{
	struct workers *workers = data;
	char byte;

	(void)ready;
	if (read(fd, &byte, 1) == 1 && ++workers->ended == workers->count) {
		loop_unwatch(workers->loop, fd);
		workers->fn(workers->data);
	}
}

static void
order(struct workers *workers, char byte)
{
	for (size_t i = 0; i < workers->count; i++)
		say(workers->items[i].orders[1], byte);
}

void
workers_drain(struct workers *workers, struct loop *loop, loop_fn *fn,
    void *data)
{
	workers->loop = loop;
	workers->fn = fn;
	workers->data = data;
	loop_watch(loop, workers->news[0], LOOP_READ, on_news, workers);
	order(workers, ORDER_DRAIN);
}

static void
close_pipe(const int pair[2])
{
	close(pair[0]);
	close(pair[1]);
}

static void
end_worker(struct worker *worker)
{
	struct loop *loop = worker->server.loop;

	if (worker->started) {
		pthread_join(worker->thread, NULL);
	} else if (loop) {
		server_close(&worker->server);
		loop_free(loop);
	}
	close_pipe(worker->orders);
}

void
workers_close(struct workers *workers)
{
	order(workers, ORDER_STOP);
	for (size_t i = 0; i < workers->count; i++)
		end_worker(&workers->items[i]);
	close_pipe(workers->news);
	free(workers->items);
	free(workers);
}
