/* revise.c: asking and saying things in another way. */
#include "revise.h"

#include "versions.h"

/* ---- Finding messages. */

static const struct message *
message_at(const struct app *app, long at)
{
	return app->conversation.messages[at];
}

static bool
is_notice(const struct app *app, long at)
{
	return message_at(app, at)->role == ROLE_NOTICE;
}

long
revise_message(const struct app *app, long n)
{
	long count = (long)app->conversation.count;

	for (long at = 0; at < count; at++)
		if (!is_notice(app, at) && --n == 0)
			return at;
	return -1;
}

long
revise_last(const struct app *app)
{
	long at = (long)app->conversation.count - 1;

	while (at >= 0 && is_notice(app, at))
		at--;
	return at;
}

long
revise_question(const struct app *app, long at)
{
	while (at >= 0 && message_at(app, at)->role != ROLE_USER)
		at--;
	return at;
}

/* Once its versions are walked, a message is the one until something new is
 * asked: what lies behind another version of it may have some too. */
static long
last_with_versions(const struct app *app)
{
	size_t walked = conversation_find(&app->conversation, app->walked);
	long at = (long)app->conversation.count - 1;

	if (walked < app->conversation.count)
		return (long)walked;
	while (at >= 0 && !message_at(app, at)->versions)
		at--;
	return at;
}

/* ---- New versions. */

static void
branch(struct app *app, size_t at)
{
	store_branch(app->store, at);
	versions_branch(&app->conversation, at);
}

void
revise_answer(struct app *app, long question)
{
	long at = question + 1, count = (long)app->conversation.count;

	while (at < count && is_notice(app, at))
		at++;
	if (at < count)
		branch(app, (size_t)at);
}

bool
revise_retry(struct app *app, long at)
{
	if (app_is_busy(app))
		return false;
	at = revise_question(app, at);
	if (at < 0) {
		app_complain(app, "there is no message to ask again");
		return true;
	}
	revise_answer(app, at);
	app_ask(app);
	return true;
}

/* A slash is doubled, as it must be when it is typed. */
static void
put_into_line(struct app *app, const struct message *message, bool editor)
{
	struct text line = { 0 };

	if (message->text.len && *message->text.bytes == '/')
		text_add(&line, "/");
	text_append(&line, message->text.bytes, message->text.len);
	app->editing = message->id;
	app->front.edit(app->front.data, &line, editor);
	text_release(&line);
}

bool
revise_edit(struct app *app, long at, bool editor)
{
	if (app_is_busy(app))
		return false;
	at = revise_question(app, at);
	if (at < 0)
		app_complain(app, "there is no message to edit");
	else
		put_into_line(app, message_at(app, at), editor);
	return true;
}

void
revise_leave(struct app *app)
{
	app->editing = 0;
}

void
revise_send(struct app *app)
{
	size_t at = conversation_find(&app->conversation, app->editing);

	app->editing = 0;
	if (at < app->conversation.count)
		branch(app, at);
}

/* ---- Showing others. */

static void
tell_version(struct app *app, size_t at)
{
	const struct message *message = app->conversation.messages[at];

	if (app->front.reveal)
		app->front.reveal(app->front.data, message->id);
	else
		app_say(app, "version %zu of %zu: %s",
		    message->versions->shown + 1, message->versions->count,
		    text_string(&message->text));
}

static void
show(struct app *app, size_t at, size_t version)
{
	store_flush(app->store);
	versions_show(&app->conversation, at, version);
	app->walked = message_at(app, (long)at)->id;
	store_show(app->store, at);
	tell_version(app, at);
}

static bool
has_no_versions(struct app *app, long at)
{
	if (at < 0)
		app_tell(app, "no message has another version; /retry and "
		    "/edit make them");
	else if (!message_at(app, at)->versions)
		app_tell(app, "this message has no other version");
	else
		return false;
	return true;
}

bool
revise_step(struct app *app, long at, int step)
{
	const struct versions *versions;

	if (app_is_busy(app))
		return false;
	if (at < 0)
		at = last_with_versions(app);
	if (has_no_versions(app, at))
		return true;
	versions = message_at(app, at)->versions;
	if (step < 0 && versions->shown == 0)
		app_tell(app, "this is the first version");
	else if (step > 0 && versions->shown + 1 == versions->count)
		app_tell(app, "this is the last version");
	else
		show(app, (size_t)at, versions->shown + (size_t)step);
	return true;
}

bool
revise_show(struct app *app, long number)
{
	const struct versions *versions;
	long at;

	if (app_is_busy(app))
		return false;
	at = last_with_versions(app);
	if (has_no_versions(app, at))
		return true;
	versions = message_at(app, at)->versions;
	if (number > 0 && (size_t)number <= versions->count)
		show(app, (size_t)at, (size_t)number - 1);
	else
		app_say(app, "this is version %zu of %zu; /version N shows "
		    "another", versions->shown + 1, versions->count);
	return true;
}
