/* screen_sessions.c: the stored conversations as rows of a list. */
#include "screen_sessions.h"

#include <string.h>

#include "sessions.h"

enum { TITLE, ENGINE, COUNT, TIME, COLUMNS };

static const struct picker_column columns[COLUMNS] = {
	[TITLE] = { "title", 0, false, 0 },
	[ENGINE] = { "engine", 18, false, 76 },
	[COUNT] = { "messages", 8, true, 54 },
	[TIME] = { "last used", 16, false, 38 },
};

static size_t
source_count(void *data)
{
	const struct app *app = data;

	return app->sessions.count;
}

/* An address without what all of them begin with. */
static void
add_engine(struct text *out, const struct text *engine)
{
	const char *name = text_string(engine);
	const char *host = strstr(name, "://");

	text_add(out, host ? host + strlen("://") : name);
}

static void
source_cell(void *data, size_t row, int column, struct text *out)
{
	const struct app *app = data;
	const struct storelist_item *item = &app->sessions.items[row];

	switch (column) {
	case TITLE:
		sessions_print_title(out, item);
		break;
	case ENGINE:
		add_engine(out, &item->facts.engine);
		break;
	case COUNT:
		if (item->facts.count >= 0)
			text_printf(out, "%lld", (long long)item->facts.count);
		break;
	case TIME:
		sessions_print_time(out, item);
		break;
	}
}

static bool
source_choose(void *data, size_t row)
{
	struct app *app = data;

	return sessions_open(app, app->sessions.items[row].path);
}

static bool
source_remove(void *data, size_t row, struct text *error)
{
	return sessions_remove(data, row, error);
}

struct picker_source
screen_sessions(struct app *app)
{
	return (struct picker_source){ app, "conversations", columns, COLUMNS,
		source_count, source_cell, source_choose, source_remove };
}
