/* reply.c: what a reply has said so far. */
#include "reply.h"

#include <stdlib.h>
#include <string.h>

#include "../src/escape.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "stop.h"
#include "textwatch.h"

enum {
	CHOICES_MAX = 128, /* as many as can be asked for */
	REPEATED_MIN = 16,
	SHOWN_MAX = 40,
};

#define HASH_SEED UINT64_C(0xcbf29ce484222325)

struct reply {
	const struct settings *settings;
	struct report *report;
	struct choice_state *choices[CHOICES_MAX];
	size_t count;

	struct stop *stop;
	bool cut;
	struct textwatch watch;
	struct text held; /* when the stream ended */
	uint64_t len, hash; /* of all text so far */

	struct toolcalls calls;
	bool has_words[CHANNELS]; /* of the answer */
	struct stop_reason stop_reason;
	int64_t completion_tokens;
	struct text whole, out; /* for a moment only */
};

/* Stop strings only, and hidden: with include_stop_str_in_output they are put
 * back, so that the beginning of one is seen at the end all the same. Only the
 * server knows which of them stand before min_tokens. */
static struct stop *
new_stop(const struct settings *settings)
{
	struct settings only = { .max_tokens = -1, .min_tokens = -1 };

	if (settings->min_tokens <= 0)
		only.stop = settings->stop;
	return stop_new(&only);
}

struct reply *
reply_new(const struct settings *settings, struct report *report)
{
	struct reply *reply = xcalloc(1, sizeof(*reply));

	reply->settings = settings;
	reply->report = report;
	reply->stop = new_stop(settings);
	reply->hash = HASH_SEED;
	reply->completion_tokens = -1;
	reply_choice(reply, 0);
	return reply;
}

void
reply_free(struct reply *reply)
{
	for (size_t i = 0; i < reply->count; i++) {
		choice_release(reply->choices[i]);
		free(reply->choices[i]);
	}
	stop_free(reply->stop);
	toolcalls_release(&reply->calls);
	text_release(&reply->stop_reason.string);
	text_release(&reply->held);
	text_release(&reply->whole);
	text_release(&reply->out);
	free(reply);
}

struct choice_state *
reply_choice(struct reply *reply, int64_t index)
{
	for (size_t i = 0; i < reply->count; i++)
		if (reply->choices[i]->index == index)
			return reply->choices[i];
	if (reply->count == CHOICES_MAX)
		return NULL;
	struct choice_state *choice = xcalloc(1, sizeof(*choice));

	choice->index = index;
	reply->choices[reply->count++] = choice;
	return choice;
}

static bool
is_answer(const struct reply *reply, const struct choice_state *choice)
{
	return choice == reply->choices[0];
}

/* ---- Text. */

static void
show(struct reply *reply)
{
	report_counted(reply->report, ENGINE_TEXT, reply->out.bytes,
	    reply->out.len);
	textwatch_feed(&reply->watch, reply->report, text_string(&reply->out),
	    reply->out.len);
	text_clear(&reply->out);
}

static void
show_held(struct reply *reply)
{
	struct report *report = reply->report;
	struct engine_event event = {
		.kind = ENGINE_HELD, .tokens = report->tokens };

	event.bytes = stop_held(reply->stop, &event.len);
	if (!event.len)
		return;
	event.string = text_string(stop_candidate(reply->stop));
	event.string_len = stop_candidate(reply->stop)->len;
	report->tokens = 0;
	report_event(report, &event);
}

static void
cut(struct reply *reply)
{
	const struct text *matched = stop_matched(reply->stop);
	bool included = reply->settings->include_stop_str_in_output;

	reply->cut = true;
	if (included)
		text_append(&reply->out, matched->bytes, matched->len);
	show(reply);
	textwatch_end(&reply->watch, reply->report);
	report_counted(reply->report, ENGINE_MATCHED, matched->bytes,
	    matched->len);
	if (!included)
		report_anomaly(reply->report, ANOMALY_STOP_STRING_LEAKED,
		    matched->bytes, matched->len);
}

static uint64_t
hash_more(uint64_t hash, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)bytes[i]) *
		    UINT64_C(0x100000001b3);
	return hash;
}

/* The text so far is known by its length and hash, so it need not be kept.
 * Lengths are equal only when a delta doubles the text: all of this is
 * linear. */
static void
watch_repetition(struct reply *reply, const char *bytes, size_t len)
{
	if (len >= REPEATED_MIN && len == reply->len &&
	    hash_more(HASH_SEED, bytes, len) == reply->hash)
		report_anomaly(reply->report, ANOMALY_FULL_TEXT_REPEATED,
		    bytes, len);
	reply->len += len;
	reply->hash = hash_more(reply->hash, bytes, len);
}

static void
take_text(struct reply *reply, const char *bytes, size_t len)
{
	watch_repetition(reply, bytes, len);
	stop_begin(reply->stop, -1, &reply->out);
	if (stop_bytes(reply->stop, bytes, len, &reply->out) == STOP_GO_ON) {
		stop_end_token(reply->stop, &reply->out);
		show(reply);
		show_held(reply);
	} else {
		cut(reply);
	}
}

/* Characters that are whole now go where they belong. */
static void
take_whole(struct reply *reply, struct choice_state *choice,
    enum channel channel)
{
	struct text *whole = &reply->whole;

	if (!whole->len)
		return;
	if (!is_answer(reply, choice)) {
		if (channel == CHANNEL_TEXT)
			report_event(reply->report, &(struct engine_event){
				.kind = ENGINE_CHOICE, .number = choice->index,
				.bytes = whole->bytes, .len = whole->len });
	} else if (channel == CHANNEL_TEXT) {
		take_text(reply, whole->bytes, whole->len);
	} else if (channel == CHANNEL_REASONING) {
		report_counted(reply->report, ENGINE_REASONING, whole->bytes,
		    whole->len);
	} else {
		report_bytes(reply->report, ENGINE_REFUSAL, whole->bytes,
		    whole->len);
	}
	text_clear(whole);
}

/* Returns whether it is news. A chunk is a token, whatever it brings. */
static bool
bring(struct reply *reply, struct choice_state *choice, enum channel channel,
    bool from_message)
{
	bool first = !choice->brought[CHANNEL_TEXT] &&
	    !choice->brought[CHANNEL_REASONING];
	bool counts = channel == CHANNEL_TEXT || channel == CHANNEL_REASONING;

	if (reply->cut || !choice_bring(choice, channel, from_message))
		return false;
	if (!is_answer(reply, choice))
		return true;
	reply->has_words[channel] = true;
	reply->report->tokens += counts && first;
	return true;
}

void
reply_words(struct reply *reply, struct choice_state *choice,
    enum channel channel, bool from_message, const char *bytes, size_t len)
{
	unsigned met;

	if (!len || !bring(reply, choice, channel, from_message))
		return;
	if (channel != CHANNEL_REFUSAL)
		choice_note_late(choice, reply->report, bytes, len);
	met = surrogate_feed(&choice->halves[channel], bytes, len,
	    &reply->whole);
	report_surrogates(reply->report, met, bytes, len);
	take_whole(reply, choice, channel);
}

void
reply_tool_call(struct reply *reply, struct choice_state *choice,
    const struct tool_piece *piece)
{
	const struct text *name = &piece->call.name;

	if (!bring(reply, choice, CHANNEL_TOOLS, piece->whole))
		return;
	choice_note_late(choice, reply->report, name->bytes, name->len);
	if (is_answer(reply, choice))
		toolcalls_add(&reply->calls, reply->report, piece);
}

/* ---- Ends. */

void
reply_stop_reason(struct reply *reply, const struct stop_reason *reason)
{
	struct stop_reason *known = &reply->stop_reason;

	known->kind = reason->kind;
	known->id = reason->id;
	text_clear(&known->string);
	text_append(&known->string, reason->string.bytes,
	    reason->string.len);
}

void
reply_completion_tokens(struct reply *reply, int64_t tokens)
{
	reply->completion_tokens = tokens;
}

void
reply_begin_chunk(struct reply *reply)
{
	for (size_t i = 0; i < reply->count; i++)
		choice_begin_chunk(reply->choices[i]);
}

void
reply_end_chunk(struct reply *reply)
{
	for (size_t i = 0; i < reply->count; i++) {
		struct choice_state *choice = reply->choices[i];

		choice_end_chunk(choice, reply->report);
		if (choice->finished_now && !is_answer(reply, choice))
			report_event(reply->report, &(struct engine_event){
				.kind = ENGINE_CHOICE, .number = choice->index,
				.string = text_string(&choice->reason),
				.string_len = choice->reason.len });
	}
}

bool
reply_is_cut(const struct reply *reply)
{
	return reply->cut;
}

bool
reply_is_finished(const struct reply *reply)
{
	int64_t finished = 0;
	int64_t asked = reply->settings->n > 1 ? reply->settings->n : 1;

	if (!reply->choices[0]->reason.len)
		return false;
	for (size_t i = 0; i < reply->count; i++)
		finished += reply->choices[i]->reason.len > 0;
	return finished >= asked;
}

const char *
reply_reason(const struct reply *reply)
{
	const struct text *reason = &reply->choices[0]->reason;

	return reason->len ? reason->bytes : NULL;
}

static void
flush_halves(struct reply *reply, struct choice_state *choice)
{
	for (int channel = 0; channel < CHANNEL_TOOLS; channel++) {
		report_surrogates(reply->report,
		    surrogate_end(&choice->halves[channel], &reply->whole),
		    NULL, 0);
		take_whole(reply, choice, (enum channel)channel);
	}
}

static void
flush_text(struct reply *reply)
{
	size_t len;
	const char *held = stop_held(reply->stop, &len);

	text_append(&reply->held, held, len);
	stop_flush(reply->stop, &reply->out);
	show(reply);
	textwatch_end(&reply->watch, reply->report);
}

void
reply_flush(struct reply *reply)
{
	for (size_t i = 0; i < reply->count && !reply->cut; i++)
		flush_halves(reply, reply->choices[i]);
	if (!reply->cut)
		flush_text(reply);
	toolcalls_end(&reply->calls, reply->report);
	for (size_t i = 0; i < reply->count; i++)
		choice_settle(reply->choices[i], reply->report);
}

static void
check_stop(struct reply *reply)
{
	const struct settings *settings = reply->settings;
	const struct text *held = &reply->held;
	struct report *report = reply->report;

	if (utf8_count(text_string(held), held->len) >= 2)
		report_anomaly(report, ANOMALY_PARTIAL_STOP_LEAKED,
		    held->bytes, held->len);
	/* Of several choices the tokens are counted together. */
	if (settings->max_tokens > 0 && settings->n <= 1 &&
	    reply->completion_tokens >= settings->max_tokens)
		report_anomaly(report, ANOMALY_SUSPECT_LENGTH, NULL, 0);
	if (reply->calls.count)
		report_anomaly(report, ANOMALY_TOOL_CALLS_WITH_STOP, NULL, 0);
	/* With a stop string it may be what was asked for. */
	if (!reply->has_words[CHANNEL_TEXT] &&
	    !reply->has_words[CHANNEL_REFUSAL] && !reply->calls.count &&
	    !settings->stop.count)
		report_anomaly(report, ANOMALY_EMPTY_ANSWER, NULL, 0);
}

void
reply_check(struct reply *reply)
{
	const char *reason = reply_reason(reply);

	if (!reason || reply->cut)
		return;
	if (!strcmp(reason, "stop"))
		check_stop(reply);
	if (!strcmp(reason, "tool_calls") && !reply->calls.count)
		report_anomaly(reply->report, ANOMALY_TOOL_CALLS_MISSING,
		    NULL, 0);
}

/* ---- Why. */

static void
set_stop_reason(const struct reply *reply, struct ending *end)
{
	const struct text *string = &reply->stop_reason.string;

	end->stop_reason.kind = reply->stop_reason.kind;
	end->stop_reason.id = reply->stop_reason.id;
	if (reply->cut) {
		end->stop_reason.kind = STOP_REASON_STRING;
		string = stop_matched(reply->stop);
	}
	text_append(&end->stop_reason.string, string->bytes, string->len);
}

static void
add_matched(const struct reply *reply, const struct text *string,
    struct text *why)
{
	text_add(why, "matched ");
	escape_quote_short(why, text_string(string), string->len, SHOWN_MAX);
	if (reply->cut && !reply->settings->include_stop_str_in_output)
		text_add(why, ", which the server let through");
}

static void
add_reason(const struct reply *reply, struct text *why)
{
	const char *reason = reply_reason(reply);

	if (!reason)
		text_add(why, "[DONE] without a finish_reason");
	else if (!strcmp(reason, "length") && reply->settings->max_tokens > 0)
		text_printf(why, "max_tokens %lld reached",
		    (long long)reply->settings->max_tokens);
	else
		text_add(why, "as the server says");
}

void
reply_ending(const struct reply *reply, struct ending *end)
{
	struct text why = { 0 };
	const char *reason = reply_reason(reply);

	end->finish_reason = reason ? xstrdup(reason) : NULL;
	set_stop_reason(reply, end);
	switch (end->stop_reason.kind) {
	case STOP_REASON_STRING:
		add_matched(reply, &end->stop_reason.string, &why);
		break;
	case STOP_REASON_ID:
		text_printf(&why, "token id %lld",
		    (long long)end->stop_reason.id);
		break;
	case STOP_REASON_NONE:
		add_reason(reply, &why);
		break;
	}
	end->why = text_take(&why);
}
