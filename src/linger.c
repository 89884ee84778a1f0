/* linger.c: closes connections so that the last words arrive. */
#include "linger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "xalloc.h"

#define LONGEST LOOP_MS(2000)
enum { LINGERS_MOST = 256 };

struct linger_one {
	struct lingers *lingers;
	struct linger_one *next;
	int fd;
	struct timer timer;
};

static void
end(void *data)
{
	struct linger_one *one = data;
	struct linger_one **link = &one->lingers->first;

	while (*link != one)
		link = &(*link)->next;
	*link = one->next;
	one->lingers->count--;
	loop_timer_stop(one->lingers->loop, &one->timer);
	loop_unwatch(one->lingers->loop, one->fd);
	close(one->fd);
	free(one);
}

static void
on_bytes(void *data, int fd, unsigned ready)
{
	char bytes[16384];
	ssize_t len = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	(void)ready;
	if (!len || (len < 0 && errno != EAGAIN && errno != EINTR))
		end(data);
}

void
linger_start(struct lingers *lingers, int fd)
{
	struct linger_one *one;

	if (lingers->count == LINGERS_MOST)
		return;
	fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return;
	one = xcalloc(1, sizeof(*one));
	one->lingers = lingers;
	one->fd = fd;
	one->next = lingers->first;
	lingers->first = one;
	lingers->count++;
	one->timer = (struct timer){ .fn = end, .data = one };
	shutdown(fd, SHUT_WR);
	loop_timer_set(lingers->loop, &one->timer,
	    loop_now(lingers->loop) + LONGEST);
	loop_watch(lingers->loop, fd, LOOP_READ, on_bytes, one);
}

void
linger_stop(struct lingers *lingers)
{
	while (lingers->first)
		end(lingers->first);
}
