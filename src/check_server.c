/* check_server.c: checks on whether somebody is there, on whole replies, and
 * on connections. */
#include <stdlib.h>
#include <string.h>

#include "checks.h"

/* ---- Routes. */

static void
get(struct checks *checks, struct probe *probe, const char *base,
    const char *path)
{
	struct text url = { 0 };

	text_printf(&url, "%s%s", base, path);
	probe_send(probe, &checks->prober, text_string(&url), NULL);
	prober_wait(&checks->prober);
	text_release(&url);
}

static const struct json *
member(const struct json *object, const char *name)
{
	bool twice;

	return json_get(object, name, &twice);
}

/* Whether the list has the model; takes the first if none was named. */
static bool
look_for_model(struct checks *checks, const struct json *list, size_t *count)
{
	const char *wanted = checks->prober.model;
	bool found = false;

	for (const struct json *at = list ? list->first : NULL; at;
	     at = at->next) {
		const struct json *id = member(at, "id");

		if (!id || id->kind != JSON_STRING || !id->len)
			continue;
		if (!(*count)++ && !wanted)
			text_append(&checks->model, id->bytes, id->len);
		found |= !wanted || json_is(id, wanted);
	}
	if (checks->model.len)
		checks->prober.model = text_string(&checks->model);
	return found;
}

static enum verdict
judge_models(struct checks *checks, const struct probe *probe,
    const struct json *root)
{
	size_t count = 0;
	bool found = look_for_model(checks, member(root, "data"), &count);
	const char *model = checks->prober.model;

	if (probe->status != 200)
		return check_fail(checks, "%s", check_tell(checks, probe));
	if (!json_is(member(root, "object"), "list") || !count)
		return check_fail(checks, "no list of models: %s",
		    check_quote(checks, probe->body.bytes, probe->body.len));
	if (!found)
		return check_pass(checks, "%zu, and not %s, which is asked "
		    "for", count, check_quote(checks, model, strlen(model)));
	return check_pass(checks, "%zu; %s is asked for", count,
	    check_quote(checks, model, strlen(model)));
}

enum verdict
check_models(struct checks *checks)
{
	struct json_reader *reader = json_reader_new();
	struct probe probe = { 0 };
	enum verdict verdict;

	get(checks, &probe, checks->prober.base, "/models");
	json_read(reader, text_string(&probe.body), probe.body.len);
	verdict = judge_models(checks, &probe, json_root(reader));
	json_reader_free(reader);
	probe_release(&probe);
	return verdict;
}

enum verdict
check_health(struct checks *checks)
{
	struct probe probe = { 0 };
	enum verdict verdict;

	get(checks, &probe, checks->root, "/health");
	if (probe.status == 200)
		verdict = check_pass(checks, "status 200");
	else if (probe.status == 404 || probe.status == 405)
		verdict = check_skip(checks, "there is none: status %d",
		    probe.status);
	else
		verdict = check_fail(checks, "%s", check_tell(checks, &probe));
	probe_release(&probe);
	return verdict;
}

/* ---- A whole reply. */

/* An echo server says all of it, a model, perhaps, what is behind the colon;
 * small ones have nothing to say to some. */
static const char *const prompts[] = {
	"Say exactly this: alpha beta gamma delta END omega",
	"Count from one to twenty in words.",
	"Tell me a story about a cat and a mouse.",
};

/* Looks for a prompt to which there is an answer. */
static void
find_prompt(struct checks *checks)
{
	struct probe *whole = &checks->whole;

	for (size_t i = 0; i < sizeof(prompts) / sizeof(*prompts); i++) {
		struct ask ask;

		checks->prompt = prompts[i];
		ask = check_usual_ask(checks, false);
		ask.trying = true;
		probe_release(whole);
		check_ask(checks, whole, &ask);
		if (!probe_is_whole(whole) ||
		    whole->reply->text.len >= CHECK_TEXT_LEAST)
			return;
	}
}

enum verdict
check_chat(struct checks *checks)
{
	find_prompt(checks);
	if (!probe_is_whole(&checks->whole))
		return check_fail(checks, "%s",
		    check_tell(checks, &checks->whole));
	if (!checks->whole.form.chunks ||
	    !probe_has(&checks->whole, ANOMALY_NOT_STREAMED))
		return check_pass(checks, "%s",
		    check_tell(checks, &checks->whole));
	return check_fail(checks, "a stream came, and none was asked for");
}

enum verdict
check_chat_type(struct checks *checks)
{
	static const char json[] = "application/json";
	const struct text *type = &checks->whole.type;
	const char *quoted = check_quote(checks, type->bytes, type->len);

	if (strncmp(text_string(type), json, strlen(json)))
		return check_fail(checks, "%s in place of %s", quoted, json);
	return check_pass(checks, "%s", quoted);
}

enum verdict
check_chat_form(struct checks *checks)
{
	const struct streamform *form = &checks->whole.form;
	const struct {
		const char *name;
		const struct same *same;
	} members[] = { { "id", &form->id }, { "object", &form->object },
		{ "created", &form->created }, { "model", &form->model } };

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
		if (!members[i].same->seen)
			return check_fail(checks, "there is no %s",
			    members[i].name);
	if (strcmp(text_string(&form->object.first), "\"chat.completion\""))
		return check_fail(checks, "object is %s",
		    text_string(&form->object.first));
	if (!form->choices[0].role)
		return check_fail(checks, "the role of the message is not "
		    "assistant");
	return check_pass(checks, "id %s, model %s",
	    text_string(&form->id.first), text_string(&form->model.first));
}

enum verdict
check_chat_usage(struct checks *checks)
{
	const struct usage *usage = &checks->whole.reply->usage;
	long long in = usage->prompt_tokens, out = usage->completion_tokens;
	long long total = usage->total_tokens;

	if (in < 0 || out < 0 || total < 0)
		return check_fail(checks, "there is no usage, or not all three "
		    "counts");
	if (in + out != total || !in || (!out &&
	    checks->whole.reply->text.len))
		return check_fail(checks, "%lld and %lld tokens are %lld in "
		    "all", in, out, total);
	return check_pass(checks, "%lld + %lld = %lld tokens", in, out, total);
}

enum verdict
check_chat_again(struct checks *checks)
{
	const struct text *text;
	struct ask ask = check_usual_ask(checks, false);

	check_ask(checks, &checks->again, &ask);
	text = &checks->again.reply->text;
	if (!probe_is_whole(&checks->again))
		return check_fail(checks, "%s",
		    check_tell(checks, &checks->again));
	if (!check_same_text(&checks->whole.reply->text, text))
		return check_skip(checks, "it is another: %s",
		    check_quote(checks, text->bytes, text->len));
	checks->repeats = true;
	return check_pass(checks, "%zu bytes of text, the same", text->len);
}

/* ---- Connections. */

enum { AT_ONCE = 4 };

enum verdict
check_parallel(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, true);
	struct probe probes[AT_ONCE] = { 0 };
	enum verdict verdict = check_pass(checks, "%d of %d", AT_ONCE, AT_ONCE);

	/* Some answer one after the other. */
	ask.max_tokens = 16;
	for (size_t i = 0; i < AT_ONCE; i++)
		probe_start(&probes[i], &checks->prober, &ask);
	prober_wait(&checks->prober);
	for (size_t i = 0; i < AT_ONCE; i++) {
		if (!probe_is_whole(&probes[i]))
			verdict = check_fail(checks, "number %zu: %s", i + 1,
			    check_tell(checks, &probes[i]));
		probe_release(&probes[i]);
	}
	return verdict;
}

/* The first brings the connection, if none is there. */
enum verdict
check_keep_alive(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, false);
	struct probe first = { 0 }, second = { 0 };
	enum verdict verdict;

	ask.max_tokens = 1;
	ask.keep = true;
	check_ask(checks, &first, &ask);
	check_ask(checks, &second, &ask);
	if (!probe_is_whole(&second))
		verdict = check_fail(checks, "the second: %s",
		    check_tell(checks, &second));
	else if (!second.reused)
		verdict = check_fail(checks, "the connection is closed behind "
		    "a reply");
	else
		verdict = check_pass(checks, "the second request went over the "
		    "connection of the first");
	probe_release(&first);
	probe_release(&second);
	return verdict;
}

/* ---- Clients that leave. */

/* What servers count, and what becomes of it when a client has left. */
static const struct gauge {
	const char *name;
	bool rises; /* else it falls to 0 */
} gauges[] = {
	{ "echochat_clients_left_total", true },
	{ "vllm:num_requests_running", false },
	{ "llamacpp:requests_processing", false },
};

enum { METRICS_TRIES = 20, METRICS_MS = 100, FREE_MS = 1000 };

/* Returns the value of a line of metrics, -1 if it is not there. */
static double
value_of(const struct text *metrics, const char *name)
{
	const char *at = text_string(metrics);
	double value = -1;

	while ((at = strstr(at, name))) {
		bool begins = at == metrics->bytes || at[-1] == '\n';

		at += strlen(name);
		if (!begins || !strchr(" {", *at))
			continue;
		at += strcspn(at, "}\n") * (*at == '{');
		value = strtod(at + (*at == '}'), NULL) +
		    (value < 0 ? 0 : value);
	}
	return value;
}

/* Returns a metric that tells of clients, NULL if there is none. */
static const struct gauge *
read_gauge(struct checks *checks, double *value)
{
	struct probe probe = { 0 };
	const struct gauge *found = NULL;

	get(checks, &probe, checks->root, "/metrics");
	for (size_t i = 0; i < sizeof(gauges) / sizeof(*gauges) && !found;
	     i++) {
		*value = value_of(&probe.body, gauges[i].name);
		if (probe.status == 200 && *value >= 0)
			found = &gauges[i];
	}
	probe_release(&probe);
	return found;
}

static bool
has_noticed(struct checks *checks, const struct gauge *gauge, double before)
{
	for (int i = 0; i < METRICS_TRIES && !checks->prober.stopped; i++) {
		double value = 0;

		if (!read_gauge(checks, &value))
			return false;
		if (gauge->rises ? value > before : value <= 0)
			return true;
		loop_run_for(checks->prober.loop, LOOP_MS(METRICS_MS));
	}
	return false;
}

/* Asks shortly; returns how long it took, in ms, or -1. */
static double
ask_shortly(struct checks *checks)
{
	struct ask ask = check_usual_ask(checks, false);
	struct probe probe = { 0 };
	double ms = -1;

	ask.max_tokens = 1;
	check_ask(checks, &probe, &ask);
	if (probe_is_whole(&probe))
		ms = (double)(probe.end_at - probe.sent_at) / 1000;
	probe_release(&probe);
	return ms;
}

static void
write_long_prompt(struct text *out)
{
	text_add(out, "Go on counting to 300: ");
	for (int i = 1; i <= 60; i++)
		text_printf(out, "%d, ", i);
}

/* Whether there was a reply to leave. */
static bool
leave(struct checks *checks)
{
	struct text prompt = { 0 };
	struct ask ask = check_usual_ask(checks, true);
	struct probe probe = { 0 };
	bool left;

	ask.max_tokens = 2000;
	ask.leave_at = 1;
	write_long_prompt(&prompt);
	ask.prompt = text_string(&prompt);
	check_ask(checks, &probe, &ask);
	left = probe.text_at && probe.reply->end.state == MESSAGE_STREAMING;
	text_release(&prompt);
	probe_release(&probe);
	return left;
}

enum verdict
check_cancel(struct checks *checks)
{
	double before = 0, usual = ask_shortly(checks), after;
	const struct gauge *gauge = read_gauge(checks, &before);

	if (!leave(checks))
		return check_skip(checks, "a reply is over too soon to leave");
	after = ask_shortly(checks);
	if (after < 0)
		return check_fail(checks, "the next request fails");
	if (usual >= 0 && after > 3 * usual + FREE_MS)
		return check_fail(checks, "the next request took %.0f ms, and "
		    "%.0f before: the reply that was left went on", after,
		    usual);
	if (gauge && !has_noticed(checks, gauge, before))
		return check_fail(checks, "%s does not tell of it",
		    gauge->name);
	if (gauge)
		return check_pass(checks, "%s tells of it", gauge->name);
	return check_pass(checks, "the next request took %.0f ms, as before",
	    after);
}
