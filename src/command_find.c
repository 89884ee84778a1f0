/* command_find.c: finding a text in the conversation. Where there is a screen
 * it does that; else the messages that have it are printed, with their numbers. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "search.h"

static const char *
author(const struct message *message)
{
	return message->role == ROLE_USER ? "you" : message->engine;
}

/* Appends the line of the text that has the match. */
static void
print_line(struct text *out, const struct text *text,
    const struct search_match *match)
{
	size_t start = match->start, end = match->end;

	while (start && text->bytes[start - 1] != '\n')
		start--;
	while (end < text->len && text->bytes[end] != '\n')
		end++;
	text_append(out, text->bytes + start, end - start);
}

/* Adds a line, or none; returns how many matches there are. */
static size_t
print_matches(struct text *out, const struct search *search, size_t number,
    const struct message *message, const struct text *text)
{
	size_t count = search_count(search, text->bytes, text->len, text->len);
	struct search_match match;

	if (!search_next(search, text->bytes, text->len, 0, &match))
		return 0;
	text_printf(out, "%s%4zu  %s%s: ", out->len ? "\n" : "", number,
	    author(message),
	    text == &message->reasoning ? ", reasoning" : "");
	print_line(out, text, &match);
	if (count > 1)
		text_printf(out, "  (%zu matches)", count);
	return count;
}

static void
print_all(struct app *app, const struct search *search)
{
	const struct conversation *conversation = &app->conversation;
	struct text list = { 0 };
	size_t number = 0, count = 0;

	for (size_t i = 0; i < conversation->count; i++) {
		const struct message *message = conversation->messages[i];

		if (message->role == ROLE_NOTICE)
			continue;
		number++;
		count += print_matches(&list, search, number, message,
		    &message->reasoning);
		count += print_matches(&list, search, number, message,
		    &message->text);
	}
	if (count)
		app_say(app, "%s\n%zu match%s", text_string(&list), count,
		    count == 1 ? "" : "es");
	else
		app_say(app, "no match");
	text_release(&list);
}

bool
run_find(struct app *app, const char *args)
{
	struct search search = { 0 };
	char *text = command_unquoted(args);

	if (app->front.find)
		app->front.find(app->front.data, text);
	else if (!*text)
		app_complain(app, "/find needs a text");
	else {
		search_set(&search, text, strlen(text));
		print_all(app, &search);
		search_release(&search);
	}
	free(text);
	return true;
}
