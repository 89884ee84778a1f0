/* bench_load.c: clients that ask a server for a known text, many at once, and
 * measure how it comes and what it costs the server. For bench_serve.sh.
 *
 *	bench_load PORT PID STREAMS REPLIES CHARACTERS DELAY_MS [whole]
 *
 * STREAMS clients at once have REPLIES replies in all, each of a prompt of that
 * many characters, which has to come back. A stream is over at [DONE], and the
 * next one has a connection of its own; with `whole` replies do not stream, and
 * a client keeps its connection. Paced streams begin evenly over a second.
 *
 * What was found is printed as NAME=VALUE, for the shell. PID is the server's:
 * its processor time is that between the first request and the last reply, its
 * memory that before the first, and when all streams were open.
 *
 * All connections are in one epoll descriptor, as ppoll(2) of the loop would
 * take longer than the server. */
#define _GNU_SOURCE 1 /* memmem() */

#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../src/loop.h"
#include "../src/text.h"
#include "../src/xalloc.h"

#define RAMP_US LOOP_MS(1000)
#define PATIENCE_US LOOP_MS(120000) /* without any reply */

/* Looks for a string in bytes that come in pieces. After a miss it goes on with
 * the first byte only, which will do for these strings in JSON. */
struct needle {
	const char *string;
	size_t matched;
};

struct client {
	struct load *load;
	int fd; /* -1: none */
	int64_t began_at, last_at;
	size_t characters;
	bool wrong;     /* what came is not what was sent */
	bool inside;    /* a string of text */
	struct needle text, done;
	struct text got; /* of a whole reply */
};

struct values { /* in order once they are printed */
	double *items;
	size_t count, capacity;
};

struct usage {
	double cpu_s;
	long rss_kb;
};

struct load {
	struct loop *loop;
	uint16_t port;
	int pid;
	size_t streams, replies, characters;
	int64_t delay_us;
	bool whole;

	struct text prompt, request;
	struct client *clients;
	int epoll_fd;
	struct timer ramp;
	struct timer patience;
	int64_t ramp_at;
	size_t ramped; /* clients that were started */

	size_t begun, over, good, open;
	uint64_t events;
	struct usage before, full, after;
	int64_t began_at, ended_at;
	struct values late, error; /* of characters in ms, of replies in % */
};

/* ---- Numbers. */

static void
add_value(struct values *values, double value)
{
	values->items = xgrow(values->items, values->count, &values->capacity,
	    sizeof(*values->items));
	values->items[values->count++] = value;
}

static int
compare(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;

	return (first > second) - (first < second);
}

static double
mean(const struct values *values)
{
	double sum = 0;

	for (size_t i = 0; i < values->count; i++)
		sum += values->items[i];
	return values->count ? sum / (double)values->count : 0;
}

static double
quantile(const struct values *values, double part)
{
	if (!values->count)
		return 0;
	return values->items[(size_t)((double)(values->count - 1) * part)];
}

static void
print_values(const char *name, struct values *values)
{
	if (values->count)
		qsort(values->items, values->count, sizeof(*values->items),
		    compare);
	printf("%s_mean=%.4f\n%s_p99=%.4f\n%s_max=%.4f\n", name, mean(values),
	    name, quantile(values, 0.99), name, quantile(values, 1));
}

/* ---- The server, as its system sees it. */

/* Fields 14, 15 and 24 of /proc/PID/stat; the second may hold blanks. */
static struct usage
usage_of(int pid)
{
	struct usage usage = { 0 };
	unsigned long user = 0, system = 0;
	char path[64], line[1024] = "";
	const char *rest;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (file && fgets(line, sizeof(line), file) &&
	    (rest = strrchr(line, ')')) &&
	    sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu "
	    "%lu %*d %*d %*d %*d %*d %*d %*u %*u %ld", &user, &system,
	    &usage.rss_kb) == 3)
		usage.rss_kb *= sysconf(_SC_PAGESIZE) / 1024;
	if (file)
		fclose(file);
	usage.cpu_s = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
	return usage;
}

/* ---- One reply. */

static void on_over(struct client *client, bool good);

static bool
needle_feed(struct needle *needle, char byte)
{
	if (byte == needle->string[needle->matched])
		needle->matched++;
	else
		needle->matched = byte == needle->string[0];
	if (needle->string[needle->matched])
		return false;
	needle->matched = 0;
	return true;
}

static void
on_character(struct client *client, char byte, int64_t now)
{
	struct load *load = client->load;
	int64_t due = client->began_at +
	    (int64_t)(client->characters + 1) * load->delay_us;

	if (client->characters >= load->characters ||
	    byte != load->prompt.bytes[client->characters])
		client->wrong = true;
	client->characters++;
	client->last_at = now;
	load->events++;
	if (load->delay_us)
		add_value(&load->late, (double)(now - due) / 1000);
	if (client->characters == 1 && ++load->open == load->streams)
		load->full = usage_of(load->pid);
}

/* Returns whether that was the end of the stream. */
static bool
take_byte(struct client *client, char byte, int64_t now)
{
	if (!client->inside) {
		client->inside = needle_feed(&client->text, byte);
		return needle_feed(&client->done, byte);
	}
	if (byte == '"')
		client->inside = false;
	else
		on_character(client, byte, now);
	return false;
}

static void
take_stream(struct client *client, const char *bytes, size_t len)
{
	const struct load *load = client->load;
	int64_t now = loop_refresh(load->loop);

	for (size_t i = 0; i < len; i++) {
		if (!take_byte(client, bytes[i], now))
			continue;
		on_over(client, !client->wrong &&
		    client->characters == load->characters);
		return;
	}
}

static void
take_whole(struct client *client, const char *bytes, size_t len)
{
	const struct load *load = client->load;
	const struct text *got = &client->got;
	const char *head, *field, *body;

	text_append(&client->got, bytes, len);
	head = text_string(got);
	field = strstr(head, "Content-Length: ");
	body = strstr(head, "\r\n\r\n");
	if (!field || !body || got->len < (size_t)(body + 4 - head) +
	    strtoul(field + 16, NULL, 10))
		return;
	on_over(client, !strncmp(head, "HTTP/1.1 200 ", 13) &&
	    memmem(body, got->len - (size_t)(body - head), load->prompt.bytes,
	    load->prompt.len));
}

/* ---- Connections. */

static int
connect_to(uint16_t port)
{
	struct sockaddr_in name = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons(port) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || connect(fd, (struct sockaddr *)&name, sizeof(name))) {
		perror("bench_load: cannot connect");
		exit(EXIT_FAILURE);
	}
	return fd;
}

static void
hang_up(struct client *client)
{
	close(client->fd);
	client->fd = -1;
}

static void
open_connection(struct client *client)
{
	struct epoll_event event = { .events = EPOLLIN, .data.ptr = client };

	client->fd = connect_to(client->load->port);
	epoll_ctl(client->load->epoll_fd, EPOLL_CTL_ADD, client->fd, &event);
}

/* The request is small enough for the kernel to take it at once. */
static void
begin(struct client *client)
{
	struct load *load = client->load;

	if (load->begun == load->replies)
		return;
	load->begun++;
	if (client->fd < 0)
		open_connection(client);
	client->began_at = loop_refresh(load->loop);
	client->characters = 0;
	client->wrong = client->inside = false;
	client->text = (struct needle){ "\"content\":\"", 0 };
	client->done = (struct needle){ "data: [DONE]", 0 };
	text_clear(&client->got);
	send(client->fd, load->request.bytes, load->request.len, MSG_NOSIGNAL);
}

static void
on_over(struct client *client, bool good)
{
	struct load *load = client->load;
	int64_t wanted = (int64_t)load->characters * load->delay_us;

	load->over++;
	load->good += good;
	if (client->characters)
		load->open--;
	if (good && wanted)
		add_value(&load->error, 100 * (double)(client->last_at -
		    client->began_at - wanted) / (double)wanted);
	if (!load->whole || !good)
		hang_up(client);
	if (load->over == load->replies)
		loop_stop(load->loop);
	else
		begin(client);
}

static void
read_from(struct client *client)
{
	char bytes[65536];
	ssize_t len = recv(client->fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	if (len < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (len <= 0)
		on_over(client, false);
	else if (client->load->whole)
		take_whole(client, bytes, (size_t)len);
	else
		take_stream(client, bytes, (size_t)len);
}

static void
on_ready(void *data, int fd, unsigned ready)
{
	struct load *load = data;
	struct epoll_event events[256];
	int count = epoll_wait(fd, events, 256, 0);

	(void)ready;
	for (int i = 0; i < count; i++)
		read_from(events[i].data.ptr);
	loop_timer_set(load->loop, &load->patience,
	    loop_now(load->loop) + PATIENCE_US);
}

static void
on_ramp(void *data)
{
	struct load *load = data;
	int64_t step = load->delay_us ? RAMP_US / (int64_t)load->streams : 0;

	while (load->ramped < load->streams && load->ramp_at +
	    (int64_t)load->ramped * step <= loop_refresh(load->loop))
		begin(&load->clients[load->ramped++]);
	if (load->ramped < load->streams)
		loop_timer_set(load->loop, &load->ramp, load->ramp_at +
		    (int64_t)load->ramped * step);
}

/* ---- The whole. */

static void
give_up(void *data)
{
	struct load *load = data;

	fprintf(stderr, "bench_load: nothing comes any more\n");
	loop_stop(load->loop);
}

static void
make_request(struct load *load)
{
	struct text body = { 0 };

	for (size_t i = 0; i < load->characters; i++)
		text_append(&load->prompt,
		    &"abcdefghijklmnopqrstuvwxyz"[i % 26], 1);
	text_printf(&body, "{\"model\":\"echo\",\"stream\":%s,\"messages\":[{"
	    "\"role\":\"user\",\"content\":\"%s\"}]}",
	    load->whole ? "false" : "true", text_string(&load->prompt));
	text_printf(&load->request, "POST /v1/chat/completions HTTP/1.1\r\n"
	    "Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
	    "Content-Length: %zu\r\n\r\n%s", body.len, text_string(&body));
	text_release(&body);
}

static void
raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void
open_load(struct load *load)
{
	raise_limit();
	make_request(load);
	load->loop = loop_new();
	load->ramp = (struct timer){ .fn = on_ramp, .data = load };
	load->patience = (struct timer){ .fn = give_up, .data = load };
	load->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	loop_watch(load->loop, load->epoll_fd, LOOP_READ, on_ready, load);
	load->clients = xcalloc(load->streams, sizeof(*load->clients));
	for (size_t i = 0; i < load->streams; i++)
		load->clients[i] = (struct client){ .load = load, .fd = -1 };
}

static void
run(struct load *load)
{
	load->before = usage_of(load->pid);
	load->began_at = load->ramp_at = loop_refresh(load->loop);
	loop_timer_set(load->loop, &load->ramp, load->ramp_at);
	loop_timer_set(load->loop, &load->patience,
	    load->ramp_at + PATIENCE_US);
	loop_run(load->loop);
	load->ended_at = loop_refresh(load->loop);
	load->after = usage_of(load->pid);
}

static void
print(struct load *load)
{
	printf("over=%zu\ngood=%zu\nevents=%" PRIu64 "\n", load->over,
	    load->good, load->events);
	printf("seconds=%.3f\ncpu=%.2f\n",
	    (double)(load->ended_at - load->began_at) / 1e6,
	    load->after.cpu_s - load->before.cpu_s);
	printf("rss_idle=%ld\nrss_full=%ld\n", load->before.rss_kb,
	    load->full.rss_kb);
	print_values("late", &load->late);
	print_values("error", &load->error);
}

static void
close_load(struct load *load)
{
	for (size_t i = 0; i < load->streams; i++) {
		if (load->clients[i].fd >= 0)
			hang_up(&load->clients[i]);
		text_release(&load->clients[i].got);
	}
	close(load->epoll_fd);
	loop_free(load->loop);
	text_release(&load->prompt);
	text_release(&load->request);
	free(load->clients);
	free(load->late.items);
	free(load->error.items);
}

static bool
read_arguments(struct load *load, int argc, char **argv)
{
	if (argc < 7)
		return false;
	load->port = (uint16_t)atoi(argv[1]);
	load->pid = atoi(argv[2]);
	load->streams = (size_t)atol(argv[3]);
	load->replies = (size_t)atol(argv[4]);
	load->characters = (size_t)atol(argv[5]);
	load->delay_us = LOOP_MS(atol(argv[6]));
	load->whole = argc > 7;
	return load->port && load->pid && load->streams && load->replies;
}

int
main(int argc, char **argv)
{
	struct load load = { 0 };
	bool good;

	if (!read_arguments(&load, argc, argv)) {
		fprintf(stderr, "usage: bench_load PORT PID STREAMS REPLIES "
		    "CHARACTERS DELAY_MS [whole]\n");
		return EXIT_FAILURE;
	}
	open_load(&load);
	run(&load);
	print(&load);
	good = load.good == load.replies;
	close_load(&load);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
