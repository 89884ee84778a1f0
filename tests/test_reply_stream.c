/* test_reply_stream.c: replies as bytes. What is looked at is whole, so that
 * each byte of it is known. */
#include <inttypes.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../src/xalloc.h"
#include "reply_script.h"

#define HEAD "data: {\"id\":\"id-1\",\"object\":\"chat.completion.chunk\"," \
	"\"created\":7,\"model\":\"m\",\"choices\":["
#define TEXT_HEAD "data: {\"id\":\"id-1\",\"object\":\"text_completion\"," \
	"\"created\":7,\"model\":\"m\",\"choices\":["
#define CHOICE(index, members) "{\"index\":" index "," members "}"
#define DELTA(index, members) CHOICE(index, "\"delta\":{" members "}," \
	"\"logprobs\":null,\"finish_reason\":null")
#define ROLE(index) DELTA(index, "\"role\":\"assistant\",\"content\":\"\"")
#define SAYS(index, text) DELTA(index, "\"content\":\"" text "\"")
#define FINISH(index, reason, stop) CHOICE(index, "\"delta\":{}," \
	"\"logprobs\":null,\"finish_reason\":" reason ",\"stop_reason\":" stop)
#define TEXT(index, text) CHOICE(index, "\"text\":\"" text "\"," \
	"\"logprobs\":null,\"finish_reason\":null")
#define TEXT_FINISH(index, reason) CHOICE(index, "\"text\":\"\"," \
	"\"logprobs\":null,\"finish_reason\":\"" reason "\"," \
	"\"stop_reason\":null")
#define END "]}\n\n"
#define DONE "data: [DONE]\n\n"

static void
expect(struct player *player, const char *want)
{
	assert_string_equal(text_string(&player->out), want);
	player_end(player);
}

static void
expect_whole(struct player *player, const char *want)
{
	assert_int_equal(player->then, REPLY_END);
	assert_int_equal(player->out.len, 0);
	reply_stream_whole(player->stream, &player->out);
	expect(player, want);
}

static void
play_words(struct player *player, enum engine_event_kind kind,
    const char *words)
{
	play(player, 0, &(struct engine_event){ .kind = kind, .bytes = words,
		.len = strlen(words), .tokens = kind == ENGINE_REASONING });
}

static void
play_call(struct player *player, int64_t number, const char *id,
    const char *name, const char *arguments)
{
	struct tool_call call = { 0 };

	text_add(&call.id, id);
	text_add(&call.name, name);
	text_add(&call.arguments, arguments);
	play(player, 0, &(struct engine_event){ .kind = ENGINE_TOOL_CALL,
		.number = number, .call = &call });
	text_release(&call.id);
	text_release(&call.name);
	text_release(&call.arguments);
}

/* ---- Streams. */

static void
chat__is_streamed__chunk_by_chunk(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ 0 });
	play_text(&player, 0, "a\"\u00e9\n");
	assert_int_equal(player.then, REPLY_GO_ON);
	play_finish(&player, 0, "stop", NULL);
	assert_int_equal(player.then, REPLY_END);
	expect(&player,
	    HEAD ROLE("0") END
	    HEAD SAYS("0", "a") END
	    HEAD SAYS("0", "\\\"") END
	    HEAD SAYS("0", "\u00e9") END
	    HEAD SAYS("0", "\\n") END
	    HEAD FINISH("0", "\"stop\"", "null") END
	    DONE);
}

static void
stop_reason__stands__beside_the_finish_reason(void **state)
{
	struct ending end = { .state = MESSAGE_FINISHED,
		.stop_reason = { .kind = STOP_REASON_ID, .id = 120 } };
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ .stop = "E\"" });
	play_finish(&player, 0, "stop", "E\"");
	expect(&player, HEAD ROLE("0") END
	    HEAD FINISH("0", "\"stop\"", "\"E\\\"\"") END DONE);
	player_begin(&player, &(struct script){ 0 });
	play(&player, 0, &(struct engine_event){
		.kind = ENGINE_FINISHED, .end = &end });
	expect(&player, HEAD ROLE("0") END
	    HEAD FINISH("0", "null", "120") END DONE);
	/* Another server was left at the stop string. */
	player_begin(&player, &(struct script){ .stop = "E" });
	play_finish(&player, 0, NULL, "E");
	expect(&player, HEAD ROLE("0") END
	    HEAD FINISH("0", "\"stop\"", "\"E\"") END DONE);
}

#define USAGE(tokens, total) "],\"usage\":{\"prompt_tokens\":5," \
	"\"completion_tokens\":" tokens ",\"total_tokens\":" total "}}\n\n"
#define NO_USAGE "],\"usage\":null}\n\n"

static void
usage__comes__in_a_chunk_of_its_own(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ .usage = true });
	play_text(&player, 0, "a");
	play_finish(&player, 0, "length", NULL);
	expect(&player,
	    HEAD ROLE("0") NO_USAGE
	    HEAD SAYS("0", "a") NO_USAGE
	    HEAD FINISH("0", "\"length\"", "null") NO_USAGE
	    HEAD USAGE("1", "6")
	    DONE);
}

static void
usage__comes__in_all_chunks(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ .continuous = true });
	play_text(&player, 0, "ab");
	play_finish(&player, 0, "stop", NULL);
	expect(&player,
	    HEAD ROLE("0") USAGE("0", "5")
	    HEAD SAYS("0", "a") USAGE("1", "6")
	    HEAD SAYS("0", "b") USAGE("2", "7")
	    HEAD FINISH("0", "\"stop\"", "null") USAGE("2", "7")
	    HEAD USAGE("2", "7")
	    DONE);
}

/* As from a proxied server; what is not known is left out. */
static void
usage__is__what_the_engine_knows(void **state)
{
	static const struct {
		struct usage usage;
		const char *want;
	} examples[] = {
		{ { 3, 4, 7, 2 }, "\"prompt_tokens\":3,\"completion_tokens\":4,"
		    "\"total_tokens\":7,\"prompt_tokens_details\":"
		    "{\"cached_tokens\":2}" },
		{ { -1, 4, -1, -1 }, "\"completion_tokens\":4" },
		{ { -1, -1, -1, -1 }, "" },
		{ { 3, -1, -1, 0 }, "\"prompt_tokens\":3,"
		    "\"prompt_tokens_details\":{\"cached_tokens\":0}" },
	};
	struct ending end = { .state = MESSAGE_FINISHED };

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct script script = { .usage = true };
		struct player player;
		struct text want = { 0 };

		player_begin(&player, &script);
		reply_stream_free(player.stream);
		player.form.prompt_tokens = -1;
		player.stream = reply_stream_new(&player.form);
		text_clear(&player.out);
		reply_stream_begin(player.stream, &player.out);
		play(&player, 0, &(struct engine_event){
			.kind = ENGINE_USAGE, .usage = examples[i].usage });
		text_clear(&player.out);
		play(&player, 0, &(struct engine_event){
			.kind = ENGINE_FINISHED, .end = &end });
		text_printf(&want, HEAD FINISH("0", "null", "null") NO_USAGE
		    HEAD "],\"usage\":{%s}}\n\n" DONE, examples[i].want);
		expect(&player, want.bytes);
		text_release(&want);
	}
}

static void
choices__are_told__by_their_index(void **state)
{
	struct script script = { .n = 2, .engines = 2, .usage = true };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play_text(&player, 1, "b");
	play_finish(&player, 1, "stop", NULL);
	assert_int_equal(player.then, REPLY_GO_ON);
	play_text(&player, 0, "ac");
	play_finish(&player, 0, "length", NULL);
	assert_int_equal(player.then, REPLY_END);
	expect(&player,
	    HEAD ROLE("0") NO_USAGE HEAD ROLE("1") NO_USAGE
	    HEAD SAYS("1", "b") NO_USAGE
	    HEAD FINISH("1", "\"stop\"", "null") NO_USAGE
	    HEAD SAYS("0", "a") NO_USAGE HEAD SAYS("0", "c") NO_USAGE
	    HEAD FINISH("0", "\"length\"", "null") NO_USAGE
	    HEAD USAGE("3", "8")
	    DONE);
}

/* One engine brings all of them, as a proxied server does. */
static void
choices__come__from_one_engine(void **state)
{
	struct script script = { .n = 3 };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play(&player, 0, &(struct engine_event){ .kind = ENGINE_CHOICE,
		.number = 2, .bytes = "x", .len = 1 });
	play(&player, 0, &(struct engine_event){ .kind = ENGINE_CHOICE,
		.number = 2, .string = "stop", .string_len = 4 });
	play(&player, 0, &(struct engine_event){ .kind = ENGINE_CHOICE,
		.number = 128, .bytes = "x", .len = 1 });
	play(&player, 0, &(struct engine_event){ .kind = ENGINE_CHOICE,
		.number = -1, .bytes = "x", .len = 1 });
	play_finish(&player, 0, "stop", NULL);
	expect(&player,
	    HEAD ROLE("0") END
	    HEAD ROLE("2") END
	    HEAD SAYS("2", "x") END
	    HEAD FINISH("2", "\"stop\"", "null") END
	    HEAD FINISH("0", "\"stop\"", "null") END
	    DONE);
}

static void
parts__of_an_answer__have_fields_of_their_own(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ 0 });
	play_words(&player, ENGINE_REASONING, "hm");
	play_words(&player, ENGINE_REFUSAL, "no");
	play_words(&player, ENGINE_HELD, "E");
	play_words(&player, ENGINE_ANOMALY, "x");
	play_words(&player, ENGINE_REASONING, "");
	play_call(&player, 1, "c1", "f", "");
	play_call(&player, 1, "", "", "{\"a\":1}");
	play_finish(&player, 0, "tool_calls", NULL);
	expect(&player,
	    HEAD ROLE("0") END
	    HEAD DELTA("0", "\"reasoning_content\":\"hm\"") END
	    HEAD DELTA("0", "\"refusal\":\"no\"") END
	    HEAD DELTA("0", "\"tool_calls\":[{\"index\":1,\"id\":\"c1\","
	    "\"type\":\"function\",\"function\":{\"name\":\"f\","
	    "\"arguments\":\"\"}}]") END
	    HEAD DELTA("0", "\"tool_calls\":[{\"index\":1,\"function\":{"
	    "\"arguments\":\"{\\\"a\\\":1}\"}}]") END
	    HEAD FINISH("0", "\"tool_calls\"", "null") END
	    DONE);
}

/* ---- Completions. */

static void
completion__is_streamed__without_a_role(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ .completions = true });
	play_text(&player, 0, "ab");
	play_words(&player, ENGINE_REASONING, "hm");
	play_call(&player, 0, "c", "f", "{}");
	play_finish(&player, 0, "stop", NULL);
	expect(&player,
	    TEXT_HEAD TEXT("0", "a") END
	    TEXT_HEAD TEXT("0", "b") END
	    TEXT_HEAD TEXT_FINISH("0", "stop") END
	    DONE);
}

static void
prompts__are_echoed__to_their_choices(void **state)
{
	struct script script = { .completions = true, .echo = true, .n = 2,
		.engines = 4, .prompts = { "P", "Q" } };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play_text(&player, 3, "q");
	for (size_t i = 0; i < 4; i++)
		play_finish(&player, i, "stop", NULL);
	expect(&player,
	    TEXT_HEAD TEXT("0", "P") END TEXT_HEAD TEXT("1", "P") END
	    TEXT_HEAD TEXT("2", "Q") END TEXT_HEAD TEXT("3", "Q") END
	    TEXT_HEAD TEXT("3", "q") END
	    TEXT_HEAD TEXT_FINISH("0", "stop") END
	    TEXT_HEAD TEXT_FINISH("1", "stop") END
	    TEXT_HEAD TEXT_FINISH("2", "stop") END
	    TEXT_HEAD TEXT_FINISH("3", "stop") END
	    DONE);
}

/* ---- Logprobs. */

#define CERTAIN(token, bytes) "{\"token\":\"" token "\",\"logprob\":0.0," \
	"\"bytes\":[" bytes "]"

static void
logprobs__of_a_chat__are_certain(void **state)
{
	struct script script = { .logprobs = true };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	text_clear(&player.out);
	play_text(&player, 0, "\u00e9");
	expect(&player, HEAD CHOICE("0", "\"delta\":{\"content\":\"\u00e9\"},"
	    "\"logprobs\":{\"content\":[" CERTAIN("\u00e9", "195,169")
	    ",\"top_logprobs\":[]}],\"refusal\":null},"
	    "\"finish_reason\":null") END);
	script.top = 3;
	player_begin(&player, &script);
	text_clear(&player.out);
	play_words(&player, ENGINE_TEXT, "ab");
	expect(&player, HEAD CHOICE("0", "\"delta\":{\"content\":\"ab\"},"
	    "\"logprobs\":{\"content\":["
	    CERTAIN("a", "97") ",\"top_logprobs\":[" CERTAIN("a", "97") "}]},"
	    CERTAIN("b", "98") ",\"top_logprobs\":[" CERTAIN("b", "98") "}]}"
	    "],\"refusal\":null},\"finish_reason\":null") END);
}

static void
logprobs__of_completions__have_offsets(void **state)
{
	struct script script = { .completions = true, .logprobs = true,
		.echo = true, .prompts = { "\u00e9P" } };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	text_clear(&player.out);
	play_text(&player, 0, "a");
	expect(&player, TEXT_HEAD CHOICE("0", "\"text\":\"a\",\"logprobs\":{"
	    "\"tokens\":[\"a\"],\"token_logprobs\":[0.0],\"top_logprobs\":[],"
	    "\"text_offset\":[2]},\"finish_reason\":null") END);
	script.top = 1;
	player_begin(&player, &script);
	expect(&player, TEXT_HEAD CHOICE("0", "\"text\":\"\u00e9P\","
	    "\"logprobs\":{\"tokens\":[\"\u00e9\",\"P\"],"
	    "\"token_logprobs\":[0.0,0.0],"
	    "\"top_logprobs\":[{\"\u00e9\":0.0},{\"P\":0.0}],"
	    "\"text_offset\":[0,1]},\"finish_reason\":null") END);
}

/* ---- Whole replies. */

#define WHOLE "{\"id\":\"id-1\",\"object\":\"chat.completion\"," \
	"\"created\":7,\"model\":\"m\",\"choices\":["
#define WHOLE_USAGE(tokens, total) "],\"usage\":{\"prompt_tokens\":5," \
	"\"completion_tokens\":" tokens ",\"total_tokens\":" total "}}"

static void
chat__is_written__whole(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ .whole = true });
	assert_string_equal(player.head.content_type, "application/json");
	play_text(&player, 0, "a\"b");
	play_finish(&player, 0, "stop", "E");
	expect_whole(&player, WHOLE CHOICE("0", "\"message\":{\"role\":"
	    "\"assistant\",\"content\":\"a\\\"b\",\"refusal\":null},"
	    "\"logprobs\":null,\"finish_reason\":\"stop\","
	    "\"stop_reason\":\"E\"") WHOLE_USAGE("3", "8"));
}

static void
parts__are_written__whole(void **state)
{
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ .whole = true });
	play_words(&player, ENGINE_REASONING, "h");
	play_words(&player, ENGINE_REASONING, "m");
	play_words(&player, ENGINE_REFUSAL, "no");
	play_call(&player, 0, "c1", "f", "{");
	play_call(&player, 0, "", "", "}");
	play_finish(&player, 0, "tool_calls", NULL);
	expect_whole(&player, WHOLE CHOICE("0", "\"message\":{\"role\":"
	    "\"assistant\",\"content\":null,\"refusal\":\"no\","
	    "\"reasoning_content\":\"hm\",\"tool_calls\":[{\"id\":\"c1\","
	    "\"type\":\"function\",\"function\":{\"name\":\"f\","
	    "\"arguments\":\"{}\"}}]},\"logprobs\":null,"
	    "\"finish_reason\":\"tool_calls\",\"stop_reason\":null")
	    WHOLE_USAGE("0", "5"));
}

static void
completions__are_written__whole(void **state)
{
	struct script script = { .completions = true, .whole = true,
		.echo = true, .engines = 2, .prompts = { "P", "Q" } };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play_text(&player, 1, "q");
	play_finish(&player, 1, "stop", NULL);
	play_text(&player, 0, "pp");
	play_finish(&player, 0, "length", NULL);
	expect_whole(&player, "{\"id\":\"id-1\",\"object\":"
	    "\"text_completion\",\"created\":7,\"model\":\"m\",\"choices\":["
	    CHOICE("0", "\"text\":\"Ppp\",\"logprobs\":null,"
	    "\"finish_reason\":\"length\",\"stop_reason\":null") ","
	    CHOICE("1", "\"text\":\"Qq\",\"logprobs\":null,"
	    "\"finish_reason\":\"stop\",\"stop_reason\":null")
	    WHOLE_USAGE("3", "8"));
}

static void
logprobs__are_written__whole(void **state)
{
	struct script script = { .completions = true, .whole = true,
		.logprobs = true, .top = 1 };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play_text(&player, 0, "ab");
	play_finish(&player, 0, "stop", NULL);
	expect_whole(&player, "{\"id\":\"id-1\",\"object\":"
	    "\"text_completion\",\"created\":7,\"model\":\"m\",\"choices\":["
	    CHOICE("0", "\"text\":\"ab\",\"logprobs\":{"
	    "\"tokens\":[\"a\",\"b\"],\"token_logprobs\":[0.0,0.0],"
	    "\"top_logprobs\":[{\"a\":0.0},{\"b\":0.0}],"
	    "\"text_offset\":[0,1]},\"finish_reason\":\"stop\","
	    "\"stop_reason\":null") WHOLE_USAGE("2", "7"));
}

static void
choices__of_one_engine__are_written_whole(void **state)
{
	struct script script = { .completions = true, .whole = true, .n = 3 };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	play(&player, 0, &(struct engine_event){ .kind = ENGINE_CHOICE,
		.number = 2, .bytes = "x", .len = 1 });
	play(&player, 0, &(struct engine_event){ .kind = ENGINE_CHOICE,
		.number = 2, .string = "length", .string_len = 6 });
	play_finish(&player, 0, "stop", NULL);
	expect_whole(&player, "{\"id\":\"id-1\",\"object\":"
	    "\"text_completion\",\"created\":7,\"model\":\"m\",\"choices\":["
	    CHOICE("0", "\"text\":\"\",\"logprobs\":null,"
	    "\"finish_reason\":\"stop\",\"stop_reason\":null") ","
	    CHOICE("2", "\"text\":\"x\",\"logprobs\":null,"
	    "\"finish_reason\":\"length\",\"stop_reason\":null")
	    WHOLE_USAGE("0", "5"));
}

/* ---- Bad ends. */

static void
failure__is_told__and_ends_the_stream(void **state)
{
	static char sentence[] = "it \"broke\"";
	struct ending end = { .state = MESSAGE_FAILED, .error = sentence };
	struct script script = { .n = 2, .engines = 2 };
	struct player player;

	(void)state;
	player_begin(&player, &script);
	text_clear(&player.out);
	play(&player, 1, &(struct engine_event){
		.kind = ENGINE_FAILED, .end = &end });
	assert_int_equal(player.then, REPLY_END);
	play_text(&player, 0, "late");
	play_finish(&player, 0, "stop", NULL);
	expect(&player, "data: {\"error\":{\"message\":\"it \\\"broke\\\"\","
	    "\"type\":\"server_error\",\"param\":null,\"code\":null}}\n\n"
	    DONE);
}

static void
bad_ends__close__the_connection(void **state)
{
	static const struct ending cut = { .state = MESSAGE_TRUNCATED };
	static const struct engine_event events[] = {
		{ .kind = ENGINE_FINISHED, .end = &cut },
		{ .kind = ENGINE_CANCELLED },
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct player player;

		player_begin(&player, &(struct script){ 0 });
		text_clear(&player.out);
		play(&player, 0, &events[i]);
		assert_int_equal(player.then, REPLY_CLOSE);
		play_text(&player, 0, "late");
		assert_int_equal(player.then, REPLY_CLOSE);
		expect(&player, "");
	}
}

static void
error__has__all_four_fields(void **state)
{
	struct api_error error = { .status = 404, .type = "not_found" };
	struct text out = { 0 };

	(void)state;
	text_add(&error.message, "no \"m\"");
	reply_error(&out, &error);
	assert_string_equal(out.bytes, "{\"error\":{\"message\":"
	    "\"no \\\"m\\\"\",\"type\":\"not_found\",\"param\":null,"
	    "\"code\":null}}");
	text_clear(&out);
	text_add(&error.param, "model");
	error.code = "model_not_found";
	reply_error(&out, &error);
	assert_string_equal(out.bytes, "{\"error\":{\"message\":"
	    "\"no \\\"m\\\"\",\"type\":\"not_found\",\"param\":\"model\","
	    "\"code\":\"model_not_found\"}}");
	text_release(&error.message);
	text_release(&error.param);
	text_release(&out);
}

/* ---- Read back. */

static void
sound_stream__is_read__without_anomaly(void **state)
{
	static const struct script scripts[] = {
		{ .usage = false },
		{ .usage = true },
		{ .continuous = true, .logprobs = true, .top = 2 },
		{ .completions = true, .usage = true, .logprobs = true },
		{ .completions = true, .continuous = true },
		{ .n = 2, .engines = 2, .usage = true },
		{ .stop = "END", .max_tokens = 100, .usage = true },
	};
	static const char text[] = "a\"\\\n\t\u00e9\U0001f600{\"choices\":";

	(void)state;
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct answer_log log = { 0 };
		struct player player;

		player_begin(&player, &scripts[i]);
		for (size_t c = 0; c < player.form.choices; c++) {
			play_text(&player, c, text);
			play_finish(&player, c, "stop", scripts[i].stop);
		}
		read_back(&player, &log, player.out.len, 0);
		assert_string_equal(text_string(&log.codes), "");
		assert_string_equal(text_string(&log.text), text);
		assert_int_equal(strncmp(log.end.bytes, "finished stop", 13),
		    0);
		log_release(&log);
		player_end(&player);
	}
}

/* A name that looks like a part of a chunk is none. */
static void
model__may_look__like_a_chunk(void **state)
{
	struct answer_log log = { 0 };
	struct player player;

	(void)state;
	player_begin(&player, &(struct script){ 0 });
	reply_stream_free(player.stream);
	text_clear(&player.out);
	player.form.model = "\"content\":\"\"";
	player.stream = reply_stream_new(&player.form);
	reply_stream_begin(player.stream, &player.out);
	play_text(&player, 0, "ab");
	play_finish(&player, 0, "stop", NULL);
	read_back(&player, &log, 1, 0);
	assert_string_equal(text_string(&log.text), "ab");
	assert_string_equal(text_string(&log.codes), "");
	log_release(&log);
	player_end(&player);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test(name)
	const struct CMUnitTest tests[] = {
		TEST(chat__is_streamed__chunk_by_chunk),
		TEST(stop_reason__stands__beside_the_finish_reason),
		TEST(usage__comes__in_a_chunk_of_its_own),
		TEST(usage__comes__in_all_chunks),
		TEST(usage__is__what_the_engine_knows),
		TEST(choices__are_told__by_their_index),
		TEST(choices__come__from_one_engine),
		TEST(parts__of_an_answer__have_fields_of_their_own),
		TEST(completion__is_streamed__without_a_role),
		TEST(prompts__are_echoed__to_their_choices),
		TEST(logprobs__of_a_chat__are_certain),
		TEST(logprobs__of_completions__have_offsets),
		TEST(chat__is_written__whole),
		TEST(parts__are_written__whole),
		TEST(completions__are_written__whole),
		TEST(logprobs__are_written__whole),
		TEST(choices__of_one_engine__are_written_whole),
		TEST(failure__is_told__and_ends_the_stream),
		TEST(bad_ends__close__the_connection),
		TEST(error__has__all_four_fields),
		TEST(sound_stream__is_read__without_anomaly),
		TEST(model__may_look__like_a_chunk),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
