/* test_stop.c: stop conditions: by example, at every cut, and against an
 * implementation so simple that it can be seen to be right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/stop.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "stop_vectors.h"

enum { WHOLE = -1, BYTES = -2 }; /* or the place of a cut */

static enum stop_verdict
feed_piece(struct stop *stop, enum stop_verdict verdict, const char *bytes,
    size_t len, struct text *out)
{
	return verdict == STOP_GO_ON ? stop_bytes(stop, bytes, len, out)
	                             : verdict;
}

static enum stop_verdict
feed_token(struct stop *stop, int64_t id, const char *bytes, size_t len,
    int cut, struct text *out)
{
	enum stop_verdict verdict;

	if (cut == WHOLE)
		return stop_token(stop, id, bytes, len, out);
	verdict = stop_begin(stop, id, out);
	if (cut == BYTES) {
		for (size_t i = 0; i < len; i++)
			verdict = feed_piece(stop, verdict, bytes + i, 1, out);
	} else {
		size_t first = (size_t)cut < len ? (size_t)cut : len;
		verdict = feed_piece(stop, verdict, bytes, first, out);
		verdict = feed_piece(stop, verdict, bytes + first, len - first,
		    out);
	}
	return verdict == STOP_GO_ON ? stop_end_token(stop, out) : verdict;
}

/* The stop reason as JSON, as in the vectors. */
static void
print_reason(struct text *out, const struct stop *stop,
    enum stop_verdict verdict, int32_t id)
{
	if (verdict == STOP_STRING)
		text_printf(out, "\"%s\"", text_string(stop_matched(stop)));
	else if (verdict == STOP_TOKEN_ID)
		text_printf(out, "%d", (int)id);
	else
		text_add(out, "null");
}

static void
check_vector(const struct stop_vector *vector, int cut)
{
	struct settings settings;
	struct text out = { 0 };
	struct text reason = { 0 };
	enum stop_verdict verdict = STOP_GO_ON;
	size_t len = strlen(vector->prompt);
	int32_t c = 0;

	stop_vector_set(&settings, vector);
	struct stop *stop = stop_new(&settings);
	for (size_t at = 0, n; at < len && !verdict; at += n) {
		n = utf8_next(vector->prompt + at, len - at, &c);
		verdict = feed_token(stop, c, vector->prompt + at, n, cut,
		    &out);
	}
	if (!verdict)
		stop_flush(stop, &out);
	print_reason(&reason, stop, verdict, c);
	if (strcmp(text_string(&out), vector->text))
		fail_msg("%s, cut %d: text is \"%s\"", vector->name, cut,
		    text_string(&out));
	if (strcmp(text_string(&reason), vector->stop_reason))
		fail_msg("%s, cut %d: reason is %s", vector->name, cut,
		    text_string(&reason));
	assert_int_equal(stop_tokens(stop), vector->tokens);
	assert_string_equal(vector->finish_reason,
	    verdict == STOP_LENGTH ? "length" : "stop");
	stop_free(stop);
	settings_release(&settings);
	text_release(&out);
	text_release(&reason);
}

static void
stop_token__ends__as_in_the_vectors(void **state)
{
	(void)state;
	for (size_t i = 0; i < STOP_VECTORS; i++)
		check_vector(&stop_vectors[i], WHOLE);
}

static void
stop_bytes__ends_the_same__at_every_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < STOP_VECTORS; i++)
		for (int cut = BYTES; cut <= 4; cut++)
			check_vector(&stop_vectors[i], cut);
}

/* ---- The oracle. */

static uint64_t random_state = 88172645463325252u;

static unsigned
random_below(unsigned limit)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned)(random_state >> 33) % limit;
}

static void
random_text(struct text *out, unsigned characters)
{
	static const char *const alphabet[] = { "a", "b", "—", "a", "b", "–" };

	while (characters--)
		text_add(out, alphabet[random_below(6)]);
}

static void
random_strings(struct strings *strings, size_t count)
{
	strings->items = xcalloc(count, sizeof(*strings->items));
	strings->count = count;
	for (size_t i = 0; i < count; i++)
		random_text(&strings->items[i], 1 + random_below(5));
}

static void
random_settings(struct settings *settings)
{
	settings_init(settings);
	random_strings(&settings->stop, random_below(4));
	random_strings(&settings->eos, random_below(3));
	settings->ignore_eos = !random_below(4);
	settings->include_stop_str_in_output = random_below(2);
	if (!random_below(3))
		settings->min_tokens = random_below(8);
	if (!random_below(3))
		settings->max_tokens = 1 + random_below(20);
	if (!random_below(8)) {
		settings->stop_token_ids.items = xcalloc(1, sizeof(int64_t));
		settings->stop_token_ids.items[0] = random_below(40);
		settings->stop_token_ids.count = 1;
	}
}

struct oracle {
	const struct settings *settings;
	struct text all; /* every byte fed */
	int64_t tokens;
	size_t end; /* so much of it is text of the reply, held or not */
	size_t held;
	enum stop_verdict verdict;
	const struct text *matched;
};

static bool
is_listed(const struct strings *strings, const struct text *text)
{
	for (size_t i = 0; i < strings->count; i++)
		if (!strcmp(strings->items[i].bytes, text->bytes))
			return true;
	return false;
}

static bool
ends_with(const struct text *text, const char *bytes, size_t len)
{
	return text->len >= len &&
	    !memcmp(text->bytes + text->len - len, bytes, len);
}

static void
oracle_try(struct oracle *oracle, const struct text *string,
    enum stop_verdict verdict)
{
	if (!ends_with(&oracle->all, string->bytes, string->len))
		return;
	if (oracle->matched && oracle->matched->len >= string->len)
		return;
	oracle->matched = string;
	oracle->verdict = verdict;
}

static void
oracle_hold(struct oracle *oracle, const struct text *string)
{
	for (size_t len = oracle->held + 1; len < string->len; len++)
		if (ends_with(&oracle->all, string->bytes, len))
			oracle->held = len;
}

static void
oracle_byte(struct oracle *oracle, char byte)
{
	const struct settings *settings = oracle->settings;
	bool include = settings->include_stop_str_in_output;

	text_append(&oracle->all, &byte, 1);
	oracle->end = oracle->all.len;
	oracle->held = 0;
	for (size_t i = 0; i < settings->stop.count; i++) {
		oracle_try(oracle, &settings->stop.items[i], STOP_STRING);
		if (!include)
			oracle_hold(oracle, &settings->stop.items[i]);
	}
	for (size_t i = 0; i < settings->eos.count; i++) {
		const struct text *string = &settings->eos.items[i];
		if (settings->ignore_eos || is_listed(&settings->stop, string))
			continue;
		oracle_try(oracle, string, STOP_EOS);
		oracle_hold(oracle, string);
	}
	if (oracle->tokens <= settings->min_tokens) {
		oracle->matched = NULL;
		oracle->verdict = STOP_GO_ON;
	}
	if (oracle->verdict == STOP_EOS ||
	    (oracle->verdict == STOP_STRING && !include))
		oracle->end -= oracle->matched->len;
}

static void
oracle_token(struct oracle *oracle, int64_t id, const struct text *token)
{
	const struct settings *settings = oracle->settings;

	oracle->tokens++;
	for (size_t i = 0; i < settings->stop_token_ids.count; i++)
		if (settings->stop_token_ids.items[i] == id &&
		    oracle->tokens > settings->min_tokens)
			oracle->verdict = STOP_TOKEN_ID;
	for (size_t i = 0; i < token->len && !oracle->verdict; i++)
		oracle_byte(oracle, token->bytes[i]);
	if (!oracle->verdict && settings->max_tokens >= 0 &&
	    oracle->tokens >= settings->max_tokens)
		oracle->verdict = STOP_LENGTH;
	if (oracle->verdict)
		oracle->held = 0;
}

static void
check_step(const struct oracle *oracle, const struct stop *stop,
    enum stop_verdict verdict, const struct text *out)
{
	size_t len;
	const char *held = stop_held(stop, &len);
	const struct text *candidate = stop_candidate(stop);
	const char *all = text_string(&oracle->all);

	assert_int_equal(verdict, oracle->verdict);
	assert_int_equal(stop_tokens(stop), oracle->tokens);
	assert_int_equal(len, oracle->held);
	assert_int_equal(out->len + len, oracle->end);
	if (out->len)
		assert_memory_equal(out->bytes, all, out->len);
	if (!len) {
		assert_null(candidate);
		return;
	}
	assert_memory_equal(held, all + out->len, len);
	assert_true(candidate->len > len);
	assert_memory_equal(candidate->bytes, held, len);
}

static void
check_matched(const struct oracle *oracle, const struct stop *stop)
{
	const struct text *matched = stop_matched(stop);

	if (!oracle->matched) {
		assert_null(matched);
		return;
	}
	assert_int_equal(matched->len, oracle->matched->len);
	assert_memory_equal(matched->bytes, oracle->matched->bytes,
	    matched->len);
}

static void
check_random(void)
{
	struct settings settings;
	struct text out = { 0 };
	struct text token = { 0 };

	random_settings(&settings);
	struct stop *stop = stop_new(&settings);
	struct oracle oracle = { .settings = &settings };
	for (unsigned n = random_below(30); n && !oracle.verdict; n--) {
		int64_t id = (int64_t)random_below(40) - 1;
		int cut = (int)random_below(6) - 2;
		text_clear(&token);
		random_text(&token, random_below(4));
		oracle_token(&oracle, id, &token);
		enum stop_verdict verdict = feed_token(stop, id,
		    text_string(&token), token.len, cut, &out);
		check_step(&oracle, stop, verdict, &out);
	}
	check_matched(&oracle, stop);
	if (!oracle.verdict) {
		stop_flush(stop, &out);
		oracle.held = 0;
		check_step(&oracle, stop, STOP_GO_ON, &out);
	}
	stop_free(stop);
	settings_release(&settings);
	text_release(&oracle.all);
	text_release(&token);
	text_release(&out);
}

static void
stop_bytes__agrees__with_the_oracle(void **state)
{
	(void)state;
	for (int i = 0; i < 20000; i++)
		check_random();
}

/* ---- Size. */

/* A string of a's and one b: an automaton with a bug in its links would take
 * quadratic time here, or recurse too deeply. */
static char *
long_string(size_t len)
{
	char *string = xmalloc(len + 1);

	memset(string, 'a', len);
	string[len - 1] = 'b';
	string[len] = '\0';
	return string;
}

static void
check_length(size_t len)
{
	struct settings settings;
	struct text out = { 0 };
	char *string = long_string(len);
	size_t held;

	settings_init(&settings);
	set(&settings, "stop", string);
	struct stop *stop = stop_new(&settings);
	assert_int_equal(stop_token(stop, -1, string, len - 1, &out),
	    STOP_GO_ON);
	stop_held(stop, &held);
	assert_int_equal(held, len - 1);
	assert_int_equal(stop_token(stop, -1, string, len, &out), STOP_STRING);
	assert_int_equal(out.len, len - 1);
	assert_int_equal(stop_matched(stop)->len, len);
	stop_free(stop);
	settings_release(&settings);
	text_release(&out);
	free(string);
}

static void
stop_new__takes__strings_of_any_length(void **state)
{
	(void)state;
	for (size_t len = 1; len <= 1000000; len *= 10)
		check_length(len);
}

static void
stop_new__finds_each__of_a_thousand_strings(void **state)
{
	struct settings settings;
	struct text out = { 0 };
	char text[32];

	(void)state;
	settings_init(&settings);
	for (int i = 0; i < 1000; i++) {
		snprintf(text, sizeof(text), "<stop %03d>", i);
		set(&settings, "stop", text);
	}
	for (int i = 0; i < 1000; i++) {
		struct stop *stop = stop_new(&settings);
		int len = snprintf(text, sizeof(text), "<stop <stop %03d>", i);
		text_clear(&out);
		assert_int_equal(stop_token(stop, -1, text, (size_t)len, &out),
		    STOP_STRING);
		assert_string_equal(text_string(&out), "<stop ");
		assert_string_equal(stop_matched(stop)->bytes, text + 6);
		stop_free(stop);
	}
	settings_release(&settings);
	text_release(&out);
}

/* ---- Single rules. */

static void
feed_string(struct stop *stop, const char *string, struct text *out)
{
	assert_int_equal(stop_token(stop, -1, string, strlen(string), out),
	    STOP_GO_ON);
}

static void
stop_candidate__names__what_held_text_may_become(void **state)
{
	static const struct {
		const char *text, *held, *candidate;
	} cases[] = {
		{ "abc ", "", NULL },
		{ "abc <", "<", "</s>" },
		{ "abc <|", "<|", "<|end|>" },
		{ "abc <|end", "<|end", "<|end|>" },
		{ "abc <|end<", "<", "</s>" },
		{ "x", "x", "x<|" },
		{ "x<", "x<", "x<|" },
	};
	struct text out = { 0 };
	struct settings settings;
	size_t len;

	(void)state;
	settings_init(&settings);
	set(&settings, "stop", "</s>");
	set(&settings, "stop", "<|end|>");
	set(&settings, "stop", "x<|");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct stop *stop = stop_new(&settings);
		feed_string(stop, cases[i].text, &out);
		assert_string_equal(stop_held(stop, &len), cases[i].held);
		assert_int_equal(len, strlen(cases[i].held));
		if (cases[i].candidate)
			assert_string_equal(stop_candidate(stop)->bytes,
			    cases[i].candidate);
		else
			assert_null(stop_candidate(stop));
		stop_free(stop);
	}
	settings_release(&settings);
	text_release(&out);
}

static void
stop_token__prefers__stop_string_to_the_same_eos(void **state)
{
	struct text out = { 0 };
	struct settings settings;

	(void)state;
	settings_init(&settings);
	set(&settings, "eos_token", "END");
	set(&settings, "stop", "END");
	struct stop *stop = stop_new(&settings);
	assert_int_equal(stop_token(stop, -1, "xEND", 4, &out), STOP_STRING);
	assert_string_equal(text_string(&out), "x");
	stop_free(stop);
	settings_release(&settings);
	text_release(&out);
}

static void
stop_token__drops__what_is_behind_the_match(void **state)
{
	struct text out = { 0 };
	struct settings settings;

	(void)state;
	settings_init(&settings);
	set(&settings, "stop", "ab");
	set(&settings, "stop", "b");
	struct stop *stop = stop_new(&settings);
	assert_int_equal(stop_token(stop, -1, "xxbyyab", 7, &out),
	    STOP_STRING);
	assert_string_equal(text_string(&out), "xx");
	assert_string_equal(stop_matched(stop)->bytes, "b");
	stop_free(stop);
	settings_release(&settings);
	text_release(&out);
}

static void
stop_begin__releases_held__before_a_token_id(void **state)
{
	struct text out = { 0 };
	struct settings settings;

	(void)state;
	settings_init(&settings);
	set(&settings, "stop", "abc");
	set(&settings, "stop_token_ids", "7");
	set(&settings, "stop_token_ids", "3");
	struct stop *stop = stop_new(&settings);
	feed_string(stop, "ab", &out);
	assert_string_equal(text_string(&out), "");
	assert_int_equal(stop_token(stop, 3, "c", 1, &out), STOP_TOKEN_ID);
	assert_string_equal(text_string(&out), "ab");
	assert_null(stop_matched(stop));
	stop_free(stop);
	settings_release(&settings);
	text_release(&out);
}

static void
stop_new__keeps__nothing_of_the_settings(void **state)
{
	struct text out = { 0 };
	struct settings settings;

	(void)state;
	settings_init(&settings);
	set(&settings, "stop", "END");
	struct stop *stop = stop_new(&settings);
	settings_release(&settings);
	assert_int_equal(stop_token(stop, -1, "END", 3, &out), STOP_STRING);
	assert_string_equal(stop_matched(stop)->bytes, "END");
	stop_free(stop);
	text_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stop_token__ends__as_in_the_vectors),
		cmocka_unit_test(stop_bytes__ends_the_same__at_every_cut),
		cmocka_unit_test(stop_bytes__agrees__with_the_oracle),
		cmocka_unit_test(stop_new__takes__strings_of_any_length),
		cmocka_unit_test(stop_new__finds_each__of_a_thousand_strings),
		cmocka_unit_test(
		    stop_candidate__names__what_held_text_may_become),
		cmocka_unit_test(
		    stop_token__prefers__stop_string_to_the_same_eos),
		cmocka_unit_test(stop_token__drops__what_is_behind_the_match),
		cmocka_unit_test(stop_begin__releases_held__before_a_token_id),
		cmocka_unit_test(stop_new__keeps__nothing_of_the_settings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
