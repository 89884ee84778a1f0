/* fuzz_serve.c: any bytes to a server, with all that is behind its socket. The
 * first byte says whether they are all of it, or what a request is made of, and
 * where it is cut; the second, whether the client waits for the reply. The
 * server, on the loop of the target, lives on: whatever the client sent, what
 * it began is over when it has left, and the next one is served.
 *
 * Its log is standard error: run it with -close_fd_mask=2. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../src/options.h"
#include "../src/server.h"
#include "../src/show.h"
#include "../src/xalloc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	PATIENCE_US = 20000, /* for a reply; some never end */
	LIMIT_US = 5000000,  /* for what must happen */
	OTHERS = 256,        /* inputs between two requests that must succeed */
};

static struct loop *loop;
static struct options options;
static struct metrics *metrics;
static struct service service;
static struct server server;

static void
must(bool truth)
{
	if (!truth)
		abort();
}

/* ---- The server. */

static struct trace_sink *
open_sink(void)
{
	struct text error = { 0 };
	struct trace_sink_options sink = { .file = true,
		.to = { .path = "/dev/null", .what = "line",
		    .format = TRACE_JSONL, .buffer_bytes = 65536 },
		.capacity = 64, .flush_ms = 1000 };
	struct trace_sink *opened = trace_sink_open(&sink, &error);

	must(opened);
	return opened;
}

static void
open_server(void)
{
	static char *words[] = { "echochat", "in=http", "--delay", "0",
		"--trace", "/dev/null", NULL };
	struct text sentence = { 0 };

	signal(SIGPIPE, SIG_IGN);
	options_init(&options, &sentence);
	must(options_read(&options, 6, words, &sentence, &sentence));
	loop = loop_new();
	metrics = metrics_new();
	service = (struct service){ .options = &options, .metrics = &metrics,
		.loops = 1, .records = open_sink(), .journal = open_sink() };
	must(server_open(&server, &service, loop, metrics, 0, &sentence));
	service.show = show_open(loop, &(struct show_options){
		.address = "", .serves = "",
		.metrics = (const struct metrics *const *)&metrics,
		.loops = 1 }, &sentence);
	must(service.show);
	text_release(&sentence);
}

/* ---- The client. */

static int client;
static bool ended; /* the server did */
static struct text got;

static void
on_ready(void *data, int fd, unsigned ready)
{
	char bytes[65536];
	ssize_t len = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	(void)data;
	(void)ready;
	if (len < 0 && errno == EAGAIN)
		return;
	if (len > 0 && got.len < 4096)
		text_append(&got, bytes, (size_t)len);
	if (len > 0)
		return;
	ended = true;
	loop_unwatch(loop, fd);
	loop_stop(loop);
}

static void
open_client(void)
{
	struct sockaddr_in name = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons(httpd_port(server.httpd)) };

	client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	must(!connect(client, (struct sockaddr *)&name, sizeof(name)));
	ended = false;
	text_clear(&got);
	loop_watch(loop, client, LOOP_READ, on_ready, NULL);
}

/* No port is kept for a connection that was reset. */
static void
close_client(void)
{
	const struct linger reset = { .l_onoff = 1, .l_linger = 0 };

	if (!ended)
		loop_unwatch(loop, client);
	(void)setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	close(client);
}

static void
say(const char *bytes, size_t len)
{
	if (len)
		(void)!send(client, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* In two pieces: the server has seen the first when the second comes. */
static void
say_cut(const struct text *request, size_t cut)
{
	cut = request->len ? cut % request->len : 0;
	say(request->bytes, cut);
	if (cut)
		loop_run_for(loop, 100);
	say(text_string(request) + cut, request->len - cut);
	shutdown(client, SHUT_WR);
}

static void
must_be_over(void)
{
	int64_t begun = loop_refresh(loop);

	while (server.exchanges || atomic_load(&service.streams)) {
		must(loop_refresh(loop) - begun < LIMIT_US);
		loop_run_for(loop, 1000);
	}
}

static void
must_serve(void)
{
	static const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\n"
	    "Connection: close\r\n\r\n";

	open_client();
	say(request, strlen(request));
	loop_run_for(loop, LIMIT_US);
	must(ended && !strncmp(text_string(&got), "HTTP/1.1 200 ", 13));
	close_client();
}

/* ---- What is sent. */

enum form { RAW, BODY, CHAT_FIELDS, COMPLETIONS_FIELDS };

static void
make_body(struct text *out, enum form form, const char *bytes, size_t len)
{
	if (form != BODY)
		text_add(out, "{");
	text_append(out, bytes, len);
	if (form == CHAT_FIELDS)
		text_add(out, "\"messages\":[{\"role\":\"user\","
		    "\"content\":\"one two\"}]}");
	if (form == COMPLETIONS_FIELDS)
		text_add(out, "\"prompt\":\"one two\"}");
}

/* Lines in front of the first NUL are headers. */
static void
make_request(struct text *out, enum form form, const char *bytes, size_t len)
{
	const char *end = memchr(bytes, '\0', len);
	size_t headers = end ? (size_t)(end + 1 - bytes) : 0;
	struct text body = { 0 };

	if (form == RAW) {
		text_append(out, bytes, len);
		return;
	}
	make_body(&body, form, bytes + headers, len - headers);
	text_printf(out, "POST /v1/%s HTTP/1.1\r\nHost: x\r\n"
	    "Connection: close\r\nContent-Length: %zu\r\n",
	    form == COMPLETIONS_FIELDS ? "completions" : "chat/completions",
	    body.len);
	if (headers)
		text_append(out, bytes, headers - 1);
	text_add(out, headers ? "\r\n\r\n" : "\r\n");
	text_append(out, body.bytes, body.len);
	text_release(&body);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static unsigned count;
	struct text request = { 0 };

	if (!loop)
		open_server();
	if (size < 2)
		return 0;
	make_request(&request, data[0] % 4, (const char *)data + 2, size - 2);
	open_client();
	say_cut(&request, data[0] / 4 * 16);
	loop_run_for(loop, data[1] % 8 ? PATIENCE_US : 200);
	close_client();
	text_release(&request);
	must_be_over();
	if (++count % OTHERS == 0)
		must_serve();
	return 0;
}
