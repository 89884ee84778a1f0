/* uihold.h: a held reply on the screen: what is known of it, above the line.
 * For the files that make the screen. */
#ifndef UIHOLD_H
#define UIHOLD_H

#include "layout.h"
#include "wrap.h"

struct ui;

struct hold_view {
	struct text text; /* as it was wrapped */
	struct wrap wrap;
	struct rect rect; /* of the rows; no rows: there is no room */
};

void uihold_release(struct ui *ui);
/* Rows that it would like to have. */
int uihold_rows(struct ui *ui, int columns);
/* Takes the upper rows of the input's; one is left to the line. */
void uihold_place(struct ui *ui);
void uihold_draw(struct ui *ui);

#endif
