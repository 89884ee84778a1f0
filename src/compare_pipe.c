/* compare_pipe.c: in=stdin with --compare: one prompt, several replies.
 *
 * As text, replies stand one behind the other in the order of their engines,
 * and a table after them. As JSON, lines of all come as they happen, each with the
 * number of its engine; the comparison is the last. */
#include "compare_pipe.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"
#include "compare_report.h"
#include "events.h"
#include "json.h"
#include "output.h"
#include "prompt.h"
#include "status.h"
#include "visible.h"

enum { WAITING_MOST = 1024 * 1024 };

struct run {
	const struct options *options;
	struct loop *loop;
	struct turn_record record; /* whose sink is that of all */
	struct conversation conversation;
	struct compare *compare;
	struct output output;
	struct text line;  /* what is added to the output next */
	int64_t started_at;
	size_t written; /* replies that are, as text */
	bool paused;    /* the engines are */
	bool over;
	int signal; /* the one that interrupted, or 0 */
};

/* ---- Output. */

static void
flush(struct run *run)
{
	struct text shown = { 0 };
	struct visible visible = { 0 };

	if (!run->options->json && isatty(STDOUT_FILENO)) {
		visible_add(&visible, &shown, text_string(&run->line),
		    run->line.len);
		visible_end(&visible, &shown);
		output_add(&run->output, text_string(&shown), shown.len);
	} else {
		output_add(&run->output, text_string(&run->line),
		    run->line.len);
	}
	text_clear(&run->line);
	text_release(&shown);
}

/* Puts the number of the engine into the line of JSON that was added. */
static void
tag(struct run *run, size_t index, const char *engine)
{
	struct text *line = &run->line;

	if (!line->len)
		return;
	line->len -= strlen("}\n");
	json_integer(line, "engine_index", (int64_t)index);
	if (engine)
		json_text(line, "engine", engine);
	json_close(line, '}');
	text_add(line, "\n");
}

static void
add_end(struct run *run, size_t index)
{
	events_end(&run->line, compare_turn(run->compare, index));
	tag(run, index,
	    compare_result(run->compare)->items[index].name);
	flush(run);
}

/* Those that are over and have none before them that is not. */
static void
add_replies(struct run *run)
{
	const struct comparison *comparison = compare_result(run->compare);

	while (run->written < comparison->count &&
	    turn_is_over(compare_turn(run->compare, run->written))) {
		compare_report_reply(&run->line, comparison, run->written++);
		text_add(&run->line, "\n");
		flush(run);
	}
}

/* ---- Engines wait for a reader that does not keep up. */

static void
pause_all(struct run *run, bool paused)
{
	size_t count = compare_result(run->compare)->count;

	run->paused = paused;
	for (size_t i = 0; i < count; i++)
		engine_pause(compare_turn(run->compare, i)->engine, paused);
}

static void
on_progress(void *data)
{
	struct run *run = data;

	if (run->paused && output_waiting(&run->output) < WAITING_MOST / 2)
		pause_all(run, false);
}

/* ---- The end. */

static void
on_written(void *data)
{
	struct run *run = data;

	loop_stop(run->loop);
}

static void
finish(struct run *run)
{
	const struct comparison *comparison = compare_result(run->compare);

	run->over = true;
	if (run->options->json)
		compare_report_json(&run->line, comparison,
		    loop_now(run->loop) - run->started_at);
	else
		compare_report_table(&run->line, comparison);
	flush(run);
	output_when_empty(&run->output, on_written);
}

static void
on_event(void *data, size_t index, const struct turn *turn,
    const struct engine_event *event)
{
	struct run *run = data;

	if (run->output.error) {
		loop_stop(run->loop);
		return;
	}
	if (run->options->json) {
		events_add(&run->line, turn, event);
		tag(run, index, NULL);
		flush(run);
		if (turn_is_over(turn))
			add_end(run, index);
	} else if (turn_is_over(turn)) {
		add_replies(run);
	}
	if (compare_is_over(run->compare))
		finish(run);
	else if (!run->paused && output_waiting(&run->output) > WAITING_MOST)
		pause_all(run, true);
}

/* What is over for the user does not wait for what may come late. */
static void
settle(struct run *run)
{
	size_t count = compare_result(run->compare)->count;
	bool waited[COMPARED_MOST];

	for (size_t i = 0; i < count; i++)
		waited[i] = compare_turn(run->compare, i)->settling;
	compare_settle(run->compare);
	for (size_t i = 0; run->options->json && i < count; i++)
		if (waited[i])
			add_end(run, i);
	if (!run->options->json)
		add_replies(run);
}

static void
on_signal(void *data, int number)
{
	struct run *run = data;

	/* The second one means it: output may be stuck. */
	if (run->signal)
		_exit(128 + number);
	run->signal = number;
	settle(run);
	compare_cancel(run->compare);
	if (!run->over && compare_is_over(run->compare))
		finish(run);
}

/* ---- Statuses, the worst first. */

static int
worse(int one, int other)
{
	static const int order[] = { STATUS_FAILED, STATUS_TRUNCATED,
		STATUS_INTERRUPTED, STATUS_UNEXPECTED };

	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
		if (one == order[i] || other == order[i])
			return order[i];
	return STATUS_OK;
}

static void
tell_error(const struct compared *compared)
{
	struct text sentence = { 0 };

	if (compared->reply->end.error)
		text_printf(&sentence, "%s: %s", compared->name,
		    compared->reply->end.error);
	status_complain(text_string(&sentence));
	text_release(&sentence);
}

static int
exit_status(const struct run *run)
{
	const struct comparison *comparison = compare_result(run->compare);
	int status = STATUS_OK;

	for (size_t i = 0; i < comparison->count; i++) {
		tell_error(&comparison->items[i]);
		status = worse(status, prompt_status(run->options,
		    &comparison->items[i].reply->end));
	}
	return run->signal ? 128 + run->signal : status;
}

static void
watch_signals(struct run *run, loop_signal_fn *fn)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		loop_signal(run->loop, numbers[i], fn, run);
}

static int
report(struct run *run)
{
	/* What follows may wait for whoever reads standard error. */
	watch_signals(run, NULL);
	if (!run->output.error)
		return exit_status(run);
	if (run->output.error != EPIPE)
		fprintf(stderr, "echochat: cannot write the replies: %s\n",
		    strerror(run->output.error));
	return STATUS_FAILED;
}

/* ---- The run. */

static void
add_requests(struct run *run)
{
	size_t count = compare_result(run->compare)->count;

	for (size_t i = 0; run->options->json && i < count; i++) {
		const struct turn *turn = compare_turn(run->compare, i);

		if (!turn->engine->ops->remote)
			events_request(&run->line, turn);
		tag(run, i, NULL);
		flush(run);
	}
}

static int
answer(struct run *run, const struct text *prompt)
{
	text_append(&run->conversation.system,
	    text_string(&run->options->system), run->options->system.len);
	conversation_add(&run->conversation, ROLE_USER,
	    loop_wall_ms(run->loop), text_string(prompt), prompt->len);
	output_init(&run->output, run->loop, STDOUT_FILENO, on_progress, run);
	watch_signals(run, on_signal);
	run->started_at = loop_refresh(run->loop);
	compare_start(run->compare, &run->conversation, 1);
	add_requests(run);
	loop_run(run->loop);
	return report(run);
}

static void
warn(void *data, const char *sentences)
{
	(void)data;
	status_complain(sentences);
}

static bool
fill_settings(void *data, const char *target,
    const struct config_engine *section, struct settings *settings,
    struct text *error)
{
	struct run *run = data;

	(void)target;
	return options_settings(run->options, section, settings, error);
}

static bool
open_all(struct run *run, struct text *error)
{
	const struct options *options = run->options;
	struct compare_source source = { run, &options->config, fill_settings,
		&run->record, on_event };
	struct compare_names names = { 0 };

	run->record.warn = warn;
	if (turn_record_open(&run->record, &options->tracing, RECORD_PROMPT,
		error) &&
	    compare_names_choose(&names, text_string(&options->compare),
		options->section ? options->section : options->engine, error))
		run->compare = compare_open(&source, run->loop, &names, error);
	compare_names_release(&names);
	return run->compare;
}

int
compare_pipe_run(const struct options *options)
{
	struct run run = { .options = options };
	struct text prompt = { 0 };
	struct text error = { 0 };
	int status = STATUS_USAGE;

	run.loop = loop_new();
	if (!open_all(&run, &error))
		status_complain(text_string(&error));
	else if (prompt_read(options, &prompt))
		status = answer(&run, &prompt);
	compare_close(run.compare);
	if (run.output.loop)
		output_release(&run.output);
	turn_record_close(&run.record);
	conversation_release(&run.conversation);
	loop_free(run.loop);
	text_release(&run.line);
	text_release(&prompt);
	text_release(&error);
	if (run.output.error == EPIPE)
		status_die_of_pipe();
	return status;
}
