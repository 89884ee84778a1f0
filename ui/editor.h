/* editor.h: a text in the user's own editor. */
#ifndef EDITOR_H
#define EDITOR_H

#include <stdbool.h>

#include "../src/text.h"

/* Runs $VISUAL, else $EDITOR, else vi on the text and waits for it; the
 * terminal must have been left. False with a sentence in error, and the text
 * as it was, if that did not work out. */
bool editor_edit(struct text *text, struct text *error);

#endif
