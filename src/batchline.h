/* batchline.h: the lines of in=batch: what a line of the input asks, and the
 * line of the output that answers it. Does no I/O. */
#ifndef BATCHLINE_H
#define BATCHLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "../engine/jsonread.h"
#include "../engine/span.h"
#include "text.h"
#include "turn.h"

enum batch_form {
	BATCH_TEXT, /* {"text": ...} */
	BATCH_BODY, /* the body of a chat request: {"messages": ...} */
	BATCH_BAD,
};

/* A line of the input. Zeros are ready. */
struct batch_line {
	enum batch_form form;
	/* BATCH_TEXT: the text; BATCH_BODY: the body; BATCH_BAD: why. */
	struct text content;
	/* How its line of the output begins, up to the value of the first field
	 * that is ours: it depends on the line and its number only. */
	struct text head;
};

void batch_line_release(struct batch_line *batch);

/* Reads a line, which is without its newline, into what an earlier one may have
 * left. Fields that the output adds are not part of what it asks. */
void batch_line_read(struct batch_line *batch, struct json_reader *reader,
    struct span line, uint64_t number);
/* The same for a line that cannot be read at all. */
void batch_line_refuse(struct batch_line *batch, uint64_t number,
    const char *why);

/* Append to a head what came, and the newline. */
void batch_answer(struct text *line, const struct turn *turn);
void batch_failure(struct text *line, const char *sentence);

/* What a line of the output says. Numbers are -1 while unknown. */
struct batch_result {
	bool failed;     /* no reply, or an error in it */
	bool unfinished; /* cut off: nothing said that it was the end */
	struct span word; /* why it ended: a finish_reason, or in our words */
	struct span error; /* a sentence; no bytes: none */
	int64_t tokens_in, tokens_out;
	double elapsed_ms, ttft_ms;
};

/* Reads a line of the output. Valid until the next json_read(). */
void batch_result_read(struct batch_result *result, struct json_reader *reader,
    struct span line);

#endif
