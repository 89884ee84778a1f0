/* thread.h: threads beside the loop's: they take no signals. */
#ifndef THREAD_H
#define THREAD_H

#include <pthread.h>

/* Returns 0, or the errno of what failed. */
int thread_start(pthread_t *thread, void *(*fn)(void *data), void *data);

#endif
