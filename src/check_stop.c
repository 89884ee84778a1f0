/* check_stop.c: checks on what ends a reply.
 *
 * No model can be told what to say, but this one has said something, twice the
 * same: stop strings are taken from there, and so it is known what must come.
 * Each is asked for a whole reply and for a stream. */
#include <string.h>

#include "checks.h"
#include "json.h"
#include "utf8.h"

/* A reply of each form. */
struct pair {
	struct probe whole, stream;
};

static void
ask_pair(struct checks *checks, struct pair *pair, struct ask ask)
{
	ask.stream = false;
	probe_start(&pair->whole, &checks->prober, &ask);
	ask.stream = true;
	probe_start(&pair->stream, &checks->prober, &ask);
	prober_wait(&checks->prober);
}

static void
pair_release(struct pair *pair)
{
	probe_release(&pair->whole);
	probe_release(&pair->stream);
}

/* ---- Places in a text. */

/* Returns the offset of character number n, or the length. */
static size_t
offset_of(const struct text *text, size_t n)
{
	size_t at = 0;
	int32_t c;

	while (n-- && at < text->len)
		at += utf8_next(text->bytes + at, text->len - at, &c);
	return at;
}

static void
take_part(const struct text *text, size_t from, size_t count, struct text *out)
{
	size_t start = offset_of(text, from);

	text_append(out, text->bytes + start,
	    offset_of(text, from + count) - start);
}

/* Returns where the part stands first, or the length. */
static size_t
find_part(const struct text *text, const struct text *part)
{
	for (size_t i = 0; part->len && i + part->len <= text->len; i++)
		if (!memcmp(text->bytes + i, part->bytes, part->len))
			return i;
	return text->len;
}

static bool
begins_with(const struct text *text, const struct text *beginning)
{
	return beginning->len <= text->len && (!beginning->len ||
	    !memcmp(text->bytes, beginning->bytes, beginning->len));
}

/* ---- What must come. */

/* Returns how much of the text must come, with these stop strings. */
static size_t
expected_len(const struct text *text, const struct ask *ask)
{
	size_t len = text->len;

	for (size_t i = 0; i < PROBE_STOPS && ask->stop[i]; i++) {
		size_t at = find_part(text, ask->stop[i]);

		if (at < len)
			len = at;
	}
	return len;
}

/* Compares a reply with the beginning of one that was not stopped. */
static enum verdict
judge_stop(struct checks *checks, const struct probe *probe,
    const struct probe *free_one, const struct ask *ask)
{
	const struct text *all = &free_one->reply->text;
	const struct text *text = &probe->reply->text;
	size_t len = expected_len(all, ask);
	const char *reason = len < all->len ? "stop" : probe_reason(free_one);
	const char *form = probe->stream ? "streamed" : "whole";

	if (!probe_is_whole(probe))
		return check_fail(checks, "%s: %s", form,
		    check_tell(checks, probe));
	if (probe_has(probe, ANOMALY_STOP_STRING_LEAKED))
		return check_fail(checks, "%s: the stop string came, and the "
		    "reply went on", form);
	if (text->len != len || (len && memcmp(text->bytes, all->bytes, len)))
		return check_fail(checks, "%s: %s in place of %s", form,
		    check_quote(checks, text->bytes, text->len),
		    check_quote(checks, all->bytes, len));
	if (strcmp(probe_reason(probe), reason))
		return check_fail(checks, "%s: finish_reason is %s and not %s",
		    form, probe_reason(probe), reason);
	return CHECK_PASS;
}

static enum verdict
judge_pair(struct checks *checks, const struct pair *pair,
    const struct ask *ask)
{
	const struct text *text = &pair->whole.reply->text;
	enum verdict verdict;

	verdict = judge_stop(checks, &pair->whole, &checks->whole, ask);
	if (verdict != CHECK_PASS)
		return verdict;
	verdict = judge_stop(checks, &pair->stream, &checks->stream, ask);
	if (verdict != CHECK_PASS)
		return verdict;
	return check_pass(checks, "%s leaves %s",
	    check_quote(checks, ask->stop[0]->bytes, ask->stop[0]->len),
	    check_quote(checks, text->bytes, text->len));
}

static enum verdict
try_stops(struct checks *checks, const struct text *first,
    const struct text *second)
{
	struct ask ask = check_usual_ask(false);
	struct pair pair = { 0 };
	enum verdict verdict;

	ask.stop[0] = first;
	ask.stop[1] = second;
	ask_pair(checks, &pair, ask);
	verdict = judge_pair(checks, &pair, &ask);
	pair_release(&pair);
	return verdict;
}

/* ---- Stop strings. */

static size_t
characters(const struct checks *checks)
{
	const struct text *text = &checks->whole.reply->text;

	return utf8_count(text_string(text), text->len);
}

static enum verdict
try_part(struct checks *checks, size_t from, size_t count)
{
	struct text stop = { 0 };
	enum verdict verdict;

	take_part(&checks->whole.reply->text, from, count, &stop);
	verdict = try_stops(checks, &stop, NULL);
	text_release(&stop);
	return verdict;
}

enum verdict
check_stop_string(struct checks *checks)
{
	enum verdict verdict = try_part(checks, characters(checks) / 2, 4);

	checks->stops = verdict == CHECK_PASS;
	return verdict;
}

enum verdict
check_stop_first(struct checks *checks)
{
	return try_part(checks, 0, 1);
}

/* A reply that is another each time has this character, whatever it is. */
static enum verdict
try_any_character(struct checks *checks)
{
	struct text stop = { .bytes = (char[]){ "e" }, .len = 1 };
	struct ask ask = check_usual_ask(true);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.stop[0] = &stop;
	check_ask(checks, &probe, &ask);
	if (!probe_is_whole(&probe) ||
	    probe_has(&probe, ANOMALY_STOP_STRING_LEAKED))
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	else if (strcmp(probe_reason(&probe), "stop"))
		verdict = check_skip(checks, "the reply has no \"e\": %s",
		    check_tell(checks, &probe));
	else
		verdict = check_pass(checks, "\"e\" leaves %s",
		    check_quote(checks, probe.reply->text.bytes,
			probe.reply->text.len));
	probe_release(&probe);
	return verdict;
}

enum verdict
check_stop_character(struct checks *checks)
{
	const struct text *text = &checks->whole.reply->text;

	if (!text->len || !checks->repeats)
		return try_any_character(checks);
	return try_part(checks, characters(checks) / 2, 1);
}

/* The one from two characters before the cut to two behind it. */
static enum verdict
try_cut(struct checks *checks, size_t cut)
{
	const struct text *text = &checks->stream.reply->text;
	size_t from = utf8_count(text_string(text), cut);
	struct text stop = { 0 };
	enum verdict verdict;

	take_part(text, from - 2, 4, &stop);
	verdict = try_stops(checks, &stop, NULL);
	text_release(&stop);
	return verdict;
}

enum verdict
check_stop_split(struct checks *checks)
{
	const struct ids *cuts = &checks->stream.cuts;
	size_t len = checks->stream.reply->text.len;

	for (size_t i = 0; i < cuts->count; i++) {
		size_t cut = (size_t)cuts->items[i];

		if (cut >= len / 3 && cut >= 8 && cut + 8 < len)
			return try_cut(checks, cut);
	}
	return check_skip(checks, "no chunk ends in the middle of the text");
}

enum verdict
check_stop_two(struct checks *checks)
{
	const struct text *text = &checks->whole.reply->text;
	size_t count = characters(checks);
	struct text late = { 0 }, early = { 0 };
	enum verdict verdict;

	take_part(text, count * 3 / 4, 3, &late);
	take_part(text, count / 3, 3, &early);
	verdict = try_stops(checks, &late, &early);
	text_release(&late);
	text_release(&early);
	return verdict;
}

enum verdict
check_stop_absent(struct checks *checks)
{
	struct text stop = { 0 };
	enum verdict verdict;

	text_add(&stop, "qzx never said");
	verdict = try_stops(checks, &stop, NULL);
	text_release(&stop);
	return verdict;
}

/* ---- The same in other words. */

static const struct text *
middle(const struct checks *checks, struct text *out)
{
	take_part(&checks->whole.reply->text, characters(checks) / 2, 4, out);
	return out;
}

enum verdict
check_stop_plain(struct checks *checks)
{
	struct text stop = { 0 }, fields = { 0 };
	struct ask ask = check_usual_ask(false);
	struct probe probe = { 0 };
	enum verdict verdict;

	middle(checks, &stop);
	json_string(&fields, "stop", stop.bytes, stop.len);
	ask.fields = text_string(&fields);
	check_ask(checks, &probe, &ask);
	ask.stop[0] = &stop;
	verdict = judge_stop(checks, &probe, &checks->whole, &ask);
	if (verdict == CHECK_PASS)
		check_pass(checks, "as with a list");
	probe_release(&probe);
	text_release(&stop);
	text_release(&fields);
	return verdict;
}

/* What is odd may be refused, but must not break anything. */
static enum verdict
try_odd(struct checks *checks, const char *fields)
{
	const struct text *all = &checks->whole.reply->text;
	struct ask ask = check_usual_ask(false);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.fields = fields;
	check_ask(checks, &probe, &ask);
	if (check_is_refused(&probe))
		verdict = check_pass(checks, "%s", check_tell(checks, &probe));
	else if (!probe_is_whole(&probe) || (checks->repeats &&
	    !check_same_text(&probe.reply->text, all)))
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	else
		verdict = check_pass(checks, "it changes nothing");
	probe_release(&probe);
	return verdict;
}

enum verdict
check_stop_empty(struct checks *checks)
{
	return try_odd(checks, "\"stop\":[\"\"]");
}

/* The API allows four. */
enum verdict
check_stop_five(struct checks *checks)
{
	return try_odd(checks, "\"stop\":[\"qzx1\",\"qzx2\",\"qzx3\","
	    "\"qzx4\",\"qzx5\"]");
}

/* ---- Limits. */

enum { LIMIT = 5 };

static enum verdict
judge_limit(struct checks *checks, const struct probe *probe)
{
	const struct text *all = &checks->whole.reply->text;
	const struct text *text = &probe->reply->text;
	long long tokens = probe->reply->usage.completion_tokens;
	const char *form = probe->stream ? "streamed" : "whole";

	if (!probe_is_whole(probe))
		return check_fail(checks, "%s: %s", form,
		    check_tell(checks, probe));
	if (strcmp(probe_reason(probe), "length"))
		return check_fail(checks, "%s: %s", form,
		    check_tell(checks, probe));
	if (tokens >= 0 && tokens != LIMIT)
		return check_fail(checks, "%s: %lld tokens and not %d", form,
		    tokens, LIMIT);
	if (checks->repeats && !begins_with(all, text))
		return check_fail(checks, "%s: %s is not how the reply begins",
		    form, check_quote(checks, text->bytes, text->len));
	return check_pass(checks, "%d tokens: %s", LIMIT,
	    check_quote(checks, text->bytes, text->len));
}

/* Whether the reply had more tokens than the limit allows. */
static bool
is_long(const struct checks *checks)
{
	int64_t tokens = checks->whole.reply->usage.completion_tokens;

	return tokens > LIMIT || (tokens < 0 && checks->stream.texts > LIMIT);
}

static enum verdict
skip_short(struct checks *checks)
{
	return check_skip(checks, "the reply is not longer than %d tokens",
	    LIMIT);
}

enum verdict
check_max_tokens(struct checks *checks)
{
	struct ask ask = check_usual_ask(false);
	struct pair pair = { 0 };
	enum verdict verdict;

	if (!is_long(checks))
		return skip_short(checks);
	ask.max_tokens = LIMIT;
	ask_pair(checks, &pair, ask);
	verdict = judge_limit(checks, &pair.whole);
	if (verdict == CHECK_PASS)
		verdict = judge_limit(checks, &pair.stream);
	pair_release(&pair);
	return verdict;
}

/* ---- What need not be known. A server that refuses it, or says what it would
 * have said without, does not know it. */

static enum verdict
skip_ignored(struct checks *checks, const struct probe *probe)
{
	if (check_is_refused(probe))
		return check_skip(checks, "it is refused: %s",
		    check_tell(checks, probe));
	return check_skip(checks, "it makes no difference");
}

enum verdict
check_max_completion_tokens(struct checks *checks)
{
	struct ask ask = check_usual_ask(false);
	struct probe probe = { 0 };
	enum verdict verdict;

	if (!is_long(checks))
		return skip_short(checks);
	ask.max_tokens = 0;
	ask.fields = "\"max_completion_tokens\":5";
	check_ask(checks, &probe, &ask);
	if (check_is_refused(&probe) || (probe_is_whole(&probe) &&
	    strcmp(probe_reason(&probe), "length")))
		verdict = skip_ignored(checks, &probe);
	else
		verdict = judge_limit(checks, &probe);
	probe_release(&probe);
	return verdict;
}

static enum verdict
judge_include(struct checks *checks, const struct probe *probe,
    const struct ask *ask)
{
	const struct text *all = &checks->whole.reply->text;
	const struct text *text = &probe->reply->text;
	size_t len = expected_len(all, ask);

	if (check_is_refused(probe) || text->len == len)
		return skip_ignored(checks, probe);
	if (!probe_is_whole(probe) || text->len != len + ask->stop[0]->len ||
	    !begins_with(all, text))
		return check_fail(checks, "%s", check_tell(checks, probe));
	return check_pass(checks, "%s",
	    check_quote(checks, text->bytes, text->len));
}

static enum verdict
judge_min_tokens(struct checks *checks, const struct probe *probe,
    const struct ask *ask)
{
	const struct text *all = &checks->whole.reply->text;
	const struct text *stop = ask->stop[0];
	size_t len = probe->reply->text.len;

	if (check_is_refused(probe) || len == expected_len(all, ask))
		return skip_ignored(checks, probe);
	if (!probe_is_whole(probe) || len < all->len / 2)
		return check_fail(checks, "%s", check_tell(checks, probe));
	return check_pass(checks, "%zu bytes of text: %s was passed over", len,
	    check_quote(checks, stop->bytes, stop->len));
}

/* Asks with a stop string in the middle. */
static enum verdict
try_middle(struct checks *checks, struct ask *ask,
    enum verdict (*judge)(struct checks *checks, const struct probe *probe,
	const struct ask *ask))
{
	struct text stop = { 0 };
	struct probe probe = { 0 };
	enum verdict verdict;

	if (!checks->stops)
		return check_skip(checks, "stop strings do not end replies");
	ask->stop[0] = middle(checks, &stop);
	check_ask(checks, &probe, ask);
	verdict = judge(checks, &probe, ask);
	probe_release(&probe);
	text_release(&stop);
	return verdict;
}

enum verdict
check_stop_include(struct checks *checks)
{
	struct ask ask = check_usual_ask(false);

	ask.include_stop = true;
	return try_middle(checks, &ask, judge_include);
}

enum verdict
check_min_tokens(struct checks *checks)
{
	int64_t tokens = checks->whole.reply->usage.completion_tokens;
	struct ask ask = check_usual_ask(false);

	if (tokens < 2)
		return check_skip(checks, "it is not known how many tokens the "
		    "reply has");
	ask.min_tokens = tokens - 1;
	return try_middle(checks, &ask, judge_min_tokens);
}

static enum verdict
judge_ignore_eos(struct checks *checks, const struct probe *probe)
{
	if (check_is_refused(probe) ||
	    check_same_text(&probe->reply->text, &checks->whole.reply->text))
		return skip_ignored(checks, probe);
	if (!probe_is_whole(probe) || strcmp(probe_reason(probe), "length"))
		return check_fail(checks, "%s", check_tell(checks, probe));
	return check_pass(checks, "it went on to %s",
	    check_tell(checks, probe));
}

enum verdict
check_ignore_eos(struct checks *checks)
{
	int64_t tokens = checks->whole.reply->usage.completion_tokens;
	struct ask ask = check_usual_ask(false);
	struct probe probe = { 0 };
	enum verdict verdict;

	if (strcmp(probe_reason(&checks->whole), "stop") || tokens < 0)
		return check_skip(checks, "the reply does not end by itself, "
		    "or without usage");
	ask.ignore_eos = true;
	ask.max_tokens = tokens + LIMIT;
	check_ask(checks, &probe, &ask);
	verdict = judge_ignore_eos(checks, &probe);
	probe_release(&probe);
	return verdict;
}

/* ---- Token ids. */

/* Those that the server tells; an echo server may take characters for them. */
static int64_t
find_token_id(struct checks *checks)
{
	struct ask ask = check_usual_ask(false);
	const struct text *text = &checks->whole.reply->text;
	size_t at = offset_of(text, characters(checks) / 2);
	struct probe probe = { 0 };
	int64_t id;
	int32_t c;

	ask.token_ids = true;
	check_ask(checks, &probe, &ask);
	utf8_next(text->bytes + at, text->len - at, &c);
	id = probe.token_ids.count
	    ? probe.token_ids.items[probe.token_ids.count / 2] : c;
	probe_release(&probe);
	return id;
}

enum verdict
check_stop_token_ids(struct checks *checks)
{
	const struct text *all = &checks->whole.reply->text, *text;
	struct ask ask = check_usual_ask(false);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.stop_token_id = find_token_id(checks);
	check_ask(checks, &probe, &ask);
	text = &probe.reply->text;
	if (check_is_refused(&probe) || check_same_text(text, all))
		verdict = skip_ignored(checks, &probe);
	else if (!probe_is_whole(&probe) || !begins_with(all, text) ||
	    strcmp(probe_reason(&probe), "stop"))
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	else
		verdict = check_pass(checks, "%lld leaves %s",
		    (long long)ask.stop_token_id,
		    check_quote(checks, text->bytes, text->len));
	probe_release(&probe);
	return verdict;
}
