/* command_wire.c: commands on what went over the wire, and on its trace. */
#include "commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

enum { SIZE_LEAST = 5, SIZE_MOST = 95 }; /* of the trace, in % */

/* ---- What went over the wire. */

static bool
is_plain(int32_t c)
{
	return c == '\n' || c == '\t' || (c >= ' ' && c < 0x7f) || c >= 0xa0;
}

/* The bytes as they are; what is no text stands there in hex. */
static void
add_raw(struct text *out, const struct text *raw)
{
	size_t len;
	int32_t c;

	for (size_t at = 0; at < raw->len; at += len) {
		len = utf8_next(raw->bytes + at, raw->len - at, &c);
		if (is_plain(c))
			text_append(out, raw->bytes + at, len);
		else if (c == '\r')
			text_add(out, "\\r");
		else
			for (size_t i = 0; i < len; i++)
				text_printf(out, "\\x%02x",
				    (unsigned char)raw->bytes[at + i]);
	}
}

bool
run_raw(struct app *app, const char *args)
{
	struct text text = { 0 };

	(void)args;
	add_raw(&text, &app->turn.raw);
	if (text.len)
		app_show(app, "raw", &text);
	else
		app_complain(app, "no bytes came over a wire yet");
	text_release(&text);
	return true;
}

bool
run_curl(struct app *app, const char *args)
{
	const struct engine_ops *ops = app->engine->ops;
	struct text text = { 0 };

	(void)args;
	if (ops->print_curl)
		ops->print_curl(app->engine, &text);
	if (text.len)
		app_show(app, "curl", &text);
	else
		app_complain(app, "no request went to a server yet");
	text_release(&text);
	return true;
}

/* ---- The trace. */

static bool
write_trace(struct app *app, FILE *file)
{
	struct text line = { 0 };
	bool ok = true;

	for (size_t i = 0; i < app->trace.count && ok; i++) {
		text_clear(&line);
		trace_print(&line, trace_at(&app->trace, i));
		ok = fprintf(file, "%s\n", text_string(&line)) > 0;
	}
	text_release(&line);
	return ok;
}

static void
save_trace(struct app *app, const char *path)
{
	FILE *file = fopen(path, "we");
	bool ok = file && write_trace(app, file);
	int why = errno;

	if (file && fclose(file) && ok) {
		ok = false;
		why = errno;
	}
	if (ok)
		app_say(app, "%zu lines of the trace are in %s",
		    app->trace.count, path);
	else
		app_complain(app, "cannot write %s: %s", path, strerror(why));
}

static void
set_level(struct app *app, const char *value)
{
	if (strlen(value) != 1 || *value < '0' || *value >= '0' + TRACE_LEVELS) {
		app_complain(app, "the level is 0 (events), 1 (each token) or "
		    "2 (raw events)");
		return;
	}
	app->trace.level = (enum trace_level)(*value - '0');
	app_say(app, "the trace has level %s", value);
}

static void
tell_trace(struct app *app)
{
	struct text gone = { 0 };

	if (app->trace.dropped)
		text_printf(&gone, "; %" PRIu64 " older lines have gone",
		    app->trace.dropped);
	if (app->trace.data_dropped)
		text_printf(&gone, "; the details of %" PRIu64 " lines have "
		    "gone: the newest %d MB are kept", app->trace.data_dropped,
		    TRACE_DATA_ALL / 1024 / 1024);
	app_say(app, "the trace has %zu lines and level %d%s",
	    app->trace.count, (int)app->trace.level, text_string(&gone));
	text_release(&gone);
}

static void
tell_filter(struct app *app)
{
	const struct trace_filter *filter = &app->trace.filter;
	size_t shown = 0;

	for (size_t i = 0; i < app->trace.count; i++)
		shown += trace_filter_shows(filter, trace_at(&app->trace, i));
	if (trace_filter_is_on(filter))
		app_say(app, "the filter is %s: %zu of %zu lines are shown",
		    text_string(&filter->words), shown, app->trace.count);
	else
		app_say(app, "the trace is not filtered");
}

static void
filter_trace(struct app *app, const char *words)
{
	struct text error = { 0 };

	if (*words && !trace_filter_read(&app->trace.filter, words, &error))
		app_complain(app, "%s", text_string(&error));
	else
		tell_filter(app);
	text_release(&error);
}

static void
place_trace(struct app *app, const char *word)
{
	enum pane_place place;

	if (!pane_place_read(word, &place))
		app_complain(app, "use /trace off, right, bottom, size N%%, "
		    "level N, filter WORDS, clear or save FILE");
	else if (app->front.place_trace)
		app->front.place_trace(app->front.data, place);
	else
		app_complain(app, "there is no trace pane here; /trace save "
		    "FILE writes the trace");
}

static void
size_trace(struct app *app, const char *value)
{
	char *end;
	long percent = strtol(value, &end, 10);

	if (*end == '%')
		end++;
	if (end == value || *end || percent < SIZE_LEAST || percent > SIZE_MOST)
		app_complain(app, "the size is a part of the screen, from "
		    "%d%% to %d%%", SIZE_LEAST, SIZE_MOST);
	else if (app->front.size_trace)
		app->front.size_trace(app->front.data, (int)percent);
	else
		app_complain(app, "there is no trace pane here");
}

bool
run_trace(struct app *app, const char *args)
{
	char *word;

	args = command_cut_word(args, &word);
	if (!*word)
		tell_trace(app);
	else if (!strcmp(word, "clear"))
		trace_clear(&app->trace);
	else if (!strcmp(word, "level"))
		set_level(app, args);
	else if (!strcmp(word, "filter"))
		filter_trace(app, args);
	else if (!strcmp(word, "size"))
		size_trace(app, args);
	else if (!strcmp(word, "save") && *args)
		save_trace(app, args);
	else
		place_trace(app, word);
	free(word);
	return true;
}
