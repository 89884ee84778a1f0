/* test_inspect.c: what is known of the stop conditions of a reply: of the echo
 * engine in fake time, and of servers by events. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/inspect_print.h"
#include "stop_vectors.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

struct fixture {
	struct loop *loop;
	struct engine *engine;
	struct conversation conversation;
	struct settings settings;
	struct request request;
	struct inspect inspect;
	int looks; /* update after so many events; 0: at the end only */
	int events;
	int64_t usage;
};

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

static int
teardown(void **state)
{
	struct fixture *f = *state;

	engine_close(f->engine);
	loop_free(f->loop);
	request_release(&f->request);
	settings_release(&f->settings);
	conversation_release(&f->conversation);
	inspect_release(&f->inspect);
	return 0;
}

static void
on_event(void *data, const struct engine_event *event)
{
	struct fixture *f = data;

	inspect_event(&f->inspect, event);
	if (event->kind == ENGINE_USAGE)
		f->usage = event->usage.completion_tokens;
	if (f->looks && ++f->events % f->looks == 0)
		inspect_update(&f->inspect);
	if (engine_event_is_last(event))
		loop_stop(f->loop);
}

static void
ask(struct fixture *f, const char *prompt)
{
	struct message *message;

	conversation_truncate(&f->conversation, 0);
	message = conversation_add(&f->conversation, ROLE_USER, 0, prompt,
	    strlen(prompt));
	request_release(&f->request);
	memset(&f->request, 0, sizeof(f->request));
	request_init(&f->request, &f->conversation, &f->settings, "echo");
	inspect_begin(&f->inspect, 1, "echo", &f->settings, &message->text);
	f->events = 0;
	engine_start(f->engine, &f->request, on_event, f);
}

static void
answer(struct fixture *f, const char *prompt)
{
	ask(f, prompt);
	loop_run(f->loop);
	inspect_update(&f->inspect);
}

static void
configure(struct fixture *f, const char *const *set)
{
	settings_release(&f->settings);
	settings_init(&f->settings);
	for (; *set; set += 2) {
		struct text error = { 0 };

		assert_true(setting_set(&f->settings, setting_find(set[0]),
		    set[1], &error));
	}
}

static void
check_vector(struct fixture *f, const struct stop_vector *vector)
{
	const struct inspect *inspect = &f->inspect;
	const struct inspect_string *winner;

	settings_release(&f->settings);
	stop_vector_set(&f->settings, vector);
	answer(f, vector->prompt);
	winner = inspect_winner(inspect);
	assert_true(inspect->over);
	assert_string_equal(inspect->end.finish_reason, vector->finish_reason);
	assert_int_equal(inspect->shown, strlen(vector->text));
	assert_memory_equal(text_string(&inspect->raw), vector->text,
	    inspect->shown);
	assert_int_equal(inspect->tokens, vector->tokens);
	/* What came is a beginning of the prompt, and what was cut its end. */
	assert_memory_equal(text_string(&inspect->raw), vector->prompt,
	    inspect->raw.len);
	if (inspect->end.stop_reason.kind == STOP_REASON_STRING) {
		assert_non_null(winner);
		assert_string_equal(text_string(winner->string),
		    text_string(&inspect->end.stop_reason.string));
		assert_int_equal(inspect_cut_at(inspect) + winner->string->len,
		    inspect->raw.len);
	}
}

static void
inspect__agrees__with_the_vectors(void **state)
{
	struct fixture *f = *state;

	for (f->looks = 0; f->looks < 3; f->looks++)
		for (size_t i = 0; i < STOP_VECTORS; i++)
			check_vector(f, &stop_vectors[i]);
}

static void
add_random(struct text *out, int most)
{
	for (int left = rand() % most + 1; left; left--)
		text_append(out, &"abX"[rand() % 3], 1);
}

/* Whatever a dialect holds, lets go, leaks or loses: each token was counted,
 * and what is shown is a beginning of what came. */
static void
inspect__counts__each_token_of_each_dialect(void **state)
{
	struct fixture *f = *state;

	srand(1);
	for (int i = 0; i < 3000; i++) {
		struct text prompt = { 0 }, one = { 0 }, two = { 0 },
		    eos = { 0 };

		add_random(&prompt, 12);
		add_random(&one, 4);
		add_random(&two, 4);
		add_random(&eos, 4);
		configure(f, (const char *const[]){ "delay", "0", "stop",
		    text_string(&one), "stop", text_string(&two),
		    "eos_token", text_string(&eos), "max_tokens",
		    i % 3 ? "100" : "5", NULL });
		f->settings.stop_dialect = (enum stop_dialect)(i % 6);
		f->settings.include_stop_str_in_output = i % 5 == 0;
		f->settings.min_tokens = i % 4;
		answer(f, text_string(&prompt));
		assert_int_equal(f->inspect.tokens, f->usage);
		assert_int_equal(f->inspect.raw.len, f->usage);
		assert_true(f->inspect.shown <= f->inspect.raw.len);
		text_release(&prompt);
		text_release(&one);
		text_release(&two);
		text_release(&eos);
	}
}

static void
inspect__counts__near_misses(void **state)
{
	static const struct {
		const char *prompt, *set[6];
		size_t near, at, reached;  /* of the first string */
		size_t complete, complete_at;
	} cases[] = {
		{ "a EN b E c", { "stop", "END" }, 1, 3, 2, 0, 0 },
		{ "EN EN END", { "stop", "END" }, 2, 4, 2, 1, 7 },
		/* One of two is half, one of three is not. */
		{ "aXbX", { "stop", "Xy" }, 1, 2, 1, 0, 0 },
		/* It fell back to a shorter beginning. */
		{ "ababac", { "stop", "abac" }, 1, 1, 3, 1, 3 },
		/* A run is one, wherever it begins. */
		{ "aaaax", { "stop", "aab" }, 1, 3, 2, 0, 0 },
		{ "aaab", { "stop", "aab" }, 0, 0, 0, 1, 2 },
		/* Still there at the end: not missed. */
		{ "say </s", { "stop", "</s>" }, 0, 0, 0, 0, 0 },
		{ "漢字x漢字。", { "stop", "漢字。" }, 1, 1, 2, 1, 4 },
		/* Complete, and it did not count. */
		{ "aXbXc", { "stop", "X", "min_tokens", "2" },
		    0, 0, 0, 2, 4 },
		{ "aXbXc", { "stop", "X", "stop_dialect", "none" },
		    0, 0, 0, 2, 4 },
		{ "a<e>b", { "eos_token", "<e>", "ignore_eos", "on" },
		    0, 0, 0, 1, 2 },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < 2 * COUNT(cases); i++) {
		const struct inspect_string *string;
		size_t k = i / 2;

		f->looks = i % 2;
		configure(f, cases[k].set);
		answer(f, cases[k].prompt);
		string = &f->inspect.strings[0];
		if (string->near != cases[k].near ||
		    string->near_at != cases[k].at ||
		    string->near_reached != cases[k].reached ||
		    string->complete != cases[k].complete ||
		    string->complete_at != cases[k].complete_at)
			fail_msg("%s: %zu near, at %zu, %zu reached; %zu "
			    "complete, at %zu", cases[k].prompt, string->near,
			    string->near_at, string->near_reached,
			    string->complete, string->complete_at);
	}
}

static void
inspect__knows__how_far_a_string_is(void **state)
{
	static const size_t reached[] = { 0, 0, 1, 2, 0, 1, 2 };
	struct fixture *f = *state;

	configure(f, (const char *const[]){ "stop", "END", NULL });
	ask(f, "aENxEN.");
	for (size_t i = 0; i < COUNT(reached); i++) {
		inspect_update(&f->inspect);
		assert_int_equal(f->inspect.tokens, i);
		assert_int_equal(f->inspect.strings[0].reached, reached[i]);
		loop_run_for(f->loop, LOOP_MS(10));
	}
}

/* ---- Other rules. */

static void
add_other(struct text *out, const struct inspect_other *other)
{
	static const char *const names[] = { "default", "openai", "vllm",
		"llama.cpp", "dynamo", "none" };

	text_printf(out, "%s%s ", other->toggled ? "toggled " : "",
	    names[other->dialect]);
	if (other->refusal)
		text_add(out, "refused; ");
	else
		text_printf(out, "%s%s; ", text_string(&other->text),
		    other->verdict == STOP_LENGTH ? " length" : "");
}

static void
inspect__compares__other_rules(void **state)
{
	static const struct {
		const char *prompt, *set[13], *others;
	} cases[] = {
		{ "hello world", { "stop", "lo w" },
		    "toggled default hello w; dynamo hello ; "
		    "none hello world; " },
		{ "hello world", { "stop", "lo w", "stop_dialect", "dynamo" },
		    "toggled dynamo hello w; default hel; openai hel; "
		    "vllm hel; llama.cpp hel; none hello world; " },
		{ "xaby", { "stop", "b", "stop", "ab" },
		    "toggled default xab; vllm xa; dynamo xa; none xaby; " },
		{ "plain", { "stop", "zz" }, "" },
		{ "ab</s>", { "stop", "</s>", "max_tokens", "4" },
		    "llama.cpp ab length; none ab</s>; " },
		/* Only the finish_reason is another. */
		{ "abc", { "max_tokens", "3" }, "none abc; " },
		{ "x1y", { "stop", "1", "stop", "2", "stop", "3", "stop", "4",
		    "stop", "5" },
		    "toggled default x1; openai refused; none x1y; " },
		{ "x1y", { "stop", "1", "stop", "2", "stop", "3", "stop", "4",
		    "stop", "5", "stop_dialect", "openai" },
		    "openai refused; default x; vllm x; llama.cpp x; "
		    "dynamo x; none x1y; " },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct text others = { 0 };

		configure(f, cases[i].set);
		answer(f, cases[i].prompt);
		for (size_t k = 0; k < f->inspect.other_count; k++)
			add_other(&others, &f->inspect.others[k]);
		assert_string_equal(text_string(&others), cases[i].others);
		text_release(&others);
	}
}

static void
inspect__leaves_out__what_would_take_long(void **state)
{
	struct fixture *f = *state;
	struct text prompt = { 0 };

	for (int i = 0; i < 600000; i++)
		text_add(&prompt, "aENb");
	configure(f, (const char *const[]){ "stop", "END", "delay", "0",
	    NULL });
	answer(f, text_string(&prompt));
	assert_true(f->inspect.too_long);
	assert_int_equal(f->inspect.other_count, 0);
	assert_int_equal(f->inspect.strings[0].near, 600000);
	text_release(&prompt);
}

/* ---- Servers. */

static void
tell(struct inspect *inspect, enum engine_event_kind kind, const char *bytes)
{
	struct engine_event event = { .kind = kind, .bytes = bytes,
		.len = strlen(bytes), .tokens = 1 };

	inspect_event(inspect, &event);
	inspect_update(inspect);
}

static void
end(struct inspect *inspect)
{
	static char stop[] = "stop";
	struct ending ending = {
		.state = MESSAGE_FINISHED, .finish_reason = stop };

	inspect_event(inspect, &(struct engine_event){
		.kind = ENGINE_FINISHED, .end = &ending });
	inspect_update(inspect);
}

/* The text "one ENx EEND" in pieces, and what the reader of replies makes of
 * them. */
static void
inspect__follows__a_server(void **state)
{
	struct fixture *f = *state;
	struct inspect *inspect = &f->inspect;

	configure(f, (const char *const[]){ "stop", "END", "stop_dialect",
	    "vllm", "eos_token", "x", NULL });
	inspect_begin(inspect, 1, "server", &f->settings, NULL);
	assert_int_equal(inspect->settings.stop_dialect, DIALECT_DEFAULT);
	assert_int_equal(inspect->string_count, 1);
	tell(inspect, ENGINE_TEXT, "one ");
	tell(inspect, ENGINE_HELD, "EN");
	assert_int_equal(inspect->strings[0].reached, 2);
	tell(inspect, ENGINE_TEXT, "ENx ");
	tell(inspect, ENGINE_HELD, "E");
	assert_int_equal(inspect->strings[0].near, 1);
	assert_int_equal(inspect->strings[0].near_at, 5);
	/* Of what was held only a part may go. */
	tell(inspect, ENGINE_TEXT, "E");
	tell(inspect, ENGINE_HELD, "E");
	tell(inspect, ENGINE_MATCHED, "END");
	end(inspect);
	assert_string_equal(text_string(&inspect->raw), "one ENx EEND");
	assert_int_equal(inspect->shown, strlen("one ENx E"));
	assert_int_equal(inspect_cut_at(inspect), inspect->shown);
	assert_ptr_equal(inspect_winner(inspect), &inspect->strings[0]);
	assert_int_equal(inspect->strings[0].complete_at, 10);
}

/* ---- The page. */

static void
inspect_print__says__what_happened(void **state)
{
	static const struct {
		const char *prompt, *set[7], *page;
	} cases[] = {
		{ "one EN ENDs", { "stop", "END", "max_tokens", "20" },
		    "Reply #1  by echo  is over  rules: default\n"
		    "\n"
		    "Conditions\n"
		    "  stop   \"END\"          ###          3 of 3    "
		    "matched at 8\n"
		    "                                               "
		    "1 near miss \"EN\" at 5\n"
		    "  max    20 tokens      ######------ 10 of 20\n"
		    "  end    of the prompt  ##########-  10 of 11\n"
		    "\n"
		    "Verdict\n"
		    "  stop  matched \"END\"\n"
		    "  where        characters 8 to 10, token 10\n"
		    "  reply        \"one EN \"  7 characters\n"
		    "  cut          \"END\"  3 characters\n"
		    "  never came   \"s\"  1 character\n"
		    "\n"
		    "With other rules\n"
		    "  string kept  \"one EN END\"    10 characters  stop  "
		    "\"END\"\n"
		    "  dynamo       \"one EN EN\"     9 characters   stop  "
		    "\"END\"\n"
		    "  none         \"one EN ENDs\"   11 characters  stop  "
		    "end of the text\n" },
		{ "ab", { "min_tokens", "1", "stop_dialect", "llama.cpp" },
		    "Reply #1  by echo  is over  rules: llama.cpp\n"
		    "\n"
		    "Conditions\n"
		    "  min    1 token        #            1 of 1    "
		    "not known to llama.cpp\n"
		    "  end    of the prompt  ##           2 of 2\n"
		    "\n"
		    "Verdict\n"
		    "  stop  end of the prompt\n"
		    "  where        character 2, token 2\n"
		    "  reply        \"ab\"  2 characters\n"
		    "\n"
		    "With other rules\n"
		    "  all of them give the same\n" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct sheet sheet = { 0 };

		configure(f, cases[i].set);
		answer(f, cases[i].prompt);
		inspect_print(&sheet, &f->inspect, 80, inspect_bars_ascii);
		assert_string_equal(text_string(&sheet.text), cases[i].page);
		assert_int_equal(sheet.text.len, sheet.tones.len);
		sheet_release(&sheet);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    inspect__agrees__with_the_vectors, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    inspect__counts__each_token_of_each_dialect, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(
		    inspect__counts__near_misses, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    inspect__knows__how_far_a_string_is, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    inspect__compares__other_rules, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    inspect__leaves_out__what_would_take_long, setup,
		    teardown),
		cmocka_unit_test_setup_teardown(
		    inspect__follows__a_server, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    inspect_print__says__what_happened, setup, teardown),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
