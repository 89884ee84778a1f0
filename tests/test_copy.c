/* test_copy.c: what is copied: as the terminal is told, and by a program, in
 * real time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/copier.h"
#include "../src/osc52.h"

/* ---- For the terminal. */

static void
osc52_print__writes__base64(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *wanted;
	} cases[] = {
		{ "", 0, "" },
		{ "f", 1, "Zg==" },
		{ "fo", 2, "Zm8=" },
		{ "foo", 3, "Zm9v" },
		{ "foob", 4, "Zm9vYg==" },
		{ "fooba", 5, "Zm9vYmE=" },
		{ "foobar", 6, "Zm9vYmFy" },
		{ "\0\x1b\xff", 3, "ABv/" },
		{ "\xfb\xff\xfe", 3, "+//+" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct text out = { 0 }, wanted = { 0 };

		text_printf(&wanted, "\033]52;c;%s\a", cases[i].wanted);
		assert_int_equal(osc52_print(&out, cases[i].bytes, cases[i].len,
		    OSC52_PLAIN), strlen(cases[i].wanted));
		assert_string_equal(text_string(&out), text_string(&wanted));
		text_release(&out);
		text_release(&wanted);
	}
}

static void
osc52_print__doubles_escapes__for_tmux(void **state)
{
	struct text out = { 0 };

	(void)state;
	osc52_print(&out, "foo", 3, OSC52_TMUX);
	assert_string_equal(text_string(&out),
	    "\033Ptmux;\033\033]52;c;Zm9v\a\033\\");
	text_release(&out);
}

/* Pieces that screen takes whole are the sequence when put together. */
static void
osc52_print__cuts_pieces__for_screen(void **state)
{
	(void)state;
	for (size_t len = 0; len < 3000; len++) {
		struct text out = { 0 }, together = { 0 }, plain = { 0 };
		char *bytes = calloc(len + 1, 1);

		memset(bytes, 'x', len);
		osc52_print(&out, bytes, len, OSC52_SCREEN);
		osc52_print(&plain, bytes, len, OSC52_PLAIN);
		for (char *at = out.bytes; *at;) {
			char *end = strstr(at, "\033\\");

			assert_memory_equal(at, "\033P", 2);
			assert_non_null(end);
			assert_true(end + 2 - at <= 768);
			text_append(&together, at + 2, (size_t)(end - at) - 2);
			at = end + 2;
		}
		assert_string_equal(text_string(&together),
		    text_string(&plain));
		free(bytes);
		text_release(&out);
		text_release(&together);
		text_release(&plain);
	}
}

/* ---- By a program. */

static struct loop *loop;
static struct copier copier;
static struct text said, path;
static int calls;

static void
on_done(void *data, const char *error)
{
	(void)data;
	calls++;
	text_clear(&said);
	text_add(&said, error ? error : "");
	loop_stop(loop);
}

static int
set_up(void **state)
{
	char name[] = "/tmp/test_copy.XXXXXX";
	int fd = mkstemp(name);

	(void)state;
	close(fd);
	text_clear(&path);
	text_add(&path, name);
	calls = 0;
	loop = loop_new();
	copier_init(&copier, loop);
	return fd < 0;
}

static int
tear_down(void **state)
{
	(void)state;
	unlink(path.bytes);
	copier_release(&copier);
	loop_free(loop);
	text_release(&said);
	text_release(&path);
	return 0;
}

static void
start(const char *format, size_t len)
{
	struct text command = { 0 }, text = { 0 };

	for (size_t i = 0; i < len; i++)
		text_append(&text, "\0\x1b\xe2\n", 4);
	text_printf(&command, format, path.bytes);
	copier_start(&copier, text_string(&command), &text, on_done, NULL);
	text_release(&command);
	text_release(&text);
}

static off_t
size_of_file(void)
{
	struct stat file;

	assert_int_equal(stat(path.bytes, &file), 0);
	return file.st_size;
}

/* More than a pipe holds. */
static void
copier__gives__all_of_the_text(void **state)
{
	(void)state;
	start("cat >%s", 100000);
	loop_run(loop);
	assert_string_equal(text_string(&said), "");
	assert_int_equal(size_of_file(), 400000);
	assert_int_equal(calls, 1);
}

static void
copier__tells__how_a_command_failed(void **state)
{
	static const struct {
		const char *command, *wanted;
	} cases[] = {
		{ "exit 3", "copy_command (exit 3) failed with exit status 3" },
		{ "no-such-command",
		    "copy_command (no-such-command) failed with exit status "
		    "127" },
		{ "kill -TERM $$",
		    "copy_command (kill -TERM $$) was ended by signal 15" },
		/* It need not read. */
		{ "exec true", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		start(cases[i].command, 100000);
		loop_run(loop);
		assert_string_equal(text_string(&said), cases[i].wanted);
	}
	assert_int_equal(calls, 4);
}

/* As xclip does: who stays for the clipboard keeps all pipes open. */
static void
copier__waits_not__for_what_stays(void **state)
{
	int64_t begin = loop_now(loop);

	(void)state;
	start("cat >/dev/null; (sleep 4; true) & true", 1);
	loop_run(loop);
	assert_string_equal(text_string(&said), "");
	assert_true(loop_now(loop) - begin < LOOP_MS(2000));
}

static void
copier__ends__what_hangs(void **state)
{
	int64_t begin = loop_now(loop);

	(void)state;
	start("sleep 60; true", 100000);
	loop_run(loop);
	assert_non_null(strstr(text_string(&said),
	    "did not end within 5 seconds"));
	assert_true(loop_now(loop) - begin < LOOP_MS(8000));
}

static void
copier__ends__the_one_before(void **state)
{
	(void)state;
	start("sleep 60", 1);
	start("cat >%s", 2);
	loop_run(loop);
	assert_string_equal(text_string(&said), "");
	assert_int_equal(size_of_file(), 8);
	assert_int_equal(calls, 1);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(osc52_print__writes__base64),
		cmocka_unit_test(osc52_print__doubles_escapes__for_tmux),
		cmocka_unit_test(osc52_print__cuts_pieces__for_screen),
		TEST(copier__gives__all_of_the_text),
		TEST(copier__tells__how_a_command_failed),
		TEST(copier__waits_not__for_what_stays),
		TEST(copier__ends__what_hangs),
		TEST(copier__ends__the_one_before),
	};

	/* As the program does: a command that does not read. */
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
