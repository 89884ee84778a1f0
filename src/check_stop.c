/* check_stop.c: checks on stop strings.
 *
 * No model can be told what to say, but this one has said something, twice the
 * same: stop strings are taken from there, and so it is known what must come.
 * Each is asked for a whole reply and for a stream. */
#include <string.h>

#include "check_text.h"
#include "json.h"
#include "utf8.h"

/* Compares a reply with the beginning of one that was not stopped. */
static enum verdict
judge_stop(struct checks *checks, const struct probe *probe,
    const struct probe *free_one, const struct ask *ask)
{
	const struct text *all = &free_one->reply->text;
	const struct text *text = &probe->reply->text;
	size_t len = check_expected_len(all, ask);
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
	struct ask ask = check_usual_ask(checks, false);
	struct pair pair = { 0 };
	enum verdict verdict;

	ask.stop[0] = first;
	ask.stop[1] = second;
	check_ask_pair(checks, &pair, ask);
	verdict = judge_pair(checks, &pair, &ask);
	check_release_pair(&pair);
	return verdict;
}

static enum verdict
try_part(struct checks *checks, size_t from, size_t count)
{
	struct text stop = { 0 };
	enum verdict verdict;

	check_take_part(&checks->whole.reply->text, from, count, &stop);
	verdict = try_stops(checks, &stop, NULL);
	text_release(&stop);
	return verdict;
}

enum verdict
check_stop_string(struct checks *checks)
{
	enum verdict verdict;

	verdict = try_part(checks, check_characters(checks) / 2, 4);
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
	struct ask ask = check_usual_ask(checks, true);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.stop[0] = &stop;
	check_ask(checks, &probe, &ask);
	if (!probe_is_whole(&probe) ||
	    probe_has(&probe, ANOMALY_STOP_STRING_LEAKED))
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	else if (strcmp(probe_reason(&probe), "stop") ||
	    !probe.reply->text.len)
		verdict = check_skip(checks, "the reply has no \"e\", or no "
		    "text: %s", check_tell(checks, &probe));
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
	return try_part(checks, check_characters(checks) / 2, 1);
}

/* The one from two characters before the cut to two behind it. */
static enum verdict
try_cut(struct checks *checks, size_t cut)
{
	const struct text *text = &checks->stream.reply->text;
	size_t from = utf8_count(text_string(text), cut);
	struct text stop = { 0 };
	enum verdict verdict;

	check_take_part(text, from - 2, 4, &stop);
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
	size_t count = check_characters(checks);
	struct text late = { 0 }, early = { 0 };
	enum verdict verdict;

	check_take_part(text, count * 3 / 4, 3, &late);
	check_take_part(text, count / 3, 3, &early);
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

enum verdict
check_stop_plain(struct checks *checks)
{
	struct text stop = { 0 }, fields = { 0 };
	struct ask ask = check_usual_ask(checks, false);
	struct probe probe = { 0 };
	enum verdict verdict;

	check_take_middle(checks, &stop);
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
	struct ask ask = check_usual_ask(checks, false);
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
