/* screen.c: in=text: the chat on the screen: joins app and ui. */
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ui/link.h"
#include "command.h"
#include "comparing.h"
#include "demo.h"
#include "copy.h"
#include "escape.h"
#include "hold.h"
#include "inspect_print.h"
#include "revise.h"
#include "screen_sessions.h"
#include "status.h"

#define WELCOME_KEYS                                                           \
	"\n"                                                                   \
	"/stop add END      end replies before END\n"                          \
	"/set max_tokens 5  end them after 5 tokens\n"

static const char welcome_echo[] =
    "Type a message and press Enter: the echo engine says it back,\n"
    "one character at a time. The line below a reply tells why it ended.\n"
    WELCOME_KEYS
    "/set delay 100     slow them down\n"
    "F1                 keys and commands";

static const char welcome_server[] =
    "Type a message and press Enter. The line below a reply tells why it\n"
    "ended, and the trace what came over the wire, and when.\n"
    WELCOME_KEYS
    "/model             list the models\n"
    "F1                 keys and commands";

/* ---- What the user does. */

static bool
on_submit(void *data, const char *line, size_t len)
{
	struct screen *screen = data;

	return app_enter(&screen->app, line, len);
}

static void
on_cancel(void *data)
{
	struct screen *screen = data;

	turn_cancel(&screen->app.turn);
}

static void
on_quit(void *data, int signal)
{
	struct screen *screen = data;

	screen->signal = signal;
	app_quit(&screen->app);
}

static void
on_complete(void *data, const char *line, size_t start, size_t point,
    struct text *out)
{
	struct screen *screen = data;

	command_complete(&screen->app, line, start, point, out);
}

static const char *
on_describe(void *data, const char *line, const char *match)
{
	(void)data;
	return command_describe(line, match);
}

static void
on_help(void *data, struct text *out)
{
	(void)data;
	command_help(out);
}

static void
on_inspect(void *data, int columns, bool utf8, struct sheet *sheet)
{
	struct screen *screen = data;

	inspect_print(sheet, app_inspect(&screen->app), columns,
	    utf8 ? inspect_bars_utf8 : inspect_bars_ascii);
}

static void
on_markdown(void *data)
{
	struct screen *screen = data;
	bool *markdown = &screen->app.settings.markdown;

	*markdown = !*markdown;
	ui_hint(screen->ui, *markdown ? "markdown is on"
				      : "markdown is off: the true text");
}

static void
on_demo(void *data, enum ui_demo what)
{
	struct screen *screen = data;

	switch (what) {
	case UI_DEMO_PAUSE:
		demo_pause(&screen->app);
		break;
	case UI_DEMO_NEXT:
		demo_next(&screen->app);
		break;
	case UI_DEMO_LEAVE:
		demo_leave(&screen->app);
		break;
	}
}

static void
on_hold(void *data, enum ui_hold what)
{
	struct screen *screen = data;
	struct turn *turn = &screen->app.turn;

	if (!turn->running)
		ui_hint(screen->ui, "no reply streams; /break holds the next "
		    "one");
	else if (what == UI_HOLD_STEP)
		gate_step(&turn->gate, 1);
	else if (gate_is_held(&turn->gate))
		gate_resume(&turn->gate);
	else
		gate_hold(&turn->gate);
}

/* Without a selected message it is the last one that the key can be for. */
static void
on_act(void *data, enum ui_action action, uint64_t id)
{
	struct screen *screen = data;
	struct app *app = &screen->app;
	long at = id ? (long)conversation_find(&app->conversation, id)
	             : revise_last(app);

	if (app->turn.running && action != UI_COPY) {
		ui_hint(screen->ui, "a reply streams: Esc stops it first");
		return;
	}
	switch (action) {
	case UI_COPY:
		if (id)
			copy_message(app, at);
		else
			copy_last(app);
		break;
	case UI_RETRY:
		revise_retry(app, at);
		break;
	case UI_EDIT:
		revise_edit(app, at, false);
		break;
	case UI_VERSION_BACK:
	case UI_VERSION_ON:
		revise_step(app, id ? at : -1,
		    action == UI_VERSION_ON ? 1 : -1);
		break;
	}
	store_sync(app->store);
}

static void
on_compare(void *data, enum ui_compare what, size_t chosen)
{
	struct screen *screen = data;

	switch (what) {
	case UI_COMPARE_STOP:
		comparing_stop(&screen->app);
		break;
	case UI_COMPARE_TAKE:
		comparing_take(&screen->app, chosen);
		break;
	case UI_COMPARE_CLOSE:
		comparing_close(&screen->app);
		break;
	}
}

static void
on_cleared(void *data)
{
	struct screen *screen = data;

	revise_leave(&screen->app);
}

static void
on_remember(void *data, const char *line)
{
	struct screen *screen = data;

	app_remember(&screen->app, line);
}

static void
recall(void *data, const char *line)
{
	struct screen *screen = data;

	ui_add_history(screen->ui, line);
}

/* ---- The status line. */

static void
add_setting(struct text *out, const struct settings *settings,
    const char *name, const char *label)
{
	const struct setting *setting = setting_find(name);

	if (!setting_is_set(settings, setting))
		return;
	text_printf(out, "%s%s ", out->len ? "  " : "", label);
	setting_show(settings, setting, out);
}

static void
add_conditions(struct text *out, const struct settings *settings)
{
	add_setting(out, settings, "stop", "stop");
	add_setting(out, settings, "stop_token_ids", "ids");
	add_setting(out, settings, "eos_token", "eos");
	if (settings->ignore_eos)
		text_printf(out, "%signore_eos", out->len ? "  " : "");
	if (settings->include_stop_str_in_output)
		text_printf(out, "%sstop included", out->len ? "  " : "");
	if (!out->len)
		text_add(out, "stop -");
}

static void
add_limits(struct text *out, const struct settings *settings)
{
	if (settings->max_tokens >= 0)
		text_printf(out, "max %lld", (long long)settings->max_tokens);
	else
		text_add(out, "max -");
	if (settings->min_tokens > 0)
		text_printf(out, " min %lld", (long long)settings->min_tokens);
}

static void
on_status(void *data, struct ui_status *status)
{
	struct screen *screen = data;
	struct app *app = &screen->app;
	const char *model = turn_model(&app->settings, app->engine);

	ui_choose_theme(screen->ui, app->settings.theme);
	text_clear(&status->engine);
	text_add(&status->engine, engine_label(app->engine));
	if (*model && strcmp(model, engine_label(app->engine)))
		text_printf(&status->engine, " %s", model);
	text_clear(&status->conditions);
	add_conditions(&status->conditions, &app->settings);
	text_clear(&status->limit);
	add_limits(&status->limit, &app->settings);
	text_clear(&status->demo);
	status->demo_paused = demo_print_state(app, &status->demo);
	text_clear(&status->place);
	text_clear(&status->hold);
	hold_print_place(app, &status->place);
	hold_print_state(app, &status->hold);
	status->note = app->editing ? "Enter sends a new version of the "
	    "message; Ctrl-C leaves it as it is" : NULL;
	status->mouse = app->settings.mouse;
	status->markdown = app->settings.markdown;
	status->links = app->settings.links == LINKS_ON ||
	    (app->settings.links == LINKS_AUTO && screen->links_known);
	status->streaming = app->turn.running;
	status->tokens = app->turn.running ? app->turn.tracker.tokens : 0;
	status->rate =
	    app->turn.running ? tracker_rate(&app->turn.tracker) : 0;
}

/* ---- What commands ask for. */

static void
front_place(void *data, enum pane_place place)
{
	static const enum trace_place places[] = { TRACE_AUTO, TRACE_RIGHT,
		TRACE_BOTTOM, TRACE_OFF };
	struct screen *screen = data;

	ui_place_trace(screen->ui, places[place]);
}

static void
front_size(void *data, int percent)
{
	struct screen *screen = data;

	ui_size_trace(screen->ui, percent);
}

static void
front_help(void *data)
{
	struct screen *screen = data;

	ui_show_help(screen->ui);
}

static void
front_show_inspect(void *data)
{
	struct screen *screen = data;

	ui_show_inspect(screen->ui);
}

static void
front_timing(void *data)
{
	struct screen *screen = data;

	ui_show_timing(screen->ui);
}

static void
front_show(void *data, const char *title, const struct text *text)
{
	struct screen *screen = data;

	ui_show(screen->ui, title, text);
}

static void
front_find(void *data, const char *text)
{
	struct screen *screen = data;

	ui_find(screen->ui, text);
}

static void
front_hint(void *data, const char *sentence)
{
	struct screen *screen = data;

	ui_hint(screen->ui, sentence);
}

static void
front_follow(void *data)
{
	struct screen *screen = data;

	ui_follow(screen->ui);
}

static void
front_show_sessions(void *data)
{
	struct screen *screen = data;
	struct picker_source source = screen_sessions(&screen->app);

	ui_pick(screen->ui, &source);
}

static void
front_demo_begin(void *data)
{
	struct screen *screen = data;

	ui_begin_demo(screen->ui);
}

static void
front_demo_end(void *data)
{
	struct screen *screen = data;

	ui_end_demo(screen->ui);
}

static void
front_demo_type(void *data, const char *bytes, size_t len)
{
	struct screen *screen = data;

	ui_type(screen->ui, bytes, len);
}

static void
front_demo_say(void *data, const char *sentence)
{
	struct screen *screen = data;

	ui_explain(screen->ui, sentence);
}

static void
front_compare(void *data, const struct comparison *comparison)
{
	struct screen *screen = data;

	ui_compare(screen->ui, comparison);
}

static void
front_edit(void *data, const struct text *text, bool editor)
{
	struct screen *screen = data;

	ui_put(screen->ui, text, editor);
}

static void
front_reveal(void *data, uint64_t id)
{
	struct screen *screen = data;

	ui_reveal(screen->ui, id);
}

static bool
front_send(void *data, const struct text *bytes)
{
	struct screen *screen = data;

	return ui_send(screen->ui, bytes);
}

/* While there is a screen it stands among the messages. */
static void
warn(void *data, const char *sentences)
{
	struct screen *screen = data;

	if (screen->ui)
		app_complain(&screen->app, "%.*s",
		    (int)strcspn(sentences, "\n"), sentences);
	else
		status_complain(sentences);
}

void
screen_close(struct screen *screen)
{
	demo_leave(&screen->app);
	ui_close(screen->ui);
	screen->ui = NULL;
	app_release(&screen->app);
}

bool
screen_open(struct screen *screen, struct loop *loop,
    const struct options *options, const struct ui_options *ui_options,
    struct text *error)
{
	struct ui_handlers handlers = { screen, on_submit, on_cancel, on_quit,
		on_status, on_complete, on_describe, on_help, on_inspect,
		on_markdown, on_demo, on_hold, on_act, on_cleared,
		on_remember, on_compare };

	*screen = (struct screen){ .links_known = ui_options->links };
	if (!app_init(&screen->app, loop, options, error))
		return false;
	screen->app.turn.record.warn = warn;
	screen->app.turn.record.warn_data = screen;
	if (!turn_record_open(&screen->app.turn.record, &options->tracing,
		RECORD_SCREEN, error)) {
		app_release(&screen->app);
		return false;
	}
	screen->ui = ui_open(ui_options, loop, &screen->app.conversation,
	    &screen->app.trace, &screen->app.timings, &handlers, error);
	if (!screen->ui) {
		app_release(&screen->app);
		return false;
	}
	screen->app.front = (struct app_front){ screen, front_place,
		front_size, front_help, front_show_inspect, front_timing,
		front_show, front_find, front_hint,
		front_follow, NULL, front_show_sessions, front_edit,
		front_reveal, front_send, NULL, NULL, front_compare,
		front_demo_begin, front_demo_end, front_demo_type,
		front_demo_say };
	app_recall(&screen->app, recall, screen);
	if (options->trace_pane != PANE_AUTO)
		front_place(screen, options->trace_pane);
	if (options->demo && !demo_start(&screen->app, options->demo, error)) {
		screen_close(screen);
		return false;
	}
	return true;
}

int
screen_run(const struct options *options, const char *warning, bool utf8)
{
	const char *no_colour = getenv("NO_COLOR");
	struct ui_options ui_options = { .terminal = { .in = stdin,
		.out = stdout,
		.utf8 = utf8,
		.no_mouse = !options->settings.mouse,
		.no_colour = no_colour && *no_colour,
		.theme = &options->config.theme },
		.bindings = &options->config.bindings,
		.links = link_is_known(getenv("TERM"), getenv),
		.welcome = strchr(options->engine, ':') ? welcome_server
							  : welcome_echo,
		.signals = true };
	struct loop *loop = loop_new();
	struct text error = { 0 };
	struct screen screen;
	int status = STATUS_USAGE;

	if (screen_open(&screen, loop, options, &ui_options, &error)) {
		if (*warning)
			app_complain(&screen.app, "%s", warning);
		if (options->prompt && *options->prompt)
			app_send(&screen.app, options->prompt,
			    strlen(options->prompt));
		loop_run(loop);
		status = screen.signal ? 128 + screen.signal : STATUS_OK;
		screen_close(&screen);
	} else {
		status_complain(text_string(&error));
	}
	text_release(&error);
	loop_free(loop);
	return status;
}
