/* request_read.h: the body of a request, as a server gets it: the way back of
 * request_body(). Pure. Patient as servers are (unknown fields, null), exact
 * where it matters, and whatever it refuses it names. */
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
	/* chat: the messages. completions: a message of the user for each
	 * prompt. The echo engine's request number i has the first
	 * first + i of them (request.count). */
	struct conversation conversation;
	size_t prompts; /* 1 for chat */
	/* Those given, with what the body says laid over; n is 1 or more. Its
	 * request_template is the body: what has no setting goes through to
	 * another server. */
	struct settings settings;
	char *messages; /* JSON of messages or prompt, exactly as it came */
	bool stream;
	bool include_usage, continuous_usage; /* of stream_options */
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
 * where the body says nothing. False with an error, and asked is empty. */
bool request_read(struct asked *asked, const struct settings *settings,
    const char *body, size_t len, struct api_error *error);

#endif
