/* http.c: requests on the loop, with curl's multi interface.
 *
 * It knows nothing of what is asked or answered. curl must not be entered again
 * from one of its own callbacks, and our handlers run in there: what they ask
 * for is noted then, and done by settle(). */
#include "http.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>

#include "../src/xalloc.h"
#include "curlerror.h"
#include "curlsetup.h"

enum { HEAD_MAX = 256 * 1024 };

enum stage {
	STAGE_NEW,        /* curl does not have it yet */
	STAGE_CONNECTING,
	STAGE_SENT,       /* or being sent */
	STAGE_ANSWERED,   /* the head was handed over */
	STAGE_GONE,       /* cancelled or ended: no handler is called */
};

struct http_transfer {
	struct http *http;
	struct http_transfer *next;
	struct http_handlers handlers;
	enum stage stage;
	CURL *easy;
	struct curl_slist *headers;
	char *peer;       /* "host:port" for sentences; "" if there is none */
	bool by_proxy;
	curl_socket_t fd; /* the one that curl watched last */
	int64_t connect_timeout_ms;
	int64_t idle_timeout_ms;
	struct timer idle;
	bool paused; /* by our caller */
	bool held;   /* by curl, until it is told to go on */
	struct text head;
	size_t head_bytes; /* interim heads and trailers, too */
	char problem[CURL_ERROR_SIZE];
};

struct http {
	struct loop *loop;
	CURLM *multi;
	struct timer timer;  /* curl's only one */
	struct timer settle;
	struct http_transfer *transfers;
	bool inside; /* curl is running */
};

/* ---- Ends. */

/* Closes the connection. */
static void
take_from_curl(struct http_transfer *transfer)
{
	struct http *http = transfer->http;
	struct http_transfer **link = &http->transfers;

	assert(!http->inside);
	while (*link != transfer)
		link = &(*link)->next;
	*link = transfer->next;
	loop_timer_stop(http->loop, &transfer->idle);
	curl_multi_remove_handle(http->multi, transfer->easy);
	curl_easy_cleanup(transfer->easy);
	transfer->stage = STAGE_GONE;
}

static void
free_transfer(struct http_transfer *transfer)
{
	curl_slist_free_all(transfer->headers);
	text_release(&transfer->head);
	free(transfer->peer);
	free(transfer);
}

/* The connection is closed when the handler is called. */
static void
finish(struct http_transfer *transfer, enum http_end end, const char *sentence)
{
	take_from_curl(transfer);
	transfer->handlers.on_end(transfer->handlers.data, end, sentence);
	free_transfer(transfer);
}

static void
say(const struct http_transfer *transfer, CURLcode code, enum http_end end,
    struct text *out)
{
	if (transfer->head_bytes > HEAD_MAX)
		text_printf(out, "%s sends a head of more than %d KB",
		    transfer->peer, HEAD_MAX / 1024);
	else if (code == CURLE_OPERATION_TIMEDOUT)
		text_printf(out, "cannot connect to %s: no answer in %g s",
		    transfer->peer,
		    (double)transfer->connect_timeout_ms / 1000);
	else
		curlerror_say(out, transfer->easy, code, end, transfer->peer,
		    transfer->problem);
	if (code == CURLE_COULDNT_CONNECT && transfer->by_proxy)
		text_add(out, " (through the proxy)");
}

static void
finish_by_code(struct http_transfer *transfer, CURLcode code)
{
	bool answered = transfer->stage == STAGE_ANSWERED;
	enum http_end end = curlerror_end(transfer->easy, code, answered);
	struct text sentence = { 0 };

	if (end != HTTP_CLEAN)
		say(transfer, code, end, &sentence);
	finish(transfer, end, text_string(&sentence));
	text_release(&sentence);
}

static void
on_idle(void *data)
{
	struct http_transfer *transfer = data;
	struct text sentence = { 0 };

	text_printf(&sentence, "%s sent nothing for %g s", transfer->peer,
	    (double)transfer->idle_timeout_ms / 1000);
	finish(transfer, HTTP_STALLED, text_string(&sentence));
	text_release(&sentence);
}

/* Counts the idle time from now on. */
static void
restart_idle(struct http_transfer *transfer)
{
	struct loop *loop = transfer->http->loop;

	if (transfer->stage != STAGE_SENT && transfer->stage != STAGE_ANSWERED)
		return;
	if (!transfer->paused && transfer->idle_timeout_ms > 0)
		loop_timer_set(loop, &transfer->idle,
		    loop_now(loop) + LOOP_MS(transfer->idle_timeout_ms));
}

/* ---- curl's callbacks. */

static struct http_transfer *
transfer_of(CURL *easy)
{
	char *transfer = NULL;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
	return (struct http_transfer *)(void *)transfer;
}

static int
on_connected(void *data, char *ip, char *local_ip, int port, int local_port)
{
	struct http_transfer *transfer = data;

	(void)ip, (void)local_ip, (void)port, (void)local_port;
	if (transfer->stage == STAGE_GONE)
		return CURL_PREREQFUNC_ABORT;
	transfer->stage = STAGE_SENT;
	restart_idle(transfer);
	return CURL_PREREQFUNC_OK;
}

static void
hand_over_head(struct http_transfer *transfer, int status)
{
	const char *raw = text_string(&transfer->head);
	char *type = http_header_value(raw, "Content-Type");
	char *coding = http_header_value(raw, "Content-Encoding");
	char *retry = http_header_value(raw, "Retry-After");
	char *location = http_header_value(raw, "Location");
	long connects = 1;
	curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connects);

	struct http_head head = { status, type, coding, retry, location, raw,
		.reused = !connects };

	transfer->stage = STAGE_ANSWERED;
	transfer->handlers.on_head(transfer->handlers.data, &head);
	free(type);
	free(coding);
	free(retry);
	free(location);
}

/* A line of a head, or of what trails the body. Any other return than len ends
 * the transfer. */
static size_t
on_head_line(char *bytes, size_t one, size_t len, void *data)
{
	struct http_transfer *transfer = data;
	long status = 0;

	(void)one;
	transfer->head_bytes += len;
	if (transfer->stage == STAGE_GONE || transfer->head_bytes > HEAD_MAX)
		return 0;
	if (transfer->stage == STAGE_ANSWERED)
		return len;
	text_append(&transfer->head, bytes, len);
	if (*bytes != '\r' && *bytes != '\n')
		return len;
	curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
	if (status >= 200)
		hand_over_head(transfer, (int)status);
	else
		text_clear(&transfer->head);
	return transfer->stage == STAGE_GONE ? 0 : len;
}

static size_t
on_body_piece(char *bytes, size_t one, size_t len, void *data)
{
	struct http_transfer *transfer = data;

	(void)one;
	if (transfer->stage != STAGE_ANSWERED)
		return 0;
	if (transfer->paused) {
		transfer->held = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	transfer->handlers.on_body(transfer->handlers.data, bytes, len);
	return transfer->stage == STAGE_GONE ? 0 : len;
}

static void
finish_done(struct http *http)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(http->multi, &left))) {
		struct http_transfer *transfer =
		    transfer_of(message->easy_handle);

		if (message->msg == CURLMSG_DONE &&
		    transfer->stage != STAGE_GONE)
			finish_by_code(transfer, message->data.result);
	}
}

static void
run_curl(struct http *http, curl_socket_t fd, int ready)
{
	int running;

	http->inside = true;
	curl_multi_socket_action(http->multi, fd, ready, &running);
	http->inside = false;
	finish_done(http);
}

static void
on_ready(void *data, int fd, unsigned ready)
{
	struct http *http = data;

	/* Any byte counts: also those of framing, and those that we send. */
	for (struct http_transfer *t = http->transfers; t; t = t->next)
		if (t->fd == fd)
			restart_idle(t);
	run_curl(http, fd, (ready & LOOP_READ ? CURL_CSELECT_IN : 0) |
	    (ready & LOOP_WRITE ? CURL_CSELECT_OUT : 0));
}

static int
on_socket(CURL *easy, curl_socket_t fd, int what, void *data, void *unused)
{
	struct http *http = data;
	struct http_transfer *transfer;

	(void)unused;
	if (what == CURL_POLL_REMOVE) {
		loop_unwatch(http->loop, fd);
		return 0;
	}
	/* curl has handles of its own, without a transfer. */
	transfer = transfer_of(easy);
	if (transfer)
		transfer->fd = fd;
	loop_watch(http->loop, fd, (what & CURL_POLL_IN ? LOOP_READ : 0U) |
	    (what & CURL_POLL_OUT ? LOOP_WRITE : 0U), on_ready, http);
	return 0;
}

static int
on_timer_change(CURLM *multi, long ms, void *data)
{
	struct http *http = data;

	(void)multi;
	if (ms < 0)
		loop_timer_stop(http->loop, &http->timer);
	else
		loop_timer_set(http->loop, &http->timer,
		    loop_now(http->loop) + LOOP_MS(ms));
	return 0;
}

static void
on_timer(void *data)
{
	run_curl(data, CURL_SOCKET_TIMEOUT, 0);
}

/* ---- What was asked for while curl was running. */

static void
give_to_curl(struct http_transfer *transfer)
{
	transfer->stage = STAGE_CONNECTING;
	curl_multi_add_handle(transfer->http->multi, transfer->easy);
}

/* curl may hand out at once what it kept back. */
static void
resume(struct http_transfer *transfer)
{
	struct http *http = transfer->http;

	transfer->held = false;
	restart_idle(transfer);
	http->inside = true;
	curl_easy_pause(transfer->easy, CURLPAUSE_CONT);
	http->inside = false;
}

static void
settle(void *data)
{
	struct http *http = data;
	struct http_transfer *next;

	for (struct http_transfer *t = http->transfers; t; t = next) {
		next = t->next;
		if (t->stage == STAGE_GONE) {
			take_from_curl(t);
			free_transfer(t);
		} else if (t->stage == STAGE_NEW)
			give_to_curl(t);
		else if (t->held && !t->paused)
			resume(t);
	}
}

static void
settle_soon(struct http *http)
{
	loop_timer_set(http->loop, &http->settle, loop_now(http->loop));
}

/* ---- Requests. */

static void
set_callbacks(struct http_transfer *transfer)
{
	CURL *easy = transfer->easy;

	curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->problem);
	curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_connected);
	curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_head_line);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body_piece);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
}

struct http_transfer *
http_start(struct http *http, const struct http_request *request,
    const struct http_handlers *handlers)
{
	struct http_transfer *transfer = xcalloc(1, sizeof(*transfer));

	*transfer = (struct http_transfer){
		.http = http,
		.next = http->transfers,
		.handlers = *handlers,
		.easy = curl_easy_init(),
		.peer = curlsetup_peer(request->url),
		.by_proxy = request->proxy && *request->proxy,
		.fd = CURL_SOCKET_BAD,
		.connect_timeout_ms = request->connect_timeout_ms,
		.idle_timeout_ms = request->idle_timeout_ms,
		.idle = { .fn = on_idle, .data = transfer },
	};
	http->transfers = transfer;
	set_callbacks(transfer);
	transfer->headers = curlsetup_request(transfer->easy, request);
	/* An empty address makes curl fail, from the loop. */
	curl_easy_setopt(transfer->easy, CURLOPT_URL,
	    *transfer->peer ? request->url : "");
	if (http->inside)
		settle_soon(http);
	else
		give_to_curl(transfer);
	return transfer;
}

void
http_cancel(struct http_transfer *transfer)
{
	struct http *http = transfer->http;

	if (transfer->stage == STAGE_GONE)
		return;
	if (!http->inside) {
		take_from_curl(transfer);
		free_transfer(transfer);
		return;
	}
	transfer->stage = STAGE_GONE;
	loop_timer_stop(http->loop, &transfer->idle);
	settle_soon(http);
}

void
http_pause(struct http_transfer *transfer, bool paused)
{
	struct http *http = transfer->http;

	if (transfer->stage == STAGE_GONE)
		return;
	transfer->paused = paused;
	if (!paused) {
		restart_idle(transfer);
		settle_soon(http);
		return;
	}
	loop_timer_stop(http->loop, &transfer->idle);
	/* Within curl, the next piece of the body is refused instead. */
	if (!http->inside && !transfer->held) {
		transfer->held = true;
		curl_easy_pause(transfer->easy, CURLPAUSE_RECV);
	}
}

struct http *
http_new(struct loop *loop)
{
	static bool ready;
	struct http *http = xcalloc(1, sizeof(*http));

	/* The first is made before there are other threads. */
	if (!ready) {
		curl_global_init(CURL_GLOBAL_DEFAULT);
		ready = true;
	}
	http->loop = loop;
	http->timer = (struct timer){ .fn = on_timer, .data = http };
	http->settle = (struct timer){ .fn = settle, .data = http };
	http->multi = curl_multi_init();
	curl_multi_setopt(http->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(http->multi, CURLMOPT_SOCKETDATA, http);
	curl_multi_setopt(http->multi, CURLMOPT_TIMERFUNCTION, on_timer_change);
	curl_multi_setopt(http->multi, CURLMOPT_TIMERDATA, http);
	return http;
}

void
http_free(struct http *http)
{
	if (!http)
		return;
	/* Also those that are over and wait to be let go. */
	while (http->transfers) {
		struct http_transfer *transfer = http->transfers;

		take_from_curl(transfer);
		free_transfer(transfer);
	}
	curl_multi_cleanup(http->multi);
	loop_timer_stop(http->loop, &http->timer);
	loop_timer_stop(http->loop, &http->settle);
	free(http);
}
