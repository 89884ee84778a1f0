/* trace.h: what happened and when, for the side pane: a bounded list of timed
 * lines. The oldest go first, and are counted. */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"
#include "timings.h"
#include "trace_filter.h"

enum {
	TRACE_MAX = 10000,
	TRACE_DATA_MAX = 16384, /* of a line, */
	TRACE_DATA_ALL = 16 * 1024 * 1024, /* and the memory of all of them */
};

enum trace_kind {
	TRACE_HEAD, /* first line of a turn: its number, engine, size */
	TRACE_REQUEST,
	TRACE_FIRST,
	TRACE_TOKENS, /* a run of tokens; the line changes while it grows */
	TRACE_TOKEN,
	TRACE_HELD,
	TRACE_MATCHED,
	TRACE_STOP,      /* ends: drawn in the colours of the end line */
	TRACE_LENGTH,
	TRACE_CUT,
	TRACE_CANCELLED,
	TRACE_USAGE,
	TRACE_ANOMALY,
	TRACE_CHUNK, /* a payload as it came */
	TRACE_RECORDED,
	TRACE_NOTE,
	TRACE_KINDS,
};

/* From how detailed a level on a line is recorded. */
enum trace_level { TRACE_EVENTS, TRACE_EACH_TOKEN, TRACE_RAW, TRACE_LEVELS };

/* The bytes of a reply that came with a line. */
struct trace_brought {
	uint64_t message; /* id of the reply; 0: none did */
	enum timings_part part;
	size_t from, to;
};

struct trace_entry {
	uint64_t id;
	enum trace_kind kind;
	unsigned turn;
	int64_t at_us;       /* since the request was sent */
	struct text what;    /* the event in a word or two */
	struct text detail;  /* text that came over the wire stands in quotes */
	struct text measure; /* shown at the right edge */
	const char *meaning; /* of an odd event, for people; or NULL */
	struct text data;    /* what Enter shows: exact bytes or JSON; may be cut;
	                      * see trace_add_data() */
	bool data_gone;      /* for want of room */
	struct trace_brought brought;
	uint64_t revision;
};

struct trace {
	struct trace_entry *ring; /* TRACE_MAX of them, or NULL */
	size_t first;
	size_t count;
	uint64_t dropped; /* lines that went because the list was full */
	uint64_t last_id; /* of lines, from 1 on; 0 is no line */
	uint64_t revision;
	size_t data_size;    /* memory of the data of all lines */
	uint64_t data_first; /* the data of lines before this id have gone, */
	uint64_t data_dropped; /* so many of them */
	enum trace_level level;
	struct trace_filter filter; /* which lines are shown */
};

void trace_release(struct trace *trace);
/* Forgets the lines; ids go on, and the level and the filter stay. */
void trace_clear(struct trace *trace);

/* Adds a line and returns it, to be filled; valid until the next trace_add().
 * Call trace_touch() after a later change. */
struct trace_entry *trace_add(struct trace *trace, enum trace_kind kind,
    unsigned turn, int64_t at_us, const char *what);
void trace_touch(struct trace *trace, struct trace_entry *entry);
/* Adds bytes to what Enter shows, as far as there is room; the data of the
 * oldest lines may go. Or empties it. */
void trace_add_data(struct trace *trace, struct trace_entry *entry,
    const char *bytes, size_t len);
void trace_clear_data(struct trace_entry *entry);

/* Returns line number index, 0 is the oldest. */
const struct trace_entry *trace_at(const struct trace *trace, size_t index);
/* Returns the line of that id, or NULL if it has gone, or for 0. */
struct trace_entry *trace_find(const struct trace *trace, uint64_t id);
/* Returns the line that a byte of a reply came with, the nearest to the wire
 * that there is; or NULL. */
const struct trace_entry *trace_bringer(const struct trace *trace,
    uint64_t message, enum timings_part part, size_t at);

/* Appends the line as text, columns separated by blanks, no newline. */
void trace_print(struct text *out, const struct trace_entry *entry);

#endif
