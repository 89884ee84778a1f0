/* bench_screen.c: what the built program costs on a terminal of 200 columns and
 * 60 rows, with nobody but us to read it. For bench.sh.
 *
 * A run starts the program on a stored conversation, has the echo engine answer
 * at its usual pace, and looks at a stretch in the middle of the reply: the
 * processor time of the program, the bytes that it wrote, when they came. Then
 * keys are typed while the reply goes on. */
#define _GNU_SOURCE 1 /* ppoll(), nftw() */

#include <ctype.h>
#include <ftw.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../src/conversation.h"
#include "../src/storeline.h"
#include "bench_row.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS 1e6 /* nanoseconds */
#define LETTERS_LEAST 0.75 /* of a reply: five of six are */

enum {
	ROWS = 60, COLUMNS = 200,
	DELAY_MS = 10, /* of --delay: a character each */
	PROMPT = 750,
	SETTLE_MS = 300, STRETCH_MS = 2000,
	/* A key comes anywhere in a frame, and is gone before the next. */
	KEYS = 30, KEY_MS = 61, ERASE_MS = 40,
	FRAME_MS = 16, /* of ui.c */
	/* Curses writes a frame in pieces, and we may be late for some of them.
	 * Less than the delay: a frame for each character would be seen. */
	PIECES_MS = 8,
	LIMIT_MS = 60000,
	RUNS = 5,
};

struct bench {
	char file[64], resume[80]; /* the conversation, the option for it */
	const char *program;
	struct bench_values start, start_ratio; /* of an empty chat */
};

/* With so many messages before the turn that is measured. */
struct history {
	const char *name;
	int messages;
	struct text stored; /* the file */
	struct bench_values cpu, bytes, first, echo, pause, frames;
	/* To those of the first history. */
	struct bench_values cpu_ratio, bytes_ratio, first_ratio;
};

struct terminal {
	pid_t pid;
	int fd;
	struct text output; /* since it was cleared */
	double at, last;    /* of the last read, and the one before */
	size_t frames;
	struct bench_values *pauses; /* NULL: nobody wants them */
};

/* ---- A program on a terminal. */

static void
start(struct terminal *terminal, const char *const *words)
{
	struct winsize size = { .ws_row = ROWS, .ws_col = COLUMNS };

	*terminal = (struct terminal){ .fd = -1 };
	terminal->pid = forkpty(&terminal->fd, NULL, NULL, &size);
	if (terminal->pid == 0) {
		execvp(words[0], (char *const *)words);
		_exit(127);
	}
	if (terminal->pid < 0)
		bench_fail("cannot start a program on a terminal");
}

static void
note_time(struct terminal *terminal)
{
	terminal->last = terminal->at;
	terminal->at = bench_wall_ns();
	if (terminal->at - terminal->last < PIECES_MS * MS) {
		/* Of the same frame: what counts is when that began. */
		terminal->at = terminal->last;
		return;
	}
	terminal->frames++;
	if (terminal->pauses && terminal->last > 0)
		bench_add(terminal->pauses,
		    (terminal->at - terminal->last) / MS);
}

/* Waits for output until then. False at its end. */
static bool
read_until(struct terminal *terminal, double limit)
{
	struct pollfd poll_fd = { .fd = terminal->fd, .events = POLLIN };
	struct timespec rest = { 0 };
	double left = limit - bench_wall_ns();
	char bytes[65536];
	ssize_t got;

	if (left > 0)
		rest = (struct timespec){ (time_t)(left / 1e9),
			(long)(left - 1e9 * (double)(time_t)(left / 1e9)) };
	if (ppoll(&poll_fd, 1, &rest, NULL) <= 0)
		return true;
	got = read(terminal->fd, bytes, sizeof(bytes));
	if (got <= 0)
		return false;
	note_time(terminal);
	text_append(&terminal->output, bytes, (size_t)got);
	return true;
}

static void
read_for(struct terminal *terminal, double ms)
{
	double limit = bench_wall_ns() + ms * MS;

	while (bench_wall_ns() < limit)
		if (!read_until(terminal, limit))
			bench_fail("the program has ended");
}

/* Reads until the string comes: whoever looks for it draws it at once. */
static void
see(struct terminal *terminal, const char *string)
{
	double limit = bench_wall_ns() + LIMIT_MS * MS;

	while (!strstr(text_string(&terminal->output), string))
		if (!read_until(terminal, limit) || bench_wall_ns() > limit)
			bench_fail("the program does not draw what it should");
}

static void
type(const struct terminal *terminal, const char *keys)
{
	size_t len = strlen(keys);

	if (write(terminal->fd, keys, len) != (ssize_t)len)
		bench_fail("the program does not take keys");
}

static void
end(struct terminal *terminal)
{
	kill(terminal->pid, SIGKILL);
	close(terminal->fd);
	waitpid(terminal->pid, NULL, 0);
	text_release(&terminal->output);
}

static double
cpu_ns(const struct terminal *terminal)
{
	struct timespec used;
	clockid_t clock;

	if (clock_getcpuclockid(terminal->pid, &clock) ||
	    clock_gettime(clock, &used))
		bench_fail("cannot read the processor time of the program");
	return (double)used.tv_sec * 1e9 + (double)used.tv_nsec;
}

/* ---- Start. */

/* Returns ms; that of a program which only starts and ends. */
static double
time_of_true(void)
{
	static const char *const words[] = { "true", NULL };
	double from = bench_wall_ns();
	struct terminal terminal;

	start(&terminal, words);
	while (read_until(&terminal, from + LIMIT_MS * MS))
		continue;
	waitpid(terminal.pid, NULL, 0);
	close(terminal.fd);
	text_release(&terminal.output);
	return (bench_wall_ns() - from) / MS;
}

/* Returns ms until the first frame, whose last row names the engine. */
static double
start_program(struct terminal *terminal, const char *const *words)
{
	double from = bench_wall_ns();

	start(terminal, words);
	see(terminal, "echo");
	return (bench_wall_ns() - from) / MS;
}

static void
bench_start(struct bench *bench)
{
	const char *const words[] = { bench->program, "--store", "off", NULL };

	for (int round = 0; round < 3 * BENCH_ROUNDS; round++) {
		double theirs = time_of_true(), ours;
		struct terminal terminal;

		ours = start_program(&terminal, words);
		end(&terminal);
		bench_add(&bench->start, ours);
		bench_add(&bench->start_ratio, ours / theirs);
	}
	bench_ratio_row("start to first frame", "ms", &bench->start,
	    &bench->start_ratio, "true", "");
}

/* ---- A reply. */

static void
store(struct history *history)
{
	static const char said[] = "A message of a conversation that has gone "
		"on for long: **some** of it `marked`, most of it not, and all "
		"of it in one row of a screen.";
	struct conversation conversation = { 0 };

	for (int i = 0; i < history->messages; i++) {
		struct message *message = conversation_add(&conversation,
		    i % 2 ? ROLE_ASSISTANT : ROLE_USER, 1760000000000 + i, said,
		    sizeof(said) - 1);

		message->end.state = MESSAGE_FINISHED;
	}
	storeline_conversation(&history->stored,
	    "00000000-0000-4000-8000-000000000000", 1760000000000,
	    &conversation);
	conversation_release(&conversation);
}

/* New for each run: the program adds to it. */
static void
write_file(const struct bench *bench, const struct text *stored)
{
	FILE *file = fopen(bench->file, "w");

	if (!file || fwrite(stored->bytes, 1, stored->len, file) !=
	    stored->len || fclose(file))
		bench_fail("cannot write a conversation");
}

static void
type_prompt(const struct terminal *terminal)
{
	char prompt[PROMPT + 2];

	for (int i = 0; i < PROMPT; i++)
		prompt[i] = i % 6 == 5 ? ' ' : (char)('a' + i % 26);
	prompt[PROMPT] = '\r';
	prompt[PROMPT + 1] = '\0';
	type(terminal, prompt);
}

/* Letters that were drawn: what stands between ESC and a letter controls the
 * terminal. */
static double
letters(const struct text *output)
{
	bool control = false;
	size_t count = 0;

	for (size_t i = 0; i < output->len; i++) {
		bool letter = isalpha((unsigned char)output->bytes[i]);

		if (output->bytes[i] == '\033')
			control = true;
		else if (letter && control)
			control = false;
		else
			count += letter;
	}
	return (double)count;
}

static void
measure_stretch(struct terminal *terminal, struct history *history)
{
	double characters = STRETCH_MS / DELAY_MS, cpu = cpu_ns(terminal);

	text_clear(&terminal->output);
	terminal->frames = 0;
	terminal->at = 0;
	terminal->pauses = &history->pause;
	read_for(terminal, STRETCH_MS);
	terminal->pauses = NULL;
	if (letters(&terminal->output) < LETTERS_LEAST * characters)
		bench_fail("the reply does not come at its pace");
	bench_add(&history->cpu, (cpu_ns(terminal) - cpu) / 1e3 / characters);
	bench_add(&history->bytes, (double)terminal->output.len / characters);
	bench_add(&history->frames,
	    (double)terminal->frames * 1000 / STRETCH_MS);
}

/* The keys are neither in the reply nor in what controls a terminal. */
static void
measure_keys(struct terminal *terminal, struct history *history)
{
	static const char keys[] = "%^&{}|~#";

	for (int i = 0; i < KEYS; i++) {
		char key[] = { keys[i % (int)(sizeof(keys) - 1)], '\0' };
		double from;

		read_for(terminal, KEY_MS + i % FRAME_MS);
		text_clear(&terminal->output);
		from = bench_wall_ns();
		type(terminal, key);
		see(terminal, key);
		bench_add(&history->echo, (bench_wall_ns() - from) / MS);
		type(terminal, "\025"); /* ^U */
		read_for(terminal, ERASE_MS);
	}
}

static void
run_reply(const struct bench *bench, struct history *history)
{
	const char *const words[] = { bench->program, "--delay", "10",
		history->messages ? bench->resume : NULL, NULL };
	struct terminal terminal;

	if (history->messages)
		write_file(bench, &history->stored);
	bench_add(&history->first, start_program(&terminal, words));
	read_for(&terminal, SETTLE_MS);
	type_prompt(&terminal);
	read_for(&terminal, SETTLE_MS);
	measure_stretch(&terminal, history);
	measure_keys(&terminal, history);
	end(&terminal);
}

/* ---- Rows. */

static double
last_of(const struct bench_values *values)
{
	return values->items[values->count - 1];
}

static void
print_history(struct history *history, bool first)
{
	const char *const bar = first ? "" : "<= 1.5";
	const char *const to = "no history";
	char name[80];

	snprintf(name, sizeof(name), "CPU of a streamed character, %s",
	    history->name);
	bench_ratio_row(name, "us", &history->cpu, &history->cpu_ratio, to,
	    bar);
	snprintf(name, sizeof(name), "written for a character, %s",
	    history->name);
	bench_ratio_row(name, "bytes", &history->bytes, &history->bytes_ratio,
	    to, bar);
	snprintf(name, sizeof(name), "key to echo, %s", history->name);
	bench_row(name, "ms", &history->echo, "");
}

/* What rows of one value have: least and most are of the same. */
static void
print_quantile(const char *name, struct bench_values *values, double part,
    const char *bar)
{
	struct bench_values one = { .count = 0 };

	bench_add(&one, bench_quantile(values, part));
	bench_row(name, "ms", &one, bar);
}

static void
print_long(struct history *history)
{
	bench_ratio_row("start to first frame, 100000 messages", "ms",
	    &history->first, &history->first_ratio, "no history", "");
	print_quantile("key to echo, 100000 messages, p99", &history->echo,
	    0.99, "<= 50");
	bench_row("pause between frames, 100000 messages", "ms",
	    &history->pause, ">= 16");
	bench_row("frames a second, 100000 messages", "Hz", &history->frames,
	    "<= 62.5");
}

/* Of their last run. */
static void
add_ratios(struct history *history, const struct history *first)
{
	bench_add(&history->cpu_ratio,
	    last_of(&history->cpu) / last_of(&first->cpu));
	bench_add(&history->bytes_ratio,
	    last_of(&history->bytes) / last_of(&first->bytes));
	bench_add(&history->first_ratio,
	    last_of(&history->first) / last_of(&first->first));
}

static void
bench_replies(struct bench *bench)
{
	static struct history histories[] = {
		{ .name = "no history" },
		{ .name = "20 messages", .messages = 20 },
		{ .name = "100000 messages", .messages = 100000 },
	};

	for (size_t i = 0; i < COUNT(histories); i++)
		store(&histories[i]);
	for (int run = 0; run < RUNS; run++)
		for (size_t i = 0; i < COUNT(histories); i++) {
			run_reply(bench, &histories[i]);
			add_ratios(&histories[i], &histories[0]);
		}
	for (size_t i = 0; i < COUNT(histories); i++)
		print_history(&histories[i], i == 0);
	print_long(&histories[COUNT(histories) - 1]);
	for (size_t i = 0; i < COUNT(histories); i++)
		text_release(&histories[i].stored);
}

/* ---- The whole. */

/* Of all that the program keeps. */
static char folder[] = "/tmp/bench_screen.XXXXXX";

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
remove_folder(void)
{
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void
open_bench(struct bench *bench)
{
	*bench = (struct bench){ .program = getenv("ECHOCHAT") };
	if (!bench->program)
		bench->program = "./echochat";
	if (!mkdtemp(folder))
		bench_fail("cannot make a folder");
	atexit(remove_folder);
	snprintf(bench->file, sizeof(bench->file), "%s/file.jsonl", folder);
	snprintf(bench->resume, sizeof(bench->resume), "--resume=%s",
	    bench->file);
	setenv("XDG_STATE_HOME", folder, 1);
	setenv("XDG_CONFIG_HOME", folder, 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("TERM", "xterm-256color", 1);
	setenv("INPUTRC", "/dev/null", 1);
	unsetenv("DYN_TOKEN_ECHO_DELAY_MS");
}

int
main(void)
{
	struct bench bench;

	open_bench(&bench);
	bench_start(&bench);
	bench_replies(&bench);
	return EXIT_SUCCESS;
}
