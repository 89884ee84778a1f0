/* linger.h: closes connections so that the last words arrive. A socket that is
 * closed with bytes unread is reset, and that takes from the other side what it
 * has not read yet. So the rest is read for a while, and thrown away. */
#ifndef LINGER_H
#define LINGER_H

#include "loop.h"

struct linger_one;

/* Zeros but for the loop. */
struct lingers {
	struct loop *loop;
	struct linger_one *first;
	unsigned count;
};

/* Holds the socket open, whoever closes fd, until the other side has closed too,
 * or for two seconds. Sends no more. With too many held already does nothing. */
void linger_start(struct lingers *lingers, int fd);
/* Closes all now. */
void linger_stop(struct lingers *lingers);

#endif
