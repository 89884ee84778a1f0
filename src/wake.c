/* wake.c: how another thread tells a loop something. */
#include "wake.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void
on_bytes(void *data, int fd, unsigned ready)
{
	const struct wake *wake = data;
	char bytes[64];
	ssize_t got = read(fd, bytes, sizeof(bytes));

	(void)ready;
	for (ssize_t i = 0; i < got; i++)
		wake->fn(wake->data, bytes[i]);
}

bool
wake_open(struct wake *wake, struct loop *loop, wake_fn *fn, void *data,
    struct text *error)
{
	int ends[2];

	if (pipe(ends) < 0) {
		text_printf(error, "cannot open a pipe: %s", strerror(errno));
		return false;
	}
	for (int i = 0; i < 2; i++) {
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
		fcntl(ends[i], F_SETFL, O_NONBLOCK);
	}
	*wake = (struct wake){ loop, fn, data, { ends[0], ends[1] } };
	loop_watch(loop, ends[0], LOOP_READ, on_bytes, wake);
	return true;
}

void
wake_send(const struct wake *wake, char byte)
{
	while (write(wake->ends[1], &byte, 1) < 0 && errno == EINTR)
		;
}

void
wake_close(struct wake *wake)
{
	if (!wake->loop)
		return;
	loop_unwatch(wake->loop, wake->ends[0]);
	close(wake->ends[0]);
	close(wake->ends[1]);
	wake->loop = NULL;
}
