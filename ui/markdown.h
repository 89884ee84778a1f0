/* markdown.h: which bytes of a text are strong, code, a link ..., by the rules
 * of CommonMark and GitHub. Pure: it knows neither curses nor styles. The text
 * stays as it is, its marks too: only looks are told, so that nothing that was
 * read moves.
 *
 * Only lines that are complete have looks, but for those of code between
 * fences. A block ends with a blank line or a fence, and is read apart from all
 * others: once it has ended, its looks stay whatever comes. (So a link that
 * names its target elsewhere is none.) */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"

enum {
	/* A block that is longer ends behind the line. */
	MARKDOWN_BLOCK_MAX = 8192,
	/* A longer one, which is a line, has no looks: none makes us slow. */
	MARKDOWN_PARSE_MAX = 32768,
};

enum markdown_look {
	MARKDOWN_TEXT,
	MARKDOWN_MARK, /* what says how the rest looks: **, #, the target */
	MARKDOWN_HEADING,
	MARKDOWN_STRONG,
	MARKDOWN_EMPHASIS,
	MARKDOWN_CODE,
	MARKDOWN_LINK,
};

/* A run of bytes; between two runs is MARKDOWN_TEXT. */
struct markdown_span {
	size_t start, end;
	enum markdown_look look;
	size_t target; /* of a link: its place in targets, or 0 */
};

/* The looks of one text; zeros are ready. */
struct markdown {
	struct markdown_span *spans; /* in order; none shares bytes */
	size_t count, capacity;
	struct text targets; /* strings, a NUL behind each */

	/* The rest is for markdown.c. */
	size_t kept, kept_targets; /* of what cannot change any more */
	size_t block;  /* where the open block begins */
	size_t line;   /* where the line begins that is not complete */
	size_t len;    /* of the text that was seen */
	bool complete; /* the text is */
	char fence;    /* the character of the open fence, or NUL */
	size_t fence_len;
	bool fence_quoted; /* it stands behind a > */
};

void markdown_release(struct markdown *markdown);
void markdown_clear(struct markdown *markdown);

/* Reads text that grew; with complete, its last line is one too. Costs what is
 * new and the open block. */
void markdown_update(struct markdown *markdown, const char *bytes, size_t len,
    bool complete);

/* Returns the number of the first span that ends behind a byte. */
size_t markdown_find(const struct markdown *markdown, size_t at);
/* Returns the target of a span, or NULL. Valid until the next update. */
const char *markdown_target(const struct markdown *markdown,
    const struct markdown_span *span);

#endif
