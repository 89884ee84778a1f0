/* app.c: the chat without a screen. */
#include "app.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "compare.h"
#include "hold.h"
#include "option_table.h"
#include "revise.h"
#include "sessions.h"
#include "storefile.h"
#include "typed.h"
#include "utf8.h"
#include "xalloc.h"

static void
warn_of_store(void *data, const char *sentence)
{
	app_complain(data, "%s", sentence);
}

static void
open_store(struct app *app)
{
	struct text folder = { 0 };

	storefile_folder(&folder);
	app->store = store_new(app->loop, &app->conversation, &app->settings,
	    text_string(&folder), warn_of_store, app);
	text_release(&folder);
}

/* Late things are written within a moment, what ends a turn at once. */
static void
on_turn_event(void *data, const struct turn *turn,
    const struct engine_event *event)
{
	struct app *app = data;

	inspect_event(&app->inspect, event);
	if (turn_is_over(turn))
		store_flush(app->store);
	else
		store_sync(app->store);
	if (app->front.event)
		app->front.event(app->front.data, turn, event);
}

static bool
resume(struct app *app, const struct options *options, struct text *error)
{
	struct text *system = &app->conversation.system;

	if (options->resume && !sessions_resume(app, options->resume, error))
		return false;
	if (!options->system.len)
		return true;
	text_clear(system);
	text_append(system, options->system.bytes, options->system.len);
	return true;
}

void
app_release(struct app *app)
{
	compare_close(app->compare);
	if (app->engine)
		engine_close(app->engine);
	if (app->turn.running)
		conversation_finish(&app->conversation, app->turn.reply,
		    &(struct ending){ .state = MESSAGE_CANCELLED });
	store_free(app->store);
	storelist_release(&app->sessions);
	copier_release(&app->copier);
	turn_release(&app->turn);
	hold_release(app);
	conversation_release(&app->conversation);
	trace_release(&app->trace);
	inspect_release(&app->inspect);
	timings_release(&app->timings);
	settings_release(&app->settings);
	settings_release(&app->base);
	text_release(&app->target);
}

bool
app_init(struct app *app, struct loop *loop, const struct options *options,
    struct text *error)
{
	*app = (struct app){ .loop = loop };
	app->engine = engine_open(options->engine, loop, error);
	if (!app->engine)
		return false;
	app->options = options;
	text_add(&app->target, options->engine);
	app->section = options->section
	    ? config_engine(&options->config, options->section) : NULL;
	settings_copy(&app->settings, &options->settings);
	settings_copy(&app->base, &options->settings);
	app->trace.level = options->level;
	turn_init(&app->turn, loop, &app->conversation, &app->trace);
	app->turn.timings = &app->timings;
	app->turn.on_event = on_turn_event;
	app->turn.on_event_data = app;
	copier_init(&app->copier, loop);
	open_store(app);
	if (hold_init(app, error) && resume(app, options, error))
		return true;
	app_release(app);
	return false;
}

/* ---- Another engine. */

bool
app_has_changed(const struct app *app, const struct setting *setting)
{
	struct text now = { 0 }, before = { 0 };
	bool changed;

	setting_lines(&app->settings, setting, &now);
	setting_lines(&app->base, setting, &before);
	changed = strcmp(text_string(&now), text_string(&before));
	text_release(&now);
	text_release(&before);
	return changed;
}

/* Fills a zeroed struct with the settings of a section alone. */
static bool
section_settings(const struct app *app, const struct config_engine *section,
    struct settings *base, struct text *error)
{
	const struct setting *model = setting_find("model_name");

	if (!options_settings(app->options, section, base, error))
		return false;
	/* A model is one of its engine's. */
	if (!section || !section->lines[option_of_setting(model) -
		option_table])
		setting_unset(base, model);
	return true;
}

/* Adds what the user has changed to those of a section. */
static void
keep_changes(const struct app *app, const struct settings *base,
    struct settings *settings)
{
	const struct setting *model = setting_find("model_name");

	settings_copy(settings, base);
	for (const struct setting *s = setting_table; s->name; s++)
		if (s != model && app_has_changed(app, s))
			setting_copy(settings, &app->settings, s);
}

bool
app_engine_settings(const struct app *app, const struct config_engine *section,
    struct settings *settings, struct text *error)
{
	struct settings base = { 0 };
	bool ok = section_settings(app, section, &base, error);

	if (ok)
		keep_changes(app, &base, settings);
	settings_release(&base);
	return ok;
}

/* Puts the settings of a section in place of those of the one before. */
static bool
change_base(struct app *app, const struct config_engine *section,
    struct text *error)
{
	struct settings base = { 0 }, next = { 0 };

	if (!section_settings(app, section, &base, error)) {
		settings_release(&base);
		return false;
	}
	keep_changes(app, &base, &next);
	settings_release(&app->settings);
	settings_release(&app->base);
	app->settings = next;
	app->base = base;
	return true;
}

static void
name_engine(struct app *app, const char *target)
{
	text_clear(&app->target);
	text_add(&app->target, target);
}

bool
app_open_engine(struct app *app, const char *name, struct text *error)
{
	const struct config *config = &app->options->config;
	const struct config_engine *section = config_engine(config, name);
	struct engine *engine;

	if (!config_has_engine(config, name, error))
		return false;
	engine = engine_open(section ? text_string(&section->target) : name,
	    app->loop, error);
	if (!engine)
		return false;
	if (!change_base(app, section, error)) {
		engine_close(engine);
		return false;
	}
	engine_close(app->engine);
	app->engine = engine;
	app->section = section;
	name_engine(app, section ? text_string(&section->target) : name);
	return true;
}

/* The caller frees it. */
static char *
make_sentence(const char *format, va_list args)
{
	va_list again;
	char *string;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	string = xmalloc((size_t)len + 1);
	vsnprintf(string, (size_t)len + 1, format, again);
	va_end(again);
	return string;
}

static void
add_notice(struct app *app, bool error, const char *format, va_list args)
{
	char *string = make_sentence(format, args);
	struct message *message = conversation_add(&app->conversation,
	    ROLE_NOTICE, loop_wall_ms(app->loop), string, strlen(string));

	message->error = error;
	free(string);
	if (app->front.follow)
		app->front.follow(app->front.data);
}

void
app_say(struct app *app, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_notice(app, false, format, args);
	va_end(args);
}

void
app_complain(struct app *app, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_notice(app, true, format, args);
	va_end(args);
}

void
app_tell(struct app *app, const char *format, ...)
{
	va_list args;
	char *sentence;

	va_start(args, format);
	if (app->front.hint) {
		sentence = make_sentence(format, args);
		app->front.hint(app->front.data, sentence);
		free(sentence);
	} else {
		add_notice(app, false, format, args);
	}
	va_end(args);
}

void
app_show(struct app *app, const char *title, const struct text *text)
{
	if (app->front.show)
		app->front.show(app->front.data, title, text);
	else
		app_say(app, "%s", text_string(text));
}

bool
app_is_busy(struct app *app)
{
	if (!app->turn.running) {
		turn_settle(&app->turn);
		return false;
	}
	if (app->front.hint)
		app->front.hint(app->front.data,
		    "a reply streams: Esc stops it, then Enter sends this");
	return true;
}

void
app_quit(struct app *app)
{
	app->quit = true;
	turn_cancel(&app->turn);
	loop_stop(app->loop);
}

const struct inspect *
app_inspect(struct app *app)
{
	if (!app->inspect.begun)
		inspect_expect(&app->inspect, &app->settings);
	inspect_update(&app->inspect);
	return &app->inspect;
}

static void
begin_inspect(struct app *app)
{
	const struct request *request = &app->turn.request;
	const struct message *last = request_last(request);
	bool echoes = !app->engine->ops->remote && last;

	inspect_begin(&app->inspect, app->turn.number,
	    engine_label(app->engine), &request->settings,
	    echoes ? &last->text : NULL);
}

void
app_ask(struct app *app)
{
	turn_settle(&app->turn);
	app->walked = 0;
	turn_start(&app->turn, app->engine, &app->settings);
	begin_inspect(app);
	store_sync(app->store);
	if (app->front.follow)
		app->front.follow(app->front.data);
}

void
app_add(struct app *app, const char *bytes, size_t len)
{
	struct text text = { 0 };
	bool broken = utf8_repair(&text, bytes, len);

	revise_send(app);
	conversation_add(&app->conversation, ROLE_USER, loop_wall_ms(app->loop),
	    text_string(&text), text.len);
	text_release(&text);
	if (broken)
		app_complain(app, "the message was not UTF-8; the broken "
		    "characters were replaced by U+FFFD");
}

bool
app_send(struct app *app, const char *bytes, size_t len)
{
	if (app_is_busy(app))
		return false;
	app_add(app, bytes, len);
	app_ask(app);
	return true;
}

bool
app_enter(struct app *app, const char *line, size_t len)
{
	bool taken;

	if (!len) {
		revise_leave(app);
		return true;
	}
	if (line[0] != '/')
		return app_send(app, line, len);
	if (len > 1 && line[1] == '/')
		return app_send(app, line + 1, len - 1);
	taken = command_run(app, line);
	store_sync(app->store);
	return taken;
}

/* ---- Lines that were typed. */

void
app_remember(struct app *app, const char *line)
{
	struct text path = { 0 };

	typed_path(&path);
	if (path.len && app->settings.store && !app->demo && !app->forgetful &&
	    !typed_add(text_string(&path), line)) {
		app->forgetful = true;
		app_complain(app, "cannot keep what is typed in %s: %s",
		    text_string(&path), strerror(errno));
	}
	text_release(&path);
}

void
app_recall(const struct app *app, void (*fn)(void *data, const char *line),
    void *data)
{
	struct text path = { 0 };

	typed_path(&path);
	if (path.len && app->settings.store)
		typed_read(text_string(&path), fn, data);
	text_release(&path);
}
