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
	struct request_trace trace;
	struct agent_context agent;
	struct replay_hash replay;
	int64_t reply_ids; /* token ids of the reply that came */
};

/* Gathers what is known at the beginning. All that is given stays until
 * serve_record_free(). NULL: none is wanted; the functions below take that. */
struct serve_record *serve_record_new(const struct tracing *tracing,
    const struct httpd_call *call, const struct asked *asked,
    struct request *request, struct tracker *tracker,
    const struct message *reply, bool remote);
void serve_record_ids(struct serve_record *record,
    const struct engine_event *event);
/* Appends the record, or why there is none; once. begun: something came. */
enum trace_result serve_record_end(struct serve_record *record,
    enum message_state state, bool begun, int64_t now, struct text *out);
void serve_record_free(struct serve_record *record);

#endif
