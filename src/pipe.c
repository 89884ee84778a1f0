/* pipe.c: in=stdin: one prompt, one reply, no screen.
 *
 * The reply goes to standard output as it streams, as text or as JSON lines;
 * sentences for people go to standard error. */
#include "pipe.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ending.h"
#include "escape.h"
#include "events.h"
#include "output.h"
#include "prompt.h"
#include "status.h"
#include "turn.h"
#include "visible.h"

enum { WAITING_MOST = 1024 * 1024, TOLD_MAX = 200 };

struct pipe {
	const struct options *options;
	struct loop *loop;
	struct conversation conversation;
	struct trace trace;
	struct turn turn;
	struct output output;
	struct text line; /* what is added to the output next */
	bool paused; /* the engine is */
	bool to_terminal;
	struct visible visible;
	int signal;   /* the one that interrupted, or 0 */
};

/* ---- Text for people. */

static void
add_text(struct pipe *pipe, const char *bytes, size_t len)
{
	if (pipe->to_terminal)
		visible_add(&pipe->visible, &pipe->line, bytes, len);
	else
		text_append(&pipe->line, bytes, len);
}

static void
end_text(struct pipe *pipe)
{
	const struct message *reply = pipe->turn.reply;
	const struct text *text = &reply->text;

	/* Nothing came: nothing is said, but for the error. */
	if (!text->len && reply->end.state == MESSAGE_FAILED)
		return;
	visible_end(&pipe->visible, &pipe->line);
	if (!text->len || text->bytes[text->len - 1] != '\n')
		text_add(&pipe->line, "\n");
}

/* ---- The turn. */

static void
flush(struct pipe *pipe)
{
	output_add(&pipe->output, text_string(&pipe->line), pipe->line.len);
	text_clear(&pipe->line);
}

static void
on_written(void *data)
{
	struct pipe *pipe = data;

	loop_stop(pipe->loop);
}

static void
finish(struct pipe *pipe)
{
	if (pipe->options->json)
		events_end(&pipe->line, &pipe->turn);
	else
		end_text(pipe);
	flush(pipe);
	output_when_empty(&pipe->output, on_written);
}

/* A reader that does not keep up holds the engine back. */
static void
on_progress(void *data)
{
	struct pipe *pipe = data;

	if (pipe->paused && output_waiting(&pipe->output) < WAITING_MOST / 2) {
		pipe->paused = false;
		engine_pause(pipe->turn.engine, false);
	}
}

static void
hold_back(struct pipe *pipe)
{
	if (pipe->paused || output_waiting(&pipe->output) < WAITING_MOST)
		return;
	pipe->paused = true;
	engine_pause(pipe->turn.engine, true);
}

static void
on_event(void *data, const struct turn *turn, const struct engine_event *event)
{
	struct pipe *pipe = data;

	if (pipe->output.error) {
		loop_stop(pipe->loop);
		return;
	}
	if (pipe->options->json)
		events_add(&pipe->line, turn, event);
	else if (event->kind == ENGINE_TEXT)
		add_text(pipe, event->bytes, event->len);
	if (turn_is_over(turn)) {
		finish(pipe);
	} else {
		flush(pipe);
		hold_back(pipe);
	}
}

static void
on_signal(void *data, int number)
{
	struct pipe *pipe = data;

	/* The second one means it: output may be stuck. */
	if (pipe->signal)
		_exit(128 + number);
	pipe->signal = number;
	if (pipe->turn.settling) {
		turn_settle(&pipe->turn);
		finish(pipe);
	} else {
		turn_cancel(&pipe->turn);
	}
}

static int
exit_status(const struct pipe *pipe)
{
	return pipe->signal ? 128 + pipe->signal
	    : prompt_status(pipe->options, &pipe->turn.reply->end);
}

static void
add_tool_call(struct text *out, const struct tool_call *call)
{
	text_add(out, "tool call: ");
	text_append(out, call->name.bytes, call->name.len);
	text_add(out, " ");
	escape_quote_short(out, text_string(&call->arguments),
	    call->arguments.len, TOLD_MAX);
	text_add(out, "\n");
}

/* What standard output, which is the answer alone, does not tell; --json has
 * all of it already. */
static void
add_what_else_came(struct text *out, const struct message *reply)
{
	if (reply->refusal.len) {
		text_add(out, "the model refuses: ");
		escape_quote_short(out, reply->refusal.bytes,
		    reply->refusal.len, TOLD_MAX);
		text_add(out, "\n");
	}
	for (size_t i = 0; i < reply->tool_call_count; i++)
		add_tool_call(out, &reply->tool_calls[i]);
	if (reply->remote && ending_kind(&reply->end) == ENDING_SHORT &&
	    !reply->tool_call_count)
		text_printf(out, "the reply ended short: %s\n",
		    ending_word(&reply->end));
}

static void
tell_the_rest(const struct pipe *pipe)
{
	const struct message *reply = pipe->turn.reply;
	const struct ending *end = &reply->end;
	struct text lines = { 0 };

	if (!pipe->options->json)
		add_what_else_came(&lines, reply);
	if (end->error)
		text_add(&lines, end->error);
	else if (end->state == MESSAGE_FINISHED && !end->finish_reason &&
	    end->stop_reason.kind == STOP_REASON_NONE)
		text_add(&lines, "the stream ended without a finish_reason");
	status_complain(text_string(&lines));
	text_release(&lines);
}

/* What follows may wait for whoever reads standard error. */
static void
let_signals_end_it(struct pipe *pipe)
{
	loop_signal(pipe->loop, SIGINT, NULL, NULL);
	loop_signal(pipe->loop, SIGTERM, NULL, NULL);
	loop_signal(pipe->loop, SIGHUP, NULL, NULL);
}

static int
report(struct pipe *pipe)
{
	let_signals_end_it(pipe);

	if (pipe->output.error == EPIPE)
		return STATUS_FAILED;
	if (pipe->output.error) {
		fprintf(stderr, "echochat: cannot write the reply: %s\n",
		    strerror(pipe->output.error));
		return STATUS_FAILED;
	}
	tell_the_rest(pipe);
	return exit_status(pipe);
}

static void
watch_signals(struct pipe *pipe)
{
	loop_signal(pipe->loop, SIGINT, on_signal, pipe);
	loop_signal(pipe->loop, SIGTERM, on_signal, pipe);
	loop_signal(pipe->loop, SIGHUP, on_signal, pipe);
}

static int
answer(struct pipe *pipe, struct engine *engine, const struct text *prompt)
{
	text_append(&pipe->conversation.system,
	    text_string(&pipe->options->system), pipe->options->system.len);
	conversation_add(&pipe->conversation, ROLE_USER,
	    loop_wall_ms(pipe->loop), text_string(prompt), prompt->len);
	pipe->turn.on_event = on_event;
	pipe->turn.on_event_data = pipe;
	output_init(&pipe->output, pipe->loop, STDOUT_FILENO, on_progress,
	    pipe);
	watch_signals(pipe);
	turn_start(&pipe->turn, engine, &pipe->options->settings);
	if (pipe->options->json && !engine->ops->remote)
		events_request(&pipe->line, &pipe->turn);
	flush(pipe);
	loop_run(pipe->loop);
	return report(pipe);
}

static void
warn(void *data, const char *sentences)
{
	(void)data;
	status_complain(sentences);
}

static struct engine *
open_engine(struct pipe *pipe, struct text *error)
{
	const struct options *options = pipe->options;

	pipe->turn.record.warn = warn;
	if (!turn_record_open(&pipe->turn.record, &options->tracing,
		RECORD_PROMPT, error))
		return NULL;
	return engine_open(options->engine, pipe->loop, error);
}

int
pipe_run(const struct options *options)
{
	struct pipe pipe = { .options = options,
		.to_terminal = isatty(STDOUT_FILENO) && !options->json };
	struct text prompt = { 0 };
	struct text error = { 0 };
	struct engine *engine;
	int status = STATUS_USAGE;

	pipe.loop = loop_new();
	turn_init(&pipe.turn, pipe.loop, &pipe.conversation, &pipe.trace);
	engine = open_engine(&pipe, &error);
	if (!engine)
		status_complain(text_string(&error));
	else if (prompt_read(options, &prompt))
		status = answer(&pipe, engine, &prompt);
	if (engine)
		engine_close(engine);
	if (pipe.output.loop)
		output_release(&pipe.output);
	turn_release(&pipe.turn);
	conversation_release(&pipe.conversation);
	trace_release(&pipe.trace);
	loop_free(pipe.loop);
	text_release(&pipe.line);
	text_release(&prompt);
	text_release(&error);
	if (pipe.output.error == EPIPE)
		status_die_of_pipe();
	return status;
}
