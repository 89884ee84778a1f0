/* fuzz_markdown.c: any bytes as Markdown. Looks do not depend on the cuts, what
 * has ended never changes, and targets are printable. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../ui/markdown.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(bool holds)
{
	if (!holds)
		abort();
}

static void
check_target(const char *target)
{
	for (; target && *target; target++)
		check(*target > ' ' && *target <= '~');
}

static void
check_spans(const struct markdown *markdown, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; i < markdown->count; i++) {
		const struct markdown_span *span = &markdown->spans[i];

		check(span->start >= at && span->end > span->start);
		check_target(markdown_target(markdown, span));
		at = span->end;
	}
	check(at <= len);
}

static bool
are_same(const struct markdown_span *a, const struct markdown_span *b,
    size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (a[i].start != b[i].start || a[i].end != b[i].end ||
		    a[i].look != b[i].look || a[i].target != b[i].target)
			return false;
	return true;
}

/* Copies the looks of what has ended; the caller frees. Returns how many. */
static size_t
keep(const struct markdown *markdown, struct markdown_span **kept)
{
	size_t size = markdown->kept * sizeof(**kept);

	*kept = malloc(size + 1);
	check(*kept != NULL);
	if (size)
		memcpy(*kept, markdown->spans, size);
	return markdown->kept;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	struct markdown pieces = { 0 }, whole = { 0 };
	/* The first byte says how long pieces are. */
	size_t step = size ? data[0] % 64 + 1 : 1, count;
	struct markdown_span *kept;

	for (size_t len = 0; len < size; len += step) {
		count = keep(&pieces, &kept);
		markdown_update(&pieces, bytes, len, false);
		check_spans(&pieces, len);
		check(pieces.kept >= count);
		check(are_same(kept, pieces.spans, count));
		free(kept);
	}
	markdown_update(&pieces, bytes, size, true);
	markdown_update(&whole, bytes, size, true);
	check_spans(&whole, size);
	check(pieces.count == whole.count);
	check(are_same(pieces.spans, whole.spans, whole.count));
	markdown_release(&pieces);
	markdown_release(&whole);
	return 0;
}
