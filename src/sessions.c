/* sessions.c: stored conversations as the user meets them. */
#include "sessions.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "storefile.h"

enum { NUMBER_DIGITS = 5 };

void
sessions_read(struct app *app)
{
	storelist_release(&app->sessions);
	storelist_read(&app->sessions, store_folder(app->store));
}

/* ---- Opening. */

static void
tell_loaded(struct app *app, const char *path, const struct text *said)
{
	size_t count = app->conversation.count;
	char *name = storefile_name(path);

	app_say(app, "%s: %zu message%s", name, count, count == 1 ? "" : "s");
	if (said->len)
		app_complain(app, "%s", text_string(said));
	free(name);
}

static bool
load(struct app *app, const char *name, struct text *error)
{
	struct text path = { 0 }, said = { 0 };
	bool ok = store_load(app->store, &app->conversation, name, &path, &said,
	    error);

	if (ok) {
		turn_record_new_session(&app->turn.record);
		tell_loaded(app, text_string(&path), &said);
		store_sync(app->store);
	}
	text_release(&path);
	text_release(&said);
	return ok;
}

/* What the list says stands at that number, or the name itself. */
static const char *
name_at(const struct app *app, const char *name)
{
	size_t digits = strspn(name, "0123456789");
	unsigned long number;

	if (!digits || name[digits] || digits > NUMBER_DIGITS)
		return name;
	number = strtoul(name, NULL, 10);
	return number && number <= app->sessions.count
	    ? app->sessions.items[number - 1].path
	    : name;
}

bool
sessions_open(struct app *app, const char *name)
{
	struct text error = { 0 };

	if (app_is_busy(app))
		return false;
	if (!load(app, name_at(app, name), &error))
		app_complain(app, "%s", text_string(&error));
	text_release(&error);
	return true;
}

bool
sessions_resume(struct app *app, const char *name, struct text *error)
{
	if (*name)
		return load(app, name, error);
	sessions_read(app);
	if (app->sessions.count)
		return load(app, app->sessions.items[0].path, error);
	app_say(app, "no conversation is stored yet; this is a new one");
	return true;
}

bool
sessions_remove(struct app *app, size_t at, struct text *error)
{
	if (!storefile_remove(app->sessions.items[at].path, error))
		return false;
	storelist_drop(&app->sessions, at);
	return true;
}

/* ---- Showing. */

void
sessions_print_time(struct text *out, const struct storelist_item *item)
{
	time_t seconds = (time_t)(item->facts.wall_ms / 1000);
	char clock[32];
	struct tm tm;

	if (localtime_r(&seconds, &tm) &&
	    strftime(clock, sizeof(clock), "%Y-%m-%d %H:%M", &tm))
		text_add(out, clock);
}

void
sessions_print_title(struct text *out, const struct storelist_item *item)
{
	if (item->facts.title.len)
		text_append(out, item->facts.title.bytes,
		    item->facts.title.len);
	else
		text_printf(out, "(%s)", item->name);
}

static void
print_item(struct text *out, const struct storelist_item *item)
{
	sessions_print_time(out, item);
	if (item->facts.count >= 0)
		text_printf(out, "  %4lld", (long long)item->facts.count);
	else
		text_add(out, "     -");
	text_printf(out, "  %s  ", text_string(&item->facts.engine));
	sessions_print_title(out, item);
}

void
sessions_print(struct text *out, const struct app *app)
{
	const struct storelist *list = &app->sessions;

	for (size_t i = list->count; i > 0; i--) {
		text_printf(out, "%4zu  ", i);
		print_item(out, &list->items[i - 1]);
		text_add(out, "\n");
	}
}
