/* timing_svg.c: when the tokens of the last replies came, as SVG.
 *
 * Above, each token by when it came and how long after the one before; below,
 * how often each of these times came; then the replies with their numbers. Each
 * reply has a shape of its own, not only a colour: eight shapes, five colours. */
#include "timing_svg.h"

#include <inttypes.h>
#include <string.h>

#include "escape.h"

enum {
	WIDTH = 960,
	LEFT = 80, RIGHT = 930, /* of the pictures */
	LINE_TOP = 90, LINE_BOTTOM = 370,
	SPREAD_TOP = 450, SPREAD_BOTTOM = 670,
	LIST_TOP = 740,
	ROW = 22,
	BINS = 96,
	SHAPES = 8, COLOURS = 5,
	DECADE = 10,
	TICKS = 8, /* at most */
};

/* Around a point, to be drawn from it on. */
static const char *const shapes[SHAPES] = {
	"m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	"m-3-3h6v6h-6z",
	"m0-4l4 4l-4 4l-4-4z",
	"m0-4l4 7h-8z",
	"m-3-3l6 6m0-6l-6 6",
	"m0-4v8m-4-4h8",
	"m0 4l4-7h-8z",
	"m-4 0h8m-6-3h4m-4 6h4",
};

static const char style[] =
    "<style>\n"
    "text{font:13px system-ui,sans-serif;fill:#1c1c1c}\n"
    ".title{font-size:20px;font-weight:600}text.dim{fill:#5c5c5c}\n"
    ".end{text-anchor:end}.mid{text-anchor:middle}\n"
    ".ground{fill:#fff}.grid{stroke:#dcdcdc;fill:none}\n"
    ".stall{stroke:#c01c28;fill:none;stroke-width:1.5}\n"
    ".p{fill:none;stroke-width:1.3}.l{fill:none;stroke-width:1}\n"
    ".c0{stroke:#0b62a8}.c1{stroke:#a34700}.c2{stroke:#1d7334}"
    ".c3{stroke:#8a2f8f}.c4{stroke:#5d5d00}\n"
    "@media(prefers-color-scheme:dark){\n"
    "text{fill:#ececec}text.dim{fill:#a8a8a8}\n"
    ".ground{fill:#16181c}.grid{stroke:#3a3d44}.stall{stroke:#ff8a8a}\n"
    ".c0{stroke:#7cc0ff}.c1{stroke:#ffb16b}.c2{stroke:#8fd694}"
    ".c3{stroke:#e2a6e8}.c4{stroke:#d8d36a}}\n"
    "</style>\n";

/* What both pictures share. */
struct scale {
	int64_t from, to;  /* times between tokens */
	int64_t whole;     /* of the longest reply */
	double most;       /* share of a bin, 0 to 1 */
};

static void
add_xml(struct text *out, const struct text *text)
{
	static const char special[] = "&<>\"";
	static const char *const names[] = { "&amp;", "&lt;", "&gt;",
		"&quot;" };
	struct text plain = { 0 };

	escape_sentence(&plain, text_string(text), text->len);
	for (size_t i = 0; i < plain.len; i++) {
		const char *at = strchr(special, plain.bytes[i]);

		if (at)
			text_add(out, names[at - special]);
		else
			text_append(out, &plain.bytes[i], 1);
	}
	text_release(&plain);
}

static void
add_label(struct text *out, double x, double y, const char *class,
    const char *label)
{
	text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n",
	    x, y, class, label);
}

static void
add_grid(struct text *out, double x1, double y1, double x2, double y2)
{
	text_printf(out, "<path class=\"grid\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
	    x1, y1, x2, y2);
}

/* ---- Scales. */

static double
along_log(const struct scale *scale, int64_t us)
{
	int low = timings_log(scale->from), high = timings_log(scale->to);
	double at = (double)(timings_log(us) - low) /
	    (double)(high > low ? high - low : 1);

	return at < 0 ? 0 : at > 1 ? 1 : at;
}

static double
time_x(const struct scale *scale, int64_t at_us)
{
	return LEFT + (double)(RIGHT - LEFT) * (double)at_us /
	    (double)scale->whole;
}

static double
gap_y(const struct scale *scale, int64_t us)
{
	return LINE_BOTTOM -
	    along_log(scale, us) * (LINE_BOTTOM - LINE_TOP);
}

static void
find_bins(const struct scale *scale, const struct timings_turn *turn,
    double *shares)
{
	int64_t counts[BINS];

	timings_spread(turn, scale->from, scale->to, counts, BINS);
	for (int i = 0; i < BINS; i++)
		shares[i] = turn->gaps
		    ? (double)counts[i] / (double)turn->gaps : 0;
}

static void
find_scale(struct scale *scale, const struct timings *timings)
{
	double shares[BINS];

	*scale = (struct scale){ .whole = 1000 };
	for (size_t i = 0; i < timings->count; i++) {
		const struct timings_turn *turn = &timings->turns[i];

		timings_widen(turn, &scale->from, &scale->to);
		if (turn->last_us > scale->whole)
			scale->whole = turn->last_us;
	}
	for (size_t i = 0; i < timings->count; i++) {
		find_bins(scale, &timings->turns[i], shares);
		for (int bin = 0; bin < BINS; bin++)
			if (shares[bin] > scale->most)
				scale->most = shares[bin];
	}
}

/* ---- Axes. */

/* Powers of ten, across or up. */
static void
add_decades(struct text *out, const struct scale *scale, bool up)
{
	struct text label = { 0 };

	for (int64_t us = scale->from; us && us <= scale->to; us *= DECADE) {
		double x = LEFT + along_log(scale, us) * (RIGHT - LEFT);

		text_clear(&label);
		timings_print_tick(&label, us);
		if (up) {
			add_grid(out, LEFT, gap_y(scale, us), RIGHT,
			    gap_y(scale, us));
			add_label(out, LEFT - 8, gap_y(scale, us) + 4,
			    "dim end", text_string(&label));
		} else {
			add_grid(out, x, SPREAD_TOP, x, SPREAD_BOTTOM);
			add_label(out, x, SPREAD_BOTTOM + 18, "dim mid",
			    text_string(&label));
		}
	}
	text_release(&label);
}

static void
add_seconds(struct text *out, const struct scale *scale)
{
	int64_t step = timings_round_up(scale->whole / TICKS);
	struct text label = { 0 };

	for (int64_t us = 0; us <= scale->whole; us += step) {
		double x = time_x(scale, us);

		text_clear(&label);
		text_printf(&label, "%.*f s", step < 10000 ? 3
			: step < 1000000 ? 2 : 0, (double)us / 1e6);
		add_grid(out, x, LINE_TOP, x, LINE_BOTTOM);
		add_label(out, x, LINE_BOTTOM + 18, "dim mid",
		    text_string(&label));
	}
	text_release(&label);
}

static void
add_shares(struct text *out, const struct scale *scale)
{
	struct text label = { 0 };

	for (int i = 0; i <= 4; i++) {
		double y = SPREAD_BOTTOM -
		    (double)(SPREAD_BOTTOM - SPREAD_TOP) * i / 4;

		text_clear(&label);
		text_printf(&label, "%.1f %%", scale->most * 100 * i / 4);
		add_grid(out, LEFT, y, RIGHT, y);
		add_label(out, LEFT - 8, y + 4, "dim end",
		    text_string(&label));
	}
	text_release(&label);
}

/* ---- The replies. */

static const char *
shape_of(const struct timings_turn *turn)
{
	return shapes[turn->number % SHAPES];
}

static void
begin_path(struct text *out, const char *kind, const struct timings_turn *turn)
{
	text_printf(out, "<path class=\"%s c%u\" d=\"", kind,
	    turn->number % COLOURS);
}

static void
add_points(struct text *out, const struct scale *scale,
    const struct timings_turn *turn)
{
	begin_path(out, "p", turn);
	for (size_t i = 0; i < turn->few.count; i++) {
		const struct timings_point *point = &turn->few.points[i];

		text_printf(out, "M%.1f %.1f%s", time_x(scale, point->at_us),
		    gap_y(scale, point->gap_us), shape_of(turn));
	}
	/* When the first token came. */
	if (turn->ttft_us >= 0)
		text_printf(out, "M%.1f %dv-14", time_x(scale, turn->ttft_us),
		    LINE_BOTTOM);
	text_add(out, "\"/>\n");
}

static void
add_stalls(struct text *out, const struct scale *scale,
    const struct timings_turn *turn)
{
	struct timings_sum sum;

	timings_sum(turn, &sum);
	text_add(out, "<path class=\"stall\" d=\"");
	for (size_t i = 0; i < turn->few.count; i++) {
		const struct timings_point *point = &turn->few.points[i];

		if (timings_is_stall(&sum, point->gap_us))
			text_printf(out,
			    "M%.1f %.1fm-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
			    time_x(scale, point->at_us),
			    gap_y(scale, point->gap_us));
	}
	text_add(out, "\"/>\n");
}

static double
share_y(const struct scale *scale, double share)
{
	return SPREAD_BOTTOM -
	    share / scale->most * (SPREAD_BOTTOM - SPREAD_TOP);
}

/* A line over all bins, and the shape where there is anything. */
static void
add_spread(struct text *out, const struct scale *scale,
    const struct timings_turn *turn)
{
	double shares[BINS];
	double bin = (double)(RIGHT - LEFT) / BINS;

	find_bins(scale, turn, shares);
	begin_path(out, "l", turn);
	for (int i = 0; i < BINS; i++)
		text_printf(out, "%s%.1f %.1f", i ? "L" : "M",
		    LEFT + bin * (i + 0.5), share_y(scale, shares[i]));
	text_add(out, "\"/>\n");
	begin_path(out, "p", turn);
	for (int i = 0; i < BINS; i++)
		if (shares[i] > 0)
			text_printf(out, "M%.1f %.1f%s",
			    LEFT + bin * (i + 0.5), share_y(scale, shares[i]),
			    shape_of(turn));
	text_add(out, "\"/>\n");
}

static void
add_time(struct text *out, const char *name, int64_t us)
{
	text_printf(out, " · %s ", name);
	timings_print_ms(out, us);
}

static void
add_row(struct text *out, const struct timings_turn *turn, int y)
{
	struct timings_sum sum;

	timings_sum(turn, &sum);
	begin_path(out, "p", turn);
	text_printf(out, "M%d %d%s\"/>\n<text x=\"%d\" y=\"%d\">#%u ", LEFT,
	    y - 4, shape_of(turn), LEFT + 16, y, turn->number);
	add_xml(out, &turn->engine);
	if (strcmp(text_string(&turn->engine), text_string(&turn->model))) {
		text_add(out, " ");
		add_xml(out, &turn->model);
	}
	text_printf(out, " · %" PRId64 " tokens", turn->tokens);
	add_time(out, "ttft", turn->ttft_us);
	add_time(out, "p50", sum.p50);
	add_time(out, "p90", sum.p90);
	add_time(out, "p99", sum.p99);
	add_time(out, "max", sum.most);
	text_printf(out, " ms · %" PRId64 " stall%s", sum.stalls,
	    sum.stalls == 1 ? "" : "s");
	if (turn->few.each > 1)
		text_printf(out, " · a mark is the longest of %u",
		    turn->few.each);
	text_add(out, "</text>\n");
}

/* ---- The file. */

static void
add_head(struct text *out, const struct timings *timings)
{
	int height = LIST_TOP + ROW * (int)timings->count + ROW;

	text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
	    "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n"
	    "<title>When the tokens of %zu repl%s came</title>\n", WIDTH,
	    height, WIDTH, height, timings->count,
	    timings->count == 1 ? "y" : "ies");
	text_add(out, style);
	text_printf(out, "<rect class=\"ground\" width=\"%d\" "
	    "height=\"%d\"/>\n", WIDTH, height);
	add_label(out, 24, 36, "title", "Times between tokens");
	add_label(out, 24, 66, "", "time before each token, by when it came "
	    "after the request; a ring is a stall, a stroke at the bottom the "
	    "first token");
	add_label(out, 24, SPREAD_TOP - 20, "", "how often each time between "
	    "tokens came, of all of its reply");
	add_label(out, 24, LIST_TOP - 22, "", "replies, times in ms");
}

void
timing_svg(struct text *out, const struct timings *timings)
{
	struct scale scale;

	find_scale(&scale, timings);
	add_head(out, timings);
	add_seconds(out, &scale);
	add_decades(out, &scale, true);
	add_shares(out, &scale);
	add_decades(out, &scale, false);
	for (size_t i = 0; i < timings->count; i++) {
		const struct timings_turn *turn = &timings->turns[i];

		add_points(out, &scale, turn);
		add_stalls(out, &scale, turn);
		if (turn->gaps)
			add_spread(out, &scale, turn);
		add_row(out, turn, LIST_TOP + ROW * (int)i);
	}
	text_add(out, "</svg>\n");
}
