/* reply_fault.c: a frame as the faults of a reply make it, one after the
 * other. */
#include <string.h>

#include "json.h"
#include "reply_state.h"
#include "utf8.h"

/* ---- The words of templates. */

/* What a template is about. */
struct subject {
	const struct reply_stream *stream;
	const struct frame *frame; /* NULL: the whole reply */
	const struct text *now;    /* it, as it is now */
};

/* As in the quotes of a JSON string. */
static void
add_quoted(struct text *out, const char *bytes, size_t len)
{
	struct text quoted = { 0 };

	json_string(&quoted, NULL, bytes, len);
	text_append(out, quoted.bytes + 1, quoted.len - 2);
	text_release(&quoted);
}

static const struct reply_choice *
choice_of(const struct subject *subject)
{
	size_t index = subject->frame ? subject->frame->index : 0;

	return &subject->stream->choices[index];
}

static void
add_frame(const struct subject *subject, struct text *out)
{
	text_append(out, subject->now->bytes, subject->now->len);
}

static void
add_last(const struct subject *subject, struct text *out)
{
	const struct text *last = &subject->stream->faulting->last;

	text_append(out, last->bytes, last->len);
}

static void
add_front(const struct subject *subject, struct text *out)
{
	const struct reply_choice *choice = choice_of(subject);

	text_append(out, choice->sample.bytes, choice->gap + 1);
}

static void
add_back(const struct subject *subject, struct text *out)
{
	const struct reply_choice *choice = choice_of(subject);

	text_add(out, choice->sample.bytes + choice->gap + 1);
}

static void
add_head(const struct subject *subject, struct text *out)
{
	frame_head(out, &subject->stream->form, false);
}

static void
add_index(const struct subject *subject, struct text *out)
{
	json_unsigned(out, NULL, subject->frame ? subject->frame->index : 0);
}

static void
add_text_name(const struct subject *subject, struct text *out)
{
	text_add(out, frame_text_name(&subject->stream->form));
}

static void
add_no_text(const struct subject *subject, struct text *out)
{
	bool chat = subject->stream->form.endpoint == ENDPOINT_CHAT;

	text_add(out, chat ? "\"delta\":{}" : "\"text\":\"\"");
}

static void
add_all(const struct subject *subject, struct text *out)
{
	const struct reply_stream *stream = subject->stream;

	if (stream->keeps)
		add_quoted(out, text_string(&stream->kept.messages[0]->text),
		    stream->kept.messages[0]->text.len);
}

static void
add_words(const struct subject *subject, struct text *out)
{
	const struct frame *frame = subject->frame;

	if (!frame)
		add_all(subject, out);
	else if (frame->kind == FRAME_TEXT)
		add_quoted(out, frame->bytes, frame->len);
}

static void
add_reason(const struct subject *subject, struct text *out)
{
	const struct frame *frame = subject->frame;
	const char *reason = NULL;

	if (!frame)
		reason = subject->stream->kept.messages[0]->end.finish_reason;
	else if (frame->kind == FRAME_FINISH)
		reason = frame->bytes;
	if (reason)
		add_quoted(out, reason, strlen(reason));
}

/* The stop string that ended the text, or the first that was asked for. */
static struct text
stop_string(const struct subject *subject)
{
	const struct frame *frame = subject->frame;
	const struct strings *asked =
	    &subject->stream->form.asked->settings.stop;

	if (frame && frame->stop_reason &&
	    frame->stop_reason->kind == STOP_REASON_STRING)
		return frame->stop_reason->string;
	return asked->count ? asked->items[0] : (struct text){ 0 };
}

static void
add_stop(const struct subject *subject, struct text *out)
{
	struct text stop = stop_string(subject);

	add_quoted(out, text_string(&stop), stop.len);
}

/* All of it but its last character. */
static void
add_stop_beginning(const struct subject *subject, struct text *out)
{
	struct text stop = stop_string(subject);
	size_t len = 0, next = 0;
	int32_t c;

	while (next < stop.len) {
		len = next;
		next += utf8_next(stop.bytes + len, stop.len - len, &c);
	}
	add_quoted(out, text_string(&stop), len);
}

static void
add_usage(const struct subject *subject, struct text *out)
{
	struct usage usage = subject->frame->usage;

	frame_usage(out, &usage);
}

static void
add_count(const struct subject *subject, struct text *out)
{
	struct usage usage = reply_usage(subject->stream);

	text_printf(out, "%lld", (long long)usage.completion_tokens);
}

static void
add_most(const struct subject *subject, struct text *out)
{
	int64_t most = subject->stream->form.asked->settings.max_tokens;

	if (most > 0)
		text_printf(out, "%lld", (long long)most);
	else
		add_count(subject, out);
}

static void
add_whole(const struct subject *subject, struct text *out)
{
	reply_stream_whole(subject->stream, out);
}

/* The manual of fault_table.c. */
static const struct {
	char name;
	void (*add)(const struct subject *subject, struct text *out);
} words[] = {
	{ 'F', add_frame },
	{ 'L', add_last },
	{ '<', add_front },
	{ '>', add_back },
	{ 'H', add_head },
	{ 'I', add_index },
	{ 'N', add_text_name },
	{ 'E', add_no_text },
	{ 'T', add_words },
	{ 'A', add_all },
	{ 'R', add_reason },
	{ 'S', add_stop },
	{ 'B', add_stop_beginning },
	{ 'U', add_usage },
	{ 'C', add_count },
	{ 'M', add_most },
	{ 'W', add_whole },
};

static void
add_word(void *data, char name, struct text *out)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (words[i].name == name)
			words[i].add(data, out);
}

/* ---- Changes. */

static void
change(struct subject *subject, const struct fault_change *news,
    struct text *next)
{
	const struct text *now = subject->now;
	struct text from = { 0 };

	if (!news->from) {
		fault_expand(news->to, add_word, subject, next);
		return;
	}
	fault_expand(news->from, add_word, subject, &from);
	const char *at = strstr(text_string(now), text_string(&from));

	if (at) {
		text_append(next, now->bytes, (size_t)(at - now->bytes));
		fault_expand(news->to, add_word, subject, next);
		text_add(next, at + from.len);
	} else {
		text_append(next, now->bytes, now->len);
	}
	text_release(&from);
}

/* Changes now, with the memory of next. */
static void
apply(struct subject *subject, const struct fault_change *news,
    struct text *now, struct text *next)
{
	struct text old = *now;

	text_clear(next);
	change(subject, news, next);
	*now = *next;
	*next = old;
}

static bool
is_at(const struct reply_stream *stream, size_t item,
    const struct frame *frame)
{
	const struct faults *faults = stream->form.faults;
	int64_t at = faults->items[item].at;

	if (!at)
		at = faults->items[item].fault->at;
	if (frame->index || faults->items[item].fault->changes[0].place !=
	    FAULT_AT)
		return false;
	return frame->kind == FRAME_FINISH || (frame->kind == FRAME_TEXT &&
	    stream->choices[0].characters >= (uint64_t)at);
}

static void
step(struct reply_stream *stream, size_t item, const struct frame *frame)
{
	enum fault_phase *phase = &stream->faulting->phases[item];

	switch (*phase) {
	case FAULT_WAITS:
		if (is_at(stream, item, frame))
			*phase = FAULT_IS_NOW;
		break;
	case FAULT_IS_NOW:
		*phase = FAULT_WAS_LAST;
		break;
	case FAULT_WAS_LAST:
	case FAULT_IS_PAST:
		*phase = FAULT_IS_PAST;
		break;
	}
}

static bool
is_place(enum fault_place place, enum fault_phase phase,
    const struct frame *frame)
{
	static const enum frame_kind kinds[] = {
		[FAULT_ROLE] = FRAME_ROLE,
		[FAULT_FINISH] = FRAME_FINISH,
		[FAULT_USAGE] = FRAME_USAGE,
		[FAULT_DONE] = FRAME_DONE,
	};

	switch (place) {
	case FAULT_NOWHERE:
		return false;
	case FAULT_AT:
		return phase == FAULT_IS_NOW;
	case FAULT_NEXT:
		return phase == FAULT_WAS_LAST;
	case FAULT_TEXTS:
		return frame->kind == FRAME_TEXT;
	case FAULT_ALL:
		return true;
	case FAULT_ROLE:
	case FAULT_FINISH:
	case FAULT_USAGE:
	case FAULT_DONE:
		break;
	}
	return !frame->index && frame->kind == kinds[place];
}

/* A whole reply has no early end: its head tells of more than there is. */
static void
set_then(struct reply_stream *stream, enum reply_then then)
{
	if (stream->collecting && (then == REPLY_END || then == REPLY_CLOSE))
		return;
	if (then > stream->then)
		stream->then = then;
}

static void
spoil(struct reply_stream *stream, size_t item, struct subject *subject)
{
	struct faulting *faulting = stream->faulting;
	const struct fault *fault = stream->form.faults->items[item].fault;

	step(stream, item, subject->frame);
	for (size_t i = 0; i < FAULT_CHANGES; i++) {
		const struct fault_change *news = &fault->changes[i];

		if (!is_place(news->place, faulting->phases[item],
		    subject->frame))
			continue;
		apply(subject, news, &faulting->now, &faulting->next);
		if (!i)
			set_then(stream, fault->then);
	}
}

void
reply_fault_frame(struct reply_stream *stream, const struct frame *frame,
    struct text *out)
{
	struct faulting *faulting = stream->faulting;
	struct subject subject = { stream, frame, &faulting->now };
	struct text old = faulting->last;

	faulting->last = faulting->frame;
	faulting->frame = old;
	text_clear(&faulting->frame);
	text_clear(&faulting->now);
	reply_write_frame(stream, frame, &faulting->frame);
	text_append(&faulting->now, faulting->frame.bytes,
	    faulting->frame.len);
	for (size_t i = 0; i < stream->form.faults->count; i++)
		spoil(stream, i, &subject);
	if (!stream->collecting)
		text_append(out, faulting->now.bytes, faulting->now.len);
}

/* What is sought in a chunk may stand in a whole reply, too. */
void
reply_fault_whole(const struct reply_stream *stream, struct text *whole)
{
	const struct faults *faults = stream->form.faults;
	struct subject subject = { stream, NULL, whole };
	struct text next = { 0 };

	for (size_t i = 0; i < faults->count * FAULT_CHANGES; i++) {
		const struct fault_change *news = &faults->items[
		    i / FAULT_CHANGES].fault->changes[i % FAULT_CHANGES];

		if (news->from)
			apply(&subject, news, whole, &next);
	}
	text_release(&next);
}
