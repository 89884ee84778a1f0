/* frame.h: the parts of a reply as JSON, each as the OpenAI API has it: a chunk
 * of a stream with its framing, and what a chunk and a whole reply share. Pure;
 * knows nothing of what came before. */
#ifndef FRAME_H
#define FRAME_H

#include "reply_stream.h"

enum frame_kind {
	FRAME_ROLE,
	FRAME_TEXT,
	FRAME_REASONING,
	FRAME_REFUSAL,
	FRAME_TOOL_CALL,
	FRAME_FINISH,
	FRAME_USAGE, /* of no choice */
	FRAME_DONE,
};

/* What is written at once. */
struct frame {
	enum frame_kind kind;
	size_t index; /* of the choice */
	/* Words, or the finish_reason (NULL: null). */
	const char *bytes;
	size_t len;
	uint64_t offset; /* FRAME_TEXT: characters of the choice before it */
	const struct stop_reason *stop_reason; /* FRAME_FINISH */
	const struct tool_call *call; /* FRAME_TOOL_CALL: the news of the */
	int64_t number;               /* call of this number */
	struct usage usage; /* FRAME_USAGE, or with continuous_usage all */
};

/* Appends an event of a stream. */
void frame_write(struct text *out, const struct reply_form *form,
    const struct frame *frame);

/* The name of the words of a FRAME_TEXT. */
const char *frame_text_name(const struct reply_form *form);

/* Appends {"id":...,"model":... : the beginning of each chunk, or of the whole
 * reply. */
void frame_head(struct text *out, const struct reply_form *form, bool whole);
/* Appends a call; number is -1 in a whole reply, where calls have none. */
void frame_tool_call(struct text *out, const struct tool_call *call,
    int64_t number);
/* Each appends a member of an object that is open. */
void frame_logprobs(struct text *out, const struct reply_form *form,
    const char *bytes, size_t len, uint64_t offset);
void frame_stop_reason(struct text *out, const struct stop_reason *reason);
void frame_usage(struct text *out, const struct usage *usage);

#endif
