/* statusbar.c: the one line at the bottom. */
#include "statusbar.h"

#include <stdio.h>
#include <string.h>

#include "../src/cell.h"
#include "draw.h"

void
ui_status_release(struct ui_status *status)
{
	text_release(&status->engine);
	text_release(&status->conditions);
	text_release(&status->limit);
	text_release(&status->demo);
	text_release(&status->place);
	text_release(&status->hold);
}

struct bar {
	int y, x;
	int left; /* columns that are left */
};

/* Draws a part behind a divider, or nothing if it does not fit whole; the first
 * part and what is urgent are cut instead. */
static void
add_part(struct bar *bar, const char *part, enum style style, bool cut)
{
	int divider = bar->x > 1 ? 3 : 0;
	int width = cell_width(part, strlen(part)) + divider;

	if (!width || (width > bar->left && !cut) || bar->left <= divider)
		return;
	if (divider) {
		draw_string(bar->y, bar->x + 1, 1, theme_glyph(GLYPH_VLINE),
		    STYLE_BAR);
		bar->x += divider;
		bar->left -= divider;
	}
	width = draw_quoted(bar->y, bar->x, bar->left, part, style, style);
	bar->x += width;
	bar->left -= width;
}

static void
add_streaming(struct text *state, const struct ui_status *status)
{
	if (status->place.len) {
		text_printf(state, "paused %s", text_string(&status->place));
		return;
	}
	text_printf(state, "streaming  %lld tokens",
	    (long long)status->tokens);
	if (status->rate > 0)
		text_printf(state, "  %.0f tok/s", status->rate);
}

static void
add_state(struct bar *bar, const struct ui_status *status)
{
	struct text state = { 0 };

	if (!status->streaming) {
		add_part(bar, "idle", STYLE_BAR, false);
		return;
	}
	add_streaming(&state, status);
	if (cell_width(state.bytes, state.len) + 3 > bar->left) {
		text_clear(&state);
		text_add(&state, status->place.len ? "paused" : "streaming");
	}
	add_part(bar, text_string(&state), STYLE_BAR_BUSY, false);
	text_release(&state);
}

/* As many of the keys as fit. */
static void
draw_keys(struct bar *bar, const struct ui_status *status)
{
	const char *const usual[] = { "F1 help   F2 trace", "F1 help", "" };
	const char *const held[] = { "F5 go on   F6 step", "F5 go on", "" };
	const char *const *more = status->place.len ? held : usual;
	const char *stop = "";

	if (status->streaming)
		stop = status->vi_mode ? "Ctrl-C stop" : "Esc stop";
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
		char keys[64];

		snprintf(keys, sizeof(keys), "%s%s%s", stop,
		    *stop && *more[i] ? "   " : "", more[i]);
		if ((int)strlen(keys) + 2 <= bar->left) {
			draw_right(bar->y, bar->x, bar->left, keys, STYLE_BAR);
			return;
		}
	}
}

/* As many of the keys that drive a demo as fit beside what it is. */
static void
draw_demo(struct bar *bar, const struct ui_status *status)
{
	const struct text *demo = &status->demo;
	const char *const keys[] = {
		status->demo_paused ? "Space goes on   n next   Esc leaves"
				    : "Space pauses   n next   Esc leaves",
		"n next   Esc leaves",
		"Esc leaves",
		"",
	};
	int room = bar->left - cell_width(demo->bytes, demo->len) - 2;
	size_t i = 0;

	while ((int)strlen(keys[i]) > room && *keys[i])
		i++;
	draw_right(bar->y, bar->x, bar->left, keys[i], STYLE_BAR);
	bar->left -= (int)strlen(keys[i]) + 2;
	add_part(bar, demo->bytes, STYLE_BAR_BUSY, true);
}

void
statusbar_draw(int y, int columns, const struct ui_status *status,
    const char *hint)
{
	struct bar bar = { y, 1, columns - 2 };

	draw_blank(y, 0, columns, STYLE_BAR);
	if (*hint) {
		add_part(&bar, hint, STYLE_BAR_HINT, true);
		return;
	}
	if (status->demo.len)
		draw_demo(&bar, status);
	add_part(&bar, text_string(&status->engine), STYLE_BAR,
	    !status->demo.len);
	add_state(&bar, status);
	/* While a reply is held they stand above the line, with its state. */
	if (!status->place.len) {
		add_part(&bar, text_string(&status->conditions), STYLE_BAR,
		    true);
		add_part(&bar, text_string(&status->limit), STYLE_BAR, false);
	}
	if (!status->demo.len)
		draw_keys(&bar, status);
}
