/* layout.h: where everything stands on a screen of a given size. Pure. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>

#include "draw.h"

enum {
	SCREEN_ROWS_MIN = 4,
	SCREEN_COLUMNS_MIN = 20,
	RIGHT_FROM_COLUMNS = 100, /* where the trace goes when nobody says */
	BOTTOM_FROM_ROWS = 18,
	RIGHT_LEAST_COLUMNS = 60, /* and the least when somebody does */
	BOTTOM_LEAST_ROWS = 12,
};

enum trace_place { TRACE_AUTO, TRACE_RIGHT, TRACE_BOTTOM, TRACE_OFF };

struct layout_rects {
	bool too_small;
	enum trace_place place; /* never TRACE_AUTO */
	bool compact;           /* no blank rows between messages */
	struct rect title;      /* rows of 0: none */
	struct rect chat;
	struct rect trace;   /* when place is not TRACE_OFF */
	struct rect divider; /* between chat and trace: a column or a row */
	struct rect line;    /* above the input; may have 0 rows */
	bool line_drawn;     /* or is it only blank */
	struct rect input;
	int status; /* row of the status line */
};

/* How much of the screen the trace gets at its places, in thousandths; 0 is
 * left to us. What the other pane needs at least stays its own. */
struct layout_shares {
	int right, bottom;
};

/* wanted_input is the number of rows the input would like to have. */
void layout_compute(struct layout_rects *layout, int rows, int columns,
    enum trace_place wanted, const struct layout_shares *shares,
    int wanted_input);
/* The share with which the divider is in this row and column. */
void layout_drag(const struct layout_rects *layout, int rows, int columns,
    int y, int x, struct layout_shares *shares);

/* The place after this one when the user cycles: the next that fits. */
enum trace_place layout_next_place(enum trace_place place, int rows,
    int columns);

/* Columns for the text of the input, the cursor behind it included. */
int layout_input_columns(int columns);

#endif
