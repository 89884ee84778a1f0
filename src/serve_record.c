/* serve_record.c: the request trace record of a request that is served. */
#include "serve_record.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "xalloc.h"

/* ---- The session, from the headers: Dynamo's own win, then those of agents
 * that are known. An empty value counts as none. */

static const char *
header(const struct httpd_call *call, const char *name)
{
	const char *value = httpd_header(call, name);

	return value && *value ? value : NULL;
}

static enum session_final
final_of(const char *value)
{
	if (!value)
		return FINAL_UNKNOWN;
	return !strcasecmp(value, "true") ? FINAL_YES
	    : !strcasecmp(value, "false") ? FINAL_NO : FINAL_UNKNOWN;
}

static const struct agent_headers {
	const char *session, *parent, *final;
} agent_headers[] = {
	{ "x-dynamo-session-id", "x-dynamo-parent-session-id",
	    "x-dynamo-session-final" },
	{ "x-claude-code-session-id", NULL, NULL },
	{ "session-id", NULL, NULL },
	{ "x-session-id", "x-parent-session-id", NULL },
};

enum { AGENTS = sizeof(agent_headers) / sizeof(*agent_headers) };

/* A child of Claude Code has an id of its own, and its session as parent. */
static void
read_child(struct agent_context *agent, const struct httpd_call *call)
{
	const char *child = header(call, "x-claude-code-agent-id");

	if (!child)
		return;
	agent->parent_session_id = agent->session_id;
	agent->session_id = child;
}

static bool
read_agent(struct agent_context *agent, const struct httpd_call *call)
{
	for (size_t i = 0; i < AGENTS; i++) {
		const struct agent_headers *names = &agent_headers[i];

		agent->session_id = header(call, names->session);
		if (!agent->session_id)
			continue;
		if (names->parent)
			agent->parent_session_id = header(call, names->parent);
		if (names->final)
			agent->session_final =
			    final_of(header(call, names->final));
		if (!strncmp(names->session, "x-claude", 8))
			read_child(agent, call);
		return true;
	}
	return false;
}

/* ---- The record. */

static void
hash_text(void *data, const struct text *text)
{
	replay_hash_add_text(data, text_string(text), text->len);
}

static void
begin(struct serve_record *record, const struct tracing *tracing,
    const struct httpd_call *call, const struct asked *asked,
    struct request *request, bool remote)
{
	bool full = read_agent(&record->agent, call);

	record->agent.input_trigger = asked->trigger;
	record->replay.block_size = (size_t)tracing->block_size;
	record->trace = (struct request_trace){
		.request_id = request->id,
		.x_request_id = header(call, "x-request-id"),
		.agent = full ? &record->agent : NULL,
		.block_size = record->replay.block_size,
		.prompt_embeddings = asked->prompt_embeddings,
		.multimodal = asked->multimodal,
		.n = asked->settings.n * (int64_t)asked->prompts,
		.best_of = asked->best_of,
	};
	request->token_ids = remote && !tracing->characters;
	if (request->token_ids)
		return;
	request_texts(request, hash_text, &record->replay);
	replay_hash_end(&record->replay);
	record->trace.replay = &record->replay;
}

struct serve_record *
serve_record_new(const struct tracing *tracing, const struct httpd_call *call,
    const struct asked *asked, struct request *request,
    struct tracker *tracker, const struct message *reply, bool remote)
{
	struct serve_record *record;

	if (!tracing->on)
		return NULL;
	record = xcalloc(1, sizeof(*record));
	begin(record, tracing, call, asked, request, remote);
	record->trace.tracker = tracker;
	record->trace.reply = reply;
	return record;
}

void
serve_record_ids(struct serve_record *record, const struct engine_event *event)
{
	if (!record)
		return;
	if (event->number == TOKEN_IDS_REPLY) {
		record->reply_ids += (int64_t)event->id_count;
	} else if (!record->trace.replay) {
		replay_hash_add(&record->replay, event->ids, event->id_count);
		replay_hash_end(&record->replay);
		record->trace.replay = &record->replay;
	}
}

enum trace_result
serve_record_end(struct serve_record *record, enum message_state state,
    bool begun, int64_t now, struct text *out)
{
	if (!record)
		return TRACE_NONE;
	record->trace.begun = begun;
	record->trace.output_tokens = record->reply_ids
	    ? record->reply_ids : record->trace.tracker->tokens;
	return request_trace_end(&record->trace, request_end_of(state), now,
	    out);
}

void
serve_record_free(struct serve_record *record)
{
	if (!record)
		return;
	replay_hash_release(&record->replay);
	free(record);
}
