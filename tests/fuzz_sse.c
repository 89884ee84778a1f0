/* fuzz_sse.c: where a stream is cut must not be seen in what comes out. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/sse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
record_item(void *data, const struct sse_item *item)
{
	struct text *out = data;

	text_printf(out, "%d@%llu %u %d %s ", (int)item->kind,
	    (unsigned long long)item->offset, item->lines, item->unterminated,
	    item->type);
	text_append(out, item->bytes, item->len);
	text_add(out, "\n");
}

/* Feeds what stands before cut in pieces of that size, and then the rest. */
static struct text
items_of(const char *bytes, size_t len, size_t cut, size_t piece, bool clean)
{
	struct text out = { 0 };
	struct sse *sse = sse_new(record_item, &out);

	for (size_t at = 0, n; at < cut; at += n) {
		n = cut - at < piece ? cut - at : piece;
		sse_feed(sse, bytes + at, n);
	}
	sse_feed(sse, bytes + cut, len - cut);
	sse_end(sse, clean);
	sse_free(sse);
	return out;
}

static void
must_equal(struct text a, struct text b)
{
	if (a.len != b.len ||
	    memcmp(text_string(&a), text_string(&b), a.len) != 0)
		abort();
	text_release(&b);
}

static void
check_cuts(const char *bytes, size_t len, bool clean)
{
	struct text whole = items_of(bytes, len, 0, 1, clean);
	size_t cut = 0;

	for (size_t i = 0; i < len; i++)
		cut = cut * 31 + (unsigned char)bytes[i];
	cut %= len + 1;
	must_equal(whole, items_of(bytes, len, len, 1, clean));
	must_equal(whole, items_of(bytes, len, cut, cut, clean));
	must_equal(whole, items_of(bytes, len, len, cut % 7 + 1, clean));
	text_release(&whole);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_cuts((const char *)data, size, true);
	check_cuts((const char *)data, size, false);
	return 0;
}
