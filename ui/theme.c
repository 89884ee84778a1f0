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
	[STYLE_DIM] = { 248, 239, -1, A_NORMAL, A_NORMAL },
	[STYLE_FAINT] = { 246, 242, -1, A_NORMAL, A_NORMAL },
	[STYLE_LINE] = { 240, 250, -1, A_NORMAL, A_NORMAL },
	[STYLE_YOU] = { 117, 25, COLOR_CYAN, A_BOLD, A_BOLD },
	[STYLE_ENGINE] = { 114, 22, COLOR_GREEN, A_BOLD, A_BOLD },
	[STYLE_STOP] = { 114, 22, COLOR_GREEN, A_BOLD, A_BOLD },
	[STYLE_LENGTH] = { 180, 58, COLOR_YELLOW, A_BOLD, A_BOLD },
	[STYLE_CUT] = { 203, 124, COLOR_RED, A_BOLD, A_REVERSE },
	[STYLE_CANCELLED] = { 176, 90, COLOR_MAGENTA, A_BOLD, A_BOLD },
	[STYLE_HELD] = { 180, 58, COLOR_YELLOW, A_UNDERLINE, A_UNDERLINE },
	[STYLE_ANOMALY] = { 215, 94, COLOR_RED, A_BOLD, A_BOLD },
	[STYLE_CONTROL] = { 215, 94, COLOR_YELLOW, A_REVERSE, A_REVERSE },
	[STYLE_GRAPH] = { 67, 67, COLOR_BLUE, A_NORMAL, A_NORMAL },
	[STYLE_MARK] = { 246, 242, -1, A_NORMAL, A_DIM },
	[STYLE_HEADING] = { -1, -1, -1, A_BOLD, A_BOLD | A_UNDERLINE },
	[STYLE_STRONG] = { -1, -1, -1, A_BOLD, A_BOLD },
	[STYLE_EMPHASIS] = { -1, -1, -1, A_ITALIC, A_ITALIC },
	[STYLE_CODE] = { 152, 23, COLOR_CYAN, A_NORMAL, A_NORMAL },
	[STYLE_LINK] = { 111, 25, COLOR_CYAN, A_UNDERLINE, A_UNDERLINE },
	[STYLE_TITLE] = { 248, 239, -1, A_NORMAL, A_NORMAL },
	[STYLE_TITLE_FOCUS] = { -1, -1, -1, A_BOLD, A_BOLD },
	[STYLE_LINE_FOCUS] = { 117, 25, COLOR_CYAN, A_NORMAL, A_BOLD },
	[STYLE_BAR] = { 250, 238, -1, A_NORMAL, A_REVERSE },
	[STYLE_BAR_BUSY] = { 117, 25, -1, A_BOLD, A_REVERSE | A_BOLD },
	[STYLE_BAR_HINT] = { 255, 235, -1, A_BOLD, A_REVERSE | A_BOLD },
	[STYLE_SELECTED] = { -1, -1, -1, A_REVERSE, A_REVERSE },
	[STYLE_DIFFERENCE] = { 215, 94, COLOR_YELLOW, A_BOLD | A_UNDERLINE,
	    A_BOLD | A_UNDERLINE },
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

static struct {
	bool utf8;
	bool colours; /* the terminal has some, and the user wants them */
	bool light;   /* the background */
	enum theme theme;
	const struct theme_options *options;
} state;

/* ---- Colours. */

int
theme_colour(enum style style, bool light)
{
	return light ? looks[style].light : looks[style].dark;
}

static bool
is_bar(enum style style)
{
	return style == STYLE_BAR || style == STYLE_BAR_BUSY ||
	    style == STYLE_BAR_HINT;
}

/* Whether text is in the colours of the 256. */
static bool
is_rich(void)
{
	return COLORS >= 256 && state.theme != THEME_TERMINAL;
}

static bool
is_light(void)
{
	return state.theme == THEME_LIGHT ||
	    (state.theme == THEME_AUTO && state.light);
}

static const struct look_given *
given_look(enum style style)
{
	const struct look_given *look =
	    state.options ? &state.options->looks[style] : NULL;

	return look && look->given ? look : NULL;
}

/* The colour that is nearest gets the very one, where it can be changed; a
 * terminal that only says it can shows the nearest. */
static int
exact_colour(int32_t rgb)
{
	enum { CURSES_MOST = 1000, BYTE_MOST = 255 };
	int nearest = look_nearest(rgb, COLORS);

	if (COLORS > 256)
		return (int)rgb;
	if (COLORS == 256 && can_change_color())
		init_extended_color(nearest,
		    (rgb >> 16) * CURSES_MOST / BYTE_MOST,
		    (rgb >> 8 & BYTE_MOST) * CURSES_MOST / BYTE_MOST,
		    (rgb & BYTE_MOST) * CURSES_MOST / BYTE_MOST);
	return nearest;
}

/* The number that curses has for a colour of look.h. */
static int
curses_colour(int32_t colour)
{
	if (colour >= LOOK_RGB)
		return exact_colour(colour - LOOK_RGB);
	/* Where colours are direct, only the first eight are of the palette. */
	if (colour >= COLORS || (COLORS > 256 && colour >= 8))
		return exact_colour(look_palette(colour));
	return colour;
}

static void
set_pair(enum style style)
{
	const struct look *look = &looks[style];
	const struct look_given *given = given_look(style);
	int fore = is_rich() ? theme_colour(style, is_light()) : look->basic;
	int back = is_bar(style) && is_rich() ? (is_light() ? 254 : 236)
					      : LOOK_OWN;

	if (given) {
		fore = given->fore;
		back = given->back;
	}
	init_extended_pair(style + 1, curses_colour(fore),
	    curses_colour(back));
}

static void
set_pairs(void)
{
	if (!state.colours)
		return;
	for (int style = 0; style < STYLES; style++)
		set_pair((enum style)style);
}

bool
theme_choose(enum theme theme)
{
	if (theme == state.theme)
		return false;
	state.theme = theme;
	set_pairs();
	return true;
}

void
theme_background(bool light)
{
	state.light = light;
	set_pairs();
}

void
theme_open(bool utf8, bool colours, bool light,
    const struct theme_options *options)
{
	state.utf8 = utf8;
	state.light = light;
	state.options = options;
	state.theme = options ? options->theme : THEME_AUTO;
	state.colours = colours && has_colors() && start_color() == OK &&
	    use_default_colors() == OK && COLOR_PAIRS > STYLES;
	set_pairs();
}

bool
theme_utf8(void)
{
	return state.utf8;
}

const char *
theme_glyph(enum glyph glyph)
{
	return glyphs[glyph][state.utf8];
}

const char *
theme_bar(int eighths)
{
	return bars[eighths][state.utf8];
}

static attr_t
given_attributes(const struct look_given *look)
{
	static const struct {
		enum look_attribute bit;
		attr_t attribute;
	} attributes[] = { { LOOK_BOLD, A_BOLD },
		{ LOOK_UNDERLINE, A_UNDERLINE }, { LOOK_REVERSE, A_REVERSE },
		{ LOOK_DIM, A_DIM }, { LOOK_ITALIC, A_ITALIC } };
	attr_t result = A_NORMAL;

	for (size_t i = 0; i < sizeof(attributes) / sizeof(*attributes); i++)
		if (look->attributes & (unsigned)attributes[i].bit)
			result |= attributes[i].attribute;
	return result;
}

attr_t
theme_attributes(enum style style, short *pair)
{
	const struct look *look = &looks[style];
	const struct look_given *given = given_look(style);
	bool coloured = state.colours && state.theme != THEME_MONO;

	if (coloured && given) {
		*pair = (short)(style + 1);
		return given_attributes(given);
	}
	/* Without 256 colours the bar has no ground of its own. */
	coloured = coloured && (is_rich() || !is_bar(style));
	*pair = coloured ? (short)(style + 1) : 0;
	return coloured ? look->attributes : look->mono;
}
