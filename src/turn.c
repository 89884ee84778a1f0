/* turn.c: one request from its start to its last event.
 *
 * Engine events become changes of the conversation here, and lines of the trace
 * in tracer.c. Knows no screen. */
#include "turn.h"

#include <string.h>

#include "reply_parts.h"
#include "settings_json.h"
#include "xalloc.h"

enum { BODY_MESSAGES = 20, RAW_MAX = 16 * 1024 * 1024 };

static void
keep_raw(struct turn *turn, const struct engine_event *event)
{
	size_t room = RAW_MAX - turn->raw.len;

	text_append(&turn->raw, event->bytes,
	    event->len < room ? event->len : room);
}

static void
set_timing(struct turn *turn)
{
	const struct tracker *tracker = &turn->tracker;

	turn->reply->timing = (struct timing){
		.ttft_us = tracker_ttft(tracker),
		.tokens = tracker->tokens,
		.tokens_per_s = tracker_rate(tracker),
	};
}

/* The end. It may come twice: when the answer is over, and when nothing more
 * comes; the trace tells the second only if it says something else. */

static bool
same_string(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void
set_end(struct turn *turn, const struct ending *end)
{
	const struct ending *known = &turn->reply->end;
	bool news = turn->running || known->state != end->state ||
	    !same_string(known->finish_reason, end->finish_reason);

	tracker_finish(&turn->tracker, gate_now(&turn->gate));
	set_timing(turn);
	if (news)
		tracer_end(&turn->tracer, end);
	conversation_finish(turn->conversation, turn->reply, end);
	turn->running = false;
	if (turn->timings)
		timings_end(turn->timings);
}

static void
end_turn(struct turn *turn, const struct engine_event *event)
{
	struct ending end = { .state = MESSAGE_CANCELLED };

	if (event->kind != ENGINE_CANCELLED)
		end = *event->end;
	reply_sort_choices(turn->reply);
	set_end(turn, &end);
	turn->settling = false;
	turn_record_end(turn, end.state);
}

static void
update_model(struct turn *turn, const struct engine_event *event)
{
	struct message *reply = turn->reply;

	if (reply_take(reply, event))
		conversation_touch(turn->conversation, reply);
	switch (event->kind) {
	case ENGINE_BYTES:
		keep_raw(turn, event);
		break;
	case ENGINE_TEXT:
		conversation_append(turn->conversation, reply, event->bytes,
		    event->len);
		break;
	case ENGINE_TOKEN_IDS:
		turn_record_ids(turn, event);
		break;
	case ENGINE_ANSWERED:
		turn->settling = true;
		set_end(turn, event->end);
		break;
	default:
		if (engine_event_is_last(event))
			end_turn(turn, event);
	}
}

static void
start_tracker(struct turn *turn)
{
	tracker_start(&turn->tracker, gate_now(&turn->gate),
	    loop_wall_ms(turn->loop), turn->buckets);
}

static void
keep_times(struct turn *turn, const struct engine_event *event,
    const struct arrival *arrival)
{
	if (!turn->timings)
		return;
	if (event->kind == ENGINE_REQUEST && event->string)
		timings_model(turn->timings, event->string);
	if (event->tokens && !turn->settling)
		timings_add(turn->timings,
		    gate_now(&turn->gate) - turn->tracker.started_at,
		    event->tokens, arrival->part, arrival->to);
}

static void
on_engine_event(void *data, const struct engine_event *event)
{
	struct turn *turn = data;
	struct arrival arrival;

	/* Times count from the sending: looking for a model is not the server's
	 * time to answer. */
	if (event->kind == ENGINE_REQUEST)
		start_tracker(turn);
	/* Late text is no part of the pace. */
	if (!turn->settling)
		tracker_tokens(&turn->tracker, event->tokens,
		    gate_now(&turn->gate));
	arrivals_take(&turn->arrivals, turn->reply, event, &arrival);
	keep_times(turn, event, &arrival);
	tracer_event(&turn->tracer, event, &arrival);
	update_model(turn, event);
	if (turn->on_event)
		turn->on_event(turn->on_event_data, turn, event);
}

/* ---- The start. */

const char *
turn_model(const struct settings *settings, const struct engine *engine)
{
	if (settings->model_name.len)
		return text_string(&settings->model_name);
	if (engine->models.count)
		return text_string(&engine->models.items[0]);
	return engine->ops->remote ? "" : engine->ops->name;
}

static void
add_reply(struct turn *turn, const char *model)
{
	turn->reply = conversation_add(turn->conversation, ROLE_ASSISTANT,
	    loop_wall_ms(turn->loop), "", 0);
	turn->reply->engine = xstrdup(engine_label(turn->engine));
	turn->reply->model = xstrdup(model);
	turn->reply->turn = turn->number;
	turn->reply->settings = settings_json(&turn->request.settings);
	turn->reply->remote = turn->engine->ops->remote;
}

static void
trace_start(struct turn *turn, const char *model)
{
	bool known = !turn->engine->ops->remote;
	struct text body = { 0 };

	if (!turn->trace)
		return;
	if (known)
		request_body(&body, &turn->request,
		    &(struct request_form){ .model = model,
			.last = BODY_MESSAGES });
	tracer_start(&turn->tracer, &turn->gate, turn->trace, &turn->tracker,
	    &turn->request, turn->number, engine_label(turn->engine),
	    known ? &body : NULL, turn->reply->id);
	text_release(&body);
}

void
turn_start(struct turn *turn, struct engine *engine,
    const struct settings *settings)
{
	const char *model = turn_model(settings, engine);

	/* Whoever asks may have waited for the keyboard outside of the loop. */
	loop_refresh(turn->loop);
	request_release(&turn->request);
	memset(&turn->request, 0, sizeof(turn->request));
	request_init(&turn->request, turn->conversation, settings, model);
	turn->request.messages = turn->messages;
	text_clear(&turn->raw);
	turn->engine = engine;
	turn->number++;
	turn->running = true;
	start_tracker(turn);
	add_reply(turn, model);
	turn->arrivals = (struct arrivals){ 0 };
	if (turn->timings)
		timings_begin(turn->timings, turn->number,
		    engine_label(engine), model, turn->reply->id);
	trace_start(turn, model);
	turn_record_begin(turn);
	gate_start(&turn->gate, engine, &turn->request, on_engine_event, turn);
}

void
turn_cancel(struct turn *turn)
{
	if (turn->running)
		gate_cancel(&turn->gate);
}

void
turn_settle(struct turn *turn)
{
	if (!turn->settling)
		return;
	gate_abandon(&turn->gate);
	turn->settling = false;
	turn_record_end(turn, turn->reply->end.state);
}

bool
turn_is_over(const struct turn *turn)
{
	return !turn->running && !turn->settling;
}

void
turn_init(struct turn *turn, struct loop *loop,
    struct conversation *conversation, struct trace *trace)
{
	*turn = (struct turn){ .loop = loop,
		.conversation = conversation,
		.trace = trace };
	gate_init(&turn->gate, loop);
}

void
turn_release(struct turn *turn)
{
	if (turn->running)
		turn_record_end(turn, MESSAGE_CANCELLED);
	else if (turn->settling)
		turn_record_end(turn, turn->reply->end.state);
	turn_record_close(&turn->record);
	gate_release(&turn->gate);
	request_release(&turn->request);
	text_release(&turn->raw);
}
