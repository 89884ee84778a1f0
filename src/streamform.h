/* streamform.h: the form of a reply: what all of its chunks say, and whether
 * they agree. Pure. What a chunk means is the business of engine/answer.h, here
 * it is only looked at. */
#ifndef STREAMFORM_H
#define STREAMFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/jsonread.h"
#include "text.h"

enum { STREAMFORM_CHOICES = 8 }; /* more are not looked at */

/* A member that should be the same in all chunks, as its JSON. */
struct same {
	struct text first;
	struct text other; /* the first that differs */
	size_t seen;
	size_t missing; /* also null, or an empty string */
};

/* What became of one choice. */
struct choice_form {
	size_t chunks;
	bool role;  /* its first chunk says who speaks */
	size_t finishes;       /* how many chunks have a finish_reason */
	size_t behind_finish;  /* chunks behind the first of them */
};

/* Zeros are ready. A whole reply is a stream of one chunk. */
struct streamform {
	struct json_reader *reader;
	size_t chunks; /* events but [DONE] */
	struct same id, object, created, model;
	struct choice_form choices[STREAMFORM_CHOICES];
	size_t usages;       /* chunks without choices that have usage, */
	size_t usages_early; /* of them, with chunks behind */
	size_t usages_beside; /* chunks with choices that have usage */
	bool done;
	size_t behind_done; /* events behind [DONE] */
};

void streamform_release(struct streamform *form);
/* Takes the data of an event, or the body of a whole reply. */
void streamform_add(struct streamform *form, const char *bytes, size_t len);

/* Returns the offset of the first line that is no line of a stream of the API:
 * "data: " with the blank, a comment, event, id, retry, or nothing; or len. */
size_t streamform_bad_line(const char *bytes, size_t len);

#endif
