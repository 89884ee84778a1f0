/* copy.c: what the user copies goes to the clipboard. */
#include "copy.h"

#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "osc52.h"

/* ---- By the terminal. Nobody knows whether it does what it is told. */

static bool
is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

static enum osc52_wrap
choose_wrap(enum clipboard clipboard)
{
	if (clipboard == CLIPBOARD_TMUX)
		return OSC52_TMUX;
	if (clipboard == CLIPBOARD_SCREEN ||
	    (clipboard == CLIPBOARD_AUTO && is_set("STY") && !is_set("TMUX")))
		return OSC52_SCREEN;
	return OSC52_PLAIN;
}

/* What to do if the clipboard does not have it: said once. */
static const char *
advice(struct app *app, enum osc52_wrap wrap)
{
	if (app->advised)
		return "";
	app->advised = true;
	if (is_set("TMUX") && wrap == OSC52_PLAIN)
		return "; tmux needs: set -g set-clipboard on";
	return "; if it does not arrive: /help copy_command";
}

static void
tell_sent(struct app *app, const char *what, size_t len, size_t digits,
    enum osc52_wrap wrap)
{
	if (digits > OSC52_SAFE)
		app_tell(app, "copied %s, %zu bytes; many terminals cut what "
		    "is longer than %d: see /help copy_command", what, len,
		    OSC52_SAFE / 4 * 3);
	else
		app_tell(app, "copied %s, %zu bytes%s", what, len,
		    advice(app, wrap));
}

/* Terminals that have no clipboard, or show what they do not know. */
static bool
is_deaf(void)
{
	const char *type = getenv("TERM");

	return !type || !*type || !strcmp(type, "linux") ||
	    !strcmp(type, "dumb");
}

static void
copy_by_terminal(struct app *app, const char *what, const struct text *text)
{
	enum osc52_wrap wrap = choose_wrap(app->settings.clipboard);
	struct text sequence = { 0 };
	size_t digits;

	digits = osc52_print(&sequence, text->bytes, text->len, wrap);
	if (app->settings.clipboard == CLIPBOARD_OFF || is_deaf() ||
	    !app->front.send(app->front.data, &sequence))
		app_complain(app, "there is no clipboard here; /set "
		    "copy_command names a program that has one, such as xclip "
		    "-selection clipboard");
	else
		tell_sent(app, what, text->len, digits, wrap);
	text_release(&sequence);
}

/* ---- By a program. */

static void
on_copied(void *data, const char *error)
{
	struct app *app = data;

	if (error)
		app_complain(app, "%s", error);
	else
		app_tell(app, "copied by copy_command");
	app->waiting = false;
	if (app->front.answered)
		app->front.answered(app->front.data);
}

static void
copy(struct app *app, const char *what, const struct text *text)
{
	if (!text->len) {
		app_tell(app, "%s is empty: there is nothing to copy", what);
	} else if (app->settings.copy_command.len) {
		app->waiting = true;
		copier_start(&app->copier,
		    text_string(&app->settings.copy_command), text, on_copied,
		    app);
	} else {
		copy_by_terminal(app, what, text);
	}
}

/* ---- What. */

void
copy_message(struct app *app, long at)
{
	const struct message *message = app->conversation.messages[at];

	copy(app, message->role == ROLE_USER ? "the message" : "the reply",
	    &message->text);
}

void
copy_last(struct app *app)
{
	long at = (long)app->conversation.count - 1;

	while (at >= 0 &&
	    app->conversation.messages[at]->role != ROLE_ASSISTANT)
		at--;
	if (at >= 0)
		copy_message(app, at);
	else
		app_tell(app, "there is no reply to copy yet");
}

void
copy_all(struct app *app)
{
	struct text text = { 0 };

	export_find("all.txt", NULL)(&text, &app->conversation);
	copy(app, "the conversation", &text);
	text_release(&text);
}

void
copy_trace(struct app *app)
{
	struct text text = { 0 };

	for (size_t i = 0; i < app->trace.count; i++) {
		trace_print(&text, trace_at(&app->trace, i));
		text_add(&text, "\n");
	}
	copy(app, "the trace", &text);
	text_release(&text);
}
