/* highlight.c: marks what was found.
 *
 * What is drawn is known by its address: a row is a part of a text that a view
 * announced, and a match that began in the row above goes on in it. */
#include "highlight.h"

#include <stdint.h>

enum { TEXTS_MAX = 4 };

struct marked {
	const char *bytes;
	size_t len;
	size_t here;
};

static struct {
	const struct search *search;
	struct marked texts[TEXTS_MAX];
	int count;

	/* The one that is drawn, and its next match. */
	const struct marked *text;
	struct search_match match, here;
	bool has_match;
} marks;

void
highlight_search(const struct search *search)
{
	marks.search =
	    search && !search_is_empty(search) ? search : NULL;
}

void
highlight_add(const char *bytes, size_t len, size_t here)
{
	if (marks.search && marks.count < TEXTS_MAX)
		marks.texts[marks.count++] =
		    (struct marked){ bytes, len, here };
}

void
highlight_clear(void)
{
	marks.count = 0;
}

static void
find_match(size_t from)
{
	marks.has_match = search_next(marks.search, marks.text->bytes,
	    marks.text->len, from, &marks.match);
}

bool
highlight_begin(const char *bytes, size_t len)
{
	size_t at, most;

	marks.text = NULL;
	for (int i = 0; i < marks.count; i++) {
		const struct marked *text = &marks.texts[i];
		uintptr_t begin = (uintptr_t)text->bytes;

		if ((uintptr_t)bytes >= begin &&
		    (uintptr_t)bytes + len <= begin + text->len)
			marks.text = text;
	}
	if (!marks.text)
		return false;
	most = search_most(marks.search);
	at = (size_t)(bytes - marks.text->bytes);
	find_match(at > most ? at - most : 0);
	marks.here = (struct search_match){ SIZE_MAX, SIZE_MAX };
	if (marks.text->here < marks.text->len)
		search_next(marks.search, marks.text->bytes, marks.text->len,
		    marks.text->here, &marks.here);
	return marks.has_match;
}

static bool
covers(const struct search_match *match, size_t start, size_t end)
{
	return match->start < end && match->end > start;
}

enum style
highlight_style(const char *cell, size_t len, enum style style)
{
	size_t start = (size_t)(cell - marks.text->bytes);

	/* A later match ends later: all have as many characters. */
	while (marks.has_match && marks.match.end <= start)
		find_match(marks.match.start + 1);
	if (covers(&marks.here, start, start + len))
		return STYLE_FOUND_HERE;
	if (marks.has_match && covers(&marks.match, start, start + len))
		return STYLE_FOUND;
	return style;
}
