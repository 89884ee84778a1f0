/* command.c: what /commands do. */
#include "command.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "escape.h"
#include "nearest.h"
#include "xalloc.h"

/* Arguments. */

/* Cuts the first word off; returns what stands behind it. The caller frees
 * *word. */
static const char *
cut_word(const char *args, char **word)
{
	size_t len = strcspn(args, " \t\n");

	*word = xmemdup(args, len);
	args += len;
	return args + strspn(args, " \t\n");
}

/* Takes the quotes off that /set and /stop show around strings. The caller
 * frees it. */
static char *
without_quotes(const char *text)
{
	size_t len = strlen(text);

	if (len >= 2 && text[0] == '"' && text[len - 1] == '"')
		return xmemdup(text + 1, len - 2);
	return xstrdup(text);
}

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

/* Settings. */

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
say_settings(struct app *app)
{
	struct text list = { 0 };

	for (const struct setting *s = setting_table; s->name; s++) {
		struct text value = { 0 };

		setting_show(&app->settings, s, &value);
		text_printf(&list, "%s%-27s %-10s %s", list.len ? "\n" : "",
		    s->name, text_string(&value), s->help);
		text_release(&value);
	}
	app_say(app, "%s", text_string(&list));
	text_release(&list);
}

static void
change_setting(struct app *app, const struct setting *setting,
    const char *value)
{
	struct text said = { 0 };
	char *plain = without_quotes(value);

	if (!setting_set(&app->settings, setting, plain, &said))
		app_complain(app, "%s", text_string(&said));
	else if (said.len)
		app_complain(app, "%s", text_string(&said));
	else
		say_setting(app, setting);
	text_release(&said);
	free(plain);
}

static bool
run_set(struct app *app, const char *args)
{
	const struct setting *setting;
	char *name;

	if (!*args) {
		say_settings(app);
		return true;
	}
	args = cut_word(args, &name);
	setting = find_setting(app, name);
	free(name);
	if (setting && *args)
		change_setting(app, setting, args);
	else if (setting)
		say_setting(app, setting);
	return true;
}

static bool
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

/* Lists: /stop, /eos, /stop_token_ids. */

static void
remove_from_list(struct app *app, const struct setting *setting,
    const char *value)
{
	struct text error = { 0 };
	char *plain = without_quotes(value);

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

	args = cut_word(args, &verb);
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

static bool
run_stop(struct app *app, const char *args)
{
	return change_list(app, "stop", "stop", args);
}

static bool
run_eos(struct app *app, const char *args)
{
	return change_list(app, "eos", "eos_token", args);
}

static bool
run_stop_token_ids(struct app *app, const char *args)
{
	return change_list(app, "stop_token_ids", "stop_token_ids", args);
}

/* The conversation. */

static bool
run_system(struct app *app, const char *args)
{
	struct text *system = &app->conversation.system;
	char *plain = without_quotes(args);

	if (*args) {
		text_clear(system);
		text_add(system, plain);
	}
	if (system->len)
		app_say(app, "the system message is: %s", text_string(system));
	else
		app_say(app, "there is no system message");
	free(plain);
	return true;
}

static bool
run_model(struct app *app, const char *args)
{
	if (*args)
		setting_set(&app->settings, setting_find("model_name"), args,
		    &(struct text){ 0 });
	app_say(app, "the model is %s",
	    turn_model(&app->settings, app->engine));
	return true;
}

static bool
run_new(struct app *app, const char *args)
{
	(void)args;
	if (app_is_busy(app))
		return false;
	conversation_clear(&app->conversation);
	app_say(app, "a new conversation");
	return true;
}

/* Returns the number of messages up to the last of the user's, or 0. */
static size_t
last_question(const struct app *app)
{
	size_t count = app->conversation.count;

	while (count &&
	    app->conversation.messages[count - 1]->role != ROLE_USER)
		count--;
	return count;
}

static bool
run_retry(struct app *app, const char *args)
{
	size_t count = last_question(app);

	(void)args;
	if (app_is_busy(app))
		return false;
	if (!count) {
		app_complain(app, "there is no message to ask again");
		return true;
	}
	conversation_truncate(&app->conversation, count);
	app_ask(app);
	return true;
}

static bool
run_undo(struct app *app, const char *args)
{
	size_t count = last_question(app);

	(void)args;
	if (app_is_busy(app))
		return false;
	if (!count)
		app_complain(app, "there is no turn to drop");
	else
		conversation_truncate(&app->conversation, count - 1);
	return true;
}

/* The trace. */

static bool
write_trace(struct app *app, FILE *file)
{
	struct text line = { 0 };
	bool ok = true;

	for (size_t i = 0; i < app->trace.count && ok; i++) {
		text_clear(&line);
		trace_print(&line, trace_at(&app->trace, i));
		ok = fprintf(file, "%s\n", text_string(&line)) > 0;
	}
	text_release(&line);
	return ok;
}

static void
save_trace(struct app *app, const char *path)
{
	FILE *file = fopen(path, "we");
	bool ok = file && write_trace(app, file);

	if (file && fclose(file))
		ok = false;
	if (ok)
		app_say(app, "%zu lines of the trace are in %s",
		    app->trace.count, path);
	else
		app_complain(app, "cannot write %s: %s", path, strerror(errno));
}

static void
set_level(struct app *app, const char *value)
{
	if (strlen(value) != 1 || *value < '0' || *value >= '0' + TRACE_LEVELS) {
		app_complain(app, "the level is 0 (events), 1 (each token) or "
		    "2 (raw events)");
		return;
	}
	app->trace.level = (enum trace_level)(*value - '0');
	app_say(app, "the trace has level %s", value);
}

static void
place_trace(struct app *app, const char *word)
{
	enum pane_place place;

	if (!pane_place_read(word, &place))
		app_complain(app, "use /trace off, right, bottom, level N, "
		    "clear or save FILE");
	else if (app->front.place_trace)
		app->front.place_trace(app->front.data, place);
	else
		app_complain(app, "there is no trace pane here; /trace save "
		    "FILE writes the trace");
}

static bool
run_trace(struct app *app, const char *args)
{
	char *word;

	args = cut_word(args, &word);
	if (!*word)
		app_say(app, "the trace has %zu lines and level %d",
		    app->trace.count, (int)app->trace.level);
	else if (!strcmp(word, "clear"))
		trace_clear(&app->trace);
	else if (!strcmp(word, "level"))
		set_level(app, args);
	else if (!strcmp(word, "save") && *args)
		save_trace(app, args);
	else
		place_trace(app, word);
	free(word);
	return true;
}

/* The program. */

static const struct command *
find_command(const char *name)
{
	for (const struct command *c = command_table; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

static bool complain_unknown(struct app *app, const char *name);

static bool
run_help(struct app *app, const char *args)
{
	const struct command *command;
	const struct setting *setting;
	struct text list = { 0 };

	if (*args == '/')
		args++;
	command = find_command(args);
	setting = setting_find(args);
	if (command)
		app_say(app, "/%s %s\n%s", command->name, command->arguments,
		    command->help);
	else if (setting)
		app_say(app, "%s: %s", setting->name, setting->help);
	else if (*args)
		complain_unknown(app, args);
	else if (app->front.show_help)
		app->front.show_help(app->front.data);
	else {
		command_help(&list);
		app_say(app, "%s", text_string(&list));
	}
	text_release(&list);
	return true;
}

static bool
run_quit(struct app *app, const char *args)
{
	(void)args;
	app_quit(app);
	return true;
}

/* Completion. */

static void
add_candidate(struct text *out, const char *candidate)
{
	text_append(out, candidate, strlen(candidate) + 1);
}

static void
add_words(struct text *out, const char *words)
{
	while (*words) {
		size_t len = strcspn(words, "|");

		text_append(out, words, len);
		text_append(out, "", 1);
		words += len + (words[len] == '|');
	}
}

static void
complete_setting(struct app *app, int word, const char *before,
    struct text *out)
{
	const struct setting *setting;
	char *name;

	(void)app;
	if (word == 1)
		for (const struct setting *s = setting_table; s->name; s++)
			add_candidate(out, s->name);
	if (word != 2)
		return;
	cut_word(before, &name);
	setting = setting_find(name);
	if (setting && setting->kind == SETTING_WORD)
		add_words(out, setting->words);
	if (setting && setting->kind == SETTING_BOOL)
		add_words(out, "on|off");
	free(name);
}

static void
complete_unset(struct app *app, int word, const char *before, struct text *out)
{
	if (word == 1)
		complete_setting(app, word, before, out);
}

static void
complete_list(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	(void)before;
	if (word == 1)
		add_words(out, "add|del|clear");
}

static void
complete_strings(const struct strings *strings, int word, const char *before,
    struct text *out)
{
	if (word == 1)
		add_words(out, "add|del|clear");
	if (word != 2 || strncmp(before, "del", 3))
		return;
	for (size_t i = 0; i < strings->count; i++) {
		escape_plain(out, strings->items[i].bytes,
		    strings->items[i].len);
		text_append(out, "", 1);
	}
}

static void
complete_stop(struct app *app, int word, const char *before, struct text *out)
{
	complete_strings(&app->settings.stop, word, before, out);
}

static void
complete_eos(struct app *app, int word, const char *before, struct text *out)
{
	complete_strings(&app->settings.eos, word, before, out);
}

static void
complete_trace(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	if (word == 1)
		add_words(out, "off|right|bottom|level|clear|save");
	if (word == 2 && !strncmp(before, "level", 5))
		add_words(out, "0|1|2");
}

static void
complete_help(struct app *app, int word, const char *before, struct text *out)
{
	if (word != 1)
		return;
	for (const struct command *c = command_table; c->name; c++)
		add_candidate(out, c->name);
	complete_setting(app, word, before, out);
}

const struct command command_table[] = {
	{ "help", "[NAME]", "what there is, or what NAME is", run_help,
	    complete_help },
	{ "set", "[KEY [VALUE]]", "show settings or change one", run_set,
	    complete_setting },
	{ "unset", "KEY", "put a setting back to its default", run_unset,
	    complete_unset },
	{ "stop", "[add TEXT|del TEXT|clear]", "stop strings", run_stop,
	    complete_stop },
	{ "eos", "[add TEXT|del TEXT|clear]", "end-of-sequence tokens of the "
	    "echo engine", run_eos, complete_eos },
	{ "stop_token_ids", "[add N|del N|clear]", "tokens that end a reply",
	    run_stop_token_ids, complete_list },
	{ "system", "[TEXT]", "show or change the system message; \"\" takes "
	    "it away", run_system, NULL },
	{ "model", "[NAME]", "show or change the model", run_model, NULL },
	{ "new", "", "begin a new conversation", run_new, NULL },
	{ "retry", "", "ask the last message again", run_retry, NULL },
	{ "undo", "", "drop the last turn", run_undo, NULL },
	{ "trace", "[off|right|bottom|level N|clear|save FILE]",
	    "the trace pane", run_trace, complete_trace },
	{ "quit", "", "leave, as Ctrl-D does", run_quit, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};

/* Finding the command of a line. */

static bool
complain_unknown(struct app *app, const char *name)
{
	struct nearest nearest;

	nearest_init(&nearest, name);
	for (const struct command *c = command_table; c->name; c++)
		nearest_offer(&nearest, c->name);
	if (nearest_name(&nearest))
		app_complain(app, "there is no command /%s; did you mean /%s? "
		    "A message that begins with a slash is sent with //", name,
		    nearest_name(&nearest));
	else
		app_complain(app, "there is no command /%s; /help lists them. "
		    "A message that begins with a slash is sent with //", name);
	return true;
}

static char *
trimmed(const char *args)
{
	size_t len = strlen(args);

	while (len && isspace((unsigned char)args[len - 1]))
		len--;
	return xmemdup(args, len);
}

bool
command_run(struct app *app, const char *line)
{
	const struct command *command;
	char *name, *args;
	bool taken;

	args = trimmed(cut_word(line + 1, &name));
	command = find_command(name);
	taken = command ? command->run(app, args)
			: complain_unknown(app, name);
	free(args);
	free(name);
	return taken;
}

/* The number of the word that starts at start; 0 is the command. */
static int
word_number(const char *line, size_t start)
{
	int word = 0;

	for (size_t i = 1; i <= start; i++)
		if (isspace((unsigned char)line[i - 1]) &&
		    (i == start || !isspace((unsigned char)line[i])))
			word++;
	return word;
}

static void
keep_matching(struct text *out, const char *prefix, size_t len)
{
	struct text all = *out;
	size_t item;

	*out = (struct text){ 0 };
	for (size_t at = 0; at < all.len; at += item) {
		item = strlen(all.bytes + at) + 1;
		if (!strncmp(all.bytes + at, prefix, len))
			text_append(out, all.bytes + at, item);
	}
	text_release(&all);
}

void
command_complete(struct app *app, const char *line, size_t start, size_t point,
    struct text *out)
{
	const struct command *command;
	const char *args;
	char *name;

	if (line[0] != '/')
		return;
	if (start == 0) {
		for (const struct command *c = command_table; c->name; c++) {
			text_add(out, "/");
			add_candidate(out, c->name);
		}
	} else {
		args = cut_word(line + 1, &name);
		command = find_command(name);
		if (command && command->complete)
			command->complete(app, word_number(line, start), args,
			    out);
		free(name);
	}
	keep_matching(out, line + start, point - start);
}

const char *
command_describe(const char *line, const char *candidate)
{
	const struct command *command;
	const struct setting *setting;

	if (*candidate == '/') {
		command = find_command(candidate + 1);
		return command ? command->help : NULL;
	}
	setting = setting_find(candidate);
	command = strncmp(line, "/help", 5) ? NULL : find_command(candidate);
	if (command)
		return command->help;
	return setting ? setting->help : NULL;
}

void
command_help(struct text *out)
{
	text_add(out, "Commands\n");
	for (const struct command *c = command_table; c->name; c++)
		text_printf(out, "  /%s %s\n      %s\n", c->name, c->arguments,
		    c->help);
	text_add(out, "  //TEXT\n      sends a text that begins with a slash\n"
	    "\nSettings\n");
	for (const struct setting *s = setting_table; s->name; s++)
		text_printf(out, "  %-27s %s\n", s->name, s->help);
}
