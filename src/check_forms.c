/* check_forms.c: checks on other forms of requests and replies. */
#include <string.h>

#include "checks.h"
#include "json.h"
#include "utf8.h"

/* ---- Several choices. */

/* What was made of them; the first is the reply itself. */
static bool
has_both(const struct probe *probe)
{
	const struct message *reply = probe->reply;

	return reply->other_count == 1 && reply->others[0].index == 1 &&
	    reply->others[0].finish_reason && reply->others[0].text.len &&
	    reply->text.len && probe->form.choices[0].finishes == 1 &&
	    probe->form.choices[1].finishes == 1;
}

enum verdict
check_choices(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, true);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.n = 2;
	ask.warm = true;
	check_ask(checks, &probe, &ask);
	if (check_is_refused(&probe))
		verdict = check_skip(checks, "n = 2 is refused: %s",
		    check_tell(checks, &probe));
	else if (probe_is_whole(&probe) && !probe.reply->other_count)
		verdict = check_skip(checks, "n makes no difference");
	else if (!probe_is_whole(&probe) || !has_both(&probe))
		verdict = check_fail(checks, "%zu choices with text, %zu and "
		    "%zu finish_reasons: %s", probe.reply->other_count + 1,
		    probe.form.choices[0].finishes,
		    probe.form.choices[1].finishes,
		    check_tell(checks, &probe));
	else
		verdict = check_pass(checks, "0 and 1, %zu and %zu chunks",
		    probe.form.choices[0].chunks, probe.form.choices[1].chunks);
	probe_release(&probe);
	return verdict;
}

/* ---- Completions. */

static enum verdict
judge_completion(struct checks *checks, const struct probe *probe)
{
	const struct text *object = &probe->form.object.first;

	if (probe->status == 404 || probe->status == 405 ||
	    probe->status == 501)
		return check_skip(checks, "there are none: %s",
		    check_tell(checks, probe));
	if (!probe_is_whole(probe))
		return check_fail(checks, "%s", check_tell(checks, probe));
	if (strcmp(text_string(object), "\"text_completion\""))
		return check_fail(checks, "object is %.100s",
		    text_string(object));
	return check_pass(checks, "%s", check_tell(checks, probe));
}

enum verdict
check_completions(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, true);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.completions = true;
	ask.max_tokens = 16;
	check_ask(checks, &probe, &ask);
	verdict = judge_completion(checks, &probe);
	probe_release(&probe);
	return verdict;
}

/* ---- Unicode. */

/* One to four bytes, a mark on its letter, a family of joined faces. */
#define MANY "na\xc3\xafve \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x8e\x89 " \
	"e\xcc\x81 \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"

static enum verdict
judge_unicode(struct checks *checks, const struct probe *probe)
{
	const struct text *text = &probe->reply->text;
	const char *quoted = check_quote(checks, text->bytes, text->len);

	if (!probe_is_whole(probe))
		return check_fail(checks, "%s", check_tell(checks, probe));
	if (probe_has(probe, ANOMALY_INVALID_UTF8) ||
	    probe_has(probe, ANOMALY_LONE_SURROGATE) ||
	    probe_has(probe, ANOMALY_SPLIT_SURROGATE) ||
	    probe_has(probe, ANOMALY_REPLACEMENT_CHAR_IN_TEXT))
		return check_fail(checks, "%s", check_tell(checks, probe));
	if (probe->broken_pieces)
		return check_fail(checks, "%zu pieces of the body end within a "
		    "character", probe->broken_pieces);
	if (strstr(text_string(text), MANY))
		return check_pass(checks, "all of them came back");
	return check_pass(checks, "nothing broken; the model does not repeat "
	    "them: %s", quoted);
}

enum verdict
check_unicode(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, true);
	struct probe probe = { 0 };
	enum verdict verdict;

	ask.prompt = "Say exactly this: " MANY;
	check_ask(checks, &probe, &ask);
	verdict = judge_unicode(checks, &probe);
	probe_release(&probe);
	return verdict;
}

/* ---- Content in parts. */

static void
write_parts(struct text *out, const char *prompt)
{
	json_open(out, NULL, '[');
	json_open(out, NULL, '{');
	json_text(out, "role", "user");
	json_open(out, "content", '[');
	json_open(out, NULL, '{');
	json_text(out, "type", "text");
	json_text(out, "text", prompt);
	json_close(out, '}');
	json_close(out, ']');
	json_close(out, '}');
	json_close(out, ']');
}

enum verdict
check_parts(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, false);
	struct text messages = { 0 };
	struct probe probe = { 0 };
	enum verdict verdict;

	write_parts(&messages, ask.prompt);
	ask.messages = text_string(&messages);
	check_ask(checks, &probe, &ask);
	if (!probe_is_whole(&probe))
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	else if (check_same_text(&probe.reply->text,
	    &checks->whole.reply->text))
		verdict = check_pass(checks, "the same reply");
	else
		verdict = check_pass(checks, "another reply: %s",
		    check_quote(checks, probe.reply->text.bytes,
			probe.reply->text.len));
	probe_release(&probe);
	text_release(&messages);
	return verdict;
}
