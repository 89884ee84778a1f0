/* pager.c: a text over the whole screen, to be read and closed. */
#include "pager.h"

#include <stdlib.h>

#include "../src/xalloc.h"
#include "wrap.h"

struct pager {
	struct pane_source source;
	struct pane pane;
	struct rect rect;
	struct text title, text, looks; /* looks: as long as the text, or empty */
	bool is_sheet; /* it says itself what is a heading */
	struct wrap wrap;
	bool open;
};

static size_t
source_first(void *data)
{
	(void)data;
	return 0;
}

/* One item: its rows are those of the text. */
static size_t
source_end(void *data)
{
	(void)data;
	return 1;
}

static int
source_rows(void *data, size_t item, int columns)
{
	struct pager *pager = data;

	(void)item;
	wrap_update(&pager->wrap, text_string(&pager->text), pager->text.len,
	    columns);
	return (int)pager->wrap.count;
}

static uint64_t
mix_bytes(uint64_t key, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		key = pane_mix(key, (unsigned char)bytes[i]);
	return key;
}

static uint64_t
source_key(void *data, size_t item, int row)
{
	const struct pager *pager = data;
	const struct row *r = &pager->wrap.rows[row];
	uint64_t key = pane_mix(PANE_KEY, (uint64_t)row);

	(void)item;
	/* A text stays as it is. */
	if (!pager->is_sheet)
		return key;
	key = mix_bytes(key, pager->text.bytes + r->start, r->end - r->start);
	return mix_bytes(key, pager->looks.bytes + r->start,
	    r->end - r->start);
}

static enum style
look_at(const void *data, size_t at)
{
	const char *looks = data;

	return (enum style)looks[at];
}

/* A line without a blank at its beginning, and without looks, is a heading. */
static bool
is_heading(const struct pager *pager, const struct row *row)
{
	const char *bytes = text_string(&pager->text);

	return !pager->is_sheet && row->end > row->start &&
	    bytes[row->start] != ' ' &&
	    (!row->start || bytes[row->start - 1] == '\n') &&
	    (!pager->looks.len || pager->looks.bytes[row->start] == STYLE_TEXT);
}

static void
source_draw(void *data, size_t item, int row, int y, int x, int columns)
{
	struct pager *pager = data;
	const struct row *r = &pager->wrap.rows[row];
	const char *bytes = text_string(&pager->text) + r->start;

	(void)item;
	if (is_heading(pager, r))
		draw_text(y, x, columns, bytes, r->end - r->start,
		    STYLE_TITLE_FOCUS);
	else if (pager->looks.len)
		draw_styled(y, x, columns, bytes, r->end - r->start, look_at,
		    pager->looks.bytes + r->start);
	else
		draw_text(y, x, columns, bytes, r->end - r->start, STYLE_TEXT);
}

struct pager *
pager_new(void)
{
	struct pager *pager = xcalloc(1, sizeof(*pager));

	pager->source = (struct pane_source){ pager, source_first, source_end,
		source_rows, source_key, source_draw };
	pane_init(&pager->pane, &pager->source);
	return pager;
}

void
pager_free(struct pager *pager)
{
	if (!pager)
		return;
	pane_release(&pager->pane);
	wrap_release(&pager->wrap);
	text_release(&pager->title);
	text_release(&pager->text);
	text_release(&pager->looks);
	free(pager);
}

void
pager_open(struct pager *pager, const char *title, const struct text *text,
    const struct text *looks)
{
	text_clear(&pager->title);
	text_add(&pager->title, title);
	text_clear(&pager->text);
	text_append(&pager->text, text_string(text), text->len);
	text_clear(&pager->looks);
	if (looks)
		text_append(&pager->looks, text_string(looks), looks->len);
	wrap_clear(&pager->wrap);
	pager->is_sheet = false;
	pager->open = true;
	pager->pane.follow = false;
	pager->pane.item = 0;
	pager->pane.row = 0;
	pager_place(pager, &pager->rect);
}

static char
look_of_tone(char tone)
{
	static const enum style styles[TONES] = {
		[TONE_TEXT] = STYLE_TEXT,
		[TONE_HEADING] = STYLE_TITLE_FOCUS,
		[TONE_DIM] = STYLE_DIM,
		[TONE_QUOTE] = STYLE_YOU,
		[TONE_STOP] = STYLE_STOP,
		[TONE_SHORT] = STYLE_LENGTH,
		[TONE_BROKEN] = STYLE_CUT,
		[TONE_CANCELLED] = STYLE_CANCELLED,
		[TONE_HELD] = STYLE_HELD,
	};

	return (char)styles[(unsigned char)tone];
}

void
pager_update(struct pager *pager, const struct sheet *sheet)
{
	text_clear(&pager->text);
	text_append(&pager->text, text_string(&sheet->text), sheet->text.len);
	text_clear(&pager->looks);
	for (size_t i = 0; i < sheet->tones.len; i++) {
		char look = look_of_tone(sheet->tones.bytes[i]);

		text_append(&pager->looks, &look, 1);
	}
	pager->is_sheet = true;
	wrap_clear(&pager->wrap);
}

int
pager_columns(const struct pager *pager)
{
	return pager->pane.rect.columns;
}

void
pager_close(struct pager *pager)
{
	pager->open = false;
}

bool
pager_is_open(const struct pager *pager)
{
	return pager->open;
}

void
pager_scroll(struct pager *pager, int rows)
{
	pane_scroll(&pager->pane, rows);
}

void
pager_top(struct pager *pager)
{
	pane_top(&pager->pane);
}

void
pager_bottom(struct pager *pager)
{
	pane_bottom(&pager->pane);
}

/* One row for the title, a margin at both sides. */
void
pager_place(struct pager *pager, const struct rect *rect)
{
	struct rect inner = { rect->y + 1, rect->x + 1, rect->rows - 1,
		rect->columns - 2 };

	pager->rect = *rect;
	if (inner.rows < 1 || inner.columns < 1)
		return;
	pane_place(&pager->pane, &inner);
}

void
pager_draw(struct pager *pager)
{
	const struct rect *rect = &pager->rect;
	int used;

	draw_hline(rect->y, rect->x, rect->columns, STYLE_LINE);
	used = draw_string(rect->y, rect->x + 1, rect->columns - 2, " ",
	    STYLE_TEXT);
	used += draw_quoted(rect->y, rect->x + 1 + used,
	    rect->columns - 3 - used, text_string(&pager->title),
	    STYLE_TITLE_FOCUS, STYLE_TITLE_FOCUS);
	draw_string(rect->y, rect->x + 1 + used, 1, " ", STYLE_TEXT);
	pane_draw(&pager->pane);
	if (pager->pane.more_below)
		draw_right(rect->y, rect->x, rect->columns - 2, " more below ",
		    STYLE_DIM);
}
