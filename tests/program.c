/* program.c: the built program, run by tests. It reads no screen: what came is
 * bytes.
 *
 * A program on a terminal is not our child but the job of a shell in between:
 * only then it can be suspended, and only then the terminal may be lost without
 * a signal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#include <cmocka.h>

#include "program.h"

enum { POLL_MS = 5, SHOWN_MAX = 600, WORDS_MAX = 64 };

/* What the shell says: first the program's process, then how it fares. */
struct report {
	pid_t pid;
	int status; /* of waitpid() */
	long cpu_ms;
};

static char state_folder[] = "/tmp/echochat-state-XXXXXX";

static int
remove_entry(const char *path, const struct stat *file, int kind,
    struct FTW *place)
{
	(void)file;
	(void)kind;
	(void)place;
	return remove(path);
}

static void
remove_state_folder(void)
{
	nftw(state_folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* What programs under test keep is not the user's. */
static void
make_state_folder(void)
{
	if (!mkdtemp(state_folder))
		abort();
	setenv("XDG_STATE_HOME", state_folder, 1);
	atexit(remove_state_folder);
}

void
program_environment(void)
{
	static const char *const unset[] = { "VISUAL", "EDITOR", "NO_COLOR",
		"COLORFGBG", "LINES", "COLUMNS", "DYN_TOKEN_ECHO_DELAY_MS",
		"LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof(unset) / sizeof(*unset); i++)
		unsetenv(unset[i]);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("TERM", "xterm-256color", 1);
	setenv("INPUTRC", "/dev/null", 1);
	make_state_folder();
	signal(SIGPIPE, SIG_IGN);
}

int64_t
program_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t
program_limit_ms(void)
{
	return program_now_ms() + PROGRAM_LIMIT_MS;
}

/* ---- In the child. */

static void
become(const struct program *program, const char *const *args)
{
	const char *path = getenv("ECHOCHAT");
	const struct rlimit no_core = { 0, 0 };
	char *words[WORDS_MAX] = { (char *)"echochat" };

	for (int i = 0; args[i] && i < WORDS_MAX - 2; i++)
		words[i + 1] = (char *)args[i];
	for (size_t i = 0; program->env && program->env[i]; i++)
		if (strchr(program->env[i], '='))
			putenv((char *)program->env[i]);
		else
			unsetenv(program->env[i]);
	setrlimit(RLIMIT_CORE, &no_core);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGTTOU, SIG_DFL);
	execv(path ? path : "./echochat", words);
	perror(path ? path : "./echochat");
	_exit(127);
}

/* Puts a file or the end of a pipe in the place of a standard descriptor. */
static void
redirect(const char *file, int end, int standard)
{
	if (file && !*file) {
		close(standard);
		return;
	}
	if (file)
		end = open(file, standard ? O_WRONLY : O_RDONLY);
	if (end >= 0)
		dup2(end, standard);
}

/* ---- In the shell. */

static void
say(int to_test, pid_t child, int status)
{
	struct report report = { .pid = child, .status = status };
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	report.cpu_ms =
	    (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
	    (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
	if (write(to_test, &report, sizeof(report)) < 0)
		_exit(1);
}

/* As shells do: the terminal is the job's, until it stops. */
static _Noreturn void
look_after(pid_t child, int tty, int test)
{
	int status;
	char word;

	say(test, child, 0);
	while (waitpid(child, &status, WUNTRACED) == child) {
		if (!WIFSTOPPED(status)) {
			say(test, child, status);
			break;
		}
		tcsetpgrp(tty, getpgrp());
		say(test, child, status);
		if (read(test, &word, 1) != 1)
			break;
		tcsetpgrp(tty, child);
		kill(-child, SIGCONT);
	}
	_exit(0);
}

static _Noreturn void
run_shell(const struct program *program, const char *const *args, int slave,
    const int ends[3], int test)
{
	int tty = fcntl(slave, F_DUPFD_CLOEXEC, 10);
	pid_t child;

	/* The test's ends: no other may hold them open. */
	close(program->in);
	close(program->out);
	close(program->err);
	login_tty(slave);
	signal(SIGHUP, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
	child = fork();
	if (child == 0) {
		setpgid(0, 0);
		tcsetpgrp(tty, getpid());
		redirect(program->in_file, ends[0], 0);
		redirect(program->out_file, ends[1], 1);
		redirect(NULL, ends[2], 2);
		become(program, args);
	}
	for (int i = 0; i < 3; i++)
		close(ends[i]);
	look_after(child, tty, test);
}

/* ---- The start. */

static void
make_pipe(int *ours, int *theirs, bool we_write)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	*ours = ends[we_write];
	*theirs = ends[!we_write];
	fcntl(*ours, F_SETFD, FD_CLOEXEC);
	fcntl(*theirs, F_SETFD, FD_CLOEXEC);
	if (we_write)
		fcntl(*ours, F_SETFL, O_NONBLOCK);
}

static void
read_report(struct program *program)
{
	struct report report;
	bool first = !program->pid;

	assert_int_equal(read(program->to_shell, &report, sizeof(report)),
	    sizeof(report));
	program->pid = report.pid;
	if (first)
		return;
	program->stopped = WIFSTOPPED(report.status);
	program->ended = !program->stopped;
	program->cpu_ms = report.cpu_ms;
	program->status = WIFEXITED(report.status)
		? WEXITSTATUS(report.status)
		: 128 + WTERMSIG(report.status);
}

static void
start_on_tty(struct program *program, const char *const *args,
    const int ends[3])
{
	const struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int master, test[2];

	assert_int_equal(openpty(&master, &program->slave, NULL, NULL, &size),
	    0);
	tcgetattr(program->slave, &program->found);
	fcntl(master, F_SETFD, FD_CLOEXEC);
	fcntl(master, F_SETFL, O_NONBLOCK);
	fcntl(program->slave, F_SETFD, FD_CLOEXEC);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0,
	    test), 0);
	program->shell = fork();
	if (program->shell == 0) {
		close(master);
		close(test[0]);
		run_shell(program, args, program->slave, ends, test[1]);
	}
	close(test[1]);
	program->to_shell = test[0];
	if (program->in < 0)
		program->in = fcntl(master, F_DUPFD_CLOEXEC, 0);
	if (program->out < 0)
		program->out = fcntl(master, F_DUPFD_CLOEXEC, 0);
	close(master);
	read_report(program);
}

static void
start_on_pipes(struct program *program, const char *const *args,
    const int ends[3])
{
	program->pid = fork();
	if (program->pid)
		return;
	redirect(program->in_file, ends[0], 0);
	redirect(program->out_file, ends[1], 1);
	redirect(NULL, ends[2], 2);
	become(program, args);
}

void
program_start(struct program *program, const char *const *args)
{
	int ends[3] = { -1, -1, -1 };

	program->in = program->out = program->err = -1;
	program->to_shell = program->slave = -1;
	if (!(program->tty & PROGRAM_TTY_IN))
		make_pipe(&program->in, &ends[0], true);
	if (!(program->tty & PROGRAM_TTY_OUT))
		make_pipe(&program->out, &ends[1], false);
	if (program->tty != (PROGRAM_TTY_IN | PROGRAM_TTY_OUT))
		make_pipe(&program->err, &ends[2], false);
	if (program->tty)
		start_on_tty(program, args, ends);
	else
		start_on_pipes(program, args, ends);
	for (int i = 0; i < 3; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

/* ---- To and fro. */

static void
close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void
send_some(struct program *program)
{
	ssize_t sent = write(program->in, text_string(&program->input),
	    program->input.len);

	if (sent > 0)
		text_drop(&program->input, (size_t)sent);
	else if (sent < 0 && errno != EAGAIN && errno != EINTR)
		text_clear(&program->input); /* nobody reads it any more */
	if (!program->input.len && program->close_input)
		close_end(&program->in);
}

static void
read_some(int *fd, struct text *out)
{
	char buffer[65536];
	ssize_t got = read(*fd, buffer, sizeof(buffer));

	if (got > 0)
		text_append(out, buffer, (size_t)got);
	else if (got == 0 || (errno != EAGAIN && errno != EINTR))
		close_end(fd);
}

/* Without a shell we are the parent ourselves. */
static void
look_for_end(struct program *program)
{
	int status;

	if (program->shell || program->ended ||
	    waitpid(program->pid, &status, WNOHANG) != program->pid)
		return;
	program->ended = true;
	program->status = WIFEXITED(status) ? WEXITSTATUS(status)
	                                    : 128 + WTERMSIG(status);
}

/* With the terminal closed here too, its output ends. */
static void
leave_terminal(struct program *program)
{
	tcgetattr(program->slave, &program->left);
	close_end(&program->slave);
}

static _Noreturn void
fail_waiting(const struct program *program, const char *what)
{
	size_t from = program->output.len > SHOWN_MAX
		? program->output.len - SHOWN_MAX
		: 0;

	print_error("not seen: %s\nstandard error: %s\noutput: %s\n", what,
	    text_string(&program->errors),
	    text_string(&program->output) + from);
	fail();
	abort();
}

void
program_pump(struct program *program, int64_t limit_ms, const char *what)
{
	bool is_sending = program->input.len || program->close_input;
	struct pollfd polls[] = {
		{ .fd = is_sending ? program->in : -1, .events = POLLOUT },
		{ .fd = program->out, .events = POLLIN },
		{ .fd = program->err, .events = POLLIN },
		{ .fd = program->ended ? -1 : program->to_shell,
		    .events = POLLIN },
	};

	if (program_now_ms() > limit_ms)
		fail_waiting(program, what);
	poll(polls, 4, POLL_MS);
	if (polls[0].revents)
		send_some(program);
	if (polls[1].revents)
		read_some(&program->out, &program->output);
	if (polls[2].revents)
		read_some(&program->err, &program->errors);
	if (polls[3].revents)
		read_report(program);
	look_for_end(program);
	if (program->ended && program->slave >= 0)
		leave_terminal(program);
}

void
program_send(struct program *program, const char *bytes, size_t len)
{
	int64_t limit = program_limit_ms();

	text_append(&program->input, bytes, len);
	while (program->input.len)
		program_pump(program, limit, "input taken");
}

void
program_type(struct program *program, const char *string)
{
	program_send(program, string, strlen(string));
}

void
program_kill(const struct program *program, int number)
{
	assert_int_equal(kill(program->pid, number), 0);
}

/* memmem() is not POSIX, and output holds NULs. */
static const char *
find(const struct text *text, size_t from, const char *string)
{
	size_t len = strlen(string);

	for (; from + len <= text->len; from++)
		if (!memcmp(text->bytes + from, string, len))
			return text->bytes + from;
	return NULL;
}

size_t
program_see(struct program *program, size_t from, const char *string)
{
	int64_t limit = program_limit_ms();
	const char *found;

	while (!(found = find(&program->output, from, string))) {
		if (program->out < 0)
			fail_waiting(program, string);
		program_pump(program, limit, string);
	}
	return (size_t)(found - program->output.bytes) + strlen(string);
}

void
program_wait_stop(struct program *program)
{
	int64_t limit = program_limit_ms();

	while (!program->stopped)
		program_pump(program, limit, "stopped by a signal");
}

void
program_continue(struct program *program)
{
	program->stopped = false;
	assert_int_equal(write(program->to_shell, "", 1), 1);
}

int
program_end(struct program *program)
{
	int64_t limit = program_limit_ms();

	if (!(program->tty & PROGRAM_TTY_IN))
		program->close_input = true;
	while (!program->ended || program->out >= 0 || program->err >= 0)
		program_pump(program, limit, "the end of the program");
	return program->status;
}

int
program_run(struct program *program, const char *const *args,
    const char *input, size_t len)
{
	program_start(program, args);
	text_append(&program->input, input, len);
	return program_end(program);
}

void
program_release(struct program *program)
{
	if (program->pid && !program->ended)
		kill(program->pid, SIGKILL);
	if (program->pid) {
		close_end(&program->in);
		close_end(&program->out);
		close_end(&program->err);
		close_end(&program->to_shell);
		close_end(&program->slave);
		waitpid(program->shell ? program->shell : program->pid, NULL,
		    0);
	}
	text_release(&program->input);
	text_release(&program->output);
	text_release(&program->errors);
	*program = (struct program){ 0 };
}

bool
program_same_modes(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
	    a->c_cflag == b->c_cflag && a->c_lflag == b->c_lflag &&
	    !memcmp(a->c_cc, b->c_cc, sizeof(a->c_cc));
}
