/* uistate.h: what the screen is made of, for the files that make it: ui.c (its
 * life), uikeys.c (what keys do), uicursor.c (what they do to a message),
 * uijump.c, uimouse.c, uifind.c, uidemo.c, uihold.c, uicompare.c, uitiming.c,
 * uidraw.c (one frame). */
#ifndef UISTATE_H
#define UISTATE_H

#include "chatview.h"
#include "compareview.h"
#include "console.h"
#include "find.h"
#include "inputview.h"
#include "pager.h"
#include "timingstrip.h"
#include "timingview.h"
#include "traceview.h"
#include "ui.h"
#include "uidemo.h"
#include "uihold.h"

/* Where a pane was. */
struct pane_spot {
	bool follow;
	size_t item;
	int row;
};

/* The line in which is typed what is looked for; see uifind.c. */
struct ui_find {
	struct find *find;
	struct text typed, last; /* last: the time before */
	bool typing; /* else n and N walk */
	struct find_place shown; /* the match that was scrolled to */
	bool has_shown;
	struct pane_spot chat, trace; /* where they were before */
	int columns; /* of the chat */
	uint64_t revision; /* of what was searched */
	uint64_t cuts;     /* of the conversation */
};

struct ui_mouse {
	bool dragging; /* the line between the panes */
	int64_t clicked_at; /* time of the last click into the trace, and line */
	uint64_t clicked;
};

struct ui {
	struct loop *loop;
	const struct conversation *conversation;
	const struct trace *trace;
	const struct timings *timings;
	struct ui_handlers handlers;

	struct console console;
	struct timer frame_timer;
	struct timer hint_timer;

	struct chatview *chatview;
	struct traceview *traceview;
	struct pane chat, trace_pane;
	struct pager *pager;
	bool inspecting; /* the pager shows the inspector */
	struct picker *picker;
	struct compareview *compareview;
	struct inputview *inputview;
	struct timingview timing; /* over the screen */
	struct rect strip;        /* times below the trace; may have 0 rows */
	struct ui_find find;
	struct ui_mouse mouse;
	struct ui_status status;
	struct demo_view demo;
	struct hold_view hold;

	enum trace_place place; /* wanted */
	struct layout_shares shares;
	struct layout_rects layout;
	bool folded;            /* reasoning is */
	bool trace_focus;
	uint64_t selected; /* line of the trace, while it has the focus */
	int details_columns; /* for which the pager shows that line; 0: not */
	uint64_t cursor;   /* id of the message that is selected, or 0 */
	struct text hint;
	int popup_rows;
	const char *welcome;
	bool welcome_shown;

	bool dirty; /* something changed that has no revision */
	bool spoiled; /* all must be drawn anew */
	uint64_t drawn_conversation, drawn_trace;
	int64_t drawn_at;
};

/* ---- ui.c: changes of the state. */

/* Something changed that has no revision; all must be drawn anew. */
void ui_touch(struct ui *ui);
void ui_spoil(struct ui *ui);
void ui_clear_hint(void *data);
/* The line of the trace that is selected; 0: none. */
void ui_select_line(struct ui *ui, uint64_t id);
void ui_move_selection(struct ui *ui, long lines);
void ui_open_details(struct ui *ui);
/* Lays them out anew if the screen is wider or narrower now. */
void ui_update_details(struct ui *ui);
void ui_focus_chat(struct ui *ui);
void ui_toggle_focus(struct ui *ui);
void ui_cycle_trace(struct ui *ui);
void ui_close_pager(struct ui *ui);
void ui_close_picker(struct ui *ui);

/* ---- uicursor.c */

/* Selects the message before (-1) or behind (1), or none. */
void ui_move_cursor(struct ui *ui, int direction);
void ui_leave_cursor(struct ui *ui);
void ui_fold_message(struct ui *ui);
/* Has it done to the selected message. */
void ui_act(struct ui *ui, enum ui_action action);

/* ---- uifind.c: finding. */

void ui_find_init(struct ui *ui);
void ui_find_release(struct ui *ui);
bool ui_is_finding(const struct ui *ui);
/* Opens the line. */
void ui_find_open(struct ui *ui);
/* Closes it and stays there. */
void ui_find_close(struct ui *ui);
/* While it is open. False: the key means what it means else. */
bool ui_find_key(struct ui *ui, const struct key *key);
/* Before a frame: looks where the focus is, and at what is new. */
void ui_find_update(struct ui *ui);
/* Draws the line; *y and *x are where the cursor belongs. */
void ui_find_draw(struct ui *ui, int *y, int *x);

/* Scrolls to a place in the chat, and unfolds what hides it. */
void ui_show_place(struct ui *ui, const struct find_place *place);

/* ---- uijump.c */

/* From a character of a reply to the line of the trace that it came with, or
 * from the selected line to the characters. */
void ui_jump(struct ui *ui);

/* ---- uitiming.c */

void ui_close_timing(struct ui *ui);
/* While it is open. */
void ui_timing_key(struct ui *ui, const struct key *key);
void ui_draw_timing(struct ui *ui);
/* After the layout is known. */
void ui_place_strip(struct ui *ui);

/* ---- uicompare.c */

/* True if replies are compared: the key was theirs. */
bool ui_compare_key(struct ui *ui, const struct key *key);
void ui_compare_draw(struct ui *ui, int *y, int *x);

/* ---- uimouse.c */

/* True if it was a button; the wheel is none. */
bool ui_mouse_key(struct ui *ui, const struct key *key);

/* ---- uikeys.c */

/* Asks whoever knows: also between two frames it must be right. */
bool ui_is_streaming(struct ui *ui);
/* What a key does. */
key_fn ui_on_key;
/* What is typed goes to the line of the chat. */
void ui_edit(struct ui *ui, const struct key *key);

#endif
