/* test_httpd.c: the HTTP server, with clients on the same loop, in real time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <dirent.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/httpd.h"
#include "../src/loop.h"
#include "../src/text.h"
#include "tinyclient.h"

/* For what has to come; nothing waits that long. What comes at once must do so
 * on a busy machine, too, and before the 200 ms that a kernel may wait. */
enum { SOON_MS = 5000, AT_ONCE_MS = 100, BODY_MOST = 100000 };

static struct loop *loop;
static struct httpd *httpd;
static struct tinyclient client, other;

/* ---- The server: /now is answered at once, with what was asked; /stream
 * begins to stream at once; the rest is up to the test. */

static struct httpd_call *call; /* the last one that was asked */
static size_t asked, over, whole;
static uint64_t taken;
static struct text log_of_paths;
static bool stop_when_over, stop_when_asked;

static void
answer_now(struct httpd_call *one)
{
	struct text reply = { 0 };

	text_printf(&reply, "%s %s %zu %.9s", httpd_method(one),
	    httpd_path(one), httpd_body(one)->len,
	    text_string(httpd_body(one)));
	httpd_add_header(one, "Content-Type", "text/plain");
	httpd_reply(one, 200, reply.bytes, reply.len, 0);
	text_release(&reply);
}

static void
on_request(void *data, struct httpd_call *one)
{
	assert_ptr_equal(data, &log_of_paths);
	text_printf(&log_of_paths, "%s ", httpd_path(one));
	asked++;
	call = one;
	taken = 0;
	if (!strcmp(httpd_path(one), "/now"))
		answer_now(one);
	if (!strcmp(httpd_path(one), "/stream"))
		httpd_stream(one, 200);
	if (stop_when_asked)
		loop_stop(loop);
}

static void
on_taken(void *data, struct httpd_call *one, uint64_t bytes)
{
	(void)data;
	if (one != call)
		return;
	assert_true(bytes > taken);
	taken = bytes;
}

static void
on_over(void *data, struct httpd_call *one, bool all)
{
	(void)data;
	over++;
	whole += all;
	if (call == one)
		call = NULL;
	if (stop_when_over)
		loop_stop(loop);
}

static void
error_body(void *data, int status, const char *sentence, struct text *body)
{
	(void)data;
	text_printf(body, "{\"error\":\"%d %s\"}", status, sentence);
}

static const struct httpd_handlers handlers = {
	.data = &log_of_paths,
	.on_request = on_request,
	.on_taken = on_taken,
	.on_over = on_over,
	.error_body = error_body,
};

static const struct httpd_options usual = { .host = "127.0.0.1",
	.body_most = BODY_MOST, .connections_most = 1000, .idle_s = 60 };

static void
serve(const struct httpd_options *options)
{
	struct text error = { 0 };

	httpd = httpd_open(loop, options, &handlers, &error);
	assert_string_equal(text_string(&error), "");
	assert_non_null(httpd);
}

static int
set_up(void **state)
{
	(void)state;
	loop = loop_new();
	asked = over = whole = 0;
	taken = 0;
	call = NULL;
	stop_when_over = stop_when_asked = false;
	serve(&usual);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	tinyclient_close(&client);
	tinyclient_close(&other);
	if (httpd)
		httpd_close(httpd);
	httpd = NULL;
	loop_free(loop);
	text_release(&log_of_paths);
	return 0;
}

static void
serve_again(const struct httpd_options *options)
{
	httpd_close(httpd);
	serve(options);
}

/* ---- Helpers. */

static void
connect_client(void)
{
	tinyclient_close(&client);
	tinyclient_open(&client, loop, httpd_port(httpd));
}

static void
say(const char *request)
{
	connect_client();
	tinyclient_say(&client, request);
}

#define GET(path) "GET " path " HTTP/1.1\r\nHost: h\r\n\r\n"

static void
wait_asked(size_t count)
{
	stop_when_asked = true;
	while (asked < count) {
		int64_t before = loop_refresh(loop);

		loop_run_for(loop, LOOP_MS(SOON_MS));
		assert_true(loop_refresh(loop) - before < LOOP_MS(SOON_MS));
	}
	stop_when_asked = false;
}

/* Returns how long it took. */
static int64_t
wait_over(size_t count)
{
	int64_t start = loop_refresh(loop);

	stop_when_over = true;
	while (over < count) {
		loop_run_for(loop, LOOP_MS(SOON_MS));
		assert_true(loop_refresh(loop) - start < LOOP_MS(SOON_MS));
	}
	stop_when_over = false;
	return loop_now(loop) - start;
}

static void
expect(const char *wanted)
{
	if (!tinyclient_wait(&client, wanted, SOON_MS))
		fail_msg("no \"%s\" in \"%s\"", wanted,
		    text_string(&client.got));
}

static void
expect_end(enum tinyclient_state state)
{
	assert_true(tinyclient_wait_end(&client, SOON_MS));
	assert_int_equal(client.state, state);
}

static void
expect_body(const char *wanted, bool is_whole)
{
	struct text body = { 0 };

	assert_int_equal(tinyclient_body(&client, &body), is_whole);
	assert_string_equal(text_string(&body), wanted);
	text_release(&body);
}

static void
write_string(const char *string)
{
	httpd_write(call, string, strlen(string));
}

static void
begin_stream(void)
{
	size_t before = asked;

	say(GET("/stream"));
	wait_asked(before + 1);
	expect("\r\n\r\n");
}

static int
open_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	if (!folder)
		return 0;
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/* With another client that was there before. */
static int
count_files_beside_another(void)
{
	tinyclient_open(&other, loop, httpd_port(httpd));
	tinyclient_say(&other, GET("/now"));
	assert_true(tinyclient_wait(&other, "GET /now", SOON_MS));
	asked = over = whole = 0;
	return open_files();
}

/* Neither side holds a socket of these clients any more. */
static void
expect_nothing_open(int files)
{
	tinyclient_close(&client);
	for (int i = 0; i < 100 && open_files() != files; i++)
		loop_run_for(loop, LOOP_MS(1));
	assert_int_equal(open_files(), files);
}

/* ---- Requests. */

static void
httpd__reads__requests(void **state)
{
	static const struct {
		const char *request, *reply, *body;
		bool goes_on;
	} rows[] = {
		{ GET("/now"), "HTTP/1.1 200", "GET /now 0 ", true },
		{ "GET /now?a=b HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200",
		    "GET /now 0 ", true },
		{ "POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n"
		  "hello", "HTTP/1.1 200", "POST /now 5 hello", true },
		{ "POST /now HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked"
		  "\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nT: t\r\n\r\n",
		    "HTTP/1.1 200", "POST /now 5 hello", true },
		{ "GET /now HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
		    "Connection: close", "GET /now 0 ", false },
		{ "GET /now HTTP/1.0\r\n\r\n", "200 OK", "GET /now 0 ",
		    false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		say(rows[i].request);
		wait_over(i + 1);
		expect(rows[i].body);
		expect(rows[i].reply);
		expect_body(rows[i].body, true);
		if (!rows[i].goes_on)
			expect_end(CLIENT_ENDED);
		assert_int_equal(whole, i + 1);
	}
}

static void
httpd__tells__what_a_request_says(void **state)
{
	struct text body = { 0 };
	char peer[32];
	struct sockaddr_in name;
	socklen_t len = sizeof(name);

	(void)state;
	say("PUT /a%20b/c?d HTTP/1.1\r\nHost: h\r\nX-One: 1 2\r\n"
	    "Content-Length: 3\r\n\r\na\nb");
	wait_asked(1);
	assert_string_equal(httpd_method(call), "PUT");
	assert_string_equal(httpd_path(call), "/a b/c");
	assert_string_equal(httpd_header(call, "x-oNE"), "1 2");
	assert_null(httpd_header(call, "X-Two"));
	getsockname(client.fd, (struct sockaddr *)&name, &len);
	snprintf(peer, sizeof(peer), "127.0.0.1:%d", ntohs(name.sin_port));
	assert_string_equal(httpd_peer(call), peer);
	httpd_set_data(call, &body);
	assert_ptr_equal(httpd_data(call), &body);
	httpd_take_body(call, &body);
	assert_string_equal(text_string(&body), "a\nb");
	assert_int_equal(httpd_body(call)->len, 0);
	text_release(&body);
	httpd_add_header(call, "X-Three", "drei");
	httpd_reply(call, 404, "no", 2, 0);
	expect("HTTP/1.1 404 Not Found\r\n");
	expect("X-Three: drei\r\n");
	expect("\r\n\r\nno");
	wait_over(1);
	assert_int_equal(whole, 1);
}

static void
httpd__reads__a_request_cut_at_every_byte(void **state)
{
	static const char request[] = "POST /now HTTP/1.1\r\nHost: h\r\n"
	    "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n"
	    "\r\n";

	(void)state;
	for (size_t cut = 1; cut < sizeof(request) - 1; cut++) {
		connect_client();
		tinyclient_send(&client, request, cut);
		loop_run_for(loop, 200);
		tinyclient_say(&client, request + cut);
		expect("POST /now 5 hello");
		assert_int_equal(asked, cut);
	}
	connect_client();
	for (size_t i = 0; i < sizeof(request) - 1; i++) {
		tinyclient_send(&client, request + i, 1);
		loop_run_for(loop, 200);
	}
	expect("POST /now 5 hello");
}

static void
httpd__answers_in_order__pipelined_requests(void **state)
{
	(void)state;
	say(GET("/later") GET("/stream") GET("/now"));
	wait_asked(1);
	assert_string_equal(text_string(&log_of_paths), "/later ");
	httpd_reply(call, 200, "late", 4, 0);
	wait_asked(2);
	write_string("str");
	expect("str");
	assert_int_equal(asked, 2);
	httpd_end(call);
	expect("GET /now 0");
	wait_over(3);
	assert_int_equal(whole, 3);
	assert_string_equal(text_string(&log_of_paths),
	    "/later /stream /now ");
}

static void
httpd__says__continue(void **state)
{
	(void)state;
	say("POST /now HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
	    "Content-Length: 5\r\n\r\n");
	expect("HTTP/1.1 100 Continue\r\n\r\n");
	assert_int_equal(asked, 0);
	tinyclient_say(&client, "hello");
	expect("POST /now 5 hello");
}

static void
httpd__reads__a_head_of_7_kb(void **state)
{
	struct text request = { 0 };

	(void)state;
	text_add(&request, "POST /now HTTP/1.1\r\nHost: h\r\n"
	    "Content-Length: 5\r\n");
	for (int i = 0; i < 17; i++)
		text_printf(&request, "X-Header-%d: value\r\n", i);
	text_printf(&request, "X-Long: %*d\r\n\r\n",
	    (int)(7168 - request.len - 12), 1);
	assert_int_equal(request.len, 7168);
	text_add(&request, "hello");
	say(request.bytes);
	expect("POST /now 5 hello");
	text_release(&request);
}

static void
httpd__answers_head__without_a_body(void **state)
{
	(void)state;
	say("HEAD /now HTTP/1.1\r\nHost: h\r\n\r\n" GET("/now"));
	expect("GET /now 0 ");
	assert_null(strstr(client.got.bytes, "HEAD /now"));
	assert_non_null(strstr(client.got.bytes, "Content-Length: 12\r\n"));
	say("HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n" GET("/now"));
	expect("GET /now 0 ");
	assert_int_equal(whole, 4);
}

static void
httpd__refuses__a_body_that_is_too_large(void **state)
{
	static const char *const heads[] = {
		"Content-Length: 100001\r\n\r\n",
		"Content-Length: 99999999999999999999\r\n\r\n",
		"Content-Length: 100001\r\nExpect: 100-continue\r\n\r\n",
		"Transfer-Encoding: chunked\r\n\r\n",
	};
	struct text chunks = { 0 };

	(void)state;
	for (int i = 0; i < 200; i++)
		text_printf(&chunks, "400\r\n%1024d\r\n", i);
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		say("POST /now HTTP/1.1\r\nHost: h\r\n");
		tinyclient_say(&client, heads[i]);
		if (!strstr(heads[i], "Expect"))
			tinyclient_say(&client, chunks.bytes);
		expect(" 413 ");
		expect_end(CLIENT_ENDED);
		if (i == 1) /* which MHD finds wrong itself */
			continue;
		expect("Connection: close\r\n");
		expect_body("{\"error\":\"413 the body is larger than 100000"
		    " bytes\"}", true);
	}
	assert_int_equal(asked, 0);
	assert_int_equal(over, 0);
	text_release(&chunks);
}

/* Eight of the largest fit, and what is left of a ninth does not. */
static void
httpd__refuses__too_many_large_bodies_at_once(void **state)
{
	enum { MANY = 9, PIECE = 99000 };
	struct tinyclient many[MANY] = { 0 };
	char *piece = test_malloc(PIECE);

	(void)state;
	memset(piece, 'x', PIECE);
	for (int i = 0; i < MANY; i++) {
		tinyclient_open(&many[i], loop, httpd_port(httpd));
		tinyclient_say(&many[i], "POST /now HTTP/1.1\r\nHost: h\r\n"
		    "Content-Length: 100000\r\n\r\n");
		tinyclient_send(&many[i], piece, PIECE);
		tinyclient_wait(&many[i], "nothing yet", 50);
	}
	assert_true(tinyclient_wait(&many[MANY - 1], " 503 ", 1000));
	for (int i = 0; i < MANY; i++)
		tinyclient_close(&many[i]);
	test_free(piece);
	/* They are forgotten with those who sent them. */
	say("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx");
	expect("POST /now 1 x");
}

static void
httpd__reads__a_body_that_is_just_small_enough(void **state)
{
	struct text body = { 0 };

	(void)state;
	text_printf(&body, "%*d", BODY_MOST, 1);
	say("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n");
	tinyclient_say(&client, body.bytes);
	expect("POST /now 100000 ");
	text_release(&body);
}

static void
httpd__lives_on__after_garbage(void **state)
{
	char garbage[3000];
	int files;

	(void)state;
	srandom(7);
	files = count_files_beside_another();
	for (int i = 0; i < 500; i++) {
		for (size_t j = 0; j < sizeof(garbage); j++)
			garbage[j] = (char)(i % 2 ? random() :
			    "GET /:\r\n 1HTP.\0"[random() % 16]);
		connect_client();
		tinyclient_send(&client, garbage, (size_t)random() %
		    sizeof(garbage));
		if (i % 3)
			loop_run_for(loop, 100);
	}
	say(GET("/now"));
	expect("GET /now 0");
	expect_nothing_open(files);
	assert_int_equal(asked, over);
}

static void
httpd__forgets__half_a_request(void **state)
{
	static const char request[] = "POST /now HTTP/1.1\r\nHost: h\r\n"
	    "Content-Length: 5\r\n\r\nhell";
	int files;

	(void)state;
	files = count_files_beside_another();
	for (size_t len = 0; len < sizeof(request); len++) {
		connect_client();
		tinyclient_send(&client, request, len);
		if (len % 2)
			loop_run_for(loop, 200);
	}
	expect_nothing_open(files);
	assert_int_equal(asked, 0);
	assert_int_equal(over, 0);
}

/* ---- Streams. */

static void
httpd__streams__as_it_is_written(void **state)
{
	int64_t start;

	(void)state;
	start = loop_refresh(loop);
	begin_stream();
	/* The head came alone, and at once. */
	assert_true(loop_refresh(loop) - start < LOOP_MS(AT_ONCE_MS));
	expect("Transfer-Encoding: chunked\r\n");
	write_string("one ");
	write_string("two ");
	assert_int_equal(httpd_waiting(call), 8);
	start = loop_refresh(loop);
	expect("\r\n\r\n8\r\none two \r\n");
	assert_true(loop_refresh(loop) - start < LOOP_MS(AT_ONCE_MS));
	assert_int_equal(taken, 8);
	assert_int_equal(httpd_waiting(call), 0);
	write_string("three");
	httpd_end(call);
	expect("5\r\nthree\r\n0\r\n\r\n");
	wait_over(1);
	assert_int_equal(taken, 13);
	assert_int_equal(whole, 1);
	expect_body("one two three", true);
	assert_int_equal(client.state, CLIENT_OPEN);
	tinyclient_say(&client, GET("/now"));
	expect("GET /now 0");
}

/* To one that does not know chunks; the end is the end of the connection. */
static void
httpd__streams__to_http_1_0(void **state)
{
	int files = count_files_beside_another();

	(void)state;
	say("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
	wait_asked(1);
	write_string("one ");
	expect("one ");
	write_string("two");
	httpd_end(call);
	expect_end(CLIENT_ENDED);
	assert_null(strstr(client.got.bytes, "chunked"));
	expect_body("one two", true);
	wait_over(1);
	assert_int_equal(whole, 1);
	expect_nothing_open(files);
}

static void
httpd__streams__what_was_written_before_the_head_was_out(void **state)
{
	(void)state;
	say(GET("/later"));
	wait_asked(1);
	httpd_stream(call, 503);
	write_string("all");
	httpd_end(call);
	expect("HTTP/1.1 503 ");
	expect("3\r\nall\r\n0\r\n\r\n");
	wait_over(1);
	assert_int_equal(whole, 1);
}

static void
httpd__ends__an_empty_stream(void **state)
{
	(void)state;
	begin_stream();
	httpd_end(call);
	expect("\r\n\r\n0\r\n\r\n");
}

static void
httpd__notices_at_once__that_a_client_leaves(void **state)
{
	static const char *const requests[] = { GET("/later"),
		GET("/stream") };
	int files = count_files_beside_another();

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const struct linger reset = { .l_onoff = i / 2 };

		say(requests[i % 2]);
		wait_asked(i + 1);
		loop_run_for(loop, LOOP_MS(5));
		setsockopt(client.fd, SOL_SOCKET, SO_LINGER, &reset,
		    sizeof(reset));
		tinyclient_close(&client);
		assert_true(wait_over(i + 1) < LOOP_MS(AT_ONCE_MS));
	}
	expect_nothing_open(files);
	assert_int_equal(whole, 0);
}

static void
httpd__notices__that_a_client_leaves_with_bytes_waiting(void **state)
{
	(void)state;
	begin_stream();
	tinyclient_close(&client);
	write_string("nobody");
	wait_over(1);
	assert_int_equal(whole, 0);
}

static void
write_megabytes(struct text *all)
{
	text_printf(all, "%*d", 8000000, 1);
	httpd_write(call, all->bytes, all->len);
}

static void
httpd__waits__for_a_slow_reader(void **state)
{
	struct text all = { 0 }, body = { 0 };

	(void)state;
	begin_stream();
	tinyclient_pause(&client, true);
	write_megabytes(&all);
	loop_run_for(loop, LOOP_MS(20));
	assert_true(taken > 0);
	assert_true(httpd_waiting(call) > 0);
	assert_int_equal(taken + httpd_waiting(call), all.len);
	write_string("end");
	httpd_end(call);
	loop_run_for(loop, LOOP_MS(5));
	assert_int_equal(over, 0);
	tinyclient_pause(&client, false);
	expect("end\r\n0\r\n\r\n");
	wait_over(1);
	assert_int_equal(whole, 1);
	assert_int_equal(taken, all.len + 3);
	text_add(&all, "end");
	assert_true(tinyclient_body(&client, &body));
	assert_int_equal(body.len, all.len);
	assert_memory_equal(body.bytes, all.bytes, all.len);
	text_release(&all);
	text_release(&body);
}

static void
httpd__gives_up__a_reader_that_stands_still(void **state)
{
	struct httpd_options options = usual;
	struct text all = { 0 };
	int64_t us;

	(void)state;
	options.idle_s = 1;
	serve_again(&options);
	begin_stream();
	tinyclient_pause(&client, true);
	write_megabytes(&all);
	us = wait_over(1);
	assert_in_range(us, LOOP_MS(900), LOOP_MS(3000));
	assert_int_equal(whole, 0);
	text_release(&all);
}

/* A stream may be silent for longer than a connection may be idle. */
static void
httpd__closes__what_is_idle(void **state)
{
	struct httpd_options options = usual;

	(void)state;
	options.idle_s = 1;
	serve_again(&options);
	begin_stream();
	tinyclient_open(&other, loop, httpd_port(httpd));
	tinyclient_say(&other, "POST /now HTTP/1.1\r\nHost: h\r\n");
	assert_true(tinyclient_wait_end(&other, SOON_MS));
	loop_run_for(loop, LOOP_MS(1200));
	assert_int_equal(over, 0);
	write_string("still here");
	expect("still here");
}

/* ---- Bad ends. */

static void
httpd__cuts__as_it_is_told(void **state)
{
	static const struct {
		const char *request;
		enum httpd_cut how;
		enum tinyclient_state state;
	} rows[] = {
		{ GET("/stream"), HTTPD_CUT_CLOSE, CLIENT_ENDED },
		{ GET("/stream"), HTTPD_CUT_RESET, CLIENT_RESET },
		{ GET("/later"), HTTPD_CUT_CLOSE, CLIENT_ENDED },
		{ GET("/later"), HTTPD_CUT_RESET, CLIENT_RESET },
	};
	int files = count_files_beside_another();

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		bool streams = i < 2;

		say(rows[i].request);
		wait_asked(i + 1);
		loop_run_for(loop, LOOP_MS(2));
		if (streams)
			write_string("last words");
		httpd_cut(call, rows[i].how);
		expect_end(rows[i].state);
		wait_over(i + 1);
		if (streams)
			expect_body("last words", false);
		else
			assert_int_equal(client.got.len, 0);
	}
	expect_nothing_open(files);
	assert_int_equal(whole, 0);
}

static void
httpd__lies__about_the_length(void **state)
{
	int files = count_files_beside_another();

	(void)state;
	say(GET("/later"));
	wait_asked(1);
	httpd_reply(call, 200, "short", 5, 100);
	expect("Content-Length: 105\r\n");
	expect_end(CLIENT_ENDED);
	expect_body("short", false);
	wait_over(1);
	assert_int_equal(whole, 0);
	expect_nothing_open(files);
}

/* ---- The server. */

static void
httpd__stops_listening__and_goes_on(void **state)
{
	struct httpd_options options = usual;

	(void)state;
	begin_stream();
	options.port = httpd_port(httpd);
	httpd_stop_listening(httpd);
	httpd_stop_listening(httpd);
	write_string("still here");
	expect("still here");
	/* The port is free. */
	serve_again(&options);
	assert_int_equal(httpd_port(httpd), options.port);
	assert_int_equal(over, 1);
}

static void
httpd__closes__with_calls_going_on(void **state)
{
	(void)state;
	begin_stream();
	write_string("unsent");
	tinyclient_open(&other, loop, httpd_port(httpd));
	tinyclient_say(&other, GET("/later"));
	wait_asked(2);
	httpd_write(call, "", 0);
	httpd_close(httpd);
	httpd = NULL;
	assert_int_equal(over, 2);
	assert_int_equal(whole, 0);
	expect_end(CLIENT_ENDED);
	assert_true(tinyclient_wait_end(&other, SOON_MS));
}

static void
httpd__holds__no_more_connections_than_it_may(void **state)
{
	struct httpd_options options = usual;

	(void)state;
	options.connections_most = 1;
	serve_again(&options);
	begin_stream();
	tinyclient_open(&other, loop, httpd_port(httpd));
	tinyclient_say(&other, GET("/now"));
	loop_run_for(loop, LOOP_MS(20));
	assert_int_equal(other.got.len, 0);
	tinyclient_close(&client);
	assert_true(tinyclient_wait(&other, "GET /now 0", SOON_MS));
}

static void
httpd__shares__a_port(void **state)
{
	struct httpd_options options = usual;
	struct httpd *first;

	(void)state;
	options.share_port = true;
	serve_again(&options);
	first = httpd;
	options.port = httpd_port(first);
	serve(&options);
	assert_int_equal(httpd_port(httpd), options.port);
	for (size_t i = 0; i < 20; i++) {
		say(GET("/now"));
		expect("GET /now 0");
	}
	httpd_close(first);
}

static void
httpd__listens__on_ipv6(void **state)
{
	struct httpd_options options = usual;
	struct text error = { 0 };
	struct httpd *six;

	(void)state;
	options.host = "::1";
	six = httpd_open(loop, &options, &handlers, &error);
	if (!six) {
		text_release(&error);
		skip();
	}
	assert_true(httpd_port(six));
	httpd_close(six);
}

static void
httpd__explains__why_it_cannot_listen(void **state)
{
	struct {
		const char *host;
		uint16_t port;
		const char *sentence;
	} rows[] = {
		{ "127.0.0.1", httpd_port(httpd), "it is in use; choose" },
		{ "192.0.2.1", 0, "does not have that address" },
		{ "no host", 80, "an address of this machine" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct httpd_options options = usual;
		struct text error = { 0 };
		char begin[80];

		options.host = rows[i].host;
		options.port = rows[i].port;
		snprintf(begin, sizeof(begin), "cannot listen on %s, port %d",
		    rows[i].host, rows[i].port);
		assert_null(httpd_open(loop, &options, &handlers, &error));
		assert_non_null(strstr(error.bytes, begin));
		assert_non_null(strstr(error.bytes, rows[i].sentence));
		text_release(&error);
	}
}

static void
httpd__raises__the_number_of_open_files(void **state)
{
	struct rlimit limit;

	(void)state;
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max / 2;
	setrlimit(RLIMIT_NOFILE, &limit);
	serve_again(&usual);
	getrlimit(RLIMIT_NOFILE, &limit);
	assert_true(limit.rlim_cur == limit.rlim_max);
}

/* ---- Many. */

enum { MANY = 200 };

/* Each turn may be long when many stream: who comes cannot wait for dozens. */
static void
httpd__accepts__many_in_a_few_turns(void **state)
{
	static struct tinyclient clients[MANY];

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		tinyclient_open(&clients[i], loop, httpd_port(httpd));
		tinyclient_say(&clients[i], GET("/stream"));
	}
	for (int turn = 0; turn < 5; turn++)
		loop_run_for(loop, 0);
	assert_int_equal(asked, MANY);
	for (size_t i = 0; i < MANY; i++)
		tinyclient_close(&clients[i]);
}

static void
httpd__streams__to_many(void **state)
{
	static struct tinyclient clients[MANY];
	static struct httpd_call *calls[MANY];

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		tinyclient_open(&clients[i], loop, httpd_port(httpd));
		tinyclient_say(&clients[i], GET("/stream"));
		wait_asked(i + 1);
		calls[i] = call;
	}
	for (int round = 0; round < 5; round++) {
		for (size_t i = 0; i < MANY; i++)
			httpd_write(calls[i], "token ", 6);
		loop_run_for(loop, LOOP_MS(1));
	}
	for (size_t i = 0; i < MANY; i++)
		if (i % 2)
			httpd_end(calls[i]);
		else
			tinyclient_close(&clients[i]);
	wait_over(MANY);
	assert_int_equal(whole, MANY / 2);
	for (size_t i = 1; i < MANY; i += 2) {
		struct text body = { 0 };

		assert_true(tinyclient_wait(&clients[i], "\r\n0\r\n",
		    SOON_MS));
		assert_true(tinyclient_body(&clients[i], &body));
		assert_string_equal(body.bytes,
		    "token token token token token ");
		text_release(&body);
		tinyclient_close(&clients[i]);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(httpd__reads__requests),
		TEST(httpd__tells__what_a_request_says),
		TEST(httpd__reads__a_request_cut_at_every_byte),
		TEST(httpd__answers_in_order__pipelined_requests),
		TEST(httpd__says__continue),
		TEST(httpd__reads__a_head_of_7_kb),
		TEST(httpd__answers_head__without_a_body),
		TEST(httpd__refuses__a_body_that_is_too_large),
		TEST(httpd__refuses__too_many_large_bodies_at_once),
		TEST(httpd__reads__a_body_that_is_just_small_enough),
		TEST(httpd__lives_on__after_garbage),
		TEST(httpd__forgets__half_a_request),
		TEST(httpd__streams__as_it_is_written),
		TEST(httpd__streams__to_http_1_0),
		TEST(httpd__streams__what_was_written_before_the_head_was_out),
		TEST(httpd__ends__an_empty_stream),
		TEST(httpd__notices_at_once__that_a_client_leaves),
		TEST(httpd__notices__that_a_client_leaves_with_bytes_waiting),
		TEST(httpd__waits__for_a_slow_reader),
		TEST(httpd__gives_up__a_reader_that_stands_still),
		TEST(httpd__closes__what_is_idle),
		TEST(httpd__cuts__as_it_is_told),
		TEST(httpd__lies__about_the_length),
		TEST(httpd__stops_listening__and_goes_on),
		TEST(httpd__closes__with_calls_going_on),
		TEST(httpd__holds__no_more_connections_than_it_may),
		TEST(httpd__shares__a_port),
		TEST(httpd__listens__on_ipv6),
		TEST(httpd__explains__why_it_cannot_listen),
		TEST(httpd__raises__the_number_of_open_files),
		TEST(httpd__accepts__many_in_a_few_turns),
		TEST(httpd__streams__to_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
