/* traceview.c: the trace as rows of a pane. */
#include "traceview.h"

#include <stdio.h>
#include <stdlib.h>

#include "../src/cell.h"
#include "../src/xalloc.h"
#include "highlight.h"

enum {
	TIME_COLUMNS = 8,  /* "123456.7" */
	EVENT_COLUMNS = 10, /* "■ cancelled" is longer and may be */
	MEASURE_FROM_COLUMNS = 34,
};

/* What can be found in a line. */
enum { WHAT, DETAIL, MEASURE, PARTS };

/* Whether a line is shown, as it was found out last. */
struct shown {
	uint64_t key; /* of the line and the filter then */
	bool is;
};

struct traceview {
	const struct trace *trace;
	struct shown *shown; /* TRACE_MAX, by id; NULL before there was a filter */
	struct pane_source source;
	uint64_t selected;
	const struct find *find;
};

static const struct trace_entry *
entry_of(const struct traceview *view, size_t item)
{
	return trace_find(view->trace, item);
}

static size_t
source_first(void *data)
{
	const struct traceview *view = data;

	return view->trace->count ? (size_t)trace_at(view->trace, 0)->id : 0;
}

static size_t
source_end(void *data)
{
	const struct traceview *view = data;

	return source_first(data) + view->trace->count;
}

/* Whether the filter shows the line. It is asked again when either is another:
 * a text is not looked for in each frame. */
bool
traceview_shows(struct traceview *view, size_t item)
{
	const struct trace_filter *filter = &view->trace->filter;
	const struct trace_entry *entry = entry_of(view, item);
	struct shown *shown;
	uint64_t key;

	if (!trace_filter_is_on(filter) || !entry)
		return true;
	if (!view->shown)
		view->shown = xcalloc(TRACE_MAX, sizeof(*view->shown));
	shown = &view->shown[item % TRACE_MAX];
	key = pane_mix(pane_mix(pane_mix(PANE_KEY, item), entry->revision),
	    filter->revision);
	if (shown->key != key)
		*shown = (struct shown){ key,
			trace_filter_shows(filter, entry) };
	return shown->is;
}

size_t
traceview_hidden(struct traceview *view)
{
	size_t hidden = 0, end = source_end(view);

	for (size_t item = source_first(view); item < end; item++)
		hidden += !traceview_shows(view, item);
	return hidden;
}

/* A blank row before each turn but the first. */
static bool
has_blank(struct traceview *view, size_t item)
{
	return entry_of(view, item)->kind == TRACE_HEAD &&
	    item > source_first(view);
}

static int
source_rows(void *data, size_t item, int columns)
{
	(void)columns;
	return traceview_shows(data, item) ? 1 + has_blank(data, item) : 0;
}

static uint64_t
source_key(void *data, size_t item, int row)
{
	struct traceview *view = data;
	const struct trace_entry *entry = entry_of(view, item);

	return pane_mix(pane_mix(pane_mix(PANE_KEY, entry->id),
			    entry->revision),
	    (uint64_t)row * 2 + (view->selected == entry->id));
}

static enum style
kind_style(enum trace_kind kind)
{
	switch (kind) {
	case TRACE_HELD:
		return STYLE_HELD;
	case TRACE_MATCHED:
	case TRACE_STOP:
		return STYLE_STOP;
	case TRACE_LENGTH:
		return STYLE_LENGTH;
	case TRACE_CUT:
		return STYLE_CUT;
	case TRACE_CANCELLED:
		return STYLE_CANCELLED;
	case TRACE_ANOMALY:
		return STYLE_ANOMALY;
	case TRACE_HEAD:
		return STYLE_YOU;
	case TRACE_REQUEST:
	case TRACE_FIRST:
	case TRACE_TOKENS:
	case TRACE_TOKEN:
	case TRACE_USAGE:
	case TRACE_CHUNK:
	case TRACE_RECORDED:
	case TRACE_NOTE:
	case TRACE_KINDS:
		break;
	}
	return STYLE_TEXT;
}

static enum glyph
kind_glyph(enum trace_kind kind)
{
	switch (kind) {
	case TRACE_STOP:
		return GLYPH_STOP;
	case TRACE_LENGTH:
		return GLYPH_LENGTH;
	case TRACE_CUT:
		return GLYPH_CUT;
	case TRACE_CANCELLED:
		return GLYPH_CANCELLED;
	case TRACE_ANOMALY:
		return GLYPH_ANOMALY;
	case TRACE_HEAD:
	case TRACE_REQUEST:
	case TRACE_FIRST:
	case TRACE_TOKENS:
	case TRACE_TOKEN:
	case TRACE_HELD:
	case TRACE_MATCHED:
	case TRACE_USAGE:
	case TRACE_CHUNK:
	case TRACE_RECORDED:
	case TRACE_NOTE:
	case TRACE_KINDS:
		break;
	}
	return GLYPHS;
}

/* Draws the measure at the right edge; returns the columns that are left. */
static int
draw_measure(const struct trace_entry *entry, int y, int x, int columns)
{
	int width = cell_width(text_string(&entry->measure),
	    entry->measure.len);

	if (!width || columns < MEASURE_FROM_COLUMNS)
		return columns;
	draw_right(y, x, columns, text_string(&entry->measure), STYLE_DIM);
	return columns - width - 1;
}

static void
draw_head(const struct trace_entry *entry, int y, int x, int columns)
{
	int used;

	columns = draw_measure(entry, y, x, columns);
	used = draw_string(y, x, columns, text_string(&entry->what),
	    STYLE_YOU) + 1;
	draw_quoted(y, x + used, columns - used, text_string(&entry->detail),
	    STYLE_TEXT, STYLE_TEXT);
}

static int
draw_event(const struct trace_entry *entry, int y, int x, int columns)
{
	enum glyph glyph = kind_glyph(entry->kind);
	enum style style = kind_style(entry->kind);
	int used = 0;

	if (glyph != GLYPHS)
		used = draw_string(y, x, columns, theme_glyph(glyph), style) + 1;
	used += draw_string(y, x + used, columns - used,
	    text_string(&entry->what), style);
	return used < EVENT_COLUMNS ? EVENT_COLUMNS : used;
}

static void
draw_line(const struct trace_entry *entry, int y, int x, int columns)
{
	char time[32];
	int used;

	snprintf(time, sizeof(time), "%*.1f", TIME_COLUMNS,
	    (double)entry->at_us / 1000);
	used = draw_string(y, x, columns, time, STYLE_FAINT) + 2;
	columns = draw_measure(entry, y, x, columns);
	used += draw_event(entry, y, x + used, columns - used) + 1;
	draw_quoted(y, x + used, columns - used, text_string(&entry->detail),
	    STYLE_DIM, STYLE_TEXT);
}

static const struct text *
part_of(const struct trace_entry *entry, int part)
{
	const struct text *const texts[] = { &entry->what, &entry->detail,
		&entry->measure };

	return texts[part];
}

static void
mark_parts(const struct traceview *view, const struct trace_entry *entry)
{
	for (int part = 0; view->find && part < PARTS; part++) {
		const struct text *text = part_of(entry, part);

		highlight_add(text_string(text), text->len,
		    find_here_in(view->find, view, (size_t)entry->id, part));
	}
}

static void
source_draw(void *data, size_t item, int row, int y, int x, int columns)
{
	struct traceview *view = data;
	const struct trace_entry *entry = entry_of(view, item);

	if (row < has_blank(view, item))
		return;
	mark_parts(view, entry);
	if (entry->kind == TRACE_HEAD)
		draw_head(entry, y, x, columns);
	else
		draw_line(entry, y, x, columns);
	highlight_clear();
	if (view->selected == entry->id)
		mvchgat(y, x, columns, A_REVERSE, 0, NULL);
}

struct traceview *
traceview_new(const struct trace *trace)
{
	struct traceview *view = xcalloc(1, sizeof(*view));

	view->trace = trace;
	view->source = (struct pane_source){ view, source_first, source_end,
		source_rows, source_key, source_draw };
	return view;
}

void
traceview_free(struct traceview *view)
{
	if (view)
		free(view->shown);
	free(view);
}

const struct pane_source *
traceview_source(const struct traceview *view)
{
	return &view->source;
}

void
traceview_select(struct traceview *view, uint64_t id)
{
	view->selected = id;
}

/* ---- Finding. */

void
traceview_mark(struct traceview *view, const struct find *find)
{
	view->find = find;
}

static uint64_t
find_revision(void *data, size_t item)
{
	return entry_of(data, item)->revision;
}

static const char *
find_part(void *data, size_t item, int part, size_t *len)
{
	const struct text *text = part_of(entry_of(data, item), part);

	/* What is hidden is not found. */
	*len = traceview_shows(data, item) ? text->len : 0;
	return text_string(text);
}

struct find_source
traceview_find_source(struct traceview *view)
{
	return (struct find_source){ view, PARTS, source_first, source_end,
		find_revision, find_part };
}
