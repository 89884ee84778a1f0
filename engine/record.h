/* record.h: what an engine sent, byte for byte with its times, as JSON lines:
 *
 *	{"record":"request","t_ms":0,"wall_ms":...,"url":"...","body":{...}}
 *	{"record":"head","t_ms":12.1,"status":200,"head":"HTTP/1.1 200 OK\r\n..."}
 *	{"record":"data","t_ms":31.7,"text":"data: {..."}   UTF-8 as it is, or
 *	{"record":"data","t_ms":31.7,"base64":"..."}        anything else
 *	{"record":"end","t_ms":99.0,"end":"clean","sentence":""}
 *
 * A file may hold several requests one after the other. No key is ever in it. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/text.h"
#include "answer.h"

/* ---- Writing. */

struct recorder;

/* Opens the file to append to it, 0600 when it is new. NULL with a sentence in
 * error. secret is never written: where it would stand, *** does; NULL: none. */
struct recorder *recorder_open(const char *path, const char *secret,
    struct text *error);
/* Each writes one line at once. The first that fails is told by
 * recorder_error(); later ones do nothing then. t_us is the time since the
 * request was sent. */
void recorder_request(struct recorder *recorder, int64_t wall_ms,
    const char *url, const char *body, size_t len);
void recorder_head(struct recorder *recorder, int64_t t_us, int status,
    const char *head);
void recorder_data(struct recorder *recorder, int64_t t_us, const char *bytes,
    size_t len);
void recorder_end(struct recorder *recorder, int64_t t_us,
    enum answer_end end, const char *sentence);
/* Returns a sentence about what went wrong, or NULL. */
const char *recorder_error(const struct recorder *recorder);
void recorder_close(struct recorder *recorder);

/* ---- Reading. */

enum record_kind { RECORD_REQUEST, RECORD_HEAD, RECORD_DATA, RECORD_END };

struct record {
	enum record_kind kind;
	int64_t t_us;
	int status;        /* RECORD_HEAD */
	struct text bytes; /* RECORD_DATA: the bytes; _HEAD: the head; _REQUEST:
	                    * the body; _END: the sentence */
	struct text url;   /* RECORD_REQUEST */
	int64_t wall_ms;   /* RECORD_REQUEST */
	enum answer_end end;
};

struct recording {
	struct record *records;
	size_t count;
	size_t capacity;
	char *cut; /* a sentence, if the file is cut or broken: the records before
	            * that place are good; else NULL */
};

/* False with a sentence in error if the file cannot be read or has no record
 * at all. */
bool recording_read(struct recording *recording, const char *path,
    struct text *error);
void recording_release(struct recording *recording);

#endif
