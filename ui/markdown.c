/* markdown.c: which bytes of a text are strong, code, a link ...
 *
 * Lines are read here, for fences and the ends of blocks; markdownblock.c knows
 * what stands in a block. */
#include "markdownstate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"

enum { FENCE_MIN = 3, DIGITS_MAX = 9 };

void
markdown_release(struct markdown *markdown)
{
	free(markdown->spans);
	text_release(&markdown->targets);
	*markdown = (struct markdown){ 0 };
}

void
markdown_clear(struct markdown *markdown)
{
	struct markdown empty = { .spans = markdown->spans,
		.capacity = markdown->capacity, .targets = markdown->targets };

	*markdown = empty;
	text_clear(&markdown->targets);
}

/* ---- Spans. */

void
markdown_add(struct markdown *md, size_t start, size_t end,
    enum markdown_look look, size_t target)
{
	struct markdown_span *last =
	    md->count > md->kept ? &md->spans[md->count - 1] : NULL;

	if (start >= end || look == MARKDOWN_TEXT)
		return;
	if (last && last->end == start && last->look == look &&
	    last->target == target) {
		last->end = end;
		return;
	}
	md->spans = xgrow(md->spans, md->count, &md->capacity,
	    sizeof(*md->spans));
	md->spans[md->count++] =
	    (struct markdown_span){ start, end, look, target };
}

static void
forget_open(struct markdown *md)
{
	md->count = md->kept;
	md->targets.len = md->kept_targets;
}

static void
keep_all(struct markdown *md)
{
	md->kept = md->count;
	md->kept_targets = md->targets.len;
}

/* ---- Pieces of lines. */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

size_t
markdown_skip_blanks(const char *bytes, size_t at, size_t end)
{
	while (at < end && is_blank(bytes[at]))
		at++;
	return at;
}

size_t
markdown_skip_bullet(const char *bytes, size_t at, size_t end)
{
	size_t mark = at;

	while (mark < end && mark - at < DIGITS_MAX &&
	    isdigit((unsigned char)bytes[mark]))
		mark++;
	if (mark == end || !strchr(mark > at ? ".)" : "-+*", bytes[mark]) ||
	    !bytes[mark])
		return at;
	mark++;
	return mark == end || is_blank(bytes[mark]) || bytes[mark] == '\n'
	    ? mark : at;
}

/* ---- Lines. */

/* A line without its newline, and where the next begins. */
struct line {
	size_t start, end, next;
};

static void
end_block(struct markdown *md, const char *bytes, size_t end, size_t next)
{
	forget_open(md);
	markdown_parse_block(md, bytes, end);
	keep_all(md);
	md->block = next;
}

/* A line of, or with, a fence: no block holds it. */
static void
add_line(struct markdown *md, const struct line *line, size_t from,
    enum markdown_look look)
{
	markdown_add(md, from, line->end, look, 0);
	keep_all(md);
	md->block = line->next;
}

static size_t
count_char(const char *bytes, size_t at, size_t end, char c)
{
	size_t start = at;

	while (at < end && bytes[at] == c)
		at++;
	return at - start;
}

/* Passes over what may stand before a fence: blanks, >, marks of items. Any
 * indentation will do, as it may belong to a list far above. */
static size_t
skip_containers(const char *bytes, size_t at, size_t end, bool *quoted)
{
	size_t before;

	do {
		before = at;
		at = markdown_skip_blanks(bytes, at, end);
		if (at < end && bytes[at] == '>') {
			*quoted = true;
			at++;
		} else {
			at = markdown_skip_bullet(bytes, at, end);
		}
	} while (at > before);
	return at;
}

/* Whether code begins here; *at is where its fence is. */
static bool
opens_fence(struct markdown *md, const char *bytes, const struct line *line,
    size_t *at)
{
	bool quoted = false;
	size_t len;
	char c;

	*at = skip_containers(bytes, line->start, line->end, &quoted);
	c = *at < line->end ? bytes[*at] : '\0';
	if (c != '`' && c != '~')
		return false;
	len = count_char(bytes, *at, line->end, c);
	if (len < FENCE_MIN ||
	    (c == '`' && memchr(bytes + *at + len, c, line->end - *at - len)))
		return false;
	md->fence = c;
	md->fence_len = len;
	md->fence_quoted = quoted;
	return true;
}

static bool
closes_fence(const struct markdown *md, const char *bytes,
    const struct line *line, size_t at)
{
	size_t len;

	at = markdown_skip_blanks(bytes, at, line->end);
	len = count_char(bytes, at, line->end, md->fence);
	return len >= md->fence_len &&
	    markdown_skip_blanks(bytes, at + len, line->end) == line->end;
}

/* Tells the line that opens a fence at that place. */
static void
add_fence(struct markdown *md, const char *bytes, const struct line *line,
    size_t fence)
{
	for (size_t at = line->start; at < fence; at++)
		if (bytes[at] == '>')
			markdown_add(md, at, at + 1, MARKDOWN_MARK, 0);
	add_line(md, line, fence, MARKDOWN_MARK);
}

/* Tells a line between fences, up to and with the last. False if it is behind
 * them: a quotation has ended. */
static bool
read_code(struct markdown *md, const char *bytes, const struct line *line)
{
	size_t at = line->start;

	if (md->fence_quoted) {
		at = markdown_skip_blanks(bytes, at, line->end);
		if (at == line->end || bytes[at] != '>') {
			md->fence = '\0';
			return false;
		}
		markdown_add(md, at, at + 1, MARKDOWN_MARK, 0);
		at++;
	}
	if (closes_fence(md, bytes, line, at)) {
		md->fence = '\0';
		add_line(md, line, at, MARKDOWN_MARK);
	} else {
		add_line(md, line, at, MARKDOWN_CODE);
	}
	return true;
}

static void
read_line(struct markdown *md, const char *bytes, const struct line *line)
{
	size_t fence;

	if (md->fence && read_code(md, bytes, line))
		return;
	if (markdown_skip_blanks(bytes, line->start, line->end) == line->end)
		end_block(md, bytes, line->start, line->next);
	else if (opens_fence(md, bytes, line, &fence)) {
		end_block(md, bytes, line->start, line->start);
		add_fence(md, bytes, line, fence);
	} else if (line->next - md->block > MARKDOWN_BLOCK_MAX)
		end_block(md, bytes, line->next, line->next);
}

/* Finds the end of the line at md->line; what was seen has none. */
static bool
next_line(const struct markdown *md, const char *bytes, size_t len,
    struct line *line)
{
	size_t from = md->len > md->line ? md->len : md->line;
	const char *newline =
	    from < len ? memchr(bytes + from, '\n', len - from) : NULL;

	if (!newline && (!md->complete || md->line == len))
		return false;
	line->start = md->line;
	line->end = newline ? (size_t)(newline - bytes) : len;
	line->next = line->end + (newline != NULL);
	return true;
}

/* Tells what may change yet: the open block, or the line of code that grows. */
static void
read_open(struct markdown *md, const char *bytes, size_t len)
{
	if (md->fence && !md->fence_quoted)
		markdown_add(md, md->line, len, MARKDOWN_CODE, 0);
	else if (!md->fence)
		markdown_parse_block(md, bytes, md->line);
}

void
markdown_update(struct markdown *md, const char *bytes, size_t len,
    bool complete)
{
	size_t before;
	struct line line;

	if (len == md->len && complete == md->complete)
		return;
	if (len < md->len || md->complete)
		markdown_clear(md);
	md->complete = complete;
	before = md->line;
	while (next_line(md, bytes, len, &line)) {
		forget_open(md);
		read_line(md, bytes, &line);
		md->line = line.next;
	}
	md->len = len;
	if (md->line == before && !md->fence)
		return;
	forget_open(md);
	read_open(md, bytes, len);
}

/* ---- Asking. */

size_t
markdown_find(const struct markdown *markdown, size_t at)
{
	size_t low = 0, high = markdown->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (markdown->spans[middle].end > at)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

const char *
markdown_target(const struct markdown *markdown,
    const struct markdown_span *span)
{
	return span->target ? markdown->targets.bytes + span->target : NULL;
}
