/* hold.c: a held reply as the user meets it. */
#include "hold.h"

#include "ending.h"
#include "escape.h"

enum { SHOWN_MAX = 20, STOPS_SHOWN = 8, KB_FROM = 10240 };

/* ---- What comes next. */

static void
add_quoted(struct text *out, const char *what, const struct engine_event *event)
{
	text_printf(out, "%s ", what);
	escape_quote_short(out, event->bytes, event->len, SHOWN_MAX);
}

static const char *const event_names[] = {
	[ENGINE_REQUEST] = "the request", [ENGINE_HEAD] = "the head",
	[ENGINE_TEXT] = "text", [ENGINE_REASONING] = "reasoning",
	[ENGINE_REFUSAL] = "refusal", [ENGINE_TOOL_CALL] = "a tool call",
	[ENGINE_CHOICE] = "another choice",
	[ENGINE_MATCHED] = "the match", [ENGINE_USAGE] = "the usage",
	[ENGINE_TOKEN_IDS] = "token ids", [ENGINE_NOTE] = "a note",
};

/* Of text that is held back, what it was not before. */
static void
print_held(struct text *out, const struct gate *gate,
    const struct engine_event *event)
{
	struct engine_event news = *event;
	size_t known = gate->held_back.len;

	if (known < event->len) {
		news.bytes += known;
		news.len -= known;
	}
	add_quoted(out, "text", &news);
}

static void
print_event(struct text *out, const struct gate *gate,
    const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_ANOMALY:
		text_printf(out, "anomaly %s", event->string);
		break;
	case ENGINE_TEXT:
	case ENGINE_REASONING:
	case ENGINE_REFUSAL:
	case ENGINE_MATCHED:
		add_quoted(out, event_names[event->kind], event);
		break;
	case ENGINE_HELD:
		print_held(out, gate, event);
		break;
	case ENGINE_ANSWERED:
	case ENGINE_FINISHED:
	case ENGINE_FAILED:
		text_printf(out, "the end: %s", ending_word(event->end));
		break;
	default:
		text_add(out, event_names[event->kind]);
	}
}

static void
print_next(struct text *out, const struct gate *gate)
{
	const struct engine_event *event = gate_next(gate);
	size_t len = out->len;

	text_add(out, "next ");
	if (event)
		print_event(out, gate, event);
	else
		engine_print_next(gate->engine, out);
	if (out->len == len + 5)
		text_add(out, "not known");
}

/* ---- The state. */

static void
print_held_back(struct text *out, const struct gate *gate)
{
	if (!gate->held_back.len)
		return;
	text_add(out, "   held back ");
	escape_quote_short(out, gate->held_back.bytes, gate->held_back.len,
	    SHOWN_MAX);
	text_add(out, ", may become ");
	escape_quote_short(out, gate->may_become.bytes, gate->may_become.len,
	    SHOWN_MAX);
}

/* A string that is complete has begun anew in there. */
static size_t
reached(const struct inspect *inspect, const struct inspect_string *string)
{
	bool complete = string->complete &&
	    string->complete_at + string->characters ==
		inspect->seen_characters + 1;

	return complete ? string->characters : string->reached;
}

static void
print_stops(struct text *out, const struct inspect *inspect)
{
	size_t count = inspect->string_count;

	for (size_t i = 0; i < count && i < STOPS_SHOWN; i++) {
		const struct inspect_string *string = &inspect->strings[i];

		text_add(out, i ? ", " : "   stop ");
		escape_quote_short(out, string->string->bytes,
		    string->string->len, SHOWN_MAX);
		text_printf(out, " %zu/%zu", reached(inspect, string),
		    string->characters);
	}
	if (count > STOPS_SHOWN)
		text_printf(out, " and %zu more", count - STOPS_SHOWN);
}

static void
print_left(struct text *out, const struct gate *gate)
{
	int64_t most = gate->settings->max_tokens;
	int64_t left = most - gate->tokens;

	if (most < 0)
		text_add(out, "   no limit");
	else
		text_printf(out, "   %lld token%s left",
		    (long long)(left > 0 ? left : 0), left == 1 ? "" : "s");
}

void
hold_print_state(struct app *app, struct text *out)
{
	const struct gate *gate = &app->turn.gate;

	if (!gate_is_held(gate))
		return;
	print_next(out, gate);
	print_held_back(out, gate);
	print_stops(out, app_inspect(app));
	print_left(out, gate);
}

static void
print_place(struct text *out, const struct gate *gate)
{
	const struct engine_event *next = gate_next_place(gate);

	if (next && next->kind == ENGINE_ANOMALY)
		text_add(out, "before an anomaly");
	else if (next && next->end)
		text_add(out, "before the end");
	else
		text_printf(out, "before token %lld",
		    (long long)gate->tokens + 1);
}

bool
hold_print_place(const struct app *app, struct text *out)
{
	const struct gate *gate = &app->turn.gate;

	if (gate_is_held(gate))
		print_place(out, gate);
	return gate_is_held(gate);
}

/* ---- The trace, and who else wants to know. */

/* What the breakpoint says is enough where it says what comes. */
static void
print_why(struct text *out, const struct gate *gate,
    const struct breakpoint *breakpoint)
{
	if (breakpoint && breakpoint->kind == BREAK_ON_FINISH) {
		text_add(out, "before the end");
	} else if (breakpoint && breakpoint->kind == BREAK_ON_ANOMALY) {
		text_add(out, "before an anomaly");
	} else {
		text_printf(out, "before token %lld",
		    (long long)gate->tokens + 1);
		if (breakpoint && breakpoint->kind == BREAK_ON_TEXT) {
			text_add(out, ": ");
			breakpoint_print(out, breakpoint);
		}
	}
}

static void
on_held(void *data, enum gate_why why, const struct breakpoint *breakpoint)
{
	struct app *app = data;
	struct text line = { 0 };

	print_why(&line, &app->turn.gate, breakpoint);
	if (why != GATE_STEPPED)
		tracer_note(&app->turn.tracer, "paused",
		    text_string(&line), "");
	text_release(&line);
	if (app->front.held)
		app->front.held(app->front.data);
}

/* What the server had done meanwhile. */
static void
print_waited(struct text *out, const struct gate_pause *pause)
{
	if (pause->broken)
		text_add(out, "server gave up");
	else if (pause->bytes >= KB_FROM)
		text_printf(out, "%llu KB waited",
		    (unsigned long long)pause->bytes / 1024);
	else if (pause->bytes)
		text_printf(out, "%llu B waited",
		    (unsigned long long)pause->bytes);
	else
		text_add(out, "nothing waited");
}

static void
on_resumed(void *data, const struct gate_pause *pause)
{
	struct app *app = data;
	struct text line = { 0 }, waited = { 0 };

	text_printf(&line, "after %.1f s", (double)pause->us / 1e6);
	if (pause->reading)
		print_waited(&waited, pause);
	tracer_note(&app->turn.tracer, "resumed", text_string(&line),
	    text_string(&waited));
	text_release(&line);
	text_release(&waited);
}

bool
hold_init(struct app *app, struct text *error)
{
	const struct strings *specs = &app->options->breaks;
	struct gate *gate = &app->turn.gate;

	gate->handlers = (struct gate_handlers){ app, on_held, on_resumed };
	gate->breaks = &app->breaks;
	for (size_t i = 0; i < specs->count; i++)
		if (!breaks_add(&app->breaks, text_string(&specs->items[i]),
		    error))
			return false;
	return true;
}

void
hold_release(struct app *app)
{
	breaks_release(&app->breaks);
}
