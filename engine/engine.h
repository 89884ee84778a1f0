/* engine.h: the interface of those who answer.
 *
 * The contract, asserted by engine_emit() in debug builds:
 *  1. Every start leads to exactly one last event (finished, failed or
 *     cancelled), and nothing comes after it; only engine_abandon() and
 *     engine_close() take it away.
 *  2. No event is sent from inside start or cancel: they come from the loop.
 *  3. What an event points to is valid during the call only.
 *  4. An engine waits only through the loop. It never blocks, prints or exits.
 *
 * An engine answers one request at a time. A new engine is one file and one
 * line in the table of engine.c. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/conversation.h"
#include "../src/loop.h"
#include "request.h"

/* Those from ENGINE_FINISHED on end the answer. */
enum engine_event_kind {
	ENGINE_REQUEST,   /* bytes: the body that is sent; string: the model */
	ENGINE_BYTES,     /* bytes, exactly as they came; the head is the first */
	ENGINE_HEAD,      /* bytes: the head of the reply in a line */
	ENGINE_RAW,       /* bytes: a payload as it came; offset */
	ENGINE_TEXT,      /* bytes of the answer; whole characters */
	ENGINE_REASONING, /* bytes, apart from the answer */
	ENGINE_REFUSAL,   /* bytes, in place of an answer */
	ENGINE_TOOL_CALL, /* a piece of call number `number`: call */
	ENGINE_CHOICE,    /* bytes of the choice with index `number`, or its end:
	                   * then string is its finish_reason */
	ENGINE_ANOMALY,   /* number: which, and string: its name; bytes: the
	                   * evidence; offset */
	ENGINE_HELD, /* bytes that are kept back: they may become string */
	ENGINE_MATCHED, /* bytes that ended the reply and are cut off, or kept with
	                 * include_stop_str_in_output */
	ENGINE_USAGE,
	ENGINE_TOKEN_IDS, /* ids; number: whose */
	ENGINE_NOTE,     /* bytes: a sentence for the trace */
	ENGINE_ANSWERED, /* the answer is over as far as the user is concerned: end;
	                  * the engine reads on for what may come late. At most
	                  * once; not all engines send it. */
	ENGINE_FINISHED, /* last: end has finish_reason, stop_reason, why; or its
	                  * state is MESSAGE_TRUNCATED */
	ENGINE_FAILED,   /* last: end has the error */
	ENGINE_CANCELLED, /* last */
};

/* Whose ENGINE_TOKEN_IDS. */
enum { TOKEN_IDS_PROMPT, TOKEN_IDS_REPLY };

struct engine_event {
	enum engine_event_kind kind;
	const char *bytes;
	size_t len;
	/* How many tokens arrived with this event (usually 1; 0 for text that is
	 * let go after it was held: its tokens were counted then). */
	unsigned tokens;
	const char *string; /* ENGINE_HELD: what it may become */
	size_t string_len;
	int64_t number;
	uint64_t offset;              /* in the body of the reply */
	const struct tool_call *call; /* ENGINE_TOOL_CALL: what is added */
	struct usage usage;           /* ENGINE_USAGE; -1 unknown */
	const uint32_t *ids;          /* ENGINE_TOKEN_IDS */
	size_t id_count;
	const struct ending *end;     /* ENGINE_ANSWERED, _FINISHED, _FAILED */
	/* When the tokens were planned to come, as loop_now() counts; 0: nobody
	 * planned it. */
	int64_t due_at;
};

/* Whether it ends the answer. */
bool engine_event_is_last(const struct engine_event *event);

typedef void engine_event_fn(void *data, const struct engine_event *event);

struct engine;

struct engine_ops {
	const char *name;
	const char *help;         /* one line for --list-engines */
	const char *const *aliases; /* old names, accepted and never shown; or NULL */
	bool remote; /* asks somebody: sends ENGINE_REQUEST when it does */

	/* Whether a target that is no name is for this engine; NULL: none is. */
	bool (*accepts)(const char *target);
	/* Returns the engine, or NULL with a sentence in error. target is what
	 * the user named; the loop lives longer than the engine does. */
	struct engine *(*open)(struct loop *loop, const char *target,
	    struct text *error);
	/* Starts to answer; the request is valid until the last event. */
	void (*start)(struct engine *engine, const struct request *request);
	/* Ends the answer early; does nothing when none is going on. */
	void (*cancel)(struct engine *engine);
	/* Holds the answer back and lets it go on: whoever reads the events does
	 * not keep up. May be NULL. */
	void (*pause)(struct engine *engine, bool paused);
	/* Time stands still: nothing is fetched or made, and when it goes on,
	 * it does from where it was; what is late after a pause is made good,
	 * this is not. What was fetched already may still come. NULL: as pause. */
	void (*hold)(struct engine *engine, bool held);
	/* Appends what it will say next, in a few words, if it knows. May be
	 * NULL. */
	void (*print_next)(const struct engine *engine, struct text *out);
	/* From now on the answer that goes on comes so many times as fast as the
	 * settings say. NULL: its pace is not ours. */
	void (*set_speed)(struct engine *engine, double speed);
	/* After ENGINE_ANSWERED: ends the reading for what may come late, without
	 * an event. NULL for engines that never send it. */
	void (*abandon)(struct engine *engine);
	/* Frees the engine. A running answer ends without an event. */
	void (*close)(struct engine *engine);
	/* May be NULL. Asks for the models; models is filled when they are known,
	 * and fn called from the loop, with a sentence if it did not work. */
	void (*list_models)(struct engine *engine,
	    const struct settings *settings,
	    void (*fn)(void *data, const char *error), void *data);
	/* May be NULL. Appends the last request as a curl command, without keys;
	 * nothing if there was none. */
	void (*print_curl)(struct engine *engine, struct text *out);
};

/* The beginning of each engine's own struct. */
struct engine {
	const struct engine_ops *ops;
	struct loop *loop;
	char *label;           /* owned; NULL: the name */
	struct strings models; /* those that are known */
	engine_event_fn *on_event;
	void *on_event_data;
	bool running;
	bool held;   /* see ops->hold */
	bool silent; /* inside start, cancel or abandon */
};

/* The table; ends with NULL. */
extern const struct engine_ops *const engine_table[];
extern const struct engine_ops engine_echo;
extern const struct engine_ops engine_server; /* openai.c */
extern const struct engine_ops engine_replay;

/* Returns the engine of that name, or the one for that URL or file; or NULL. */
const struct engine_ops *engine_find(const char *name);
/* Opens the engine of that name, or the one for that URL or file. NULL with a
 * sentence in error, which lists what there is, if nobody has it. */
struct engine *engine_open(const char *name, struct loop *loop,
    struct text *error);
/* Says that nobody has that name, and what there is. others, which may be NULL,
 * are names that it may be meant for too. */
void engine_unknown(const char *name, const struct strings *others,
    struct text *error);
/* How people call it: the name, or the address of a server. */
const char *engine_label(const struct engine *engine);
/* Events of this answer go to fn. Must not be called while one is running. */
void engine_start(struct engine *engine, const struct request *request,
    engine_event_fn *fn, void *data);
void engine_cancel(struct engine *engine);
/* See ops->pause; does nothing when no answer goes on. */
void engine_pause(struct engine *engine, bool paused);
/* See ops->hold, ops->print_next and ops->set_speed; they do nothing when no
 * answer goes on. False: its pace is not ours. */
void engine_hold(struct engine *engine, bool held);
void engine_print_next(const struct engine *engine, struct text *out);
bool engine_set_speed(struct engine *engine, double speed);
/* See ops->abandon. The next answer may be started at once. */
void engine_abandon(struct engine *engine);
/* Frees the engine. Not from inside an event, but for the last. */
void engine_close(struct engine *engine);

/* For engines: sends an event to whoever started the answer. */
void engine_emit(struct engine *engine, const struct engine_event *event);

#endif
