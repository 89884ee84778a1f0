/* command_demo.c: /demo. */
#include <string.h>

#include "commands.h"
#include "demo.h"
#include "demolist.h"

static void
list_demos(struct app *app)
{
	struct demolist list = { 0 };
	struct text text = { 0 };

	demolist_read(&list);
	text_add(&text, "/demo plays the tour, /demo NAME one of these:\n");
	demolist_print(&text, &list);
	app_say(app, "%s", text_string(&text));
	text_release(&text);
	demolist_release(&list);
}

bool
run_demo(struct app *app, const char *args)
{
	struct text error = { 0 };

	if (!strcmp(args, "list")) {
		list_demos(app);
		return true;
	}
	if (app_is_busy(app))
		return false;
	if (!demo_start(app, args, &error))
		app_complain(app, "%s", text_string(&error));
	text_release(&error);
	return true;
}
