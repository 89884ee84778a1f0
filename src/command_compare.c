/* command_compare.c: /compare. */
#include "commands.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "comparing.h"
#include "xalloc.h"

#define TAKE "take"

/* Returns what stands behind " -- ", or NULL. */
static const char *
text_behind(const char *args)
{
	const char *sign = !strncmp(args, "-- ", 3) ? args
	    : strstr(args, " -- ");

	return sign ? sign + strcspn(sign, "-") + 3 : NULL;
}

/* Number N of "take N", or 0. */
static size_t
number_taken(const char *args)
{
	char *end;
	unsigned long number;

	if (strncmp(args, TAKE " ", strlen(TAKE " ")) ||
	    !isdigit((unsigned char)args[strlen(TAKE " ")]))
		return 0;
	number = strtoul(args + strlen(TAKE " "), &end, 10);
	return *end ? 0 : (size_t)number;
}

static void
compare_text(struct app *app, const char *args, const char *text)
{
	size_t len = strlen(args) - strlen(text) - strlen("-- ");
	char *words = xmemdup(args, len);

	app_add(app, text, strlen(text));
	comparing_start(app, words);
	free(words);
}

bool
run_compare(struct app *app, const char *args)
{
	const char *text = text_behind(args);

	if (app_is_busy(app))
		return false;
	if (number_taken(args))
		comparing_take(app, number_taken(args) - 1);
	else if (text)
		compare_text(app, args, text);
	else
		comparing_start(app, args);
	return true;
}
