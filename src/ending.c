/* ending.c: how a reply ended, in words. */
#include "ending.h"

#include <string.h>

#include "cell.h"
#include "json.h"

enum ending_kind
ending_kind(const struct ending *end)
{
	switch (end->state) {
	case MESSAGE_CANCELLED:
		return ENDING_CANCELLED;
	case MESSAGE_TRUNCATED:
	case MESSAGE_FAILED:
		return ENDING_BROKEN;
	case MESSAGE_STREAMING:
	case MESSAGE_FINISHED:
		break;
	}
	return end->finish_reason && strcmp(end->finish_reason, "stop")
	    ? ENDING_SHORT
	    : ENDING_STOP;
}

const char *
ending_word(const struct ending *end)
{
	switch (end->state) {
	case MESSAGE_CANCELLED:
		return "cancelled";
	case MESSAGE_TRUNCATED:
		return "cut off";
	case MESSAGE_FAILED:
		return "failed";
	case MESSAGE_STREAMING:
	case MESSAGE_FINISHED:
		break;
	}
	if (end->finish_reason)
		return end->finish_reason;
	/* Cut at a stop string here: the server did not say so. */
	return end->stop_reason.kind != STOP_REASON_NONE ? "stop" : "end";
}

static void
add_ttft(struct text *out, int64_t us)
{
	double ms = (double)us / 1000;

	if (us < 0)
		return;
	if (ms < 10000)
		text_printf(out, "ttft %.*f ms", ms < 9.95, ms);
	else
		text_printf(out, "ttft %.1f s", ms / 1000);
}

static void
add_rate(struct text *out, double rate)
{
	if (rate > 0)
		text_printf(out, "%.*f tok/s", rate < 9.95, rate);
}

/* Adds a part if it fits. False if not; then no later one may. */
static bool
add_part(struct text *out, struct text *part, const char *separator,
    int columns)
{
	int width = cell_width(text_string(out), out->len) +
	    cell_width(text_string(part), part->len) +
	    cell_width(separator, strlen(separator));

	if (!part->len)
		return true;
	if (columns && width > columns)
		return false;
	if (out->len)
		text_add(out, separator);
	text_append(out, part->bytes, part->len);
	text_clear(part);
	return true;
}

static void
add_anomalies(struct text *out, size_t count)
{
	if (count)
		text_printf(out, "! %zu anomal%s", count,
		    count == 1 ? "y" : "ies");
}

/* What the engine says; our own count is marked as such. */
static void
add_tokens(struct text *out, const struct message *message)
{
	int64_t tokens = message->usage.completion_tokens;
	bool counted = message->remote && tokens < 0;

	if (tokens < 0)
		tokens = message->timing.tokens;
	text_printf(out, "%lld token%s%s", (long long)tokens,
	    tokens == 1 ? "" : "s", counted ? " counted" : "");
}

static void
add_measures(struct text *out, const struct message *message,
    const char *separator, int columns)
{
	struct text part = { 0 };

	/* They are said even where the sentence of an error fills the row. */
	add_anomalies(&part, message->anomalies.count);
	if (!add_part(out, &part, separator, message->end.error ? 0 : columns))
		goto done;
	if (message->timing.tokens > 0 || message->usage.completion_tokens > 0 ||
	    (!message->remote && !message->end.error))
		add_tokens(&part, message);
	if (!add_part(out, &part, separator, columns))
		goto done;
	add_ttft(&part, message->timing.ttft_us);
	if (!add_part(out, &part, separator, columns))
		goto done;
	add_rate(&part, message->timing.tokens_per_s);
	add_part(out, &part, separator, columns);
done:
	text_release(&part);
}

void
ending_print(struct text *out, const struct message *message,
    const char *separator, int columns)
{
	const struct ending *end = &message->end;

	if (end->error)
		text_add(out, end->error);
	else if (end->why)
		text_add(out, end->why);
	add_measures(out, message, separator, columns);
}

void
ending_stop_reason(struct text *out, const struct stop_reason *reason)
{
	switch (reason->kind) {
	case STOP_REASON_NONE:
		json_null(out, "stop_reason");
		break;
	case STOP_REASON_STRING:
		json_string(out, "stop_reason", text_string(&reason->string),
		    reason->string.len);
		break;
	case STOP_REASON_ID:
		json_integer(out, "stop_reason", reason->id);
		break;
	}
}
