/* probe.h: one exchange of in=check with a server, kept whole: what was sent,
 * what came and when, and what our reader makes of it.
 *
 * It reads as the engine of out=URL does, but to the end: also behind [DONE] and
 * behind a stop string that leaked. */
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/answer.h"
#include "../engine/http.h"
#include "../engine/secret.h"
#include "conversation.h"
#include "streamform.h"

enum { PROBE_STOPS = 2 };

struct probe;

/* What all probes of a run have in common. The owner fills in the first part
 * and zeros. */
struct prober {
	struct loop *loop;
	struct http *http;
	const struct settings *settings; /* how a server is reached */
	const char *base; /* http://host:8000/v1 */
	const char *model;
	const char *check; /* the name of the one that asks now */

	struct secret secret;
	struct probe *running;
	bool stopped;      /* nothing is asked any more */
	bool reached;      /* somebody has answered something */
	struct text log;   /* for people: a line for each exchange that ended */
	size_t replies;    /* to chats and completions */
	struct anomalies anomalies; /* of them */
	/* Of each anomaly, where it was met first: the check, and the bytes. */
	struct {
		const char *check;
		struct text bytes;
	} met[ANOMALIES];
};

/* Strings are the caller's until probe_start() returns. */
struct ask {
	const char *prompt;
	const char *messages; /* JSON that is sent instead; NULL: none */
	const char *fields; /* more members of the body, as JSON; NULL: none */
	bool stream;        /* with usage */
	bool completions;
	int64_t max_tokens; /* 0: not given; the next two, too */
	int64_t min_tokens;
	int64_t n;
	const struct text *stop[PROBE_STOPS]; /* NULL: none */
	int64_t stop_token_id; /* -1: none */
	bool ignore_eos, include_stop;
	bool token_ids; /* ask for those of the reply */
	bool warm;  /* with a temperature: n is refused without by some */
	size_t leave_at; /* hang up when text came so often; 0: never */
	bool keep;  /* the connection */
	bool trying; /* whether there is an answer at all */
};

struct probe {
	struct prober *prober; /* NULL: it was never started */
	struct probe *next;
	struct http_transfer *transfer;
	struct answer *answer;
	struct timer linger; /* behind [DONE] */
	bool over;
	bool stream, trying;
	size_t leave_at;
	bool judged; /* what is wrong with it is the server's fault */

	/* What was sent. */
	const char *method;
	struct text url, sent;
	struct settings settings;
	struct conversation conversation;

	/* What came. */
	struct message *reply; /* of the conversation */
	int status; /* 0: no head */
	struct text type; /* the content type */
	bool reused;      /* the connection */
	struct text body;
	enum http_end end;
	struct text problem; /* of the transport, a sentence */
	bool late;           /* it was still open a while behind [DONE] */
	struct streamform form;
	struct ids token_ids;
	size_t texts;    /* events with text */
	struct ids cuts; /* where in the text they began, the first few */
	size_t pieces; /* of the body, as they were read */
	size_t tiny_pieces;   /* of them, of a few bytes, */
	size_t broken_pieces; /* and that end within a character */
	int64_t sent_at, text_at, last_text_at, end_at; /* text_at: 0 none */
};

/* Zeroed probes are started; they run while the loop runs. */
void probe_start(struct probe *probe, struct prober *prober,
    const struct ask *ask);
/* Asks something else: a whole URL, and a body, which makes it a POST, or
 * NULL. */
void probe_send(struct probe *probe, struct prober *prober, const char *url,
    const char *body);
/* Runs the loop until all that was started is over. */
void prober_wait(struct prober *prober);
/* Ends all that goes on, as if the user had. */
void prober_stop(struct prober *prober);
void prober_release(struct prober *prober);
/* Leaves zeros. It must be over. */
void probe_release(struct probe *probe);

/* Whether it is a reply with a finish_reason that came to its end. */
bool probe_is_whole(const struct probe *probe);
bool probe_has(const struct probe *probe, enum anomaly anomaly);
/* Returns the finish_reason, "" if there is none. */
const char *probe_reason(const struct probe *probe);
/* Appends what became of it, for people: a few words. */
void probe_tell(const struct probe *probe, struct text *out);

#endif
