/* test_trace_sink.c: where records go, with real files and the real thread. What
 * the thread is to do is waited for, up to a limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <zlib.h>

#include "../engine/trace_sink.h"

enum { NEVER_MS = 3600000, LIMIT_MS = 20000, MB = 1024 * 1024 };

static char folder[64];
static struct text path, content, news;
static struct trace_sink_options options;
static struct trace_sink *sink;

/* A folder of its own, and a sink that writes nothing before its end. */
static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_trace_sink.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	text_printf(&path, "%s/trace", folder);
	options = (struct trace_sink_options){ .file = true,
		.to = { .path = text_string(&path), .buffer_bytes = MB,
		    .roll_bytes = MB },
		.capacity = 1024,
		.flush_ms = NEVER_MS };
	return 0;
}

static int
tear_down(void **state)
{
	char command[100];

	(void)state;
	trace_sink_close(sink, &news);
	sink = NULL;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	text_release(&path);
	text_release(&content);
	text_release(&news);
	return system(command);
}

static void
open_sink(void)
{
	struct text error = { 0 };

	sink = trace_sink_open(&options, &error);
	if (!sink)
		fail_msg("%s", text_string(&error));
}

static void
add(const char *string)
{
	struct text line = { 0 };

	text_add(&line, string);
	trace_sink_add(sink, &line);
	assert_int_equal(line.len, 0);
	text_release(&line);
}

static void
add_numbers(int first, int last)
{
	for (; first <= last; first++) {
		char line[16];

		snprintf(line, sizeof(line), "%d", first);
		add(line);
	}
}

static void
close_sink(void)
{
	trace_sink_close(sink, &news);
	sink = NULL;
}

/* zlib reads what is no gzip as it is. */
static const char *
read_file(const char *suffix)
{
	struct text name = { 0 };
	char buffer[4096];
	gzFile file;
	int got;

	text_printf(&name, "%s%s", text_string(&path), suffix);
	text_clear(&content);
	file = gzopen(text_string(&name), "rb");
	text_release(&name);
	if (!file)
		return "no file";
	while ((got = gzread(file, buffer, sizeof(buffer))) > 0)
		text_append(&content, buffer, (size_t)got);
	gzclose(file);
	return text_string(&content);
}

static void
pause_ms(long ms)
{
	nanosleep(&(struct timespec){ 0, ms * 1000000 }, NULL);
}

static void
wait_for(const char *suffix, const char *want)
{
	for (int ms = 0; strcmp(read_file(suffix), want); ms++) {
		if (ms == LIMIT_MS)
			fail_msg("%s has \"%s\", not \"%s\"", suffix,
			    text_string(&content), want);
		pause_ms(1);
	}
}

static bool
exists(const char *suffix)
{
	return strcmp(read_file(suffix), "no file") != 0;
}

static void
put_file(const char *string)
{
	FILE *file = fopen(text_string(&path), "w");

	assert_non_null(file);
	fputs(string, file);
	fclose(file);
}

/* ---- Files. */

static void
sink__writes__all_at_its_end(void **state)
{
	struct stat status;

	(void)state;
	open_sink();
	add_numbers(1, 5);
	close_sink();
	assert_string_equal(read_file(""), "1\n2\n3\n4\n5\n");
	assert_string_equal(text_string(&news), "");
	assert_int_equal(stat(text_string(&path), &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
}

static void
sink__appends__to_what_is_there(void **state)
{
	(void)state;
	put_file("old\n");
	open_sink();
	add("new");
	close_sink();
	assert_string_equal(read_file(""), "old\nnew\n");
}

static void
sink__ends__a_line_that_was_left_half_written(void **state)
{
	(void)state;
	put_file("old\nhal");
	open_sink();
	close_sink();
	assert_string_equal(read_file(""), "old\nhal");
	open_sink();
	add("new");
	close_sink();
	assert_string_equal(read_file(""), "old\nhal\nnew\n");
}

static void
sink__flushes__when_the_interval_is_over(void **state)
{
	(void)state;
	options.flush_ms = 1;
	open_sink();
	add("1");
	wait_for("", "1\n");
	add("2");
	wait_for("", "1\n2\n");
}

static void
sink__flushes__when_the_buffer_is_full(void **state)
{
	(void)state;
	options.to.buffer_bytes = 4;
	open_sink();
	add_numbers(1, 3);
	wait_for("", "1\n2\n");
	close_sink();
	assert_string_equal(read_file(""), "1\n2\n3\n");
}

static void
sink__refuses__a_path_that_cannot_be_written(void **state)
{
	static const char *const bad[] = { "/tmp", "/nowhere/at/all", "" };
	struct text error = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		options.to.path = bad[i];
		assert_null(trace_sink_open(&options, &error));
		if (strncmp(text_string(&error), "cannot write trace records "
						 "to ", 27))
			fail_msg("%s", text_string(&error));
		text_clear(&error);
	}
	text_release(&error);
}

/* ---- Segments. */

static void
segments__roll__by_lines(void **state)
{
	(void)state;
	options.to.format = TRACE_JSONL_GZ;
	options.to.roll_lines = 2;
	open_sink();
	add_numbers(1, 5);
	close_sink();
	assert_string_equal(read_file(".000000.jsonl.gz"), "1\n2\n");
	assert_string_equal(read_file(".000001.jsonl.gz"), "3\n4\n");
	assert_string_equal(read_file(".000002.jsonl.gz"), "5\n");
	assert_false(exists(".000003.jsonl.gz"));
}

static void
segments__roll__by_uncompressed_bytes(void **state)
{
	(void)state;
	options.to.format = TRACE_JSONL_GZ;
	options.to.roll_bytes = 5;
	open_sink();
	add_numbers(1, 4);
	close_sink();
	assert_string_equal(read_file(".000000.jsonl.gz"), "1\n2\n3\n");
	assert_string_equal(read_file(".000001.jsonl.gz"), "4\n");
}

static void
segments__are__not_overwritten(void **state)
{
	(void)state;
	options.to.format = TRACE_JSONL_GZ;
	open_sink();
	add("1");
	close_sink();
	open_sink();
	add("2");
	close_sink();
	assert_string_equal(read_file(".000000.jsonl.gz"), "1\n");
	assert_string_equal(read_file(".000001.jsonl.gz"), "2\n");
}

static void
segments__are__readable_after_each_flush(void **state)
{
	(void)state;
	options.to.format = TRACE_JSONL_GZ;
	options.flush_ms = 1;
	open_sink();
	add("1");
	wait_for(".000000.jsonl.gz", "1\n");
	add("2");
	wait_for(".000000.jsonl.gz", "1\n2\n");
}

static void
segments__are__not_left_empty(void **state)
{
	(void)state;
	options.to.format = TRACE_JSONL_GZ;
	open_sink();
	close_sink();
	assert_false(exists(".000000.jsonl.gz"));
}

/* ---- Trouble. */

static void
check_numbers(const char *lines, int first)
{
	while (*lines) {
		char want[16];
		int len = snprintf(want, sizeof(want), "%d\n", first++);

		if (strncmp(lines, want, (size_t)len))
			fail_msg("not %s: %.20s", want, lines);
		lines += len;
	}
}

/* The first lines are flushed when the child is killed. */
static void
sink__leaves__whole_lines_when_killed(void **state)
{
	pid_t child;
	int status;

	(void)state;
	options.to.buffer_bytes = 10;
	child = fork();
	if (!child) {
		open_sink();
		for (int i = 1;; i++) {
			add_numbers(i, i);
			if (i % 64 == 0)
				pause_ms(1);
		}
	}
	assert_true(child > 0);
	for (int ms = 0; !content.len && ms < LIMIT_MS; ms++) {
		pause_ms(1);
		read_file("");
	}
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	assert_true(WIFSIGNALED(status));
	read_file("");
	assert_true(content.len > 0);
	assert_int_equal(content.bytes[content.len - 1], '\n');
	check_numbers(content.bytes, 1);
}

static void
sink__warns_once__when_the_disk_is_full(void **state)
{
	(void)state;
	options.to.path = "/dev/full";
	options.to.buffer_bytes = 1;
	open_sink();
	add_numbers(1, 3);
	close_sink();
	assert_string_equal(text_string(&news),
	    "cannot write trace records to /dev/full: No space left on "
	    "device\n3 trace records are lost\n");
}

/* What fits of a batch is taken back, and later ones go on. */
static void
sink__keeps__lines_whole_when_a_write_is_cut(void **state)
{
	struct rlimit before, small;
	struct text found = { 0 };

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	options.to.buffer_bytes = 1;
	open_sink();
	add("12345");
	wait_for("", "12345\n");
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = 10;
	setrlimit(RLIMIT_FSIZE, &small);
	add("123456789");
	for (int ms = 0; !found.len && ms < LIMIT_MS; ms++) {
		pause_ms(1);
		trace_sink_news(sink, &found);
	}
	setrlimit(RLIMIT_FSIZE, &before);
	assert_non_null(strstr(text_string(&found), "File too large\n"));
	assert_non_null(strstr(text_string(&found),
	    "1 trace record is lost\n"));
	text_release(&found);
	add("67");
	close_sink();
	assert_string_equal(read_file(""), "12345\n67\n");
	assert_string_equal(text_string(&news), "");
}

static int
make_pipe(void)
{
	int reader;

	assert_int_equal(mkfifo(text_string(&path), 0600), 0);
	reader = open(text_string(&path), O_RDONLY | O_NONBLOCK);
	assert_true(reader >= 0);
	return reader;
}

/* Lines that fill a page, with their number in front. */
enum { WIDE = 4095, WIDE_LINES = 100, QUEUE = 8 };

static void
add_wide(int number)
{
	char line[WIDE + 1];

	snprintf(line, sizeof(line), "%0*d", WIDE, number);
	add(line);
}

/* Waits for the next line and returns its number; -1 at the end. */
static int
read_wide(int fd)
{
	char line[WIDE + 1];
	size_t len = 0;

	for (int ms = 0; len < sizeof(line) && ms < LIMIT_MS;) {
		ssize_t got = read(fd, line + len, sizeof(line) - len);

		if (!got)
			break;
		if (got > 0)
			len += (size_t)got;
		else
			pause_ms(1), ms++;
	}
	if (!len)
		return -1;
	assert_int_equal(len, sizeof(line));
	assert_int_equal(line[WIDE], '\n');
	return atoi(line);
}

/* Whoever adds never waits; the oldest in the queue are lost, and counted. */
static void
sink__loses__the_oldest_while_a_pipe_is_stalled(void **state)
{
	int reader, number = 0, received = 0, jumps = 0;
	char want[40];

	(void)state;
	reader = make_pipe();
	options.to.buffer_bytes = 1;
	options.capacity = QUEUE;
	open_sink();
	for (int i = 1; i <= WIDE_LINES; i++)
		add_wide(i);
	while (number < WIDE_LINES) {
		int next = read_wide(reader);

		assert_true(next > number);
		jumps += next > number + 1;
		number = next;
		received++;
	}
	assert_true(jumps > 0);
	assert_true(received >= QUEUE);
	close_sink();
	snprintf(want, sizeof(want), "%d trace records are lost\n",
	    WIDE_LINES - received);
	assert_string_equal(text_string(&news), want);
	close(reader);
}

static void
sink__gives_up__at_its_end_on_a_stalled_pipe(void **state)
{
	int reader, received = 0;
	char want[40];

	(void)state;
	reader = make_pipe();
	options.to.buffer_bytes = 1;
	options.capacity = WIDE_LINES;
	open_sink();
	for (int i = 1; i <= WIDE_LINES; i++)
		add_wide(i);
	close_sink();
	while (read_wide(reader) > 0)
		received++;
	assert_true(received > 0);
	snprintf(want, sizeof(want), "%d trace records are lost\n",
	    WIDE_LINES - received);
	assert_non_null(strstr(text_string(&news), want));
	assert_non_null(strstr(text_string(&news), "nobody reads it any more"));
	close(reader);
}

static void
sink__refuses__a_pipe_without_a_reader(void **state)
{
	struct text error = { 0 };

	(void)state;
	assert_int_equal(mkfifo(text_string(&path), 0600), 0);
	assert_null(trace_sink_open(&options, &error));
	assert_non_null(strstr(text_string(&error), ": nobody reads it"));
	text_release(&error);
}

static void
sink__writes__to_standard_error_too(void **state)
{
	int before = dup(STDERR_FILENO);
	int file;

	(void)state;
	options.standard_error = true;
	put_file("");
	file = open(text_string(&path), O_WRONLY | O_APPEND);
	dup2(file, STDERR_FILENO);
	options.file = false;
	open_sink();
	add("1");
	close_sink();
	dup2(before, STDERR_FILENO);
	close(before);
	close(file);
	assert_string_equal(read_file(""), "1\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(sink__writes__all_at_its_end),
		TEST(sink__appends__to_what_is_there),
		TEST(sink__ends__a_line_that_was_left_half_written),
		TEST(sink__flushes__when_the_interval_is_over),
		TEST(sink__flushes__when_the_buffer_is_full),
		TEST(sink__refuses__a_path_that_cannot_be_written),
		TEST(segments__roll__by_lines),
		TEST(segments__roll__by_uncompressed_bytes),
		TEST(segments__are__not_overwritten),
		TEST(segments__are__readable_after_each_flush),
		TEST(segments__are__not_left_empty),
		TEST(sink__leaves__whole_lines_when_killed),
		TEST(sink__warns_once__when_the_disk_is_full),
		TEST(sink__keeps__lines_whole_when_a_write_is_cut),
		TEST(sink__loses__the_oldest_while_a_pipe_is_stalled),
		TEST(sink__gives_up__at_its_end_on_a_stalled_pipe),
		TEST(sink__refuses__a_pipe_without_a_reader),
		TEST(sink__writes__to_standard_error_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
