/* exchange.c: one request that is being served.
 *
 * An engine answers it, or one for each choice. Their events become bytes in
 * reply_stream.c, and httpd.c sends those. The head goes out with the first of
 * them, so that what fails before has a status of its own; the echo engine does
 * not fail, and its head goes out at once.
 *
 * An exchange ends with its call: when all is out, when the client has left, or
 * when a fault cut it. */
#include "exchange.h"

#include <inttypes.h>
#include <stdlib.h>

#include "reply_parts.h"
#include "show.h"
#include "xalloc.h"

enum {
	/* Bytes that wait for a slow client when its engines stop, and when they
	 * go on. */
	WAITING_MOST = 16 * 1024,
	WAITING_FEW = 4 * 1024,
	TRICKLE_US = 2000, /* between two bytes */
	HTTP_BAD_GATEWAY = 502,
};

static int64_t
now(const struct exchange *exchange)
{
	return loop_now(exchange->server->loop);
}

/* ---- What is kept of it. */

static const char *
finish_reason(const struct exchange *exchange)
{
	return exchange->reply->end.finish_reason;
}

static enum metrics_finish
finish_of(const struct exchange *exchange)
{
	switch (exchange->reply->end.state) {
	case MESSAGE_FINISHED:
		return metrics_finish_of(finish_reason(exchange));
	case MESSAGE_CANCELLED:
	case MESSAGE_STREAMING:
		return FINISH_CANCELLED;
	case MESSAGE_TRUNCATED:
	case MESSAGE_FAILED:
		break;
	}
	return FINISH_ERROR;
}

static void
keep_record(struct exchange *exchange)
{
	struct service *service = exchange->server->service;
	struct text line = { 0 };
	enum trace_result result = serve_record_end(exchange->record,
	    exchange->reply->end.state, exchange->tracker.tokens > 0,
	    now(exchange), &line);

	if (result == TRACE_RECORD && service->records)
		trace_sink_add(service->records, &line);
	if (result == TRACE_SKIPPED) {
		struct text sentence = { 0 };

		text_printf(&sentence, "no trace record of request %s: %s",
		    exchange->form.id, text_string(&line));
		show_warn(service->show, text_string(&sentence));
		text_release(&sentence);
	}
	text_release(&line);
}

/* All engines are done, or not needed any more. */
void
exchange_end_reply(struct exchange *exchange)
{
	struct server *server = exchange->server;
	int64_t prompt = exchange->reply->usage.prompt_tokens;

	tracker_finish(&exchange->tracker, now(exchange));
	atomic_fetch_sub(&server->service->streams, 1);
	metrics_stream(server->metrics, -1);
	metrics_finish(server->metrics, finish_of(exchange));
	metrics_tokens(server->metrics, prompt > 0 ? (uint64_t)prompt : 0, 0);
	keep_record(exchange);
}

static void
count_tokens(struct answering *answering, const struct engine_event *event)
{
	struct exchange *exchange = answering->exchange;
	struct metrics *metrics = exchange->server->metrics;
	bool first = exchange->tracker.tokens == 0;

	if (!event->tokens)
		return;
	tracker_tokens(&exchange->tracker, event->tokens, now(exchange));
	metrics_tokens(metrics, 0, event->tokens);
	if (first)
		metrics_ttft(metrics, tracker_ttft(&exchange->tracker));
	if (answering->last_at)
		metrics_itl(metrics, now(exchange) - answering->last_at);
	answering->last_at = now(exchange);
	if (event->due_at && !exchange->oldest_due)
		exchange->oldest_due = event->due_at;
	show_tokens(exchange->server->service->show, exchange);
}

/* ---- Writing. */

static void
count_request(struct exchange *exchange)
{
	bool chat = exchange->form.endpoint == ENDPOINT_CHAT;

	metrics_request(exchange->server->metrics,
	    chat ? ROUTE_CHAT : ROUTE_COMPLETIONS, exchange->head.status);
}

void
exchange_settle_head(struct exchange *exchange)
{
	struct httpd_call *call = exchange->call;
	const struct reply_head *head = &exchange->head;

	count_request(exchange);
	if (head->content_type)
		httpd_add_header(call, "Content-Type", head->content_type);
	if (head->content_encoding)
		httpd_add_header(call, "Content-Encoding",
		    head->content_encoding);
	if (head->retry_after)
		httpd_add_header(call, "Retry-After", head->retry_after);
	if (exchange->asked.stream)
		httpd_add_header(call, "Cache-Control", "no-cache");
}

void
exchange_send_head(struct exchange *exchange)
{
	if (exchange->phase != EXCHANGE_WAITING || !exchange->asked.stream)
		return;
	exchange->phase = EXCHANGE_STREAMING;
	exchange_settle_head(exchange);
	httpd_stream(exchange->call, exchange->head.status);
}

static void
write_now(struct exchange *exchange, const char *bytes, size_t len)
{
	exchange->written += len;
	httpd_write(exchange->call, bytes, len);
}

static void
pause_engines(struct exchange *exchange, bool paused)
{
	if (exchange->paused == paused)
		return;
	exchange->paused = paused;
	for (size_t i = 0; i < exchange->count; i++)
		if (exchange->answers[i].engine)
			engine_pause(exchange->answers[i].engine, paused);
}

static void
on_trickle(void *data)
{
	struct exchange *exchange = data;
	const struct text *trickle = &exchange->trickle;

	if (exchange->trickled < trickle->len)
		write_now(exchange, trickle->bytes + exchange->trickled++, 1);
	if (exchange->trickled < trickle->len)
		loop_timer_set(exchange->server->loop,
		    &exchange->trickle_timer, now(exchange) + TRICKLE_US);
	else if (exchange->phase == EXCHANGE_WRITTEN)
		httpd_end(exchange->call);
}

/* Everything behind the first byte that trickles has to wait for it. */
static void
write_slowly(struct exchange *exchange, const struct text *bytes)
{
	text_append(&exchange->trickle, bytes->bytes, bytes->len);
	if (!exchange->trickle_timer.slot)
		loop_timer_set(exchange->server->loop,
		    &exchange->trickle_timer, now(exchange) + TRICKLE_US);
}

static void
write_bytes(struct exchange *exchange, const struct text *bytes,
    enum reply_then then)
{
	if (bytes->len && (exchange->trickle.len || then == REPLY_TRICKLE))
		write_slowly(exchange, bytes);
	else if (bytes->len)
		write_now(exchange, bytes->bytes, bytes->len);
	if (httpd_waiting(exchange->call) + exchange->trickle.len -
	    exchange->trickled > WAITING_MOST)
		pause_engines(exchange, true);
}

static void
do_then(struct exchange *exchange, enum reply_then then)
{
	switch (then) {
	case REPLY_GO_ON:
	case REPLY_TRICKLE:
		break;
	case REPLY_END:
		exchange->phase = EXCHANGE_WRITTEN;
		if (exchange->trickled == exchange->trickle.len)
			httpd_end(exchange->call);
		break;
	case REPLY_STALL:
		exchange->phase = EXCHANGE_SILENT;
		break;
	case REPLY_CLOSE:
	case REPLY_RESET:
		exchange->phase = EXCHANGE_SILENT;
		httpd_cut(exchange->call, then == REPLY_RESET
			? HTTPD_CUT_RESET : HTTPD_CUT_CLOSE);
		break;
	}
}

static bool
brings_something(const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_TEXT:
	case ENGINE_REASONING:
	case ENGINE_REFUSAL:
	case ENGINE_TOOL_CALL:
	case ENGINE_CHOICE:
	case ENGINE_ANSWERED:
	case ENGINE_USAGE: /* of a reply whose text is empty */
		return true;
	default:
		return engine_event_is_last(event);
	}
}

static void
write_event(struct answering *answering, const struct engine_event *event)
{
	struct exchange *exchange = answering->exchange;
	struct text *out = &exchange->server->scratch;
	enum reply_then then;

	text_clear(out);
	if (!exchange->begun && brings_something(event)) {
		exchange_send_head(exchange);
		exchange->begun = true;
		if (exchange->asked.stream)
			reply_stream_begin(exchange->stream, out);
		else
			reply_stream_collect(exchange->stream);
	}
	then = reply_stream_event(exchange->stream, answering->number, event,
	    out);
	if (exchange->phase != EXCHANGE_STREAMING)
		return;
	write_bytes(exchange, out, then);
	do_then(exchange, then);
}

/* ---- The end of the reply. */

static void
add_retry_after(struct exchange *exchange, int64_t seconds)
{
	struct text value = { 0 };

	text_printf(&value, "%" PRId64, seconds);
	httpd_add_header(exchange->call, "Retry-After", value.bytes);
	text_release(&value);
}

/* What a client should know of an engine that failed before its reply began. */
static void
refuse_failure(struct exchange *exchange, const struct ending *end)
{
	struct api_error error = { .status = end->status >= 400 ? end->status
		: HTTP_BAD_GATEWAY };

	error.type = error.status < 500 ? "invalid_request_error"
	                                : "server_error";
	text_add(&error.message, end->error ? end->error
		: "the engine gave no reply");
	if (end->retry_after_s)
		add_retry_after(exchange, end->retry_after_s);
	exchange->phase = EXCHANGE_WRITTEN;
	routes_refuse(exchange->server, exchange->call, &error);
}

static void
write_whole(struct exchange *exchange)
{
	struct text *out = &exchange->server->scratch;

	exchange->phase = EXCHANGE_WRITTEN;
	text_clear(out);
	reply_stream_whole(exchange->stream, out);
	exchange_settle_head(exchange);
	httpd_reply(exchange->call, exchange->head.status, out->bytes,
	    out->len, exchange->head.lie);
	journal_taken(&exchange->journal, UINT64_MAX,
	    now(exchange) - exchange->tracker.started_at);
}

/* The end of a stream was written with its last event. */
static void
end_writing(struct exchange *exchange, const struct ending *last)
{
	if (exchange->phase != EXCHANGE_WAITING)
		return;
	if (last->state == MESSAGE_FAILED)
		refuse_failure(exchange, last);
	else
		write_whole(exchange);
}

/* ---- Events of an engine. */

static void
keep_end(struct answering *answering, const struct engine_event *event)
{
	struct exchange *exchange = answering->exchange;
	static const struct ending cancelled = { .state = MESSAGE_CANCELLED };

	if (answering->number == 0)
		conversation_finish(&exchange->asked.conversation,
		    exchange->reply, event->end ? event->end : &cancelled);
	server_give_engine(exchange->server, answering->engine);
	answering->engine = NULL;
	exchange->left--;
}

static bool
fails_before_all(const struct exchange *exchange,
    const struct engine_event *event)
{
	return event->kind == ENGINE_FAILED && !exchange->begun &&
	    exchange->phase == EXCHANGE_WAITING;
}

void
exchange_event(void *data, const struct engine_event *event)
{
	struct answering *answering = data;
	struct exchange *exchange = answering->exchange;
	bool last = engine_event_is_last(event);

	count_tokens(answering, event);
	if (event->kind == ENGINE_TOKEN_IDS)
		serve_record_ids(exchange->record, event);
	else if (answering->number == 0)
		reply_take(exchange->reply, event);
	if (exchange->phase <= EXCHANGE_STREAMING &&
	    !fails_before_all(exchange, event))
		write_event(answering, event);
	journal_event(&exchange->journal, answering->number, event,
	    exchange->tracker.started_at, now(exchange),
	    exchange->written);
	if (!last)
		return;
	keep_end(answering, event);
	if (exchange->left)
		return;
	end_writing(exchange, event->end ? event->end : &exchange->reply->end);
	exchange_end_reply(exchange);
}

/* ---- The end of the call. */

static void
on_taken(struct client *client, uint64_t bytes)
{
	struct exchange *exchange = (struct exchange *)client;
	struct loop *loop = exchange->server->loop;

	if (exchange->oldest_due) {
		metrics_pacing(exchange->server->metrics,
		    loop_refresh(loop) - exchange->oldest_due);
		exchange->oldest_due = 0;
	}
	journal_taken(&exchange->journal, bytes,
	    loop_now(loop) - exchange->tracker.started_at);
	if (httpd_waiting(exchange->call) < WAITING_FEW)
		pause_engines(exchange, false);
}

static void
give_up_engines(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++) {
		struct answering *answering = &exchange->answers[i];

		if (answering->engine)
			server_give_engine(exchange->server,
			    answering->engine);
		answering->engine = NULL;
	}
	exchange->left = 0;
}

static void
unlink_exchange(struct exchange *exchange)
{
	if (exchange->previous)
		exchange->previous->next = exchange->next;
	else
		exchange->server->exchanges = exchange->next;
	if (exchange->next)
		exchange->next->previous = exchange->previous;
}

void
exchange_free(struct exchange *exchange)
{
	loop_timer_stop(exchange->server->loop, &exchange->trickle_timer);
	for (size_t i = 0; i < exchange->count; i++)
		request_release(&exchange->answers[i].request);
	reply_stream_free(exchange->stream);
	serve_record_free(exchange->record);
	journal_release(&exchange->journal);
	text_release(&exchange->trickle);
	asked_release(&exchange->asked);
	free(exchange->answers);
	free(exchange);
}

static void
keep_journal(struct exchange *exchange)
{
	struct text line = { 0 };

	if (!exchange->journal.on)
		return;
	journal_print(exchange, &line);
	trace_sink_add(exchange->server->service->journal, &line);
}

static void
on_over(struct client *client, bool whole)
{
	struct exchange *exchange = (struct exchange *)client;
	struct service *service = exchange->server->service;
	bool cut = exchange->phase == EXCHANGE_SILENT;

	exchange->left_early = !whole && !cut;
	if (exchange->left_early) {
		metrics_client_left(exchange->server->metrics);
		exchange->journal.left_at =
		    now(exchange) - exchange->tracker.started_at;
	}
	if (exchange->left) {
		give_up_engines(exchange);
		exchange->reply->end.state = MESSAGE_CANCELLED;
		exchange_end_reply(exchange);
	}
	keep_journal(exchange);
	show_over(service->show, exchange);
	unlink_exchange(exchange);
	server_exchange_over(exchange->server);
	exchange_free(exchange);
}

void
exchange_init(struct exchange *exchange, struct server *server,
    struct httpd_call *call)
{
	exchange->client = (struct client){ on_taken, on_over };
	exchange->server = server;
	exchange->call = call;
	exchange->trickle_timer =
	    (struct timer){ .fn = on_trickle, .data = exchange };
}
