/* serving.h: what a server is doing, for people: the requests that go on, the
 * last of those that are over, and tokens a second over the last minute.
 *
 * It belongs to one thread, takes the same time however much there is, and
 * keeps no more than its bounds. What came from clients may hold anything. */
#ifndef SERVING_H
#define SERVING_H

#include <stdbool.h>
#include <stdint.h>

#include "ending.h"
#include "metrics.h"

enum {
	SERVING_KEPT = 1000,     /* requests that are over */
	SERVING_TEXT_MOST = 256, /* bytes of a text; longer ones are cut */
	SERVING_SECONDS = 60,
};

enum serving_state {
	SERVING_WAITING,   /* nothing of the reply is there */
	SERVING_STREAMING, /* tokens come */
	SERVING_OVER,
};

struct serving_request {
	struct serving_request *newer, *older; /* of its list, or NULL */
	uint64_t id;     /* from 1 on, in the order of beginning */
	uint64_t serial; /* from 1 on, in the order of ending */
	enum serving_state state;
	enum metrics_route route;
	struct text peer;
	struct text model; /* empty: none was asked for */
	int64_t wall_ms;   /* when it came, since 1970 */
	int64_t began_us, over_us;
	int64_t tokens;  /* of the reply so far; -1: it has none */
	int64_t ttft_us; /* -1 unknown */

	/* When it is over. */
	int status;       /* of HTTP; 0: none was sent */
	bool is_reply;    /* an engine answered: kind and word are of its end */
	bool client_left; /* before the reply was over */
	enum ending_kind kind;
	bool has_reason; /* word is a finish_reason, else our own */
	struct text word;
	struct text why;   /* what ended it, or what went wrong; may be empty */
	struct text fault; /* names; empty: none */
};

struct serving;

struct serving *serving_new(void);
void serving_free(struct serving *serving);

/* A request came. Returns it; it is valid until it is over, and then while it
 * is in the list. Strings are copied. */
struct serving_request *serving_begin(struct serving *serving,
    enum metrics_route route, const char *peer, const char *model,
    int64_t now_us, int64_t wall_ms);
/* The reply has so many tokens now. */
void serving_progress(struct serving *serving, struct serving_request *request,
    int64_t tokens, int64_t ttft_us);

struct serving_end {
	int64_t now_us;
	int status;
	const struct ending *ending; /* NULL: no engine answered */
	const char *error; /* a sentence if it was refused; may be NULL */
	const char *fault; /* may be NULL */
	bool client_left;
};
void serving_end(struct serving *serving, struct serving_request *request,
    const struct serving_end *end);

/* The newest of those that go on, of those that are over; NULL if there are
 * none. Others follow by ->older. */
const struct serving_request *serving_running(const struct serving *serving);
const struct serving_request *serving_over(const struct serving *serving);
size_t serving_running_count(const struct serving *serving);
size_t serving_over_count(const struct serving *serving);

/* So many tokens were sent until now, from the beginning: called at least each
 * second while that changes. */
void serving_sample(struct serving *serving, int64_t now_us, uint64_t tokens);
/* Tokens in the second before the last sample. */
double serving_rate(const struct serving *serving);
/* Tokens in each whole second before the last sample, the oldest first. */
void serving_rates(const struct serving *serving,
    double rates[SERVING_SECONDS]);

/* Calls fn when a request began, went on or ended; NULL: not any more. */
void serving_watch(struct serving *serving, void (*fn)(void *data),
    void *data);

#endif
