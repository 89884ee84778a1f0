/* answer.c: the reply of a server, from its head to its end.
 *
 * Here it is decided what became of the whole. What the body says is found out
 * in steps: body.c cuts it into payloads, payload.c reads what each is, chunk.c
 * what is in a chunk, and reply.c keeps what was said. */
#include "answer.h"

#include <stdlib.h>
#include <string.h>

#include "../src/escape.h"
#include "../src/xalloc.h"
#include "body.h"
#include "errors.h"

enum {
	ERROR_MAX = 1024 * 1024, /* of an error's body */
	SHOWN_MAX = 60,
};

struct answer {
	struct report report;
	struct reply *reply;
	struct payload_reader payloads;

	int status; /* 0: no head came */
	char *content_type;
	char *coding; /* NULL: none */
	int64_t wait_s;
	bool has_body;            /* a byte of it came */
	struct body *body;        /* of a 2xx reply, else NULL */
	struct text error_body;   /* of all others */
};

struct answer *
answer_new(const struct settings *settings, engine_event_fn *fn, void *data)
{
	struct answer *answer = xcalloc(1, sizeof(*answer));

	answer->report.fn = fn;
	answer->report.data = data;
	answer->reply = reply_new(settings, &answer->report);
	payload_init(&answer->payloads, settings, &answer->report,
	    answer->reply);
	return answer;
}

void
answer_free(struct answer *answer)
{
	if (!answer)
		return;
	body_free(answer->body);
	payload_release(&answer->payloads);
	reply_free(answer->reply);
	free(answer->content_type);
	free(answer->coding);
	text_release(&answer->error_body);
	free(answer);
}

static void
flag(struct answer *answer, enum anomaly anomaly, const char *evidence)
{
	report_anomaly(&answer->report, anomaly, evidence, strlen(evidence));
}

static void
take_coding(struct answer *answer, const char *coding)
{
	struct span span = span_trim((struct span){ coding, strlen(coding) });
	static const char none[] = "identity";

	if (!span.len ||
	    (span.len == strlen(none) && span_begins(span, none)))
		return;
	answer->coding = xmemdup(span.bytes, span.len);
	flag(answer, ANOMALY_CONTENT_ENCODING, answer->coding);
}

void
answer_head(struct answer *answer, int status, const char *content_type,
    const char *content_encoding, const char *retry_after, int64_t now_ms)
{
	answer->status = status;
	answer->content_type = xstrdup(content_type);
	take_coding(answer, content_encoding);
	if (status >= 200 && status <= 299)
		answer->body = body_new(&answer->report, &answer->payloads,
		    answer->content_type, answer->coding);
	else
		answer->wait_s = error_wait(retry_after, now_ms);
}

void
answer_body(struct answer *answer, const char *bytes, size_t len)
{
	size_t room = ERROR_MAX - answer->error_body.len;

	answer->has_body |= len > 0;
	if (answer->body)
		body_feed(answer->body, bytes, len);
	else
		text_append(&answer->error_body, bytes,
		    len < room ? len : room);
}

bool
answer_is_complete(const struct answer *answer)
{
	return answer->payloads.done || reply_is_cut(answer->reply);
}

bool
answer_is_answered(const struct answer *answer)
{
	return answer->payloads.answered || answer->payloads.failed;
}

/* ---- The end. */

enum outcome { FINISHED, TRUNCATED, FAILED, CANCELLED };

/* The transport gives up before the first byte when it knows no such coding,
 * or the body has another. */
static bool
is_undecodable(const struct answer *answer, enum answer_end how)
{
	return how == ANSWER_PREMATURE && answer->coding && !answer->has_body;
}

/* A user ends the answer, or, when it is answered, only the reading of what
 * may come late. */
static enum outcome
find_outcome(const struct answer *answer, enum answer_end how)
{
	const struct payload_reader *payloads = &answer->payloads;

	if (how == ANSWER_CANCELLED && !answer_is_answered(answer))
		return CANCELLED;
	if (payloads->failed)
		return FAILED;
	if (answer_is_complete(answer) || reply_reason(answer->reply))
		return FINISHED;
	return payloads->has_chunk ? TRUNCATED : FAILED;
}

static void
flag_transport(struct answer *answer, enum answer_end how)
{
	if (answer_is_complete(answer) || !answer->status ||
	    is_undecodable(answer, how))
		return;
	switch (how) {
	case ANSWER_PREMATURE:
		flag(answer, ANOMALY_PREMATURE_CLOSE, "");
		break;
	case ANSWER_RESET:
		flag(answer, ANOMALY_CONNECTION_RESET, "");
		break;
	case ANSWER_STALLED:
		flag(answer, ANOMALY_STALLED, "");
		break;
	case ANSWER_CLEAN:
	case ANSWER_CANCELLED:
		break;
	}
}

/* We ended it ourselves at a stop string; or the user did. */
static void
flag_missing(struct answer *answer, enum answer_end how)
{
	const bool *seen = answer->report.anomalies.seen;

	if (reply_is_cut(answer->reply))
		return;
	if (!reply_reason(answer->reply))
		flag(answer, ANOMALY_MISSING_FINISH_REASON, "");
	if (!answer->payloads.done && how != ANSWER_CANCELLED &&
	    body_form(answer->body) == BODY_EVENTS && !seen[ANOMALY_NOT_SSE])
		flag(answer, ANOMALY_MISSING_DONE, "");
}

static const char *
cut_off_how(enum answer_end how)
{
	switch (how) {
	case ANSWER_PREMATURE:
		return "the connection was closed too early";
	case ANSWER_RESET:
		return "the connection was reset";
	case ANSWER_STALLED:
		return "no byte came for too long";
	case ANSWER_CLEAN:
	case ANSWER_CANCELLED:
		break;
	}
	return "the stream ended without finish_reason or [DONE]";
}

/* What is wrong with a 2xx reply in which nothing could be used. False if that
 * is only how it ended. */
static bool
add_useless(const struct answer *answer, enum answer_end how,
    struct text *out)
{
	struct span words = body_words(answer->body);

	if (is_undecodable(answer, how))
		text_printf(out, "the reply has the content coding %s, which "
		    "cannot be decoded", answer->coding);
	else if (body_form(answer->body) == BODY_CODED)
		text_printf(out, "the reply has the content coding %s, which "
		    "was not asked for", answer->coding);
	else if (body_form(answer->body) == BODY_PAGE)
		text_add(out, "the reply is a web page and not one of the "
		              "API: is the address right?");
	else if (how != ANSWER_CLEAN)
		return false;
	else if (answer->payloads.any)
		text_add(out, "nothing in the reply can be read as an answer");
	else if (!words.len)
		text_add(out, "the reply is empty");
	else {
		text_add(out, "the reply is not one of the API: ");
		escape_quote_short(out, words.bytes, words.len, SHOWN_MAX);
	}
	return true;
}

static void
add_error(const struct answer *answer, enum answer_end how,
    const char *sentence, enum outcome outcome, struct text *out)
{
	const struct text *error = &answer->payloads.error;

	if (answer->status && !answer->body)
		error_sentence(out, answer->status, error, answer->wait_s);
	else if (error->len)
		text_append(out, error->bytes, error->len);
	else if (answer->payloads.failed)
		text_add(out, "the server sent an error without a message");
	else if (outcome == FAILED && answer->body &&
	    add_useless(answer, how, out))
		return;
	else
		text_add(out, *sentence ? sentence : cut_off_how(how));
}

static void
make_ending(const struct answer *answer, enum answer_end how,
    const char *sentence, enum outcome outcome, struct ending *end)
{
	struct text error = { 0 };

	reply_ending(answer->reply, end);
	end->state = MESSAGE_FINISHED;
	if (outcome == FINISHED)
		return;
	end->state = outcome == FAILED ? MESSAGE_FAILED : MESSAGE_TRUNCATED;
	free(end->why);
	end->why = NULL;
	add_error(answer, how, sentence, outcome, &error);
	end->error = text_take(&error);
	if (answer->body)
		return;
	end->status = answer->status;
	end->retry_after_s = answer->wait_s;
}

/* In the event all may be freed, answer too. */
static void
emit_last(struct answer *answer, enum outcome outcome,
    const struct ending *end)
{
	static const enum engine_event_kind kinds[] = {
		[FINISHED] = ENGINE_FINISHED,
		[TRUNCATED] = ENGINE_FINISHED,
		[FAILED] = ENGINE_FAILED,
		[CANCELLED] = ENGINE_CANCELLED,
	};

	report_event(&answer->report, &(struct engine_event){
		.kind = kinds[outcome],
		.end = outcome == CANCELLED ? NULL : end });
}

/* A user who ends it wants to hear of nothing that did not come. */
static void
end_body(struct answer *answer, enum answer_end how)
{
	struct span error = { text_string(&answer->error_body),
		answer->error_body.len };

	if (is_undecodable(answer, how))
		answer->payloads.failed = !answer->body;
	else if (how == ANSWER_CANCELLED && (!answer->body ||
	    body_form(answer->body) == BODY_EVENTS ||
	    body_form(answer->body) == BODY_UNKNOWN))
		return;
	else if (answer->body)
		body_end(answer->body, how == ANSWER_CLEAN);
	else if (answer->status)
		payload_error_body(&answer->payloads, span_trim(error),
		    answer->status);
}

void
answer_end(struct answer *answer, enum answer_end how, const char *sentence)
{
	struct ending end = { 0 };

	end_body(answer, how);
	reply_flush(answer->reply);

	enum outcome outcome = find_outcome(answer, how);

	flag_transport(answer, how);
	if (outcome == FINISHED || outcome == TRUNCATED) {
		reply_check(answer->reply);
		flag_missing(answer, how);
	}
	make_ending(answer, how, sentence, outcome, &end);
	emit_last(answer, outcome, &end);
	ending_release(&end);
}
