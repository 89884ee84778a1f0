/* test_gate.c: the gate between an engine and whoever listens, with an engine
 * of scripted events: held, walked through and cancelled at each of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/gate.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { PIECE_MS = 10, LONG_MS = 60000 };

/* ---- An engine that says what it is told: a piece every 10 ms. */

/* A character an event; see said[]. A blank ends a piece. */
struct puppet {
	struct engine engine;
	struct timer timer;
	const char *script, *at;
	bool paused;
	bool cancelled;
};

static struct ending finished = { .state = MESSAGE_FINISHED };
static struct ending broken = { .state = MESSAGE_TRUNCATED };

static struct engine_event
event_of(const char *c)
{
	struct engine_event event = { .kind = ENGINE_TEXT, .bytes = c,
		.len = 1, .tokens = 1 };

	switch (*c) {
	case '#':
		event = (struct engine_event){ .kind = ENGINE_BYTES,
			.bytes = "1234567", .len = 7 };
		break;
	case '~':
		event = (struct engine_event){ .kind = ENGINE_ANOMALY,
			.string = "odd", .string_len = 3 };
		break;
	case '.':
		event = (struct engine_event){ .kind = ENGINE_ANSWERED,
			.end = &finished };
		break;
	case '!':
		event = (struct engine_event){ .kind = ENGINE_FINISHED,
			.end = &finished };
		break;
	case '?':
		event = (struct engine_event){ .kind = ENGINE_FINISHED,
			.end = &broken };
		break;
	}
	return event;
}

static void
wake(struct puppet *puppet)
{
	loop_timer_set(puppet->engine.loop, &puppet->timer,
	    loop_now(puppet->engine.loop) + LOOP_MS(PIECE_MS));
}

/* A pause counts from the next piece on, as with a server. */
static void
on_timer(void *data)
{
	struct puppet *puppet = data;
	struct engine_event cancelled = { .kind = ENGINE_CANCELLED };

	if (puppet->cancelled) {
		engine_emit(&puppet->engine, &cancelled);
		return;
	}
	while (puppet->engine.running && !puppet->cancelled && *puppet->at &&
	    *puppet->at != ' ') {
		struct engine_event event = event_of(puppet->at++);

		engine_emit(&puppet->engine, &event);
	}
	if (!puppet->engine.running || puppet->cancelled)
		return;
	puppet->at += *puppet->at == ' ';
	if (!puppet->paused)
		wake(puppet);
}

static void
puppet_start(struct engine *engine, const struct request *request)
{
	struct puppet *puppet = (struct puppet *)engine;

	(void)request;
	puppet->at = puppet->script;
	puppet->paused = puppet->cancelled = false;
	wake(puppet);
}

static void
puppet_cancel(struct engine *engine)
{
	struct puppet *puppet = (struct puppet *)engine;

	puppet->cancelled = true;
	loop_timer_set(engine->loop, &puppet->timer, loop_now(engine->loop));
}

static void
puppet_pause(struct engine *engine, bool paused)
{
	struct puppet *puppet = (struct puppet *)engine;

	puppet->paused = paused;
	if (paused)
		loop_timer_stop(engine->loop, &puppet->timer);
	else
		wake(puppet);
}

static void
puppet_abandon(struct engine *engine)
{
	loop_timer_stop(engine->loop, &((struct puppet *)engine)->timer);
}

static const struct engine_ops ops = { .name = "puppet",
	.start = puppet_start,
	.cancel = puppet_cancel,
	.pause = puppet_pause,
	.abandon = puppet_abandon };

/* ---- Whoever listens. */

enum then { NOTHING, HOLD, CANCEL, START_AGAIN };

static struct loop *loop;
static struct puppet puppet;
static struct gate gate;
static struct breaks breaks;
static struct request request;
static struct text heard; /* the script's character of each event */
static size_t events, held_count, resumed_count;
static size_t act_at; /* event number, from 1 on */
static enum then then;
static enum gate_why why;
static struct gate_pause pause_told;
static int64_t last_at; /* gate_now() then */

static void start(const char *script);

static void
act(void)
{
	switch (then) {
	case NOTHING:
		break;
	case HOLD:
		gate_hold(&gate);
		break;
	case CANCEL:
		gate_cancel(&gate);
		break;
	case START_AGAIN:
		then = NOTHING;
		start(puppet.script);
		break;
	}
}

static void
on_event(void *data, const struct engine_event *event)
{
	static const char names[] = { [ENGINE_BYTES] = '#',
		[ENGINE_ANOMALY] = '~', [ENGINE_ANSWERED] = '.',
		[ENGINE_FINISHED] = '!', [ENGINE_CANCELLED] = 'X' };

	(void)data;
	if (event->kind == ENGINE_TEXT)
		text_append(&heard, event->bytes, event->len);
	else
		text_append(&heard, &names[event->kind], 1);
	last_at = gate_now(&gate);
	if (++events == act_at)
		act();
}

static void
on_held(void *data, enum gate_why reason, const struct breakpoint *breakpoint)
{
	(void)data;
	assert_true((reason == GATE_BREAK) == (breakpoint != NULL));
	why = reason;
	held_count++;
}

static void
on_resumed(void *data, const struct gate_pause *told)
{
	(void)data;
	pause_told = *told;
	resumed_count++;
}

static int
setup(void **state)
{
	(void)state;
	loop = loop_new_fake(0);
	puppet = (struct puppet){ .engine = { .ops = &ops, .loop = loop },
		.timer = { .fn = on_timer, .data = &puppet } };
	gate_init(&gate, loop);
	gate.handlers = (struct gate_handlers){ NULL, on_held, on_resumed };
	gate.breaks = &breaks;
	settings_init(&request.settings);
	events = held_count = resumed_count = act_at = 0;
	then = NOTHING;
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	gate_release(&gate);
	loop_timer_stop(loop, &puppet.timer);
	breaks_release(&breaks);
	settings_release(&request.settings);
	text_release(&heard);
	loop_free(loop);
	return 0;
}

static void
again(void)
{
	teardown(NULL);
	setup(NULL);
}

static void
start(const char *script)
{
	puppet.script = script;
	gate_start(&gate, &puppet.engine, &request, on_event, NULL);
}

static void
run(int64_t ms)
{
	loop_run_for(loop, LOOP_MS(ms));
}

static void
add_break(const char *spec)
{
	struct text error = { 0 };

	if (!breaks_add(&breaks, spec, &error))
		fail_msg("%s", text_string(&error));
}

#define assert_log(wanted) assert_string_equal(text_string(&heard), wanted)

/* ---- Holding. */

static const char script[] = "#ab #~c d #e. ~f!";
#define ALL "#ab#~cd#e.~f!"
enum { EVENTS = sizeof(ALL) - 1, ANSWERED = 10 };

static void
gate__passes__all_as_it_comes(void **state)
{
	(void)state;
	start(script);
	run(PIECE_MS);
	assert_log("#ab");
	run(LONG_MS);
	assert_log(ALL);
	assert_int_equal(last_at, LOOP_MS(5 * PIECE_MS));
	assert_int_equal(held_count + resumed_count, 0);
}

static void
gate_hold__lets_nothing_through__at_any_event(void **state)
{
	(void)state;
	for (size_t i = 1; i < ANSWERED; i++) {
		again();
		then = HOLD;
		act_at = i;
		start(script);
		run(LONG_MS);
		assert_int_equal(events, i);
		assert_true(gate_is_held(&gate));
		gate_resume(&gate);
		assert_int_equal(events, i); /* not from inside of the call */
		run(LONG_MS);
		assert_log(ALL);
		assert_false(gate_is_held(&gate));
		assert_int_equal(resumed_count, 1);
		assert_int_equal(why, GATE_ASKED);
		/* A piece that came when it was held waited 10 ms again. */
		assert_in_range(last_at, LOOP_MS(4 * PIECE_MS),
		    LOOP_MS(6 * PIECE_MS));
	}
}

/* The answer is over: there is nothing to hold. */
static void
gate_hold__does_nothing__behind_the_answer(void **state)
{
	(void)state;
	for (size_t i = ANSWERED; i <= EVENTS; i++) {
		again();
		add_break("on anomaly");
		breaks_release(&breaks);
		then = HOLD;
		act_at = i;
		start(script);
		run(LONG_MS);
		assert_log(ALL);
	}
	gate_hold(&gate);
	gate_step(&gate, 1);
	gate_resume(&gate);
	assert_int_equal(held_count, 0);
	assert_int_equal(gate.state, GATE_OPEN);
}

static void
gate_now__stands_still__while_held(void **state)
{
	(void)state;
	start("a b c!");
	run(PIECE_MS + 3);
	gate_hold(&gate);
	run(LONG_MS);
	assert_int_equal(gate_now(&gate), LOOP_MS(PIECE_MS + 3));
	gate_resume(&gate);
	run(0);
	assert_int_equal(gate_now(&gate), LOOP_MS(PIECE_MS + 3));
	run(2);
	assert_int_equal(gate_now(&gate), LOOP_MS(PIECE_MS + 5));
	assert_int_equal(loop_now(loop), LOOP_MS(LONG_MS + PIECE_MS + 5));
}

static void
gate_sleep__lets_time_stand_still__and_no_more(void **state)
{
	(void)state;
	start("a b c!");
	run(PIECE_MS);
	gate_sleep(&gate, true);
	run(LONG_MS);
	assert_log("a");
	assert_false(gate_is_held(&gate));
	gate_sleep(&gate, false);
	run(LONG_MS);
	assert_log("abc!");
	assert_int_equal(held_count + resumed_count, 0);
}

/* ---- Steps. */

static void
gate_step__passes__so_many_tokens(void **state)
{
	static const char *const logs[] = { "#a", "#ab", "#ab#~c", "#ab#~cd",
		"#ab#~cd#e", ALL };

	(void)state;
	for (size_t n = 1; n <= COUNT(logs); n++) {
		again();
		start(script);
		gate_hold(&gate);
		gate_step(&gate, (int64_t)n);
		run(LONG_MS);
		assert_log(logs[n - 1]);
		assert_int_equal(gate_is_held(&gate), n < COUNT(logs));
	}
}

static void
gate_step__walks__through_all(void **state)
{
	static const char *const logs[] = { "#a", "#ab", "#ab#~c", "#ab#~cd",
		"#ab#~cd#e", ALL };

	(void)state;
	start(script);
	for (size_t i = 0; i < COUNT(logs); i++) {
		gate_step(&gate, 1);
		run(LONG_MS);
		assert_log(logs[i]);
	}
	assert_int_equal(why, GATE_STEPPED);
	assert_int_equal(resumed_count, 1);
}

/* ---- Breakpoints. */

static void
gate__holds__before_a_breakpoint(void **state)
{
	static const struct {
		const char *script, *spec, *log;
	} cases[] = {
		{ "ab c!", "at 1", "" },
		{ "ab c!", "at 2", "a" },
		{ "ab c!", "at 3", "ab" },
		{ "ab c!", "at 4", "abc!" },
		{ "ab c.!", "on finish", "abc" },
		{ "ab c!", "on finish", "abc" },
		{ "ab c?", "on finish", "abc" },
		{ "ab~c.!", "on anomaly", "ab" },
		{ "abc.~!", "on anomaly", "abc.~!" },
		{ "abcab c!", "on cab", "abca" },
		{ "aab!", "on ab", "aa" },
		{ "aab!", "on \"finish\"", "aab!" },
		{ "a b!", "on x", "ab!" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		bool held = !strchr(cases[i].log, '!');

		again();
		add_break(cases[i].spec);
		start(cases[i].script);
		run(LONG_MS);
		assert_log(cases[i].log);
		assert_int_equal(held_count, held);
		assert_int_equal(gate_is_held(&gate), held);
		if (held)
			assert_int_equal(why, GATE_BREAK);
		gate_resume(&gate);
		run(LONG_MS);
		assert_int_equal(heard.len, strlen(cases[i].script) -
		    (strchr(cases[i].script, ' ') != NULL));
		assert_int_equal(held_count, held);
	}
}

/* Also from those that wait, and while it is stepped. */
static void
gate__holds__at_each_breakpoint(void **state)
{
	(void)state;
	add_break("at 2");
	add_break("on c");
	add_break("on finish");
	start("abcd!");
	run(LONG_MS);
	assert_log("a");
	gate_resume(&gate);
	run(LONG_MS);
	assert_log("ab");
	gate_step(&gate, 100);
	run(LONG_MS);
	assert_log("abcd");
	gate_step(&gate, 1);
	run(LONG_MS);
	assert_log("abcd!");
	assert_int_equal(held_count, 3);
}

static void
send_text(enum engine_event_kind kind, const char *bytes)
{
	struct engine_event event = { .kind = kind, .bytes = bytes,
		.len = strlen(bytes), .string = "END", .string_len = 3,
		.tokens = 1 };

	engine_emit(&puppet.engine, &event);
}

/* "xEND" in two pieces, at each cut, held back or not. */
static void
gate__finds_a_text__held_back_or_not(void **state)
{
	static const struct {
		enum engine_event_kind kinds[3];
		const char *bytes[3];
		size_t at; /* the event it stops at, from 1 on */
	} cases[] = {
		{ { ENGINE_TEXT, ENGINE_TEXT, ENGINE_TEXT },
		    { "x", "xEND", "y" }, 2 },
		{ { ENGINE_TEXT, ENGINE_TEXT, ENGINE_TEXT },
		    { "xE", "NDy", "y" }, 2 },
		{ { ENGINE_TEXT, ENGINE_TEXT, ENGINE_TEXT },
		    { "xE", "N", "Dyy" }, 3 },
		{ { ENGINE_TEXT, ENGINE_HELD, ENGINE_MATCHED },
		    { "x", "EN", "END" }, 3 },
		{ { ENGINE_HELD, ENGINE_HELD, ENGINE_TEXT },
		    { "E", "EN", "EN" }, 0 },
		{ { ENGINE_HELD, ENGINE_HELD, ENGINE_TEXT },
		    { "E", "END", "ENDE" }, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		again();
		add_break("on END");
		start("");
		for (size_t k = 0; k < 3; k++) {
			size_t before = held_count;

			send_text(cases[i].kinds[k], cases[i].bytes[k]);
			assert_int_equal(held_count - before,
			    k + 1 == cases[i].at);
			gate_resume(&gate);
			loop_run_for(loop, 0);
		}
		assert_int_equal(events, 3);
	}
}

/* ---- Ends. */

static void
gate_cancel__ends_it__at_any_event(void **state)
{
	(void)state;
	for (size_t i = 1; i < ANSWERED; i++) {
		again();
		then = HOLD;
		act_at = i;
		start(script);
		run(LONG_MS);
		gate_cancel(&gate);
		assert_int_equal(events, i);
		run(LONG_MS);
		assert_int_equal(events, i + 1);
		assert_int_equal(heard.bytes[i], 'X');
		assert_false(gate_is_held(&gate));
		assert_false(puppet.engine.running);
	}
}

/* The engine has said its last word, and nobody has heard it. */
static void
gate_cancel__ends_it__when_the_engine_has_ended(void **state)
{
	(void)state;
	add_break("at 2");
	start("abc.!");
	run(LONG_MS);
	assert_false(puppet.engine.running);
	gate_cancel(&gate);
	assert_log("a");
	run(LONG_MS);
	assert_log("aX");
}

static void
gate_cancel__works__inside_any_event(void **state)
{
	(void)state;
	for (size_t i = 1; i < 9; i++)
		for (int waiting = 0; waiting < 2; waiting++) {
			again();
			then = CANCEL;
			act_at = i;
			start("#ab~cd#e.!");
			if (waiting)
				add_break("at 1");
			run(LONG_MS);
			gate_resume(&gate);
			run(LONG_MS);
			assert_int_equal(heard.bytes[heard.len - 1], 'X');
			assert_int_equal(events, i + 1);
		}
}

static void
gate__begins_again__in_the_last_event(void **state)
{
	(void)state;
	for (int waiting = 0; waiting < 2; waiting++) {
		again();
		then = START_AGAIN;
		act_at = 3;
		if (waiting)
			add_break("at 1");
		start("ab!");
		run(LONG_MS);
		gate_resume(&gate);
		run(LONG_MS);
		assert_string_equal(text_string(&heard),
		    waiting ? "ab!" : "ab!ab!");
		gate_resume(&gate);
		run(LONG_MS);
		assert_log("ab!ab!");
	}
}

static void
gate_abandon__drops__what_is_late(void **state)
{
	(void)state;
	start("a. bc!");
	run(PIECE_MS);
	gate_abandon(&gate);
	assert_false(puppet.engine.running);
	run(LONG_MS);
	assert_log("a.");
}

/* ---- What the server had done meanwhile. */

static void
gate_resume__tells__what_had_waited(void **state)
{
	static const struct {
		const char *script;
		uint64_t bytes;
		bool ended, broken;
	} cases[] = {
		{ "a ##b#", 21, false, false },
		{ "a ", 0, false, false },
		{ "a #b.", 7, true, false },
		{ "a #?", 7, true, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		again();
		start(cases[i].script);
		run(PIECE_MS);
		gate_hold(&gate);
		run(5000);
		gate_resume(&gate);
		run(30);
		assert_int_equal(resumed_count, 1);
		assert_int_equal(pause_told.us, LOOP_MS(5000));
		assert_true(pause_told.reading);
		assert_int_equal(pause_told.bytes, cases[i].bytes);
		assert_int_equal(pause_told.ended, cases[i].ended);
		assert_int_equal(pause_told.broken, cases[i].broken);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(gate__passes__all_as_it_comes),
		TEST(gate_hold__lets_nothing_through__at_any_event),
		TEST(gate_hold__does_nothing__behind_the_answer),
		TEST(gate_now__stands_still__while_held),
		TEST(gate_sleep__lets_time_stand_still__and_no_more),
		TEST(gate_step__passes__so_many_tokens),
		TEST(gate_step__walks__through_all),
		TEST(gate__holds__before_a_breakpoint),
		TEST(gate__holds__at_each_breakpoint),
		TEST(gate__finds_a_text__held_back_or_not),
		TEST(gate_cancel__ends_it__at_any_event),
		TEST(gate_cancel__ends_it__when_the_engine_has_ended),
		TEST(gate_cancel__works__inside_any_event),
		TEST(gate__begins_again__in_the_last_event),
		TEST(gate_abandon__drops__what_is_late),
		TEST(gate_resume__tells__what_had_waited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
