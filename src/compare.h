/* compare.h: the same turn sent to several engines at once. Each has a
 * conversation of its own; what comes is put together as a struct
 * comparison. */
#ifndef COMPARE_H
#define COMPARE_H

#include "compare_names.h"
#include "comparison.h"
#include "config.h"
#include "loop.h"
#include "turn.h"

struct compare;

/* Who asks. */
struct compare_source {
	void *data;
	const struct config *config; /* whose engines may be named */
	/* Fills a zeroed struct with the settings for an engine; section may be
	 * NULL. False with a sentence in error. */
	bool (*settings)(void *data, const char *target,
	    const struct config_engine *section, struct settings *settings,
	    struct text *error);
	const struct turn_record *record; /* where trace records go */
	/* What happens, after the comparison has it. */
	void (*event)(void *data, size_t index, const struct turn *turn,
	    const struct engine_event *event);
};

/* Opens the engines. The source is copied. NULL with a sentence in error. */
struct compare *compare_open(const struct compare_source *source,
    struct loop *loop, const struct compare_names *names, struct text *error);
/* What goes on ends without an event. Not from inside an event. */
void compare_close(struct compare *compare);

/* Sends all of them the first count messages and the system message of the
 * conversation, in the same turn of the loop. Once. */
void compare_start(struct compare *compare,
    const struct conversation *conversation, size_t count);
/* Ends what goes on early. */
void compare_cancel(struct compare *compare);
/* Ends the wait for what may come late. */
void compare_settle(struct compare *compare);

const struct comparison *compare_result(const struct compare *compare);
/* Nothing more comes from anyone. */
bool compare_is_over(const struct compare *compare);
const struct turn *compare_turn(const struct compare *compare, size_t index);
/* Moves the reply, which must be over, to the end of a conversation. Then
 * nothing but compare_close() may follow. */
struct message *compare_give(struct compare *compare, size_t index,
    struct conversation *conversation);

#endif
