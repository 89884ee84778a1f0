/* uistate.h: what the screen is made of, for the three files that make it:
 * ui.c (its life), uikeys.c (what keys do), uidraw.c (one frame). */
#ifndef UISTATE_H
#define UISTATE_H

#include "chatview.h"
#include "console.h"
#include "inputview.h"
#include "pager.h"
#include "traceview.h"
#include "ui.h"
#include "uidemo.h"

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
	struct demo_view demo;

	enum trace_place place; /* wanted */
	struct layout_rects layout;
	bool folded;            /* reasoning is */
	bool trace_focus;
	uint64_t selected; /* line of the trace, while it has the focus */
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

/* ---- uikeys.c */

/* Asks whoever knows: also between two frames it must be right. */
bool ui_is_streaming(struct ui *ui);
/* What a key does. */
key_fn ui_on_key;

#endif
