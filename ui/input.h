/* input.h: the line being typed: editing, history, completion. GNU readline
 * behind it, which is fed bytes and never touches the terminal. One instance,
 * since readline has one of everything. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"

struct input_handlers {
	void *data;
	/* A line was entered. False: it stays in the line. */
	bool (*submit)(void *data, const char *line, size_t len);
	/* A line came into the history. */
	void (*remember)(void *data, const char *line);
	/* End of input: Ctrl-D on an empty line. */
	void (*quit)(void *data);
	/* The user asks for an external editor. */
	void (*edit)(void *data);
	/* Appends what the word from start to the cursor may become, each with
	 * a NUL behind it. */
	void (*complete)(void *data, const char *line, size_t start,
	    size_t point, struct text *candidates);
};

/* Reads the user's inputrc. The handlers are copied. */
void input_open(const struct input_handlers *handlers);
void input_close(void);

/* Bytes from the keyboard, as the terminal sent them. */
void input_feed(const char *bytes, size_t len);
/* Inserts text as it is; undone in one step. */
void input_insert(const char *bytes, size_t len);
/* Replaces the line; the cursor goes to its end. */
void input_set(const char *line);
/* Drops the line and whatever the editor was in the middle of. */
void input_clear(void);
/* Returns whether it is not the same as the last. */
bool input_add_history(const char *line);

/* Begins with an empty line and history; those of the user come back later,
 * and what was entered meanwhile is forgotten. */
void input_put_aside(void);
void input_take_back(void);

/* The line; valid until the next call. May hold broken UTF-8 while a character
 * is being typed. */
const char *input_line(size_t *len);
size_t input_point(void);
void input_set_point(size_t point);
/* What stands before the line: the prompt, or a search in the history. */
const char *input_prompt(void);
/* The editor is in the middle of something (a search, a quoted key): keys are
 * its own. */
bool input_busy(void);
/* The next key is inserted as it is. */
bool input_quoting(void);
/* Ends what the editor is in the middle of; what a search found stays. */
void input_abort(void);
/* In vi mode Escape belongs to the editor. */
bool input_vi_mode(void);

/* Possible completions since the last Tab; count is 0 when there are none to
 * show. Valid until the next input_feed(). */
const char *const *input_matches(size_t *count);
void input_drop_matches(void);

/* --plain: reads a line with readline's own display, which begins as the draft.
 * Returns NULL at the end of input. The caller frees it. */
char *input_read_line(const char *prompt, const char *draft);

#endif
