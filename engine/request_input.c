/* request_input.c: the messages of a body, or its prompts, as a conversation.
 * What is no text is passed over. */
#include "request_input.h"

#include <stdio.h>
#include <string.h>

#include "../src/json.h"
#include "../src/utf8.h"

#define ROLES "user, assistant, system, developer, tool or function"
#define PART_TYPES "text, refusal, image_url, audio_url, video_url, " \
	"input_audio or file"
#define PROMPTS "a string or a list of token ids, not empty, or a list of them"

enum { NAME_SIZE = 32 };

static const struct {
	const char *name;
	enum role role;
} role_table[] = {
	{ "user", ROLE_USER },
	{ "assistant", ROLE_ASSISTANT },
	{ "system", ROLE_SYSTEM },
	{ "developer", ROLE_SYSTEM },
	{ "tool", ROLE_TOOL },
	{ "function", ROLE_TOOL },
	{ .name = NULL },
};

/* The parts of a content. */
static const struct part {
	const char *type;
	bool text;
	bool multimodal;
} part_table[] = {
	{ "text", true, false },
	{ "refusal", false, false },
	{ "image_url", false, true },
	{ "audio_url", false, true },
	{ "video_url", false, true },
	{ "input_audio", false, true },
	{ "file", false, true },
	{ .type = NULL },
};

/* ---- Messages. */

static bool
read_role(struct reading *reading, const struct json *message, size_t number,
    enum role *role)
{
	const struct json *name = reading_get(message, "role");

	for (size_t i = 0; role_table[i].name; i++) {
		if (!json_is(name, role_table[i].name))
			continue;
		*role = role_table[i].role;
		return true;
	}
	return reading_refuse(reading, name, ROLES, "messages[%zu].role",
	    number);
}

static const struct part *
part_find(const struct json *type)
{
	for (const struct part *part = part_table; part->type; part++)
		if (json_is(type, part->type))
			return part;
	return NULL;
}

static bool
read_part(struct reading *reading, const struct json *json, size_t message,
    size_t number, struct text *text)
{
	const struct json *type = reading_get(json, "type");
	const struct json *string = reading_get(json, "text");
	const struct part *part = part_find(type);

	if (json->kind != JSON_OBJECT)
		return reading_refuse(reading, json, "an object",
		    "messages[%zu].content[%zu]", message, number);
	if (!part)
		return reading_refuse(reading, type, PART_TYPES,
		    "messages[%zu].content[%zu].type", message, number);
	if (part->multimodal)
		reading->asked->multimodal = true;
	if (!part->text)
		return true;
	if (!string || string->kind != JSON_STRING)
		return reading_refuse(reading, string, "a string",
		    "messages[%zu].content[%zu].text", message, number);
	reading_string(text, string);
	return true;
}

static bool
read_parts(struct reading *reading, const struct json *parts, size_t message,
    struct text *text)
{
	size_t number = 0;

	for (const struct json *at = parts->first; at; at = at->next)
		if (!read_part(reading, at, message, number++, text))
			return false;
	return true;
}

/* A message that calls tools may say nothing. */
static bool
calls_tools(const struct json *message)
{
	const struct json *calls = reading_get(message, "tool_calls");

	return (calls && calls->kind == JSON_LIST && calls->first) ||
	    reading_get(message, "function_call");
}

static bool
read_content(struct reading *reading, const struct json *message,
    size_t number, enum role role, struct text *text)
{
	const struct json *content = reading_get(message, "content");

	if (!content && role == ROLE_ASSISTANT && calls_tools(message))
		return true;
	if (content && content->kind == JSON_LIST)
		return read_parts(reading, content, number, text);
	if (!content || content->kind != JSON_STRING)
		return reading_refuse(reading, content,
		    "a string or a list of parts", "messages[%zu].content",
		    number);
	reading_string(text, content);
	return true;
}

static struct message *
add_message(struct reading *reading, enum role role)
{
	struct conversation *conversation = &reading->asked->conversation;
	struct message *message =
	    conversation_add(conversation, role, 0, NULL, 0);

	conversation_finish(conversation, message,
	    &(struct ending){ .state = MESSAGE_FINISHED });
	reading->asked->trigger = input_trigger_of(role);
	return message;
}

static bool
read_message(struct reading *reading, const struct json *json, size_t number)
{
	enum role role = ROLE_USER;

	if (json->kind != JSON_OBJECT)
		return reading_refuse(reading, json, "an object",
		    "messages[%zu]", number);
	return read_role(reading, json, number, &role) &&
	    read_content(reading, json, number, role,
		&add_message(reading, role)->text);
}

static bool
read_messages(struct reading *reading, const struct json *messages)
{
	size_t number = 0;

	if (!messages || messages->kind != JSON_LIST || !messages->first)
		return reading_refuse(reading, messages,
		    "a list of messages, not empty", "messages");
	for (const struct json *at = messages->first; at; at = at->next)
		if (!read_message(reading, at, number++))
			return false;
	reading->asked->prompts = 1;
	return true;
}

/* ---- Prompts. */

static bool
refuse_id(struct reading *reading, struct setting setting,
    const struct json *value, const char *name, size_t number)
{
	struct settings vain;
	char param[2 * NAME_SIZE];

	snprintf(param, sizeof(param), "%s[%zu]", name, number);
	setting.name = param;
	settings_init(&vain);
	return reading_take(reading, &vain, &setting, value);
}

/* An id is a code point, as the echo engine has it. The limits are those of the
 * ids that may stop a reply, but here may be a million: only a wrong one goes
 * the long way. */
static bool
read_ids(struct reading *reading, const struct json *list, const char *name,
    struct text *text)
{
	const struct setting *setting = setting_find("stop_token_ids");
	size_t number = 0;
	int64_t id;
	char bytes[4];

	for (const struct json *at = list->first; at; at = at->next, number++) {
		if (!json_to_integer(at, &id) || (double)id < setting->least ||
		    (double)id > setting->most)
			return refuse_id(reading, *setting, at, name, number);
		text_append(text, bytes, utf8_encode((uint32_t)id, bytes));
	}
	return true;
}

static bool
read_prompt(struct reading *reading, const struct json *prompt,
    const char *name)
{
	struct text *text = &add_message(reading, ROLE_USER)->text;

	reading->asked->prompts++;
	if (prompt->kind == JSON_LIST && prompt->first)
		return read_ids(reading, prompt, name, text);
	if (prompt->kind == JSON_STRING)
		reading_string(text, prompt);
	/* There must be something to go on from. */
	if (text->len || (prompt->kind == JSON_STRING &&
			     reading->asked->prompt_embeddings))
		return true;
	return reading_refuse(reading, prompt, PROMPTS, "%s", name);
}

static bool
read_prompts(struct reading *reading, const struct json *list)
{
	char name[NAME_SIZE];
	size_t number = 0;

	for (const struct json *at = list->first; at; at = at->next) {
		snprintf(name, sizeof(name), "prompt[%zu]", number++);
		if (!read_prompt(reading, at, name))
			return false;
	}
	return true;
}

static bool
read_completions(struct reading *reading, const struct json *prompt)
{
	/* Stands for a prompt that is embeddings only. */
	static const struct json nothing = { .kind = JSON_STRING,
		.bytes = "" };

	reading->asked->prompt_embeddings =
	    reading_get(reading->root, "prompt_embeds");
	if (!prompt && reading->asked->prompt_embeddings)
		prompt = &nothing;
	if (!prompt)
		return reading_refuse(reading, prompt, PROMPTS, "prompt");
	if (prompt->kind == JSON_LIST && prompt->first &&
	    prompt->first->kind != JSON_NUMBER)
		return read_prompts(reading, prompt);
	return read_prompt(reading, prompt, "prompt");
}

/* ---- Either. */

static char *
copy_json(const struct reading *reading, const struct json *value)
{
	struct text out = { 0 };

	if (value)
		json_minify(&out, reading->body + value->start,
		    value->end - value->start);
	else
		json_text(&out, NULL, "");
	return text_take(&out);
}

bool
request_input_read(struct reading *reading)
{
	bool chat = reading->asked->settings.endpoint == ENDPOINT_CHAT;
	const struct json *input =
	    reading_get(reading->root, chat ? "messages" : "prompt");

	reading->asked->messages = copy_json(reading, input);
	return chat ? read_messages(reading, input)
		    : read_completions(reading, input);
}
