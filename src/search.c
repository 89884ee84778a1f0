/* search.c: looks for a text in texts.
 *
 * A table of bytes that a match may begin with lets most of a text be passed
 * over without decoding it. */
#include "search.h"

#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "utf8.h"
#include "xalloc.h"

/* By way of the capital: both small sigmas, and the long s, are one letter. */
static int32_t
fold(int32_t c)
{
	if (c < 0x80)
		return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
	return (int32_t)towlower(towupper((wint_t)c));
}

static bool
is_capital(int32_t c)
{
	return c > 0 && (int32_t)towlower((wint_t)c) != c;
}

void
search_release(struct search *search)
{
	free(search->points);
	*search = (struct search){ 0 };
}

bool
search_is_empty(const struct search *search)
{
	return !search->count;
}

size_t
search_most(const struct search *search)
{
	return search->count * 4;
}

static void
read_points(struct search *search, const char *bytes, size_t len)
{
	search->points =
	    xcalloc(utf8_count(bytes, len) + 1, sizeof(*search->points));
	for (size_t at = 0; at < len; search->count++) {
		int32_t *c = &search->points[search->count];

		at += utf8_next(bytes + at, len - at, c);
		if (is_capital(*c))
			search->exact = true;
	}
}

/* A letter that has no case, as those of Chinese, is only found as itself. */
static bool
has_case(int32_t c)
{
	return (int32_t)towlower((wint_t)c) != (int32_t)towupper((wint_t)c);
}

/* A capital can begin with another byte than its small letter, and three small
 * letters have relatives beyond ASCII. */
static void
note_first_bytes(struct search *search)
{
	int32_t first = search->points[0];
	bool any = !search->exact && (first < 0x80
		? first == 'i' || first == 'k' || first == 's'
		: has_case(first));
	char bytes[4];

	if (first < 0)
		return;
	utf8_encode((uint32_t)first, bytes);
	search->begins[(unsigned char)bytes[0]] = true;
	for (int byte = 0; byte < 0x80 && !search->exact; byte++)
		search->begins[byte] = fold(byte) == first;
	for (int byte = 0xc2; byte < 0xf5 && any; byte++)
		search->begins[byte] = true;
}

void
search_set(struct search *search, const char *bytes, size_t len)
{
	search_release(search);
	if (!len)
		return;
	read_points(search, bytes, len);
	for (size_t i = 0; i < search->count && !search->exact; i++)
		search->points[i] = fold(search->points[i]);
	note_first_bytes(search);
}

/* Returns the length of the match at these bytes, or 0. */
static size_t
match_at(const struct search *search, const char *bytes, size_t len)
{
	size_t at = 0;
	int32_t c;

	for (size_t i = 0; i < search->count; i++) {
		if (at == len)
			return 0;
		at += utf8_next(bytes + at, len - at, &c);
		if (c < 0 || (search->exact ? c : fold(c)) != search->points[i])
			return 0;
	}
	return at;
}

/* The same, quick where nothing begins: nearly everywhere. */
static size_t
length_at(const struct search *search, const char *bytes, size_t len)
{
	return search->begins[(unsigned char)*bytes]
	    ? match_at(search, bytes, len) : 0;
}

bool
search_next(const struct search *search, const char *bytes, size_t len,
    size_t from, struct search_match *match)
{
	if (!search->count)
		return false;
	for (size_t at = from; at < len; at++) {
		size_t found = length_at(search, bytes + at, len - at);

		if (found) {
			*match = (struct search_match){ at, at + found };
			return true;
		}
	}
	return false;
}

bool
search_last(const struct search *search, const char *bytes, size_t len,
    size_t before, struct search_match *match)
{
	for (size_t at = before < len ? before : len; at-- > 0;) {
		size_t found = length_at(search, bytes + at, len - at);

		if (found) {
			*match = (struct search_match){ at, at + found };
			return true;
		}
	}
	return false;
}

size_t
search_count(const struct search *search, const char *bytes, size_t len,
    size_t before)
{
	struct search_match match;
	size_t count = 0;

	for (size_t at = 0; search_next(search, bytes, len, at, &match) &&
	     match.start < before; at = match.start + 1)
		count++;
	return count;
}
