/* fuzz_request.c: any bytes as the body of a request. What is refused has a
 * reason; what is read can be written, and reads the same again. The first byte
 * says which endpoint. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/jsonread.h"
#include "../engine/request.h"
#include "../engine/request_read.h"
#include "../src/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool truth)
{
	if (!truth)
		abort();
}

static void
must_equal(const struct text *a, const struct text *b)
{
	must(a->len == b->len);
	must(!memcmp(text_string(a), text_string(b), a->len));
}

static void
must_be_utf8(const struct text *text)
{
	must(utf8_valid(text_string(text), text->len) == text->len);
}

static void
check_error(const struct asked *asked, struct api_error *error)
{
	static const struct asked empty;

	must(!memcmp(asked, &empty, sizeof(empty)));
	must(error->status == 400);
	must(error->type != NULL);
	must(error->message.len > 0 && error->message.len < 4096);
	must_be_utf8(&error->message);
	must_be_utf8(&error->param);
	api_error_release(error);
}

static void
check_asked(const struct asked *asked)
{
	const struct conversation *conversation = &asked->conversation;

	must(conversation->count > 0);
	must(asked->prompts > 0 && asked->prompts <= conversation->count);
	must(asked->settings.n >= 1 && asked->settings.n <= 128);
	must(asked->include_usage || !asked->continuous_usage);
	must(asked->stream || !asked->include_usage);
	for (size_t i = 0; i < conversation->count; i++)
		must_be_utf8(&conversation->messages[i]->text);
}

/* Appends the body; it is JSON, as strict as can be. */
static void
write_body(struct text *out, const struct asked *asked)
{
	struct json_reader *reader = json_reader_new();
	struct request request = { 0 };

	request_init(&request, &asked->conversation, &asked->settings,
	    asked->model);
	request.messages = asked->messages;
	request_body(out, &request,
	    &(struct request_form){ .model = asked->model,
		.usage = asked->include_usage });
	must(json_read(reader, out->bytes, out->len) == JSON_OK);
	must(!json_was_bent(reader));
	must(!memchr(out->bytes, '\n', out->len));
	request_release(&request);
	json_reader_free(reader);
}

static void
compare_conversations(const struct conversation *a,
    const struct conversation *b)
{
	must(a->count == b->count);
	for (size_t i = 0; i < a->count; i++) {
		must(a->messages[i]->role == b->messages[i]->role);
		must_equal(&a->messages[i]->text, &b->messages[i]->text);
	}
}

static void
compare_settings(const struct settings *a, const struct settings *b)
{
	struct text first = { 0 }, second = { 0 };

	for (const struct setting *at = setting_table; at->name; at++) {
		text_clear(&first);
		text_clear(&second);
		setting_show(a, at, &first);
		setting_show(b, at, &second);
		must_equal(&first, &second);
	}
	must_equal(&a->request_template, &b->request_template);
	text_release(&first);
	text_release(&second);
}

/* But for stream: request_body() always wants one. */
static void
compare(const struct asked *a, const struct asked *b)
{
	compare_conversations(&a->conversation, &b->conversation);
	compare_settings(&a->settings, &b->settings);
	must(!strcmp(a->model, b->model));
	must(!strcmp(a->messages, b->messages));
	must(a->prompts == b->prompts);
	must(a->include_usage == b->include_usage);
	must(a->echo == b->echo);
	must(a->logprobs == b->logprobs);
	must(a->top_logprobs == b->top_logprobs);
	must(a->multimodal == b->multimodal);
	must(a->prompt_embeddings == b->prompt_embeddings);
	must(a->best_of == b->best_of);
	must(a->trigger == b->trigger);
}

static void
read_again(const struct asked *asked, const struct settings *settings)
{
	struct asked again = { 0 };
	struct api_error error = { 0 };
	struct text body = { 0 };

	write_body(&body, asked);
	must(request_read(&again, settings, body.bytes, body.len, &error));
	must(!error.message.len && !error.param.len);
	check_asked(&again);
	compare(asked, &again);
	asked_release(&again);
	text_release(&body);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct settings settings;
	struct asked asked = { 0 };
	struct api_error error = { 0 };

	if (!size)
		return 0;
	settings_init(&settings);
	settings.endpoint = *data & 1 ? ENDPOINT_COMPLETIONS : ENDPOINT_CHAT;
	if (request_read(&asked, &settings, (const char *)data + 1, size - 1,
		&error)) {
		check_asked(&asked);
		read_again(&asked, &settings);
		asked_release(&asked);
	} else {
		check_error(&asked, &error);
	}
	settings_release(&settings);
	return 0;
}
