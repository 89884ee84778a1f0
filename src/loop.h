/* loop.h: descriptors, timers, signals, and the only clock of the program.
 *
 * Times are microseconds of a monotonic clock. One turn of the loop: the hook
 * before sleep; sleep until a descriptor, a signal or the next timer; signals,
 * then descriptors, then timers that are due. Callbacks may change anything,
 * also what they are called for. */
#ifndef LOOP_H
#define LOOP_H

#include <stddef.h>
#include <stdint.h>

enum { LOOP_READ = 1, LOOP_WRITE = 2 };

#define LOOP_MS(ms) ((int64_t)(ms) * 1000)

struct loop;

typedef void loop_fn(void *data);
typedef void loop_fd_fn(void *data, int fd, unsigned ready);
typedef void loop_signal_fn(void *data, int number);

/* Lies inside what it belongs to; zeros but for fn and data. The owner stops
 * it before it goes away. */
struct timer {
	loop_fn *fn;
	void *data;
	int64_t at;
	uint64_t order; /* timers of the same time run in the order of setting */
	size_t slot;    /* place in the heap + 1; 0 when it is not set */
};

struct loop *loop_new(void);
/* A loop whose clock stands at 0 and jumps to the next timer when nothing is
 * ready, for tests; the wall clock starts at wall_ms. */
struct loop *loop_new_fake(int64_t wall_ms);
void loop_free(struct loop *loop);

/* The time, read when the loop wakes, and before it sleeps. */
int64_t loop_now(const struct loop *loop);
/* Reads the clock again, for work that is long within one turn. */
int64_t loop_refresh(struct loop *loop);
/* Milliseconds since 1970 that belong to loop_now(). */
int64_t loop_wall_ms(const struct loop *loop);

/* A timer that is set already is moved. A time in the past becomes now. What a
 * timer's callback sets runs next turn at the earliest. */
void loop_timer_set(struct loop *loop, struct timer *timer, int64_t at);
void loop_timer_stop(struct loop *loop, struct timer *timer);

/* Watches a descriptor; events of 0 is loop_unwatch(). One watch each. */
void loop_watch(struct loop *loop, int fd, unsigned events, loop_fd_fn *fn,
    void *data);
void loop_unwatch(struct loop *loop, int fd);

/* Calls fn from the loop when the signal came; fn of NULL restores what was
 * before. Only one loop in a process can have signals. */
void loop_signal(struct loop *loop, int number, loop_signal_fn *fn, void *data);

/* The one hook that runs before each sleep: drawing. */
void loop_before_sleep(struct loop *loop, loop_fn *fn, void *data);

/* Runs until loop_stop(). A fake loop also returns when nothing can happen any
 * more. */
void loop_run(struct loop *loop);
void loop_stop(struct loop *loop);
/* Runs for that long and no longer (a fake loop: until all that is due by then
 * has happened), or until loop_stop(). */
void loop_run_for(struct loop *loop, int64_t us);

#endif
