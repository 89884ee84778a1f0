/* timingstrip.h: the times of the last reply at the bottom of the trace pane:
 * one row where it is low, with a histogram where it is high. */
#ifndef TIMINGSTRIP_H
#define TIMINGSTRIP_H

#include "../src/timings.h"
#include "draw.h"

/* The rows that it takes of a pane of that size; 0 while there is nothing to
 * show. It is the same as long as the pane is. */
int timingstrip_rows(const struct timings *timings, const struct rect *pane);
void timingstrip_draw(const struct timings *timings, const struct rect *rect);

#endif
