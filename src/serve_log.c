/* serve_log.c: what a server does as lines of text. */
#include "serve_log.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "escape.h"

static void
add_time(struct text *out, int64_t wall_ms)
{
	time_t seconds = (time_t)(wall_ms / 1000);
	struct tm tm;

	if (!gmtime_r(&seconds, &tm))
		return;
	text_printf(out, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
	    tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
	    tm.tm_min, tm.tm_sec, (int)(wall_ms % 1000));
}

static void
add_sentence(struct text *out, const char *string)
{
	text_add(out, " ");
	escape_sentence(out, string, strlen(string));
}

/* A word of its own, whatever is in the text. */
static void
add_quoted(struct text *out, const struct text *text)
{
	text_add(out, " ");
	if (text->len)
		escape_quote(out, text->bytes, text->len);
	else
		text_add(out, "-");
}

static void
add_count(struct text *out, uint64_t count, const char *one, const char *many)
{
	text_printf(out, " %" PRIu64 " %s", count, count == 1 ? one : many);
}

static void
add_ms(struct text *out, const char *name, int64_t us)
{
	if (us >= 0)
		text_printf(out, " %s %" PRId64 ".%" PRId64 " ms", name,
		    us / 1000, us % 1000 / 100);
}

void
serve_log_listening(struct text *out, int64_t wall_ms, const char *address,
    const char *serves)
{
	add_time(out, wall_ms);
	text_add(out, " listening");
	add_sentence(out, address);
	add_sentence(out, serves);
	text_add(out, "\n");
}

/* How it ended: a finish reason in quotes, or our own words behind a "-". */
static void
add_outcome(struct text *out, const struct serving_request *request)
{
	static const struct text none;

	add_quoted(out, request->has_reason ? &request->word : &none);
	if (!request->has_reason && request->word.len)
		add_sentence(out, text_string(&request->word));
	if (request->why.len)
		add_sentence(out, text_string(&request->why));
}

void
serve_log_request(struct text *out, const struct serving_request *request)
{
	int64_t total = request->over_us - request->began_us;

	add_time(out, request->wall_ms + total / 1000);
	add_sentence(out, text_string(&request->peer));
	text_printf(out, " %s", metrics_route_name(request->route));
	if (request->status)
		text_printf(out, " %d", request->status);
	else
		text_add(out, " -");
	add_quoted(out, &request->model);
	add_outcome(out, request);
	if (request->tokens >= 0)
		add_count(out, (uint64_t)request->tokens, "token", "tokens");
	add_ms(out, "ttft", request->ttft_us);
	add_ms(out, "total", total);
	if (request->fault.len) {
		text_add(out, " fault");
		add_sentence(out, text_string(&request->fault));
	}
	text_add(out, request->client_left ? " client left\n" : "\n");
}

void
serve_log_stopped(struct text *out, int64_t wall_ms,
    const struct metrics_sums *sums)
{
	add_time(out, wall_ms);
	text_add(out, " stopped");
	add_count(out, sums->requests, "request", "requests");
	add_count(out, sums->errors, "error", "errors");
	for (int i = 0; i < FINISHES; i++)
		if (sums->finishes[i])
			text_printf(out, " %s %" PRIu64,
			    metrics_finish_name((enum metrics_finish)i),
			    sums->finishes[i]);
	add_count(out, sums->prompt_tokens, "token in", "tokens in");
	add_count(out, sums->completion_tokens, "token out", "tokens out");
	add_count(out, sums->clients_left, "client left", "clients left");
	add_count(out, sums->faults, "fault", "faults");
	text_add(out, "\n");
}
