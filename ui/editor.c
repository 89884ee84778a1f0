/* editor.c: a text in the user's own editor. */
#include "editor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *
editor_command(void)
{
	const char *command = getenv("VISUAL");

	if (!command || !*command)
		command = getenv("EDITOR");
	return command && *command ? command : "vi";
}

/* In the child: what the program catches or ignores is not the editor's. */
static void
run_command(const char *path)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	setenv("ECHOCHAT_FILE", path, 1);
	setenv("ECHOCHAT_EDITOR", editor_command(), 1);
	execl("/bin/sh", "sh", "-c",
	    "eval \"$ECHOCHAT_EDITOR \\\"\\$ECHOCHAT_FILE\\\"\"", (char *)NULL);
	_exit(127);
}

/* Ctrl-C in the editor is the editor's. */
static int
run_and_wait(const char *path)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction stop_both = { .sa_handler = SIG_DFL };
	struct sigaction interrupt, quit, stop;
	int status = -1;
	pid_t child;

	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	/* Ctrl-Z stops the editor and us together; fg continues both. */
	sigaction(SIGTSTP, &stop_both, &stop);
	child = fork();
	if (child == 0)
		run_command(path);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	sigaction(SIGTSTP, &stop, NULL);
	return status;
}

static bool
write_file(int fd, const struct text *text)
{
	FILE *file = fdopen(fd, "w");
	bool ok;

	if (!file) {
		close(fd);
		return false;
	}
	ok = fwrite(text_string(text), 1, text->len, file) == text->len;
	return !fclose(file) && ok;
}

static bool
read_back(const char *path, struct text *text)
{
	FILE *file = fopen(path, "re");
	char buffer[4096];
	size_t got;

	if (!file)
		return false;
	text_clear(text);
	while ((got = fread(buffer, 1, sizeof(buffer), file)))
		text_append(text, buffer, got);
	fclose(file);
	/* Editors end the last line. */
	if (text->len && text->bytes[text->len - 1] == '\n')
		text->bytes[--text->len] = '\0';
	return true;
}

bool
editor_edit(struct text *text, struct text *error)
{
	const char *folder = getenv("TMPDIR");
	struct text path = { 0 };
	bool ok = false;
	int fd, status;

	text_printf(&path, "%s/echochat-XXXXXX", folder && *folder ? folder
								   : "/tmp");
	fd = mkstemp(path.bytes);
	if (fd < 0 || !write_file(fd, text)) {
		text_printf(error, "cannot write %s: %s", path.bytes,
		    strerror(errno));
		goto done;
	}
	status = run_and_wait(path.bytes);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		text_printf(error, "the editor (%s) failed; the line is as it "
		    "was", editor_command());
	else if (!read_back(path.bytes, text))
		text_printf(error, "cannot read %s: %s", path.bytes,
		    strerror(errno));
	else
		ok = true;
done:
	if (fd >= 0)
		unlink(path.bytes);
	text_release(&path);
	return ok;
}
