/* fault.h: what a server can be told to do wrong: one name for each anomaly
 * that a server can commit, and some more; and where in the reply. Pure.
 *
 * A fault is a line of a table. It changes the head of the reply, or the bytes
 * of its frames (a frame is what is written at once: a chunk, or [DONE]) by
 * templates, or what becomes of the connection. Nothing is random. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/anomaly.h"
#include "conversation.h"
#include "text.h"

enum { FAULTS_MOST = 8 }; /* in one reply */

/* The head of a reply, and what is done with the body. */
struct reply_head {
	int status;
	const char *content_type;
	const char *content_encoding; /* NULL: none */
	const char *retry_after;      /* NULL: none */
	/* Of a body that is sent at once: how many bytes the Content-Length is
	 * too large. */
	size_t lie;
	/* Instead of the reply: this whole body. NULL: the reply. */
	const char *instead;
};

/* What is to be done after what was written. From REPLY_END on, nothing more
 * comes. */
enum reply_then {
	REPLY_GO_ON,
	REPLY_TRICKLE, /* from here on byte by byte */
	REPLY_END,     /* the body ends here as its framing says */
	REPLY_STALL,   /* nothing more is sent, the connection stays */
	REPLY_CLOSE,   /* closed without the end of its framing */
	REPLY_RESET,
};

/* Which frames are changed. The first choice only, but for FAULT_TEXTS. */
enum fault_place {
	FAULT_NOWHERE,
	FAULT_AT,     /* that with character N, or the finish_reason if the text
	               * ends before */
	FAULT_NEXT,   /* that behind the one of FAULT_AT */
	FAULT_ROLE,   /* the first of a chat */
	FAULT_TEXTS,  /* all with text */
	FAULT_FINISH, /* that with the finish_reason */
	FAULT_USAGE,  /* that with nothing but usage */
	FAULT_DONE,
	FAULT_ALL,
};

/* Both are templates, see fault_expand(). The first `from` in the frame becomes
 * `to`; NULL stands for the whole frame. */
struct fault_change {
	enum fault_place place;
	const char *from, *to;
};

enum { FAULT_CHANGES = 2, FAULT_ALSO = 3 };

/* N of a fault whose own place is the end of the text. */
#define FAULT_LAST INT64_MAX

struct fault {
	const char *name;
	const char *help; /* one line, without a full stop */
	/* What a client should say of it, if the reply is a stream: this
	 * (ANOMALIES: nothing), those that go with it (PREMATURE_CLOSE, which
	 * goes with none, ends them), and how the answer ended. */
	enum anomaly anomaly;
	enum message_state outcome;
	enum anomaly also[FAULT_ALSO];

	int64_t at;             /* FAULT_AT: N, if none is given */
	struct reply_head head; /* zeros change nothing */
	struct fault_change changes[FAULT_CHANGES];
	enum reply_then then; /* behind the frame of the first change */
	bool keeps;           /* the templates need all of the text */
};

/* The table; ends with a name of NULL. */
extern const struct fault fault_table[];

/* Whether an N can be given. */
bool fault_has_place(const struct fault *fault);
/* Appends what a template stands for: itself, but word() appends what is meant
 * by % and a character. */
void fault_expand(const char *template,
    void (*word)(void *data, char name, struct text *out), void *data,
    struct text *out);

/* What goes wrong in one reply. Zeros: nothing. */
struct faults {
	struct {
		const struct fault *fault;
		int64_t at; /* character of the reply, from 1 on; 0: its own
		             * place */
	} items[FAULTS_MOST];
	size_t count;
};

/* Adds faults of the form NAME[@N][,NAME[@N]...]. False with a sentence in
 * error that names the nearest; faults are as they were then. */
bool faults_read(struct faults *faults, const char *spec, struct text *error);
/* Appends them in the same form; nothing if there are none. */
void faults_show(const struct faults *faults, struct text *out);
/* Splits MODEL+NAME[@N][+NAME...]: the model without them stays in model.
 * Leaves a name alone that has no fault behind its last +. */
bool faults_of_model(struct faults *faults, struct text *model,
    struct text *error);

#endif
