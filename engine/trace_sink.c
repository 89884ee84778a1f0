/* trace_sink.c: the queue and the thread that writes it out.
 *
 * The thread touches nothing but the queue, under its lock, and the file; it
 * takes no signals, and has a clock of its own because the loop's belongs to
 * the loop. */
#include "trace_sink.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../src/thread.h"
#include "../src/xalloc.h"

enum { PATIENCE_MS = 2000 };

struct trace_sink {
	/* The thread's. */
	struct trace_sink_options options;
	struct trace_file *file; /* may be NULL */
	struct text stderr_error;
	uint64_t stderr_lost;
	bool waits; /* lines in the file's buffer do */
	int64_t flush_at;
	int timeouts; /* of writes, since the end was asked for */
	pthread_t thread;

	/* Of both, under the lock. */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct text *ring;
	size_t first, count;
	bool closing;
	uint64_t lost;    /* because the queue was full */
	uint64_t unwritten;
	struct text trouble;

	/* The owner's. */
	bool told_trouble;
	uint64_t told_lost;
};

/* ---- The thread. */

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool
is_stuck(const struct trace_sink *sink)
{
	return sink->timeouts > PATIENCE_MS / TRACE_FILE_POLL_MS;
}

/* A reader that has stopped is waited for as long as the program runs, and a
 * little longer. */
static bool
give_up(void *data)
{
	struct trace_sink *sink = data;
	bool closing;

	pthread_mutex_lock(&sink->lock);
	closing = sink->closing;
	pthread_mutex_unlock(&sink->lock);
	sink->timeouts += closing;
	return is_stuck(sink);
}

/* Pieces that a pipe takes at once when it takes any: its other end may stop
 * reading, and this end must not be made non-blocking, others have it too. */
static void
write_stderr(struct trace_sink *sink, struct text *line)
{
	size_t written;

	text_add(line, "\n");
	if (trace_write(STDERR_FILENO, line->bytes, line->len, PIPE_BUF,
		give_up, sink, &written))
		return;
	sink->stderr_lost++;
	if (!sink->stderr_error.len)
		text_printf(&sink->stderr_error,
		    "cannot write %ss to standard error: %s",
		    trace_file_what(&sink->options.to), strerror(errno));
}

static void
deliver(struct trace_sink *sink, struct text *line)
{
	if (sink->file)
		trace_file_add(sink->file, text_string(line), line->len);
	if (sink->options.standard_error)
		write_stderr(sink, line);
	text_release(line);
}

static void
flush_if_due(struct trace_sink *sink)
{
	bool waits = sink->file && trace_file_waits(sink->file);

	if (waits && !sink->waits)
		sink->flush_at = now_ms() + sink->options.flush_ms;
	if (waits && now_ms() >= sink->flush_at) {
		trace_file_flush(sink->file);
		waits = false;
	}
	sink->waits = waits;
}

/* Under the lock. */
static void
report(struct trace_sink *sink)
{
	const char *error = sink->file ? trace_file_error(sink->file) : NULL;

	if (!error && sink->stderr_error.len)
		error = sink->stderr_error.bytes;
	if (error && !sink->trouble.len)
		text_add(&sink->trouble, error);
	sink->unwritten = sink->file ? trace_file_lost(sink->file)
				     : sink->stderr_lost;
}

/* Under the lock, which it gives away meanwhile. */
static void
wait_for_more(struct trace_sink *sink)
{
	struct timespec until = { .tv_sec = sink->flush_at / 1000,
		.tv_nsec = sink->flush_at % 1000 * 1000000 };

	if (sink->waits)
		pthread_cond_timedwait(&sink->changed, &sink->lock, &until);
	else
		pthread_cond_wait(&sink->changed, &sink->lock);
}

static struct text
take_first(struct trace_sink *sink)
{
	struct text line = sink->ring[sink->first];

	sink->ring[sink->first] = (struct text){ 0 };
	sink->first = (sink->first + 1) % (size_t)sink->options.capacity;
	sink->count--;
	return line;
}

static void *
run(void *data)
{
	struct trace_sink *sink = data;

	pthread_mutex_lock(&sink->lock);
	while ((sink->count && !is_stuck(sink)) || !sink->closing) {
		struct text line = { 0 };
		bool some = sink->count > 0;

		if (some)
			line = take_first(sink);
		else
			wait_for_more(sink);
		pthread_mutex_unlock(&sink->lock);
		if (some)
			deliver(sink, &line);
		flush_if_due(sink);
		pthread_mutex_lock(&sink->lock);
		report(sink);
	}
	pthread_mutex_unlock(&sink->lock);
	if (sink->file)
		trace_file_flush(sink->file);
	return NULL;
}

/* ---- The owner. */

static void
init_lock(struct trace_sink *sink)
{
	pthread_condattr_t attributes;

	pthread_mutex_init(&sink->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&sink->changed, &attributes);
	pthread_condattr_destroy(&attributes);
}

static bool
start_thread(struct trace_sink *sink, struct text *error)
{
	int failure = thread_start(&sink->thread, run, sink);

	if (failure)
		text_printf(error, "cannot start the writer of %ss: %s",
		    trace_file_what(&sink->options.to), strerror(failure));
	return !failure;
}

static void
free_sink(struct trace_sink *sink)
{
	trace_file_close(sink->file);
	while (sink->count) {
		struct text line = take_first(sink);

		text_release(&line);
	}
	pthread_mutex_destroy(&sink->lock);
	pthread_cond_destroy(&sink->changed);
	text_release(&sink->stderr_error);
	text_release(&sink->trouble);
	free(sink->ring);
	free(sink);
}

struct trace_sink *
trace_sink_open(const struct trace_sink_options *options, struct text *error)
{
	struct trace_sink *sink = xcalloc(1, sizeof(*sink));
	bool ok = true;

	sink->options = *options;
	sink->options.to.give_up = give_up;
	sink->options.to.give_up_data = sink;
	sink->ring = xcalloc((size_t)options->capacity, sizeof(*sink->ring));
	init_lock(sink);
	if (options->file) {
		sink->file = trace_file_open(&sink->options.to, error);
		ok = sink->file != NULL;
	}
	if (ok && start_thread(sink, error))
		return sink;
	free_sink(sink);
	return NULL;
}

void
trace_sink_add(struct trace_sink *sink, struct text *line)
{
	size_t capacity = (size_t)sink->options.capacity;
	struct text oldest = { 0 };

	pthread_mutex_lock(&sink->lock);
	if (sink->count == capacity) {
		oldest = take_first(sink);
		sink->lost++;
	}
	sink->ring[(sink->first + sink->count++) % capacity] = *line;
	pthread_cond_signal(&sink->changed);
	pthread_mutex_unlock(&sink->lock);
	*line = (struct text){ 0 };
	text_release(&oldest);
}

void
trace_sink_news(struct trace_sink *sink, struct text *sentences)
{
	uint64_t lost;

	pthread_mutex_lock(&sink->lock);
	if (sink->trouble.len && !sink->told_trouble) {
		text_printf(sentences, "%s\n", text_string(&sink->trouble));
		sink->told_trouble = true;
	}
	lost = sink->lost + sink->unwritten;
	pthread_mutex_unlock(&sink->lock);
	if (lost > sink->told_lost)
		text_printf(sentences, "%llu %s%s lost\n",
		    (unsigned long long)lost,
		    trace_file_what(&sink->options.to),
		    lost == 1 ? " is" : "s are");
	sink->told_lost = lost;
}

void
trace_sink_close(struct trace_sink *sink, struct text *sentences)
{
	if (!sink)
		return;
	pthread_mutex_lock(&sink->lock);
	sink->closing = true;
	pthread_cond_signal(&sink->changed);
	pthread_mutex_unlock(&sink->lock);
	pthread_join(sink->thread, NULL);
	sink->lost += sink->count;
	report(sink);
	trace_sink_news(sink, sentences);
	free_sink(sink);
}
