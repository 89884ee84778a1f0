/* test_dialect.c: how servers stop, side by side. One token is one character; a
 * step that sends nothing is a dot in the deltas, what the end sends stands
 * behind a slash. The vectors V1 to V13 are those that the manual shows, and
 * what it says of them must be what the program does. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../engine/dialect.h"
#include "../src/escape.h"
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
	{ "ids i", DIALECT_VLLM, "one\ntwo", { "stop_token_ids", "10",
	    "include_stop_str_in_output", "on" }, "one\n/", "id", 4 },
	{ "ids i", DIALECT_DEFAULT, "one\ntwo", { "stop_token_ids", "10",
	    "include_stop_str_in_output", "on" }, "one./", "id", 4 },
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

/* Sets names and values, feeds the prompt; appends the deltas and what came of
 * it. Returns the tokens. */
static int64_t
run(enum stop_dialect kind, const char *prompt, const char *const *set,
    struct text *deltas, struct text *said)
{
	struct settings settings = { 0 };
	struct text error = { 0 }, out = { 0 };
	enum stop_verdict verdict = STOP_GO_ON;
	struct dialect *dialect;
	int64_t tokens;
	size_t len;
	int32_t c;

	settings_init(&settings);
	settings.stop_dialect = kind;
	for (size_t i = 0; set[i]; i += 2)
		assert_true(setting_set(&settings, setting_find(set[i]),
		    set[i + 1], &error));
	dialect = dialect_new(&settings);
	for (; verdict == STOP_GO_ON && *prompt; prompt += len) {
		len = utf8_next(prompt, strlen(prompt), &c);
		text_clear(&out);
		verdict = dialect_token(dialect, c, prompt, len, &out);
		add_delta(deltas, &out);
	}
	text_clear(&out);
	if (verdict == STOP_GO_ON)
		verdict = dialect_flush(dialect, &out);
	text_printf(deltas, "/%s", text_string(&out));
	add_verdict(said, verdict, dialect);
	tokens = dialect_tokens(dialect);
	dialect_free(dialect);
	settings_release(&settings);
	text_release(&out);
	text_release(&error);
	return tokens;
}

static void
check(const struct row *row)
{
	struct text deltas = { 0 }, said = { 0 };
	int64_t tokens =
	    run(row->dialect, row->prompt, row->set, &deltas, &said);

	if (strcmp(text_string(&deltas), row->deltas) ||
	    strcmp(text_string(&said), row->verdict) || tokens != row->tokens)
		fail_msg("%s, dialect %d: \"%s\" %s %d", row->name,
		    row->dialect, text_string(&deltas), text_string(&said),
		    (int)tokens);
	text_release(&deltas);
	text_release(&said);
}

static void
dialect__stops__as_the_table_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check(&rows[i]);
}

static void
dialect__refuses__what_the_server_refuses(void **state)
{
	static const struct {
		enum stop_dialect dialect;
		int strings;
		const char *refusal;
	} cases[] = {
		{ DIALECT_OPENAI, 4, NULL },
		{ DIALECT_OPENAI, 5, "OpenAI takes at most 4 stop strings" },
		{ DIALECT_DYNAMO, 32, NULL },
		{ DIALECT_DYNAMO, 33, "Dynamo takes at most 32 stop strings" },
		{ DIALECT_VLLM, 99, NULL },
		{ DIALECT_DEFAULT, 99, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct settings settings = { 0 };
		struct text string = { 0 };
		const char *refusal;

		settings_init(&settings);
		settings.stop_dialect = cases[i].dialect;
		for (int k = 0; k < cases[i].strings; k++) {
			text_clear(&string);
			text_printf(&string, "%d", k);
			strings_add(&settings.stop, &string);
		}
		refusal = dialect_refusal(&settings);
		if (cases[i].refusal)
			assert_string_equal(refusal, cases[i].refusal);
		else
			assert_null(refusal);
		text_release(&string);
		settings_release(&settings);
	}
}

/* What is held is told as held, also what only the end of sequence holds. */
static void
dialect__holds__an_end_of_sequence(void **state)
{
	struct settings settings = { 0 };
	struct text error = { 0 }, out = { 0 };
	struct dialect *dialect;
	size_t len;

	(void)state;
	settings_init(&settings);
	settings.stop_dialect = DIALECT_DYNAMO;
	assert_true(setting_set(&settings, setting_find("stop"), "X", &error));
	assert_true(setting_set(&settings, setting_find("eos_token"), "<e>",
	    &error));
	dialect = dialect_new(&settings);
	dialect_token(dialect, '<', "<", 1, &out);
	assert_string_equal(dialect_held(dialect, &len), "<");
	assert_int_equal(len, 1);
	assert_string_equal(text_string(dialect_candidate(dialect)), "<e>");
	dialect_free(dialect);
	settings_release(&settings);
	text_release(&out);
	text_release(&error);
}

/* ---- The tables of the manual. */

static const struct vector {
	const char *name, *prompt;
	const char *set[5];
} vectors[] = {
	{ "V1", "hello world", { "stop", "lo w" } },
	{ "V1i", "hello world", { "stop", "lo w",
	    "include_stop_str_in_output", "on" } },
	{ "V2", "xaby", { "stop", "b", "stop", "ab" } },
	{ "V4", "a</sx>b", { "stop", "</s>" } },
	{ "V5", "say </s", { "stop", "</s>" } },
	{ "V6", "ababac!", { "stop", "abac" } },
	{ "V7", "aXbXc", { "stop", "X", "min_tokens", "2" } },
	{ "V8", "aXbXc", { "stop", "X", "min_tokens", "3" } },
	{ "V9", "abX rest", { "stop", "X", "max_tokens", "3" } },
	{ "V10", "ab</s>", { "stop", "</s>", "max_tokens", "4" } },
	{ "V11", "Xabc", { "stop", "X" } },
	{ "V12", "na\u00efve\u2014fin", { "stop", "\u2014" } },
	{ "V13", "l1\n\nl2", { "stop", "\\n\\n" } },
};

enum { VECTORS = sizeof(vectors) / sizeof(*vectors), COLUMN = 13 };

/* As mdoc has it: what is not ASCII by its number. */
static void
add_mdoc(struct text *out, const char *string)
{
	size_t len;
	int32_t c;

	for (; *string; string += len) {
		len = utf8_next(string, strlen(string), &c);
		if (c >= 0x80)
			text_printf(out, "\\[u%04X]", (unsigned)c);
		else if (c == '\\')
			text_add(out, "\\e");
		else
			text_append(out, string, 1);
	}
}

static void
add_padded(struct text *out, const char *string, int columns)
{
	int width = (int)utf8_count(string, strlen(string));

	add_mdoc(out, string);
	text_printf(out, "%*s", columns > width ? columns - width : 0, "");
}

static void
trim(struct text *line)
{
	while (line->len && line->bytes[line->len - 1] == ' ')
		line->len--;
	line->bytes[line->len] = '\0';
}

/* "V1    "hello world"  stop "lo w"" */
static void
add_question(struct text *out, const struct vector *vector)
{
	struct text quoted = { 0 };

	add_padded(out, vector->name, 5);
	escape_quote(&quoted, vector->prompt, strlen(vector->prompt));
	add_padded(out, text_string(&quoted), 16);
	for (size_t i = 0; vector->set[i]; i += 2) {
		text_printf(out, "%s%s ", i ? "  " : "", vector->set[i]);
		add_mdoc(out, vector->set[i + 1]);
	}
	text_release(&quoted);
}

/* What is sent at the end is behind the slash, if anything is. */
static void
add_cell(struct text *out, const struct vector *vector,
    enum stop_dialect dialect)
{
	struct text deltas = { 0 }, said = { 0 }, shown = { 0 };

	run(dialect, vector->prompt, vector->set, &deltas, &said);
	if (deltas.bytes[deltas.len - 1] == '/')
		deltas.bytes[--deltas.len] = '\0';
	escape_plain(&shown, deltas.bytes, deltas.len);
	add_padded(out, text_string(&shown), COLUMN);
	text_release(&shown);
	text_release(&said);
	text_release(&deltas);
}

static void
add_answer(struct text *out, const struct vector *vector)
{
	add_padded(out, vector->name, 5);
	for (int dialect = 0; dialect < DIALECT_NONE; dialect++)
		add_cell(out, vector, (enum stop_dialect)dialect);
	trim(out);
}

/* Of both tables: the lines of the manual that begin with V and a digit. */
static void
read_manual(struct text *out)
{
	const char *srcdir = getenv("srcdir");
	struct text path = { 0 };
	char line[256];
	FILE *file;

	text_printf(&path, "%s/man/echochat.1", srcdir ? srcdir : ".");
	file = fopen(text_string(&path), "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		if (line[0] == 'V' && line[1] >= '0' && line[1] <= '9')
			text_add(out, line);
	fclose(file);
	text_release(&path);
}

static void
dialect__stops__as_the_manual_says(void **state)
{
	struct text says = { 0 }, does = { 0 };

	(void)state;
	for (size_t i = 0; i < 2 * VECTORS; i++) {
		struct text line = { 0 };

		if (i < VECTORS)
			add_question(&line, &vectors[i]);
		else
			add_answer(&line, &vectors[i - VECTORS]);
		text_printf(&does, "%s\n", text_string(&line));
		text_release(&line);
	}
	read_manual(&says);
	if (strcmp(text_string(&says), text_string(&does))) {
		printf("# the manual must have these lines:\n%s",
		    text_string(&does));
		fail();
	}
	text_release(&says);
	text_release(&does);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dialect__stops__as_the_table_says),
		cmocka_unit_test(dialect__refuses__what_the_server_refuses),
		cmocka_unit_test(dialect__holds__an_end_of_sequence),
		cmocka_unit_test(dialect__stops__as_the_manual_says),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
