/* test_program_check.c: in=check of the built program against in=http of the
 * same: a sound one passes, and each fault that it can be told to have is
 * named. Real time, several at once. */
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

#include "../src/fault.h"
#include "program.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { AT_ONCE = 8, LIMIT_MS = 120000 };

/* One server for all: faults come with the name of the model. */
static struct program server, clients[AT_ONCE];
static char address[100], word[110];

static int
set_up(void **state)
{
	(void)state;
	program_start(&server, WORDS("in=http", "--http-port", "0", "--delay",
	    "1"));
	program_see(&server, 0, "\n");
	snprintf(address, sizeof(address), "%.*s",
	    (int)strcspn(text_string(&server.output), "\n"),
	    text_string(&server.output));
	snprintf(word, sizeof(word), "out=%s", address);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	program_release(&server);
	return 0;
}

static int
release_clients(void **state)
{
	(void)state;
	for (size_t i = 0; i < AT_ONCE; i++)
		program_release(&clients[i]);
	return 0;
}

/* The server writes a log, which somebody has to read. */
static void
pump(struct program *client, int64_t limit)
{
	program_pump(client, limit, "the end of the checks");
	program_pump(&server, limit, "the end of the checks");
}

static bool
is_over(const struct program *client)
{
	return client->ended && client->out < 0 && client->err < 0;
}

static int
end(struct program *client)
{
	int64_t limit = program_now_ms() + LIMIT_MS;

	while (!is_over(client))
		pump(client, limit);
	return client->status;
}

static int
check(const char *const *args)
{
	program_start(&clients[0], args);
	return end(&clients[0]);
}

/* Whether the check has that result, in the output of --json. */
static bool
has(const struct program *client, const char *name, const char *result)
{
	const char *at = text_string(&client->output);
	char wanted[100];

	snprintf(wanted, sizeof(wanted), "{\"check\":\"%s\",", name);
	at = strstr(at, wanted);
	if (!at)
		return false;
	snprintf(wanted, sizeof(wanted), "\"result\":\"%s\"", result);
	return strstr(at, wanted) && strstr(at, wanted) < strchr(at, '\n');
}

static size_t
count(const char *text, const char *part)
{
	size_t found = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		found++;
	}
	return found;
}

/* ---- A sound server. */

static void
check__passes__a_sound_server(void **state)
{
	const char *output;

	(void)state;
	assert_int_equal(check(WORDS("in=check", word, "--json")), 0);
	output = text_string(&clients[0].output);
	assert_int_equal(count(output, "\"result\":\"fail\""), 0);
	/* There is no end-of-sequence token, and any model may be asked for. */
	assert_int_equal(count(output, "\"result\":\"skip\""), 2);
	assert_true(has(&clients[0], "ignore-eos", "skip"));
	assert_true(has(&clients[0], "error-model", "skip"));
	assert_true(has(&clients[0], "anomalies", "pass"));
	assert_non_null(strstr(output, "\"failed\":0,\"skipped\":2"));
}

/* It reads from the other, and writes it anew. */
static void
check__passes__a_proxy(void **state)
{
	struct program *proxy = &clients[1];
	char to[110];

	(void)state;
	program_start(proxy, WORDS("in=http", "--http-port", "0", word));
	program_see(proxy, 0, "\n");
	snprintf(to, sizeof(to), "out=%.*s",
	    (int)strcspn(text_string(&proxy->output), "\n"),
	    text_string(&proxy->output));
	assert_int_equal(check(WORDS("in=check", to, "--json")), 0);
	assert_int_equal(count(text_string(&clients[0].output),
	    "\"result\":\"skip\""), 2);
}

static void
check__shows__a_row_for_each(void **state)
{
	const char *output;

	(void)state;
	assert_int_equal(check(WORDS("in=check", word)), 0);
	output = text_string(&clients[0].output);
	assert_int_equal(strncmp(output, "\xe2\x9c\x93 pass models ", 15), 0);
	assert_non_null(strstr(output, " passed, 0 failed, 2 skipped in "));
	assert_null(strchr(output, '\033'));
}

static void
check__shows__exchanges_with_verbose(void **state)
{
	(void)state;
	assert_int_equal(check(WORDS("in=check", word, "-v")), 0);
	assert_non_null(strstr(text_string(&clients[0].output),
	    "/chat/completions {\"model\":\"echo\",\"messages\":"));
}

/* ---- Each fault. */

/* The check that fails, where no anomaly has the name. */
static const char *
expected(const struct fault *fault)
{
	static const struct {
		const char *fault, *check;
	} others[] = {
		{ "trickle", "stream-writes" },
		{ "split-utf8", "stream-writes" },
		{ "duplicated-chunk", "stream-same" },
		{ "swapped-chunks", "stream-same" },
		{ "usage-missing", "stream-usage" },
		{ "usage-wrong", "stream-usage" },
		{ "http-400", "chat" },
		{ "http-401", "chat" },
		{ "http-404", "chat" },
		{ "http-429", "chat" },
		{ "http-500", "chat" },
		{ "http-503", "chat" },
	};

	if (fault->anomaly != ANOMALIES)
		return anomaly_name(fault->anomaly);
	for (size_t i = 0; i < COUNT(others); i++)
		if (!strcmp(others[i].fault, fault->name))
			return others[i].check;
	return "none";
}

static void
start_one(struct program *client, const struct fault *fault)
{
	/* Two milliseconds a byte: only the end of each reply. */
	bool slow = !strcmp(fault->name, "trickle");
	char model[100];

	snprintf(model, sizeof(model), "echo+%s%s", fault->name,
	    slow ? "@49" : "");
	program_start(client, WORDS("in=check", word, "-m", model, "--json",
	    "--idle-timeout", "500"));
}

/* Returns 1 if it was not named. */
static int
judge(struct program *client, const struct fault *fault)
{
	bool named = has(client, expected(fault), "fail");

	if (!named || client->status != 1)
		print_message("# %s: status %d, not named as %s:\n%s%s",
		    fault->name, client->status, expected(fault),
		    text_string(&client->output),
		    text_string(&client->errors));
	program_release(client);
	return !named;
}

static void
check__names__each_fault(void **state)
{
	const struct fault *next = fault_table, *asked[AT_ONCE] = { NULL };
	int64_t limit = program_now_ms() + LIMIT_MS;
	size_t running = 0;
	int unnamed = 0;

	(void)state;
	do {
		for (size_t i = 0; i < AT_ONCE; i++) {
			if (!asked[i] && next->name) {
				start_one(&clients[i], asked[i] = next++);
				running++;
			}
			if (!asked[i])
				continue;
			pump(&clients[i], limit);
			if (!is_over(&clients[i]))
				continue;
			unnamed += judge(&clients[i], asked[i]);
			asked[i] = NULL;
			running--;
		}
	} while (running);
	assert_int_equal(unnamed, 0);
}

static void
check__tells__what_a_server_says(void **state)
{
	(void)state;
	assert_int_equal(check(WORDS("in=check", word, "-m",
	    "echo+http-429", "--json")), 1);
	assert_non_null(strstr(text_string(&clients[0].output),
	    "429: told that this is too much"));
}

/* ---- Around it. */

static void
check__writes__junit(void **state)
{
	char path[] = "/tmp/test_program_check.XXXXXX";
	char file[65536] = "", wanted[40];
	int fd = mkstemp(path);
	FILE *stream;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(check(WORDS("in=check", word, "-m",
	    "echo+malformed-json", "--junit", path)), 1);
	stream = fdopen(fd, "r");
	assert_true(fread(file, 1, sizeof(file) - 1, stream) > 0);
	fclose(stream);
	unlink(path);
	snprintf(wanted, sizeof(wanted), " tests=\"%zu\"",
	    count(file, "<testcase "));
	assert_non_null(strstr(file, wanted));
	snprintf(wanted, sizeof(wanted), " failures=\"%zu\"",
	    count(file, "<failure "));
	assert_non_null(strstr(file, wanted));
	assert_non_null(strstr(file,
	    "<testcase classname=\"anomalies\" name=\"malformed-json\""));
	assert_non_null(strstr(file, "</testsuites>\n"));
}

static void
check__refuses__what_is_no_use(void **state)
{
	const struct {
		const char *const *args;
		const char *says;
	} examples[] = {
		{ WORDS("in=check"), "in=check needs a server" },
		{ WORDS("in=check", "out=echo"), "in=check needs a server" },
		{ WORDS("in=check", "out=http://h:1", "-p", "x"),
		    "-p goes with" },
		{ WORDS("in=stdin", "--junit", "x"),
		    "--junit goes with in=check" },
		{ WORDS("in=check", "out=http://h:1", "--junit", "/no/x"),
		    "cannot open /no/x" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		assert_int_equal(check(examples[i].args), 2);
		assert_non_null(strstr(text_string(&clients[0].errors),
		    examples[i].says));
		program_release(&clients[0]);
	}
}

static void
check__says_once__that_nobody_is_there(void **state)
{
	const char *output;

	(void)state;
	assert_int_equal(check(WORDS("in=check", "out=http://127.0.0.1:1")),
	    1);
	output = text_string(&clients[0].output);
	assert_non_null(strstr(output, "connection refused"));
	assert_true(count(output, "\n") < 8);
}

static void
check__ends__at_an_interrupt(void **state)
{
	(void)state;
	program_start(&clients[0], WORDS("in=check", word, "-m",
	    "echo+trickle", "--json"));
	program_see(&clients[0], 0, "\"chat-again\"");
	program_kill(&clients[0], SIGINT);
	assert_int_equal(end(&clients[0]), 130);
	assert_non_null(strstr(text_string(&clients[0].output), "\"summary\""));
}

#define TEST(name) cmocka_unit_test_teardown(name, release_clients)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(check__passes__a_sound_server),
		TEST(check__passes__a_proxy),
		TEST(check__shows__a_row_for_each),
		TEST(check__shows__exchanges_with_verbose),
		TEST(check__names__each_fault),
		TEST(check__tells__what_a_server_says),
		TEST(check__writes__junit),
		TEST(check__refuses__what_is_no_use),
		TEST(check__says_once__that_nobody_is_there),
		TEST(check__ends__at_an_interrupt),
	};

	program_environment();
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
