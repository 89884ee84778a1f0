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

#include "json.h"
#include "output.h"
#include "status.h"
#include "turn.h"
#include "utf8.h"
#include "visible.h"

struct pipe {
	const struct options *options;
	struct loop *loop;
	struct conversation conversation;
	struct trace trace;
	struct turn turn;
	struct output output;
	struct text line; /* what is added to the output next */
	bool to_terminal;
	struct visible visible;
	int signal;   /* the one that interrupted, or 0 */
};

/* Text for people. */

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
	const struct text *text = &pipe->turn.reply->text;

	visible_end(&pipe->visible, &pipe->line);
	if (!text->len || text->bytes[text->len - 1] != '\n')
		text_add(&pipe->line, "\n");
}

/* JSON lines for programs. */

static void
add_milliseconds(struct text *out, const char *name, double us)
{
	if (us < 0)
		json_null(out, name);
	else
		json_number(out, name, us / 1000, 3);
}

static void
open_event(struct pipe *pipe, const char *name)
{
	const struct tracker *tracker = &pipe->turn.tracker;

	json_open(&pipe->line, NULL, '{');
	json_text(&pipe->line, "event", name);
	add_milliseconds(&pipe->line, "t_ms",
	    (double)(loop_now(pipe->loop) - tracker->started_at));
}

static void
close_event(struct pipe *pipe)
{
	json_close(&pipe->line, '}');
	text_add(&pipe->line, "\n");
}

static void
write_request(struct pipe *pipe)
{
	struct turn *turn = &pipe->turn;
	const struct settings *settings = &turn->request.settings;
	struct text body = { 0 };

	request_body(&body, &turn->request, turn->reply->model, 0);
	open_event(pipe, "request");
	json_text(&pipe->line, "id", turn->request.id);
	json_text(&pipe->line, "endpoint",
	    settings->endpoint == ENDPOINT_CHAT ? "chat" : "completions");
	json_text(&pipe->line, "engine", turn->reply->engine);
	json_text(&pipe->line, "model", turn->reply->model);
	json_raw(&pipe->line, "body", text_string(&body));
	close_event(pipe);
	text_release(&body);
}

static void
write_text(struct pipe *pipe, const struct engine_event *event)
{
	open_event(pipe, "text");
	json_string(&pipe->line, "text", event->bytes, event->len);
	json_integer(&pipe->line, "choice", 0);
	close_event(pipe);
}

static void
add_usage(struct text *out, const struct usage *usage)
{
	json_open(out, "usage", '{');
	json_integer(out, "prompt_tokens", usage->prompt_tokens);
	json_integer(out, "completion_tokens", usage->completion_tokens);
	json_integer(out, "total_tokens",
	    usage->prompt_tokens + usage->completion_tokens);
	json_close(out, '}');
}

static void
write_usage(struct pipe *pipe, const struct engine_event *event)
{
	open_event(pipe, "usage");
	add_usage(&pipe->line, &event->usage);
	close_event(pipe);
}

static void
add_stop_reason(struct text *out, const struct stop_reason *reason)
{
	switch (reason->kind) {
	case STOP_REASON_NONE:
		json_null(out, "stop_reason");
		break;
	case STOP_REASON_STRING:
		json_string(out, "stop_reason", text_string(&reason->string),
		    reason->string.len);
		break;
	case STOP_REASON_ID:
		json_integer(out, "stop_reason", reason->id);
		break;
	}
}

static const char *
outcome(enum message_state state)
{
	switch (state) {
	case MESSAGE_TRUNCATED:
		return "truncated";
	case MESSAGE_CANCELLED:
		return "cancelled";
	case MESSAGE_FAILED:
		return "error";
	case MESSAGE_STREAMING:
	case MESSAGE_FINISHED:
		break;
	}
	return "finished";
}

static void
add_error(struct text *out, const char *error)
{
	if (!error) {
		json_null(out, "error");
		return;
	}
	json_open(out, "error", '{');
	json_text(out, "message", error);
	json_null(out, "status");
	json_null(out, "retry_after");
	json_close(out, '}');
}

static void
add_timing(struct text *out, const struct tracker *tracker)
{
	json_open(out, "timing", '{');
	add_milliseconds(out, "ttft_ms", (double)tracker_ttft(tracker));
	add_milliseconds(out, "total_ms", (double)tracker_total(tracker));
	if (tracker_itl_max(tracker) < 0) {
		json_null(out, "itl_ms");
	} else {
		json_open(out, "itl_ms", '{');
		add_milliseconds(out, "mean", tracker_itl_mean(tracker));
		add_milliseconds(out, "p50",
		    (double)tracker_itl_quantile(tracker, 0.5));
		add_milliseconds(out, "p90",
		    (double)tracker_itl_quantile(tracker, 0.9));
		add_milliseconds(out, "p99",
		    (double)tracker_itl_quantile(tracker, 0.99));
		add_milliseconds(out, "max", (double)tracker_itl_max(tracker));
		json_close(out, '}');
	}
	json_integer(out, "tokens", tracker->tokens);
	json_close(out, '}');
}

static void
write_end(struct pipe *pipe)
{
	const struct message *reply = pipe->turn.reply;
	struct text *out = &pipe->line;

	open_event(pipe, "end");
	json_text(out, "outcome", outcome(reply->end.state));
	json_text(out, "finish_reason", reply->end.finish_reason);
	add_stop_reason(out, &reply->end.stop_reason);
	json_string(out, "text", text_string(&reply->text), reply->text.len);
	json_string(out, "reasoning", text_string(&reply->reasoning),
	    reply->reasoning.len);
	json_text(out, "refusal", "");
	json_raw(out, "tool_calls", "[]");
	json_raw(out, "other_choices", "[]");
	if (reply->usage.completion_tokens < 0)
		json_null(out, "usage");
	else
		add_usage(out, &reply->usage);
	json_raw(out, "anomalies", "[]");
	add_error(out, reply->end.error);
	add_timing(out, &pipe->turn.tracker);
	close_event(pipe);
}

/* The turn. */

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
		write_end(pipe);
	else
		end_text(pipe);
	flush(pipe);
	output_when_empty(&pipe->output, on_written, pipe);
}

static void
on_event(void *data, const struct turn *turn, const struct engine_event *event)
{
	struct pipe *pipe = data;

	if (pipe->output.error) {
		loop_stop(pipe->loop);
		return;
	}
	if (event->kind == ENGINE_TEXT && !pipe->options->json)
		add_text(pipe, event->bytes, event->len);
	else if (event->kind == ENGINE_TEXT)
		write_text(pipe, event);
	else if (event->kind == ENGINE_USAGE && pipe->options->json)
		write_usage(pipe, event);
	if (turn->running)
		flush(pipe);
	else
		finish(pipe);
}

static void
on_signal(void *data, int number)
{
	struct pipe *pipe = data;

	/* The second one means it: output may be stuck. */
	if (pipe->signal)
		_exit(128 + number);
	pipe->signal = number;
	turn_cancel(&pipe->turn);
}

static int
exit_status(const struct pipe *pipe)
{
	const struct ending *end = &pipe->turn.reply->end;
	const char *expected = pipe->options->expect_finish;

	if (pipe->signal)
		return 128 + pipe->signal;
	switch (end->state) {
	case MESSAGE_FINISHED:
		break;
	case MESSAGE_TRUNCATED:
		return STATUS_TRUNCATED;
	case MESSAGE_CANCELLED:
		return STATUS_INTERRUPTED;
	case MESSAGE_STREAMING:
	case MESSAGE_FAILED:
		return STATUS_FAILED;
	}
	if (!expected || !strcmp(end->finish_reason, expected))
		return STATUS_OK;
	fprintf(stderr, "echochat: finish_reason is %s, not %s\n",
	    end->finish_reason, expected);
	return STATUS_UNEXPECTED;
}

static int
report(struct pipe *pipe)
{
	const struct ending *end = &pipe->turn.reply->end;

	if (pipe->output.error == EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	if (pipe->output.error) {
		fprintf(stderr, "echochat: cannot write the reply: %s\n",
		    strerror(pipe->output.error));
		return STATUS_FAILED;
	}
	if (end->error)
		status_complain(end->error);
	return exit_status(pipe);
}

/* The prompt. */

static bool
read_all(int fd, struct text *out)
{
	char buffer[65536];
	ssize_t got;

	if (isatty(fd))
		fputs("echochat: type the prompt; Ctrl-D on an empty line ends "
		      "it\n", stderr);
	while ((got = read(fd, buffer, sizeof(buffer))) != 0) {
		if (got > 0)
			text_append(out, buffer, (size_t)got);
		else if (errno != EINTR)
			return false;
	}
	return true;
}

static bool
read_prompt(const struct options *options, struct text *prompt)
{
	struct text raw = { 0 };
	size_t broken;

	if (options->prompt)
		text_add(&raw, options->prompt);
	else if (!read_all(STDIN_FILENO, &raw)) {
		fprintf(stderr, "echochat: cannot read standard input: %s\n",
		    strerror(errno));
		return false;
	}
	broken = utf8_repair(prompt, text_string(&raw), raw.len);
	text_release(&raw);
	if (broken)
		fprintf(stderr, "echochat: the prompt is not UTF-8: %zu broken "
		    "character%s replaced by U+FFFD\n", broken,
		    broken == 1 ? "" : "s");
	if (!prompt->len)
		fputs("echochat: the prompt is empty; give one on standard "
		      "input or with -p TEXT\n", stderr);
	return prompt->len > 0;
}

static void
watch_signals(struct pipe *pipe)
{
	loop_signal(pipe->loop, SIGINT, on_signal, pipe);
	loop_signal(pipe->loop, SIGTERM, on_signal, pipe);
	loop_signal(pipe->loop, SIGHUP, on_signal, pipe);
	signal(SIGPIPE, SIG_IGN);
}

static int
answer(struct pipe *pipe, struct engine *engine, const struct text *prompt)
{
	text_append(&pipe->conversation.system,
	    text_string(&pipe->options->system), pipe->options->system.len);
	conversation_add(&pipe->conversation, ROLE_USER,
	    loop_wall_ms(pipe->loop), text_string(prompt), prompt->len);
	turn_init(&pipe->turn, pipe->loop, &pipe->conversation, &pipe->trace);
	pipe->turn.on_event = on_event;
	pipe->turn.on_event_data = pipe;
	output_init(&pipe->output, pipe->loop, STDOUT_FILENO);
	watch_signals(pipe);
	turn_start(&pipe->turn, engine, &pipe->options->settings);
	if (pipe->options->json) {
		write_request(pipe);
		flush(pipe);
	}
	loop_run(pipe->loop);
	return report(pipe);
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
	engine = engine_open(options->engine, pipe.loop, &error);
	if (!engine)
		status_complain(text_string(&error));
	else if (read_prompt(options, &prompt))
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
	return status;
}
