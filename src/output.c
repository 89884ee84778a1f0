/* output.c: bytes on their way to a descriptor. */
#include "output.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

static bool
is_empty(const struct output *output)
{
	return output->error || output->written == output->waiting.len;
}

static void
send_some(struct output *output)
{
	/* A pipe that is ready takes this much without blocking. */
	size_t left = output->waiting.len - output->written;
	size_t len = left < PIPE_BUF ? left : PIPE_BUF;
	ssize_t out =
	    write(output->fd, output->waiting.bytes + output->written, len);

	if (out >= 0)
		output->written += (size_t)out;
	else if (errno != EAGAIN && errno != EINTR)
		output->error = errno;
}

static void
on_ready(void *data, int fd, unsigned ready)
{
	struct output *output = data;

	(void)ready;
	if (!is_empty(output))
		send_some(output);
	if (!is_empty(output))
		return;
	text_clear(&output->waiting);
	output->written = 0;
	loop_unwatch(output->loop, fd);
	if (output->on_empty)
		output->on_empty(output->on_empty_data);
}

void
output_init(struct output *output, struct loop *loop, int fd)
{
	*output = (struct output){ .loop = loop, .fd = fd };
}

void
output_release(struct output *output)
{
	loop_unwatch(output->loop, output->fd);
	text_release(&output->waiting);
}

void
output_add(struct output *output, const char *bytes, size_t len)
{
	if (output->error || !len)
		return;
	text_append(&output->waiting, bytes, len);
	loop_watch(output->loop, output->fd, LOOP_WRITE, on_ready, output);
}

void
output_when_empty(struct output *output, loop_fn *fn, void *data)
{
	output->on_empty = fn;
	output->on_empty_data = data;
	loop_watch(output->loop, output->fd, LOOP_WRITE, on_ready, output);
}
