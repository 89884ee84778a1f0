/* request.h: one request: who asks what of which model, under which
 * conditions. Its JSON is that of the OpenAI API. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/conversation.h"
#include "../src/settings.h"

struct request {
	char id[40]; /* unique: "chatcmpl-…" or "cmpl-…" */
	/* The first count messages of the conversation; notices are passed over. */
	const struct conversation *conversation;
	size_t count;
	struct settings settings; /* as they were when it was made */
	/* JSON on one line that is sent as messages or prompt, instead of those
	 * of the conversation. The owner keeps it; NULL: none. */
	const char *messages;
	size_t prompts; /* in them, with settings.n choices each; 0 is 1 */
	bool token_ids; /* ask a server for those of the prompt */
};

/* Fills a zeroed request with copies of the settings and an id. The
 * conversation must stay until request_release(). */
void request_init(struct request *request,
    const struct conversation *conversation, const struct settings *settings,
    const char *model);
void request_release(struct request *request);

/* Reads a template: sets what it names in settings where they are unset (stop,
 * max_tokens, ...); keeps the whole object for the body. False with a sentence
 * if it is no JSON object or a known name has a value of the wrong form. */
bool request_template_read(struct settings *settings, const char *json,
    const char *name, struct text *error);

/* What the settings leave open. */
struct request_form {
	const char *model; /* NULL or "": left out */
	size_t last;       /* at most that many messages, the last; 0: all */
	bool usage;        /* ask for the usage at the end of the stream */
	bool token_ids;    /* ask for the ids of the tokens, as vLLM has it */
	bool whole;        /* ask for one whole reply, not for a stream */
};

/* Appends the body that a server gets, as JSON on one line. Parameters that are
 * unset are left out. */
void request_body(struct text *out, const struct request *request,
    const struct request_form *form);

/* Calls fn for each text that is sent: of the messages in their order, or of
 * the prompt. */
void request_texts(const struct request *request,
    void (*fn)(void *data, const struct text *text), void *data);
/* What the template has as best_of; -1 if nothing. */
int64_t request_best_of(const struct request *request);

/* Returns the last message that an engine sees, or NULL. */
const struct message *request_last(const struct request *request);

#endif
