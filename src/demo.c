/* demo.c: plays demos.
 *
 * A demo has a chat of its own: struct app is put aside whole and another one
 * is opened in its place, at the same address, since engines, store and screen
 * point there. So whatever a demo does, nothing of the user's is touched. What
 * is put aside must have nothing going on: no reply, no timer. */
#include "demo.h"

#include <stdlib.h>
#include <string.h>

#include "demolist.h"
#include "nearest.h"
#include "script.h"
#include "utf8.h"
#include "xalloc.h"

/* Milliseconds. */
enum {
	BEGIN_MS = 500,
	LETTER_MS = 45,
	LINE_MS = 450, /* behind a line that was typed, before Enter */
	KEY_MS = 250,
	READ_MS = 900, /* an explanation, and for each of its letters: */
	READ_LETTER_MS = 40,
	LOOK_MS = 20, /* whether the reply is over */
	END_MS = 2000,
};

static const char farewell[] =
    "this is your own chat again; /demo list shows all demos";

struct demo {
	struct app *app;
	struct script *scripts;
	char **names;
	size_t count, at;

	struct app aside; /* the user's chat */
	struct options options; /* of the chat in its place */
	bool begun; /* it is aside */
	bool paused;
	bool hurried; /* to the next explanation */
	size_t step, typed; /* what comes next: a step, a byte of its text */
	struct timer timer;
	int64_t left_us; /* of the timer, while paused */
};

/* ---- A chat in place of the user's. */

/* The words of its command line, all of them at the beginning. What is the
 * terminal's stays as the user has it. */
static bool
read_args(struct demo *demo, struct text *error)
{
	const struct script *script = &demo->scripts[demo->at];
	const struct settings *user = &demo->app->settings;
	struct options *options = &demo->options;
	char **words = xcalloc(script->count + 2, sizeof(*words));
	struct text warning = { 0 };
	int count = 1;
	bool ok;

	words[0] = script->path;
	for (size_t i = 0; i < script->count &&
	    script->steps[i].verb == SCRIPT_ARGS; i++)
		words[count++] = (char *)text_string(&script->steps[i].text);
	options_init(options);
	options->no_config = true;
	ok = options_read(options, count, words, error, &warning);
	options->settings.store = false;
	options->settings.mouse = user->mouse;
	options->settings.theme = user->theme;
	options->resume = NULL;
	text_release(&warning);
	free(words);
	return ok;
}

/* Those that the chat was opened with must outlive it. */
static void
forget_args(struct demo *demo)
{
	options_release(&demo->options);
	demo->options = (struct options){ 0 };
}

static bool
open_chat(struct demo *demo, struct text *error)
{
	struct app *app = demo->app;

	app->front.demo_begin(app->front.data);
	demo->aside = *app;
	if (!app_init(app, app->loop, &demo->options, error)) {
		*app = demo->aside;
		app->front.demo_end(app->front.data);
		return false;
	}
	app->front = demo->aside.front;
	app->demo = demo;
	return true;
}

static void
put_back(struct demo *demo)
{
	struct app *app = demo->app;
	bool quit = app->quit;

	if (!demo->begun)
		return;
	demo->begun = false;
	app->front.demo_end(app->front.data);
	app_release(app);
	forget_args(demo);
	*app = demo->aside;
	app->quit = quit;
}

/* Nothing may go on in the chat that is put aside. */
static bool
is_free(struct demo *demo, struct text *error)
{
	if (app_is_busy(demo->app) || demo->app->waiting) {
		text_add(error, "an answer comes; start the demo when it is "
		    "there");
		return false;
	}
	store_flush(demo->app->store);
	copier_release(&demo->app->copier);
	copier_init(&demo->app->copier, demo->app->loop);
	return true;
}

static bool
begin(struct demo *demo, struct text *error)
{
	struct text why = { 0 };

	demo->begun = is_free(demo, &why) && read_args(demo, &why) &&
	    open_chat(demo, &why);
	if (!demo->begun) {
		text_printf(error, "%s: %s", demo->scripts[demo->at].path,
		    text_string(&why));
		forget_args(demo);
	}
	text_release(&why);
	demo->step = demo->typed = 0;
	demo->hurried = false;
	return demo->begun;
}

/* ---- The end. */

static void
demo_free(struct demo *demo)
{
	for (size_t i = 0; i < demo->count; i++) {
		script_release(&demo->scripts[i]);
		free(demo->names[i]);
	}
	free(demo->scripts);
	free(demo->names);
	free(demo);
}

void
demo_leave(struct app *app)
{
	struct demo *demo = app->demo;

	if (!demo)
		return;
	loop_timer_stop(app->loop, &demo->timer);
	put_back(demo);
	app->demo = NULL;
	demo_free(demo);
	if (app->front.hint)
		app->front.hint(app->front.data, farewell);
	else
		app_say(app, "%s", farewell);
}

static void
fail(struct demo *demo, const struct text *error)
{
	struct app *app = demo->app;

	demo_leave(app);
	app_complain(app, "%s", text_string(error));
}

/* ---- Steps. Each returns the milliseconds until the next. */

static int64_t
at_ease(const struct demo *demo, int64_t ms)
{
	return demo->hurried ? 0 : ms;
}

static int64_t
explain(struct demo *demo, const struct text *sentence)
{
	struct app *app = demo->app;

	app->front.demo_say(app->front.data, text_string(sentence));
	demo->step++;
	demo->hurried = false;
	return READ_MS + READ_LETTER_MS *
	    (int64_t)utf8_count(sentence->bytes, sentence->len);
}

/* A letter at a time. */
static int64_t
type(struct demo *demo, const struct text *text)
{
	struct app *app = demo->app;
	const char *bytes = text->bytes + demo->typed;
	size_t len = text->len - demo->typed;
	int32_t c;

	if (len && !demo->hurried)
		len = utf8_next(bytes, len, &c);
	demo->typed += len;
	if (demo->typed == text->len) {
		demo->typed = 0;
		demo->step++;
	}
	if (len)
		app->front.demo_type(app->front.data, bytes, len);
	return at_ease(demo, demo->typed ? LETTER_MS : LINE_MS);
}

static int64_t
press(struct demo *demo, const struct text *key)
{
	struct app *app = demo->app;

	demo->step++;
	app->front.demo_type(app->front.data, key->bytes, key->len);
	return at_ease(demo, KEY_MS);
}

/* There is no hurry with a reply: what follows is about its end. */
static int64_t
wait_for_reply(struct demo *demo)
{
	demo->step += !demo->app->turn.running;
	return LOOK_MS;
}

static int64_t
take_step(struct demo *demo)
{
	const struct script_step *step =
	    &demo->scripts[demo->at].steps[demo->step];

	switch (step->verb) {
	case SCRIPT_SAY:
		return explain(demo, &step->text);
	case SCRIPT_TYPE:
		return type(demo, &step->text);
	case SCRIPT_KEY:
		return press(demo, &step->text);
	case SCRIPT_WAIT_REPLY:
		return wait_for_reply(demo);
	case SCRIPT_WAIT:
		demo->step++;
		return at_ease(demo, step->us / 1000);
	case SCRIPT_ARGS:
		break;
	}
	demo->step++;
	return 0;
}

/* ---- The clock. */

static void
schedule(struct demo *demo, int64_t ms)
{
	struct loop *loop = demo->app->loop;

	loop_timer_set(loop, &demo->timer, loop_now(loop) + LOOP_MS(ms));
}

/* From one demo of the tour to the next, or back to the user's chat. */
static void
go_on(struct demo *demo)
{
	struct text error = { 0 };

	demo->at += demo->begun;
	put_back(demo);
	if (demo->at == demo->count)
		demo_leave(demo->app);
	else if (begin(demo, &error))
		schedule(demo, BEGIN_MS);
	else
		fail(demo, &error);
	text_release(&error);
}

static bool
is_at_end(const struct demo *demo)
{
	return demo->step == demo->scripts[demo->at].count;
}

static void
on_timer(void *data)
{
	struct demo *demo = data;
	int64_t ms;

	if (!demo->begun || is_at_end(demo)) {
		go_on(demo);
		return;
	}
	ms = take_step(demo);
	schedule(demo, ms + (is_at_end(demo) ? at_ease(demo, END_MS) : 0));
}

void
demo_pause(struct app *app)
{
	struct demo *demo = app->demo;

	if (!demo || !demo->begun)
		return;
	demo->paused = !demo->paused;
	gate_sleep(&app->turn.gate, demo->paused);
	if (demo->paused) {
		demo->left_us = demo->timer.at - loop_now(app->loop);
		loop_timer_stop(app->loop, &demo->timer);
	} else {
		loop_timer_set(app->loop, &demo->timer,
		    loop_now(app->loop) + demo->left_us);
	}
}

void
demo_next(struct app *app)
{
	struct demo *demo = app->demo;

	if (!demo || !demo->begun)
		return;
	if (demo->paused)
		demo_pause(app);
	demo->hurried = true;
	schedule(demo, 0);
}

bool
demo_print_state(const struct app *app, struct text *out)
{
	const struct demo *demo = app->demo;

	if (!demo || !demo->begun)
		return false;
	text_add(out, "demo ");
	if (demo->count > 1)
		text_printf(out, "%zu/%zu ", demo->at + 1, demo->count);
	text_add(out, demo->paused ? "paused" : demo->names[demo->at]);
	return demo->paused;
}

/* ---- The start. */

/* Adds the demo of the file, which must be sound to its end: a demo should not
 * break off. */
static bool
add_script(struct demo *demo, const char *path, const char *name,
    struct text *error)
{
	struct script *script = &demo->scripts[demo->count];

	script_init(script, path);
	demo->names[demo->count++] = xstrdup(name);
	if (!script_read(script, error))
		return false;
	if (script->count)
		return true;
	text_printf(error, "%s: there is nothing to play in it", path);
	return false;
}

static bool
add_tour(struct demo *demo, const struct demolist *list, struct text *error)
{
	struct text folder = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < list->count; i++)
		if (list->items[i].tour)
			ok = add_script(demo, list->items[i].path,
			    list->items[i].name, error);
	if (ok && !demo->count) {
		demolist_folder(&folder);
		text_printf(error, "there are no demos in %s; ECHOCHAT_DATA "
		    "names the folder that holds demo/", text_string(&folder));
		text_release(&folder);
	}
	return ok && demo->count;
}

static bool
refuse_name(const struct demolist *list, const char *name, struct text *error)
{
	struct nearest nearest;

	nearest_init(&nearest, name);
	for (size_t i = 0; i < list->count; i++)
		nearest_offer(&nearest, list->items[i].name);
	text_printf(error, "there is no demo %s", name);
	if (nearest_name(&nearest))
		text_printf(error, "; did you mean %s?",
		    nearest_name(&nearest));
	else
		text_add(error, "; /demo list shows all");
	return false;
}

static bool
add_named(struct demo *demo, const struct demolist *list, const char *name,
    struct text *error)
{
	const struct demolist_item *item = demolist_find(list, name);
	const char *slash = strrchr(name, '/');

	if (slash)
		return add_script(demo, name, slash + 1, error);
	if (!item)
		return refuse_name(list, name, error);
	return add_script(demo, item->path, item->name, error);
}

static struct demo *
demo_new(struct app *app, size_t most)
{
	struct demo *demo = xcalloc(1, sizeof(*demo));

	demo->app = app;
	demo->timer = (struct timer){ .fn = on_timer, .data = demo };
	demo->scripts = xcalloc(most, sizeof(*demo->scripts));
	demo->names = xcalloc(most, sizeof(*demo->names));
	return demo;
}

bool
demo_start(struct app *app, const char *name, struct text *error)
{
	struct demolist list = { 0 };
	struct demo *demo;
	bool ok;

	if (app->demo) {
		text_add(error, "a demo is being played");
		return false;
	}
	demolist_read(&list);
	demo = demo_new(app, list.count + 1);
	ok = *name ? add_named(demo, &list, name, error)
		   : add_tour(demo, &list, error);
	demolist_release(&list);
	if (!ok) {
		demo_free(demo);
		return false;
	}
	app->demo = demo;
	schedule(demo, 0);
	return true;
}
