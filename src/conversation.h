/* conversation.h: the messages of a chat, as the screen shows them and as
 * engines get them. Knows neither. */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lists.h"
#include "text.h"

enum role {
	ROLE_USER,
	ROLE_ASSISTANT,
	ROLE_SYSTEM, /* only in requests that a server gets, as the next */
	ROLE_TOOL,
	ROLE_NOTICE, /* what the program says to the user; no engine sees it */
};

/* How far an assistant's message is. All others are MESSAGE_FINISHED. */
enum message_state {
	MESSAGE_STREAMING,
	MESSAGE_FINISHED,  /* a finish_reason came, whichever */
	MESSAGE_TRUNCATED, /* the stream ended without one */
	MESSAGE_CANCELLED, /* the user stopped it */
	MESSAGE_FAILED,
};

enum stop_reason_kind { STOP_REASON_NONE, STOP_REASON_STRING, STOP_REASON_ID };

/* Why an engine stopped: the stop string or token id that matched. */
struct stop_reason {
	enum stop_reason_kind kind;
	struct text string;
	int64_t id;
};

/* How a reply ended. Text is owned; NULL is unknown or none. */
struct ending {
	enum message_state state;
	char *finish_reason; /* the engine's word */
	struct stop_reason stop_reason;
	char *why;   /* for people: what matched, which limit */
	char *error; /* a sentence, when it failed or was cut off */
	int status;  /* of HTTP, when it is an error; 0 none */
	int64_t retry_after_s; /* how long the server asks to wait; 0 unknown */
};

/* A call of a tool that the model asks for. */
struct tool_call {
	struct text id, name, arguments;
};

/* Another answer to the same request (n > 1). */
struct choice {
	int64_t index;
	struct text text;
	char *finish_reason;
};

/* Counts are -1 and times (microseconds) are -1 while unknown. */
struct usage {
	int64_t prompt_tokens;
	int64_t completion_tokens;
	int64_t total_tokens;
	int64_t cached_tokens; /* of those of the prompt */
};

struct timing {
	int64_t ttft_us;
	int64_t tokens;
	double tokens_per_s; /* over the stream, from its first token on; 0 unknown */
};

struct message {
	uint64_t id; /* unique in the process; never 0 */
	enum role role;
	int64_t wall_ms;
	struct text text; /* UTF-8, true characters */
	struct text reasoning; /* apart from the answer, never sent back */
	struct text refusal;
	struct tool_call *tool_calls;
	size_t tool_call_count;
	struct choice *others; /* choices but the first */
	size_t other_count;
	struct strings anomalies; /* codes of what the server got wrong */
	bool error;   /* a notice that says what went wrong */
	char *engine; /* of an assistant's message: who answered */
	char *model;
	char *settings; /* that differed from the defaults: a JSON object, or
	                 * NULL if none did */
	bool remote;   /* tokens were counted here, unless usage knows */
	unsigned turn; /* number of the request, 0 if none */
	struct ending end;
	struct usage usage;
	struct timing timing;
	uint64_t revision; /* changes with each change of the message */
	/* Of a message that is shown: its other versions, or NULL. */
	struct versions *versions;
	int64_t stored; /* its number in the file of the store; 0: not there */
};

/* What is shown and sent: one path of the tree that versions.h knows. Ids
 * ascend along it. */
struct conversation {
	struct message **messages;
	size_t count;
	size_t capacity;
	struct text system; /* sent first when not empty */
	uint64_t revision;  /* changes with each change of anything */
	uint64_t cuts;      /* changes when messages go from the end */
	struct versions *branch; /* that the next message belongs to, or NULL */
};

void conversation_release(struct conversation *conversation);

/* Adds a message with the text, which must be UTF-8. Returns it; it stays
 * where it is until it is dropped. An assistant's message starts streaming. */
struct message *conversation_add(struct conversation *conversation,
    enum role role, int64_t wall_ms, const char *bytes, size_t len);
/* Moves the last message of another conversation, which has no versions, to the
 * end. It gets a new id. */
struct message *conversation_adopt(struct conversation *conversation,
    struct conversation *from);
/* Appends to the text of a message. */
void conversation_append(struct conversation *conversation,
    struct message *message, const char *bytes, size_t len);
/* Returns the tool call of that number, new ones before it if need be. */
struct tool_call *message_tool_call(struct message *message, size_t number);
/* Appends the call as people read it: name(arguments). */
void tool_call_print(struct text *out, const struct tool_call *call);
/* Returns the other choice of that index, a new one if it is not there. */
struct choice *message_choice(struct message *message, int64_t index);
/* Ends a streaming message, or says more of how it ended; copies what end
 * points to. */
void conversation_finish(struct conversation *conversation,
    struct message *message, const struct ending *end);

/* Returns the index of the message of that id, or count if it is not shown. */
size_t conversation_find(const struct conversation *conversation, uint64_t id);

/* Drops the messages from this index on, in all their versions; the system
 * message stays. */
void conversation_truncate(struct conversation *conversation, size_t count);
/* Takes all messages and the system message of another, which is empty then.
 * They keep their ids. */
void conversation_take(struct conversation *conversation,
    struct conversation *from);
/* Says that a message was changed from outside. */
void conversation_touch(struct conversation *conversation,
    struct message *message);

/* Copies into a zeroed ending; the caller releases it. */
void ending_copy(struct ending *to, const struct ending *from);
void ending_release(struct ending *end);

#endif
