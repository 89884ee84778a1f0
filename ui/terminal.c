/* terminal.c: opens the terminal and gives it back.
 *
 * curses is output only: the keyboard is read by ui.c. Modes that curses does
 * not know (bracketed paste, mouse reports) are switched here, beside it. */
#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>
/* Names of capabilities that <term.h> defines as macros. */
#undef columns
#undef lines

#include "theme.h"

/* Bracketed paste; reports of the mouse, its moves only while a button is
 * pressed, in the form without limits. */
#define PASTE_ON "\033[?2004h"
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"
#define MODES_OFF MOUSE_OFF "\033[?2004l"

/* Asks for the colour of the background. The answer comes as a key; terminals
 * that do not know the question say nothing. */
#define ASK_BACKGROUND "\033]11;?\033\\"

/* All that end a program, but for those that the loop handles. */
static const int fatal_signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT,
	SIGQUIT, SIGTRAP, SIGSYS, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM,
	SIGVTALRM, SIGPROF };

static struct {
	bool open;
	bool left; /* for a while: another program has the terminal */
	SCREEN *screen;
	int in, out;
	bool is_tty;
	struct termios found; /* the modes as they were */
	bool has_found;
	bool fixed_size;
	bool mouse; /* is reported, while the screen is ours */
	/* Bytes that reset the terminal, made while there is memory. */
	char reset[256];
	size_t reset_len;
} terminal;

static void
write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t out = write(fd, bytes, len);

		if (out < 0 && errno != EINTR)
			return;
		if (out > 0) {
			bytes += out;
			len -= (size_t)out;
		}
	}
}

void
terminal_write(const char *bytes, size_t len)
{
	write_all(terminal.out, bytes, len);
}

static void
write_modes(const char *modes)
{
	if (terminal.is_tty || terminal.fixed_size)
		write_all(terminal.out, modes, strlen(modes));
}

/* Async-signal-safe. */
static void
restore_raw(void)
{
	write_all(terminal.out, terminal.reset, terminal.reset_len);
	if (terminal.has_found)
		tcsetattr(terminal.in, TCSANOW, &terminal.found);
}

static void
on_fatal_signal(int number)
{
	if (terminal.open && !terminal.left)
		restore_raw();
	/* SA_RESETHAND: this one ends the program. */
	raise(number);
}

static void
catch_fatal_signals(void)
{
	struct sigaction action = { .sa_handler = on_fatal_signal,
		.sa_flags = (int)SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(fatal_signals) / sizeof(int); i++)
		sigaction(fatal_signals[i], &action, NULL);
}

/* Without the padding that some descriptions hold, as in $<2>. */
static void
add_reset(const char *bytes)
{
	if (!bytes || bytes == (char *)-1)
		return;
	for (; *bytes; bytes++) {
		const char *end =
		    strncmp(bytes, "$<", 2) ? NULL : strchr(bytes, '>');

		if (end)
			bytes = end;
		else if (terminal.reset_len < sizeof(terminal.reset))
			terminal.reset[terminal.reset_len++] = *bytes;
	}
}

static void
make_reset(void)
{
	terminal.reset_len = 0;
	add_reset(MODES_OFF);
	add_reset(tigetstr("sgr0"));
	add_reset(tigetstr("oc"));
	add_reset(tigetstr("cnorm"));
	add_reset(tigetstr("rmcup"));
	add_reset("\r\n");
}

bool
terminal_is_capable(const char *type)
{
	int result;
	char *move;

	if (!type)
		type = getenv("TERM");
	if (!type || !*type || setupterm(type, STDOUT_FILENO, &result) != OK)
		return false;
	move = tigetstr("cup");
	bool capable = move && move != (char *)-1;
	del_curterm(cur_term);
	return capable;
}

/* A light ground, as some terminals tell in the environment. */
static bool
has_light_background(void)
{
	const char *colours = getenv("COLORFGBG");
	const char *ground = colours ? strrchr(colours, ';') : NULL;

	return ground && (!strcmp(ground, ";7") || !strcmp(ground, ";15"));
}

static void
set_modes(void)
{
	raw();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	/* We read the keyboard; curses must not look there before it draws. */
	typeahead(-1);
	write_modes(PASTE_ON);
	if (terminal.mouse)
		write_modes(MOUSE_ON);
}

static void
ask_size(int *rows, int *columns)
{
	struct winsize size;

	if (ioctl(terminal.out, TIOCGWINSZ, &size) || !size.ws_row ||
	    !size.ws_col)
		return;
	*rows = size.ws_row;
	*columns = size.ws_col;
}

void
terminal_set_size(int rows, int columns)
{
	resizeterm(rows, columns);
}

void
terminal_resize(void)
{
	int rows = LINES, columns = COLS;

	if (!terminal.fixed_size)
		ask_size(&rows, &columns);
	resizeterm(rows, columns);
	/* The size may have been another in between. */
	clearok(curscr, TRUE);
}

bool
terminal_open(const struct terminal_options *options, struct text *error)
{
	const char *type = options->type ? options->type : getenv("TERM");
	void (*suspend)(int);

	terminal.in = fileno(options->in);
	terminal.out = fileno(options->out);
	terminal.is_tty = isatty(terminal.out);
	terminal.fixed_size = options->rows > 0;
	terminal.has_found = !tcgetattr(terminal.in, &terminal.found);
	/* Else curses takes the signal for itself, and ignores it while it
	 * draws. */
	suspend = signal(SIGTSTP, SIG_IGN);
	terminal.screen = newterm(type, options->out, options->in);
	signal(SIGTSTP, suspend);
	if (!terminal.screen) {
		text_printf(error, "cannot use a terminal of type %s",
		    type ? type : "unknown");
		return false;
	}
	terminal.open = true;
	terminal.left = false;
	terminal.mouse = !options->no_mouse;
	make_reset();
	catch_fatal_signals();
	set_modes();
	theme_open(options->utf8, !options->no_colour, has_light_background(),
	    options->theme);
	if (terminal.is_tty && !options->no_colour && COLORS >= 256)
		write_modes(ASK_BACKGROUND);
	if (terminal.fixed_size)
		terminal_set_size(options->rows, options->columns);
	else
		terminal_resize();
	return true;
}

bool
terminal_send(const char *bytes, size_t len)
{
	if (!terminal.is_tty && !terminal.fixed_size)
		return false;
	write_all(terminal.out, bytes, len);
	return true;
}

void
terminal_mouse(bool reported)
{
	if (!terminal.open || terminal.mouse == reported)
		return;
	terminal.mouse = reported;
	if (!terminal.left)
		write_modes(reported ? MOUSE_ON : MOUSE_OFF);
}

void
terminal_leave(void)
{
	if (!terminal.open || terminal.left)
		return;
	terminal.left = true;
	write_modes(MODES_OFF);
	endwin();
	if (terminal.has_found)
		tcsetattr(terminal.in, TCSADRAIN, &terminal.found);
}

void
terminal_return(void)
{
	if (!terminal.open || !terminal.left)
		return;
	terminal.left = false;
	reset_prog_mode();
	set_modes();
	terminal_resize();
}

void
terminal_close(void)
{
	if (!terminal.open)
		return;
	terminal_leave();
	terminal.open = false;
	/* What was typed or reported and not read is not for the shell. */
	if (terminal.is_tty)
		tcflush(terminal.in, TCIFLUSH);
	delscreen(terminal.screen);
	terminal.screen = NULL;
}
