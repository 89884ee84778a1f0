/* command.c: the table of /commands, finding one, completing its arguments. */
#include "command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "demolist.h"
#include "escape.h"
#include "nearest.h"
#include "sessions.h"
#include "xalloc.h"

/* ---- Arguments. */

const char *
command_cut_word(const char *args, char **word)
{
	size_t len = strcspn(args, " \t\n");

	*word = xmemdup(args, len);
	args += len;
	return args + strspn(args, " \t\n");
}

char *
command_unquoted(const char *text)
{
	size_t len = strlen(text);

	if (len >= 2 && text[0] == '"' && text[len - 1] == '"')
		return xmemdup(text + 1, len - 2);
	return xstrdup(text);
}

/* ---- The program. */

static const struct command *
find_command(const char *name)
{
	for (const struct command *c = command_table; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

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

/* ---- Completion. */

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
	command_cut_word(before, &name);
	setting = setting_find(name);
	if (setting && setting->kind == SETTING_WORD)
		add_words(out, setting->words);
	if (setting && setting->kind == SETTING_BOOL)
		add_words(out, "on|off");
	free(name);
}

static void
complete_set(struct app *app, int word, const char *before, struct text *out)
{
	complete_setting(app, word, before, out);
	if (word == 1)
		add_candidate(out, "--save");
	if (word == 2 && !strncmp(before, "--save ", strlen("--save ")))
		complete_setting(app, 1, before, out);
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
	if (word == 1)
		add_candidate(out, "inspect");
}

static void
complete_eos(struct app *app, int word, const char *before, struct text *out)
{
	complete_strings(&app->settings.eos, word, before, out);
}

static void
complete_model(struct app *app, int word, const char *before, struct text *out)
{
	const struct strings *models = &app->engine->models;

	(void)before;
	for (size_t i = 0; word == 1 && i < models->count; i++)
		add_candidate(out, text_string(&models->items[i]));
}

static void
complete_engine(struct app *app, int word, const char *before,
    struct text *out)
{
	const struct config *config = &app->options->config;

	(void)before;
	if (word != 1)
		return;
	for (size_t i = 0; i < config->engine_count; i++)
		add_candidate(out, text_string(&config->engines[i].name));
	add_words(out, "echo|http://|https://|replay:");
}

static void
complete_compare(struct app *app, int word, const char *before,
    struct text *out)
{
	(void)word;
	complete_engine(app, 1, before, out);
}

static void
complete_edit(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	(void)before;
	if (word <= 2)
		add_candidate(out, "--editor");
}

static void
complete_copy(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	(void)before;
	if (word == 1)
		add_words(out, "last|all|trace");
}

static void
complete_load(struct app *app, int word, const char *before, struct text *out)
{
	const struct storelist *list = &app->sessions;

	if (word != 1)
		return;
	sessions_read(app);
	for (size_t i = 0; i < list->count; i++)
		add_candidate(out, list->items[i].name);
	command_add_files(before, out);
}

static void
complete_file(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	if (word == 1)
		command_add_files(before, out);
}

static void
complete_record(struct app *app, int word, const char *before,
    struct text *out)
{
	complete_file(app, word, before, out);
	if (word == 1)
		add_candidate(out, "off");
}

static void
complete_filter(struct text *out)
{
	for (size_t i = 0; trace_filter_kind(i); i++) {
		add_candidate(out, trace_filter_kind(i));
		text_add(out, "-");
		add_candidate(out, trace_filter_kind(i));
	}
	add_words(out, "text:|off");
}

static void
complete_trace(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	if (word == 1)
		add_words(out,
		    "off|right|bottom|size|level|filter|clear|save");
	if (word == 2 && !strncmp(before, "level", 5))
		add_words(out, "0|1|2");
	if (word >= 2 && !strncmp(before, "filter ", strlen("filter ")))
		complete_filter(out);
	if (word == 2 && !strncmp(before, "save ", strlen("save ")))
		command_add_files(before + strlen("save "), out);
}

static void
complete_timing(struct app *app, int word, const char *before,
    struct text *out)
{
	(void)app;
	if (word == 1)
		add_words(out, "save");
	if (word == 2 && !strncmp(before, "save ", strlen("save ")))
		command_add_files(before + strlen("save "), out);
}

static void
complete_break(struct app *app, int word, const char *before, struct text *out)
{
	(void)app;
	if (word == 1)
		add_words(out, "at|on|clear");
	if (word == 2 && !strncmp(before, "on", 2))
		add_words(out, "finish|anomaly");
}

static void
complete_demo(struct app *app, int word, const char *before, struct text *out)
{
	struct demolist list = { 0 };

	(void)app;
	(void)before;
	if (word != 1)
		return;
	demolist_read(&list);
	for (size_t i = 0; i < list.count; i++)
		add_candidate(out, list.items[i].name);
	add_candidate(out, "list");
	demolist_release(&list);
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
	{ "set", "[KEY [VALUE]|--save [KEY]]", "show settings, change one or "
	    "keep them in the configuration file", run_set, complete_set },
	{ "unset", "KEY", "put a setting back to its default", run_unset,
	    complete_unset },
	{ "stop", "[add TEXT|del TEXT|clear|inspect]", "stop strings, and what "
	    "the conditions did", run_stop, complete_stop },
	{ "eos", "[add TEXT|del TEXT|clear]", "end-of-sequence tokens of the "
	    "echo engine", run_eos, complete_eos },
	{ "stop_token_ids", "[add N|del N|clear]", "tokens that end a reply",
	    run_stop_token_ids, complete_list },
	{ "system", "[TEXT]", "show or change the system message; \"\" takes "
	    "it away", run_system, NULL },
	{ "model", "[NAME]", "list the models or choose one", run_model,
	    complete_model },
	{ "engine", "[NAME|URL]", "show or change the engine", run_engine,
	    complete_engine },
	{ "compare", "[ENGINE [KEY=VALUE]...]... [-- TEXT]", "ask several "
	    "engines at once, side by side", run_compare, complete_compare },
	{ "new", "", "begin a new conversation", run_new, NULL },
	{ "retry", "[N]", "ask the last message, or message N, again",
	    run_retry, NULL },
	{ "edit", "[N] [--editor]", "say your last message, or message N, in "
	    "another way", run_edit, complete_edit },
	{ "version", "[N]", "show version N of the last message that has some",
	    run_version, NULL },
	{ "undo", "", "drop the last turn", run_undo, NULL },
	{ "copy", "[last|all|trace|N]", "copy the last reply, or message N, to "
	    "the clipboard", run_copy, complete_copy },
	{ "find", "[TEXT]", "find a text in the conversation", run_find, NULL },
	{ "sessions", "", "list the stored conversations and open one",
	    run_sessions, NULL },
	{ "load", "[NAME|FILE]", "open a stored conversation", run_load,
	    complete_load },
	{ "save", "[FILE]", "write the conversation to a file that /load reads",
	    run_save, complete_file },
	{ "export", "FILE", "write it as .md, .json, .txt or .html",
	    run_export, complete_file },
	{ "raw", "", "the last reply exactly as it came", run_raw, NULL },
	{ "curl", "", "the last request as a curl command, without the key",
	    run_curl, NULL },
	{ "record", "[FILE|off]", "write what a server sends to a file",
	    run_record, complete_record },
	{ "trace", "[off|right|bottom|size N%|level N|filter WORDS|clear|save "
	    "FILE]", "the trace pane", run_trace, complete_trace },
	{ "timing", "[save FILE]", "when the tokens of the last replies came, as "
	    "pictures", run_timing, complete_timing },
	{ "pause", "", "hold the reply: time stands still", run_pause, NULL },
	{ "step", "[N]", "let one token pass, or N", run_step, NULL },
	{ "resume", "", "let a held reply go on", run_resume, NULL },
	{ "speed", "[X]", "let the reply, and those to come, be X times as "
	    "fast", run_speed, NULL },
	{ "break", "[at N|on TEXT|on finish|on anomaly|clear [N]]", "list "
	    "breakpoints, which hold replies; add one, or clear", run_break,
	    complete_break },
	{ "demo", "[NAME|FILE|list]", "a guided tour of stop behaviour, typed by "
	    "itself", run_demo, complete_demo },
	{ "quit", "", "leave, as Ctrl-D does", run_quit, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};

/* ---- Finding the command of a line. */

static char *
trimmed(const char *args)
{
	size_t len = strlen(args);

	while (len && isspace((unsigned char)args[len - 1]))
		len--;
	return xmemdup(args, len);
}

static bool
refuse_arguments(struct app *app, const char *name)
{
	app_complain(app, "/%s takes no arguments", name);
	return true;
}

bool
command_run(struct app *app, const char *line)
{
	const struct command *command;
	char *name, *args;
	bool taken;

	args = trimmed(command_cut_word(line + 1, &name));
	command = find_command(name);
	if (!command)
		taken = complain_unknown(app, name);
	else if (*args && !*command->arguments)
		taken = refuse_arguments(app, name);
	else
		taken = command->run(app, args);
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
		args = command_cut_word(line + 1, &name);
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
