/* storeline.h: a stored conversation, line by line, as text. Pure. What reads
 * them is storeread.c.
 *
 *	{"echochat":"conversation","version":1,"id":"...","created_ms":...,
 *	 "title":"..."}
 *	{"kind":"system","n":0,"wall_ms":...,"text":"..."}
 *	{"kind":"message","n":1,"wall_ms":...,"role":"user","text":"..."}
 *	{"kind":"message","n":2,"wall_ms":...,"role":"assistant","engine":"...",
 *	 "model":"...","remote":true,"settings":{...}}
 *	{"kind":"part","n":2,"wall_ms":...,"text":"...","reasoning":"..."}
 *	{"kind":"end","n":2,"wall_ms":...,"engine":"...","state":"finished",...}
 *	{"kind":"truncate","n":0,"wall_ms":...}
 *	{"kind":"truncate","n":1,"wall_ms":...,"keep":true,"version":2}
 *	{"kind":"show","n":2,"wall_ms":...,"at":2,"version":1}
 *
 * n is the number of messages from there on; a part is what came since the last
 * one; of several ends of a message the last holds. What is kept when it is cut
 * off is a version of the message that comes next, whose own place among them
 * stands there; of message number `at` another version is shown, and with it
 * all that came behind that. */
#ifndef STORELINE_H
#define STORELINE_H

#include <stddef.h>
#include <stdint.h>

#include "conversation.h"
#include "text.h"

/* Names of enum message_state in files. */
extern const char *const storeline_states[];

/* Each appends one line with its end. */

void storeline_head(struct text *out, const char *id, int64_t created_ms,
    const struct message *first);
void storeline_system(struct text *out, int64_t n, int64_t wall_ms,
    const struct text *system);
/* Of a reply only what is known when it begins. */
void storeline_message(struct text *out, int64_t n,
    const struct message *message);
/* What of the text and the reasoning stands behind these places. */
void storeline_part(struct text *out, int64_t n, int64_t wall_ms,
    const struct message *message, size_t text_at, size_t reasoning_at);
void storeline_end(struct text *out, int64_t n, int64_t wall_ms,
    const struct message *message);
void storeline_truncate(struct text *out, int64_t n, int64_t wall_ms);
/* Versions count from 0 here, from 1 in the line. */
void storeline_branch(struct text *out, int64_t n, int64_t wall_ms,
    size_t version);
void storeline_show(struct text *out, int64_t n, int64_t wall_ms, int64_t at,
    size_t version);

/* All of a conversation with all versions, a line after the other; nothing if
 * it has no message. */
void storeline_conversation(struct text *out, const char *id,
    int64_t created_ms, const struct conversation *conversation);

/* Puts the first words of a message into an empty text, on one line. */
void storeline_title(struct text *out, const struct message *message);

#endif
