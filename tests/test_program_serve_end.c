/* test_program_serve_end.c: the built program as a server: slow readers,
 * several loops, how it ends, and what it leaves of a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "served.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define CHAT "POST /v1/chat/completions"
#define STREAM(content) "{\"stream\":true,\"messages\":[{\"role\":\"user\"," \
	"\"content\":\"" content "\"}]}"
#define LONG "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"

static struct served server;
static struct loop *loop;
static struct tinyclient clients[16];
static char folder[64], path[80];

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_program_serve.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/trace", folder);
	loop = loop_new();
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(clients); i++)
		tinyclient_close(&clients[i]);
	served_release(&server);
	loop_free(loop);
	unlink(path);
	return rmdir(folder);
}

/* Begins a stream and waits for its text to reach the string. */
static struct tinyclient *
begin(size_t number, const char *body, const char *seen)
{
	struct tinyclient *client = &clients[number];

	served_send(client, loop, &server, CHAT, "", body);
	if (!tinyclient_wait(client, seen, SERVED_SOON_MS))
		fail_msg("no %s in %s", seen, text_string(&client->got));
	return client;
}

static bool
may_connect(void)
{
	struct sockaddr_in name = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons(server.port) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool ok = !connect(fd, (struct sockaddr *)&name, sizeof(name));

	close(fd);
	return ok;
}

static void
wait_until_refused(void)
{
	int64_t limit = program_limit_ms();

	while (may_connect())
		program_pump(&server.program, limit, "no more connections");
}

static double
metric(const char *name)
{
	struct answer answer;
	const char *found;
	char line[120];
	double value;

	snprintf(line, sizeof(line), "\n%s ", name);
	served_ask(loop, &server, "GET /metrics", "", NULL, &answer);
	found = strstr(answer.body.bytes, line);
	assert_non_null(found);
	value = strtod(found + strlen(line), NULL);
	answer_release(&answer);
	return value;
}

static size_t
count_records(void)
{
	FILE *file = fopen(path, "r");
	size_t count = 0;
	int byte;

	assert_non_null(file);
	while ((byte = getc(file)) != EOF)
		count += byte == '\n';
	fclose(file);
	return count;
}

/* ---- A slow reader. */

enum { MANY = 100000 };

static double
wait_until_still(void)
{
	int64_t limit = program_limit_ms();
	double before = -1, tokens;

	while ((tokens = metric("echochat_completion_tokens_total")) !=
	    before || tokens == 0) {
		assert_true(program_now_ms() < limit);
		before = tokens;
		loop_run_for(loop, LOOP_MS(150));
	}
	return tokens;
}

static void
reader__holds_its_engine_back__when_it_is_slow(void **state)
{
	struct text body = { 0 };
	struct tinyclient *client = &clients[0];

	(void)state;
	text_add(&body, "{\"stream\":true,\"messages\":[{\"role\":\"user\","
	    "\"content\":\"");
	for (size_t i = 0; i < MANY; i++)
		text_add(&body, "x");
	text_add(&body, "\"}]}");
	served_start(&server, WORDS("--delay", "0"));
	served_send(client, loop, &server, CHAT, "", body.bytes);
	tinyclient_pause(client, true);
	/* What the kernel takes, and no more. */
	assert_true(wait_until_still() < MANY);
	tinyclient_pause(client, false);
	assert_true(tinyclient_wait_end(client, SERVED_SOON_MS));
	text_clear(&body);
	assert_true(tinyclient_body(client, &body));
	assert_string_equal(body.bytes + body.len - 14, "data: [DONE]\n\n");
	assert_true(metric("echochat_completion_tokens_total") == MANY);
	text_release(&body);
}

/* ---- The end. */

static const int ends[] = { SIGINT, SIGTERM, SIGHUP };

static void
server__lets_replies_end__after_a_signal(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct tinyclient *client;

		served_start(&server, WORDS("--delay", "30", "--trace",
		    path));
		client = begin(0, STREAM("abcdefghij"), "\"b\"");
		program_kill(&server.program, ends[i]);
		wait_until_refused();
		assert_true(tinyclient_wait_end(client, SERVED_SOON_MS));
		assert_non_null(strstr(client->got.bytes, "\"j\""));
		assert_non_null(strstr(client->got.bytes, "[DONE]"));
		assert_int_equal(program_end(&server.program), 0);
		assert_non_null(strstr(server.program.errors.bytes,
		    " stopped 1 request "));
		assert_int_equal(count_records(), i + 1);
		tinyclient_close(client);
		served_release(&server);
	}
}

static void
server__cuts_replies__when_the_grace_is_over(void **state)
{
	struct tinyclient *client;

	(void)state;
	served_start(&server, WORDS("--delay", "1000", "--ttft", "20",
	    "--http-grace", "100", "--trace", path));
	client = begin(0, STREAM(LONG), "\"a\"");
	assert_int_equal(served_end(&server, SIGTERM), 0);
	assert_true(tinyclient_wait_end(client, SERVED_SOON_MS));
	assert_null(strstr(client->got.bytes, "[DONE]"));
	assert_int_equal(count_records(), 1);
	assert_non_null(strstr(server.program.errors.bytes,
	    " cancelled 1 "));
}

static void
server__ends_at_once__after_a_second_signal(void **state)
{
	int64_t begun;

	(void)state;
	served_start(&server, WORDS("--delay", "1000", "--ttft", "20",
	    "--http-grace", "60000", "--trace", path));
	begin(0, STREAM(LONG), "\"a\"");
	program_kill(&server.program, SIGINT);
	wait_until_refused();
	begun = program_now_ms();
	assert_int_equal(served_end(&server, SIGINT), 0);
	assert_true(program_now_ms() - begun < SERVED_SOON_MS);
	assert_int_equal(count_records(), 1);
}

/* A connection that idles, and half a request, hold nothing up. */
static void
server__ends_at_once__when_nothing_goes_on(void **state)
{
	int64_t begun;

	(void)state;
	served_start(&server, WORDS("--http-grace", "60000"));
	tinyclient_open(&clients[0], loop, server.port);
	tinyclient_open(&clients[1], loop, server.port);
	tinyclient_say(&clients[1], CHAT " HTTP/1.1\r\nContent-Length: 9\r\n");
	loop_run_for(loop, LOOP_MS(50));
	begun = program_now_ms();
	assert_int_equal(served_end(&server, SIGINT), 0);
	assert_true(program_now_ms() - begun < SERVED_SOON_MS);
}

/* Of which nothing was said yet. */
static void
server__ends__with_a_request_in_its_hands(void **state)
{
	struct tinyclient *client;

	(void)state;
	served_start(&server, WORDS("--delay", "100000", "--http-grace",
	    "200"));
	for (size_t i = 0; i < 3; i++)
		client = begin(i, STREAM("abc"), "chunked");
	assert_int_equal(served_end(&server, SIGTERM), 0);
	assert_true(tinyclient_wait_end(client, SERVED_SOON_MS));
}

/* ---- Several loops. */

static void
workers__serve__as_one(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "20", "--workers", "2",
	    "--trace", path));
	for (size_t i = 0; i < COUNT(clients); i++)
		begin(i, STREAM("abcdefghijklmnopqrstuvwxyz"), "chunked");
	for (size_t i = 0; i < COUNT(clients); i++) {
		assert_true(tinyclient_wait_end(&clients[i],
		    SERVED_SOON_MS));
		assert_non_null(strstr(clients[i].got.bytes, "[DONE]"));
	}
	assert_true(metric("echochat_completion_tokens_total") ==
	    26 * COUNT(clients));
	assert_true(metric("echochat_requests_total"
	    "{endpoint=\"chat\",status=\"200\"}") == COUNT(clients));
	assert_true(metric("echochat_streams") == 0);
	assert_int_equal(served_end(&server, SIGTERM), 0);
	assert_int_equal(count_records(), COUNT(clients));
	assert_non_null(strstr(server.program.errors.bytes, " stop 16 "));
}

static void
workers__end__as_one(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "50", "--workers", "2",
	    "--trace", path));
	for (size_t i = 0; i < COUNT(clients); i++)
		begin(i, STREAM("abcdefghij"), "\"a\"");
	program_kill(&server.program, SIGINT);
	wait_until_refused();
	for (size_t i = 0; i < COUNT(clients); i++) {
		assert_true(tinyclient_wait_end(&clients[i],
		    SERVED_SOON_MS));
		assert_non_null(strstr(clients[i].got.bytes, "[DONE]"));
	}
	assert_int_equal(program_end(&server.program), 0);
	assert_int_equal(count_records(), COUNT(clients));
}

static void
workers__are_cut__by_a_second_signal(void **state)
{
	(void)state;
	served_start(&server, WORDS("--delay", "1000", "--ttft", "20",
	    "--workers", "2", "--http-grace", "60000", "--trace", path));
	for (size_t i = 0; i < COUNT(clients); i++)
		begin(i, STREAM(LONG), "\"a\"");
	program_kill(&server.program, SIGTERM);
	wait_until_refused();
	assert_int_equal(served_end(&server, SIGTERM), 0);
	assert_int_equal(count_records(), COUNT(clients));
	for (size_t i = 0; i < COUNT(clients); i++)
		assert_true(tinyclient_wait_end(&clients[i],
		    SERVED_SOON_MS));
}

/* ---- The view, on a terminal. */

static void
find_port(void)
{
	size_t end = program_see(&server.program, 0, "127.0.0.1:");

	program_see(&server.program, end, "/v1");
	server.port = (uint16_t)strtoul(server.program.output.bytes + end,
	    NULL, 10);
	assert_true(server.port > 0);
}

static void
view__drains_at_q__and_gives_the_terminal_back(void **state)
{
	struct tinyclient *client;
	struct program *program = &server.program;

	(void)state;
	program->tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	served_start(&server, WORDS("--delay", "50"));
	find_port();
	client = begin(0, STREAM("abcdefghijklmnopqrst"), "\"b\"");
	program_type(program, "q");
	program_see(program, 0, "no new requests");
	assert_false(may_connect());
	assert_true(tinyclient_wait_end(client, SERVED_SOON_MS));
	assert_non_null(strstr(client->got.bytes, "[DONE]"));
	assert_int_equal(program_end(program), 0);
	program_see(program, 0, "\033[?1049l");
	assert_true(program_same_modes(&program->found, &program->left));
}

static void
view__ends_at_once__when_told_twice(void **state)
{
	static const char *const keys[] = { "qq", "\003\003", "q\003" };
	struct program *program = &server.program;

	(void)state;
	for (size_t i = 0; i < COUNT(keys); i++) {
		program->tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
		served_start(&server, WORDS("--delay", "1000", "--ttft", "20",
		    "--http-grace", "60000"));
		find_port();
		begin(0, STREAM(LONG), "\"a\"");
		program_type(program, keys[i]);
		assert_int_equal(program_end(program), 0);
		program_see(program, 0, "\033[?1049l");
		assert_true(program_same_modes(&program->found,
		    &program->left));
		tinyclient_close(&clients[0]);
		served_release(&server);
	}
}

static void
view__is_not_opened__with_plain(void **state)
{
	struct program *program = &server.program;

	(void)state;
	program->tty = PROGRAM_TTY_IN | PROGRAM_TTY_OUT;
	served_start(&server, WORDS("--plain"));
	find_port();
	program_kill(program, SIGTERM);
	assert_int_equal(program_end(program), 0);
	assert_null(strstr(program->output.bytes, "\033[?1049h"));
	assert_non_null(strstr(program->output.bytes, "stopped"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reader__holds_its_engine_back__when_it_is_slow),
		TEST(server__lets_replies_end__after_a_signal),
		TEST(server__cuts_replies__when_the_grace_is_over),
		TEST(server__ends_at_once__after_a_second_signal),
		TEST(server__ends_at_once__when_nothing_goes_on),
		TEST(server__ends__with_a_request_in_its_hands),
		TEST(workers__serve__as_one),
		TEST(workers__end__as_one),
		TEST(workers__are_cut__by_a_second_signal),
		TEST(view__drains_at_q__and_gives_the_terminal_back),
		TEST(view__ends_at_once__when_told_twice),
		TEST(view__is_not_opened__with_plain),
	};

	program_environment();
	return cmocka_run_group_tests_name("program_serve_end", tests, NULL,
	    NULL);
}
