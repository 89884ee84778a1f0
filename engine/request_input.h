/* request_input.h: the messages of a body, or its prompts. */
#ifndef REQUEST_INPUT_H
#define REQUEST_INPUT_H

#include "reading.h"

/* Puts them into the conversation; and what they are: how many prompts, the
 * trigger, multimodal, embeddings. */
bool request_input_read(struct reading *reading);

#endif
