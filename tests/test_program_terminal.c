/* test_program_terminal.c: the built program on a terminal: what it leaves
 * behind, and what happens when it is suspended, resized, killed or left alone.
 * What the screen looks like is tested by screen.c, in fake time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h>
#include <vterm.h>

#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define LONG_TEXT "a reply that goes on for a while, so that there is time " \
	"to do something to the program before it comes to the END"
#define MODES_OFF                                                              \
	"\033[?2004l", "\033[?1000l", "\033[?1002l", "\033[?1006l", "\033[?1049l"

enum { PASTE = 1000 * 1000 };

static struct program program;

/* ---- The screen, from what the program wrote. */

static VTerm *vterm;
static size_t shown; /* bytes of the output */
static int rows, columns;

/* A new terminal: what is seen from now on is painted from now on. */
static void
blank_screen(void)
{
	if (vterm)
		vterm_free(vterm);
	vterm = vterm_new(rows, columns);
	vterm_set_utf8(vterm, 1);
	vterm_screen_enable_altscreen(vterm_obtain_screen(vterm), 1);
	vterm_screen_reset(vterm_obtain_screen(vterm), 1);
	shown = program.output.len;
}

static void
add_row(struct text *out, int row)
{
	VTermScreen *screen = vterm_obtain_screen(vterm);
	char bytes[4];

	for (VTermPos at = { row, 0 }; at.col < columns; at.col++) {
		VTermScreenCell cell;

		vterm_screen_get_cell(screen, at, &cell);
		if (!cell.chars[0])
			text_add(out, " ");
		else if (cell.chars[0] != (uint32_t)-1)
			text_append(out, bytes,
			    utf8_encode((int32_t)cell.chars[0], bytes));
	}
	text_add(out, "\n");
}

/* All rows, a line each. The caller releases it. */
static struct text
screen_text(void)
{
	struct text text = { 0 };

	vterm_input_write(vterm, text_string(&program.output) + shown,
	    program.output.len - shown);
	shown = program.output.len;
	for (int row = 0; row < rows; row++)
		add_row(&text, row);
	return text;
}

static bool
is_seen(const char *string)
{
	struct text text = screen_text();
	bool found = strstr(text_string(&text), string);

	text_release(&text);
	return found;
}

static void
see(const char *string)
{
	int64_t limit = program_limit_ms();

	while (!is_seen(string)) {
		if (program.ended)
			fail_msg("ended with %d before: %s", program.status,
			    string);
		program_pump(&program, limit, string);
	}
}

static void
type(const char *string)
{
	program_type(&program, string);
}

/* On the 24 rows and 80 columns that terminals begin with. */
static void
open_chat(const char *const *args)
{
	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	rows = 24;
	columns = 80;
	program_start(&program, args);
	blank_screen();
	see("F1 help");
}

static int
tear_down(void **state)
{
	(void)state;
	program_release(&program);
	if (vterm)
		vterm_free(vterm);
	vterm = NULL;
	return 0;
}

/* ---- The terminal's modes. */

static size_t
last_place(const char *string)
{
	const char *output = text_string(&program.output);
	const char *found = NULL;

	for (const char *at = output; (at = strstr(at, string)); at++)
		found = at;
	return found ? (size_t)(found - output) + 1 : 0;
}

/* Each mode was switched on, and then off for the last time. */
static void
check_resets(void)
{
	static const char *const off[] = { MODES_OFF };

	for (size_t i = 0; i < COUNT(off); i++) {
		char on[16];

		strcpy(on, off[i]);
		on[strlen(on) - 1] = 'h';
		if (!last_place(on))
			fail_msg("never on: %s", on + 1);
		if (last_place(off[i]) < last_place(on))
			fail_msg("left on: %s", on + 1);
	}
	/* The cursor, too. */
	assert_true(last_place("\033[?25h") > last_place("\033[?25l") ||
	    !last_place("\033[?25l"));
}

static bool
is_off(tcflag_t local_modes)
{
	struct termios now;

	tcgetattr(program.slave, &now);
	return !(now.c_lflag & local_modes);
}

static void
wait_raw(void)
{
	int64_t limit = program_limit_ms();

	while (!is_off(ICANON | ECHO | ISIG))
		program_pump(&program, limit, "raw mode");
}

/* Where readline takes the keys itself, interrupts still are signals. */
static void
wait_for_readline(void)
{
	int64_t limit = program_limit_ms();

	while (!is_off(ICANON | ECHO))
		program_pump(&program, limit, "readline's mode");
}

static void
check_end(int status)
{
	assert_int_equal(program_end(&program), status);
	check_resets();
	assert_true(program_same_modes(&program.found, &program.left));
}

static void
check_quit(void)
{
	type("\004");
	check_end(0);
}

/* ---- Coming and going. */

static void
chat__shows__a_reply_and_its_end(void **state)
{
	(void)state;
	open_chat(WORDS("--stop", "END", "--delay", "1"));
	see("echo");
	see("idle");
	assert_true(is_off(ICANON | ECHO | ISIG));
	type("one END two\r");
	see("matched \"END\"");
	see("7 tokens");
	see("idle");
	check_quit();
}

static void
chat__sends__the_first_message(void **state)
{
	(void)state;
	open_chat(WORDS("-p", "first message", "--delay", "0"));
	see("13 tokens");
	check_quit();
}

static void
terminal__is_as_found__after_each_end(void **state)
{
	static const struct {
		const char *keys;
		int signal, status;
	} ways[] = {
		{ "\004", 0, 0 },
		{ "/quit\r", 0, 0 },
		{ NULL, SIGTERM, 128 + SIGTERM },
		{ NULL, SIGHUP, 128 + SIGHUP },
		{ NULL, SIGQUIT, 128 + SIGQUIT },
		{ NULL, SIGSEGV, 128 + SIGSEGV },
		{ NULL, SIGBUS, 128 + SIGBUS },
		{ NULL, SIGABRT, 128 + SIGABRT },
	};

	for (size_t i = 0; i < COUNT(ways); i++) {
		tear_down(state);
		open_chat(WORDS(NULL));
		if (ways[i].keys)
			type(ways[i].keys);
		else
			program_kill(&program, ways[i].signal);
		check_end(ways[i].status);
	}
}

static void
terminal__is_as_found__after_a_kill_while_streaming(void **state)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGABRT };

	for (size_t i = 0; i < COUNT(signals); i++) {
		tear_down(state);
		open_chat(WORDS("--delay", "20", "-p", LONG_TEXT));
		see("Esc stop");
		program_kill(&program, signals[i]);
		check_end(128 + signals[i]);
	}
}

static void
chat__stays__at_an_interrupt(void **state)
{
	(void)state;
	open_chat(WORDS("--delay", "0"));
	type("draft");
	see("> draft");
	program_kill(&program, SIGINT);
	see(">  ");
	program_kill(&program, SIGINT);
	see("Ctrl-D quits");
	type("\003still here\r");
	see("10 tokens");
	check_quit();
}

static void
chat__stops__a_reply_at_an_interrupt(void **state)
{
	(void)state;
	open_chat(WORDS("--delay", "20"));
	type(LONG_TEXT "\r");
	see("Esc stop");
	program_kill(&program, SIGINT);
	see("cancelled");
	type("next\r");
	see("4 tokens");
	check_quit();
}

static void
check_lost_terminal(const char *const *args)
{
	int64_t start;

	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	program_start(&program, args);
	program_see(&program, 0, "> ");
	start = program_now_ms();
	close(program.in);
	close(program.out);
	program.in = program.out = -1;
	program_end(&program);
	assert_true(program_now_ms() - start < 2000);
	assert_true(program.cpu_ms < 1000);
}

/* The shell ignores the hangup: all that comes is the end of the input. */
static void
chat__ends__when_the_terminal_is_gone(void **state)
{
	check_lost_terminal(WORDS(NULL));
	assert_int_equal(program.status, 128 + SIGHUP);
	tear_down(state);
	check_lost_terminal(WORDS("--delay", "20", "-p", LONG_TEXT));
	assert_int_equal(program.status, 128 + SIGHUP);
	tear_down(state);
	/* It cannot tell that from Ctrl-D, but for its last words. */
	check_lost_terminal(WORDS("--plain"));
	assert_in_range(program.status, 0, 1);
}

/* ---- Suspending. */

/* It has stopped; the shell has the terminal as it was. */
static void
check_stopped(void)
{
	struct termios now;

	program_wait_stop(&program);
	tcgetattr(program.slave, &now);
	assert_true(program_same_modes(&program.found, &now));
	program_see(&program, 0, "\033[?1049l");
	check_resets();
}

static void
chat__comes_back__after_ctrl_z(void **state)
{
	(void)state;
	open_chat(WORDS("--delay", "0"));
	type("draft");
	see("> draft");
	/* Twice: the second stop finds all in place again. */
	for (int i = 0; i < 2; i++) {
		type("\032");
		check_stopped();
		blank_screen();
		program_continue(&program);
		see("> draft");
		see("F1 help");
		wait_raw();
	}
	type("ed\r");
	see("7 tokens");
	check_quit();
}

static void
chat__streams_on__after_ctrl_z(void **state)
{
	(void)state;
	open_chat(WORDS("--delay", "5", "--stop", "END"));
	type(LONG_TEXT "\r");
	see("Esc stop");
	type("\032");
	check_stopped();
	blank_screen();
	program_continue(&program);
	see("a reply that goes on");
	see("matched \"END\"");
	see("idle");
	type("next\r");
	see("4 tokens");
	check_quit();
}

static void
chat__comes_back__after_a_signal_to_stop(void **state)
{
	(void)state;
	open_chat(WORDS("--delay", "0"));
	program_kill(&program, SIGTSTP);
	check_stopped();
	blank_screen();
	program_continue(&program);
	see("F1 help");
	wait_raw();
	type("hello!\r");
	see("6 tokens");
	check_quit();
}

/* It hears nothing of this stop, and the shell puts its own modes in place. */
static void
chat__comes_back__after_sigstop(void **state)
{
	(void)state;
	open_chat(WORDS("--delay", "5", "--stop", "END"));
	type(LONG_TEXT "\r");
	see("Esc stop");
	program_kill(&program, SIGSTOP);
	program_wait_stop(&program);
	tcsetattr(program.slave, TCSANOW, &program.found);
	blank_screen();
	program_continue(&program);
	see("matched \"END\"");
	see("idle");
	wait_raw();
	type("hello!\r");
	see("6 tokens");
	check_quit();
}

static void
chat__dies__while_stopped(void **state)
{
	(void)state;
	open_chat(WORDS(NULL));
	type("\032");
	check_stopped();
	program_kill(&program, SIGTERM);
	program_continue(&program);
	check_end(128 + SIGTERM);
}

/* ---- Sizes. */

static void
resize(int new_rows, int new_columns)
{
	const struct winsize size = { .ws_row = (unsigned short)new_rows,
		.ws_col = (unsigned short)new_columns };

	rows = new_rows;
	columns = new_columns;
	vterm_set_size(vterm, rows, columns);
	assert_int_equal(ioctl(program.in, TIOCSWINSZ, &size), 0);
}

static void
chat__survives__every_size(void **state)
{
	static const struct {
		int rows, columns;
		const char *seen;
	} sizes[] = {
		{ 40, 120, "streaming" }, { 8, 30, "streaming" },
		{ 1, 1, "e" }, { 4, 20, "echo" }, { 3, 200, "too small" },
		{ 60, 200, "streaming" }, { 1, 80, "too small" },
		{ 24, 80, "Esc stop" },
	};

	(void)state;
	open_chat(WORDS("--delay", "25", "--stop", "END"));
	type(LONG_TEXT "\r");
	see("Esc stop");
	for (size_t i = 0; i < COUNT(sizes); i++) {
		resize(sizes[i].rows, sizes[i].columns);
		see(sizes[i].seen);
	}
	see("matched \"END\"");
	/* A drag with the mouse: only the last size counts. */
	for (int i = 1; i <= 24; i++)
		resize(i, 3 * i);
	resize(24, 80);
	type("/stop clear\r");
	see("stop -");
	type("hello!\r");
	see("6 tokens");
	check_quit();
}

/* ---- The line. */

static void
line__is_edited__in_an_editor(void **state)
{
	/* The terminal must be a usual one for it. */
	const char *const env[] = { "EDITOR=stty -a | grep -q ' icanon' && "
		"sed -i s/before/after/", NULL };

	(void)state;
	program.env = env;
	open_chat(WORDS("--delay", "0"));
	type("before it\030\005");
	see("> after it");
	wait_raw();
	type("!\r");
	see("9 tokens");
	check_quit();
}

static void
line__stays__when_the_editor_fails(void **state)
{
	const char *const env[] = { "VISUAL=false", "EDITOR=true", NULL };

	(void)state;
	program.env = env;
	open_chat(WORDS("--delay", "0"));
	type("draft\030\005");
	see("the editor (false) failed");
	see("> draft");
	type("\003");
	check_quit();
}

static void
chat__obeys__in_a_large_reply(void **state)
{
	struct text paste = { 0 };
	int64_t start;

	(void)state;
	open_chat(WORDS("--delay", "0"));
	text_add(&paste, "\033[200~");
	while (paste.len < PASTE)
		text_add(&paste, "a line of thirty-two characters\n");
	text_add(&paste, "the tail\033[201~");
	program_send(&program, paste.bytes, paste.len);
	text_release(&paste);
	see("the tail");
	start = program_now_ms();
	type("\r\003");
	see("tokens");
	see("idle");
	assert_true(program_now_ms() - start < 1000);
	type("\003");
	check_quit();
}

/* Whatever the locale is, text is UTF-8 inside. */
static void
line__rubs_out__whole_characters(void **state)
{
	static const char *const locales[] = { "LC_ALL=C.UTF-8", "LC_ALL=C",
		"LC_ALL=" };

	for (size_t i = 0; i < COUNT(locales); i++) {
		const char *const env[] = { locales[i], NULL };

		tear_down(state);
		program.env = env;
		open_chat(WORDS("--delay", "0"));
		/* The second line, too: readline asks for the locale anew. */
		type("one\r");
		see("3 tokens");
		type("ab\xe6\xbc\xa2\xe2\x82\xac\x7f\x7f" "cdef\r");
		see("6 tokens");
		assert_false(is_seen("UTF-8"));
		check_quit();
	}
}

/* ---- Without a screen. */

static size_t
open_plain(const char *const *args)
{
	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	program_start(&program, args);
	return program_see(&program, 0, "> ");
}

/* Types a line; what comes then is words and line ends, up to string. Returns
 * where the next prompt ends. */
static size_t
say(size_t from, const char *line, const char *string)
{
	static const char paste_off[] = "\033[?2004l";
	size_t entered, end;

	type(line);
	type("\r");
	entered = program_see(&program, from, line);
	entered = program_see(&program, entered, "\n");
	end = program_see(&program, entered, string);
	/* Readline's last word on the line. */
	if (!strncmp(program.output.bytes + entered, paste_off,
	        strlen(paste_off)))
		entered += strlen(paste_off);
	assert_null(memchr(program.output.bytes + entered, '\033',
	    end - entered));
	return program_see(&program, end, "> ");
}

static void
check_plain_end(void)
{
	type("\004");
	assert_int_equal(program_end(&program), 0);
	assert_true(program_same_modes(&program.found, &program.left));
}

static void
plain__knows__the_commands(void **state)
{
	size_t at;

	(void)state;
	at = open_plain(WORDS("--plain", "--delay", "1"));
	at = say(at, "hello", "[stop: ");
	at = say(at, "/set delay 0", "delay");
	at = say(at, "/stop add END", "END");
	at = say(at, "one END two", "[stop: matched \"END\", 7 tokens");
	at = say(at, "//one", "/one");
	at = say(at, "/nothing", "there is no command /nothing");
	say(at, "/help", "/quit");
	type("/quit\r");
	assert_int_equal(program_end(&program), 0);
	assert_true(program_same_modes(&program.found, &program.left));
	assert_null(strstr(text_string(&program.output), "\033[?1049h"));
}

/* What is copied goes to the terminal among the lines; nothing is painted. */
static void
plain__has__versions_and_copying(void **state)
{
	static const char *const env[] = { "TERM=xterm", "TMUX", "STY", NULL };
	size_t at;

	(void)state;
	program.env = env;
	at = open_plain(WORDS("--plain", "--delay", "0"));
	at = say(at, "one", "[stop: ");
	at = say(at, "/retry", "[stop: ");
	at = say(at, "/version", "this is version 2 of 2");
	at = say(at, "/version 1", "version 1 of 2: one");
	type("/edit\r");
	at = program_see(&program, at, "> one");
	wait_for_readline();
	at = say(at, " more", "[stop: end of the prompt, 8 tokens");
	type("/copy\r");
	at = program_see(&program, at, "\033]52;c;b25lIG1vcmU=\a");
	at = program_see(&program, at, "> ");
	wait_for_readline();
	at = say(at, "/set copy_command cat >/dev/null", "copy_command");
	at = say(at, "/copy 1", "copied by copy_command");
	at = say(at, "/set copy_command exit 3", "copy_command");
	at = say(at, "/copy", "failed with exit status 3");
	at = say(at, "/undo", "the last turn is dropped");
	say(at, "/copy", "there is no reply to copy yet");
	check_plain_end();
}

static void
plain__takes_over__where_no_screen_can_be(void **state)
{
	static const char *const types[] = { "TERM=dumb", "TERM", "TERM=",
		"TERM=no-such-terminal" };

	for (size_t i = 0; i < COUNT(types); i++) {
		const char *const env[] = { types[i], NULL };
		size_t at;

		tear_down(state);
		program.env = env;
		at = open_plain(WORDS("--delay", "1"));
		say(at, "hello", "[stop: end of the prompt, 5 tokens");
		check_plain_end();
		assert_null(strstr(text_string(&program.output),
		    "\033[?1049h"));
	}
}

static void
plain__goes_on__after_ctrl_c(void **state)
{
	size_t at;

	(void)state;
	at = open_plain(WORDS("--plain", "--delay", "20"));
	type(LONG_TEXT "\r");
	at = program_see(&program, at, "END");
	program_see(&program, at, "a reply");
	type("\003");
	at = program_see(&program, at, "[cancelled: ");
	at = program_see(&program, at, "> ");
	at = say(at, "next", "[stop: ");
	/* At the prompt it drops the line. */
	type("draft");
	at = program_see(&program, at, "draft");
	type("\003");
	at = program_see(&program, at, "> ");
	wait_for_readline();
	at = say(at, "other", "[stop: end of the prompt, 5 tokens");
	type("\003");
	program_see(&program, at, "> ");
	wait_for_readline();
	check_plain_end();
}

static void
plain__gives_back__the_terminal(void **state)
{
	static const int signals[] = { SIGTERM, SIGHUP };

	for (size_t i = 0; i < 2 * COUNT(signals); i++) {
		int number = signals[i / 2];

		tear_down(state);
		program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
		program_start(&program, i % 2
			? WORDS("--plain", "--delay", "20", "-p", LONG_TEXT)
			: WORDS("--plain"));
		program_see(&program, 0, i % 2 ? "a reply" : "> ");
		program_kill(&program, number);
		assert_int_equal(program_end(&program), 128 + number);
		assert_true(program_same_modes(&program.found,
		    &program.left));
	}
}

static void
plain__comes_back__after_ctrl_z(void **state)
{
	size_t at;

	(void)state;
	at = open_plain(WORDS("--plain", "--delay", "1"));
	type("draft");
	at = program_see(&program, at, "draft");
	type("\032");
	program_wait_stop(&program);
	program_continue(&program);
	at = program_see(&program, at, "> draft");
	wait_for_readline();
	say(at, "ed", "[stop: end of the prompt, 7 tokens");
	check_plain_end();
}

static void
plain__rubs_out__whole_characters(void **state)
{
	static const char *const locales[] = { "LC_ALL=C.UTF-8", "LC_ALL=C",
		"LC_ALL=" };

	for (size_t i = 0; i < COUNT(locales); i++) {
		const char *const env[] = { locales[i], NULL };
		size_t at;

		tear_down(state);
		program.env = env;
		at = open_plain(WORDS("--plain", "--delay", "0"));
		type("a\xe6\xbc\xa2\xe2\x82\xac\x7f\x7f" "b\r");
		program_see(&program, at, "\rab\r");
		at = program_see(&program, at,
		    "[stop: end of the prompt, 2 tokens");
		program_see(&program, at, "> ");
		check_plain_end();
		assert_null(strstr(text_string(&program.output), "U+FFFD"));
	}
}

static void
plain__shows__control_characters(void **state)
{
	size_t at;

	(void)state;
	at = open_plain(WORDS("--plain", "--delay", "0"));
	/* Ctrl-V takes the next key as it is. */
	type("a\026\033[2Jb\r");
	at = program_see(&program, at, "[stop: end of the prompt, 6 tokens");
	assert_null(strstr(text_string(&program.output), "\033[2J"));
	program_see(&program, at, "> ");
	check_plain_end();
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(chat__shows__a_reply_and_its_end),
		TEST(chat__sends__the_first_message),
		TEST(terminal__is_as_found__after_each_end),
		TEST(terminal__is_as_found__after_a_kill_while_streaming),
		TEST(chat__stays__at_an_interrupt),
		TEST(chat__stops__a_reply_at_an_interrupt),
		TEST(chat__ends__when_the_terminal_is_gone),
		TEST(chat__comes_back__after_ctrl_z),
		TEST(chat__streams_on__after_ctrl_z),
		TEST(chat__comes_back__after_a_signal_to_stop),
		TEST(chat__comes_back__after_sigstop),
		TEST(chat__dies__while_stopped),
		TEST(chat__survives__every_size),
		TEST(line__is_edited__in_an_editor),
		TEST(line__rubs_out__whole_characters),
		TEST(line__stays__when_the_editor_fails),
		TEST(chat__obeys__in_a_large_reply),
		TEST(plain__knows__the_commands),
		TEST(plain__has__versions_and_copying),
		TEST(plain__takes_over__where_no_screen_can_be),
		TEST(plain__goes_on__after_ctrl_c),
		TEST(plain__gives_back__the_terminal),
		TEST(plain__comes_back__after_ctrl_z),
		TEST(plain__rubs_out__whole_characters),
		TEST(plain__shows__control_characters),
	};

	setlocale(LC_ALL, "C.UTF-8");
	program_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
