/* screen.c: runs the chat on a screen that libvterm reads, by scripts of keys
 * and what must be seen then. The clock is the loop's fake one: a wait of an
 * hour takes no time and is exact. Prints TAP; a script is one test.
 *
 *	size 80x24          before anything else; 80x24 if it is missing
 *	args --stop END     the command line
 *	env NAME=VALUE      NO_COLOR, or anything that is read at the start
 *	locale ascii        a terminal that does not show UTF-8
 *	leaks               readline itself loses memory here: not looked for
 *	stored FILE         a conversation of conversations/ beside the script is
 *	                    stored
 *	demo FILE           a demo of demos/ beside the script is the user's own
 *	inputrc LINE        a line of the user's inputrc; repeat for more
 *	config LINE         a line of the configuration file; repeat for more
 *
 *	type TEXT, key NAME, wait MS, wait reply, as in all scripts: see script.h
 *	bytes TEXT          raw bytes; the same escapes
 *	paste TEXT          a bracketed paste
 *	resize 40x10
 *	mark                forgets how many bytes the terminal was sent
 *
 *	see TEXT            somewhere on the screen
 *	unseen TEXT
 *	row N TEXT          all of row N, counted from 1, without blanks at the end
 *	rows N TEXT         how many rows hold the text
 *	cursor ROW COLUMN   counted from 1
 *	look ATTR TEXT      bold, italic, underline, reverse or plain: the first
 *	                    letter of the text where it is seen first
 *	cell ROW COLUMN ATTR    the same of the cell there, counted from 1
 *	ink COLOUR TEXT     the colour of that letter: its number, or - for the
 *	                    terminal's own
 *	saved LINE          the configuration file has that line
 *	colour yes|no       whether any cell has a colour of its own
 *	column N TEXT       the text begins in column N of each row it is in; the
 *	                    status line does not count
 *	link URL TEXT       the first letter of the text is a link to it; for - it
 *	                    is none
 *	sent MOST           bytes since the mark, at most
 *	told TEXT           bytes that the terminal was sent since the mark
 *	never TEXT          bytes that the terminal was never sent
 *	clipboard TEXT      what the terminal was last told to copy
 *	show                prints the screen, while a script is written
 *	quit                the program is about to end
 *	notquit */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vterm.h>

#include "../src/cell.h"
#include "../src/escape.h"
#include "../src/file.h"
#include "../src/screen.h"
#include "../src/script.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"

enum { WORDS_MAX = 64, LINE_BYTES = 65536, SIDE_MAX = 512 };

static const int64_t wall_ms = 1767225600000; /* 2026-01-01 00:00 UTC */

static struct {
	const char *path;
	int line; /* of the script */
	int rows, columns;
	char *words[WORDS_MAX + 1];
	int word_count;
	bool ascii;
	bool leaks;
	struct text inputrc;
	struct text config;

	bool running;
	struct loop *loop;
	struct options options;
	struct screen screen;
	int keyboard; /* where keys are written */
	FILE *in, *out;
	off_t read_to; /* of what the program wrote */
	size_t sent, marked;
	/* Links by OSC 8, which libvterm does not know: the one that is open,
	 * and those of the cells. */
	struct text open_link;
	char **links;
	struct text all_sent;
	VTerm *terminal;
	VTermScreen *cells;
} test = { .rows = 24, .columns = 80 };

static _Noreturn void
fail(const char *what, const char *text)
{
	printf("# %s:%d: %s%s%s\n", test.path, test.line, what,
	    *text ? ": " : "", text);
	fflush(stdout);
	_exit(1);
}

/* ---- The virtual terminal. */

#define LINK_BEGIN "\033]8;"
#define STRING_END "\033\\"

/* Cells are told as they are written, each by itself. */
static int
on_damage(VTermRect rect, void *data)
{
	const char *link = test.open_link.len ? text_string(&test.open_link)
					      : NULL;

	(void)data;
	for (int row = rect.start_row; row < rect.end_row; row++)
		for (int column = rect.start_col; column < rect.end_col;
		     column++) {
			char **cell = &test.links[row * SIDE_MAX + column];

			free(*cell);
			*cell = link ? xstrdup(link) : NULL;
		}
	return 1;
}

static int
on_moverect(VTermRect to, VTermRect from, void *data)
{
	(void)to;
	(void)from;
	(void)data;
	return 0; /* then it is damage */
}

/* Reads "params;target" up to the end of the string. */
static const char *
read_link(const char *at, const char *end)
{
	const char *target = memchr(at, ';', (size_t)(end - at));
	const char *stop = target ? strstr(target, STRING_END) : NULL;

	if (!stop)
		fail("a link without end", "");
	target++;
	text_clear(&test.open_link);
	text_append(&test.open_link, target, (size_t)(stop - target));
	return stop + strlen(STRING_END);
}

/* Feeds the terminal what the program wrote. A link is written in one piece. */
static void
feed(const struct text *bytes)
{
	const char *at = text_string(bytes), *end = at + bytes->len, *link;

	while ((link = strstr(at, LINK_BEGIN)) != NULL) {
		vterm_input_write(test.terminal, at, (size_t)(link - at));
		at = read_link(link + strlen(LINK_BEGIN), end);
	}
	vterm_input_write(test.terminal, at, (size_t)(end - at));
}

/* Feeds what the program wrote since the last time. */
static void
read_output(void)
{
	struct text bytes = { 0 };
	char buffer[65536];
	ssize_t got;

	fflush(test.out);
	while ((got = pread(fileno(test.out), buffer, sizeof(buffer),
		    test.read_to)) > 0) {
		text_append(&bytes, buffer, (size_t)got);
		test.read_to += got;
		test.sent += (size_t)got;
	}
	feed(&bytes);
	text_append(&test.all_sent, text_string(&bytes), bytes.len);
	text_release(&bytes);
}

static void
add_cell(struct text *out, const VTermScreenCell *cell)
{
	char bytes[4];

	if (!cell->chars[0])
		text_add(out, " ");
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++)
		text_append(out, bytes, utf8_encode(cell->chars[i], bytes));
}

/* Appends a row; the second half of a wide cell is nothing. starts, if it is
 * given, gets the column of each byte. */
static void
read_row(int row, struct text *out, int *starts)
{
	VTermScreenCell cell;

	for (int column = 0; column < test.columns; column++) {
		VTermPos at = { row, column };
		size_t before = out->len;

		vterm_screen_get_cell(test.cells, at, &cell);
		if (cell.chars[0] == (uint32_t)-1)
			continue;
		add_cell(out, &cell);
		for (size_t i = before; starts && i < out->len; i++)
			starts[i] = column;
	}
}

static void
trim(struct text *text)
{
	while (text->len && text->bytes[text->len - 1] == ' ')
		text->bytes[--text->len] = '\0';
}

static void
print_screen(void)
{
	for (int row = 0; row < test.rows; row++) {
		struct text line = { 0 };

		read_row(row, &line, NULL);
		trim(&line);
		printf("# |%s\n", text_string(&line));
		text_release(&line);
	}
}

static _Noreturn void
fail_with_screen(const char *what, const char *text)
{
	print_screen();
	fail(what, text);
}

/* Finds a text; *row and *column are where it begins. */
static bool
find(const char *text, int *row, int *column)
{
	int *starts = xcalloc((size_t)test.columns * 32 + 1, sizeof(int));
	bool found = false;

	for (int i = 0; i < test.rows && !found; i++) {
		struct text line = { 0 };
		const char *at;

		read_row(i, &line, starts);
		at = strstr(text_string(&line), text);
		if (at) {
			*row = i;
			*column = starts[at - line.bytes];
			found = true;
		}
		text_release(&line);
	}
	free(starts);
	return found;
}

/* ---- The program under test. */

static void
set_up_inputrc(void)
{
	char path[] = "/tmp/echochat-inputrc-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0 ||
	    write(fd, text_string(&test.inputrc), test.inputrc.len) < 0)
		fail("cannot write", path);
	close(fd);
	setenv("INPUTRC", path, 1);
}

/* The configuration of this script is in a folder of its own. */
static void
set_up_config(void)
{
	struct text path = { 0 }, error = { 0 };

	text_printf(&path, "%s/echochat/config", getenv("XDG_CONFIG_HOME"));
	if (test.config.len &&
	    !file_replace(text_string(&path), &test.config, &error))
		fail("config", text_string(&error));
	text_release(&path);
}

static void
open_terminal(void)
{
	static const VTermScreenCallbacks callbacks = { .damage = on_damage,
		.moverect = on_moverect };
	int ends[2];

	if (pipe(ends))
		fail("pipe", strerror(errno));
	test.keyboard = ends[1];
	test.in = fdopen(ends[0], "r");
	test.out = tmpfile();
	if (!test.in || !test.out)
		fail("no files", "");
	test.terminal = vterm_new(test.rows, test.columns);
	vterm_set_utf8(test.terminal, 1);
	test.cells = vterm_obtain_screen(test.terminal);
	test.links = xcalloc((size_t)SIDE_MAX * SIDE_MAX, sizeof(char *));
	vterm_screen_set_callbacks(test.cells, &callbacks, NULL);
	vterm_screen_enable_altscreen(test.cells, 1);
	vterm_screen_reset(test.cells, 1);
}

static void
read_options(void)
{
	struct text error = { 0 }, warning = { 0 };

	options_init(&test.options);
	if (!options_read(&test.options, test.word_count, test.words, &error,
		&warning))
		fail("args", text_string(&error));
	text_release(&warning);
}

static void
start(void)
{
	struct ui_options ui = { .terminal = { .type = "xterm-256color",
		.rows = test.rows,
		.columns = test.columns,
		.utf8 = !test.ascii } };
	const char *no_colour = getenv("NO_COLOR");
	struct text error = { 0 };

	if (test.running)
		return;
	test.running = true;
	set_up_inputrc();
	set_up_config();
	open_terminal();
	read_options();
	ui.terminal.in = test.in;
	ui.terminal.out = test.out;
	ui.terminal.theme = &test.options.config.theme;
	ui.bindings = &test.options.config.bindings;
	ui.terminal.no_colour = no_colour && *no_colour;
	ui.terminal.no_mouse = !test.options.settings.mouse;
	test.loop = loop_new_fake(wall_ms);
	if (!screen_open(&test.screen, test.loop, &test.options, &ui, &error))
		fail("cannot open", text_string(&error));
	unlink(getenv("INPUTRC"));
	if (test.options.prompt)
		app_send(&test.screen.app, test.options.prompt,
		    strlen(test.options.prompt));
}

static void
stop(void)
{
	if (!test.running)
		return;
	screen_close(&test.screen);
	options_release(&test.options);
	loop_free(test.loop);
	vterm_free(test.terminal);
	fclose(test.in);
	fclose(test.out);
	close(test.keyboard);
	text_release(&test.all_sent);
	text_release(&test.open_link);
	for (int i = 0; i < SIDE_MAX * SIDE_MAX; i++)
		free(test.links[i]);
	free(test.links);
}

static void
run_for(int64_t us)
{
	start();
	loop_run_for(test.loop, us);
}

static void
look(void)
{
	start();
	ui_draw(test.screen.ui);
	read_output();
}

/* ---- What a script can do. */

static void
send(const char *bytes, size_t len)
{
	start();
	/* A pipe holds less than a large paste. */
	while (len) {
		size_t some = len < 4096 ? len : 4096;

		if (write(test.keyboard, bytes, some) != (ssize_t)some)
			fail("cannot type", strerror(errno));
		run_for(0);
		bytes += some;
		len -= some;
	}
}

static void
unescape(const char *text, struct text *out)
{
	struct text error = { 0 };

	if (!escape_read(out, text, &error))
		fail("escape", text_string(&error));
	text_release(&error);
}

/* Bytes may be no UTF-8, which escape_read() refuses. */
static void
do_bytes(const char *text)
{
	struct text bytes = { 0 };
	unsigned value;
	int len;

	while (*text) {
		if (sscanf(text, "\\x%2x%n", &value, &len) == 1) {
			char byte = (char)value;

			text_append(&bytes, &byte, 1);
			text += len;
		} else {
			text_append(&bytes, text++, 1);
		}
	}
	send(text_string(&bytes), bytes.len);
	text_release(&bytes);
}

static void
do_paste(const char *text)
{
	struct text bytes = { 0 };

	text_add(&bytes, "\033[200~");
	unescape(text, &bytes);
	text_add(&bytes, "\033[201~");
	send(text_string(&bytes), bytes.len);
	text_release(&bytes);
}

static void
read_size(const char *size)
{
	if (sscanf(size, "%dx%d", &test.columns, &test.rows) != 2)
		fail("a size is like 80x24, not", size);
	if (test.columns > SIDE_MAX || test.rows > SIDE_MAX)
		fail("too large", size);
}

static void
do_size(const char *size)
{
	if (test.running)
		fail("size comes first", "");
	read_size(size);
}

static void
do_resize(const char *size)
{
	start();
	read_size(size);
	vterm_set_size(test.terminal, test.rows, test.columns);
	ui_resize(test.screen.ui, test.rows, test.columns);
	run_for(0);
}

static void
do_env(const char *pair)
{
	putenv(xstrdup(pair));
}

static void
do_locale(const char *name)
{
	test.ascii = !strcmp(name, "ascii");
}

static void
do_leaks(const char *nothing)
{
	(void)nothing;
	test.leaks = true;
}

/* The program's files of this script are in a folder of its own. */
static void
copy_file(const char *from, const char *name, const char *to)
{
	const char *end = strrchr(test.path, '/');
	struct text command = { 0 };

	text_printf(&command, "mkdir -p %s && cp '%.*s/%s/%s' %s", to,
	    end ? (int)(end - test.path) : 1, end ? test.path : ".", from,
	    name, to);
	if (system(text_string(&command)))
		fail("cannot copy", name);
	text_release(&command);
}

static void
do_stored(const char *name)
{
	copy_file("conversations", name,
	    "$XDG_STATE_HOME/echochat/conversations");
}

static void
do_demo(const char *name)
{
	copy_file("demos", name, "$XDG_DATA_HOME/echochat/demo");
}

static void
do_inputrc(const char *line)
{
	text_printf(&test.inputrc, "%s\n", line);
}

static void
do_config(const char *line)
{
	text_printf(&test.config, "%s\n", line);
}

static void
do_saved(const char *line)
{
	struct text path = { 0 }, text = { 0 }, error = { 0 }, wanted = { 0 };

	text_printf(&path, "%s/echochat/config", getenv("XDG_CONFIG_HOME"));
	text_add(&text, "\n");
	if (!file_read(text_string(&path), 1, &text, &error))
		fail("saved", text_string(&error));
	text_printf(&wanted, "\n%s\n", line);
	if (!strstr(text_string(&text), text_string(&wanted)))
		fail("not saved", text_string(&text));
	text_release(&path);
	text_release(&text);
	text_release(&wanted);
}

static void
do_mark(const char *nothing)
{
	(void)nothing;
	look();
	test.sent = 0;
	test.marked = test.all_sent.len;
}

static void
do_see(const char *text)
{
	int row, column;

	look();
	if (!find(text, &row, &column))
		fail_with_screen("not seen", text);
}

static void
do_unseen(const char *text)
{
	int row, column;

	look();
	if (find(text, &row, &column))
		fail_with_screen("seen", text);
}

static void
do_row(const char *args)
{
	struct text line = { 0 };
	char *text;
	long row = strtol(args, &text, 10);

	look();
	text += *text == ' ';
	read_row((int)row - 1, &line, NULL);
	trim(&line);
	if (strcmp(text_string(&line), text))
		fail_with_screen("the row is", text_string(&line));
	text_release(&line);
}

static void
do_rows(const char *args)
{
	char *text;
	long wanted = strtol(args, &text, 10), count = 0;

	look();
	for (int row = 0; row < test.rows; row++) {
		struct text line = { 0 };

		read_row(row, &line, NULL);
		count += strstr(text_string(&line), text + 1) != NULL;
		text_release(&line);
	}
	if (count != wanted)
		fail_with_screen("another number of rows", args);
}

static void
do_cursor(const char *args)
{
	VTermPos at;
	char have[32];
	int row, column;

	look();
	vterm_state_get_cursorpos(vterm_obtain_state(test.terminal), &at);
	snprintf(have, sizeof(have), "%d %d", at.row + 1, at.col + 1);
	if (sscanf(args, "%d %d", &row, &column) != 2 || row != at.row + 1 ||
	    column != at.col + 1)
		fail_with_screen("the cursor is at", have);
}

static const char *
attribute_of(const VTermScreenCell *cell)
{
	return cell->attrs.reverse ? "reverse"
	    : cell->attrs.underline ? "underline"
	    : cell->attrs.bold	    ? "bold"
	    : cell->attrs.italic    ? "italic"
				    : "plain";
}

static void
do_look(const char *args)
{
	size_t len = strcspn(args, " ");
	VTermScreenCell cell;
	VTermPos at;

	look();
	if (!find(args + len + 1, &at.row, &at.col))
		fail_with_screen("not seen", args + len + 1);
	vterm_screen_get_cell(test.cells, at, &cell);
	if (strncmp(attribute_of(&cell), args, len))
		fail_with_screen("it looks", attribute_of(&cell));
}

static void
do_cell(const char *args)
{
	VTermScreenCell cell;
	VTermPos at;
	int len;

	look();
	if (sscanf(args, "%d %d %n", &at.row, &at.col, &len) != 2)
		fail("a cell is like 2 10 bold, not", args);
	at.row--;
	at.col--;
	vterm_screen_get_cell(test.cells, at, &cell);
	if (strcmp(attribute_of(&cell), args + len))
		fail_with_screen("it looks", attribute_of(&cell));
}

static void
do_link(const char *args)
{
	size_t len = strcspn(args, " ");
	const char *text = args + len + 1, *link;
	int row, column;

	look();
	if (!find(text, &row, &column))
		fail_with_screen("not seen", text);
	link = test.links[row * SIDE_MAX + column];
	if (strlen(link ? link : "-") != len ||
	    strncmp(link ? link : "-", args, len))
		fail_with_screen("the link is", link ? link : "-");
}

static bool
has_colour(void)
{
	for (int row = 0; row < test.rows; row++)
		for (int column = 0; column < test.columns; column++) {
			VTermPos at = { row, column };
			VTermScreenCell cell;

			vterm_screen_get_cell(test.cells, at, &cell);
			if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ||
			    !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg))
				return true;
		}
	return false;
}

static void
do_ink(const char *args)
{
	size_t len = strcspn(args, " ");
	VTermScreenCell cell;
	VTermPos at;
	char colour[16] = "-";

	look();
	if (!find(args + len + 1, &at.row, &at.col))
		fail_with_screen("not seen", args + len + 1);
	vterm_screen_get_cell(test.cells, at, &cell);
	if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg))
		snprintf(colour, sizeof(colour), "%d", cell.fg.indexed.idx);
	if (strlen(colour) != len || strncmp(colour, args, len))
		fail_with_screen("its colour is", colour);
}

static void
do_colour(const char *wanted)
{
	look();
	if (has_colour() != !strcmp(wanted, "yes"))
		fail_with_screen("colour must be", wanted);
}

static void
do_column(const char *args)
{
	int *starts = xcalloc((size_t)test.columns * 32 + 1, sizeof(int));
	char *text;
	long wanted = strtol(args, &text, 10);
	int found = 0;

	look();
	for (int row = 0; row < test.rows - 1; row++) {
		struct text line = { 0 };
		const char *at;

		read_row(row, &line, starts);
		at = strstr(text_string(&line), text + 1);
		found += at != NULL;
		if (at && starts[at - line.bytes] + 1 != wanted)
			fail_with_screen("another column in",
			    text_string(&line));
		text_release(&line);
	}
	free(starts);
	if (!found)
		fail_with_screen("not seen", text + 1);
}

static void
do_sent(const char *most)
{
	char have[32];

	look();
	snprintf(have, sizeof(have), "%zu", test.sent);
	if (test.sent > strtoul(most, NULL, 10))
		fail("too many bytes were sent", have);
}

static bool
was_sent(const char *text, size_t from)
{
	struct text bytes = { 0 };
	bool found = false;

	look();
	unescape(text, &bytes);
	for (size_t i = from; i + bytes.len <= test.all_sent.len; i++)
		if (!memcmp(test.all_sent.bytes + i, bytes.bytes, bytes.len))
			found = true;
	text_release(&bytes);
	return found;
}

static void
do_told(const char *text)
{
	if (!was_sent(text, test.marked))
		fail_with_screen("the terminal was not sent", text);
}

static void
do_never(const char *text)
{
	if (was_sent(text, 0))
		fail_with_screen("the terminal was sent", text);
}

/* Returns what stands behind the last OSC 52, or NULL. */
static const char *
last_clipboard(void)
{
	static const char begin[] = "]52;c;";
	const char *found = NULL;

	for (size_t i = 0; i + strlen(begin) <= test.all_sent.len; i++)
		if (!memcmp(test.all_sent.bytes + i, begin, strlen(begin)))
			found = test.all_sent.bytes + i + strlen(begin);
	return found;
}

/* Base64 up to BEL; screen gets it in pieces. */
static void
read_base64(struct text *out, const char *at)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned bits = 0;
	int count = 0;

	for (; *at && *at != '\a'; at++) {
		const char *digit = strchr(digits, *at);

		if (!strncmp(at, "\033\\\033P", 4))
			at += 3;
		if (!digit)
			continue;
		bits = bits << 6 | (unsigned)(digit - digits);
		count += 6;
		if (count >= 8) {
			char byte = (char)(bits >> (count -= 8));

			text_append(out, &byte, 1);
		}
	}
}

static void
do_clipboard(const char *text)
{
	struct text wanted = { 0 }, had = { 0 };
	const char *sent;

	look();
	unescape(text, &wanted);
	sent = last_clipboard();
	if (sent)
		read_base64(&had, sent);
	if (wanted.len != had.len ||
	    memcmp(text_string(&wanted), text_string(&had), had.len) != 0)
		fail("the clipboard has", text_string(&had));
	text_release(&wanted);
	text_release(&had);
}

static void
do_show(const char *nothing)
{
	(void)nothing;
	look();
	print_screen();
}

static void
do_quit(const char *nothing)
{
	(void)nothing;
	if (!test.screen.app.quit)
		fail_with_screen("the program goes on", "");
}

static void
do_notquit(const char *nothing)
{
	(void)nothing;
	if (test.screen.app.quit)
		fail("the program ended", "");
}

static const struct {
	const char *name;
	void (*run)(const char *args);
} verbs[] = {
	{ "size", do_size }, { "env", do_env },
	{ "locale", do_locale }, { "leaks", do_leaks },
	{ "inputrc", do_inputrc }, { "config", do_config },
	{ "stored", do_stored }, { "saved", do_saved }, { "demo", do_demo },
	{ "bytes", do_bytes }, { "paste", do_paste }, { "resize", do_resize },
	{ "mark", do_mark }, { "see", do_see }, { "unseen", do_unseen },
	{ "row", do_row }, { "rows", do_rows }, { "cursor", do_cursor },
	{ "look", do_look }, { "cell", do_cell }, { "link", do_link },
	{ "ink", do_ink },
	{ "colour", do_colour }, { "column", do_column },
	{ "sent", do_sent }, { "told", do_told }, { "never", do_never },
	{ "clipboard", do_clipboard }, { "show", do_show },
	{ "quit", do_quit }, { "notquit", do_notquit },
};

/* ---- What all scripts can do. */

/* Not freed: options hold on to it. */
static void
add_word(const char *word)
{
	if (test.word_count == WORDS_MAX)
		fail("too many args", "");
	test.words[test.word_count++] = xstrdup(word);
}

static void
wait_for_reply(void)
{
	start();
	while (test.screen.app.turn.running)
		run_for(LOOP_MS(1));
}

static void
run_step(const struct script_step *step)
{
	switch (step->verb) {
	case SCRIPT_ARGS:
		add_word(text_string(&step->text));
		break;
	case SCRIPT_TYPE:
	case SCRIPT_KEY:
		send(text_string(&step->text), step->text.len);
		break;
	case SCRIPT_SAY:
		break;
	case SCRIPT_WAIT:
		run_for(step->us);
		break;
	case SCRIPT_WAIT_REPLY:
		wait_for_reply();
		break;
	}
}

static void
run_common_line(const char *line)
{
	struct text error = { 0 };
	struct script script;

	script_init(&script, test.path);
	if (!script_add(&script, line, &error))
		fail("script", text_string(&error));
	for (size_t i = 0; i < script.count; i++)
		run_step(&script.steps[i]);
	script_release(&script);
}

static void
run_line(char *line)
{
	size_t len;

	line[strcspn(line, "\n")] = '\0';
	if (!*line || *line == '#')
		return;
	len = strcspn(line, " ");
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		if (strlen(verbs[i].name) == len &&
		    !strncmp(line, verbs[i].name, len)) {
			verbs[i].run(line + len + (line[len] == ' '));
			return;
		}
	run_common_line(line);
}

static void
run_script(const char *path)
{
	FILE *script = fopen(path, "r");
	static char line[LINE_BYTES];

	test.path = path;
	test.words[test.word_count++] = xstrdup("echochat");
	if (!script)
		fail("cannot open", strerror(errno));
	while (fgets(line, sizeof(line), script)) {
		test.line++;
		run_line(line);
	}
	fclose(script);
	stop();
}

static int
remove_entry(const char *path, const struct stat *file, int kind,
    struct FTW *place)
{
	(void)file;
	(void)kind;
	(void)place;
	return remove(path);
}

/* curses and readline are global: each script has a process of its own. */
static bool
passes(const char *path)
{
	char folder[] = "/tmp/echochat-state-XXXXXX";
	pid_t child;
	int status;

	if (!mkdtemp(folder))
		return false;
	setenv("XDG_STATE_HOME", folder, 1);
	setenv("XDG_DATA_HOME", folder, 1);
	setenv("XDG_DATA_DIRS", folder, 1);
	setenv("XDG_CONFIG_HOME", folder, 1);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		run_script(path);
		fflush(stdout);
		if (test.leaks)
			_exit(0);
		exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return false;
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	if (WIFSIGNALED(status))
		printf("# %s: killed by signal %d\n", path, WTERMSIG(status));
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

int
main(int argc, char **argv)
{
	int failed = 0;

	setlocale(LC_ALL, "C.UTF-8");
	setenv("TZ", "UTC", 1);
	/* Readline looks for the codes of keys there. */
	setenv("TERM", "xterm-256color", 1);
	/* The demos of the tree, if nothing else is said. */
	setenv("ECHOCHAT_DATA", ".", 0);
	unsetenv("NO_COLOR");
	unsetenv("COLORFGBG");
	unsetenv("TMUX");
	unsetenv("STY");
	unsetenv("DYN_TOKEN_ECHO_DELAY_MS");
	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		const char *name = strrchr(argv[i], '/');
		bool ok = passes(argv[i]);

		printf("%s %d - %s\n", ok ? "ok" : "not ok", i,
		    name ? name + 1 : argv[i]);
		failed += !ok;
	}
	return failed > 0;
}
