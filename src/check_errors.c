/* check_errors.c: checks on what a server says to requests that are wrong. */
#include <string.h>

#include "checks.h"
#include "json.h"

/* ---- Asking wrongly. */

static void
post(struct checks *checks, struct probe *probe, const char *body)
{
	struct text url = { 0 };

	text_printf(&url, "%s/chat/completions", checks->prober.base);
	probe_send(probe, &checks->prober, text_string(&url), body);
	prober_wait(&checks->prober);
	text_release(&url);
}

/* Appends the beginning of a body: the model. */
static void
begin_body(struct checks *checks, struct text *out, const char *model)
{
	json_open(out, NULL, '{');
	if (!model)
		model = checks->prober.model;
	if (model)
		json_text(out, "model", model);
}

static void
add_messages(struct text *out)
{
	json_raw(out, "messages", "[{\"role\":\"user\",\"content\":\"Hi\"}]");
}

/* ---- Judging. */

/* As the API has it; paths that are nothing of the API may have any. */
static bool
is_api_error(const struct probe *probe)
{
	return !probe_has(probe, ANOMALY_NONSTANDARD_ERROR_SHAPE) &&
	    !probe_has(probe, ANOMALY_HTTP_ERROR_BODY_EMPTY) &&
	    !probe_has(probe, ANOMALY_HTTP_ERROR_BODY_NOT_JSON);
}

static enum verdict
judge_error(struct checks *checks, const struct probe *probe, int wanted)
{
	if (probe->status != wanted)
		return check_fail(checks, "%d was due: %s", wanted,
		    check_tell(checks, probe));
	if (!is_api_error(probe))
		return check_fail(checks, "no {\"error\":{\"message\":...}}: "
		    "%s", check_quote(checks, probe->body.bytes,
			probe->body.len));
	return check_pass(checks, "%s", check_tell(checks, probe));
}

/* Takes the body. */
static enum verdict
try_body(struct checks *checks, struct text *body, int wanted)
{
	struct probe probe = { 0 };
	enum verdict verdict;

	post(checks, &probe, text_string(body));
	verdict = judge_error(checks, &probe, wanted);
	probe_release(&probe);
	text_release(body);
	return verdict;
}

/* ---- The checks. */

enum verdict
check_error_json(struct checks *checks)
{
	struct text body = { 0 };

	begin_body(checks, &body, NULL);
	text_add(&body, ",\"messages\":[{");
	return try_body(checks, &body, 400);
}

enum verdict
check_error_messages(struct checks *checks)
{
	struct text body = { 0 };

	begin_body(checks, &body, NULL);
	json_close(&body, '}');
	return try_body(checks, &body, 400);
}

enum verdict
check_error_type(struct checks *checks)
{
	struct text body = { 0 };

	begin_body(checks, &body, NULL);
	add_messages(&body);
	json_text(&body, "max_tokens", "many");
	json_close(&body, '}');
	return try_body(checks, &body, 400);
}

enum verdict
check_error_model(struct checks *checks)
{
	struct text body = { 0 };
	struct probe probe = { 0 };
	enum verdict verdict;

	begin_body(checks, &body, "no-such-model");
	add_messages(&body);
	json_integer(&body, "max_tokens", 1);
	json_close(&body, '}');
	post(checks, &probe, text_string(&body));
	if (probe.status == 200)
		verdict = check_skip(checks, "any name is accepted");
	else
		verdict = judge_error(checks, &probe, 404);
	probe_release(&probe);
	text_release(&body);
	return verdict;
}

/* Also of a stream: whoever waits for events would take it for one. */
enum verdict
check_error_stream(struct checks *checks)
{
	struct text body = { 0 };
	struct probe probe = { 0 };
	enum verdict verdict;

	begin_body(checks, &body, NULL);
	json_bool(&body, "stream", true);
	json_close(&body, '}');
	post(checks, &probe, text_string(&body));
	if (probe.status / 100 != 4)
		verdict = check_fail(checks, "a status 4xx was due: %s",
		    check_tell(checks, &probe));
	else if (strstr(text_string(&probe.type), "event-stream"))
		verdict = check_fail(checks, "status %d with the content type "
		    "of a stream", probe.status);
	else
		verdict = check_pass(checks, "%s", check_tell(checks, &probe));
	probe_release(&probe);
	text_release(&body);
	return verdict;
}

/* A GET of what is beside the base, or of what wants a POST. */
static enum verdict
try_path(struct checks *checks, const char *path, int wanted)
{
	struct text url = { 0 };
	struct probe probe = { 0 };
	enum verdict verdict;

	text_printf(&url, "%s%s", checks->prober.base, path);
	probe_send(&probe, &checks->prober, text_string(&url), NULL);
	prober_wait(&checks->prober);
	if (probe.status == wanted)
		verdict = check_pass(checks, "%s", check_tell(checks, &probe));
	else
		verdict = check_fail(checks, "%d was due: %s", wanted,
		    check_tell(checks, &probe));
	probe_release(&probe);
	text_release(&url);
	return verdict;
}

enum verdict
check_error_route(struct checks *checks)
{
	return try_path(checks, "/no/such/path", 404);
}

enum verdict
check_error_method(struct checks *checks)
{
	return try_path(checks, "/chat/completions", 405);
}
