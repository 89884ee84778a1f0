/* copier.c: a program that is given a text to put on the clipboard.
 *
 * Its end is looked for by a timer: those who stay for the clipboard fork, and
 * keep open whatever pipe would tell of it. */
#include "copier.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_MS = 5000, LOOK_MS = 10 };

static void
close_input(struct copier *copier)
{
	if (copier->fd < 0)
		return;
	loop_unwatch(copier->loop, copier->fd);
	close(copier->fd);
	copier->fd = -1;
}

/* The shell, and what it started. */
static void
end_child(struct copier *copier)
{
	if (!copier->child)
		return;
	kill(-copier->child, SIGKILL);
	while (waitpid(copier->child, NULL, 0) < 0 && errno == EINTR)
		continue;
	copier->child = 0;
}

static void
stop(struct copier *copier)
{
	close_input(copier);
	loop_timer_stop(copier->loop, &copier->timer);
	end_child(copier);
	text_clear(&copier->text);
}

static void
finish(struct copier *copier, const char *error)
{
	stop(copier);
	copier->done(copier->data, error);
}

static void
finish_status(struct copier *copier, int status)
{
	struct text error = { 0 };
	const char *command = text_string(&copier->command);

	if (WIFSIGNALED(status))
		text_printf(&error, "copy_command (%s) was ended by signal %d",
		    command, WTERMSIG(status));
	else if (WEXITSTATUS(status))
		text_printf(&error, "copy_command (%s) failed with exit "
		    "status %d", command, WEXITSTATUS(status));
	finish(copier, error.len ? text_string(&error) : NULL);
	text_release(&error);
}

static void
look_soon(struct copier *copier)
{
	loop_timer_set(copier->loop, &copier->timer,
	    loop_now(copier->loop) + LOOP_MS(LOOK_MS));
}

static void
look(void *data)
{
	struct copier *copier = data;
	struct text error = { 0 };
	int status;

	if (waitpid(copier->child, &status, WNOHANG) == copier->child) {
		copier->child = 0;
		finish_status(copier, status);
		return;
	}
	if (loop_now(copier->loop) < copier->deadline) {
		look_soon(copier);
		return;
	}
	text_printf(&error, "copy_command (%s) did not end within %d seconds",
	    text_string(&copier->command), LIMIT_MS / 1000);
	finish(copier, text_string(&error));
	text_release(&error);
}

/* A command that does not read its input may still be right. */
static void
on_writable(void *data, int fd, unsigned ready)
{
	struct copier *copier = data;
	ssize_t n = write(fd, copier->text.bytes + copier->at,
	    copier->text.len - copier->at);

	(void)ready;
	if (n > 0)
		copier->at += (size_t)n;
	if (copier->at == copier->text.len ||
	    (n < 0 && errno != EAGAIN && errno != EINTR))
		close_input(copier);
}

/* In the child: what the program catches or ignores is not the command's, and
 * the screen is not its output. */
static void
run_command(const char *command, int input)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	setpgid(0, 0);
	dup2(input, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static bool
start_child(struct copier *copier, const char *command)
{
	int ends[2];

	if (pipe(ends))
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	copier->child = fork();
	if (copier->child == 0)
		run_command(command, ends[0]);
	/* Here too: it may be ended before it has run. */
	if (copier->child > 0)
		setpgid(copier->child, copier->child);
	close(ends[0]);
	copier->fd = ends[1];
	if (copier->child > 0)
		return true;
	copier->child = 0;
	close(copier->fd);
	copier->fd = -1;
	return false;
}

void
copier_start(struct copier *copier, const char *command,
    const struct text *text, copier_fn *done, void *data)
{
	stop(copier);
	text_clear(&copier->command);
	text_add(&copier->command, command);
	text_append(&copier->text, text->bytes, text->len);
	copier->at = 0;
	copier->done = done;
	copier->data = data;
	if (!start_child(copier, command)) {
		done(data, "copy_command cannot be run: the system has no room "
		    "for another process");
		return;
	}
	copier->deadline = loop_now(copier->loop) + LOOP_MS(LIMIT_MS);
	loop_watch(copier->loop, copier->fd, LOOP_WRITE, on_writable, copier);
	look_soon(copier);
}

void
copier_init(struct copier *copier, struct loop *loop)
{
	*copier = (struct copier){ .loop = loop, .fd = -1 };
	copier->timer = (struct timer){ .fn = look, .data = copier };
}

void
copier_release(struct copier *copier)
{
	stop(copier);
	text_release(&copier->command);
	text_release(&copier->text);
}
