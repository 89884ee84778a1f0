/* surrogate.c: halves of characters, put together where they belong. */
#include "surrogate.h"

#include <stdint.h>
#include <string.h>

#include "../src/utf8.h"

enum { HALF_LEN = 3 };

/* Returns the first half at or behind bytes, or end. All other text is valid,
 * where no ED is followed by A0 or more. */
static const char *
find_half(const char *bytes, const char *end)
{
	while ((bytes = memchr(bytes, '\xed', (size_t)(end - bytes)))) {
		if ((unsigned char)bytes[1] >= 0xa0)
			return bytes;
		bytes++;
	}
	return end;
}

/* Returns ten bits; *high says which half it is. */
static uint32_t
decode(const char *half, bool *high)
{
	unsigned char second = (unsigned char)half[1];

	*high = second < 0xb0;
	return (uint32_t)(second & 0xf) << 6 |
	    ((unsigned char)half[2] & 0x3f);
}

static void
join(const char *high, const char *low, struct text *out)
{
	bool unused;
	char bytes[4];
	uint32_t c = 0x10000 + (decode(high, &unused) << 10) +
	    decode(low, &unused);

	text_append(out, bytes, utf8_encode(c, bytes));
}

unsigned
surrogate_end(struct surrogate *surrogate, struct text *out)
{
	if (!surrogate->waits)
		return 0;
	surrogate->waits = false;
	text_add(out, UTF8_REPLACEMENT);
	return SURROGATE_LONE;
}

static unsigned
take_half(struct surrogate *surrogate, const char *half, struct text *out)
{
	unsigned met = 0;
	bool high;

	decode(half, &high);
	if (!high && surrogate->waits) {
		join(surrogate->half, half, out);
		surrogate->waits = false;
		return SURROGATE_SPLIT;
	}
	met |= surrogate_end(surrogate, out);
	memcpy(surrogate->half, half, HALF_LEN);
	surrogate->waits = true;
	if (!high)
		met |= surrogate_end(surrogate, out);
	return met;
}

unsigned
surrogate_feed(struct surrogate *surrogate, const char *bytes, size_t len,
    struct text *out)
{
	const char *end = bytes + len;
	unsigned met = 0;

	while (bytes < end) {
		const char *half = find_half(bytes, end);

		if (half > bytes) {
			met |= surrogate_end(surrogate, out);
			text_append(out, bytes, (size_t)(half - bytes));
		}
		bytes = half;
		if (half < end) {
			met |= take_half(surrogate, half, out);
			bytes += HALF_LEN;
		}
	}
	return met;
}
