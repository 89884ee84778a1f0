/* comparison.c: what several have answered to the same. */
#include "comparison.h"

#include <stdlib.h>
#include <string.h>

#include "utf8.h"
#include "xalloc.h"

void
comparison_release(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->count; i++)
		free(comparison->items[i].name);
	*comparison = (struct comparison){ 0 };
}

struct compared *
comparison_add(struct comparison *comparison, const char *name)
{
	struct compared *compared = &comparison->items[comparison->count++];

	*compared = (struct compared){ .name = xstrdup(name),
		.ttft_us = -1,
		.total_us = -1,
		.itl_p50_us = -1 };
	timeline_init(&compared->timeline);
	comparison->revision++;
	return compared;
}

bool
comparison_is_over(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->count; i++)
		if (!comparison->items[i].over)
			return false;
	return true;
}

/* ---- Texts. */

static const struct text *
text_of(const struct comparison *comparison, size_t one)
{
	return &comparison->items[one].reply->text;
}

static bool
same_text(const struct text *a, const struct text *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->bytes, b->bytes,
	    a->len));
}

bool
comparison_same_text(const struct comparison *comparison)
{
	for (size_t i = 1; i < comparison->count; i++)
		if (!same_text(text_of(comparison, 0), text_of(comparison, i)))
			return false;
	return true;
}

size_t
comparison_first_difference(const struct comparison *comparison, size_t one,
    size_t other)
{
	const struct text *a = text_of(comparison, one);
	const struct text *b = text_of(comparison, other);

	if (same_text(a, b))
		return 0;
	return utf8_count(text_string(a), textdiff_prefix(text_string(a),
	    a->len, text_string(b), b->len)) + 1;
}

bool
comparison_is_open(const struct comparison *comparison, size_t one,
    size_t other)
{
	const struct text *a = text_of(comparison, one);
	const struct text *b = text_of(comparison, other);
	size_t common = textdiff_prefix(text_string(a), a->len,
	    text_string(b), b->len);
	bool a_grows = !comparison->items[one].over;
	bool b_grows = !comparison->items[other].over;

	return (common == a->len && a_grows) || (common == b->len && b_grows);
}

void
comparison_diff(const struct comparison *comparison, size_t one, size_t other,
    struct textdiff *diff)
{
	const struct text *a = text_of(comparison, one);
	const struct text *b = text_of(comparison, other);

	textdiff_compute(diff, text_string(a), a->len, text_string(b), b->len);
}

/* ---- Names, counts, times. */

#define REPLAY "replay:"

void
compared_print_name(struct text *out, const struct compared *compared)
{
	const char *name = compared->name, *file = name;

	if (!strncmp(name, REPLAY, strlen(REPLAY))) {
		text_add(out, REPLAY);
		file += strlen(REPLAY);
		for (const char *c = file; *c && *c != ' '; c++)
			if (*c == '/')
				file = c + 1;
	}
	text_add(out, file);
}

int64_t
compared_tokens(const struct compared *compared)
{
	int64_t tokens = compared->reply->usage.completion_tokens;

	return tokens >= 0 ? tokens : compared->reply->timing.tokens;
}

int64_t
comparison_span_us(const struct comparison *comparison)
{
	int64_t span = 0;

	for (size_t i = 0; i < comparison->count; i++) {
		const struct compared *item = &comparison->items[i];

		if (item->total_us > span)
			span = item->total_us;
		if (item->timeline.last_us > span)
			span = item->timeline.last_us;
	}
	return span;
}
