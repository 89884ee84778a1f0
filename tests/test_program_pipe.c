/* test_program_pipe.c: the built program without a screen: what scripts see.
 * Real time and real pipes; what can be tested inside the program is not
 * repeated here. */
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

#include "../src/xalloc.h"
#include "program.h"
#include "stop_vectors.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { ARGS_MAX = 20, LARGE = 10 * 1000 * 1000 };

static struct program program;

static int
tear_down(void **state)
{
	(void)state;
	program_release(&program);
	return 0;
}

/* Runs it anew and returns the exit status. */
static int
run(const char *const *args, const char *input)
{
	program_release(&program);
	return program_run(&program, args, input, strlen(input));
}

static void
check_output(const char *bytes, size_t len)
{
	assert_int_equal(program.output.len, len);
	assert_memory_equal(text_string(&program.output), bytes, len);
}

static void
check_texts(const char *output, const char *errors)
{
	assert_string_equal(text_string(&program.output), output);
	assert_string_equal(text_string(&program.errors), errors);
}

static void
check_printed(const char *part)
{
	if (!strstr(text_string(&program.output), part))
		fail_msg("not in the output: %s", part);
}

/* Exactly one line on standard error, with our name in front. */
static void
check_complaint(const char *part)
{
	const char *errors = text_string(&program.errors);

	if (strncmp(errors, "echochat: ", 10) || !strstr(errors, part) ||
	    strchr(errors, '\n') != errors + program.errors.len - 1)
		fail_msg("not one line with %s: %s", part, errors);
}

/* ---- JSON lines. */

static const char *
string_of(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(
	    cJSON_GetObjectItemCaseSensitive(object, name));
}

static bool
is_event(const cJSON *object, const char *name)
{
	const char *event = string_of(object, "event");

	assert_non_null(event);
	assert_true(cJSON_IsNumber(
	    cJSON_GetObjectItemCaseSensitive(object, "t_ms")));
	return !strcmp(event, name);
}

static void
append_delta(struct text *text, const cJSON *line)
{
	if (is_event(line, "text"))
		text_add(text, string_of(line, "text"));
}

/* Checks all lines: each is an event, the last one and no other is the end,
 * whose text is that of the events before. Returns it for the caller to
 * delete. */
static cJSON *
check_events(void)
{
	const char *line = text_string(&program.output);
	struct text text = { 0 };
	cJSON *event = NULL;

	assert_int_equal(strlen(line), program.output.len);
	while (*line) {
		const char *end = strchr(line, '\n');

		assert_non_null(end);
		assert_true(!event || !is_event(event, "end"));
		cJSON_Delete(event);
		event = cJSON_ParseWithLength(line, (size_t)(end - line));
		assert_non_null(event);
		append_delta(&text, event);
		line = end + 1;
	}
	assert_non_null(event);
	assert_true(is_event(event, "end"));
	assert_string_equal(string_of(event, "text"), text_string(&text));
	text_release(&text);
	return event;
}

static double
timing(const cJSON *end, const char *name)
{
	const cJSON *object = cJSON_GetObjectItemCaseSensitive(end, "timing");
	const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);

	assert_true(cJSON_IsNumber(value));
	return value->valuedouble;
}

/* ---- Replies. */

static void
stdin__answers__the_prompt(void **state)
{
	static const struct {
		const char *args[6];
		const char *input, *output;
	} rows[] = {
		{ { NULL }, "hello", "hello\n" },
		{ { NULL }, "two\nlines\n", "two\nlines\n" },
		{ { "in=stdin", "out=echo" }, "\xc3\xaf", "\xc3\xaf\n" },
		{ { "-p", "given" }, "not read", "given\n" },
		{ { "-phello" }, "", "hello\n" },
		{ { "--prompt=x END y", "--stop", "END" }, "", "x \n" },
		{ { "--prompt", "one two", "--max-tokens=3" }, "", "one\n" },
		{ { "--", "in=stdin" }, "a", "a\n" },
		{ { "out=echo_full" }, "old name", "old name\n" },
		{ { "out=echo_core" }, "old name", "old name\n" },
		{ { "--delay", "0.5" }, "a", "a\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_int_equal(run(rows[i].args, rows[i].input), 0);
		check_texts(rows[i].output, "");
	}
}

static void
stdin__keeps__every_control_character(void **state)
{
	static const char bytes[] = "a\0b\033[2J\r\b\x7f\xc2\x9b\n";

	(void)state;
	program_run(&program, WORDS("--delay", "0"), bytes, sizeof(bytes) - 1);
	check_output(bytes, sizeof(bytes) - 1);
	assert_int_equal(program.status, 0);
}

static void
stdin__replaces__what_is_not_utf8(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--delay", "0"), "a\xff" "b\xc3"), 0);
	assert_string_equal(text_string(&program.output),
	    "a\xef\xbf\xbd" "b\xef\xbf\xbd\n");
	check_complaint("2 broken characters");
}

static void
stdin__echoes__ten_megabytes(void **state)
{
	char *prompt = xmalloc(LARGE);

	(void)state;
	for (size_t i = 0; i < LARGE; i++)
		prompt[i] = (char)('!' + i % 90);
	prompt[LARGE - 1] = '\n';
	assert_int_equal(program_run(&program, WORDS("--delay", "0"), prompt,
	    LARGE), 0);
	check_output(prompt, LARGE);
	assert_string_equal(text_string(&program.errors), "");
	free(prompt);
}

static void
stdin__complains__of_an_empty_prompt(void **state)
{
	static const struct {
		const char *args[3];
		const char *in_file;
	} rows[] = {
		{ { NULL }, NULL },
		{ { NULL }, "/dev/null" },
		{ { "--json" }, "/dev/null" },
		{ { "-p", "" }, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		program_release(&program);
		program.in_file = rows[i].in_file;
		assert_int_equal(program_run(&program, rows[i].args, "", 0), 2);
		assert_string_equal(text_string(&program.output), "");
		check_complaint("empty");
	}
}

static void
stdin__compares__the_finish_reason(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--expect-finish", "stop"), "ab"), 0);
	check_texts("ab\n", "");
	assert_int_equal(run(WORDS("--expect-finish=length"), "ab"), 4);
	assert_string_equal(text_string(&program.output), "ab\n");
	check_complaint("finish_reason is stop, not length");
	assert_int_equal(run(WORDS("--expect-finish=stop", "--max-tokens=1",
	    "--json"), "ab"), 4);
	cJSON_Delete(check_events());
}

/* ---- JSON. */

/* An option for each setting: --max-tokens for max_tokens. */
static size_t
add_option(const char **args, char option[64], const char *name,
    const char *value)
{
	size_t count = 1;

	snprintf(option, 64, "--%s",
	    strcmp(name, "stop_token_ids") ? name : "stop-token-id");
	for (char *at = option; *at; at++)
		if (*at == '_')
			*at = '-';
	args[0] = option;
	if (strcmp(value, "true"))
		args[count++] = value;
	return count;
}

static void
check_vector(const struct stop_vector *vector)
{
	const char *args[ARGS_MAX] = { "--json", "--delay", "0" };
	char options[3][64];
	cJSON *end, *reason;

	for (size_t i = 0, at = 3; i < 6 && vector->set[i]; i += 2)
		at += add_option(args + at, options[i / 2], vector->set[i],
		    vector->set[i + 1]);
	assert_int_equal(run(args, vector->prompt), 0);
	end = check_events();
	assert_string_equal(string_of(end, "text"), vector->text);
	assert_string_equal(string_of(end, "outcome"), "finished");
	assert_string_equal(string_of(end, "finish_reason"),
	    vector->finish_reason);
	assert_int_equal(timing(end, "tokens"), vector->tokens);
	reason = cJSON_Parse(vector->stop_reason);
	if (!reason) /* that of V13 holds true newlines */
		reason = cJSON_CreateString("\n\n");
	assert_true(cJSON_Compare(reason,
	    cJSON_GetObjectItemCaseSensitive(end, "stop_reason"), true));
	cJSON_Delete(reason);
	cJSON_Delete(end);
}

static void
json__tells__every_stop_vector(void **state)
{
	(void)state;
	for (size_t i = 0; i < STOP_VECTORS; i++) {
		print_message("# %s\n", stop_vectors[i].name);
		/* The program refuses an empty prompt. */
		if (*stop_vectors[i].prompt)
			check_vector(&stop_vectors[i]);
	}
}

static void
json__keeps__control_characters(void **state)
{
	static const char bytes[] = "a\0b\033\"\\\n\xe2\x80\xae.";
	const char *last;
	cJSON *end;

	(void)state;
	program_run(&program, WORDS("--json", "--delay", "0"), bytes,
	    sizeof(bytes) - 1);
	assert_null(memchr(text_string(&program.output), '\0',
	    program.output.len));
	assert_null(strchr(text_string(&program.output), '\033'));
	last = strstr(text_string(&program.output), "{\"event\":\"end\"");
	end = cJSON_Parse(last);
	assert_non_null(end);
	assert_memory_equal(string_of(end, "text"), bytes, sizeof(bytes));
	cJSON_Delete(end);
}

static void
json__keeps__to_the_pace(void **state)
{
	char prompt[101] = "";
	cJSON *end;

	(void)state;
	memset(prompt, 'x', 100);
	assert_int_equal(run(WORDS("--json", "--delay", "10"), prompt), 0);
	end = check_events();
	assert_int_equal(timing(end, "tokens"), 100);
	assert_in_range((int)timing(end, "total_ms"), 1000, 1099);
	assert_in_range((int)timing(end, "ttft_ms"), 10, 109);
	cJSON_Delete(end);
}

/* ---- Signals and lost readers. */

static void
check_cancelled(int number)
{
	cJSON *end;

	program_release(&program);
	program_start(&program, WORDS("--json", "--delay", "20", "-p",
	    "a long reply that nobody waits for, because it is cut off soon "
	    "and would take seconds to its end"));
	program_see(&program, 0, "\"event\":\"text\"");
	program_kill(&program, number);
	assert_int_equal(program_end(&program), 128 + number);
	end = check_events();
	assert_string_equal(string_of(end, "outcome"), "cancelled");
	assert_true(cJSON_IsNull(
	    cJSON_GetObjectItemCaseSensitive(end, "finish_reason")));
	assert_int_equal(string_of(end, "text")[0], 'a');
	assert_string_equal(text_string(&program.errors), "");
	cJSON_Delete(end);
}

static void
json__ends_once__after_a_signal(void **state)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	(void)state;
	for (size_t i = 0; i < COUNT(numbers); i++)
		check_cancelled(numbers[i]);
}

static void
stdin__keeps__what_came_before_a_signal(void **state)
{
	(void)state;
	program_start(&program, WORDS("--delay", "50"));
	program_type(&program, "abc, and so on and so forth for seconds\n");
	program.close_input = true;
	program_see(&program, 0, "abc");
	program_kill(&program, SIGINT);
	assert_int_equal(program_end(&program), 130);
	assert_string_equal(text_string(&program.errors), "");
	assert_int_equal(program.output.bytes[program.output.len - 1], '\n');
}

static void
stdin__gives_up__the_prompt_at_a_signal(void **state)
{
	(void)state;
	program_start(&program, WORDS("in=stdin"));
	program_type(&program, "half a prompt");
	program_kill(&program, SIGINT);
	assert_int_equal(program_end(&program), 130);
	check_texts("", "");
}

static void
output__is_quiet__when_the_reader_leaves(void **state)
{
	static const char *const args[][4] = {
		{ "--delay", "20" },
		{ "--delay", "20", "--json" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(args); i++) {
		program_release(&program);
		program_start(&program, args[i]);
		program_type(&program, "one, two, three, four, five, six");
		program.close_input = true;
		program_see(&program, 0, "n");
		close(program.out);
		program.out = -1;
		assert_int_equal(program_end(&program), 128 + SIGPIPE);
		assert_string_equal(text_string(&program.errors), "");
	}
}

static void
output__complains__when_the_device_is_full(void **state)
{
	static const char *const args[][4] = {
		{ "-p", "hello" },
		{ "-p", "hello", "--json" },
		{ "--help" },
		{ "--version" },
		{ "--list-engines" },
	};

	(void)state;
	if (access("/dev/full", W_OK))
		skip();
	for (size_t i = 0; i < COUNT(args); i++) {
		program_release(&program);
		program.out_file = "/dev/full";
		assert_int_equal(program_run(&program, args[i], "", 0), 1);
		check_complaint("cannot write");
	}
}

static void
output__complains__when_it_is_closed(void **state)
{
	static const char *const args[][4] = {
		{ "-p", "hello" },
		{ "-p", "hello", "--json" },
		{ "--version" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(args); i++) {
		program_release(&program);
		program.out_file = "";
		assert_int_equal(program_run(&program, args[i], "", 0), 1);
		check_complaint("cannot write");
	}
}

static void
input__complains__when_it_is_closed(void **state)
{
	(void)state;
	program.in_file = "";
	assert_int_equal(program_run(&program, WORDS(NULL), "", 0), 2);
	assert_string_equal(text_string(&program.output), "");
	check_complaint("cannot read standard input");
}

/* ---- Terminals on one side or both. */

static void
output__shows__controls_on_a_terminal(void **state)
{
	static const char bytes[] = "a\033[2Jb\ac\xc2\x9b" "31m\xe2\x80\xae.";
	static const char *const sent[] = { "\033", "\a", "\xc2\x9b",
		"\xe2\x80\xae" };

	(void)state;
	program.tty = PROGRAM_TTY_OUT;
	assert_int_equal(program_run(&program, WORDS("--delay", "0"), bytes,
	    sizeof(bytes) - 1), 0);
	for (size_t i = 0; i < COUNT(sent); i++)
		assert_null(strstr(text_string(&program.output), sent[i]));
	assert_non_null(strstr(text_string(&program.output), "[2J"));
}

static void
json__is_the_same__on_a_terminal(void **state)
{
	(void)state;
	program.tty = PROGRAM_TTY_OUT;
	assert_int_equal(program_run(&program, WORDS("--json", "--delay", "0"),
	    "hi", 2), 0);
	assert_non_null(strstr(text_string(&program.output),
	    "\"event\":\"end\""));
}

static void
input__is_read__from_a_terminal(void **state)
{
	(void)state;
	program.tty = PROGRAM_TTY_IN;
	program_start(&program, WORDS("--delay", "0"));
	program_type(&program, "typed\n\004");
	assert_int_equal(program_end(&program), 0);
	assert_string_equal(text_string(&program.output), "typed\n");
	check_complaint("Ctrl-D");
}

static void
input__is_a_chat__on_two_terminals_only(void **state)
{
	static const unsigned lacking[] = { 0, PROGRAM_TTY_IN,
		PROGRAM_TTY_OUT };

	(void)state;
	for (size_t i = 0; i < COUNT(lacking); i++) {
		program_release(&program);
		program.tty = lacking[i];
		assert_int_equal(program_run(&program, WORDS("in=text"), "",
		    0), 2);
		assert_string_equal(text_string(&program.output), "");
		check_complaint("in=text needs a terminal");
	}
	program_release(&program);
	program.tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	program_start(&program, WORDS("--plain"));
	program_see(&program, 0, "> ");
	program_type(&program, "\004");
	assert_int_equal(program_end(&program), 0);
}

/* ---- A demo in lines. */

static char demo_path[] = "/tmp/echochat-demo-XXXXXX";

static void
write_demo(const char *text)
{
	int fd;

	strcpy(demo_path + strlen(demo_path) - 6, "XXXXXX");
	fd = mkstemp(demo_path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void
demo__is_printed__as_it_is_typed(void **state)
{
	struct text input = { 0 };

	(void)state;
	write_demo("args --delay 0\nsay So.\ntype /stop add c\nkey Enter\n"
	    "type abc\nkey Up Enter\nwait reply\n");
	text_printf(&input, "/demo %s\n/stop\nabc\n", demo_path);
	assert_int_equal(program_run(&program, WORDS("--plain", "--delay=0"),
	    text_string(&input), input.len), 0);
	unlink(demo_path);
	text_release(&input);
	assert_non_null(strstr(text_string(&program.output),
	    "\n\n# So.\n> /stop add c\nstop is \"c\"\n> abc\nab\n"
	    "[stop: matched \"c\", 3 tokens"));
	assert_non_null(strstr(text_string(&program.output),
	    "this is your own chat again; /demo list shows all demos\n"));
	assert_non_null(strstr(text_string(&program.output),
	    "> abc\nabc\n[stop: end of the prompt, 3 tokens"));
}

static void
demo__ends__at_an_interrupt(void **state)
{
	char option[64];
	size_t at;

	(void)state;
	write_demo("type abcdefghi\nkey Enter\nwait 60000\n");
	snprintf(option, sizeof(option), "--demo=%s", demo_path);
	program_start(&program, WORDS("--plain", option));
	at = program_see(&program, 0, "> ab");
	unlink(demo_path);
	program_kill(&program, SIGINT);
	program_see(&program, at, "this is your own chat again");
	program.close_input = true;
	assert_int_equal(program_end(&program), 0);
}

/* ---- Breakpoints in lines. */

static void
break__holds__and_commands_let_it_go_on(void **state)
{
	static const char input[] = "one END two\n/step\nhello\n/resume\n"
	    "/break clear\n/resume\nab\n";
	const char *output;

	(void)state;
	assert_int_equal(program_run(&program,
	    WORDS("--plain", "--delay=1", "--stop=END", "--break=on EN",
		"--break", "on finish"), input, strlen(input)), 0);
	output = text_string(&program.output);
	assert_non_null(strstr(output, "> one END two\none \n"
	    "[paused before token 6: next text \"N\"   held back \"E\", may "
	    "become \"END\"   stop \"END\" 1/3   no limit]\n> /step\n"
	    "[paused before token 7: next \"D\"   held back \"EN\""));
	assert_non_null(strstr(output, "> hello\nthe reply is paused: /step "));
	assert_non_null(strstr(output, "> /resume\n[paused before the end: "
	    "next the end: stop   stop \"END\" 3/3   no limit]\n"));
	assert_non_null(strstr(output, "there are no breakpoints\n> /resume\n"
	    "[stop: matched \"END\", 7 tokens"));
	assert_non_null(strstr(output, "> ab\nab\n[stop: end"));
}

/* The end of the input lets it go on; elsewhere nobody could. */
static void
break__is__for_who_can_go_on(void **state)
{
	(void)state;
	assert_int_equal(program_run(&program,
	    WORDS("--plain", "--delay=1", "--break=at 2"), "abc\n", 4), 0);
	assert_non_null(strstr(text_string(&program.output),
	    "a\n[paused before token 2"));
	assert_non_null(strstr(text_string(&program.output),
	    "bc\n[stop: end of the prompt, 3 tokens"));
	program_release(&program);
	assert_int_equal(program_run(&program,
	    WORDS("in=stdin", "--break=at 2"), "abc", 3), 2);
	check_complaint("--break goes with in=text");
}

/* ---- Times in lines. */

/* What a file begins with. */
static void
check_begins(const char *path, const char *begin)
{
	char bytes[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_int_equal(fread(bytes, 1, strlen(begin), file), strlen(begin));
	assert_string_equal(bytes, begin);
	fclose(file);
}

static void
timing__prints__and_writes(void **state)
{
	char folder[] = "/tmp/echochat-timing-XXXXXX";
	struct text input = { 0 };
	char svg[64], csv[64];

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(svg, sizeof(svg), "%s/a.svg", folder);
	snprintf(csv, sizeof(csv), "%s/a.csv", folder);
	text_printf(&input, "/timing\nabc\n/timing\n/timing save %s\n"
	    "/timing save %s\n", svg, csv);
	assert_int_equal(program_run(&program,
	    WORDS("in=text", "--plain", "--delay", "5"), text_string(&input),
	    input.len), 0);
	text_release(&input);
	check_printed("no reply has come yet\n");
	check_printed("\nreply   tokens   ttft ms       p50");
	check_printed("\n#1           3 ");
	check_printed("\nHow often each time between tokens came in #1\n");
	check_printed("the times of 1 reply are in ");
	check_begins(svg, "<svg xmlns=");
	check_begins(csv, "turn,engine,model,number,t_ms,gap_ms,");
	unlink(svg);
	unlink(csv);
	rmdir(folder);
}

/* ---- Finding in lines. */

static void
find__prints__the_lines_that_have_it(void **state)
{
	static const char input[] = "one fish\nred Fish\n/find fish\n/find Fi\n"
	    "/find zz\n/find\n";

	(void)state;
	assert_int_equal(program_run(&program,
	    WORDS("in=text", "--plain", "--delay", "0"), input,
	    sizeof(input) - 1), 0);
	check_printed("   1  you: one fish\n   2  echo: one fish\n"
	    "   3  you: red Fish\n   4  echo: red Fish\n4 matches\n");
	check_printed("   3  you: red Fish\n   4  echo: red Fish\n2 matches\n");
	check_printed("no match\n");
	check_printed("/find needs a text\n");
}

/* ---- The command line. */

static void
options__are_refused__in_one_line(void **state)
{
	static const struct {
		const char *args[5];
		const char *part;
	} rows[] = {
		{ { "--nonsense" }, "--nonsense" },
		{ { "--stpo", "x" }, "did you mean --stop?" },
		{ { "-x" }, "-x" },
		{ { "word" }, "\"word\"" },
		{ { "-" }, "\"-\"" },
		{ { "" }, "\"\"" },
		{ { "a\nb\033c" }, "unknown word" },
		{ { "--a\nb\033c" }, "unknown option" },
		{ { "in=nowhere" }, "in=nowhere" },
		{ { "out=" }, "out=" },
		{ { "out=nothing" }, "unknown engine \"nothing\"" },
		{ { "out=ecko" }, "did you mean echo?" },
		{ { "--json", "in=text" }, "--json" },
		{ { "--expect-finish", "stop", "in=text" }, "--expect-finish" },
		{ { "--plain", "in=stdin" }, "--plain" },
		{ { "--demo" }, "--demo goes with in=text" },
		{ { "--demo", "--plain", "-p", "x" }, "types by itself" },
		{ { "--demo=nonsense", "--plain" }, "no demo nonsense" },
		{ { "--demo=/nonexistent", "--plain" }, "/nonexistent" },
		{ { "--json=yes" }, "\"yes\"" },
		{ { "-p" }, "-p needs a value" },
		{ { "--max-tokens" }, "--max-tokens needs a value" },
		{ { "--max-tokens", "0" }, "\"0\"" },
		{ { "--max-tokens", "-1" }, "\"-1\"" },
		{ { "--max-tokens", "5x" }, "\"5x\"" },
		{ { "--max-tokens=" }, "\"\"" },
		{ { "--min-tokens", "-1" }, "\"-1\"" },
		{ { "--delay", "-1" }, "\"-1\"" },
		{ { "--delay", "nan" }, "\"nan\"" },
		{ { "--delay", "1e99" }, "\"1e99\"" },
		{ { "--delay", "1,5" }, "\"1,5\"" },
		{ { "--temperature", "hot" }, "\"hot\"" },
		{ { "--top-p", "2" }, "\"2\"" },
		{ { "--seed", "x" }, "\"x\"" },
		{ { "--n", "0" }, "\"0\"" },
		{ { "--endpoint", "talk" }, "\"talk\"" },
		{ { "--stop", "\\q" }, "\\q" },
		{ { "--stop-token-id", "x" }, "\"x\"" },
		{ { "--stop-token-id", "-1" }, "\"-1\"" },
		{ { "--trace-pane", "left" }, "\"left\"" },
		{ { "--expect-finish=" }, "finish reason" },
		{ { "--request-template", "/nonexistent" }, "/nonexistent" },
		{ { "--request-template", "/" }, "/" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_int_equal(run(rows[i].args, "hi"), 2);
		assert_string_equal(text_string(&program.output), "");
		check_complaint(rows[i].part);
		assert_null(strstr(text_string(&program.errors), "echo_"));
	}
}

static void
options__drop__an_empty_stop_string(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--stop", "", "--delay=0"), "hi"), 0);
	assert_string_equal(text_string(&program.output), "hi\n");
	check_complaint("--stop");
}

static void
template__is_merged__into_the_request(void **state)
{
	cJSON *end;

	(void)state;
	assert_int_equal(run(WORDS("--json", "-p", "abcdef", "--delay=0",
	    "--request-template", "/dev/stdin"),
	    "{\"max_tokens\": 3, \"user\": \"me\"}"), 0);
	assert_non_null(strstr(text_string(&program.output),
	    "\"user\":\"me\""));
	end = check_events();
	assert_string_equal(string_of(end, "finish_reason"), "length");
	assert_string_equal(string_of(end, "text"), "abc");
	cJSON_Delete(end);
}

static void
template__is_refused__when_it_is_wrong(void **state)
{
	static const char *const templates[] = { "", "{", "[1]", "7",
		"{\"max_tokens\": 0}", "{\"stop\": 5}", "{} {}",
		"{\"a\": \"\xff\"}" };

	(void)state;
	for (size_t i = 0; i < COUNT(templates); i++) {
		assert_int_equal(run(WORDS("-p", "hi", "--request-template",
		    "/dev/stdin"), templates[i]), 2);
		assert_string_equal(text_string(&program.output), "");
		check_complaint("/dev/stdin");
	}
}

static double
total_ms_with(const char *variable, const char *const *args)
{
	const char *const env[] = { variable, NULL };
	cJSON *end;
	double total;

	program_release(&program);
	program.env = env;
	assert_int_equal(program_run(&program, args, "abcd", 4), 0);
	end = check_events();
	total = timing(end, "total_ms");
	cJSON_Delete(end);
	return total;
}

static void
delay__comes__from_the_environment(void **state)
{
	static const char *const wrong[] = { "DYN_TOKEN_ECHO_DELAY_MS=soon",
		"DYN_TOKEN_ECHO_DELAY_MS=-1", "DYN_TOKEN_ECHO_DELAY_MS=10ms" };

	(void)state;
	assert_true(total_ms_with("DYN_TOKEN_ECHO_DELAY_MS=60",
	    WORDS("--json")) >= 240);
	assert_string_equal(text_string(&program.errors), "");
	/* The command line wins. */
	assert_true(total_ms_with("DYN_TOKEN_ECHO_DELAY_MS=500",
	    WORDS("--json", "--delay", "1")) < 2000);
	for (size_t i = 0; i < COUNT(wrong); i++) {
		assert_true(total_ms_with(wrong[i], WORDS("--json")) >= 40);
		check_complaint("DYN_TOKEN_ECHO_DELAY_MS");
	}
	assert_true(total_ms_with("DYN_TOKEN_ECHO_DELAY_MS=",
	    WORDS("--json")) >= 40);
	assert_string_equal(text_string(&program.errors), "");
}

static void
program__tells__what_it_is(void **state)
{
	(void)state;
	assert_int_equal(run(WORDS("--version"), ""), 0);
	assert_memory_equal(text_string(&program.output), "echochat ", 9);
	assert_int_equal(run(WORDS("--list-engines"), ""), 0);
	assert_memory_equal(text_string(&program.output), "echo ", 5);
	assert_null(strstr(text_string(&program.output), "echo_"));
	assert_int_equal(run(WORDS("-h"), ""), 0);
	assert_int_equal(run(WORDS("--help", "--delay", "1"), ""), 0);
	assert_non_null(strstr(text_string(&program.output),
	    "--expect-finish REASON"));
	assert_null(strstr(text_string(&program.output), "echo_"));
	assert_string_equal(text_string(&program.errors), "");
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(stdin__answers__the_prompt),
		TEST(stdin__keeps__every_control_character),
		TEST(stdin__replaces__what_is_not_utf8),
		TEST(stdin__echoes__ten_megabytes),
		TEST(stdin__complains__of_an_empty_prompt),
		TEST(stdin__compares__the_finish_reason),
		TEST(json__tells__every_stop_vector),
		TEST(json__keeps__control_characters),
		TEST(json__keeps__to_the_pace),
		TEST(json__ends_once__after_a_signal),
		TEST(stdin__keeps__what_came_before_a_signal),
		TEST(stdin__gives_up__the_prompt_at_a_signal),
		TEST(output__is_quiet__when_the_reader_leaves),
		TEST(break__holds__and_commands_let_it_go_on),
		TEST(break__is__for_who_can_go_on),
		TEST(output__complains__when_the_device_is_full),
		TEST(output__complains__when_it_is_closed),
		TEST(input__complains__when_it_is_closed),
		TEST(output__shows__controls_on_a_terminal),
		TEST(json__is_the_same__on_a_terminal),
		TEST(input__is_read__from_a_terminal),
		TEST(input__is_a_chat__on_two_terminals_only),
		TEST(demo__is_printed__as_it_is_typed),
		TEST(demo__ends__at_an_interrupt),
		TEST(timing__prints__and_writes),
		TEST(find__prints__the_lines_that_have_it),
		TEST(options__are_refused__in_one_line),
		TEST(options__drop__an_empty_stop_string),
		TEST(template__is_merged__into_the_request),
		TEST(template__is_refused__when_it_is_wrong),
		TEST(delay__comes__from_the_environment),
		TEST(program__tells__what_it_is),
	};

	program_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
