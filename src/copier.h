/* copier.h: a program that is given a text to put on the clipboard. It runs
 * beside the loop, which never waits for it. */
#ifndef COPIER_H
#define COPIER_H

#include <stdbool.h>
#include <sys/types.h>

#include "loop.h"
#include "text.h"

/* error is NULL when it worked out, else a sentence. */
typedef void copier_fn(void *data, const char *error);

struct copier {
	struct loop *loop;
	pid_t child; /* 0: none runs */
	int fd;      /* its input, -1 when it has all */
	struct text command, text;
	size_t at; /* so much of the text it has */
	int64_t deadline;
	struct timer timer;
	copier_fn *done;
	void *data;
};

void copier_init(struct copier *copier, struct loop *loop);
/* Ends what runs, without a word. */
void copier_release(struct copier *copier);

/* Has the shell run the command with the text as its input. done is called
 * once: from the loop, after some seconds at the latest, or at once if it
 * cannot be run. What ran before is ended. */
void copier_start(struct copier *copier, const char *command,
    const struct text *text, copier_fn *done, void *data);

#endif
