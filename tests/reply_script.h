/* reply_script.h: a reply stream that is played what a test wants, and a client
 * that reads it. */
#ifndef REPLY_SCRIPT_H
#define REPLY_SCRIPT_H

#include "../src/reply_stream.h"
#include "../src/settings.h"
#include "answer_log.h"

/* What is asked, and how it is answered. Zeros are a chat without anything. */
struct script {
	bool completions, whole, echo, logprobs, usage, continuous;
	int64_t top, n, max_tokens;
	size_t engines; /* 0: one */
	const char *stop;
	const char *prompts[2]; /* completions */
	const char *faults;
};

struct player {
	struct asked asked;
	struct faults faults;
	struct reply_form form;
	struct reply_head head;
	struct reply_stream *stream;
	struct text out;
	enum reply_then then;
	int64_t tokens; /* of the choice that is played */
};

static inline void
player_ask(struct asked *asked, const struct script *script)
{
	struct text stop = { 0 };

	settings_init(&asked->settings);
	if (script->completions)
		asked->settings.endpoint = ENDPOINT_COMPLETIONS;
	asked->settings.n = script->n ? script->n : 1;
	if (script->max_tokens)
		asked->settings.max_tokens = script->max_tokens;
	if (script->stop) {
		text_add(&stop, script->stop);
		strings_add(&asked->settings.stop, &stop);
		text_release(&stop);
	}
	for (size_t i = 0; i < 2 && script->prompts[i]; i++)
		conversation_add(&asked->conversation, ROLE_USER, 0,
		    script->prompts[i], strlen(script->prompts[i]));
	asked->stream = !script->whole;
	asked->include_usage = script->usage || script->continuous;
	asked->continuous_usage = script->continuous;
	asked->echo = script->echo;
	asked->logprobs = script->logprobs;
	asked->top_logprobs = script->top;
}

static inline void
player_begin(struct player *player, const struct script *script)
{
	struct text error = { 0 };

	*player = (struct player){ 0 };
	player_ask(&player->asked, script);
	if (script->faults &&
	    !faults_read(&player->faults, script->faults, &error))
		abort();
	player->form = (struct reply_form){
		.endpoint = player->asked.settings.endpoint,
		.id = "id-1", .model = "m", .created = 7,
		.choices = script->engines ? script->engines : 1,
		.prompt_tokens = 5, .asked = &player->asked,
		.faults = &player->faults,
	};
	reply_head(&player->head, &player->form);
	player->stream = reply_stream_new(&player->form);
	if (script->whole)
		reply_stream_collect(player->stream);
	else
		reply_stream_begin(player->stream, &player->out);
}

static inline void
player_end(struct player *player)
{
	reply_stream_free(player->stream);
	settings_release(&player->asked.settings);
	conversation_release(&player->asked.conversation);
	text_release(&player->out);
}

static inline void
play(struct player *player, size_t choice, const struct engine_event *event)
{
	player->then = reply_stream_event(player->stream, choice, event,
	    &player->out);
}

/* As a server does that sends a body instead of the reply. */
static inline void
play_instead(struct player *player)
{
	if (!player->head.instead)
		return;
	text_clear(&player->out);
	text_add(&player->out, player->head.instead);
}

/* Character by character, a token each. */
static inline void
play_text(struct player *player, size_t choice, const char *text)
{
	size_t len = strlen(text);
	int32_t c;

	for (size_t at = 0, n; at < len; at += n) {
		n = utf8_next(text + at, len - at, &c);
		player->tokens++;
		play(player, choice, &(struct engine_event){
			.kind = ENGINE_TEXT, .bytes = text + at, .len = n,
			.tokens = 1 });
	}
}

/* stop: the string that matched, or NULL. */
static inline void
play_finish(struct player *player, size_t choice, const char *reason,
    const char *stop)
{
	struct ending end = { .state = MESSAGE_FINISHED };

	end.finish_reason = reason ? xstrdup(reason) : NULL;
	if (stop) {
		end.stop_reason.kind = STOP_REASON_STRING;
		text_add(&end.stop_reason.string, stop);
	}
	play(player, choice, &(struct engine_event){ .kind = ENGINE_USAGE,
		.usage = { 5, player->tokens, 5 + player->tokens, -1 } });
	play(player, choice, &(struct engine_event){
		.kind = ENGINE_FINISHED, .end = &end });
	player->tokens = 0;
	ending_release(&end);
	play_instead(player);
}

/* ---- The client. */

static inline enum answer_end
end_of(enum reply_then then)
{
	switch (then) {
	case REPLY_STALL:
		return ANSWER_STALLED;
	case REPLY_CLOSE:
		return ANSWER_PREMATURE;
	case REPLY_RESET:
		return ANSWER_RESET;
	case REPLY_GO_ON:
	case REPLY_TRICKLE:
	case REPLY_END:
		break;
	}
	return ANSWER_CLEAN;
}

/* Reads what was played in pieces of step bytes, or, if step is 0, cut in two
 * at cut. */
static inline void
read_back(const struct player *player, struct answer_log *log, size_t step,
    size_t cut)
{
	const struct reply_head *head = &player->head;
	const char *bytes = text_string(&player->out);
	size_t len = player->out.len;
	struct answer *answer = answer_new(&player->asked.settings, log_event,
	    log);

	answer_head(answer, head->status, head->content_type,
	    head->content_encoding ? head->content_encoding : "",
	    head->retry_after ? head->retry_after : "", 0);
	if (!step) {
		answer_body(answer, bytes, cut);
		answer_body(answer, bytes + cut, len - cut);
	}
	for (size_t at = 0; step && at < len; at += step)
		answer_body(answer, bytes + at,
		    len - at < step ? len - at : step);
	answer_end(answer, end_of(player->then), "");
	answer_free(answer);
	log_flush(log);
}

#endif
