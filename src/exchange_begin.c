/* exchange_begin.c: from the body of a request to the engines that answer it,
 * or to an error that says why not. */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/dialect.h"
#include "escape.h"
#include "show.h"
#include "turn.h"
#include "utf8.h"
#include "xalloc.h"

enum {
	SHOWN_MAX = 60,
	CHOICES_MOST = 1024,
	/* About, of a reply that is no stream: it is kept until its end. */
	WHOLE_MOST = 64 * 1024 * 1024,
	LOGPROB_BYTES = 128, /* of one character */
};

static const struct options *
options_of(const struct exchange *exchange)
{
	return exchange->server->service->options;
}

static bool
wrong(struct api_error *error, int status, const char *type, const char *code,
    const char *param)
{
	error->status = status;
	error->type = type;
	error->code = code;
	text_add(&error->param, param);
	return false;
}

/* Faults come from three places: the options, a header, the model's name. */
static bool
read_faults(struct exchange *exchange, struct api_error *error)
{
	const char *header = httpd_header(exchange->call, "x-echochat-fault");
	struct text model = { 0 };
	bool ok;

	exchange->faults = exchange->server->service->faults;
	if (header && !faults_read(&exchange->faults, header, &error->message))
		return wrong(error, 400, "invalid_request_error", NULL,
		    "x-echochat-fault");
	text_add(&model, exchange->asked.model);
	ok = faults_of_model(&exchange->faults, &model, &error->message);
	free(exchange->asked.model);
	exchange->asked.model = text_take(&model);
	return ok || wrong(error, 400, "invalid_request_error", NULL, "model");
}

/* Any name will do, unless one was given. */
static bool
has_model(struct exchange *exchange, struct api_error *error)
{
	const struct text *name = &options_of(exchange)->settings.model_name;
	const char *asked = exchange->asked.model;

	if (!name->len || !*asked || !strcmp(asked, text_string(name)))
		return true;
	text_add(&error->message, "the model ");
	escape_quote_short(&error->message, asked, strlen(asked), SHOWN_MAX);
	text_add(&error->message, " does not exist; there is ");
	escape_quote_short(&error->message, name->bytes, name->len, SHOWN_MAX);
	return wrong(error, 404, "invalid_request_error", "model_not_found",
	    "model");
}

/* What the echo engine would say too late for a stream to have a status. */
static bool
is_answerable(struct exchange *exchange, const struct engine *engine,
    struct api_error *error)
{
	const char *refusal = dialect_refusal(&exchange->asked.settings);
	bool users = exchange->asked.trigger == TRIGGER_USER_MESSAGE;

	if (engine->ops->remote || (users && !refusal))
		return true;
	text_add(&error->message, users ? refusal
		: "the last message must be the user's: the echo engine "
		  "repeats it");
	return wrong(error, 400, "invalid_request_error", NULL,
	    users ? "stop" : "messages");
}

/* Each is an engine of its own. */
static bool
is_few(struct exchange *exchange, struct api_error *error)
{
	const struct asked *asked = &exchange->asked;
	int64_t n = asked->settings.n;

	if ((int64_t)asked->prompts <= CHOICES_MOST / n)
		return true;
	text_printf(&error->message, "%zu prompts with n %lld are too many: "
	    "at most %d replies are given at once", asked->prompts,
	    (long long)n, CHOICES_MOST);
	return wrong(error, 400, "invalid_request_error", NULL, "prompt");
}

/* What the echo engine says to all prompts, at most. */
static int64_t
whole_bytes(const struct asked *asked)
{
	const struct conversation *all = &asked->conversation;
	int64_t most = asked->settings.max_tokens, bytes = 0;

	for (size_t i = all->count - asked->prompts; i < all->count; i++) {
		int64_t len = (int64_t)all->messages[i]->text.len;

		bytes += most >= 0 && most < len ? most : len;
	}
	return bytes * asked->settings.n *
	    (asked->logprobs ? LOGPROB_BYTES : 1);
}

static bool
is_small(struct exchange *exchange, const struct engine *engine,
    struct api_error *error)
{
	const struct asked *asked = &exchange->asked;

	if (asked->stream || engine->ops->remote ||
	    whole_bytes(asked) <= WHOLE_MOST)
		return true;
	text_printf(&error->message, "the reply would have about %lld bytes "
	    "at once, and at most %d are given: ask for a stream, or for less "
	    "with max_tokens or n", (long long)whole_bytes(asked),
	    WHOLE_MOST);
	return wrong(error, 400, "invalid_request_error", NULL, "stream");
}

static bool
has_room(struct exchange *exchange, struct api_error *error)
{
	struct service *service = exchange->server->service;
	int64_t most = options_of(exchange)->serve.streams_most;

	if (atomic_fetch_add(&service->streams, 1) < most || !most)
		return true;
	atomic_fetch_sub(&service->streams, 1);
	text_printf(&error->message, "%lld replies are going on, and no more "
	    "at once are allowed; try again later", (long long)most);
	httpd_add_header(exchange->call, "Retry-After", "1");
	return wrong(error, 429, "rate_limit_error", "rate_limit_exceeded",
	    "");
}

/* ---- The engines. */

static void
count_prompt(void *data, const struct text *text)
{
	int64_t *tokens = data;

	*tokens += (int64_t)utf8_count(text_string(text), text->len);
}

static void
fill_request(struct exchange *exchange, struct answering *answering,
    size_t prompt)
{
	struct asked *asked = &exchange->asked;
	struct request *request = &answering->request;

	request_init(request, &asked->conversation, &asked->settings,
	    asked->model);
	request->messages = asked->messages;
	request->prompts = asked->prompts;
	/* One of several prompts is the last that its engine sees. */
	request->count -= asked->prompts - 1 - prompt;
}

/* Another server puts the prompt in front itself, and what it says of logprobs
 * does not come through. The engine here needs no JSON as long as the prompt. */
static void
divide_work(struct asked *asked, bool remote)
{
	if (remote) {
		asked->echo = asked->logprobs = false;
		return;
	}
	free(asked->messages);
	asked->messages = NULL;
}

static void
make_answers(struct exchange *exchange, bool remote)
{
	size_t n = remote ? 1 : (size_t)exchange->asked.settings.n;

	exchange->count = remote ? 1 : n * exchange->asked.prompts;
	exchange->left = exchange->count;
	exchange->answers = xcalloc(exchange->count,
	    sizeof(*exchange->answers));
	for (size_t i = 0; i < exchange->count; i++) {
		struct answering *answering = &exchange->answers[i];

		answering->exchange = exchange;
		answering->number = i;
		fill_request(exchange, answering,
		    remote ? exchange->asked.prompts - 1 : i / n);
	}
}

static int64_t
prompt_tokens(const struct exchange *exchange)
{
	size_t n = exchange->count / exchange->asked.prompts;
	int64_t tokens = 0;

	for (size_t i = 0; i < exchange->count; i += n)
		request_texts(&exchange->answers[i].request, count_prompt,
		    &tokens);
	return tokens;
}

static void
add_reply(struct exchange *exchange, const struct engine *engine)
{
	exchange->reply = conversation_add(&exchange->asked.conversation,
	    ROLE_ASSISTANT, loop_wall_ms(exchange->server->loop), "", 0);
	exchange->reply->engine = xstrdup(engine_label(engine));
	exchange->reply->model = xstrdup(exchange->form.model);
	exchange->reply->remote = engine->ops->remote;
}

/* The engine may forget its models, or be closed, before the exchange ends. */
static void
name_model(struct exchange *exchange, const struct engine *engine)
{
	struct asked *asked = &exchange->asked;

	if (*asked->model)
		return;
	free(asked->model);
	asked->model =
	    xstrdup(turn_model(&options_of(exchange)->settings, engine));
}

static void
fill_form(struct exchange *exchange, const struct engine *engine)
{
	const struct settings *settings = &exchange->asked.settings;

	name_model(exchange, engine);
	exchange->form = (struct reply_form){
		.endpoint = settings->endpoint,
		.id = exchange->answers[0].request.id,
		.model = exchange->asked.model,
		.created = loop_wall_ms(exchange->server->loop) / 1000,
		.choices = exchange->count,
		.prompt_tokens = engine->ops->remote ? -1
			: prompt_tokens(exchange),
		.asked = &exchange->asked,
		.faults = &exchange->faults,
	};
	reply_head(&exchange->head, &exchange->form);
}

static void
add_request_id(struct exchange *exchange)
{
	if (!httpd_header(exchange->call, "x-request-id"))
		httpd_add_header(exchange->call, "x-request-id",
		    exchange->form.id);
}

/* The first engine was taken already; a URL that opens once opens again. */
static void
start_engines(struct exchange *exchange, struct engine *engine)
{
	struct text error = { 0 };

	for (size_t i = 0; i < exchange->count; i++) {
		struct answering *answering = &exchange->answers[i];

		if (i)
			engine = server_take_engine(exchange->server, &error);
		answering->engine = engine;
		engine_start(engine, &answering->request, exchange_event,
		    answering);
	}
}

static void
link_exchange(struct exchange *exchange)
{
	struct server *server = exchange->server;

	exchange->next = server->exchanges;
	if (server->exchanges)
		server->exchanges->previous = exchange;
	server->exchanges = exchange;
}

/* A reply that a fault replaces with something else. */
static void
send_instead(struct exchange *exchange)
{
	exchange->phase = EXCHANGE_WRITTEN;
	exchange_settle_head(exchange);
	exchange->reply->end.state = MESSAGE_FAILED;
	exchange->left = 0;
	exchange_end_reply(exchange);
	httpd_reply(exchange->call, exchange->head.status,
	    exchange->head.instead, strlen(exchange->head.instead),
	    exchange->head.lie);
}

/* Another server puts the prompt in front itself; and of its probabilities
 * nothing is known here. */
static void
leave_to_other(struct asked *asked)
{
	asked->echo = false;
	asked->logprobs = false;
}

static void
start(struct exchange *exchange, struct engine *engine)
{
	struct server *server = exchange->server;
	struct service *service = server->service;

	divide_work(&exchange->asked, engine->ops->remote);
	make_answers(exchange, engine->ops->remote);
	if (engine->ops->remote)
		leave_to_other(&exchange->asked);
	fill_form(exchange, engine);
	add_reply(exchange, engine);
	add_request_id(exchange);
	tracker_start(&exchange->tracker, loop_now(server->loop),
	    loop_wall_ms(server->loop), NULL);
	exchange->record = serve_record_new(&service->options->tracing,
	    exchange->call, &exchange->asked, &exchange->answers[0].request,
	    &exchange->tracker, exchange->reply, engine->ops->remote);
	if (service->journal)
		journal_begin(&exchange->journal, exchange->count);
	exchange->stream = reply_stream_new(&exchange->form);
	httpd_set_data(exchange->call, exchange);
	link_exchange(exchange);
	metrics_stream(server->metrics, 1);
	if (exchange->faults.count)
		metrics_fault(server->metrics);
	show_request(service->show, exchange);
	if (exchange->head.instead) {
		server_give_engine(server, engine);
		send_instead(exchange);
		return;
	}
	/* Nothing that comes can fail: who waits may know that it has begun. */
	if (!engine->ops->remote)
		exchange_send_head(exchange);
	start_engines(exchange, engine);
}

static bool
read_body(struct exchange *exchange, enum endpoint endpoint,
    struct api_error *error)
{
	struct settings settings = options_of(exchange)->settings;
	struct text body = { 0 };
	bool ok;

	/* Only lent: what is shared is not changed. */
	settings.endpoint = endpoint;
	httpd_take_body(exchange->call, &body);
	ok = request_read(&exchange->asked, &settings, text_string(&body),
	    body.len, error);
	text_release(&body);
	return ok;
}

static struct engine *
take_engine(struct exchange *exchange, struct api_error *error)
{
	struct engine *engine =
	    server_take_engine(exchange->server, &error->message);

	if (!engine)
		wrong(error, 500, "server_error", NULL, "");
	return engine;
}

void
exchange_begin(struct server *server, struct httpd_call *call,
    enum endpoint endpoint)
{
	struct exchange *exchange = xcalloc(1, sizeof(*exchange));
	struct api_error error = { 0 };
	struct engine *engine = NULL;

	exchange_init(exchange, server, call);
	if (read_body(exchange, endpoint, &error) &&
	    read_faults(exchange, &error) && has_model(exchange, &error))
		engine = take_engine(exchange, &error);
	if (engine && is_answerable(exchange, engine, &error) &&
	    is_few(exchange, &error) && is_small(exchange, engine, &error) &&
	    has_room(exchange, &error)) {
		start(exchange, engine);
		return;
	}
	if (engine)
		server_give_engine(server, engine);
	routes_refuse(server, call, &error);
	exchange_free(exchange);
}
