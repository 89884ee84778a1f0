/* command_timing.c: when the tokens of the last replies came: shown, written. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "timing_svg.h"
#include "timing_text.h"

static bool
ends_in(const char *path, const char *end)
{
	size_t len = strlen(path), end_len = strlen(end);

	return len > end_len && !strcmp(path + len - end_len, end);
}

/* Makes what the end of the name asks for. False: it asks for nothing. */
static bool
print(struct app *app, const char *path, struct text *out)
{
	if (ends_in(path, ".svg"))
		timing_svg(out, &app->timings);
	else if (ends_in(path, ".csv"))
		timing_csv(out, &app->timings, &app->conversation);
	else
		return false;
	return true;
}

static void
save(struct app *app, const char *given)
{
	char *path = command_unquoted(given);
	struct text text = { 0 }, error = { 0 };

	if (!print(app, path, &text))
		app_complain(app, "the name must end in .svg or .csv");
	else if (!file_replace(path, &text, &error))
		app_complain(app, "%s", text_string(&error));
	else
		app_say(app, "the times of %zu repl%s are in %s",
		    app->timings.count, app->timings.count == 1 ? "y" : "ies",
		    path);
	text_release(&text);
	text_release(&error);
	free(path);
}

static void
show(struct app *app)
{
	struct text text = { 0 };

	if (app->front.show_timing) {
		app->front.show_timing(app->front.data);
		return;
	}
	timing_print(&text, &app->timings);
	app_show(app, "timing", &text);
	text_release(&text);
}

bool
run_timing(struct app *app, const char *args)
{
	char *word;

	args = command_cut_word(args, &word);
	if (*word && (strcmp(word, "save") || !*args))
		app_complain(app, "use /timing, or /timing save FILE.svg or "
		    "FILE.csv");
	else if (!app->timings.count)
		app_complain(app, "no reply has come yet");
	else if (*word)
		save(app, args);
	else
		show(app);
	free(word);
	return true;
}
