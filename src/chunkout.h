/* chunkout.h: bytes on their way to a socket in the chunks of HTTP/1.1. What is
 * there when it is sent becomes one chunk and one system call. */
#ifndef CHUNKOUT_H
#define CHUNKOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

/* Zeros: nothing waits. */
struct chunkout {
	struct text waiting; /* may be added to */
	uint64_t taken;      /* of what was added, given to the kernel so far */
	bool bare;           /* no chunks, for HTTP/1.0 */
	/* The chunk that is on its way: its head, how many of the waiting
	 * bytes are in it, what is out of all of it. */
	char head[18];
	unsigned char head_len;
	size_t len;
	size_t sent;
};

enum chunkout_end {
	CHUNKOUT_EMPTY, /* all is out */
	CHUNKOUT_FULL,  /* the kernel takes no more now */
	CHUNKOUT_GONE,  /* the other side has closed */
};

/* Sends what waits, as far as the socket takes it. */
enum chunkout_end chunkout_send(struct chunkout *out, int fd);
/* How many bytes were added and are not out. */
size_t chunkout_waiting(const struct chunkout *out);
void chunkout_release(struct chunkout *out);

#endif
