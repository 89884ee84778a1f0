/* test_program_batch.c: in=batch of the built program: files and pipes, what is
 * left behind by signals and full disks, and going on from there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { STALL_MS = 500 };

static struct program program;
static char folder[64], word[100], input[80], output[80];
static struct text lines, found, wanted;

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_program_batch.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(input, sizeof(input), "%s/in.jsonl", folder);
	snprintf(output, sizeof(output), "%s/output.jsonl", folder);
	snprintf(word, sizeof(word), "in=batch:%s", input);
	return 0;
}

static int
tear_down(void **state)
{
	char command[100];

	(void)state;
	program_release(&program);
	text_release(&lines);
	text_release(&found);
	text_release(&wanted);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

/* ---- Files. */

static void
put(const char *path, const char *bytes, size_t len)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static void
get(const char *path, struct text *out)
{
	FILE *file = fopen(path, "r");
	char buffer[65536];
	size_t len;

	text_clear(out);
	assert_non_null(file);
	while ((len = fread(buffer, 1, sizeof(buffer), file)))
		text_append(out, buffer, len);
	fclose(file);
}

static size_t
count_lines(const struct text *text)
{
	size_t count = 0;

	for (size_t i = 0; i < text->len; i++)
		count += text->bytes[i] == '\n';
	return count;
}

/* Times are no two times the same: they become T. */
static void
hide_times(struct text *text)
{
	struct text out = { 0 };
	const char *at = text_string(text), *time;

	while ((time = strstr(at, "_ms\":"))) {
		time += 5;
		text_append(&out, at, (size_t)(time - at));
		at = time + strspn(time, "0123456789.");
		text_add(&out, at > time ? "T" : "");
	}
	text_add(&out, at);
	text_release(text);
	*text = out;
}

/* Lines of different lengths: the longest comes first of ten, so that those
 * behind it are done before. */
static void
make_lines(size_t count)
{
	text_clear(&lines);
	for (size_t i = 0; i < count; i++)
		text_printf(&lines, "{\"text\":\"%.*s\",\"n\":%zu}\n",
		    (int)(1 + 49 * (9 - i % 10) / 9), "abcdefghijklmnopqrstuvwx"
		    "yzabcdefghijklmnopqrstuvwxyz", i);
	put(input, text_string(&lines), lines.len);
}

/* ---- Runs. */

static int
run(const char *const *args, const char *bytes)
{
	program_release(&program);
	return program_run(&program, args, bytes, strlen(bytes));
}

static void
check_complaint(const char *part)
{
	const char *errors = text_string(&program.errors);

	if (strncmp(errors, "echochat: ", 10) || !strstr(errors, part) ||
	    strchr(errors, '\n') != errors + program.errors.len - 1)
		fail_msg("not one line with %s: %s", part, errors);
}

/* Waits until so many bytes are in the output file. */
static void
see_bytes(size_t len)
{
	int64_t limit = program_limit_ms();
	struct stat stat_found;

	while (stat(output, &stat_found) || (size_t)stat_found.st_size < len)
		program_pump(&program, limit, "bytes in the output");
}

#define ENDED(reason)                                                          \
	",\"outcome\":\"finished\",\"finish_reason\":\"" reason "\","          \
	"\"stop_reason\":null,\"anomalies\":[],\"error\":null}\n"
#define FAILED(message)                                                        \
	"\"response\":null,\"tokens_in\":null,\"tokens_out\":null,"            \
	"\"elapsed_ms\":null,\"ttft_ms\":null,\"outcome\":\"error\","          \
	"\"finish_reason\":null,\"stop_reason\":null,\"anomalies\":[],"        \
	"\"error\":{\"message\":\"" message "\",\"status\":null,"              \
	"\"retry_after\":null}}\n"

static void
batch__answers__each_line(void **state)
{
	static const char bytes[] =
	    "{\"text\":\"abc\",\"id\":12345678901234567890}\n\n{\"text\":\"\"}";

	(void)state;
	put(input, bytes, sizeof(bytes) - 1);
	assert_int_equal(run(WORDS(word, "--delay", "0", "--max-tokens", "2"),
	    ""), 0);
	get(output, &found);
	hide_times(&found);
	assert_string_equal(text_string(&found),
	    "{\"text\":\"abc\",\"id\":12345678901234567890,\"response\":\"ab\","
	    "\"tokens_in\":3,\"tokens_out\":2,\"elapsed_ms\":T,\"ttft_ms\":T"
	    ENDED("length")
	    "{\"text\":\"\",\"response\":\"\",\"tokens_in\":0,\"tokens_out\":0,"
	    "\"elapsed_ms\":T,\"ttft_ms\":null" ENDED("stop"));
	assert_string_equal(text_string(&program.output), "");
	assert_non_null(strstr(text_string(&program.errors),
	    "lines    2 (length 1, stop 1)\n"
	    "tokens   in 3, out 2"));
	assert_non_null(strstr(text_string(&program.errors), "\nelapsed "));
}

static void
batch__passes_over__bad_lines(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("in=batch:-", "--delay", "0"),
	    "{\"text\":\"a\"}\nno\n\n[]\n{\"x\":1}\n{\"text\":\"b\"}\n"), 1);
	hide_times(&program.output);
	assert_string_equal(text_string(&program.output),
	    "{\"text\":\"a\",\"response\":\"a\",\"tokens_in\":1,"
	    "\"tokens_out\":1,\"elapsed_ms\":T,\"ttft_ms\":T" ENDED("stop")
	    "{\"line\":2," FAILED("it is not JSON: something is wrong at byte "
	    "0, \\\"no\\\"")
	    "{\"line\":4," FAILED("it is not a JSON object")
	    "{\"x\":1,"
	    FAILED("it has neither \\\"text\\\" nor \\\"messages\\\"")
	    "{\"text\":\"b\",\"response\":\"b\",\"tokens_in\":1,"
	    "\"tokens_out\":1,\"elapsed_ms\":T,\"ttft_ms\":T" ENDED("stop"));
	assert_ptr_equal(strstr(text_string(&program.errors),
	    "echochat: line 2: it is not JSON: something is wrong at byte 0, "
	    "\"no\"\n"
	    "echochat: line 4: it is not a JSON object\n"
	    "echochat: line 5: it has neither \"text\" nor \"messages\"\n"
	    "lines    5 (failed 3, stop 2)\n"), program.errors.bytes);
}

#define ASK(more) "{\"messages\":[{\"role\":\"user\",\"content\":"           \
	"\"one END two\"}]" more "}\n"

static void
check_replies(const char *const *parts, size_t count)
{
	const char *at = text_string(&program.output);

	assert_int_equal(count_lines(&program.output), count);
	for (size_t i = 0; i < count; i++) {
		const char *end = strchr(at, '\n');
		const char *part = strstr(at, parts[i]);

		if (!part || part > end)
			fail_msg("line %zu has no %s: %s", i + 1, parts[i], at);
		at = end + 1;
	}
}

/* What a body says holds for its line, and the command line for all else. */
static void
batch__takes__bodies_of_requests(void **state)
{
	static const char bytes[] = ASK(",\"stop\":\"END\"")
	    ASK(",\"max_tokens\":2") ASK("") "{\"text\":\"one END two\"}\n"
	    ASK(",\"stop\":null,\"max_tokens\":0") "{\"messages\":[]}\n";
	static const char *const parts[] = { "\"response\":\"one \"",
		"\"response\":\"on\"", "\"response\":\"one END\"",
		"\"response\":\"one END\"",
		"\"error\":{\"message\":\"max_tokens must be",
		"\"error\":{\"message\":\"messages must" };

	(void)state;
	assert_int_equal(run(WORDS("in=batch:-", "--delay", "0", "--stop",
	    " two", "--endpoint", "completions"), bytes), 1);
	check_replies(parts, COUNT(parts));
}

/* The system message of the command line is in front of those that have none;
 * the echo engine counts it. */
static void
batch__sends__the_system_message(void **state)
{
	static const char bytes[] = "{\"text\":\"ab\"}\n" ASK("")
	    "{\"messages\":[{\"role\":\"system\",\"content\":\"x\"},"
	    "{\"role\":\"user\",\"content\":\"y\"}]}\n";
	static const char *const parts[] = { "\"tokens_in\":5,",
		"\"tokens_in\":14,", "\"tokens_in\":2," };

	(void)state;
	assert_int_equal(run(WORDS("in=batch:-", "--delay", "0", "-s", "sys"),
	    bytes), 0);
	check_replies(parts, COUNT(parts));
}

static void
batch__goes_on__without_a_server(void **state)
{
	(void)state;
	make_lines(3);
	assert_int_equal(run(WORDS(word, "out=http://127.0.0.1:1",
	    "--concurrency", "2"), ""), 1);
	get(output, &found);
	assert_int_equal(count_lines(&found), 3);
	assert_non_null(strstr(text_string(&program.errors),
	    "echochat: line 3: cannot connect to 127.0.0.1:1"));
}

/* A recording of a reply that was cut off, and of one that was not. */
static void
batch__tells__what_was_cut_off(void **state)
{
	static const char recording[] =
	    "{\"record\":\"request\",\"t_ms\":0}\n"
	    "{\"record\":\"head\",\"t_ms\":1,\"status\":200,\"head\":"
	    "\"HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\n"
	    "\\r\\n\"}\n"
	    "{\"record\":\"data\",\"t_ms\":2,\"text\":\"data: {\\\"choices\\\":"
	    "[{\\\"index\\\":0,\\\"delta\\\":{\\\"content\\\":\\\"half"
	    "\\\"}}]}\\n\\n\"}\n"
	    "{\"record\":\"end\",\"t_ms\":3,\"end\":\"clean\"}\n";
	static const char *const parts[] = { "\"response\":\"half\"" };
	char engine[120];

	(void)state;
	put(input, recording, sizeof(recording) - 1);
	snprintf(engine, sizeof(engine), "out=replay:%s", input);
	assert_int_equal(run(WORDS("in=batch:-", engine),
	    "{\"text\":\"a\"}\n"), 3);
	check_replies(parts, 1);
	assert_non_null(strstr(text_string(&program.output),
	    "\"outcome\":\"truncated\",\"finish_reason\":null"));
	assert_ptr_equal(strstr(text_string(&program.errors),
	    "echochat: line 1: the stream ended without"),
	    program.errors.bytes);
	assert_non_null(strstr(text_string(&program.errors),
	    "\nlines    1 (cut off 1)\n"));
}

static void
batch__keeps__the_order(void **state)
{
	(void)state;
	make_lines(60);
	assert_int_equal(run(WORDS(word, "--delay", "0"), ""), 0);
	get(output, &wanted);
	hide_times(&wanted);
	assert_int_equal(count_lines(&wanted), 60);
	assert_int_equal(run(WORDS(word, "--delay", "1", "--concurrency", "8",
	    "--force"), ""), 0);
	get(output, &found);
	hide_times(&found);
	assert_string_equal(text_string(&found), text_string(&wanted));
}

static void
batch__answers__at_the_same_time(void **state)
{
	int64_t start;

	(void)state;
	make_lines(40);
	start = program_now_ms();
	assert_int_equal(run(WORDS(word, "--delay", "10", "--concurrency",
	    "40"), ""), 0);
	/* One after the other they take over 10 s. */
	assert_true(program_now_ms() - start < 5000);
}

static void
batch__reads__a_pipe_as_it_comes(void **state)
{
	size_t at;

	(void)state;
	program_start(&program, WORDS("in=batch:-", "--delay", "0"));
	program_type(&program, "{\"text\":\"one\"}\n{\"te");
	at = program_see(&program, 0, "\"error\":null}\n");
	program_type(&program, "xt\":\"two\"}\n");
	at = program_see(&program, at, "\"response\":\"two\"");
	program_type(&program, "{\"text\":\"three\"}");
	assert_int_equal(program_end(&program), 0);
	assert_non_null(strstr(text_string(&program.output) + at, "three"));
}

static void
batch__takes__long_lines(void **state)
{
	size_t len = 10 * 1000 * 1000;
	char *text = malloc(len + 1);

	(void)state;
	assert_non_null(text);
	memset(text, 'x', len);
	text[len] = '\0';
	text_printf(&lines, "{\"text\":\"%s\"}\n{\"text\":\"%s%s\"}\n"
	    "{\"text\":\"z\"}\n", text, text, text);
	put(input, text_string(&lines), lines.len);
	assert_int_equal(run(WORDS(word, "--delay", "0"), ""), 1);
	get(output, &found);
	assert_int_equal(count_lines(&found), 3);
	assert_non_null(strstr(text_string(&program.errors),
	    "echochat: line 2: it is longer than 16 MB\n"));
	assert_int_equal(run(WORDS(word, "--resume"), ""), 1);
	assert_non_null(strstr(text_string(&program.errors),
	    "3 of them from before"));
	free(text);
}

/* ---- A reader that does not keep up, or has gone. */

static void
output__holds_back__the_input(void **state)
{
	struct pollfd to_program = { .events = POLLOUT };
	size_t sent = 0;

	(void)state;
	make_lines(1000);
	program_start(&program, WORDS("in=batch:-", "--delay", "0"));
	to_program.fd = program.in;
	while (poll(&to_program, 1, STALL_MS) > 0) {
		ssize_t out = write(program.in,
		    text_string(&lines) + sent % lines.len,
		    lines.len - sent % lines.len);

		assert_true(out > 0);
		sent += (size_t)out;
		assert_true(sent < 64 * 1024 * 1024);
	}
	/* All that was taken is answered when it is read at last. */
	text_append(&program.input, text_string(&lines) + sent % lines.len,
	    lines.len - sent % lines.len);
	assert_int_equal(program_end(&program), 0);
	assert_int_equal(count_lines(&program.output),
	    (sent / lines.len + 1) * 1000);
}

static void
output__is_left__by_the_second_signal(void **state)
{
	(void)state;
	make_lines(20000);
	program.in_file = input;
	program_start(&program, WORDS("in=batch:-", "--delay", "0"));
	/* Until the pipe is full, and the first is seen. */
	poll(NULL, 0, STALL_MS);
	program_kill(&program, SIGINT);
	poll(NULL, 0, STALL_MS);
	program_kill(&program, SIGINT);
	assert_int_equal(program_end(&program), 130);
}

static void
output__is_quiet__when_the_reader_leaves(void **state)
{
	(void)state;
	make_lines(2000);
	program.in_file = input;
	program_start(&program, WORDS("in=batch:-", "--delay", "1"));
	program_see(&program, 0, "\n");
	close(program.out);
	program.out = -1;
	assert_int_equal(program_end(&program), 128 + SIGPIPE);
	assert_string_equal(text_string(&program.errors), "");
}

/* ---- What is left behind, and going on from there. */

/* What an unbroken run makes of the lines. */
static void
make_wanted(void)
{
	assert_int_equal(run(WORDS(word, "--delay", "0", "--force"), ""), 0);
	get(output, &wanted);
	hide_times(&wanted);
}

static void
check_resumed(void)
{
	assert_int_equal(run(WORDS(word, "--delay", "0", "--resume",
	    "--concurrency", "3"), ""), 0);
	get(output, &found);
	hide_times(&found);
	assert_string_equal(text_string(&found), text_string(&wanted));
}

static void
resume__goes_on__after_a_kill(void **state)
{
	static const size_t points[] = { 0, 1, 1000, 4000, 10000 };

	(void)state;
	make_lines(100);
	make_wanted();
	for (size_t i = 0; i < COUNT(points); i++) {
		program_release(&program);
		remove(output);
		program_start(&program, WORDS(word, "--delay", "1",
		    "--concurrency", "4"));
		see_bytes(points[i]);
		program_kill(&program, SIGKILL);
		assert_int_equal(program_end(&program), 128 + SIGKILL);
		check_resumed();
	}
}

/* What a crash of the machine may leave: any number of bytes. */
static void
resume__goes_on__from_any_byte(void **state)
{
	struct text all = { 0 };

	(void)state;
	make_lines(3);
	make_wanted();
	get(output, &all);
	for (size_t len = 0; len <= all.len; len += 7) {
		put(output, text_string(&all), len);
		check_resumed();
	}
	text_release(&all);
}

static void
resume__goes_on__after_a_signal(void **state)
{
	(void)state;
	make_lines(100);
	make_wanted();
	remove(output);
	program_release(&program);
	program_start(&program, WORDS(word, "--delay", "2", "--concurrency",
	    "4"));
	see_bytes(2000);
	program_kill(&program, SIGINT);
	assert_int_equal(program_end(&program), 130);
	get(output, &found);
	assert_int_equal(found.bytes[found.len - 1], '\n');
	assert_null(strstr(text_string(&found), "cancelled"));
	assert_non_null(strstr(text_string(&program.errors),
	    "interrupted: --resume goes on"));
	check_resumed();
}

static void
resume__adds__to_the_sums(void **state)
{
	(void)state;
	put(input, "bad\n{\"text\":\"a\"}\n", 17);
	assert_int_equal(run(WORDS(word), ""), 1);
	put(input, "bad\n{\"text\":\"a\"}\n{\"text\":\"b\"}\n", 30);
	/* What failed before is not asked again, nor told, but counts. */
	assert_int_equal(run(WORDS(word, "--resume"), ""), 1);
	assert_ptr_equal(strstr(text_string(&program.errors),
	    "lines    3 (stop 2, failed 1), 2 of them from before\n"),
	    program.errors.bytes);
}

static void
resume__refuses__another_input(void **state)
{
	(void)state;
	make_lines(3);
	make_wanted();
	put(input, "{\"text\":\"other\"}\n", 17);
	assert_int_equal(run(WORDS(word, "--resume"), ""), 2);
	check_complaint("line 1 of the input is another than");
	put(input, text_string(&lines), lines.len / 3 * 2);
	assert_int_equal(run(WORDS(word, "--resume"), ""), 2);
	get(output, &found);
	hide_times(&found);
	assert_string_equal(text_string(&found), text_string(&wanted));
}

static void
output__holds__whole_lines_of_a_full_disk(void **state)
{
	struct rlimit limit;

	(void)state;
	make_lines(100);
	make_wanted();
	remove(output);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 5000, limit.rlim_max });
	program_release(&program);
	program_start(&program, WORDS(word, "--delay", "0"));
	setrlimit(RLIMIT_FSIZE, &limit);
	assert_int_equal(program_end(&program), 1);
	check_complaint("cannot write");
	get(output, &found);
	assert_in_range(found.len, 4000, 5000);
	assert_int_equal(found.bytes[found.len - 1], '\n');
	check_resumed();
}

static void
output__is_kept__without_force(void **state)
{
	(void)state;
	make_lines(1);
	put(output, "mine\n", 5);
	assert_int_equal(run(WORDS(word), ""), 2);
	check_complaint("is there already");
	get(output, &found);
	assert_string_equal(text_string(&found), "mine\n");
	assert_int_equal(run(WORDS(word, "--force", "--output", input), ""), 2);
	check_complaint("is the input itself");
	get(input, &found);
	assert_string_equal(text_string(&found), text_string(&lines));
}

static void
output__complains__when_it_is_full(void **state)
{
	(void)state;
	if (access("/dev/full", W_OK))
		skip();
	make_lines(3);
	assert_int_equal(run(WORDS(word, "--output", "/dev/full"), ""), 1);
	check_complaint("cannot write /dev/full");
}

/* ---- What people and programs are told. */

static void
json__sums_up__in_one_line(void **state)
{
	(void)state;
	make_lines(3);
	assert_int_equal(run(WORDS(word, "--json", "--delay", "0"), ""), 0);
	assert_string_equal(text_string(&program.errors), "");
	hide_times(&program.output);
	assert_ptr_equal(strstr(text_string(&program.output), "{\"summary\":{"
	    "\"lines\":3,\"resumed\":0,\"failed\":0,\"unfinished\":0,"
	    "\"ends\":{\"stop\":3},\"tokens_in\":133,\"tokens_out\":133,"
	    "\"elapsed_ms\":T,\"tokens_per_s\":"), program.output.bytes);
	assert_int_equal(count_lines(&program.output), 1);
	assert_int_equal(run(WORDS(word, "--json", "--output", "-"), ""), 2);
	check_complaint("--json");
}

static void
progress__is_a_line__on_a_terminal(void **state)
{
	(void)state;
	make_lines(30);
	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	program_start(&program, WORDS(word, "--delay", "2", "--stop", "zz"));
	program_see(&program, 0, "/30  ");
	program_see(&program, 0, "] 1");
	assert_int_equal(program_end(&program), 0);
	assert_non_null(strstr(text_string(&program.output), "\r[="));
	/* It is gone at the end. */
	assert_non_null(strstr(text_string(&program.output),
	    "  \rlines    30 (stop 30)\r\n"));
}

static void
progress__is_out_of_the_way__of_replies(void **state)
{
	(void)state;
	make_lines(20);
	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	assert_int_equal(program_run(&program, WORDS(word, "--delay", "2",
	    "--output", "-"), "", 0), 0);
	assert_null(strstr(text_string(&program.output), "\r["));
}

static void
trace__has_a_record__for_each_line(void **state)
{
	char path[80];

	(void)state;
	snprintf(path, sizeof(path), "%s/trace", folder);
	make_lines(20);
	assert_int_equal(run(WORDS(word, "--delay", "0", "--concurrency", "7",
	    "--trace", path), ""), 0);
	get(path, &found);
	assert_int_equal(count_lines(&found), 20);
}

static void
options__are_refused__in_one_line(void **state)
{
	static const struct {
		const char *args[5];
		const char *part;
	} rows[] = {
		{ { "in=batch:" }, "in=batch:FILE" },
		{ { "in=batch:/nowhere" }, "cannot open /nowhere" },
		{ { "in=batch:/" }, "/ is a directory" },
		{ { "--output", "x" }, "go with in=batch:FILE" },
		{ { "--force" }, "go with in=batch:FILE" },
		{ { "--resume", "-p", "x" }, "goes with in=text or in=batch:FILE" },
		{ { "--concurrency", "2" }, "go with in=batch:FILE" },
		{ { "in=batch:-", "--concurrency", "0" }, "from 1 to 1024" },
		{ { "in=batch:-", "--concurrency=1025" }, "from 1 to 1024" },
		{ { "in=batch:-", "--force", "--resume" }, "one of them" },
		{ { "in=batch:-", "--resume" }, "--resume needs a file" },
		{ { "in=batch:-", "--json" }, "name a file with --output" },
		{ { "in=batch:-", "--expect-finish=stop" }, "in=stdin" },
		{ { "in=batch:-", "--plain" }, "in=text" },
		{ { "in=batch:-", "-p", "x" }, "in=text" },
		{ { "in=batch:-", "--concurrency=2", "--record", "x" },
		    "--record goes with" },
		{ { "in=batch:-", "out=nobody" }, "unknown engine" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_int_equal(run(rows[i].args, ""), 2);
		assert_string_equal(text_string(&program.output), "");
		check_complaint(rows[i].part);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(batch__answers__each_line),
		TEST(batch__passes_over__bad_lines),
		TEST(batch__takes__bodies_of_requests),
		TEST(batch__sends__the_system_message),
		TEST(batch__goes_on__without_a_server),
		TEST(batch__tells__what_was_cut_off),
		TEST(batch__keeps__the_order),
		TEST(batch__answers__at_the_same_time),
		TEST(batch__reads__a_pipe_as_it_comes),
		TEST(batch__takes__long_lines),
		TEST(output__holds_back__the_input),
		TEST(output__is_left__by_the_second_signal),
		TEST(output__is_quiet__when_the_reader_leaves),
		TEST(resume__goes_on__after_a_kill),
		TEST(resume__goes_on__from_any_byte),
		TEST(resume__goes_on__after_a_signal),
		TEST(resume__adds__to_the_sums),
		TEST(resume__refuses__another_input),
		TEST(output__holds__whole_lines_of_a_full_disk),
		TEST(output__is_kept__without_force),
		TEST(output__complains__when_it_is_full),
		TEST(json__sums_up__in_one_line),
		TEST(progress__is_a_line__on_a_terminal),
		TEST(progress__is_out_of_the_way__of_replies),
		TEST(trace__has_a_record__for_each_line),
		TEST(options__are_refused__in_one_line),
	};

	program_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
