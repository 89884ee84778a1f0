/* turn.c: one request from its start to its last event.
 *
 * Engine events become changes of the conversation and lines of the trace here
 * and nowhere else. Knows no screen. */
#include "turn.h"

#include <stdlib.h>
#include <string.h>

#include "ending.h"
#include "escape.h"
#include "utf8.h"
#include "xalloc.h"

enum { QUOTE_MAX = 40, BODY_MESSAGES = 20 };

static int64_t
since_start(const struct turn *turn)
{
	return loop_now(turn->loop) - turn->tracker.started_at;
}

static struct trace_entry *
add_line(struct turn *turn, enum trace_kind kind, const char *what)
{
	return trace_add(turn->trace, kind, turn->number, since_start(turn),
	    what);
}

static void
set_data(struct trace_entry *entry, const char *bytes, size_t len)
{
	size_t room = TRACE_DATA_MAX - entry->data.len;

	text_append(&entry->data, bytes, len < room ? len : room);
}

/* The run of tokens: one line that grows. */

static void
show_run(struct turn *turn, struct trace_entry *entry)
{
	int64_t span = turn->run_last_at - turn->run_first_at;

	text_clear(&entry->what);
	text_printf(&entry->what, "%lld token%s", (long long)turn->run_tokens,
	    turn->run_tokens == 1 ? "" : "s");
	text_clear(&entry->measure);
	if (turn->run_tokens > 1)
		text_printf(&entry->measure, "itl %.1f ms",
		    (double)span / 1000 / (double)(turn->run_tokens - 1));
	entry->at_us = turn->run_last_at - turn->tracker.started_at;
	turn->run_shown_at = turn->run_last_at;
	trace_touch(turn->trace, entry);
}

static void
end_run(struct turn *turn)
{
	struct trace_entry *entry = trace_find(turn->trace, turn->run_id);

	if (entry && turn->run_id)
		show_run(turn, entry);
	turn->run_id = 0;
}

static struct trace_entry *
begin_run(struct turn *turn)
{
	struct trace_entry *entry = add_line(turn, TRACE_TOKENS, "");

	turn->run_id = entry->id;
	turn->run_tokens = 0;
	turn->run_first_at = loop_now(turn->loop);
	turn->run_shown_at = -1;
	return entry;
}

/* The line is written anew once a turn of the loop: thousands of tokens may
 * come in one. */
static void
add_to_run(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry = trace_find(turn->trace, turn->run_id);

	if (!turn->run_id || !entry)
		entry = begin_run(turn);
	turn->run_tokens += event->tokens;
	turn->run_last_at = loop_now(turn->loop);
	set_data(entry, event->bytes, event->len);
	if (turn->run_last_at != turn->run_shown_at)
		show_run(turn, entry);
}

static void
trace_token(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry;

	if (turn->trace->level < TRACE_EACH_TOKEN || !event->tokens)
		return;
	entry = add_line(turn, TRACE_TOKEN, "token");
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	set_data(entry, event->bytes, event->len);
}

static void
trace_first(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry = add_line(turn, TRACE_FIRST, "first");

	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	text_printf(&entry->measure, "ttft %.1f ms",
	    (double)tracker_ttft(&turn->tracker) / 1000);
	set_data(entry, event->bytes, event->len);
}

static void
count_tokens(struct turn *turn, const struct engine_event *event)
{
	bool first = turn->tracker.tokens == 0 && event->tokens;

	tracker_tokens(&turn->tracker, event->tokens, loop_now(turn->loop));
	if (first)
		trace_first(turn, event);
	trace_token(turn, event);
}

/* Text held back: one line from the first character to its end. */

static void
end_held(struct turn *turn, const char *how)
{
	struct trace_entry *entry = trace_find(turn->trace, turn->held_id);

	if (turn->held_id && entry) {
		text_clear(&entry->measure);
		text_add(&entry->measure, how);
		trace_touch(turn->trace, entry);
	}
	turn->held_id = 0;
}

static void
on_held(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry;

	count_tokens(turn, event);
	entry = trace_find(turn->trace, turn->held_id);
	if (!turn->held_id || !entry) {
		end_run(turn);
		entry = add_line(turn, TRACE_HELD, "held");
		turn->held_id = entry->id;
	}
	text_clear(&entry->detail);
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	text_add(&entry->detail, " may become ");
	escape_quote_short(&entry->detail, event->string, event->string_len,
	    QUOTE_MAX);
	text_clear(&entry->data);
	set_data(entry, event->bytes, event->len);
	trace_touch(turn->trace, entry);
}

static void
on_text(struct turn *turn, const struct engine_event *event)
{
	count_tokens(turn, event);
	end_held(turn, "released");
	add_to_run(turn, event);
	conversation_append(turn->conversation, turn->reply, event->bytes,
	    event->len);
}

static void
on_matched(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry;

	count_tokens(turn, event);
	end_held(turn, "");
	end_run(turn);
	entry = add_line(turn, TRACE_MATCHED, "matched");
	escape_quote_short(&entry->detail, event->bytes, event->len, QUOTE_MAX);
	text_add(&entry->detail,
	    turn->request.settings.include_stop_str_in_output ? "  kept"
							      : "  cut");
	set_data(entry, event->bytes, event->len);
}

static void
on_usage(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry;

	turn->reply->usage = event->usage;
	end_held(turn, "released");
	end_run(turn);
	entry = add_line(turn, TRACE_USAGE, "usage");
	text_printf(&entry->detail, "%lld in, %lld out",
	    (long long)event->usage.prompt_tokens,
	    (long long)event->usage.completion_tokens);
}

static void
on_note(struct turn *turn, const struct engine_event *event)
{
	struct trace_entry *entry = add_line(turn, TRACE_NOTE, "note");

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

static void
trace_end(struct turn *turn, const struct ending *end)
{
	struct trace_entry *entry =
	    add_line(turn, kind_of_end(end), ending_word(end));

	if (end->error)
		text_add(&entry->detail, end->error);
	else if (end->why)
		text_add(&entry->detail, end->why);
}

static void
on_end(struct turn *turn, const struct ending *end)
{
	struct message *reply = turn->reply;

	end_held(turn, end->state == MESSAGE_CANCELLED ? "not shown" : "");
	end_run(turn);
	tracker_finish(&turn->tracker, loop_now(turn->loop));
	reply->timing = (struct timing){
		.ttft_us = tracker_ttft(&turn->tracker),
		.total_us = tracker_total(&turn->tracker),
		.tokens = turn->tracker.tokens,
		.tokens_per_s = tracker_rate(&turn->tracker),
	};
	conversation_finish(turn->conversation, reply, end);
	trace_end(turn, end);
	turn->running = false;
}

static void
on_last_event(struct turn *turn, const struct engine_event *event)
{
	struct ending end = { .state = MESSAGE_CANCELLED };

	if (event->kind != ENGINE_CANCELLED)
		end = *event->end;
	on_end(turn, &end);
}

static void
on_engine_event(void *data, const struct engine_event *event)
{
	struct turn *turn = data;

	switch (event->kind) {
	case ENGINE_TEXT:
		on_text(turn, event);
		break;
	case ENGINE_HELD:
		on_held(turn, event);
		break;
	case ENGINE_MATCHED:
		on_matched(turn, event);
		break;
	case ENGINE_USAGE:
		on_usage(turn, event);
		break;
	case ENGINE_NOTE:
		on_note(turn, event);
		break;
	case ENGINE_FINISHED:
	case ENGINE_FAILED:
	case ENGINE_CANCELLED:
		on_last_event(turn, event);
		break;
	}
	if (turn->on_event)
		turn->on_event(turn->on_event_data, turn, event);
}

/* The start. */

static void
trace_conditions(struct text *out, const struct settings *settings)
{
	static const char *const names[] = { "stop", "stop_token_ids",
		"eos_token", "max_tokens", "min_tokens", "ignore_eos",
		"include_stop_str_in_output" };

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
trace_start(struct turn *turn)
{
	const struct settings *settings = &turn->request.settings;
	const struct message *last = request_last(&turn->request);
	struct trace_entry *entry = add_line(turn, TRACE_HEAD, "");
	struct text body = { 0 };

	text_printf(&entry->what, "#%u", turn->number);
	text_printf(&entry->detail, "%s → %s",
	    settings->endpoint == ENDPOINT_CHAT ? "chat" : "completions",
	    turn->engine->ops->name);
	if (last)
		text_printf(&entry->measure, "%zu characters",
		    utf8_count(text_string(&last->text), last->text.len));
	entry = add_line(turn, TRACE_REQUEST, "request");
	trace_conditions(&entry->detail, settings);
	request_body(&body, &turn->request, turn->reply->model, BODY_MESSAGES);
	set_data(entry, text_string(&body), body.len);
	text_release(&body);
}

const char *
turn_model(const struct settings *settings, const struct engine *engine)
{
	return settings->model_name.len ? text_string(&settings->model_name)
					: engine->ops->name;
}

static void
add_reply(struct turn *turn, const struct settings *settings)
{
	turn->reply = conversation_add(turn->conversation, ROLE_ASSISTANT,
	    loop_wall_ms(turn->loop), "", 0);
	turn->reply->engine = xstrdup(turn->engine->ops->name);
	turn->reply->model = xstrdup(turn_model(settings, turn->engine));
	turn->reply->turn = turn->number;
}

void
turn_start(struct turn *turn, struct engine *engine,
    const struct settings *settings)
{
	/* Whoever asks may have waited for the keyboard outside of the loop. */
	loop_refresh(turn->loop);
	request_release(&turn->request);
	memset(&turn->request, 0, sizeof(turn->request));
	request_init(&turn->request, turn->conversation, settings,
	    turn_model(settings, engine));
	turn->engine = engine;
	turn->number++;
	turn->running = true;
	turn->run_id = turn->held_id = 0;
	tracker_start(&turn->tracker, loop_now(turn->loop),
	    loop_wall_ms(turn->loop));
	add_reply(turn, settings);
	trace_start(turn);
	engine_start(engine, &turn->request, on_engine_event, turn);
}

void
turn_cancel(struct turn *turn)
{
	if (turn->running)
		engine_cancel(turn->engine);
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
	request_release(&turn->request);
}
