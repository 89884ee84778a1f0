/* command_chat.c: commands on the conversation, and on who answers. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "utf8.h"

/* ---- The system message. */

bool
run_system(struct app *app, const char *args)
{
	struct text *system = &app->conversation.system;
	char *plain = command_unquoted(args);

	if (*args) {
		text_clear(system);
		utf8_repair(system, plain, strlen(plain));
	}
	if (system->len)
		app_say(app, "the system message is: %s", text_string(system));
	else
		app_say(app, "there is no system message");
	free(plain);
	return true;
}

/* ---- The model and the engine. */

static void
add_model(struct text *out, const struct app *app)
{
	const char *model = turn_model(&app->settings, app->engine);

	text_printf(out, "the model is %s", *model ? model : "not known");
}

static void
say_models(struct app *app)
{
	const struct strings *models = &app->engine->models;
	struct text list = { 0 };

	add_model(&list, app);
	for (size_t i = 0; i < models->count; i++)
		text_printf(&list, "%s%s", i ? ", " : "; there are ",
		    text_string(&models->items[i]));
	app_say(app, "%s", text_string(&list));
	text_release(&list);
}

static void
on_models(void *data, const char *error)
{
	struct app *app = data;

	if (error)
		app_complain(app, "%s", error);
	else
		say_models(app);
	app->waiting = false;
	if (app->front.answered)
		app->front.answered(app->front.data);
}

bool
run_model(struct app *app, const char *args)
{
	const struct engine_ops *ops = app->engine->ops;
	struct text error = { 0 }, said = { 0 };
	char *name = command_unquoted(args);

	if (*args)
		setting_set(&app->settings, setting_find("model_name"), name,
		    &error);
	free(name);
	if (*args || !ops->list_models) {
		add_model(&said, app);
		app_say(app, "%s", text_string(&said));
	} else {
		app->waiting = true;
		ops->list_models(app->engine, &app->settings, on_models, app);
	}
	text_release(&error);
	text_release(&said);
	return true;
}

bool
run_engine(struct app *app, const char *args)
{
	struct text error = { 0 };

	if (*args && app_is_busy(app))
		return false;
	if (!*args || app_open_engine(app, args, &error))
		app_say(app, "the engine is %s", engine_label(app->engine));
	else
		app_complain(app, "%s", text_string(&error));
	text_release(&error);
	return true;
}

/* ---- The conversation. */

bool
run_new(struct app *app, const char *args)
{
	(void)args;
	if (app_is_busy(app))
		return false;
	store_leave(app->store);
	conversation_truncate(&app->conversation, 0);
	turn_record_new_session(&app->turn.record);
	app_say(app, "a new conversation");
	return true;
}
