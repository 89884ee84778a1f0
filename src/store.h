/* store.h: the conversation on disk, as it happens: what is new in it is
 * written to a file of its own, a line at a time. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>

#include "conversation.h"
#include "loop.h"
#include "settings.h"
#include "text.h"

struct store;

/* Writes files in the folder ("": none is there) while settings->store says so.
 * warn gets a sentence, once, when it does not work; the chat goes on. All but
 * the folder, which is copied, must stay. Messages get their number in the
 * file. */
struct store *store_new(struct loop *loop,
    struct conversation *conversation, const struct settings *settings,
    const char *folder, void (*warn)(void *data, const char *sentence),
    void *data);
/* Writes what is left. */
void store_free(struct store *store);

/* Something in the conversation may have changed: messages are written at once,
 * a reply that grows within half a second. */
void store_sync(struct store *store);
/* The same, all of it at once: the reply is over. */
void store_flush(struct store *store);
/* The messages from this index on are about to become a version that is not
 * shown. */
void store_branch(struct store *store, size_t at);
/* Another version of the message at this index is shown now. All was written
 * before. */
void store_show(struct store *store, size_t at);
/* What comes now is another conversation, in a file of its own. Before the
 * messages are dropped. */
void store_leave(struct store *store);

/* Reads the conversation of that name or path in place of the one that is
 * there, and goes on in its file if that is possible, else in a copy. Puts the
 * path that was found into path, and what there is to say about it into said.
 * False with a sentence in error if it cannot be read; then nothing has
 * changed. */
bool store_load(struct store *store, struct conversation *conversation,
    const char *name, struct text *path, struct text *said,
    struct text *error);

/* The file of the conversation, or NULL while it has none. */
const char *store_path(const struct store *store);
const char *store_folder(const struct store *store);

#endif
