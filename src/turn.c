/* turn.c: one request from its start to its last event.
 *
 * Engine events become changes of the conversation here, and lines of the trace
 * in tracer.c. Knows no screen. */
#include "turn.h"

#include <stdlib.h>
#include <string.h>

#include "settings_json.h"
#include "xalloc.h"

enum { BODY_MESSAGES = 20, RAW_MAX = 16 * 1024 * 1024 };

/* ---- The parts of a reply. */

static void
add_tool_call(struct turn *turn, const struct engine_event *event)
{
	struct tool_call *call =
	    message_tool_call(turn->reply, (size_t)event->number);
	const struct tool_call *more = event->call;

	text_append(&call->id, more->id.bytes, more->id.len);
	text_append(&call->name, more->name.bytes, more->name.len);
	text_append(&call->arguments, more->arguments.bytes,
	    more->arguments.len);
	conversation_touch(turn->conversation, turn->reply);
}

static void
add_choice(struct turn *turn, const struct engine_event *event)
{
	struct choice *choice = message_choice(turn->reply, event->number);

	text_append(&choice->text, event->bytes, event->len);
	if (event->string) {
		free(choice->finish_reason);
		choice->finish_reason = xstrdup(event->string);
	}
	conversation_touch(turn->conversation, turn->reply);
}

static void
add_part(struct turn *turn, struct text *part,
    const struct engine_event *event)
{
	text_append(part, event->bytes, event->len);
	conversation_touch(turn->conversation, turn->reply);
}

static void
add_anomaly(struct turn *turn, const struct engine_event *event)
{
	struct text code = { 0 };

	text_add(&code, event->string);
	strings_add(&turn->reply->anomalies, &code);
	text_release(&code);
	conversation_touch(turn->conversation, turn->reply);
}

static void
keep_raw(struct turn *turn, const struct engine_event *event)
{
	size_t room = RAW_MAX - turn->raw.len;

	text_append(&turn->raw, event->bytes,
	    event->len < room ? event->len : room);
}

static void
set_model(struct turn *turn, const char *model)
{
	free(turn->reply->model);
	turn->reply->model = xstrdup(model);
	conversation_touch(turn->conversation, turn->reply);
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

	tracker_finish(&turn->tracker, loop_now(turn->loop));
	set_timing(turn);
	if (news)
		tracer_end(&turn->tracer, end);
	conversation_finish(turn->conversation, turn->reply, end);
	turn->running = false;
}

static int
compare_choices(const void *a, const void *b)
{
	int64_t first = ((const struct choice *)a)->index;
	int64_t second = ((const struct choice *)b)->index;

	return (first > second) - (first < second);
}

static void
end_turn(struct turn *turn, const struct engine_event *event)
{
	struct ending end = { .state = MESSAGE_CANCELLED };

	if (event->kind != ENGINE_CANCELLED)
		end = *event->end;
	if (turn->reply->other_count)
		qsort(turn->reply->others, turn->reply->other_count,
		    sizeof(*turn->reply->others), compare_choices);
	set_end(turn, &end);
	turn->settling = false;
	turn_record_end(turn, end.state);
}

static void
update_model(struct turn *turn, const struct engine_event *event)
{
	struct message *reply = turn->reply;

	switch (event->kind) {
	case ENGINE_REQUEST:
		if (event->string)
			set_model(turn, event->string);
		break;
	case ENGINE_BYTES:
		keep_raw(turn, event);
		break;
	case ENGINE_TEXT:
		conversation_append(turn->conversation, reply, event->bytes,
		    event->len);
		break;
	case ENGINE_REASONING:
		add_part(turn, &reply->reasoning, event);
		break;
	case ENGINE_REFUSAL:
		add_part(turn, &reply->refusal, event);
		break;
	case ENGINE_TOOL_CALL:
		add_tool_call(turn, event);
		break;
	case ENGINE_CHOICE:
		add_choice(turn, event);
		break;
	case ENGINE_ANOMALY:
		add_anomaly(turn, event);
		break;
	case ENGINE_USAGE:
		reply->usage = event->usage;
		conversation_touch(turn->conversation, reply);
		break;
	case ENGINE_ANSWERED:
		turn->settling = true;
		set_end(turn, event->end);
		break;
	case ENGINE_FINISHED:
	case ENGINE_FAILED:
	case ENGINE_CANCELLED:
		end_turn(turn, event);
		break;
	case ENGINE_HEAD:
	case ENGINE_RAW:
	case ENGINE_HELD:
	case ENGINE_MATCHED:
	case ENGINE_NOTE:
		break;
	case ENGINE_TOKEN_IDS:
		turn_record_ids(turn, event);
		break;
	}
}

static void
on_engine_event(void *data, const struct engine_event *event)
{
	struct turn *turn = data;

	/* Times count from the sending: looking for a model is not the server's
	 * time to answer. */
	if (event->kind == ENGINE_REQUEST)
		tracker_start(&turn->tracker, loop_now(turn->loop),
		    loop_wall_ms(turn->loop));
	/* Late text is no part of the pace. */
	if (!turn->settling)
		tracker_tokens(&turn->tracker, event->tokens,
		    loop_now(turn->loop));
	tracer_event(&turn->tracer, event);
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

	if (known)
		request_body(&body, &turn->request,
		    &(struct request_form){ .model = model,
			.last = BODY_MESSAGES });
	tracer_start(&turn->tracer, turn->loop, turn->trace, &turn->tracker,
	    &turn->request, turn->number, engine_label(turn->engine),
	    known ? &body : NULL);
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
	text_clear(&turn->raw);
	turn->engine = engine;
	turn->number++;
	turn->running = true;
	tracker_start(&turn->tracker, loop_now(turn->loop),
	    loop_wall_ms(turn->loop));
	add_reply(turn, model);
	trace_start(turn, model);
	turn_record_begin(turn);
	engine_start(engine, &turn->request, on_engine_event, turn);
}

void
turn_cancel(struct turn *turn)
{
	if (turn->running)
		engine_cancel(turn->engine);
}

void
turn_settle(struct turn *turn)
{
	if (!turn->settling)
		return;
	engine_abandon(turn->engine);
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
}

void
turn_release(struct turn *turn)
{
	if (turn->running)
		turn_record_end(turn, MESSAGE_CANCELLED);
	else if (turn->settling)
		turn_record_end(turn, turn->reply->end.state);
	turn_record_close(&turn->record);
	request_release(&turn->request);
	text_release(&turn->raw);
}
