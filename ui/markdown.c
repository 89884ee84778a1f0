/* markdown.c: which bytes of a text are strong, code, a link ...; the only home
 * of md4c.
 *
 * Lines are read here, for fences and the ends of blocks; what stands in a block
 * is md4c's to say. It calls back with pieces of the text, in order, and all
 * between them is a mark. */
#include "markdown.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <md4c.h>

#include "../src/xalloc.h"
#include "link.h"

enum { FENCE_MIN = 3, DIGITS_MAX = 9 };

/* Code that is only indented is text: replies have it by mistake, and in lists
 * it could be told only from what stands far above. HTML is text too. */
enum {
	FLAGS = MD_DIALECT_GITHUB | MD_FLAG_NOINDENTEDCODEBLOCKS |
	    MD_FLAG_NOHTML,
};

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

static void
add_span(struct markdown *md, size_t start, size_t end,
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

/* ---- What stands in a block, as md4c says it. */

struct parse {
	struct markdown *md;
	const char *bytes; /* of the whole text */
	size_t at;         /* up to here all is told */
	size_t end;
	int items; /* of lists, whose text did not come yet */
	/* How many of each are open. */
	int headings, strong, emphasis, code, links;
	size_t target; /* of the outermost link */
};

static enum markdown_look
look_of(const struct parse *parse)
{
	return parse->links	 ? MARKDOWN_LINK
	    : parse->code	 ? MARKDOWN_CODE
	    : parse->headings	 ? MARKDOWN_HEADING
	    : parse->strong	 ? MARKDOWN_STRONG
	    : parse->emphasis ? MARKDOWN_EMPHASIS
				 : MARKDOWN_TEXT;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static size_t
skip_blanks(const char *bytes, size_t at, size_t end)
{
	while (at < end && is_blank(bytes[at]))
		at++;
	return at;
}

/* Returns the place behind the mark of a list's item, or at. */
static size_t
skip_bullet(const char *bytes, size_t at, size_t end)
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

/* Tells the marks up to the next text, without the blanks around them. */
static void
add_mark(struct parse *parse, size_t end)
{
	const char *bytes = parse->bytes;
	size_t start = parse->at;

	while (start < end && isspace((unsigned char)bytes[start]))
		start++;
	while (end > start && isspace((unsigned char)bytes[end - 1]))
		end--;
	add_span(parse->md, start, end, MARKDOWN_MARK, 0);
}

/* Bullets and numbers are part of what is said. They stand in the last line
 * before the text. */
static void
pass_bullets(struct parse *parse, size_t end)
{
	const char *bytes = parse->bytes;
	size_t at = end, behind;

	while (at > parse->at && bytes[at - 1] != '\n')
		at--;
	for (; parse->items; parse->items--) {
		while (at < end && (is_blank(bytes[at]) || bytes[at] == '>'))
			at++;
		behind = skip_bullet(bytes, at, end);
		add_mark(parse, at);
		parse->at = at = behind;
	}
}

static int
on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data)
{
	struct parse *parse = data;
	size_t start;

	(void)type;
	/* Newlines and indentation are strings of md4c's own. */
	start = (size_t)((uintptr_t)text - (uintptr_t)parse->bytes);
	if (start < parse->at || start > parse->end ||
	    size > parse->end - start)
		return 0;
	pass_bullets(parse, start);
	add_mark(parse, start);
	add_span(parse->md, start, start + size, look_of(parse),
	    parse->links ? parse->target : 0);
	parse->at = start + size;
	return 0;
}

/* The box of a task is what is said, too. */
static void
pass_task(struct parse *parse, const MD_BLOCK_LI_DETAIL *item, size_t block)
{
	size_t mark = block + item->task_mark_offset;

	if (mark <= parse->at || mark + 2 > parse->end)
		return;
	pass_bullets(parse, mark - 1);
	add_mark(parse, mark - 1);
	parse->at = mark + 2;
}

static int
on_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct parse *parse = data;

	switch (type) {
	case MD_BLOCK_H:
		parse->headings++;
		break;
	case MD_BLOCK_TH:
		parse->strong++;
		break;
	case MD_BLOCK_CODE:
		parse->code++;
		break;
	case MD_BLOCK_LI:
		parse->items++;
		if (((MD_BLOCK_LI_DETAIL *)detail)->is_task)
			pass_task(parse, detail, parse->md->block);
		break;
	default:
		break;
	}
	return 0;
}

static int
on_block_end(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct parse *parse = data;

	(void)detail;
	switch (type) {
	case MD_BLOCK_H:
		parse->headings--;
		break;
	case MD_BLOCK_TH:
		parse->strong--;
		break;
	case MD_BLOCK_CODE:
		parse->code--;
		break;
	default:
		break;
	}
	return 0;
}

/* Entities are left as they are, but for the one that belongs into addresses. */
static void
add_address(struct text *out, const MD_ATTRIBUTE *address)
{
	for (int i = 0; address->substr_offsets[i] < address->size; i++) {
		MD_OFFSET start = address->substr_offsets[i];
		MD_OFFSET len = address->substr_offsets[i + 1] - start;
		const char *part = address->text + start;

		if (len == strlen("&amp;") && !memcmp(part, "&amp;", len))
			len = 1;
		text_append(out, part, len);
	}
}

/* Place 0 is nobody's. */
static size_t
add_target(struct text *targets, const MD_ATTRIBUTE *address)
{
	struct text target = { 0 };
	size_t at;

	if (!targets->len)
		text_append(targets, "", 1);
	at = targets->len;
	add_address(&target, address);
	if (link_target(targets, text_string(&target), target.len))
		text_append(targets, "", 1);
	text_release(&target);
	return targets->len > at ? at : 0;
}

/* What is counted while a span of that type is open, or NULL. */
static int *
counter(struct parse *parse, MD_SPANTYPE type)
{
	switch (type) {
	case MD_SPAN_EM:
		return &parse->emphasis;
	case MD_SPAN_STRONG:
		return &parse->strong;
	case MD_SPAN_CODE:
		return &parse->code;
	case MD_SPAN_A:
	case MD_SPAN_IMG:
		return &parse->links;
	default:
		return NULL;
	}
}

static int
on_span(MD_SPANTYPE type, void *detail, void *data)
{
	struct parse *parse = data;
	struct text *targets = &parse->md->targets;
	int *open = counter(parse, type);

	if (open == &parse->links && !*open)
		parse->target = add_target(targets, type == MD_SPAN_A
			? &((MD_SPAN_A_DETAIL *)detail)->href
			: &((MD_SPAN_IMG_DETAIL *)detail)->src);
	if (open)
		++*open;
	return 0;
}

static int
on_span_end(MD_SPANTYPE type, void *detail, void *data)
{
	int *open = counter(data, type);

	(void)detail;
	if (open)
		--*open;
	return 0;
}

/* Tells the looks of the open block up to its last complete line. */
static void
parse_block(struct markdown *md, const char *bytes, size_t end)
{
	static const MD_PARSER parser = { .flags = FLAGS,
		.enter_block = on_block, .leave_block = on_block_end,
		.enter_span = on_span, .leave_span = on_span_end,
		.text = on_text };
	struct parse parse = { .md = md, .bytes = bytes, .at = md->block,
		.end = end };
	size_t size = end - md->block;

	if (!size || size > MARKDOWN_PARSE_MAX)
		return;
	md_parse(bytes + md->block, (MD_SIZE)size, &parser, &parse);
	pass_bullets(&parse, end);
	add_mark(&parse, end);
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
	parse_block(md, bytes, end);
	keep_all(md);
	md->block = next;
}

/* A line of, or with, a fence: no block holds it. */
static void
add_line(struct markdown *md, const struct line *line, size_t from,
    enum markdown_look look)
{
	add_span(md, from, line->end, look, 0);
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
		at = skip_blanks(bytes, at, end);
		if (at < end && bytes[at] == '>') {
			*quoted = true;
			at++;
		} else {
			at = skip_bullet(bytes, at, end);
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

	at = skip_blanks(bytes, at, line->end);
	len = count_char(bytes, at, line->end, md->fence);
	return len >= md->fence_len &&
	    skip_blanks(bytes, at + len, line->end) == line->end;
}

/* Tells the line that opens a fence at that place. */
static void
add_fence(struct markdown *md, const char *bytes, const struct line *line,
    size_t fence)
{
	for (size_t at = line->start; at < fence; at++)
		if (bytes[at] == '>')
			add_span(md, at, at + 1, MARKDOWN_MARK, 0);
	add_line(md, line, fence, MARKDOWN_MARK);
}

/* Tells a line between fences, up to and with the last. False if it is behind
 * them: a quotation has ended. */
static bool
read_code(struct markdown *md, const char *bytes, const struct line *line)
{
	size_t at = line->start;

	if (md->fence_quoted) {
		at = skip_blanks(bytes, at, line->end);
		if (at == line->end || bytes[at] != '>') {
			md->fence = '\0';
			return false;
		}
		add_span(md, at, at + 1, MARKDOWN_MARK, 0);
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
	if (skip_blanks(bytes, line->start, line->end) == line->end)
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
		add_span(md, md->line, len, MARKDOWN_CODE, 0);
	else if (!md->fence)
		parse_block(md, bytes, md->line);
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
