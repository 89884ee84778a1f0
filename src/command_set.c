/* command_set.c: commands that show and change settings. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "nearest.h"

static const struct setting *
find_setting(struct app *app, const char *name)
{
	const struct setting *setting = setting_find(name);
	const char *near = setting ? NULL : setting_nearest(name);

	if (setting)
		return setting;
	if (near)
		app_complain(app, "there is no setting %s; did you mean %s?",
		    name, near);
	else
		app_complain(app, "there is no setting %s; /set lists them",
		    name);
	return NULL;
}

/* ---- Settings. */

static void
say_setting(struct app *app, const struct setting *setting)
{
	struct text value = { 0 };

	setting_show(&app->settings, setting, &value);
	app_say(app, "%s is %s", setting->name,
	    strcmp(text_string(&value), "-") ? text_string(&value) : "not set");
	text_release(&value);
}

static void
list_settings(struct app *app)
{
	struct text list = { 0 };

	for (const struct setting *s = setting_table; s->name; s++) {
		text_printf(&list, "%s  %-27s ", list.len ? "\n" : "", s->name);
		setting_show(&app->settings, s, &list);
	}
	app_show(app, "settings", &list);
	text_release(&list);
}

static void
change_setting(struct app *app, const struct setting *setting,
    const char *value)
{
	struct text said = { 0 };
	char *plain = command_unquoted(value);

	if (!setting_set(&app->settings, setting, plain, &said))
		app_complain(app, "%s", text_string(&said));
	else if (said.len)
		app_complain(app, "%s", text_string(&said));
	else
		say_setting(app, setting);
	text_release(&said);
	free(plain);
}

bool
run_set(struct app *app, const char *args)
{
	const struct setting *setting;
	char *name;

	if (!*args) {
		list_settings(app);
		return true;
	}
	args = command_cut_word(args, &name);
	setting = find_setting(app, name);
	free(name);
	if (setting && *args)
		change_setting(app, setting, args);
	else if (setting)
		say_setting(app, setting);
	return true;
}

bool
run_unset(struct app *app, const char *args)
{
	const struct setting *setting;

	if (!*args) {
		app_complain(app, "/unset needs the name of a setting");
		return true;
	}
	setting = find_setting(app, args);
	if (setting) {
		setting_unset(&app->settings, setting);
		say_setting(app, setting);
	}
	return true;
}

/* ---- Lists: /stop, /eos, /stop_token_ids. */

static void
remove_from_list(struct app *app, const struct setting *setting,
    const char *value)
{
	struct text error = { 0 };
	char *plain = command_unquoted(value);

	if (setting_remove(&app->settings, setting, plain, &error))
		say_setting(app, setting);
	else
		app_complain(app, "%s", text_string(&error));
	text_release(&error);
	free(plain);
}

static bool
change_list(struct app *app, const char *command, const char *name,
    const char *args)
{
	const struct setting *setting = setting_find(name);
	char *verb;

	args = command_cut_word(args, &verb);
	if (!*verb)
		say_setting(app, setting);
	else if (!strcmp(verb, "clear") && !*args) {
		setting_unset(&app->settings, setting);
		say_setting(app, setting);
	} else if (!strcmp(verb, "add") && *args)
		change_setting(app, setting, args);
	else if (!strcmp(verb, "del") && *args)
		remove_from_list(app, setting, args);
	else
		app_complain(app, "use /%s add %s, /%s del %s or /%s clear",
		    command, setting->kind == SETTING_IDS ? "N" : "TEXT",
		    command, setting->kind == SETTING_IDS ? "N" : "TEXT",
		    command);
	free(verb);
	return true;
}

bool
run_stop(struct app *app, const char *args)
{
	return change_list(app, "stop", "stop", args);
}

bool
run_eos(struct app *app, const char *args)
{
	return change_list(app, "eos", "eos_token", args);
}

bool
run_stop_token_ids(struct app *app, const char *args)
{
	return change_list(app, "stop_token_ids", "stop_token_ids", args);
}

bool
run_record(struct app *app, const char *args)
{
	const struct setting *setting = setting_find("record");

	if (!strcmp(args, "off"))
		setting_unset(&app->settings, setting);
	else if (*args) {
		change_setting(app, setting, args);
		return true;
	}
	say_setting(app, setting);
	return true;
}
