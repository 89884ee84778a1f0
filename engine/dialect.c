/* dialect.c: stop conditions as other servers have them.
 *
 * What all have in common (token ids, end of sequence, max_tokens) is stop.c's
 * work, without the strings. The text that it lets go is searched here, by the
 * rules of one server. The strings are tried one by one: this is for looking
 * at, not for speed. */
#include "dialect.h"

#include <stdlib.h>
#include <string.h>

#include "../src/utf8.h"
#include "../src/xalloc.h"

enum { OPENAI_STRINGS_MOST = 4, DYNAMO_STRINGS_MOST = 32 };

struct dialect {
	enum stop_dialect kind;
	struct stop *stop;     /* all but the strings; or all, if it is ours */
	struct strings strings;
	bool visible;          /* include_stop_str_in_output */
	int64_t min_tokens;
	size_t longest;        /* string, in characters */
	struct text tail;      /* of the text: sent up to here, and then held */
	size_t sent;
	const struct text *candidate, *matched;
};

/* ---- What a server knows of the settings. */

static void
drop_strings(struct settings *settings)
{
	strings_release(&settings->stop);
}

static void
as_openai(struct settings *settings)
{
	ids_release(&settings->stop_token_ids);
	settings->min_tokens = -1;
	settings->ignore_eos = false;
	settings->include_stop_str_in_output = false;
}

static void
as_llama_cpp(struct settings *settings)
{
	ids_release(&settings->stop_token_ids);
	settings->min_tokens = -1;
	settings->include_stop_str_in_output = false;
}

/* It looks at token number min_tokens already. */
static void
as_dynamo(struct settings *settings)
{
	if (settings->min_tokens > 0)
		settings->min_tokens--;
}

static void
as_none(struct settings *settings)
{
	drop_strings(settings);
	ids_release(&settings->stop_token_ids);
	strings_release(&settings->eos);
	settings->max_tokens = settings->min_tokens = -1;
}

void
dialect_adapt(struct settings *settings)
{
	switch (settings->stop_dialect) {
	case DIALECT_DEFAULT:
	case DIALECT_VLLM:
		break;
	case DIALECT_OPENAI:
		as_openai(settings);
		break;
	case DIALECT_LLAMA_CPP:
		as_llama_cpp(settings);
		break;
	case DIALECT_DYNAMO:
		as_dynamo(settings);
		break;
	case DIALECT_NONE:
		as_none(settings);
		break;
	}
}

/* ---- Looking for strings. */

static bool
has_own_search(enum stop_dialect kind)
{
	return kind == DIALECT_VLLM || kind == DIALECT_LLAMA_CPP ||
	    kind == DIALECT_DYNAMO;
}

/* Whether the tail ends with the first len bytes of the string. */
static bool
ends_with(const struct text *tail, const struct text *string, size_t len)
{
	return tail->len >= len &&
	    !memcmp(tail->bytes + tail->len - len, string->bytes, len);
}

/* The first in the list that ends here: for those who try them in order. */
static const struct text *
first_that_ends(const struct dialect *dialect)
{
	for (size_t i = 0; i < dialect->strings.count; i++) {
		const struct text *string = &dialect->strings.items[i];

		if (ends_with(&dialect->tail, string, string->len))
			return string;
	}
	return NULL;
}

/* The one that begins first: the longest of those that end here. */
static const struct text *
leftmost_that_ends(const struct dialect *dialect)
{
	const struct text *best = NULL;

	for (size_t i = 0; i < dialect->strings.count; i++) {
		const struct text *string = &dialect->strings.items[i];

		if ((!best || string->len > best->len) &&
		    ends_with(&dialect->tail, string, string->len))
			best = string;
	}
	return best;
}

static size_t
longest_beginning(const struct text *tail, const struct text *string)
{
	size_t len = string->len - 1;

	while (len && !ends_with(tail, string, len))
		len--;
	return len;
}

/* The string that the end of the tail may become, the one it is longest in. */
static const struct text *
find_candidate(const struct dialect *dialect)
{
	const struct text *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < dialect->strings.count; i++) {
		const struct text *string = &dialect->strings.items[i];
		size_t len = longest_beginning(&dialect->tail, string);

		if (len > most) {
			most = len;
			best = string;
		}
	}
	return best;
}

/* ---- Holding back. */

/* All but so many characters at the end. */
static size_t
all_but(const struct text *tail, size_t characters)
{
	size_t at = tail->len;

	while (at && characters--)
		do
			at--;
		while (at && ((unsigned char)tail->bytes[at] & 0xc0) == 0x80);
	return at;
}

/* Sends the tail up to there. What was sent stays as long as a string may begin
 * in it. */
static void
send(struct dialect *dialect, size_t upto, struct text *out)
{
	size_t past;

	text_append(out, text_string(&dialect->tail) + dialect->sent,
	    upto - dialect->sent);
	dialect->sent = upto;
	past = all_but(&dialect->tail, dialect->longest);
	if (past > dialect->sent)
		past = dialect->sent;
	text_drop(&dialect->tail, past);
	dialect->sent -= past;
}

/* vLLM holds as much as the longest string needs, whatever the text is. */
static size_t
may_send_always(const struct dialect *dialect)
{
	size_t held = dialect->visible ? 0 : dialect->longest - 1;
	size_t upto = all_but(&dialect->tail, held);

	return upto > dialect->sent ? upto : dialect->sent;
}

/* How far the tail may be sent. llama.cpp holds all that it has while its end
 * may become a string; Dynamo holds nothing. */
static size_t
may_send(struct dialect *dialect)
{
	switch (dialect->kind) {
	case DIALECT_VLLM:
		return may_send_always(dialect);
	case DIALECT_LLAMA_CPP:
		dialect->candidate = find_candidate(dialect);
		return dialect->candidate ? dialect->sent : dialect->tail.len;
	case DIALECT_DYNAMO:
	case DIALECT_DEFAULT:
	case DIALECT_OPENAI:
	case DIALECT_NONE:
		break;
	}
	return dialect->tail.len;
}

/* ---- A token. */

/* The token of an id is kept by the same flag as a string. */
static void
keep_token(const struct dialect *dialect, enum stop_verdict verdict,
    const char *bytes, size_t len, struct text *out)
{
	if (dialect->kind == DIALECT_VLLM && dialect->visible &&
	    verdict == STOP_TOKEN_ID)
		text_append(out, bytes, len);
}

static void
forget_tail(struct dialect *dialect)
{
	text_clear(&dialect->tail);
	dialect->sent = 0;
	dialect->candidate = NULL;
}

static enum stop_verdict
stop_at(struct dialect *dialect, const struct text *string, struct text *out)
{
	size_t upto = dialect->tail.len - (dialect->visible ? 0 : string->len);

	dialect->matched = string;
	/* Else the string has leaked. */
	if (upto > dialect->sent)
		send(dialect, upto, out);
	forget_tail(dialect);
	return STOP_STRING;
}

static const struct text *
find(const struct dialect *dialect)
{
	if (stop_tokens(dialect->stop) <= dialect->min_tokens)
		return NULL;
	return dialect->kind == DIALECT_LLAMA_CPP ? leftmost_that_ends(dialect)
	                                          : first_that_ends(dialect);
}

/* A character that stop.c has let go. */
static enum stop_verdict
search(struct dialect *dialect, const char *bytes, size_t len,
    struct text *out)
{
	const struct text *string;

	text_append(&dialect->tail, bytes, len);
	string = find(dialect);
	if (string)
		return stop_at(dialect, string, out);
	send(dialect, may_send(dialect), out);
	return STOP_GO_ON;
}

static enum stop_verdict
search_all(struct dialect *dialect, const struct text *text, struct text *out)
{
	enum stop_verdict verdict = STOP_GO_ON;
	size_t at = 0;

	while (verdict == STOP_GO_ON && at < text->len) {
		int32_t c;
		size_t len = utf8_next(text->bytes + at, text->len - at, &c);

		verdict = search(dialect, text->bytes + at, len, out);
		at += len;
	}
	return verdict;
}

/* llama.cpp loses what it holds at the limit: in its stream at least. */
static void
end_tail(struct dialect *dialect, enum stop_verdict verdict, struct text *out)
{
	if (dialect->kind != DIALECT_LLAMA_CPP || verdict != STOP_LENGTH)
		send(dialect, dialect->tail.len, out);
	forget_tail(dialect);
}

static enum stop_verdict
search_token(struct dialect *dialect, int64_t id, const char *bytes,
    size_t len, struct text *out)
{
	struct text text = { 0 };
	enum stop_verdict verdict, other;

	verdict = stop_token(dialect->stop, id, bytes, len, &text);
	other = search_all(dialect, &text, out);
	text_release(&text);
	/* A string that ends at the last token wins. */
	if (other != STOP_GO_ON)
		return other;
	if (verdict != STOP_GO_ON)
		end_tail(dialect, verdict, out);
	return verdict;
}

enum stop_verdict
dialect_token(struct dialect *dialect, int64_t id, const char *bytes,
    size_t len, struct text *out)
{
	enum stop_verdict verdict = dialect->strings.count
	    ? search_token(dialect, id, bytes, len, out)
	    : stop_token(dialect->stop, id, bytes, len, out);

	keep_token(dialect, verdict, bytes, len, out);
	return verdict;
}

enum stop_verdict
dialect_flush(struct dialect *dialect, struct text *out)
{
	struct text text = { 0 };
	enum stop_verdict verdict;

	if (!dialect->strings.count) {
		stop_flush(dialect->stop, out);
		return STOP_GO_ON;
	}
	stop_flush(dialect->stop, &text);
	verdict = search_all(dialect, &text, out);
	if (verdict == STOP_GO_ON)
		end_tail(dialect, STOP_GO_ON, out);
	text_release(&text);
	return verdict;
}

/* ---- What can be asked. */

/* Else stop.c may hold the beginning of an end of sequence. */
static bool
holds_itself(const struct dialect *dialect)
{
	return dialect->tail.len > dialect->sent;
}

const char *
dialect_held(const struct dialect *dialect, size_t *len)
{
	if (!holds_itself(dialect))
		return stop_held(dialect->stop, len);
	*len = dialect->tail.len - dialect->sent;
	return text_string(&dialect->tail) + dialect->sent;
}

/* What is held always is held for the longest. */
const struct text *
dialect_candidate(const struct dialect *dialect)
{
	const struct text *longest;

	if (!holds_itself(dialect))
		return stop_candidate(dialect->stop);
	if (dialect->kind != DIALECT_VLLM)
		return dialect->candidate;
	longest = &dialect->strings.items[0];
	for (size_t i = 1; i < dialect->strings.count; i++)
		if (dialect->strings.items[i].len > longest->len)
			longest = &dialect->strings.items[i];
	return longest;
}

const struct text *
dialect_matched(const struct dialect *dialect)
{
	return dialect->matched ? dialect->matched
	                        : stop_matched(dialect->stop);
}

int64_t
dialect_tokens(const struct dialect *dialect)
{
	return stop_tokens(dialect->stop);
}

bool
dialect_tells(const struct dialect *dialect)
{
	return dialect->kind == DIALECT_DEFAULT ||
	    dialect->kind == DIALECT_VLLM;
}

const char *
dialect_refusal(const struct settings *settings)
{
	size_t count = settings->stop.count;

	if (settings->stop_dialect == DIALECT_OPENAI &&
	    count > OPENAI_STRINGS_MOST)
		return "OpenAI takes at most 4 stop strings";
	if (settings->stop_dialect == DIALECT_DYNAMO &&
	    count > DYNAMO_STRINGS_MOST)
		return "Dynamo takes at most 32 stop strings";
	return NULL;
}

/* ---- Its life. */

static void
take_strings(struct dialect *dialect, struct settings *settings)
{
	strings_copy(&dialect->strings, &settings->stop);
	drop_strings(settings);
	for (size_t i = 0; i < dialect->strings.count; i++) {
		const struct text *string = &dialect->strings.items[i];
		size_t characters = utf8_count(string->bytes, string->len);

		if (characters > dialect->longest)
			dialect->longest = characters;
	}
}

struct dialect *
dialect_new(const struct settings *settings)
{
	struct dialect *dialect = xcalloc(1, sizeof(*dialect));
	struct settings adapted = { 0 };

	dialect->kind = settings->stop_dialect;
	if (dialect->kind == DIALECT_DEFAULT) {
		dialect->stop = stop_new(settings);
		return dialect;
	}
	settings_copy(&adapted, settings);
	dialect_adapt(&adapted);
	dialect->visible = adapted.include_stop_str_in_output;
	dialect->min_tokens = adapted.min_tokens;
	if (has_own_search(dialect->kind))
		take_strings(dialect, &adapted);
	dialect->stop = stop_new(&adapted);
	settings_release(&adapted);
	return dialect;
}

void
dialect_free(struct dialect *dialect)
{
	if (!dialect)
		return;
	stop_free(dialect->stop);
	strings_release(&dialect->strings);
	text_release(&dialect->tail);
	free(dialect);
}
