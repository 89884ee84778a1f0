/* tracefile.c: reads the records of request trace files.
 *
 * Lenient with what is in a record: a member that is missing, null or of the
 * wrong kind is unknown, one that we have not heard of is passed over. */
#include "tracefile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/jsonread.h"
#include "escape.h"
#include "utf8.h"
#include "xalloc.h"

#define SCHEMA "dynamo.request.trace.v1"

enum { SCHEMA_SHOWN = 40 };

/* What is more is no measure but a mistake; and up to here, microseconds of it
 * can be added and written as a date. Year 9999; 31 years; a lot of tokens. */
static const int64_t date_most = INT64_C(253402300799999);
static const double duration_most = 1e12;
static const int64_t count_most = INT64_C(1000000000000);

struct tracefile {
	struct json_reader *json;
	struct text repaired;
	uint64_t *hashes;
	size_t count, capacity;
};

struct tracefile *
tracefile_new(void)
{
	struct tracefile *file = xcalloc(1, sizeof(*file));

	file->json = json_reader_new();
	return file;
}

void
tracefile_free(struct tracefile *file)
{
	if (!file)
		return;
	json_reader_free(file->json);
	text_release(&file->repaired);
	free(file->hashes);
	free(file);
}

/* ---- Members. */

static const struct json *
member(const struct json *object, const char *name)
{
	bool twice;

	return json_get(object, name, &twice);
}

static struct span
string(const struct json *object, const char *name)
{
	const struct json *value = member(object, name);

	if (!value || value->kind != JSON_STRING)
		return (struct span){ 0 };
	return (struct span){ value->bytes, value->len };
}

/* An empty one says nothing. */
static struct span
word(const struct json *object, const char *name)
{
	struct span value = string(object, name);

	return value.len ? value : (struct span){ 0 };
}

static int64_t
integer(const struct json *object, const char *name, int64_t most)
{
	int64_t value;

	if (!json_to_integer(member(object, name), &value) || value < 0 ||
	    value > most)
		return -1;
	return value;
}

/* The digits end where no number goes on: at a blank, comma or bracket. */
static double
duration(const struct json *object, const char *name)
{
	const struct json *value = member(object, name);
	double number;

	if (!value || value->kind != JSON_NUMBER)
		return -1;
	number = strtod(value->bytes, NULL);
	return number >= 0 && number <= duration_most ? number : -1;
}

/* ---- Hashes: unsigned, 64 bits, so neither double nor int64_t. */

static bool
to_hash(const struct json *value, uint64_t *out)
{
	uint64_t hash = 0;

	if (value->kind != JSON_NUMBER)
		return false;
	for (size_t i = 0; i < value->len; i++) {
		unsigned digit = (unsigned)(value->bytes[i] - '0');

		if (digit > 9 || hash > (UINT64_MAX - digit) / 10)
			return false;
		hash = hash * 10 + digit;
	}
	*out = hash;
	return true;
}

static bool
read_hashes(struct tracefile *file, const struct json *list)
{
	file->count = 0;
	if (!list || list->kind != JSON_LIST)
		return false;
	for (const struct json *at = list->first; at; at = at->next) {
		file->hashes = xgrow(file->hashes, file->count,
		    &file->capacity, sizeof(*file->hashes));
		if (!to_hash(at, &file->hashes[file->count++]))
			return false;
	}
	return true;
}

/* ---- The parts of a record. */

static void
read_replay(struct tracefile *file, const struct json *replay,
    struct tracefile_record *record)
{
	static const uint64_t none[1];

	record->block_size = integer(replay, "trace_block_size", count_most);
	if (record->input_tokens < 0)
		record->input_tokens =
		    integer(replay, "input_length", count_most);
	if (!read_hashes(file, member(replay, "input_sequence_hashes")))
		return;
	record->hashes = file->count ? file->hashes : none;
	record->blocks = file->count;
}

/* The reason of the whole, else that of the first choice. */
static void
read_finish(const struct json *finish, struct tracefile_record *record)
{
	const struct json *choices = member(finish, "choices");
	const struct json *choice =
	    choices && choices->kind == JSON_LIST ? choices->first : NULL;

	if (!member(finish, "finish_reason") && choice)
		finish = choice;
	record->finish_reason = word(finish, "finish_reason");
	if (!record->finish_reason.len)
		record->finish_reason = word(finish, "backend_finish_reason");
	record->stop_string = string(finish, "stop_reason");
	record->stop_token = integer(finish, "stop_reason", count_most);
}

/* The event is the end of the request: of begin, end and length, any two tell
 * the third. */
static void
complete_times(struct tracefile_record *record, int64_t end_ms)
{
	if (end_ms < 0)
		return;
	if (record->total_ms < 0 && record->received_ms >= 0 &&
	    record->received_ms <= end_ms)
		record->total_ms = (double)(end_ms - record->received_ms);
	else if (record->received_ms < 0 && record->total_ms >= 0 &&
	    record->total_ms <= (double)end_ms)
		record->received_ms = end_ms - llround(record->total_ms);
	if (record->total_ms > duration_most)
		record->total_ms = -1;
}

static void
read_request(struct tracefile *file, const struct json *root,
    const struct json *request, struct tracefile_record *record)
{
	const struct json *agent = member(root, "agent_context");

	record->is_full = agent && agent->kind == JSON_OBJECT;
	record->session_id = word(agent, "session_id");
	record->parent_session_id = word(agent, "parent_session_id");
	record->request_id = word(request, "request_id");
	record->x_request_id = word(request, "x_request_id");
	record->model = word(request, "model");
	record->input_tokens = integer(request, "input_tokens", count_most);
	record->output_tokens = integer(request, "output_tokens", count_most);
	record->cached_tokens = integer(request, "cached_tokens", count_most);
	record->received_ms =
	    integer(request, "request_received_ms", date_most);
	record->prefill_wait_ms = duration(request, "prefill_wait_time_ms");
	record->prefill_ms = duration(request, "prefill_time_ms");
	record->ttft_ms = duration(request, "ttft_ms");
	record->itl_ms = duration(request, "avg_itl_ms");
	record->total_ms = duration(request, "total_time_ms");
	complete_times(record, integer(root, "event_time_unix_ms", date_most));
	read_finish(member(request, "finish_reason_metadata"), record);
	read_replay(file, member(request, "replay"), record);
}

/* ---- The line. */

static bool
is_ascii(struct span line)
{
	unsigned char all = 0;

	for (size_t i = 0; i < line.len; i++)
		all |= (unsigned char)line.bytes[i];
	return all < 0x80;
}

static enum json_result
read_json(struct tracefile *file, struct span line)
{
	if (is_ascii(line))
		return json_read(file->json, line.bytes, line.len);
	text_clear(&file->repaired);
	utf8_repair(&file->repaired, line.bytes, line.len);
	return json_read(file->json, text_string(&file->repaired),
	    file->repaired.len);
}

/* Dynamo's recorder puts {"timestamp":...,"event":RECORD} around. */
static const struct json *
unwrap(const struct json *root)
{
	return member(root, "schema") ? root : member(root, "event");
}

static bool
has_schema(const struct json *root, struct text *why)
{
	struct span schema = string(root, "schema");

	if (json_is(member(root, "schema"), SCHEMA))
		return true;
	if (!schema.bytes) {
		text_add(why, "it has no schema");
		return false;
	}
	text_add(why, "its schema is ");
	escape_quote_short(why, schema.bytes, schema.len, SCHEMA_SHOWN);
	text_add(why, ", not " SCHEMA);
	return false;
}

static bool
read_record(struct tracefile *file, struct tracefile_record *record,
    struct text *why)
{
	const struct json *root = unwrap(json_root(file->json));
	const struct json *request = member(root, "request");

	if (!has_schema(root, why))
		return false;
	record->event_type = word(root, "event_type");
	record->is_request = json_is(member(root, "event_type"), "request_end");
	if (!record->event_type.len)
		text_add(why, "it has no event_type");
	else if (record->is_request &&
	    (!request || request->kind != JSON_OBJECT))
		text_add(why, "it is a request_end without a request");
	else if (record->is_request)
		read_request(file, root, request, record);
	return !why->len;
}

bool
tracefile_read(struct tracefile *file, struct span line,
    struct tracefile_record *record, struct text *why)
{
	*record = (struct tracefile_record){ 0 };
	text_clear(why);
	switch (read_json(file, line)) {
	case JSON_OK:
		return read_record(file, record, why);
	case JSON_NOT:
		text_add(why, "it is not JSON");
		break;
	case JSON_BROKEN:
		text_add(why, "its JSON is broken");
		break;
	case JSON_DEEP:
		text_add(why, "its JSON is nested too deep");
		break;
	case JSON_MANY:
		text_add(why, "its JSON has too many values");
		break;
	}
	return false;
}

enum tracefile_outcome
tracefile_outcome(const struct tracefile_record *record)
{
	if (record->finish_reason.len)
		return TRACEFILE_FINISHED;
	return record->is_full ? TRACEFILE_UNFINISHED : TRACEFILE_UNTOLD;
}

const char *
tracefile_outcome_name(enum tracefile_outcome outcome)
{
	static const char *const names[] = { "finished", "unfinished",
		"unknown" };

	return names[outcome];
}
