/* request.c: one request, its template, and its JSON.
 *
 * JSON is read with cJSON and written with json.h, because cJSON knows numbers
 * as double only and a seed has 64 bits. */
#include "request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "../src/escape.h"
#include "../src/json.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"

#define TOKEN_IDS "return_token_ids"

enum { ID_BYTES = 12, DIGITS = 9 };

/* What stands in a body: as a setting, or as something that is ours alone. */
static const struct key {
	const char *name;
	const char *setting;
} keys[] = {
	{ "model", "model_name" },
	{ "messages", NULL },
	{ "prompt", NULL },
	{ "stream", NULL },
	{ "stream_options", NULL },
	{ "stop", "stop" },
	{ "stop_token_ids", "stop_token_ids" },
	{ "max_tokens", "max_tokens" },
	{ "max_completion_tokens", "max_tokens" },
	{ "min_tokens", "min_tokens" },
	{ "temperature", "temperature" },
	{ "top_p", "top_p" },
	{ "seed", "seed" },
	{ "n", "n" },
	{ "ignore_eos", "ignore_eos" },
	{ "include_stop_str_in_output", "include_stop_str_in_output" },
};

static const struct key *
key_find(const char *name)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

static void
make_id(struct request *request)
{
	bool chat = request->settings.endpoint == ENDPOINT_CHAT;
	unsigned char bytes[ID_BYTES];
	char *to = request->id;

	/* It fails where the kernel lacks it, and no id would be unique. */
	if (getentropy(bytes, sizeof(bytes)) < 0)
		abort();
	to = stpcpy(to, chat ? "chatcmpl-" : "cmpl-");
	for (size_t i = 0; i < sizeof(bytes); i++, to += 2)
		snprintf(to, 3, "%02x", bytes[i]);
}

void
request_init(struct request *request, const struct conversation *conversation,
    const struct settings *settings, const char *model)
{
	settings_copy(&request->settings, settings);
	text_clear(&request->settings.model_name);
	text_add(&request->settings.model_name, model);
	request->conversation = conversation;
	request->count = conversation->count;
	make_id(request);
}

void
request_release(struct request *request)
{
	settings_release(&request->settings);
	*request = (struct request){ 0 };
}

const struct message *
request_last(const struct request *request)
{
	for (size_t i = request->count; i--;)
		if (request->conversation->messages[i]->role != ROLE_NOTICE)
			return request->conversation->messages[i];
	return NULL;
}

/* ---- The text of JSON that cJSON has found right. */

static const char *
skip_string(const char *at)
{
	for (at++; *at != '"'; at++)
		if (*at == '\\')
			at++;
	return at + 1;
}

/* Returns the end of the value, which is a comma or a bracket. */
static const char *
skip_value(const char *at)
{
	int depth = 0;

	do {
		if (*at == '"') {
			at = skip_string(at);
			continue;
		}
		depth += *at == '{' || *at == '[';
		depth -= *at == '}' || *at == ']';
		at++;
	} while (depth || !strchr(",]}", *at));
	return at;
}

/* Appends JSON without what stands between its parts. cJSON_Minify() takes
 * "\\" for the beginning of an escaped quote. */
static void
minify(struct text *out, const char *json)
{
	while (*json) {
		const char *end = *json == '"' ? skip_string(json) : json + 1;
		if (!strchr(" \t\r\n", *json))
			text_append(out, json, (size_t)(end - json));
		json = end;
	}
}

/* The members of a minified object: cJSON knows their names and types, but
 * only the text has all digits of their numbers. */
struct members {
	const cJSON *object;
	const cJSON *item;
	const char *at; /* in the text, behind the last value or the bracket */
	struct text value;
};

static struct members
members_of(const cJSON *object, const char *json)
{
	/* There may be a byte order mark in front. */
	return (struct members){ .object = object,
		.at = strchr(json, '{') + 1 };
}

static bool
members_next(struct members *members)
{
	const char *value;

	members->item = members->item ? members->item->next
	                              : members->object->child;
	text_clear(&members->value);
	if (!members->item) {
		text_release(&members->value);
		return false;
	}
	if (*members->at == ',')
		members->at++;
	value = skip_string(members->at) + 1;
	members->at = skip_value(value);
	text_append(&members->value, value, (size_t)(members->at - value));
	return true;
}

/* ---- Templates. */

static bool
take_string(struct settings *settings, const struct setting *setting,
    const cJSON *item, struct text *error)
{
	struct text escaped = { 0 };
	const char *string = item->valuestring;
	bool ok;

	if (setting->kind == SETTING_TEXT)
		return setting_set(settings, setting, string, error);
	escape_plain(&escaped, string, strlen(string));
	ok = setting_set(settings, setting, text_string(&escaped), error);
	text_release(&escaped);
	return ok;
}

/* value is the JSON of the item. */
static bool
take_one(struct settings *settings, const struct setting *setting,
    const cJSON *item, const char *value, struct text *error)
{
	switch (setting->kind) {
	case SETTING_BOOL:
		if (!cJSON_IsBool(item))
			return setting_refuse(setting, "true or false",
			    value, error);
		break;
	case SETTING_TEXT:
		if (!cJSON_IsString(item))
			return setting_refuse(setting, "a string", value,
			    error);
		return take_string(settings, setting, item, error);
	case SETTING_TEXTS:
		if (!cJSON_IsString(item) || !*item->valuestring)
			return setting_refuse(setting,
			    "a string, not empty, or a list of them", value,
			    error);
		return take_string(settings, setting, item, error);
	case SETTING_INTEGER:
	case SETTING_NUMBER:
	case SETTING_WORD:
	case SETTING_IDS:
		break;
	}
	return setting_set(settings, setting, value, error);
}

static bool
take_list(struct settings *settings, const struct setting *setting,
    const cJSON *list, struct text *error)
{
	const cJSON *item;
	bool ok = true;

	cJSON_ArrayForEach(item, list) {
		char *value = cJSON_PrintUnformatted(item);
		ok = ok && take_one(settings, setting, item, value, error);
		cJSON_free(value);
	}
	return ok;
}

/* What is set already stays; a value in vain must be right all the same. */
static bool
take_member(struct settings *settings, const struct members *member,
    struct text *error)
{
	const struct key *key = key_find(member->item->string);
	struct settings vain;
	bool ok;

	if (!key || !key->setting || cJSON_IsNull(member->item))
		return true;
	struct setting setting = *setting_find(key->setting);
	bool is_list = setting.kind == SETTING_TEXTS ||
	    setting.kind == SETTING_IDS;
	settings_init(&vain);
	if (setting_is_set(settings, &setting))
		settings = &vain;
	setting.name = key->name; /* for sentences */
	if (is_list && cJSON_IsArray(member->item))
		ok = take_list(settings, &setting, member->item, error);
	else
		ok = take_one(settings, &setting, member->item,
		    text_string(&member->value), error);
	settings_release(&vain);
	return ok;
}

static bool
take_members(struct settings *settings, const cJSON *object, const char *json,
    struct text *error)
{
	struct members members = members_of(object, json);
	bool ok = true;

	while (members_next(&members))
		ok = ok && take_member(settings, &members, error);
	return ok;
}

static int
line_of(const char *text, const char *place)
{
	int line = 1;

	for (; text < place; text++)
		line += *text == '\n';
	return line;
}

/* Returns the object, or NULL with what is wrong. The caller deletes it. */
static cJSON *
parse(const char *json, struct text *error)
{
	const char *end = json;
	cJSON *object = cJSON_ParseWithOpts(json, &end, true);

	if (!object)
		text_printf(error, "not JSON: something is wrong in line %d",
		    line_of(json, end));
	else if (json[utf8_valid(json, strlen(json))])
		text_add(error, "not JSON: it is not UTF-8");
	else if (!cJSON_IsObject(object))
		text_add(error, "a JSON object is wanted, like "
		    "{\"max_tokens\": 16}");
	else
		return object;
	cJSON_Delete(object);
	return NULL;
}

bool
request_template_read(struct settings *settings, const char *json,
    const char *name, struct text *error)
{
	struct text sentence = { 0 };
	struct text small = { 0 };
	cJSON *object = parse(json, &sentence);
	bool ok = false;

	if (object) {
		minify(&small, json);
		ok = take_members(settings, object, small.bytes, &sentence);
	}
	if (ok) {
		text_release(&settings->request_template);
		settings->request_template = small;
		small = (struct text){ 0 };
	} else {
		text_printf(error, "%s: %s", name, text_string(&sentence));
	}
	cJSON_Delete(object);
	text_release(&small);
	text_release(&sentence);
	return ok;
}

/* ---- Bodies. */

static void
write_message(struct text *out, const char *role, const struct text *content)
{
	json_open(out, NULL, '{');
	json_text(out, "role", role);
	json_string(out, "content", text_string(content), content->len);
	json_close(out, '}');
}

/* Returns the index behind which there are so many messages, notices aside. */
static size_t
index_of_last(const struct request *request, size_t last)
{
	size_t i = request->count;

	if (!last)
		return 0;
	while (i && last)
		if (request->conversation->messages[--i]->role != ROLE_NOTICE)
			last--;
	return i;
}

static void
write_messages(struct text *out, const struct request *request, size_t last)
{
	static const char *const names[] = { [ROLE_USER] = "user",
		[ROLE_ASSISTANT] = "assistant" };
	static const struct text nothing;
	const struct conversation *conversation = request->conversation;
	bool asked = false;

	json_open(out, "messages", '[');
	if (conversation->system.len)
		write_message(out, "system", &conversation->system);
	for (size_t i = index_of_last(request, last); i < request->count; i++) {
		const struct message *message = conversation->messages[i];
		bool asks = message->role == ROLE_USER;
		if (message->role == ROLE_NOTICE)
			continue;
		/* Many servers want roles that alternate. */
		if (asked && asks)
			write_message(out, "assistant", &nothing);
		write_message(out, names[message->role], &message->text);
		asked = asks;
	}
	json_close(out, ']');
}

static const struct text *
prompt_of(const struct request *request)
{
	static const struct text nothing;
	const struct text *prompt = &nothing;

	for (size_t i = 0; i < request->count; i++)
		if (request->conversation->messages[i]->role == ROLE_USER)
			prompt = &request->conversation->messages[i]->text;
	return prompt;
}

void
request_texts(const struct request *request,
    void (*fn)(void *data, const struct text *text), void *data)
{
	if (request->settings.endpoint != ENDPOINT_CHAT) {
		fn(data, prompt_of(request));
		return;
	}
	fn(data, &request->conversation->system);
	for (size_t i = 0; i < request->count; i++) {
		const struct message *message =
		    request->conversation->messages[i];

		if (message->role != ROLE_NOTICE)
			fn(data, &message->text);
	}
}

static void
write_prompt(struct text *out, const struct request *request)
{
	const struct text *prompt = prompt_of(request);

	json_string(out, "prompt", text_string(prompt), prompt->len);
}

static void
write_lists(struct text *out, const struct settings *settings)
{
	const struct strings *stop = &settings->stop;
	const struct ids *ids = &settings->stop_token_ids;

	if (stop->count) {
		json_open(out, "stop", '[');
		for (size_t i = 0; i < stop->count; i++)
			json_string(out, NULL, stop->items[i].bytes,
			    stop->items[i].len);
		json_close(out, ']');
	}
	if (ids->count) {
		json_open(out, "stop_token_ids", '[');
		for (size_t i = 0; i < ids->count; i++)
			json_integer(out, NULL, ids->items[i]);
		json_close(out, ']');
	}
}

static void
write_integer(struct text *out, const char *name, int64_t value, int64_t unset)
{
	if (value != unset)
		json_integer(out, name, value);
}

static void
write_number(struct text *out, const char *name, double value)
{
	if (value >= 0)
		json_number(out, name, value, DIGITS);
}

static void
write_true(struct text *out, const char *name, bool value)
{
	if (value)
		json_bool(out, name, true);
}

static void
write_settings(struct text *out, const struct settings *settings)
{
	write_lists(out, settings);
	write_integer(out, "max_tokens", settings->max_tokens, -1);
	write_integer(out, "min_tokens", settings->min_tokens, -1);
	write_number(out, "temperature", settings->temperature);
	write_number(out, "top_p", settings->top_p);
	write_integer(out, "seed", settings->seed, SETTING_UNSET_SEED);
	write_integer(out, "n", settings->n, -1);
	write_true(out, "ignore_eos", settings->ignore_eos);
	write_true(out, "include_stop_str_in_output",
	    settings->include_stop_str_in_output);
}

int64_t
request_best_of(const struct request *request)
{
	cJSON *object =
	    cJSON_Parse(text_string(&request->settings.request_template));
	const cJSON *item =
	    cJSON_GetObjectItemCaseSensitive(object, "best_of");
	int64_t best_of = cJSON_IsNumber(item) ? item->valueint : -1;

	cJSON_Delete(object);
	return best_of;
}

/* What the template has and nothing above has written. */
static void
write_template(struct text *out, const struct settings *settings,
    const struct request_form *form)
{
	const char *json = text_string(&settings->request_template);
	cJSON *object = cJSON_Parse(json);

	if (!object)
		return;
	struct members members = members_of(object, json);
	while (members_next(&members))
		if (!key_find(members.item->string) &&
		    !(form->token_ids &&
			!strcmp(members.item->string, TOKEN_IDS)))
			json_raw(out, members.item->string,
			    text_string(&members.value));
	cJSON_Delete(object);
}

void
request_body(struct text *out, const struct request *request,
    const struct request_form *form)
{
	json_open(out, NULL, '{');
	if (form->model && *form->model)
		json_text(out, "model", form->model);
	if (request->settings.endpoint == ENDPOINT_CHAT)
		write_messages(out, request, form->last);
	else
		write_prompt(out, request);
	json_bool(out, "stream", true);
	if (form->usage)
		json_raw(out, "stream_options", "{\"include_usage\":true}");
	if (form->token_ids)
		json_bool(out, TOKEN_IDS, true);
	write_settings(out, &request->settings);
	write_template(out, &request->settings, form);
	json_close(out, '}');
}
