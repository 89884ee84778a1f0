/* command_set.c: commands that show and change settings. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "config_save.h"
#include "inspect_print.h"
#include "nearest.h"

enum { INSPECT_COLUMNS = 80 };

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

/* ---- /set --save. */

/* Notes the value for the file: in the section of the engine if it stands there
 * already, where one for all would not be seen. False, and says so, if it must
 * not be written. */
static bool
note_change(struct app *app, const struct setting *setting,
    struct config_change *change)
{
	const struct option *option = option_of_setting(setting);
	bool of_engine = app->section &&
	    app->section->lines[option - option_table];

	*change = (struct config_change){ .option = option,
		.engine = of_engine ? text_string(&app->section->name) : NULL };
	setting_lines(&app->settings, setting, &change->lines);
	if (!config_is_secret(setting->name, text_string(&change->lines)))
		return true;
	app_complain(app, "%s holds a secret and is not saved; a key belongs "
	    "into a variable that api_key_env names", setting->name);
	text_release(&change->lines);
	return false;
}

static void
write_changes(struct app *app, struct config_change *changes, size_t count,
    const struct text *names)
{
	const char *path = text_string(&app->options->config.path);
	struct text error = { 0 };

	if (!*path)
		app_complain(app, "neither XDG_CONFIG_HOME nor HOME says where "
		    "the configuration file is; --config FILE does");
	else if (config_save(path, changes, count, &error))
		app_say(app, "saved in %s: %s", path, text_string(names));
	else
		app_complain(app, "not saved: %s", text_string(&error));
	text_release(&error);
}

/* One setting, or all that were changed. */
static void
save(struct app *app, const char *name)
{
	struct config_change changes[OPTIONS_MAX];
	const struct setting *only = *name ? find_setting(app, name) : NULL;
	struct text names = { 0 };
	size_t count = 0;

	if (*name && !only)
		return;
	for (const struct setting *s = setting_table; s->name; s++) {
		if ((only ? s != only : !app_has_changed(app, s)) ||
		    !note_change(app, s, &changes[count]))
			continue;
		text_printf(&names, "%s%s", count++ ? ", " : "", s->name);
	}
	if (count)
		write_changes(app, changes, count, &names);
	else if (!only)
		app_say(app, "there is no changed setting to save");
	while (count)
		text_release(&changes[--count].lines);
	text_release(&names);
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
	if (!strcmp(name, "--save")) {
		free(name);
		save(app, args);
		return true;
	}
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

static void
inspect(struct app *app)
{
	struct sheet sheet = { 0 };

	if (app->front.show_inspect) {
		app->front.show_inspect(app->front.data);
		return;
	}
	inspect_print(&sheet, app_inspect(app), INSPECT_COLUMNS,
	    inspect_bars_ascii);
	app_say(app, "%.*s", (int)sheet.text.len - 1, sheet.text.bytes);
	sheet_release(&sheet);
}

bool
run_stop(struct app *app, const char *args)
{
	if (!strcmp(args, "inspect")) {
		inspect(app);
		return true;
	}
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
