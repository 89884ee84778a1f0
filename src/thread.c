/* thread.c: threads beside the loop's. */
#include "thread.h"

#include <signal.h>

int
thread_start(pthread_t *thread, void *(*fn)(void *data), void *data)
{
	sigset_t all, before;
	int failure;

	/* A thread has the mask of whoever starts it. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failure = pthread_create(thread, NULL, fn, data);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failure;
}
