/* trace_filter.c: which lines of the trace are shown. */
#include "trace_filter.h"

#include <stdlib.h>
#include <string.h>

#include "nearest.h"
#include "trace.h"
#include "xalloc.h"

#define BIT(kind) (1u << (kind))
#define BLANKS " \t\n"
#define TEXT_PREFIX "text:"

static const struct {
	const char *name;
	unsigned kinds;
} names[] = {
	{ "request", BIT(TRACE_REQUEST) },
	{ "token", BIT(TRACE_FIRST) | BIT(TRACE_TOKENS) | BIT(TRACE_TOKEN) },
	{ "held", BIT(TRACE_HELD) },
	{ "match", BIT(TRACE_MATCHED) },
	{ "finish", BIT(TRACE_STOP) | BIT(TRACE_LENGTH) | BIT(TRACE_CUT) |
		BIT(TRACE_CANCELLED) },
	{ "usage", BIT(TRACE_USAGE) },
	{ "anomaly", BIT(TRACE_ANOMALY) },
	{ "raw", BIT(TRACE_CHUNK) },
	{ "note", BIT(TRACE_NOTE) },
	{ "record", BIT(TRACE_RECORDED) },
};

enum { NAMES = sizeof(names) / sizeof(*names) };

const char *
trace_filter_kind(size_t i)
{
	return i < NAMES ? names[i].name : NULL;
}

void
trace_filter_release(struct trace_filter *filter)
{
	search_release(&filter->search);
	text_release(&filter->words);
	*filter = (struct trace_filter){ .revision = filter->revision + 1 };
}

bool
trace_filter_is_on(const struct trace_filter *filter)
{
	return filter->words.len > 0;
}

static unsigned
find_kinds(const char *word, size_t len)
{
	for (size_t i = 0; i < NAMES; i++)
		if (strlen(names[i].name) == len &&
		    !memcmp(names[i].name, word, len))
			return names[i].kinds;
	return 0;
}

static void
complain(const char *word, size_t len, struct text *error)
{
	char *name = xmemdup(word, len);
	struct nearest nearest;

	nearest_init(&nearest, name);
	for (size_t i = 0; i < NAMES; i++)
		nearest_offer(&nearest, names[i].name);
	text_printf(error, "the trace has no lines of kind %s", name);
	if (nearest_name(&nearest))
		text_printf(error, "; did you mean %s?", nearest_name(&nearest));
	else
		for (size_t i = 0; i < NAMES; i++)
			text_printf(error, "%s%s", i ? ", " : "; use ",
			    names[i].name);
	free(name);
}

/* Reads one word into the filter; returns its end, or NULL. */
static const char *
read_word(struct trace_filter *filter, const char *word, struct text *error)
{
	size_t len = strcspn(word, BLANKS);
	bool without = *word == '-';
	unsigned kinds;

	if (!strncmp(word, TEXT_PREFIX, strlen(TEXT_PREFIX))) {
		word += strlen(TEXT_PREFIX);
		search_set(&filter->search, word, strlen(word));
		return word + strlen(word);
	}
	kinds = find_kinds(word + without, len - without);
	if (!kinds) {
		complain(word + without, len - without, error);
		return NULL;
	}
	if (without)
		filter->without |= kinds;
	else
		filter->kinds |= kinds;
	return word + len;
}

bool
trace_filter_read(struct trace_filter *filter, const char *words,
    struct text *error)
{
	struct trace_filter next = { .revision = filter->revision + 1 };
	const char *at = words;

	if (!strcmp(words, "off")) {
		trace_filter_release(filter);
		return true;
	}
	text_add(&next.words, words);
	while (at && *(at += strspn(at, BLANKS)))
		at = read_word(&next, at, error);
	if (!at) {
		trace_filter_release(&next);
		return false;
	}
	trace_filter_release(filter);
	*filter = next;
	return true;
}

static bool
has_text(const struct search *search, const struct text *text)
{
	struct search_match match;

	return search_next(search, text_string(text), text->len, 0, &match);
}

bool
trace_filter_shows(const struct trace_filter *filter,
    const struct trace_entry *entry)
{
	unsigned bit = BIT(entry->kind);

	if (entry->kind == TRACE_HEAD)
		return true;
	if ((filter->kinds && !(filter->kinds & bit)) || filter->without & bit)
		return false;
	return search_is_empty(&filter->search) ||
	    has_text(&filter->search, &entry->what) ||
	    has_text(&filter->search, &entry->detail) ||
	    has_text(&filter->search, &entry->data);
}
