/* listener.c: a socket that listens. */
#define _GNU_SOURCE 1 /* SOCK_NONBLOCK, SO_REUSEPORT */

#include "listener.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* What can be done about it. */
static const struct {
	int number;
	const char *advice;
} advices[] = {
	{ EADDRINUSE, "it is in use; choose another port, or 0 for any" },
	{ EACCES, "it needs privileges; choose a port above 1023" },
	{ EADDRNOTAVAIL, "this machine does not have that address; choose"
	    " 127.0.0.1, or 0.0.0.0 for all it has" },
	{ EAFNOSUPPORT, "this machine does not have that kind of address;"
	    " choose 127.0.0.1" },
	{ EMFILE, "too many files are open; raise ulimit -n" },
};

static void
explain(const char *host, uint16_t port, int number, struct text *error)
{
	const char *advice = strerror(number);

	for (size_t i = 0; i < sizeof(advices) / sizeof(*advices); i++)
		if (advices[i].number == number)
			advice = advices[i].advice;
	text_printf(error, "cannot listen on %s, port %u: %s", host,
	    (unsigned)port, advice);
}

/* The descriptor, or -1 with errno. */
static int
listen_at(const struct addrinfo *address, bool share)
{
	const int on = 1;
	int fd = socket(address->ai_family,
	    SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int saved;

	if (fd < 0)
		return -1;
	/* Connections of one that was here before may still die away. */
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if ((!share || !setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on,
	    sizeof(on))) &&
	    !bind(fd, address->ai_addr, address->ai_addrlen) &&
	    !listen(fd, SOMAXCONN))
		return fd;
	saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

/* A name may have several addresses. The first of IPv4 is what most clients
 * mean by localhost; if there is none, the first of all. */
static const struct addrinfo *
choose(const struct addrinfo *found)
{
	for (const struct addrinfo *one = found; one; one = one->ai_next)
		if (one->ai_family == AF_INET)
			return one;
	return found;
}

int
listener_open(const char *host, uint16_t port, bool share, struct text *error)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found;
	char service[8];
	int problem, fd;

	snprintf(service, sizeof(service), "%u", (unsigned)port);
	problem = getaddrinfo(host, service, &hints, &found);
	if (problem) {
		text_printf(error, "cannot listen on %s, port %s: %s; choose"
		    " an address of this machine, as 127.0.0.1", host, service,
		    gai_strerror(problem));
		return -1;
	}
	fd = listen_at(choose(found), share);
	if (fd < 0)
		explain(host, port, errno, error);
	freeaddrinfo(found);
	return fd;
}

uint16_t
listener_port(int fd)
{
	struct sockaddr_storage name;
	socklen_t len = sizeof(name);

	if (getsockname(fd, (struct sockaddr *)&name, &len))
		return 0;
	return ntohs(name.ss_family == AF_INET6 ?
	    ((struct sockaddr_in6 *)&name)->sin6_port :
	    ((struct sockaddr_in *)&name)->sin_port);
}
