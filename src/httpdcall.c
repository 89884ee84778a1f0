/* httpdcall.c: one call of the HTTP server: its request, and its reply.
 *
 * MHD itself answers, with a page of HTML, what it cannot parse: a request
 * line, a header or a chunk that is broken, a head that is too large (413, 414,
 * 431), a version other than HTTP/1 (505). All else is up to the handlers. */
#include "httpd.h"

#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "httpdstate.h"

/* Of a reply that lies: what MHD asks for at once. */
enum { BLOCK_SIZE = 16 * 1024 };

/* ---- The request. */

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

/* Past MHD, which cannot answer in the middle of a request. */
static enum MHD_Result
refuse(struct httpd_call *call, int status, const char *sentence)
{
	const struct httpd_handlers *handlers = &call->httpd->handlers;
	struct text body = { 0 }, reply = { 0 };

	handlers->error_body(handlers->data, status, sentence, &body);
	text_printf(&reply, "HTTP/1.1 %d %s\r\n"
	    "Content-Type: application/json\r\nContent-Length: %zu\r\n"
	    "Connection: close\r\n\r\n%s", status,
	    MHD_get_reason_phrase_for((unsigned)status), body.len,
	    text_string(&body));
	/* Nothing else is on its way, so the kernel takes all of it. */
	send(call->client->fd, reply.bytes, reply.len,
	    MSG_NOSIGNAL | MSG_DONTWAIT);
	call->phase = REFUSED;
	text_release(&body);
	text_release(&reply);
	return MHD_NO;
}

static enum MHD_Result
refuse_size(struct httpd_call *call)
{
	char sentence[80];

	snprintf(sentence, sizeof(sentence),
	    "the body is larger than %zu bytes",
	    call->httpd->options.body_most);
	return refuse(call, MHD_HTTP_CONTENT_TOO_LARGE, sentence);
}

static enum MHD_Result
take_head(struct httpd_call *call)
{
	const char *length = httpd_header(call, "Content-Length");

	if (length && strtoull(length, NULL, 10) >
	    call->httpd->options.body_most)
		return refuse_size(call);
	return MHD_YES;
}

static enum MHD_Result
take_piece(struct httpd_call *call, const char *bytes, size_t *len)
{
	struct httpd *httpd = call->httpd;

	if (*len > httpd->options.body_most - call->body.len)
		return refuse_size(call);
	/* Each may be of that size, but not all at once. */
	if (httpd->receiving > BODIES_MOST * httpd->options.body_most)
		return refuse(call, MHD_HTTP_SERVICE_UNAVAILABLE,
		    "too many large bodies are being received; try again");
	httpd->receiving += *len;
	text_append(&call->body, bytes, *len);
	*len = 0;
	return MHD_YES;
}

static enum MHD_Result
ask(struct httpd_call *call)
{
	const struct httpd_handlers *handlers = &call->httpd->handlers;

	call->phase = ASKED;
	call->httpd->receiving -= call->body.len;
	handlers->on_request(handlers->data, call);
	if (call->ending == CLOSES || call->ending == RESETS)
		return call->phase == ASKED ? MHD_NO : MHD_YES;
	if (call->phase == ASKED)
		httpd_suspend(call);
	return MHD_YES;
}

/* MHD calls it with the head, with each piece of the body, at the end, and
 * again when a call was resumed that has no reply. */
enum MHD_Result
httpd_on_access(void *data, struct MHD_Connection *connection, const char *path,
    const char *method, const char *version, const char *bytes, size_t *len,
    void **context)
{
	struct httpd_call *call = *context;

	if (!call) {
		*context = call = httpd_call_new(data, connection);
		call->method = method;
		call->path = path;
		print_peer(call);
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
		httpd_resume(call);
}

/* When a reader ends the connection, MHD 0.9.75 forgets to close its socket. It
 * finds it when it looks for those who are idle: in each run at all that have
 * a timeout of their own, else at the oldest only. So this one gets its own. */
static ssize_t
end_connection(struct httpd_call *call, ssize_t how)
{
	MHD_set_connection_option(call->connection,
	    MHD_CONNECTION_OPTION_TIMEOUT, call->httpd->options.idle_s + 1);
	call->httpd->must_run = true;
	return how;
}

/* Of a reply that is shorter than it says. */
static ssize_t
on_short_reader(void *data, uint64_t position, char *bytes, size_t most)
{
	struct httpd_call *call = data;
	const struct text *reply = &call->out.waiting;
	size_t left = reply->len - (size_t)position;

	if (!left)
		return end_connection(call, MHD_CONTENT_READER_END_WITH_ERROR);
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
	if (call->phase == RETURNED && call->ending == ENDS)
		return call->out.bare ?
		    end_connection(call, MHD_CONTENT_READER_END_OF_STREAM) :
		    MHD_CONTENT_READER_END_OF_STREAM;
	if (call->phase == RETURNED || call->ending == LEFT)
		return end_connection(call, MHD_CONTENT_READER_END_WITH_ERROR);
	/* Whatever MHD has told the kernel about more that follows: the head,
	 * and each token after it, goes out at once. */
	setsockopt(call->client->fd, IPPROTO_TCP, TCP_NODELAY, &on,
	    sizeof(on));
	call->phase = STREAMING;
	httpd_suspend(call);
	if (call->out.waiting.len || call->ending != GOES_ON)
		httpd_set_due(call);
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
	httpd_set_due(call);
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
	httpd_set_due(call);
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
		httpd_reset_socket(call);
	if (call->suspended)
		httpd_resume(call);
}
