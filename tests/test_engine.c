/* test_engine.c: the contract of engine.h for each engine of the table, and
 * what the echo engine says and when, in fake time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/engine.h"
#include "../src/escape.h"
#include "stop_vectors.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* What a test does from inside an event. */
enum then { NOTHING, CANCEL, START_AGAIN, CLOSE };

struct fixture {
	struct loop *loop;
	struct engine *engine;
	struct conversation conversation;
	struct settings settings;
	struct request request;

	enum then at_text; /* once, at the next of its kind */
	enum then at_end;
	bool starting; /* inside engine_start() or engine_cancel() */

	struct text log; /* one line an event */
	struct text reply;
	struct text stop_reason; /* as JSON */
	struct text finish_reason;
	size_t events;
	size_t last_events;
	int64_t tokens;
	int64_t completion_tokens;
	int64_t at; /* when the last of them came */
	int64_t due_at; /* when the last token was planned to come */
	int64_t late; /* the most that one was, since then */
};

static void start(struct fixture *f);

static int
setup(void **state)
{
	static struct fixture fixture;
	struct text error = { 0 };

	memset(&fixture, 0, sizeof(fixture));
	fixture.loop = loop_new_fake(0);
	fixture.engine = engine_open("echo", fixture.loop, &error);
	settings_init(&fixture.settings);
	*state = &fixture;
	return 0;
}

static void
forget(struct fixture *f)
{
	text_release(&f->log);
	text_release(&f->reply);
	text_release(&f->stop_reason);
	text_release(&f->finish_reason);
	f->events = f->last_events = 0;
	f->tokens = f->completion_tokens = 0;
	f->late = 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	engine_close(f->engine);
	loop_free(f->loop);
	request_release(&f->request);
	settings_release(&f->settings);
	conversation_release(&f->conversation);
	forget(f);
	return 0;
}

static void
log_quoted(struct fixture *f, const char *bytes, size_t len)
{
	text_add(&f->log, " ");
	escape_quote(&f->log, bytes, len);
}

static void
see_ending(struct fixture *f, const struct ending *end)
{
	const struct stop_reason *reason = &end->stop_reason;

	if (end->error)
		text_printf(&f->log, " %s", end->error);
	if (end->finish_reason)
		text_add(&f->finish_reason, end->finish_reason);
	if (end->why)
		text_printf(&f->log, " %s: %s", end->finish_reason, end->why);
	switch (reason->kind) {
	case STOP_REASON_NONE:
		text_add(&f->stop_reason, "null");
		break;
	case STOP_REASON_STRING:
		text_printf(&f->stop_reason, "\"%s\"", reason->string.bytes);
		break;
	case STOP_REASON_ID:
		text_printf(&f->stop_reason, "%d", (int)reason->id);
		break;
	}
}

static void
see(struct fixture *f, const struct engine_event *event)
{
	static const char *const names[] = { [ENGINE_REQUEST] = "request",
		[ENGINE_HEAD] = "head", [ENGINE_RAW] = "raw",
		[ENGINE_TEXT] = "text", [ENGINE_REASONING] = "reasoning",
		[ENGINE_REFUSAL] = "refusal", [ENGINE_TOOL_CALL] = "tool call",
		[ENGINE_CHOICE] = "choice", [ENGINE_ANOMALY] = "anomaly",
		[ENGINE_HELD] = "held", [ENGINE_MATCHED] = "matched",
		[ENGINE_USAGE] = "usage", [ENGINE_NOTE] = "note",
		[ENGINE_ANSWERED] = "answered", [ENGINE_FINISHED] = "finished",
		[ENGINE_FAILED] = "failed", [ENGINE_CANCELLED] = "cancelled" };

	text_add(&f->log, names[event->kind]);
	if (event->bytes)
		log_quoted(f, event->bytes, event->len);
	if (event->string)
		log_quoted(f, event->string, event->string_len);
	if (event->bytes)
		text_printf(&f->log, " %u", event->tokens);
	if (event->kind == ENGINE_TEXT)
		text_append(&f->reply, event->bytes, event->len);
	if (event->kind == ENGINE_USAGE) {
		f->completion_tokens = event->usage.completion_tokens;
		text_printf(&f->log, " %d %d", (int)event->usage.prompt_tokens,
		    (int)event->usage.completion_tokens);
	}
	if (event->end)
		see_ending(f, event->end);
	text_add(&f->log, "\n");
}

static void
act(struct fixture *f, enum then *then)
{
	enum then now = *then;

	*then = NOTHING;
	switch (now) {
	case NOTHING:
		break;
	case CANCEL:
		engine_cancel(f->engine);
		break;
	case START_AGAIN:
		start(f);
		break;
	case CLOSE:
		engine_close(f->engine);
		f->engine = NULL;
		break;
	}
}

static void
on_event(void *data, const struct engine_event *event)
{
	struct fixture *f = data;
	bool is_last = event->kind >= ENGINE_FINISHED;

	assert_false(f->starting);
	f->events++;
	f->last_events += is_last;
	f->tokens += event->tokens;
	f->at = loop_now(f->loop);
	/* A time is planned for tokens, and for nothing else. */
	assert_true(event->tokens || !event->due_at);
	if (event->tokens)
		f->due_at = event->due_at;
	if (event->tokens && f->at - f->due_at > f->late)
		f->late = f->at - f->due_at;
	if (is_last)
		act(f, &f->at_end);
	else if (event->kind == ENGINE_TEXT)
		act(f, &f->at_text);
	/* Here, because what it points to must outlive what was done. */
	see(f, event);
}

static void
say(struct fixture *f, enum role role, const char *text)
{
	conversation_add(&f->conversation, role, 0, text, strlen(text));
}

static void
start(struct fixture *f)
{
	bool before = f->starting;

	request_release(&f->request);
	request_init(&f->request, &f->conversation, &f->settings, "echo");
	f->starting = true;
	engine_start(f->engine, &f->request, on_event, f);
	f->starting = before;
}

static void
cancel(struct fixture *f)
{
	f->starting = true;
	engine_cancel(f->engine);
	f->starting = false;
}

static void
check_last_line(const struct fixture *f, const char *line)
{
	const char *log = text_string(&f->log);
	size_t len = strlen(line);

	if (f->log.len < len)
		fail_msg("log is \"%s\"", log);
	assert_string_equal(log + f->log.len - len, line);
}

/* ---- The table. */

static void
engine_open__knows__each_name_and_alias(void **state)
{
	struct fixture *f = *state;
	struct text error = { 0 };

	for (size_t i = 0; engine_table[i]; i++) {
		const struct engine_ops *ops = engine_table[i];
		const char *const *alias = ops->aliases;
		struct engine *engine;

		/* Others need a target that is more than a name. */
		if (ops->accepts)
			continue;
		engine = engine_open(ops->name, f->loop, &error);
		assert_ptr_equal(engine->ops, ops);
		engine_close(engine);
		for (; alias && *alias; alias++) {
			engine = engine_open(*alias, f->loop, &error);
			assert_ptr_equal(engine->ops, ops);
			engine_close(engine);
		}
	}
	assert_int_equal(error.len, 0);
}

static void
engine_open__explains__what_there_is(void **state)
{
	static const struct {
		const char *name, *near;
	} cases[] = { { "gpt", NULL }, { "ehco", "did you mean echo?" },
		{ "", NULL } };
	struct fixture *f = *state;
	struct text error = { 0 }, begin = { 0 };

	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&error);
		text_clear(&begin);
		text_printf(&begin, "unknown engine \"%s\": there is echo (",
		    cases[i].name);
		assert_null(engine_open(cases[i].name, f->loop, &error));
		assert_memory_equal(text_string(&error), begin.bytes,
		    begin.len);
		for (size_t k = 0; engine_table[k]; k++)
			assert_non_null(strstr(text_string(&error),
			    engine_table[k]->help));
		if (cases[i].near)
			assert_non_null(
			    strstr(text_string(&error), cases[i].near));
		else
			assert_null(strstr(text_string(&error), "mean"));
	}
	text_release(&begin);
	text_release(&error);
}

/* ---- The contract. Each test runs for each engine. */

typedef void contract_test(struct fixture *f);

static void
sends_one_last_event(struct fixture *f)
{
	start(f);
	assert_true(f->engine->running);
	loop_run(f->loop);
	assert_false(f->engine->running);
	assert_int_equal(f->last_events, 1);
}

static void
is_cancelled_before_the_first_event(struct fixture *f)
{
	start(f);
	cancel(f);
	loop_run(f->loop);
	assert_string_equal(text_string(&f->log), "cancelled\n");
	assert_false(f->engine->running);
}

static void
is_cancelled_in_the_middle(struct fixture *f)
{
	start(f);
	loop_run_for(f->loop, LOOP_MS(25));
	assert_true(f->events > 0);
	assert_int_equal(f->last_events, 0);
	size_t before = f->events;
	cancel(f);
	loop_run(f->loop);
	assert_int_equal(f->events, before + 1);
	check_last_line(f, "cancelled\n");
	assert_int_equal(f->at, LOOP_MS(25));
}

static void
is_cancelled_inside_an_event(struct fixture *f)
{
	f->at_text = CANCEL;
	set(&f->settings, "delay", "0");
	start(f);
	loop_run(f->loop);
	assert_int_equal(f->events, 2);
	check_last_line(f, "cancelled\n");
}

static void
is_cancelled_twice(struct fixture *f)
{
	start(f);
	loop_run_for(f->loop, LOOP_MS(25));
	cancel(f);
	cancel(f);
	loop_run(f->loop);
	cancel(f);
	loop_run(f->loop);
	assert_int_equal(f->last_events, 1);
	check_last_line(f, "cancelled\n");
}

static void
is_silent_when_cancelled_after_the_end(struct fixture *f)
{
	cancel(f);
	start(f);
	loop_run(f->loop);
	size_t before = f->events;
	cancel(f);
	loop_run(f->loop);
	assert_int_equal(f->events, before);
}

static void
starts_again_after_a_cancel(struct fixture *f)
{
	start(f);
	loop_run_for(f->loop, LOOP_MS(25));
	cancel(f);
	loop_run(f->loop);
	forget(f);
	start(f);
	loop_run(f->loop);
	assert_int_equal(f->last_events, 1);
	assert_string_equal(f->finish_reason.bytes, "stop");
}

static void
starts_again_inside_the_last_event(struct fixture *f)
{
	f->at_end = START_AGAIN;
	start(f);
	loop_run(f->loop);
	assert_int_equal(f->last_events, 2);
	assert_false(f->engine->running);
}

static void
is_silent_when_closed(struct fixture *f)
{
	start(f);
	loop_run_for(f->loop, LOOP_MS(25));
	size_t before = f->events;
	engine_close(f->engine);
	f->engine = NULL;
	loop_run(f->loop);
	assert_int_equal(f->events, before);
}

static void
is_closed_inside_the_last_event(struct fixture *f)
{
	f->at_end = CLOSE;
	start(f);
	loop_run(f->loop);
	assert_int_equal(f->last_events, 1);
}

static void
run_for_each_engine(contract_test *test)
{
	for (size_t i = 0; engine_table[i]; i++) {
		struct text error = { 0 };
		struct fixture *f;

		/* Those that need a target have tests of their own. */
		if (engine_table[i]->accepts)
			continue;
		setup((void **)&f);
		engine_close(f->engine);
		f->engine = engine_open(engine_table[i]->name, f->loop, &error);
		set(&f->settings, "stop", "END");
		say(f, ROLE_USER, "hello END");
		test(f);
		teardown((void **)&f);
	}
}

static void
engine__keeps__the_contract(void **state)
{
	static contract_test *const tests[] = {
		sends_one_last_event,
		is_cancelled_before_the_first_event,
		is_cancelled_in_the_middle,
		is_cancelled_inside_an_event,
		is_cancelled_twice,
		is_silent_when_cancelled_after_the_end,
		starts_again_after_a_cancel,
		starts_again_inside_the_last_event,
		is_silent_when_closed,
		is_closed_inside_the_last_event,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(tests); i++)
		run_for_each_engine(tests[i]);
}

/* ---- Echo. */

static void
check_vector(struct fixture *f, const struct stop_vector *vector)
{
	settings_release(&f->settings);
	stop_vector_set(&f->settings, vector);
	conversation_truncate(&f->conversation, 0);
	forget(f);
	say(f, ROLE_USER, vector->prompt);
	start(f);
	loop_run(f->loop);
	if (strcmp(text_string(&f->reply), vector->text))
		fail_msg("%s: text is \"%s\"", vector->name,
		    text_string(&f->reply));
	assert_string_equal(f->stop_reason.bytes, vector->stop_reason);
	assert_string_equal(f->finish_reason.bytes, vector->finish_reason);
	assert_int_equal(f->completion_tokens, vector->tokens);
	/* Each token came with one event. */
	assert_int_equal(f->tokens, vector->tokens);
	assert_int_equal(f->last_events, 1);
}

static void
echo__ends__as_in_the_vectors(void **state)
{
	for (size_t i = 0; i < STOP_VECTORS; i++)
		check_vector(*state, &stop_vectors[i]);
}

static void
echo__sends__events_in_order(void **state)
{
	static const struct {
		const char *prompt, *set[6], *log;
	} cases[] = {
		{ "", { NULL },
		    "usage 0 0\n"
		    "finished stop: end of the prompt\n" },
		{ "h\xc3\xa9", { NULL },
		    "text \"h\" 1\n"
		    "text \"\\u{e9}\" 1\n"
		    "usage 2 2\n"
		    "finished stop: end of the prompt\n" },
		{ "aENxEND b", { "stop", "END" },
		    "text \"a\" 1\n"
		    "held \"E\" \"END\" 1\n"
		    "held \"EN\" \"END\" 1\n"
		    "text \"E\" 0\n"
		    "text \"N\" 0\n"
		    "text \"x\" 1\n"
		    "held \"E\" \"END\" 1\n"
		    "held \"EN\" \"END\" 1\n"
		    "matched \"END\" 1\n"
		    "usage 9 7\n"
		    "finished stop: matched \"END\"\n" },
		{ "ababac!", { "stop", "abac" },
		    "held \"a\" \"abac\" 1\n"
		    "held \"ab\" \"abac\" 1\n"
		    "held \"aba\" \"abac\" 1\n"
		    "text \"a\" 0\n"
		    "text \"b\" 1\n"
		    "held \"ab\" \"abac\" 0\n"
		    "held \"aba\" \"abac\" 1\n"
		    "matched \"abac\" 1\n"
		    "usage 7 6\n"
		    "finished stop: matched \"abac\"\n" },
		{ "xabcy", { "stop", "abcd", "stop", "bc" },
		    "text \"x\" 1\n"
		    "held \"a\" \"abcd\" 1\n"
		    "held \"ab\" \"abcd\" 1\n"
		    "text \"a\" 1\n"
		    "matched \"bc\" 0\n"
		    "usage 5 4\n"
		    "finished stop: matched \"bc\"\n" },
		{ "aEND", { "stop", "END", "include_stop_str_in_output", "on" },
		    "text \"a\" 1\n"
		    "text \"E\" 1\n"
		    "text \"N\" 1\n"
		    "text \"D\" 1\n"
		    "matched \"END\" 0\n"
		    "usage 4 4\n"
		    "finished stop: matched \"END\"\n" },
		{ "aE", { "stop", "END" },
		    "text \"a\" 1\n"
		    "text \"E\" 1\n"
		    "usage 2 2\n"
		    "finished stop: end of the prompt\n" },
		{ "aE\nx", { "stop", "END", "stop_token_ids", "10" },
		    "text \"a\" 1\n"
		    "held \"E\" \"END\" 1\n"
		    "text \"E\" 1\n"
		    "matched \"\\n\" 0\n"
		    "usage 4 3\n"
		    "finished stop: token id 10\n" },
		{ "a</s>", { "eos_token", "</s>", "max_tokens", "3" },
		    "text \"a\" 1\n"
		    "held \"<\" \"</s>\" 1\n"
		    "text \"<\" 0\n"
		    "text \"/\" 1\n"
		    "usage 5 3\n"
		    "finished length: max_tokens 3 reached\n" },
		{ "a</s>", { "eos_token", "</s>" },
		    "text \"a\" 1\n"
		    "held \"<\" \"</s>\" 1\n"
		    "held \"</\" \"</s>\" 1\n"
		    "held \"</s\" \"</s>\" 1\n"
		    "matched \"</s>\" 1\n"
		    "usage 5 5\n"
		    "finished stop: end of sequence \"</s>\"\n" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		forget(f);
		settings_release(&f->settings);
		settings_init(&f->settings);
		for (size_t j = 0; j < 6 && cases[i].set[j]; j += 2)
			set(&f->settings, cases[i].set[j], cases[i].set[j + 1]);
		conversation_truncate(&f->conversation, 0);
		say(f, ROLE_USER, cases[i].prompt);
		start(f);
		loop_run(f->loop);
		assert_string_equal(text_string(&f->log), cases[i].log);
	}
}

static void
echo__counts__all_messages_of_the_prompt(void **state)
{
	struct fixture *f = *state;

	text_add(&f->conversation.system, "sys");
	say(f, ROLE_NOTICE, "not counted");
	say(f, ROLE_USER, "1234");
	say(f, ROLE_ASSISTANT, "12345");
	say(f, ROLE_USER, "h\xc3\xa9");
	start(f);
	loop_run(f->loop);
	assert_non_null(strstr(f->log.bytes, "usage 14 2\n"));
}

static void
echo__fails__without_a_message_of_the_user(void **state)
{
	static const struct {
		enum role role;
		const char *log;
	} cases[] = {
		{ ROLE_NOTICE, "failed empty messages in request\n" },
		{ ROLE_ASSISTANT, "failed the last message must be the "
		    "user's: the echo engine repeats it\n" },
	};
	struct fixture *f = *state;

	start(f);
	loop_run(f->loop);
	assert_string_equal(f->log.bytes, "failed empty messages in request\n");
	for (size_t i = 0; i < COUNT(cases); i++) {
		forget(f);
		conversation_truncate(&f->conversation, 0);
		say(f, cases[i].role, "hi");
		start(f);
		loop_run(f->loop);
		assert_string_equal(f->log.bytes, cases[i].log);
	}
	forget(f);
	start(f);
	cancel(f);
	loop_run(f->loop);
	assert_string_equal(f->log.bytes, "cancelled\n");
}

static void
say_many(struct fixture *f, size_t count)
{
	struct text text = { 0 };

	while (count--)
		text_add(&text, "x");
	say(f, ROLE_USER, text.bytes);
	text_release(&text);
}

static void
echo__keeps__the_pace(void **state)
{
	static const struct {
		const char *delay;
		int64_t first, end; /* microseconds */
	} cases[] = {
		{ "10", 10000, 10000000 },
		{ "0.5", 500, 500000 },
		{ "0.001", 1, 1000 },
		{ "0.0003", 0, 300 }, /* several due at once */
		{ "0", 0, 0 },
		{ "3600000", 3600000000, 3600000000000 },
	};
	struct fixture *f = *state;

	say_many(f, 1000);
	for (size_t i = 0; i < COUNT(cases); i++) {
		int64_t begin = loop_now(f->loop);
		forget(f);
		set(&f->settings, "delay", cases[i].delay);
		start(f);
		if (cases[i].first > 0) {
			loop_run_for(f->loop, cases[i].first - 1);
			assert_int_equal(f->events, 0);
			loop_run_for(f->loop, 1);
			assert_int_equal(f->events, 1);
		}
		loop_run(f->loop);
		assert_int_equal(f->tokens, 1000);
		assert_int_equal(f->at - begin, cases[i].end);
		assert_int_equal(f->due_at - begin, cases[i].end);
		assert_int_equal(f->late, 0);
	}
}

static void
echo__waits__for_prefill_and_the_first_character(void **state)
{
	struct fixture *f = *state;

	say_many(f, 100);
	set(&f->settings, "ttft", "200");
	set(&f->settings, "prefill_per_token", "0.5");
	start(f);
	loop_run_for(f->loop, LOOP_MS(250) - 1);
	assert_int_equal(f->events, 0);
	loop_run_for(f->loop, 1);
	assert_int_equal(f->events, 1);
	assert_int_equal(f->due_at, LOOP_MS(250));
	loop_run(f->loop);
	assert_int_equal(f->at, LOOP_MS(250 + 99 * 10));
}

/* Returns when the last of a hundred characters came. */
static int64_t
time_with_jitter(struct fixture *f, const char *seed)
{
	int64_t begin = loop_now(f->loop);

	forget(f);
	set(&f->settings, "jitter", "5");
	set(&f->settings, "seed", seed);
	start(f);
	loop_run(f->loop);
	assert_int_equal(f->tokens, 100);
	assert_int_equal(f->late, 0);
	assert_in_range(f->at - begin, LOOP_MS(995), LOOP_MS(1005));
	return f->at - begin;
}

static void
echo__comes__when_jitter_says(void **state)
{
	struct fixture *f = *state;
	int64_t one;

	say_many(f, 100);
	one = time_with_jitter(f, "1");
	assert_int_not_equal(one, time_with_jitter(f, "2"));
	assert_int_equal(one, time_with_jitter(f, "1"));
}

/* A paused answer makes up for it, and says what was planned. */
static void
echo__tells__when_a_late_character_was_due(void **state)
{
	struct fixture *f = *state;

	say_many(f, 100);
	start(f);
	engine_pause(f->engine, true);
	loop_run_for(f->loop, LOOP_MS(500));
	engine_pause(f->engine, false);
	loop_run_for(f->loop, 0);
	assert_int_equal(f->tokens, 50);
	assert_int_equal(f->due_at, LOOP_MS(500));
	assert_int_equal(f->late, LOOP_MS(490));
}

/* Time stands still at each moment: at an event, and between two. */
static void
echo__goes_on__where_it_was_held(void **state)
{
	struct fixture *f = *state;

	say_many(f, 20);
	for (int64_t us = 0; us <= LOOP_MS(195); us += 5000) {
		int64_t begin = loop_now(f->loop);

		forget(f);
		start(f);
		loop_run_for(f->loop, us);
		engine_hold(f->engine, true);
		engine_hold(f->engine, true);
		loop_run_for(f->loop, LOOP_MS(5000));
		assert_int_equal(f->tokens, us / 10000);
		engine_hold(f->engine, false);
		loop_run_for(f->loop, 0);
		assert_int_equal(f->tokens, us / 10000);
		loop_run(f->loop);
		assert_int_equal(f->tokens, 20);
		assert_int_equal(f->at - begin, LOOP_MS(5200));
		assert_int_equal(f->late, 0);
	}
}

static void
echo__says__what_comes_next(void **state)
{
	struct fixture *f = *state;
	struct text next = { 0 };

	say(f, ROLE_USER, "a\n");
	engine_print_next(f->engine, &next);
	assert_int_equal(next.len, 0);
	start(f);
	engine_print_next(f->engine, &next);
	loop_run_for(f->loop, LOOP_MS(10));
	engine_hold(f->engine, true);
	engine_print_next(f->engine, &next);
	engine_hold(f->engine, false);
	assert_string_equal(text_string(&next), "\"a\"\"\\n\"");
	loop_run(f->loop);
	text_release(&next);
}

static void
echo__changes__its_speed(void **state)
{
	struct fixture *f = *state;

	say_many(f, 20);
	set(&f->settings, "speed", "2");
	start(f);
	loop_run_for(f->loop, LOOP_MS(50));
	assert_int_equal(f->tokens, 10);
	engine_hold(f->engine, true);
	loop_run_for(f->loop, LOOP_MS(1000));
	assert_true(engine_set_speed(f->engine, 0.5));
	engine_hold(f->engine, false);
	loop_run(f->loop);
	assert_int_equal(f->at, LOOP_MS(1050 + 200));
	assert_int_equal(f->late, 0);
}

static void
echo__is_cancelled__while_held(void **state)
{
	struct fixture *f = *state;

	say_many(f, 20);
	start(f);
	loop_run_for(f->loop, LOOP_MS(50));
	engine_hold(f->engine, true);
	cancel(f);
	loop_run(f->loop);
	check_last_line(f, "cancelled\n");
	start(f);
	loop_run(f->loop);
	assert_int_equal(f->last_events, 2);
}

/* However the loop is run, so many characters have come by then. */
static void
echo__is_never__behind_or_ahead(void **state)
{
	static const int64_t steps[] = { 1, 9998, 10000, 1, 7, 35000, 123456 };
	struct fixture *f = *state;

	say_many(f, 1000);
	start(f);
	for (size_t i = 0; i < COUNT(steps); i++) {
		loop_run_for(f->loop, steps[i]);
		assert_int_equal(f->events, loop_now(f->loop) / 10000);
	}
}

struct watcher {
	struct fixture *f;
	struct timer timer;
	size_t seen; /* events up to its last turn */
	size_t most; /* in one turn */
};

static void
watch_turn(void *data)
{
	struct watcher *watcher = data;
	struct fixture *f = watcher->f;

	if (f->events - watcher->seen > watcher->most)
		watcher->most = f->events - watcher->seen;
	watcher->seen = f->events;
	if (f->engine->running)
		loop_timer_set(f->loop, &watcher->timer, loop_now(f->loop));
}

static void
echo__lets__others_run(void **state)
{
	struct fixture *f = *state;
	struct watcher watcher = { .f = f };

	watcher.timer = (struct timer){ .fn = watch_turn, .data = &watcher };
	say_many(f, 50000);
	set(&f->settings, "delay", "0");
	start(f);
	loop_timer_set(f->loop, &watcher.timer, 0);
	loop_run(f->loop);
	assert_int_equal(f->tokens, 50000);
	assert_in_range(watcher.most, 1000, 4096);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(engine_open__knows__each_name_and_alias),
		TEST(engine_open__explains__what_there_is),
		cmocka_unit_test(engine__keeps__the_contract),
		TEST(echo__ends__as_in_the_vectors),
		TEST(echo__sends__events_in_order),
		TEST(echo__counts__all_messages_of_the_prompt),
		TEST(echo__fails__without_a_message_of_the_user),
		TEST(echo__keeps__the_pace),
		TEST(echo__waits__for_prefill_and_the_first_character),
		TEST(echo__comes__when_jitter_says),
		TEST(echo__tells__when_a_late_character_was_due),
		TEST(echo__goes_on__where_it_was_held),
		TEST(echo__says__what_comes_next),
		TEST(echo__changes__its_speed),
		TEST(echo__is_cancelled__while_held),
		TEST(echo__is_never__behind_or_ahead),
		TEST(echo__lets__others_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
