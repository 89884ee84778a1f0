/* tinyserver.c: a server of scripted bytes, on the loop of the test. */
#include "tinyserver.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void
hang_up(struct connection *connection)
{
	struct loop *loop = connection->server->loop;

	loop_timer_stop(loop, &connection->timer);
	loop_unwatch(loop, connection->fd);
	close(connection->fd);
	connection->fd = -1;
}

static void
on_client_left(struct connection *connection)
{
	struct tinyserver *server = connection->server;

	hang_up(connection);
	server->left++;
	if (server->stop_when_left)
		loop_stop(server->loop);
}

static void
run_after(struct connection *connection, int64_t ms)
{
	struct loop *loop = connection->server->loop;

	loop_timer_set(loop, &connection->timer, loop_now(loop) + LOOP_MS(ms));
}

static void
next_step(struct connection *connection, int64_t ms)
{
	connection->step++;
	connection->sent = 0;
	run_after(connection, ms);
}

static void
send_step(struct connection *connection)
{
	const struct step *step = connection->step;
	size_t len = step->len ? step->len : strlen(step->bytes);
	ssize_t sent = send(connection->fd, step->bytes + connection->sent,
	    len - connection->sent, MSG_NOSIGNAL);

	if (sent < 0 && errno != EAGAIN) {
		on_client_left(connection);
		return;
	}
	if (sent > 0)
		connection->sent += (size_t)sent;
	if (connection->sent == len)
		next_step(connection, 0);
	else
		run_after(connection, 1);
}

static void
run_step(void *data)
{
	struct connection *connection = data;
	const struct linger reset = { .l_onoff = 1, .l_linger = 0 };

	switch (connection->step->kind) {
	case END:
		if (connection->server->stop_at_end)
			loop_stop(connection->server->loop);
		return;
	case SEND:
		send_step(connection);
		return;
	case SLEEP:
		next_step(connection, (int64_t)connection->step->len);
		return;
	case RESET:
		setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &reset,
		    sizeof(reset));
		/* fall through */
	case CLOSE:
		hang_up(connection);
		return;
	}
}

/* A client that begins TLS, with byte 22, gets its answer, too. */
static bool
is_whole(const struct text *request)
{
	const char *head_end = strstr(request->bytes, "\r\n\r\n");
	const char *length = strstr(request->bytes, "Content-Length: ");
	size_t body_len = length ? strtoul(length + 16, NULL, 10) : 0;

	if (*request->bytes == 22)
		return true;
	return head_end && (size_t)(request->bytes + request->len -
	    (head_end + 4)) >= body_len;
}

static const struct step *
script_of(const struct connection *connection)
{
	const struct tinyserver *server = connection->server;
	size_t i = (size_t)(connection - server->connections);

	while (!server->scripts[i])
		i--;
	return server->scripts[i];
}

static void
on_bytes(void *data, int fd, unsigned ready)
{
	struct connection *connection = data;
	char bytes[65536];
	ssize_t len = recv(fd, bytes, sizeof(bytes), 0);

	(void)ready;
	if (len <= 0) {
		on_client_left(connection);
		return;
	}
	text_append(&connection->request, bytes, (size_t)len);
	if (connection->step || !is_whole(&connection->request))
		return;
	connection->step = script_of(connection);
	run_after(connection, 0);
}

static void
on_client(void *data, int fd, unsigned ready)
{
	struct tinyserver *server = data;
	struct connection *connection =
	    &server->connections[server->accepted++];

	(void)ready;
	assert(server->accepted <= CONNECTIONS);
	connection->server = server;
	connection->fd = accept(fd, NULL, NULL);
	fcntl(connection->fd, F_SETFL, O_NONBLOCK);
	connection->timer = (struct timer){ .fn = run_step,
		.data = connection };
	loop_watch(server->loop, connection->fd, LOOP_READ, on_bytes,
	    connection);
}

static int
listen_somewhere(char *address, size_t size)
{
	struct sockaddr_in name = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(name);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (bind(fd, (struct sockaddr *)&name, len) || listen(fd, 8) ||
	    getsockname(fd, (struct sockaddr *)&name, &len)) {
		perror("cannot listen");
		abort();
	}
	snprintf(address, size, "127.0.0.1:%d", ntohs(name.sin_port));
	return fd;
}

void
tinyserver_open(struct tinyserver *server, struct loop *loop,
    const struct step *script)
{
	server->loop = loop;
	server->scripts[0] = script;
	server->fd = listen_somewhere(server->address,
	    sizeof(server->address));
	loop_watch(loop, server->fd, LOOP_READ, on_client, server);
}

void
tinyserver_refuse(struct tinyserver *server)
{
	if (server->fd < 0)
		return;
	loop_unwatch(server->loop, server->fd);
	close(server->fd);
	server->fd = -1;
}

void
tinyserver_close(struct tinyserver *server)
{
	if (!server->loop)
		return;
	for (size_t i = 0; i < server->accepted; i++) {
		if (server->connections[i].fd >= 0)
			hang_up(&server->connections[i]);
		text_release(&server->connections[i].request);
	}
	tinyserver_refuse(server);
	memset(server, 0, sizeof(*server));
}

const char *
tinyserver_request(const struct tinyserver *server, size_t connection)
{
	return text_string(&server->connections[connection].request);
}
