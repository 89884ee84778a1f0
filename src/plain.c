/* plain.c: --plain: the chat in lines.
 *
 * A prompt, the reply as it streams, one line that says why it ended; nothing
 * is ever painted over. The line is readline's own; while a reply streams the
 * keyboard is the terminal's, and Ctrl-C stops the reply. */
#include "plain.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ui/editor.h"
#include "../ui/input.h"
#include "app.h"
#include "comparing.h"
#include "demo.h"
#include "ending.h"
#include "hold.h"
#include "status.h"
#include "visible.h"

struct plain {
	struct app app;
	struct visible visible;
	enum engine_event_kind part; /* of the reply, that was printed last */
	bool part_begun;
	bool fresh_line; /* nothing of the reply was printed in this line */
	struct text typed; /* by a demo, up to now */
	uint64_t said; /* id of the last message whose notice was printed */
	struct text draft; /* what the next line begins as */
	int signal; /* that ended the program, or 0 */
};

static void
print(struct plain *plain, const char *bytes, size_t len)
{
	struct text out = { 0 };

	plain->fresh_line = false;
	visible_add(&plain->visible, &out, bytes, len);
	fwrite(text_string(&out), 1, out.len, stdout);
	text_release(&out);
}

static void
print_line(struct plain *plain, const char *line)
{
	struct text out = { 0 };

	visible_end(&plain->visible, &out);
	visible_add(&plain->visible, &out, line, strlen(line));
	visible_end(&plain->visible, &out);
	printf("%s\n", text_string(&out));
	text_release(&out);
}

/* Those that came since the last time; they are at the end. */
static void
print_notices(struct plain *plain)
{
	const struct conversation *conversation = &plain->app.conversation;
	size_t at = conversation->count;

	while (at && conversation->messages[at - 1]->id > plain->said)
		at--;
	for (; at < conversation->count; at++) {
		const struct message *message = conversation->messages[at];

		if (message->role == ROLE_NOTICE)
			print_line(plain, text_string(&message->text));
		plain->said = message->id;
	}
}

/* Reasoning and refusals say what they are, once; the answer after them too. */
static void
print_part(struct plain *plain, const struct engine_event *event)
{
	static const char *const names[] = { [ENGINE_TEXT] = "answer",
		[ENGINE_REASONING] = "reasoning",
		[ENGINE_REFUSAL] = "refusal" };

	if (event->kind != ENGINE_TEXT && event->kind != ENGINE_REASONING &&
	    event->kind != ENGINE_REFUSAL)
		return;
	if (plain->part != event->kind) {
		struct text end = { 0 };

		visible_end(&plain->visible, &end);
		printf("%s%s[%s]\n", text_string(&end),
		    plain->part_begun ? "\n" : "", names[event->kind]);
		text_release(&end);
	}
	plain->part = event->kind;
	plain->part_begun = true;
	print(plain, event->bytes, event->len);
}

static void
print_tool_calls(struct plain *plain, const struct message *reply)
{
	struct text line = { 0 };

	for (size_t i = 0; i < reply->tool_call_count; i++) {
		text_clear(&line);
		text_add(&line, "[tool call: ");
		tool_call_print(&line, &reply->tool_calls[i]);
		text_add(&line, "]");
		print_line(plain, text_string(&line));
	}
	text_release(&line);
}

static void
print_ending(struct plain *plain, const struct message *reply)
{
	struct text line = { 0 }, words = { 0 };

	visible_end(&plain->visible, &line);
	if (plain->part_begun && !plain->fresh_line &&
	    !(plain->part == ENGINE_TEXT && reply->text.len &&
		reply->text.bytes[reply->text.len - 1] == '\n'))
		text_add(&line, "\n");
	fwrite(text_string(&line), 1, line.len, stdout);
	print_tool_calls(plain, reply);
	text_clear(&line);
	ending_print(&words, reply, ", ", 0);
	text_printf(&line, "[%s: %s]", ending_word(&reply->end),
	    text_string(&words));
	print_line(plain, text_string(&line));
	text_release(&words);
	text_release(&line);
}

static void
on_event(void *data, const struct turn *turn, const struct engine_event *event)
{
	struct plain *plain = data;

	print_part(plain, event);
	if (turn_is_over(turn))
		print_ending(plain, turn->reply);
	fflush(stdout);
	if (turn_is_over(turn))
		loop_stop(turn->loop);
}

static bool
is_waiting(const struct plain *plain)
{
	return !turn_is_over(&plain->app.turn) || plain->app.waiting ||
	    plain->app.demo;
}

static void
on_interrupt(void *data, int number)
{
	struct plain *plain = data;

	if (number != SIGINT)
		plain->signal = number;
	if (plain->app.demo) {
		printf("\n");
		demo_leave(&plain->app);
		return;
	}
	if (comparing_stop(&plain->app))
		return;
	if (plain->app.waiting) {
		plain->app.waiting = false;
		loop_stop(plain->app.loop);
	}
	if (plain->app.turn.settling) {
		turn_settle(&plain->app.turn);
		print_ending(plain, plain->app.turn.reply);
		loop_stop(plain->app.loop);
	}
	turn_cancel(&plain->app.turn);
}

static void
begin_reply(struct plain *plain)
{
	plain->part = ENGINE_TEXT;
	plain->part_begun = false;
	plain->fresh_line = true;
}

/* The answer to a command came later than the command. */
static void
on_answered(void *data)
{
	struct plain *plain = data;

	print_notices(plain);
	loop_stop(plain->app.loop);
}

/* ---- A demo: what it types is printed. */

static void
on_demo_begin(void *data)
{
	struct plain *plain = data;

	text_clear(&plain->typed);
	printf("\n");
}

static void
on_demo_end(void *data)
{
	struct plain *plain = data;

	loop_stop(plain->app.loop);
}

static void
enter_typed(struct plain *plain)
{
	char *line = text_take(&plain->typed);

	printf("\n");
	begin_reply(plain);
	app_enter(&plain->app, line, strlen(line));
	print_notices(plain);
	free(line);
}

/* Of the keys, those that mean something in lines. */
static void
on_demo_type(void *data, const char *bytes, size_t len)
{
	struct plain *plain = data;

	if (len == 1 && *bytes == '\r')
		enter_typed(plain);
	else if (len == 1 && (*bytes == '\003' || *bytes == '\033'))
		turn_cancel(&plain->app.turn);
	else if ((unsigned char)*bytes >= ' ' || *bytes == '\n') {
		if (!plain->typed.len)
			printf("> ");
		print(plain, bytes, len);
		text_append(&plain->typed, bytes, len);
	}
	fflush(stdout);
}

static void
on_demo_say(void *data, const char *sentence)
{
	struct text line = { 0 };

	text_printf(&line, "# %s", sentence);
	print_line(data, text_string(&line));
	text_release(&line);
	fflush(stdout);
}

static void
on_edit(void *data, const struct text *text, bool editor)
{
	struct plain *plain = data;
	struct text error = { 0 };

	text_clear(&plain->draft);
	text_append(&plain->draft, text->bytes, text->len);
	if (editor && !editor_edit(&plain->draft, &error))
		print_line(plain, text_string(&error));
	print_line(plain, "Enter sends a new version of the message, an empty "
	    "line leaves it as it is");
	text_release(&error);
}

static bool
on_send(void *data, const struct text *bytes)
{
	(void)data;
	return isatty(STDOUT_FILENO) &&
	    fwrite(bytes->bytes, 1, bytes->len, stdout) == bytes->len;
}

/* The caller frees it. */
static char *
read_line(struct plain *plain)
{
	char *draft = text_take(&plain->draft);
	char *line = input_read_line("> ", draft);

	free(draft);
	return line;
}

/* ---- A reply is held: commands are read until it goes on. */

static void
on_held(void *data)
{
	struct plain *plain = data;

	/* A demo has nobody who would type. */
	if (!plain->app.demo)
		loop_stop(plain->app.loop);
}

static void
say_held(struct plain *plain)
{
	struct text line = { 0 }, out = { 0 };

	text_add(&line, "[paused ");
	hold_print_place(&plain->app, &line);
	text_add(&line, ": ");
	hold_print_state(&plain->app, &line);
	text_add(&line, "]");
	visible_end(&plain->visible, &out);
	printf("%s%s", text_string(&out), plain->fresh_line ? "" : "\n");
	plain->fresh_line = true;
	print_line(plain, text_string(&line));
	text_release(&line);
	text_release(&out);
}

static void
take_while_held(struct plain *plain, const char *line)
{
	if (*line == '/' && line[1] != '/')
		app_enter(&plain->app, line, strlen(line));
	else if (*line)
		print_line(plain, "the reply is paused: /step lets a token "
		    "pass, /resume all");
	print_notices(plain);
	fflush(stdout);
}

/* The end of the input lets it go on. */
static void
read_while_held(struct plain *plain)
{
	struct gate *gate = &plain->app.turn.gate;
	char *line;

	say_held(plain);
	while (gate->state == GATE_HELD && !plain->app.quit &&
	    !plain->signal) {
		line = read_line(plain);
		if (line && *line)
			input_add_history(line);
		if (line)
			take_while_held(plain, line);
		else
			gate_resume(gate);
		free(line);
	}
}

/* Signals are the loop's only while a reply streams; readline has them while a
 * line is typed. */
static void
catch_signals(struct plain *plain, bool caught)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	enum { COUNT = sizeof(numbers) / sizeof(*numbers) };

	for (size_t i = 0; i < COUNT; i++)
		loop_signal(plain->app.loop, numbers[i],
		    caught ? on_interrupt : NULL, plain);
}

static void
wait_while_held(struct plain *plain)
{
	catch_signals(plain, false);
	read_while_held(plain);
	catch_signals(plain, true);
}

static void
wait_for_reply(struct plain *plain)
{
	if (!is_waiting(plain))
		return;
	begin_reply(plain);
	catch_signals(plain, true);
	/* An answer that nobody waits for any more stops the loop too. */
	while (is_waiting(plain) && !plain->app.quit) {
		loop_run(plain->app.loop);
		if (plain->app.turn.gate.state == GATE_HELD &&
		    !plain->app.demo)
			wait_while_held(plain);
	}
	catch_signals(plain, false);
}

static void
take(struct plain *plain, const char *line, size_t len)
{
	app_enter(&plain->app, line, len);
	print_notices(plain);
	wait_for_reply(plain);
	print_notices(plain);
}

static void
recall(void *data, const char *line)
{
	(void)data;
	input_add_history(line);
}

static void
chat(struct plain *plain, const char *first)
{
	char *line;

	app_recall(&plain->app, recall, NULL);
	print_notices(plain);
	if (first && *first)
		app_send(&plain->app, first, strlen(first));
	wait_for_reply(plain);
	print_notices(plain);
	while (!plain->app.quit && !plain->signal && !ferror(stdout) &&
	    (line = read_line(plain))) {
		if (*line && input_add_history(line))
			app_remember(&plain->app, line);
		take(plain, line, strlen(line));
		free(line);
	}
}

static void
warn(void *data, const char *sentences)
{
	(void)data;
	fflush(stdout);
	status_complain(sentences);
}

static bool
open_app(struct plain *plain, struct loop *loop, const struct options *options,
    struct text *error)
{
	if (!app_init(&plain->app, loop, options, error))
		return false;
	plain->app.turn.record.warn = warn;
	if (turn_record_open(&plain->app.turn.record, &options->tracing,
		RECORD_LINES, error) &&
	    (!options->demo || demo_start(&plain->app, options->demo, error)))
		return true;
	app_release(&plain->app);
	return false;
}

int
plain_run(const struct options *options, const char *warning)
{
	struct plain plain = { 0 };
	struct loop *loop = loop_new();
	struct text error = { 0 };
	int status = STATUS_OK;

	if (open_app(&plain, loop, options, &error)) {
		plain.app.front.event = on_event;
		plain.app.front.held = on_held;
		plain.app.front.data = &plain;
		plain.app.front.answered = on_answered;
		plain.app.front.demo_begin = on_demo_begin;
		plain.app.front.demo_end = on_demo_end;
		plain.app.front.demo_type = on_demo_type;
		plain.app.front.demo_say = on_demo_say;
		plain.app.front.edit = on_edit;
		plain.app.front.send = on_send;
		if (*warning)
			print_line(&plain, warning);
		chat(&plain, options->prompt);
		if (plain.signal)
			status = 128 + plain.signal;
		demo_leave(&plain.app);
		app_release(&plain.app);
		text_release(&plain.typed);
		text_release(&plain.draft);
	} else {
		status_complain(text_string(&error));
		status = STATUS_USAGE;
	}
	text_release(&error);
	loop_free(loop);
	return status;
}
