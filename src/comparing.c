/* comparing.c: a comparison in the chat. */
#include "comparing.h"

#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "compare_report.h"
#include "revise.h"

/* ---- Without a view of its own: replies and a table among the messages. */

static void
say(struct app *app, struct text *text)
{
	if (text->len)
		text->bytes[--text->len] = '\0';
	app_say(app, "%s", text_string(text));
	text_release(text);
	if (app->front.answered)
		app->front.answered(app->front.data);
}

static void
say_reply(struct app *app, size_t index)
{
	struct text text = { 0 };

	compare_report_reply(&text, compare_result(app->compare), index);
	say(app, &text);
}

static void
say_table(struct app *app)
{
	struct text text = { 0 };

	compare_report_table(&text, compare_result(app->compare));
	text_add(&text, "/compare take N goes on with the reply of N\n");
	say(app, &text);
}

static void
on_event(void *data, size_t index, const struct turn *turn,
    const struct engine_event *event)
{
	struct app *app = data;

	(void)event;
	if (!turn_is_over(turn) || app->front.compare)
		return;
	app->waiting = !compare_is_over(app->compare);
	say_reply(app, index);
	if (!app->waiting)
		say_table(app);
}

/* ---- The beginning. */

static bool
fill_settings(void *data, const char *target,
    const struct config_engine *section, struct settings *settings,
    struct text *error)
{
	struct app *app = data;

	if (section != app->section || strcmp(target,
		text_string(&app->target)))
		return app_engine_settings(app, section, settings, error);
	settings_copy(settings, &app->settings);
	return true;
}

static bool
open_all(struct app *app, const char *words, struct text *error)
{
	struct compare_source source = { app, &app->options->config,
		fill_settings, &app->turn.record, on_event };
	struct compare_names names = { 0 };

	if (!*words)
		words = text_string(&app->options->compare);
	if (compare_names_choose(&names, words, app->section
		? text_string(&app->section->name)
		: text_string(&app->target), error))
		app->compare = compare_open(&source, app->loop, &names, error);
	compare_names_release(&names);
	return app->compare;
}

void
comparing_start(struct app *app, const char *words)
{
	long at = revise_question(app, revise_last(app));
	struct text error = { 0 };

	comparing_close(app);
	if (at < 0) {
		app_complain(app, "there is no message to compare replies to; "
		    "send one, or say it: /compare ENGINE... -- TEXT");
	} else if (open_all(app, words, &error)) {
		compare_start(app->compare, &app->conversation,
		    (size_t)at + 1);
		app->compared = app->conversation.messages[at]->id;
		app->waiting = !app->front.compare;
		if (app->front.compare)
			app->front.compare(app->front.data,
			    compare_result(app->compare));
	} else {
		app_complain(app, "%s", text_string(&error));
	}
	text_release(&error);
}

/* ---- The end. */

bool
comparing_stop(struct app *app)
{
	if (!app->compare || compare_is_over(app->compare))
		return false;
	compare_cancel(app->compare);
	return true;
}

void
comparing_close(struct app *app)
{
	if (!app->compare)
		return;
	if (app->front.compare)
		app->front.compare(app->front.data, NULL);
	compare_close(app->compare);
	app->compare = NULL;
}

/* Whose engine it is that the chat goes on with is the user's to say. */
static void
tell_taken(struct app *app, size_t index)
{
	const char *name = compare_result(app->compare)->items[index].name;
	char *engine = compare_name_engine(name);
	const char *own = app->section ? text_string(&app->section->name)
	    : text_string(&app->target);

	if (strcmp(engine, own))
		app_tell(app, "reply %zu is taken; /engine %s goes on with "
		    "its engine", index + 1, engine);
	else
		app_tell(app, "reply %zu is taken", index + 1);
	free(engine);
}

static void
take(struct app *app, size_t index, long question)
{
	struct message *reply;

	revise_answer(app, question);
	reply = compare_give(app->compare, index, &app->conversation);
	reply->turn = ++app->turn.number;
	tell_taken(app, index);
	comparing_close(app);
	store_flush(app->store);
	if (app->front.follow)
		app->front.follow(app->front.data);
}

void
comparing_take(struct app *app, size_t index)
{
	const struct comparison *comparison;
	size_t question = conversation_find(&app->conversation, app->compared);

	if (!app->compare || question == app->conversation.count) {
		app_complain(app, "there is no comparison to take a reply "
		    "from; /compare ENGINE... begins one");
		return;
	}
	comparison = compare_result(app->compare);
	if (index >= comparison->count)
		app_complain(app, "there are replies 1 to %zu",
		    comparison->count);
	else if (!comparison->items[index].over)
		app_tell(app, "this reply streams; Ctrl-C stops it");
	else
		take(app, index, (long)question);
}
