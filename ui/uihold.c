/* uihold.c: a held reply on the screen: what is known of it, above the line. */
#include "uistate.h"

#include <string.h>

#include "draw.h"

enum { ROWS_MOST = 4 };

void
uihold_release(struct ui *ui)
{
	text_release(&ui->hold.text);
	wrap_release(&ui->hold.wrap);
}

static void
take_text(struct hold_view *hold, const struct text *text)
{
	if (text->len == hold->text.len &&
	    !memcmp(text_string(text), text_string(&hold->text), text->len))
		return;
	text_clear(&hold->text);
	text_append(&hold->text, text_string(text), text->len);
	wrap_clear(&hold->wrap);
}

int
uihold_rows(struct ui *ui, int columns)
{
	struct hold_view *hold = &ui->hold;

	take_text(hold, &ui->status.hold);
	if (!hold->text.len)
		return 0;
	wrap_update(&hold->wrap, hold->text.bytes, hold->text.len, columns);
	return hold->wrap.count < ROWS_MOST ? (int)hold->wrap.count
					    : ROWS_MOST;
}

void
uihold_place(struct ui *ui)
{
	struct rect *input = &ui->layout.input;
	struct rect *rect = &ui->hold.rect;
	int rows = ui->hold.text.len ? (int)ui->hold.wrap.count : 0;
	int most = input->rows > 1 ? input->rows - 1 : 0;

	if (most > ROWS_MOST)
		most = ROWS_MOST;
	*rect = *input;
	rect->rows = rows < most ? rows : most;
	input->y += rect->rows;
	input->rows -= rect->rows;
}

void
uihold_draw(struct ui *ui)
{
	const struct hold_view *hold = &ui->hold;
	const struct rect *rect = &hold->rect;

	for (int i = 0; i < rect->rows; i++) {
		const struct row *row = &hold->wrap.rows[i];

		draw_blank(rect->y + i, rect->x, rect->columns, STYLE_TEXT);
		draw_text(rect->y + i, rect->x, rect->columns,
		    hold->text.bytes + row->start, row->end - row->start,
		    STYLE_DIM);
	}
}
