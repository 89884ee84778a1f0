/* record.c: recordings, written and read. What plays them is replay.c.
 *
 * A line is written with one call, so a crash leaves whole lines, or at worst
 * half of one at the end. The reader is strict: behind a line that is broken,
 * nothing can be trusted. */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/json.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "jsonread.h"
#include "secret.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Times beyond are nonsense: 30 years of microseconds, 30 000 of the others. */
#define TIME_MAX 1000000000000000

static const char *const kind_words[] = {
	[RECORD_REQUEST] = "request",
	[RECORD_HEAD] = "head",
	[RECORD_DATA] = "data",
	[RECORD_END] = "end",
};

static const char *const end_words[] = {
	[ANSWER_CLEAN] = "clean",
	[ANSWER_PREMATURE] = "premature",
	[ANSWER_RESET] = "reset",
	[ANSWER_STALLED] = "stalled",
	[ANSWER_CANCELLED] = "cancelled",
};

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "abcdefghijklmnopqrstuvwxyz0123456789+/";

/* Returns the value, or NULL if it is not JSON to the letter. */
static const struct json *
read_json(struct json_reader *reader, const char *bytes, size_t len)
{
	if (utf8_valid(bytes, len) < len ||
	    json_read(reader, bytes, len) != JSON_OK || json_was_bent(reader))
		return NULL;
	return json_root(reader);
}

/* ---- Base 64. */

static void
base64_write(struct text *out, const char *bytes, size_t len)
{
	const unsigned char *in = (const unsigned char *)bytes;

	for (size_t at = 0; at < len; at += 3) {
		size_t n = len - at < 3 ? len - at : 3;
		uint32_t bits = (uint32_t)in[at] << 16;
		char four[] = "====";

		if (n > 1)
			bits |= (uint32_t)in[at + 1] << 8;
		if (n > 2)
			bits |= in[at + 2];
		for (size_t i = 0; i <= n; i++)
			four[i] = digits[bits >> (18 - 6 * i) & 63];
		text_append(out, four, 4);
	}
}

/* Reads four digits, of which the last `pad` are "=". */
static bool
base64_read_group(struct text *out, const char *four, int pad)
{
	uint32_t bits = 0;
	char three[3];

	for (int i = 0; i < 4 - pad; i++) {
		const char *digit = memchr(digits, four[i], 64);

		if (!digit)
			return false;
		bits |= (uint32_t)(digit - digits) << (18 - 6 * i);
	}
	for (int i = 0; i < 3; i++)
		three[i] = (char)(bits >> (16 - 8 * i));
	text_append(out, three, (size_t)(3 - pad));
	/* The bits that fill the last digit up must be zeros. */
	return !(bits & ((1u << 8 * pad) - 1));
}

static bool
base64_read(struct text *out, const char *bytes, size_t len)
{
	bool ok = len % 4 == 0;

	for (size_t at = 0; ok && at < len; at += 4) {
		int pad = 0;

		if (at + 4 == len && bytes[at + 3] == '=')
			pad = bytes[at + 2] == '=' ? 2 : 1;
		ok = base64_read_group(out, bytes + at, pad);
	}
	return ok;
}

/* ---- Writing. */

struct recorder {
	int fd;
	char *path;
	struct secret secret;
	struct text line; /* that is being put together */
	char *error;
};

/* What is added to half a line could never be read. */
static bool
ends_in_half_a_line(int fd)
{
	struct stat file;
	char last;

	return fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
	    file.st_size > 0 && pread(fd, &last, 1, file.st_size - 1) == 1 &&
	    last != '\n';
}

struct recorder *
recorder_open(const char *path, const char *secret, struct text *error)
{
	/* Nothing may block, not even a pipe that nobody reads. */
	int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY |
	    O_NONBLOCK, 0600);
	struct recorder *recorder;

	if (fd < 0) {
		text_printf(error, "cannot record to %s: %s", path,
		    strerror(errno));
		return NULL;
	}
	if (ends_in_half_a_line(fd)) {
		text_printf(error, "cannot record to %s: it ends in the "
		    "middle of a line; name another file", path);
		close(fd);
		return NULL;
	}
	recorder = xcalloc(1, sizeof(*recorder));
	recorder->fd = fd;
	recorder->path = xstrdup(path);
	secret_set(&recorder->secret, secret);
	return recorder;
}

static void
begin_line(struct recorder *recorder, enum record_kind kind, int64_t t_us)
{
	struct text *line = &recorder->line;

	text_clear(line);
	json_open(line, NULL, '{');
	json_text(line, "record", kind_words[kind]);
	json_number(line, "t_ms", (double)t_us / 1000, 3);
}

static void
fail(struct recorder *recorder)
{
	struct text error = { 0 };

	text_printf(&error, "cannot record to %s: %s", recorder->path,
	    strerror(errno));
	recorder->error = text_take(&error);
}

static void
write_line(struct recorder *recorder)
{
	struct text *line = &recorder->line;
	ssize_t n;

	json_close(line, '}');
	text_add(line, "\n");
	/* Only a disk that gets full takes less than all, and then tells why
	 * when it gets the rest. */
	for (size_t at = 0; at < line->len && !recorder->error;) {
		n = write(recorder->fd, line->bytes + at, line->len - at);
		if (n >= 0)
			at += (size_t)n;
		else if (errno != EINTR)
			fail(recorder);
	}
}

static void
add_string(struct recorder *recorder, const char *name, const char *string)
{
	size_t len = strlen(string);
	const char *bytes = secret_mask(&recorder->secret, string, &len);

	json_string(&recorder->line, name, bytes, len);
}

/* Whether it can stand in a line as it is: in brackets, because it will be one
 * level deeper. A string would be taken for what is no JSON. */
static bool
is_part_of_a_line(const char *bytes, size_t len)
{
	struct json_reader *reader = json_reader_new();
	struct text list = { 0 };
	const struct json *root;
	bool ok;

	text_add(&list, "[");
	text_append(&list, bytes, len);
	text_add(&list, "]");
	root = read_json(reader, list.bytes, list.len);
	ok = root && root->first && !root->first->next &&
	    root->first->kind != JSON_STRING && !memchr(bytes, '\n', len);
	text_release(&list);
	json_reader_free(reader);
	return ok;
}

/* Without the secret it may be JSON no longer. */
static void
add_body(struct recorder *recorder, const char *body, size_t len)
{
	const char *bytes = secret_mask(&recorder->secret, body, &len);

	if (is_part_of_a_line(bytes, len)) {
		json_raw(&recorder->line, "body", "");
		text_append(&recorder->line, bytes, len);
	} else {
		json_string(&recorder->line, "body", bytes, len);
	}
}

void
recorder_request(struct recorder *recorder, int64_t wall_ms, const char *url,
    const char *body, size_t len)
{
	begin_line(recorder, RECORD_REQUEST, 0);
	json_integer(&recorder->line, "wall_ms", wall_ms);
	add_string(recorder, "url", url);
	add_body(recorder, body, len);
	write_line(recorder);
}

void
recorder_head(struct recorder *recorder, int64_t t_us, int status,
    const char *head)
{
	begin_line(recorder, RECORD_HEAD, t_us);
	json_integer(&recorder->line, "status", status);
	add_string(recorder, "head", head);
	write_line(recorder);
}

void
recorder_data(struct recorder *recorder, int64_t t_us, const char *bytes,
    size_t len)
{
	struct text base64 = { 0 };

	bytes = secret_mask(&recorder->secret, bytes, &len);
	begin_line(recorder, RECORD_DATA, t_us);
	if (utf8_valid(bytes, len) == len) {
		json_string(&recorder->line, "text", bytes, len);
	} else {
		base64_write(&base64, bytes, len);
		json_text(&recorder->line, "base64", base64.bytes);
		text_release(&base64);
	}
	write_line(recorder);
}

void
recorder_end(struct recorder *recorder, int64_t t_us, enum answer_end end,
    const char *sentence)
{
	begin_line(recorder, RECORD_END, t_us);
	json_text(&recorder->line, "end", end_words[end]);
	add_string(recorder, "sentence", sentence);
	write_line(recorder);
}

const char *
recorder_error(const struct recorder *recorder)
{
	return recorder->error;
}

void
recorder_close(struct recorder *recorder)
{
	if (!recorder)
		return;
	close(recorder->fd);
	free(recorder->path);
	secret_release(&recorder->secret);
	text_release(&recorder->line);
	free(recorder->error);
	free(recorder);
}

/* ---- Reading. */

static void
record_release(struct record *record)
{
	text_release(&record->bytes);
	text_release(&record->url);
}

static const struct json *
member(const struct json *object, const char *name)
{
	bool twice = false;

	return json_get(object, name, &twice);
}

/* Returns the place of the value among the words, or -1. */
static int
find_word(const char *const *words, size_t count, const struct json *value)
{
	for (size_t i = 0; i < count; i++)
		if (json_is(value, words[i]))
			return (int)i;
	return -1;
}

/* ---- The readers of members take what is missing for empty. */

static bool
read_string(struct text *out, const struct json *value)
{
	if (!value)
		return true;
	if (value->kind != JSON_STRING)
		return false;
	text_append(out, value->bytes, value->len);
	return true;
}

static bool
read_wall_ms(int64_t *out, const struct json *value)
{
	return !value ||
	    (json_to_integer(value, out) && *out >= 0 && *out <= TIME_MAX);
}

/* The text of JSON, or a string that holds what was none. */
static bool
read_body(struct text *out, const struct json *value, const char *line)
{
	if (!value || value->kind == JSON_STRING)
		return read_string(out, value);
	text_append(out, line + value->start, value->end - value->start);
	return true;
}

static bool
read_data(struct text *out, const struct json *line)
{
	const struct json *text = member(line, "text");
	const struct json *base64 = member(line, "base64");

	if (text)
		return read_string(out, text);
	return base64 && base64->kind == JSON_STRING &&
	    base64_read(out, base64->bytes, base64->len);
}

static bool
read_status(int *out, const struct json *value)
{
	int64_t status;

	if (!json_to_integer(value, &status) || status < 100 || status > 999)
		return false;
	*out = (int)status;
	return true;
}

static bool
read_end(enum answer_end *out, const struct json *value)
{
	int end = find_word(end_words, COUNT(end_words), value);

	if (end < 0)
		return false;
	*out = (enum answer_end)end;
	return true;
}

/* Milliseconds, as microseconds. By hand: for strtod(3) the point may be a
 * comma. */
static bool
read_time(int64_t *us, const struct json *value)
{
	int behind = -1; /* digits behind the point; -1: it did not come */

	if (!value || value->kind != JSON_NUMBER)
		return false;
	*us = 0;
	for (size_t i = 0; i < value->len; i++) {
		char c = value->bytes[i];

		if (c == '.') {
			behind = 0;
		} else if (c < '0' || c > '9' || *us > TIME_MAX / 10) {
			return false;
		} else if (behind < 3) {
			*us = *us * 10 + (c - '0');
			behind += behind >= 0;
		}
	}
	for (; behind < 3; behind++)
		*us *= behind < 0 ? 1 : 10;
	return *us <= TIME_MAX;
}

static bool
read_members(struct record *record, const struct json *root, const char *line)
{
	if (!read_time(&record->t_us, member(root, "t_ms")))
		return false;
	switch (record->kind) {
	case RECORD_REQUEST:
		return read_wall_ms(&record->wall_ms,
			   member(root, "wall_ms")) &&
		    read_string(&record->url, member(root, "url")) &&
		    read_body(&record->bytes, member(root, "body"), line);
	case RECORD_HEAD:
		return read_status(&record->status, member(root, "status")) &&
		    read_string(&record->bytes, member(root, "head"));
	case RECORD_DATA:
		return read_data(&record->bytes, root);
	case RECORD_END:
		return read_end(&record->end, member(root, "end")) &&
		    read_string(&record->bytes, member(root, "sentence"));
	}
	return false;
}

static bool
may_follow(enum record_kind kind, const struct recording *recording)
{
	enum record_kind before = RECORD_END;

	if (recording->count)
		before = recording->records[recording->count - 1].kind;
	switch (kind) {
	case RECORD_REQUEST:
		return true;
	case RECORD_HEAD:
		return before == RECORD_REQUEST;
	case RECORD_DATA:
		return before == RECORD_HEAD || before == RECORD_DATA;
	case RECORD_END:
		return before != RECORD_END;
	}
	return false;
}

static bool
read_record(struct recording *recording, enum record_kind kind,
    const struct json *root, const char *line)
{
	struct record record = { .kind = kind };

	if (!may_follow(kind, recording) ||
	    !read_members(&record, root, line)) {
		record_release(&record);
		return false;
	}
	recording->records = xgrow(recording->records, recording->count,
	    &recording->capacity, sizeof(*recording->records));
	recording->records[recording->count++] = record;
	return true;
}

static bool
read_line(struct recording *recording, struct json_reader *reader,
    const char *line, size_t len)
{
	const struct json *root = read_json(reader, line, len);
	const struct json *word = root ? member(root, "record") : NULL;
	int kind = find_word(kind_words, COUNT(kind_words), word);

	if (!word || word->kind != JSON_STRING)
		return false;
	/* What a later version may write. */
	if (kind < 0)
		return true;
	return read_record(recording, (enum record_kind)kind, root, line);
}

static void
read_lines(struct recording *recording, FILE *file, const char *path)
{
	struct json_reader *reader = json_reader_new();
	struct text cut = { 0 };
	char *line = NULL;
	size_t size = 0;
	ssize_t len;

	for (size_t number = 1; !cut.len; number++) {
		len = getline(&line, &size, file);
		if (len < 0)
			break;
		if (!read_line(recording, reader, line, (size_t)len))
			text_printf(&cut, "%s: line %zu is cut or broken; the "
			    "recording plays up to there", path, number);
	}
	if (cut.len)
		recording->cut = text_take(&cut);
	free(line);
	json_reader_free(reader);
}

bool
recording_read(struct recording *recording, const char *path,
    struct text *error)
{
	FILE *file = fopen(path, "r");
	bool ok = false;

	*recording = (struct recording){ 0 };
	if (file)
		read_lines(recording, file, path);
	if (!file || ferror(file))
		text_printf(error, "cannot read %s: %s", path, strerror(errno));
	else if (!recording->count)
		text_printf(error, "%s is no recording: it does not begin "
		    "with the record of a request", path);
	else
		ok = true;
	if (file)
		fclose(file);
	if (!ok)
		recording_release(recording);
	return ok;
}

void
recording_release(struct recording *recording)
{
	for (size_t i = 0; i < recording->count; i++)
		record_release(&recording->records[i]);
	free(recording->records);
	free(recording->cut);
	*recording = (struct recording){ 0 };
}
