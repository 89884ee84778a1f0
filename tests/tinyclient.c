/* tinyclient.c: a client of bytes, on the loop of the test. */
#define _GNU_SOURCE 1 /* memmem() */

#include "tinyclient.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void on_ready(void *data, int fd, unsigned ready);

static void
watch(struct tinyclient *client)
{
	unsigned events = (client->paused ? 0 : LOOP_READ) |
	    (client->unsent.len ? LOOP_WRITE : 0);

	loop_watch(client->loop, client->fd, events, on_ready, client);
}

static bool
has(const struct tinyclient *client, const char *wanted)
{
	return client->got.len && memmem(client->got.bytes, client->got.len,
	    wanted, strlen(wanted));
}

static void
on_end(struct tinyclient *client, bool reset)
{
	client->state = reset ? CLIENT_RESET : CLIENT_ENDED;
	loop_unwatch(client->loop, client->fd);
	if (client->wanted || client->end_wanted)
		loop_stop(client->loop);
}

static void
read_some(struct tinyclient *client)
{
	char bytes[65536];
	ssize_t len = recv(client->fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	if (len < 0 && errno == EAGAIN)
		return;
	if (len <= 0) {
		on_end(client, len < 0);
		return;
	}
	text_append(&client->got, bytes, (size_t)len);
	if (client->wanted && has(client, client->wanted))
		loop_stop(client->loop);
}

static void
send_some(struct tinyclient *client)
{
	ssize_t len = send(client->fd, client->unsent.bytes,
	    client->unsent.len, MSG_NOSIGNAL | MSG_DONTWAIT);

	if (len > 0)
		text_drop(&client->unsent, (size_t)len);
	else if (errno != EAGAIN)
		text_clear(&client->unsent); /* reading tells why */
	watch(client);
}

static void
on_ready(void *data, int fd, unsigned ready)
{
	struct tinyclient *client = data;

	(void)fd;
	if (ready & LOOP_WRITE && client->unsent.len)
		send_some(client);
	if (ready & LOOP_READ)
		read_some(client);
}

void
tinyclient_open(struct tinyclient *client, struct loop *loop, uint16_t port)
{
	struct sockaddr_in name = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons(port) };

	*client = (struct tinyclient){ .loop = loop };
	client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(client->fd, (struct sockaddr *)&name, sizeof(name))) {
		perror("cannot connect");
		abort();
	}
	watch(client);
}

void
tinyclient_close(struct tinyclient *client)
{
	if (!client->loop)
		return;
	loop_unwatch(client->loop, client->fd);
	close(client->fd);
	text_release(&client->got);
	text_release(&client->unsent);
	*client = (struct tinyclient){ 0 };
}

void
tinyclient_send(struct tinyclient *client, const char *bytes, size_t len)
{
	text_append(&client->unsent, bytes, len);
	send_some(client);
}

void
tinyclient_say(struct tinyclient *client, const char *string)
{
	tinyclient_send(client, string, strlen(string));
}

void
tinyclient_pause(struct tinyclient *client, bool paused)
{
	client->paused = paused;
	watch(client);
}

bool
tinyclient_wait(struct tinyclient *client, const char *wanted, int ms)
{
	client->wanted = wanted;
	if (!has(client, wanted) && client->state == CLIENT_OPEN)
		loop_run_for(client->loop, LOOP_MS(ms));
	client->wanted = NULL;
	return has(client, wanted);
}

bool
tinyclient_wait_end(struct tinyclient *client, int ms)
{
	client->end_wanted = true;
	if (client->state == CLIENT_OPEN)
		loop_run_for(client->loop, LOOP_MS(ms));
	client->end_wanted = false;
	return client->state != CLIENT_OPEN;
}

static bool
add_chunks(const char *at, const char *end, struct text *body)
{
	while (at < end) {
		char *line_end;
		size_t len = strtoul(at, &line_end, 16);

		if (line_end == at || end - line_end < 4)
			return false;
		if (!len)
			return true;
		if (len + 4 > (size_t)(end - line_end))
			return false;
		text_append(body, line_end + 2, len);
		at = line_end + 2 + len + 2;
	}
	return false;
}

bool
tinyclient_body(const struct tinyclient *client, struct text *body)
{
	const char *head = text_string(&client->got);
	const char *end = head + client->got.len;
	const char *head_end = strstr(head, "\r\n\r\n");
	const char *field = strstr(head, "Content-Length: ");
	size_t len;

	if (!head_end)
		return false;
	if (strstr(head, "Transfer-Encoding: chunked"))
		return add_chunks(head_end + 4, end, body);
	len = (size_t)(end - (head_end + 4));
	if (field && strtoul(field + 16, NULL, 10) < len)
		len = strtoul(field + 16, NULL, 10);
	text_append(body, head_end + 4, len);
	return field ? len == strtoul(field + 16, NULL, 10) :
	    client->state == CLIENT_ENDED;
}
