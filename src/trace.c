/* trace.c: a ring of timed lines. Who adds a line decides what it says. */
#include "trace.h"

#include <stdlib.h>

#include "xalloc.h"

enum {
	WHAT_WIDTH = 9,
	DATA_KEPT = 256, /* memory that a dropped line keeps for the next */
};

static void
free_ring(struct trace *trace)
{
	/* All of them: a line that was dropped keeps its memory. */
	for (size_t i = 0; trace->ring && i < TRACE_MAX; i++) {
		text_release(&trace->ring[i].what);
		text_release(&trace->ring[i].detail);
		text_release(&trace->ring[i].measure);
		text_release(&trace->ring[i].data);
	}
	free(trace->ring);
	trace->ring = NULL;
}

void
trace_release(struct trace *trace)
{
	free_ring(trace);
	trace_filter_release(&trace->filter);
	*trace = (struct trace){ 0 };
}

void
trace_clear(struct trace *trace)
{
	free_ring(trace);
	trace->first = 0;
	trace->count = 0;
	trace->dropped = 0;
	trace->data_size = 0;
	trace->data_dropped = 0;
	trace->revision++;
}

static struct trace_entry *
entry_at(const struct trace *trace, size_t index)
{
	return &trace->ring[(trace->first + index) % TRACE_MAX];
}

static void
drop_oldest(struct trace *trace)
{
	trace->first = (trace->first + 1) % TRACE_MAX;
	trace->count--;
	trace->dropped++;
}

static void
release_data(struct trace *trace, struct trace_entry *entry)
{
	trace->data_size -= entry->data.size;
	text_release(&entry->data);
}

/* Empties a line, but keeps the memory of its texts: a full ring costs no
 * malloc() for each line. */
static void
reset(struct trace *trace, struct trace_entry *entry)
{
	text_clear(&entry->what);
	text_clear(&entry->detail);
	text_clear(&entry->measure);
	entry->meaning = NULL;
	if (entry->data.size > DATA_KEPT)
		release_data(trace, entry);
	trace_clear_data(entry);
	entry->data_gone = false;
	entry->brought = (struct trace_brought){ 0 };
}

/* ---- Data: the oldest go first. */

static uint64_t
oldest_id(const struct trace *trace)
{
	return trace->last_id - trace->count + 1;
}

static void
drop_data(struct trace *trace, struct trace_entry *entry)
{
	if (entry->data.len) {
		entry->data_gone = true;
		trace->data_dropped++;
	}
	release_data(trace, entry);
}

static void
make_room(struct trace *trace, const struct trace_entry *but)
{
	if (trace->data_first < oldest_id(trace))
		trace->data_first = oldest_id(trace);
	while (trace->data_size > TRACE_DATA_ALL &&
	    trace->data_first < but->id)
		drop_data(trace, trace_find(trace, trace->data_first++));
}

void
trace_add_data(struct trace *trace, struct trace_entry *entry,
    const char *bytes, size_t len)
{
	size_t room = TRACE_DATA_MAX - entry->data.len;

	if (entry->data_gone)
		return;
	trace->data_size -= entry->data.size;
	text_append(&entry->data, bytes, len < room ? len : room);
	trace->data_size += entry->data.size;
	if (trace->data_size > TRACE_DATA_ALL)
		make_room(trace, entry);
}

void
trace_clear_data(struct trace_entry *entry)
{
	text_clear(&entry->data);
}

/* ---- Lines. */

struct trace_entry *
trace_add(struct trace *trace, enum trace_kind kind, unsigned turn,
    int64_t at_us, const char *what)
{
	struct trace_entry *entry;

	if (!trace->ring)
		trace->ring = xcalloc(TRACE_MAX, sizeof(*trace->ring));
	if (trace->count == TRACE_MAX)
		drop_oldest(trace);
	entry = entry_at(trace, trace->count++);
	reset(trace, entry);
	entry->id = ++trace->last_id;
	entry->kind = kind;
	entry->turn = turn;
	entry->at_us = at_us;
	text_add(&entry->what, what);
	trace_touch(trace, entry);
	return entry;
}

void
trace_touch(struct trace *trace, struct trace_entry *entry)
{
	entry->revision = ++trace->revision;
}

const struct trace_entry *
trace_at(const struct trace *trace, size_t index)
{
	return entry_at(trace, index);
}

struct trace_entry *
trace_find(const struct trace *trace, uint64_t id)
{
	/* Ids are given one after the other, and only the oldest go. */
	uint64_t oldest = oldest_id(trace);

	if (id < oldest || id > trace->last_id)
		return NULL;
	return entry_at(trace, (size_t)(id - oldest));
}

static bool
brought(const struct trace_entry *entry, uint64_t message,
    enum timings_part part, size_t at)
{
	const struct trace_brought *b = &entry->brought;

	return b->message == message && b->part == part && b->from <= at &&
	    at < b->to;
}

static int
nearness(const struct trace_entry *entry)
{
	if (entry->kind == TRACE_CHUNK)
		return 2;
	return entry->kind == TRACE_TOKEN;
}

const struct trace_entry *
trace_bringer(const struct trace *trace, uint64_t message,
    enum timings_part part, size_t at)
{
	const struct trace_entry *best = NULL;

	for (size_t i = trace->count; message && i--;) {
		const struct trace_entry *entry = trace_at(trace, i);

		if (brought(entry, message, part, at) &&
		    (!best || nearness(entry) > nearness(best)))
			best = entry;
	}
	return best;
}

static void
print_column(struct text *out, const struct text *column)
{
	if (!column->len)
		return;
	text_add(out, " ");
	text_append(out, column->bytes, column->len);
}

void
trace_print(struct text *out, const struct trace_entry *entry)
{
	int width = entry->detail.len || entry->measure.len ? WHAT_WIDTH : 0;

	text_printf(out, "%9.1f %-*s", (double)entry->at_us / 1000, width,
	    text_string(&entry->what));
	print_column(out, &entry->detail);
	print_column(out, &entry->measure);
}
