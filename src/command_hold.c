/* command_hold.c: /pause, /step, /resume, /speed, /break. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "hold.h"

static bool
has_reply(struct app *app)
{
	if (app->turn.running)
		return true;
	app_complain(app, "no reply streams; /break holds the next one");
	return false;
}

static bool
has_held(struct app *app)
{
	if (app->turn.running && gate_is_held(&app->turn.gate))
		return true;
	app_complain(app, "no reply is paused; /pause does that");
	return false;
}

bool
run_pause(struct app *app, const char *args)
{
	(void)args;
	if (has_reply(app))
		gate_hold(&app->turn.gate);
	return true;
}

/* Reads a whole number from 1 on. */
static bool
read_count(const char *string, int64_t *count)
{
	char *end;

	*count = strtoll(string, &end, 10);
	return *string >= '0' && *string <= '9' && !*end && *count > 0;
}

bool
run_step(struct app *app, const char *args)
{
	int64_t count = 1;

	if (*args && !read_count(args, &count))
		app_complain(app, "/step takes a number of tokens, from 1 on");
	else if (has_reply(app))
		gate_step(&app->turn.gate, count);
	return true;
}

bool
run_resume(struct app *app, const char *args)
{
	(void)args;
	if (has_held(app))
		gate_resume(&app->turn.gate);
	return true;
}

/* ---- /speed. */

static bool
has_pace(struct app *app)
{
	if (app->engine->ops->set_speed)
		return true;
	app_complain(app, "the pace of %s is its own; /speed is for the echo "
	    "engine and for replays", engine_label(app->engine));
	return false;
}

bool
run_speed(struct app *app, const char *args)
{
	const struct setting *setting = setting_find("speed");
	struct text said = { 0 };

	if (*args && !has_pace(app))
		return true;
	if (*args && !setting_set(&app->settings, setting, args, &said)) {
		app_complain(app, "%s", text_string(&said));
	} else {
		if (*args)
			engine_set_speed(app->engine, app->settings.speed);
		setting_show(&app->settings, setting, &said);
		app_tell(app, "speed is %s", text_string(&said));
	}
	text_release(&said);
	return true;
}

/* ---- /break. */

static void
list_breaks(struct app *app)
{
	struct text list = { 0 };

	for (size_t i = 0; i < app->breaks.count; i++) {
		text_printf(&list, "%s%zu  ", i ? "\n" : "", i + 1);
		breakpoint_print(&list, &app->breaks.items[i]);
	}
	app_say(app, "%s", list.len ? text_string(&list)
				    : "there are no breakpoints");
	text_release(&list);
}

static void
clear_breaks(struct app *app, const char *number)
{
	int64_t n;

	if (!*number) {
		breaks_release(&app->breaks);
	} else if (read_count(number, &n) && (uint64_t)n <= app->breaks.count) {
		breaks_remove(&app->breaks, (size_t)n - 1);
	} else {
		app_complain(app, "there is no breakpoint %s; /break lists "
		    "them", number);
		return;
	}
	list_breaks(app);
}

bool
run_break(struct app *app, const char *args)
{
	struct text error = { 0 };
	char *word;
	const char *rest = command_cut_word(args, &word);

	if (!strcmp(word, "clear"))
		clear_breaks(app, rest);
	else if (*word && !breaks_add(&app->breaks, args, &error))
		app_complain(app, "%s", text_string(&error));
	else
		list_breaks(app);
	text_release(&error);
	free(word);
	return true;
}
