/* program.h: the built program, run by tests: on pipes, on a terminal, or on
 * some of both. Real time; whatever is waited for, a test fails if it does not
 * come within PROGRAM_LIMIT_MS. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "../src/text.h"

enum { PROGRAM_LIMIT_MS = 20000 };
enum program_tty { PROGRAM_TTY_IN = 1, PROGRAM_TTY_OUT = 2 };

/* Zeros, but for what the test sets before program_start(). */
struct program {
	const char *const *env; /* NAME=VALUE, or NAME to unset it */
	/* Instead of a pipe or a terminal; "" closes it. */
	const char *in_file, *out_file;
	unsigned tty; /* of enum program_tty; 0 is pipes only */

	pid_t pid;
	int in, out, err; /* our ends, -1 when closed */
	struct text input; /* not sent yet */
	bool close_input; /* when all is sent */
	struct text output, errors;
	bool stopped; /* by a signal; on a terminal only */
	bool ended;
	int status; /* as a shell says: 128 and the signal that killed it */
	long cpu_ms; /* used, when it has ended; on a terminal only */

	/* On a terminal the program is the job of a little shell. */
	pid_t shell;
	int to_shell;
	int slave; /* the terminal itself, until the end */
	struct termios found, left; /* its modes before and after */
};

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Makes the environment of all tests. Call it once. */
void program_environment(void);

/* args are the words behind the name of the program; they end with NULL. */
void program_start(struct program *program, const char *const *args);
void program_send(struct program *program, const char *bytes, size_t len);
void program_type(struct program *program, const char *string);
void program_kill(const struct program *program, int number);
/* Moves what can be moved. Fails if the limit has passed without what. */
void program_pump(struct program *program, int64_t limit_ms, const char *what);
/* Returns the time, or the time that a wait which begins now may last. */
int64_t program_now_ms(void);
int64_t program_limit_ms(void);
/* Waits until the output holds the string, from the byte on. Returns where it
 * ends. */
size_t program_see(struct program *program, size_t from, const char *string);
/* The shell's part. */
void program_wait_stop(struct program *program);
void program_continue(struct program *program);
/* Sends what is left, waits for the end, returns the status. */
int program_end(struct program *program);
/* All in one: start, input, end. */
int program_run(struct program *program, const char *const *args,
    const char *input, size_t len);
/* Ends it if it still runs; all is zero again. */
void program_release(struct program *program);

/* Returns whether the terminal modes are the same. */
bool program_same_modes(const struct termios *a, const struct termios *b);

#endif
