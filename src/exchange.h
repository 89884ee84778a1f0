/* exchange.h: one request that is being served, from its body to its record: the
 * engines that answer it, the reply that is written, and what is kept of it. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "../engine/request_read.h"
#include "../engine/tracker.h"
#include "journal.h"
#include "reply_stream.h"
#include "serve_record.h"
#include "server.h"

/* An engine that answers; its number is that of its choice. */
struct answering {
	struct exchange *exchange;
	size_t number;
	struct engine *engine; /* NULL when it is over */
	struct request request;
	int64_t last_at; /* when its last token came; 0 none */
};

enum exchange_phase {
	EXCHANGE_WAITING,  /* nothing of the reply is out */
	EXCHANGE_STREAMING,
	EXCHANGE_WRITTEN, /* all of it is, for httpd to send */
	EXCHANGE_SILENT,  /* a fault: nothing more is written */
};

struct exchange {
	struct client client;
	struct server *server;
	struct httpd_call *call;
	struct exchange *previous, *next;
	enum exchange_phase phase;
	struct asked asked;
	struct faults faults;
	struct reply_form form;
	struct reply_head head;
	struct reply_stream *stream;
	struct answering *answers;
	size_t count, left; /* of them: all, and those that still answer */
	bool begun;         /* the stream has */
	bool paused;        /* the client does not keep up */
	bool left_early;    /* the client did */
	uint64_t written;   /* bytes of the stream */
	struct message *reply; /* the first choice, without its text */
	struct tracker tracker;
	int64_t oldest_due; /* of the tokens that are not written; 0 none */
	struct text trickle; /* bytes that go out one by one, from */
	size_t trickled;     /* here on */
	struct timer trickle_timer;
	struct serve_record *record; /* NULL: none is wanted */
	struct journal journal;
	struct shown *shown; /* show.c's */
};

/* Answers the request of the call, or refuses it. */
void exchange_begin(struct server *server, struct httpd_call *call,
    enum endpoint endpoint);

/* For exchange_begin.c, which fills it. */

void exchange_init(struct exchange *exchange, struct server *server,
    struct httpd_call *call);
/* There is a reply, no refusal: counts the request, adds the headers. */
void exchange_settle_head(struct exchange *exchange);
/* The head of a stream goes out, if it has not yet. */
void exchange_send_head(struct exchange *exchange);
engine_event_fn exchange_event; /* data: the answering */
/* Counts and records it; nothing of it comes any more. */
void exchange_end_reply(struct exchange *exchange);
void exchange_free(struct exchange *exchange);

#endif
