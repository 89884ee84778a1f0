/* versions.c: what was asked or answered in another way before.
 *
 * Nothing here calls itself: whoever makes a file can nest versions as deep as
 * they like. */
#include "versions.h"

#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

/* ---- Tails. */

static struct tail
take_tail(struct conversation *conversation, size_t at)
{
	struct tail tail = { .count = conversation->count - at };

	tail.messages =
	    xreallocarray(NULL, tail.count, sizeof(*tail.messages));
	memcpy(tail.messages, conversation->messages + at,
	    tail.count * sizeof(*tail.messages));
	conversation->count = at;
	return tail;
}

static void
put_tail(struct conversation *conversation, struct tail *tail)
{
	for (size_t i = 0; i < tail->count; i++) {
		conversation->messages = xgrow(conversation->messages,
		    conversation->count, &conversation->capacity,
		    sizeof(*conversation->messages));
		conversation->messages[conversation->count++] =
		    tail->messages[i];
	}
	free(tail->messages);
	*tail = (struct tail){ 0 };
}

/* ---- Versions. */

static void
say_cut(struct conversation *conversation)
{
	conversation->cuts++;
	conversation->revision++;
}

/* Adds one that is empty, and is the one that is shown. */
static void
add_version(struct versions *versions)
{
	versions->tails = xreallocarray(versions->tails, versions->count + 1,
	    sizeof(*versions->tails));
	versions->tails[versions->count] = (struct tail){ 0 };
	versions->shown = versions->count++;
}

/* Takes them off the message, which is put away. */
static struct versions *
take_versions(struct message *message)
{
	struct versions *versions = message->versions;

	message->versions = NULL;
	if (versions)
		return versions;
	versions = xcalloc(1, sizeof(*versions));
	add_version(versions);
	return versions;
}

void
versions_branch(struct conversation *conversation, size_t at)
{
	struct versions *versions;

	versions_settle(conversation);
	if (at >= conversation->count)
		return;
	versions = take_versions(conversation->messages[at]);
	versions->tails[versions->shown] = take_tail(conversation, at);
	add_version(versions);
	conversation->branch = versions;
	say_cut(conversation);
}

void
versions_place(struct conversation *conversation, size_t place)
{
	struct versions *versions = conversation->branch;

	if (!versions || place >= versions->shown)
		return;
	memmove(versions->tails + place + 1, versions->tails + place,
	    (versions->shown - place) * sizeof(*versions->tails));
	versions->tails[place] = (struct tail){ 0 };
	versions->shown = place;
}

static void
free_versions(struct versions *versions)
{
	free(versions->tails);
	free(versions);
}

void
versions_settle(struct conversation *conversation)
{
	struct versions *versions = conversation->branch;
	struct message *first;

	if (!versions)
		return;
	conversation->branch = NULL;
	versions->count--;
	memmove(versions->tails + versions->shown,
	    versions->tails + versions->shown + 1,
	    (versions->count - versions->shown) * sizeof(*versions->tails));
	versions->shown = versions->count - 1;
	first = versions->tails[versions->shown].messages[0];
	put_tail(conversation, &versions->tails[versions->shown]);
	if (versions->count > 1)
		first->versions = versions;
	else
		free_versions(versions);
	say_cut(conversation);
}

void
versions_show(struct conversation *conversation, size_t at, size_t version)
{
	struct versions *versions;

	versions_settle(conversation);
	versions = take_versions(conversation->messages[at]);
	versions->tails[versions->shown] = take_tail(conversation, at);
	put_tail(conversation, &versions->tails[version]);
	versions->shown = version;
	conversation->messages[at]->versions = versions;
	conversation_touch(conversation, conversation->messages[at]);
	say_cut(conversation);
}

void
versions_dissolve(struct conversation *conversation, struct versions *versions)
{
	for (size_t i = 0; i < versions->count; i++)
		put_tail(conversation, &versions->tails[i]);
	free_versions(versions);
}

/* ---- All messages. */

/* Where the walk is in a tail, or in what is shown. */
struct walk_frame {
	struct message *const *messages;
	size_t count, at;
	int64_t n;      /* messages before that one */
	size_t version; /* of it, that is walked next */
	size_t walked;  /* versions that were */
};

static void
push(struct walk *walk, struct message *const *messages, size_t count,
    int64_t n)
{
	walk->frames = xgrow(walk->frames, walk->count, &walk->capacity,
	    sizeof(*walk->frames));
	walk->frames[walk->count++] = (struct walk_frame){ .messages = messages,
		.count = count, .n = n };
}

void
walk_begin(struct walk *walk, const struct conversation *conversation)
{
	*walk = (struct walk){ 0 };
	push(walk, conversation->messages, conversation->count, 0);
}

/* Goes into the next version that is not shown. False if there is none left. */
static bool
walk_into(struct walk *walk, const struct message *message)
{
	struct walk_frame *frame = &walk->frames[walk->count - 1];
	const struct versions *versions = message->versions;
	const struct tail *tail;

	if (versions && frame->version == versions->shown)
		frame->version++;
	if (!versions || frame->version >= versions->count)
		return false;
	tail = &versions->tails[frame->version++];
	frame->walked++;
	push(walk, tail->messages, tail->count, frame->n);
	return true;
}

/* Back from a version; says that the next one begins. */
static void
walk_out(struct walk *walk, struct walk_step *step)
{
	const struct walk_frame *frame = &walk->frames[walk->count - 1];
	const struct versions *versions =
	    frame->messages[frame->at]->versions;
	bool last = frame->walked + 1 == versions->count;

	*step = (struct walk_step){ .n = frame->n,
		.place = last ? versions->shown : frame->walked };
}

static void
walk_over(struct walk_frame *frame, struct walk_step *step)
{
	frame->n++;
	*step = (struct walk_step){ frame->messages[frame->at], frame->n, 0 };
	frame->at++;
	frame->version = frame->walked = 0;
}

bool
walk_next(struct walk *walk, struct walk_step *step)
{
	for (;;) {
		struct walk_frame *frame = &walk->frames[walk->count - 1];
		struct message *message;

		if (frame->at == frame->count) {
			if (!--walk->count)
				break;
			walk_out(walk, step);
			return true;
		}
		message = frame->messages[frame->at];
		if (message->role == ROLE_NOTICE) {
			frame->at++;
		} else if (!walk_into(walk, message)) {
			walk_over(frame, step);
			return true;
		}
	}
	free(walk->frames);
	return false;
}
