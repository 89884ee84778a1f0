/* perfetto.c: requests of trace files in the JSON format of Chrome's traces.
 *
 * A session is a process and each of its lanes a thread, because slices of one
 * thread must not overlap unless one holds the other. A request goes to the
 * first lane that is free all the time it takes. */
#include "perfetto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "tracejson.h"
#include "xalloc.h"

/* With more sessions than this, those that come later share a process for each
 * file: a viewer shows no more of use. There may be any number of lanes, but no
 * more are looked at. */
enum { PROCESSES_MAX = 1000, LANES_SEARCHED = 4096 };

/* Threads have numbers that no process has: else a viewer takes some for the
 * main thread of a process. */
enum { FIRST_THREAD = 1000000 };

/* Known are the ends of what is in it; what lies between is not free. */
struct lane {
	int64_t thread;
	int64_t start_us, end_us;
};

struct process {
	bool is_session;
	char *name;
	size_t name_len;
	int64_t number;
	struct lane *lanes;
	size_t count, capacity;
};

struct perfetto {
	FILE *out;
	struct text event;
	const char *before; /* the next event */
	int64_t threads;
	uint64_t left_out;
	struct process *processes;
	size_t count, capacity;
};

struct perfetto *
perfetto_new(FILE *out)
{
	struct perfetto *perfetto = xcalloc(1, sizeof(*perfetto));

	perfetto->out = out;
	perfetto->before = "\n";
	perfetto->threads = FIRST_THREAD;
	fputs("{\"traceEvents\":[", out);
	return perfetto;
}

uint64_t
perfetto_finish(struct perfetto *perfetto)
{
	uint64_t left_out = perfetto->left_out;

	fputs("\n],\"displayTimeUnit\":\"ms\"}\n", perfetto->out);
	for (size_t i = 0; i < perfetto->count; i++) {
		free(perfetto->processes[i].name);
		free(perfetto->processes[i].lanes);
	}
	free(perfetto->processes);
	text_release(&perfetto->event);
	free(perfetto);
	return left_out;
}

/* ---- Events. */

static struct text *
begin(struct perfetto *perfetto, const char *phase, int64_t process,
    int64_t thread)
{
	struct text *event = &perfetto->event;

	text_clear(event);
	json_open(event, NULL, '{');
	json_text(event, "ph", phase);
	json_integer(event, "pid", process);
	json_integer(event, "tid", thread);
	return event;
}

static void
end(struct perfetto *perfetto)
{
	json_close(&perfetto->event, '}');
	fputs(perfetto->before, perfetto->out);
	fwrite(perfetto->event.bytes, 1, perfetto->event.len, perfetto->out);
	perfetto->before = ",\n";
}

static void
add_name(struct perfetto *perfetto, const char *what, int64_t process,
    int64_t thread, const struct text *name)
{
	struct text *event = begin(perfetto, "M", process, thread);

	json_text(event, "name", what);
	json_open(event, "args", '{');
	json_string(event, "name", text_string(name), name->len);
	json_close(event, '}');
	end(perfetto);
}

/* ---- Processes. */

static bool
is_process(const struct process *process, bool is_session, struct span name)
{
	return process->is_session == is_session &&
	    process->name_len == name.len &&
	    !memcmp(process->name, name.bytes, name.len);
}

static struct process *
new_process(struct perfetto *perfetto, bool is_session, struct span name)
{
	struct process *process;
	struct text shown = { 0 };

	perfetto->processes = xgrow(perfetto->processes, perfetto->count,
	    &perfetto->capacity, sizeof(*perfetto->processes));
	process = &perfetto->processes[perfetto->count++];
	*process = (struct process){ .is_session = is_session,
		.name = xmemdup(name.bytes, name.len),
		.name_len = name.len,
		.number = (int64_t)perfetto->count };
	text_add(&shown, is_session ? "session " : "");
	text_append(&shown, name.bytes, name.len);
	add_name(perfetto, "process_name", process->number, 0, &shown);
	text_release(&shown);
	return process;
}

static struct process *
find_process(struct perfetto *perfetto, bool is_session, struct span name)
{
	/* Backwards: the next request is likely of a session that is new. */
	for (size_t i = perfetto->count; i > 0; i--)
		if (is_process(&perfetto->processes[i - 1], is_session, name))
			return &perfetto->processes[i - 1];
	return NULL;
}

static struct process *
process_of(struct perfetto *perfetto, const char *file,
    const struct tracefile_record *record)
{
	struct span name = record->session_id;
	struct process *process;

	if (name.len) {
		process = find_process(perfetto, true, name);
		if (process)
			return process;
		if (perfetto->count < PROCESSES_MAX)
			return new_process(perfetto, true, name);
	}
	name = (struct span){ file, strlen(file) };
	process = find_process(perfetto, false, name);
	return process ? process : new_process(perfetto, false, name);
}

/* ---- Lanes. */

static struct lane *
new_lane(struct perfetto *perfetto, struct process *process)
{
	struct text name = { 0 };
	struct lane *lane;

	process->lanes = xgrow(process->lanes, process->count,
	    &process->capacity, sizeof(*process->lanes));
	lane = &process->lanes[process->count++];
	lane->thread = perfetto->threads++;
	text_printf(&name, "requests %zu", process->count);
	add_name(perfetto, "thread_name", process->number, lane->thread,
	    &name);
	text_release(&name);
	return lane;
}

/* Returns the thread. */
static int64_t
take_lane(struct perfetto *perfetto, struct process *process, int64_t start_us,
    int64_t end_us)
{
	struct lane *lane;

	for (size_t i = 0; i < process->count && i < LANES_SEARCHED; i++) {
		lane = &process->lanes[i];
		if (start_us >= lane->end_us) {
			lane->end_us = end_us;
			return lane->thread;
		}
		if (end_us <= lane->start_us) {
			lane->start_us = start_us;
			return lane->thread;
		}
	}
	lane = new_lane(perfetto, process);
	lane->start_us = start_us;
	lane->end_us = end_us;
	return lane->thread;
}

/* ---- Slices. */

struct slice {
	int64_t process, thread;
	int64_t start_us, length_us;
};

static struct text *
begin_slice(struct perfetto *perfetto, const struct slice *slice,
    struct span name)
{
	struct text *event =
	    begin(perfetto, "X", slice->process, slice->thread);

	json_string(event, "name", name.bytes, name.len);
	json_text(event, "cat", "request");
	json_integer(event, "ts", slice->start_us);
	json_integer(event, "dur", slice->length_us);
	return event;
}

static void
add_part(struct perfetto *perfetto, const struct slice *request,
    const char *name, int64_t from_us, int64_t to_us)
{
	struct slice part = *request;

	part.start_us += from_us;
	part.length_us = to_us - from_us;
	begin_slice(perfetto, &part, (struct span){ name, strlen(name) });
	end(perfetto);
}

static void
add_request(struct perfetto *perfetto, const struct slice *slice,
    const struct tracefile_record *record)
{
	static const struct span nameless = { "request", 7 };
	struct text *event = begin_slice(perfetto, slice,
	    record->request_id.len ? record->request_id : nameless);

	json_open(event, "args", '{');
	tracejson_members(event, record);
	json_close(event, '}');
	end(perfetto);
}

static int64_t
to_us(double ms)
{
	return llround(ms * 1000);
}

void
perfetto_add(struct perfetto *perfetto, const char *file,
    const struct tracefile_record *record)
{
	struct process *process;
	struct slice slice;
	int64_t first_us;

	if (record->received_ms < 0 || record->total_ms < 0) {
		perfetto->left_out++;
		return;
	}
	process = process_of(perfetto, file, record);
	slice.process = process->number;
	slice.start_us = record->received_ms * 1000;
	slice.length_us = to_us(record->total_ms);
	slice.thread = take_lane(perfetto, process, slice.start_us,
	    slice.start_us + slice.length_us);
	add_request(perfetto, &slice, record);
	first_us = to_us(record->ttft_ms);
	if (record->ttft_ms < 0 || first_us > slice.length_us)
		return;
	add_part(perfetto, &slice, "time to first token", 0, first_us);
	add_part(perfetto, &slice, "streaming", first_us, slice.length_us);
}
