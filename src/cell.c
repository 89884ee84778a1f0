/* cell.c: what a reader sees as one character, and what is shown for it.
 *
 * Not all of UAX #29: only what terminals need to agree with us on columns.
 * A cell is found by looking forward from its beginning, never back. */
#include "cell.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "utf8.h"

/* An ncurses cell has room for a base and this many more (CCHARW_MAX). */
enum { MARKS_MAX = 4 };

#define DOTTED_CIRCLE "\xe2\x97\x8c" /* U+25CC, carries marks without a base */

/* The part a code point plays in a cell. */
enum point {
	POINT_NONE,
	POINT_CONTROL, /* never reaches the terminal */
	POINT_HIDDEN,  /* belongs to the cell before it, unseen */
	POINT_JOINER,  /* the same, and joins pictures */
	POINT_MARK,
	POINT_TONE,     /* skin tone */
	POINT_REGIONAL, /* two make a flag */
	POINT_PICTURE,
	POINT_BASE,
};

/* Sorted; what is not listed is told by its width. */
static const struct range {
	int32_t first, last;
	enum point point;
} ranges[] = {
	{ 0xad, 0xad, POINT_HIDDEN },       /* soft hyphen */
	{ 0x34f, 0x34f, POINT_HIDDEN },     /* grapheme joiner */
	{ 0x61c, 0x61c, POINT_CONTROL },    /* bidi */
	{ 0x180b, 0x180f, POINT_HIDDEN },   /* Mongolian selectors */
	{ 0x200b, 0x200c, POINT_HIDDEN },   /* zero-width space, non-joiner */
	{ 0x200d, 0x200d, POINT_JOINER },
	{ 0x200e, 0x200f, POINT_CONTROL },  /* bidi */
	{ 0x2028, 0x202e, POINT_CONTROL },  /* separators, bidi */
	{ 0x2060, 0x2064, POINT_HIDDEN },   /* word joiner, invisible plus */
	{ 0x2066, 0x206f, POINT_CONTROL },  /* bidi, deprecated formats */
	{ 0x2190, 0x2bff, POINT_PICTURE },
	{ 0xfe00, 0xfe0f, POINT_HIDDEN },   /* variation selectors */
	{ 0xfeff, 0xfeff, POINT_HIDDEN },   /* byte order mark */
	{ 0xfff9, 0xfffb, POINT_CONTROL },  /* annotations */
	{ 0x1f000, 0x1f1e5, POINT_PICTURE },
	{ 0x1f1e6, 0x1f1ff, POINT_REGIONAL },
	{ 0x1f200, 0x1f3fa, POINT_PICTURE },
	{ 0x1f3fb, 0x1f3ff, POINT_TONE },
	{ 0x1f400, 0x1faff, POINT_PICTURE },
	{ 0xe0000, 0xe007f, POINT_HIDDEN }, /* tags */
	{ 0xe0100, 0xe01ef, POINT_HIDDEN }, /* variation selectors */
};

/* A cell while it is put together. */
struct cluster {
	struct cell *cell;
	size_t shown; /* bytes of cell->shown in use */
	int marks;    /* shown on the last base */
	enum point base; /* the last one shown; POINT_NONE if there is none */
	enum point last; /* of all points */
};

/* A cell without a joiner shows at most five points; with one, that joiner is
 * a point that is not shown. */
_Static_assert(4 * (CELL_POINTS_MAX - 1) < CELL_SHOWN_MAX,
    "the visible form of a full cell must fit");

static enum point
point_listed(int32_t c)
{
	size_t count = sizeof(ranges) / sizeof(ranges[0]);

	for (size_t i = 0; i < count && c >= ranges[i].first; i++)
		if (c <= ranges[i].last)
			return ranges[i].point;
	return POINT_NONE;
}

static enum point
point_of(int32_t c)
{
	enum point point;
	int width;

	if (c < ' ') /* UTF8_INVALID too */
		return POINT_CONTROL;
	width = wcwidth((wchar_t)c);
	if (width < 0)
		return POINT_CONTROL;
	point = point_listed(c);
	if (point)
		return point;
	return width ? POINT_BASE : POINT_MARK;
}

static bool
attaches(const struct cluster *cluster, enum point point)
{
	switch (point) {
	case POINT_HIDDEN:
	case POINT_JOINER:
		return true;
	case POINT_MARK:
		return cluster->base != POINT_NONE;
	case POINT_TONE:
		return cluster->last == POINT_PICTURE;
	case POINT_REGIONAL:
		return cluster->last == POINT_REGIONAL;
	case POINT_PICTURE:
		return cluster->last == POINT_JOINER &&
		    cluster->base == POINT_PICTURE;
	case POINT_NONE:
	case POINT_CONTROL:
	case POINT_BASE:
		break;
	}
	return false;
}

static void
show(struct cluster *cluster, const char *bytes, size_t len)
{
	memcpy(cluster->cell->shown + cluster->shown, bytes, len);
	cluster->shown += len;
	cluster->cell->shown[cluster->shown] = '\0';
}

static void
add_mark(struct cluster *cluster, const char *bytes, size_t len)
{
	if (cluster->base == POINT_NONE) {
		show(cluster, DOTTED_CIRCLE, strlen(DOTTED_CIRCLE));
		cluster->cell->width = 1;
		cluster->base = POINT_BASE;
	}
	if (cluster->marks++ < MARKS_MAX)
		show(cluster, bytes, len);
}

static void
add_base(struct cluster *cluster, const char *bytes, size_t len, int32_t c)
{
	show(cluster, bytes, len);
	cluster->cell->width += wcwidth((wchar_t)c);
	cluster->marks = 0;
}

/* Takes a point into the cell. */
static void
add(struct cluster *cluster, const char *bytes, size_t len, int32_t c,
    enum point point)
{
	bool hidden = point == POINT_HIDDEN || point == POINT_JOINER ||
	    (point == POINT_TONE && cluster->base != POINT_NONE);

	/* A third regional indicator begins the next flag. */
	if (point == POINT_REGIONAL && cluster->last == POINT_REGIONAL)
		point = POINT_BASE;
	if (point == POINT_MARK) {
		add_mark(cluster, bytes, len);
	} else if (!hidden) {
		add_base(cluster, bytes, len, c);
		cluster->base = point;
	}
	cluster->last = point;
}

static size_t
next_cluster(const char *bytes, size_t len, struct cell *cell)
{
	struct cluster cluster = { .cell = cell };
	size_t at = 0;

	cell->width = 0;
	cell->shown[0] = '\0';
	for (int points = 0; at < len && points < CELL_POINTS_MAX; points++) {
		int32_t c;
		size_t n = utf8_next(bytes + at, len - at, &c);
		enum point point = point_of(c);

		if (at > 0 && !attaches(&cluster, point))
			break;
		add(&cluster, bytes + at, n, c, point);
		at += n;
	}
	cell->kind = strcmp(cell->shown, " ") ? CELL_PLAIN : CELL_SPACE;
	cell->wide = cell->width > 1;
	cell->len = at;
	return at;
}

/* Fills in a cell that takes no marks. */
static size_t
set(struct cell *cell, size_t len, enum cell_kind kind, int width)
{
	cell->len = len;
	cell->kind = kind;
	cell->width = width;
	cell->wide = false;
	return len;
}

static size_t
next_control(const char *bytes, size_t len, struct cell *cell)
{
	int32_t c;
	size_t n = utf8_next(bytes, len, &c);
	bool crlf = c == '\r' && len > 1 && bytes[1] == '\n';

	cell->shown[0] = '\0';
	if (c == '\n' || crlf)
		return set(cell, crlf ? 2 : 1, CELL_NEWLINE, 0);
	if (c == '\t')
		return set(cell, 1, CELL_TAB, 0);
	if (c == UTF8_INVALID) {
		strcpy(cell->shown, UTF8_REPLACEMENT);
		return set(cell, n, CELL_CONTROL, 1);
	}
	if (c < 0x80)
		snprintf(cell->shown, CELL_SHOWN_MAX, "^%c", (int)c ^ 0x40);
	else
		snprintf(cell->shown, CELL_SHOWN_MAX, "<U+%04X>", (unsigned)c);
	return set(cell, n, CELL_CONTROL, (int)strlen(cell->shown));
}

size_t
cell_next(const char *bytes, size_t len, struct cell *cell)
{
	bool alone = len == 1 || !(bytes[1] & 0x80);
	int32_t c;

	/* Nearly all text: printable ASCII, and nothing behind it that could
	 * belong to it. */
	if (*bytes >= ' ' && *bytes <= '~' && alone) {
		cell->shown[0] = *bytes;
		cell->shown[1] = '\0';
		return set(cell, 1, *bytes == ' ' ? CELL_SPACE : CELL_PLAIN, 1);
	}
	utf8_next(bytes, len, &c);
	if (point_of(c) == POINT_CONTROL)
		return next_control(bytes, len, cell);
	return next_cluster(bytes, len, cell);
}

int
cell_width(const char *bytes, size_t len)
{
	struct cell cell;
	int width = 0;

	for (size_t at = 0; at < len;) {
		at += cell_next(bytes + at, len - at, &cell);
		width += cell.kind == CELL_TAB ? 1 : cell.width;
	}
	return width;
}

/* No cell goes on behind an LF, so there is no need to look further back. */
static size_t
line_start(const char *bytes, size_t at)
{
	while (at > 0 && bytes[at - 1] != '\n')
		at--;
	return at;
}

size_t
cell_floor(const char *bytes, size_t len, size_t at)
{
	struct cell cell;
	size_t begin;

	if (at >= len)
		return len;
	begin = line_start(bytes, at);
	while (begin + cell_next(bytes + begin, len - begin, &cell) <= at)
		begin += cell.len;
	return begin;
}

size_t
cell_ceil(const char *bytes, size_t len, size_t at)
{
	struct cell cell;
	size_t begin = cell_floor(bytes, len, at);

	if (begin >= at || begin == len)
		return begin;
	return begin + cell_next(bytes + begin, len - begin, &cell);
}
