/* timing_svg.h: when the tokens of the last replies came, as a picture in SVG
 * that needs nothing else, readable on light and dark ground. */
#ifndef TIMING_SVG_H
#define TIMING_SVG_H

#include "timings.h"

/* Appends the whole file. */
void timing_svg(struct text *out, const struct timings *timings);

#endif
