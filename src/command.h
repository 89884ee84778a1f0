/* command.h: the table of /commands: name, arguments, help, function. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct app;

struct command {
	const char *name; /* without the slash */
	const char *arguments;
	const char *help; /* one line */
	/* args is what stands behind the name, without blanks around. False:
	 * not now; the line stays. */
	bool (*run)(struct app *app, const char *args);
	/* Appends candidates for word number `word` (1 is the first argument),
	 * each with a NUL behind it; before is what stands before it. */
	void (*complete)(struct app *app, int word, const char *before,
	    struct text *out);
};

/* The table; ends with a name of NULL. */
extern const struct command command_table[];

/* Runs a line that begins with a slash. False: not now; the line stays. */
bool command_run(struct app *app, const char *line);

/* Appends what the word from start to point of the line may become. */
void command_complete(struct app *app, const char *line, size_t start,
    size_t point, struct text *out);
/* Says what a candidate is for, or NULL. */
const char *command_describe(const char *line, const char *candidate);

/* Appends the list of commands, a line each. */
void command_help(struct text *out);

#endif
