/* check_limits.c: checks on what else ends a reply, or keeps it from ending. */
#include <string.h>

#include "check_text.h"
#include "utf8.h"

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
	if (checks->repeats && !check_begins_with(all, text))
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
	struct ask ask = check_usual_ask(checks, false);
	struct pair pair = { 0 };
	enum verdict verdict;

	if (!is_long(checks))
		return skip_short(checks);
	ask.max_tokens = LIMIT;
	check_ask_pair(checks, &pair, ask);
	verdict = judge_limit(checks, &pair.whole);
	if (verdict == CHECK_PASS)
		verdict = judge_limit(checks, &pair.stream);
	check_release_pair(&pair);
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

/* Without another limit it might go on for ever. */
enum verdict
check_max_completion_tokens(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, true);
	struct probe probe = { 0 };
	enum verdict verdict;

	if (!is_long(checks))
		return skip_short(checks);
	ask.max_tokens = 0;
	ask.fields = "\"max_completion_tokens\":5";
	ask.leave_at = 3 * LIMIT;
	check_ask(checks, &probe, &ask);
	if (check_is_refused(&probe) || probe.texts >= ask.leave_at ||
	    !strcmp(probe_reason(&probe), "stop"))
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
	size_t len = check_expected_len(all, ask);

	if (check_is_refused(probe) || text->len == len)
		return skip_ignored(checks, probe);
	if (!probe_is_whole(probe) || text->len != len + ask->stop[0]->len ||
	    !check_begins_with(all, text))
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

	if (check_is_refused(probe) || len == check_expected_len(all, ask))
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
	ask->stop[0] = check_take_middle(checks, &stop);
	check_ask(checks, &probe, ask);
	verdict = judge(checks, &probe, ask);
	probe_release(&probe);
	text_release(&stop);
	return verdict;
}

enum verdict
check_stop_include(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, false);

	ask.include_stop = true;
	return try_middle(checks, &ask, judge_include);
}

enum verdict
check_min_tokens(struct checks *checks)
{
	int64_t tokens = checks->whole.reply->usage.completion_tokens;
	struct ask ask = check_usual_ask(checks, false);

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
	struct ask ask = check_usual_ask(checks, false);
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
	struct ask ask = check_usual_ask(checks, false);
	const struct text *text = &checks->whole.reply->text;
	size_t at = check_offset(text, check_characters(checks) / 2);
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
	struct ask ask = check_usual_ask(checks, false);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.stop_token_id = find_token_id(checks);
	check_ask(checks, &probe, &ask);
	text = &probe.reply->text;
	if (check_is_refused(&probe) || check_same_text(text, all))
		verdict = skip_ignored(checks, &probe);
	else if (!probe_is_whole(&probe) || !check_begins_with(all, text) ||
	    strcmp(probe_reason(&probe), "stop"))
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	else
		verdict = check_pass(checks, "%lld leaves %s",
		    (long long)ask.stop_token_id,
		    check_quote(checks, text->bytes, text->len));
	probe_release(&probe);
	return verdict;
}
