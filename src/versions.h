/* versions.h: what was asked or answered in another way before. A conversation
 * is a tree then, of which one path is shown; nobody sees the rest but who
 * looks here.
 *
 * What follows a message belongs to its version: another version of it brings
 * its own messages along. */
#ifndef VERSIONS_H
#define VERSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conversation.h"

/* A version that is put away: the message and all that came behind it. */
struct tail {
	struct message **messages;
	size_t count;
};

/* Belongs to the message that is shown. Its own tail is empty: that is the rest
 * of the conversation. */
struct versions {
	struct tail *tails;
	size_t count;
	size_t shown;
};

/* Puts the messages from this index on away, the first of which is no notice.
 * The next message that is none is another version of it, behind those there
 * are. */
void versions_branch(struct conversation *conversation, size_t at);
/* The version that was begun is to be number place (from 0) of all. */
void versions_place(struct conversation *conversation, size_t place);
/* Takes a branch back if no message came yet. */
void versions_settle(struct conversation *conversation);
/* Shows another version (from 0) of the message at this index, which has
 * some. */
void versions_show(struct conversation *conversation, size_t at,
    size_t version);
/* Appends the messages of those that are not shown to the conversation, in no
 * order, and frees the rest: all is about to go. */
void versions_dissolve(struct conversation *conversation,
    struct versions *versions);

/* ---- All messages, also those that are not shown. */

struct walk_frame;

struct walk {
	struct walk_frame *frames;
	size_t count, capacity;
};

/* A message; or, if that is NULL, what comes next is another version of the
 * message behind n messages, number place (from 0) so far. */
struct walk_step {
	struct message *message;
	int64_t n; /* messages up to it from the beginning, without notices */
	size_t place;
};

/* Notices are passed over. Versions come in their order, but for that which is
 * shown: it is the last. */
void walk_begin(struct walk *walk, const struct conversation *conversation);
/* False at the end, and then there is nothing to release. */
bool walk_next(struct walk *walk, struct walk_step *step);

#endif
