/* inspect.c: what the stop conditions of a reply did.
 *
 * Each string has an automaton of its own (stop.c) that is never allowed to
 * match, so what it holds is how far the string has come. */
#include "inspect.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/dialect.h"
#include "utf8.h"
#include "xalloc.h"

enum {
	NEAR_CHARACTERS = 2,
	/* Bytes of text times bytes of strings: some 10 ms for all rules. */
	COMPARE_MAX = 1 << 21,
};

/* ---- Its life. */

static void
forget_others(struct inspect *inspect)
{
	for (size_t i = 0; i < inspect->other_count; i++) {
		text_release(&inspect->others[i].text);
		text_release(&inspect->others[i].matched);
	}
	inspect->other_count = 0;
}

void
inspect_release(struct inspect *inspect)
{
	forget_others(inspect);
	for (size_t i = 0; i < inspect->string_count; i++)
		stop_free(inspect->strings[i].watch);
	free(inspect->strings);
	settings_release(&inspect->settings);
	ending_release(&inspect->end);
	text_release(&inspect->engine);
	text_release(&inspect->prompt);
	text_release(&inspect->raw);
	text_release(&inspect->matched);
	*inspect = (struct inspect){ 0 };
}

static void
watch(struct inspect *inspect, struct text *string, bool eos)
{
	struct settings only = { .max_tokens = -1, .min_tokens = INT64_MAX,
		.stop = { .items = string, .count = 1 } };

	inspect->strings[inspect->string_count++] = (struct inspect_string){
		.string = string,
		.eos = eos,
		.characters = utf8_count(string->bytes, string->len),
		.watch = stop_new(&only) };
}

static void
watch_all(struct inspect *inspect)
{
	struct strings *stop = &inspect->settings.stop;
	struct strings *eos = &inspect->settings.eos;
	size_t ends = inspect->remote ? 0 : eos->count;

	inspect->strings = xcalloc(INSPECT_STRINGS_MAX,
	    sizeof(*inspect->strings));
	for (size_t i = 0; i < stop->count + ends &&
	     i < INSPECT_STRINGS_MAX; i++)
		if (i < stop->count)
			watch(inspect, &stop->items[i], false);
		else
			watch(inspect, &eos->items[i - stop->count], true);
}

void
inspect_expect(struct inspect *inspect, const struct settings *settings)
{
	inspect_release(inspect);
	settings_copy(&inspect->settings, settings);
	watch_all(inspect);
}

void
inspect_begin(struct inspect *inspect, unsigned number, const char *engine,
    const struct settings *settings, const struct text *prompt)
{
	inspect_release(inspect);
	inspect->begun = true;
	inspect->remote = !prompt;
	inspect->number = number;
	text_add(&inspect->engine, engine);
	settings_copy(&inspect->settings, settings);
	/* A server's reply is read with our own rules. */
	if (inspect->remote)
		inspect->settings.stop_dialect = DIALECT_DEFAULT;
	else
		text_append(&inspect->prompt, text_string(prompt), prompt->len);
	watch_all(inspect);
}

/* ---- Events. */

/* The echo engine: a token is a character of the prompt, sent or not. */
static void
take_tokens(struct inspect *inspect, unsigned tokens)
{
	const struct text *prompt = &inspect->prompt;
	size_t at = inspect->raw.len, from = at;
	int32_t c;

	for (; tokens && at < prompt->len; tokens--)
		at += utf8_next(prompt->bytes + at, prompt->len - at, &c);
	text_append(&inspect->raw, text_string(prompt) + from, at - from);
}

/* A server: raw is the reply up to there, and this behind it. */
static void
put_behind_shown(struct inspect *inspect, const char *bytes, size_t len)
{
	struct text *raw = &inspect->raw;

	if (raw->len > inspect->shown)
		raw->len = inspect->shown;
	text_append(raw, bytes, len);
}

static void
take_server(struct inspect *inspect, const struct engine_event *event)
{
	size_t held = inspect->raw.len - inspect->shown;

	switch (event->kind) {
	case ENGINE_TEXT:
		if (event->len > held)
			put_behind_shown(inspect, event->bytes, event->len);
		break;
	case ENGINE_HELD:
		put_behind_shown(inspect, event->bytes, event->len);
		break;
	case ENGINE_MATCHED:
		if (!inspect->settings.include_stop_str_in_output)
			put_behind_shown(inspect, event->bytes, event->len);
		break;
	default:
		break;
	}
}

static void
take_end(struct inspect *inspect, const struct engine_event *event)
{
	ending_release(&inspect->end);
	inspect->end = (struct ending){ .state = MESSAGE_CANCELLED };
	if (event->end)
		ending_copy(&inspect->end, event->end);
	inspect->over = true;
	/* It may come twice, and text in between. */
	inspect->compared = false;
}

void
inspect_event(struct inspect *inspect, const struct engine_event *event)
{
	inspect->tokens += event->tokens;
	if (inspect->remote)
		take_server(inspect, event);
	else
		take_tokens(inspect, event->tokens);
	if (event->kind == ENGINE_TEXT)
		inspect->shown += event->len;
	if (event->kind == ENGINE_MATCHED) {
		text_clear(&inspect->matched);
		text_append(&inspect->matched, event->bytes, event->len);
	}
	if (event->kind == ENGINE_ANSWERED || engine_event_is_last(event))
		take_end(inspect, event);
}

/* ---- How far the strings have come. */

static bool
is_near(const struct inspect_string *string, size_t reached)
{
	return reached >= NEAR_CHARACTERS ||
	    (reached && 2 * reached >= string->characters);
}

static bool
ends_with(const struct text *raw, size_t end, const struct text *string)
{
	return end >= string->len &&
	    !memcmp(raw->bytes + end - string->len, string->bytes,
		string->len);
}

/* character is the number of the one that was fed. */
static void
note(struct inspect_string *string, size_t reached, bool complete,
    size_t character)
{
	size_t before = string->reached;

	string->reached = reached;
	if (complete) {
		string->complete++;
		string->complete_at = character + 1 - string->characters;
	} else if (reached < before && is_near(string, before)) {
		string->near++;
		string->near_at = character - before;
		string->near_reached = before;
	}
}

static void
see(struct inspect *inspect, struct inspect_string *string, size_t len)
{
	struct text out = { 0 };
	const struct text *raw = &inspect->raw;
	size_t character = inspect->seen_characters;
	size_t held;
	int32_t c;

	for (size_t at = inspect->seen, end; at < len; at = end) {
		end = at + utf8_next(raw->bytes + at, len - at, &c);
		text_clear(&out);
		stop_bytes(string->watch, raw->bytes + at, end - at, &out);
		const char *bytes = stop_held(string->watch, &held);
		note(string, utf8_count(bytes, held),
		    ends_with(raw, end, string->string), ++character);
	}
	text_release(&out);
}

/* ---- Other rules. */

static const struct text *
source_of(const struct inspect *inspect)
{
	return inspect->remote ? &inspect->raw : &inspect->prompt;
}

/* Of a server's reply only the text is known: neither its tokens nor what would
 * have come. */
static void
prepare(const struct inspect *inspect, struct settings *settings)
{
	settings_copy(settings, &inspect->settings);
	if (!inspect->remote)
		return;
	settings->max_tokens = settings->min_tokens = -1;
	ids_release(&settings->stop_token_ids);
	strings_release(&settings->eos);
}

static void
play(const struct text *source, const struct settings *settings,
    struct inspect_other *other)
{
	struct dialect *dialect = dialect_new(settings);
	const struct text *matched;
	size_t len;
	int32_t c;

	for (size_t at = 0; other->verdict == STOP_GO_ON && at < source->len;
	     at += len) {
		len = utf8_next(source->bytes + at, source->len - at, &c);
		other->verdict = dialect_token(dialect, c, source->bytes + at,
		    len, &other->text);
	}
	if (other->verdict == STOP_GO_ON)
		other->verdict = dialect_flush(dialect, &other->text);
	matched = dialect_matched(dialect);
	if (matched)
		text_append(&other->matched, matched->bytes, matched->len);
	dialect_free(dialect);
}

static const char *
reason_of(const struct inspect_other *other)
{
	return other->verdict == STOP_LENGTH ? "length" : "stop";
}

/* The rules did not come to their end: what they would have given is the first
 * of the others then. */
static bool
is_unfinished(const struct inspect *inspect)
{
	return !inspect->remote && inspect->end.state != MESSAGE_FINISHED;
}

static bool
differs_from(const struct inspect_other *own,
    const struct inspect_other *other)
{
	return !own->refusal != !other->refusal ||
	    own->verdict != other->verdict ||
	    own->text.len != other->text.len ||
	    memcmp(text_string(&own->text), text_string(&other->text),
		own->text.len);
}

static bool
differs(const struct inspect *inspect, const struct inspect_other *other)
{
	const char *reason = inspect->end.finish_reason;

	if (is_unfinished(inspect))
		return other == inspect->others ||
		    differs_from(inspect->others, other);
	if (other->refusal || other->text.len != inspect->shown ||
	    memcmp(text_string(&other->text), text_string(&inspect->raw),
		inspect->shown))
		return true;
	return !inspect->remote && reason && strcmp(reason, reason_of(other));
}

static void
compare(struct inspect *inspect, enum stop_dialect dialect, bool toggled)
{
	struct inspect_other *other = &inspect->others[inspect->other_count];
	struct settings settings = { 0 };

	*other = (struct inspect_other){
		.dialect = dialect, .toggled = toggled };
	prepare(inspect, &settings);
	settings.stop_dialect = dialect;
	settings.include_stop_str_in_output ^= toggled;
	other->refusal = dialect_refusal(&settings);
	if (!other->refusal)
		play(source_of(inspect), &settings, other);
	settings_release(&settings);
	inspect->other_count++;
	if (differs(inspect, other))
		return;
	inspect->other_count--;
	text_release(&other->text);
	text_release(&other->matched);
}

static bool
is_too_long(const struct inspect *inspect)
{
	const struct strings *stop = &inspect->settings.stop;
	size_t each = 1;

	for (size_t i = 0; i < stop->count; i++)
		each += stop->items[i].len;
	return source_of(inspect)->len > COMPARE_MAX / each;
}

static void
compare_all(struct inspect *inspect)
{
	enum stop_dialect own = inspect->settings.stop_dialect;

	forget_others(inspect);
	inspect->compared = true;
	inspect->too_long = is_too_long(inspect);
	if (inspect->too_long)
		return;
	if (is_unfinished(inspect))
		compare(inspect, own, false);
	if (inspect->settings.stop.count)
		compare(inspect, own, true);
	for (int i = DIALECT_DEFAULT; i <= DIALECT_NONE; i++)
		if (i != (int)own)
			compare(inspect, (enum stop_dialect)i, false);
}

void
inspect_update(struct inspect *inspect)
{
	size_t len = inspect->raw.len;

	for (size_t i = 0; i < inspect->string_count; i++)
		see(inspect, &inspect->strings[i], len);
	inspect->seen_characters +=
	    utf8_count(text_string(&inspect->raw) + inspect->seen,
		len - inspect->seen);
	inspect->seen = len;
	if (inspect->over && !inspect->compared)
		compare_all(inspect);
}

/* ---- What ended it. */

size_t
inspect_cut_at(const struct inspect *inspect)
{
	const struct text *raw = &inspect->raw, *matched = &inspect->matched;

	if (matched->len && ends_with(raw, raw->len, matched))
		return raw->len - matched->len;
	return inspect->shown;
}

const struct inspect_string *
inspect_winner(const struct inspect *inspect)
{
	const struct text *matched = &inspect->matched;

	for (size_t i = 0; inspect->over && i < inspect->string_count; i++) {
		const struct text *string = inspect->strings[i].string;

		if (matched->len && string->len == matched->len &&
		    !memcmp(string->bytes, matched->bytes, matched->len))
			return &inspect->strings[i];
	}
	return NULL;
}
