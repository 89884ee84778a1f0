/* events.c: what happens in a turn as JSON lines. */
#include "events.h"

#include "ending.h"
#include "json.h"

static void
add_milliseconds(struct text *out, const char *name, double us)
{
	if (us < 0)
		json_null(out, name);
	else
		json_number(out, name, us / 1000, 3);
}

static void
open_event(struct text *out, const struct turn *turn, const char *name)
{
	json_open(out, NULL, '{');
	json_text(out, "event", name);
	json_thousandths(out, "t_ms",
	    gate_now(&turn->gate) - turn->tracker.started_at);
}

static void
close_event(struct text *out)
{
	json_close(out, '}');
	text_add(out, "\n");
}

/* ---- While things happen. */

static void
add_request(struct text *out, const struct turn *turn, const char *model,
    const char *body)
{
	const struct request *request = &turn->request;

	open_event(out, turn, "request");
	json_text(out, "id", request->id);
	json_text(out, "endpoint",
	    request->settings.endpoint == ENDPOINT_CHAT ? "chat"
							: "completions");
	json_text(out, "engine", turn->reply->engine);
	json_text(out, "model", model);
	json_raw(out, "body", body);
	close_event(out);
}

void
events_request(struct text *out, const struct turn *turn)
{
	struct request_form form = { .model = turn->reply->model };
	struct text body = { 0 };

	request_body(&body, &turn->request, &form);
	add_request(out, turn, turn->reply->model, text_string(&body));
	text_release(&body);
}

static void
add_text(struct text *out, const struct turn *turn, const char *name,
    const struct engine_event *event)
{
	open_event(out, turn, name);
	json_string(out, "text", event->bytes, event->len);
	json_integer(out, "choice", event->number);
	close_event(out);
}

static void
add_tool_call(struct text *out, const struct turn *turn,
    const struct engine_event *event)
{
	const struct tool_call *call = event->call;

	open_event(out, turn, "tool_call");
	json_integer(out, "index", event->number);
	if (call->id.len)
		json_string(out, "id", call->id.bytes, call->id.len);
	if (call->name.len)
		json_string(out, "name", call->name.bytes, call->name.len);
	json_string(out, "arguments", text_string(&call->arguments),
	    call->arguments.len);
	close_event(out);
}

static void
add_anomaly(struct text *out, const struct turn *turn,
    const struct engine_event *event)
{
	open_event(out, turn, "anomaly");
	json_text(out, "code", event->string);
	json_string(out, "detail", event->bytes ? event->bytes : "",
	    event->len);
	json_integer(out, "offset", (int64_t)event->offset);
	close_event(out);
}

static void
add_usage(struct text *out, const struct usage *usage)
{
	if (usage->prompt_tokens < 0 && usage->completion_tokens < 0 &&
	    usage->total_tokens < 0) {
		json_null(out, "usage");
		return;
	}
	json_open(out, "usage", '{');
	json_count(out, "prompt_tokens", usage->prompt_tokens);
	json_count(out, "completion_tokens", usage->completion_tokens);
	json_count(out, "total_tokens", usage->total_tokens);
	json_close(out, '}');
}

static void
add_usage_event(struct text *out, const struct turn *turn,
    const struct engine_event *event)
{
	open_event(out, turn, "usage");
	add_usage(out, &event->usage);
	close_event(out);
}

void
events_add(struct text *out, const struct turn *turn,
    const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_REQUEST:
		add_request(out, turn, event->string, event->bytes);
		break;
	case ENGINE_TEXT:
	case ENGINE_CHOICE:
		if (event->len)
			add_text(out, turn, "text", event);
		break;
	case ENGINE_REASONING:
		add_text(out, turn, "reasoning", event);
		break;
	case ENGINE_REFUSAL:
		add_text(out, turn, "refusal", event);
		break;
	case ENGINE_TOOL_CALL:
		add_tool_call(out, turn, event);
		break;
	case ENGINE_ANOMALY:
		add_anomaly(out, turn, event);
		break;
	case ENGINE_USAGE:
		add_usage_event(out, turn, event);
		break;
	case ENGINE_BYTES:
	case ENGINE_HEAD:
	case ENGINE_RAW:
	case ENGINE_HELD:
	case ENGINE_MATCHED:
	case ENGINE_TOKEN_IDS:
	case ENGINE_NOTE:
	case ENGINE_ANSWERED:
	case ENGINE_FINISHED:
	case ENGINE_FAILED:
	case ENGINE_CANCELLED:
		break;
	}
}

/* ---- The end. */

const char *
events_outcome(enum message_state state)
{
	switch (state) {
	case MESSAGE_TRUNCATED:
		return "truncated";
	case MESSAGE_CANCELLED:
		return "cancelled";
	case MESSAGE_FAILED:
		return "error";
	case MESSAGE_STREAMING:
	case MESSAGE_FINISHED:
		break;
	}
	return "finished";
}

static void
add_part(struct text *out, const char *name, const struct text *part)
{
	json_string(out, name, text_string(part), part->len);
}

void
events_tool_calls(struct text *out, const struct message *reply)
{
	json_open(out, "tool_calls", '[');
	for (size_t i = 0; i < reply->tool_call_count; i++) {
		const struct tool_call *call = &reply->tool_calls[i];

		json_open(out, NULL, '{');
		add_part(out, "id", &call->id);
		add_part(out, "name", &call->name);
		add_part(out, "arguments", &call->arguments);
		json_close(out, '}');
	}
	json_close(out, ']');
}

void
events_other_choices(struct text *out, const struct message *reply)
{
	json_open(out, "other_choices", '[');
	for (size_t i = 0; i < reply->other_count; i++) {
		json_open(out, NULL, '{');
		json_integer(out, "index", reply->others[i].index);
		add_part(out, "text", &reply->others[i].text);
		json_text(out, "finish_reason",
		    reply->others[i].finish_reason);
		json_close(out, '}');
	}
	json_close(out, ']');
}

void
events_anomalies(struct text *out, const struct message *reply)
{
	json_open(out, "anomalies", '[');
	for (size_t i = 0; i < reply->anomalies.count; i++)
		add_part(out, NULL, &reply->anomalies.items[i]);
	json_close(out, ']');
}

void
events_error(struct text *out, const struct ending *end)
{
	if (!end->error) {
		json_null(out, "error");
		return;
	}
	json_open(out, "error", '{');
	json_text(out, "message", end->error);
	if (end->status)
		json_integer(out, "status", end->status);
	else
		json_null(out, "status");
	if (end->retry_after_s > 0)
		json_integer(out, "retry_after", end->retry_after_s);
	else
		json_null(out, "retry_after");
	json_close(out, '}');
}

static void
add_itl(struct text *out, const struct tracker *tracker)
{
	static const struct {
		const char *name;
		double share;
	} quantiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 } };

	if (tracker_itl_max(tracker) < 0) {
		json_null(out, "itl_ms");
		return;
	}
	json_open(out, "itl_ms", '{');
	add_milliseconds(out, "mean", tracker_itl_mean(tracker));
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(*quantiles); i++)
		add_milliseconds(out, quantiles[i].name,
		    (double)tracker_itl_quantile(tracker, quantiles[i].share));
	add_milliseconds(out, "max", (double)tracker_itl_max(tracker));
	json_close(out, '}');
}

static void
add_timing(struct text *out, const struct tracker *tracker)
{
	json_open(out, "timing", '{');
	add_milliseconds(out, "ttft_ms", (double)tracker_ttft(tracker));
	add_milliseconds(out, "total_ms", (double)tracker_total(tracker));
	add_itl(out, tracker);
	json_integer(out, "tokens", tracker->tokens);
	json_close(out, '}');
}

void
events_end(struct text *out, const struct turn *turn)
{
	const struct message *reply = turn->reply;

	open_event(out, turn, "end");
	json_text(out, "outcome", events_outcome(reply->end.state));
	json_text(out, "finish_reason", reply->end.finish_reason);
	ending_stop_reason(out, &reply->end.stop_reason);
	add_part(out, "text", &reply->text);
	add_part(out, "reasoning", &reply->reasoning);
	add_part(out, "refusal", &reply->refusal);
	events_tool_calls(out, reply);
	events_other_choices(out, reply);
	add_usage(out, &reply->usage);
	events_anomalies(out, reply);
	events_error(out, &reply->end);
	add_timing(out, &turn->tracker);
	close_event(out);
}
