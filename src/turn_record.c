/* turn_record.c: the request trace record of each turn.
 *
 * The prompt is hashed when it is sent, because the conversation may change
 * while the reply streams. The record is made after the last event, when the
 * engine has let go of the request and all counts are in. */
#include "turn_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "turn.h"

/* ---- Sessions. */

void
turn_record_new_session(struct turn_record *record)
{
	if (!record->tracing || record->front == RECORD_PROMPT)
		return;
	uuid_make(record->session);
	record->agent.session_id = record->session;
}

static bool
is_given(const char *string)
{
	return string && *string;
}

static void
first_session(struct turn_record *record)
{
	const struct tracing *tracing = record->tracing;

	turn_record_new_session(record);
	if (is_given(tracing->session_id))
		record->agent.session_id = tracing->session_id;
	record->agent.parent_session_id = tracing->parent_session_id;
}

/* ---- Sinks. */

bool
turn_record_open(struct turn_record *record, const struct tracing *tracing,
    enum record_front front, struct text *error)
{
	struct trace_sink_options sinks = tracing->sinks;

	if (!tracing->on)
		return true;
	if (front == RECORD_SCREEN)
		sinks.standard_error = false;
	if (sinks.file || sinks.standard_error) {
		record->sink = trace_sink_open(&sinks, error);
		if (!record->sink)
			return false;
	}
	record->tracing = tracing;
	record->front = front;
	first_session(record);
	return true;
}

void
turn_record_share(struct turn_record *record, const struct turn_record *with)
{
	*record = (struct turn_record){ .tracing = with->tracing,
		.front = with->front,
		.sink = with->sink,
		.borrowed = true,
		.warn = with->warn,
		.warn_data = with->warn_data };
	if (with->tracing)
		first_session(record);
}

static void
warn(struct turn_record *record, const struct text *sentences)
{
	if (sentences->len && record->warn)
		record->warn(record->warn_data, text_string(sentences));
}

void
turn_record_close(struct turn_record *record)
{
	struct text news = { 0 };

	if (!record->borrowed)
		trace_sink_close(record->sink, &news);
	warn(record, &news);
	text_release(&news);
	replay_hash_release(&record->replay);
	record->sink = NULL;
	record->tracing = NULL;
}

/* ---- The turn. */

static void
hash_text(void *data, const struct text *text)
{
	replay_hash_add_text(data, text_string(text), text->len);
}

static enum input_trigger
trigger_of(const struct request *request)
{
	const struct message *last = request_last(request);

	return last ? input_trigger_of(last->role) : TRIGGER_OTHER;
}

void
turn_record_begin(struct turn *turn)
{
	struct turn_record *record = &turn->record;
	const struct tracing *tracing = record->tracing;
	bool remote = turn->engine->ops->remote;

	if (!tracing)
		return;
	replay_hash_release(&record->replay);
	record->replay.block_size = (size_t)tracing->block_size;
	record->reply_ids = 0;
	record->agent.input_trigger = trigger_of(&turn->request);
	record->trace = (struct request_trace){
		.request_id = turn->request.id,
		.agent = record->agent.session_id ? &record->agent : NULL,
		.tracker = &turn->tracker,
		.reply = turn->reply,
		.block_size = record->replay.block_size,
		.n = turn->request.settings.n,
		.best_of = request_best_of(&turn->request),
	};
	turn->request.token_ids = remote && !tracing->characters;
	if (turn->request.token_ids)
		return;
	request_texts(&turn->request, hash_text, &record->replay);
	replay_hash_end(&record->replay);
	record->trace.replay = &record->replay;
}

/* A server may say the ids of the prompt again. */
void
turn_record_ids(struct turn *turn, const struct engine_event *event)
{
	struct turn_record *record = &turn->record;

	if (!record->tracing)
		return;
	if (event->number == TOKEN_IDS_REPLY)
		record->reply_ids += (int64_t)event->id_count;
	else if (!record->trace.replay) {
		replay_hash_add(&record->replay, event->ids, event->id_count);
		replay_hash_end(&record->replay);
		record->trace.replay = &record->replay;
	}
}

/* ---- The end. */

/* In the trace, if somebody looks at it. */
static void
add_line(struct turn *turn, const char *what, const struct text *detail,
    const struct text *data)
{
	struct trace_entry *entry;

	if (!turn->trace)
		return;
	entry = trace_add(turn->trace, TRACE_RECORDED, turn->number,
	    gate_now(&turn->gate) - turn->tracker.started_at, what);
	text_append(&entry->detail, detail->bytes,
	    strcspn(text_string(detail), "\n"));
	trace_add_data(turn->trace, entry, data->bytes, data->len);
}

static void
add_places(const struct turn_record *record, struct text *out)
{
	const struct trace_sink_options *sinks = &record->tracing->sinks;
	bool screen = record->front == RECORD_SCREEN;

	text_add(out, "request_end");
	if (sinks->file)
		text_printf(out, " → %s", sinks->to.path);
	if (sinks->standard_error && screen)
		text_printf(out, "%s not to stderr: the screen is there",
		    sinks->file ? "," : "");
	else if (sinks->standard_error)
		text_printf(out, "%s stderr", sinks->file ? "," : " →");
}

/* What went wrong with this record, or with earlier ones. */
static void
tell_news(struct turn *turn)
{
	struct turn_record *record = &turn->record;
	struct text news = { 0 };

	if (record->sink)
		trace_sink_news(record->sink, &news);
	if (news.len)
		add_line(turn, "record", &news, &(struct text){ 0 });
	warn(record, &news);
	text_release(&news);
}

static void
keep(struct turn *turn, struct text *json)
{
	struct turn_record *record = &turn->record;
	struct text places = { 0 };

	add_places(record, &places);
	add_line(turn, "record", &places, json);
	text_release(&places);
	if (record->sink)
		trace_sink_add(record->sink, json);
	tell_news(turn);
}

/* The screen has the line of the trace; elsewhere nobody sees that. */
static void
skip(struct turn *turn, const struct text *reason)
{
	struct text sentence = { 0 };

	text_printf(&sentence, "no trace record of request %s: %s",
	    turn->request.id, text_string(reason));
	add_line(turn, "no record", reason, &sentence);
	if (turn->record.front != RECORD_SCREEN)
		warn(&turn->record, &sentence);
	text_release(&sentence);
}

/* Whether anything of an answer came. */
static bool
has_begun(const struct turn *turn)
{
	const struct message *reply = turn->reply;

	return turn->tracker.tokens || reply->text.len ||
	    reply->reasoning.len || reply->refusal.len ||
	    reply->tool_call_count || reply->other_count ||
	    reply->usage.completion_tokens >= 0;
}

void
turn_record_end(struct turn *turn, enum message_state state)
{
	struct turn_record *record = &turn->record;
	struct text text = { 0 };

	if (!record->tracing)
		return;
	record->trace.begun = has_begun(turn);
	record->trace.output_tokens = record->reply_ids
	    ? record->reply_ids
	    : turn->tracker.tokens;
	switch (request_trace_end(&record->trace, request_end_of(state),
	    gate_now(&turn->gate), &text)) {
	case TRACE_NONE:
		break;
	case TRACE_RECORD:
		keep(turn, &text);
		break;
	case TRACE_SKIPPED:
		skip(turn, &text);
		break;
	}
	text_release(&text);
}
