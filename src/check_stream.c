/* check_stream.c: checks on the form of one streamed reply. */
#include <stdlib.h>
#include <string.h>

#include "checks.h"

enum verdict
check_stream(struct checks *checks)
{
	struct probe *stream = &checks->stream;
	struct ask ask = check_usual_ask(checks, true);

	check_ask(checks, stream, &ask);
	if (!probe_is_whole(stream))
		return check_fail(checks, "%s", check_tell(checks, stream));
	return check_pass(checks, "%zu chunks, %s", stream->form.chunks,
	    check_tell(checks, stream));
}

enum verdict
check_stream_type(struct checks *checks)
{
	static const char events[] = "text/event-stream";
	const struct text *type = &checks->stream.type;
	const char *quoted = check_quote(checks, type->bytes, type->len);

	if (strncmp(text_string(type), events, strlen(events)))
		return check_fail(checks, "%s in place of %s", quoted, events);
	return check_pass(checks, "%s", quoted);
}

enum verdict
check_stream_lines(struct checks *checks)
{
	const struct text *body = &checks->stream.body;
	size_t at = streamform_bad_line(text_string(body), body->len);
	size_t len = strcspn(text_string(body) + at, "\n");

	if (at < body->len)
		return check_fail(checks, "at byte %zu: %s", at,
		    check_quote(checks, body->bytes + at, len));
	return check_pass(checks, "%zu bytes", body->len);
}

enum verdict
check_stream_role(struct checks *checks)
{
	if (!checks->stream.form.choices[0].role)
		return check_fail(checks, "the first chunk has no role "
		    "assistant");
	return check_pass(checks, "assistant");
}

/* ---- What all chunks have in common. */

static enum verdict
judge_same(struct checks *checks, const char *name, const struct same *same)
{
	const struct text *first = &same->first, *other = &same->other;

	if (!same->seen)
		return check_fail(checks, "no chunk has %s", name);
	if (same->missing)
		return check_fail(checks, "%zu of %zu chunks have no %s",
		    same->missing, checks->stream.form.chunks, name);
	if (other->len)
		return check_fail(checks, "%s is %.100s, and then %.100s",
		    name, text_string(first), text_string(other));
	return check_pass(checks, "%.100s in %zu chunks", text_string(first),
	    same->seen);
}

enum verdict
check_stream_id(struct checks *checks)
{
	return judge_same(checks, "id", &checks->stream.form.id);
}

enum verdict
check_stream_model(struct checks *checks)
{
	return judge_same(checks, "model", &checks->stream.form.model);
}

/* Seconds since 1970: milliseconds are a known mistake. */
enum verdict
check_stream_created(struct checks *checks)
{
	const struct same *created = &checks->stream.form.created;
	enum verdict verdict = judge_same(checks, "created", created);
	double value = strtod(text_string(&created->first), NULL);
	double now = (double)loop_wall_ms(checks->prober.loop) / 1000;

	if (verdict == CHECK_PASS && (value < 1 || value > 10 * now))
		return check_fail(checks, "created is %.100s: no seconds since "
		    "1970", text_string(&created->first));
	return verdict;
}

enum verdict
check_stream_object(struct checks *checks)
{
	const struct same *object = &checks->stream.form.object;

	if (object->seen &&
	    strcmp(text_string(&object->first), "\"chat.completion.chunk\""))
		return check_fail(checks, "object is %.100s",
		    text_string(&object->first));
	return judge_same(checks, "object", object);
}

/* ---- The end. */

enum verdict
check_stream_finish(struct checks *checks)
{
	const struct choice_form *choice = &checks->stream.form.choices[0];

	if (choice->finishes != 1)
		return check_fail(checks, "%zu chunks have a finish_reason",
		    choice->finishes);
	if (choice->behind_finish)
		return check_fail(checks, "%zu chunks of the choice stand "
		    "behind the finish_reason", choice->behind_finish);
	return check_pass(checks, "%s, in chunk %zu of the choice",
	    probe_reason(&checks->stream), choice->chunks);
}

enum verdict
check_stream_done(struct checks *checks)
{
	const struct streamform *form = &checks->stream.form;

	if (!form->done)
		return check_fail(checks, "no [DONE] came");
	if (form->behind_done)
		return check_fail(checks, "%zu events came behind it",
		    form->behind_done);
	if (checks->stream.late)
		return check_fail(checks, "the reply was still open two "
		    "seconds behind it");
	return check_pass(checks, "the last of %zu events", form->chunks + 1);
}

/* ---- The whole reply and the streamed one. */

static size_t
first_difference(const struct text *a, const struct text *b)
{
	size_t i = 0;

	while (i < a->len && i < b->len && a->bytes[i] == b->bytes[i])
		i++;
	return i;
}

enum verdict
check_stream_same(struct checks *checks)
{
	const struct text *whole = &checks->whole.reply->text;
	const struct text *stream = &checks->stream.reply->text;
	const char *reason = probe_reason(&checks->whole);
	size_t at = first_difference(whole, stream);

	if (strcmp(reason, probe_reason(&checks->stream)))
		return check_fail(checks, "finish_reason is %s, and %s "
		    "streamed", reason, probe_reason(&checks->stream));
	if (check_same_text(whole, stream))
		return check_pass(checks, "%zu bytes of text, and %s",
		    whole->len, reason);
	if (!checks->repeats)
		return check_skip(checks, "the reply is not the same each "
		    "time");
	return check_fail(checks, "from byte %zu on the text is %s, and %s "
	    "streamed", at, check_quote(checks, whole->bytes + at,
		whole->len - at),
	    check_quote(checks, stream->bytes + at, stream->len - at));
}

static enum verdict
judge_counts(struct checks *checks, const struct usage *usage)
{
	const struct usage *other = &checks->whole.reply->usage;
	long long in = usage->prompt_tokens, out = usage->completion_tokens;
	long long total = usage->total_tokens;
	bool same = check_same_text(&checks->whole.reply->text,
	    &checks->stream.reply->text);

	if (in + out != total)
		return check_fail(checks, "%lld and %lld tokens are %lld in "
		    "all", in, out, total);
	if (same && other->total_tokens >= 0 && (out !=
	    other->completion_tokens || in != other->prompt_tokens))
		return check_fail(checks, "%lld and %lld tokens, and %lld and "
		    "%lld in the whole reply", in, out,
		    (long long)other->prompt_tokens,
		    (long long)other->completion_tokens);
	return check_pass(checks, "%lld + %lld = %lld tokens", in, out, total);
}

enum verdict
check_stream_usage(struct checks *checks)
{
	const struct streamform *form = &checks->stream.form;

	if (!form->usages && form->usages_beside)
		return check_fail(checks, "it stands in a chunk with choices");
	if (!form->usages)
		return check_fail(checks, "no usage came");
	if (form->usages > 1 || form->usages_early)
		return check_fail(checks, "%zu chunks have it, %zu of them "
		    "before the last", form->usages, form->usages_early);
	return judge_counts(checks, &checks->stream.reply->usage);
}

/* ---- Times and pieces. */

enum { TEXTS_LEAST = 4, KEPT_LEAST_MS = 200, TRICKLE_LEAST = 64 };

/* No model makes a token in this time. */
#define GAP_LEAST_MS 0.02

/* What is over at once cannot be told from what was kept to the end. */
enum verdict
check_stream_pace(struct checks *checks)
{
	const struct probe *stream = &checks->stream;
	double ttft = (double)(stream->text_at - stream->sent_at) / 1000;
	double rest = (double)(stream->last_text_at - stream->text_at) / 1000;

	if (!stream->text_at)
		return check_skip(checks, "there is no text");
	if (stream->texts < TEXTS_LEAST && stream->reply->text.len >
	    TEXTS_LEAST * TEXTS_LEAST)
		return check_fail(checks, "%zu bytes of text came in %zu "
		    "chunk%s", stream->reply->text.len, stream->texts,
		    stream->texts == 1 ? "" : "s");
	if (ttft >= KEPT_LEAST_MS && rest < GAP_LEAST_MS *
	    (double)stream->texts)
		return check_fail(checks, "nothing for %.1f ms, then all in "
		    "%.1f ms", ttft, rest);
	return check_pass(checks, "first of %zu after %.1f ms, last %.1f ms "
	    "later", stream->texts, ttft, rest);
}

enum verdict
check_stream_writes(struct checks *checks)
{
	const struct probe *stream = &checks->stream;

	if (stream->broken_pieces)
		return check_fail(checks, "%zu of %zu pieces of the body end "
		    "within a character", stream->broken_pieces,
		    stream->pieces);
	if (stream->tiny_pieces > TRICKLE_LEAST)
		return check_fail(checks, "%zu bytes came in %zu pieces, %zu "
		    "of them of one or a few bytes", stream->body.len,
		    stream->pieces, stream->tiny_pieces);
	return check_pass(checks, "%zu chunks in %zu pieces",
	    stream->form.chunks, stream->pieces);
}
