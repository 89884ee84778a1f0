/* uistate.h: what the screen is made of, for the four files that make it:
 * ui.c (its life), uikeys.c (what keys do), cursor.c (what they do to a
 * message), uidraw.c (one frame). */
#ifndef UISTATE_H
#define UISTATE_H

#include "chatview.h"
#include "console.h"
#include "inputview.h"
#include "pager.h"
#include "traceview.h"
#include "ui.h"

struct ui {
	struct loop *loop;
	const struct conversation *conversation;
	const struct trace *trace;
	struct ui_handlers handlers;

	struct console console;
	struct timer frame_timer;
	struct timer hint_timer;

	struct chatview *chatview;
	struct traceview *traceview;
	struct pane chat, trace_pane;
	struct pager *pager;
	struct picker *picker;
	struct inputview *inputview;
	struct ui_status status;

	enum trace_place place; /* wanted */
	struct layout_rects layout;
	bool folded;            /* reasoning is */
	bool trace_focus;
	uint64_t selected; /* line of the trace, while it has the focus */
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
void ui_focus_chat(struct ui *ui);
void ui_toggle_focus(struct ui *ui);
void ui_cycle_trace(struct ui *ui);
void ui_close_pager(struct ui *ui);
void ui_close_picker(struct ui *ui);

/* ---- cursor.c */

/* Selects the message before (-1) or behind (1), or none. */
void ui_move_cursor(struct ui *ui, int direction);
void ui_leave_cursor(struct ui *ui);
void ui_fold_message(struct ui *ui);
/* Has it done to the selected message. */
void ui_act(struct ui *ui, enum ui_action action);

/* ---- uikeys.c */

/* Asks whoever knows: also between two frames it must be right. */
bool ui_is_streaming(struct ui *ui);
/* What a key does. */
key_fn ui_on_key;

#endif
