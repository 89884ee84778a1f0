/* markdownblock.c: the looks of what stands in a block; the only home of md4c.
 *
 * md4c calls back with pieces of the text, in order, and all between them is a
 * mark. */
#include "markdownstate.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include <md4c.h>

#include "link.h"

/* Code that is only indented is text: replies have it by mistake, and in lists
 * it could be told only from what stands far above. HTML is text too. */
enum {
	FLAGS = MD_DIALECT_GITHUB | MD_FLAG_NOINDENTEDCODEBLOCKS |
	    MD_FLAG_NOHTML,
};

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
	    : parse->emphasis	 ? MARKDOWN_EMPHASIS
				 : MARKDOWN_TEXT;
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
	markdown_add(parse->md, start, end, MARKDOWN_MARK, 0);
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
		while (at < end && strchr(" \t>", bytes[at]) && bytes[at])
			at++;
		behind = markdown_skip_bullet(bytes, at, end);
		add_mark(parse, at);
		parse->at = at = behind;
	}
}

static int
on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data)
{
	struct parse *parse = data;
	/* Newlines and indentation are strings of md4c's own. */
	size_t start = (size_t)((uintptr_t)text - (uintptr_t)parse->bytes);

	(void)type;
	if (start < parse->at || start > parse->end ||
	    size > parse->end - start)
		return 0;
	pass_bullets(parse, start);
	add_mark(parse, start);
	markdown_add(parse->md, start, start + size, look_of(parse),
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

/* Entities are left as they are, but for the one that addresses need. */
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

void
markdown_parse_block(struct markdown *md, const char *bytes, size_t end)
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
	if (md_parse(bytes + md->block, (MD_SIZE)size, &parser, &parse))
		return;
	pass_bullets(&parse, end);
	add_mark(&parse, end);
}
