/* uitiming.c: the page of /timing over the screen: its life and its keys. */
#include "uistate.h"

#include <limits.h>

#include <curses.h>

void
ui_show_timing(struct ui *ui)
{
	ui->timing.open = true;
	ui->timing.chosen = 0;
	ui_spoil(ui);
}

void
ui_close_timing(struct ui *ui)
{
	ui->timing.open = false;
	ui_spoil(ui);
}

/* What is typed is never lost: it goes to the line. */
static void
read_bytes(struct ui *ui, const struct key *key)
{
	struct key rest = *key;

	if (*rest.bytes == 'q') {
		rest.bytes++;
		rest.len--;
	}
	ui_close_timing(ui);
	if (rest.len && (unsigned char)*rest.bytes > ' ')
		ui_edit(ui, &rest);
}

void
ui_timing_key(struct ui *ui, const struct key *key)
{
	switch (key->kind) {
	case KEYS_UP:
	case KEYS_WHEEL_UP:
		timingview_move(&ui->timing, -1);
		break;
	case KEYS_DOWN:
	case KEYS_WHEEL_DOWN:
		timingview_move(&ui->timing, 1);
		break;
	case KEYS_HOME:
	case KEYS_TOP:
		timingview_move(&ui->timing, -TIMINGS_TURNS);
		break;
	case KEYS_END:
	case KEYS_BOTTOM:
		timingview_move(&ui->timing, TIMINGS_TURNS);
		break;
	case KEYS_BYTES:
		read_bytes(ui, key);
		break;
	case KEYS_PASTE:
	case KEYS_PASTE_CUT:
		ui_close_timing(ui);
		ui_edit(ui, key);
		break;
	case KEYS_ENTER:
		ui_close_timing(ui);
		break;
	default:
		break;
	}
}

void
ui_draw_timing(struct ui *ui)
{
	struct rect over = { 0, 0, LINES - 1, COLS };
	bool some = ui->timings->count > 1;

	timingview_draw(&ui->timing, &over);
	statusbar_draw(LINES - 1, COLS, &ui->status,
	    ui->hint.len ? text_string(&ui->hint)
	    : some	 ? "Esc closes   Up Down choose a reply"
			 : "Esc closes");
}

void
ui_place_strip(struct ui *ui)
{
	struct rect *strip = &ui->strip;

	*strip = ui->layout.trace;
	strip->rows = ui->layout.place == TRACE_OFF
	    ? 0 : timingstrip_rows(ui->timings, strip);
	strip->y = ui->layout.trace.y + ui->layout.trace.rows - strip->rows;
}
