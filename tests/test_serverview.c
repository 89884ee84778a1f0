/* test_serverview.c: the screen of a server, on a terminal that libvterm reads,
 * in fake time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vterm.h>

#include <cmocka.h>

#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "../ui/serverview.h"

#define RESET "\033c"

static const int64_t wall_ms = 1796028180052; /* 2026-11-30 08:43 UTC */

static struct {
	int rows, columns;
	struct loop *loop;
	struct serving *serving;
	struct metrics *metrics;
	const struct metrics *loops[1];
	struct serverview *view;
	FILE *in, *out;
	int keyboard;
	off_t read_to;
	struct text sent;
	VTerm *terminal;
	VTermScreen *cells;
	int quits, signal;
} test;

/* ---- The view and its terminal. */

static void
on_quit(void *data, int number)
{
	(void)data;
	test.quits++;
	test.signal = number;
}

static void
open_terminal(int columns, int rows)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	test.keyboard = ends[1];
	test.in = fdopen(ends[0], "r");
	test.out = tmpfile();
	test.rows = rows;
	test.columns = columns;
	test.terminal = vterm_new(rows, columns);
	vterm_set_utf8(test.terminal, 1);
	test.cells = vterm_obtain_screen(test.terminal);
	vterm_screen_enable_altscreen(test.cells, 1);
	vterm_screen_reset(test.cells, 1);
}

static void
open_with(int columns, int rows, bool utf8, bool no_colour)
{
	struct serverview_handlers handlers = { NULL, on_quit };
	struct serverview_options options = { .terminal = {
		.type = "xterm-256color",
		.rows = rows,
		.columns = columns,
		.utf8 = utf8,
		.no_colour = no_colour },
		.address = "http://127.0.0.1:8080/v1",
		.serves = "echo, 10 ms a token" };
	struct text error = { 0 };

	memset(&test, 0, sizeof(test));
	open_terminal(columns, rows);
	options.terminal.in = test.in;
	options.terminal.out = test.out;
	test.loop = loop_new_fake(wall_ms);
	test.serving = serving_new();
	test.loops[0] = test.metrics = metrics_new();
	test.view = serverview_open(&options, test.loop, test.serving,
	    test.loops, 1, &handlers, &error);
	assert_non_null(test.view);
}

static void
open_view(int columns, int rows)
{
	open_with(columns, rows, true, false);
}

static void
close_view(void)
{
	serverview_close(test.view);
	serving_free(test.serving);
	metrics_free(test.metrics);
	loop_free(test.loop);
	vterm_free(test.terminal);
	fclose(test.in);
	fclose(test.out);
	close(test.keyboard);
	text_release(&test.sent);
}

static void
wait_ms(int64_t ms)
{
	loop_run_for(test.loop, LOOP_MS(ms));
}

/* Bytes that the terminal was sent so far. */
static off_t
sent(void)
{
	struct stat file;

	fflush(test.out);
	assert_int_equal(fstat(fileno(test.out), &file), 0);
	return file.st_size;
}

static void
read_output(void)
{
	char buffer[65536];
	ssize_t got;

	fflush(test.out);
	while ((got = pread(fileno(test.out), buffer, sizeof(buffer),
		    test.read_to)) > 0) {
		vterm_input_write(test.terminal, buffer, (size_t)got);
		text_append(&test.sent, buffer, (size_t)got);
		test.read_to += got;
	}
}

static void
add_cell(struct text *out, const VTermScreenCell *cell)
{
	char bytes[4];

	if (!cell->chars[0])
		text_add(out, " ");
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++)
		text_append(out, bytes, utf8_encode(cell->chars[i], bytes));
}

/* Appends a row, counted from 1, without blanks at its end. */
static void
read_row(int row, struct text *out)
{
	size_t end = out->len;

	for (int column = 0; column < test.columns; column++) {
		VTermPos at = { row - 1, column };
		VTermScreenCell cell;

		vterm_screen_get_cell(test.cells, at, &cell);
		if (cell.chars[0] == (uint32_t)-1)
			continue;
		add_cell(out, &cell);
		if (cell.chars[0] && cell.chars[0] != ' ')
			end = out->len;
	}
	out->len = end;
	if (out->bytes)
		out->bytes[end] = '\0';
}

static void
check_row(int row, const char *wanted)
{
	struct text line = { 0 };

	read_output();
	read_row(row, &line);
	assert_string_equal(text_string(&line), wanted);
	text_release(&line);
}

/* The first row that holds the text, 0 if none does. */
static int
row_of(const char *wanted)
{
	int found = 0;

	read_output();
	for (int row = 1; row <= test.rows && !found; row++) {
		struct text line = { 0 };

		read_row(row, &line);
		found = strstr(text_string(&line), wanted) ? row : 0;
		text_release(&line);
	}
	return found;
}

static void
print_screen(void)
{
	for (int row = 1; row <= test.rows; row++) {
		struct text line = { 0 };

		read_row(row, &line);
		print_message("# |%s\n", text_string(&line));
		text_release(&line);
	}
}

static void
see(const char *wanted)
{
	if (row_of(wanted))
		return;
	print_screen();
	fail_msg("not seen: %s", wanted);
}

static void
unseen(const char *wanted)
{
	if (row_of(wanted))
		fail_msg("seen: %s", wanted);
}

static void
type(const char *bytes)
{
	size_t len = strlen(bytes);

	assert_int_equal(write(test.keyboard, bytes, len), len);
	/* A lone Escape is one after 50 ms, and keys draw within 16. */
	wait_ms(70);
}

static void
resize(int columns, int rows)
{
	test.rows = rows;
	test.columns = columns;
	vterm_set_size(test.terminal, rows, columns);
	serverview_resize(test.view, rows, columns);
	wait_ms(20);
}

/* ---- What the server does. */

static struct serving_request *
begin(const char *model)
{
	metrics_stream(test.metrics, 1);
	return serving_begin(test.serving, ROUTE_CHAT, "127.0.0.1:4711", model,
	    loop_now(test.loop), loop_wall_ms(test.loop));
}

static void
progress(struct serving_request *request, int64_t tokens)
{
	metrics_tokens(test.metrics, 0, (uint64_t)tokens);
	serving_progress(test.serving, request, tokens, 10040);
}

static void
finish(struct serving_request *request, const struct ending *ending,
    const char *fault)
{
	metrics_stream(test.metrics, -1);
	metrics_request(test.metrics, ROUTE_CHAT, 200);
	metrics_finish(test.metrics, metrics_finish_of(ending->finish_reason));
	serving_end(test.serving, request,
	    &(struct serving_end){ .now_us = loop_now(test.loop),
		.status = 200,
		.ending = ending,
		.fault = fault });
}

static struct ending
finished(char *reason, char *why)
{
	return (struct ending){ .state = MESSAGE_FINISHED,
		.finish_reason = reason,
		.why = why };
}

static void
serve_one(const char *model)
{
	char stop[] = "stop", matched[] = "matched \"END\"";
	struct ending ending = finished(stop, matched);
	struct serving_request *request = begin(model);

	progress(request, 7);
	finish(request, &ending, NULL);
}

static void
refuse_one(void)
{
	struct serving_request *request = serving_begin(test.serving,
	    ROUTE_UNKNOWN, "127.0.0.1:4712", NULL, loop_now(test.loop),
	    loop_wall_ms(test.loop));

	metrics_request(test.metrics, ROUTE_UNKNOWN, 404);
	serving_end(test.serving, request,
	    &(struct serving_end){ .now_us = loop_now(test.loop) + 300,
		.status = 404,
		.error = "there is no \"/v2\"" });
}

/* ---- Sizes. */

static void
serverview_draw__says__what_to_try_first(void **state)
{
	(void)state;
	open_view(80, 24);
	wait_ms(1);
	check_row(1, " echochat  http://127.0.0.1:8080/v1"
	    "                         echo, 10 ms a token");
	see("none yet; try  curl http://127.0.0.1:8080/v1/models");
	check_row(24, " idle                                              "
	    "           q quits   F1 help");
	serve_one("echo");
	wait_ms(200);
	unseen("none yet");
	close_view();
}

static void
serverview_draw__shows__all_at_80x24(void **state)
{
	(void)state;
	open_view(80, 24);
	refuse_one();
	serve_one("echo");
	wait_ms(1000);
	progress(begin("echo+stall@3"), 50);
	wait_ms(1200);
	check_row(3, " streams             1   ■ stop                 1   "
	    "tok/s      45   peak 50");
	check_row(4, " requests            2   ▲ length               0"
	    "                      █");
	check_row(5, " errors              1   ▲ tool_calls           0   "
	    "▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█");
	check_row(9, " tokens out         57   ◼ cancelled            0   "
	    "pacing          -        -");
	check_row(12, " endpoint     model       outcome                      "
	    " tokens ttft ms total ms");
	check_row(13, " chat         echo+stal…  ▸ streaming                  "
	    "     50    10.0     1100");
	check_row(14, " chat         echo        ■ stop  matched \"END\"       "
	    "       7    10.0      0.0");
	check_row(15, " unknown                  ✖ 404  there is no \"/v2\"    "
	    "                      0.3");
	close_view();
}

static void
serverview_draw__shows__all_at_120x31(void **state)
{
	(void)state;
	open_view(120, 31);
	serve_one("echo");
	wait_ms(200);
	see(" time      client                 endpoint     model       "
	    "outcome");
	see(" 08:43:00  127.0.0.1:4711         chat         echo        "
	    "■ stop  matched \"END\"");
	assert_int_equal(row_of("p50 ms"), row_of("tok/s"));
	close_view();
}

static void
serverview_draw__shows__long_names_at_200x60(void **state)
{
	(void)state;
	open_view(200, 60);
	serve_one("llama-3.1-8b-instruct");
	wait_ms(200);
	see("  chat         llama-3.1-8b-instruct     ■ stop  matched");
	assert_int_equal(row_of("■ stop  matched"), 13);
	close_view();
}

static void
serverview_draw__shows__the_most_at_40x10(void **state)
{
	(void)state;
	open_view(40, 10);
	serve_one("echo");
	refuse_one();
	begin("echo");
	wait_ms(200);
	check_row(1, " echochat  http://127.0.0.1:8080/v1");
	check_row(3, " ■ 1   ▲ 0   ✖ 0   ◼ 0");
	check_row(4, "─ requests ─────────────────────────────");
	check_row(5, " ▸ waiting                          0.0");
	check_row(6, " ✖ 404  there is no …               0.3");
	check_row(7, " ■ stop  matched \"EN…        7      0.0");
	check_row(10, " streaming 1          q quits   F1 help");
	close_view();
}

static void
serverview_draw__says__that_it_is_too_small(void **state)
{
	(void)state;
	open_view(40, 9);
	wait_ms(1);
	check_row(1, "echochat: too small, 40x10 at least");
	unseen("requests");
	resize(39, 10);
	check_row(1, "echochat: too small, 40x10 at least");
	resize(40, 10);
	unseen("too small");
	see("requests");
	resize(1, 1);
	resize(80, 24);
	see("tokens out");
	close_view();
}

/* ---- What clients may send. */

static void
serverview_draw__makes__hostile_text_safe(void **state)
{
	static const char evil[] = "\033[2J" RESET "\r\nx\xe2\x80\xae\xff\x9b";
	char reason[] = "s\033[2Jx", why[] = "matched \"\033]0;t\a\n\"";
	struct ending ending = finished(reason, why);
	struct serving_request *request;

	(void)state;
	open_view(200, 24);
	wait_ms(1);
	request = serving_begin(test.serving, ROUTE_CHAT, evil, evil, 0, 0);
	finish(request, &ending, evil);
	wait_ms(200);
	see("\\x1b[2J\\x1bc\\r\\nx");
	see("s^[[2Jx");
	assert_null(strstr(text_string(&test.sent) + 200, "\033[2J"));
	assert_null(strstr(text_string(&test.sent), RESET));
	assert_null(strstr(text_string(&test.sent), "\033]0;"));
	assert_null(strstr(text_string(&test.sent), "\xe2\x80\xae"));
	assert_null(strchr(text_string(&test.sent), '\xff'));
	/* The line after it, and the last, stand where they were. */
	check_row(14, "");
	see("q quits   F1 help");
	close_view();
}

static void
serverview_draw__uses__ascii_and_no_colour(void **state)
{
	(void)state;
	open_with(80, 24, false, true);
	serve_one("€");
	progress(begin("echo"), 1);
	wait_ms(1000);
	see(" chat         ?           * stop  matched \"END\"");
	see("> streaming");
	see("...................%");
	for (size_t i = 0; i < test.sent.len; i++)
		assert_true((unsigned char)test.sent.bytes[i] < 0x80);
	assert_null(strstr(text_string(&test.sent), "38;5"));
	close_view();
}

/* ---- When it draws. */

static void
serverview_draw__is__at_most_ten_times_a_second(void **state)
{
	off_t before;
	int frames = 0;

	(void)state;
	open_view(120, 31);
	wait_ms(1);
	for (int ms = 0; ms < 1000; ms++) {
		before = sent();
		for (int i = 0; i < 5; i++)
			serve_one("echo");
		wait_ms(1);
		frames += sent() > before;
	}
	assert_in_range(frames, 9, 11);
	wait_ms(200);
	see(" streams             0   ■ stop              5000   ");
	see(" requests         5000   ");
	close_view();
}

static void
serverview_draw__is__once_a_second_while_a_reply_streams(void **state)
{
	struct ending ending = { .state = MESSAGE_CANCELLED };
	struct serving_request *request;
	off_t before;
	int frames = 0;

	(void)state;
	open_view(80, 24);
	request = begin("echo");
	wait_ms(200);
	for (int i = 0; i < 100; i++) {
		before = sent();
		wait_ms(100);
		frames += sent() > before;
	}
	assert_in_range(frames, 10, 11);
	finish(request, &ending, NULL);
	wait_ms(200);
	before = sent();
	wait_ms(3600 * 1000);
	assert_int_equal(sent(), before);
	close_view();
}

static void
serverview_draw__stops__when_the_graph_is_empty(void **state)
{
	off_t before;

	(void)state;
	open_view(80, 24);
	serve_one("echo");
	wait_ms(30000);
	see("peak 7");
	before = sent();
	wait_ms(10000);
	assert_true(sent() > before);
	wait_ms(30000);
	see("peak 0");
	before = sent();
	wait_ms(3600 * 1000);
	assert_int_equal(sent(), before);
	close_view();
}

/* Tokens belong to the time in which they came. */
static void
serverview_draw__knows__the_rate_after_an_hour(void **state)
{
	(void)state;
	open_view(80, 24);
	wait_ms(3600 * 1000);
	serve_one("echo");
	wait_ms(500);
	see("tok/s       7   peak");
	close_view();
}

/* ---- Which requests. */

static void
serverview_draw__leaves__room_for_those_that_are_over(void **state)
{
	(void)state;
	open_view(80, 24);
	for (int i = 0; i < 50; i++)
		begin("echo");
	refuse_one();
	wait_ms(200);
	see(" ▸ and 48 more");
	assert_int_equal(row_of("✖ 404"), row_of("and 48 more") + 1);
	close_view();
}

static void
serverview_key__scrolls__and_keeps_the_place(void **state)
{
	char model[16];

	(void)state;
	open_view(80, 24);
	for (int i = 1; i <= 30; i++) {
		snprintf(model, sizeof(model), "m%d", i);
		serve_one(model);
	}
	wait_ms(200);
	assert_int_equal(row_of(" m30 "), 13);
	type("\033[B\033[B");
	assert_int_equal(row_of(" m28 "), 13);
	see(" 2 newer ");
	serve_one("new");
	wait_ms(200);
	assert_int_equal(row_of(" m28 "), 13);
	see(" 3 newer ");
	type("\033[A\033[A\033[A\033[A");
	assert_int_equal(row_of(" new "), 13);
	unseen("newer");
	type("\033[6~");
	assert_int_equal(row_of(" m21 "), 13);
	type("\033[F");
	assert_int_equal(row_of(" m1 "), 23);
	type("\033[B");
	assert_int_equal(row_of(" m1 "), 23);
	type("\033[H");
	assert_int_equal(row_of(" new "), 13);
	close_view();
}

/* What is shown falls out of the list. */
static void
serverview_key__scrolls__where_requests_are_dropped(void **state)
{
	(void)state;
	open_view(80, 24);
	for (int i = 0; i < SERVING_KEPT; i++)
		serve_one("old");
	wait_ms(200);
	type("\033[F");
	see(" old ");
	for (int i = 0; i < SERVING_KEPT; i++)
		serve_one("new");
	wait_ms(200);
	unseen(" old ");
	see(" new ");
	see(" 989 newer ");
	close_view();
}

/* ---- Keys. */

static void
serverview_key__quits__each_time(void **state)
{
	(void)state;
	open_view(80, 24);
	type("q");
	assert_int_equal(test.quits, 1);
	type("\003");
	assert_int_equal(test.quits, 2);
	type("\004");
	assert_int_equal(test.quits, 3);
	assert_int_equal(test.signal, 0);
	type("xyz\r\t");
	assert_int_equal(test.quits, 3);
	/* Both come at once. */
	type("qq");
	assert_int_equal(test.quits, 5);
	close(test.keyboard);
	test.keyboard = dup(STDOUT_FILENO);
	wait_ms(1);
	assert_int_equal(test.quits, 6);
	assert_int_equal(test.signal, SIGHUP);
	close_view();
}

static void
serverview_key__opens__help(void **state)
{
	(void)state;
	open_view(80, 24);
	type("\033OP");
	see("PgUp, PgDn");
	see("Esc closes");
	unseen("tokens out");
	type("q");
	assert_int_equal(test.quits, 0);
	see("tokens out");
	type("\033OP");
	type("\033");
	see("tokens out");
	type("\033OP");
	resize(40, 10);
	see("Keys");
	type("\033[F");
	see("GET /metrics");
	close_view();
}

static void
serverview_key__draws__anew(void **state)
{
	off_t before;

	(void)state;
	open_view(80, 24);
	wait_ms(1);
	before = sent();
	type("\014");
	assert_true(sent() - before > 500);
	see("tokens out");
	close_view();
}

static void
serverview_hint__stands__in_the_last_line(void **state)
{
	(void)state;
	open_view(80, 24);
	serverview_hint(test.view, "stopping: 2 replies go on, q cuts them");
	wait_ms(50);
	check_row(24, " stopping: 2 replies go on, q cuts them");
	serverview_hint(test.view, "");
	wait_ms(50);
	see(" idle ");
	close_view();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(serverview_draw__says__what_to_try_first),
		cmocka_unit_test(serverview_draw__shows__all_at_80x24),
		cmocka_unit_test(serverview_draw__shows__all_at_120x31),
		cmocka_unit_test(serverview_draw__shows__long_names_at_200x60),
		cmocka_unit_test(serverview_draw__shows__the_most_at_40x10),
		cmocka_unit_test(serverview_draw__says__that_it_is_too_small),
		cmocka_unit_test(serverview_draw__makes__hostile_text_safe),
		cmocka_unit_test(serverview_draw__uses__ascii_and_no_colour),
		cmocka_unit_test(
		    serverview_draw__is__at_most_ten_times_a_second),
		cmocka_unit_test(
		    serverview_draw__is__once_a_second_while_a_reply_streams),
		cmocka_unit_test(
		    serverview_draw__stops__when_the_graph_is_empty),
		cmocka_unit_test(
		    serverview_draw__knows__the_rate_after_an_hour),
		cmocka_unit_test(
		    serverview_draw__leaves__room_for_those_that_are_over),
		cmocka_unit_test(serverview_key__scrolls__and_keeps_the_place),
		cmocka_unit_test(
		    serverview_key__scrolls__where_requests_are_dropped),
		cmocka_unit_test(serverview_key__quits__each_time),
		cmocka_unit_test(serverview_key__opens__help),
		cmocka_unit_test(serverview_key__draws__anew),
		cmocka_unit_test(serverview_hint__stands__in_the_last_line),
	};

	setlocale(LC_ALL, "C.UTF-8");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests_name("serverview", tests, NULL, NULL);
}
