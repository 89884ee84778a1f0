/* listener.h: a socket that listens on an address as users write it. */
#ifndef LISTENER_H
#define LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

/* Returns a descriptor that does not block, or -1 with a sentence in error that
 * names host and port. host is a name or an address, port 0 one that is free.
 * share: others may listen there too that say the same, each gets a part. */
int listener_open(const char *host, uint16_t port, bool share,
    struct text *error);
/* The port that it listens on. */
uint16_t listener_port(int fd);

#endif
