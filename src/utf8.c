/* utf8.c: bytes <-> Unicode characters.
 *
 * Strict: no surrogates, no overlong forms, nothing above U+10FFFF. All of
 * these show in the first two bytes of a sequence, so that is where they are
 * refused, and what follows is read on its own. */
#include "utf8.h"

#include <string.h>

/* Returns how many bytes a sequence with this first byte has (1 if it begins
 * none), and the range of its second byte. */
static size_t
sequence(unsigned char lead, unsigned char *low, unsigned char *high)
{
	*low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
	*high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
	if (lead < 0xc2 || lead > 0xf4)
		return 1;
	return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

size_t
utf8_next(const char *bytes, size_t len, int32_t *c)
{
	const unsigned char *s = (const unsigned char *)bytes;
	unsigned char low, high;
	size_t size = sequence(s[0], &low, &high);
	int32_t value = s[0];

	*c = s[0] < 0x80 ? value : UTF8_INVALID;
	if (size == 1)
		return 1;
	value &= 0xff >> (size + 1);
	for (size_t i = 1; i < size; i++) {
		if (i == len || s[i] < low || s[i] > high)
			return i;
		value = value << 6 | (s[i] & 0x3f);
		low = 0x80;
		high = 0xbf;
	}
	*c = value;
	return size;
}

size_t
utf8_encode(uint32_t c, char out[4])
{
	if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		c = 0xfffd;
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = size - 1; i > 0; i--, c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(0xf00 >> size | c);
	return size;
}

size_t
utf8_unfinished(const char *bytes, size_t len)
{
	unsigned char low, high;
	int32_t c;

	for (size_t tail = 1; tail <= 3 && tail <= len; tail++) {
		const char *s = bytes + len - tail;

		if ((*s & 0xc0) == 0x80)
			continue;
		if (sequence((unsigned char)*s, &low, &high) <= tail)
			return 0;
		return utf8_next(s, tail, &c) == tail ? tail : 0;
	}
	return 0;
}

/* Returns how many bytes at the front are ASCII. Eight at a time: prompts may
 * have ten megabytes, and most of them are this. */
static size_t
ascii_run(const char *bytes, size_t len)
{
	uint64_t word;
	size_t n = 0;

	for (; len - n >= sizeof(word); n += sizeof(word)) {
		memcpy(&word, bytes + n, sizeof(word));
		if (word & 0x8080808080808080u)
			break;
	}
	while (n < len && !(bytes[n] & 0x80))
		n++;
	return n;
}

size_t
utf8_count(const char *bytes, size_t len)
{
	size_t count = 0;
	int32_t c;

	for (size_t at = 0; at < len; count++) {
		size_t run = ascii_run(bytes + at, len - at);

		at += run;
		count += run;
		if (at == len)
			break;
		at += utf8_next(bytes + at, len - at, &c);
	}
	return count;
}

size_t
utf8_valid(const char *bytes, size_t len)
{
	size_t at = ascii_run(bytes, len);
	int32_t c;

	while (at < len) {
		size_t n = utf8_next(bytes + at, len - at, &c);

		if (c == UTF8_INVALID)
			break;
		at += n;
		at += ascii_run(bytes + at, len - at);
	}
	return at;
}

size_t
utf8_repair(struct text *out, const char *bytes, size_t len)
{
	size_t count = 0, at = 0;
	int32_t c;

	while (at < len) {
		size_t good = utf8_valid(bytes + at, len - at);

		text_append(out, bytes + at, good);
		at += good;
		if (at == len)
			break;
		text_add(out, UTF8_REPLACEMENT);
		at += utf8_next(bytes + at, len - at, &c);
		count++;
	}
	return count;
}
