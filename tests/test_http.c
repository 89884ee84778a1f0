/* test_http.c: requests against a server of scripted bytes, on the same loop.
 *
 * No name leaves the machine: getaddrinfo() below knows none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "../engine/http.h"
#include "../src/loop.h"
#include "../src/text.h"
#include "tinyserver.h"

#define KEY "sk-very-secret"
#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

static struct loop *loop;
static struct http *http;

/* ---- The resolver: one slow name; all others do not exist. */

static int slow_name[2]; /* a pipe that it waits for */

int
getaddrinfo(const char *restrict name, const char *restrict service,
    const struct addrinfo *restrict hints, struct addrinfo **restrict found)
{
	char byte;

	(void)service, (void)hints, (void)found;
	if (!strcmp(name, "slow.test") && read(slow_name[0], &byte, 1) < 0)
		return EAI_SYSTEM;
	return EAI_NONAME;
}

/* ---- The server. */

static struct tinyserver server;

static void
serve(const struct step *script)
{
	tinyserver_open(&server, loop, script);
}

static const char *
request_text(size_t connection)
{
	return tinyserver_request(&server, connection);
}

/* ---- The client: it writes down what comes. */

enum cancel_at { NEVER, AT_HEAD, AT_BODY, AT_END };

struct client {
	struct http_transfer *transfer;
	enum cancel_at cancel_at;
	bool pause_at_body;
	struct text events; /* "head", "body", "end", no two alike in a row */
	struct text body;
	struct text raw;
	struct text location;
	struct text type;
	int status;
	enum http_end end;
	struct text sentence;
};

static struct client client, other;
static size_t running;

static void
note(struct client *self, const char *event)
{
	size_t len = strlen(event);

	if (self->events.len < len ||
	    strcmp(text_string(&self->events) + self->events.len - len, event))
		text_add(&self->events, event);
}

static void
on_head(void *data, const struct http_head *head)
{
	struct client *self = data;

	note(self, "head ");
	self->status = head->status;
	text_add(&self->raw, head->raw);
	text_add(&self->location, head->location);
	text_printf(&self->type, "%s|%s|%s", head->content_type,
	    head->content_encoding, head->retry_after);
	if (self->cancel_at == AT_HEAD)
		http_cancel(self->transfer);
}

static void
on_body(void *data, const char *bytes, size_t len)
{
	struct client *self = data;

	note(self, "body ");
	text_append(&self->body, bytes, len);
	if (self->pause_at_body) {
		http_pause(self->transfer, true);
		loop_stop(loop);
	}
	if (self->cancel_at == AT_BODY)
		http_cancel(self->transfer);
}

static void
on_end(void *data, enum http_end end, const char *sentence)
{
	struct client *self = data;

	/* Not by note(): a second one would be seen. */
	text_add(&self->events, "end ");
	self->end = end;
	text_add(&self->sentence, sentence);
	assert_null(strstr(sentence, KEY));
	if (self->cancel_at == AT_END)
		http_cancel(self->transfer);
	if (!--running)
		loop_stop(loop);
}

static struct http_request
a_request(const char *url)
{
	return (struct http_request){ .url = url, .body = "{}", .body_len = 2,
		.key = KEY, .connect_timeout_ms = 10000,
		.idle_timeout_ms = 10000 };
}

static void
start_request(struct client *self, const struct http_request *request)
{
	struct http_handlers handlers = { self, on_head, on_body, on_end };

	running++;
	self->transfer = http_start(http, request, &handlers);
	/* All comes from the loop. */
	assert_string_equal(text_string(&self->events), "");
}

static const char *
server_url(void)
{
	static char url[128];

	snprintf(url, sizeof(url), "http://%s/v1/models", server.address);
	return url;
}

static void
start(struct client *self)
{
	struct http_request request = a_request(server_url());

	start_request(self, &request);
}

static void
fetch(const struct step *script)
{
	serve(script);
	start(&client);
	loop_run(loop);
}

/* Each '%' of what is expected stands for the address of the server. */
static void
assert_sentence(const char *expected)
{
	struct text text = { 0 };

	for (; *expected; expected++)
		if (*expected == '%')
			text_add(&text, server.address);
		else
			text_append(&text, expected, 1);
	assert_string_equal(text_string(&client.sentence), text_string(&text));
	text_release(&text);
}

static void
release_client(struct client *self)
{
	text_release(&self->events);
	text_release(&self->body);
	text_release(&self->raw);
	text_release(&self->location);
	text_release(&self->type);
	text_release(&self->sentence);
	*self = (struct client){ 0 };
}

static int
open_all(void **state)
{
	(void)state;
	alarm(60);
	loop = loop_new();
	http = http_new(loop);
	return pipe(slow_name);
}

/* As open_all() and close_all(), for one test with many tries. */
static void
again(void)
{
	tinyserver_close(&server);
	release_client(&client);
	running = 0;
}

static int
close_all(void **state)
{
	(void)state;
	http_free(http);
	again();
	release_client(&other);
	loop_free(loop);
	close(slow_name[0]);
	close(slow_name[1]);
	return 0;
}

/* ---- Bodies and how they end. */

static void
http_start__reads__bodies_of_each_framing(void **state)
{
	static const struct {
		const char *reply;
		enum http_end end;
		const char *body;
		const char *sentence;
	} cases[] = {
		{ OK_HEAD "Content-Length: 5\r\n\r\nhello", HTTP_CLEAN,
		    "hello", "" },
		{ OK_HEAD "\r\nhello", HTTP_CLEAN, "hello", "" },
		{ "HTTP/1.0 200 OK\r\n\r\nhello", HTTP_CLEAN, "hello", "" },
		{ OK_HEAD "Content-Length: 0\r\n\r\n", HTTP_CLEAN, "", "" },
		{ "HTTP/1.1 204 None\r\n\r\n", HTTP_CLEAN, "", "" },
		{ OK_HEAD "Transfer-Encoding: chunked\r\n\r\n"
		    "0003;a=\"b;c\"\r\nhel\r\n2\r\nlo\r\n0\r\nX: y\r\n\r\n",
		    HTTP_CLEAN, "hello", "" },
		{ OK_HEAD "Content-Length: 9\r\n\r\nhello", HTTP_PREMATURE,
		    "hello", "% closed the connection before the end of its "
		    "answer" },
		{ OK_HEAD "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
		    HTTP_PREMATURE, "hello", "% closed the connection before "
		    "the end of its answer" },
		{ OK_HEAD "Transfer-Encoding: chunked\r\n\r\n7\r\nhello",
		    HTTP_PREMATURE, "hello", "% closed the connection before "
		    "the end of its answer" },
		{ OK_HEAD "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
		    "zz\r\n", HTTP_PREMATURE, "hello", "the answer of % broke "
		    "off: its framing cannot be read" },
		{ OK_HEAD "Transfer-Encoding: chunked\r\n\r\n"
		    "fffffffffffffffffff\r\nhello", HTTP_PREMATURE, "",
		    "the answer of % broke off: its framing cannot be read" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct step script[] = { { SEND, cases[i].reply, 0 },
			{ CLOSE, 0, 0 } };

		again();
		fetch(script);
		assert_string_equal(text_string(&client.body), cases[i].body);
		assert_sentence(cases[i].sentence);
		assert_int_equal(client.end, cases[i].end);
		assert_string_equal(text_string(&client.events),
		    *cases[i].body ? "head body end " : "head end ");
	}
}

static void
http_start__reads__the_same_at_each_cut(void **state)
{
	static const char reply[] = "HTTP/1.1 100 Continue\r\n\r\n"
	    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
	    "Trailer: X-Sum\r\n\r\n"
	    "00B;q=\"a\"\r\nhello\n\nworl\r\n1\r\nd\r\n0\r\nX-Sum: 1\r\n\r\n";

	(void)state;
	for (size_t cut = 1; cut < sizeof(reply) - 1; cut++) {
		struct step script[] = { { SEND, reply, cut },
			{ SEND, reply + cut, 0 }, { END, 0, 0 } };

		again();
		fetch(script);
		assert_string_equal(text_string(&client.body),
		    "hello\n\nworld");
		assert_string_equal(text_string(&client.events),
		    "head body end ");
		assert_int_equal(client.end, HTTP_CLEAN);
	}
}

static void
http_start__names__a_reset(void **state)
{
	static const struct step in_two[] = { { SEND, OK_HEAD "\r\nhel", 0 },
		{ SEND, "lo", 0 }, { RESET, 0, 0 } };
	static const struct step headless[] = { { RESET, 0, 0 } };

	(void)state;
	fetch(in_two);
	assert_int_equal(client.end, HTTP_RESET);
	assert_string_equal(text_string(&client.body), "hello");
	assert_sentence("% reset the connection within its answer");
	again();
	fetch(headless);
	assert_int_equal(client.end, HTTP_FAILED);
	assert_string_equal(text_string(&client.events), "end ");
	assert_sentence("% broke the connection before it answered: "
	    "connection reset by peer");
}

static const char gzipped[] = OK_HEAD "Content-Encoding: gzip\r\n\r\n"
    "\037\213\010\000\000\000\000\000\002\003\113\111\054\111\264\122\310\110"
    "\315\311\311\347\342\002\000\035\163\235\324\015\000\000\000";

static void
http_start__decodes__what_it_did_not_ask_for(void **state)
{
	static const struct step script[] = {
		{ SEND, gzipped, sizeof(gzipped) - 1 }, { CLOSE, 0, 0 } };

	(void)state;
	fetch(script);
	assert_string_equal(text_string(&client.body), "data: hello\n\n");
	assert_string_equal(text_string(&client.type),
	    "text/event-stream|gzip|");
	assert_int_equal(client.end, HTTP_CLEAN);
	assert_non_null(strstr(request_text(0),
	    "\r\nAccept-Encoding: identity\r\n"));
	assert_null(strstr(request_text(0), "gzip"));
}

static void
http_start__names__what_it_cannot_decode(void **state)
{
	static const char *const replies[] = {
		OK_HEAD "Content-Encoding: rot13\r\n\r\nuryyb",
		OK_HEAD "Content-Encoding: gzip\r\n\r\nno gzip at all",
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct step script[] = { { SEND, replies[i], 0 },
			{ CLOSE, 0, 0 } };

		again();
		fetch(script);
		assert_string_equal(text_string(&client.events), "head end ");
		assert_int_equal(client.end, HTTP_PREMATURE);
		assert_sentence("the answer of % cannot be decoded: its "
		    "Content-Encoding is unknown or broken");
	}
}

/* ---- Heads. */

static void
http_start__hands_over__the_final_head(void **state)
{
	static const char final[] = "HTTP/1.1 429 Slow Down\r\n"
	    "content-type:TEXT/Event-Stream;charset=UTF-8 \r\n"
	    "Retry-After: 1\r\nX-Retry-After: 3\r\nRETRY-AFTER: \t2\r\n"
	    "Content-Length: 0\r\n\r\n";
	static const struct step script[] = {
		{ SEND, "HTTP/1.1 100 Continue\r\n\r\n", 0 },
		{ SEND, "HTTP/1.1 103 Early Hints\r\nRetry-After: 9\r\n\r\n",
		    0 },
		{ SEND, final, 0 }, { END, 0, 0 },
	};

	(void)state;
	fetch(script);
	assert_string_equal(text_string(&client.events), "head end ");
	assert_int_equal(client.status, 429);
	assert_string_equal(text_string(&client.raw), final);
	assert_string_equal(text_string(&client.type),
	    "TEXT/Event-Stream;charset=UTF-8||2");
}

static void
http_start__follows__no_redirect(void **state)
{
	static const struct step script[] = {
		{ SEND, "HTTP/1.1 307 Elsewhere\r\nLocation: /other\r\n"
		    "Content-Length: 4\r\n\r\nbody", 0 },
		{ END, 0, 0 },
	};

	(void)state;
	fetch(script);
	assert_int_equal(client.status, 307);
	assert_string_equal(text_string(&client.location), "/other");
	assert_string_equal(text_string(&client.body), "body");
	assert_int_equal(client.end, HTTP_CLEAN);
	assert_int_equal(server.accepted, 1);
}

static void
http_start__refuses__what_is_no_http(void **state)
{
	static const struct {
		const char *reply;
		const char *sentence;
	} cases[] = {
		{ "hello, world\n", "% answers with something that is not "
		    "HTTP" },
		{ "\r\n\r\n", "% answers with something that is not HTTP" },
		{ "HTTP/1.1 abc\r\n\r\n", "% answers with something that is "
		    "not HTTP" },
		{ OK_HEAD "Content-Length: x\r\n\r\nhello",
		    "% answers with a head that is not HTTP" },
		{ OK_HEAD, "% closed the connection before it answered" },
		{ "HTTP/1.1 200 OK\r\nContent-Ty",
		    "% closed the connection before it answered" },
		{ "HTTP/1.1 100 Continue\r\n\r\n",
		    "% closed the connection before it answered" },
		{ "", "% closed the connection before it answered" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct step script[] = { { SEND, cases[i].reply, 0 },
			{ CLOSE, 0, 0 } };

		again();
		fetch(script);
		assert_sentence(cases[i].sentence);
		assert_string_equal(text_string(&client.events), "end ");
		assert_int_equal(client.end, HTTP_FAILED);
		assert_int_equal(server.accepted, 1);
	}
}

static void
http_start__bounds__the_head(void **state)
{
	static const char *const starts[] = {
		"HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nX-Long: ",
	};
	static const char *const more[] = { "X-Many: 0123456\r\n", "0123" };
	static const char *const sentences[] = {
		"% sends a head of more than 256 KB",
		"% sends a head with too long a line",
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct text flood = { 0 };

		text_add(&flood, starts[i]);
		while (flood.len < 300 * 1024)
			text_add(&flood, more[i]);
		struct step script[] = { { SEND, flood.bytes, flood.len },
			{ END, 0, 0 } };

		again();
		fetch(script);
		assert_string_equal(text_string(&client.events), "end ");
		assert_int_equal(client.end, HTTP_FAILED);
		assert_sentence(sentences[i]);
		text_release(&flood);
	}
}

/* ---- Requests. */

static const struct step done[] = {
	{ SEND, OK_HEAD "Content-Length: 0\r\n\r\n", 0 }, { END, 0, 0 } };

static void
http_start__sends__headers_and_body(void **state)
{
	static const char *const expected[] = {
		"POST /v1/models HTTP/1.1\r\n",
		"\r\nContent-Type: application/json\r\n",
		"\r\nAuthorization: Bearer " KEY "\r\n",
		"\r\nAccept: text/event-stream, application/json\r\n",
		"\r\nUser-Agent: echochat",
		"\r\nContent-Length: 2\r\n",
		"\r\n\r\n{}",
	};

	(void)state;
	fetch(done);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		assert_non_null(strstr(request_text(0), expected[i]));
}

static void
http_start__gets__without_body_and_key(void **state)
{
	struct http_request request;

	(void)state;
	serve(done);
	request = a_request(server_url());
	request.body = NULL;
	request.key = "";
	start_request(&client, &request);
	loop_run(loop);
	assert_memory_equal(request_text(0), "GET /v1/models ", 15);
	assert_null(strstr(request_text(0), "Authorization"));
	assert_null(strstr(request_text(0), "Content-"));
}

static void
http_start__sends__large_bodies_at_once(void **state)
{
	static char body[3 << 20];
	struct http_request request;

	(void)state;
	serve(done);
	memset(body, 'a', sizeof(body));
	request = a_request(server_url());
	request.body = body;
	request.body_len = sizeof(body);
	start_request(&client, &request);
	memset(body, 'b', sizeof(body)); /* it was copied */
	loop_run(loop);
	assert_int_equal(client.end, HTTP_CLEAN);
	assert_null(strstr(request_text(0), "Expect"));
	assert_int_equal(strlen(strstr(request_text(0), "\r\n\r\n") + 4),
	    sizeof(body));
	assert_null(strchr(strstr(request_text(0), "\r\n\r\n"), 'b'));
}

static void
http_start__lets__headers_of_the_user_win(void **state)
{
	struct text headers[4] = { 0 };
	struct http_request request;

	(void)state;
	text_add(&headers[0], "authorization: Basic abc");
	text_add(&headers[1], "User-Agent:");
	text_add(&headers[2], "X-More: yes");
	text_add(&headers[3], "Accept-Encoding:");
	serve(done);
	request = a_request(server_url());
	request.headers = headers;
	request.header_count = 4;
	start_request(&client, &request);
	loop_run(loop);
	assert_non_null(strstr(request_text(0),
	    "\r\nauthorization: Basic abc\r\n"));
	assert_non_null(strstr(request_text(0), "\r\nX-More: yes\r\n"));
	assert_null(strstr(request_text(0), KEY));
	assert_null(strstr(request_text(0), "User-Agent"));
	assert_null(strstr(request_text(0), "Accept-Encoding"));
	for (size_t i = 0; i < 4; i++)
		text_release(&headers[i]);
}

static void
http_start__asks__the_proxy(void **state)
{
	static const struct step refuse[] = {
		{ SEND, "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", 0 },
		{ END, 0, 0 } };
	struct http_request request = a_request("http://far.test/v1");

	(void)state;
	serve(done);
	request.proxy = server.address;
	start_request(&client, &request);
	loop_run(loop);
	assert_memory_equal(request_text(0), "POST http://far.test/v1 ", 24);
	assert_int_equal(client.end, HTTP_CLEAN);
	again();
	serve(refuse);
	request.url = "https://far.test/v1";
	request.proxy = server.address;
	start_request(&client, &request);
	loop_run(loop);
	assert_memory_equal(request_text(0), "CONNECT far.test:443 ", 21);
	assert_null(strstr(request_text(0), KEY));
	assert_string_equal(text_string(&client.events), "end ");
	assert_sentence("the proxy did not lead to far.test:443: its status "
	    "is 403");
}

/* ---- What cannot be reached. */

static void
assert_fails(const char *url, const char *sentence)
{
	struct http_request request = a_request(url);

	if (strstr(url, "slow"))
		request.connect_timeout_ms = 50;
	start_request(&client, &request);
	loop_run(loop);
	assert_string_equal(text_string(&client.events), "end ");
	assert_int_equal(client.end, HTTP_FAILED);
	assert_sentence(sentence);
}

static void
http_start__tells__who_cannot_be_reached(void **state)
{
	(void)state;
	serve(done);
	tinyserver_refuse(&server);
	assert_fails(server_url(), "cannot connect to %: connection refused");
	release_client(&client);
	assert_fails("https://none.test/v1",
	    "cannot find the host of none.test:443: no such name");
}

static void
http_start__gives_up__connecting_in_time(void **state)
{
	(void)state;
	assert_fails("http://slow.test:8000/v1",
	    "cannot connect to slow.test:8000: no answer in 0.05 s");
	assert_int_equal(write(slow_name[1], "", 1), 1);
}

static void
http_start__refuses__other_schemes(void **state)
{
	(void)state;
	assert_fails("file:///etc/passwd",
	    "this is no usable address of http:// or https://");
	release_client(&client);
	assert_fails("http://a b/",
	    "this is no usable address of http:// or https://");
}

static void
http_start__names__a_server_without_tls(void **state)
{
	static const struct step plain[] = {
		{ SEND, "HTTP/1.1 400 No\r\n\r\n", 0 }, { CLOSE, 0, 0 } };
	struct http_request request;
	char url[128];

	(void)state;
	serve(plain);
	snprintf(url, sizeof(url), "https://%s/v1", server.address);
	request = a_request(url);
	/* Not every machine has certificates to read first. */
	request.insecure = true;
	start_request(&client, &request);
	loop_run(loop);
	assert_int_equal(client.end, HTTP_FAILED);
	assert_sentence("no TLS connection to %: it may want http:// instead "
	    "of https://");
}

/* ---- Silence. */

static void
http_start__ends__a_silent_transfer(void **state)
{
	static const struct step scripts[][2] = {
		{ { END, 0, 0 } },
		{ { SEND, "HTTP/1.1 100 Continue\r\n\r\n", 0 }, { END, 0, 0 } },
		{ { SEND, OK_HEAD "\r\nhello", 0 }, { END, 0, 0 } },
	};
	static const char *const events[] = { "end ", "end ",
		"head body end " };
	struct http_request request;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		again();
		serve(scripts[i]);
		request = a_request(server_url());
		request.idle_timeout_ms = 120;
		start_request(&client, &request);
		loop_run(loop);
		assert_string_equal(text_string(&client.events), events[i]);
		assert_int_equal(client.end, HTTP_STALLED);
		assert_sentence("% sent nothing for 0.12 s");
	}
}

/* Longer than the limit as a whole; framing and half lines count, too. */
static void
http_start__waits__while_bytes_come(void **state)
{
	static const struct step script[] = {
		{ SLEEP, 0, 50 }, { SEND, "HTTP/1.1 200", 0 },
		{ SLEEP, 0, 50 }, { SEND, " OK\r\nTransfer-Encoding: ", 0 },
		{ SLEEP, 0, 50 }, { SEND, "chunked\r\n\r\n0", 0 },
		{ SLEEP, 0, 50 }, { SEND, "00", 0 },
		{ SLEEP, 0, 50 }, { SEND, "1\r\na\r\n0\r\n\r\n", 0 },
		{ END, 0, 0 },
	};
	struct http_request request;

	(void)state;
	serve(script);
	request = a_request(server_url());
	request.idle_timeout_ms = 200;
	start_request(&client, &request);
	loop_run(loop);
	assert_int_equal(client.end, HTTP_CLEAN);
	assert_string_equal(text_string(&client.body), "a");
}

/* ---- Cancelling. */

static const struct step endless[] = {
	{ SEND, OK_HEAD "\r\nhello", 0 }, { END, 0, 0 } };

static void
http_cancel__closes__from_within_handlers(void **state)
{
	static const char *const events[] = { [AT_HEAD] = "head ",
		[AT_BODY] = "head body " };

	(void)state;
	for (enum cancel_at at = AT_HEAD; at <= AT_BODY; at++) {
		again();
		client.cancel_at = at;
		server.stop_when_left = true;
		fetch(endless);
		assert_int_equal(server.left, 1);
		loop_run_for(loop, LOOP_MS(5));
		assert_string_equal(text_string(&client.events), events[at]);
	}
}

static void
http_cancel__does_nothing__at_the_end(void **state)
{
	(void)state;
	client.cancel_at = AT_END;
	fetch(done);
	assert_string_equal(text_string(&client.events), "head end ");
}

static void
http_cancel__closes__at_once_from_outside(void **state)
{
	char byte;

	(void)state;
	server.stop_at_end = true;
	fetch(endless);
	http_cancel(client.transfer);
	/* No turn of the loop in between. */
	assert_int_equal(recv(server.connections[0].fd, &byte, 1, 0), 0);
	loop_run_for(loop, LOOP_MS(5));
	assert_null(strstr(text_string(&client.events), "end"));
}

static void
http_cancel__does_not_wait__for_a_name(void **state)
{
	struct http_request request = a_request("http://slow.test/v1");

	(void)state;
	start_request(&client, &request);
	loop_run_for(loop, LOOP_MS(20));
	http_cancel(client.transfer); /* alarm() ends the test if it waits */
	assert_string_equal(text_string(&client.events), "");
	assert_int_equal(write(slow_name[1], "", 1), 1);
}

static void
http_free__cancels__what_is_going_on(void **state)
{
	char byte;

	(void)state;
	server.stop_at_end = true;
	fetch(endless);
	http_free(http);
	assert_int_equal(recv(server.connections[0].fd, &byte, 1, 0), 0);
	assert_null(strstr(text_string(&client.events), "end"));
	http = http_new(loop);
}

/* ---- More than one. */

static const struct step slow_hello[] = {
	{ SEND, OK_HEAD "Content-Length: 5\r\n\r\nhel", 0 },
	{ SLEEP, 0, 5 }, { SEND, "lo", 0 }, { CLOSE, 0, 0 } };

static void
http_start__keeps__two_transfers_apart(void **state)
{
	(void)state;
	serve(slow_hello);
	start(&client);
	start(&other);
	loop_run(loop);
	assert_string_equal(text_string(&client.body), "hello");
	assert_string_equal(text_string(&other.body), "hello");
	assert_string_equal(text_string(&other.events), "head body end ");
	assert_int_equal(server.accepted, 2);
}

/* Whichever of two is answered first cancels both and starts another. */
static struct client twin;

static void
on_first_head(void *data, const struct http_head *head)
{
	(void)data, (void)head;
	text_add(&client.events, "first ");
	http_cancel(twin.transfer);
	start(&other);
	http_cancel(client.transfer);
}

static void
http_start__works__within_handlers(void **state)
{
	struct http_handlers handlers = { &client, on_first_head, on_body,
		on_end };
	struct http_request request;

	(void)state;
	serve(slow_hello);
	request = a_request(server_url());
	client.transfer = http_start(http, &request, &handlers);
	twin.transfer = http_start(http, &request, &handlers);
	loop_run(loop);
	assert_string_equal(text_string(&other.body), "hello");
	assert_string_equal(text_string(&client.events), "first ");
	assert_int_equal(server.left, 2);
}

/* ---- Pausing. */

static void
http_pause__lets__the_window_fill(void **state)
{
	enum { SIZE = 24 << 20 };
	struct text reply = { 0 };
	size_t got;

	(void)state;
	text_add(&reply, OK_HEAD "\r\n");
	while (reply.len < SIZE)
		text_add(&reply, "0123456789abcdefghijklmnopqrstuv");
	struct step script[] = { { SEND, reply.bytes, reply.len },
		{ CLOSE, 0, 0 } };
	serve(script);
	client.pause_at_body = true;
	start(&client);
	loop_run(loop);
	got = client.body.len;
	loop_run_for(loop, LOOP_MS(50));
	assert_int_equal(client.body.len, got);
	assert_true(server.connections[0].sent < reply.len);
	client.pause_at_body = false;
	http_pause(client.transfer, false);
	assert_int_equal(client.body.len, got); /* not from within the call */
	loop_run(loop);
	assert_int_equal(client.end, HTTP_CLEAN);
	assert_int_equal(client.body.len, reply.len - strlen(OK_HEAD "\r\n"));
	text_release(&reply);
}

static void
http_pause__stops__the_idle_time_and_the_body(void **state)
{
	static const struct step script[] = { { SEND, OK_HEAD "\r\na", 0 },
		{ END, 0, 0 }, };
	struct http_request request;

	(void)state;
	serve(script);
	server.stop_at_end = true;
	request = a_request(server_url());
	request.idle_timeout_ms = 30;
	start_request(&client, &request);
	http_pause(client.transfer, true); /* before it is connected */
	loop_run(loop);
	loop_run_for(loop, LOOP_MS(50));
	assert_null(strstr(text_string(&client.events), "body"));
	assert_null(strstr(text_string(&client.events), "end"));
	http_pause(client.transfer, false);
	loop_run(loop);
	assert_string_equal(text_string(&client.events), "head body end ");
	assert_int_equal(client.end, HTTP_STALLED);
}

static void
pause_from_inside(void)
{
	client.pause_at_body = true;
	loop_run_for(loop, LOOP_MS(20));
	client.pause_at_body = false;
}

/* It was paused from inside of curl, and no byte came since. */
static void
http_pause__counts_idle_time_again__afterwards(void **state)
{
	static const struct step script[] = { { SEND, OK_HEAD "\r\na", 0 },
		{ END, 0, 0 }, };
	struct http_request request;

	(void)state;
	serve(script);
	request = a_request(server_url());
	request.idle_timeout_ms = 30;
	start_request(&client, &request);
	pause_from_inside();
	http_pause(client.transfer, false);
	loop_run_for(loop, LOOP_MS(500));
	assert_string_equal(text_string(&client.events), "head body end ");
	assert_int_equal(client.end, HTTP_STALLED);
}

/* ---- Addresses. */

static void
http_base_url__completes__addresses(void **state)
{
	static const struct {
		const char *typed;
		const char *url;
	} cases[] = {
		{ "http://host:8000", "http://host:8000/v1" },
		{ "http://host:8000/", "http://host:8000/v1" },
		{ "http://host:8000/v1", "http://host:8000/v1" },
		{ "http://host:8000/v1//", "http://host:8000/v1" },
		{ "http://h/v1/chat/completions", "http://h/v1" },
		{ "http://h/v1/chat/completions/", "http://h/v1" },
		{ "http://h/v1/completions", "http://h/v1" },
		{ "http://h/v1/models", "http://h/v1" },
		{ "HTTPS://h/v1/models", "https://h/v1" },
		{ "https://h/api/openai", "https://h/api/openai/v1" },
		{ "https://h/api/paas/v4", "https://h/api/paas/v4" },
		{ "https://h/api/paas/v4/chat/completions",
		    "https://h/api/paas/v4" },
		{ "http://h/case/001/v1", "http://h/case/001/v1" },
		{ "https://h/v1beta/openai", "https://h/v1beta/openai" },
		{ "http://h/vllm", "http://h/vllm/v1" },
		/* Who types the endpoint means it. */
		{ "http://h/openai/chat/completions", "http://h/openai" },
		{ "http://[::1]:8000", "http://[::1]:8000/v1" },
		{ "http://[::1]", "http://[::1]/v1" },
	};
	struct text url = { 0 }, error = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_true(http_base_url(cases[i].typed, &url, &error));
		assert_string_equal(text_string(&url), cases[i].url);
	}
	text_release(&url);
	text_release(&error);
}

static void
http_base_url__refuses__addresses(void **state)
{
	static const struct {
		const char *typed;
		const char *named;
	} cases[] = {
		{ "localhost:8000", "begins with http:// or https://" },
		{ "ftp://host", "begins with http:// or https://" },
		{ "", "begins with http:// or https://" },
		{ "http:/host", "begins with http:// or https://" },
		{ "http://", "names no host" },
		{ "http://:8000/v1", "names no host" },
		{ "http://h/v1?key=" KEY, "must not have a query" },
		{ "http://h/v1#" KEY, "must not have a fragment" },
		{ "http://me:" KEY "@h/v1", "send them with --header" },
		{ "http://" KEY "@h/v1", "send them with --header" },
		{ "http://h:0", "port" },
		{ "http://h:65536", "port" },
		{ "http://h:80x", "port" },
		{ "http://h:", "port" },
		{ "http://[::1", "[ without its ]" },
		{ "http://a b/v1", "must not hold spaces" },
		{ "http://h/v1\n", "must not hold spaces" },
	};
	struct text url = { 0 }, error = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_false(http_base_url(cases[i].typed, &url, &error));
		assert_non_null(strstr(text_string(&error), cases[i].named));
		assert_null(strstr(text_string(&error), KEY));
	}
	text_release(&url);
	text_release(&error);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

static void
http_header_value__takes__the_last_of_a_name(void **state)
{
	static const char head[] = "HTTP/1.1 200 OK\r\n"
		"Location:/one\r\n"
		"content-TYPE \t: text/event-stream \t\r\n"
		"Location: /two: too\r\n"
		"Retry-After-All: 1\r\n"
		"Retry-After:\r\n"
		"\r\n";
	static const struct {
		const char *name;
		const char *value;
	} cases[] = {
		{ "Content-Type", "text/event-stream" },
		{ "location", "/two: too" },
		{ "Retry-After", "" },
		{ "Content-Encoding", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *value = http_header_value(head, cases[i].name);

		assert_string_equal(value, cases[i].value);
		free(value);
	}
}

int
main(void)
{
	static const char *const variables[] = { "http_proxy", "https_proxy",
		"HTTPS_PROXY", "all_proxy", "ALL_PROXY" };
	const struct CMUnitTest tests[] = {
		TEST(http_start__reads__bodies_of_each_framing),
		TEST(http_start__reads__the_same_at_each_cut),
		TEST(http_start__names__a_reset),
		TEST(http_start__decodes__what_it_did_not_ask_for),
		TEST(http_start__names__what_it_cannot_decode),
		TEST(http_start__hands_over__the_final_head),
		TEST(http_start__follows__no_redirect),
		TEST(http_start__refuses__what_is_no_http),
		TEST(http_start__bounds__the_head),
		TEST(http_start__sends__headers_and_body),
		TEST(http_start__gets__without_body_and_key),
		TEST(http_start__sends__large_bodies_at_once),
		TEST(http_start__lets__headers_of_the_user_win),
		TEST(http_start__asks__the_proxy),
		TEST(http_start__tells__who_cannot_be_reached),
		TEST(http_start__gives_up__connecting_in_time),
		TEST(http_start__refuses__other_schemes),
		TEST(http_start__names__a_server_without_tls),
		TEST(http_start__ends__a_silent_transfer),
		TEST(http_start__waits__while_bytes_come),
		TEST(http_cancel__closes__from_within_handlers),
		TEST(http_cancel__does_nothing__at_the_end),
		TEST(http_cancel__closes__at_once_from_outside),
		TEST(http_cancel__does_not_wait__for_a_name),
		TEST(http_free__cancels__what_is_going_on),
		TEST(http_start__keeps__two_transfers_apart),
		TEST(http_start__works__within_handlers),
		TEST(http_pause__lets__the_window_fill),
		TEST(http_pause__stops__the_idle_time_and_the_body),
		TEST(http_pause__counts_idle_time_again__afterwards),
		cmocka_unit_test(http_base_url__completes__addresses),
		cmocka_unit_test(http_base_url__refuses__addresses),
		cmocka_unit_test(http_header_value__takes__the_last_of_a_name),
	};

	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		unsetenv(variables[i]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
