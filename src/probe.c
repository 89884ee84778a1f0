/* probe.c: one exchange of in=check with a server, kept whole. */
#include "probe.h"

#include <string.h>

#include "escape.h"
#include "reply_parts.h"
#include "utf8.h"

enum {
	BODY_MAX = 4 * 1024 * 1024,
	CUTS_MOST = 256,
	LINGER_MS = 2000, /* that a server may take to close behind [DONE] */
	SHOWN_MAX = 300,
	TINY = 4, /* bytes */
};

/* ---- The end. */

static void
log_exchange(const struct probe *probe)
{
	struct text *log = &probe->prober->log;
	int64_t us = probe->end_at - probe->sent_at;
	struct text line = { 0 };

	text_printf(&line, "%s %s%s%s -> ", probe->method,
	    text_string(&probe->url), probe->sent.len ? " " : "",
	    text_string(&probe->sent));
	probe_tell(probe, &line);
	text_printf(&line, ", %.1f ms", (double)us / 1000);
	/* What servers say may hold anything. */
	escape_sentence(log, line.bytes, line.len);
	text_add(log, "\n");
	text_release(&line);
}

static void
unlink_probe(struct probe *probe)
{
	struct probe **link = &probe->prober->running;

	while (*link != probe)
		link = &(*link)->next;
	*link = probe->next;
}

static void
finish(struct probe *probe, enum answer_end how, const char *sentence)
{
	struct prober *prober = probe->prober;

	if (probe->transfer)
		http_cancel(probe->transfer);
	probe->transfer = NULL;
	probe->end_at = loop_now(prober->loop);
	text_add(&probe->problem, sentence);
	/* What comes with the end may set the timer again. */
	answer_end(probe->answer, how, sentence);
	answer_free(probe->answer);
	probe->answer = NULL;
	loop_timer_stop(prober->loop, &probe->linger);
	probe->over = true;
	unlink_probe(probe);
	log_exchange(probe);
	if (!prober->running)
		loop_stop(prober->loop);
}

static void
on_end(void *data, enum http_end end, const char *sentence)
{
	static const enum answer_end ends[] = { [HTTP_CLEAN] = ANSWER_CLEAN,
		[HTTP_PREMATURE] = ANSWER_PREMATURE,
		[HTTP_RESET] = ANSWER_RESET,
		[HTTP_STALLED] = ANSWER_STALLED,
		[HTTP_FAILED] = ANSWER_PREMATURE };
	struct probe *probe = data;

	probe->transfer = NULL;
	probe->end = end;
	finish(probe, ends[end], sentence);
}

/* It is time to hang up; not within curl, and not within the answer. */
static void
on_linger(void *data)
{
	struct probe *probe = data;

	probe->late = probe->form.done;
	finish(probe, probe->late ? ANSWER_CLEAN : ANSWER_CANCELLED, "");
}

static void
hang_up_in(struct probe *probe, int ms)
{
	struct loop *loop = probe->prober->loop;

	if (!probe->linger.slot)
		loop_timer_set(loop, &probe->linger,
		    loop_now(loop) + LOOP_MS(ms));
}

/* ---- What our reader says. */

static void
take_text(struct probe *probe, const struct engine_event *event)
{
	struct text *text = &probe->reply->text;

	if (probe->cuts.count < CUTS_MOST)
		ids_add(&probe->cuts, (int64_t)text->len);
	text_append(text, event->bytes, event->len);
	probe->texts++;
	probe->last_text_at = loop_now(probe->prober->loop);
	if (!probe->text_at)
		probe->text_at = probe->last_text_at;
	if (probe->texts == probe->leave_at)
		hang_up_in(probe, 0);
}

/* A whole reply is what was asked for then. */
static void
take_anomaly(struct probe *probe, const struct engine_event *event)
{
	enum anomaly anomaly = (enum anomaly)event->number;
	struct prober *prober = probe->prober;

	if (!probe->stream && anomaly == ANOMALY_NOT_STREAMED)
		return;
	reply_take(probe->reply, event);
	/* Not every server has completions. */
	if (probe->settings.endpoint == ENDPOINT_COMPLETIONS &&
	    probe->status / 100 != 2)
		return;
	if (probe->trying && anomaly == ANOMALY_EMPTY_ANSWER)
		return;
	if (!probe->judged || !anomalies_add(&prober->anomalies, anomaly))
		return;
	prober->met[anomaly].check = prober->check;
	text_append(&prober->met[anomaly].bytes, event->bytes, event->len);
}

static void
take_ids(struct probe *probe, const struct engine_event *event)
{
	for (size_t i = 0; i < event->id_count && event->number ==
	    TOKEN_IDS_REPLY && probe->token_ids.count < CUTS_MOST; i++)
		ids_add(&probe->token_ids, event->ids[i]);
}

static void
on_event(void *data, const struct engine_event *event)
{
	struct probe *probe = data;

	if (event->kind == ENGINE_TEXT)
		take_text(probe, event);
	else if (event->kind == ENGINE_ANOMALY)
		take_anomaly(probe, event);
	else if (event->kind == ENGINE_TOKEN_IDS)
		take_ids(probe, event);
	else if (event->kind == ENGINE_RAW)
		streamform_add(&probe->form, event->bytes, event->len);
	else if (event->kind == ENGINE_FINISHED || event->kind == ENGINE_FAILED)
		conversation_finish(&probe->conversation, probe->reply,
		    event->end);
	else
		reply_take(probe->reply, event);
}

/* ---- What comes. */

static void
on_head(void *data, const struct http_head *head)
{
	struct probe *probe = data;

	probe->status = head->status;
	probe->prober->reached = true;
	probe->reused = head->reused;
	text_add(&probe->type, head->content_type);
	answer_head(probe->answer, head->status, head->content_type,
	    head->content_encoding, head->retry_after,
	    loop_wall_ms(probe->prober->loop));
}

static void
on_body(void *data, const char *bytes, size_t len)
{
	struct probe *probe = data;
	struct text *body = &probe->body;

	if (body->len + len > BODY_MAX) {
		hang_up_in(probe, 0);
		return;
	}
	text_append(body, bytes, len);
	probe->pieces++;
	probe->tiny_pieces += len <= TINY;
	probe->broken_pieces += utf8_unfinished(body->bytes, body->len) > 0;
	answer_body(probe->answer, bytes, len);
	if (probe->form.done)
		hang_up_in(probe, LINGER_MS);
}

/* ---- What is asked. */

static void
open_probe(struct probe *probe, struct prober *prober)
{
	probe->prober = prober;
	probe->next = prober->running;
	prober->running = probe;
	probe->linger = (struct timer){ .fn = on_linger, .data = probe };
	settings_copy(&probe->settings, prober->settings);
}

/* The prompt is there, and what goes out, too. */
static void
send_it(struct probe *probe, bool keep)
{
	struct prober *prober = probe->prober;
	const struct settings *settings = &probe->settings;
	struct http_handlers handlers = { probe, on_head, on_body, on_end };
	struct http_request request = { .url = text_string(&probe->url),
		.body = probe->sent.len ? probe->sent.bytes : NULL,
		.body_len = probe->sent.len,
		.key = prober->secret.string,
		.headers = settings->headers.items,
		.header_count = settings->headers.count,
		.proxy = text_string(&settings->proxy),
		.insecure = settings->insecure,
		.connect_timeout_ms = settings->connect_timeout_ms,
		.idle_timeout_ms = settings->idle_timeout_ms,
		.keep = keep };

	probe->method = probe->sent.len ? "POST" : "GET";
	probe->reply = conversation_add(&probe->conversation, ROLE_ASSISTANT,
	    0, "", 0);
	probe->answer = answer_new(settings, on_event, probe);
	probe->sent_at = loop_refresh(prober->loop);
	probe->transfer = http_start(prober->http, &request, &handlers);
}

static void
fill_settings(struct settings *settings, const struct ask *ask)
{
	settings->endpoint =
	    ask->completions ? ENDPOINT_COMPLETIONS : ENDPOINT_CHAT;
	settings->max_tokens = ask->max_tokens ? ask->max_tokens : -1;
	settings->min_tokens = ask->min_tokens ? ask->min_tokens : -1;
	settings->n = ask->n ? ask->n : -1;
	if (settings->temperature < 0)
		settings->temperature = 0;
	if (settings->temperature <= 0 && ask->warm)
		settings->temperature = 1;
	settings->ignore_eos = ask->ignore_eos;
	settings->include_stop_str_in_output = ask->include_stop;
	strings_release(&settings->stop);
	ids_release(&settings->stop_token_ids);
	for (size_t i = 0; i < PROBE_STOPS && ask->stop[i]; i++)
		strings_add(&settings->stop, ask->stop[i]);
	if (ask->stop_token_id >= 0)
		ids_add(&settings->stop_token_ids, ask->stop_token_id);
}

static void
write_body(struct probe *probe, const struct ask *ask)
{
	struct request_form form = { .model = probe->prober->model,
		.usage = ask->stream,
		.token_ids = ask->token_ids,
		.whole = !ask->stream };
	struct request request = { 0 };

	conversation_add(&probe->conversation, ROLE_USER, 0, ask->prompt,
	    strlen(ask->prompt));
	request_init(&request, &probe->conversation, &probe->settings, "");
	request.messages = ask->messages;
	request_body(&probe->sent, &request, &form);
	request_release(&request);
	if (!ask->fields)
		return;
	probe->sent.len--;
	text_printf(&probe->sent, ",%s}", ask->fields);
}

void
probe_start(struct probe *probe, struct prober *prober, const struct ask *ask)
{
	open_probe(probe, prober);
	probe->stream = ask->stream;
	probe->leave_at = ask->leave_at;
	probe->trying = ask->trying;
	probe->judged = true;
	prober->replies++;
	fill_settings(&probe->settings, ask);
	text_printf(&probe->url, "%s/%s", prober->base,
	    ask->completions ? "completions" : "chat/completions");
	write_body(probe, ask);
	/* Kept or passed over: what the server does must be seen. */
	if (ask->include_stop)
		strings_release(&probe->settings.stop);
	send_it(probe, ask->keep);
}

void
probe_send(struct probe *probe, struct prober *prober, const char *url,
    const char *body)
{
	open_probe(probe, prober);
	text_add(&probe->url, url);
	text_add(&probe->sent, body ? body : "");
	send_it(probe, false);
}

/* ---- All that go on. */

void
prober_wait(struct prober *prober)
{
	if (prober->stopped)
		prober_stop(prober);
	if (prober->running)
		loop_run(prober->loop);
}

void
prober_stop(struct prober *prober)
{
	while (prober->running)
		finish(prober->running, ANSWER_CANCELLED, "");
}

void
prober_release(struct prober *prober)
{
	http_free(prober->http);
	secret_release(&prober->secret);
	text_release(&prober->log);
	for (size_t i = 0; i < ANOMALIES; i++)
		text_release(&prober->met[i].bytes);
}

void
probe_release(struct probe *probe)
{
	settings_release(&probe->settings);
	conversation_release(&probe->conversation);
	streamform_release(&probe->form);
	text_release(&probe->url);
	text_release(&probe->sent);
	text_release(&probe->type);
	text_release(&probe->body);
	text_release(&probe->problem);
	ids_release(&probe->token_ids);
	ids_release(&probe->cuts);
	*probe = (struct probe){ 0 };
}

/* ---- What became of it. */

bool
probe_is_whole(const struct probe *probe)
{
	return probe->over && probe->status / 100 == 2 &&
	    probe->end == HTTP_CLEAN &&
	    probe->reply->end.state == MESSAGE_FINISHED &&
	    probe->reply->end.finish_reason;
}

bool
probe_has(const struct probe *probe, enum anomaly anomaly)
{
	const struct strings *codes = &probe->reply->anomalies;

	for (size_t i = 0; i < codes->count; i++)
		if (!strcmp(text_string(&codes->items[i]),
			anomaly_name(anomaly)))
			return true;
	return false;
}

const char *
probe_reason(const struct probe *probe)
{
	const char *reason = probe->reply->end.finish_reason;

	return reason ? reason : "";
}

static void
tell_reply(const struct probe *probe, struct text *out)
{
	const struct text *text = &probe->reply->text;

	if (*probe_reason(probe))
		text_printf(out, ", finish_reason %s", probe_reason(probe));
	if (!text->len)
		return;
	text_add(out, ", ");
	escape_quote_short(out, text->bytes, text->len, SHOWN_MAX);
}

void
probe_tell(const struct probe *probe, struct text *out)
{
	const char *error = probe->reply->end.error;

	if (!probe->status) {
		text_add(out, probe->problem.len ? text_string(&probe->problem)
						 : "no reply came");
		return;
	}
	/* A list of models is no reply. */
	if (!probe->sent.len && probe->status / 100 == 2) {
		text_printf(out, "status %d, ", probe->status);
		escape_quote_short(out, text_string(&probe->body),
		    probe->body.len, SHOWN_MAX);
		return;
	}
	if (!error || probe->status / 100 == 2)
		text_printf(out, "status %d", probe->status);
	if (error)
		text_printf(out, "%s%s", probe->status / 100 == 2 ? ", " : "",
		    error);
	tell_reply(probe, out);
	for (size_t i = 0; i < probe->reply->anomalies.count; i++)
		text_printf(out, ", %s",
		    text_string(&probe->reply->anomalies.items[i]));
}
