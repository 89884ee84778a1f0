/* reply_state.h: what a reply in the making is made of, for reply_stream.c,
 * which makes it, and reply_fault.c, which spoils it. */
#ifndef REPLY_STATE_H
#define REPLY_STATE_H

#include "frame.h"

enum { REPLY_CHOICES_MAX = 128 }; /* as many as can be asked for */

struct reply_choice {
	bool begun;
	uint64_t characters; /* of its text so far, a prompt in front too */
	struct usage usage;  /* of the engine that answers as this choice */
	/* A chunk with empty text. A chunk with text is it, with the text in
	 * place of the quotes at gap. */
	struct text sample;
	size_t gap;
};

/* How far a fault with a place of its own is. */
enum fault_phase { FAULT_WAITS, FAULT_IS_NOW, FAULT_WAS_LAST, FAULT_IS_PAST };

struct faulting {
	enum fault_phase phases[FAULTS_MOST];
	struct text frame, last; /* as they were before faults */
	struct text now, next;   /* as faults make it, for a moment only */
};

struct reply_stream {
	struct reply_form form;
	struct reply_choice *choices;
	size_t count;
	size_t engines_over;
	int64_t tokens; /* in events so far */
	enum reply_then then;
	bool collecting;
	/* A message for each choice, if they are collected or a fault needs
	 * them. */
	bool keeps;
	struct conversation kept;
	struct faulting *faulting; /* NULL: no fault is asked for */
};

/* Appends the frame as it is in a sound reply. */
void reply_write_frame(const struct reply_stream *stream,
    const struct frame *frame, struct text *out);
/* What is known of the whole reply. */
struct usage reply_usage(const struct reply_stream *stream);

/* Appends the frame as faults make it, and sets `then`. */
void reply_fault_frame(struct reply_stream *stream, const struct frame *frame,
    struct text *out);
/* Changes a whole reply as faults say. */
void reply_fault_whole(const struct reply_stream *stream, struct text *whole);

#endif
