/* test_program_trace.c: the built program with in=trace: files, exit statuses,
 * what goes to which output. */
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
#include <zlib.h>

#include "program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define HEAD "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":"
#define END HEAD "\"request_end\",\"event_time_unix_ms\":2000,"
#define COMPACT END "\"request\":{\"request_id\":\"r-1\"," \
	"\"output_tokens\":16,\"request_received_ms\":1000,\"replay\":{" \
	"\"trace_block_size\":64,\"input_length\":128," \
	"\"input_sequence_hashes\":[14643705804678351452,2]}}}\n"
#define FULL END "\"agent_context\":{\"session_id\":\"s\"}," \
	"\"request\":{\"request_id\":\"r-2\",\"model\":\"echo\"," \
	"\"input_tokens\":65,\"output_tokens\":3," \
	"\"request_received_ms\":1500,\"ttft_ms\":10.5," \
	"\"total_time_ms\":500,\"avg_itl_ms\":20,\"replay\":{" \
	"\"trace_block_size\":64,\"input_length\":65," \
	"\"input_sequence_hashes\":[14643705804678351452,9]}," \
	"\"finish_reason_metadata\":{\"finish_reason\":\"stop\"}}}\n"
#define TOOL HEAD "\"tool_start\",\"event_time_unix_ms\":2000}\n"

static struct program program;
static char folder[] = "/tmp/echochat-trace-XXXXXX";
static const char *const names[] = { "a.jsonl", "b.jsonl.gz", "out.json" };
static char paths[COUNT(names)][64];

enum { A, B, OUT };

static int
make_folder(void **state)
{
	(void)state;
	program_environment();
	setenv("TZ", "UTC0", 1);
	assert_non_null(mkdtemp(folder));
	for (size_t i = 0; i < COUNT(names); i++)
		snprintf(paths[i], sizeof(paths[i]), "%s/%s", folder,
		    names[i]);
	return 0;
}

static int
clean(void **state)
{
	(void)state;
	program_release(&program);
	for (size_t i = 0; i < COUNT(names); i++)
		unlink(paths[i]);
	return 0;
}

static int
remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static void
write_file(const char *path, const char *bytes, size_t len)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static void
write_text(const char *path, const char *string)
{
	write_file(path, string, strlen(string));
}

/* Adds a member to a gzip file. */
static void
add_gzip(const char *path, const char *string)
{
	gzFile file = gzopen(path, "a");

	assert_int_equal(gzputs(file, string), strlen(string));
	assert_int_equal(gzclose(file), Z_OK);
}

/* Runs it anew and returns the exit status. */
static int
run(const char *const *args, const char *input)
{
	program_release(&program);
	return program_run(&program, args, input, strlen(input));
}

static const char *
word(const char *path)
{
	static char words[4][80];
	static size_t next;
	char *made = words[next++ % COUNT(words)];

	snprintf(made, sizeof(words[0]), "in=trace:%s", path);
	return made;
}

static void
see_output(const char *part)
{
	if (!strstr(text_string(&program.output), part))
		fail_msg("no %s in: %s", part, text_string(&program.output));
}

/* Standard error is the lines, %s is the folder. */
static void
see_errors(const char *format)
{
	struct text wanted = { 0 };

	for (; *format; format++)
		if (*format == '%')
			text_add(&wanted, folder);
		else
			text_append(&wanted, format, 1);
	assert_string_equal(text_string(&program.errors),
	    text_string(&wanted));
	text_release(&wanted);
}

static void
table__sums_up__several_files(void **state)
{
	(void)state;
	write_text(paths[A], COMPACT TOOL);
	add_gzip(paths[B], FULL);
	assert_int_equal(run(WORDS(word(paths[A]), word(paths[B])), ""), 0);
	see_errors("");
	assert_string_equal(text_string(&program.output),
	    "time         request   model        in    out   ttft    itl   "
	    "total finish\n"
	    "00:00:01.000 r-1                   128     16                  "
	    "1000\n"
	    "00:00:01.500 r-2       echo         65      3   10.5   20.0   "
	    "500.0 stop\n"
	    "\n"
	    "requests  2 (finished 1, unknown 1)\n"
	    "finish    stop 1\n"
	    "models    echo 1\n"
	    "tokens    in 193, out 19\n"
	    "reuse     25.0% of 4 blocks\n"
	    "other     tool_start 1\n"
	    "\n"
	    "ms               p50       p90       p99        of\n"
	    "ttft            10.5      10.5      10.5         1\n"
	    "itl             20.0      20.0      20.0         1\n"
	    "total          500.0      1000      1000         2\n");
}

static void
json__writes__a_line_each_and_the_summary(void **state)
{
	const char *line;
	size_t lines = 0;

	(void)state;
	assert_int_equal(run(WORDS("in=trace:-", "--json"), COMPACT TOOL FULL),
	    0);
	see_output("{\"file\":\"standard input\",\"line\":1,");
	see_output("\"line\":3,\"session_id\":\"s\",");
	see_output("\"input_sequence_hashes\":[14643705804678351452,9]}\n");
	see_output("\n{\"summary\":{\"requests\":2,");
	line = text_string(&program.output);
	for (; *line; line = strchr(line, '\n') + 1, lines++) {
		cJSON *json = cJSON_ParseWithLength(line,
		    (size_t)(strchr(line, '\n') - line));

		assert_non_null(json);
		cJSON_Delete(json);
	}
	assert_int_equal(lines, 3);
}

static void
gzip__is_found__by_its_first_bytes(void **state)
{
	const char *path = paths[A]; /* whatever its name is */

	(void)state;
	add_gzip(path, COMPACT);
	add_gzip(path, FULL);
	program.in_file = path;
	assert_int_equal(program_run(&program, WORDS("in=trace:-"), "", 0), 0);
	see_output("requests  2 ");
	assert_int_equal(run(WORDS(word(path)), ""), 0);
	see_output("requests  2 ");
}

static void
gzip__is_read__up_to_a_cut(void **state)
{
	char bytes[4096];
	FILE *file;
	size_t len;

	(void)state;
	add_gzip(paths[B], COMPACT);
	add_gzip(paths[B], FULL FULL);
	file = fopen(paths[B], "r");
	len = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	write_file(paths[B], bytes, len - 12);
	assert_int_equal(run(WORDS(word(paths[B])), ""), 0);
	see_errors("echochat: %/b.jsonl.gz: the gzip data is cut off; what "
	    "stands before is read\n");
	see_output("r-1");
}

static void
broken_line__is_named__and_the_rest_read(void **state)
{
	(void)state;
	write_text(paths[A], COMPACT "rubbish\n\n{\"schema\":\"v9\"}\n" FULL
	    "{\"schema\":\"dyn");
	assert_int_equal(run(WORDS(word(paths[A])), ""), 0);
	see_errors("echochat: %/a.jsonl:2: not a trace record: it is not JSON\n"
	    "echochat: %/a.jsonl:4: not a trace record: its schema is \"v9\", "
	    "not dynamo.request.trace.v1\n"
	    "echochat: %/a.jsonl:6: not a trace record: the file ends within "
	    "the line\n");
	see_output("requests  2 ");
	see_output("broken    3 lines\n");
}

static void
last_line__needs__no_newline(void **state)
{
	(void)state;
	assert_int_equal(program_run(&program, WORDS("in=trace:-"), COMPACT,
	    strlen(COMPACT) - 1), 0);
	see_errors("");
	see_output("requests  1 ");
}

static void
broken_lines__are_counted__when_there_are_many(void **state)
{
	struct text text = { 0 };

	(void)state;
	for (int i = 0; i < 150; i++)
		text_add(&text, "x\n");
	text_add(&text, COMPACT);
	assert_int_equal(run(WORDS("in=trace:-"), text_string(&text)), 0);
	assert_non_null(strstr(text_string(&program.errors),
	    "input:100: not"));
	assert_null(strstr(text_string(&program.errors), "input:101: not"));
	assert_non_null(strstr(text_string(&program.errors),
	    "echochat: standard input: 50 more lines are no trace records\n"));
	text_release(&text);
}

static void
status__is_1__if_a_file_gives_nothing(void **state)
{
	(void)state;
	write_text(paths[A], COMPACT);
	assert_int_equal(run(WORDS("in=trace:/nowhere", word(paths[A])), ""),
	    1);
	see_errors("echochat: cannot open /nowhere: No such file or "
	    "directory\n");
	see_output("requests  1 ");
	assert_int_equal(run(WORDS(word(folder)), ""), 1);
	see_errors("echochat: cannot read %: Is a directory\n");
	assert_int_equal(run(WORDS("in=trace:-"), ""), 1);
	see_errors("echochat: standard input: there is no trace record in it\n"
	    );
	assert_int_equal(run(WORDS("in=trace:-"), TOOL), 0);
	see_errors("");
}

static void
status__is_2__for_wrong_usage(void **state)
{
	const struct {
		const char *const *args;
		const char *errors;
	} cases[] = {
		{ WORDS("in=trace:"), "echochat: unknown input \"in=trace:\": "
		  "there are in=text, in=stdin, in=batch:FILE, in=http, "
		  "in=trace:FILE and in=check\n" },
		{ WORDS("in=trace:-", "--plain"),
		    "echochat: --plain goes with in=text or in=http\n" },
		{ WORDS("in=trace:-", "--expect-finish", "stop"),
		    "echochat: --expect-finish goes with in=stdin\n" },
		{ WORDS("--perfetto", "x"),
		    "echochat: --perfetto goes with in=trace:FILE\n" },
		{ WORDS("in=trace:-", "--perfetto="), "echochat: --perfetto "
		  "must be a file, or - for standard output; \"\" is not\n" },
		{ WORDS("in=trace:-", "--json", "--perfetto", "-"),
		    "echochat: --json and --perfetto - both write to standard "
		    "output; name a file behind --perfetto\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(run(cases[i].args, COMPACT), 2);
		see_errors(cases[i].errors);
		assert_int_equal(program.output.len, 0);
	}
}

static void
check_perfetto(const char *bytes, int events)
{
	cJSON *trace = cJSON_Parse(bytes);

	assert_non_null(trace);
	assert_int_equal(cJSON_GetArraySize(
	    cJSON_GetObjectItem(trace, "traceEvents")), events);
	cJSON_Delete(trace);
}

static void
perfetto__writes__a_file_beside_the_table(void **state)
{
	char bytes[4096] = "";
	FILE *file;

	(void)state;
	assert_int_equal(run(WORDS("in=trace:-", "--perfetto", paths[OUT]),
	    COMPACT FULL), 0);
	see_output("requests  2 ");
	file = fopen(paths[OUT], "r");
	assert_non_null(file);
	assert_true(fread(bytes, 1, sizeof(bytes) - 1, file) > 0);
	fclose(file);
	check_perfetto(bytes, 8);
}

static void
perfetto__writes__to_standard_output_alone(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("in=trace:-", "--perfetto", "-"),
	    COMPACT FULL), 0);
	check_perfetto(text_string(&program.output), 8);
	assert_int_equal(run(WORDS("in=trace:-", "--perfetto", "-"),
	    HEAD "\"request_end\",\"request\":{}}\n"), 0);
	check_perfetto(text_string(&program.output), 0);
	see_errors("echochat: --perfetto: 1 request left out: the time is not "
	    "known\n");
}

static void
perfetto__never_destroys__what_is_to_be_read(void **state)
{
	(void)state;
	write_text(paths[A], COMPACT);
	assert_int_equal(run(WORDS(word(paths[A]), "--perfetto", paths[A]),
	    ""), 1);
	see_errors("echochat: --perfetto would write over %/a.jsonl, which is "
	    "to be read\n");
	assert_int_equal(run(WORDS(word(paths[A])), ""), 0);
	assert_int_equal(run(WORDS(word(paths[A]), "--perfetto",
	    "/nowhere/x"), ""), 1);
	see_errors("echochat: --perfetto: cannot open /nowhere/x: No such file "
	    "or directory\n");
}

static void
full_disk__is__an_error(void **state)
{
	(void)state;
	if (access("/dev/full", W_OK))
		skip();
	assert_int_equal(run(WORDS("in=trace:-", "--perfetto", "/dev/full"),
	    COMPACT), 1);
	see_errors("echochat: --perfetto: cannot write /dev/full\n");
	program_release(&program);
	program.out_file = "/dev/full";
	assert_int_equal(program_run(&program, WORDS("in=trace:-"), COMPACT,
	    strlen(COMPACT)), 1);
	see_errors("echochat: cannot write to standard output\n");
}

static void
broken_pipe__ends__quietly(void **state)
{
	(void)state;
	program_start(&program, WORDS("in=trace:-"));
	close(program.out);
	program.out = -1;
	for (int i = 0; i < 100; i++)
		text_add(&program.input, COMPACT);
	assert_int_equal(program_end(&program), 128 + SIGPIPE);
	see_errors("");
}

/* Each row on a terminal is there when its line was read. */
static void
terminal__shows__rows_as_they_come(void **state)
{
	size_t at;

	(void)state;
	program.tty = PROGRAM_TTY_OUT;
	program_start(&program, WORDS("in=trace:-"));
	program_type(&program, COMPACT);
	at = program_see(&program, 0, "r-1");
	program_type(&program, FULL);
	program_see(&program, at, "r-2");
	assert_int_equal(program_end(&program), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(table__sums_up__several_files,
		    clean),
		cmocka_unit_test_teardown(
		    json__writes__a_line_each_and_the_summary, clean),
		cmocka_unit_test_teardown(gzip__is_found__by_its_first_bytes,
		    clean),
		cmocka_unit_test_teardown(gzip__is_read__up_to_a_cut, clean),
		cmocka_unit_test_teardown(
		    broken_line__is_named__and_the_rest_read, clean),
		cmocka_unit_test_teardown(last_line__needs__no_newline, clean),
		cmocka_unit_test_teardown(
		    broken_lines__are_counted__when_there_are_many, clean),
		cmocka_unit_test_teardown(
		    status__is_1__if_a_file_gives_nothing, clean),
		cmocka_unit_test_teardown(status__is_2__for_wrong_usage,
		    clean),
		cmocka_unit_test_teardown(
		    perfetto__writes__a_file_beside_the_table, clean),
		cmocka_unit_test_teardown(
		    perfetto__writes__to_standard_output_alone, clean),
		cmocka_unit_test_teardown(
		    perfetto__never_destroys__what_is_to_be_read, clean),
		cmocka_unit_test_teardown(full_disk__is__an_error, clean),
		cmocka_unit_test_teardown(broken_pipe__ends__quietly, clean),
		cmocka_unit_test_teardown(terminal__shows__rows_as_they_come,
		    clean),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
