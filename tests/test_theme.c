/* test_theme.c: looks as users write them, colours, and whether the themes can
 * be read. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../ui/theme.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void
look_read__understands__colours_and_attributes(void **state)
{
	static const struct {
		const char *words;
		int32_t fore, back;
		unsigned attributes;
	} cases[] = {
		{ "green", 2, LOOK_OWN, 0 },
		{ "green bold", 2, LOOK_OWN, LOOK_BOLD },
		{ " bold\tbright-green ", 10, LOOK_OWN, LOOK_BOLD },
		{ "0 on 255", 0, 255, 0 },
		{ "#0080Ff", LOOK_RGB + 0x0080ff, LOOK_OWN, 0 },
		{ "red on #000000 underline", 1, LOOK_RGB, LOOK_UNDERLINE },
		{ "default on default reverse", LOOK_OWN, LOOK_OWN,
		    LOOK_REVERSE },
		{ "dim italic", LOOK_OWN, LOOK_OWN, LOOK_DIM | LOOK_ITALIC },
		{ "plain", LOOK_OWN, LOOK_OWN, 0 },
	};
	struct text error = { 0 };
	struct look_given look;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_true(look_read(&look, cases[i].words, &error));
		assert_true(look.given);
		assert_int_equal(look.fore, cases[i].fore);
		assert_int_equal(look.back, cases[i].back);
		assert_int_equal(look.attributes, cases[i].attributes);
	}
}

static void
look_read__refuses__what_is_none(void **state)
{
	static const char *const cases[] = { "", "  ", "grün", "256", "-1",
		"#fff", "#12345g", "#1234567", "on", "red on", "on bold",
		"on on red", "1000" };
	struct text error = { 0 };
	struct look_given look;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		text_clear(&error);
		assert_false(look_read(&look, cases[i], &error));
		assert_true(error.len > 0);
	}
	text_release(&error);
}

static void
look_nearest__finds__each_colour_of_the_palette(void **state)
{
	(void)state;
	for (int i = 16; i < 256; i++)
		assert_int_equal(look_palette(look_nearest(look_palette(i),
		    256)), look_palette(i));
	for (int i = 0; i < 16; i++)
		assert_int_equal(look_nearest(look_palette(i), 16), i);
	assert_int_equal(look_nearest(0x4080c0, 256), 67);
	assert_int_equal(look_nearest(0xff0000, 8), COLOR_RED);
}

static void
look_style__knows__each_name_once(void **state)
{
	(void)state;
	for (int i = 0; i < STYLES; i++) {
		assert_non_null(look_style_name((enum style)i));
		assert_int_equal(look_style(look_style_name((enum style)i)),
		    i);
	}
	assert_int_equal(look_style("quack"), STYLES);
}

/* ---- Contrast, as WCAG 2 defines it. */

static double
part_of(int32_t rgb, int shift)
{
	double part = (rgb >> shift & 0xff) / 255.0;

	return part <= 0.03928 ? part / 12.92
	                       : pow((part + 0.055) / 1.055, 2.4);
}

static double
luminance(int32_t rgb)
{
	return 0.2126 * part_of(rgb, 16) + 0.7152 * part_of(rgb, 8) +
	    0.0722 * part_of(rgb, 0);
}

static double
contrast(int32_t a, int32_t b)
{
	double one = luminance(a) + 0.05, other = luminance(b) + 0.05;

	return one > other ? one / other : other / one;
}

/* Those that draw no text. */
static bool
is_drawing(enum style style)
{
	return style == STYLE_LINE || style == STYLE_GRAPH ||
	    style == STYLE_LINE_FOCUS;
}

static void
theme__can_be_read__on_usual_grounds(void **state)
{
	/* Black, and the grounds of popular schemes; the last is the bar's. */
	static const int32_t grounds[][4] = {
		{ 0x000000, 0x1e1e1e, 0x282828, 0x303030 },
		{ 0xffffff, 0xfafafa, 0xfdf6e3, 0xe4e4e4 },
	};
	enum { READABLE_TENTHS = 45 };

	(void)state;
	for (int i = 0; i < STYLES * 2 * 4; i++) {
		enum style style = (enum style)(i / 8);
		int light = i / 4 % 2;
		bool on_bar = i % 4 == 3;
		int colour = theme_colour(style, light);
		bool bar = style == STYLE_BAR || style == STYLE_BAR_BUSY ||
		    style == STYLE_BAR_HINT;

		if (colour < 0 || is_drawing(style) || bar != on_bar)
			continue;
		if (contrast(look_palette(colour), grounds[light][i % 4]) * 10 <
		    READABLE_TENTHS)
			fail_msg("%s, colour %d on %06x: %.2f",
			    look_style_name(style), colour,
			    (unsigned)grounds[light][i % 4],
			    contrast(look_palette(colour),
				grounds[light][i % 4]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    look_read__understands__colours_and_attributes),
		cmocka_unit_test(look_read__refuses__what_is_none),
		cmocka_unit_test(
		    look_nearest__finds__each_colour_of_the_palette),
		cmocka_unit_test(look_style__knows__each_name_once),
		cmocka_unit_test(theme__can_be_read__on_usual_grounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
