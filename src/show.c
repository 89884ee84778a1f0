/* show.c: shows people what a server does.
 *
 * What the first loop tells is shown at once. Other loops put what they tell
 * into a queue, which the first reads when it finds a byte in a pipe. */
#include "show.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../ui/serverview.h"
#include "serve_log.h"
#include "serving.h"
#include "status.h"
#include "wake.h"
#include "xalloc.h"

enum {
	LOG_LINES = 4096, /* that wait for whoever reads them */
	SAMPLE_US = 250000,
};

struct shown {
	struct serving_request *request; /* once the first loop knows of it */
	/* What was told of its beginning, */
	enum metrics_route route;
	char *peer, *model;
	int64_t began_us, wall_ms;
	/* and of its end. */
	int64_t over_us, tokens, ttft_us;
	int status;
	bool is_reply, client_left;
	struct ending ending;
	char *error, *fault;
};

struct post {
	struct post *next;
	struct shown *shown;
	bool over; /* it tells of the end */
};

struct show {
	struct loop *loop;
	struct show_options options;
	struct serving *serving;
	struct serverview *view; /* or */
	struct trace_sink *log;
	struct timer sample;

	pthread_mutex_t lock; /* of the queue */
	struct post *first, **last;
	struct wake wake; /* something is in the queue */
};

/* ---- Lines. */

static void
log_line(struct show *show, struct text *line)
{
	/* The line end is the sink's. */
	if (line->len && line->bytes[line->len - 1] == '\n')
		line->len--;
	trace_sink_add(show->log, line);
	text_release(line);
}

static void
log_request(struct show *show, const struct serving_request *request)
{
	struct text line = { 0 };

	serve_log_request(&line, request);
	log_line(show, &line);
}

static void
log_begin(struct show *show)
{
	struct text line = { 0 };

	serve_log_listening(&line, loop_wall_ms(show->loop),
	    show->options.address, show->options.serves);
	log_line(show, &line);
}

static void
log_end(struct show *show)
{
	struct metrics_sums sums;
	struct text line = { 0 };

	metrics_sum(show->options.metrics, show->options.loops, &sums);
	serve_log_stopped(&line, loop_wall_ms(show->loop), &sums);
	log_line(show, &line);
}

/* ---- On the first loop. */

static void
shown_free(struct shown *shown)
{
	ending_release(&shown->ending);
	free(shown->peer);
	free(shown->model);
	free(shown->error);
	free(shown->fault);
	free(shown);
}

static void
begin(struct show *show, struct shown *shown)
{
	shown->request = serving_begin(show->serving, shown->route,
	    shown->peer, shown->model, shown->began_us, shown->wall_ms);
}

static void
end(struct show *show, struct shown *shown)
{
	if (shown->is_reply)
		serving_progress(show->serving, shown->request, shown->tokens,
		    shown->ttft_us);
	serving_end(show->serving, shown->request,
	    &(struct serving_end){
		.now_us = shown->over_us,
		.status = shown->status,
		.ending = shown->is_reply ? &shown->ending : NULL,
		.error = shown->error,
		.fault = shown->fault,
		.client_left = shown->client_left });
	if (show->log)
		log_request(show, shown->request);
	shown_free(shown);
}

/* ---- From any thread. */

static void
post(struct show *show, struct shown *shown, bool over)
{
	struct post *post = xmalloc(sizeof(*post));
	bool was_empty;

	*post = (struct post){ NULL, shown, over };
	pthread_mutex_lock(&show->lock);
	was_empty = !show->first;
	*show->last = post;
	show->last = &post->next;
	pthread_mutex_unlock(&show->lock);
	if (was_empty)
		wake_send(&show->wake, 0);
}

static struct post *
take_posts(struct show *show)
{
	struct post *posts;

	pthread_mutex_lock(&show->lock);
	posts = show->first;
	show->first = NULL;
	show->last = &show->first;
	pthread_mutex_unlock(&show->lock);
	return posts;
}

static void
on_posts(void *data, char byte)
{
	struct show *show = data;
	struct post *posts = take_posts(show);

	(void)byte;
	while (posts) {
		struct post *next = posts->next;

		if (posts->over)
			end(show, posts->shown);
		else
			begin(show, posts->shown);
		free(posts);
		posts = next;
	}
}

static bool
is_first(const struct show *show, const struct server *server)
{
	return server->loop == show->loop;
}

static struct shown *
shown_new(const struct server *server, const struct httpd_call *call,
    enum metrics_route route, const char *model)
{
	struct shown *shown = xcalloc(1, sizeof(*shown));

	shown->route = route;
	shown->peer = xstrdup(httpd_peer(call));
	shown->model = xstrdup(model);
	shown->began_us = loop_now(server->loop);
	shown->wall_ms = loop_wall_ms(server->loop);
	shown->tokens = shown->ttft_us = -1;
	return shown;
}

static void
tell(struct show *show, const struct server *server, struct shown *shown,
    bool over)
{
	if (!is_first(show, server))
		post(show, shown, over);
	else if (over)
		end(show, shown);
	else
		begin(show, shown);
}

void
show_request(struct show *show, struct exchange *exchange)
{
	const struct reply_form *form = &exchange->form;

	exchange->shown = shown_new(exchange->server, exchange->call,
	    form->endpoint == ENDPOINT_CHAT ? ROUTE_CHAT : ROUTE_COMPLETIONS,
	    form->model);
	tell(show, exchange->server, exchange->shown, false);
}

/* What other loops stream is known when it is over. */
void
show_tokens(struct show *show, const struct exchange *exchange)
{
	if (show->view && is_first(show, exchange->server))
		serving_progress(show->serving, exchange->shown->request,
		    exchange->tracker.tokens,
		    tracker_ttft(&exchange->tracker));
}

void
show_over(struct show *show, const struct exchange *exchange)
{
	struct shown *shown = exchange->shown;
	struct text fault = { 0 };

	faults_show(&exchange->faults, &fault);
	shown->over_us = loop_now(exchange->server->loop);
	shown->tokens = exchange->tracker.tokens;
	shown->ttft_us = tracker_ttft(&exchange->tracker);
	shown->status = exchange->head.status;
	shown->is_reply = true;
	shown->client_left = exchange->left_early;
	ending_copy(&shown->ending, &exchange->reply->end);
	shown->fault = fault.len ? text_take(&fault) : NULL;
	text_release(&fault);
	tell(show, exchange->server, shown, true);
}

void
show_refused(struct show *show, const struct server *server,
    const struct httpd_call *call, enum metrics_route route, int status,
    const char *sentence)
{
	struct shown *shown = shown_new(server, call, route, "");

	shown->over_us = shown->began_us;
	shown->status = status;
	shown->error = xstrdup(sentence);
	tell(show, server, shown, false);
	tell(show, server, shown, true);
}

void
show_draining(struct show *show)
{
	if (show->view)
		serverview_hint(show->view, "no new requests; waiting for "
		    "replies to end; once more ends them at once");
}

void
show_warn(struct show *show, const char *sentence)
{
	struct text line = { 0 };

	/* The view has the reply itself. */
	if (!show->log)
		return;
	text_printf(&line, "echochat: %s", sentence);
	log_line(show, &line);
}

/* ---- The life of it. */

static bool
open_log(struct show *show, struct text *error)
{
	show->log = trace_sink_open(
	    &(struct trace_sink_options){ .standard_error = true,
		.to.what = "log line", .capacity = LOG_LINES }, error);
	if (show->log)
		log_begin(show);
	return show->log;
}

static void
on_sample(void *data)
{
	struct show *show = data;
	struct metrics_sums sums;

	metrics_sum(show->options.metrics, show->options.loops, &sums);
	serving_sample(show->serving, loop_now(show->loop),
	    sums.completion_tokens);
	loop_timer_set(show->loop, &show->sample,
	    loop_now(show->loop) + SAMPLE_US);
}

static bool
open_view(struct show *show, struct text *error)
{
	const struct show_options *options = &show->options;
	struct serverview_options view = {
		.terminal = options->terminal,
		.address = options->address,
		.serves = options->serves,
		.signals = true };
	struct serverview_handlers handlers = { options->data,
		options->quit };

	show->view = serverview_open(&view, show->loop, show->serving,
	    options->metrics, options->loops, &handlers, error);
	show->sample = (struct timer){ .fn = on_sample, .data = show };
	if (show->view)
		on_sample(show);
	return show->view;
}

struct show *
show_open(struct loop *loop, const struct show_options *options,
    struct text *error)
{
	struct show *show = xcalloc(1, sizeof(*show));

	show->loop = loop;
	show->options = *options;
	show->serving = serving_new();
	show->last = &show->first;
	pthread_mutex_init(&show->lock, NULL);
	if (wake_open(&show->wake, loop, on_posts, show, error) &&
	    (options->view ? open_view(show, error) : open_log(show, error)))
		return show;
	show_close(show);
	return NULL;
}

static void
close_log(struct show *show)
{
	struct text news = { 0 };

	log_end(show);
	trace_sink_close(show->log, &news);
	if (news.len)
		status_complain(text_string(&news));
	text_release(&news);
}

void
show_close(struct show *show)
{
	on_posts(show, 0);
	wake_close(&show->wake);
	loop_timer_stop(show->loop, &show->sample);
	if (show->view)
		serverview_close(show->view);
	if (show->log)
		close_log(show);
	pthread_mutex_destroy(&show->lock);
	serving_free(show->serving);
	free(show);
}
