/* stop_vectors.h: how replies end, for the tests of stop.c and of engines. One
 * token is one character of the prompt. */
#ifndef STOP_VECTORS_H
#define STOP_VECTORS_H

#include <assert.h>

#include "../src/settings.h"

static const struct stop_vector {
	const char *name;
	const char *prompt;
	const char *set[6]; /* names and values of settings */
	const char *text;
	const char *finish_reason;
	const char *stop_reason; /* as JSON */
	int64_t tokens;
} stop_vectors[] = {
	{ "V1", "hello world", { "stop", "lo w" },
	    "hel", "stop", "\"lo w\"", 7 },
	{ "V1i", "hello world", { "stop", "lo w",
	    "include_stop_str_in_output", "true" },
	    "hello w", "stop", "\"lo w\"", 7 },
	{ "V2", "xaby", { "stop", "b", "stop", "ab" },
	    "x", "stop", "\"ab\"", 3 },
	{ "V4", "a</sx>b", { "stop", "</s>" },
	    "a</sx>b", "stop", "null", 7 },
	{ "V5", "say </s", { "stop", "</s>" },
	    "say </s", "stop", "null", 7 },
	{ "V6", "ababac!", { "stop", "abac" },
	    "ab", "stop", "\"abac\"", 6 },
	{ "V7", "aXbXc", { "stop", "X", "min_tokens", "2" },
	    "aXb", "stop", "\"X\"", 4 },
	{ "V8", "aXbXc", { "stop", "X", "min_tokens", "3" },
	    "aXb", "stop", "\"X\"", 4 },
	{ "V9", "abX rest", { "stop", "X", "max_tokens", "3" },
	    "ab", "stop", "\"X\"", 3 },
	{ "V10", "ab</s>", { "stop", "</s>", "max_tokens", "4" },
	    "ab</", "length", "null", 4 },
	{ "V11", "Xabc", { "stop", "X" },
	    "", "stop", "\"X\"", 1 },
	{ "V12", "naïve—fin", { "stop", "—" },
	    "naïve", "stop", "\"—\"", 6 },
	{ "V13", "l1\n\nl2", { "stop", "\\n\\n" },
	    "l1", "stop", "\"\n\n\"", 4 },
	{ "V14", "abcdef", { "max_tokens", "3" },
	    "abc", "length", "null", 3 },
	{ "V15", "abc", { "max_tokens", "3" },
	    "abc", "length", "null", 3 },
	{ "V16", "abc", { "max_tokens", "4" },
	    "abc", "stop", "null", 3 },
	{ "V17", "one\ntwo", { "stop_token_ids", "10" },
	    "one", "stop", "10", 4 },
	{ "V18", "a😀b", { "stop_token_ids", "128512" },
	    "a", "stop", "128512", 2 },
	{ "V19", "hi<|im_end|>there", { "eos_token", "<|im_end|>" },
	    "hi", "stop", "null", 12 },
	{ "V20", "hi<|im_end|>there", { "eos_token", "<|im_end|>",
	    "ignore_eos", "true" },
	    "hi<|im_end|>there", "stop", "null", 17 },
	{ "V21", "hi<|im_end|>there", { NULL },
	    "hi<|im_end|>there", "stop", "null", 17 },
	{ "V22", "", { NULL },
	    "", "stop", "null", 0 },
	{ "V23", "aab", { "stop", "aab" },
	    "", "stop", "\"aab\"", 3 },
	{ "V24", "aaab", { "stop", "aab" },
	    "a", "stop", "\"aab\"", 4 },
	{ "V25", "xabcy", { "stop", "abcd", "stop", "bc" },
	    "xa", "stop", "\"bc\"", 4 },
	{ "V26", "漢字。終", { "stop", "。" },
	    "漢字", "stop", "\"。\"", 3 },
};

enum { STOP_VECTORS = sizeof(stop_vectors) / sizeof(*stop_vectors) };

static inline void
set(struct settings *settings, const char *name, const char *value)
{
	struct text error = { 0 };
	bool ok = setting_set(settings, setting_find(name), value, &error);

	assert(ok && !error.len);
	(void)ok;
}

/* Puts what the vector asks for into settings, which the caller releases. */
static inline void
stop_vector_set(struct settings *settings, const struct stop_vector *vector)
{
	settings_init(settings);
	for (size_t i = 0; i < 6 && vector->set[i]; i += 2)
		set(settings, vector->set[i], vector->set[i + 1]);
}

#endif
