/* report.h: what a reader of replies says: engine events, each with its place
 * in the body, and each anomaly once. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "anomaly.h"
#include "engine.h"

enum { EVIDENCE_MAX = 200 };

struct report {
	engine_event_fn *fn;
	void *data;
	struct anomalies anomalies;
	uint64_t offset; /* of what is being read */
	unsigned tokens; /* that came, and are in no event so far */
};

void report_event(struct report *report, const struct engine_event *event);
/* Does nothing if there are no bytes. */
void report_bytes(struct report *report, enum engine_event_kind kind,
    const char *bytes, size_t len);
/* The same, and the tokens that came go with it. */
void report_counted(struct report *report, enum engine_event_kind kind,
    const char *bytes, size_t len);
/* Says it the first time only; bytes are the evidence. */
void report_anomaly(struct report *report, enum anomaly anomaly,
    const char *bytes, size_t len);
/* What surrogate.h met there. */
void report_surrogates(struct report *report, unsigned met, const char *bytes,
    size_t len);

#endif
