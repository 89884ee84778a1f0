/* tinyserver.h: a server of scripted bytes, on the loop of the test. What it
 * is asked is kept and never looked at, but for its length. */
#ifndef TINYSERVER_H
#define TINYSERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/loop.h"
#include "../src/text.h"

/* A step a turn; a script ends with an END, which leaves the connection open,
 * or with the end of the connection. */
enum step_kind { END, SEND, SLEEP, CLOSE, RESET };

struct step {
	enum step_kind kind;
	const char *bytes;
	size_t len; /* 0: up to the NUL; SLEEP: milliseconds */
};

enum { CONNECTIONS = 4 };

struct connection {
	struct tinyserver *server;
	int fd; /* -1: closed */
	struct text request;
	const struct step *step; /* NULL: the request is not whole */
	size_t sent; /* of the step */
	struct timer timer;
};

struct tinyserver {
	struct loop *loop; /* NULL: it does not serve */
	int fd;
	char address[64]; /* 127.0.0.1:1234 */
	/* Of each connection; where there is none, of the one before. */
	const struct step *scripts[CONNECTIONS];
	struct connection connections[CONNECTIONS];
	size_t accepted;
	size_t left; /* how many clients closed or reset */
	bool stop_when_left;
	bool stop_at_end; /* of a script */
};

/* The other fields may be set before and after. */
void tinyserver_open(struct tinyserver *server, struct loop *loop,
    const struct step *script);
/* Nobody listens there any more. */
void tinyserver_refuse(struct tinyserver *server);
/* Leaves zeros. Does nothing if it does not serve. */
void tinyserver_close(struct tinyserver *server);

/* All bytes that came on a connection. */
const char *tinyserver_request(const struct tinyserver *server,
    size_t connection);

#endif
