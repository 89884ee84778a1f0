/* httpd.c: an HTTP server on the loop.
 *
 * libmicrohttpd (MHD) reads requests, writes heads and whole replies, and keeps
 * connections alive. It runs in our turns, on one epoll descriptor.
 *
 * It does not write streams. A call that waits for its answer is suspended, and
 * so is one whose head is out: MHD has nothing of it in its buffers then, and
 * does not look at its socket. Until the end of the stream the socket is ours;
 * then the connection is resumed, and MHD writes the end. So a token costs one
 * system call, whereas each resume makes MHD walk over all who are suspended.
 * A second epoll descriptor tells when a client leaves, or reads again.
 *
 * httpdcall.c has what is said on a call: the request, and its reply. */
#define _GNU_SOURCE 1 /* EPOLLRDHUP */

#include "httpd.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "httpdstate.h"
#include "listener.h"
#include "xalloc.h"

/* Of MHD for each connection: the head of a request, its headers as a list, the
 * head of the reply. Enough for a head of 7 KB with twenty headers. MHD touches
 * most of it, so this is the greater part of what an idle stream costs. */
enum { CONNECTION_MEMORY = 9 * 1024 };

/* One run of MHD prepares what the next one sends, and accepts ten connections
 * at most. More runs than these would keep those waiting who stream. */
enum { RUNS_MOST = 32 };

/* ---- Whose turn it is. */

/* Has a turn taken once the loop has seen what else there is: all that is
 * written until then goes out together. */
static void
wake(struct httpd *httpd)
{
	if (httpd->awake)
		return;
	httpd->awake = true;
	loop_timer_set(httpd->loop, &httpd->timer, loop_now(httpd->loop));
}

/* Gives it back. MHD asks httpd_on_access() or a reader what to do with it. */
void
httpd_resume(struct httpd_call *call)
{
	call->suspended = false;
	MHD_resume_connection(call->connection);
	call->httpd->must_run = true;
	wake(call->httpd);
}

void
httpd_set_due(struct httpd_call *call)
{
	struct httpd *httpd = call->httpd;

	if (call->phase != STREAMING || call->due || call->full)
		return;
	call->due = true;
	call->next_due = httpd->due;
	httpd->due = call;
	wake(httpd);
}

/* ---- The end of a call. */

/* A reset, and not a close with something unread: this sends it at once, and
 * what MHD does to the socket afterwards sends nothing. */
void
httpd_reset_socket(struct httpd_call *call)
{
	const struct sockaddr nowhere = { .sa_family = AF_UNSPEC };

	connect(call->client->fd, &nowhere, sizeof(nowhere));
}

static void
return_stream(struct httpd_call *call)
{
	loop_timer_stop(call->httpd->loop, &call->patience);
	if (call->ending == RESETS)
		httpd_reset_socket(call);
	call->phase = RETURNED;
	httpd_resume(call);
}

/* The client has left, or its time is over. */
static void
leave(void *data)
{
	struct httpd_call *call = data;

	if (call->phase == RETURNED)
		return;
	call->ending = LEFT;
	if (call->phase == STREAMING)
		return_stream(call);
	else if (call->suspended)
		httpd_resume(call);
}

/* Takes the connection from MHD; only from inside one of its callbacks. */
void
httpd_suspend(struct httpd_call *call)
{
	MHD_suspend_connection(call->connection);
	call->suspended = true;
	if (call->client->left)
		leave(call);
}

static void
link_call(struct httpd_call *call)
{
	struct httpd *httpd = call->httpd;

	call->next = httpd->calls;
	if (call->next)
		call->next->previous = call;
	httpd->calls = call;
}

struct httpd_call *
httpd_call_new(struct httpd *httpd, struct MHD_Connection *connection)
{
	struct httpd_call *call = xcalloc(1, sizeof(*call));

	call->httpd = httpd;
	call->connection = connection;
	call->client = MHD_get_connection_info(connection,
	    MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
	call->client->call = call;
	call->patience = (struct timer){ .fn = leave, .data = call };
	link_call(call);
	return call;
}

static void
unlink_call(struct httpd_call *call)
{
	if (call->next)
		call->next->previous = call->previous;
	if (call->previous)
		call->previous->next = call->next;
	else
		call->httpd->calls = call->next;
}

static void
free_call(struct httpd_call *call)
{
	unlink_call(call);
	loop_timer_stop(call->httpd->loop, &call->patience);
	if (call->phase < ASKED)
		call->httpd->receiving -= call->body.len;
	text_release(&call->body);
	text_release(&call->headers);
	chunkout_release(&call->out);
	free(call);
}

/* The last that MHD says of a request; its socket is still open. */
static void
on_completed(void *data, struct MHD_Connection *connection, void **context,
    enum MHD_RequestTerminationCode code)
{
	struct httpd *httpd = data;
	struct httpd_call *call = *context;

	(void)connection;
	if (!call)
		return;
	*context = NULL;
	call->client->call = NULL;
	if (call->phase == REFUSED)
		linger_start(&httpd->lingers, call->client->fd);
	if (call->phase >= ASKED)
		httpd->handlers.on_over(httpd->handlers.data, call,
		    code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
	free_call(call);
}

/* ---- Sending. */

/* A client that takes nothing for too long is left alone. */
static void
wait_until_taken(struct httpd_call *call, bool progress)
{
	struct loop *loop = call->httpd->loop;

	if (!call->full || progress)
		loop_timer_set(loop, &call->patience, loop_now(loop) +
		    LOOP_MS(1000) * call->httpd->options.idle_s);
	call->full = true;
}

static void
send_waiting(struct httpd_call *call)
{
	const struct httpd_handlers *handlers = &call->httpd->handlers;
	uint64_t before = call->out.taken;
	enum chunkout_end end = chunkout_send(&call->out, call->client->fd);
	bool over;

	if (end == CHUNKOUT_GONE) {
		leave(call);
		return;
	}
	if (end == CHUNKOUT_FULL) {
		wait_until_taken(call, call->out.taken != before);
	} else {
		call->full = false;
		loop_timer_stop(call->httpd->loop, &call->patience);
	}
	/* What on_taken asks for comes next turn, as for any other call. */
	over = call->ending != GOES_ON && end == CHUNKOUT_EMPTY;
	if (call->out.taken != before && handlers->on_taken)
		handlers->on_taken(handlers->data, call, call->out.taken);
	if (over)
		return_stream(call);
}

static void
send_due(struct httpd *httpd)
{
	struct httpd_call *call = httpd->due, *next;

	/* What becomes due from here on is sent next turn. */
	httpd->due = NULL;
	for (; call; call = next) {
		next = call->next_due;
		call->due = false;
		if (call->phase == STREAMING)
			send_waiting(call);
	}
}

static unsigned
count_connections(struct httpd *httpd)
{
	return MHD_get_daemon_info(httpd->daemon,
	    MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

/* Returns whether MHD has more to do at once. Where connections came, more may
 * wait; where one has ended it may accept another, and looks at that in its next
 * run only. */
static bool
run_once(struct httpd *httpd)
{
	unsigned before = count_connections(httpd);
	MHD_UNSIGNED_LONG_LONG ms;

	MHD_run(httpd->daemon);
	if (MHD_get_timeout(httpd->daemon, &ms) == MHD_YES)
		httpd->deadline = loop_now(httpd->loop) + LOOP_MS(ms);
	else
		httpd->deadline = INT64_MAX;
	return httpd->deadline <= loop_now(httpd->loop) ||
	    count_connections(httpd) != before;
}

static void
run_daemon(struct httpd *httpd)
{
	httpd->inside = true;
	for (int i = 0; i < RUNS_MOST && httpd->must_run; i++) {
		httpd->must_run = false;
		if (run_once(httpd))
			httpd->must_run = true;
	}
	httpd->inside = false;
}

static void
take_turn(struct httpd *httpd)
{
	httpd->awake = false;
	send_due(httpd);
	if (httpd->must_run) {
		run_daemon(httpd);
		send_due(httpd);
	}
	if (httpd->must_run)
		wake(httpd);
	if (httpd->awake)
		return;
	if (httpd->deadline < INT64_MAX)
		loop_timer_set(httpd->loop, &httpd->timer, httpd->deadline);
	else
		loop_timer_stop(httpd->loop, &httpd->timer);
}

static void
on_timer(void *data)
{
	struct httpd *httpd = data;

	if (loop_now(httpd->loop) >= httpd->deadline)
		httpd->must_run = true;
	take_turn(httpd);
}

static void
on_daemon_ready(void *data, int fd, unsigned ready)
{
	struct httpd *httpd = data;

	(void)fd, (void)ready;
	httpd->must_run = true;
	take_turn(httpd);
}

/* MHD waits for edges, and misses the end of a connection that came together
 * with bytes of it. This makes another edge and does nothing else: the other
 * side has closed already. */
static void
poke(const struct client *client)
{
	shutdown(client->fd, SHUT_RD);
}

static void
on_left(struct client *client)
{
	client->left = true;
	if (client->call && client->call->suspended)
		leave(client->call);
	else
		poke(client);
}

static void
on_watched(void *data, int fd, unsigned ready)
{
	struct epoll_event events[256];
	int count = epoll_wait(fd, events, 256, 0);

	(void)ready;
	/* None of these is freed before MHD runs. */
	for (int i = 0; i < count; i++) {
		struct client *client = events[i].data.ptr;
		struct httpd_call *call = client->call;

		if (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
			on_left(client);
		else if (call && call->full && call->phase == STREAMING)
			send_waiting(call);
	}
	take_turn(data);
}

/* ---- Connections. */

static void
watch(struct httpd *httpd, struct client *client)
{
	/* Edges: whether it can be written is told once at first, and then
	 * only after it could not. */
	struct epoll_event event = { .data.ptr = client,
		.events = EPOLLRDHUP | EPOLLOUT | EPOLLET };

	epoll_ctl(httpd->watch_fd, EPOLL_CTL_ADD, client->fd, &event);
}

/* MHD calls it when a connection was accepted and before it is closed. */
static void
on_connection(void *data, struct MHD_Connection *connection, void **context,
    enum MHD_ConnectionNotificationCode code)
{
	struct httpd *httpd = data;
	struct client *client = *context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		*context = client = xcalloc(1, sizeof(*client));
		client->fd = MHD_get_connection_info(connection,
		    MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
		watch(httpd, client);
		return;
	}
	/* One that lingers lives on. */
	epoll_ctl(httpd->watch_fd, EPOLL_CTL_DEL, client->fd, NULL);
	free(client);
}

/* ---- The server. */

static void
raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static struct MHD_Daemon *
start_daemon(struct httpd *httpd)
{
	return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0,
	    NULL, NULL, httpd_on_access, httpd,
	    MHD_OPTION_LISTEN_SOCKET, httpd->listen_fd,
	    MHD_OPTION_CONNECTION_LIMIT, httpd->options.connections_most,
	    MHD_OPTION_CONNECTION_TIMEOUT, httpd->options.idle_s,
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
	    MHD_OPTION_NOTIFY_CONNECTION, on_connection, httpd,
	    MHD_OPTION_NOTIFY_COMPLETED, on_completed, httpd,
	    MHD_OPTION_END);
}

static void
enter_loop(struct httpd *httpd)
{
	httpd->daemon_fd = MHD_get_daemon_info(httpd->daemon,
	    MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	httpd->timer = (struct timer){ .fn = on_timer, .data = httpd };
	httpd->deadline = INT64_MAX;
	loop_watch(httpd->loop, httpd->daemon_fd, LOOP_READ, on_daemon_ready,
	    httpd);
	loop_watch(httpd->loop, httpd->watch_fd, LOOP_READ, on_watched, httpd);
	/* MHD begins to listen when it runs. */
	httpd->must_run = true;
	wake(httpd);
}

static struct httpd *
httpd_new(struct loop *loop, const struct httpd_options *options,
    const struct httpd_handlers *handlers, int listen_fd)
{
	struct httpd *httpd = xcalloc(1, sizeof(*httpd));

	httpd->loop = httpd->lingers.loop = loop;
	httpd->options = *options;
	httpd->options.host = NULL;
	httpd->handlers = *handlers;
	httpd->listen_fd = listen_fd;
	httpd->port = listener_port(listen_fd);
	httpd->watch_fd = epoll_create1(EPOLL_CLOEXEC);
	if (httpd->watch_fd >= 0)
		httpd->daemon = start_daemon(httpd);
	return httpd;
}

struct httpd *
httpd_open(struct loop *loop, const struct httpd_options *options,
    const struct httpd_handlers *handlers, struct text *error)
{
	struct httpd *httpd;
	int fd;

	raise_file_limit();
	fd = listener_open(options->host, options->port, options->share_port,
	    error);
	if (fd < 0)
		return NULL;
	httpd = httpd_new(loop, options, handlers, fd);
	if (httpd->daemon) {
		enter_loop(httpd);
		return httpd;
	}
	text_printf(error, "cannot serve on %s, port %u: %s", options->host,
	    (unsigned)httpd->port, strerror(errno));
	if (httpd->watch_fd >= 0)
		close(httpd->watch_fd);
	free(httpd);
	return NULL;
}

uint16_t
httpd_port(const struct httpd *httpd)
{
	return httpd->port;
}

void
httpd_stop_listening(struct httpd *httpd)
{
	if (httpd->listen_fd < 0)
		return;
	MHD_quiesce_daemon(httpd->daemon);
	close(httpd->listen_fd);
	httpd->listen_fd = -1;
}

void
httpd_close(struct httpd *httpd)
{
	assert(!httpd->inside);
	loop_unwatch(httpd->loop, httpd->daemon_fd);
	loop_unwatch(httpd->loop, httpd->watch_fd);
	httpd->due = NULL;
	httpd->inside = true;
	/* MHD may not be stopped while there are any. */
	for (struct httpd_call *call = httpd->calls; call; call = call->next)
		if (call->suspended)
			httpd_resume(call);
	MHD_stop_daemon(httpd->daemon);
	loop_timer_stop(httpd->loop, &httpd->timer);
	linger_stop(&httpd->lingers);
	close(httpd->watch_fd);
	free(httpd);
}
