/* test_program_record.c: trace records of the built program: files, the
 * environment, signals, a full disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define RECORD "{\"schema\":\"dynamo.request.trace.v1\","

static struct program program;
static char folder[64], path[80];
static struct text found;

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_program_trace.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/trace", folder);
	return 0;
}

static int
tear_down(void **state)
{
	char command[100];

	(void)state;
	program_release(&program);
	text_release(&found);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

/* Runs it anew and returns the exit status. */
static int
run(const char *const *args)
{
	const char *const *env = program.env;

	program_release(&program);
	program.env = env;
	return program_run(&program, args, "", 0);
}

/* Reads the trace; returns how many records are there. Each line is one. */
static size_t
count_records(void)
{
	FILE *file = fopen(path, "r");
	char buffer[4096];
	size_t count = 0, got;

	text_clear(&found);
	while (file && (got = fread(buffer, 1, sizeof(buffer), file)))
		text_append(&found, buffer, got);
	if (file)
		fclose(file);
	for (const char *at = text_string(&found); *at; count++) {
		assert_memory_equal(at, RECORD, strlen(RECORD));
		at = strchr(at, '\n');
		assert_non_null(at++);
	}
	return count;
}

static bool
has(const char *part)
{
	return strstr(text_string(&found), part);
}

/* One line on standard error. */
static void
check_complaint(const char *part)
{
	const char *errors = text_string(&program.errors);

	if (strncmp(errors, "echochat: ", 10) || !strstr(errors, part) ||
	    strchr(errors, '\n') != errors + program.errors.len - 1)
		fail_msg("not one line with %s: %s", part, errors);
}

static void
trace__gets__a_compact_record_of_a_prompt(void **state)
{
	struct stat status;

	(void)state;
	for (size_t i = 1; i <= 3; i++) {
		assert_int_equal(run(WORDS("-p", "abc END", "--stop", "END",
		    "--delay", "0", "--trace", path)), 0);
		assert_string_equal(text_string(&program.output), "abc \n");
		assert_string_equal(text_string(&program.errors), "");
		assert_int_equal(count_records(), i);
	}
	assert_false(has("agent_context"));
	assert_false(has("model"));
	assert_true(has("\"output_tokens\":7,"));
	assert_true(has("\"trace_block_size\":64,\"input_length\":7,"));
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
}

static void
trace__gets__a_full_record_in_a_session(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0", "--trace", path,
	    "--session-id", "s", "--parent-session-id", "p",
	    "--trace-block-size", "2")), 0);
	assert_int_equal(count_records(), 1);
	assert_true(has("\"session_id\":\"s\",\"parent_session_id\":\"p\","
			"\"input_trigger\":\"user_message\""));
	assert_true(has("\"trace_block_size\":2,\"input_length\":3,"));
}

static void
trace__has__a_session_for_each_conversation(void **state)
{
	static const char lines[] = "one\ntwo\n/new\nthree\n";
	const char *first, *second, *third;

	(void)state;
	assert_int_equal(program_run(&program, WORDS("--plain", "--delay", "0",
	    "--trace", path), lines, strlen(lines)), 0);
	assert_int_equal(count_records(), 3);
	first = strstr(text_string(&found), "\"session_id\":");
	second = strstr(first + 1, "\"session_id\":");
	third = strstr(second + 1, "\"session_id\":");
	assert_memory_equal(first, second, 50);
	assert_memory_not_equal(first, third, 50);
}

static void
trace__gets__one_record_after_a_signal(void **state)
{
	(void)state;
	program_start(&program, WORDS("--delay", "20", "--trace", path, "-p",
	    "a long reply that nobody waits for, because it is cut off soon "
	    "and would take seconds to its end"));
	program_see(&program, 0, "a");
	program_kill(&program, SIGINT);
	assert_int_equal(program_end(&program), 130);
	assert_int_equal(count_records(), 1);
}

static void
trace__gets__one_record_when_the_reader_leaves(void **state)
{
	(void)state;
	program_start(&program, WORDS("--delay", "1", "--trace", path, "-p",
	    "one, two, three, four, five, six"));
	program_see(&program, 0, "n");
	close(program.out);
	program.out = -1;
	assert_int_equal(program_end(&program), 128 + SIGPIPE);
	assert_int_equal(count_records(), 1);
}

static void
trace__refuses__a_path_that_cannot_be_written(void **state)
{
	static const char *const modes[] = { "in=stdin", "--plain" };

	(void)state;
	for (size_t i = 0; i < COUNT(modes); i++) {
		assert_int_equal(run(WORDS(modes[i], "-p", "abc", "--trace",
		    "/nowhere/trace")), 2);
		assert_string_equal(text_string(&program.output), "");
		check_complaint("/nowhere/trace: No such file or directory");
	}
}

static void
trace__warns__of_a_full_disk(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0", "--trace",
	    "/dev/full")), 0);
	assert_string_equal(text_string(&program.output), "abc\n");
	assert_string_equal(text_string(&program.errors),
	    "echochat: cannot write trace records to /dev/full: No space left "
	    "on device\nechochat: 1 trace record is lost\n");
}

static void
trace__warns__of_a_record_that_is_not_made(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0", "--trace", path,
	    "--n", "2")), 0);
	check_complaint(": multiple output choices are not supported");
	assert_int_equal(count_records(), 0);
}

static void
trace__is_chosen__by_the_environment(void **state)
{
	char variable[120];
	const char *const env[] = { "DYN_REQUEST_TRACE=yes",
		"DYN_REQUEST_TRACE_SINKS=file,stderr",
		"DYN_REQUEST_TRACE_FILE_FORMAT=jsonl", variable, NULL };

	(void)state;
	snprintf(variable, sizeof(variable), "DYN_REQUEST_TRACE_FILE_PATH=%s",
	    path);
	program.env = env;
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0")), 0);
	assert_int_equal(count_records(), 1);
	assert_string_equal(text_string(&program.errors), text_string(&found));
	/* The command line wins. */
	unlink(path);
	strcpy(variable, "DYN_REQUEST_TRACE_FILE_PATH=/nowhere/trace");
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0", "--trace",
	    path)), 0);
	assert_int_equal(count_records(), 1);
}

static void
trace__is_off__by_default(void **state)
{
	static const char *const off[] = { "DYN_REQUEST_TRACE=0",
		"DYN_REQUEST_TRACE_CAPACITY=wrong",
		"DYN_REQUEST_TRACE_FILE_PATH=/nowhere/trace", NULL };

	(void)state;
	program.env = off;
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0")), 0);
	assert_string_equal(text_string(&program.errors), "");
}

static void
trace__says__which_values_are_wrong(void **state)
{
	static const char *const values[][2] = {
		{ "DYN_REQUEST_TRACE_CAPACITY=0", "using 1024" },
		{ "DYN_REQUEST_TRACE_FILE_BUFFER_BYTES=1k", "using 1048576" },
		{ "DYN_REQUEST_TRACE_FILE_FLUSH_INTERVAL_MS=-1",
		    "using 1000" },
		{ "DYN_REQUEST_TRACE_FILE_ROLL_BYTES=x", "using 268435456" },
		{ "DYN_REQUEST_TRACE_FILE_ROLL_LINES=0", "using none" },
		{ "DYN_REQUEST_TRACE_FILE_FORMAT=csv", "using jsonl" },
		{ "DYN_REQUEST_TRACE_RECORDS=all", "using request_end" },
		{ "DYN_REQUEST_TRACE=maybe", "using off" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(values); i++) {
		const char *const env[] = { values[i][0], NULL };

		program.env = env;
		assert_int_equal(run(WORDS("-p", "abc", "--delay", "0",
		    "--trace", path)), 0);
		check_complaint(values[i][1]);
		assert_int_equal(count_records(), i + 1);
	}
}

static void
trace__says__which_sinks_are_not_there(void **state)
{
	static const char *const values[][2] = {
		{ "DYN_REQUEST_TRACE_SINKS=file,nats",
		    "nats is not supported here" },
		{ "DYN_REQUEST_TRACE_SINKS=paper", "using file" },
		{ "DYN_REQUEST_TRACE_RECORDS=request_end,request_payload",
		    "request_payload is not supported here" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(values); i++) {
		const char *const env[] = { values[i][0],
			"DYN_REQUEST_TRACE=1", NULL };

		program.env = env;
		assert_int_equal(run(WORDS("-p", "abc", "--delay", "0",
		    "--trace", path)), 0);
		check_complaint(values[i][1]);
		assert_int_equal(count_records(), i + 1);
	}
}

static void
trace__refuses__options_that_are_wrong(void **state)
{
	static const char *const options[][2] = {
		{ "--trace", "" },
		{ "--trace-format", "csv" },
		{ "--trace-block-size", "-1" },
		{ "--trace-block-size", "65537" },
		{ "--trace-tokens", "words" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(options); i++) {
		assert_int_equal(run(WORDS("-p", "abc", options[i][0],
		    options[i][1])), 2);
		check_complaint(options[i][0]);
	}
}

/* A reader that has stopped costs a program that leaves two seconds and the
 * record, and the reply nothing. */
static void
trace__does_not_hold_up__the_reply(void **state)
{
	char block[4096] = { 0 };
	int end;

	(void)state;
	assert_int_equal(mkfifo(path, 0600), 0);
	end = open(path, O_RDWR | O_NONBLOCK);
	while (write(end, block, sizeof(block)) > 0)
		continue;
	assert_int_equal(run(WORDS("-p", "abc", "--delay", "0", "--trace",
	    path)), 0);
	assert_string_equal(text_string(&program.output), "abc\n");
	assert_non_null(strstr(text_string(&program.errors),
	    ": nobody reads it any more\nechochat: 1 trace record is lost\n"));
	close(end);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(trace__gets__a_compact_record_of_a_prompt),
		TEST(trace__gets__a_full_record_in_a_session),
		TEST(trace__has__a_session_for_each_conversation),
		TEST(trace__gets__one_record_after_a_signal),
		TEST(trace__gets__one_record_when_the_reader_leaves),
		TEST(trace__refuses__a_path_that_cannot_be_written),
		TEST(trace__warns__of_a_full_disk),
		TEST(trace__warns__of_a_record_that_is_not_made),
		TEST(trace__is_chosen__by_the_environment),
		TEST(trace__is_off__by_default),
		TEST(trace__says__which_values_are_wrong),
		TEST(trace__says__which_sinks_are_not_there),
		TEST(trace__refuses__options_that_are_wrong),
		TEST(trace__does_not_hold_up__the_reply),
	};

	program_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
