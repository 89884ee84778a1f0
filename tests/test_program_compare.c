/* test_program_compare.c: in=stdin --compare and --plain /compare, by the built
 * program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "../src/file.h"
#include "program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { LINES_MAX = 400, ENGINES_MAX = 6 };

static struct program program;

/* ---- The events of a run. */

static struct {
	cJSON *lines[LINES_MAX];
	size_t count;
} events;

static int
tear_down(void **state)
{
	(void)state;
	program_release(&program);
	while (events.count)
		cJSON_Delete(events.lines[--events.count]);
	return 0;
}

static int
run(const char *const *args, const char *input)
{
	tear_down(NULL);
	return program_run(&program, args, input, strlen(input));
}

static void
read_events(void)
{
	const char *line = text_string(&program.output);

	while (*line) {
		const char *end = strchr(line, '\n');

		assert_non_null(end);
		assert_true(events.count < LINES_MAX);
		events.lines[events.count] = cJSON_ParseWithLength(line,
		    (size_t)(end - line));
		assert_non_null(events.lines[events.count++]);
		line = end + 1;
	}
	assert_true(events.count > 0);
}

static const char *
string_of(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(
	    cJSON_GetObjectItemCaseSensitive(object, name));
}

static double
number_of(const cJSON *object, const char *name)
{
	const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, name);

	assert_true(cJSON_IsNumber(number));
	return number->valuedouble;
}

/* Each engine has one end, behind all of its texts, which are the text of the
 * end; the comparison is the last line, and the only one. Returns it. */
static const cJSON *
check_events(size_t engines)
{
	struct text texts[ENGINES_MAX] = { { 0 } };
	size_t ends = 0;

	read_events();
	for (size_t i = 0; i + 1 < events.count; i++) {
		const cJSON *line = events.lines[i];
		const char *event = string_of(line, "event");
		size_t engine = (size_t)number_of(line, "engine_index");

		assert_true(engine < engines);
		assert_string_not_equal(event, "comparison");
		if (!strcmp(event, "text"))
			text_add(&texts[engine], string_of(line, "text"));
		if (strcmp(event, "end"))
			continue;
		assert_string_equal(string_of(line, "text"),
		    text_string(&texts[engine]));
		assert_non_null(string_of(line, "engine"));
		text_release(&texts[engine]);
		ends++;
	}
	assert_int_equal(ends, engines);
	assert_string_equal(string_of(events.lines[events.count - 1], "event"),
	    "comparison");
	return events.lines[events.count - 1];
}

static const cJSON *
engine_of(const cJSON *comparison, int index)
{
	return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(comparison,
	    "engines"), index);
}

static void
check_engine(const cJSON *comparison, int index, const char *name,
    const char *outcome, const char *reason)
{
	const cJSON *engine = engine_of(comparison, index);

	assert_int_equal(number_of(engine, "engine_index"), index);
	assert_string_equal(string_of(engine, "engine"), name);
	assert_string_equal(string_of(engine, "outcome"), outcome);
	if (reason)
		assert_string_equal(string_of(engine, "finish_reason"),
		    reason);
	else
		assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(
		    engine, "finish_reason")));
}

/* Of a recording beside the screen scripts. */
static const char *
replay_of(const char *name)
{
	static char engine[2][4096];
	static unsigned next;
	const char *folder = getenv("srcdir");
	char *out = engine[next++ % 2];

	snprintf(out, sizeof(*engine), "replay:%s/tests/screens/recordings/%s",
	    folder ? folder : ".", name);
	return out;
}

/* ---- JSON. */

static void
json__has__one_end_each_and_one_comparison(void **state)
{
	const cJSON *comparison, *second, *difference;

	(void)state;
	assert_int_equal(run(WORDS("--json", "--compare", "echo delay=1",
	    "--compare", "echo delay=0 stop=END"), "one END two"), 0);
	assert_string_equal(text_string(&program.errors), "");
	comparison = check_events(2);
	check_engine(comparison, 0, "echo delay=1", "finished", "stop");
	check_engine(comparison, 1, "echo delay=0 stop=END", "finished",
	    "stop");
	assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(comparison,
	    "same_text")));
	second = engine_of(comparison, 1);
	assert_string_equal(string_of(second, "stop_reason"), "END");
	assert_int_equal(number_of(second, "first_difference"), 5);
	assert_int_equal(number_of(second, "tokens"), 7);
	difference = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(
	    second, "differences"), 0);
	assert_string_equal(string_of(difference, "first"), "END two");
	assert_string_equal(string_of(difference, "text"), "");
	assert_int_equal(number_of(difference, "offset"), 4);
}

static void
json__says__that_texts_are_the_same(void **state)
{
	const cJSON *comparison;

	(void)state;
	assert_int_equal(run(WORDS("--json", "--delay", "0", "--compare",
	    "echo echo echo"), "same"), 0);
	comparison = check_events(3);
	assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(comparison,
	    "same_text")));
	assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(
	    engine_of(comparison, 2), "first_difference")));
}

/* One fails, one is cut off, one is late: the worst is the status. */
static void
json__tells__the_worst_status(void **state)
{
	const cJSON *comparison;

	(void)state;
	assert_int_equal(run(WORDS("--json", "--compare",
	    "echo delay=0", "--compare", replay_of("failed_429.jsonl"),
	    "--compare", replay_of("cut_off.jsonl")), "x"), 1);
	comparison = check_events(3);
	assert_string_equal(string_of(engine_of(comparison, 1), "outcome"),
	    "error");
	assert_string_equal(string_of(engine_of(comparison, 2), "outcome"),
	    "truncated");
	assert_non_null(strstr(text_string(&program.errors), "429"));
	assert_int_equal(run(WORDS("--compare", replay_of("cut_off.jsonl"),
	    "--delay", "0"), "x"), 3);
	assert_int_equal(run(WORDS("--compare", "echo echo max_tokens=1",
	    "--delay", "0", "--expect-finish", "stop"), "xy"), 4);
}

static void
json__ends__all_when_interrupted(void **state)
{
	const cJSON *comparison;

	(void)state;
	program_start(&program, WORDS("--json", "-p", "slow", "--compare",
	    "echo delay=60000", "--compare", "echo delay=0"));
	program_see(&program, 0, "\"event\":\"end\"");
	program_kill(&program, SIGINT);
	assert_int_equal(program_end(&program), 130);
	comparison = check_events(2);
	check_engine(comparison, 0, "echo delay=60000", "cancelled", NULL);
	check_engine(comparison, 1, "echo delay=0", "finished", "stop");
}

/* Much at once: lines of both are whole. */
static void
json__keeps__lines_whole(void **state)
{
	static char prompt[3001];
	const cJSON *comparison;

	(void)state;
	memset(prompt, 'x', sizeof(prompt) - 1);
	assert_int_equal(run(WORDS("--json", "--delay", "0", "--compare",
	    "echo max_tokens=150 echo max_tokens=150"), prompt), 0);
	comparison = check_events(2);
	check_engine(comparison, 1, "echo max_tokens=150", "finished",
	    "length");
}

static void
trace__has__a_record_of_each_request(void **state)
{
	char path[] = "/tmp/echochat-compare-XXXXXX";
	struct text records = { 0 }, error = { 0 };
	int fd = mkstemp(path), lines = 0;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(run(WORDS("--trace", path, "--delay", "0",
	    "--compare", "echo echo echo"), "x"), 0);
	assert_true(file_read(path, 1, &records, &error));
	for (size_t i = 0; i < records.len; i++)
		lines += records.bytes[i] == '\n';
	assert_int_equal(lines, 3);
	text_release(&records);
	unlink(path);
}

/* ---- Text. */

static void
text__prints__replies_and_a_table(void **state)
{
	const char *out, *first, *second, *table;

	(void)state;
	/* The second is over first, and stands behind the first. */
	assert_int_equal(run(WORDS("--compare", "echo delay=5 echo delay=0 "
	    "stop=two"), "one two"), 0);
	out = text_string(&program.output);
	assert_string_equal(text_string(&program.errors), "");
	first = strstr(out, "== 1 echo delay=5\none two\n[stop: end of the "
	    "prompt, 7 tokens");
	second = strstr(out, "== 2 echo delay=0 stop=two\none \n[stop: matched "
	    "\"two\", 7 tokens");
	table = strstr(out, "   engine");
	assert_true(first && second && table);
	assert_true(first < second && second < table);
	assert_non_null(strstr(table, "differs from 1 at character 5"));
}

static void
text__compares__one_with_the_engine_of_out(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--delay", "0", "--compare",
	    "echo max_tokens=9"), "x"), 0);
	assert_non_null(strstr(text_string(&program.output), "== 1 echo\n"));
	assert_non_null(strstr(text_string(&program.output),
	    "== 2 echo max_tokens=9\n"));
	assert_non_null(strstr(text_string(&program.output), "same as 1"));
}

static void
options__refuse__what_makes_no_sense(void **state)
{
	static const struct {
		const char *args[6];
		const char *part;
	} rows[] = {
		{ { "--compare", "" }, "--compare must be an engine" },
		{ { "--compare", "delay=5" }, "stands behind its engine" },
		{ { "--compare", "nobody", "-p", "x" }, "unknown engine" },
		{ { "--compare", "echo dealy=1", "-p", "x" },
		    "did you mean delay?" },
		{ { "--compare", "echo", "in=check", "out=http://h" },
		    "--compare goes with" },
		{ { "--compare", "echo", "--record", "/nonexistent/r" },
		    "--record goes with one engine" },
		{ { "--compare", "a b c d e f g", "-p", "x" },
		    "at most 6 engines" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_int_equal(run(rows[i].args, "x"), 2);
		assert_string_equal(text_string(&program.output), "");
		if (!strstr(text_string(&program.errors), rows[i].part))
			fail_msg("not said: %s", rows[i].part);
	}
}

/* ---- In lines. */

static void
check_plain(const char *part)
{
	if (!strstr(text_string(&program.output), part))
		fail_msg("not in the output: %s", part);
}

static void
plain__compares__and_takes_a_reply(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--plain", "--delay", "0"),
	    "one two\n/compare echo echo max_tokens=3\n/compare take 2\n"
	    "/version 1\n/compare take 9\n/compare\n"), 0);
	check_plain("== 1 echo\none two\n");
	check_plain("== 2 echo max_tokens=3\none\n");
	check_plain("differs from 1 at character 4");
	check_plain("/compare take N goes on");
	check_plain("reply 2 is taken");
	check_plain("version 1 of 2: one two");
	check_plain("there is no comparison to take a reply from");
	check_plain("name the engines to compare");
}

static void
plain__compares__a_new_message_with_engines_of_the_option(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--plain", "--delay", "0", "--compare",
	    "echo echo max_tokens=2"), "/compare -- abc\n/compare\n"), 0);
	check_plain("== 1 echo\nabc\n");
	check_plain("== 2 echo max_tokens=2\nab\n");
}

static void
plain__keeps__what_came_when_interrupted(void **state)
{
	(void)state;
	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	program_start(&program, WORDS("--plain"));
	program_see(&program, 0, "> ");
	program_type(&program,
	    "/compare echo delay=60000 echo delay=0 -- slow\r");
	program_see(&program, 0, "== 2 echo delay=0");
	program_type(&program, "\003");
	program_see(&program, 0, "[cancelled");
	program_see(&program, 0, "take N goes on");
	program_type(&program, "/quit\r");
	assert_int_equal(program_end(&program), 0);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(json__has__one_end_each_and_one_comparison),
		TEST(json__says__that_texts_are_the_same),
		TEST(json__tells__the_worst_status),
		TEST(json__ends__all_when_interrupted),
		TEST(json__keeps__lines_whole),
		TEST(trace__has__a_record_of_each_request),
		TEST(text__prints__replies_and_a_table),
		TEST(text__compares__one_with_the_engine_of_out),
		TEST(options__refuse__what_makes_no_sense),
		TEST(plain__compares__and_takes_a_reply),
		TEST(plain__compares__a_new_message_with_engines_of_the_option),
		TEST(plain__keeps__what_came_when_interrupted),
	};

	program_environment();
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
