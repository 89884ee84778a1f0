/* test_typed.c: the lines that were typed come back the next time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "../src/file.h"
#include "../src/typed.h"

static char folder[] = "/tmp/test_typed.XXXXXX";
static struct text path;
static struct text got; /* lines that came, "|" behind each */
static size_t count;

static void
take(void *data, const char *line)
{
	(void)data;
	text_printf(&got, "%s|", line);
	count++;
}

static const char *
read_back(void)
{
	text_clear(&got);
	count = 0;
	typed_read(text_string(&path), take, NULL);
	return text_string(&got);
}

static int
set_up(void **state)
{
	(void)state;
	setenv("XDG_STATE_HOME", folder, 1);
	text_clear(&path);
	typed_path(&path);
	unlink(text_string(&path));
	return 0;
}

static void
typed__comes_back__as_it_was(void **state)
{
	struct stat status;

	(void)state;
	assert_string_equal(read_back(), "");
	assert_true(typed_add(text_string(&path), "one"));
	assert_true(typed_add(text_string(&path), "two\nlines\\n é \033[0m"));
	assert_true(typed_add(text_string(&path), "//no command, a header"));
	assert_string_equal(read_back(),
	    "one|two\nlines\\n é \033[0m|//no command, a header|");
	assert_int_equal(stat(text_string(&path), &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
}

static void
typed__forgets__what_may_be_secret(void **state)
{
	(void)state;
	assert_true(typed_add(text_string(&path),
	    "/set header 'Authorization: Bearer k'"));
	assert_true(typed_add(text_string(&path), "/set proxy http://me:k@h"));
	assert_string_equal(read_back(), "");
}

/* A program that dies while it writes leaves half a line. */
static void
typed__passes_over__what_is_broken(void **state)
{
	struct text bytes = { 0 }, error = { 0 };

	(void)state;
	text_add(&bytes, "good\nbad \\q escape\n\nalso good\nhalf a li");
	assert_true(file_replace(text_string(&path), &bytes, &error));
	assert_string_equal(read_back(), "good|also good|");
	text_release(&bytes);
	text_release(&error);
}

static void
typed__keeps__the_last_of_many(void **state)
{
	struct text bytes = { 0 }, error = { 0 };

	(void)state;
	for (int i = 0; i < 4001; i++)
		text_printf(&bytes, "line %d\n", i);
	assert_true(file_replace(text_string(&path), &bytes, &error));
	read_back();
	assert_int_equal(count, 2000);
	assert_true(!strncmp(got.bytes, "line 2001|", 10));
	read_back();
	assert_int_equal(count, 2000);
	text_release(&bytes);
	text_release(&error);
}

static void
typed__says__that_it_cannot(void **state)
{
	(void)state;
	assert_false(typed_add("/dev/null/history", "one"));
	read_back();
	assert_int_equal(count, 0);
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(typed__comes_back__as_it_was),
		TEST(typed__forgets__what_may_be_secret),
		TEST(typed__passes_over__what_is_broken),
		TEST(typed__keeps__the_last_of_many),
		TEST(typed__says__that_it_cannot),
	};
	char command[64];
	int failed;

	if (!mkdtemp(folder))
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command) || failed;
}
