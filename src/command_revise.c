/* command_revise.c: commands on messages that are there: asked, said, shown or
 * copied again. */
#include "commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "copy.h"
#include "revise.h"

/* Reads the number of a message; without one it is the last. False, and says
 * so, if there is no such message. */
static bool
find_message(struct app *app, const char *args, long *at)
{
	char *end;
	long n;

	*at = revise_last(app);
	if (!*args)
		return true;
	errno = 0;
	n = strtol(args, &end, 10);
	*at = *end || errno || n < 1 ? -1 : revise_message(app, n);
	if (*at >= 0)
		return true;
	app_complain(app, "there is no message %s; they are counted from 1",
	    args);
	return false;
}

bool
run_retry(struct app *app, const char *args)
{
	long at;

	return !find_message(app, args, &at) || revise_retry(app, at);
}

/* Takes a word out of the arguments; what is left is the caller's to free. */
static char *
without_word(const char *args, const char *word, bool *there)
{
	const char *at = strstr(args, word);
	struct text rest = { 0 };

	*there = at != NULL;
	if (at) {
		text_append(&rest, args, (size_t)(at - args));
		at += strlen(word);
		text_add(&rest, at + strspn(at, " "));
	} else {
		text_add(&rest, args);
	}
	while (rest.len && rest.bytes[rest.len - 1] == ' ')
		rest.bytes[--rest.len] = '\0';
	return text_take(&rest);
}

bool
run_edit(struct app *app, const char *args)
{
	bool editor, taken;
	char *rest = without_word(args, "--editor", &editor);
	long at;

	taken = !find_message(app, rest ? rest : "", &at) ||
	    revise_edit(app, at, editor);
	free(rest);
	return taken;
}

bool
run_version(struct app *app, const char *args)
{
	return revise_show(app, strtol(args, NULL, 10));
}

bool
run_undo(struct app *app, const char *args)
{
	long at;

	(void)args;
	if (app_is_busy(app))
		return false;
	at = revise_question(app, revise_last(app));
	if (at < 0) {
		app_complain(app, "there is no turn to drop");
		return true;
	}
	conversation_truncate(&app->conversation, (size_t)at);
	app_tell(app, "the last turn is dropped");
	return true;
}

bool
run_copy(struct app *app, const char *args)
{
	long at;

	if (!*args || !strcmp(args, "last"))
		copy_last(app);
	else if (!strcmp(args, "all"))
		copy_all(app);
	else if (!strcmp(args, "trace"))
		copy_trace(app);
	else if (find_message(app, args, &at))
		copy_message(app, at);
	return true;
}
