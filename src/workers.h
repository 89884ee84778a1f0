/* workers.h: more loops than one: threads, each with a loop and a server of its
 * own on one port. Home of their threads. */
#ifndef WORKERS_H
#define WORKERS_H

#include "server.h"

struct workers;

/* Opens loops that share the port with the first server, whose loop is given;
 * their metrics are those of the service, from the second on. They run at once.
 * NULL with a sentence in error. */
struct workers *workers_open(struct service *service, struct loop *loop,
    uint16_t port, struct text *error);
/* Drains all; fn is called on the first loop when the last has ended. */
void workers_drain(struct workers *workers, loop_fn *fn, void *data);
/* Ends all that go on. */
void workers_close(struct workers *workers);

#endif
