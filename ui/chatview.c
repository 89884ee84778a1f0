/* chatview.c: the conversation as rows of a pane.
 *
 * Each message is: a blank row (but the first), a row with the author, then its
 * sections: reasoning, text, what else came (a refusal, calls of tools), and for
 * a reply that is over how it ended. Notices have no author. Layouts are kept
 * for the messages seen last; a text that only grew is wrapped from its last
 * rows on. */
#include "chatview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/cell.h"
#include "../src/ending.h"
#include "../src/lists.h"
#include "../src/versions.h"
#include "../src/xalloc.h"
#include "endmark.h"
#include "highlight.h"
#include "hyperlink.h"
#include "markdown.h"
#include "wrap.h"

enum {
	LAYOUTS = 256,
	CLOCK_FROM_COLUMNS = 36,
	FOLDED_ROWS = 3,
	SHORT_BELOW_COLUMNS = 24,
	/* At the end of a text that may still change. One more than are wrapped
	 * anew: an empty last one is not shown, and the block stands above. */
	OPEN_ROWS = WRAP_OPEN_ROWS + 1,
};

enum section { REASONING, TEXT, EXTRAS, ENDING, SECTIONS };

/* What can be found: the sections, and the word that an ending begins with. */
enum { WORD = ENDING, ENDING_WORDS, PARTS };

/* Rows that belong to no section come before it. */
enum { ROW_BLANK = -2, ROW_AUTHOR = -1 };

struct layout {
	uint64_t id; /* of the message; 0: empty */
	uint64_t revision;
	int columns;
	bool folded; /* the reasoning */
	bool brief;  /* the text */
	bool rendered;
	struct markdown markdown; /* of the text, if rendered */
	struct wrap rows[SECTIONS];
	struct text extras, ending;
};

struct chatview {
	const struct conversation *conversation;
	struct pane_source source;
	bool compact;
	bool folded; /* reasoning is one row */
	struct ids briefs; /* ids of folded messages */
	uint64_t selected; /* id of a message, or 0 */
	struct trace_brought shown; /* bytes that are marked */
	int columns; /* of the last layout */
	const struct find *find;
	struct text scratch;
	bool markdown; /* of replies is rendered */
	struct layout layouts[LAYOUTS];
};

/* ---- Layout. */

static int
mark_columns(const struct message *message)
{
	const char *word = ending_word(&message->end);

	return 2 + cell_width(word, strlen(word)) + 2;
}

static int
ending_columns(const struct message *message, int columns)
{
	columns -= mark_columns(message);
	return columns < 8 ? 8 : columns;
}

static bool
has_ending(const struct message *message)
{
	return message->role == ROLE_ASSISTANT &&
	    message->end.state != MESSAGE_STREAMING;
}

/* On a very narrow screen the word is enough, and the text more. */
static void
print_ending(const struct message *message, int columns, struct text *out)
{
	struct text separator = { 0 };

	if (columns < SHORT_BELOW_COLUMNS && !message->end.error)
		return;
	text_printf(&separator, " %s ", theme_glyph(GLYPH_DOT));
	ending_print(out, message, text_string(&separator),
	    ending_columns(message, columns));
	text_release(&separator);
}

static void
lay_out_ending(struct layout *layout, const struct message *message)
{
	text_clear(&layout->ending);
	wrap_clear(&layout->rows[ENDING]);
	if (!has_ending(message))
		return;
	print_ending(message, layout->columns, &layout->ending);
	wrap_update(&layout->rows[ENDING], text_string(&layout->ending),
	    layout->ending.len, ending_columns(message, layout->columns));
}

static void
add_tool_calls(struct text *out, const struct message *message)
{
	for (size_t i = 0; i < message->tool_call_count; i++) {
		text_add(out, out->len ? "\ntool call  " : "tool call  ");
		tool_call_print(out, &message->tool_calls[i]);
	}
}

static void
print_extras(const struct message *message, struct text *out)
{
	if (message->refusal.len) {
		text_add(out, "refusal  ");
		text_append(out, message->refusal.bytes, message->refusal.len);
	}
	add_tool_calls(out, message);
}

static void
lay_out_extras(struct layout *layout, const struct message *message)
{
	text_clear(&layout->extras);
	wrap_clear(&layout->rows[EXTRAS]);
	print_extras(message, &layout->extras);
	if (layout->extras.len)
		wrap_update(&layout->rows[EXTRAS], layout->extras.bytes,
		    layout->extras.len, layout->columns);
}

static void
lay_out_reasoning(struct layout *layout, const struct message *message)
{
	const struct text *reasoning = &message->reasoning;

	if (reasoning->len && !layout->folded)
		wrap_update(&layout->rows[REASONING], reasoning->bytes,
		    reasoning->len, layout->columns);
	else
		wrap_clear(&layout->rows[REASONING]);
}

static void
lay_out_markdown(struct layout *layout, const struct message *message)
{
	if (layout->rendered && message->role == ROLE_ASSISTANT)
		markdown_update(&layout->markdown, text_string(&message->text),
		    message->text.len,
		    message->end.state != MESSAGE_STREAMING);
	else
		markdown_clear(&layout->markdown);
}

static void
empty_layout(struct layout *layout)
{
	for (int i = 0; i < SECTIONS; i++)
		wrap_release(&layout->rows[i]);
	markdown_release(&layout->markdown);
	text_release(&layout->extras);
	text_release(&layout->ending);
	*layout = (struct layout){ 0 };
}

static bool
is_brief(const struct chatview *view, const struct message *message)
{
	if (message->end.state == MESSAGE_STREAMING)
		return false;
	for (size_t i = 0; i < view->briefs.count; i++)
		if ((uint64_t)view->briefs.items[i] == message->id)
			return true;
	return false;
}

static struct layout *
layout_of(struct chatview *view, const struct message *message, int columns)
{
	struct layout *layout = &view->layouts[message->id % LAYOUTS];
	bool brief = is_brief(view, message);
	bool folded = view->folded || brief;

	view->columns = columns;
	if (layout->id == message->id &&
	    layout->revision == message->revision &&
	    layout->columns == columns && layout->folded == folded &&
	    layout->brief == brief && layout->rendered == view->markdown)
		return layout;
	if (layout->id != message->id)
		empty_layout(layout);
	layout->id = message->id;
	layout->revision = message->revision;
	layout->columns = columns;
	layout->folded = folded;
	layout->brief = brief;
	layout->rendered = view->markdown;
	lay_out_reasoning(layout, message);
	wrap_update(&layout->rows[TEXT], text_string(&message->text),
	    message->text.len, columns);
	lay_out_markdown(layout, message);
	lay_out_extras(layout, message);
	lay_out_ending(layout, message);
	return layout;
}

/* A newline at the end begins no visible row; an empty reply has none once it
 * is over or something else of it came. */
static int
whole_text_rows(const struct message *message, const struct layout *layout)
{
	const struct text *text = &message->text;
	int rows = (int)layout->rows[TEXT].count;

	if (!text->len)
		return message->role != ROLE_ASSISTANT ||
		    (message->end.state == MESSAGE_STREAMING &&
			!message->reasoning.len && !message->refusal.len &&
			!message->tool_call_count);
	return rows - (text->bytes[text->len - 1] == '\n' && rows > 1);
}

/* Of a folded text one row says how many more there are, two at least. */
static int
text_rows(const struct message *message, const struct layout *layout)
{
	int rows = whole_text_rows(message, layout);

	return layout->brief && rows > FOLDED_ROWS + 1 ? FOLDED_ROWS + 1 : rows;
}

static bool
is_more_row(const struct message *message, const struct layout *layout, int row)
{
	return row == FOLDED_ROWS &&
	    whole_text_rows(message, layout) > text_rows(message, layout);
}

/* Reasoning has a row above it that says so, and is no more when folded; below
 * it a blank row parts it from the text. */
static int
reasoning_rows(const struct message *message, const struct layout *layout)
{
	if (!message->reasoning.len)
		return 0;
	return 1 + (int)layout->rows[REASONING].count +
	    (message->text.len > 0);
}

static int
section_rows(const struct message *message, const struct layout *layout,
    enum section section)
{
	switch (section) {
	case REASONING:
		return reasoning_rows(message, layout);
	case TEXT:
		return text_rows(message, layout);
	case EXTRAS:
	case ENDING:
	case SECTIONS:
		break;
	}
	return (int)layout->rows[section].count;
}

static bool
has_blank(const struct chatview *view, size_t item)
{
	const struct message *const *messages =
	    (const struct message *const *)view->conversation->messages;

	return item > 0 && !view->compact &&
	    !(messages[item]->role == ROLE_NOTICE &&
		messages[item - 1]->role == ROLE_NOTICE);
}

static bool
has_author(const struct message *message)
{
	return message->role != ROLE_NOTICE;
}

/* Finds which section of the item the row is in, or which row before them; *row
 * counts within the section. */
static int
section_of(struct chatview *view, size_t item, int *row, int columns)
{
	const struct message *message = view->conversation->messages[item];
	const struct layout *layout = layout_of(view, message, columns);
	int section = 0;

	if (has_blank(view, item) && (*row)-- == 0)
		return ROW_BLANK;
	if (has_author(message) && (*row)-- == 0)
		return ROW_AUTHOR;
	while (section < ENDING) {
		int rows = section_rows(message, layout,
		    (enum section)section);

		if (*row < rows)
			break;
		*row -= rows;
		section++;
	}
	return section;
}

/* ---- The source. */

static size_t
source_first(void *data)
{
	(void)data;
	return 0;
}

static size_t
source_end(void *data)
{
	const struct chatview *view = data;

	return view->conversation->count;
}

static int
source_rows(void *data, size_t item, int columns)
{
	struct chatview *view = data;
	const struct message *message = view->conversation->messages[item];
	const struct layout *layout = layout_of(view, message, columns);
	int rows = has_blank(view, item) + has_author(message);

	for (int i = 0; i < SECTIONS; i++)
		rows += section_rows(message, layout, (enum section)i);
	return rows;
}

/* The looks of the bytes in the row. */
static uint64_t
mix_looks(uint64_t key, const struct markdown *markdown, const struct row *row)
{
	const struct markdown_span *spans = markdown->spans;
	size_t i = markdown_find(markdown, row->start);

	for (; i < markdown->count && spans[i].start < row->end; i++) {
		const struct markdown_span *span = &spans[i];

		key = pane_mix(pane_mix(key, span->start), span->look);
		if (span->end < row->end)
			key = pane_mix(key, span->end);
	}
	return key;
}

/* A row of text looks the same as long as it begins and ends where it did, and
 * its looks are the same; the last ones may look different when the text goes
 * on. All other rows are few. */
static uint64_t
source_key(void *data, size_t item, int row)
{
	struct chatview *view = data;
	const struct message *message = view->conversation->messages[item];
	struct layout *layout = &view->layouts[message->id % LAYOUTS];
	uint64_t key = pane_mix(pane_mix(PANE_KEY, message->id),
	    (uint64_t)row);
	int section = section_of(view, item, &row, layout->columns);
	const struct wrap *rows = &layout->rows[TEXT];

	key = pane_mix(pane_mix(key, (uint64_t)(section + 2)), layout->brief);
	if (view->shown.message == message->id)
		key = pane_mix(pane_mix(key, view->shown.from),
		    view->shown.to * 2 + view->shown.part);
	if (section != TEXT)
		return pane_mix(pane_mix(key,
		    message->revision * 2 + view->folded),
		    message->id == view->selected);
	key = pane_mix(pane_mix(key, rows->rows[row].start),
	    rows->rows[row].end);
	key = mix_looks(key, &layout->markdown, &rows->rows[row]);
	if ((size_t)row + OPEN_ROWS >= rows->count)
		key = pane_mix(pane_mix(key, message->text.len),
		    (uint64_t)message->end.state);
	return key;
}

static void
draw_clock(const struct message *message, int y, int x, int columns)
{
	time_t seconds = (time_t)(message->wall_ms / 1000);
	struct tm tm;
	char clock[16];

	if (columns < CLOCK_FROM_COLUMNS || message->role != ROLE_USER)
		return;
	if (localtime_r(&seconds, &tm) &&
	    strftime(clock, sizeof(clock), "%H:%M:%S", &tm))
		draw_right(y, x, columns, clock, STYLE_FAINT);
}

static void
draw_name(const struct message *message, struct pen *pen, bool selected)
{
	static const char *const names[] = { [ROLE_USER] = "you",
		[ROLE_SYSTEM] = "system", [ROLE_TOOL] = "tool" };
	bool reply = message->role == ROLE_ASSISTANT;
	enum style style = selected ? STYLE_SELECTED
	    : reply		    ? STYLE_ENGINE
				    : STYLE_YOU;
	const char *name = reply ? message->engine : names[message->role];
	int used = draw_string(pen->y, pen->x, pen->left, name, style);

	pen_skip(pen, used);
}

/* The selected message has a mark before its author: what is reversed may be
 * hard to see. */
static void
draw_author(const struct message *message, bool selected, int y, int x,
    int columns)
{
	struct pen pen = { y, x, columns };
	char place[48];

	draw_clock(message, y, x, columns);
	if (selected) {
		pen_write(&pen, theme_glyph(GLYPH_RUNNING), STYLE_SELECTED,
		    STYLE_SELECTED);
		pen_write(&pen, " ", STYLE_SELECTED, STYLE_SELECTED);
	}
	draw_name(message, &pen, selected);
	if (message->role == ROLE_ASSISTANT && message->model &&
	    *message->model && strcmp(message->model, message->engine)) {
		pen_skip(&pen, 2);
		pen_write(&pen, message->model, STYLE_DIM, STYLE_DIM);
	}
	if (!message->versions)
		return;
	snprintf(place, sizeof(place), "%zu/%zu", message->versions->shown + 1,
	    message->versions->count);
	pen_skip(&pen, 2);
	pen_write(&pen, place, STYLE_TEXT, STYLE_TEXT);
}

static enum style
text_style(const struct message *message)
{
	if (message->role != ROLE_NOTICE)
		return STYLE_TEXT;
	return message->error ? STYLE_ANOMALY : STYLE_DIM;
}

static void
draw_ending(const struct message *message, const struct layout *layout,
    int row, int y, int x, int columns)
{
	const struct row *r = &layout->rows[ENDING].rows[row];
	enum style style = endmark_style(&message->end);
	int indent = mark_columns(message);

	if (row == 0) {
		draw_string(y, x, 1, theme_glyph(endmark_glyph(&message->end)),
		    style);
		draw_string(y, x + 2, columns - 2, ending_word(&message->end),
		    style);
	}
	if (columns > indent)
		draw_quoted_text(y, x + indent, columns - indent,
		    text_string(&layout->ending) + r->start, r->end - r->start,
		    STYLE_DIM, STYLE_TEXT);
}

/* The row where the next character will appear: it has a block at its end. */
static bool
is_growing_row(const struct message *message, const struct layout *layout,
    int row)
{
	return message->role == ROLE_ASSISTANT &&
	    message->end.state == MESSAGE_STREAMING &&
	    row + 1 == text_rows(message, layout);
}

/* A row of text with its looks. */
struct styled {
	const struct markdown *markdown; /* or NULL */
	size_t start; /* of the row */
	enum style plain;
	size_t from, to; /* bytes that are marked */
};

static struct styled
styled_row(const struct chatview *view, const struct message *message,
    enum timings_part part, size_t start, enum style plain)
{
	const struct trace_brought *shown = &view->shown;
	struct styled styled = { .start = start, .plain = plain };

	if (shown->message == message->id && shown->part == part) {
		styled.from = shown->from;
		styled.to = shown->to;
	}
	return styled;
}

static enum style
style_at(const void *data, size_t at)
{
	static const enum style styles[] = {
		[MARKDOWN_TEXT] = STYLE_TEXT,
		[MARKDOWN_MARK] = STYLE_MARK,
		[MARKDOWN_HEADING] = STYLE_HEADING,
		[MARKDOWN_STRONG] = STYLE_STRONG,
		[MARKDOWN_EMPHASIS] = STYLE_EMPHASIS,
		[MARKDOWN_CODE] = STYLE_CODE,
		[MARKDOWN_LINK] = STYLE_LINK,
	};
	const struct styled *styled = data;
	const struct markdown *markdown = styled->markdown;
	size_t i;

	at += styled->start;
	if (at >= styled->from && at < styled->to)
		return STYLE_FOUND_HERE;
	if (!markdown)
		return styled->plain;
	i = markdown_find(markdown, at);
	if (i == markdown->count || markdown->spans[i].start > at)
		return styled->plain;
	return styles[markdown->spans[i].look];
}

static void
draw_reasoning(const struct chatview *view, const struct message *message,
    const struct layout *layout, int row, int y, int x, int columns)
{
	const struct wrap *rows = &layout->rows[REASONING];
	struct styled styled;
	const struct row *r;

	if (row == 0)
		draw_string(y, x, columns,
		    layout->brief  ? "reasoning (Alt+Z shows it)"
		    : layout->folded ? "reasoning (F3 shows it)"
				     : "reasoning",
		    STYLE_FAINT);
	else if ((size_t)row <= rows->count) {
		r = &rows->rows[row - 1];
		styled = styled_row(view, message, TIMINGS_REASONING, r->start,
		    STYLE_DIM);
		draw_styled(y, x, columns, message->reasoning.bytes + r->start,
		    r->end - r->start, style_at, &styled);
	}
}

/* Tells the links of the row. Two rows of one are one by its number. */
static void
add_links(const struct message *message, const struct layout *layout, int row,
    int y, int x)
{
	const struct markdown *markdown = &layout->markdown;
	const struct wrap *rows = &layout->rows[TEXT];
	const char *bytes = text_string(&message->text);
	const struct row *r = &rows->rows[row];
	size_t i = markdown_find(markdown, r->start);
	int from, to;

	for (; i < markdown->count && markdown->spans[i].start < r->end; i++) {
		const struct markdown_span *span = &markdown->spans[i];
		const char *target = markdown_target(markdown, span);

		if (!target)
			continue;
		from = wrap_column(rows, bytes, (size_t)row, span->start);
		to = wrap_column(rows, bytes, (size_t)row, span->end);
		hyperlink_add(y, x + from, to - from, target,
		    pane_mix(message->id, span->target));
	}
}

static void
draw_more_rows(int rows, int y, int x, int columns)
{
	char more[48];

	snprintf(more, sizeof(more), "%s %d more rows (Alt+Z)",
	    theme_glyph(GLYPH_ELLIPSIS), rows);
	draw_string(y, x, columns, more, STYLE_FAINT);
}

static void
draw_message_text(const struct chatview *view, const struct message *message,
    const struct layout *layout, int row, int y, int x, int columns)
{
	const struct row *r = &layout->rows[TEXT].rows[row];
	struct styled styled = styled_row(view, message, TIMINGS_TEXT, r->start,
	    text_style(message));
	int used;

	styled.markdown = &layout->markdown;
	if (is_more_row(message, layout, row)) {
		draw_more_rows(whole_text_rows(message, layout) - FOLDED_ROWS,
		    y, x, columns);
		return;
	}
	used = draw_styled(y, x, columns,
	    text_string(&message->text) + r->start, r->end - r->start,
	    style_at, &styled);
	add_links(message, layout, row, y, x);
	if (is_growing_row(message, layout, row) && used < columns)
		draw_string(y, x + used, 1, " ", STYLE_SELECTED);
}

static void
draw_extras(const struct layout *layout, int row, int y, int x, int columns)
{
	const struct row *r = &layout->rows[EXTRAS].rows[row];

	draw_text(y, x, columns, layout->extras.bytes + r->start,
	    r->end - r->start, STYLE_LENGTH);
}

/* Tells what the row may hold a part of. */
static void
mark_section(struct chatview *view, size_t item, int section,
    const struct layout *layout)
{
	const struct message *message = view->conversation->messages[item];
	const struct text *const texts[] = { &message->reasoning,
		&message->text, &layout->extras, &layout->ending };
	const char *word = ending_word(&message->end);

	if (!view->find || section < 0)
		return;
	highlight_add(text_string(texts[section]), texts[section]->len,
	    find_here_in(view->find, view, item,
		section == ENDING ? ENDING_WORDS : section));
	if (section == ENDING)
		highlight_add(word, strlen(word),
		    find_here_in(view->find, view, item, WORD));
}

static void
source_draw(void *data, size_t item, int row, int y, int x, int columns)
{
	struct chatview *view = data;
	const struct message *message = view->conversation->messages[item];
	const struct layout *layout = layout_of(view, message, columns);
	int section = section_of(view, item, &row, columns);

	mark_section(view, item, section, layout);
	switch (section) {
	case ROW_BLANK:
		break;
	case ROW_AUTHOR:
		draw_author(message, message->id == view->selected, y, x,
		    columns);
		break;
	case REASONING:
		draw_reasoning(view, message, layout, row, y, x, columns);
		break;
	case TEXT:
		draw_message_text(view, message, layout, row, y, x, columns);
		break;
	case EXTRAS:
		draw_extras(layout, row, y, x, columns);
		break;
	case ENDING:
		draw_ending(message, layout, row, y, x, columns);
		break;
	}
	highlight_clear();
}

struct chatview *
chatview_new(const struct conversation *conversation)
{
	struct chatview *view = xcalloc(1, sizeof(*view));

	view->conversation = conversation;
	view->source = (struct pane_source){ view, source_first, source_end,
		source_rows, source_key, source_draw };
	return view;
}

void
chatview_free(struct chatview *view)
{
	if (!view)
		return;
	for (size_t i = 0; i < LAYOUTS; i++)
		empty_layout(&view->layouts[i]);
	ids_release(&view->briefs);
	text_release(&view->scratch);
	free(view);
}

const struct pane_source *
chatview_source(const struct chatview *view)
{
	return &view->source;
}

void
chatview_compact(struct chatview *view, bool compact)
{
	view->compact = compact;
}

void
chatview_fold(struct chatview *view, bool folded)
{
	view->folded = folded;
}

void
chatview_markdown(struct chatview *view, bool markdown)
{
	view->markdown = markdown;
}

void
chatview_fold_one(struct chatview *view, uint64_t id)
{
	if (!ids_remove(&view->briefs, (int64_t)id))
		ids_add(&view->briefs, (int64_t)id);
}

void
chatview_unfold_one(struct chatview *view, size_t item)
{
	ids_remove(&view->briefs,
	    (int64_t)view->conversation->messages[item]->id);
}

void
chatview_select(struct chatview *view, uint64_t id)
{
	view->selected = id;
}

/* ---- Bytes that came with a line of the trace. */

void
chatview_show_bytes(struct chatview *view, const struct trace_brought *bytes)
{
	view->shown = *bytes;
}

bool
chatview_bytes_place(const struct chatview *view,
    const struct trace_brought *bytes, struct find_place *place)
{
	size_t item = conversation_find(view->conversation, bytes->message);
	bool text = bytes->part == TIMINGS_TEXT;
	const struct message *message;

	*place = (struct find_place){ item, text ? TEXT : REASONING,
		bytes->from };
	if (item == view->conversation->count)
		return false;
	message = view->conversation->messages[item];
	return bytes->from <
	    (text ? message->text.len : message->reasoning.len);
}

bool
chatview_place_bytes(const struct chatview *view,
    const struct find_place *place, struct trace_brought *bytes)
{
	const struct message *message =
	    view->conversation->messages[place->item];

	*bytes = (struct trace_brought){ message->id,
		place->part == TEXT ? TIMINGS_TEXT : TIMINGS_REASONING,
		place->at, place->at + 1 };
	return message->role == ROLE_ASSISTANT &&
	    (place->part == TEXT || place->part == REASONING);
}

/* ---- Finding. */

void
chatview_mark(struct chatview *view, const struct find *find)
{
	view->find = find;
}

static uint64_t
find_revision(void *data, size_t item)
{
	const struct chatview *view = data;
	const struct message *message = view->conversation->messages[item];

	return pane_mix(pane_mix(PANE_KEY, message->id), message->revision);
}

static const struct text *
part_of(struct chatview *view, const struct message *message, int part)
{
	text_clear(&view->scratch);
	if (part == REASONING)
		return &message->reasoning;
	if (part == TEXT)
		return &message->text;
	if (part == EXTRAS)
		print_extras(message, &view->scratch);
	else if (has_ending(message) && part == WORD)
		text_add(&view->scratch, ending_word(&message->end));
	else if (has_ending(message))
		print_ending(message, view->columns, &view->scratch);
	return &view->scratch;
}

static const char *
find_part(void *data, size_t item, int part, size_t *len)
{
	struct chatview *view = data;
	const struct text *text = part_of(view,
	    view->conversation->messages[item], part);

	*len = text->len;
	return text_string(text);
}

struct find_source
chatview_find_source(struct chatview *view)
{
	return (struct find_source){ view, PARTS, source_first, source_end,
		find_revision, find_part };
}

int
chatview_row(struct chatview *view, const struct find_place *place, int columns)
{
	const struct message *message =
	    view->conversation->messages[place->item];
	const struct layout *layout = layout_of(view, message, columns);
	const struct text *const texts[] = { &message->reasoning,
		&message->text, &layout->extras, &layout->ending };
	int row = has_blank(view, place->item) + has_author(message);
	int section = place->part < ENDING ? place->part : ENDING;
	int column;

	for (int i = 0; i < section; i++)
		row += section_rows(message, layout, (enum section)i);
	if (place->part == WORD || !layout->rows[section].count)
		return row;
	return row + (section == REASONING) +
	    (int)wrap_find(&layout->rows[section], text_string(texts[section]),
		place->at, &column);
}

void
chatview_place(struct chatview *view, size_t item, int row, int columns,
    struct find_place *place)
{
	const struct layout *layout = layout_of(view,
	    view->conversation->messages[item], columns);
	int section = section_of(view, item, &row, columns);
	const struct wrap *rows;

	*place = (struct find_place){ item, section < 0 ? 0 : section, 0 };
	if (section < 0)
		return;
	rows = &layout->rows[section];
	row -= section == REASONING;
	if (row >= 0 && (size_t)row < rows->count)
		place->at = rows->rows[row].start;
}

bool
chatview_is_foldable(const struct find_place *place)
{
	return place->part == REASONING;
}
