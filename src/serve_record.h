/* serve_record.h: the request trace record of a request that is served, and the
 * session that its headers name. */
#ifndef SERVE_RECORD_H
#define SERVE_RECORD_H

#include "../engine/engine.h"
#include "../engine/request_read.h"
#include "../engine/request_trace.h"
#include "httpd.h"
#include "tracing.h"

struct serve_record {
	const struct tracing *tracing; /* NULL: none is wanted */
	struct request_trace trace;
	struct agent_context agent;
	struct replay_hash replay;
	int64_t reply_ids; /* token ids of the reply that came */
};

/* Gathers what is known at the beginning. All that is given stays until
 * serve_record_release(). */
void serve_record_begin(struct serve_record *record,
    const struct tracing *tracing, const struct httpd_call *call,
    const struct asked *asked, struct request *request, bool remote);
void serve_record_ids(struct serve_record *record,
    const struct engine_event *event);
/* Appends the record, or why there is none; once. begun: something came. */
enum trace_result serve_record_end(struct serve_record *record,
    enum message_state state, bool begun, int64_t now, struct text *out);
void serve_record_release(struct serve_record *record);

#endif
