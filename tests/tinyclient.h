/* tinyclient.h: a client that sends bytes and keeps those that come, on the loop
 * of the test. */
#ifndef TINYCLIENT_H
#define TINYCLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/loop.h"
#include "../src/text.h"

enum tinyclient_state { CLIENT_OPEN, CLIENT_ENDED, CLIENT_RESET };

struct tinyclient {
	struct loop *loop; /* NULL: not open */
	int fd;
	enum tinyclient_state state; /* what the server did */
	struct text got;
	struct text unsent;
	bool paused;        /* does not read */
	const char *wanted; /* that is waited for */
	bool end_wanted;
};

/* Connects to 127.0.0.1. The client need not be zeros. */
void tinyclient_open(struct tinyclient *client, struct loop *loop,
    uint16_t port);
/* Leaves zeros. Does nothing if it is not open. */
void tinyclient_close(struct tinyclient *client);
/* What the kernel does not take is sent while the loop runs. */
void tinyclient_send(struct tinyclient *client, const char *bytes, size_t len);
void tinyclient_say(struct tinyclient *client, const char *string);
void tinyclient_pause(struct tinyclient *client, bool paused);

/* Run the loop until these bytes have come, or the server has ended the
 * connection, and ms at most. */
bool tinyclient_wait(struct tinyclient *client, const char *wanted, int ms);
bool tinyclient_wait_end(struct tinyclient *client, int ms);

/* Appends the body of the first reply that came, without its chunks. False if
 * it is not whole. */
bool tinyclient_body(const struct tinyclient *client, struct text *body);

#endif
