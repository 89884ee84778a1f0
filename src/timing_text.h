/* timing_text.h: when the tokens of the last replies came, as text: for people,
 * and as a table for programs. */
#ifndef TIMING_TEXT_H
#define TIMING_TEXT_H

#include "conversation.h"
#include "timings.h"

/* Appends a line for each reply, and how often each time came in the last. */
void timing_print(struct text *out, const struct timings *timings);

/* Appends CSV, a line for each arrival: turn, engine, model, number, t_ms, gap_ms,
 * tokens, arrivals, part, text. Where a line stands for several arrivals,
 * t_ms is that of the last and gap_ms the longest of theirs. The text is in
 * quotes of escape.h, and empty if its reply is not in the conversation. */
void timing_csv(struct text *out, const struct timings *timings,
    const struct conversation *conversation);

#endif
