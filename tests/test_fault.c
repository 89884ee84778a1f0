/* test_fault.c: the closed loop: each fault of the table is written by a reply
 * stream and read by our own client, which must say what the table says: whole,
 * byte by byte, and cut in two at each byte that is wrong. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../src/xalloc.h"
#include "reply_script.h"

#define PROMPT "one two three four"

enum { LONG_MIN_LEN = 1000 }; /* cut in two at some places only */

/* ---- The loop. */

/* What some faults need to be seen. */
static struct script
script_of(const struct fault *fault)
{
	static const struct {
		const char *name, *stop;
		int64_t max_tokens;
	} needs[] = {
		{ "stop-string-leaked", "three", 0 },
		{ "partial-stop-leaked", "three", 0 },
		{ "suspect-length", NULL, 20 },
	};
	struct script script = { .usage = true };

	script.faults = fault->name;
	for (size_t i = 0; i < sizeof(needs) / sizeof(*needs); i++) {
		if (strcmp(needs[i].name, fault->name))
			continue;
		script.stop = needs[i].stop;
		script.max_tokens = needs[i].max_tokens;
	}
	return script;
}

static void
play_all(struct player *player, const struct script *script)
{
	player_begin(player, script);
	play_text(player, 0, script->stop ? "one two " : PROMPT);
	play_finish(player, 0, "stop", script->stop);
}

static bool
is_chat_only(const struct fault *fault)
{
	return strstr(fault->help, "(chat)");
}

static void
expect_codes(const struct fault *fault, bool completions, struct text *out)
{
	bool says = !completions || !is_chat_only(fault);
	bool wanted[ANOMALIES] = { false };

	if (fault->anomaly != ANOMALIES && says)
		wanted[fault->anomaly] = true;
	for (size_t i = 0; i < FAULT_ALSO && fault->also[i]; i++)
		wanted[fault->also[i]] = true;
	for (int i = 0; i < ANOMALIES; i++)
		if (wanted[i])
			text_printf(out, " %s",
			    anomaly_name((enum anomaly)i));
}

static bool
has_code(const struct text *codes, const char *name)
{
	struct text padded = { 0 }, word = { 0 };
	bool has;

	text_printf(&padded, "%s ", text_string(codes));
	text_printf(&word, " %s ", name);
	has = strstr(padded.bytes, word.bytes);
	text_release(&padded);
	text_release(&word);
	return has;
}

/* In the order of the list of anomalies. */
static void
sort_codes(const struct text *codes, struct text *out)
{
	for (int i = 0; i < ANOMALIES; i++)
		if (has_code(codes, anomaly_name((enum anomaly)i)))
			text_printf(out, " %s",
			    anomaly_name((enum anomaly)i));
}

static const char *
outcome_word(enum message_state state)
{
	switch (state) {
	case MESSAGE_FINISHED:
		return "finished ";
	case MESSAGE_TRUNCATED:
		return "truncated ";
	case MESSAGE_FAILED:
		return "failed ";
	case MESSAGE_STREAMING:
	case MESSAGE_CANCELLED:
		break;
	}
	return "?";
}

static void
compare(const struct player *player, const struct answer_log *whole,
    size_t step, size_t cut)
{
	struct answer_log log = { 0 };

	read_back(player, &log, step, cut);
	assert_string_equal(text_string(&log.all), text_string(&whole->all));
	log_release(&log);
}

/* What the sound reply has at its beginning and its end is cut elsewhere. */
static void
find_spoiled(const struct text *spoiled, const struct text *sound,
    size_t *from, size_t *to)
{
	size_t most = spoiled->len < sound->len ? spoiled->len : sound->len;
	size_t same = 0;

	for (*from = 0; *from < most; ++*from)
		if (spoiled->bytes[*from] != sound->bytes[*from])
			break;
	while (same < most - *from && spoiled->bytes[spoiled->len - 1 - same] ==
	    sound->bytes[sound->len - 1 - same])
		same++;
	*to = spoiled->len - same;
}

static void
check_cuts(const struct player *player, const struct answer_log *whole,
    const struct script *script)
{
	struct script sound = *script;
	struct player other;
	size_t from, to;

	sound.faults = NULL;
	play_all(&other, &sound);
	find_spoiled(&player->out, &other.out, &from, &to);
	compare(player, whole, 1, 0);
	for (size_t cut = from; cut <= to;
	     cut += to - from < LONG_MIN_LEN ? 1 : 13)
		compare(player, whole, 0, cut);
	player_end(&other);
}

static void
check_fault(const struct fault *fault, bool completions)
{
	struct script script = script_of(fault);
	struct answer_log log = { 0 };
	struct player player;
	struct text got = { 0 }, want = { 0 };

	script.completions = completions;
	play_all(&player, &script);
	read_back(&player, &log, player.out.len + 100, 0);
	text_printf(&want, "%s:", fault->name);
	text_printf(&got, "%s:", fault->name);
	expect_codes(fault, completions, &want);
	sort_codes(&log.codes, &got);
	text_printf(&want, " %s", outcome_word(fault->outcome));
	text_printf(&got, " %.*s ", (int)strcspn(text_string(&log.end), " "),
	    text_string(&log.end));
	assert_string_equal(text_string(&got), text_string(&want));
	check_cuts(&player, &log, &script);
	text_release(&got);
	text_release(&want);
	log_release(&log);
	player_end(&player);
}

static void
fault__is_seen__in_a_chat(void **state)
{
	(void)state;
	for (const struct fault *fault = fault_table; fault->name; fault++)
		check_fault(fault, false);
}

static void
fault__is_seen__in_completions(void **state)
{
	(void)state;
	for (const struct fault *fault = fault_table; fault->name; fault++)
		check_fault(fault, true);
}

/* Nothing is read from behind what is there, nothing is left. */
static void
fault__leaves__a_whole_reply_whole(void **state)
{
	(void)state;
	for (const struct fault *fault = fault_table; fault->name; fault++) {
		struct script script = script_of(fault);
		struct player player;
		struct text whole = { 0 };

		script.whole = true;
		play_all(&player, &script);
		reply_stream_whole(player.stream, &whole);
		assert_true(whole.len > 100);
		assert_true(!player.out.len || player.head.instead);
		assert_int_equal(player.then, fault->then > REPLY_END &&
		    fault->then != REPLY_CLOSE ? fault->then : REPLY_END);
		text_release(&whole);
		player_end(&player);
	}
}

/* Ends the player. */
static void
expect_client(struct player *player, const char *want)
{
	struct answer_log log = { 0 };
	struct text sum = { 0 };

	read_back(player, &log, player->out.len + 1, 0);
	log_sum(&sum, &log);
	assert_string_equal(text_string(&sum), want);
	text_release(&sum);
	log_release(&log);
	player_end(player);
}

/* What is sought in a chunk is found in a whole reply, too. */
static void
fault__changes__a_whole_reply(void **state)
{
	static const struct {
		const char *faults, *want;
	} examples[] = {
		{ NULL, "finished stop \"ab\" usage=5,2,7 not-streamed" },
		{ "unknown-finish-reason", "finished done \"ab\" usage=5,2,7 "
		    "unknown-finish-reason not-streamed" },
		{ "usage-wrong", "finished stop \"ab\" usage=5,12,7 "
		    "not-streamed" },
		{ "content-not-string", "finished stop \"ab\" usage=5,2,7 "
		    "content-not-string not-streamed" },
		{ "nonstandard-json,duplicate-key", "finished stop \"ab\" "
		    "usage=5,2,7 nonstandard-json duplicate-key "
		    "not-streamed" },
		{ "missing-done", "finished stop \"ab\" usage=5,2,7 "
		    "not-streamed" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct script script = { .whole = true,
			.faults = examples[i].faults };
		struct player player;

		player_begin(&player, &script);
		play_text(&player, 0, "ab");
		play_finish(&player, 0, "stop", NULL);
		reply_stream_whole(player.stream, &player.out);
		expect_client(&player, examples[i].want);
	}
}

static void
fault__has__the_name_of_each_anomaly(void **state)
{
	(void)state;
	for (int i = 0; i < ANOMALIES; i++) {
		const char *name = anomaly_name((enum anomaly)i);
		const struct fault *fault = fault_table;

		while (fault->name && strcmp(fault->name, name))
			fault++;
		if (!fault->name || (int)fault->anomaly != i)
			fail_msg("no fault for %s", name);
	}
}

/* ---- What it does, and where. */

/* What is left of the reply at a client. */
static void
fault__changes__what_a_client_is_left_with(void **state)
{
	static const struct {
		const char *faults, *want;
	} examples[] = {
		{ "duplicated-chunk", "finished stop \"onee two\"" },
		{ "duplicated-chunk@1", "finished stop \"oone two\"" },
		{ "duplicated-chunk@7,duplicated-chunk@2",
		    "finished stop \"onne twoo\"" },
		{ "swapped-chunks@1", "finished stop \"noe two\"" },
		{ "swapped-chunks@7",
		    "finished stop \"one two\" content-after-finish" },
		{ "fused-chunks", "finished stop \"ontwo\" malformed-json" },
		{ "malformed-json@2", "finished stop \"oe two\" "
		    "malformed-json" },
		{ "missing-blank-line", "finished stop \"one two\" "
		    "missing-blank-line" },
		{ "split-utf8", "finished stop \"one\u00e9 two\"" },
		{ "unknown-finish-reason", "finished done \"one two\" "
		    "unknown-finish-reason" },
		{ "missing-finish-reason", "finished - \"one two\" "
		    "missing-finish-reason" },
		{ "misplaced-finish-reason", "finished stop \"one two\" "
		    "misplaced-finish-reason" },
		{ "premature-close@5", "truncated - \"the connection was "
		    "closed too early\" \"one t\" premature-close "
		    "missing-finish-reason missing-done" },
		{ "premature-close@100", "finished stop \"one two\" "
		    "premature-close missing-done" },
		{ "error-in-stream@2", "failed - \"told to fail\" \"on\" "
		    "error-in-stream" },
		{ "invalid-utf8@1", "finished stop \"\ufffdone two\" "
		    "invalid-utf8" },
		{ "not-sse", "finished stop \"one two\" not-sse" },
		{ "not-streamed", "finished stop \"one two\" usage=5,7,12 "
		    "not-streamed" },
		{ "http-429", "failed - \"429: told that this is too much "
		    "(asks to wait 7 s)\" status=429 wait=7" },
		{ "http-error-flat", "failed - \"503: told to fail\" "
		    "status=503 nonstandard-error-shape" },
		{ "odd-role,id-changed@4,missing-done",
		    "finished stop \"one two\" odd-role id-changed "
		    "missing-done" },
		{ "tool-call-index-reused", "finished tool_calls \"one two\" "
		    "call(call_1,get_weather,{}) call(call_2,get_weather,{}) "
		    "tool-call-index-reused" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct script script = { .faults = examples[i].faults };
		struct player player;

		player_begin(&player, &script);
		play_text(&player, 0, "one two");
		play_finish(&player, 0, "stop", NULL);
		expect_client(&player, examples[i].want);
	}
}

static void
stop_string__leaks__and_is_cut_by_the_client(void **state)
{
	struct script script = { .stop = "three",
		.faults = "stop-string-leaked" };
	struct player player;

	(void)state;
	play_all(&player, &script);
	expect_client(&player, "finished - at \"three\" \"one two \" "
	    "stop-string-leaked");
}

static void
usage__is__wrong_or_missing(void **state)
{
	static const char *const faults[] = { "usage-wrong", "usage-missing" };
	static const char *const want[] = {
		"finished stop \"ab\" usage=5,12,7", "finished stop \"ab\"" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct script script = { .usage = true, .faults = faults[i] };
		struct player player;

		player_begin(&player, &script);
		play_text(&player, 0, "ab");
		play_finish(&player, 0, "stop", NULL);
		expect_client(&player, want[i]);
	}
}

static void
utf8__is_split__between_two_writes(void **state)
{
	struct script script = { .faults = "split-utf8@1" };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	text_clear(&player.out);
	play_text(&player, 0, "a");
	assert_int_equal(player.out.bytes[player.out.len - 1], '\xc3');
	text_clear(&player.out);
	play_text(&player, 0, "b");
	assert_int_equal(player.out.bytes[0], '\xa9');
	player_end(&player);
}

static void
then__comes__with_the_character(void **state)
{
	static const struct {
		const char *faults;
		enum reply_then before, after;
	} examples[] = {
		{ "premature-close@3", REPLY_GO_ON, REPLY_CLOSE },
		{ "connection-reset@3", REPLY_GO_ON, REPLY_RESET },
		{ "stalled@3", REPLY_GO_ON, REPLY_STALL },
		{ "trickle@3", REPLY_GO_ON, REPLY_TRICKLE },
		{ "trickle", REPLY_TRICKLE, REPLY_TRICKLE },
		{ "error-in-stream@3", REPLY_GO_ON, REPLY_END },
		{ "trickle,error-line@3", REPLY_TRICKLE, REPLY_END },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct script script = { .faults = examples[i].faults };
		struct player player;
		size_t len;

		player_begin(&player, &script);
		play_text(&player, 0, "ab");
		assert_int_equal(player.then, examples[i].before);
		play_text(&player, 0, "c");
		assert_int_equal(player.then, examples[i].after);
		len = player.out.len;
		play_text(&player, 0, "d");
		assert_int_equal(player.out.len > len,
		    examples[i].after < REPLY_END);
		player_end(&player);
	}
}

/* The others are sound. */
static void
fault__is__in_the_first_choice_only(void **state)
{
	struct script script = { .n = 2, .engines = 2,
		.faults = "duplicated-chunk@1" };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play_text(&player, 1, "ab");
	play_text(&player, 0, "cd");
	play_finish(&player, 0, "stop", NULL);
	play_finish(&player, 1, "stop", NULL);
	expect_client(&player, "finished stop \"ccd\" choice1\"a\" "
	    "choice1\"b\" choice1=stop");
}

static void
head__is__changed(void **state)
{
	struct script stream = { .faults = "premature-close,http-429" };
	struct script whole = { .whole = true, .faults = "premature-close" };
	struct player player;

	(void)state;
	player_begin(&player, &stream);
	assert_int_equal(player.head.status, 429);
	assert_string_equal(player.head.retry_after, "7");
	assert_non_null(player.head.instead);
	assert_int_equal(player.head.lie, 0);
	player_end(&player);
	player_begin(&player, &whole);
	assert_int_equal(player.head.status, 200);
	assert_string_equal(player.head.content_type, "application/json");
	assert_int_equal(player.head.lie, 1);
	player_end(&player);
}

/* ---- Names. */

static void
faults__are_read__and_shown(void **state)
{
	static const struct {
		const char *spec, *want;
	} examples[] = {
		{ "missing-done", "missing-done" },
		{ "stalled@12,http-500", "stalled@12,http-500" },
		{ "stalled@9223372036854775807",
		    "stalled@9223372036854775807" },
		{ "", "there is no fault \"\"" },
		{ "missing-don", "there is no fault \"missing-don\"; was "
		    "missing-done meant?" },
		{ "stalled,", "there is no fault \"\"" },
		{ "x\n", "there is no fault \"x\\n\"" },
		{ "stalled@", "\"stalled@\": behind the @ must stand the "
		    "number of a character, from 1 on" },
		{ "stalled@0", "\"stalled@0\": behind the @ must stand the "
		    "number of a character, from 1 on" },
		{ "stalled@-1", "\"stalled@-1\": behind the @ must stand the "
		    "number of a character, from 1 on" },
		{ "stalled@9223372036854775808",
		    "\"stalled@9223372036854775808\": behind the @ must stand "
		    "the number of a character, from 1 on" },
		{ "missing-done@3", "\"missing-done@3\": missing-done has its "
		    "own place; leave the @ away" },
		{ "stalled,stalled,stalled,stalled,stalled,stalled,stalled,"
		    "stalled,trickle", "more than 8 faults in one reply: "
		    "leave trickle away" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct faults faults = { 0 };
		struct text got = { 0 };

		if (faults_read(&faults, examples[i].spec, &got))
			faults_show(&faults, &got);
		else
			assert_int_equal(faults.count, 0);
		assert_string_equal(text_string(&got), examples[i].want);
		text_release(&got);
	}
}

static void
faults__come_with__a_model(void **state)
{
	static const struct {
		const char *model, *want_model, *want;
	} examples[] = {
		{ "echo", "echo", "" },
		{ "", "", "" },
		{ "echo+missing-done", "echo", "missing-done" },
		{ "echo+stalled@4+missing-done", "echo",
		    "stalled@4,missing-done" },
		{ "a+b+missing-done", "a+b", "missing-done" },
		{ "a+missing-done+b", "a+missing-done+b", "" },
		{ "echo+", "echo+", "" },
		{ "+stalled", "", "stalled" },
		{ "stalled", "stalled", "" },
		{ "echo+stalled@x", NULL, "\"stalled@x\": behind the @ must "
		    "stand the number of a character, from 1 on" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct faults faults = { 0 };
		struct text model = { 0 }, got = { 0 };

		text_add(&model, examples[i].model);
		if (faults_of_model(&faults, &model, &got)) {
			faults_show(&faults, &got);
			assert_string_equal(text_string(&model),
			    examples[i].want_model);
		} else {
			assert_null(examples[i].want_model);
		}
		assert_string_equal(text_string(&got), examples[i].want);
		text_release(&model);
		text_release(&got);
	}
}

int
main(void)
{
#define TEST(name) cmocka_unit_test(name)
	const struct CMUnitTest tests[] = {
		TEST(fault__is_seen__in_a_chat),
		TEST(fault__is_seen__in_completions),
		TEST(fault__leaves__a_whole_reply_whole),
		TEST(fault__changes__a_whole_reply),
		TEST(fault__has__the_name_of_each_anomaly),
		TEST(fault__changes__what_a_client_is_left_with),
		TEST(stop_string__leaks__and_is_cut_by_the_client),
		TEST(usage__is__wrong_or_missing),
		TEST(utf8__is_split__between_two_writes),
		TEST(then__comes__with_the_character),
		TEST(fault__is__in_the_first_choice_only),
		TEST(head__is__changed),
		TEST(faults__are_read__and_shown),
		TEST(faults__come_with__a_model),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
