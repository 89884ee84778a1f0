/* show.c: shows people what a server does.
 *
 * What the first loop tells is shown at once. Other loops put what they tell
 * into a queue, which the first reads when it finds a byte in a pipe. */
#include "show.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve_log.h"
#include "serving.h"
#include "xalloc.h"

enum { SAMPLE_US = 250000, FEW_US = 50000 };

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
	struct trace_sink *log;

	pthread_mutex_t lock; /* of the queue */
	struct post *first, **last;
	int wake[2]; /* a pipe: a byte when something is in the queue */
};

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
log_line(struct show *show, const struct serving_request *request)
{
	struct text line = { 0 };

	serve_log_request(&line, request);
	show_log(show, &line);
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
		log_line(show, shown->request);
	shown_free(shown);
}
