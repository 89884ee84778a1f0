/* choice.c: one of the answers to a request, as far as its chunks tell. */
#include "choice.h"

#include <string.h>

void
choice_release(struct choice_state *choice)
{
	text_release(&choice->reason);
	text_release(&choice->repeated.evidence);
	text_release(&choice->late.evidence);
}

void
choice_begin_chunk(struct choice_state *choice)
{
	memset(choice->brought, 0, sizeof(choice->brought));
	choice->finished_now = false;
}

bool
choice_bring(struct choice_state *choice, enum channel channel,
    bool from_message)
{
	if (from_message && choice->by_delta[channel])
		return false;
	choice->by_delta[channel] |= !from_message;
	choice->brought[channel] = true;
	return true;
}

static void
pend(struct pending *pending, const struct report *report, const char *bytes,
    size_t len)
{
	if (pending->met)
		return;
	pending->met = true;
	pending->offset = report->offset;
	text_append(&pending->evidence, bytes,
	    len < EVIDENCE_MAX ? len : EVIDENCE_MAX);
}

void
choice_note_late(struct choice_state *choice, const struct report *report,
    const char *bytes, size_t len)
{
	if (choice->finished_before)
		pend(&choice->late, report, bytes, len);
}

void
choice_finish(struct choice_state *choice, const char *bytes, size_t len)
{
	text_clear(&choice->reason);
	text_append(&choice->reason, bytes, len);
	choice->finished_now = true;
}

static void
tell(struct report *report, const struct pending *pending,
    enum anomaly anomaly)
{
	uint64_t offset = report->offset;

	if (!pending->met)
		return;
	report->offset = pending->offset;
	report_anomaly(report, anomaly, pending->evidence.bytes,
	    pending->evidence.len);
	report->offset = offset;
}

static void
tell_both(struct choice_state *choice, struct report *report)
{
	tell(report, &choice->repeated, ANOMALY_REPEATED_FINISH_REASON);
	tell(report, &choice->late, ANOMALY_CONTENT_AFTER_FINISH);
}

/* While this holds it may be how the server marks all chunks, and then it is
 * an anomaly of its own. */
static bool
finishes_always(const struct choice_state *choice)
{
	return choice->text_chunks == choice->finished_text_chunks;
}

void
choice_end_chunk(struct choice_state *choice, struct report *report)
{
	const struct text *reason = &choice->reason;

	if (choice->brought[CHANNEL_TEXT]) {
		choice->text_chunks++;
		choice->finished_text_chunks += choice->finished_now;
	}
	if (choice->finished_now && choice->finished_before)
		pend(&choice->repeated, report, reason->bytes, reason->len);
	choice->finished_before |= choice->finished_now;
	if (!finishes_always(choice))
		tell_both(choice, report);
}

void
choice_settle(struct choice_state *choice, struct report *report)
{
	if (choice->text_chunks >= 2 && finishes_always(choice))
		report_anomaly(report, ANOMALY_FINISH_REASON_ON_EVERY_CHUNK,
		    choice->reason.bytes, choice->reason.len);
	else
		tell_both(choice, report);
}
