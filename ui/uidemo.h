/* uidemo.h: a demo on the screen: it types in the user's place, and explains
 * above the line. For the files that make the screen. */
#ifndef UIDEMO_H
#define UIDEMO_H

#include "keys.h"
#include "layout.h"
#include "pane.h"
#include "wrap.h"

struct ui;

struct demo_view {
	bool on;
	bool typing; /* the keys that come are the demo's, not the user's */
	struct keys keys;
	struct text sentence;
	struct wrap wrap;
	struct rect rect; /* of the sentence; no rows: there is no room */

	/* The user's, meanwhile. */
	enum trace_place place;
	struct layout_shares shares;
	bool folded;
	struct pane chat, trace_pane;
};

void uidemo_release(struct ui *ui);
/* True if the key was for whoever plays the demo. */
bool uidemo_key(struct ui *ui, const struct key *key);
/* Rows that the sentence would like to have. */
int uidemo_rows(struct ui *ui, int columns);
/* Takes the upper rows of the input's; one is left to the line. */
void uidemo_place(struct ui *ui);
void uidemo_draw(struct ui *ui);

#endif
