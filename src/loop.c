/* loop.c: descriptors, timers, signals, and the only clock of the program.
 *
 * One thread, one ppoll(2). It knows nothing of those who wait on it. */
#define _GNU_SOURCE 1 /* ppoll() and pipe2(), which POSIX got in 2024 */

#include "loop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "xalloc.h"

#define FOREVER INT64_MAX

struct watch {
	loop_fd_fn *fn;
	void *data;
};

struct handler {
	loop_signal_fn *fn;
	void *data;
	struct sigaction before;
};

struct loop {
	bool fake;
	bool stopped;
	int64_t now;
	int64_t wall_ms; /* of a fake loop at time 0 */
	loop_fn *before_sleep;
	void *before_sleep_data;

	struct timer **heap; /* a binary heap, the next one first */
	size_t timers;
	size_t heap_size;
	uint64_t order;

	/* Side by side. A slot keeps its place while it is watched; a free one
	 * has the descriptor -1. The first belongs to the signals. */
	struct pollfd *polls;
	struct watch *watches;
	size_t slots;

	int signal_pipe[2];
	struct handler handlers[NSIG];
};

/* All that a signal handler touches. The pipe only wakes the loop: what came is
 * in the flags, so a full pipe loses nothing. */
static volatile sig_atomic_t signalled[NSIG];
static volatile sig_atomic_t wake_fd = -1;

static int64_t
microseconds(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int64_t
loop_now(const struct loop *loop)
{
	return loop->now;
}

int64_t
loop_refresh(struct loop *loop)
{
	if (!loop->fake)
		loop->now = microseconds(CLOCK_MONOTONIC);
	return loop->now;
}

int64_t
loop_wall_ms(const struct loop *loop)
{
	if (loop->fake)
		return loop->wall_ms + loop->now / 1000;
	return microseconds(CLOCK_REALTIME) / 1000;
}

static bool
is_before(const struct timer *a, const struct timer *b)
{
	return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void
put(struct loop *loop, size_t place, struct timer *timer)
{
	loop->heap[place] = timer;
	timer->slot = place + 1;
}

static size_t
first_child(const struct loop *loop, size_t place)
{
	size_t left = 2 * place + 1, right = left + 1;

	if (right < loop->timers &&
	    is_before(loop->heap[right], loop->heap[left]))
		return right;
	return left;
}

/* Puts the timer at the place, or where it belongs above or below it. */
static void
sift(struct loop *loop, size_t place, struct timer *timer)
{
	size_t next;

	for (; place; place = next) {
		next = (place - 1) / 2;
		if (!is_before(timer, loop->heap[next]))
			break;
		put(loop, place, loop->heap[next]);
	}
	for (;; place = next) {
		next = first_child(loop, place);
		if (next >= loop->timers ||
		    !is_before(loop->heap[next], timer))
			break;
		put(loop, place, loop->heap[next]);
	}
	put(loop, place, timer);
}

void
loop_timer_set(struct loop *loop, struct timer *timer, int64_t at)
{
	/* Never in the past: there, one that sets itself again and again would
	 * stay in front of all others. */
	timer->at = at > loop->now ? at : loop->now;
	timer->order = loop->order++;
	if (!timer->slot) {
		loop->heap = xgrow(loop->heap, loop->timers, &loop->heap_size,
		    sizeof(*loop->heap));
		put(loop, loop->timers++, timer);
	}
	sift(loop, timer->slot - 1, timer);
}

void
loop_timer_stop(struct loop *loop, struct timer *timer)
{
	struct timer *last;

	if (!timer->slot)
		return;
	last = loop->heap[--loop->timers];
	if (last != timer)
		sift(loop, timer->slot - 1, last);
	timer->slot = 0;
}

/* What timers set, for whatever time, waits for the next turn, so that
 * descriptors get theirs. Returns whether any was due. */
static bool
run_timers(struct loop *loop)
{
	int64_t now = loop->now;
	uint64_t order = loop->order;
	bool ran = false;

	while (loop->timers && loop->heap[0]->at <= now &&
	    loop->heap[0]->order < order) {
		struct timer *timer = loop->heap[0];

		loop_timer_stop(loop, timer);
		timer->fn(timer->data);
		ran = true;
	}
	return ran;
}

static size_t
add_slot(struct loop *loop)
{
	size_t slot = loop->slots++;

	loop->polls = xreallocarray(loop->polls, loop->slots,
	    sizeof(*loop->polls));
	loop->watches = xreallocarray(loop->watches, loop->slots,
	    sizeof(*loop->watches));
	loop->polls[slot] = (struct pollfd){ .fd = -1 };
	loop->watches[slot] = (struct watch){ 0 };
	return slot;
}

/* Returns the slot of the descriptor, or 0. Linear: there are a dozen, and
 * poll(2) is linear too. */
static size_t
find_slot(const struct loop *loop, int fd)
{
	for (size_t i = 1; i < loop->slots; i++)
		if (loop->polls[i].fd == fd)
			return i;
	return 0;
}

static void
set_slot(struct loop *loop, size_t slot, int fd, unsigned events,
    struct watch watch)
{
	struct pollfd *poll = &loop->polls[slot];
	struct watch *old = &loop->watches[slot];

	/* What was found for another watch is not for this one. */
	if (poll->fd != fd || old->fn != watch.fn || old->data != watch.data)
		poll->revents = 0;
	poll->fd = fd;
	poll->events = (short)((events & LOOP_READ ? POLLIN : 0) |
	    (events & LOOP_WRITE ? POLLOUT : 0));
	*old = watch;
}

void
loop_watch(struct loop *loop, int fd, unsigned events, loop_fd_fn *fn,
    void *data)
{
	size_t slot = find_slot(loop, fd);

	if (!events) {
		loop_unwatch(loop, fd);
		return;
	}
	if (!slot)
		slot = find_slot(loop, -1);
	if (!slot)
		slot = add_slot(loop);
	set_slot(loop, slot, fd, events, (struct watch){ fn, data });
}

void
loop_unwatch(struct loop *loop, int fd)
{
	size_t slot = find_slot(loop, fd);

	if (slot)
		set_slot(loop, slot, -1, 0, (struct watch){ 0 });
}

/* Trouble is told as all that was asked for: who reads or writes finds out. */
static unsigned
ready_for(const struct pollfd *poll)
{
	int found = poll->revents;

	if (found & (POLLHUP | POLLERR | POLLNVAL))
		found = poll->events;
	found &= poll->events;
	return (found & POLLIN ? LOOP_READ : 0U) |
	    (found & POLLOUT ? LOOP_WRITE : 0U);
}

static void
run_watches(struct loop *loop)
{
	for (size_t i = 0; i < loop->slots; i++) {
		struct watch watch = loop->watches[i];
		unsigned ready = ready_for(&loop->polls[i]);

		loop->polls[i].revents = 0;
		if (ready)
			watch.fn(watch.data, loop->polls[i].fd, ready);
	}
}

static void
on_signal(int number)
{
	int saved = errno;

	/* The loop did not see the first one: it is stuck, on a terminal that
	 * takes no more output, say. Whoever asks twice means it. */
	if (signalled[number] && (number == SIGTERM || number == SIGHUP)) {
		signal(number, SIG_DFL);
		raise(number);
	}
	signalled[number] = 1;
	if (write(wake_fd, "", 1) < 0) {
		/* Full: then it wakes the loop already. */
	}
	errno = saved;
}

static void
run_signals(void *data, int fd, unsigned ready)
{
	struct loop *loop = data;
	char bytes[64];

	(void)ready;
	/* First the pipe, then the flags: what comes in between wakes again. */
	while (read(fd, bytes, sizeof(bytes)) > 0)
		continue;
	for (int number = 1; number < NSIG; number++) {
		struct handler *handler = &loop->handlers[number];

		if (!handler->fn || !signalled[number])
			continue;
		signalled[number] = 0;
		handler->fn(handler->data, number);
	}
}

static bool
open_signals(struct loop *loop)
{
	if (loop->signal_pipe[0] >= 0)
		return true;
	if (pipe2(loop->signal_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
		return false;
	wake_fd = loop->signal_pipe[1];
	set_slot(loop, 0, loop->signal_pipe[0], LOOP_READ,
	    (struct watch){ run_signals, loop });
	return true;
}

void
loop_signal(struct loop *loop, int number, loop_signal_fn *fn, void *data)
{
	struct handler *handler = &loop->handlers[number];
	struct sigaction action = { .sa_handler = on_signal,
		.sa_flags = SA_RESTART };

	if (!fn && handler->fn)
		sigaction(number, &handler->before, NULL);
	if (fn && !handler->fn) {
		/* Without a pipe, signals keep doing what they did. */
		if (!open_signals(loop))
			return;
		signalled[number] = 0;
		sigaction(number, &action, &handler->before);
	}
	handler->fn = fn;
	handler->data = data;
}

struct loop *
loop_new(void)
{
	struct loop *loop = xcalloc(1, sizeof(*loop));

	loop->signal_pipe[0] = loop->signal_pipe[1] = -1;
	add_slot(loop);
	loop_refresh(loop);
	return loop;
}

struct loop *
loop_new_fake(int64_t wall_ms)
{
	struct loop *loop = loop_new();

	loop->fake = true;
	loop->now = 0;
	loop->wall_ms = wall_ms;
	return loop;
}

void
loop_free(struct loop *loop)
{
	if (!loop)
		return;
	for (int number = 1; number < NSIG; number++)
		loop_signal(loop, number, NULL, NULL);
	if (loop->signal_pipe[0] >= 0) {
		wake_fd = -1;
		close(loop->signal_pipe[0]);
		close(loop->signal_pipe[1]);
	}
	free(loop->heap);
	free(loop->polls);
	free(loop->watches);
	free(loop);
}

void
loop_before_sleep(struct loop *loop, loop_fn *fn, void *data)
{
	loop->before_sleep = fn;
	loop->before_sleep_data = data;
}

/* Waits until then for descriptors and signals. Returns what ppoll(2) does. */
static int
sleep_until(struct loop *loop, int64_t then)
{
	int64_t us = loop->fake ? 0 : then - loop_refresh(loop);
	struct timespec timeout = { 0 };
	int found;

	if (us > 0) {
		timeout.tv_sec = (time_t)(us / 1000000);
		timeout.tv_nsec = (long)(us % 1000000) * 1000;
	}
	found = ppoll(loop->polls, (nfds_t)loop->slots,
	    loop->fake || then != FOREVER ? &timeout : NULL, NULL);
	if (loop->fake && !found && then != FOREVER && then > loop->now)
		loop->now = then;
	loop_refresh(loop);
	return found;
}

/* Returns whether more can happen until the end. */
static bool
turn(struct loop *loop, int64_t end)
{
	int64_t then = end;
	bool ran;
	int found;

	if (loop->before_sleep)
		loop->before_sleep(loop->before_sleep_data);
	if (loop->stopped)
		return false;
	if (loop->timers && loop->heap[0]->at < end)
		then = loop->heap[0]->at;
	found = sleep_until(loop, then);
	/* Interrupted, nothing is known: the next turn asks again. */
	if (found > 0)
		run_watches(loop);
	ran = run_timers(loop);
	return loop->fake ? found || ran : loop->now < end;
}

static void
run_until(struct loop *loop, int64_t end)
{
	while (!loop->stopped && turn(loop, end))
		continue;
	/* Here, not at the start: a stop before the run counts. */
	loop->stopped = false;
}

void
loop_run(struct loop *loop)
{
	run_until(loop, FOREVER);
}

void
loop_stop(struct loop *loop)
{
	loop->stopped = true;
}

void
loop_run_for(struct loop *loop, int64_t us)
{
	run_until(loop, loop_refresh(loop) + us);
}
