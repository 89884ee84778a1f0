/* console.c: the keyboard and the signals of the terminal. */
#include "console.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <curses.h>

#include "terminal.h"
#include "theme.h"

enum { ESCAPE_MS = 50 };

static void
spoil(struct console *console)
{
	console->handlers.spoiled(console->handlers.data);
}

/* ---- Suspending, resizing. */

static void on_suspend_signal(void *data, int number);
static void on_continue_signal(void *data, int number);

static void
suspend(struct console *console)
{
	terminal_leave();
	loop_signal(console->loop, SIGTSTP, NULL, NULL);
	loop_signal(console->loop, SIGCONT, NULL, NULL);
	raise(SIGTSTP);
	/* Here we are again. */
	if (console->signals) {
		loop_signal(console->loop, SIGTSTP, on_suspend_signal,
		    console);
		loop_signal(console->loop, SIGCONT, on_continue_signal,
		    console);
	}
	terminal_return();
	spoil(console);
}

static void
on_suspend_signal(void *data, int number)
{
	(void)number;
	suspend(data);
}

/* After SIGSTOP the shell has changed the modes of the terminal. */
static void
on_continue_signal(void *data, int number)
{
	(void)number;
	terminal_leave();
	terminal_return();
	spoil(data);
}

static void
on_resize_signal(void *data, int number)
{
	(void)number;
	terminal_resize();
	spoil(data);
}

/* ---- The keyboard. */

static void
on_key(void *data, const struct key *key)
{
	struct console *console = data;

	switch (key->kind) {
	case KEYS_SUSPEND:
		suspend(console);
		break;
	case KEYS_REPAINT:
		clearok(curscr, TRUE);
		spoil(console);
		break;
	case KEYS_BACKGROUND:
		theme_background(key->x >= 50);
		spoil(console);
		break;
	default:
		console->handlers.key(console->handlers.data, key);
		break;
	}
}

static void
on_escape_timer(void *data)
{
	struct console *console = data;

	keys_timeout(&console->keys, on_key, console);
}

/* Terminals without bracketed paste send a paste as if it were typed, in few
 * reads; nobody types on behind an Enter within one. Its line ends become those
 * of a paste, so that it is not sent by itself. Returns the new length. */
static size_t
take_as_paste(char *bytes, size_t len)
{
	char *end = bytes + len;
	char *cr = memchr(bytes, '\r', len);
	size_t out = 0;

	if (!cr || memchr(bytes, '\033', len) ||
	    (cr + 1 == end || (cr[1] == '\n' && cr + 2 == end)))
		return len;
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\n' && i && bytes[i - 1] == '\r')
			continue;
		bytes[out++] = bytes[i] == '\r' ? '\n' : bytes[i];
	}
	return out;
}

static void
on_input(void *data, int fd, unsigned ready)
{
	struct console *console = data;
	char buffer[4096];
	ssize_t got = read(fd, buffer, sizeof(buffer));
	size_t len;

	(void)ready;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		/* The terminal is gone. */
		loop_unwatch(console->loop, fd);
		console->handlers.quit(console->handlers.data, SIGHUP);
		return;
	}
	loop_timer_stop(console->loop, &console->escape_timer);
	len = console->keys.pasting ? (size_t)got
				    : take_as_paste(buffer, (size_t)got);
	keys_feed(&console->keys, buffer, len, on_key, console);
	if (keys_waiting(&console->keys))
		loop_timer_set(console->loop, &console->escape_timer,
		    loop_now(console->loop) + LOOP_MS(ESCAPE_MS));
}

static void
on_interrupt_signal(void *data, int number)
{
	struct console *console = data;
	struct key key = { .kind = KEYS_INTERRUPT, .bytes = "\003", .len = 1 };

	(void)number;
	console->handlers.key(console->handlers.data, &key);
}

static void
on_end_signal(void *data, int number)
{
	struct console *console = data;

	console->handlers.quit(console->handlers.data, number);
}

/* ---- Its life. */

static void
watch_signals(struct console *console)
{
	loop_signal(console->loop, SIGWINCH, on_resize_signal, console);
	loop_signal(console->loop, SIGTSTP, on_suspend_signal, console);
	loop_signal(console->loop, SIGCONT, on_continue_signal, console);
	loop_signal(console->loop, SIGINT, on_interrupt_signal, console);
	loop_signal(console->loop, SIGTERM, on_end_signal, console);
	loop_signal(console->loop, SIGHUP, on_end_signal, console);
}

void
console_open(struct console *console, struct loop *loop, int in, bool signals,
    const struct console_handlers *handlers)
{
	*console = (struct console){ .loop = loop,
		.in = in,
		.signals = signals,
		.handlers = *handlers,
		.escape_timer = { .fn = on_escape_timer, .data = console } };
	loop_watch(loop, in, LOOP_READ, on_input, console);
	if (signals)
		watch_signals(console);
}

void
console_close(struct console *console)
{
	loop_unwatch(console->loop, console->in);
	loop_timer_stop(console->loop, &console->escape_timer);
	keys_release(&console->keys);
}
