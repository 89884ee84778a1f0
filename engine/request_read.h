/* request_read.h: the body of a request, as a server gets it: the way back of
 * request_body(). Pure. Patient as servers are: of a name that stands twice the
 * last counts, null is as if it were not there, unknown fields are kept for
 * others. Exact where it matters, and whatever it refuses it names. */
#ifndef REQUEST_READ_H
#define REQUEST_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/conversation.h"
#include "../src/settings.h"
#include "request_trace.h"

/* An error as the OpenAI API has it. */
struct api_error {
	int status;       /* of HTTP */
	const char *type; /* "invalid_request_error", ... */
	const char *code; /* NULL: null */
	struct text param; /* the field; empty: null */
	struct text message; /* a sentence that names field and value */
};

void api_error_release(struct api_error *error);

/* What a body asks for. */
struct asked {
	char *model; /* "" if none is named */
	/* chat: the messages, also those of the system. completions: a message
	 * of the user for each prompt; request number i, from 0 on, has the
	 * first i + 1 of them (request.count), and asks for the last. Only what
	 * is text; token ids are code points. */
	struct conversation conversation;
	size_t prompts; /* 1 for chat */
	/* Those given, with what the body says in their place; n is 1 or more.
	 * Its request_template is what the body has besides: it goes through
	 * to another server. */
	struct settings settings;
	/* JSON of messages, or of prompt (all of them), as it came but for
	 * blanks: for request.messages, unless there are more prompts. */
	char *messages;
	bool stream;
	/* Of stream_options; the second only with the first. */
	bool include_usage, continuous_usage;
	bool echo;        /* completions: the prompt in front */
	bool logprobs;    /* are wanted */
	int64_t top_logprobs; /* at each place, 0 or more */
	/* For the trace record. */
	bool multimodal, prompt_embeddings;
	int64_t best_of; /* -1: not given */
	enum input_trigger trigger;
};

void asked_release(struct asked *asked);

/* Reads a body into a zeroed struct. settings (with endpoint) is what holds
 * where the body says nothing. False with an error, which was zeroed, and asked
 * is empty. */
bool request_read(struct asked *asked, const struct settings *settings,
    const char *body, size_t len, struct api_error *error);

#endif
