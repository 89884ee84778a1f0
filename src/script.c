/* script.c: a text of keys and waits. */
#include "script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "nearest.h"
#include "utf8.h"
#include "xalloc.h"

enum { LINES_MOST = 10000 };

#define WAIT_MOST_MS 1e9
#define BESIDE "replay:@/"

static const struct {
	const char *name, *bytes;
} key_names[] = {
	{ "Enter", "\r" }, { "Esc", "\033" }, { "Tab", "\t" },
	{ "Backspace", "\177" }, { "Delete", "\033[3~" },
	{ "Up", "\033[A" }, { "Down", "\033[B" }, { "Right", "\033[C" },
	{ "Left", "\033[D" }, { "Home", "\033[H" }, { "End", "\033[F" },
	{ "PgUp", "\033[5~" }, { "PgDn", "\033[6~" },
	{ "Ctrl-Home", "\033[1;5H" }, { "Ctrl-End", "\033[1;5F" },
	{ "F1", "\033OP" }, { "F2", "\033OQ" }, { "F3", "\033OR" },
	{ "F4", "\033OS" },
	{ "F5", "\033[15~" }, { "F6", "\033[17~" },
	{ "Alt-T", "\033t" }, { "Alt-W", "\033w" }, { "Alt-A", "\033a" },
	{ "Alt-E", "\033e" }, { "Alt-Z", "\033z" }, { "Alt-J", "\033j" },
	{ "Alt-Up", "\033[1;3A" }, { "Alt-Down", "\033[1;3B" },
	{ "Alt-Left", "\033[1;3D" }, { "Alt-Right", "\033[1;3C" },
	{ "Alt-Enter", "\033\r" }, { "Space", " " },
};

enum { KEY_NAMES = sizeof(key_names) / sizeof(*key_names) };

/* ---- Its life. */

void
script_init(struct script *script, const char *path)
{
	*script = (struct script){ .path = xstrdup(path) };
}

void
script_release(struct script *script)
{
	for (size_t i = 0; i < script->count; i++)
		text_release(&script->steps[i].text);
	free(script->steps);
	text_release(&script->title);
	free(script->path);
	*script = (struct script){ 0 };
}

static struct script_step *
add_step(struct script *script, enum script_verb verb)
{
	script->steps = xgrow(script->steps, script->count, &script->capacity,
	    sizeof(*script->steps));
	script->steps[script->count] =
	    (struct script_step){ .verb = verb, .line = script->line };
	return &script->steps[script->count++];
}

/* ---- The verbs. Each puts a sentence into error if it returns false. */

/* Appends the text; recordings lie beside the script. */
static void
add_with_folder(struct text *out, const struct script *script,
    const char *text)
{
	const char *slash = strrchr(script->path, '/');
	int len = slash ? (int)(slash - script->path) : 1;
	const char *folder = slash ? script->path : ".";
	const char *at;

	while ((at = strstr(text, BESIDE))) {
		text_append(out, text, (size_t)(at - text));
		text_printf(out, "replay:%.*s/", len, folder);
		text = at + strlen(BESIDE);
	}
	text_add(out, text);
}

static bool
is_late_for_args(const struct script *script)
{
	return script->count &&
	    script->steps[script->count - 1].verb != SCRIPT_ARGS;
}

static bool
read_args(struct script *script, const char *args, struct text *error)
{
	char *words, *rest = NULL;

	if (is_late_for_args(script)) {
		text_add(error, "args stands before all that is done");
		return false;
	}
	words = xstrdup(args);
	for (char *word = strtok_r(words, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest))
		add_with_folder(&add_step(script, SCRIPT_ARGS)->text, script,
		    word);
	free(words);
	return true;
}

static bool
read_type(struct script *script, const char *args, struct text *error)
{
	struct text typed = { 0 };
	bool ok;

	add_with_folder(&typed, script, args);
	ok = escape_read(&add_step(script, SCRIPT_TYPE)->text,
	    text_string(&typed), error);
	text_release(&typed);
	return ok;
}

static bool
refuse_key(const char *name, struct text *error)
{
	struct nearest nearest;

	nearest_init(&nearest, name);
	for (size_t i = 0; i < KEY_NAMES; i++)
		nearest_offer(&nearest, key_names[i].name);
	text_add(error, "unknown key ");
	escape_quote(error, name, strlen(name));
	if (nearest_name(&nearest))
		text_printf(error, "; did you mean %s?",
		    nearest_name(&nearest));
	return false;
}

static bool
read_key(struct script *script, const char *name, struct text *error)
{
	int32_t c;
	size_t len = utf8_next(name, strlen(name), &c);

	for (size_t i = 0; i < KEY_NAMES; i++)
		if (!strcmp(name, key_names[i].name)) {
			text_add(&add_step(script, SCRIPT_KEY)->text,
			    key_names[i].bytes);
			return true;
		}
	if (!strncmp(name, "Ctrl-", 5) && name[5] && !name[6]) {
		char byte = (char)(name[5] & 0x1f);

		text_append(&add_step(script, SCRIPT_KEY)->text, &byte, 1);
	} else if (c >= 0 && !name[len]) {
		text_add(&add_step(script, SCRIPT_KEY)->text, name);
	} else {
		return refuse_key(name, error);
	}
	return true;
}

static bool
read_keys(struct script *script, const char *args, struct text *error)
{
	char *names = xstrdup(args), *rest = NULL;
	char *name = strtok_r(names, " ", &rest);
	bool ok = name != NULL;

	if (!ok)
		text_add(error, "key needs the name of a key, such as Enter");
	for (; ok && name; name = strtok_r(NULL, " ", &rest))
		ok = read_key(script, name, error);
	free(names);
	return ok;
}

static bool
read_say(struct script *script, const char *args, struct text *error)
{
	if (!*args) {
		text_add(error, "say needs a sentence");
		return false;
	}
	text_add(&add_step(script, SCRIPT_SAY)->text, args);
	return true;
}

static bool
read_wait(struct script *script, const char *args, struct text *error)
{
	char *end;
	double ms = strtod(args, &end);

	if (!strcmp(args, "reply")) {
		add_step(script, SCRIPT_WAIT_REPLY);
		return true;
	}
	if (end == args || *end || !(ms >= 0 && ms <= WAIT_MOST_MS)) {
		text_add(error, "wait needs milliseconds, or the word reply; ");
		escape_quote(error, args, strlen(args));
		text_add(error, " is neither");
		return false;
	}
	add_step(script, SCRIPT_WAIT)->us = (int64_t)(ms * 1000);
	return true;
}

/* ---- Lines. */

static const struct verb {
	const char *name;
	bool (*read)(struct script *script, const char *args,
	    struct text *error);
} verbs[] = {
	{ "args", read_args }, { "type", read_type }, { "key", read_keys },
	{ "say", read_say }, { "wait", read_wait },
};

enum { VERBS = sizeof(verbs) / sizeof(*verbs) };

static bool
refuse_verb(const char *name, struct text *error)
{
	struct nearest nearest;

	nearest_init(&nearest, name);
	text_add(error, "unknown verb ");
	escape_quote(error, name, strlen(name));
	text_add(error, ": there are");
	for (size_t i = 0; i < VERBS; i++) {
		nearest_offer(&nearest, verbs[i].name);
		text_printf(error, "%s %s", i ? "," : "", verbs[i].name);
	}
	if (nearest_name(&nearest))
		text_printf(error, "; did you mean %s?",
		    nearest_name(&nearest));
	return false;
}

static bool
read_verb(struct script *script, const char *line, struct text *error)
{
	size_t len = strcspn(line, " ");
	char *name = xmemdup(line, len);
	const struct verb *found = NULL;
	bool ok;

	for (size_t i = 0; i < VERBS && !found; i++)
		if (!strcmp(name, verbs[i].name))
			found = &verbs[i];
	ok = found ? found->read(script, line + len + (line[len] == ' '), error)
		   : refuse_verb(name, error);
	free(name);
	return ok;
}

static void
take_title(struct script *script, const char *comment)
{
	comment += strspn(comment, "# ");
	if (!script->title.len)
		text_add(&script->title, comment);
}

bool
script_add(struct script *script, const char *line, struct text *error)
{
	size_t len = strlen(line);
	struct text why = { 0 };
	bool ok = utf8_valid(line, len) == len;

	script->line++;
	if (!ok)
		text_add(&why, "the line is not UTF-8");
	else if (*line == '#')
		take_title(script, line);
	else if (*line)
		ok = read_verb(script, line, &why);
	if (!ok)
		text_printf(error, "%s:%u: %s", script->path, script->line,
		    text_string(&why));
	text_release(&why);
	return ok;
}

/* ---- Files. */

/* Calls script_add() for each line, as long as more is wanted. */
static bool
read_lines(struct script *script, FILE *file, bool only_title,
    struct text *error)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool ok = true;

	while (ok && script->line < LINES_MOST &&
	    !(only_title && script->title.len) &&
	    (len = getline(&line, &size, file)) > 0) {
		line[strcspn(line, "\r\n")] = '\0';
		ok = script_add(script, line, error);
	}
	free(line);
	return ok;
}

static bool
complain_of_file(const struct script *script, struct text *error)
{
	text_printf(error, "cannot read %s: %s", script->path, strerror(errno));
	return false;
}

bool
script_read(struct script *script, struct text *error)
{
	FILE *file = fopen(script->path, "re");
	bool ok, broken;

	if (!file)
		return complain_of_file(script, error);
	ok = read_lines(script, file, false, error);
	broken = ferror(file) && ok;
	if (broken)
		complain_of_file(script, error);
	fclose(file);
	return ok && !broken;
}

bool
script_read_title(struct script *script)
{
	FILE *file = fopen(script->path, "re");
	struct text error = { 0 };

	if (!file)
		return false;
	read_lines(script, file, true, &error);
	fclose(file);
	text_release(&error);
	return true;
}
