/* served.c: the built program as a server, and clients that ask it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "served.h"

enum { ARGS_MAX = 32 };

void
served_start(struct served *served, const char *const *args)
{
	const char *words[ARGS_MAX] = { "in=http", "--http-port", "0" };
	const char *port;

	for (size_t i = 3; i + 1 < ARGS_MAX && args[i - 3]; i++)
		words[i] = args[i - 3];
	program_start(&served->program, words);
	if (served->program.tty)
		return;
	program_see(&served->program, 0, "/v1\n");
	snprintf(served->url, sizeof(served->url), "%.*s",
	    (int)strcspn(served->program.output.bytes, "\n"),
	    served->program.output.bytes);
	port = strrchr(served->url, ':');
	served->port = (uint16_t)strtoul(port + 1, NULL, 10);
	assert_true(served->port > 0);
}

size_t
served_see_error(struct served *served, size_t from, const char *string)
{
	struct program *program = &served->program;
	int64_t limit = program_limit_ms();
	const char *found;

	while (program->errors.len <= from ||
	    !(found = strstr(program->errors.bytes + from, string)))
		program_pump(program, limit, string);
	return (size_t)(found - program->errors.bytes) + strlen(string);
}

int
served_end(struct served *served, int number)
{
	program_kill(&served->program, number);
	return program_end(&served->program);
}

void
served_release(struct served *served)
{
	program_release(&served->program);
	*served = (struct served){ 0 };
}

/* ---- Asking. */

void
served_send(struct tinyclient *client, struct loop *loop,
    const struct served *served, const char *method_and_path,
    const char *headers, const char *body)
{
	struct text request = { 0 };

	text_printf(&request, "%s HTTP/1.1\r\nHost: localhost\r\n"
	    "Connection: close\r\n%s", method_and_path, headers);
	if (body)
		text_printf(&request, "Content-Type: application/json\r\n"
		    "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
	else
		text_add(&request, "\r\n");
	tinyclient_open(client, loop, served->port);
	tinyclient_send(client, request.bytes, request.len);
	text_release(&request);
}

static void
read_answer(const struct tinyclient *client, bool has_body,
    struct answer *answer)
{
	const char *got = text_string(&client->got);
	const char *end = strstr(got, "\r\n\r\n");

	*answer = (struct answer){ 0 };
	if (!end || sscanf(got, "HTTP/1.1 %d", &answer->status) != 1)
		fail_msg("no head in: %s", got);
	text_append(&answer->head, got, (size_t)(end + 2 - got));
	if (has_body && !tinyclient_body(client, &answer->body))
		fail_msg("no whole body in: %s", got);
}

void
served_ask(struct loop *loop, const struct served *served,
    const char *method_and_path, const char *headers, const char *body,
    struct answer *answer)
{
	struct tinyclient client;

	served_send(&client, loop, served, method_and_path, headers, body);
	if (!tinyclient_wait_end(&client, SERVED_SOON_MS))
		fail_msg("no end of: %s", text_string(&client.got));
	read_answer(&client, strncmp(method_and_path, "HEAD ", 5), answer);
	tinyclient_close(&client);
}

void
answer_release(struct answer *answer)
{
	text_release(&answer->head);
	text_release(&answer->body);
}

const char *
answer_field(const struct answer *answer, const char *name)
{
	static char value[200];
	const char *line = text_string(&answer->head);
	size_t len = strlen(name);

	for (; line; line = strstr(line, "\r\n")) {
		line += line == answer->head.bytes ? 0 : 2;
		if (strncasecmp(line, name, len) || line[len] != ':')
			continue;
		line += len + 1;
		line += strspn(line, " ");
		snprintf(value, sizeof(value), "%.*s",
		    (int)strcspn(line, "\r"), line);
		return value;
	}
	return "";
}

/* ---- JSON. */

const cJSON *
json_find(const cJSON *root, const char *path)
{
	while (root && *path) {
		char name[64];
		size_t len = strcspn(path, ".");

		snprintf(name, sizeof(name), "%.*s", (int)len, path);
		root = cJSON_IsArray(root)
			? cJSON_GetArrayItem(root, atoi(name))
			: cJSON_GetObjectItemCaseSensitive(root, name);
		path += len + (path[len] == '.');
	}
	return root;
}

const char *
json_shown(const char *json, const char *path)
{
	static char *shown;
	cJSON *root = cJSON_Parse(json);
	const cJSON *found = json_find(root, path);

	free(shown);
	shown = found ? cJSON_PrintUnformatted(found) : NULL;
	cJSON_Delete(root);
	return shown ? shown : "";
}

const char *
line_of(const struct text *text, size_t number)
{
	static struct text line;
	const char *at = text_string(text);

	for (size_t i = 0; i < number && at; i++)
		at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
	if (!at || !*at)
		fail_msg("no line %zu in: %s", number, text_string(text));
	text_clear(&line);
	text_append(&line, at, strcspn(at, "\n"));
	return text_string(&line);
}
