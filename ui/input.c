/* input.c: the line being typed. The only file that includes readline.
 *
 * The treaty: ui reads the keyboard and feeds bytes; readline edits its buffer;
 * curses draws it. Readline prints to a null stream, catches no signal and sets
 * no terminal mode. What it wants of us it notes in a variable and returns:
 * Ctrl-G leaves its commands by longjmp(). */
#include "input.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "../src/cell.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"

static const char chat_prompt[] = "> ";

static struct {
	struct input_handlers handlers;
	bool open;
	FILE *null_stream;
	const char *next; /* bytes that readline has not taken yet */
	size_t left;
	struct text unfinished; /* the beginning of a character */
	/* Lines that were entered and not yet handled, each with a NUL behind
	 * it: a macro of the user's may enter several at once. */
	struct text entered;
	bool ended;    /* end of input was seen, not yet handled */
	bool edit;     /* the editor was asked for, not yet opened */
	bool quoting;
	struct text shown_prompt;
	char **matches;
	size_t match_count;
	struct text candidates; /* of the completion going on */
	size_t next_candidate;
	struct text line_aside; /* the user's, while a demo types */
	HISTORY_STATE *history_aside;
} input;

/* ---- Bytes for readline. */

static int
has_byte(void)
{
	return input.left > 0;
}

/* In the middle of a command readline may want a byte at once: give it up. */
static int
next_byte(FILE *stream)
{
	(void)stream;
	if (!has_byte())
		return ABORT_CHAR;
	input.left--;
	return (unsigned char)*input.next++;
}

static void
ignore_redisplay(void)
{
	/* ui draws the line once a frame. */
}

/* ---- Completion. */

static char *
next_match(const char *word, int state)
{
	(void)word;
	if (state == 0)
		input.next_candidate = 0;
	if (input.next_candidate >= input.candidates.len)
		return NULL;
	const char *candidate =
	    input.candidates.bytes + input.next_candidate;
	input.next_candidate += strlen(candidate) + 1;
	return strdup(candidate);
}

/* Whether the only candidate is the beginning of a word, as a folder is. */
static bool
goes_on(const struct text *candidates)
{
	size_t len = strlen(candidates->bytes);

	return len && len + 1 == candidates->len &&
	    strchr("/:", candidates->bytes[len - 1]);
}

static char **
attempt_completion(const char *word, int start, int end)
{
	rl_attempted_completion_over = 1;
	text_clear(&input.candidates);
	input.handlers.complete(input.handlers.data, rl_line_buffer,
	    (size_t)start, (size_t)end, &input.candidates);
	if (!input.candidates.len)
		return NULL;
	rl_completion_suppress_append = goes_on(&input.candidates);
	return rl_completion_matches(word, next_match);
}

void
input_drop_matches(void)
{
	for (size_t i = 0; i < input.match_count; i++)
		free(input.matches[i]);
	free(input.matches);
	input.matches = NULL;
	input.match_count = 0;
}

/* Readline frees its own list; element 0 is what all have in common. */
static void
keep_matches(char **matches, int count, int longest)
{
	(void)longest;
	input_drop_matches();
	input.matches = xcalloc((size_t)count, sizeof(*input.matches));
	for (int i = 0; i < count; i++)
		input.matches[i] = xstrdup(matches[i + 1]);
	input.match_count = (size_t)count;
}

const char *const *
input_matches(size_t *count)
{
	*count = input.match_count;
	return (const char *const *)input.matches;
}

/* Whole cells: readline knows characters and combining marks, but not flags
 * and joined emoji. */

static int
rub_out_cell(int count, int key)
{
	size_t point = (size_t)rl_point;
	size_t start = point
	    ? cell_floor(rl_line_buffer, (size_t)rl_end, point - 1)
	    : 0;

	if (count != 1 || !point)
		return rl_rubout(count, key);
	rl_begin_undo_group();
	rl_delete_text((int)start, (int)point);
	rl_point = (int)start;
	rl_end_undo_group();
	return 0;
}

static int
delete_cell(int count, int key)
{
	size_t point = (size_t)rl_point, end = (size_t)rl_end;

	if (count != 1 || point >= end)
		return rl_delete(count, key);
	rl_begin_undo_group();
	rl_delete_text((int)point,
	    (int)cell_ceil(rl_line_buffer, end, point + 1));
	rl_end_undo_group();
	return 0;
}

/* Readline does not tell that it waits for the key. */
static int
quote_next_key(int count, int key)
{
	input.quoting = true;
	return rl_quoted_insert(count, key);
}

static int
ask_for_editor(int count, int key)
{
	(void)count;
	(void)key;
	input.edit = true;
	return 0;
}

/* Binds the keys of one function to another, whichever the user gave it. */
static void
rebind(rl_command_func_t *from, rl_command_func_t *to, Keymap map)
{
	char **keys = rl_invoking_keyseqs_in_map(from, map);

	for (size_t i = 0; keys && keys[i]; i++) {
		rl_bind_keyseq_in_map(keys[i], to, map);
		free(keys[i]);
	}
	free(keys);
}

/* Keys that readline reads from terminfo, but not when others draw the line. */
static const struct {
	const char *keys, *function;
} terminal_keys[] = {
	{ "\\e[3~", "delete-char" },
	{ "\\e[1~", "beginning-of-line" },
	{ "\\e[7~", "beginning-of-line" },
	{ "\\e[4~", "end-of-line" },
	{ "\\e[8~", "end-of-line" },
};

static void
bind_terminal_keys(Keymap map)
{
	rl_command_func_t *skip = rl_named_function("skip-csi-sequence");
	size_t count = sizeof(terminal_keys) / sizeof(*terminal_keys);

	for (size_t i = 0; i < count; i++)
		rl_bind_keyseq_if_unbound_in_map(terminal_keys[i].keys,
		    rl_named_function(terminal_keys[i].function), map);
	/* Else a key that is not bound leaves its last letters in the line. */
	rl_bind_keyseq_in_map("\\e[", skip, map);
	rl_bind_keyseq_in_map("\\eO", skip, map);
}

static void
bind_keys(void)
{
	Keymap maps[] = { rl_get_keymap_by_name("emacs-standard"),
		rl_get_keymap_by_name("vi-insert") };

	bind_terminal_keys(rl_get_keymap_by_name("vi-command"));
	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++) {
		bind_terminal_keys(maps[i]);
		rl_bind_keyseq_if_unbound_in_map("\\C-x\\C-e", ask_for_editor,
		    maps[i]);
		rebind(rl_rubout, rub_out_cell, maps[i]);
		rebind(rl_delete, delete_cell, maps[i]);
		rebind(rl_quoted_insert, quote_next_key, maps[i]);
	}
	/* As in the shell. */
	rl_bind_key_if_unbound_in_map('v', ask_for_editor,
	    rl_get_keymap_by_name("vi-command"));
}

/* After a key: the cursor stands between cells. */
static void
settle_point(size_t before, int length_before)
{
	size_t point = (size_t)rl_point, end = (size_t)rl_end;

	if (rl_end != length_before || point > end || input_busy())
		return;
	rl_point = (int)(point > before
		? cell_ceil(rl_line_buffer, end, point)
		: cell_floor(rl_line_buffer, end, point));
}

/* ---- The life of the line. */

bool
input_add_history(const char *line)
{
	HIST_ENTRY *last =
	    history_length ? history_get(history_base + history_length - 1)
			   : NULL;
	bool news = !last || strcmp(last->line, line);

	if (news)
		add_history(line);
	using_history();
	return news;
}

static void
on_line(char *line)
{
	if (line)
		text_append(&input.entered, line, strlen(line) + 1);
	else
		input.ended = true;
	/* Here and not later: readline is about to begin the next line, and may
	 * begin it from the history. */
	if (line && *line && input_add_history(line))
		input.handlers.remember(input.handlers.data, line);
	free(line);
}

/* The line that was refused and those behind it are one text to edit. */
static void
put_back(char *lines, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (!lines[i])
			lines[i] = '\n';
	input_set(lines);
}

static void
handle_lines(void)
{
	size_t len = input.entered.len;
	char *lines = text_take(&input.entered);

	for (size_t at = 0; at < len; at += strlen(lines + at) + 1)
		if (!input.handlers.submit(input.handlers.data, lines + at,
			strlen(lines + at))) {
			put_back(lines + at, len - at);
			break;
		}
	free(lines);
}

/* What readline's functions noted. */
static void
handle_notes(void)
{
	if (input.entered.len)
		handle_lines();
	if (input.ended) {
		input.ended = false;
		input.handlers.quit(input.handlers.data);
	}
	if (input.edit) {
		input.edit = false;
		input.handlers.edit(input.handlers.data);
	}
}

static void
read_key(void)
{
	size_t before = (size_t)rl_point;
	int length = rl_end;

	input.quoting = false;
	rl_callback_read_char();
	settle_point(before, length);
	handle_notes();
}

/* In a search readline 8.2 can't stand the first key of a sequence, NUL, and
 * what is no UTF-8: Escape must end it. */
static bool
search_must_end(void)
{
	int32_t c;

	if (!RL_ISSTATE(RL_STATE_ISEARCH))
		return false;
	utf8_next(input.next, input.left, &c);
	return c <= 0 ||
	    (c != ESC && c < ' ' && rl_get_keymap()[c].type == ISKMAP);
}

static void
feed(const char *bytes, size_t len)
{
	const char *outer_next = input.next;
	size_t outer_left = input.left;

	input.next = bytes;
	input.left = len;
	while (has_byte()) {
		if (search_must_end())
			feed("\033", 1);
		read_key();
	}
	input.next = outer_next;
	input.left = outer_left;
}

/* In a search readline reads a character to its end, and asks for bytes that
 * have not come yet. */
void
input_feed(const char *bytes, size_t len)
{
	struct text text = input.unfinished;
	size_t unfinished;

	input_drop_matches();
	input.unfinished = (struct text){ 0 };
	text_append(&text, bytes, len);
	unfinished = utf8_unfinished(text.bytes, text.len);
	text.len -= unfinished;
	text_append(&input.unfinished, text.bytes + text.len, unfinished);
	feed(text.bytes, text.len);
	text_release(&text);
}

void
input_insert(const char *bytes, size_t len)
{
	char *text = xmemdup(bytes, len);

	/* A search keeps what it found; the text goes behind it. */
	input_abort();
	input_drop_matches();
	rl_begin_undo_group();
	rl_insert_text(text);
	rl_end_undo_group();
	free(text);
}

/* Before the line is replaced from outside. What readline can undo in a line of
 * the history is the history's too; freed here, it would be freed again. */
static void
leave_history(void)
{
	HIST_ENTRY *entry = current_history();

	if (entry)
		entry->data = NULL;
}

void
input_set(const char *line)
{
	leave_history();
	rl_replace_line(line, 1);
	rl_point = rl_end;
}

void
input_clear(void)
{
	input_drop_matches();
	rl_callback_sigcleanup();
	input.quoting = false;
	text_clear(&input.unfinished);
	leave_history();
	rl_free_line_state();
	using_history();
	rl_replace_line("", 1);
	rl_point = 0;
	if (input_vi_mode())
		rl_vi_insertion_mode(1, 0);
}

void
input_put_aside(void)
{
	size_t len;
	const char *line = input_line(&len);

	text_append(&input.line_aside, line, len);
	input_clear();
	input.history_aside = history_get_history_state();
	history_set_history_state(&(HISTORY_STATE){ 0 });
	using_history();
}

void
input_take_back(void)
{
	HISTORY_STATE *demo;

	input_clear();
	clear_history();
	demo = history_get_history_state();
	free(demo->entries);
	free(demo);
	history_set_history_state(input.history_aside);
	free(input.history_aside);
	input.history_aside = NULL;
	using_history();
	input_set(text_string(&input.line_aside));
	text_clear(&input.line_aside);
}

const char *
input_line(size_t *len)
{
	*len = (size_t)rl_end;
	return rl_line_buffer ? rl_line_buffer : "";
}

size_t
input_point(void)
{
	return (size_t)rl_point;
}

void
input_set_point(size_t point)
{
	size_t end = (size_t)rl_end;

	rl_point = (int)(point < end ? point : end);
}

/* Readline marks invisible parts of a prompt with \001 and \002. */
const char *
input_prompt(void)
{
	const char *shown = rl_display_prompt ? rl_display_prompt
	                                      : chat_prompt;

	text_clear(&input.shown_prompt);
	for (bool hidden = false; *shown; shown++)
		if (*shown == '\001' || *shown == '\002')
			hidden = *shown == '\001';
		else if (!hidden)
			text_append(&input.shown_prompt, shown, 1);
	return text_string(&input.shown_prompt);
}

bool
input_busy(void)
{
	return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH |
	    RL_STATE_NUMERICARG | RL_STATE_METANEXT | RL_STATE_MULTIKEY |
	    RL_STATE_CHARSEARCH | RL_STATE_MOREINPUT);
}

void
input_abort(void)
{
	if (RL_ISSTATE(RL_STATE_ISEARCH))
		input_feed("\033", 1);
	else if (input_busy())
		input_feed("\007", 1);
}

bool
input_quoting(void)
{
	return input.quoting;
}

bool
input_vi_mode(void)
{
	return rl_editing_mode == 0;
}

static void
set_variables(void)
{
	rl_readline_name = "echochat";
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	/* Else it exports LINES and COLUMNS, and curses believes them for ever. */
	rl_change_environment = 0;
	rl_attempted_completion_function = attempt_completion;
	rl_completer_word_break_characters = " \t\n";
	/* A default; the user's inputrc may say otherwise. */
	rl_variable_bind("show-all-if-ambiguous", "on");
}

/* Readline takes the locale from the environment; ours is UTF-8 whatever stands
 * there. */
static void
initialize_readline(void)
{
	const char *all = getenv("LC_ALL");
	char *before = all ? xstrdup(all) : NULL;

	setenv("LC_ALL", setlocale(LC_CTYPE, NULL), 1);
	rl_initialize();
	if (before)
		setenv("LC_ALL", before, 1);
	else
		unsetenv("LC_ALL");
	free(before);
}

static void
silence_readline(void)
{
	rl_prep_term_function = NULL;
	rl_deprep_term_function = NULL;
	rl_outstream = input.null_stream;
	rl_instream = input.null_stream;
	rl_getc_function = next_byte;
	rl_input_available_hook = has_byte;
	rl_redisplay_function = ignore_redisplay;
	rl_completion_display_matches_hook = keep_matches;
}

void
input_open(const struct input_handlers *handlers)
{
	input.handlers = *handlers;
	input.null_stream = fopen("/dev/null", "r+e");
	if (!input.null_stream)
		input.null_stream = tmpfile();
	set_variables();
	silence_readline();
	/* Before inputrc is read, which may bind it. */
	rl_add_defun("edit-line", ask_for_editor, -1);
	initialize_readline();
	rl_variable_bind("bell-style", "none");
	rl_variable_bind("enable-bracketed-paste", "off");
	bind_keys();
	rl_callback_handler_install(chat_prompt, on_line);
	input.open = true;
}

void
input_close(void)
{
	if (!input.open)
		return;
	rl_callback_handler_remove();
	input_drop_matches();
	text_release(&input.unfinished);
	text_release(&input.shown_prompt);
	text_release(&input.candidates);
	text_release(&input.entered);
	text_release(&input.line_aside);
	fclose(input.null_stream);
	memset(&input, 0, sizeof(input));
}

/* --plain. Readline catches SIGINT and SIGTSTP, and sends itself what it caught
 * where it is safe to handle: here too, then. SIGCONT follows SIGTSTP. */
static void
on_signal(int number)
{
	if (!RL_ISSTATE(RL_STATE_SIGHANDLER))
		return;
	if (number == SIGINT) {
		rl_crlf();
		rl_replace_line("", 1);
	}
	rl_on_new_line();
	rl_redisplay();
}

/* Waits until there is something to read, or a signal came. */
static bool
wait_readable(int fd)
{
	sigset_t caught, before;
	fd_set readable;
	int ready = 0;

	FD_ZERO(&readable);
	FD_SET(fd, &readable);
	sigemptyset(&caught);
	sigaddset(&caught, SIGINT);
	sigaddset(&caught, SIGTERM);
	sigaddset(&caught, SIGHUP);
	sigaddset(&caught, SIGQUIT);
	sigaddset(&caught, SIGTSTP);
	sigprocmask(SIG_BLOCK, &caught, &before);
	if (!rl_pending_signal())
		ready = pselect(fd + 1, &readable, NULL, NULL, NULL, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ready > 0;
}

/* Readline's own looks for signals and then waits: one that comes between is
 * seen with the next key. */
static int
next_typed(FILE *stream)
{
	int fd = fileno(stream);
	unsigned char byte;
	ssize_t got;

	for (;;) {
		rl_check_signals();
		if (!wait_readable(fd))
			continue;
		got = read(fd, &byte, 1);
		if (got == 1)
			return byte;
		if (got == 0 || (errno != EINTR && errno != EAGAIN))
			return EOF;
	}
}

static const char *plain_draft;

static int
insert_draft(void)
{
	rl_insert_text(plain_draft);
	return 0;
}

char *
input_read_line(const char *prompt, const char *draft)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct sigaction interrupt, resume;
	char *line;

	set_variables();
	rl_catch_signals = 1;
	rl_attempted_completion_function = NULL;
	initialize_readline();
	rl_getc_function = next_typed;
	plain_draft = draft;
	rl_startup_hook = insert_draft;
	sigaction(SIGINT, &action, &interrupt);
	sigaction(SIGCONT, &action, &resume);
	line = readline(prompt);
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGCONT, &resume, NULL);
	return line;
}
