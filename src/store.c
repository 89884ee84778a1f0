/* store.c: the conversation on disk, as it happens.
 *
 * It compares the conversation with what it has written; there is nothing to
 * forget to tell it, but that a version is put away or shown. Ids of messages
 * ascend, so that takes a look at the end only. Each line is one write(2) to a
 * file that is only appended to: a program that dies at any moment leaves whole
 * lines, or at worst half of one. What a full disk does not take waits in
 * memory, and is tried again with what comes next. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "storefile.h"
#include "storeline.h"
#include "uuid.h"
#include "versions.h"
#include "xalloc.h"

/* Not a second: a timer may be late, and no more than one may be lost. */
enum { PERIOD_MS = 500 };

struct store {
	struct loop *loop;
	struct conversation *conversation;
	const struct settings *settings;
	char *folder;
	void (*warn)(void *data, const char *sentence);
	void *warn_data;
	bool warned;

	char *path; /* NULL: nothing of the conversation was stored yet */
	int fd;     /* -1: not open, or it could not be made */
	struct text pending; /* lines that are not in the file yet */

	uint64_t seen; /* id of the last message that was looked at */
	uint64_t cuts; /* of the conversation, likewise */
	struct text system;

	/* Of what is shown and in the file. */
	uint64_t last; /* id of the last message; 0: none */
	int64_t n;     /* its number */

	/* Of that one, which may still change. */
	bool open;
	size_t text_at, reasoning_at; /* so much of it is written */
	uint64_t revision;
	int64_t written_at;
	struct timer timer;
};

/* ---- The file. */

static void
complain(struct store *store)
{
	struct text sentence = { 0 };

	if (store->warned)
		return;
	store->warned = true;
	text_printf(&sentence, "cannot store the conversation in %s: %s; the "
	    "chat goes on without, see /set store", store->path,
	    strerror(errno));
	store->warn(store->warn_data, text_string(&sentence));
	text_release(&sentence);
}

/* Whether new messages are to be stored. */
static bool
is_wanted(struct store *store)
{
	if (!store->settings->store)
		return false;
	if (!*store->folder && !store->warned) {
		store->warned = true;
		store->warn(store->warn_data, "the conversation is not stored: "
		    "neither XDG_STATE_HOME nor HOME says where");
	}
	return *store->folder;
}

static void
push(struct store *store)
{
	struct text *pending = &store->pending;

	if (!pending->len)
		return;
	if (store->fd < 0)
		store->fd = storefile_create(store->path);
	while (store->fd >= 0 && pending->len) {
		ssize_t n = write(store->fd, pending->bytes, pending->len);

		if (n >= 0)
			text_drop(pending, (size_t)n);
		else if (errno != EINTR)
			break;
	}
	if (pending->len)
		complain(store);
	else
		store->warned = false;
}

/* ---- Lines. */

static int64_t
wall_ms(const struct store *store)
{
	return loop_wall_ms(store->loop);
}

static void
write_system(struct store *store)
{
	const struct text *system = &store->conversation->system;

	text_clear(&store->system);
	text_append(&store->system, system->bytes, system->len);
	storeline_system(&store->pending, store->n,
	    wall_ms(store), system);
	push(store);
}

static bool
system_changed(const struct store *store)
{
	const struct text *system = &store->conversation->system;

	return system->len != store->system.len ||
	    (system->len &&
		memcmp(system->bytes, store->system.bytes, system->len) != 0);
}

static void
name_file(struct store *store, char *uuid)
{
	struct text path = { 0 };

	uuid_make(uuid);
	storefile_path(&path, store->folder, wall_ms(store), uuid);
	store->path = text_take(&path);
}

/* The file is made with the first message, not before. */
static void
begin(struct store *store, const struct message *first)
{
	char uuid[UUID_SIZE];

	name_file(store, uuid);
	storeline_head(&store->pending, uuid, wall_ms(store), first);
	push(store);
}

/* Returns the last message that is no notice, or NULL. */
static const struct message *
last_message(const struct store *store)
{
	size_t at = store->conversation->count;

	while (at) {
		const struct message *message =
		    store->conversation->messages[--at];

		if (message->role != ROLE_NOTICE)
			return message;
	}
	return NULL;
}

static void
write_part(struct store *store, const struct message *reply)
{
	if (reply->text.len == store->text_at &&
	    reply->reasoning.len == store->reasoning_at)
		return;
	storeline_part(&store->pending, store->n, wall_ms(store),
	    reply, store->text_at, store->reasoning_at);
	push(store);
	store->text_at = reply->text.len;
	store->reasoning_at = reply->reasoning.len;
}

/* What is new of a reply. */
static void
write_reply(struct store *store, const struct message *reply)
{
	if (!store->open || reply->revision == store->revision)
		return;
	write_part(store, reply);
	if (reply->end.state != MESSAGE_STREAMING) {
		storeline_end(&store->pending, store->n,
		    wall_ms(store), reply);
		push(store);
	}
	store->revision = reply->revision;
	store->written_at = loop_now(store->loop);
}

static void
write_message(struct store *store, struct message *message)
{
	if (!store->path)
		begin(store, message);
	if (system_changed(store))
		write_system(store);
	message->stored = ++store->n;
	store->last = message->id;
	storeline_message(&store->pending, store->n, message);
	push(store);
	store->open = message->role == ROLE_ASSISTANT;
	store->text_at = store->reasoning_at = 0;
	store->revision = 0;
	store->written_at = loop_now(store->loop);
}

/* ---- What has changed. */

/* The messages from there on are new; some of them may be notices. */
static size_t
first_unseen(const struct store *store)
{
	size_t at = store->conversation->count;

	while (at && store->conversation->messages[at - 1]->id > store->seen)
		at--;
	return at;
}

/* Goes to the last of so many messages that is in the file. False if it was
 * that before. */
static bool
go_to_last(struct store *store, size_t count)
{
	struct message **messages = store->conversation->messages;
	const struct message *last;
	uint64_t before = store->last;

	while (count && !messages[count - 1]->stored)
		count--;
	last = count ? messages[count - 1] : NULL;
	store->last = last ? last->id : 0;
	store->n = last ? last->stored : 0;
	store->cuts = store->conversation->cuts;
	if (store->last == before)
		return false;
	store->open = false;
	return true;
}

/* Messages that were written and are no longer there: they were the last. */
static void
write_truncate(struct store *store)
{
	if (store->cuts == store->conversation->cuts ||
	    !go_to_last(store, store->conversation->count))
		return;
	storeline_truncate(&store->pending, store->n, wall_ms(store));
	push(store);
}

/* While nothing is to be stored they are passed over, for ever. */
static void
write_new(struct store *store, size_t unseen)
{
	const struct conversation *conversation = store->conversation;

	for (; unseen < conversation->count; unseen++) {
		struct message *message = conversation->messages[unseen];

		store->seen = message->id;
		if (message->role == ROLE_NOTICE)
			continue;
		store->open = false;
		if (!is_wanted(store))
			continue;
		write_message(store, message);
		write_reply(store, message);
	}
}

/* A reply that was passed over when storing was off is not the one that is
 * open. */
static const struct message *
open_reply(const struct store *store)
{
	const struct message *message = last_message(store);

	return store->open && store->settings->store && message &&
		message->id == store->last
	    ? message
	    : NULL;
}

static void
write_changes(struct store *store)
{
	write_truncate(store);
	write_new(store, first_unseen(store));
	if (store->path && store->settings->store && system_changed(store))
		write_system(store);
}

void
store_sync(struct store *store)
{
	const struct message *reply;

	write_changes(store);
	reply = open_reply(store);
	if (reply && reply->revision != store->revision && !store->timer.slot)
		loop_timer_set(store->loop, &store->timer,
		    store->written_at + LOOP_MS(PERIOD_MS));
}

void
store_flush(struct store *store)
{
	const struct message *reply;

	loop_timer_stop(store->loop, &store->timer);
	write_changes(store);
	reply = open_reply(store);
	if (reply)
		write_reply(store, reply);
}

static void
on_timer(void *data)
{
	store_flush(data);
}

/* ---- Versions. Those that nothing is stored of are not in the file. */

static bool
is_stored(struct message *const *messages, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (messages[i]->stored)
			return true;
	return false;
}

/* Returns how many versions in the file come before this one. */
static size_t
place_in_file(const struct versions *versions, size_t version)
{
	size_t place = 0;

	for (size_t i = 0; i < version; i++)
		place += is_stored(versions->tails[i].messages,
		    versions->tails[i].count);
	return place;
}

void
store_branch(struct store *store, size_t at)
{
	const struct conversation *conversation = store->conversation;
	const struct versions *versions = conversation->messages[at]->versions;
	size_t place = 1;

	store_flush(store);
	if (versions)
		place += place_in_file(versions, versions->count);
	if (!go_to_last(store, at))
		return;
	storeline_branch(&store->pending, store->n, wall_ms(store), place);
	push(store);
}

void
store_show(struct store *store, size_t at)
{
	const struct conversation *conversation = store->conversation;
	const struct versions *versions = conversation->messages[at]->versions;
	size_t place = place_in_file(versions, versions->shown);
	int64_t before;

	/* Also what lay in a version that was not shown when it was loaded. */
	if (conversation->messages[conversation->count - 1]->id > store->seen)
		store->seen =
		    conversation->messages[conversation->count - 1]->id;
	store->open = false;
	go_to_last(store, at);
	before = store->n;
	if (!store->path)
		return;
	if (go_to_last(store, conversation->count))
		storeline_show(&store->pending, store->n, wall_ms(store),
		    before + 1, place);
	else
		storeline_branch(&store->pending, before, wall_ms(store),
		    place);
	push(store);
}

/* ---- From one file to another. */

static void
forget_file(struct store *store)
{
	loop_timer_stop(store->loop, &store->timer);
	if (store->fd >= 0)
		close(store->fd);
	store->fd = -1;
	free(store->path);
	store->path = NULL;
	store->last = 0;
	store->n = 0;
	store->open = false;
	text_clear(&store->pending);
	text_clear(&store->system);
}

void
store_leave(struct store *store)
{
	store_flush(store);
	forget_file(store);
}

/* Whether the path is that of a file directly in our folder. */
static bool
is_ours(const struct store *store, const char *path)
{
	size_t len = strlen(store->folder);

	return len && !strncmp(path, store->folder, len) && path[len] == '/' &&
	    !strchr(path + len + 1, '/');
}

/* Files elsewhere are the user's: they are read and not written. */
static int
open_any(const struct store *store, const char *path, enum storefile_hold *hold)
{
	if (is_ours(store, path))
		return storefile_open(path, hold);
	*hold = STOREFILE_LOCKED;
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static void
go_to_end(struct store *store)
{
	const struct conversation *conversation = store->conversation;
	size_t count = conversation->count;

	store->seen = count ? conversation->messages[count - 1]->id : 0;
	go_to_last(store, count);
}

/* Goes on in the file, whose messages are those of the conversation. */
static void
adopt(struct store *store, int fd, const char *path,
    const struct storefile_content *content)
{
	const struct text *system = &store->conversation->system;

	store->fd = fd;
	store->path = xstrdup(path);
	go_to_end(store);
	text_append(&store->system, system->bytes, system->len);
	/* Half a line is to stay alone, and a branch without a message too. */
	if (content->half)
		text_add(&store->pending, "\n");
	if (content->waiting)
		storeline_truncate(&store->pending, store->n, wall_ms(store));
}

/* Numbers all messages as storeline_conversation() does, or takes their numbers
 * away. */
static void
number_all(struct store *store, bool stored)
{
	struct walk_step step;
	struct walk walk;

	walk_begin(&walk, store->conversation);
	while (walk_next(&walk, &step))
		if (step.message)
			step.message->stored = stored ? step.n : 0;
	go_to_end(store);
}

/* All of it goes to a new file. */
static void
write_copy(struct store *store)
{
	const struct conversation *conversation = store->conversation;
	bool stored = conversation->count && is_wanted(store);
	char uuid[UUID_SIZE];

	number_all(store, stored);
	if (!stored)
		return;
	name_file(store, uuid);
	storeline_conversation(&store->pending, uuid, wall_ms(store),
	    conversation);
	text_append(&store->system, conversation->system.bytes,
	    conversation->system.len);
	push(store);
}

static void
copy(struct store *store, int fd, enum storefile_hold hold, struct text *said)
{
	close(fd);
	write_copy(store);
	if (hold == STOREFILE_TAKEN)
		text_printf(said, "%sanother program has it open, so this is a "
		    "copy in a file of its own", said->len ? "; " : "");
}

static void
replace(struct store *store, struct conversation *conversation,
    struct conversation *loaded, struct text *said,
    const struct storefile_content *content)
{
	store_leave(store);
	conversation_take(conversation, loaded);
	if (content->said)
		text_add(said, content->said);
}

static bool
load_path(struct store *store, struct conversation *conversation,
    const char *path, struct text *said, struct text *error)
{
	struct storefile_content content;
	struct conversation loaded = { 0 };
	enum storefile_hold hold;
	int fd = open_any(store, path, &hold);

	if (fd < 0) {
		text_printf(error, "cannot open %s: %s", path, strerror(errno));
		return false;
	}
	if (!storefile_read(fd, path, &loaded, &content, error)) {
		close(fd);
		return false;
	}
	replace(store, conversation, &loaded, said, &content);
	if (hold == STOREFILE_HELD && !content.empty)
		adopt(store, fd, path, &content);
	else
		copy(store, fd, hold, said);
	free(content.said);
	return true;
}

bool
store_load(struct store *store, struct conversation *conversation,
    const char *name, struct text *path, struct text *said, struct text *error)
{
	if (!storefile_find(path, store->folder, name, error))
		return false;
	if (store->path && !strcmp(text_string(path), store->path)) {
		text_add(error, "that is the conversation that is open");
		return false;
	}
	return load_path(store, conversation, text_string(path), said, error);
}

/* ---- The rest. */

const char *
store_path(const struct store *store)
{
	return store->path;
}

const char *
store_folder(const struct store *store)
{
	return store->folder;
}

struct store *
store_new(struct loop *loop, struct conversation *conversation,
    const struct settings *settings, const char *folder,
    void (*warn)(void *data, const char *sentence), void *data)
{
	struct store *store = xcalloc(1, sizeof(*store));

	store->loop = loop;
	store->conversation = conversation;
	store->settings = settings;
	store->folder = xstrdup(folder);
	store->warn = warn;
	store->warn_data = data;
	store->fd = -1;
	store->timer = (struct timer){ .fn = on_timer, .data = store };
	return store;
}

void
store_free(struct store *store)
{
	if (!store)
		return;
	store_leave(store);
	text_release(&store->pending);
	text_release(&store->system);
	free(store->folder);
	free(store);
}
