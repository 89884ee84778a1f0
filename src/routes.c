/* routes.c: what is asked of the server, by method and path. Errors are those
 * of the OpenAI API, all of them short JSON. */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "exchange.h"
#include "json.h"
#include "nearest.h"
#include "show.h"
#include "turn.h"
#include "xalloc.h"

enum { SHOWN_MAX = 60 };

#define JSON "application/json"
#define MODELS "/v1/models"

typedef void route_fn(struct server *server, struct httpd_call *call);

static void
reply(struct server *server, struct httpd_call *call,
    enum metrics_route route, int status, const char *type,
    const struct text *body)
{
	metrics_request(server->metrics, route, status);
	httpd_add_header(call, "Content-Type", type);
	httpd_reply(call, status, text_string(body), body->len, 0);
}

/* ---- Small things. */

static void
answer_health(struct server *server, struct httpd_call *call)
{
	struct text body = { 0 };

	text_add(&body, "{\"status\":\"ok\"}");
	reply(server, call, ROUTE_HEALTH, 200, JSON, &body);
	text_release(&body);
}

static void
answer_metrics(struct server *server, struct httpd_call *call)
{
	const struct service *service = server->service;
	struct text body = { 0 };

	metrics_print((const struct metrics *const *)service->metrics,
	    service->loops, &body);
	reply(server, call, ROUTE_METRICS, 200,
	    "text/plain; version=0.0.4; charset=utf-8", &body);
	text_release(&body);
}

static void
answer_embeddings(struct server *server, struct httpd_call *call)
{
	struct api_error error = { .status = 501,
		.type = "invalid_request_error", .code = "not_implemented" };

	text_add(&error.message, "there are no embeddings here: this server "
	    "streams text; see /v1/chat/completions");
	routes_refuse(server, call, &error);
}

/* Takes the sentence. */
static void
refuse_engine(struct server *server, struct httpd_call *call,
    struct text *sentence)
{
	struct api_error error = { .status = 500, .type = "server_error",
		.message = *sentence };

	*sentence = (struct text){ 0 };
	routes_refuse(server, call, &error);
}

/* ---- Models. */

static void
write_model(struct text *out, const char *name, size_t len, int64_t created)
{
	json_open(out, NULL, '{');
	json_string(out, "id", name, len);
	json_text(out, "object", "model");
	json_integer(out, "created", created);
	json_text(out, "owned_by", "echochat");
	json_close(out, '}');
}

static void
answer_list(struct server *server, struct httpd_call *call,
    const struct strings *models)
{
	int64_t created = server->service->started_s;
	struct text body = { 0 };

	json_open(&body, NULL, '{');
	json_text(&body, "object", "list");
	json_open(&body, "data", '[');
	for (size_t i = 0; i < models->count; i++)
		write_model(&body, models->items[i].bytes,
		    models->items[i].len, created);
	json_close(&body, ']');
	json_close(&body, '}');
	reply(server, call, ROUTE_MODELS, 200, JSON, &body);
	text_release(&body);
}

static bool
has_model(const struct strings *models, const char *name)
{
	for (size_t i = 0; i < models->count; i++)
		if (!strcmp(text_string(&models->items[i]), name))
			return true;
	return false;
}

static void
answer_model(struct server *server, struct httpd_call *call,
    const struct strings *models)
{
	const char *name = httpd_path(call) + strlen(MODELS) + 1;
	struct text body = { 0 };

	if (!has_model(models, name)) {
		struct api_error error = { .status = 404,
			.type = "invalid_request_error",
			.code = "model_not_found" };

		text_add(&error.message, "the model ");
		escape_quote_short(&error.message, name, strlen(name),
		    SHOWN_MAX);
		text_add(&error.message, " does not exist");
		text_add(&error.param, "model");
		routes_refuse(server, call, &error);
		return;
	}
	write_model(&body, name, strlen(name), server->service->started_s);
	reply(server, call, ROUTE_MODELS, 200, JSON, &body);
	text_release(&body);
}

static void
answer_with(struct server *server, struct httpd_call *call,
    const struct strings *models)
{
	if (!strcmp(httpd_path(call), MODELS))
		answer_list(server, call, models);
	else
		answer_model(server, call, models);
}

/* A question that another server has to answer. */
struct query {
	struct client client;
	struct server *server;
	struct httpd_call *call;
	struct engine *engine;
};

static void
on_models(void *data, const char *sentence)
{
	struct query *query = data;
	struct api_error error = { .status = 502, .type = "server_error" };

	httpd_set_data(query->call, NULL);
	if (sentence) {
		text_add(&error.message, sentence);
		routes_refuse(query->server, query->call, &error);
	} else {
		answer_with(query->server, query->call,
		    &query->engine->models);
	}
	server_give_engine(query->server, query->engine);
	free(query);
}

static void
on_query_over(struct client *client, bool whole)
{
	struct query *query = (struct query *)client;

	(void)whole;
	engine_close(query->engine);
	free(query);
}

static void
ask_models(struct server *server, struct httpd_call *call,
    struct engine *engine)
{
	struct query *query = xcalloc(1, sizeof(*query));

	*query = (struct query){ { NULL, on_query_over }, server, call,
		engine };
	httpd_set_data(call, query);
	engine->ops->list_models(engine, &server->service->options->settings,
	    on_models, query);
}

static void
answer_own_model(struct server *server, struct httpd_call *call,
    const struct engine *engine)
{
	const struct settings *settings = &server->service->options->settings;
	struct strings models = { 0 };
	struct text name = { 0 };

	text_add(&name, turn_model(settings, engine));
	strings_add(&models, &name);
	answer_with(server, call, &models);
	strings_release(&models);
	text_release(&name);
}

/* The one that was named, else those that the engine knows, else its name. */
static void
answer_models(struct server *server, struct httpd_call *call)
{
	bool named = server->service->options->settings.model_name.len;
	struct text error = { 0 };
	struct engine *engine = server_take_engine(server, &error);

	if (!engine) {
		refuse_engine(server, call, &error);
	} else if (engine->ops->list_models && !named) {
		ask_models(server, call, engine);
	} else {
		answer_own_model(server, call, engine);
		server_give_engine(server, engine);
	}
}

/* ---- Replies. */

static void
answer_chat(struct server *server, struct httpd_call *call)
{
	exchange_begin(server, call, ENDPOINT_CHAT);
}

static void
answer_completions(struct server *server, struct httpd_call *call)
{
	exchange_begin(server, call, ENDPOINT_COMPLETIONS);
}

/* ---- The table. */

static const struct route {
	const char *method;
	const char *path;
	bool open;   /* without a key */
	bool prefix; /* what stands behind it is the route's */
	enum metrics_route number;
	route_fn *fn;
} routes[] = {
	{ "POST", "/v1/chat/completions", false, false, ROUTE_CHAT,
	    answer_chat },
	{ "POST", "/v1/completions", false, false, ROUTE_COMPLETIONS,
	    answer_completions },
	{ "POST", "/v1/embeddings", false, false, ROUTE_EMBEDDINGS,
	    answer_embeddings },
	{ "GET", MODELS, false, false, ROUTE_MODELS, answer_models },
	{ "GET", MODELS "/", false, true, ROUTE_MODELS, answer_models },
	{ "GET", "/health", true, false, ROUTE_HEALTH, answer_health },
	{ "GET", "/metrics", true, false, ROUTE_METRICS, answer_metrics },
};

enum { COUNT = sizeof(routes) / sizeof(*routes) };

static bool
is_at(const struct route *route, const char *path)
{
	size_t len = strlen(route->path);

	if (route->prefix)
		return !strncmp(path, route->path, len) && path[len];
	return !strcmp(path, route->path);
}

static const struct route *
find_route(const char *path)
{
	for (size_t i = 0; i < COUNT; i++)
		if (is_at(&routes[i], path))
			return &routes[i];
	return NULL;
}

/* ---- Errors. */

void
routes_refuse(struct server *server, struct httpd_call *call,
    struct api_error *error)
{
	const struct route *route = find_route(httpd_path(call));
	enum metrics_route number = route ? route->number : ROUTE_UNKNOWN;
	struct text body = { 0 };

	reply_error(&body, error);
	reply(server, call, number, error->status, JSON, &body);
	show_refused(server->service->show, server, call, number,
	    error->status, text_string(&error->message));
	text_release(&body);
	api_error_release(error);
}

void
routes_error_body(int status, const char *sentence, struct text *body)
{
	struct api_error error = { .status = status,
		.type = "invalid_request_error" };

	text_add(&error.message, sentence);
	reply_error(body, &error);
	api_error_release(&error);
}

static void
refuse_path(struct server *server, struct httpd_call *call)
{
	const char *path = httpd_path(call);
	struct api_error error = { .status = 404,
		.type = "invalid_request_error", .code = "not_found" };
	struct nearest nearest;

	nearest_init(&nearest, path);
	for (size_t i = 0; i < COUNT; i++)
		nearest_offer(&nearest, routes[i].path);
	text_add(&error.message, "there is nothing at ");
	escape_quote_short(&error.message, path, strlen(path), SHOWN_MAX);
	text_printf(&error.message, "; replies are at %s",
	    nearest_name(&nearest) ? nearest_name(&nearest)
				   : routes[0].path);
	routes_refuse(server, call, &error);
}

static void
refuse_method(struct server *server, struct httpd_call *call,
    const struct route *route)
{
	struct api_error error = { .status = 405,
		.type = "invalid_request_error", .code = "method_not_allowed" };

	httpd_add_header(call, "Allow", route->method);
	text_printf(&error.message, "%s wants %s, not ", route->path,
	    route->method);
	escape_plain(&error.message, httpd_method(call),
	    strlen(httpd_method(call)));
	routes_refuse(server, call, &error);
}

/* Takes as long for a wrong key as for the right one. */
static bool
is_key(const char *given, const char *key)
{
	size_t len = strlen(key), given_len = strlen(given);
	int differences = len != given_len;

	for (size_t i = 0; i < len; i++)
		differences |= key[i] ^ given[i < given_len ? i : 0];
	return !differences;
}

static bool
has_key(const struct server *server, struct httpd_call *call)
{
	const char *key = server->service->key;
	const char *given = httpd_header(call, "Authorization");

	if (!key)
		return true;
	return given && !strncmp(given, "Bearer ", 7) && is_key(given + 7, key);
}

static void
refuse_key(struct server *server, struct httpd_call *call)
{
	bool given = httpd_header(call, "Authorization");
	struct api_error error = { .status = 401,
		.type = "authentication_error", .code = "invalid_api_key" };

	text_add(&error.message, given ? "the API key is not the right one"
		: "an API key is wanted: Authorization: Bearer KEY");
	httpd_add_header(call, "WWW-Authenticate", "Bearer");
	routes_refuse(server, call, &error);
}

static bool
is_method(const struct route *route, const char *method)
{
	return !strcmp(method, route->method) ||
	    (!strcmp(method, "HEAD") && !strcmp(route->method, "GET"));
}

void
routes_answer(struct server *server, struct httpd_call *call)
{
	const struct route *route = find_route(httpd_path(call));
	const char *id = httpd_header(call, "x-request-id");

	if (id && *id)
		httpd_add_header(call, "x-request-id", id);
	if (!route)
		refuse_path(server, call);
	else if (!route->open && !has_key(server, call))
		refuse_key(server, call);
	else if (!is_method(route, httpd_method(call)))
		refuse_method(server, call, route);
	else
		route->fn(server, call);
}
