/* engine.h: the interface of those who answer.
 *
 * The contract, asserted by engine_emit() in debug builds:
 *  1. Every start leads to exactly one last event (finished, failed or
 *     cancelled), and nothing comes after it.
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

enum engine_event_kind {
	ENGINE_TEXT, /* bytes of the answer; whole characters */
	ENGINE_HELD, /* bytes that are kept back: they may become string */
	ENGINE_MATCHED, /* bytes that ended the reply and are cut off, or kept with
	                 * include_stop_str_in_output */
	ENGINE_USAGE,
	ENGINE_NOTE,     /* bytes: a sentence for the trace */
	ENGINE_FINISHED, /* last: end has finish_reason, stop_reason, why */
	ENGINE_FAILED,   /* last: end has the error */
	ENGINE_CANCELLED, /* last */
};

struct engine_event {
	enum engine_event_kind kind;
	const char *bytes;
	size_t len;
	/* How many tokens arrived with this event (usually 1; 0 for text that is
	 * let go after it was held: its tokens were counted then). */
	unsigned tokens;
	const char *string; /* ENGINE_HELD: what it may become */
	size_t string_len;
	struct usage usage;       /* ENGINE_USAGE */
	const struct ending *end; /* ENGINE_FINISHED, ENGINE_FAILED */
};

typedef void engine_event_fn(void *data, const struct engine_event *event);

struct engine;

struct engine_ops {
	const char *name;
	const char *help;         /* one line for --list-engines */
	const char *const *aliases; /* old names, accepted and never shown; or NULL */

	/* Returns the engine. The pointers live longer than it does. */
	struct engine *(*open)(struct loop *loop);
	/* Starts to answer; the request is valid until the last event. */
	void (*start)(struct engine *engine, const struct request *request);
	/* Ends the answer early; does nothing when none is going on. */
	void (*cancel)(struct engine *engine);
	/* Frees the engine. A running answer ends without an event. */
	void (*close)(struct engine *engine);
};

/* The beginning of each engine's own struct. */
struct engine {
	const struct engine_ops *ops;
	struct loop *loop;
	engine_event_fn *on_event;
	void *on_event_data;
	bool running;
	bool silent; /* inside start or cancel */
};

/* The table; ends with NULL. */
extern const struct engine_ops *const engine_table[];
extern const struct engine_ops engine_echo;

/* Opens the engine of that name. NULL with a sentence in error, which lists
 * what there is, if nobody has it. */
struct engine *engine_open(const char *name, struct loop *loop,
    struct text *error);
/* Events of this answer go to fn. Must not be called while one is running. */
void engine_start(struct engine *engine, const struct request *request,
    engine_event_fn *fn, void *data);
void engine_cancel(struct engine *engine);
/* Frees the engine. Not from inside an event, but for the last. */
void engine_close(struct engine *engine);

/* For engines: sends an event to whoever started the answer. */
void engine_emit(struct engine *engine, const struct engine_event *event);

#endif
