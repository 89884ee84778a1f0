/* serve.c: front end: in=http.
 *
 * Opens what all loops share, the first loop and the workers, and shows what
 * happens: a view in a terminal, else a line for each reply. The first signal
 * lets replies that go on end; the second ends them. */
#include "serve.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "escape.h"
#include "exchange.h"
#include "options.h"
#include "show.h"
#include "status.h"
#include "workers.h"
#include "xalloc.h"

enum { /* What waits for the disk, and how long. */
	JOURNAL_LINES = 16384,
	JOURNAL_BYTES = 64 * 1024,
	JOURNAL_FLUSH_MS = 200,
};

struct serve {
	const struct options *options;
	struct loop *loop;
	struct service service;
	struct server server; /* the first loop's */
	struct workers *workers; /* NULL: there is one loop only */
	struct metrics **metrics;
	struct text address, serves; /* for people */
	bool view;    /* on the terminal */
	int draining; /* parts that have not ended yet */
	bool ending;  /* it was told to end */
};

/* ---- What all loops share. */

/* Whether nobody but this machine can reach it. */
static bool
is_local(const char *host)
{
	struct in_addr address;

	if (!strcmp(host, "localhost") || !strcmp(host, "::1"))
		return true;
	return inet_pton(AF_INET, host, &address) == 1 &&
	    ntohl(address.s_addr) >> 24 == 127;
}

static bool
may_listen(const struct serve_options *options, struct text *error)
{
	if (is_local(options->host) || options->allow_remote ||
	    options->api_key_env)
		return true;
	text_add(error, "--http-host ");
	escape_quote(error, options->host, strlen(options->host));
	text_add(error, " lets others in: say --http-allow-remote, or let "
	    "them send a key with --http-api-key-env NAME");
	return false;
}

static bool
read_key(struct service *service, const char *name, struct text *error)
{
	if (!name)
		return true;
	service->key = getenv(name);
	if (service->key && *service->key)
		return true;
	text_printf(error, "--http-api-key-env: the variable %s is not set",
	    name);
	return false;
}

static bool
read_faults(struct service *service, const struct strings *specs,
    struct text *error)
{
	struct text why = { 0 };
	bool ok = true;

	for (size_t i = 0; i < specs->count && ok; i++)
		ok = faults_read(&service->faults,
		    text_string(&specs->items[i]), &why);
	if (!ok)
		text_printf(error, "--fault: %s", text_string(&why));
	text_release(&why);
	return ok;
}

static bool
open_records(struct service *service, const struct tracing *tracing,
    struct text *error)
{
	const struct trace_sink_options *sinks = &tracing->sinks;

	if (!tracing->on || (!sinks->file && !sinks->standard_error))
		return true;
	service->records = trace_sink_open(sinks, error);
	return service->records;
}

/* A journal is lines of JSON, as trace records are. */
static bool
open_journal(struct service *service, const char *path, struct text *error)
{
	struct trace_sink_options options = { .file = true,
		.to = { .path = path, .what = "journal line",
		    .format = TRACE_JSONL, .buffer_bytes = JOURNAL_BYTES },
		.capacity = JOURNAL_LINES, .flush_ms = JOURNAL_FLUSH_MS };

	if (path)
		service->journal = trace_sink_open(&options, error);
	return service->journal || !path;
}

/* ---- The end. */

static void
on_drained(void *data)
{
	struct serve *serve = data;

	if (--serve->draining == 0)
		loop_stop(serve->loop);
}

static void
drain(struct serve *serve)
{
	serve->draining = serve->workers ? 2 : 1;
	serve->server.on_drained = on_drained;
	serve->server.on_drained_data = serve;
	server_drain(&serve->server);
	if (serve->workers)
		workers_drain(serve->workers, on_drained, serve);
}

static void
on_signal(void *data, int number)
{
	struct serve *serve = data;

	(void)number;
	if (serve->ending) {
		loop_stop(serve->loop);
		return;
	}
	serve->ending = true;
	show_draining(serve->service.show);
	drain(serve);
}

static void
close_sink(struct trace_sink *sink)
{
	struct text news = { 0 };

	if (!sink)
		return;
	trace_sink_close(sink, &news);
	if (news.len)
		status_complain(text_string(&news));
	text_release(&news);
}

static void
close_all(struct serve *serve)
{
	if (serve->workers)
		workers_close(serve->workers);
	server_close(&serve->server);
	if (serve->service.show)
		show_close(serve->service.show);
	close_sink(serve->service.records);
	close_sink(serve->service.journal);
	text_release(&serve->address);
	text_release(&serve->serves);
	for (size_t i = 0; i < serve->service.loops; i++)
		metrics_free(serve->metrics[i]);
	free(serve->metrics);
	loop_free(serve->loop);
}

/* ---- The beginning. */

/* A wrong out= is said now, not with the first request. */
static bool
try_engine(struct serve *serve, struct text *error)
{
	struct engine *engine = server_take_engine(&serve->server, error);

	if (engine)
		server_give_engine(&serve->server, engine);
	return engine;
}

static void
fill_service(struct serve *serve)
{
	struct service *service = &serve->service;
	size_t loops = (size_t)serve->options->serve.workers;

	serve->metrics = xcalloc(loops, sizeof(*serve->metrics));
	for (size_t i = 0; i < loops; i++)
		serve->metrics[i] = metrics_new();
	*service = (struct service){ .options = serve->options,
		.metrics = serve->metrics, .loops = loops,
		.started_s = loop_wall_ms(serve->loop) / 1000 };
}

static bool
open_service(struct serve *serve, struct text *error)
{
	const struct serve_options *options = &serve->options->serve;

	fill_service(serve);
	return may_listen(options, error) &&
	    read_key(&serve->service, options->api_key_env, error) &&
	    read_faults(&serve->service, &options->faults, error) &&
	    open_records(&serve->service, &serve->options->tracing, error) &&
	    open_journal(&serve->service, options->journal, error);
}

static void
add_address(const struct serve *serve, struct text *out)
{
	const char *host = serve->options->serve.host;
	bool colons = strchr(host, ':');

	text_printf(out, "http://%s%s%s:%u/v1", colons ? "[" : "", host,
	    colons ? "]" : "", httpd_port(serve->server.httpd));
}

/* What answers, and how fast. */
static void
add_serves(const struct serve *serve, struct text *out)
{
	const struct options *options = serve->options;

	text_add(out, options->engine);
	if (options->settings.model_name.len)
		text_printf(out, " as %s",
		    text_string(&options->settings.model_name));
	if (serve->server.idle_count && serve->server.idle[0]->ops->remote)
		return;
	text_add(out, ", ");
	setting_show(&options->settings, setting_find("delay"), out);
	text_add(out, " ms a token");
}

static bool
open_show(struct serve *serve, bool utf8, struct text *error)
{
	const char *no_colour = getenv("NO_COLOR");

	add_address(serve, &serve->address);
	add_serves(serve, &serve->serves);
	serve->service.show = show_open(serve->loop,
	    &(struct show_options){
		.address = text_string(&serve->address),
		.serves = text_string(&serve->serves),
		.view = serve->view,
		.terminal = { .in = stdin, .out = stdout, .utf8 = utf8,
		    .no_mouse = !serve->options->settings.mouse,
		    .no_colour = no_colour && *no_colour,
		    .theme = &serve->options->config.theme },
		.metrics = (const struct metrics *const *)serve->metrics,
		.loops = serve->service.loops,
		.quit = on_signal, .data = serve },
	    error);
	return serve->service.show;
}

/* Workers begin at once, and need all that was opened before. */
static bool
open_loops(struct serve *serve, bool utf8, struct text *error)
{
	if (!server_open(&serve->server, &serve->service, serve->loop,
		serve->metrics[0], (uint16_t)serve->options->serve.port,
		error) ||
	    !try_engine(serve, error) || !open_show(serve, utf8, error))
		return false;
	if (serve->service.loops == 1)
		return true;
	serve->workers = workers_open(&serve->service, serve->loop,
	    httpd_port(serve->server.httpd), error);
	return serve->workers;
}

/* Before anybody is told that it serves: who reads that may end it at once. */
static void
catch_signals(struct serve *serve)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		loop_signal(serve->loop, numbers[i], on_signal, serve);
}

static void
run(struct serve *serve)
{
	if (!serve->view) {
		printf("%s\n", text_string(&serve->address));
		fflush(stdout);
	}
	loop_run(serve->loop);
}

int
serve_run(const struct options *options, bool utf8)
{
	struct serve serve = { .options = options, .loop = loop_new(),
		.view = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
		    !options->plain && terminal_is_capable(NULL) };
	struct text error = { 0 };
	bool ok;

	/* The view has its own. */
	if (!serve.view)
		catch_signals(&serve);
	ok = open_service(&serve, &error) && open_loops(&serve, utf8, &error);
	if (ok)
		run(&serve);
	close_all(&serve);
	if (!ok)
		status_complain(text_string(&error));
	text_release(&error);
	return ok ? STATUS_OK : STATUS_USAGE;
}
