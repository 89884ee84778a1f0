/* report.c: what a reader of replies says. */
#include "report.h"

#include <string.h>

#include "surrogate.h"

void
report_event(struct report *report, const struct engine_event *event)
{
	struct engine_event placed = *event;

	placed.offset = report->offset;
	report->fn(report->data, &placed);
}

void
report_bytes(struct report *report, enum engine_event_kind kind,
    const char *bytes, size_t len)
{
	if (!len)
		return;
	report_event(report, &(struct engine_event){
		.kind = kind, .bytes = bytes, .len = len });
}

void
report_counted(struct report *report, enum engine_event_kind kind,
    const char *bytes, size_t len)
{
	struct engine_event event = { .kind = kind, .bytes = bytes,
		.len = len, .tokens = report->tokens };

	if (!len)
		return;
	report->tokens = 0;
	report_event(report, &event);
}

void
report_anomaly(struct report *report, enum anomaly anomaly, const char *bytes,
    size_t len)
{
	const char *name = anomaly_name(anomaly);

	if (!anomalies_add(&report->anomalies, anomaly))
		return;
	report_event(report, &(struct engine_event){
		.kind = ENGINE_ANOMALY,
		.string = name,
		.string_len = strlen(name),
		.number = anomaly,
		.bytes = bytes,
		.len = len < EVIDENCE_MAX ? len : EVIDENCE_MAX,
	});
}

void
report_surrogates(struct report *report, unsigned met, const char *bytes,
    size_t len)
{
	if (met & SURROGATE_SPLIT)
		report_anomaly(report, ANOMALY_SPLIT_SURROGATE, bytes, len);
	if (met & SURROGATE_LONE)
		report_anomaly(report, ANOMALY_LONE_SURROGATE, bytes, len);
}
