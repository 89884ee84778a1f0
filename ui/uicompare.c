/* uicompare.c: replies side by side over the screen, and their keys. */
#include "uistate.h"

#include <limits.h>
#include <string.h>

#include <curses.h>

enum { WHEEL_ROWS = 3 };

void
ui_compare(struct ui *ui, const struct comparison *comparison)
{
	if (comparison)
		compareview_open(ui->compareview, comparison);
	else
		compareview_close(ui->compareview);
	ui_spoil(ui);
}

static void
tell(struct ui *ui, enum ui_compare what)
{
	ui->handlers.compare(ui->handlers.data, what,
	    compareview_chosen(ui->compareview));
}

static bool
is_sequence(const struct key *key, const char *sequence)
{
	return key->len == strlen(sequence) &&
	    !memcmp(key->bytes, sequence, key->len);
}

/* Arrows, as terminals send them in both modes; letters and numbers. */
static void
read_bytes(struct ui *ui, const struct key *key)
{
	struct compareview *view = ui->compareview;
	char c = *key->bytes;

	if (is_sequence(key, "\033[D") || is_sequence(key, "\033OD"))
		compareview_step(view, -1);
	else if (is_sequence(key, "\033[C") || is_sequence(key, "\033OC"))
		compareview_step(view, 1);
	else if (c >= '1' && c <= '9')
		compareview_choose(view, (size_t)(c - '1'));
	else if (c == 'q')
		tell(ui, UI_COMPARE_CLOSE);
}

static void
interrupt(struct ui *ui)
{
	tell(ui, compareview_is_streaming(ui->compareview) ? UI_COMPARE_STOP
	                                                   : UI_COMPARE_CLOSE);
}

/* Returns how many rows down the key scrolls; 0 if it does not. */
static long
scrolled_rows(const struct compareview *view, const struct key *key)
{
	long page = compareview_page(view);
	const struct {
		enum key_kind kind;
		long rows;
	} scrolls[] = {
		{ KEYS_UP, -1 }, { KEYS_DOWN, 1 },
		{ KEYS_WHEEL_UP, -WHEEL_ROWS }, { KEYS_WHEEL_DOWN, WHEEL_ROWS },
		{ KEYS_PAGE_UP, -page }, { KEYS_PAGE_DOWN, page },
		{ KEYS_HOME, -INT_MAX }, { KEYS_END, INT_MAX },
		{ KEYS_TOP, -INT_MAX }, { KEYS_BOTTOM, INT_MAX },
	};

	for (size_t i = 0; i < sizeof(scrolls) / sizeof(*scrolls); i++)
		if (key->kind == scrolls[i].kind)
			return scrolls[i].rows;
	return 0;
}

bool
ui_compare_key(struct ui *ui, const struct key *key)
{
	struct compareview *view = ui->compareview;

	if (!compareview_is_open(view))
		return false;
	switch (key->kind) {
	case KEYS_BYTES:
		read_bytes(ui, key);
		break;
	case KEYS_TAB:
	case KEYS_VERSION_ON:
		compareview_step(view, 1);
		break;
	case KEYS_VERSION_BACK:
		compareview_step(view, -1);
		break;
	case KEYS_ENTER:
		tell(ui, UI_COMPARE_TAKE);
		break;
	case KEYS_ESCAPE:
		tell(ui, UI_COMPARE_CLOSE);
		break;
	case KEYS_INTERRUPT:
		interrupt(ui);
		break;
	default:
		if (scrolled_rows(view, key))
			compareview_scroll(view, scrolled_rows(view, key));
		break;
	}
	return true;
}

void
ui_compare_draw(struct ui *ui, int *y, int *x)
{
	struct rect over = { 0, 0, LINES - 1, COLS };
	const char *hint = text_string(&ui->hint);

	compareview_draw(ui->compareview, &over);
	statusbar_draw(LINES - 1, COLS, &ui->status,
	    *hint ? hint : compareview_hint(ui->compareview, COLS));
	*y = LINES - 1;
	*x = 0;
}
