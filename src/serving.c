/* serving.c: what a server is doing.
 *
 * Requests are in one of two lists, the newest first. One that falls out of the
 * list of those that are over is used again for the next that comes, with the
 * memory of its texts. */
#include "serving.h"

#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "utf8.h"
#include "xalloc.h"

enum { SECOND_US = 1000000, SLOTS = SERVING_SECONDS + 1 };

struct list {
	struct serving_request *newest, *oldest;
	size_t count;
};

struct serving {
	struct list running, over;
	uint64_t ids, serials;
	struct serving_request *spare;

	/* Tokens in each second; the slot of a second is its number modulo
	 * SLOTS. The last one is not over. */
	double seconds[SLOTS];
	int64_t sampled_at; /* -1: never */
	uint64_t sampled;

	void (*changed)(void *data);
	void *changed_data;
};

struct serving *
serving_new(void)
{
	struct serving *serving = xcalloc(1, sizeof(*serving));

	serving->sampled_at = -1;
	return serving;
}

static void
free_request(struct serving_request *request)
{
	if (!request)
		return;
	text_release(&request->peer);
	text_release(&request->model);
	text_release(&request->word);
	text_release(&request->why);
	text_release(&request->fault);
	free(request);
}

static void
free_list(struct list *list)
{
	struct serving_request *older;

	for (struct serving_request *at = list->newest; at; at = older) {
		older = at->older;
		free_request(at);
	}
}

void
serving_free(struct serving *serving)
{
	if (!serving)
		return;
	free_list(&serving->running);
	free_list(&serving->over);
	free_request(serving->spare);
	free(serving);
}

void
serving_watch(struct serving *serving, void (*fn)(void *data), void *data)
{
	serving->changed = fn;
	serving->changed_data = data;
}

static void
tell(struct serving *serving)
{
	if (serving->changed)
		serving->changed(serving->changed_data);
}

/* ---- The lists. */

static void
list_push(struct list *list, struct serving_request *request)
{
	request->newer = NULL;
	request->older = list->newest;
	if (list->newest)
		list->newest->newer = request;
	else
		list->oldest = request;
	list->newest = request;
	list->count++;
}

static void
list_remove(struct list *list, struct serving_request *request)
{
	if (request->newer)
		request->newer->older = request->older;
	else
		list->newest = request->older;
	if (request->older)
		request->older->newer = request->newer;
	else
		list->oldest = request->newer;
	list->count--;
}

const struct serving_request *
serving_running(const struct serving *serving)
{
	return serving->running.newest;
}

const struct serving_request *
serving_over(const struct serving *serving)
{
	return serving->over.newest;
}

size_t
serving_running_count(const struct serving *serving)
{
	return serving->running.count;
}

size_t
serving_over_count(const struct serving *serving)
{
	return serving->over.count;
}

/* ---- A request. */

/* Copies what fits, up to the end of a character. */
static void
set_text(struct text *text, const char *string)
{
	size_t len = string ? strlen(string) : 0;
	size_t kept = len;

	if (len > SERVING_TEXT_MOST)
		kept = cell_floor(string, len, SERVING_TEXT_MOST);
	text_clear(text);
	text_append(text, string, kept);
	if (kept < len)
		text_add(text, UTF8_ELLIPSIS);
}

static struct serving_request *
take_request(struct serving *serving)
{
	struct serving_request *request = serving->spare;

	serving->spare = NULL;
	return request ? request : xcalloc(1, sizeof(*request));
}

struct serving_request *
serving_begin(struct serving *serving, enum metrics_route route,
    const char *peer, const char *model, int64_t now_us, int64_t wall_ms)
{
	struct serving_request *request = take_request(serving);

	request->id = ++serving->ids;
	request->serial = 0;
	request->state = SERVING_WAITING;
	request->route = route;
	set_text(&request->peer, peer);
	set_text(&request->model, model);
	request->wall_ms = wall_ms;
	request->began_us = now_us;
	request->over_us = -1;
	request->tokens = request->ttft_us = -1;
	list_push(&serving->running, request);
	tell(serving);
	return request;
}

void
serving_progress(struct serving *serving, struct serving_request *request,
    int64_t tokens, int64_t ttft_us)
{
	request->tokens = tokens;
	request->ttft_us = ttft_us;
	if (tokens > 0)
		request->state = SERVING_STREAMING;
	tell(serving);
}

/* An ending without a reply is told by its status. */
static void
set_outcome(struct serving_request *request, const struct serving_end *end)
{
	const struct ending *ending = end->ending;

	request->is_reply = ending != NULL;
	request->has_reason = false;
	if (ending) {
		request->kind = ending_kind(ending);
		request->has_reason = ending->state == MESSAGE_FINISHED &&
		    ending->finish_reason;
		set_text(&request->word, ending_word(ending));
		set_text(&request->why,
		    ending->error ? ending->error : ending->why);
		return;
	}
	request->kind = end->client_left ? ENDING_CANCELLED
	    : end->status >= 400	 ? ENDING_BROKEN
					 : ENDING_STOP;
	text_clear(&request->word);
	set_text(&request->why, end->error);
}

static void
drop_oldest(struct serving *serving)
{
	struct serving_request *oldest = serving->over.oldest;

	list_remove(&serving->over, oldest);
	free_request(serving->spare);
	serving->spare = oldest;
}

void
serving_end(struct serving *serving, struct serving_request *request,
    const struct serving_end *end)
{
	list_remove(&serving->running, request);
	request->state = SERVING_OVER;
	request->serial = ++serving->serials;
	request->over_us = end->now_us;
	request->status = end->status;
	request->client_left = end->client_left;
	set_outcome(request, end);
	set_text(&request->fault, end->fault);
	list_push(&serving->over, request);
	if (serving->over.count > SERVING_KEPT)
		drop_oldest(serving);
	tell(serving);
}

/* ---- Rates. */

/* Begins the slots of the seconds that have begun since the last sample. */
static void
clear_slots(struct serving *serving, int64_t now_us)
{
	int64_t last = serving->sampled_at / SECOND_US;
	int64_t fresh = now_us / SECOND_US - last;

	for (int64_t i = 1; i <= fresh && i <= SLOTS; i++)
		serving->seconds[(last + i) % SLOTS] = 0;
}

/* Spreads tokens evenly over the time in which they came, as far as there are
 * slots for it: samples come late and not always in each second. */
static void
spread(struct serving *serving, int64_t from_us, int64_t to_us, double tokens)
{
	double each = tokens / (double)(to_us - from_us);
	int64_t oldest = (to_us / SECOND_US - SLOTS + 1) * SECOND_US;
	int64_t at = from_us > oldest ? from_us : oldest;

	while (at < to_us) {
		int64_t second = at / SECOND_US;
		int64_t end = (second + 1) * SECOND_US;

		if (end > to_us)
			end = to_us;
		serving->seconds[second % SLOTS] += each * (double)(end - at);
		at = end;
	}
}

void
serving_sample(struct serving *serving, int64_t now_us, uint64_t tokens)
{
	double fresh = (double)(tokens - serving->sampled);

	if (serving->sampled_at >= 0 && now_us > serving->sampled_at) {
		clear_slots(serving, now_us);
		spread(serving, serving->sampled_at, now_us, fresh);
	} else if (serving->sampled_at >= 0) {
		serving->seconds[now_us / SECOND_US % SLOTS] += fresh;
	}
	serving->sampled_at = now_us;
	serving->sampled = tokens;
}

double
serving_rate(const struct serving *serving)
{
	int64_t second = serving->sampled_at / SECOND_US;
	double part = (double)(serving->sampled_at % SECOND_US) / SECOND_US;

	if (serving->sampled_at < 0)
		return 0;
	return serving->seconds[second % SLOTS] +
	    (1 - part) * serving->seconds[(second + SLOTS - 1) % SLOTS];
}

void
serving_rates(const struct serving *serving, double rates[SERVING_SECONDS])
{
	int64_t second =
	    serving->sampled_at < 0 ? 0 : serving->sampled_at / SECOND_US;

	for (int i = 0; i < SERVING_SECONDS; i++)
		rates[i] = serving->seconds[(second + 1 + i) % SLOTS];
}
