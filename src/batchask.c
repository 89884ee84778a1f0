/* batchask.c: a line of in=batch as a request. */
#include "batchask.h"

#include <stdlib.h>

#include "json.h"

/* {"text": ...}: it is the only message. */
static void
take_text(struct asked *asked, const struct text *text,
    const struct options *options)
{
	settings_copy(&asked->settings, &options->settings);
	conversation_add(&asked->conversation, ROLE_USER, 0, text_string(text),
	    text->len);
}

/* {"messages": ...}: what it says holds for this line, and it is for chat
 * whatever the command line says. */
static bool
take_body(struct asked *asked, const struct text *body,
    const struct options *options, struct text *why)
{
	struct settings settings = { 0 };
	struct api_error error = { 0 };
	bool ok;

	settings_copy(&settings, &options->settings);
	settings.endpoint = ENDPOINT_CHAT;
	ok = request_read(asked, &settings, body->bytes, body->len, &error);
	text_append(why, error.message.bytes, error.message.len);
	api_error_release(&error);
	settings_release(&settings);
	return ok;
}

static bool
has_system(const struct conversation *conversation)
{
	for (size_t i = 0; i < conversation->count; i++)
		if (conversation->messages[i]->role == ROLE_SYSTEM)
			return true;
	return false;
}

/* The same in the JSON that is sent instead of the conversation. */
static void
add_system(struct asked *asked, const struct text *system)
{
	struct text messages = { 0 };

	json_open(&messages, NULL, '[');
	json_open(&messages, NULL, '{');
	json_text(&messages, "role", "system");
	json_string(&messages, "content", system->bytes, system->len);
	json_close(&messages, '}');
	text_add(&messages, ",");
	text_add(&messages, asked->messages + 1);
	free(asked->messages);
	asked->messages = text_take(&messages);
}

static void
take_system(struct asked *asked, const struct text *system)
{
	if (!system->len || has_system(&asked->conversation))
		return;
	text_append(&asked->conversation.system, system->bytes, system->len);
	if (asked->messages)
		add_system(asked, system);
}

bool
batch_ask(struct asked *asked, const struct batch_line *line,
    const struct options *options, struct text *why)
{
	if (line->form == BATCH_TEXT)
		take_text(asked, &line->content, options);
	else if (!take_body(asked, &line->content, options, why))
		return false;
	take_system(asked, &options->system);
	return true;
}
