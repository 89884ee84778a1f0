/* ui.h: the screen. Reads the model, reports what the user did; knows no engine
 * and no network. */
#ifndef UI_H
#define UI_H

#include "../src/comparison.h"
#include "../src/conversation.h"
#include "../src/loop.h"
#include "../src/settings.h"
#include "../src/sheet.h"
#include "../src/timings.h"
#include "../src/trace.h"
#include "bindings.h"
#include "layout.h"
#include "picker.h"
#include "statusbar.h"
#include "terminal.h"

struct ui;

/* What the user wants of replies that are compared. */
enum ui_compare { UI_COMPARE_STOP, UI_COMPARE_TAKE, UI_COMPARE_CLOSE };
/* What the user wants of a demo. */
enum ui_demo { UI_DEMO_PAUSE, UI_DEMO_NEXT, UI_DEMO_LEAVE };
/* What keys do with the selected message. */
enum ui_action {
	UI_COPY,
	UI_RETRY,
	UI_EDIT,
	UI_VERSION_BACK,
	UI_VERSION_ON,
};

/* What keys do with the reply that streams. */
enum ui_hold { UI_HOLD_PAUSE, UI_HOLD_STEP };

struct ui_handlers {
	void *data;
	/* Enter. False: the line stays where it is. */
	bool (*submit)(void *data, const char *line, size_t len);
	/* Esc or Ctrl-C while a reply streams. */
	void (*cancel)(void *data);
	/* Ctrl-D, or a signal (its number) that ends the program, or 0. */
	void (*quit)(void *data, int signal);
	/* Fills the status line; called for each frame. */
	void (*status)(void *data, struct ui_status *status);
	void (*complete)(void *data, const char *line, size_t start,
	    size_t point, struct text *candidates);
	const char *(*describe)(void *data, const char *line,
	    const char *match);
	/* Appends the help on commands. */
	void (*help)(void *data, struct text *out);
	/* Fills the page of the inspector; called for each frame it is in. */
	void (*inspect)(void *data, int columns, bool utf8,
	    struct sheet *sheet);
	/* Ctrl-O: rendered replies, or their true text. */
	void (*markdown)(void *data);
	/* A key of the user while a demo types. */
	void (*demo)(void *data, enum ui_demo what);
	/* F5: holds the reply, or lets it go on; F6. */
	void (*hold)(void *data, enum ui_hold what);
	/* id is that of the selected message, or 0. */
	void (*act)(void *data, enum ui_action action, uint64_t id);
	/* Ctrl-C dropped the line. */
	void (*cleared)(void *data);
	/* A line came into the history. */
	void (*remember)(void *data, const char *line);
	/* A key while replies are compared; the one that is chosen. */
	void (*compare)(void *data, enum ui_compare what, size_t chosen);
};

struct ui_options {
	struct terminal_options terminal;
	const struct bindings *bindings; /* the user's keys; NULL: none */
	bool links; /* the terminal knows OSC 8 */
	const char *welcome; /* shown while there are no messages */
	bool signals; /* catch those of the terminal; not in tests */
};

/* Takes the terminal. The loop and the model stay the caller's. NULL with a
 * sentence in error. */
struct ui *ui_open(const struct ui_options *options, struct loop *loop,
    const struct conversation *conversation, const struct trace *trace,
    const struct timings *timings, const struct ui_handlers *handlers,
    struct text *error);
/* Gives the terminal back. */
void ui_close(struct ui *ui);

/* Adds a line of earlier times to the history. */
void ui_add_history(struct ui *ui, const char *line);
/* A sentence in the status line, until the next key or for some seconds. */
void ui_hint(struct ui *ui, const char *sentence);
/* Another theme; nothing happens if it is the same. */
void ui_choose_theme(struct ui *ui, enum theme theme);
void ui_place_trace(struct ui *ui, enum trace_place place);
/* The part of the screen that the trace gets where it is now, in %. */
void ui_size_trace(struct ui *ui, int percent);
/* Shows a text over the screen. */
void ui_show(struct ui *ui, const char *title, const struct text *text);
/* Lets the user choose one of the rows, over the screen. */
void ui_pick(struct ui *ui, const struct picker_source *source);
/* Shows replies side by side, over the screen; NULL: no longer. */
void ui_compare(struct ui *ui, const struct comparison *comparison);
void ui_show_help(struct ui *ui);
/* The inspector, which follows what happens until it is closed. */
void ui_show_inspect(struct ui *ui);
/* Shows when the tokens of the last replies came, over the screen. */
void ui_show_timing(struct ui *ui);
/* Looks for a text in the pane that has the focus; an empty one is asked for. */
void ui_find(struct ui *ui, const char *text);
/* Goes to the end of the chat; no message is selected then. */
void ui_follow(struct ui *ui);
/* Before the conversation and the trace become those of a demo, which types from
 * now on: the line, its history and the places of the panes
 * are put aside, and the user's keys go to handlers.demo. */
void ui_begin_demo(struct ui *ui);
/* While they still are the demo's: puts all back. */
void ui_end_demo(struct ui *ui);
/* The demo types these bytes, or says why, in a sentence above the line. */
void ui_type(struct ui *ui, const char *bytes, size_t len);
void ui_explain(struct ui *ui, const char *sentence);
/* Scrolls to the message of that id. */
void ui_reveal(struct ui *ui, uint64_t id);
/* Puts a text into the line, through the user's editor if wanted. */
void ui_put(struct ui *ui, const struct text *text, bool editor);
/* Sends the terminal bytes that it does not show. False if it is none. */
bool ui_send(struct ui *ui, const struct text *bytes);
/* Another size (tests). */
void ui_resize(struct ui *ui, int rows, int columns);
/* Draws now (tests); else it happens before the loop sleeps. */
void ui_draw(struct ui *ui);

#endif
