/* uidemo.c: a demo on the screen. Keys that scroll or move the trace are still
 * the user's; all others drive the demo. */
#include "uistate.h"

#include <string.h>

#include "draw.h"
#include "input.h"

enum { CTRL_D = 0x04 };

/* ---- Keys of the user. */

static void
drive(struct ui *ui, enum ui_demo what)
{
	ui->handlers.demo(ui->handlers.data, what);
}

static void
drive_by_byte(struct ui *ui, char byte)
{
	switch (byte) {
	case ' ':
		drive(ui, UI_DEMO_PAUSE);
		break;
	case 'n':
		drive(ui, UI_DEMO_NEXT);
		break;
	case 'q':
	case CTRL_D:
		drive(ui, UI_DEMO_LEAVE);
		break;
	}
}

/* A sequence is one key; letters come in runs. */
static void
drive_by_bytes(struct ui *ui, const struct key *key)
{
	bool sequence = *key->bytes == '\033';

	if (sequence && key->len == 3 && key->bytes[2] == 'C')
		drive(ui, UI_DEMO_NEXT);
	for (size_t i = 0; !sequence && ui->demo.on && i < key->len; i++)
		drive_by_byte(ui, key->bytes[i]);
}

bool
uidemo_key(struct ui *ui, const struct key *key)
{
	if (!ui->demo.on || ui->demo.typing)
		return false;
	switch (key->kind) {
	case KEYS_PAGE_UP:
	case KEYS_PAGE_DOWN:
	case KEYS_TOP:
	case KEYS_BOTTOM:
	case KEYS_WHEEL_UP:
	case KEYS_WHEEL_DOWN:
	case KEYS_TRACE:
	case KEYS_FOLD:
	case KEYS_INSPECT:
		return false;
	case KEYS_ESCAPE:
	case KEYS_INTERRUPT:
		drive(ui, UI_DEMO_LEAVE);
		break;
	case KEYS_BYTES:
		drive_by_bytes(ui, key);
		break;
	default:
		break;
	}
	return true;
}

/* ---- Its life. */

static void
close_all(struct ui *ui)
{
	if (ui_is_finding(ui))
		ui_find_close(ui);
	ui_close_pager(ui);
	ui_close_picker(ui);
	ui_close_timing(ui);
	ui_focus_chat(ui);
	ui_clear_hint(ui);
	ui->mouse.dragging = false;
	ui_spoil(ui);
}

void
ui_begin_demo(struct ui *ui)
{
	struct demo_view *demo = &ui->demo;

	close_all(ui);
	ui_leave_cursor(ui);
	demo->on = true;
	demo->place = ui->place;
	demo->shares = ui->shares;
	demo->folded = ui->folded;
	demo->chat = ui->chat;
	demo->trace_pane = ui->trace_pane;
	input_put_aside();
	ui->place = TRACE_AUTO;
	pane_bottom(&ui->chat);
	pane_bottom(&ui->trace_pane);
}

static void
scroll_back(struct pane *pane, const struct pane *as)
{
	pane->item = as->item;
	pane->row = as->row;
	pane->follow = as->follow;
}

void
ui_end_demo(struct ui *ui)
{
	struct demo_view *demo = &ui->demo;

	demo->on = false;
	close_all(ui);
	ui_leave_cursor(ui);
	ui_explain(ui, "");
	input_take_back();
	ui->place = demo->place;
	ui->shares = demo->shares;
	ui->folded = demo->folded;
	chatview_fold(ui->chatview, ui->folded);
	scroll_back(&ui->chat, &demo->chat);
	scroll_back(&ui->trace_pane, &demo->trace_pane);
}

void
ui_type(struct ui *ui, const char *bytes, size_t len)
{
	struct demo_view *demo = &ui->demo;

	demo->typing = true;
	keys_feed(&demo->keys, bytes, len, ui_on_key, ui);
	/* What it types is whole: a lone Escape is one. */
	keys_timeout(&demo->keys, ui_on_key, ui);
	demo->typing = false;
}

void
ui_explain(struct ui *ui, const char *sentence)
{
	text_clear(&ui->demo.sentence);
	text_add(&ui->demo.sentence, sentence);
	wrap_clear(&ui->demo.wrap);
	ui_touch(ui);
}

void
uidemo_release(struct ui *ui)
{
	keys_release(&ui->demo.keys);
	text_release(&ui->demo.sentence);
	wrap_release(&ui->demo.wrap);
}

/* ---- The sentence. */

int
uidemo_rows(struct ui *ui, int columns)
{
	struct demo_view *demo = &ui->demo;

	if (!demo->sentence.len)
		return 0;
	wrap_update(&demo->wrap, demo->sentence.bytes, demo->sentence.len,
	    columns);
	return (int)demo->wrap.count;
}

void
uidemo_place(struct ui *ui)
{
	struct rect *input = &ui->layout.input;
	struct rect *rect = &ui->demo.rect;
	int rows = ui->demo.sentence.len ? (int)ui->demo.wrap.count : 0;
	int most = input->rows > 1 ? input->rows - 1 : 0;

	*rect = *input;
	rect->rows = rows < most ? rows : most;
	input->y += rect->rows;
	input->rows -= rect->rows;
}

void
uidemo_draw(struct ui *ui)
{
	const struct demo_view *demo = &ui->demo;
	const struct rect *rect = &demo->rect;

	for (int i = 0; i < rect->rows; i++) {
		const struct row *row = &demo->wrap.rows[i];

		draw_blank(rect->y + i, rect->x, rect->columns, STYLE_TEXT);
		draw_text(rect->y + i, rect->x, rect->columns,
		    demo->sentence.bytes + row->start, row->end - row->start,
		    STYLE_YOU);
	}
}
