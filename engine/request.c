/* request.c: one request, its template, and its JSON.
 *
 * Templates are read with cJSON and written with json.h, because cJSON knows
 * numbers as double only and a seed has 64 bits. What they hold for others goes
 * through as it came, so it is found with jsonread.h. */
#include "request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "../src/json.h"
#include "../src/utf8.h"
#include "jsonread.h"
#include "request_field.h"

#define TOKEN_IDS "return_token_ids"
#define BOM "\xef\xbb\xbf"

enum { ID_BYTES = 12, DIGITS = 9 };

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
	return (struct members){ .object = object, .at = json + 1 };
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

static enum json_kind
kind_of(const cJSON *item)
{
	return cJSON_IsBool(item)     ? JSON_TRUE
	       : cJSON_IsString(item) ? JSON_STRING
	       : cJSON_IsNumber(item) ? JSON_NUMBER
	                              : JSON_OBJECT;
}

/* json is that of the item. */
static bool
take_one(struct settings *settings, const struct setting *setting,
    const cJSON *item, const char *json, struct text *error)
{
	const char *string = item->valuestring;
	const struct field_value value = { .kind = kind_of(item),
		.bytes = string, .len = string ? strlen(string) : 0,
		.json = json };

	return field_take(settings, setting, &value, error);
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
	const struct field *known = field_find(member->item->string,
	    strlen(member->item->string));
	struct settings vain;
	bool ok;

	if (!known || !known->setting || cJSON_IsNull(member->item))
		return true;
	struct setting setting = field_setting(known);
	settings_init(&vain);
	if (setting_is_set(settings, &setting))
		settings = &vain;
	if (setting_is_list(&setting) && cJSON_IsArray(member->item))
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

/* cJSON lets pass what a server would not, as 01. Returns the place of that, or
 * NULL. */
static const char *
find_trouble(const char *json)
{
	struct json_reader *reader = json_reader_new();
	const char *trouble = NULL;

	if (json_read(reader, json, strlen(json)) != JSON_OK ||
	    json_was_bent(reader))
		trouble = json + json_trouble(reader);
	json_reader_free(reader);
	return trouble;
}

/* Returns the object, or NULL with what is wrong. The caller deletes it. */
static cJSON *
parse(const char *json, struct text *error)
{
	const char *end = json;
	cJSON *object = cJSON_ParseWithOpts(json, &end, true);
	bool is_utf8 = !json[utf8_valid(json, strlen(json))];
	const char *trouble = !object   ? end
	                      : is_utf8 ? find_trouble(json)
	                                : NULL;

	if (trouble)
		text_printf(error, "not JSON: something is wrong in line %d",
		    line_of(json, trouble));
	else if (!is_utf8)
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
	cJSON *object;
	bool ok = false;

	json += strncmp(json, BOM, strlen(BOM)) ? 0 : strlen(BOM);
	object = parse(json, &sentence);
	if (object) {
		json_minify(&small, json, strlen(json));
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
		[ROLE_ASSISTANT] = "assistant", [ROLE_SYSTEM] = "system",
		[ROLE_TOOL] = "tool" };
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

/* Returns the object, NULL if there is none. It lives with the reader. */
static const struct json *
template_of(const struct settings *settings, struct json_reader *reader)
{
	const struct text *json = &settings->request_template;

	if (json->len)
		json_read(reader, json->bytes, json->len);
	return json_root(reader);
}

int64_t
request_best_of(const struct request *request)
{
	struct json_reader *reader = json_reader_new();
	const struct json *object = template_of(&request->settings, reader);
	int64_t best_of = -1;
	bool twice;

	json_to_integer(json_get(object, "best_of", &twice), &best_of);
	json_reader_free(reader);
	return best_of;
}

static bool
is_written(const struct json *member, const struct request_form *form)
{
	if (field_find(member->name, member->name_len))
		return true;
	return form->token_ids && member->name_len == strlen(TOKEN_IDS) &&
	    !memcmp(member->name, TOKEN_IDS, member->name_len);
}

/* What the template has and nothing above has written. */
static void
write_template(struct text *out, const struct settings *settings,
    const struct request_form *form)
{
	struct json_reader *reader = json_reader_new();
	const struct json *object = template_of(settings, reader);
	const char *json = text_string(&settings->request_template);

	for (const struct json *at = object ? object->first : NULL; at;
	     at = at->next) {
		if (is_written(at, form))
			continue;
		json_string(out, NULL, at->name, at->name_len);
		text_add(out, ":");
		text_append(out, json + at->start, at->end - at->start);
	}
	json_reader_free(reader);
}

void
request_body(struct text *out, const struct request *request,
    const struct request_form *form)
{
	bool is_chat = request->settings.endpoint == ENDPOINT_CHAT;

	json_open(out, NULL, '{');
	if (form->model && *form->model)
		json_text(out, "model", form->model);
	if (request->messages)
		json_raw(out, is_chat ? "messages" : "prompt",
		    request->messages);
	else if (is_chat)
		write_messages(out, request, form->last);
	else
		write_prompt(out, request);
	json_bool(out, "stream", !form->whole);
	if (form->usage)
		json_raw(out, "stream_options", "{\"include_usage\":true}");
	if (form->token_ids)
		json_bool(out, TOKEN_IDS, true);
	write_settings(out, &request->settings);
	write_template(out, &request->settings, form);
	json_close(out, '}');
}
