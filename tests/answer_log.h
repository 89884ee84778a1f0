/* answer_log.h: what a struct answer told, as text: all of it in order, and in
 * one line what a user would be left with. */
#ifndef ANSWER_LOG_H
#define ANSWER_LOG_H

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/answer.h"
#include "../src/escape.h"
#include "../src/utf8.h"

enum { CALLS = 8 };

struct answer_log {
	struct text all; /* adjacent text is one event */
	struct text pending;
	struct text text, reasoning, refusal, codes, others, usage;
	struct tool_call calls[CALLS];
	size_t call_count;
	struct text end;
	unsigned tokens, answered, last;
};

static inline void
log_release(struct answer_log *log)
{
	struct text *texts[] = { &log->all, &log->pending, &log->text,
		&log->reasoning, &log->refusal, &log->codes, &log->others,
		&log->usage, &log->end };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		text_release(texts[i]);
	for (size_t i = 0; i < CALLS; i++) {
		text_release(&log->calls[i].id);
		text_release(&log->calls[i].name);
		text_release(&log->calls[i].arguments);
	}
}

static void
log_quote(struct text *out, const char *name, const struct text *text)
{
	if (!text->len)
		return;
	text_printf(out, "%s%s", out->len ? " " : "", name);
	escape_quote(out, text->bytes, text->len);
}

static void
log_ending(struct text *out, const char *word, const struct ending *end)
{
	struct text error = { 0 };

	text_printf(out, "%s %s", word,
	    end->finish_reason ? end->finish_reason : "-");
	if (end->stop_reason.kind == STOP_REASON_STRING)
		log_quote(out, "at ", &end->stop_reason.string);
	if (end->stop_reason.kind == STOP_REASON_ID)
		text_printf(out, " at %" PRId64, end->stop_reason.id);
	if (end->error)
		text_add(&error, end->error);
	log_quote(out, "", &error);
	if (end->status)
		text_printf(out, " status=%d", end->status);
	if (end->retry_after_s)
		text_printf(out, " wait=%" PRId64, end->retry_after_s);
	text_release(&error);
}

static void
log_flush(struct answer_log *log)
{
	if (!log->pending.len)
		return;
	text_add(&log->all, "text ");
	escape_quote(&log->all, log->pending.bytes, log->pending.len);
	text_add(&log->all, "\n");
	text_clear(&log->pending);
}

static void
log_line(struct answer_log *log, const char *name,
    const struct engine_event *event)
{
	text_printf(&log->all, "%s", name);
	if (event->string)
		text_printf(&log->all, " [%.*s]", (int)event->string_len,
		    event->string);
	text_printf(&log->all, " %" PRId64 " @%" PRIu64 " ", event->number,
	    event->offset);
	escape_quote(&log->all, event->len ? event->bytes : "", event->len);
	text_add(&log->all, "\n");
}

static void
log_end(struct answer_log *log, const char *word, const struct ending *end)
{
	static const struct ending none;

	log->last++;
	log_ending(&log->end, word, end ? end : &none);
	text_printf(&log->all, "%s\n", text_string(&log->end));
}

static void
log_call(struct answer_log *log, const struct engine_event *event)
{
	const struct tool_call *news = event->call;
	struct tool_call *call = &log->calls[event->number % CALLS];

	if (event->number >= (int64_t)log->call_count)
		log->call_count = (size_t)event->number + 1;
	text_append(&call->id, news->id.bytes, news->id.len);
	text_append(&call->name, news->name.bytes, news->name.len);
	text_append(&call->arguments, news->arguments.bytes,
	    news->arguments.len);
	log_line(log, "call", event);
}

static void
log_choice(struct answer_log *log, const struct engine_event *event)
{
	text_printf(&log->others, " choice%" PRId64, event->number);
	if (event->string)
		text_printf(&log->others, "=%s", event->string);
	else
		escape_quote(&log->others, event->bytes, event->len);
	log_line(log, "choice", event);
}

/* What is shown or stored is whole characters; the rest is as it came. */
static bool
log_is_utf8(const struct engine_event *event)
{
	struct text repaired = { 0 };
	const char *error = event->end ? event->end->error : NULL;
	size_t bad = 0;

	if (event->kind == ENGINE_TEXT || event->kind == ENGINE_REASONING ||
	    event->kind == ENGINE_REFUSAL || event->kind == ENGINE_CHOICE)
		bad += utf8_repair(&repaired, event->bytes, event->len);
	if (event->call)
		bad += utf8_repair(&repaired,
		    text_string(&event->call->arguments),
		    event->call->arguments.len);
	if (error)
		bad += utf8_repair(&repaired, error, strlen(error));
	text_release(&repaired);
	return !bad;
}

static void
log_event(void *data, const struct engine_event *event)
{
	struct answer_log *log = data;

	if (log->last || !log_is_utf8(event))
		abort();
	log->tokens += event->tokens;
	if (event->kind == ENGINE_TEXT) {
		text_append(&log->text, event->bytes, event->len);
		text_append(&log->pending, event->bytes, event->len);
		return;
	}
	log_flush(log);
	switch (event->kind) {
	case ENGINE_RAW:
		log_line(log, "raw", event);
		break;
	case ENGINE_REASONING:
		text_append(&log->reasoning, event->bytes, event->len);
		log_line(log, "reasoning", event);
		break;
	case ENGINE_REFUSAL:
		text_append(&log->refusal, event->bytes, event->len);
		log_line(log, "refusal", event);
		break;
	case ENGINE_TOOL_CALL:
		log_call(log, event);
		break;
	case ENGINE_CHOICE:
		log_choice(log, event);
		break;
	case ENGINE_ANOMALY:
		text_printf(&log->codes, " %s", event->string);
		log_line(log, "anomaly", event);
		break;
	case ENGINE_HELD:
		log_line(log, "held", event);
		break;
	case ENGINE_MATCHED:
		log_line(log, "matched", event);
		break;
	case ENGINE_USAGE:
		text_clear(&log->usage);
		text_printf(&log->usage, " usage=%" PRId64 ",%" PRId64
		    ",%" PRId64, event->usage.prompt_tokens,
		    event->usage.completion_tokens, event->usage.total_tokens);
		log_line(log, "usage", event);
		break;
	case ENGINE_TOKEN_IDS:
		text_printf(&log->all, "ids of %s:",
		    event->number == TOKEN_IDS_PROMPT ? "prompt" : "reply");
		for (size_t i = 0; i < event->id_count; i++)
			text_printf(&log->all, " %" PRIu32, event->ids[i]);
		text_add(&log->all, "\n");
		break;
	case ENGINE_NOTE:
		log_line(log, "note", event);
		break;
	case ENGINE_ANSWERED:
		log->answered++;
		log_ending(&log->all, "answered", event->end);
		text_add(&log->all, "\n");
		break;
	case ENGINE_FINISHED:
		log_end(log, event->end->state == MESSAGE_FINISHED
		    ? "finished" : "truncated", event->end);
		break;
	case ENGINE_FAILED:
		log_end(log, "failed", event->end);
		break;
	case ENGINE_CANCELLED:
		log_end(log, "cancelled", event->end);
		break;
	case ENGINE_REQUEST:
	case ENGINE_BYTES:
	case ENGINE_HEAD:
	case ENGINE_TEXT:
		abort();
	}
}

/* What a user would be left with. */
static inline void
log_sum(struct text *out, const struct answer_log *log)
{
	text_append(out, log->end.bytes, log->end.len);
	log_quote(out, "", &log->text);
	log_quote(out, "reasoning=", &log->reasoning);
	log_quote(out, "refusal=", &log->refusal);
	for (size_t i = 0; i < log->call_count && i < CALLS; i++) {
		const struct tool_call *call = &log->calls[i];
		text_printf(out, " call(%s,%s,%s)", text_string(&call->id),
		    text_string(&call->name), text_string(&call->arguments));
	}
	text_add(out, text_string(&log->others));
	text_add(out, text_string(&log->usage));
	text_add(out, text_string(&log->codes));
}

#endif
