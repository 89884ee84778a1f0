/* output.h: bytes on their way to a descriptor, written by the loop when there
 * is room, so that a slow reader never keeps a signal waiting. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "loop.h"
#include "text.h"

struct output {
	struct loop *loop;
	int fd;
	struct text waiting;
	size_t written;    /* bytes of waiting that are out */
	int error;         /* errno of the write that failed; 0 none */
	loop_fn *on_progress; /* some went out; may be NULL */
	loop_fn *on_empty; /* all is out, or nothing can go out any more */
	void *data;
};

/* Uses fd, which stays the caller's; it may block or not. The functions are
 * called with data. */
void output_init(struct output *output, struct loop *loop, int fd,
    loop_fn *on_progress, void *data);
void output_release(struct output *output);
/* After an error the bytes are dropped. */
void output_add(struct output *output, const char *bytes, size_t len);
/* Bytes that wait. */
size_t output_waiting(const struct output *output);
/* Calls fn when nothing waits, from the loop. */
void output_when_empty(struct output *output, loop_fn *fn);

#endif
