/* batch.c: in=batch: a request for each line of a file, several at a time.
 *
 * Lines of the output stand in the order of the input, so a reply waits for
 * those before it: the lines between the first that is not written and the last
 * that was read are the window. What is not written is as if it had never been
 * asked; --resume asks it again. */
#include "batch.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "batchask.h"
#include "batchin.h"
#include "batchline.h"
#include "batchout.h"
#include "batchsum.h"
#include "progress.h"
#include "status.h"
#include "turn.h"
#include "xalloc.h"

enum {
	WINDOW = 4, /* lines for each request at a time */
	WAITING_MOST = 1024 * 1024,
	NAMED_MOST = 100, /* of more failed lines only the number is told */
};

/* A line of the window. */
struct job {
	uint64_t number; /* of the line in the input */
	struct text line; /* of the output; its head, until it is done */
	bool done;
};

/* One of the requests that go on at a time. */
struct slot {
	struct batch *batch;
	struct engine *engine;
	struct asked asked;
	struct turn turn;
	struct job *job; /* NULL: it is idle */
};

enum batch_state {
	BATCH_READING,
	BATCH_FINISHING, /* the input is over */
	BATCH_STOPPED, /* only what is to be written already is written */
};

struct batch {
	const struct options *options;
	struct loop *loop;
	enum batch_state state;
	bool leaving; /* when all is written */
	int signal;   /* the one that interrupted, or 0 */
	int status;   /* of what ended it early; STATUS_OK: nothing */

	struct batchin *in;
	struct batchout out;
	struct json_reader *reader;
	struct batch_line asked; /* the line that was read last */

	struct job *jobs; /* a ring */
	size_t window;
	uint64_t first, next; /* of the window, counted on and on */
	struct slot *slots;
	size_t slot_count;
	struct slot **idle; /* a stack of them */
	size_t idle_count;

	struct turn_record record; /* whose sink is that of all */
	struct batchsum sum;
	struct progress_view progress;
};

/* ---- What people are told. */

static void
warn(void *data, const char *sentences)
{
	struct batch *batch = data;

	progress_hide(&batch->progress);
	status_complain(sentences);
}

static void
complain(struct batch *batch, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
complain(struct batch *batch, const char *format, ...)
{
	char sentence[4096];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	warn(batch, sentence);
}

static void
tell_failure(struct batch *batch, uint64_t number,
    const struct batch_result *result)
{
	static const char untold[] = "it ended without a finish_reason";
	struct span error = result->error;

	if (!result->failed && !result->unfinished)
		return;
	if (batch->sum.failed + batch->sum.unfinished > NAMED_MOST)
		return;
	if (!error.bytes)
		error = (struct span){ untold, sizeof(untold) - 1 };
	complain(batch, "line %llu: %.*s", (unsigned long long)number,
	    (int)error.len, error.bytes);
}

/* ---- Lines on their way out. */

/* Nothing more is asked, nor waited for. */
static void
stop(struct batch *batch, int status)
{
	batch->state = BATCH_STOPPED;
	if (!batch->status)
		batch->status = status;
}

static void
count_line(struct batch *batch, struct span line, uint64_t number, bool resumed)
{
	struct progress *now = &batch->progress.now;
	struct batch_result result;

	batch_result_read(&result, batch->reader, line);
	batchsum_add(&batch->sum, &result, resumed);
	now->done = batch->sum.lines;
	now->before = batch->sum.resumed;
	now->failed = batch->sum.failed + batch->sum.unfinished;
	if (!resumed)
		tell_failure(batch, number, &result);
}

static struct job *
job_at(const struct batch *batch, uint64_t place)
{
	return &batch->jobs[place % batch->window];
}

static void
write_done(struct batch *batch)
{
	for (; batch->first < batch->next; batch->first++) {
		struct job *job = job_at(batch, batch->first);

		if (!job->done)
			return;
		count_line(batch,
		    (struct span){ job->line.bytes, job->line.len - 1 },
		    job->number, false);
		output_add(&batch->out.output, job->line.bytes, job->line.len);
		/* A window of long lines is not held for short ones. */
		text_release(&job->line);
	}
}

/* ---- Requests. */

static void
on_event(void *data, const struct turn *turn, const struct engine_event *event)
{
	struct slot *slot = data;
	struct batch *batch = slot->batch;

	(void)event;
	if (!turn_is_over(turn) || batch->state == BATCH_STOPPED)
		return;
	batch_answer(&slot->job->line, turn);
	slot->job->done = true;
	slot->job = NULL;
	batch->idle[batch->idle_count++] = slot;
}

/* False with a sentence in why. */
static bool
start(struct batch *batch, struct job *job, struct text *why)
{
	struct slot *slot = batch->idle[batch->idle_count - 1];
	struct asked *asked = &slot->asked;

	asked_release(asked);
	if (!batch_ask(asked, &batch->asked, batch->options, why))
		return false;
	batch->idle_count--;
	slot->job = job;
	slot->turn.messages = asked->messages;
	turn_start(&slot->turn, slot->engine, &asked->settings);
	return true;
}

static void
add_job(struct batch *batch, uint64_t number)
{
	struct job *job = job_at(batch, batch->next++);
	struct text why = { 0 };

	*job = (struct job){ .number = number };
	text_append(&job->line, batch->asked.head.bytes, batch->asked.head.len);
	if (batch->asked.form == BATCH_BAD)
		text_append(&why, batch->asked.content.bytes,
		    batch->asked.content.len);
	if (batch->asked.form == BATCH_BAD || !start(batch, job, &why)) {
		batch_failure(&job->line, text_string(&why));
		job->done = true;
	}
	text_release(&why);
}

/* ---- Lines on their way in. */

static bool
may_take(const struct batch *batch)
{
	return batch->state == BATCH_READING && batch->idle_count &&
	    batch->next - batch->first < batch->window &&
	    output_waiting(&batch->out.output) < WAITING_MOST;
}

static void
end_input(struct batch *batch)
{
	struct text fault = { 0 };

	batch->state = BATCH_FINISHING;
	batchin_fault(batch->in, &fault);
	if (fault.len) {
		warn(batch, text_string(&fault));
		batch->status = STATUS_FAILED;
	} else if (batchout_has_more(&batch->out)) {
		complain(batch, "%s holds more lines than the input: it is "
		    "not from this input; --output names another file",
		    batch->out.path);
		stop(batch, STATUS_USAGE);
	}
	text_release(&fault);
}

/* A line that was read is compared with what is there, or becomes a job. */
static void
take_line(struct batch *batch, uint64_t number)
{
	struct span old;

	switch (batchout_match(&batch->out, &batch->asked.head, &old)) {
	case BATCHOUT_SAME:
		count_line(batch, old, number, true);
		break;
	case BATCHOUT_OTHER:
		complain(batch, "line %llu of the input is another than %s "
		    "has: --resume needs the same input; --output names "
		    "another file, --force writes over this one",
		    (unsigned long long)number, batch->out.path);
		stop(batch, STATUS_USAGE);
		break;
	case BATCHOUT_NONE:
		add_job(batch, number);
		break;
	}
}

/* False if there is none now. */
static bool
take(struct batch *batch)
{
	struct span line;
	uint64_t number;

	switch (batchin_next(batch->in, &line, &number)) {
	case BATCHIN_LINE:
		batch_line_read(&batch->asked, batch->reader, line, number);
		take_line(batch, number);
		return true;
	case BATCHIN_LONG:
		batch_line_refuse(&batch->asked, number,
		    "it is longer than 16 MB");
		take_line(batch, number);
		return true;
	case BATCHIN_END:
		end_input(batch);
		return false;
	case BATCHIN_WAIT:
		break;
	}
	return false;
}

/* ---- The run. */

static void
on_written(void *data)
{
	struct batch *batch = data;

	loop_stop(batch->loop);
}

static bool
is_over(const struct batch *batch)
{
	return batch->state == BATCH_STOPPED ||
	    (batch->state == BATCH_FINISHING && batch->first == batch->next);
}

/* Before each sleep: whatever happened, this goes on with what can go on. */
static void
go_on(void *data)
{
	struct batch *batch = data;

	if (batch->leaving)
		return;
	if (batch->state != BATCH_STOPPED)
		write_done(batch);
	while (may_take(batch) && take(batch))
		write_done(batch);
	if (is_over(batch)) {
		batch->leaving = true;
		output_when_empty(&batch->out.output, on_written);
	}
}

static void
on_progress(void *data)
{
	struct batch *batch = data;

	if (batch->out.output.error)
		stop(batch, STATUS_FAILED);
}

static void
on_signal(void *data, int number)
{
	struct batch *batch = data;

	/* The second one means it: output may be stuck. */
	if (batch->signal)
		_exit(128 + number);
	batch->signal = number;
	stop(batch, 128 + number);
}

static void
watch_signals(struct batch *batch, loop_signal_fn *fn)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		loop_signal(batch->loop, numbers[i], fn, batch);
}

static void
show_sums(struct batch *batch)
{
	struct text sums = { 0 };
	int64_t us = loop_now(batch->loop) - batch->progress.started_at;

	if (batch->options->json) {
		batchsum_json(&sums, &batch->sum, us);
		fputs(text_string(&sums), stdout);
	} else {
		batchsum_print(&sums, &batch->sum, us);
		fputs(text_string(&sums), stderr);
	}
	text_release(&sums);
}

/* What was counted may not be written, so there are no sums. */
static void
tell_error(struct batch *batch)
{
	const struct batchout *out = &batch->out;

	batchout_cut(&batch->out);
	if (out->output.error == EPIPE)
		return;
	complain(batch, "cannot write %s: %s%s",
	    out->path ? out->path : "standard output",
	    strerror(out->output.error), out->regular
		? "; --resume goes on behind the lines that are there" : "");
}

static void
tell_end(struct batch *batch)
{
	uint64_t failed = batch->sum.failed + batch->sum.unfinished;

	if (failed > NAMED_MOST)
		complain(batch, "%llu lines failed in all",
		    (unsigned long long)failed);
	if (batch->signal && batch->out.regular)
		complain(batch, "interrupted: --resume goes on behind line "
		    "%llu of %s", (unsigned long long)batch->sum.lines,
		    batch->out.path);
	show_sums(batch);
}

static int
exit_status(const struct batch *batch)
{
	if (batch->status)
		return batch->status;
	if (batch->sum.failed)
		return STATUS_FAILED;
	return batch->sum.unfinished ? STATUS_TRUNCATED : STATUS_OK;
}

static int
run(struct batch *batch)
{
	batchout_start(&batch->out, batch->loop, on_progress, batch);
	watch_signals(batch, on_signal);
	loop_before_sleep(batch->loop, go_on, batch);
	if (batch->out.path || !isatty(STDOUT_FILENO))
		progress_begin(&batch->progress, batch->loop);
	loop_run(batch->loop);
	/* What follows may wait for whoever reads standard error. */
	watch_signals(batch, NULL);
	progress_end(&batch->progress);
	if (batch->out.output.error)
		tell_error(batch);
	else if (batch->status != STATUS_USAGE)
		tell_end(batch);
	return exit_status(batch);
}

/* ---- Its parts. */

/* Each request to a server has a socket. */
static void
allow_descriptors(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static bool
open_slot(struct batch *batch, struct slot *slot, struct text *error)
{
	slot->batch = batch;
	turn_init(&slot->turn, batch->loop, &slot->asked.conversation, NULL);
	slot->turn.on_event = on_event;
	slot->turn.on_event_data = slot;
	turn_record_share(&slot->turn.record, &batch->record);
	slot->engine = engine_open(batch->options->engine, batch->loop, error);
	batch->idle[batch->idle_count++] = slot;
	return slot->engine;
}

static bool
open_slots(struct batch *batch, struct text *error)
{
	size_t count = (size_t)batch->options->concurrency;

	allow_descriptors();
	batch->window = WINDOW * count;
	batch->jobs = xcalloc(batch->window, sizeof(*batch->jobs));
	batch->slots = xcalloc(count, sizeof(*batch->slots));
	batch->idle = xcalloc(count, sizeof(*batch->idle));
	for (struct slot *slot = batch->slots; batch->slot_count < count;
	     slot++) {
		batch->slot_count++;
		if (!open_slot(batch, slot, error))
			return false;
	}
	return true;
}

static enum batchout_mode
choose_mode(const struct options *options)
{
	if (options->resume)
		return BATCHOUT_RESUME;
	return options->force ? BATCHOUT_FORCE : BATCHOUT_NEW;
}

/* The output last: a file that was made is one that is used. */
static bool
open_all(struct batch *batch, struct text *error)
{
	const struct options *options = batch->options;

	batch->record.warn = warn;
	batch->record.warn_data = batch;
	batch->in = batchin_open(batch->loop, options->batch, error);
	if (!batch->in ||
	    !turn_record_open(&batch->record, &options->tracing, RECORD_PROMPT,
		error) ||
	    !open_slots(batch, error) ||
	    !batchout_open(&batch->out, options->output, options->batch,
		choose_mode(options), error))
		return false;
	if (options->json && !batch->out.path)
		text_add(error, "--json writes the summary to standard output, "
		    "where the replies go; name a file with --output");
	return !error->len;
}

/* Running requests end as if cancelled. */
static void
close_all(struct batch *batch)
{
	for (size_t i = 0; i < batch->slot_count; i++) {
		engine_close(batch->slots[i].engine);
		turn_release(&batch->slots[i].turn);
		asked_release(&batch->slots[i].asked);
	}
	turn_record_close(&batch->record);
	for (size_t i = 0; i < batch->window; i++)
		text_release(&batch->jobs[i].line);
	free(batch->slots);
	free(batch->idle);
	free(batch->jobs);
	batchin_close(batch->in);
	batchout_close(&batch->out);
	batchsum_release(&batch->sum);
	batch_line_release(&batch->asked);
	json_reader_free(batch->reader);
	loop_free(batch->loop);
}

int
batch_run(const struct options *options)
{
	struct batch batch = { .options = options };
	struct text error = { 0 };
	int status = STATUS_USAGE;
	bool deserted;

	batch.loop = loop_new();
	batch.reader = json_reader_new();
	batch.progress.now.total = batchin_count(options->batch);
	if (open_all(&batch, &error))
		status = run(&batch);
	else
		status_complain(text_string(&error));
	deserted = batch.out.output.error == EPIPE;
	close_all(&batch);
	text_release(&error);
	if (deserted)
		status_die_of_pipe();
	return status;
}
