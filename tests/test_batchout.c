/* test_batchout.c: the output of in=batch: what may be written, and how a file
 * that was cut anywhere is gone on with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/batchout.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static char folder[64], input[80], output[80];
static struct batchout out;
static struct text error;

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_batchout.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(input, sizeof(input), "%s/in", folder);
	snprintf(output, sizeof(output), "%s/output.jsonl", folder);
	return 0;
}

static int
tear_down(void **state)
{
	char command[100];

	(void)state;
	text_release(&error);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

static void
put(const char *path, const char *bytes, size_t len)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	fclose(file);
}

static void
check_file(const char *path, const char *bytes, size_t len)
{
	char found[200];
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_int_equal(fread(found, 1, sizeof(found), file), len);
	assert_memory_equal(found, bytes, len);
	fclose(file);
}

static bool
try_open(const char *path, const char *from, enum batchout_mode mode)
{
	bool ok;

	text_clear(&error);
	ok = batchout_open(&out, path, from, mode, &error);
	assert_int_equal(ok, !error.len);
	return ok;
}

/* ---- What may be written. */

static void
output__stands__beside_the_input(void **state)
{
	(void)state;
	assert_true(try_open(NULL, input, BATCHOUT_NEW));
	assert_string_equal(out.path, output);
	assert_int_equal(access(output, F_OK), 0);
	batchout_close(&out);

	assert_true(try_open(NULL, "-", BATCHOUT_NEW));
	assert_null(out.path);
	assert_int_equal(out.fd, STDOUT_FILENO);
	batchout_close(&out);

	assert_true(try_open("-", input, BATCHOUT_NEW));
	assert_null(out.path);
	batchout_close(&out);
}

static void
output__is_never_lost__without_force(void **state)
{
	(void)state;
	put(output, "old\n", 4);
	assert_false(try_open(output, input, BATCHOUT_NEW));
	assert_non_null(strstr(text_string(&error), "--force"));
	batchout_close(&out);
	check_file(output, "old\n", 4);

	assert_true(try_open(output, input, BATCHOUT_FORCE));
	batchout_close(&out);
	check_file(output, "", 0);
}

static void
output__is_never__the_input(void **state)
{
	static const enum batchout_mode modes[] = { BATCHOUT_NEW,
		BATCHOUT_FORCE, BATCHOUT_RESUME };
	char other[80];

	(void)state;
	put(input, "in\n", 3);
	snprintf(other, sizeof(other), "%s/link", folder);
	assert_int_equal(link(input, other), 0);
	for (size_t i = 0; i < COUNT(modes); i++) {
		assert_false(try_open(other, input, modes[i]));
		assert_non_null(strstr(text_string(&error), "the input"));
		batchout_close(&out);
	}
	check_file(input, "in\n", 3);
}

static void
output__may_be__a_device(void **state)
{
	(void)state;
	assert_true(try_open("/dev/null", input, BATCHOUT_NEW));
	batchout_close(&out);
	assert_false(try_open("/dev/null", input, BATCHOUT_RESUME));
	batchout_close(&out);
	assert_false(try_open("-", input, BATCHOUT_RESUME));
	batchout_close(&out);
}

static void
output__is_refused__where_nothing_can_be(void **state)
{
	(void)state;
	assert_false(try_open("/nowhere/at/all", input, BATCHOUT_NEW));
	assert_non_null(strstr(text_string(&error), "/nowhere/at/all"));
	batchout_close(&out);
}

/* ---- What is gone on with. */

static const char *const heads[] = { "{\"a\":1,\"r\":", "{\"b\":2,\"r\":",
	"{\"a\":1,\"r\":" };
static const char whole[] =
    "{\"a\":1,\"r\":true}\n{\"b\":2,\"r\":null}\n{\"a\":1,\"r\":7}\n";

/* Compares with the first count heads. */
static enum batchout_old
match_all(size_t count, size_t *same)
{
	enum batchout_old result = BATCHOUT_SAME;
	struct span line;

	*same = 0;
	while (*same < count) {
		struct text head = { 0 };

		text_add(&head, heads[*same]);
		result = batchout_match(&out, &head, &line);
		text_release(&head);
		if (result != BATCHOUT_SAME)
			return result;
		++*same;
	}
	return result;
}

static size_t
lines_in(size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += whole[i] == '\n';
	return count;
}

static void
resume__takes_away__a_cut_line(void **state)
{
	(void)state;
	for (size_t cut = 0; cut < sizeof(whole); cut++) {
		char expected[sizeof(whole)];
		size_t same, kept = cut;

		while (kept && whole[kept - 1] != '\n')
			kept--;
		put(output, whole, cut);
		assert_true(try_open(output, input, BATCHOUT_RESUME));
		assert_int_equal(match_all(3, &same), cut == sizeof(whole) - 1
		    ? BATCHOUT_SAME : BATCHOUT_NONE);
		assert_int_equal(same, lines_in(cut));
		assert_int_equal(write(out.fd, "x", 1), 1);
		batchout_close(&out);
		memcpy(expected, whole, kept);
		expected[kept] = 'x';
		check_file(output, expected, kept + 1);
	}
}

static void
resume__writes__behind_whole_lines(void **state)
{
	size_t same;

	(void)state;
	put(output, whole, 25);
	assert_true(try_open(output, input, BATCHOUT_RESUME));
	assert_int_equal(match_all(3, &same), BATCHOUT_NONE);
	assert_int_equal(write(out.fd, "new\n", 4), 4);
	batchout_close(&out);
	check_file(output, "{\"a\":1,\"r\":true}\nnew\n", 21);
}

static void
resume__changes_nothing__of_another_file(void **state)
{
	static const char *const others[] = { "notes", "notes\n", "{\"a\":2",
		"{\"a\":1,\"r\":1}\n\n", "{\"a\":1,\"r\":1}\n{\"a\"",
		"\n", "{\"a\":1,\"r\"\n" };

	(void)state;
	for (size_t i = 0; i < COUNT(others); i++) {
		size_t same;

		put(output, others[i], strlen(others[i]));
		assert_true(try_open(output, input, BATCHOUT_RESUME));
		assert_int_equal(match_all(3, &same), BATCHOUT_OTHER);
		batchout_close(&out);
		check_file(output, others[i], strlen(others[i]));
	}
}

static void
resume__sees__lines_too_many(void **state)
{
	size_t same;

	(void)state;
	put(output, whole, sizeof(whole) - 1);
	assert_true(try_open(output, input, BATCHOUT_RESUME));
	match_all(2, &same);
	assert_true(batchout_has_more(&out));
	batchout_close(&out);

	assert_true(try_open(output, input, BATCHOUT_RESUME));
	match_all(3, &same);
	assert_false(batchout_has_more(&out));
	batchout_close(&out);
}

static void
resume__begins__a_new_file(void **state)
{
	size_t same;

	(void)state;
	assert_true(try_open(output, input, BATCHOUT_RESUME));
	assert_int_equal(match_all(3, &same), BATCHOUT_NONE);
	assert_int_equal(same, 0);
	batchout_close(&out);
}

/* A disk may be full anywhere in a line, and lines may be long. */
static void
cut__leaves__whole_lines(void **state)
{
	static const size_t lengths[] = { 0, 1, 65535, 65536, 65537, 200000 };
	static char bytes[200100];

	(void)state;
	memset(bytes, 'x', sizeof(bytes));
	memcpy(bytes, "one\ntwo\n", 8);
	for (size_t i = 0; i < COUNT(lengths); i++) {
		put(output, bytes, 8 + lengths[i]);
		assert_true(try_open(output, input, BATCHOUT_RESUME));
		batchout_cut(&out);
		batchout_close(&out);
		check_file(output, "one\ntwo\n", 8);
	}
	put(output, "no line", 7);
	assert_true(try_open(output, input, BATCHOUT_RESUME));
	batchout_cut(&out);
	batchout_close(&out);
	check_file(output, "", 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(output__stands__beside_the_input),
		TEST(output__is_never_lost__without_force),
		TEST(output__is_never__the_input),
		TEST(output__may_be__a_device),
		TEST(output__is_refused__where_nothing_can_be),
		TEST(resume__takes_away__a_cut_line),
		TEST(resume__writes__behind_whole_lines),
		TEST(resume__changes_nothing__of_another_file),
		TEST(resume__sees__lines_too_many),
		TEST(resume__begins__a_new_file),
		TEST(cut__leaves__whole_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
