/* app.h: the chat without a screen: what the user enters becomes messages,
 * requests and settings. A front end shows it: screen.c or plain.c. */
#ifndef APP_H
#define APP_H

#include <stdbool.h>

#include "../engine/engine.h"
#include "breaks.h"
#include "copier.h"
#include "inspect.h"
#include "options.h"
#include "store.h"
#include "storelist.h"
#include "trace.h"
#include "turn.h"

struct app;
struct compare;
struct comparison;
struct demo;

/* What commands ask of the front end. Each may be NULL. */
struct app_front {
	void *data;
	void (*place_trace)(void *data, enum pane_place place);
	/* The part of the screen that the trace gets. */
	void (*size_trace)(void *data, int percent);
	void (*show_help)(void *data);
	/* Shows the inspector, and what becomes of it. */
	void (*show_inspect)(void *data);
	/* Shows the times of the last replies. */
	void (*show_timing)(void *data);
	/* Shows a text of its own, with a title. */
	void (*show)(void *data, const char *title, const struct text *text);
	/* Looks for a text among what is shown. */
	void (*find)(void *data, const char *text);
	/* A sentence that passes, where there is a place for one. */
	void (*hint)(void *data, const char *sentence);
	/* A message was added that the user wants to see. */
	void (*follow)(void *data);
	/* The answer to a command came later than the command. */
	void (*answered)(void *data);
	/* Lets the user choose among app->sessions. */
	void (*show_sessions)(void *data);
	/* Puts a text into the line, through the user's editor if wanted. Not
	 * NULL. */
	void (*edit)(void *data, const struct text *text, bool editor);
	/* Another version of this message is shown now. */
	void (*reveal)(void *data, uint64_t id);
	/* Sends the terminal bytes that it does not show. False if there is
	 * none. Not NULL. */
	bool (*send)(void *data, const struct text *bytes);
	/* The reply is held now: time stands still. */
	void (*held)(void *data);
	/* What happens in a turn, after the conversation has it. */
	turn_event_fn *event;
	/* Shows replies side by side, as they come; NULL: no longer. Without it
	 * they are notices. */
	void (*compare)(void *data, const struct comparison *comparison);
	/* A demo: from now on it types, not the user; no longer; these bytes;
	 * why. The first is called before the user's chat is put aside, the
	 * second before it comes back. None of them is NULL. */
	void (*demo_begin)(void *data);
	void (*demo_end)(void *data);
	void (*demo_type)(void *data, const char *bytes, size_t len);
	void (*demo_say)(void *data, const char *sentence);
};

struct app {
	struct loop *loop;
	struct engine *engine;
	struct text target; /* what the engine was opened as */
	const struct options *options; /* those at the start */
	struct settings settings;
	const struct config_engine *section; /* of the engine, or NULL */
	struct settings base; /* those of the engine, before the user's changes */
	struct conversation conversation;
	struct trace trace;
	struct timings timings; /* of the last turns */
	struct turn turn;
	struct breaks breaks; /* where replies are held */
	struct app_front front;
	struct store *store;
	bool forgetful; /* typed lines cannot be kept; that was said */
	struct storelist sessions; /* as they were listed last */
	struct demo *demo; /* that is played, or NULL */
	struct compare *compare; /* that is shown, or NULL */
	uint64_t compared; /* id of the message that it answers */
	struct copier copier;
	struct inspect inspect; /* of the last reply */
	uint64_t walked;  /* id of the message whose versions are walked */
	uint64_t editing; /* id of the message that the next is a version of */
	bool waiting; /* for the answer to a command */
	bool advised; /* on what to do if copying does not work */
	bool quit;
};

/* Opens the engine, and the conversation to be resumed. False with a sentence
 * in error. */
bool app_init(struct app *app, struct loop *loop, const struct options *options,
    struct text *error);
void app_release(struct app *app);

/* What was entered: a command or a message. False if it can't be taken now and
 * should stay in the line. */
bool app_enter(struct app *app, const char *line, size_t len);
/* Sends a text as it is: as a new message, or a version of the one that is
 * being edited. */
bool app_send(struct app *app, const char *bytes, size_t len);
/* Likewise, but it is not sent yet. No reply streams. */
void app_add(struct app *app, const char *bytes, size_t len);
/* Sends the conversation as it is; its last message is the user's. */
void app_ask(struct app *app);

/* Opens another engine by its name, section, address or file, with the settings
 * of its section; what the user has changed stays changed. False with a sentence
 * in error. */
bool app_open_engine(struct app *app, const char *name, struct text *error);
/* Fills a zeroed struct with the settings that it would have then. */
bool app_engine_settings(const struct app *app,
    const struct config_engine *section, struct settings *settings,
    struct text *error);
/* Whether a setting is not what it was when the engine was opened. */
bool app_has_changed(const struct app *app, const struct setting *setting);

/* A notice among the messages. */
void app_say(struct app *app, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void app_complain(struct app *app, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A sentence that passes; a notice where there is no place for one. */
void app_tell(struct app *app, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Shows a text of its own where there is a place for one, else among the
 * messages. */
void app_show(struct app *app, const char *title, const struct text *text);
/* True, and says so, if a reply streams. If not, nothing of a reply comes any
 * more, and the messages may be changed. */
bool app_is_busy(struct app *app);
/* Brings app->inspect up to date; before the first reply it has what holds for
 * that. */
const struct inspect *app_inspect(struct app *app);
/* Keeps a line that was typed, if such are kept. */
void app_remember(struct app *app, const char *line);
/* Calls fn for those of earlier times, the oldest first. */
void app_recall(const struct app *app,
    void (*fn)(void *data, const char *line), void *data);
void app_quit(struct app *app);

#endif
