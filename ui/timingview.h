/* timingview.h: the times of the last replies over the whole screen: when the
 * tokens of one came, how often each time between them, and that of others
 * beside it. Draws what is there now, so it is live. */
#ifndef TIMINGVIEW_H
#define TIMINGVIEW_H

#include "../src/timings.h"
#include "draw.h"

struct timingview {
	const struct timings *timings;
	bool open;
	unsigned chosen; /* number of the reply; 0: the last, whichever it is */
};

/* Chooses so many replies further on, or back when negative. */
void timingview_move(struct timingview *view, int turns);
void timingview_draw(const struct timingview *view, const struct rect *rect);

#endif
