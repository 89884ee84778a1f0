/* wake.h: how another thread tells a loop something: bytes through a pipe that
 * the loop watches. */
#ifndef WAKE_H
#define WAKE_H

#include <stdbool.h>

#include "loop.h"
#include "text.h"

typedef void wake_fn(void *data, char byte);

struct wake {
	struct loop *loop;
	wake_fn *fn;
	void *data;
	int ends[2];
};

/* fn is called on the loop for each byte that was sent. False with a sentence in
 * error. */
bool wake_open(struct wake *wake, struct loop *loop, wake_fn *fn, void *data,
    struct text *error);
/* From any thread; does not wait: of more bytes than a pipe takes some are
 * lost. */
void wake_send(const struct wake *wake, char byte);
/* The loop must not be running in another thread. A zeroed wake that was not
 * opened is fine. */
void wake_close(struct wake *wake);

#endif
