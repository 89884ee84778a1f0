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
 * A second epoll descriptor tells when such a client leaves, or reads again.
 *
 * MHD itself answers, with a page of HTML, what it cannot parse: a request line,
 * a header or a chunk that is broken, a head that is too large (413, 414, 431),
 * a version other than HTTP/1 (505). All else is up to the handlers. */
#define _GNU_SOURCE 1 /* EPOLLRDHUP */

#include "httpd.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>

#include "chunkout.h"
#include "linger.h"
#include "listener.h"
#include "xalloc.h"

/* Of MHD for each connection: the head of a request, its headers as a list, the
 * head of the reply. Enough for a head of 7 KB with twenty headers. MHD touches
 * most of it, so this is the greater part of what an idle stream costs. */
enum { CONNECTION_MEMORY = 9 * 1024 };

/* Of a reply that lies: what MHD asks for at once. */
enum { BLOCK_SIZE = 16 * 1024 };

/* One run of MHD prepares what the next one sends, and accepts ten connections
 * at most. More runs than these would keep those waiting who stream. */
enum { RUNS_MOST = 32 };

enum phase {
	RECEIVING, /* the request is not whole */
	REFUSED,   /* before it was whole */
	ASKED,     /* on_request was called, nobody has answered */
	REPLYING,  /* MHD sends a head, or a whole reply */
	STREAMING, /* the head is out, the socket is ours */
	RETURNED,  /* the socket is MHD's again, for the end */
};

enum ending { GOES_ON, ENDS, CLOSES, RESETS, LEFT };

struct httpd_call {
	struct httpd *httpd;
	struct MHD_Connection *connection;
	struct httpd_call *previous, *next;
	struct httpd_call *next_due;
	enum phase phase;
	enum ending ending;
	bool suspended;
	bool watched; /* by our epoll descriptor */
	bool due;     /* in the list of those who have something to send */
	bool full;    /* the kernel takes no more */

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

	struct httpd_call *calls;
	struct httpd_call *due;
	bool must_run;    /* MHD has something to do at once */
	bool inside;      /* MHD, where it cannot be closed */
	bool awake;       /* the timer stands at now */
	int64_t deadline; /* MHD's next timeout */
	struct timer timer;
};

/* ---- Whose turn it is. */

static int
socket_of(const struct httpd_call *call)
{
	return MHD_get_connection_info(call->connection,
	    MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

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

static void
watch(struct httpd_call *call)
{
	/* Edges: whether it can be written is told once at first, and then
	 * only after it could not. */
	struct epoll_event event = { .data.ptr = call,
		.events = EPOLLRDHUP | EPOLLOUT | EPOLLET };

	call->watched = !epoll_ctl(call->httpd->watch_fd, EPOLL_CTL_ADD,
	    socket_of(call), &event);
}

/* Takes the connection from MHD; only from inside one of its callbacks. */
static void
suspend(struct httpd_call *call)
{
	MHD_suspend_connection(call->connection);
	call->suspended = true;
	if (!call->watched)
		watch(call);
}

/* Gives it back. MHD asks on_access() or on_reader() what to do with it. */
static void
resume(struct httpd_call *call)
{
	call->suspended = false;
	MHD_resume_connection(call->connection);
	call->httpd->must_run = true;
	wake(call->httpd);
}

static void
set_due(struct httpd_call *call)
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
static void
reset_socket(struct httpd_call *call)
{
	const struct sockaddr nowhere = { .sa_family = AF_UNSPEC };

	connect(socket_of(call), &nowhere, sizeof(nowhere));
}

static void
return_stream(struct httpd_call *call)
{
	loop_timer_stop(call->httpd->loop, &call->patience);
	if (call->ending == RESETS)
		reset_socket(call);
	call->phase = RETURNED;
	resume(call);
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
		resume(call);
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
	int fd = MHD_get_connection_info(connection,
	    MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;

	if (!call)
		return;
	*context = NULL;
	if (call->watched)
		epoll_ctl(httpd->watch_fd, EPOLL_CTL_DEL, fd, NULL);
	if (call->phase == REFUSED)
		linger_start(&httpd->lingers, fd);
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
	enum chunkout_end end = chunkout_send(&call->out, socket_of(call));
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

static void
on_watched(void *data, int fd, unsigned ready)
{
	struct epoll_event events[256];
	int count = epoll_wait(fd, events, 256, 0);

	(void)ready;
	/* None of these is freed before MHD runs. */
	for (int i = 0; i < count; i++) {
		struct httpd_call *call = events[i].data.ptr;

		if (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
			leave(call);
		else if (call->full && call->phase == STREAMING)
			send_waiting(call);
	}
	take_turn(data);
}

/* ---- Requests. */

static void
print_peer(struct httpd_call *call)
{
	const struct sockaddr *name = MHD_get_connection_info(call->connection,
	    MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
	bool six = name->sa_family == AF_INET6;
	char host[INET6_ADDRSTRLEN] = "?", port[8] = "?";

	getnameinfo(name, six ? sizeof(struct sockaddr_in6) :
	    sizeof(struct sockaddr_in), host, sizeof(host), port, sizeof(port),
	    NI_NUMERICHOST | NI_NUMERICSERV);
	snprintf(call->peer, sizeof(call->peer), six ? "[%s]:%s" : "%s:%s",
	    host, port);
}

static struct httpd_call *
call_new(struct httpd *httpd, struct MHD_Connection *connection)
{
	struct httpd_call *call = xcalloc(1, sizeof(*call));

	call->httpd = httpd;
	call->connection = connection;
	call->patience = (struct timer){ .fn = leave, .data = call };
	link_call(call);
	print_peer(call);
	return call;
}

/* Past MHD, which cannot answer in the middle of a request. */
static enum MHD_Result
refuse(struct httpd_call *call)
{
	const struct httpd_handlers *handlers = &call->httpd->handlers;
	struct text sentence = { 0 }, body = { 0 }, reply = { 0 };

	text_printf(&sentence, "the body is larger than %zu bytes",
	    call->httpd->options.body_most);
	handlers->error_body(handlers->data, MHD_HTTP_CONTENT_TOO_LARGE,
	    text_string(&sentence), &body);
	text_printf(&reply, "HTTP/1.1 413 Content Too Large\r\n"
	    "Content-Type: application/json\r\nContent-Length: %zu\r\n"
	    "Connection: close\r\n\r\n%s", body.len, text_string(&body));
	/* Nothing else is on its way, so the kernel takes all of it. */
	send(socket_of(call), reply.bytes, reply.len,
	    MSG_NOSIGNAL | MSG_DONTWAIT);
	call->phase = REFUSED;
	text_release(&sentence);
	text_release(&body);
	text_release(&reply);
	return MHD_NO;
}

static enum MHD_Result
take_head(struct httpd_call *call)
{
	const char *length = httpd_header(call, "Content-Length");

	if (length && strtoull(length, NULL, 10) >
	    call->httpd->options.body_most)
		return refuse(call);
	return MHD_YES;
}

static enum MHD_Result
take_piece(struct httpd_call *call, const char *bytes, size_t *len)
{
	if (*len > call->httpd->options.body_most - call->body.len)
		return refuse(call);
	text_append(&call->body, bytes, *len);
	*len = 0;
	return MHD_YES;
}

static enum MHD_Result
ask(struct httpd_call *call)
{
	const struct httpd_handlers *handlers = &call->httpd->handlers;

	call->phase = ASKED;
	handlers->on_request(handlers->data, call);
	if (call->ending == CLOSES || call->ending == RESETS)
		return call->phase == ASKED ? MHD_NO : MHD_YES;
	if (call->phase == ASKED)
		suspend(call);
	return MHD_YES;
}

/* MHD calls it with the head, with each piece of the body, at the end, and
 * again when a call was resumed that has no reply. */
static enum MHD_Result
on_access(void *data, struct MHD_Connection *connection, const char *path,
    const char *method, const char *version, const char *bytes, size_t *len,
    void **context)
{
	struct httpd_call *call = *context;

	if (!call) {
		*context = call = call_new(data, connection);
		call->method = method;
		call->path = path;
		call->out.bare = !strcmp(version, MHD_HTTP_VERSION_1_0);
		return take_head(call);
	}
	if (*len)
		return take_piece(call, bytes, len);
	if (call->phase != RECEIVING)
		return MHD_NO;
	return ask(call);
}

const char *
httpd_method(const struct httpd_call *call)
{
	return call->method;
}

const char *
httpd_path(const struct httpd_call *call)
{
	return call->path;
}

const char *
httpd_header(const struct httpd_call *call, const char *name)
{
	return MHD_lookup_connection_value(call->connection, MHD_HEADER_KIND,
	    name);
}

const struct text *
httpd_body(const struct httpd_call *call)
{
	return &call->body;
}

void
httpd_take_body(struct httpd_call *call, struct text *out)
{
	text_release(out);
	*out = call->body;
	call->body = (struct text){ 0 };
}

const char *
httpd_peer(const struct httpd_call *call)
{
	return call->peer;
}

void
httpd_set_data(struct httpd_call *call, void *data)
{
	call->data = data;
}

void *
httpd_data(const struct httpd_call *call)
{
	return call->data;
}

/* ---- Replies. */

void
httpd_add_header(struct httpd_call *call, const char *name, const char *value)
{
	text_append(&call->headers, name, strlen(name) + 1);
	text_append(&call->headers, value, strlen(value) + 1);
}

static void
add_headers(struct httpd_call *call, struct MHD_Response *response)
{
	const char *name = text_string(&call->headers);
	const char *end = name + call->headers.len;

	while (name < end) {
		const char *value = name + strlen(name) + 1;

		MHD_add_response_header(response, name, value);
		name = value + strlen(value) + 1;
	}
	text_release(&call->headers);
}

/* Frees the response once it is out. */
static void
begin_reply(struct httpd_call *call, int status, struct MHD_Response *response)
{
	enum MHD_Result queued;

	assert(call->phase == ASKED);
	add_headers(call, response);
	queued = MHD_queue_response(call->connection, (unsigned)status,
	    response);
	assert(queued == MHD_YES);
	(void)queued;
	MHD_destroy_response(response);
	call->phase = REPLYING;
	if (call->suspended)
		resume(call);
}

/* Of a reply that is shorter than it says. */
static ssize_t
on_short_reader(void *data, uint64_t position, char *bytes, size_t most)
{
	const struct text *reply = &((struct httpd_call *)data)->out.waiting;
	size_t left = reply->len - (size_t)position;

	if (!left)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (left > most)
		left = most;
	memcpy(bytes, reply->bytes + position, left);
	return (ssize_t)left;
}

void
httpd_reply(struct httpd_call *call, int status, const char *bytes, size_t len,
    size_t lie)
{
	if (!lie) {
		begin_reply(call, status, MHD_create_response_from_buffer(len,
		    (void *)bytes, MHD_RESPMEM_MUST_COPY));
		return;
	}
	text_append(&call->out.waiting, bytes, len);
	begin_reply(call, status, MHD_create_response_from_callback(len + lie,
	    BLOCK_SIZE, on_short_reader, call, NULL));
}

/* Called first when the head is out, and then when the call was returned. */
static ssize_t
on_reader(void *data, uint64_t position, char *bytes, size_t most)
{
	struct httpd_call *call = data;
	const int on = 1;

	(void)position, (void)bytes, (void)most;
	if (call->ending == LEFT || call->phase == RETURNED)
		return call->ending == ENDS ?
		    MHD_CONTENT_READER_END_OF_STREAM :
		    MHD_CONTENT_READER_END_WITH_ERROR;
	/* Whatever MHD has told the kernel about more that follows: the head,
	 * and each token after it, goes out at once. */
	setsockopt(socket_of(call), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	call->phase = STREAMING;
	suspend(call);
	if (call->out.waiting.len || call->ending != GOES_ON)
		set_due(call);
	return 0;
}

void
httpd_stream(struct httpd_call *call, int status)
{
	begin_reply(call, status, MHD_create_response_from_callback(
	    MHD_SIZE_UNKNOWN, 1, on_reader, call, NULL));
}

void
httpd_write(struct httpd_call *call, const char *bytes, size_t len)
{
	if (call->ending != GOES_ON)
		return;
	text_append(&call->out.waiting, bytes, len);
	set_due(call);
}

size_t
httpd_waiting(const struct httpd_call *call)
{
	return chunkout_waiting(&call->out);
}

static void
end_stream(struct httpd_call *call, enum ending ending)
{
	if (call->ending != GOES_ON)
		return;
	call->ending = ending;
	set_due(call);
}

void
httpd_end(struct httpd_call *call)
{
	end_stream(call, ENDS);
}

void
httpd_cut(struct httpd_call *call, enum httpd_cut how)
{
	end_stream(call, how == HTTPD_CUT_RESET ? RESETS : CLOSES);
	if (call->phase != ASKED)
		return;
	if (call->ending == RESETS)
		reset_socket(call);
	if (call->suspended)
		resume(call);
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
	    NULL, NULL, on_access, httpd,
	    MHD_OPTION_LISTEN_SOCKET, httpd->listen_fd,
	    MHD_OPTION_CONNECTION_LIMIT, httpd->options.connections_most,
	    MHD_OPTION_CONNECTION_TIMEOUT, httpd->options.idle_s,
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
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
			resume(call);
	MHD_stop_daemon(httpd->daemon);
	loop_timer_stop(httpd->loop, &httpd->timer);
	linger_stop(&httpd->lingers);
	close(httpd->watch_fd);
	free(httpd);
}
