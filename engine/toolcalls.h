/* toolcalls.h: the tool calls of an answer, put together from pieces. */
#ifndef TOOLCALLS_H
#define TOOLCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.h"
#include "surrogate.h"

struct tool_piece {
	struct tool_call call; /* arguments may hold half characters */
	bool whole; /* it goes on in no other piece */
	bool has_index;
	int64_t index;
};

/* Zeros are ready. */
struct toolcalls {
	struct open_call *calls;
	size_t count;
	size_t capacity;
};

void toolcalls_release(struct toolcalls *calls);
/* Finds the call that the piece belongs to, and tells what is new of it. */
void toolcalls_add(struct toolcalls *calls, struct report *report,
    const struct tool_piece *piece);
void toolcalls_end(struct toolcalls *calls, struct report *report);

#endif
