/* command_store.c: commands on conversations in files. */
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export.h"
#include "file.h"
#include "sessions.h"
#include "storeline.h"
#include "uuid.h"
#include "xalloc.h"

/* ---- The list. */

bool
run_sessions(struct app *app, const char *args)
{
	struct text list = { 0 };

	(void)args;
	sessions_read(app);
	if (!app->sessions.count) {
		app_say(app, "no conversation is stored yet");
	} else if (app->front.show_sessions) {
		app->front.show_sessions(app->front.data);
	} else {
		sessions_print(&list, app);
		text_add(&list, "/load N opens one");
		app_say(app, "%s", text_string(&list));
	}
	text_release(&list);
	return true;
}

bool
run_load(struct app *app, const char *args)
{
	return *args ? sessions_open(app, args) : run_sessions(app, args);
}

/* ---- Files of the user's own. */

static bool
write_all(int fd, const struct text *text)
{
	for (size_t at = 0; at < text->len;) {
		ssize_t n = write(fd, text->bytes + at, text->len - at);

		if (n < 0 && errno != EINTR)
			return false;
		at += n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* For the user alone, as what is stored. */
static bool
write_file(const char *path, bool over, const struct text *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC |
	    (over ? 0 : O_EXCL), 0600);
	bool ok = fd >= 0 && write_all(fd, text);
	int why = errno;

	if (fd >= 0 && close(fd) < 0 && ok) {
		ok = false;
		why = errno;
	}
	errno = why;
	return ok;
}

static bool
is_file(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

/* Takes the "!" off that may stand behind the name: then it is written over. */
static char *
cut_path(const char *args, bool *over)
{
	char *given = xstrdup(args), *path;
	size_t len = strlen(given);

	*over = len > 2 && !strcmp(given + len - 2, " !");
	if (*over)
		given[len - 2] = '\0';
	path = command_unquoted(given);
	free(given);
	return path;
}

/* What is written over is there until the new one is: the disk may be full. */
static void
write_text(struct app *app, const char *path, bool over,
    const struct text *text)
{
	struct text error = { 0 };

	if (!text->len)
		app_complain(app, "there is no message to write yet");
	else if (over && is_file(path)
	        ? file_replace(path, text, &error)
	        : write_file(path, over, text))
		app_say(app, "the conversation is in %s", path);
	else if (error.len)
		app_complain(app, "%s", text_string(&error));
	else if (errno == EEXIST)
		app_complain(app, "%s is there already; with \" !\" behind the "
		    "name it is written over", path);
	else
		app_complain(app, "cannot write %s: %s", path, strerror(errno));
	text_release(&error);
}

static void
tell_path(struct app *app)
{
	const char *path = store_path(app->store);

	if (path && app->settings.store)
		app_say(app, "the conversation is stored in %s as it happens",
		    path);
	else if (app->settings.store)
		app_say(app, "the conversation is stored from its first "
		    "message on");
	else
		app_say(app, "the conversation is not stored; /save FILE "
		    "writes it, and /set store on stores what comes");
}

bool
run_save(struct app *app, const char *args)
{
	struct text text = { 0 };
	char uuid[UUID_SIZE];
	char *path;
	bool over;

	if (!*args) {
		tell_path(app);
		return true;
	}
	path = cut_path(args, &over);
	uuid_make(uuid);
	storeline_conversation(&text, uuid, loop_wall_ms(app->loop),
	    &app->conversation);
	write_text(app, path, over, &text);
	text_release(&text);
	free(path);
	return true;
}

static bool
has_messages(const struct conversation *conversation)
{
	for (size_t i = 0; i < conversation->count; i++)
		if (conversation->messages[i]->role != ROLE_NOTICE)
			return true;
	return false;
}

bool
run_export(struct app *app, const char *args)
{
	struct text text = { 0 }, error = { 0 };
	bool over;
	char *path = cut_path(args, &over);
	export_fn *fn = export_find(path, &error);

	if (fn && has_messages(&app->conversation))
		fn(&text, &app->conversation);
	if (fn)
		write_text(app, path, over, &text);
	else
		app_complain(app, "%s", text_string(&error));
	text_release(&error);
	text_release(&text);
	free(path);
	return true;
}
