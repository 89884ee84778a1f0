/* openai.c: the engine that asks a server: out=URL.
 *
 * The life of an answer: the model is chosen (the one that was named, else the
 * first that the server lists), the request is posted, the reply is read by
 * answer.c. When the answer is over, reading goes on for what may come late,
 * until nothing came for a second. Nothing is asked twice, but for one case: a
 * server that refuses to be asked for the usage, or for token ids, is asked
 * without. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"
#include "answer.h"
#include "curlcommand.h"
#include "http.h"
#include "jsonread.h"
#include "record.h"
#include "secret.h"

enum {
	LINGER_MS = 1000,
	MODELS_MAX = 1024 * 1024, /* bytes of the list of models */
	MODELS_COUNT_MAX = 4096,
	REFUSAL_MAX = 64 * 1024,  /* bytes of an error that may be a refusal */
};

struct server {
	struct engine engine;
	struct http *http;
	struct text base; /* http://host:8000/v1 */
	bool no_usage;    /* it refuses stream_options, */
	bool no_token_ids; /* or return_token_ids */

	/* Of the answer that goes on. */
	const struct request *request;
	struct http_transfer *transfer; /* the post; NULL before and after */
	struct settings expected; /* of the answer: the request's, lent, but
	                           * for n, which counts those of all prompts */
	struct answer *answer;
	struct answer *inside; /* the one in a call, which frees it */
	struct recorder *recorder;
	struct secret secret;
	struct text url, body, model;
	int status;
	struct text refusal; /* the beginning of the body of an error */
	int64_t sent_at;
	bool paused;
	bool over; /* on_step() says so: */
	enum answer_end how;
	struct text sentence;
	/* Of the last request, for print_curl; the settings are the request's,
	 * which its owner keeps until the next. */
	const struct settings *settings;
	bool had_key;
	struct timer step;   /* what comes next, from the loop */
	struct timer linger; /* the second of silence after the answer */

	/* The list of models: for the answer, or for whoever asked. */
	struct http_transfer *models_transfer;
	struct text models_body;
	int models_status;
	void (*on_models)(void *data, const char *error);
	void *on_models_data;
};

static struct server *
server_of(struct engine *engine)
{
	return (struct server *)engine;
}

/* ---- What is sent on to whoever asked: never with the key in it. */

/* Returns a copy; the caller releases it. */
static struct text
masked(struct server *server, const char *bytes, size_t len)
{
	struct text copy = { 0 };
	const char *clean = secret_mask(&server->secret, bytes, &len);

	if (clean)
		text_append(&copy, clean, len);
	return copy;
}

static struct tool_call
masked_call(struct server *server, const struct tool_call *call)
{
	return (struct tool_call){
		masked(server, call->id.bytes, call->id.len),
		masked(server, call->name.bytes, call->name.len),
		masked(server, call->arguments.bytes, call->arguments.len) };
}

static void
mask_end(struct server *server, struct ending *end)
{
	struct text *string = &end->stop_reason.string;
	struct text clean = masked(server, string->bytes, string->len);

	secret_mask_string(&server->secret, &end->error);
	secret_mask_string(&server->secret, &end->why);
	secret_mask_string(&server->secret, &end->finish_reason);
	text_release(string);
	*string = clean;
}

/* In the last event the engine may be closed. */
static void
emit(struct server *server, const struct engine_event *event)
{
	struct engine_event clean = *event;
	struct text string = masked(server, event->string, event->string_len);
	struct tool_call call = { 0 };
	struct ending end = { 0 };

	if (event->string)
		clean.string = text_string(&string);
	clean.string_len = string.len;
	if (event->call) {
		call = masked_call(server, event->call);
		clean.call = &call;
	}
	if (event->end) {
		ending_copy(&end, event->end);
		mask_end(server, &end);
		clean.end = &end;
	}
	clean.bytes = secret_mask(&server->secret, event->bytes, &clean.len);
	engine_emit(&server->engine, &clean);
	text_release(&string);
	text_release(&call.id);
	text_release(&call.name);
	text_release(&call.arguments);
	ending_release(&end);
}

static void
emit_bytes(struct server *server, enum engine_event_kind kind,
    const char *bytes, size_t len)
{
	struct engine_event event = { .kind = kind, .bytes = bytes,
		.len = len };

	emit(server, &event);
}

static void
emit_note(struct server *server, const char *sentence)
{
	emit_bytes(server, ENGINE_NOTE, sentence, strlen(sentence));
}

/* ---- The end of an answer. */

static void
forget(struct server *server)
{
	if (server->transfer)
		http_cancel(server->transfer);
	server->transfer = NULL;
	if (server->models_transfer && !server->on_models) {
		http_cancel(server->models_transfer);
		server->models_transfer = NULL;
	}
	loop_timer_stop(server->engine.loop, &server->step);
	loop_timer_stop(server->engine.loop, &server->linger);
	recorder_close(server->recorder);
	server->recorder = NULL;
	if (server->answer != server->inside)
		answer_free(server->answer);
	server->answer = NULL;
	server->request = NULL;
}

static bool
is_cancelled(const struct server *server)
{
	return server->over && server->how == ANSWER_CANCELLED;
}

/* The last event may start the next answer, so all is tidied up before. */
static void
on_answer_event(void *data, const struct engine_event *event)
{
	struct server *server = data;
	bool last = engine_event_is_last(event);

	/* What comes in the same piece as a cancel is late. */
	if (!server->answer || (is_cancelled(server) && !last))
		return;
	if (last) {
		forget(server);
		server->inside = NULL;
	}
	emit(server, event);
}

static void
record_trouble(struct server *server)
{
	const char *error = recorder_error(server->recorder);

	if (!error)
		return;
	emit_note(server, error);
	recorder_close(server->recorder);
	server->recorder = NULL;
}

static int64_t
elapsed(const struct server *server)
{
	return loop_now(server->engine.loop) - server->sent_at;
}

/* Nothing more comes. In the last event the engine may be closed, which must
 * not happen inside of curl: it comes from on_step(). */
static void
end_soon(struct server *server, enum answer_end how, const char *sentence)
{
	if (server->transfer)
		http_cancel(server->transfer);
	server->transfer = NULL;
	loop_timer_stop(server->engine.loop, &server->linger);
	server->over = true;
	server->how = how;
	text_clear(&server->sentence);
	text_add(&server->sentence, sentence);
	loop_timer_set(server->engine.loop, &server->step,
	    loop_now(server->engine.loop));
}

static void
end_answer(struct server *server)
{
	const char *sentence = text_string(&server->sentence);
	struct answer *answer = server->answer;

	server->inside = answer;
	if (server->recorder) {
		recorder_end(server->recorder, elapsed(server), server->how,
		    sentence);
		record_trouble(server);
	}
	answer_end(answer, server->how, sentence);
	answer_free(answer);
}

/* Ends what was not asked yet. */
static void
end_early(struct server *server)
{
	struct ending end = { .state = MESSAGE_FAILED,
		.error = text_take(&server->sentence) };
	struct engine_event failed = { .kind = ENGINE_FAILED, .end = &end };
	struct engine_event cancelled = { .kind = ENGINE_CANCELLED };

	forget(server);
	emit(server, server->how == ANSWER_CANCELLED ? &cancelled : &failed);
	ending_release(&end);
}

/* ---- The reply. */

/* After the answer is over, silence ends the reading. */
static void
wait_for_more(struct server *server)
{
	if (answer_is_answered(server->answer))
		loop_timer_set(server->engine.loop, &server->linger,
		    loop_now(server->engine.loop) + LOOP_MS(LINGER_MS));
}

/* Silence while nobody listens is none. */
static void
on_linger(void *data)
{
	struct server *server = data;

	if (server->paused)
		wait_for_more(server);
	else
		end_soon(server, ANSWER_CLEAN, "");
}

static void
on_head(void *data, const struct http_head *head)
{
	struct server *server = data;
	struct text line = { 0 };

	server->status = head->status;
	http_head_line(&line, head->status, head->content_type,
	    head->location);
	if (server->recorder) {
		recorder_head(server->recorder, elapsed(server), head->status,
		    head->raw);
		record_trouble(server);
	}
	emit_bytes(server, ENGINE_BYTES, head->raw, strlen(head->raw));
	emit_bytes(server, ENGINE_HEAD, line.bytes, line.len);
	text_release(&line);
	answer_head(server->answer, head->status, head->content_type,
	    head->content_encoding, head->retry_after,
	    loop_wall_ms(server->engine.loop));
}

static void
keep_refusal(struct server *server, const char *bytes, size_t len)
{
	size_t room = REFUSAL_MAX - server->refusal.len;

	if (server->status / 100 == 4)
		text_append(&server->refusal, bytes, len < room ? len : room);
}

/* False if the answer was given up meanwhile. */
static bool
read_body(struct server *server, const char *bytes, size_t len)
{
	struct answer *answer = server->answer;

	if (!answer)
		return false;
	server->inside = answer;
	answer_body(answer, bytes, len);
	server->inside = NULL;
	if (!server->answer)
		answer_free(answer);
	return server->answer && !is_cancelled(server);
}

static void
on_body(void *data, const char *bytes, size_t len)
{
	struct server *server = data;

	if (server->recorder) {
		recorder_data(server->recorder, elapsed(server), bytes, len);
		record_trouble(server);
	}
	keep_refusal(server, bytes, len);
	emit_bytes(server, ENGINE_BYTES, bytes, len);
	if (!read_body(server, bytes, len))
		return;
	if (answer_is_complete(server->answer))
		end_soon(server, ANSWER_CLEAN, "");
	else
		wait_for_more(server);
}

static bool
refuses_usage(const struct server *server)
{
	const char *said = text_string(&server->refusal);

	return !server->no_usage && server->status / 100 == 4 &&
	    (strstr(said, "stream_options") || strstr(said, "include_usage"));
}

static bool
refuses_token_ids(const struct server *server)
{
	return server->request->token_ids && !server->no_token_ids &&
	    server->status / 100 == 4 &&
	    strstr(text_string(&server->refusal), "return_token_ids");
}

/* flag: what it refuses, so that it is not asked for any more. */
static void
ask_without(struct server *server, bool *flag, const char *note)
{
	*flag = true;
	answer_free(server->answer);
	server->answer = NULL;
	if (server->recorder)
		recorder_end(server->recorder, elapsed(server), ANSWER_CLEAN,
		    "");
	recorder_close(server->recorder);
	server->recorder = NULL;
	emit_note(server, note);
	loop_timer_set(server->engine.loop, &server->step,
	    loop_now(server->engine.loop));
}

static void
on_end(void *data, enum http_end end, const char *sentence)
{
	static const enum answer_end ends[] = { [HTTP_CLEAN] = ANSWER_CLEAN,
		[HTTP_PREMATURE] = ANSWER_PREMATURE,
		[HTTP_RESET] = ANSWER_RESET,
		[HTTP_STALLED] = ANSWER_STALLED,
		[HTTP_FAILED] = ANSWER_PREMATURE };
	struct server *server = data;

	server->transfer = NULL;
	if (refuses_usage(server))
		ask_without(server, &server->no_usage,
		    "the server refuses stream_options; asked again without");
	else if (refuses_token_ids(server))
		ask_without(server, &server->no_token_ids,
		    "the server refuses return_token_ids; asked again "
		    "without");
	else
		end_soon(server, ends[end], sentence);
}

/* ---- The request. */

static bool
read_key(struct server *server, const struct settings *settings,
    struct text *error)
{
	return secret_read(&server->secret,
	    text_string(&settings->api_key_env), error);
}

static struct http_request
http_request_of(const struct server *server, const struct settings *settings,
    const char *url)
{
	return (struct http_request){ .url = url,
		.key = server->secret.string,
		.headers = settings->headers.items,
		.header_count = settings->headers.count,
		.proxy = text_string(&settings->proxy),
		.insecure = settings->insecure,
		.connect_timeout_ms = settings->connect_timeout_ms,
		.idle_timeout_ms = settings->idle_timeout_ms };
}

static void
open_recorder(struct server *server)
{
	const struct text *path = &server->request->settings.record;
	struct text error = { 0 };

	if (!path->len)
		return;
	server->recorder = recorder_open(text_string(path),
	    server->secret.string, &error);
	if (!server->recorder)
		emit_note(server, text_string(&error));
	else
		recorder_request(server->recorder,
		    loop_wall_ms(server->engine.loop),
		    text_string(&server->url), server->body.bytes,
		    server->body.len);
	text_release(&error);
}

static void
announce(struct server *server)
{
	struct engine_event event = { .kind = ENGINE_REQUEST,
		.bytes = server->body.bytes,
		.len = server->body.len,
		.string = server->model.len ? server->model.bytes : NULL,
		.string_len = server->model.len };

	emit(server, &event);
}

static void
expect_choices(struct server *server)
{
	const struct request *request = server->request;

	server->expected = request->settings;
	if (request->prompts > 1 && server->expected.n < 1)
		server->expected.n = 1;
	if (request->prompts > 1)
		server->expected.n *= (int64_t)request->prompts;
}

static void
post(struct server *server)
{
	const struct settings *settings = &server->request->settings;
	struct request_form form = { .model = text_string(&server->model),
		.usage = !server->no_usage,
		.token_ids = server->request->token_ids &&
		    !server->no_token_ids };
	struct http_handlers handlers = { server, on_head, on_body, on_end };
	struct http_request request;

	text_clear(&server->url);
	text_printf(&server->url, "%s/%s", text_string(&server->base),
	    settings->endpoint == ENDPOINT_CHAT ? "chat/completions"
						: "completions");
	text_clear(&server->body);
	request_body(&server->body, server->request, &form);
	text_clear(&server->refusal);
	server->status = 0;
	server->sent_at = loop_refresh(server->engine.loop);
	expect_choices(server);
	server->answer = answer_new(&server->expected, on_answer_event,
	    server);
	open_recorder(server);
	announce(server);
	if (server->over)
		return;
	request = http_request_of(server, settings, text_string(&server->url));
	request.body = server->body.bytes;
	request.body_len = server->body.len;
	server->transfer = http_start(server->http, &request, &handlers);
	if (server->paused)
		http_pause(server->transfer, true);
}

/* ---- The list of models. */

static void
add_models(struct server *server, const struct json *list)
{
	bool twice = false;

	for (const struct json *item = list ? list->first : NULL;
	     item && server->engine.models.count < MODELS_COUNT_MAX;
	     item = item->next) {
		const struct json *id = json_get(item, "id", &twice);
		struct text name = { 0 };

		if (!id || id->kind != JSON_STRING || !id->len)
			continue;
		text_append(&name, id->bytes, id->len);
		strings_add(&server->engine.models, &name);
		text_release(&name);
	}
}

static void
read_models(struct server *server)
{
	struct json_reader *reader = json_reader_new();
	bool twice = false;

	strings_release(&server->engine.models);
	if (json_read(reader, text_string(&server->models_body),
		server->models_body.len) == JSON_OK)
		add_models(server,
		    json_get(json_root(reader), "data", &twice));
	json_reader_free(reader);
}

static void
on_models_head(void *data, const struct http_head *head)
{
	struct server *server = data;

	server->models_status = head->status;
}

static void
on_models_body(void *data, const char *bytes, size_t len)
{
	struct server *server = data;

	if (server->models_body.len + len <= MODELS_MAX)
		text_append(&server->models_body, bytes, len);
}

/* Tells whoever asked for the list. */
static void
tell_models(struct server *server, const char *sentence)
{
	void (*fn)(void *, const char *) = server->on_models;
	struct text error = { 0 };

	server->on_models = NULL;
	if (!fn)
		return;
	if (!server->engine.models.count)
		text_printf(&error, "%s/models lists no model%s%s",
		    text_string(&server->base), *sentence ? ": " : "",
		    sentence);
	fn(server->on_models_data, error.len ? text_string(&error) : NULL);
	text_release(&error);
}

/* An answer has to wait for the list. */
static bool
is_waiting(const struct server *server)
{
	return server->request && !server->answer && !server->over;
}

static void
on_models_end(void *data, enum http_end end, const char *sentence)
{
	struct server *server = data;
	char *why = xstrdup(sentence);

	server->models_transfer = NULL;
	if (!server->models_status)
		server->models_status = -1;
	if (end == HTTP_CLEAN && server->models_status / 100 == 2)
		read_models(server);
	if (is_waiting(server) && end == HTTP_FAILED)
		end_soon(server, ANSWER_PREMATURE, why);
	else if (is_waiting(server))
		loop_timer_set(server->engine.loop, &server->step,
		    loop_now(server->engine.loop));
	tell_models(server, why);
	free(why);
}

static void
ask_models(struct server *server, const struct settings *settings)
{
	struct http_handlers handlers = { server, on_models_head,
		on_models_body, on_models_end };
	struct text url = { 0 };
	struct http_request request;

	if (server->models_transfer)
		return;
	text_printf(&url, "%s/models", text_string(&server->base));
	text_clear(&server->models_body);
	server->models_status = 0;
	request = http_request_of(server, settings, text_string(&url));
	server->models_transfer =
	    http_start(server->http, &request, &handlers);
	text_release(&url);
}

/* ---- The engine. */

static void
choose_model(struct server *server)
{
	const struct text *named = &server->request->settings.model_name;
	const struct strings *models = &server->engine.models;

	text_clear(&server->model);
	if (named->len)
		text_append(&server->model, named->bytes, named->len);
	else if (models->count)
		text_append(&server->model, models->items[0].bytes,
		    models->items[0].len);
}

static void
on_step(void *data)
{
	struct server *server = data;
	struct text error = { 0 };
	bool ok;

	if (server->over) {
		if (server->answer)
			end_answer(server);
		else
			end_early(server);
		return;
	}
	ok = read_key(server, &server->request->settings, &error);
	server->had_key = server->secret.string != NULL;
	server->settings = &server->request->settings;
	choose_model(server);
	if (!ok)
		end_soon(server, ANSWER_PREMATURE, text_string(&error));
	else if (!server->model.len && !server->models_status)
		ask_models(server, &server->request->settings);
	else
		post(server);
	text_release(&error);
}

static void
server_start(struct engine *engine, const struct request *request)
{
	struct server *server = server_of(engine);

	server->request = request;
	server->inside = NULL;
	server->over = server->paused = false;
	server->status = server->models_status = 0;
	loop_timer_set(engine->loop, &server->step, loop_now(engine->loop));
}

static void
server_cancel(struct engine *engine)
{
	end_soon(server_of(engine), ANSWER_CANCELLED, "");
}

static void
server_pause(struct engine *engine, bool paused)
{
	struct server *server = server_of(engine);

	server->paused = paused;
	if (server->transfer)
		http_pause(server->transfer, paused);
}

static void
server_abandon(struct engine *engine)
{
	struct server *server = server_of(engine);

	if (server->recorder)
		recorder_end(server->recorder, elapsed(server), ANSWER_CLEAN,
		    "");
	forget(server);
}

static void
server_close(struct engine *engine)
{
	struct server *server = server_of(engine);

	server->on_models = NULL;
	forget(server);
	http_free(server->http);
	text_release(&server->base);
	text_release(&server->url);
	text_release(&server->body);
	text_release(&server->model);
	text_release(&server->refusal);
	text_release(&server->sentence);
	text_release(&server->models_body);
	secret_release(&server->secret);
	free(server);
}

static void
server_list_models(struct engine *engine, const struct settings *settings,
    void (*fn)(void *data, const char *error), void *data)
{
	struct server *server = server_of(engine);
	struct text error = { 0 };

	server->on_models = fn;
	server->on_models_data = data;
	if (!server->request)
		read_key(server, settings, &error);
	text_release(&error);
	ask_models(server, settings);
}

static void
server_print_curl(struct engine *engine, struct text *out)
{
	struct server *server = server_of(engine);
	struct text body =
	    masked(server, server->body.bytes, server->body.len);

	if (body.len && server->settings)
		curlcommand_print(out, text_string(&server->url), &body,
		    server->settings, server->had_key);
	text_release(&body);
}

static bool
is_url(const char *target)
{
	return strstr(target, "://") != NULL;
}

/* How people call it: the host and port. */
static char *
label_of(const char *base)
{
	const char *host = strstr(base, "://") + 3;

	return xmemdup(host, strcspn(host, "/"));
}

static struct engine *
server_open(struct loop *loop, const char *target, struct text *error)
{
	struct server *server = xcalloc(1, sizeof(*server));

	if (!http_base_url(target, &server->base, error)) {
		text_release(&server->base);
		free(server);
		return NULL;
	}
	server->http = http_new(loop);
	server->step = (struct timer){ .fn = on_step, .data = server };
	server->linger = (struct timer){ .fn = on_linger, .data = server };
	server->engine.label = label_of(text_string(&server->base));
	return &server->engine;
}

const struct engine_ops engine_server = {
	.name = "URL",
	.help = "a server that speaks the OpenAI API, as in "
		"http://localhost:8000/v1",
	.remote = true,
	.accepts = is_url,
	.open = server_open,
	.start = server_start,
	.cancel = server_cancel,
	.pause = server_pause,
	.abandon = server_abandon,
	.close = server_close,
	.list_models = server_list_models,
	.print_curl = server_print_curl,
};
