/* look.c: names of styles and colours, and a look of such words. */
#include "look.h"

#include <stdlib.h>
#include <string.h>

#include "../src/escape.h"
#include "../src/nearest.h"
#include "../src/xalloc.h"

enum { SHOWN_MAX = 40, CUBE = 16, GREYS = 232, COLOURS = 256 };

#define BLANKS " \t"

/* The first sixteen in their order, then the terminal's own. */
static const char *const colour_names[] = { "black", "red", "green", "yellow",
	"blue", "magenta", "cyan", "white", "bright-black", "bright-red",
	"bright-green", "bright-yellow", "bright-blue", "bright-magenta",
	"bright-cyan", "bright-white", "default" };

enum { NAMED = 16 };

static const struct {
	const char *name;
	unsigned bit;
} attributes[] = {
	{ "plain", 0 },
	{ "bold", LOOK_BOLD },
	{ "underline", LOOK_UNDERLINE },
	{ "reverse", LOOK_REVERSE },
	{ "dim", LOOK_DIM },
	{ "italic", LOOK_ITALIC },
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const char *const style_names[STYLES] = {
	[STYLE_TEXT] = "text",
	[STYLE_DIM] = "dim",
	[STYLE_FAINT] = "faint",
	[STYLE_LINE] = "line",
	[STYLE_YOU] = "you",
	[STYLE_ENGINE] = "engine",
	[STYLE_STOP] = "stop",
	[STYLE_LENGTH] = "length",
	[STYLE_CUT] = "cut",
	[STYLE_CANCELLED] = "cancelled",
	[STYLE_HELD] = "held",
	[STYLE_ANOMALY] = "anomaly",
	[STYLE_CONTROL] = "control",
	[STYLE_GRAPH] = "graph",
	[STYLE_MARK] = "mark",
	[STYLE_HEADING] = "heading",
	[STYLE_STRONG] = "strong",
	[STYLE_EMPHASIS] = "emphasis",
	[STYLE_CODE] = "code",
	[STYLE_LINK] = "link",
	[STYLE_TITLE] = "title",
	[STYLE_TITLE_FOCUS] = "title-focus",
	[STYLE_LINE_FOCUS] = "line-focus",
	[STYLE_BAR] = "bar",
	[STYLE_BAR_BUSY] = "bar-busy",
	[STYLE_BAR_HINT] = "bar-hint",
	[STYLE_SELECTED] = "selected",
	[STYLE_DIFFERENCE] = "difference",
	[STYLE_FOUND] = "found",
	[STYLE_FOUND_HERE] = "found-here",
};

/* ---- Styles. */

enum style
look_style(const char *name)
{
	int style = 0;

	while (style < STYLES && strcmp(style_names[style], name))
		style++;
	return (enum style)style;
}

const char *
look_style_name(enum style style)
{
	return style_names[style];
}

/* ---- The palette. */

int32_t
look_palette(int number)
{
	/* xterm's. Terminals change the first sixteen as they like. */
	static const int32_t basic[] = { 0x000000, 0xcd0000, 0x00cd00,
		0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
		0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff,
		0xffffff };
	static const int32_t steps[] = { 0, 0x5f, 0x87, 0xaf, 0xd7, 0xff };

	if (number < CUBE)
		return basic[number];
	if (number >= GREYS)
		return (8 + 10 * (number - GREYS)) * 0x010101;
	number -= CUBE;
	return steps[number / 36] << 16 | steps[number / 6 % 6] << 8 |
	    steps[number % 6];
}

static int
distance(int32_t a, int32_t b)
{
	int sum = 0;

	for (int shift = 0; shift <= 16; shift += 8) {
		int difference = (a >> shift & 0xff) - (b >> shift & 0xff);

		sum += difference * difference;
	}
	return sum;
}

int
look_nearest(int32_t rgb, int count)
{
	/* With 256 not the first sixteen: nobody knows how they look. */
	int first = count > CUBE ? CUBE : 0;
	int best = first;

	for (int i = first; i < count && i < COLOURS; i++)
		if (distance(look_palette(i), rgb) <
		    distance(look_palette(best), rgb))
			best = i;
	return best;
}

/* ---- Words. */

static bool
consists_of(const char *word, const char *characters, size_t least, size_t most)
{
	size_t len = strlen(word);

	return len >= least && len <= most &&
	    strspn(word, characters) == len;
}

static bool
read_colour(const char *word, int32_t *colour)
{
	for (size_t i = 0; i < COUNT(colour_names); i++)
		if (!strcmp(word, colour_names[i])) {
			*colour = i < NAMED ? (int32_t)i : LOOK_OWN;
			return true;
		}
	if (*word == '#' &&
	    consists_of(word + 1, "0123456789abcdefABCDEF", 6, 6))
		*colour = LOOK_RGB + (int32_t)strtol(word + 1, NULL, 16);
	else if (consists_of(word, "0123456789", 1, 3) &&
	    atoi(word) < COLOURS)
		*colour = atoi(word);
	else
		return false;
	return true;
}

static bool
read_attribute(const char *word, unsigned *bits)
{
	for (size_t i = 0; i < COUNT(attributes); i++)
		if (!strcmp(word, attributes[i].name)) {
			*bits |= attributes[i].bit;
			return true;
		}
	return false;
}

static bool
refuse(const char *word, struct text *error)
{
	struct nearest nearest;

	nearest_init(&nearest, word);
	for (size_t i = 0; i < COUNT(colour_names); i++)
		nearest_offer(&nearest, colour_names[i]);
	for (size_t i = 0; i < COUNT(attributes); i++)
		nearest_offer(&nearest, attributes[i].name);
	escape_quote_short(error, word, strlen(word), SHOWN_MAX);
	text_add(error, " is no colour or attribute; ");
	if (nearest_name(&nearest))
		text_printf(error, "did you mean %s?", nearest_name(&nearest));
	else
		text_add(error, "colours are names such as green, 0 to 255 or "
		    "#rrggbb; attributes are bold, underline, reverse, dim, "
		    "italic, plain");
	return false;
}

/* The colour of the ground stands behind "on". */
static bool
read_word(struct look_given *look, const char *word, bool on,
    struct text *error)
{
	if (read_colour(word, on ? &look->back : &look->fore))
		return true;
	return (!on && read_attribute(word, &look->attributes)) ||
	    refuse(word, error);
}

bool
look_read(struct look_given *look, const char *words, struct text *error)
{
	bool on = false, ok = true;

	*look = (struct look_given){ true, LOOK_OWN, LOOK_OWN, 0 };
	words += strspn(words, BLANKS);
	if (!*words) {
		text_add(error, "a look is missing, such as \"green bold\"");
		return false;
	}
	while (ok && *words) {
		size_t len = strcspn(words, BLANKS);
		char *word = xmemdup(words, len);
		bool is_on = !on && !strcmp(word, "on");

		ok = is_on || read_word(look, word, on, error);
		on = is_on;
		free(word);
		words += len;
		words += strspn(words, BLANKS);
	}
	if (ok && on) {
		text_add(error, "a colour is missing behind \"on\"");
		ok = false;
	}
	return ok;
}
