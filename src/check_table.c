/* check_table.c: the checks in their order, and what runs one of them. The
 * manual has the same list. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"
#include "escape.h"

enum { SHOWN_MAX = 100, CHECK_LIMIT_MS = 30000 };
/* Tokens, if a model has much to say. */
enum { REPLY_MOST = 64 };

const struct check check_table[] = {
	{ "models", "server", "GET /v1/models lists models, with that one",
	    NEEDS_SERVER, check_models },
	{ "health", "server", "GET /health says 200",
	    NEEDS_SERVER, check_health },

	{ "chat", "whole", "a chat without a stream is answered",
	    NEEDS_SERVER, check_chat },
	{ "chat-type", "whole", "its content type is application/json",
	    NEEDS_CHAT, check_chat_type },
	{ "chat-form", "whole", "it is a chat.completion with id, created, "
	    "model and a message of the assistant", NEEDS_CHAT,
	    check_chat_form },
	{ "chat-usage", "whole", "it has usage, and that adds up",
	    NEEDS_CHAT, check_chat_usage },
	{ "chat-again", "whole", "at temperature 0 it is the same again",
	    NEEDS_CHAT, check_chat_again },

	{ "stream", "stream", "a stream comes to its end, with a "
	    "finish_reason", NEEDS_SERVER, check_stream },
	{ "stream-type", "stream", "its content type is text/event-stream",
	    NEEDS_STREAM, check_stream_type },
	{ "stream-lines", "stream", "each line is a field of an event, with a "
	    "blank behind data:", NEEDS_STREAM, check_stream_lines },
	{ "stream-role", "stream", "the first chunk has the role assistant",
	    NEEDS_STREAM, check_stream_role },
	{ "stream-id", "stream", "all chunks have one id",
	    NEEDS_STREAM, check_stream_id },
	{ "stream-created", "stream", "all chunks were created at one time",
	    NEEDS_STREAM, check_stream_created },
	{ "stream-model", "stream", "all chunks name one model",
	    NEEDS_STREAM, check_stream_model },
	{ "stream-object", "stream", "all chunks are chat.completion.chunk",
	    NEEDS_STREAM, check_stream_object },
	{ "stream-finish", "stream", "one chunk has a finish_reason, the last "
	    "of the choice", NEEDS_STREAM, check_stream_finish },
	{ "stream-done", "stream", "[DONE] is the last event, and the reply "
	    "ends with it", NEEDS_STREAM, check_stream_done },
	{ "stream-same", "stream", "text and finish_reason are those of the "
	    "whole reply", NEEDS_BOTH, check_stream_same },
	{ "stream-usage", "stream", "with include_usage, the last chunk has "
	    "usage and no choices", NEEDS_STREAM, check_stream_usage },
	{ "stream-pace", "stream", "text comes while it is made",
	    NEEDS_STREAM, check_stream_pace },
	{ "stream-writes", "stream", "events are written in one piece",
	    NEEDS_STREAM, check_stream_writes },

	{ "max-tokens", "stop", "a reply ends at max_tokens: length, and so "
	    "many tokens", NEEDS_BOTH, check_max_tokens },
	{ "max-completion-tokens", "stop", "the same at "
	    "max_completion_tokens", NEEDS_BOTH, check_max_completion_tokens },
	{ "stop-string", "stop", "the text ends before a stop string",
	    NEEDS_TEXT, check_stop_string },
	{ "stop-character", "stop", "the same for one character",
	    NEEDS_BOTH, check_stop_character },
	{ "stop-first", "stop", "one at the first character leaves no text",
	    NEEDS_TEXT, check_stop_first },
	{ "stop-split", "stop", "one that comes in two chunks is seen",
	    NEEDS_TEXT, check_stop_split },
	{ "stop-two", "stop", "of two, the first in the text counts",
	    NEEDS_TEXT, check_stop_two },
	{ "stop-plain", "stop", "a string in place of a list is the same",
	    NEEDS_TEXT, check_stop_plain },
	{ "stop-absent", "stop", "one that does not come changes nothing",
	    NEEDS_TEXT, check_stop_absent },
	{ "stop-empty", "stop", "an empty one is refused with a status 4xx, or "
	    "is none", NEEDS_BOTH, check_stop_empty },
	{ "stop-five", "stop", "five are refused with a status 4xx, or are "
	    "looked for", NEEDS_BOTH, check_stop_five },
	{ "stop-include", "stop", "with include_stop_str_in_output it is kept",
	    NEEDS_TEXT, check_stop_include },
	{ "stop-token-ids", "stop", "a reply ends at one of stop_token_ids",
	    NEEDS_TEXT, check_stop_token_ids },
	{ "min-tokens", "stop", "a stop string before min_tokens is passed "
	    "over", NEEDS_TEXT, check_min_tokens },
	{ "ignore-eos", "stop", "with ignore_eos the reply goes on to "
	    "max_tokens", NEEDS_TEXT, check_ignore_eos },

	{ "choices", "forms", "two choices come for n = 2: 0 and 1",
	    NEEDS_STREAM, check_choices },
	{ "completions", "forms", "/v1/completions streams text",
	    NEEDS_CHAT, check_completions },
	{ "unicode", "forms", "characters of all sizes stay whole",
	    NEEDS_STREAM, check_unicode },
	{ "content-parts", "forms", "content may be a list of parts",
	    NEEDS_CHAT, check_parts },

	{ "parallel", "connection", "four streams at once are all whole",
	    NEEDS_STREAM, check_parallel },
	{ "keep-alive", "connection", "a connection serves a second request",
	    NEEDS_CHAT, check_keep_alive },
	{ "cancel", "connection", "it notices when a client leaves",
	    NEEDS_STREAM, check_cancel },

	/* Last: some servers do not survive them. */
	{ "error-json", "errors", "broken JSON gets 400, and an error",
	    NEEDS_SERVER, check_error_json },
	{ "error-messages", "errors", "a request without messages gets 400",
	    NEEDS_SERVER, check_error_messages },
	{ "error-type", "errors", "a value of the wrong type gets 400",
	    NEEDS_SERVER, check_error_type },
	{ "error-model", "errors", "an unknown model gets 404",
	    NEEDS_SERVER, check_error_model },
	{ "error-stream", "errors", "an error before the stream has a status "
	    "of its own", NEEDS_SERVER, check_error_stream },
	{ "error-route", "errors", "an unknown path gets 404",
	    NEEDS_SERVER, check_error_route },
	{ "error-method", "errors", "the wrong method gets 405",
	    NEEDS_SERVER, check_error_method },

	{ .name = NULL },
};

/* ---- Verdicts. */

static void
say(struct checks *checks, const char *format, va_list args)
{
	char sentence[4096];

	vsnprintf(sentence, sizeof(sentence), format, args);
	/* What servers say may hold anything. */
	text_clear(&checks->evidence);
	escape_sentence(&checks->evidence, sentence, strlen(sentence));
}

enum verdict
check_pass(struct checks *checks, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(checks, format, args);
	va_end(args);
	return CHECK_PASS;
}

enum verdict
check_fail(struct checks *checks, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(checks, format, args);
	va_end(args);
	return CHECK_FAIL;
}

enum verdict
check_skip(struct checks *checks, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(checks, format, args);
	va_end(args);
	return CHECK_SKIP;
}

/* ---- Words of them. */

static struct text *
next_quoted(struct checks *checks)
{
	struct text *text =
	    &checks->quoted[checks->next_quoted++ % QUOTED_MOST];

	text_clear(text);
	return text;
}

const char *
check_quote(struct checks *checks, const char *bytes, size_t len)
{
	struct text *text = next_quoted(checks);

	escape_quote_short(text, bytes ? bytes : "", len, SHOWN_MAX);
	return text_string(text);
}

const char *
check_tell(struct checks *checks, const struct probe *probe)
{
	struct text *text = next_quoted(checks);

	probe_tell(probe, text);
	return text_string(text);
}

bool
check_same_text(const struct text *a, const struct text *b)
{
	return a->len == b->len && (!a->len ||
	    !memcmp(a->bytes, b->bytes, a->len));
}

/* ---- Asking. */

struct ask
check_usual_ask(const struct checks *checks, bool stream)
{
	return (struct ask){ .prompt = checks->prompt,
		.max_tokens = REPLY_MOST, .stream = stream,
		.stop_token_id = -1 };
}

void
check_ask(struct checks *checks, struct probe *probe, const struct ask *ask)
{
	probe_start(probe, &checks->prober, ask);
	prober_wait(&checks->prober);
}

bool
check_is_refused(const struct probe *probe)
{
	return probe->status / 100 == 4;
}

/* ---- Running. */

static const char *
missing(struct checks *checks, enum check_needs needs)
{
	const struct text *text = &checks->whole.reply->text;

	if (needs != NEEDS_STREAM && !probe_is_whole(&checks->whole))
		return "a chat is not answered";
	if (needs != NEEDS_CHAT && !probe_is_whole(&checks->stream))
		return "a stream does not come to its end";
	if (needs < NEEDS_TEXT)
		return NULL;
	if (text->len < CHECK_TEXT_LEAST)
		return "the reply has too little text";
	if (!checks->repeats)
		return "the reply is not the same each time";
	return NULL;
}

static void
on_limit(void *data)
{
	struct checks *checks = data;

	checks->prober.stopped = true;
	prober_stop(&checks->prober);
}

static enum verdict
run_in_time(struct checks *checks, const struct check *check)
{
	struct loop *loop = checks->prober.loop;
	struct timer limit = { .fn = on_limit, .data = checks };
	enum verdict verdict;

	loop_timer_set(loop, &limit, loop_refresh(loop) +
	    LOOP_MS(CHECK_LIMIT_MS));
	verdict = check->fn(checks);
	if (limit.slot || checks->interrupted) {
		loop_timer_stop(loop, &limit);
		return verdict;
	}
	checks->prober.stopped = false;
	return check_fail(checks, "it took longer than %d s",
	    CHECK_LIMIT_MS / 1000);
}

enum verdict
checks_run(struct checks *checks, const struct check *check)
{
	const char *why = NULL;

	text_clear(&checks->prober.log);
	checks->prober.check = check->name;
	/* By then somebody would have been there. */
	if (checks->whole.over && !checks->prober.reached)
		why = "nobody is there";
	else if (check->needs > NEEDS_SERVER)
		why = missing(checks, check->needs);
	if (why)
		return check_skip(checks, "%s", why);
	return run_in_time(checks, check);
}

void
checks_release(struct checks *checks)
{
	probe_release(&checks->whole);
	probe_release(&checks->again);
	probe_release(&checks->stream);
	prober_release(&checks->prober);
	text_release(&checks->model);
	text_release(&checks->evidence);
	for (size_t i = 0; i < QUOTED_MOST; i++)
		text_release(&checks->quoted[i]);
}
