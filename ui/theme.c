/* theme.c: names of styles -> curses attributes. */
#include "theme.h"

#include "../src/utf8.h"

/* Foregrounds of the 256-colour and the 8-colour palette; -1 is the
 * terminal's own. */
struct look {
	short dark, light;
	short basic;
	attr_t attributes;
	attr_t mono; /* attributes without colours */
};

static const struct look looks[STYLES] = {
	[STYLE_TEXT] = { -1, -1, -1, A_NORMAL, A_NORMAL },
	[STYLE_DIM] = { 245, 242, -1, A_NORMAL, A_NORMAL },
	[STYLE_FAINT] = { 240, 250, -1, A_NORMAL, A_NORMAL },
	[STYLE_YOU] = { 117, 25, COLOR_CYAN, A_BOLD, A_BOLD },
	[STYLE_ENGINE] = { 114, 28, COLOR_GREEN, A_BOLD, A_BOLD },
	[STYLE_STOP] = { 114, 28, COLOR_GREEN, A_BOLD, A_BOLD },
	[STYLE_LENGTH] = { 180, 94, COLOR_YELLOW, A_BOLD, A_BOLD },
	[STYLE_CUT] = { 203, 124, COLOR_RED, A_BOLD, A_REVERSE },
	[STYLE_CANCELLED] = { 176, 90, COLOR_MAGENTA, A_BOLD, A_BOLD },
	[STYLE_HELD] = { 180, 94, COLOR_YELLOW, A_UNDERLINE, A_UNDERLINE },
	[STYLE_ANOMALY] = { 215, 130, COLOR_RED, A_BOLD, A_BOLD },
	[STYLE_CONTROL] = { 215, 130, COLOR_YELLOW, A_REVERSE, A_REVERSE },
	[STYLE_GRAPH] = { 67, 67, COLOR_BLUE, A_NORMAL, A_NORMAL },
	[STYLE_TITLE] = { 245, 242, -1, A_NORMAL, A_NORMAL },
	[STYLE_TITLE_FOCUS] = { -1, -1, -1, A_BOLD, A_BOLD },
	[STYLE_LINE_FOCUS] = { 117, 25, COLOR_CYAN, A_NORMAL, A_BOLD },
	[STYLE_BAR] = { 250, 238, -1, A_NORMAL, A_REVERSE },
	[STYLE_BAR_BUSY] = { 117, 25, -1, A_BOLD, A_REVERSE | A_BOLD },
	[STYLE_BAR_HINT] = { 255, 235, -1, A_BOLD, A_REVERSE | A_BOLD },
	[STYLE_SELECTED] = { -1, -1, -1, A_REVERSE, A_REVERSE },
	[STYLE_FOUND] = { 221, 94, COLOR_YELLOW, A_UNDERLINE, A_UNDERLINE },
	[STYLE_FOUND_HERE] = { 221, 94, COLOR_YELLOW, A_REVERSE | A_BOLD,
	    A_REVERSE | A_BOLD },
};

static const char *const glyphs[GLYPHS][2] = {
	[GLYPH_STOP] = { "*", "■" },
	[GLYPH_LENGTH] = { "^", "▲" },
	[GLYPH_CUT] = { "x", "✖" },
	[GLYPH_CANCELLED] = { "#", "◼" },
	[GLYPH_RUNNING] = { ">", "▸" },
	[GLYPH_ANOMALY] = { "!", "!" },
	[GLYPH_HLINE] = { "-", "─" },
	[GLYPH_VLINE] = { "|", "│" },
	[GLYPH_TEE_UP] = { "+", "┴" },
	[GLYPH_DOT] = { "-", "·" },
	[GLYPH_MORE] = { "v", "▼" },
	[GLYPH_ELLIPSIS] = { "~", UTF8_ELLIPSIS },
};

static const char *const bars[][2] = {
	{ " ", " " },
	{ ".", "▁" },
	{ ":", "▂" },
	{ "-", "▃" },
	{ "=", "▄" },
	{ "+", "▅" },
	{ "*", "▆" },
	{ "#", "▇" },
	{ "%", "█" },
};

static bool is_utf8;
static bool has_colour;

static bool
is_bar(enum style style)
{
	return style == STYLE_BAR || style == STYLE_BAR_BUSY ||
	    style == STYLE_BAR_HINT;
}

static void
set_pair(enum style style, bool light)
{
	const struct look *look = &looks[style];
	bool rich = COLORS >= 256;
	short fore = rich ? (light ? look->light : look->dark) : look->basic;
	short back = -1;

	if (is_bar(style) && rich)
		back = light ? 254 : 236;
	init_pair((short)(style + 1), fore, back);
}

void
theme_background(bool light)
{
	if (!has_colour)
		return;
	for (int style = 0; style < STYLES; style++)
		set_pair((enum style)style, light);
}

void
theme_open(bool utf8, bool colours, bool light)
{
	is_utf8 = utf8;
	has_colour = colours && has_colors() && start_color() == OK &&
	    use_default_colors() == OK && COLOR_PAIRS > STYLES;
	theme_background(light);
}

bool
theme_utf8(void)
{
	return is_utf8;
}

const char *
theme_glyph(enum glyph glyph)
{
	return glyphs[glyph][is_utf8];
}

const char *
theme_bar(int eighths)
{
	return bars[eighths][is_utf8];
}

attr_t
theme_attributes(enum style style, short *pair)
{
	const struct look *look = &looks[style];
	/* Without 256 colours the bar has no ground of its own. */
	bool mono = !has_colour || (is_bar(style) && COLORS < 256);

	*pair = mono ? 0 : (short)(style + 1);
	return mono ? look->mono : look->attributes;
}
