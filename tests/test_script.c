/* test_script.c: texts of keys and waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/escape.h"
#include "../src/script.h"

static struct script script;
static struct text out, error;

static int
set_up(void **state)
{
	(void)state;
	script_init(&script, "demos/x.demo");
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	script_release(&script);
	text_release(&out);
	text_release(&error);
	return 0;
}

/* The steps as a text: verb, bytes, time. */
static const char *
steps(void)
{
	static const char *const names[] = { "args", "type", "key", "say",
		"wait", "reply" };

	text_clear(&out);
	for (size_t i = 0; i < script.count; i++) {
		const struct script_step *step = &script.steps[i];

		text_printf(&out, "%s%u %s ", i ? " " : "", step->line,
		    names[step->verb]);
		if (step->verb == SCRIPT_WAIT)
			text_printf(&out, "%lld", (long long)step->us);
		else
			escape_quote(&out, text_string(&step->text),
			    step->text.len);
	}
	return text_string(&out);
}

static void
script_add__reads__each_verb(void **state)
{
	static const struct {
		const char *line, *steps;
	} rows[] = {
		{ "", "" },
		{ "# a comment", "" },
		{ "args --delay 60", "1 args \"--delay\" 1 args \"60\"" },
		{ "type one END", "1 type \"one END\"" },
		{ "type  two ", "1 type \" two \"" },
		{ "type a\\nb\\x09\\u{41}", "1 type \"a\\nb\\tA\"" },
		{ "key Enter", "1 key \"\\r\"" },
		{ "key Up  Ctrl-C q",
		    "1 key \"\\x1b[A\" 1 key \"\\x03\" 1 key \"q\"" },
		{ "key é", "1 key \"\\u{e9}\"" },
		{ "say It is \\n so.", "1 say \"It is \\\\n so.\"" },
		{ "wait 0", "1 wait 0" },
		{ "wait 12.5", "1 wait 12500" },
		{ "wait reply", "1 reply \"\"" },
		{ "args out=replay:@/a.jsonl",
		    "1 args \"out=replay:demos/a.jsonl\"" },
		{ "type /engine replay:@/a",
		    "1 type \"/engine replay:demos/a\"" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		script_release(&script);
		set_up(state);
		assert_true(script_add(&script, rows[i].line, &error));
		assert_string_equal(steps(), rows[i].steps);
	}
}

static void
script_add__names__file_and_line_of_what_is_wrong(void **state)
{
	static const struct {
		const char *line, *error;
	} rows[] = {
		{ "tpye x", "unknown verb \"tpye\": there are args, type, key, "
		    "say, wait; did you mean type?" },
		{ "see x", "unknown verb \"see\": there are args, type, key, "
		    "say, wait; did you mean key?" },
		{ " type x", "unknown verb \"\": there are args, type, key, "
		    "say, wait" },
		{ "key", "key needs the name of a key, such as Enter" },
		{ "key Entre", "unknown key \"Entre\"; did you mean Enter?" },
		{ "key Enter Hyper-Q", "unknown key \"Hyper-Q\"" },
		{ "say", "say needs a sentence" },
		{ "wait", "wait needs milliseconds, or the word reply; \"\" is "
		    "neither" },
		{ "wait -1", "wait needs milliseconds, or the word reply; "
		    "\"-1\" is neither" },
		{ "wait 1s", "wait needs milliseconds, or the word reply; "
		    "\"1s\" is neither" },
		{ "wait nan", "wait needs milliseconds, or the word reply; "
		    "\"nan\" is neither" },
		{ "args --delay 1", "args stands before all that is done" },
		{ "type \xff", "the line is not UTF-8" },
	};
	struct text wanted = { 0 };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		script_release(&script);
		set_up(state);
		text_clear(&error);
		text_clear(&wanted);
		assert_true(script_add(&script, "wait 1", &error));
		assert_false(script_add(&script, rows[i].line, &error));
		text_printf(&wanted, "demos/x.demo:2: %s", rows[i].error);
		assert_string_equal(text_string(&error), text_string(&wanted));
	}
	text_release(&wanted);
}

static void
script_add__names__a_bad_escape(void **state)
{
	(void)state;
	assert_false(script_add(&script, "type a\\q", &error));
	assert_ptr_equal(strstr(text_string(&error), "demos/x.demo:1: "),
	    text_string(&error));
	assert_non_null(strstr(text_string(&error), "\\q"));
}

static void
script_add__takes__the_first_comment_as_title(void **state)
{
	(void)state;
	assert_true(script_add(&script, "#", &error));
	assert_true(script_add(&script, "# Stop strings", &error));
	assert_true(script_add(&script, "# more", &error));
	assert_string_equal(text_string(&script.title), "Stop strings");
}

/* ---- Files. */

static char path[] = "/tmp/echochat-script-XXXXXX";

static void
write_script(const char *text)
{
	int fd;

	strcpy(path + strlen(path) - 6, "XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	script_release(&script);
	script_init(&script, path);
}

static void
script_read__reads__all_lines(void **state)
{
	(void)state;
	write_script("# t\r\n\nargs -v\r\ntype a\nkey Enter\nwait reply");
	assert_true(script_read(&script, &error));
	assert_string_equal(steps(),
	    "3 args \"-v\" 4 type \"a\" 5 key \"\\r\" 6 reply \"\"");
	assert_string_equal(text_string(&script.title), "t");
	unlink(path);
}

static void
script_read_title__stops__at_the_title(void **state)
{
	(void)state;
	write_script("# the title\nnonsense\n");
	assert_true(script_read_title(&script));
	assert_string_equal(text_string(&script.title), "the title");
	assert_int_equal(script.line, 1);
	unlink(path);
}

static void
script_read__says__that_there_is_no_file(void **state)
{
	(void)state;
	script_release(&script);
	script_init(&script, "/nonexistent/x.demo");
	assert_false(script_read(&script, &error));
	assert_string_equal(text_string(&error), "cannot read "
	    "/nonexistent/x.demo: No such file or directory");
	assert_false(script_read_title(&script));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(script_add__reads__each_verb),
		TEST(script_add__names__file_and_line_of_what_is_wrong),
		TEST(script_add__names__a_bad_escape),
		TEST(script_add__takes__the_first_comment_as_title),
		TEST(script_read__reads__all_lines),
		TEST(script_read_title__stops__at_the_title),
		TEST(script_read__says__that_there_is_no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
