/* test_serve_log.c: the lines of a server without a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/serve_log.h"

/* 2026-11-30 08:43:00.052 UTC */
static const int64_t wall_ms = 1796028180052;

static void
check(const struct text *have, const char *wanted)
{
	assert_string_equal(text_string(have), wanted);
}

/* What one request becomes, after 71.25 ms. */
static void
check_request(enum metrics_route route, const char *model, int64_t tokens,
    int64_t ttft_us, struct serving_end end, const char *wanted)
{
	struct serving *serving = serving_new();
	struct serving_request *request = serving_begin(serving, route,
	    "127.0.0.1:4711", model, 1000, wall_ms);
	struct text line = { 0 };

	if (tokens >= 0)
		serving_progress(serving, request, tokens, ttft_us);
	end.now_us = 1000 + 71250;
	serving_end(serving, request, &end);
	serve_log_request(&line, request);
	check(&line, wanted);
	text_release(&line);
	serving_free(serving);
}

static struct ending
finished(char *reason, char *why)
{
	return (struct ending){ .state = MESSAGE_FINISHED,
		.finish_reason = reason,
		.why = why };
}

static void
serve_log_request__says__how_a_reply_ended(void **state)
{
	char stop[] = "stop", matched[] = "matched \"END\"";
	struct ending ending = finished(stop, matched);

	(void)state;
	check_request(ROUTE_CHAT, "echo", 7, 10040,
	    (struct serving_end){ .status = 200, .ending = &ending },
	    "2026-11-30T08:43:00.123Z 127.0.0.1:4711 chat 200 \"echo\" "
	    "\"stop\" matched \"END\" 7 tokens ttft 10.0 ms total 71.2 ms\n");
}

static void
serve_log_request__says__who_left_and_what_was_wrong(void **state)
{
	struct ending ending = { .state = MESSAGE_CANCELLED };

	(void)state;
	check_request(ROUTE_COMPLETIONS, "echo", 1, 10000,
	    (struct serving_end){ .status = 200, .ending = &ending,
		.fault = "stall@3,no-usage", .client_left = true },
	    "2026-11-30T08:43:00.123Z 127.0.0.1:4711 completions 200 \"echo\" "
	    "- cancelled 1 token ttft 10.0 ms total 71.2 ms "
	    "fault stall@3,no-usage client left\n");
}

static void
serve_log_request__has__the_same_fields_without_a_reply(void **state)
{
	(void)state;
	check_request(ROUTE_METRICS, NULL, -1, -1,
	    (struct serving_end){ .status = 200 },
	    "2026-11-30T08:43:00.123Z 127.0.0.1:4711 metrics 200 - - "
	    "total 71.2 ms\n");
	check_request(ROUTE_UNKNOWN, NULL, -1, -1,
	    (struct serving_end){ .status = 404,
		.error = "there is no \"/v2\"" },
	    "2026-11-30T08:43:00.123Z 127.0.0.1:4711 unknown 404 - - "
	    "there is no \"/v2\" total 71.2 ms\n");
	check_request(ROUTE_CHAT, "m", -1, -1,
	    (struct serving_end){ .client_left = true },
	    "2026-11-30T08:43:00.123Z 127.0.0.1:4711 chat - \"m\" - "
	    "total 71.2 ms client left\n");
}

/* Nobody can begin a line, or look like another field. */
static void
serve_log_request__escapes__hostile_text(void **state)
{
	char reason[] = "st\"op\n", why[] = "matched \"\\n\"\r\033[2J";
	struct ending ending = finished(reason, why);

	(void)state;
	check_request(ROUTE_CHAT, "a\" 200\n\033]0;x\a\xff\xe2\x80\xae", 2,
	    -1,
	    (struct serving_end){ .status = 200, .ending = &ending,
		.fault = "x\ny" },
	    "2026-11-30T08:43:00.123Z 127.0.0.1:4711 chat 200 "
	    "\"a\\\" 200\\n\\x1b]0;x\\x07\\xff\\u{202e}\" \"st\\\"op\\n\" "
	    "matched \"\\n\"\\r\\x1b[2J 2 tokens total 71.2 ms "
	    "fault x\\ny\n");
}

static void
serve_log_listening__says__where_and_what(void **state)
{
	struct text line = { 0 };

	(void)state;
	serve_log_listening(&line, wall_ms, "http://127.0.0.1:8080/v1",
	    "echo 10 ms a token");
	check(&line,
	    "2026-11-30T08:43:00.052Z listening http://127.0.0.1:8080/v1 "
	    "echo 10 ms a token\n");
	text_release(&line);
}

static void
serve_log_stopped__says__the_totals(void **state)
{
	struct metrics_sums sums = { .requests = 12, .errors = 1,
		.completion_tokens = 70 };
	struct text line = { 0 };

	(void)state;
	sums.finishes[FINISH_STOP] = 9;
	sums.finishes[FINISH_CANCELLED] = 2;
	serve_log_stopped(&line, wall_ms, &sums);
	check(&line,
	    "2026-11-30T08:43:00.052Z stopped 12 requests 1 error stop 9 "
	    "cancelled 2 0 tokens in 70 tokens out 0 clients left 0 faults\n");
	text_release(&line);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(serve_log_request__says__how_a_reply_ended),
		cmocka_unit_test(
		    serve_log_request__says__who_left_and_what_was_wrong),
		cmocka_unit_test(
		    serve_log_request__has__the_same_fields_without_a_reply),
		cmocka_unit_test(serve_log_request__escapes__hostile_text),
		cmocka_unit_test(serve_log_listening__says__where_and_what),
		cmocka_unit_test(serve_log_stopped__says__the_totals),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("serve_log", tests, NULL, NULL);
}
