/* chatview.h: the conversation as rows of a pane: who spoke and when, what was
 * said, and why a reply ended. */
#ifndef CHATVIEW_H
#define CHATVIEW_H

#include "../src/conversation.h"
#include "../src/trace.h"
#include "find.h"
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
/* Renders the Markdown of replies. */
void chatview_markdown(struct chatview *view, bool markdown);
/* Folds one message, or unfolds it: of its text the first rows are shown, and
 * how many more there are. While it streams it is whole. */
void chatview_fold_one(struct chatview *view, uint64_t id);
/* Unfolds the message of this index. */
void chatview_unfold_one(struct chatview *view, size_t item);
/* Marks the message of that id; 0: none. */
void chatview_select(struct chatview *view, uint64_t id);

/* Marks bytes of a reply; those of message 0 are none. */
void chatview_show_bytes(struct chatview *view,
    const struct trace_brought *bytes);
/* Where they begin, as a place; false if they are not shown. And the other way:
 * false if the place is in nothing that an engine sent. */
bool chatview_bytes_place(const struct chatview *view,
    const struct trace_brought *bytes, struct find_place *place);
bool chatview_place_bytes(const struct chatview *view,
    const struct find_place *place, struct trace_brought *bytes);

/* Marks the matches of a search, which stays the caller's. */
void chatview_mark(struct chatview *view, const struct find *find);
/* The messages as they are shown, to be searched; the pane's items. */
struct find_source chatview_find_source(struct chatview *view);
/* Returns the row of its item where a match is seen. */
int chatview_row(struct chatview *view, const struct find_place *place,
    int columns);
/* The other way: what a row of an item begins with. */
void chatview_place(struct chatview *view, size_t item, int row, int columns,
    struct find_place *place);
/* A match there is only seen when reasoning is not folded. */
bool chatview_is_foldable(const struct find_place *place);

#endif
