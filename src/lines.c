/* lines.c: bytes of a file, plain or gzip, to lines.
 *
 * A gzip file may be several members one behind the other, as files are that
 * were flushed while they grew. The last may be cut off: inflate() gives what
 * it holds. */
#include "lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "text.h"
#include "xalloc.h"

enum {
	PIECE = 65536,
	GZIP_ONLY = 15 + 16, /* window bits; 16: a gzip header is required */
	GZIP_MAGIC = 0x1f,
};

enum form { FORM_UNKNOWN, FORM_PLAIN, FORM_GZIP };

struct lines {
	enum form form;
	struct span fed; /* not taken yet */
	bool ended;
	struct text text; /* lines, from at on not given out yet */
	size_t at;
	size_t looked; /* up to here there is no newline */
	bool skipping; /* in a line that is too long */
	z_stream gzip;
	bool between; /* members */
	const char *fault;
	char piece[PIECE];
};

struct lines *
lines_new(void)
{
	return xcalloc(1, sizeof(struct lines));
}

void
lines_free(struct lines *lines)
{
	if (!lines)
		return;
	if (lines->form == FORM_GZIP)
		inflateEnd(&lines->gzip);
	text_release(&lines->text);
	free(lines);
}

void
lines_feed(struct lines *lines, const char *bytes, size_t len)
{
	lines->fed = (struct span){ bytes, len };
}

void
lines_end(struct lines *lines)
{
	lines->ended = true;
	if (lines->form == FORM_GZIP && !lines->between && !lines->fault)
		lines->fault = "the gzip data is cut off";
}

/* No text begins like gzip data: the first byte is enough. */
static void
find_form(struct lines *lines)
{
	lines->form = FORM_PLAIN;
	if ((unsigned char)lines->fed.bytes[0] != GZIP_MAGIC)
		return;
	if (inflateInit2(&lines->gzip, GZIP_ONLY) != Z_OK)
		abort();
	lines->form = FORM_GZIP;
}

static void
take_plain(struct lines *lines)
{
	text_append(&lines->text, lines->fed.bytes, lines->fed.len);
	lines->fed.len = 0;
}

static void
take_gzip(struct lines *lines)
{
	z_stream *gzip = &lines->gzip;
	int result;

	gzip->next_in = (Bytef *)lines->fed.bytes;
	gzip->avail_in = (uInt)lines->fed.len;
	gzip->next_out = (Bytef *)lines->piece;
	gzip->avail_out = PIECE;
	result = inflate(gzip, Z_NO_FLUSH);
	text_append(&lines->text, lines->piece, PIECE - gzip->avail_out);
	lines->fed = (struct span){ (const char *)gzip->next_in,
		gzip->avail_in };
	lines->between = result == Z_STREAM_END;
	if (lines->between) {
		inflateReset(gzip);
	} else if (result != Z_OK && result != Z_BUF_ERROR) {
		lines->fault = "the gzip data is broken";
		lines->fed.len = 0;
	}
}

/* A full piece says that inflate() may hold back more of it. */
static bool
has_more(const struct lines *lines)
{
	return lines->fed.len || (lines->form == FORM_GZIP && !lines->fault &&
	    !lines->between && lines->gzip.next_out && !lines->gzip.avail_out);
}

static bool
refill(struct lines *lines)
{
	if (!has_more(lines))
		return false;
	if (lines->form == FORM_UNKNOWN)
		find_form(lines);
	text_drop(&lines->text, lines->at);
	lines->looked -= lines->at;
	lines->at = 0;
	if (lines->fault)
		lines->fed.len = 0;
	else if (lines->form == FORM_PLAIN)
		take_plain(lines);
	else
		take_gzip(lines);
	return true;
}

/* Returns where the newline is, or NULL. */
static const char *
find_end(struct lines *lines)
{
	const char *from, *end;

	if (lines->looked == lines->text.len)
		return NULL;
	from = lines->text.bytes + lines->looked;
	end = memchr(from, '\n', lines->text.len - lines->looked);
	lines->looked = end ? (size_t)(end - lines->text.bytes) + 1
	                    : lines->text.len;
	return end;
}

static enum lines_result
give(struct lines *lines, const char *end, struct span *line)
{
	bool skipped = lines->skipping;

	*line = (struct span){ lines->text.bytes + lines->at, 0 };
	line->len = (size_t)(end - line->bytes);
	lines->at = lines->looked;
	lines->skipping = false;
	return skipped || line->len > LINES_LONGEST ? LINES_LONG : LINES_LINE;
}

static void
forget_long(struct lines *lines)
{
	if (lines->text.len - lines->at <= LINES_LONGEST)
		return;
	lines->skipping = true;
	lines->at = lines->text.len;
}

static enum lines_result
give_last(struct lines *lines, struct span *line)
{
	if (!lines->ended ||
	    (lines->at == lines->text.len && !lines->skipping))
		return LINES_NONE;
	return give(lines, text_string(&lines->text) + lines->text.len, line) ==
		LINES_LONG ? LINES_LONG : LINES_OPEN;
}

enum lines_result
lines_next(struct lines *lines, struct span *line)
{
	const char *end;

	while (!(end = find_end(lines))) {
		forget_long(lines);
		if (!refill(lines))
			return give_last(lines, line);
	}
	return give(lines, end, line);
}

const char *
lines_fault(const struct lines *lines)
{
	return lines->fault;
}
