/* chatview.h: the conversation as rows of a pane: who spoke and when, what was
 * said, and why a reply ended. */
#ifndef CHATVIEW_H
#define CHATVIEW_H

#include "../src/conversation.h"
#include "pane.h"

struct chatview;

/* Shows the conversation, which stays the caller's. */
struct chatview *chatview_new(const struct conversation *conversation);
void chatview_free(struct chatview *view);
/* The source for a pane; lives as long as the view. */
const struct pane_source *chatview_source(const struct chatview *view);
/* Without blank rows between the messages, for low screens. */
void chatview_compact(struct chatview *view, bool compact);
/* Shows reasoning as one row that says it is there. */
void chatview_fold(struct chatview *view, bool folded);
/* Folds one message, or unfolds it: of its text the first rows are shown, and
 * how many more there are. While it streams it is whole. */
void chatview_fold_one(struct chatview *view, uint64_t id);
/* Marks the message of that id; 0: none. */
void chatview_select(struct chatview *view, uint64_t id);

#endif
