/* test_config.c: the configuration file: what is read, each sentence on what is
 * wrong, what is printed and read back, what is changed in a file. */
#include <setjmp.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/config_print.h"
#include "../src/config_save.h"
#include "../src/file.h"
#include "../src/option_table.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { WORDS_MAX = 16 };

static struct options options;
static struct text error, warning, out;
static char folder[] = "/tmp/test_config.XXXXXX";

static int
setup(void **state)
{
	(void)state;
	unsetenv("DYN_TOKEN_ECHO_DELAY_MS");
	unsetenv("DYN_REQUEST_TRACE");
	unsetenv("DYN_REQUEST_TRACE_FILE_PATH");
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	memset(&options, 0, sizeof(options));
	options_init(&options);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	options_release(&options);
	text_release(&error);
	text_release(&warning);
	text_release(&out);
	return 0;
}

static void
again(void **state)
{
	teardown(state);
	setup(state);
}

static bool
read_string(const char *string)
{
	return config_read(&options, "config", string, strlen(string), &error,
	    &warning);
}

/* ---- Files. */

static const char *
in_folder(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void
write_file(const char *name, const char *bytes, size_t len)
{
	FILE *file = fopen(in_folder(name), "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	fclose(file);
}

/* Reads a file of the folder and the words up to NULL. */
static bool
read_words(const char *name, const char *const *words)
{
	char *argv[WORDS_MAX + 4] = { "echochat", "--config",
		(char *)in_folder(name) };
	int argc = 3;

	for (; *words; words++)
		argv[argc++] = (char *)*words;
	return options_read(&options, argc, argv, &error, &warning);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define NO_WORDS ((const char *const[]){ NULL })

static bool
read_file(const char *string, const char *const *words)
{
	write_file("config", string, strlen(string));
	return read_words("config", words);
}

/* ---- What is read. */

static void
config__reads__options_engines_keys_and_looks(void **state)
{
	const struct config_engine *engine;

	(void)state;
	assert_true(read_string("\xef\xbb\xbf# a comment\r\n"
	    "max-tokens = 5 ; five\r\n"
	    "temperature=0.5\n"
	    "\t stop = \\nUser: \n"
	    "stop : \"a ; \\\"b\\\"\"\n"
	    "system = \"one\\ntwo\" # said\n"
	    "ignore_eos = yes\n"
	    "verbose = 2\n"
	    "[engine local]\n"
	    "url = http://localhost:8000/v1\n"
	    "model = llama\n"
	    "header = A: b\n"
	    "header = C: d\n"
	    "api_key_env = LOCAL_KEY\n"
	    "[keys]\n"
	    "  F5 = help\n"
	    "[theme]\n"
	    "name = light\n"
	    "stop = green on 236 bold\n"
	    "[echochat]\n"
	    "http_port = 0"));
	assert_int_equal(options.general.max_tokens, 5);
	assert_true(options.general.temperature == 0.5);
	assert_int_equal(options.general.stop.count, 2);
	assert_string_equal(text_string(&options.general.stop.items[0]),
	    "\nUser:");
	assert_string_equal(text_string(&options.general.stop.items[1]),
	    "a ; \"b\"");
	assert_string_equal(text_string(&options.system), "one\ntwo");
	assert_true(options.general.ignore_eos);
	assert_int_equal(options.level, TRACE_RAW);
	assert_int_equal(options.serve.port, 0);
	assert_null(options.serve.given);
	assert_int_equal(options.general.theme, THEME_LIGHT);
	engine = config_engine(&options.config, "local");
	assert_string_equal(text_string(&engine->target),
	    "http://localhost:8000/v1");
	assert_string_equal(text_string(&engine->settings.model_name), "llama");
	assert_int_equal(engine->settings.headers.count, 2);
	assert_int_equal(bindings_find(&options.config.bindings, "\033[15~", 5),
	    KEYS_HELP);
	assert_true(options.config.theme.looks[STYLE_STOP].given);
	assert_int_equal(options.config.theme.looks[STYLE_STOP].fore, 2);
	assert_int_equal(options.config.theme.looks[STYLE_STOP].back, 236);
	assert_string_equal(text_string(&warning), "");
}

static void
config__reads__lines_of_any_length(void **state)
{
	struct text file = { 0 };

	(void)state;
	text_add(&file, "system = ");
	for (int i = 0; i < 5000; i++)
		text_add(&file, "x ");
	text_add(&file, "end\nmax_tokens = 3\n");
	assert_true(read_string(text_string(&file)));
	assert_int_equal(options.system.len, 10003);
	assert_int_equal(options.general.max_tokens, 3);
	text_release(&file);
}

/* ---- What is wrong. */

static void
config__explains__each_error(void **state)
{
	static const struct {
		const char *file, *sentence;
	} cases[] = {
		{ "max_token = 5", "1: there is no key \"max_token\"; did you "
		    "mean max_tokens?" },
		{ "\n\nquack = 5", "3: there is no key \"quack\"; see "
		    "echochat_config(5)" },
		{ "max_tokens = x", "1: max_tokens must be a whole number of "
		    "tokens, 1 or more; \"x\" is not" },
		{ "max_tokens =", "1: max_tokens must be a whole number of "
		    "tokens, 1 or more; \"\" is not" },
		{ "model_name = a\nmodel-name = b", "2: model-name stands in "
		    "line 1 already" },
		{ "plain = maybe", "1: plain must be on or off; \"maybe\" is "
		    "not" },
		{ "verbose = 3", "1: verbose must be 0, 1 or 2; \"3\" is not" },
		{ "http_port = 65536", "1: http_port must be a whole number "
		    "from 0 to 65535; \"65536\" is not" },
		{ "stop = \\q", "1: stop: unknown escape \\q in \"\\q\": write "
		    "\\\\ for a backslash" },
		{ "stop_token_id = -1", "1: stop_token_id: stop_token_ids must "
		    "be a whole number from 0 to 4294967295; \"-1\" is not" },
		{ "help = on", "1: help goes on the command line only: "
		    "--help" },
		{ "prompt = hi", "1: prompt goes on the command line only: "
		    "--prompt" },
		{ "print_config = on", "1: print_config goes on the command "
		    "line only: --print-config" },
		{ "config = other", "1: config goes on the command line only: "
		    "--config" },
		{ "out =", "1: out needs the name of an engine" },
		{ "out = http://me@host", "1: out must not hold a name or a "
		    "password; api_key_env names a variable for a key" },
		{ "out = a\nout = b", "2: out stands in line 1 already" },
		{ "system = \"open", "1: system: a value in quotes ends with a "
		    "quote; one inside is written \\\"" },
		{ "system = \"a\" b", "1: system: a value in quotes ends with "
		    "a quote; one inside is written \\\"" },
		{ "system = \"a\\0b\"", "1: system: a NUL cannot be in it" },
		{ "some text", "1: this is no section, no key with its value "
		    "(key = value) and no comment (; or # before it)" },
		{ "[keys", "1: this is no section, no key with its value (key "
		    "= value) and no comment (; or # before it)" },
		{ "api_key = sk-abcdef", "1: api_key: a key does not belong "
		    "into this file; put it into a variable, and write the "
		    "name of that: api_key_env = NAME" },
		{ "api_key_env = sk-abcdef", "1: api_key_env must be the name "
		    "of a variable that holds the key, such as OPENAI_API_KEY; "
		    "what stands there is none" },
		{ "http_api_key_env = a b", "1: http_api_key_env must be the "
		    "name of a variable that holds the key, such as "
		    "OPENAI_API_KEY; what stands there is none" },
		{ "header = Bearer sk-abcdef", "1: header must be \"Name: "
		    "value\"" },
		{ "[engin a]\nx = y", "1: there is no section \"engin a\"; did "
		    "you mean [engine NAME]?" },
		{ "[colours]\nx = y", "1: there is no section \"colours\"; "
		    "there are [echochat], [engine NAME], [keys] and "
		    "[theme]" },
		{ "[themes]\nx = y", "1: there is no section \"themes\"; did "
		    "you mean [theme]?" },
		{ "[engine a b]\nurl = http://a", "1: the name of an engine is "
		    "a word of up to 40 letters, without : and /: [engine "
		    "NAME]" },
		{ "[engine echo]\nengine = echo", "1: there is an engine of "
		    "that name already; call it otherwise: [engine NAME]" },
		{ "[engine a]\nmodel = b", "1: this section does not name its "
		    "engine: a url, or engine = echo" },
		{ "[engine a]\nurl = localhost", "2: url must be the address "
		    "of a server, as in http://localhost:8000; \"localhost\" "
		    "is not" },
		{ "[engine a]\nurl = echo", "2: url must be the address of a "
		    "server, as in http://localhost:8000; \"echo\" is not" },
		{ "[engine a]\nurl = http://me:abcdef@host", "2: url must not "
		    "hold a name or a password; api_key_env names a variable "
		    "for a key" },
		{ "[engine a]\nengine = ecko", "2: engine must be echo or "
		    "replay:FILE; \"ecko\" is not" },
		{ "[engine a]\nurl = http://a\nengine = echo", "3: engine: the "
		    "engine was named in line 2 already" },
		{ "[engine a]\nengine = echo\nplain = on", "3: plain is not a "
		    "setting of an engine; it goes before all sections, or "
		    "below [echochat]" },
		{ "[engine a]\nengine = echo\nmodell = x", "3: there is no key "
		    "\"modell\"; did you mean model?" },
		{ "[engine a]\nengine = echo\ndelay = x", "3: delay must be a "
		    "number of ms from 0 to 3600000; \"x\" is not" },
		{ "[engine a]\nengine = echo\nkey = x", "3: key: a key does "
		    "not belong into this file; put it into a variable, and "
		    "write the name of that: api_key_env = NAME" },
		{ "[engine a]\nengine = echo\ndelay = 1\ndelay = 2", "4: delay "
		    "stands in line 3 already" },
		{ "[keys]\nf13 = help", "2: f13: there is no key \"f13\"; did "
		    "you mean f1?" },
		{ "[keys]\nq = help", "2: q: there is no key \"q\"; keys are "
		    "f1 to f12, ctrl-LETTER, alt-CHARACTER, and up, down, "
		    "left, right, home, end, insert, delete, page-up, "
		    "page-down with ctrl-, alt- or shift- before them" },
		{ "[keys]\nctrl-c = help", "2: ctrl-c: ctrl-c cannot be "
		    "bound" },
		{ "[keys]\nf5 = halp", "2: f5: there is no action \"halp\"; "
		    "did you mean help?" },
		{ "[keys]\nf5 = help\nF5 = fold", "3: F5 stands in line 2 "
		    "already" },
		{ "[theme]\nstopp = red", "2: there is no style \"stopp\"; did "
		    "you mean stop?" },
		{ "[theme]\nstop = gren", "2: stop: \"gren\" is no colour or "
		    "attribute; did you mean green?" },
		{ "[theme]\nstop = #12345", "2: stop: \"#12345\" is no colour "
		    "or attribute; colours are names such as green, 0 to 255 "
		    "or #rrggbb; attributes are bold, underline, reverse, dim, "
		    "italic, plain" },
		{ "[theme]\nstop = 256", "2: stop: \"256\" is no colour or "
		    "attribute; colours are names such as green, 0 to 255 or "
		    "#rrggbb; attributes are bold, underline, reverse, dim, "
		    "italic, plain" },
		{ "[theme]\nstop = red on", "2: stop: a colour is missing "
		    "behind \"on\"" },
		{ "[theme]\nstop =", "2: stop: a look is missing, such as "
		    "\"green bold\"" },
		{ "[theme]\nstop = red\nstop = blue", "3: stop stands in line "
		    "2 already" },
		{ "theme = dark\n[theme]\nname = light", "3: theme stands in "
		    "line 1 already" },
		{ "[theme]\nname = drak", "2: theme must be auto or dark or "
		    "light or mono or terminal; \"drak\" is not" },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char sentence[512];

		again(state);
		assert_false(read_string(cases[i].file));
		snprintf(sentence, sizeof(sentence), "config:%s",
		    cases[i].sentence);
		assert_string_equal(text_string(&error), sentence);
	}
}

static void
config__refuses__what_is_no_text(void **state)
{
	static const char *const sentence = "config is not UTF-8 text, and no "
	    "configuration file";

	(void)state;
	assert_false(read_string("system = \xff"));
	assert_string_equal(text_string(&error), sentence);
	text_clear(&error);
	assert_false(config_read(&options, "config", "a\0b", 3, &error,
	    &warning));
	assert_string_equal(text_string(&error), sentence);
}

static void
config__tells__ten_errors_and_their_number(void **state)
{
	(void)state;
	assert_false(read_string("a=1\nb=1\nc=1\nd=1\ne=1\nf=1\ng=1\nh=1\n"
	    "i=1\nj=1\nk=1\nl=1\n"));
	assert_non_null(strstr(text_string(&error), "config:10: "));
	assert_null(strstr(text_string(&error), "config:11: "));
	assert_non_null(strstr(text_string(&error),
	    "\nconfig: and 2 more errors"));
}

static void
config__warns__of_empty_strings(void **state)
{
	(void)state;
	assert_true(read_string("stop = \"\""));
	assert_string_equal(text_string(&warning),
	    "config:1: stop: an empty string is left out\n");
}

/* ---- The file. */

static void
config_load__explains__what_it_cannot_read(void **state)
{
	struct text big = { 0 }, wanted = { 0 };

	assert_false(read_words("missing", NO_WORDS));
	text_printf(&wanted, "cannot open %s: No such file or directory",
	    in_folder("missing"));
	assert_string_equal(text_string(&error), text_string(&wanted));
	again(state);
	text_clear(&wanted);
	assert_false(read_words(".", NO_WORDS));
	text_printf(&wanted, "cannot read %s: Is a directory", in_folder("."));
	assert_string_equal(text_string(&error), text_string(&wanted));
	again(state);
	for (int i = 0; i < 1 << 17; i++)
		text_add(&big, "# 34567\n");
	text_add(&big, "#");
	write_file("big", big.bytes, big.len);
	text_clear(&wanted);
	assert_false(read_words("big", NO_WORDS));
	text_printf(&wanted, "cannot read %s: it is over 1 MB",
	    in_folder("big"));
	assert_string_equal(text_string(&error), text_string(&wanted));
	text_release(&big);
	text_release(&wanted);
}

static void
config_load__takes__the_usual_file(void **state)
{
	char *argv[] = { "echochat", NULL };

	(void)state;
	mkdir(in_folder("echochat"), 0700);
	write_file("echochat/config", "max_tokens = 8\n", 15);
	setenv("XDG_CONFIG_HOME", folder, 1);
	assert_true(options_read(&options, 1, argv, &error, &warning));
	assert_int_equal(options.settings.max_tokens, 8);
	assert_string_equal(text_string(&options.config.path),
	    in_folder("echochat/config"));
}

static void
config_load__refuses__what_is_too_long(void **state)
{
	char *argv[] = { "echochat", NULL };

	(void)state;
	mkdir(in_folder("echochat"), 0700);
	assert_int_equal(symlink("/dev/zero", in_folder("echochat/config")), 0);
	setenv("XDG_CONFIG_HOME", folder, 1);
	errno = ENOENT;
	assert_false(options_read(&options, 1, argv, &error, &warning));
	assert_non_null(strstr(text_string(&error), "it is over 1 MB"));
	unlink(in_folder("echochat/config"));
}

/* What is known to be wrong only after all is read. */
static void
options_read__says__where_it_stands(void **state)
{
	(void)state;
	assert_false(read_file("\nout = locl\n[engine local]\n"
	    "url = http://h\n", NO_WORDS));
	assert_non_null(strstr(text_string(&error),
	    "/config:2: out: unknown engine \"locl\": "));
	assert_non_null(strstr(text_string(&error), "; did you mean local?"));
}

static void
options_read__says__where_a_template_stands(void **state)
{
	(void)state;
	assert_false(read_file("request_template = /nonexistent/a\n",
	    NO_WORDS));
	assert_non_null(strstr(text_string(&error), "/config:1: "
	    "request_template: cannot open /nonexistent/a: "));
}

static void
options_read__says__only_what__the_command_line_said(void **state)
{
	(void)state;
	assert_false(read_file("[engine local]\nurl = http://h\n",
	    WORDS("out=locl")));
	assert_int_equal(strncmp(text_string(&error), "unknown engine", 14), 0);
	assert_non_null(strstr(text_string(&error), "; did you mean local?"));
}

static void
config_load__does_without__the_usual_file(void **state)
{
	char *argv[] = { "echochat", NULL };

	(void)state;
	assert_true(options_read(&options, 1, argv, &error, &warning));
	assert_string_equal(text_string(&options.config.path),
	    "/nonexistent/echochat/config");
}

static void
options_read__looks_at_no_file__for_help(void **state)
{
	(void)state;
	assert_true(read_file("quack", WORDS("--help")));
	assert_true(options.help);
}

/* ---- Who wins. */

static void
options_read__lets__the_command_line_win(void **state)
{
	(void)state;
	setenv("DYN_TOKEN_ECHO_DELAY_MS", "7", 1);
	assert_true(read_file("delay = 1\nmax_tokens = 1\nstop = a\nstop = b\n"
	    "ignore_eos = on\nverbose = 2\ntrace = t\n",
	    WORDS("--max-tokens=2", "--stop", "c", "--stop", "d",
		"--ignore-eos=off", "-v")));
	assert_true(options.settings.delay_ms == 7);
	assert_int_equal(options.settings.max_tokens, 2);
	assert_int_equal(options.settings.stop.count, 2);
	assert_string_equal(text_string(&options.settings.stop.items[0]), "c");
	assert_false(options.settings.ignore_eos);
	assert_int_equal(options.level, TRACE_EACH_TOKEN);
	assert_string_equal(options.tracing.path, "t");
	assert_true(options_given(&options, "stop"));
	assert_false(options_given(&options, "delay"));
}

static void
options_read__lets__the_environment_win_over_the_file(void **state)
{
	setenv("DYN_REQUEST_TRACE_FILE_PATH", "e", 1);
	assert_true(read_file("trace = t\n", NO_WORDS));
	assert_string_equal(options.tracing.path, "e");
	again(state);
	setenv("DYN_REQUEST_TRACE_FILE_PATH", "e", 1);
	assert_true(read_file("trace = t\n", WORDS("--trace=c")));
	assert_string_equal(options.tracing.path, "c");
	again(state);
	setenv("DYN_REQUEST_TRACE_FILE_PATH", "e", 1);
	assert_true(read_file("", NO_WORDS));
	assert_null(options.tracing.path);
	again(state);
	setenv("DYN_REQUEST_TRACE", "off", 1);
	assert_true(read_file("trace = t\n", NO_WORDS));
	assert_null(options.tracing.path);
}

static void
options_read__keeps__a_good_value_when_a_variable_is_bad(void **state)
{
	(void)state;
	setenv("DYN_TOKEN_ECHO_DELAY_MS", "soon", 1);
	assert_true(read_file("delay = 3\n", NO_WORDS));
	assert_true(options.settings.delay_ms == 3);
	assert_string_equal(text_string(&warning), "DYN_TOKEN_ECHO_DELAY_MS: "
	    "delay must be a number of ms from 0 to 3600000; \"soon\" is not; "
	    "using 3\n");
}

static const char two_engines[] =
    "max_tokens = 9\nstop = all\nout = slow\n"
    "[engine slow]\nengine = echo\nmax_tokens = 3\nstop = own\n"
    "delay = 100\nmodel = snail\n"
    "[engine far]\nurl = http://localhost:1\n";

static void
options_read__uses__the_section_of_an_engine(void **state)
{
	(void)state;
	setenv("DYN_TOKEN_ECHO_DELAY_MS", "7", 1);
	assert_true(read_file(two_engines, WORDS("--max-tokens=4")));
	assert_string_equal(options.engine, "echo");
	assert_string_equal(options.section, "slow");
	assert_int_equal(options.settings.max_tokens, 4);
	assert_true(options.settings.delay_ms == 7);
	assert_int_equal(options.settings.stop.count, 1);
	assert_string_equal(text_string(&options.settings.stop.items[0]),
	    "own");
	assert_string_equal(text_string(&options.settings.model_name),
	    "snail");
	assert_string_equal(text_string(&options.general.stop.items[0]),
	    "all");
}

static void
options_read__leaves__the_section_of_another_engine(void **state)
{
	(void)state;
	assert_true(read_file(two_engines, WORDS("out=far")));
	assert_string_equal(options.engine, "http://localhost:1");
	assert_int_equal(options.settings.max_tokens, 9);
	assert_string_equal(text_string(&options.settings.model_name), "");
}

/* ---- --print-config. */

/* A value of each option that is not its default, as it stands in a file. */
static const char *
example(const struct option *option)
{
	static const struct {
		const char *name, *value;
	} examples[] = {
		{ "system", "\"a \\\"b\\\" ; c\\n\"" },
		{ "stop", "\"\\n ;#\"" },
		{ "stop-token-id", "7" },
		{ "eos-token", "\"\\\\\"" },
		{ "api-key-env", "\"MY_KEY\"" },
		{ "header", "\"A: b\"" },
		{ "store", "off" },
		{ "fault", "\"stall@7\"" },
		{ "break", "\"on finish\"" },
		{ "trace-format", "jsonl_gz" },
		{ "trace-tokens", "characters" },
		{ "trace-pane", "bottom" },
		{ "endpoint", "completions" },
		{ "stop-dialect", "llama.cpp" },
		{ "theme", "mono" },
		{ "clipboard", "osc52" },
		{ "http-api-key-env", "\"HTTP_KEY\"" },
		{ "verbose", "2" },
		{ "request-template", "\"/dev/null\"" },
	};

	for (size_t i = 0; i < COUNT(examples); i++)
		if (!strcmp(examples[i].name, option->name))
			return examples[i].value;
	if (!option->argument || option_words(option))
		return "on";
	if (!strcmp(option->argument, "X"))
		return "0.5";
	return !strcmp(option->argument, "N") || !strcmp(option->argument, "MS")
	    ? "5" : "\"word\"";
}

static void
add_key(struct text *text, const struct option *option, const char *value)
{
	config_key(option, text);
	text_printf(text, " = %s", value);
}

/* Every option of the table: one that cannot be shown, or is not read as it was
 * shown, is found here. */
static void
config_print__is_read_back__for_each_option(void **state)
{
	struct text first = { 0 }, line = { 0 };

	for (const struct option *o = option_table; o->name; o++) {
		if (o->when != OPTION_ANYWHERE)
			continue;
		again(state);
		text_clear(&line);
		text_clear(&first);
		add_key(&line, o, example(o));
		if (!read_string(text_string(&line)))
			fail_msg("%s", text_string(&error));
		config_print(&options, &first);
		text_add(&line, " ");
		if (!strstr(text_string(&first), text_string(&line)))
			fail_msg("no %s in:\n%s", text_string(&line),
			    text_string(&first));
		again(state);
		if (!read_string(text_string(&first)))
			fail_msg("%s", text_string(&error));
		config_print(&options, &out);
		if (!strstr(text_string(&out), text_string(&line)))
			fail_msg("%s is not read back", text_string(&line));
	}
	text_release(&first);
	text_release(&line);
}

static void
config_print__says__where_values_come_from(void **state)
{
	static const char *const lines[] = {
		"out = \"far\"                              ; command line\n",
		"max_tokens = 9                           ; FOLDER/config:1\n",
		"delay = 7                                ; "
		"$DYN_TOKEN_ECHO_DELAY_MS\n",
		"top_p = 0.5                              ; command line\n",
		"jitter = 0                               ; default\n",
		"# seed =                                 ; default\n",
		"\n[engine slow]\n"
		"engine = \"echo\"                          ; "
		"FOLDER/config:5\n",
		"\n[engine far]\n"
		"url = \"http://localhost:1\"               ; "
		"FOLDER/config:11\n",
		"\n[keys]\n"
		"f5 = \"help\"                              ; "
		"FOLDER/config:13\n",
		"\n[theme]\n"
		"stop = \"red\"                             ; "
		"FOLDER/config:15\n",
	};
	struct text file = { 0 };

	(void)state;
	setenv("DYN_TOKEN_ECHO_DELAY_MS", "7", 1);
	text_add(&file, two_engines);
	text_add(&file, "[keys]\nf5 = help\n[theme]\nstop = red\n");
	assert_true(read_file(text_string(&file),
	    WORDS("out=far", "--top-p=.5")));
	config_print(&options, &out);
	for (size_t i = 0; i < COUNT(lines); i++) {
		const char *place = strstr(lines[i], "FOLDER");
		struct text line = { 0 };

		if (place)
			text_printf(&line, "%.*s%s%s",
			    (int)(place - lines[i]), lines[i], folder,
			    place + strlen("FOLDER"));
		else
			text_add(&line, lines[i]);
		if (!strstr(text_string(&out), text_string(&line)))
			fail_msg("no %s in:\n%s", text_string(&line),
			    text_string(&out));
		text_release(&line);
	}
	text_release(&file);
}

static void
config_print__hides__secrets(void **state)
{
	char *printed;

	assert_true(read_string("header = Authorization: Bearer abcdef\n"
	    "header = X-Api-Key: abcdef\n"
	    "header = X-Plain: shown\n"
	    "proxy = http://me:abcdef@proxy:80\n"
	    "stop = a://b@c\n"
	    "[engine a]\nurl = http://a\nheader = Cookie: abcdef\n"));
	config_print(&options, &out);
	assert_null(strstr(text_string(&out), "abcdef"));
	assert_non_null(strstr(text_string(&out),
	    "\n# header = \"Authorization: ***\" "));
	assert_non_null(strstr(text_string(&out),
	    "\nheader = \"X-Plain: shown\" "));
	assert_non_null(strstr(text_string(&out), "\nstop = \"a://b@c\" "));
	assert_non_null(strstr(text_string(&out),
	    "\n# proxy = \"***@proxy:80\" "));
	assert_non_null(strstr(text_string(&out),
	    "\n# header = \"Cookie: ***\" "));
	printed = text_take(&out);
	again(state);
	assert_true(read_string(printed));
	free(printed);
}

/* ---- Changes in a file. */

static struct config_change
change_of(const char *name, const char *lines, const char *engine)
{
	struct config_change change = { .option = option_by_key(name),
		.engine = engine };

	text_add(&change.lines, lines);
	return change;
}

static void
config_edit__changes__a_line_and_nothing_else(void **state)
{
	static const struct {
		const char *name, *lines, *engine, *before, *after;
	} cases[] = {
		{ "delay", "5\n", NULL, "", "delay = 5\n" },
		{ "delay", "5\n", NULL, "# mine\n", "# mine\ndelay = 5\n" },
		{ "delay", "5\n", NULL, "# mine", "# mine\ndelay = 5\n" },
		{ "delay", "5\n", NULL, "delay = 1", "delay = 5\n" },
		{ "delay", "5\n", NULL, "a\r\n delay  :  1  ; slow\nb\n",
		    "a\r\n delay  :  5  ; slow\nb\n" },
		{ "top-p", "1\n", NULL, "top-p=0\n", "top-p=1\n" },
		{ "stop", "\"x\"\n\"y\"\n", NULL,
		    "stop = \"a ; \\\" b\" ; why\nn = 1\nstop = c\n",
		    "stop = \"x\" ; why\nstop = \"y\"\nn = 1\n" },
		{ "stop", "", NULL, "stop = a\nn = 1\nstop = b\n", "n = 1\n" },
		{ "seed", "", NULL, "n = 1\n", "n = 1\n" },
		{ "seed", "3\n", NULL, "n = 1\n\n# far\n[engine a]\nseed = 1\n",
		    "n = 1\nseed = 3\n\n# far\n[engine a]\nseed = 1\n" },
		{ "seed", "3\n", NULL,
		    "# mine\n\n# far\n[engine a]\nseed = 1\n",
		    "# mine\n\nseed = 3\n\n# far\n[engine a]\nseed = 1\n" },
		{ "seed", "3\n", NULL, "[keys]\nf5 = help\n[echochat]\n",
		    "[keys]\nf5 = help\n[echochat]\nseed = 3\n" },
		{ "seed", "3\n", NULL, "[keys]\nf5 = help\n",
		    "seed = 3\n\n[keys]\nf5 = help\n" },
		{ "seed", "3\n", "a",
		    "seed = 1\n[engine a]\nurl = x\n\n[engine b]\nseed = 2\n",
		    "seed = 1\n[engine a]\nurl = x\nseed = 3\n\n[engine b]\n"
		    "seed = 2\n" },
		{ "model-name", "\"z\"\n", "a", "[ engine  a ]\nmodel = y\n",
		    "[ engine  a ]\nmodel = \"z\"\n" },
		{ "seed", "3\n", "a", "n = 1\n",
		    "n = 1\n\n[engine a]\nseed = 3\n" },
		{ "theme", "dark\n", NULL, "[theme]\nname = light\n",
		    "[theme]\nname = dark\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct config_change change = change_of(cases[i].name,
		    cases[i].lines, cases[i].engine);

		text_clear(&out);
		config_edit(&out, cases[i].before, strlen(cases[i].before),
		    &change);
		assert_string_equal(text_string(&out), cases[i].after);
		text_release(&change.lines);
	}
}

static bool
save(const char *name, const char *lines)
{
	struct config_change change = change_of("delay", lines, NULL);
	bool ok = config_save(in_folder(name), &change, 1, &error);

	text_release(&change.lines);
	return ok;
}

static void
assert_holds(const char *name, const char *content, mode_t mode)
{
	struct stat info;

	text_clear(&out);
	assert_true(file_read(in_folder(name), 1, &out, &error));
	assert_string_equal(text_string(&out), content);
	assert_false(lstat(in_folder(name), &info));
	assert_int_equal(info.st_mode & 07777, mode);
}

static void
config_save__makes__a_file_for_its_user_only(void **state)
{
	(void)state;
	assert_true(save("new/deep/config", "5\n"));
	assert_holds("new/deep/config", "delay = 5\n", 0600);
}

static void
config_save__follows__links_and_keeps_the_mode(void **state)
{
	struct stat info;

	(void)state;
	write_file("real", "# mine\n", 7);
	chmod(in_folder("real"), 0644);
	assert_false(symlink("real", in_folder("link")));
	assert_true(save("link", "5\n"));
	assert_holds("real", "# mine\ndelay = 5\n", 0644);
	assert_false(lstat(in_folder("link"), &info));
	assert_true(S_ISLNK(info.st_mode));
}

static void
config_save__refuses__what_would_not_be_read(void **state)
{
	struct text wanted = { 0 };

	(void)state;
	write_file("wrong", "quack = 1\n", 10);
	assert_false(save("wrong", "5\n"));
	text_printf(&wanted, "%s:1: there is no key \"quack\"; see "
	    "echochat_config(5)", in_folder("wrong"));
	assert_string_equal(text_string(&error), text_string(&wanted));
	text_clear(&error);
	text_clear(&out);
	assert_true(file_read(in_folder("wrong"), 1, &out, &error));
	assert_string_equal(text_string(&out), "quack = 1\n");
	text_release(&wanted);
}

static void
config_save__explains__why_it_cannot(void **state)
{
	(void)state;
	write_file("file", "", 0);
	assert_false(save("file/config", "5\n"));
	assert_non_null(strstr(text_string(&error), "cannot write "));
}

/* ---- */

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int
remove_folder(void **state)
{
	struct text command = { 0 };

	(void)state;
	text_printf(&command, "rm -r %s", folder);
	assert_false(system(text_string(&command)));
	text_release(&command);
	return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(config__reads__options_engines_keys_and_looks),
		TEST(config__reads__lines_of_any_length),
		TEST(config__explains__each_error),
		TEST(config__refuses__what_is_no_text),
		TEST(config__tells__ten_errors_and_their_number),
		TEST(config__warns__of_empty_strings),
		TEST(config_load__explains__what_it_cannot_read),
		TEST(options_read__says__only_what__the_command_line_said),
		TEST(options_read__says__where_a_template_stands),
		TEST(options_read__says__where_it_stands),
		TEST(config_load__refuses__what_is_too_long),
		TEST(config_load__takes__the_usual_file),
		TEST(config_load__does_without__the_usual_file),
		TEST(options_read__looks_at_no_file__for_help),
		TEST(options_read__lets__the_command_line_win),
		TEST(options_read__lets__the_environment_win_over_the_file),
		TEST(options_read__keeps__a_good_value_when_a_variable_is_bad),
		TEST(options_read__uses__the_section_of_an_engine),
		TEST(options_read__leaves__the_section_of_another_engine),
		TEST(config_print__is_read_back__for_each_option),
		TEST(config_print__says__where_values_come_from),
		TEST(config_print__hides__secrets),
		TEST(config_edit__changes__a_line_and_nothing_else),
		TEST(config_save__makes__a_file_for_its_user_only),
		TEST(config_save__follows__links_and_keeps_the_mode),
		TEST(config_save__refuses__what_would_not_be_read),
		TEST(config_save__explains__why_it_cannot),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
