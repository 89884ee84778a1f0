/* test_link.c: targets of links, and the terminals that know them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../ui/link.h"

static void
link_target__takes__what_is_safe_to_click(void **state)
{
	static const struct {
		const char *bytes, *target;
	} cases[] = {
		{ "http://a", "http://a" },
		{ "https://a/b?c=d;e#f", "https://a/b?c=d;e#f" },
		{ "HtTp://a", "HtTp://a" },
		{ "mailto:a@b", "mailto:a@b" },
		{ "http://a b", "http://a%20b" },
		{ "http://a/\x1b]8;;\x07\x9c\x7f",
		    "http://a/%1B]8;;%07%9C%7F" },
		{ "http://\u00e9\r\n", "http://%C3%A9%0D%0A" },
		{ "http://%1b", "http://%1b" },
		{ "", NULL },
		{ "http://", NULL },
		{ "mailto:", NULL },
		{ " http://a", NULL },
		{ "http:a", NULL },
		{ "ftp://a", NULL },
		{ "file:///etc/passwd", NULL },
		{ "javascript:alert(1)", NULL },
		{ "data:text/html,x", NULL },
		{ "/a", NULL },
		{ "#a", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *bytes = cases[i].bytes;
		struct text out = { 0 };
		bool ok = link_target(&out, bytes, strlen(bytes));

		assert_int_equal(ok, cases[i].target != NULL);
		assert_string_equal(text_string(&out),
		    ok ? cases[i].target : "");
		text_release(&out);
	}
}

static void
link_target__refuses__what_is_too_long(void **state)
{
	struct text bytes = { 0 }, out = { 0 };

	(void)state;
	text_add(&bytes, "http://");
	while (bytes.len < LINK_MAX)
		text_add(&bytes, "a");
	text_add(&out, "before");
	assert_true(link_target(&out, bytes.bytes, bytes.len));
	assert_int_equal(out.len, strlen("before") + LINK_MAX);
	text_clear(&out);
	text_add(&bytes, "a");
	assert_false(link_target(&out, bytes.bytes, bytes.len));
	/* It grows by its encoding. */
	memset(bytes.bytes + LINK_MAX / 2, '\x01', LINK_MAX / 2);
	text_add(&out, "before");
	assert_false(link_target(&out, bytes.bytes, LINK_MAX));
	assert_string_equal(text_string(&out), "before");
	text_release(&bytes);
	text_release(&out);
}

/* Pairs of a name and a value. */
static const char *const *environment;

static char *
look_up(const char *name)
{
	for (const char *const *pair = environment; *pair; pair += 2)
		if (!strcmp(pair[0], name))
			return (char *)pair[1];
	return NULL;
}

static void
link_is_known__goes_by__type_and_environment(void **state)
{
	static const struct {
		bool known;
		const char *type;
		const char *environment[7];
	} cases[] = {
		{ false, NULL, { NULL } },
		{ false, "xterm-256color", { NULL } },
		{ false, "linux", { NULL } },
		{ true, "xterm-kitty", { NULL } },
		{ true, "foot", { NULL } },
		{ true, "foot-extra", { NULL } },
		{ true, "alacritty", { NULL } },
		{ true, "xterm-256color", { "VTE_VERSION", "7006" } },
		{ true, "xterm-256color", { "VTE_VERSION", "5001" } },
		{ false, "xterm-256color", { "VTE_VERSION", "5000" } },
		{ false, "xterm-256color", { "VTE_VERSION", "" } },
		{ true, "xterm-256color", { "KONSOLE_VERSION", "230401" } },
		{ false, "xterm-256color", { "KONSOLE_VERSION", "200800" } },
		{ true, "xterm-256color", { "WT_SESSION", "x" } },
		{ true, "xterm-256color", { "TERM_PROGRAM", "WezTerm" } },
		{ true, "xterm-256color", { "TERM_PROGRAM", "iTerm.app" } },
		{ false, "xterm-256color",
		    { "TERM_PROGRAM", "Apple_Terminal" } },
		/* A console that was entered from such a terminal. */
		{ false, "linux", { "VTE_VERSION", "7006" } },
		{ true, "tmux-256color", { "TMUX", "x", "TERM_PROGRAM", "tmux",
		    "TERM_PROGRAM_VERSION", "3.4" } },
		{ true, "screen-256color", { "TMUX", "x", "TERM_PROGRAM",
		    "tmux", "TERM_PROGRAM_VERSION", "3.10a" } },
		{ true, "tmux", { "TMUX", "x", "TERM_PROGRAM", "tmux",
		    "TERM_PROGRAM_VERSION", "4.0" } },
		{ false, "tmux", { "TMUX", "x", "TERM_PROGRAM", "tmux",
		    "TERM_PROGRAM_VERSION", "3.3a" } },
		{ false, "tmux", { "TMUX", "x", "TERM_PROGRAM", "tmux" } },
		{ false, "xterm-kitty",
		    { "TMUX", "x", "TERM_PROGRAM", "kitty" } },
		{ false, "screen", { "STY", "x", "VTE_VERSION", "7006" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		environment = cases[i].environment;
		if (link_is_known(cases[i].type, look_up) != cases[i].known)
			fail_msg("case %zu", i);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(link_target__takes__what_is_safe_to_click),
		cmocka_unit_test(link_target__refuses__what_is_too_long),
		cmocka_unit_test(link_is_known__goes_by__type_and_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
