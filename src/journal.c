/* journal.c: the truth about a reply that was served.
 *
 * A token is planned by its engine, and its text is written when nothing holds
 * it back any more. Both are kept for each choice in order, so that the k-th
 * character of the text is the k-th token; those that were planned and never
 * written ended the reply. */
#include "journal.h"

#include <stdlib.h>

#include "ending.h"
#include "escape.h"
#include "exchange.h"
#include "json.h"
#include "utf8.h"
#include "xalloc.h"

struct times {
	int64_t *us;
	size_t count, capacity;
};

struct held {
	int64_t at;
	char *text; /* what is held, and what it may become, in quotes */
};

struct journal_choice {
	struct text text;
	struct times planned, written;
	struct held *held;
	size_t held_count, held_capacity;
	char *finish_reason;
	struct stop_reason stop_reason;
};

struct journal_pending {
	uint64_t behind; /* it is out when so many bytes are */
	size_t choice;
	size_t characters;
};

static void
times_add(struct times *times, int64_t us)
{
	times->us = xgrow(times->us, times->count, &times->capacity,
	    sizeof(*times->us));
	times->us[times->count++] = us;
}

void
journal_begin(struct journal *journal, size_t choices)
{
	journal->on = true;
	journal->left_at = -1;
	journal->count = choices;
	journal->choices = xcalloc(choices, sizeof(*journal->choices));
}

/* ---- Events. */

static void
add_held(struct journal_choice *choice, const struct engine_event *event,
    int64_t at)
{
	struct text text = { 0 };

	escape_quote(&text, event->bytes, event->len);
	text_add(&text, " may become ");
	escape_quote(&text, event->string, event->string_len);
	choice->held = xgrow(choice->held, choice->held_count,
	    &choice->held_capacity, sizeof(*choice->held));
	choice->held[choice->held_count++] =
	    (struct held){ at, text_take(&text) };
}

static void
add_text(struct journal *journal, size_t number,
    const struct engine_event *event, uint64_t written)
{
	text_append(&journal->choices[number].text, event->bytes, event->len);
	journal->pending = xgrow(journal->pending, journal->pending_count,
	    &journal->pending_capacity, sizeof(*journal->pending));
	journal->pending[journal->pending_count++] = (struct journal_pending){
		written, number, utf8_count(event->bytes, event->len) };
}

static void
add_end(struct journal_choice *choice, const struct ending *end)
{
	struct ending copy = { 0 };

	ending_copy(&copy, end);
	free(choice->finish_reason);
	choice->finish_reason = copy.finish_reason;
	choice->stop_reason = copy.stop_reason;
	copy.finish_reason = NULL;
	copy.stop_reason = (struct stop_reason){ 0 };
	ending_release(&copy);
}

void
journal_event(struct journal *journal, size_t number,
    const struct engine_event *event, int64_t started_at, int64_t now,
    uint64_t written)
{
	struct journal_choice *choice;

	if (!journal->on)
		return;
	choice = &journal->choices[number];
	for (unsigned i = 0; i < event->tokens; i++)
		times_add(&choice->planned,
		    (event->due_at ? event->due_at : now) - started_at);
	if (event->kind == ENGINE_HELD)
		add_held(choice, event, now - started_at);
	else if (event->kind == ENGINE_TEXT)
		add_text(journal, number, event, written);
	else if (engine_event_is_last(event) && event->end)
		add_end(choice, event->end);
}

void
journal_taken(struct journal *journal, uint64_t bytes, int64_t at)
{
	while (journal->pending_first < journal->pending_count) {
		const struct journal_pending *next =
		    &journal->pending[journal->pending_first];

		if (next->behind > bytes)
			return;
		for (size_t i = 0; i < next->characters; i++)
			times_add(&journal->choices[next->choice].written, at);
		journal->pending_first++;
	}
	journal->pending_first = journal->pending_count = 0;
}

/* ---- The line. */

static void
print_times(struct text *out, const char *name, const struct times *times)
{
	json_open(out, name, '[');
	for (size_t i = 0; i < times->count; i++)
		json_thousandths(out, NULL, times->us[i]);
	json_close(out, ']');
}

static void
print_held(struct text *out, const struct journal_choice *choice)
{
	json_open(out, "held", '[');
	for (size_t i = 0; i < choice->held_count; i++) {
		json_open(out, NULL, '{');
		json_thousandths(out, "ms", choice->held[i].at);
		json_text(out, "what", choice->held[i].text);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void
print_choice(struct text *out, const struct journal_choice *choice,
    size_t index)
{
	json_open(out, NULL, '{');
	json_integer(out, "index", (int64_t)index);
	json_string(out, "text", text_string(&choice->text),
	    choice->text.len);
	print_times(out, "planned_ms", &choice->planned);
	print_times(out, "written_ms", &choice->written);
	print_held(out, choice);
	json_text(out, "finish_reason", choice->finish_reason);
	ending_stop_reason(out, &choice->stop_reason);
	json_close(out, '}');
}

static void
print_faults(struct text *out, const struct faults *faults)
{
	struct text spec = { 0 };

	if (!faults->count)
		return;
	faults_show(faults, &spec);
	json_text(out, "fault", text_string(&spec));
	text_release(&spec);
}

static void
print_anomalies(struct text *out, const struct strings *anomalies)
{
	if (!anomalies->count)
		return;
	json_open(out, "anomalies", '[');
	for (size_t i = 0; i < anomalies->count; i++)
		json_text(out, NULL, text_string(&anomalies->items[i]));
	json_close(out, ']');
}

static void
print_request(struct text *out, const struct exchange *exchange)
{
	bool chat = exchange->form.endpoint == ENDPOINT_CHAT;

	json_text(out, "id", exchange->form.id);
	json_text(out, "x_request_id",
	    httpd_header(exchange->call, "x-request-id"));
	json_text(out, "peer", httpd_peer(exchange->call));
	json_text(out, "endpoint", chat ? "chat" : "completions");
	json_text(out, "model", exchange->form.model);
	json_bool(out, "stream", exchange->asked.stream);
	json_integer(out, "received_unix_ms", exchange->tracker.wall_ms);
	json_integer(out, "status", exchange->head.status);
}

void
journal_print(const struct exchange *exchange, struct text *out)
{
	const struct journal *journal = &exchange->journal;

	json_open(out, NULL, '{');
	print_request(out, exchange);
	print_faults(out, &exchange->faults);
	print_anomalies(out, &exchange->reply->anomalies);
	json_text(out, "ended", ending_word(&exchange->reply->end));
	if (journal->left_at >= 0)
		json_thousandths(out, "client_left_ms", journal->left_at);
	json_thousandths(out, "total_ms", tracker_total(&exchange->tracker));
	json_open(out, "choices", '[');
	for (size_t i = 0; i < journal->count; i++)
		print_choice(out, &journal->choices[i], i);
	json_close(out, ']');
	json_close(out, '}');
}

static void
choice_release(struct journal_choice *choice)
{
	text_release(&choice->text);
	free(choice->planned.us);
	free(choice->written.us);
	for (size_t i = 0; i < choice->held_count; i++)
		free(choice->held[i].text);
	free(choice->held);
	free(choice->finish_reason);
	text_release(&choice->stop_reason.string);
}

void
journal_release(struct journal *journal)
{
	for (size_t i = 0; i < journal->count; i++)
		choice_release(&journal->choices[i]);
	free(journal->choices);
	free(journal->pending);
	*journal = (struct journal){ 0 };
}
