/* output.c: bytes on their way to a descriptor. */
#include "output.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
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

size_t
output_waiting(const struct output *output)
{
	return is_empty(output) ? 0 : output->waiting.len - output->written;
}

/* Moves what waits to the front, when that is less than what is out already:
 * each byte is moved once at most. */
static void
forget_written(struct output *output)
{
	if (output->written < output->waiting.len / 2)
		return;
	text_drop(&output->waiting, output->written);
	output->written = 0;
}

static void
on_ready(void *data, int fd, unsigned ready)
{
	struct output *output = data;

	(void)ready;
	if (!is_empty(output))
		send_some(output);
	if (output->on_progress)
		output->on_progress(output->data);
	if (!is_empty(output)) {
		forget_written(output);
		return;
	}
	text_clear(&output->waiting);
	output->written = 0;
	loop_unwatch(output->loop, fd);
	if (output->on_empty)
		output->on_empty(output->data);
}

void
output_init(struct output *output, struct loop *loop, int fd,
    loop_fn *on_progress, void *data)
{
	*output = (struct output){ .loop = loop,
		.fd = fd,
		.on_progress = on_progress,
		.data = data };
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
output_when_empty(struct output *output, loop_fn *fn)
{
	output->on_empty = fn;
	loop_watch(output->loop, output->fd, LOOP_WRITE, on_ready, output);
}
