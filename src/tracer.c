/* tracer.c: what happens in one turn, as lines of the trace.
 *
 * Engine events become lines here and nowhere else. */
#include "tracer.h"

#include "../engine/anomaly.h"
#include "ending.h"
#include "escape.h"
#include "settings.h"
#include "utf8.h"

enum { QUOTE_MAX = 40, EVIDENCE_MAX = 60, RAW_SHOWN_MAX = 200 };

static int64_t
since_start(const struct tracer *tracer)
{
	return gate_now(tracer->gate) - tracer->tracker->started_at;
}

static struct trace_entry *
add_line(struct tracer *tracer, enum trace_kind kind, const char *what)
{
	return trace_add(tracer->trace, kind, tracer->number, since_start(tracer),
	    what);
}

static void
add_data(struct tracer *tracer, struct trace_entry *entry, const char *bytes,
    size_t len)
{
	trace_add_data(tracer->trace, entry, bytes, len);
}

/* ---- The run of tokens: one line that grows. */

static void
show_run(struct tracer *tracer, struct trace_entry *entry)
{
	int64_t span = tracer->run_last_at - tracer->run_first_at;

	text_clear(&entry->what);
	text_printf(&entry->what, "%lld token%s", (long long)tracer->run_tokens,
	    tracer->run_tokens == 1 ? "" : "s");
	text_clear(&entry->measure);
	if (tracer->run_tokens > 1)
		text_printf(&entry->measure, "itl %.1f ms",
		    (double)span / 1000 / (double)(tracer->run_tokens - 1));
	entry->at_us = tracer->run_last_at - tracer->tracker->started_at;
	tracer->run_shown_at = tracer->run_last_at;
	trace_touch(tracer->trace, entry);
}

static void
end_run(struct tracer *tracer)
{
	struct trace_entry *entry = trace_find(tracer->trace, tracer->run_id);

	if (entry)
		show_run(tracer, entry);
	tracer->run_id = 0;
}

static struct trace_entry *
begin_run(struct tracer *tracer)
{
	struct trace_entry *entry = add_line(tracer, TRACE_TOKENS, "");

	tracer->run_id = entry->id;
	tracer->run_tokens = 0;
	tracer->run_first_at = gate_now(tracer->gate);
	tracer->run_shown_at = -1;
	return entry;
}

/* The line is written anew once a turn of the loop: thousands of tokens may
 * come in one. */
static void
add_to_run(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry = trace_find(tracer->trace, tracer->run_id);

	if (!entry)
		entry = begin_run(tracer);
	tracer->run_tokens += event->tokens;
	tracer->run_last_at = gate_now(tracer->gate);
	add_data(tracer, entry, event->bytes, event->len);
	if (tracer->run_last_at != tracer->run_shown_at)
		show_run(tracer, entry);
}

static void
trace_token(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry;

	if (tracer->trace->level < TRACE_EACH_TOKEN || !event->tokens)
		return;
	entry = add_line(tracer, TRACE_TOKEN, "token");
	tracer->token_id = entry->id;
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	add_data(tracer, entry, event->bytes, event->len);
}

static void
trace_first(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry = add_line(tracer, TRACE_FIRST, "first");

	tracer->first_id = entry->id;
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	text_printf(&entry->measure, "ttft %.1f ms",
	    (double)tracker_ttft(tracer->tracker) / 1000);
	add_data(tracer, entry, event->bytes, event->len);
}

static void
trace_tokens(struct tracer *tracer, const struct engine_event *event)
{
	if (!tracer->first_seen && event->tokens) {
		tracer->first_seen = true;
		trace_first(tracer, event);
	}
	trace_token(tracer, event);
}

/* ---- Text held back: one line from the first character to its end. */

static void
end_held(struct tracer *tracer, const char *how)
{
	struct trace_entry *entry = trace_find(tracer->trace, tracer->held_id);

	if (entry) {
		text_clear(&entry->measure);
		text_add(&entry->measure, how);
		trace_touch(tracer->trace, entry);
	}
	tracer->held_id = 0;
}

static void
on_held(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry;

	trace_tokens(tracer, event);
	entry = trace_find(tracer->trace, tracer->held_id);
	if (!entry) {
		end_run(tracer);
		entry = add_line(tracer, TRACE_HELD, "held");
		tracer->held_id = entry->id;
	}
	text_clear(&entry->detail);
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	text_add(&entry->detail, " may become ");
	escape_quote_short(&entry->detail, event->string, event->string_len,
	    QUOTE_MAX);
	trace_clear_data(entry);
	add_data(tracer, entry, event->bytes, event->len);
	trace_touch(tracer->trace, entry);
}

static void
on_text(struct tracer *tracer, const struct engine_event *event)
{
	trace_tokens(tracer, event);
	end_held(tracer, "released");
	/* Text let go late, after the end, is no run of its own. */
	if (event->tokens || tracer->run_id)
		add_to_run(tracer, event);
}

static void
on_matched(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry;

	trace_tokens(tracer, event);
	end_held(tracer, "");
	end_run(tracer);
	entry = add_line(tracer, TRACE_MATCHED, "matched");
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	text_add(&entry->detail,
	    tracer->request->settings.include_stop_str_in_output ? "  kept"
							      : "  cut");
	add_data(tracer, entry, event->bytes, event->len);
}

/* Appends a number of tokens that may be unknown. */
static void
add_count(struct text *out, int64_t count, const char *what)
{
	if (count >= 0)
		text_printf(out, "%s%lld %s", out->len ? ", " : "",
		    (long long)count, what);
}

static void
on_usage(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry;

	/* Some servers send it with each chunk: one line that changes. */
	entry = trace_find(tracer->trace, tracer->usage_id);
	if (!entry)
		entry = add_line(tracer, TRACE_USAGE, "usage");
	tracer->usage_id = entry->id;
	text_clear(&entry->detail);
	trace_touch(tracer->trace, entry);
	add_count(&entry->detail, event->usage.prompt_tokens, "in");
	add_count(&entry->detail, event->usage.completion_tokens, "out");
}

static void
on_anomaly(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry;

	end_run(tracer);
	entry = add_line(tracer, TRACE_ANOMALY, event->string);
	entry->meaning = anomaly_help((enum anomaly)event->number);
	if (event->len)
		escape_quote_short(&entry->detail, event->bytes, event->len,
		    EVIDENCE_MAX);
	/* What is missing has no place. */
	if (event->len || event->offset)
		text_printf(&entry->measure, "byte %llu",
		    (unsigned long long)event->offset);
	add_data(tracer, entry, event->bytes, event->len);
}

static void
on_raw(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry;

	if (tracer->trace->level < TRACE_RAW)
		return;
	entry = add_line(tracer, TRACE_CHUNK, "raw");
	tracer->chunk_id = entry->id;
	escape_plain(&entry->detail, event->bytes,
	    event->len < RAW_SHOWN_MAX ? event->len : RAW_SHOWN_MAX);
	text_printf(&entry->measure, "byte %llu",
	    (unsigned long long)event->offset);
	add_data(tracer, entry, event->bytes, event->len);
}

/* A line with the bytes in quotes. */
static void
add_quoted(struct tracer *tracer, const char *what,
    const struct engine_event *event)
{
	struct trace_entry *entry = add_line(tracer, TRACE_NOTE, what);

	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	add_data(tracer, entry, event->bytes, event->len);
}

static void
on_tool_call(struct tracer *tracer, const struct engine_event *event)
{
	const struct tool_call *call = event->call;
	struct trace_entry *entry;

	trace_tokens(tracer, event);
	end_run(tracer);
	entry = add_line(tracer, TRACE_NOTE, "tool call");
	text_printf(&entry->detail, "%lld ", (long long)event->number);
	if (call->name.len) {
		text_append(&entry->detail, call->name.bytes, call->name.len);
		text_add(&entry->detail, " ");
	}
	escape_quote_short(&entry->detail, call->arguments.bytes,
	    call->arguments.len, QUOTE_MAX);
	add_data(tracer, entry, call->arguments.bytes, call->arguments.len);
}

static void
on_choice(struct tracer *tracer, const struct engine_event *event)
{
	struct trace_entry *entry = add_line(tracer, TRACE_NOTE, "choice");

	text_printf(&entry->detail, "%lld ", (long long)event->number);
	if (event->string)
		text_add(&entry->detail, event->string);
	else
		escape_quote_short(&entry->detail, event->bytes, event->len,
		    QUOTE_MAX);
	add_data(tracer, entry, event->bytes, event->len);
}

static void
add_words(struct tracer *tracer, const char *what,
    const struct engine_event *event)
{
	struct trace_entry *entry = add_line(tracer, TRACE_NOTE, what);

	text_append(&entry->detail, event->bytes, event->len);
}

static enum trace_kind
kind_of_end(const struct ending *end)
{
	switch (ending_kind(end)) {
	case ENDING_STOP:
		break;
	case ENDING_SHORT:
		return TRACE_LENGTH;
	case ENDING_BROKEN:
		return TRACE_CUT;
	case ENDING_CANCELLED:
		return TRACE_CANCELLED;
	}
	return TRACE_STOP;
}

void
tracer_end(struct tracer *tracer, const struct ending *end)
{
	struct trace_entry *entry;

	if (!tracer->trace)
		return;
	/* Else it may be let go yet, behind the end. */
	if (end->state == MESSAGE_CANCELLED)
		end_held(tracer, "not shown");
	end_run(tracer);
	entry = add_line(tracer, kind_of_end(end), ending_word(end));
	if (end->error)
		text_add(&entry->detail, end->error);
	else if (end->why)
		text_add(&entry->detail, end->why);
}

static void
trace_conditions(struct text *out, const struct settings *settings)
{
	static const char *const names[] = { "stop", "stop_token_ids",
		"eos_token", "max_tokens", "min_tokens", "ignore_eos",
		"include_stop_str_in_output", "stop_dialect" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct setting *setting = setting_find(names[i]);

		if (!setting_is_set(settings, setting))
			continue;
		text_printf(out, "%s%s ", out->len ? "  " : "", names[i]);
		setting_show(settings, setting, out);
	}
	if (!out->len)
		text_add(out, "no stop conditions");
}

static void
trace_request(struct tracer *tracer, const char *body, size_t len)
{
	struct trace_entry *entry = add_line(tracer, TRACE_REQUEST, "request");

	trace_conditions(&entry->detail, &tracer->request->settings);
	add_data(tracer, entry, body, len);
}

static void
tell(struct tracer *tracer, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_REQUEST:
		trace_request(tracer, event->bytes, event->len);
		break;
	case ENGINE_HEAD:
		add_words(tracer, "headers", event);
		break;
	case ENGINE_RAW:
		on_raw(tracer, event);
		break;
	case ENGINE_TEXT:
		on_text(tracer, event);
		break;
	case ENGINE_REASONING:
		trace_tokens(tracer, event);
		add_to_run(tracer, event);
		break;
	case ENGINE_REFUSAL:
		trace_tokens(tracer, event);
		add_quoted(tracer, "refusal", event);
		break;
	case ENGINE_TOOL_CALL:
		on_tool_call(tracer, event);
		break;
	case ENGINE_CHOICE:
		on_choice(tracer, event);
		break;
	case ENGINE_ANOMALY:
		on_anomaly(tracer, event);
		break;
	case ENGINE_HELD:
		on_held(tracer, event);
		break;
	case ENGINE_MATCHED:
		on_matched(tracer, event);
		break;
	case ENGINE_USAGE:
		on_usage(tracer, event);
		break;
	case ENGINE_NOTE:
		add_words(tracer, "note", event);
		break;
	case ENGINE_BYTES:
	case ENGINE_TOKEN_IDS:
	case ENGINE_ANSWERED:
	case ENGINE_FINISHED:
	case ENGINE_FAILED:
	case ENGINE_CANCELLED:
		/* The ends are tracer_end()'s. */
		break;
	}
}

void
tracer_note(struct tracer *tracer, const char *what, const char *detail,
    const char *measure)
{
	struct trace_entry *entry;

	if (!tracer->trace)
		return;
	end_run(tracer);
	entry = add_line(tracer, TRACE_NOTE, what);
	text_add(&entry->detail, detail);
	text_add(&entry->measure, measure);
}

/* ---- What of the reply came with which lines. */

static void
note_brought(struct tracer *tracer, uint64_t id, const struct arrival *arrival)
{
	/* Most characters have but one line: no look for those they lack. */
	struct trace_entry *entry = id ? trace_find(tracer->trace, id) : NULL;
	struct trace_brought *brought = entry ? &entry->brought : NULL;

	if (!brought)
		return;
	if (brought->message && brought->part == arrival->part)
		brought->to = arrival->to;
	else
		*brought = (struct trace_brought){ tracer->message,
			arrival->part, arrival->from, arrival->to };
}

void
tracer_event(struct tracer *tracer, const struct engine_event *event,
    const struct arrival *arrival)
{
	if (!tracer->trace)
		return;
	tracer->first_id = 0;
	tell(tracer, event);
	if (arrival->from == arrival->to)
		return;
	note_brought(tracer, tracer->chunk_id, arrival);
	note_brought(tracer, tracer->token_id, arrival);
	note_brought(tracer, tracer->first_id, arrival);
	note_brought(tracer, tracer->run_id, arrival);
	note_brought(tracer, tracer->held_id, arrival);
}

static void
add_count_of_characters(struct text *out, const struct text *text)
{
	size_t count = utf8_count(text_string(text), text->len);

	text_printf(out, "%zu character%s", count, count == 1 ? "" : "s");
}

void
tracer_start(struct tracer *tracer, const struct gate *gate,
    struct trace *trace, const struct tracker *tracker,
    const struct request *request, unsigned number, const char *engine,
    const struct text *body, uint64_t message)
{
	const struct message *last = request_last(request);
	struct trace_entry *entry;

	*tracer = (struct tracer){ .gate = gate,
		.trace = trace,
		.tracker = tracker,
		.request = request,
		.number = number,
		.message = message };
	entry = add_line(tracer, TRACE_HEAD, "");
	text_printf(&entry->what, "#%u", number);
	text_printf(&entry->detail, "%s → %s",
	    request->settings.endpoint == ENDPOINT_CHAT ? "chat"
							: "completions",
	    engine);
	if (last)
		add_count_of_characters(&entry->measure, &last->text);
	if (body)
		trace_request(tracer, text_string(body), body->len);
}
