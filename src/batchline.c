/* batchline.c: the lines of in=batch.
 *
 * A line of the output is the object of the input as it came, byte for byte,
 * with our fields at its end. So its beginning can be told before it is
 * answered, and --resume compares nothing else. */
#include "batchline.h"

#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "ending.h"
#include "events.h"
#include "json.h"
#include "utf8.h"

enum { SHOWN_MAX = 20 };

/* ---- The input. */

/* An output may be the input of another run: what it got then is replaced. */
static bool
is_ours(const struct json *member)
{
	static const char *const names[] = { "response", "reasoning_content",
		"refusal", "tool_calls", "other_choices", "tokens_in",
		"tokens_out", "elapsed_ms", "ttft_ms", "outcome",
		"finish_reason", "stop_reason", "anomalies", "error" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (member->name_len == strlen(names[i]) &&
		    !memcmp(member->name, names[i], member->name_len))
			return true;
	return false;
}

/* Appends the object without its closing bracket. A member reaches from the end
 * of the one before to its own, and so brings its comma. */
static void
add_members(struct text *out, const struct json *object, struct span line)
{
	size_t from = object->start + 1;

	text_add(out, "{");
	for (const struct json *at = object->first; at; at = at->next) {
		struct span member = { line.bytes + from, at->end - from };

		from = at->end;
		if (is_ours(at))
			continue;
		if (out->len == 1 && at != object->first) {
			const char *comma = memchr(member.bytes, ',',
			    member.len);

			member.len -= (size_t)(comma + 1 - member.bytes);
			member.bytes = comma + 1;
		}
		text_append(out, member.bytes, member.len);
	}
}

static void
begin_answer(struct text *head)
{
	text_add(head, head->len > 1 ? ",\"response\":" : "\"response\":");
}

static void
begin_broken(struct batch_line *batch, uint64_t number)
{
	batch->form = BATCH_BAD;
	text_clear(&batch->head);
	text_printf(&batch->head, "{\"line\":%llu",
	    (unsigned long long)number);
}

void
batch_line_refuse(struct batch_line *batch, uint64_t number, const char *why)
{
	begin_broken(batch, number);
	begin_answer(&batch->head);
	text_clear(&batch->content);
	text_add(&batch->content, why);
}

static bool
is_wrong(struct text *why, struct span line, size_t at, const char *what)
{
	text_printf(why, "it is not %s: something is wrong at byte %zu", what,
	    at);
	if (at < line.len) {
		text_add(why, ", ");
		escape_quote_short(why, line.bytes + at, line.len - at,
		    SHOWN_MAX);
	}
	return false;
}

/* False with the reason. */
static bool
read_object(struct json_reader *reader, struct span line, struct text *why)
{
	size_t valid = utf8_valid(line.bytes, line.len);

	if (valid < line.len)
		return is_wrong(why, line, valid, "UTF-8");
	switch (json_read(reader, line.bytes, line.len)) {
	case JSON_OK:
		break;
	case JSON_DEEP:
		text_printf(why, "it is nested deeper than %d levels",
		    JSON_DEPTH_MAX);
		return false;
	case JSON_MANY:
		text_printf(why, "it has more than %d values",
		    JSON_VALUES_MAX);
		return false;
	case JSON_NOT:
	case JSON_BROKEN:
		return is_wrong(why, line, json_trouble(reader), "JSON");
	}
	if (json_was_bent(reader))
		return is_wrong(why, line, json_trouble(reader), "JSON");
	if (json_root(reader)->kind == JSON_OBJECT)
		return true;
	text_add(why, "it is not a JSON object");
	return false;
}

static void
read_content(struct batch_line *batch, const struct json *object)
{
	bool twice;
	const struct json *text = json_get(object, "text", &twice);

	if (json_get(object, "messages", &twice)) {
		batch->form = BATCH_BODY;
		text_append(&batch->content, batch->head.bytes,
		    batch->head.len);
		text_add(&batch->content, "}");
	} else if (!text || text->kind != JSON_STRING) {
		batch->form = BATCH_BAD;
		text_add(&batch->content, text ? "\"text\" is not a string"
		    : "it has neither \"text\" nor \"messages\"");
	} else {
		batch->form = BATCH_TEXT;
		/* It may hold halves of characters. */
		utf8_repair(&batch->content, text->bytes, text->len);
	}
}

void
batch_line_read(struct batch_line *batch, struct json_reader *reader,
    struct span line, uint64_t number)
{
	line = span_trim(line);
	text_clear(&batch->content);
	if (read_object(reader, line, &batch->content)) {
		text_clear(&batch->head);
		add_members(&batch->head, json_root(reader), line);
		read_content(batch, json_root(reader));
	} else {
		begin_broken(batch, number);
	}
	begin_answer(&batch->head);
}

void
batch_line_release(struct batch_line *batch)
{
	text_release(&batch->content);
	text_release(&batch->head);
}

/* ---- The output. */

static void
add_count(struct text *out, const char *name, int64_t count)
{
	if (count < 0)
		json_null(out, name);
	else
		json_integer(out, name, count);
}

static void
add_time(struct text *out, const char *name, int64_t us)
{
	if (us < 0)
		json_null(out, name);
	else
		json_thousandths(out, name, us);
}

static void
add_part(struct text *out, const char *name, const struct text *part)
{
	if (part->len)
		json_string(out, name, part->bytes, part->len);
}

/* What the server says; else what was counted here, if anything came. */
static int64_t
tokens_out(const struct turn *turn)
{
	int64_t said = turn->reply->usage.completion_tokens;

	if (said >= 0 || !turn->tracker.tokens)
		return said;
	return turn->tracker.tokens;
}

static void
add_counts(struct text *out, const struct turn *turn)
{
	add_count(out, "tokens_in", turn->reply->usage.prompt_tokens);
	add_count(out, "tokens_out", tokens_out(turn));
	add_time(out, "elapsed_ms", tracker_total(&turn->tracker));
	add_time(out, "ttft_ms", tracker_ttft(&turn->tracker));
}

void
batch_answer(struct text *line, const struct turn *turn)
{
	const struct message *reply = turn->reply;

	json_string(line, NULL, text_string(&reply->text), reply->text.len);
	add_part(line, "reasoning_content", &reply->reasoning);
	add_part(line, "refusal", &reply->refusal);
	if (reply->tool_call_count)
		events_tool_calls(line, reply);
	if (reply->other_count)
		events_other_choices(line, reply);
	add_counts(line, turn);
	json_text(line, "outcome", events_outcome(reply->end.state));
	json_text(line, "finish_reason", reply->end.finish_reason);
	ending_stop_reason(line, &reply->end.stop_reason);
	events_anomalies(line, reply);
	events_error(line, &reply->end);
	text_add(line, "}\n");
}

void
batch_failure(struct text *line, const char *sentence)
{
	struct ending end = { .error = (char *)sentence };

	json_null(line, NULL);
	json_null(line, "tokens_in");
	json_null(line, "tokens_out");
	json_null(line, "elapsed_ms");
	json_null(line, "ttft_ms");
	json_text(line, "outcome", events_outcome(MESSAGE_FAILED));
	json_null(line, "finish_reason");
	json_null(line, "stop_reason");
	json_open(line, "anomalies", '[');
	json_close(line, ']');
	events_error(line, &end);
	text_add(line, "}\n");
}

/* ---- The output, read back. */

static struct span
get_string(const struct json *object, const char *name)
{
	bool twice;
	const struct json *value = json_get(object, name, &twice);

	if (!value || value->kind != JSON_STRING)
		return (struct span){ NULL, 0 };
	return (struct span){ value->bytes, value->len };
}

static int64_t
get_count(const struct json *object, const char *name)
{
	bool twice;
	int64_t count;

	return json_to_integer(json_get(object, name, &twice), &count) ? count
	                                                               : -1;
}

static double
get_time(const struct json *object, const char *name)
{
	bool twice;
	const struct json *value = json_get(object, name, &twice);

	return value && value->kind == JSON_NUMBER ? strtod(value->bytes, NULL)
	                                           : -1;
}

static struct span
word_of(const char *string)
{
	return (struct span){ string, strlen(string) };
}

static void
read_end(struct batch_result *result, const struct json *line)
{
	bool twice;
	const struct json *outcome = json_get(line, "outcome", &twice);
	const struct json *reason = json_get(line, "stop_reason", &twice);

	result->word = get_string(line, "finish_reason");
	if (json_is(outcome, events_outcome(MESSAGE_TRUNCATED))) {
		result->unfinished = true;
		result->word = word_of("cut off");
	} else if (!json_is(outcome, events_outcome(MESSAGE_FINISHED))) {
		result->failed = true;
		result->word = word_of("failed");
	} else if (!result->word.bytes) {
		/* Cut at a stop string here: the server did not say so. */
		result->unfinished = !reason || reason->kind == JSON_NULL;
		result->word = word_of(result->unfinished ? "end" : "stop");
	}
}

void
batch_result_read(struct batch_result *result, struct json_reader *reader,
    struct span line)
{
	const struct json *root = NULL;
	bool twice;

	if (json_read(reader, line.bytes, line.len) == JSON_OK)
		root = json_root(reader);
	*result = (struct batch_result){
		.error = get_string(json_get(root, "error", &twice), "message"),
		.tokens_in = get_count(root, "tokens_in"),
		.tokens_out = get_count(root, "tokens_out"),
		.elapsed_ms = get_time(root, "elapsed_ms"),
		.ttft_ms = get_time(root, "ttft_ms"),
	};
	read_end(result, root);
}
