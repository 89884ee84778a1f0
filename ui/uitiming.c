/* uitiming.c: the page of /timing over the screen: its life and its keys; and
 * the times below the trace. */
#include "uistate.h"

#include <curses.h>

enum { STRIP_MS = 100 };

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

/* ---- Below the trace. */

void
ui_place_strip(struct ui *ui)
{
	struct rect *strip = &ui->strip;

	*strip = ui->layout.trace;
	strip->rows = ui->layout.place == TRACE_OFF
	    ? 0 : timingstrip_rows(ui->timings, strip);
	strip->y = ui->layout.trace.y + ui->layout.trace.rows - strip->rows;
}

void
ui_touch_strip(void *data)
{
	ui_touch(data);
}

/* While tokens come it is drawn ten times a second: numbers that change more
 * often cannot be read, and all of a histogram may change with each token. */
void
ui_draw_strip(struct ui *ui)
{
	const struct timings_turn *turn = timings_last(ui->timings);
	int64_t next = ui->strip_at + LOOP_MS(STRIP_MS);

	if (!ui->strip.rows)
		return;
	if (ui->strip_drawn && turn && turn->running &&
	    loop_now(ui->loop) < next) {
		loop_timer_set(ui->loop, &ui->strip_timer, next);
		return;
	}
	timingstrip_draw(ui->timings, &ui->strip);
	ui->strip_drawn = true;
	ui->strip_at = loop_now(ui->loop);
}
