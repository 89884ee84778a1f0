/* hyperlink.c: links on the screen, told to the terminal by OSC 8. */
#include "hyperlink.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <curses.h>

#include "../src/text.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "terminal.h"

#define LINK_BEGIN "\033]8;id=%" PRIx64 ";%s\033\\"
#define LINK_END "\033]8;;\033\\"

/* A cell of the screen. */
struct place {
	bool drawn;    /* in this frame */
	bool shown;    /* the terminal may hold a link here */
	size_t target; /* what was drawn: its place in targets; 0 is no link */
	uint64_t id;
};

static struct {
	int rows, columns;
	struct place *places; /* NULL: off */
	bool drawn;           /* any of them */
	struct text targets;  /* of this frame, a NUL behind each */
	struct text out;
} screen;

void
hyperlink_release(void)
{
	free(screen.places);
	text_release(&screen.targets);
	text_release(&screen.out);
	screen.places = NULL;
}

/* A screen of another size is cleared by curses: no link is left. Those that
 * are there when links are switched off stay until they are drawn over. */
bool
hyperlink_enable(bool on, int rows, int columns)
{
	bool was_on = screen.places != NULL;

	if (on == was_on &&
	    (!on || (rows == screen.rows && columns == screen.columns)))
		return false;
	hyperlink_release();
	screen.rows = rows;
	screen.columns = columns;
	if (on)
		screen.places = xcalloc((size_t)rows * (size_t)columns,
		    sizeof(*screen.places));
	else
		clearok(curscr, TRUE);
	return true;
}

/* Returns the cells from y, x on, at most *columns; NULL if there are none. */
static struct place *
places_at(int y, int x, int *columns)
{
	if (!screen.places || y < 0 || y >= screen.rows || x < 0 ||
	    x >= screen.columns)
		return NULL;
	if (*columns > screen.columns - x)
		*columns = screen.columns - x;
	return &screen.places[y * screen.columns + x];
}

static void
set(int y, int x, int columns, size_t target, uint64_t id)
{
	struct place *place = places_at(y, x, &columns);

	for (int i = 0; place && i < columns; i++, place++) {
		place->drawn = screen.drawn = true;
		place->target = target;
		place->id = id;
	}
}

void
hyperlink_drop(int y, int x, int columns)
{
	set(y, x, columns, 0, 0);
}

void
hyperlink_add(int y, int x, int columns, const char *target, uint64_t id)
{
	if (!screen.places)
		return;
	if (!screen.targets.len)
		text_append(&screen.targets, "", 1);
	set(y, x, columns, screen.targets.len, id);
	text_append(&screen.targets, target, strlen(target) + 1);
}

/* ---- Writing. */

static int
put_byte(int byte)
{
	char c = (char)byte;

	text_append(&screen.out, &c, 1);
	return byte;
}

/* Writes the cell as curses has drawn it. Returns its columns. */
static int
write_cell(int y, int x)
{
	wchar_t characters[CCHARW_MAX + 1] = { 0 };
	char bytes[4];
	attr_t attributes;
	cchar_t cell;
	short pair;
	int width;

	if (mvin_wch(y, x, &cell) != OK ||
	    getcchar(&cell, characters, &attributes, &pair, NULL) != OK)
		return 1;
	vid_puts(attributes, pair, NULL, put_byte);
	for (size_t i = 0; characters[i]; i++)
		text_append(&screen.out, bytes,
		    utf8_encode((int32_t)characters[i], bytes));
	width = wcwidth(characters[0]);
	return width > 0 ? width : 1;
}

static bool
needs_writing(const struct place *place)
{
	return place->drawn && (place->target || place->shown);
}

static bool
goes_on(const struct place *place, const struct place *first)
{
	return needs_writing(place) && place->id == first->id &&
	    (place->target != 0) == (first->target != 0);
}

/* Writes the cells from x on that belong together. Returns where they end. */
static int
write_run(int y, int x)
{
	const struct place *row = &screen.places[y * screen.columns];
	const struct place *first = &row[x];

	text_printf(&screen.out, "\033[%d;%dH", y + 1, x + 1);
	if (first->target)
		text_printf(&screen.out, LINK_BEGIN, first->id,
		    screen.targets.bytes + first->target);
	while (x < screen.columns && goes_on(&row[x], first))
		x += write_cell(y, x);
	vid_puts(A_NORMAL, 0, NULL, put_byte);
	if (first->target)
		text_add(&screen.out, LINK_END);
	return x;
}

static void
write_row(int y)
{
	struct place *row = &screen.places[y * screen.columns];

	for (int x = 0; x < screen.columns;)
		x = needs_writing(&row[x]) ? write_run(y, x) : x + 1;
	for (int x = 0; x < screen.columns; x++)
		if (row[x].drawn)
			row[x] = (struct place){ .shown = row[x].target != 0 };
}

void
hyperlink_flush(int y, int x)
{
	if (!screen.places || !screen.drawn)
		return;
	screen.drawn = false;
	text_clear(&screen.out);
	for (int row = 0; row < screen.rows; row++)
		write_row(row);
	text_clear(&screen.targets);
	move(y, x);
	if (!screen.out.len)
		return;
	text_printf(&screen.out, "\033[%d;%dH", y + 1, x + 1);
	terminal_write(screen.out.bytes, screen.out.len);
}
