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
#include "status.h"
#include "workers.h"
#include "xalloc.h"

struct serve {
	const struct options *options;
	struct loop *loop;
	struct service service;
	struct server server; /* the first loop's */
	struct workers *workers; /* NULL: there is one loop only */
	struct metrics **metrics;
	struct trace_sink *log; /* lines for people; NULL with a view */
	int draining; /* parts that have not ended yet */
	int signal;   /* the first that came, or 0 */
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
open_journal(struct service *service, const struct options *options,
    struct text *error)
{
	struct trace_sink_options sinks = options->tracing.sinks;

	if (!options->serve.journal)
		return true;
	sinks.file = true;
	sinks.standard_error = false;
	sinks.to.what = "journal line";
	sinks.to.path = options->serve.journal;
	sinks.to.format = TRACE_JSONL;
	service->journal = trace_sink_open(&sinks, error);
	return service->journal;
}

static bool
open_log(struct serve *serve, struct text *error)
{
	struct trace_sink_options sinks = serve->options->tracing.sinks;

	sinks.file = false;
	sinks.standard_error = true;
	sinks.to.what = "log line";
	sinks.flush_ms = 0;
	serve->log = trace_sink_open(&sinks, error);
	return serve->log;
}

/* ---- What happens, told from any loop. */

static void
tell(struct serve *serve, const char *sentence)
{
	struct text line = { 0 };

	text_add(&line, "echochat: ");
	text_add(&line, sentence);
	trace_sink_add(serve->log, &line);
}

static void
on_begin(void *data, const struct exchange *exchange)
{
	(void)data;
	(void)exchange;
}

static void
on_end(void *data, const struct exchange *exchange)
{
	(void)data;
	(void)exchange;
}

static void
on_refused(void *data, const struct httpd_call *call, int status,
    const char *sentence)
{
	(void)data;
	(void)call;
	(void)status;
	(void)sentence;
}

static void
on_warning(void *data, const char *sentence)
{
	tell(data, sentence);
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
		workers_drain(serve->workers, serve->loop, on_drained, serve);
}

static void
on_signal(void *data, int number)
{
	struct serve *serve = data;

	if (serve->signal) {
		loop_stop(serve->loop);
		return;
	}
	serve->signal = number;
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
	close_sink(serve->service.records);
	close_sink(serve->service.journal);
	close_sink(serve->log);
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
		.started_s = loop_wall_ms(serve->loop) / 1000,
		.on_begin = on_begin, .on_end = on_end,
		.on_refused = on_refused, .warn = on_warning, .data = serve };
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
	    open_journal(&serve->service, serve->options, error) &&
	    open_log(serve, error);
}

static bool
open_loops(struct serve *serve, struct text *error)
{
	if (!server_open(&serve->server, &serve->service, serve->loop,
		serve->metrics[0], (uint16_t)serve->options->serve.port,
		error) ||
	    !try_engine(serve, error))
		return false;
	if (serve->service.loops == 1)
		return true;
	serve->workers = workers_open(&serve->service,
	    httpd_port(serve->server.httpd), error);
	return serve->workers;
}

static void
print_address(const struct serve *serve)
{
	const char *host = serve->options->serve.host;
	bool colons = strchr(host, ':');

	printf("http://%s%s%s:%u/v1\n", colons ? "[" : "", host,
	    colons ? "]" : "", httpd_port(serve->server.httpd));
	fflush(stdout);
}

static void
run(struct serve *serve)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

	print_address(serve);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		loop_signal(serve->loop, numbers[i], on_signal, serve);
	loop_run(serve->loop);
}

int
serve_run(const struct options *options, const char *warning, bool utf8)
{
	struct serve serve = { .options = options, .loop = loop_new() };
	struct text error = { 0 };
	bool ok;

	(void)utf8;
	if (*warning)
		status_complain(warning);
	ok = open_service(&serve, &error) && open_loops(&serve, &error);
	if (ok)
		run(&serve);
	close_all(&serve);
	if (!ok)
		status_complain(text_string(&error));
	text_release(&error);
	return ok ? STATUS_OK : STATUS_USAGE;
}
