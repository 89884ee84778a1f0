/* chatview.c: the conversation as rows of a pane.
 *
 * Each message is: a blank row (but the first), a row with the author, the rows
 * of the text, and for a reply that is over the rows of its ending. Notices
 * have no author. Layouts are kept for the messages seen last; a text that only
 * grew is wrapped from its last row on. */
#include "chatview.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/cell.h"
#include "../src/ending.h"
#include "../src/xalloc.h"
#include "wrap.h"

enum {
	LAYOUTS = 256,
	CLOCK_FROM_COLUMNS = 36,
	OPEN_ROWS = 4, /* at the end of a text that may still change */
};

struct layout {
	uint64_t id; /* of the message; 0: empty */
	uint64_t revision;
	int columns;
	struct wrap text;
	struct text ending;
	struct wrap ending_rows;
};

struct chatview {
	const struct conversation *conversation;
	struct pane_source source;
	bool compact;
	struct layout layouts[LAYOUTS];
};

enum part { PART_BLANK, PART_AUTHOR, PART_TEXT, PART_ENDING };

/* The mark and colour of an ending. */

static enum style
ending_style(const struct message *message)
{
	switch (ending_kind(&message->end)) {
	case ENDING_STOP:
		break;
	case ENDING_SHORT:
		return STYLE_LENGTH;
	case ENDING_BROKEN:
		return STYLE_CUT;
	case ENDING_CANCELLED:
		return STYLE_CANCELLED;
	}
	return STYLE_STOP;
}

static enum glyph
ending_glyph(const struct message *message)
{
	switch (ending_kind(&message->end)) {
	case ENDING_STOP:
		break;
	case ENDING_SHORT:
		return GLYPH_LENGTH;
	case ENDING_BROKEN:
		return GLYPH_CUT;
	case ENDING_CANCELLED:
		return GLYPH_CANCELLED;
	}
	return GLYPH_STOP;
}

/* Layout. */

static int
mark_columns(const struct message *message)
{
	const char *word = ending_word(&message->end);

	return 2 + cell_width(word, strlen(word)) + 2;
}

static void
lay_out_ending(struct layout *layout, const struct message *message)
{
	int columns = layout->columns - mark_columns(message);
	struct text separator = { 0 };

	text_clear(&layout->ending);
	wrap_clear(&layout->ending_rows);
	if (message->role != ROLE_ASSISTANT ||
	    message->end.state == MESSAGE_STREAMING)
		return;
	if (columns < 8)
		columns = 8;
	text_printf(&separator, " %s ", theme_glyph(GLYPH_DOT));
	ending_print(&layout->ending, &message->end, &message->timing,
	    text_string(&separator), columns);
	text_release(&separator);
	wrap_update(&layout->ending_rows, text_string(&layout->ending),
	    layout->ending.len, columns);
}

static void
empty_layout(struct layout *layout)
{
	wrap_release(&layout->text);
	wrap_release(&layout->ending_rows);
	text_release(&layout->ending);
	*layout = (struct layout){ 0 };
}

static struct layout *
layout_of(struct chatview *view, const struct message *message, int columns)
{
	struct layout *layout = &view->layouts[message->id % LAYOUTS];

	if (layout->id == message->id &&
	    layout->revision == message->revision &&
	    layout->columns == columns)
		return layout;
	if (layout->id != message->id)
		empty_layout(layout);
	layout->id = message->id;
	layout->revision = message->revision;
	layout->columns = columns;
	wrap_update(&layout->text, text_string(&message->text),
	    message->text.len, columns);
	lay_out_ending(layout, message);
	return layout;
}

/* A newline at the end begins no visible row; an empty reply has none once it
 * is over. */
static int
text_rows(const struct message *message, const struct layout *layout)
{
	int rows = (int)layout->text.count;

	if (!message->text.len)
		return message->role == ROLE_ASSISTANT &&
			message->end.state != MESSAGE_STREAMING
		    ? 0
		    : 1;
	if (message->text.bytes[message->text.len - 1] == '\n' && rows > 1)
		rows--;
	return rows;
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

/* Finds which part of the item the row is in; *row counts within the part. */
static enum part
part_of(struct chatview *view, size_t item, int *row, int columns)
{
	const struct message *message = view->conversation->messages[item];
	const struct layout *layout = layout_of(view, message, columns);
	int text = text_rows(message, layout);

	if (has_blank(view, item) && (*row)-- == 0)
		return PART_BLANK;
	if (has_author(message) && (*row)-- == 0)
		return PART_AUTHOR;
	if (*row < text)
		return PART_TEXT;
	*row -= text;
	return PART_ENDING;
}

/* The source. */

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

	return has_blank(view, item) + has_author(message) +
	    text_rows(message, layout) + (int)layout->ending_rows.count;
}

/* A row of text looks the same as long as it begins and ends where it did. */
static uint64_t
source_key(void *data, size_t item, int row)
{
	struct chatview *view = data;
	const struct message *message = view->conversation->messages[item];
	struct layout *layout = &view->layouts[message->id % LAYOUTS];
	uint64_t key = pane_mix(message->id, (uint64_t)row);
	enum part part = part_of(view, item, &row, layout->columns);

	key = pane_mix(key, (uint64_t)part);
	if (part == PART_ENDING)
		return pane_mix(key, message->revision);
	if (part == PART_TEXT && message->text.len) {
		const struct row *r = &layout->text.rows[row];

		key = pane_mix(pane_mix(key, r->start), r->end);
		/* What is not complete yet may look different when it is. */
		if ((size_t)row + OPEN_ROWS >= layout->text.count)
			key = pane_mix(pane_mix(key, message->text.len),
			    (uint64_t)message->end.state);
	}
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
draw_author(const struct message *message, int y, int x, int columns)
{
	int used;

	draw_clock(message, y, x, columns);
	if (message->role != ROLE_ASSISTANT) {
		draw_string(y, x, columns,
		    message->role == ROLE_USER ? "you" : "system", STYLE_YOU);
		return;
	}
	used = draw_string(y, x, columns, message->engine, STYLE_ENGINE);
	if (message->model && strcmp(message->model, message->engine))
		draw_quoted(y, x + used + 2, columns - used - 2,
		    message->model, STYLE_DIM, STYLE_DIM);
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
	const struct row *r = &layout->ending_rows.rows[row];
	char *part =
	    xmemdup(text_string(&layout->ending) + r->start, r->end - r->start);
	enum style style = ending_style(message);
	int indent = mark_columns(message);

	if (row == 0) {
		draw_string(y, x, 1, theme_glyph(ending_glyph(message)), style);
		draw_string(y, x + 2, columns - 2, ending_word(&message->end), style);
	}
	if (columns > indent)
		draw_quoted(y, x + indent, columns - indent, part, STYLE_DIM,
		    STYLE_TEXT);
	free(part);
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

static void
source_draw(void *data, size_t item, int row, int y, int x, int columns)
{
	struct chatview *view = data;
	const struct message *message = view->conversation->messages[item];
	const struct layout *layout = layout_of(view, message, columns);
	const struct row *r;
	int used;

	switch (part_of(view, item, &row, columns)) {
	case PART_BLANK:
		break;
	case PART_AUTHOR:
		draw_author(message, y, x, columns);
		break;
	case PART_TEXT:
		r = &layout->text.rows[row];
		used = draw_text(y, x, columns,
		    text_string(&message->text) + r->start, r->end - r->start,
		    text_style(message));
		if (is_growing_row(message, layout, row) && used < columns)
			draw_string(y, x + used, 1, " ", STYLE_SELECTED);
		break;
	case PART_ENDING:
		draw_ending(message, layout, row, y, x, columns);
		break;
	}
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
