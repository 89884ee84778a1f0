/* body.c: the body of a 2xx reply.
 *
 * Its first byte that is no blank tells events from JSON and from a page; the
 * label does not, it is wrong too often. */
#include "body.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../src/xalloc.h"
#include "sse.h"

enum {
	BLANKS_MAX = 4096,            /* before the first byte */
	PAGE_MAX = 4096,              /* of a body that is of no use */
	SPREAD_MAX = 64 * 1024,       /* of JSON on many lines, */
	TRIES_MAX = 100,              /* which is read so often */
	WHOLE_MAX = 16 * 1024 * 1024, /* of a reply that is no stream */
};

#define ERROR_NAME "error:"

struct body {
	struct report *report;
	struct payload_reader *payloads;
	const char *content_type;
	bool coded;

	enum body_form form;
	struct sse *sse;
	struct text kept;  /* BODY_EVENTS: nothing */
	size_t first;      /* its first byte that is no blank */
	size_t first_line; /* BODY_JSON: where that line ends; 0: not yet */
	bool one_value;    /* BODY_JSON: the line is no JSON by itself */

	bool broken_off; /* the end was not clean */
	bool lost;       /* an event that it cut in two */

	struct text spread; /* lines that are no JSON but together */
	uint64_t spread_offset;
	unsigned spread_tries;
	struct text words; /* the first line that is no field */
	uint64_t words_offset;
};

static void
flag(struct body *body, enum anomaly anomaly, struct span evidence)
{
	report_anomaly(body->report, anomaly, evidence.bytes, evidence.len);
}

/* ---- Events and other lines. */

static void
keep_words(struct body *body, struct span line)
{
	if (body->words.len)
		return;
	text_append(&body->words, line.bytes,
	    line.len < EVIDENCE_MAX ? line.len : EVIDENCE_MAX);
	body->words_offset = body->report->offset;
}

/* Of an event that was cut, what is whole can be used. */
static bool
is_half(struct body *body, const struct sse_item *item)
{
	struct span payload = { item->bytes, item->len };

	if (!item->unterminated || !body->broken_off)
		return false;
	if (payload_is_done(span_trim(payload)) ||
	    payload_is_json(body->payloads, payload))
		return false;
	return item->lines < 2 ||
	    !payload_is_object(body->payloads, span_next_line(&payload));
}

static void
take_event(struct body *body, const struct sse_item *item)
{
	struct span payload = { item->bytes, item->len };

	if (!span_trim(payload).len)
		return;
	if (is_half(body, item)) {
		body->lost = true;
		return;
	}
	if (item->unterminated)
		flag(body, ANOMALY_UNTERMINATED_LAST_EVENT, payload);
	payload_event(body->payloads, payload, item->lines,
	    !strcasecmp(item->type, "error"));
}

static bool
take_error_line(struct body *body, struct span line)
{
	size_t name = strlen(ERROR_NAME);
	struct span rest = { line.bytes + name, line.len - name };

	return span_begins(line, ERROR_NAME) &&
	    payload_error_line(body->payloads, line, span_trim(rest));
}

/* ---- JSON without a field name, on many lines. */

/* It never became JSON: its first line is what it seemed. */
static void
spread_give_up(struct body *body)
{
	struct span all = { text_string(&body->spread), body->spread.len };
	struct report *report = body->report;
	uint64_t offset = report->offset;

	if (!all.len)
		return;
	struct span line = span_next_line(&all);

	report->offset = body->spread_offset;
	if (line.len > 1 && *line.bytes == '{')
		payload_bare_json(body->payloads, line);
	else
		keep_words(body, line);
	report->offset = offset;
	text_clear(&body->spread);
}

/* Only a line that ends as JSON does can end it. */
static bool
spread_is_whole(struct body *body, struct span line)
{
	struct span all = { text_string(&body->spread), body->spread.len };
	char last = line.bytes[line.len - 1];

	if (last != '}' && last != ']')
		return false;
	body->spread_tries++;
	return payload_is_json(body->payloads, all);
}

static void
spread_take(struct body *body)
{
	struct span all = { text_string(&body->spread), body->spread.len };
	struct report *report = body->report;
	uint64_t offset = report->offset;

	report->offset = body->spread_offset;
	payload_bare_json(body->payloads, all);
	report->offset = offset;
	text_clear(&body->spread);
}

static void
spread_add(struct body *body, struct span line)
{
	if (!body->spread.len) {
		body->spread_offset = body->report->offset;
		body->spread_tries = 0;
	}
	text_append(&body->spread, line.bytes, line.len);
	text_add(&body->spread, "\n");
	if (spread_is_whole(body, line))
		spread_take(body);
	else if (body->spread.len > SPREAD_MAX ||
	    body->spread_tries == TRIES_MAX)
		spread_give_up(body);
}

static bool
spread_can_begin(struct body *body, struct span line)
{
	return (*line.bytes == '{' || *line.bytes == '[') &&
	    line.len < SPREAD_MAX && !payload_is_done(line) &&
	    !payload_is_json(body->payloads, line);
}

/* What says something by itself is no part of it. */
static bool
spread_can_go_on(struct body *body, struct span line)
{
	return body->spread.len && !payload_is_done(line) &&
	    !span_begins(line, ERROR_NAME) &&
	    (*line.bytes != '{' || !payload_is_object(body->payloads, line));
}

/* A line that is no field may be JSON all the same, or an error. */
static void
take_strange(struct body *body, const struct sse_item *item)
{
	struct span line =
	    span_trim((struct span){ item->bytes, item->len });

	if (!line.len)
		return;
	if (spread_can_go_on(body, line)) {
		spread_add(body, line);
		return;
	}
	spread_give_up(body);
	if (spread_can_begin(body, line)) {
		spread_add(body, line);
	} else if (*line.bytes == '{') {
		payload_bare_json(body->payloads, line);
	} else if (!take_error_line(body, line)) {
		keep_words(body, line);
		if (payload_is_done(line) && body->payloads->any)
			payload_done(body->payloads);
	}
}

static void
take_too_long(struct body *body, struct span beginning)
{
	static const char note[] = "more than 16 MB in one event: dropped";

	body->payloads->any = true;
	flag(body, ANOMALY_MALFORMED_JSON, beginning);
	report_bytes(body->report, ENGINE_NOTE, note, strlen(note));
}

/* Before there was an event it is open whether this is a stream at all; and in
 * lines of JSON, one that is none is nothing more. */
static void
flag_words(struct body *body)
{
	struct report *report = body->report;
	uint64_t offset = report->offset;

	if (!body->words.len || !body->payloads->any ||
	    report->anomalies.seen[ANOMALY_NOT_SSE])
		return;
	report->offset = body->words_offset;
	flag(body, ANOMALY_NON_SSE_LINE, body_words(body));
	report->offset = offset;
}

static void
on_item(void *data, const struct sse_item *item)
{
	struct body *body = data;
	struct span span = { item->bytes, item->len };

	if (item->kind == SSE_COMMENT || reply_is_cut(body->payloads->reply))
		return;
	if (item->kind != SSE_STRANGE)
		spread_give_up(body);
	body->report->offset = item->offset;
	if (body->payloads->done) {
		flag(body, ANOMALY_DATA_AFTER_DONE, span);
		return;
	}
	switch (item->kind) {
	case SSE_EVENT:
		take_event(body, item);
		break;
	case SSE_STRANGE:
		take_strange(body, item);
		break;
	case SSE_TOO_LONG:
		take_too_long(body, span);
		break;
	case SSE_COMMENT:
		break;
	}
	flag_words(body);
}

struct body *
body_new(struct report *report, struct payload_reader *payloads,
    const char *content_type, bool coded)
{
	struct body *body = xcalloc(1, sizeof(*body));

	body->report = report;
	body->payloads = payloads;
	body->content_type = content_type;
	body->coded = coded;
	body->sse = sse_new(on_item, body);
	return body;
}

void
body_free(struct body *body)
{
	if (!body)
		return;
	sse_free(body->sse);
	text_release(&body->kept);
	text_release(&body->spread);
	text_release(&body->words);
	free(body);
}

enum body_form
body_form(const struct body *body)
{
	return body->form;
}

struct span
body_words(const struct body *body)
{
	return (struct span){ body->words.bytes, body->words.len };
}

/* ---- Forms. */

static bool
is_labelled(const char *content_type)
{
	static const char wanted[] = "text/event-stream";
	struct span type = span_trim((struct span){ content_type,
		strcspn(content_type, ";") });

	return type.len == strlen(wanted) && span_begins(type, wanted);
}

static void
set_form(struct body *body, enum body_form form)
{
	const char *type = body->content_type;

	body->form = form;
	if (form != BODY_JSON && form != BODY_CODED && !is_labelled(type))
		flag(body, ANOMALY_WRONG_CONTENT_TYPE,
		    (struct span){ type, strlen(type) });
}

static void
become_events(struct body *body)
{
	set_form(body, BODY_EVENTS);
	sse_feed(body->sse, text_string(&body->kept), body->kept.len);
	text_release(&body->kept);
}

/* Returns where the first byte is that is neither blank nor of a byte order
 * mark. */
static size_t
find_first(const struct text *kept)
{
	size_t at = 0;

	while (at < kept->len && at < 3 &&
	    kept->bytes[at] == "\xef\xbb\xbf"[at])
		at++;
	while (at < kept->len && span_is_blank(kept->bytes[at]))
		at++;
	return at;
}

static void
find_form(struct body *body)
{
	body->first = find_first(&body->kept);
	if (body->first == body->kept.len) {
		if (body->first > BLANKS_MAX)
			become_events(body);
		return;
	}
	char first = body->kept.bytes[body->first];

	if (first == '<')
		set_form(body, BODY_PAGE);
	else if (first == '{' || first == '[')
		set_form(body, BODY_JSON);
	else if (body->coded && !isprint((unsigned char)first))
		set_form(body, BODY_CODED);
	else
		become_events(body);
}

/* Whether more than blanks came behind the first line. Both are sought from
 * where the last search ended. */
static bool
has_second_line(struct body *body, size_t from)
{
	const struct text *kept = &body->kept;
	size_t at = from > body->first ? from : body->first;

	if (!body->first_line) {
		while (at < kept->len && kept->bytes[at] != '\n' &&
		    kept->bytes[at] != '\r')
			at++;
		if (at == kept->len)
			return false;
		body->first_line = at;
	}
	while (at < kept->len && span_is_blank(kept->bytes[at]))
		at++;
	return at < kept->len;
}

/* JSON that is whole at the end of a line, and more behind it: there is one on
 * each line, or it is a stream that begins with a slip. */
static void
look_for_lines(struct body *body, size_t from)
{
	struct text *kept = &body->kept;

	if (!body->one_value && has_second_line(body, from)) {
		struct span line = { kept->bytes + body->first,
			body->first_line - body->first };
		body->one_value = !payload_is_object(body->payloads, line);
		if (!body->one_value)
			become_events(body);
	}
	if (body->form == BODY_JSON && kept->len > WHOLE_MAX)
		become_events(body);
}

void
body_feed(struct body *body, const char *bytes, size_t len)
{
	struct text *kept = &body->kept;
	size_t from = kept->len;

	switch (body->form) {
	case BODY_UNKNOWN:
		text_append(kept, bytes, len);
		find_form(body);
		break;
	case BODY_EVENTS:
		sse_feed(body->sse, bytes, len);
		break;
	case BODY_JSON:
		text_append(kept, bytes, len);
		break;
	case BODY_PAGE:
	case BODY_CODED:
		if (kept->len < PAGE_MAX)
			text_append(kept, bytes, len);
		break;
	}
	if (body->form == BODY_JSON)
		look_for_lines(body, from);
}

/* ---- The end. */

/* It is one reply, but for a stream that begins with a broken line. */
static void
end_json(struct body *body, bool clean)
{
	struct span whole = span_trim((struct span){
		body->kept.bytes + body->first,
		body->kept.len - body->first });

	if ((span_contains(whole, "\ndata:") || span_contains(whole, "\n{")) &&
	    !payload_is_json(body->payloads, whole))
		become_events(body);
	else
		payload_body(body->payloads, whole, clean);
}

static void
end_page(struct body *body)
{
	struct span page = { body->kept.bytes, body->kept.len };

	if (page.len > PAGE_MAX)
		page.len = PAGE_MAX;
	report_bytes(body->report, ENGINE_RAW, page.bytes, page.len);
	flag(body, ANOMALY_NOT_SSE, page);
}

/* Half an object at a cut is no slip of the server. */
static void
end_spread(struct body *body, bool clean)
{
	if (!clean && *text_string(&body->spread) == '{') {
		text_clear(&body->spread);
		body->lost = true;
	}
	spread_give_up(body);
	flag_words(body);
}

static void
end_events(struct body *body, bool clean)
{
	body->broken_off = !clean;
	sse_end(body->sse, clean);
	end_spread(body, clean);
	if (body->payloads->any || body->lost)
		return;
	if (body->words.len)
		flag(body, ANOMALY_NOT_SSE, body_words(body));
	else
		flag(body, ANOMALY_EMPTY_STREAM, (struct span){ "", 0 });
}

void
body_end(struct body *body, bool clean)
{
	body->report->offset = 0;
	switch (body->form) {
	case BODY_UNKNOWN:
		set_form(body, BODY_EVENTS);
		break;
	case BODY_JSON:
		end_json(body, clean);
		break;
	case BODY_PAGE:
		end_page(body);
		break;
	case BODY_EVENTS:
	case BODY_CODED:
		break;
	}
	if (body->form == BODY_EVENTS)
		end_events(body, clean);
	payload_end(body->payloads);
}
