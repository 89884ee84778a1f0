/* check_text.c: the text of the first reply, and a reply of each form. */
#include "check_text.h"

#include <string.h>

#include "utf8.h"

void
check_ask_pair(struct checks *checks, struct pair *pair, struct ask ask)
{
	ask.stream = false;
	probe_start(&pair->whole, &checks->prober, &ask);
	ask.stream = true;
	probe_start(&pair->stream, &checks->prober, &ask);
	prober_wait(&checks->prober);
}

void
check_release_pair(struct pair *pair)
{
	probe_release(&pair->whole);
	probe_release(&pair->stream);
}

/* ---- Places in a text. */

size_t
check_offset(const struct text *text, size_t n)
{
	size_t at = 0;
	int32_t c;

	while (n-- && at < text->len)
		at += utf8_next(text->bytes + at, text->len - at, &c);
	return at;
}

void
check_take_part(const struct text *text, size_t from, size_t count,
    struct text *out)
{
	size_t start = check_offset(text, from);

	text_append(out, text->bytes + start,
	    check_offset(text, from + count) - start);
}

/* Returns where the part stands first, or the length. */
static size_t
find_part(const struct text *text, const struct text *part)
{
	for (size_t i = 0; part->len && i + part->len <= text->len; i++)
		if (!memcmp(text->bytes + i, part->bytes, part->len))
			return i;
	return text->len;
}

bool
check_begins_with(const struct text *text, const struct text *beginning)
{
	return beginning->len <= text->len && (!beginning->len ||
	    !memcmp(text->bytes, beginning->bytes, beginning->len));
}

size_t
check_characters(const struct checks *checks)
{
	const struct text *text = &checks->whole.reply->text;

	return utf8_count(text_string(text), text->len);
}

const struct text *
check_take_middle(const struct checks *checks, struct text *out)
{
	check_take_part(&checks->whole.reply->text,
	    check_characters(checks) / 2, 4, out);
	return out;
}

size_t
check_expected_len(const struct text *text, const struct ask *ask)
{
	size_t len = text->len;

	for (size_t i = 0; i < PROBE_STOPS && ask->stop[i]; i++) {
		size_t at = find_part(text, ask->stop[i]);

		if (at < len)
			len = at;
	}
	return len;
}
