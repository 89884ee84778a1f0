/* test_loop.c: timers in fake time, real descriptors and signals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/loop.h"
#include "../src/text.h"

static struct loop *loop;
static struct text noted; /* what happened, a word each */

static int
open_loop(void **state)
{
	(void)state;
	loop = loop_new_fake(1700000000000);
	text_clear(&noted);
	return 0;
}

static int
close_loop(void **state)
{
	(void)state;
	loop_free(loop);
	text_release(&noted);
	return 0;
}

static void
note(void *data)
{
	text_printf(&noted, "%s ", (const char *)data);
}

#define TIMER(callback, argument) { .fn = (callback), .data = (argument) }

static void
stop(void *data)
{
	(void)data;
	loop_stop(loop);
}

static void
count(void *data)
{
	++*(int *)data;
}

/* ---- Timers. */

static void
loop_timer_set__runs__by_time_then_order(void **state)
{
	struct timer a = TIMER(note, "a"), b = TIMER(note, "b");
	struct timer c = TIMER(note, "c"), d = TIMER(note, "d");

	(void)state;
	loop_timer_set(loop, &a, 20);
	loop_timer_set(loop, &b, 10);
	loop_timer_set(loop, &c, 20);
	loop_timer_set(loop, &d, 10);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "b d a c ");
	assert_int_equal(loop_now(loop), 20);
	assert_int_equal(a.slot + b.slot + c.slot + d.slot, 0);
}

static void
loop_timer_set__moves__a_timer_that_is_set(void **state)
{
	struct timer a = TIMER(note, "a"), b = TIMER(note, "b");
	struct timer c = TIMER(note, "c");

	(void)state;
	loop_timer_set(loop, &a, 10);
	loop_timer_set(loop, &b, 20);
	loop_timer_set(loop, &c, 30);
	loop_timer_set(loop, &c, 5);
	loop_timer_set(loop, &a, 20);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "c b a ");
}

struct pair {
	struct timer self;
	struct timer other;
};

static void
stop_other(void *data)
{
	struct pair *pair = data;

	note("self");
	loop_timer_stop(loop, &pair->self);
	loop_timer_stop(loop, &pair->other);
	loop_timer_stop(loop, &pair->other);
}

static void
loop_timer_stop__holds__for_those_due_in_the_same_turn(void **state)
{
	struct pair pair = { TIMER(stop_other, &pair),
		TIMER(note, "other") };
	struct timer last = TIMER(note, "last");

	(void)state;
	loop_timer_set(loop, &pair.self, 10);
	loop_timer_set(loop, &pair.other, 10);
	loop_timer_set(loop, &last, 10);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "self last ");
}

enum { MANY = 10000 };

struct many {
	struct timer timers[MANY];
	int64_t last_at;
	uint64_t last_order;
	int ran;
	uint32_t random;
};

static struct many many;

static uint32_t
draw(uint32_t below)
{
	many.random = many.random * 1664525 + 1013904223;
	return (many.random >> 8) % below;
}

static void
check_order(void *data)
{
	const struct timer *timer = data;

	assert_int_equal(loop_now(loop), timer->at);
	assert_true(timer->at > many.last_at ||
	    (timer->at == many.last_at && timer->order > many.last_order));
	many.last_at = timer->at;
	many.last_order = timer->order;
	many.ran++;
}

static void
loop_timer_set__sorts__ten_thousand(void **state)
{
	int expected = MANY;

	(void)state;
	many = (struct many){ .last_at = -1, .random = 1 };
	for (int i = 0; i < MANY; i++) {
		struct timer *timer = &many.timers[i];

		*timer = (struct timer)TIMER(check_order, timer);
		loop_timer_set(loop, timer, draw(MANY / 4));
	}
	for (int i = 0; i < MANY; i++) {
		struct timer *timer = &many.timers[draw(MANY)];

		if (draw(2))
			loop_timer_set(loop, timer, draw(MANY / 4));
		else
			loop_timer_stop(loop, timer);
	}
	for (int i = 0; i < MANY; i++)
		if (!many.timers[i].slot)
			expected--;
	assert_in_range(expected, MANY / 4, MANY - 1);
	loop_run(loop);
	assert_int_equal(many.ran, expected);
}

struct again {
	struct timer timer;
	int left;
	int64_t at;
};

static void
set_again(void *data)
{
	struct again *again = data;

	note("again");
	if (--again->left)
		loop_timer_set(loop, &again->timer, again->at);
}

static void
loop_timer_set__lets__others_go_first_that_are_due(void **state)
{
	struct again again = { TIMER(set_again, &again), 3, -100 };
	struct timer a = TIMER(note, "a"), b = TIMER(note, "b");

	(void)state;
	loop_timer_set(loop, &again.timer, 10);
	loop_timer_set(loop, &a, 10);
	loop_timer_set(loop, &b, 11);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "again a again again b ");
}

/* ---- Running. */

static void
loop_run_for__ends__exactly_then(void **state)
{
	struct again again = { TIMER(set_again, &again), 3, 1000 };
	struct timer late = TIMER(note, "late");

	(void)state;
	loop_timer_set(loop, &again.timer, 1000);
	loop_timer_set(loop, &late, 1001);
	loop_run_for(loop, 999);
	assert_int_equal(loop_now(loop), 999);
	assert_string_equal(text_string(&noted), "");
	loop_run_for(loop, 1);
	assert_int_equal(loop_now(loop), 1000);
	assert_string_equal(text_string(&noted), "again again again ");
	loop_run_for(loop, 0);
	assert_int_equal(loop_now(loop), 1000);
	loop_run_for(loop, LOOP_MS(2));
	assert_int_equal(loop_now(loop), 3000);
	assert_string_equal(text_string(&noted), "again again again late ");
	assert_int_equal(loop_wall_ms(loop), 1700000000003);
}

static void
loop_stop__ends__the_run_it_is_called_in(void **state)
{
	struct timer ends = TIMER(stop, NULL), late = TIMER(note, "late");

	(void)state;
	loop_timer_set(loop, &ends, 10);
	loop_timer_set(loop, &late, 20);
	loop_run_for(loop, 100);
	assert_int_equal(loop_now(loop), 10);
	loop_run(loop);
	assert_int_equal(loop_now(loop), 20);
	assert_string_equal(text_string(&noted), "late ");
}

static void
loop_stop__ends__the_next_run_if_none_is_on(void **state)
{
	struct timer late = TIMER(note, "late");

	(void)state;
	loop_timer_set(loop, &late, 20);
	loop_stop(loop);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "");
	loop_run(loop);
	assert_string_equal(text_string(&noted), "late ");
}

static void
loop_before_sleep__runs__once_a_turn(void **state)
{
	struct timer a = TIMER(note, "a"), b = TIMER(note, "b");
	struct timer c = TIMER(note, "c");

	(void)state;
	loop_before_sleep(loop, note, "hook");
	loop_timer_set(loop, &a, 10);
	loop_timer_set(loop, &b, 10);
	loop_timer_set(loop, &c, 20);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "hook a b hook c hook ");
}

static void
loop_run_for__keeps__to_the_real_clock(void **state)
{
	struct loop *real = loop_new();
	int64_t start = loop_now(real);
	int ran = 0;
	struct timer soon = TIMER(count, &ran), late = TIMER(count, &ran);

	(void)state;
	loop_timer_set(real, &soon, start + 300);
	loop_timer_set(real, &late, start + LOOP_MS(3600000));
	loop_run_for(real, 600);
	assert_int_equal(ran, 1);
	assert_true(loop_now(real) >= start + 600);
	assert_true(loop_refresh(real) >= start + 600);
	assert_true(loop_wall_ms(real) > 1700000000000);
	loop_free(real);
}

/* ---- Descriptors. */

static void
take(void *data, int fd, unsigned ready)
{
	char byte;

	assert_int_equal(ready, LOOP_READ);
	if (read(fd, &byte, 1) == 1) {
		text_printf(&noted, "%s%c ", (const char *)data, byte);
		return;
	}
	text_printf(&noted, "%s-end ", (const char *)data);
	loop_unwatch(loop, fd);
}

static void
loop_watch__tells__of_bytes_and_of_the_end(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	loop_watch(loop, ends[0], LOOP_READ, take, "in");
	loop_run(loop);
	assert_string_equal(text_string(&noted), "");
	assert_int_equal(write(ends[1], "xy", 2), 2);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "inx iny ");
	close(ends[1]);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "inx iny in-end ");
	close(ends[0]);
}

static void
loop_watch__works__on_what_is_no_stream(void **state)
{
	int null = open("/dev/null", O_RDONLY);

	(void)state;
	assert_true(null >= 0);
	loop_watch(loop, null, LOOP_READ, take, "null");
	loop_run(loop);
	assert_string_equal(text_string(&noted), "null-end ");
	close(null);
}

static void
note_ready(void *data, int fd, unsigned ready)
{
	text_printf(&noted, "%s%s%s ", (const char *)data,
	    ready & LOOP_READ ? "r" : "", ready & LOOP_WRITE ? "w" : "");
	loop_unwatch(loop, fd);
}

static void
loop_watch__tells__only_what_was_asked_for(void **state)
{
	static const struct {
		unsigned first, then;
		const char *noted;
	} cases[] = {
		{ 0, LOOP_READ, "fdr " },
		{ 0, LOOP_WRITE, "fdw " },
		{ 0, LOOP_READ | LOOP_WRITE, "fdrw " },
		{ LOOP_WRITE, LOOP_READ, "fdr " },
		{ LOOP_READ, 0, "" },
	};
	int ends[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_int_equal(write(ends[1], "x", 1), 1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		text_clear(&noted);
		loop_watch(loop, ends[0], cases[i].first, note_ready, "old");
		loop_watch(loop, ends[0], cases[i].then, note_ready, "fd");
		loop_run(loop);
		assert_string_equal(text_string(&noted), cases[i].noted);
	}
	close(ends[0]);
	close(ends[1]);
}

static void
loop_watch__tells__of_trouble(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	loop_watch(loop, ends[1], LOOP_WRITE, note_ready, "broken");
	loop_run(loop);
	close(ends[1]);
	loop_watch(loop, ends[1], LOOP_READ, note_ready, "closed");
	loop_run(loop);
	loop_watch(loop, ends[1], LOOP_WRITE, note_ready, "closed");
	loop_run(loop);
	assert_string_equal(text_string(&noted), "brokenw closedr closedw ");
}

struct reuse {
	int victim;
	int ends[2];
	const char *name;
};

static void
replace_victim(void *data, int fd, unsigned ready)
{
	struct reuse *reuse = data;

	take("killer", fd, ready);
	loop_unwatch(loop, reuse->victim);
	close(reuse->victim);
	assert_int_equal(pipe(reuse->ends), 0);
	assert_int_equal(reuse->ends[0], reuse->victim);
	loop_watch(loop, reuse->ends[0], LOOP_READ, take, "new");
}

static void
loop_watch__calls__nobody_for_a_descriptor_before(void **state)
{
	struct reuse reuse = { 0 };
	int killer[2], victim[2];

	(void)state;
	assert_int_equal(pipe(killer), 0);
	assert_int_equal(pipe(victim), 0);
	/* take() would block on the new pipe, were it called too early. */
	reuse.victim = victim[0];
	loop_watch(loop, killer[0], LOOP_READ, replace_victim, &reuse);
	loop_watch(loop, victim[0], LOOP_READ, take, "victim");
	assert_int_equal(write(killer[1], "k", 1), 1);
	assert_int_equal(write(victim[1], "v", 1), 1);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "killerk ");
	assert_int_equal(write(reuse.ends[1], "n", 1), 1);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "killerk newn ");
	close(killer[0]);
	close(killer[1]);
	close(victim[1]);
	close(reuse.ends[0]);
	close(reuse.ends[1]);
}

static void
loop_watch__gets__its_turn_beside_busy_timers(void **state)
{
	struct again again = { TIMER(set_again, &again), 3, 0 };
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "123", 3), 3);
	loop_watch(loop, ends[0], LOOP_READ, take, "");
	loop_timer_set(loop, &again.timer, 0);
	loop_run(loop);
	assert_string_equal(text_string(&noted),
	    "1 again 2 again 3 again ");
	close(ends[0]);
	close(ends[1]);
}

static void
only_read_other(void *data, int fd, unsigned ready)
{
	take("one", fd, ready);
	loop_watch(loop, *(int *)data, LOOP_READ, note_ready, "other");
}

static void
loop_watch__narrows__what_is_found_already(void **state)
{
	int one[2], other[2];

	(void)state;
	assert_int_equal(pipe(one), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, other), 0);
	assert_int_equal(write(one[1], "x", 1), 1);
	loop_watch(loop, one[0], LOOP_READ, only_read_other, &other[0]);
	loop_watch(loop, other[0], LOOP_WRITE, note_ready, "other");
	loop_run(loop);
	assert_string_equal(text_string(&noted), "onex ");
	assert_int_equal(write(other[1], "x", 1), 1);
	loop_run(loop);
	assert_string_equal(text_string(&noted), "onex otherr ");
	close(one[0]);
	close(one[1]);
	close(other[0]);
	close(other[1]);
}

struct opener {
	int fds[64][2];
};

/* Makes the loop's arrays move while it walks through them. */
static void
open_many(void *data, int fd, unsigned ready)
{
	struct opener *opener = data;

	take("first", fd, ready);
	for (size_t i = 0; i < 64; i++) {
		assert_int_equal(pipe(opener->fds[i]), 0);
		assert_int_equal(write(opener->fds[i][1], "x", 1), 1);
		loop_watch(loop, opener->fds[i][0], LOOP_READ, take, "");
	}
}

static void
loop_watch__adds__many_from_a_callback(void **state)
{
	struct opener opener;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "1", 1), 1);
	loop_watch(loop, ends[0], LOOP_READ, open_many, &opener);
	loop_run(loop);
	assert_int_equal(noted.len, sizeof("first1 ") - 1 + 64 * 2);
	for (size_t i = 0; i < 64; i++) {
		close(opener.fds[i][0]);
		close(opener.fds[i][1]);
	}
	close(ends[0]);
	close(ends[1]);
}

/* ---- Signals. */

static void
note_signal(void *data, int number)
{
	text_printf(&noted, "%s%d ", (const char *)data, number == SIGUSR1);
}

static volatile sig_atomic_t before_ran;

static void
before(int number)
{
	(void)number;
	before_ran++;
}

static void
loop_signal__calls__from_the_loop_before_descriptors(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "x", 1), 1);
	loop_watch(loop, ends[0], LOOP_READ, take, "fd");
	loop_signal(loop, SIGUSR1, note_signal, "usr");
	loop_signal(loop, SIGWINCH, note_signal, "winch");
	errno = 0;
	raise(SIGWINCH);
	for (int i = 0; i < 100000; i++)
		raise(SIGUSR1);
	assert_int_equal(errno, 0);
	assert_string_equal(text_string(&noted), "");
	loop_run(loop);
	assert_string_equal(text_string(&noted), "usr1 winch0 fdx ");
	close(ends[0]);
	close(ends[1]);
}

static void
loop_signal__restores__what_was_before(void **state)
{
	struct sigaction action = { .sa_handler = before };

	(void)state;
	before_ran = 0;
	assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
	loop_signal(loop, SIGUSR1, note_signal, "usr");
	loop_signal(loop, SIGUSR1, note_signal, "new");
	raise(SIGUSR1);
	loop_run(loop);
	loop_signal(loop, SIGUSR1, NULL, NULL);
	raise(SIGUSR1);
	loop_run(loop);
	assert_int_equal(before_ran, 1);

	loop_signal(loop, SIGUSR1, note_signal, "usr");
	loop_free(loop);
	raise(SIGUSR1);
	assert_int_equal(before_ran, 2);
	assert_string_equal(text_string(&noted), "new1 ");
	loop = loop_new_fake(0);
	signal(SIGUSR1, SIG_DFL);
}

static void
stop_real(void *data, int number)
{
	(void)number;
	loop_stop(data);
}

static void
loop_signal__wakes__a_loop_that_sleeps(void **state)
{
	const struct itimerval soon = { .it_value = { .tv_usec = 1000 } };
	struct loop *real = loop_new();

	(void)state;
	loop_signal(real, SIGALRM, stop_real, real);
	assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
	loop_run(real);
	loop_free(real);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_loop, close_loop)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(loop_timer_set__runs__by_time_then_order),
		TEST(loop_timer_set__moves__a_timer_that_is_set),
		TEST(loop_timer_stop__holds__for_those_due_in_the_same_turn),
		TEST(loop_timer_set__sorts__ten_thousand),
		TEST(loop_timer_set__lets__others_go_first_that_are_due),
		TEST(loop_run_for__ends__exactly_then),
		TEST(loop_stop__ends__the_run_it_is_called_in),
		TEST(loop_stop__ends__the_next_run_if_none_is_on),
		TEST(loop_before_sleep__runs__once_a_turn),
		TEST(loop_run_for__keeps__to_the_real_clock),
		TEST(loop_watch__tells__of_bytes_and_of_the_end),
		TEST(loop_watch__works__on_what_is_no_stream),
		TEST(loop_watch__tells__only_what_was_asked_for),
		TEST(loop_watch__tells__of_trouble),
		TEST(loop_watch__calls__nobody_for_a_descriptor_before),
		TEST(loop_watch__narrows__what_is_found_already),
		TEST(loop_watch__gets__its_turn_beside_busy_timers),
		TEST(loop_watch__adds__many_from_a_callback),
		TEST(loop_signal__calls__from_the_loop_before_descriptors),
		TEST(loop_signal__restores__what_was_before),
		TEST(loop_signal__wakes__a_loop_that_sleeps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
