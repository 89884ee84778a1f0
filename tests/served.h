/* served.h: the built program as a server, and clients that ask it: bytes, on
 * the loop of the test, and the program itself. */
#ifndef SERVED_H
#define SERVED_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "../src/loop.h"
#include "program.h"
#include "tinyclient.h"

enum { SERVED_SOON_MS = 10000 };

/* Zeros, but for program.env and program.tty. */
struct served {
	struct program program;
	char url[64]; /* http://127.0.0.1:1234/v1 */
	uint16_t port;
};

/* Serves on a free port; args are those behind in=http. */
void served_start(struct served *served, const char *const *args);
/* Waits for standard error to hold the string, from the byte on. Returns where
 * it ends. */
size_t served_see_error(struct served *served, size_t from,
    const char *string);
/* Sends the signal, waits for the end, returns the status. */
int served_end(struct served *served, int number);
/* Ends it if it still runs; all is zero again. */
void served_release(struct served *served);

/* What came back. */
struct answer {
	int status;
	struct text head, body;
};

/* Opens a client and sends a request; headers are whole lines with \r\n, or "".
 * body: NULL for none. */
void served_send(struct tinyclient *client, struct loop *loop,
    const struct served *served, const char *method_and_path,
    const char *headers, const char *body);
/* Asks and waits for the whole answer; fails if it does not come. The answer
 * need not be zeros. */
void served_ask(struct loop *loop, const struct served *served,
    const char *method_and_path, const char *headers, const char *body,
    struct answer *answer);
void answer_release(struct answer *answer);
/* Returns the value of a field of the head, or "". Valid until the next
 * call. */
const char *answer_field(const struct answer *answer, const char *name);

/* Returns what stands at a path as error.code or choices.0.text, or NULL. */
const cJSON *json_find(const cJSON *root, const char *path);
/* The same, as JSON without spaces; "" if there is nothing. Valid until the
 * next call. */
const char *json_shown(const char *json, const char *path);
/* Returns line `number` of those that the text has, or fails. Valid until the
 * next call. */
const char *line_of(const struct text *text, size_t number);

#endif
