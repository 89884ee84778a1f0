/* test_dialect.c: how servers stop, side by side. One token is one character; a
 * step that sends nothing is a dot in the deltas, what the end sends stands
 * behind a slash. The rows V1 to V13 are those that the manual shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "../engine/dialect.h"
#include "../src/utf8.h"

struct row {
	const char *name;
	enum stop_dialect dialect;
	const char *prompt;
	const char *set[11]; /* names and values of settings */
	const char *deltas;
	const char *verdict; /* end, stop MATCHED, id, eos, length */
	int64_t tokens;
};

#define ANY DIALECT_NONE

static const struct row rows[] = {
	/* A string that is cut over tokens: all hold it but Dynamo. */
	{ "V1", DIALECT_VLLM, "hello world", { "stop", "lo w" },
	    "...hel./", "stop lo w", 7 },
	{ "V1", DIALECT_LLAMA_CPP, "hello world", { "stop", "lo w" },
	    "he....l/", "stop lo w", 7 },
	{ "V1", DIALECT_DYNAMO, "hello world", { "stop", "lo w" },
	    "hello ./", "stop lo w", 7 },
	{ "V1", DIALECT_OPENAI, "hello world", { "stop", "lo w" },
	    "he.l.../", "stop lo w", 7 },
	{ "V1i", DIALECT_VLLM, "hello world", { "stop", "lo w",
	    "include_stop_str_in_output", "on" },
	    "hello w/", "stop lo w", 7 },
	{ "V1i", DIALECT_DYNAMO, "hello world", { "stop", "lo w",
	    "include_stop_str_in_output", "on" },
	    "hello w/", "stop lo w", 7 },
	/* Two that end at one place. */
	{ "V2", DIALECT_VLLM, "xaby", { "stop", "b", "stop", "ab" },
	    ".xa/", "stop b", 3 },
	{ "V2", DIALECT_LLAMA_CPP, "xaby", { "stop", "b", "stop", "ab" },
	    "x../", "stop ab", 3 },
	{ "V2", DIALECT_DYNAMO, "xaby", { "stop", "b", "stop", "ab" },
	    "xa./", "stop b", 3 },
	/* The beginning of one, and then not. */
	{ "V4", DIALECT_VLLM, "a</sx>b", { "stop", "</s>" },
	    "...a</s/x>b", "end", 7 },
	{ "V4", DIALECT_LLAMA_CPP, "a</sx>b", { "stop", "</s>" },
	    "a...(</sx)>b/", "end", 7 },
	{ "V4", DIALECT_DYNAMO, "a</sx>b", { "stop", "</s>" },
	    "a</sx>b/", "end", 7 },
	/* The beginning of one at the end of the prompt. */
	{ "V5", DIALECT_VLLM, "say </s", { "stop", "</s>" },
	    "...say /</s", "end", 7 },
	{ "V5", DIALECT_LLAMA_CPP, "say </s", { "stop", "</s>" },
	    "say .../</s", "end", 7 },
	{ "V6", DIALECT_VLLM, "ababac!", { "stop", "abac" },
	    "...ab./", "stop abac", 6 },
	{ "V6", DIALECT_LLAMA_CPP, "ababac!", { "stop", "abac" },
	    ".....(ab)/", "stop abac", 6 },
	{ "V6", DIALECT_DYNAMO, "ababac!", { "stop", "abac" },
	    "ababa./", "stop abac", 6 },
	/* min_tokens: Dynamo looks at that token already. */
	{ "V7", DIALECT_VLLM, "aXbXc", { "stop", "X", "min_tokens", "2" },
	    "aXb./", "stop X", 4 },
	{ "V7", DIALECT_LLAMA_CPP, "aXbXc", { "stop", "X", "min_tokens", "2" },
	    "a./", "stop X", 2 },
	{ "V7", DIALECT_DYNAMO, "aXbXc", { "stop", "X", "min_tokens", "2" },
	    "a./", "stop X", 2 },
	{ "V8", DIALECT_VLLM, "aXbXc", { "stop", "X", "min_tokens", "3" },
	    "aXb./", "stop X", 4 },
	{ "V8", DIALECT_DYNAMO, "aXbXc", { "stop", "X", "min_tokens", "3" },
	    "aXb./", "stop X", 4 },
	/* The limit, and a string that ends there. */
	{ "V9", DIALECT_VLLM, "abX rest", { "stop", "X", "max_tokens", "3" },
	    "ab./", "stop X", 3 },
	{ "V9", DIALECT_LLAMA_CPP, "abX rest", { "stop", "X", "max_tokens",
	    "3" }, "ab./", "stop X", 3 },
	{ "V9", DIALECT_DYNAMO, "abX rest", { "stop", "X", "max_tokens", "3" },
	    "ab./", "stop X", 3 },
	/* The limit while something is held: llama.cpp loses it. */
	{ "V10", DIALECT_VLLM, "ab</s>", { "stop", "</s>", "max_tokens", "4" },
	    "...(ab</)/", "length", 4 },
	{ "V10", DIALECT_LLAMA_CPP, "ab</s>", { "stop", "</s>", "max_tokens",
	    "4" }, "ab../", "length", 4 },
	{ "V10", DIALECT_DYNAMO, "ab</s>", { "stop", "</s>", "max_tokens",
	    "4" }, "ab<//", "length", 4 },
	{ "V11", DIALECT_VLLM, "Xabc", { "stop", "X" }, "./", "stop X", 1 },
	{ "V11", DIALECT_DYNAMO, "Xabc", { "stop", "X" }, "./", "stop X", 1 },
	{ "V12", DIALECT_VLLM, "naïve—fin", { "stop", "—" },
	    "naïve./", "stop —", 6 },
	{ "V12", DIALECT_LLAMA_CPP, "naïve—fin", { "stop", "—" },
	    "naïve./", "stop —", 6 },
	{ "V13", DIALECT_LLAMA_CPP, "l1\n\nl2", { "stop", "\\n\\n" },
	    "l1../", "stop \n\n", 4 },
	{ "V13", DIALECT_DYNAMO, "l1\n\nl2", { "stop", "\\n\\n" },
	    "l1\n./", "stop \n\n", 4 },
	/* What some do not know. */
	{ "ids", DIALECT_VLLM, "one\ntwo", { "stop_token_ids", "10" },
	    "one./", "id", 4 },
	{ "ids", DIALECT_OPENAI, "one\ntwo", { "stop_token_ids", "10" },
	    "one\ntwo/", "end", 7 },
	{ "five", DIALECT_OPENAI, "abcde", { "stop", "1", "stop", "2", "stop",
	    "3", "stop", "4", "stop", "b" }, "abcde/", "end", 5 },
	{ "min", DIALECT_OPENAI, "aXb", { "stop", "X", "min_tokens", "2" },
	    "a./", "stop X", 2 },
	{ "eos", DIALECT_VLLM, "hi<e>x", { "eos_token", "<e>", "stop", "zz" },
	    ".h..i/", "eos", 5 },
	{ "eos", DIALECT_DYNAMO, "hi<e>x", { "eos_token", "<e>", "stop",
	    "zz" }, "hi.../", "eos", 5 },
	/* The old echo engine knew nothing. */
	{ "none", DIALECT_NONE, "one two", { "stop", "e", "max_tokens", "2",
	    "eos_token", "n" }, "one two/", "end", 7 },
};

static void
add_delta(struct text *deltas, const struct text *out)
{
	int32_t c;
	size_t len = out->len ? utf8_next(out->bytes, out->len, &c) : 0;

	if (!out->len)
		text_add(deltas, ".");
	else if (len == out->len)
		text_append(deltas, out->bytes, out->len);
	else
		text_printf(deltas, "(%s)", text_string(out));
}

static void
add_verdict(struct text *said, enum stop_verdict verdict,
    const struct dialect *dialect)
{
	static const char *const words[] = { [STOP_GO_ON] = "end",
		[STOP_STRING] = "stop ", [STOP_TOKEN_ID] = "id",
		[STOP_EOS] = "eos", [STOP_LENGTH] = "length" };

	text_add(said, words[verdict]);
	if (verdict == STOP_STRING)
		text_add(said, text_string(dialect_matched(dialect)));
}

static void
check(const struct row *row)
{
	struct settings settings = { 0 };
	struct text error = { 0 }, deltas = { 0 }, out = { 0 }, said = { 0 };
	enum stop_verdict verdict = STOP_GO_ON;
	struct dialect *dialect;
	size_t at = 0;

	settings_init(&settings);
	settings.stop_dialect = row->dialect;
	for (size_t i = 0; row->set[i]; i += 2)
		assert_true(setting_set(&settings, setting_find(row->set[i]),
		    row->set[i + 1], &error));
	dialect = dialect_new(&settings);
	while (verdict == STOP_GO_ON && row->prompt[at]) {
		int32_t c;
		size_t len = utf8_next(row->prompt + at,
		    strlen(row->prompt + at), &c);

		text_clear(&out);
		verdict = dialect_token(dialect, c, row->prompt + at, len,
		    &out);
		add_delta(&deltas, &out);
		at += len;
	}
	text_clear(&out);
	if (verdict == STOP_GO_ON)
		verdict = dialect_flush(dialect, &out);
	text_printf(&deltas, "/%s", text_string(&out));
	add_verdict(&said, verdict, dialect);
	if (strcmp(text_string(&deltas), row->deltas) ||
	    strcmp(text_string(&said), row->verdict) ||
	    dialect_tokens(dialect) != row->tokens)
		fail_msg("%s, dialect %d: \"%s\" %s %d", row->name,
		    row->dialect, text_string(&deltas), text_string(&said),
		    (int)dialect_tokens(dialect));
	dialect_free(dialect);
	settings_release(&settings);
	text_release(&deltas);
	text_release(&out);
	text_release(&said);
	text_release(&error);
}

static void
dialect__stops__as_the_table_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check(&rows[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dialect__stops__as_the_table_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
