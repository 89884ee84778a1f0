/* storefile.h: the files of stored conversations: where they are, whose they
 * are, what is in them. Names sort by the time when they began; one program at
 * a time holds a file, by a lock on it. */
#ifndef STOREFILE_H
#define STOREFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conversation.h"
#include "text.h"

/* Appends the folder of all that is kept: $XDG_STATE_HOME/echochat, or below
 * ~/.local/state. Nothing if the environment names neither. */
void storefile_state(struct text *out);
/* Appends the folder: $XDG_STATE_HOME/echochat/conversations, or below
 * ~/.local/state. Nothing if the environment names neither. */
void storefile_folder(struct text *out);
/* Appends a path in the folder for a conversation that begins now. */
void storefile_path(struct text *out, const char *folder, int64_t wall_ms,
    const char *uuid);
/* Whether a name in the folder is that of a conversation. */
bool storefile_is_name(const char *name);
/* Returns the name within a path: without folders and ending. The caller frees
 * it. */
char *storefile_name(const char *path);

/* Finds the conversation of that name, or of the one name that begins so; else
 * the file of that path. Appends its path. False with a sentence in error. */
bool storefile_find(struct text *path, const char *folder, const char *name,
    struct text *error);

/* Makes the file and the folders it is in, for the user alone, and holds it.
 * Returns a descriptor to append to, or -1 with errno. */
int storefile_create(const char *path);

enum storefile_hold {
	STOREFILE_HELD,   /* nobody else writes it until it is closed */
	STOREFILE_TAKEN,  /* another program has it: to be read only */
	STOREFILE_LOCKED, /* the user may not write it: to be read only */
};

/* Opens a file that is there. Returns a descriptor, or -1 with errno. */
int storefile_open(const char *path, enum storefile_hold *hold);
/* Removes a file that nobody holds. False with a sentence in error. */
bool storefile_remove(const char *path, struct text *error);

/* What was read besides the conversation. */
struct storefile_content {
	bool half;  /* the last line has no end */
	bool waiting; /* what would be added were another version */
	bool empty; /* not even the first line is whole: nothing can be added */
	char *said; /* a sentence on what is broken, or NULL; the caller frees
	             * it */
};

/* Reads all of a file into an empty conversation. False with a sentence in
 * error if it cannot be read or is no conversation. */
bool storefile_read(int fd, const char *path, struct conversation *conversation,
    struct storefile_content *content, struct text *error);

#endif
