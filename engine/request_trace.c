/* request_trace.c: the dynamo.request.trace.v1 record of one request. Does not
 * know where records go. */
#include "request_trace.h"

#include "../src/json.h"

enum { MS_DIGITS = 3, MEAN_DIGITS = 6 };

enum input_trigger
input_trigger_of(enum role last)
{
	static const enum input_trigger triggers[] = {
		[ROLE_USER] = TRIGGER_USER_MESSAGE,
		[ROLE_ASSISTANT] = TRIGGER_OTHER,
		[ROLE_SYSTEM] = TRIGGER_OTHER,
		[ROLE_TOOL] = TRIGGER_TOOL_RESULT,
		[ROLE_NOTICE] = TRIGGER_OTHER,
	};

	return triggers[last];
}

/* Returns why no replay request could stand for this one, or NULL. */
static const char *
obstacle(const struct request_trace *trace)
{
	if (trace->prompt_embeddings)
		return "prompt embeddings are not supported";
	if (trace->multimodal)
		return "multimodal inputs are not supported";
	if (trace->n > 1)
		return "multiple output choices are not supported";
	if (trace->best_of > 1)
		return "best_of greater than one is not supported";
	if (!trace->tracker)
		return "there is no request tracker";
	if (!trace->block_size)
		return "there is no KV cache block size";
	if (!trace->replay)
		return "token ids are unavailable";
	return NULL;
}

/* ---- Writing. A text of NULL or "" and a number below zero are unknown. */

static void
write_text(struct text *out, const char *name, const char *string)
{
	if (string && *string)
		json_text(out, name, string);
}

static void
write_ms(struct text *out, const char *name, int64_t us)
{
	if (us >= 0)
		json_number(out, name, (double)us / 1000, MS_DIGITS);
}

static int64_t
known(int64_t first, int64_t second)
{
	return first >= 0 ? first : second;
}

static int64_t
output_tokens(const struct request_trace *trace)
{
	return known(trace->reply->usage.completion_tokens,
	    trace->output_tokens);
}

static void
write_agent(struct text *out, const struct agent_context *agent)
{
	static const char *const triggers[] = { NULL, "user_message",
		"tool_result", "other" };

	json_text(out, "event_source", "dynamo");
	json_open(out, "agent_context", '{');
	json_text(out, "session_id", agent->session_id);
	write_text(out, "parent_session_id", agent->parent_session_id);
	if (agent->session_final)
		json_bool(out, "session_final",
		    agent->session_final == FINAL_YES);
	write_text(out, "input_trigger", triggers[agent->input_trigger]);
	json_close(out, '}');
}

static void
write_usage(struct text *out, const struct request_trace *trace)
{
	const struct usage *usage = &trace->reply->usage;

	json_count(out, "input_tokens",
	    known(usage->prompt_tokens, (int64_t)trace->replay->tokens));
	json_count(out, "output_tokens", output_tokens(trace));
	json_count(out, "cached_tokens", usage->cached_tokens);
}

static void
write_times(struct text *out, const struct request_trace *trace)
{
	const struct tracker *tracker = trace->tracker;
	int64_t gaps = output_tokens(trace) - 1;

	write_ms(out, "ttft_ms", tracker_ttft(tracker));
	write_ms(out, "total_time_ms", tracker_total(tracker));
	if (gaps >= 1 && tracker->first_at >= 0)
		json_number(out, "avg_itl_ms",
		    (double)(tracker->finished_at - tracker->first_at) / 1000 /
			(double)gaps,
		    MEAN_DIGITS);
}

static void
write_replay(struct text *out, const struct replay_hash *replay)
{
	json_open(out, "replay", '{');
	json_unsigned(out, "trace_block_size", replay->block_size);
	json_unsigned(out, "input_length", replay->tokens);
	json_unsigned_list(out, "input_sequence_hashes", replay->hashes,
	    replay->count);
	json_close(out, '}');
}

/* Why it ended. What a reply says that was cut at a stop string here is not
 * what the engine says. */

static const char *
final_reason(const struct ending *end)
{
	if (!end->finish_reason && end->state == MESSAGE_FINISHED)
		return "stop";
	return end->finish_reason;
}

static void
write_ending(struct text *out, const struct ending *end)
{
	const struct stop_reason *reason = &end->stop_reason;

	write_text(out, "finish_reason", final_reason(end));
	write_text(out, "backend_finish_reason", end->finish_reason);
	if (reason->kind == STOP_REASON_STRING)
		json_string(out, "stop_reason", text_string(&reason->string),
		    reason->string.len);
	else if (reason->kind == STOP_REASON_ID)
		json_integer(out, "stop_reason", reason->id);
}

static void
write_tool_calls(struct text *out, const struct message *reply)
{
	if (!reply->tool_call_count)
		return;
	json_open(out, "tool_calls", '[');
	for (size_t i = 0; i < reply->tool_call_count; i++) {
		json_open(out, NULL, '{');
		json_integer(out, "choice_index", 0);
		json_unsigned(out, "tool_call_index", i);
		write_text(out, "id", text_string(&reply->tool_calls[i].id));
		write_text(out, "name",
		    text_string(&reply->tool_calls[i].name));
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void
write_choices(struct text *out, const struct message *reply, bool first_ended)
{
	if (!first_ended && !reply->other_count)
		return;
	json_open(out, "choices", '[');
	if (first_ended) {
		json_open(out, NULL, '{');
		json_integer(out, "choice_index", 0);
		write_ending(out, &reply->end);
		json_close(out, '}');
	}
	for (size_t i = 0; i < reply->other_count; i++) {
		const char *reason = reply->others[i].finish_reason;

		json_open(out, NULL, '{');
		json_integer(out, "choice_index", reply->others[i].index);
		write_text(out, "finish_reason", reason);
		write_text(out, "backend_finish_reason", reason);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void
write_finish(struct text *out, const struct message *reply)
{
	bool ended = final_reason(&reply->end) ||
	    reply->end.stop_reason.kind != STOP_REASON_NONE;

	if (!ended && !reply->tool_call_count && !reply->other_count)
		return;
	json_open(out, "finish_reason_metadata", '{');
	write_ending(out, &reply->end);
	write_tool_calls(out, reply);
	write_choices(out, reply, ended);
	json_close(out, '}');
}

/* ---- The two shapes of the request. */

static void
write_compact(struct text *out, const struct request_trace *trace)
{
	json_text(out, "request_id", trace->request_id);
	json_integer(out, "output_tokens", output_tokens(trace));
	json_integer(out, "request_received_ms", trace->tracker->wall_ms);
	write_replay(out, trace->replay);
}

static void
write_full(struct text *out, const struct request_trace *trace)
{
	json_text(out, "request_id", trace->request_id);
	write_text(out, "x_request_id", trace->x_request_id);
	write_text(out, "model", trace->reply->model);
	write_usage(out, trace);
	json_integer(out, "request_received_ms", trace->tracker->wall_ms);
	write_times(out, trace);
	write_replay(out, trace->replay);
	write_finish(out, trace->reply);
}

/* Rounded to the nearest. */
static int64_t
end_ms(const struct tracker *tracker)
{
	return tracker->wall_ms + (tracker_total(tracker) + 500) / 1000;
}

static void
write_record(struct text *out, const struct request_trace *trace)
{
	json_open(out, NULL, '{');
	json_text(out, "schema", "dynamo.request.trace.v1");
	json_text(out, "event_type", "request_end");
	json_integer(out, "event_time_unix_ms", end_ms(trace->tracker));
	if (trace->agent)
		write_agent(out, trace->agent);
	json_open(out, "request", '{');
	if (trace->agent)
		write_full(out, trace);
	else
		write_compact(out, trace);
	json_close(out, '}');
	json_close(out, '}');
}

enum trace_result
request_trace_end(struct request_trace *trace, enum request_end end,
    int64_t now, struct text *out)
{
	const char *reason = obstacle(trace);

	if (trace->over)
		return TRACE_NONE;
	trace->over = true;
	if (end == REQUEST_FAILED && !trace->begun)
		return TRACE_NONE;
	if (reason) {
		text_add(out, reason);
		return TRACE_SKIPPED;
	}
	tracker_finish(trace->tracker, now);
	write_record(out, trace);
	return TRACE_RECORD;
}
