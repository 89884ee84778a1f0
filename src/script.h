/* script.h: a text of keys and waits: what demos and the tests of the screen
 * are written in.
 *
 *	# a comment; empty lines are nothing either
 *	args --delay 60     the command line; first of all
 *	type TEXT           with \n, \xNN and \u{...} as in --stop
 *	key NAME            Enter, Esc, Ctrl-C, Alt-T, PgUp ...; repeat on a line
 *	say TEXT            an explanation; no keys
 *	wait MS
 *	wait reply          until no reply streams
 *
 * In args and type, replay:@/FILE is a file beside the script. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

enum script_verb {
	SCRIPT_ARGS, /* one word of them */
	SCRIPT_TYPE,
	SCRIPT_KEY, /* one of them */
	SCRIPT_SAY,
	SCRIPT_WAIT,
	SCRIPT_WAIT_REPLY,
};

struct script_step {
	enum script_verb verb;
	unsigned line; /* of the file, from 1 on */
	struct text text; /* the bytes to type; a word of args; what to say */
	int64_t us;
};

struct script {
	char *path;
	struct text title; /* the first line that is a comment */
	unsigned line; /* the last that was read */
	struct script_step *steps;
	size_t count, capacity;
};

/* Of zeros but for the path; nothing is read yet. */
void script_init(struct script *script, const char *path);
void script_release(struct script *script);

/* Adds the steps of the next line, which has no line end. False with a sentence
 * in error, which names file and line. */
bool script_add(struct script *script, const char *line, struct text *error);
/* Reads all of the file. False as before. */
bool script_read(struct script *script, struct text *error);
/* Reads the title, and no more. False if there is no such file. */
bool script_read_title(struct script *script);

#endif
