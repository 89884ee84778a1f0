/* bench_units.c: what the pure parts cost, next to something that anybody can
 * run on the same bytes. For bench.sh.
 *
 * Time is that of the processor. In each round what is measured and what it is
 * compared with run one after the other. */
#define _GNU_SOURCE 1 /* mkdtemp() */

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cJSON.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../engine/answer.h"
#include "../engine/jsonread.h"
#include "../engine/record.h"
#include "../engine/replay_hash.h"
#include "../engine/sse.h"
#include "../engine/stop.h"
#include "../engine/trace_sink.h"
#include "../src/settings.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"
#include "bench_row.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum {
	TEXT_BYTES = 1000 * 1000,
	CHUNKS_BYTES = 10 * 1000 * 1000,
	READ_BYTES = 16384, /* what a socket gives at once */
	TOKENS = 131072, BLOCK = 64, HASHINGS = 20,
	RECORDS = 20000, RECORD_BYTES = 300,
	STRINGS_BYTES_MAX = 10 * 1000 * 1000,
};

/* What results go to, lest they be optimized away. */
static volatile uint64_t sink;

static double
time_of(void (*run)(void *data), void *data)
{
	double from = bench_cpu_ns();

	run(data);
	return bench_cpu_ns() - from;
}

/* Nanoseconds are divided by `divisor` to have the unit. */
static void
measure(const char *name, const char *unit, double divisor,
    void (*run)(void *data), void *data, void (*other)(void *data),
    void *other_data, const char *to, const char *bar)
{
	struct bench_values values = { .count = 0 }, ratios = { .count = 0 };

	for (int round = 0; round < BENCH_ROUNDS; round++) {
		double theirs = time_of(other, other_data);
		double ours = time_of(run, data);

		bench_add(&values, ours / divisor);
		bench_add(&ratios, ours / theirs);
	}
	bench_ratio_row(name, unit, &values, &ratios, to, bar);
}

/* The same numbers on each run and machine. */
static uint32_t
next_random(void)
{
	static uint32_t state = 1;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

static char
random_letter(void)
{
	return (char)('a' + next_random() % 26);
}

/* ---- Stop strings. */

struct matching {
	struct settings settings;
	struct stop *stop;
	struct text text; /* in which no string is found */
};

/* Strings of one character are rare characters; longer ones are letters and an
 * end that the text never has. */
static void
make_string(struct text *out, size_t length, size_t number)
{
	char bytes[4];

	text_clear(out);
	if (length == 1) {
		text_append(out, bytes,
		    utf8_encode((int32_t)(0x10000 + number), bytes));
		return;
	}
	while (out->len < length - 1) {
		bytes[0] = random_letter();
		text_append(out, bytes, 1);
	}
	text_add(out, "!");
}

/* Not strings_add(), which looks for the same string first, in all of them. */
static void
make_strings(struct strings *strings, size_t count, size_t length)
{
	strings->items = xcalloc(count, sizeof(*strings->items));
	strings->count = strings->capacity = count;
	for (size_t i = 0; i < count; i++)
		make_string(&strings->items[i], length, i);
}

/* Beginnings of strings one after the other: each nearly matches, all the time
 * something is held back. */
static void
make_text(struct matching *matching, size_t length)
{
	const struct strings *strings = &matching->settings.stop;

	while (matching->text.len < TEXT_BYTES) {
		const struct text *string =
		    &strings->items[next_random() % strings->count];
		char letter = random_letter();

		if (length > 1)
			text_append(&matching->text, string->bytes,
			    next_random() % length);
		text_append(&matching->text, &letter, 1);
	}
}

static void
matching_init(struct matching *matching, size_t count, size_t length)
{
	*matching = (struct matching){ .stop = NULL };
	settings_init(&matching->settings);
	make_strings(&matching->settings.stop, count, length);
	make_text(matching, length);
	matching->stop = stop_new(&matching->settings);
}

static void
matching_release(struct matching *matching)
{
	stop_free(matching->stop);
	settings_release(&matching->settings);
	text_release(&matching->text);
}

/* A token a character, as the echo engine has it. */
static void
run_matching(void *data)
{
	struct matching *matching = data;
	struct text out = { 0 };

	for (size_t i = 0; i < matching->text.len; i++) {
		if (stop_token(matching->stop, -1, matching->text.bytes + i, 1,
		    &out))
			bench_fail("a stop string matched");
		sink += out.len;
		text_clear(&out);
	}
	text_release(&out);
}

/* As a search of one byte would go through them. */
static void
run_memchr(void *data)
{
	const struct matching *matching = data;
	const struct text *text = &matching->text;

	for (size_t i = 0; i < text->len; i++)
		sink += memchr(text->bytes + i, '!', 1) != NULL;
}

static void
measure_matching(size_t count, size_t length, struct matching *one)
{
	struct matching many;
	char name[64];

	snprintf(name, sizeof(name), "stop: %zu strings of %zu", count, length);
	if (count * length > STRINGS_BYTES_MAX) {
		bench_missing_row(name, "not run: strings of 100 MB");
		return;
	}
	matching_init(&many, count, length);
	measure(name, "ns/char", TEXT_BYTES, run_matching, &many, run_matching,
	    one, "1 string", count == 1000 ? "<= 3" : "");
	matching_release(&many);
}

static void
bench_stop(void)
{
	static const size_t lengths[] = { 1, 10, 1000 };

	for (size_t i = 0; i < COUNT(lengths); i++) {
		struct matching one;
		char name[64];

		matching_init(&one, 1, lengths[i]);
		snprintf(name, sizeof(name), "stop: 1 string of %zu",
		    lengths[i]);
		measure(name, "ns/char", TEXT_BYTES, run_matching, &one,
		    run_memchr, &one, "memchr a byte", "");
		measure_matching(1000, lengths[i], &one);
		measure_matching(100000, lengths[i], &one);
		matching_release(&one);
	}
}

/* ---- Chunks of a reply. */

struct chunks {
	struct text stream, copy;
	struct text *payloads;
	size_t count, capacity;
	size_t payload_bytes;
	struct settings settings;
};

static void
add_chunk(struct chunks *chunks)
{
	struct text *payload;

	chunks->payloads = xgrow(chunks->payloads, chunks->count,
	    &chunks->capacity, sizeof(*chunks->payloads));
	payload = &chunks->payloads[chunks->count++];
	*payload = (struct text){ 0 };
	text_printf(payload, "{\"id\":\"chatcmpl-7d0c4a\",\"object\":"
	    "\"chat.completion.chunk\",\"created\":1760000000,\"model\":\"m\","
	    "\"choices\":[{\"index\":0,\"delta\":{\"content\":\" %c%c%c%c\"},"
	    "\"logprobs\":null,\"finish_reason\":null}]}", random_letter(),
	    random_letter(), random_letter(), random_letter());
	chunks->payload_bytes += payload->len;
	text_printf(&chunks->stream, "data: %s\n\n", text_string(payload));
}

static void
make_chunks(struct chunks *chunks)
{
	settings_init(&chunks->settings);
	while (chunks->stream.len < CHUNKS_BYTES)
		add_chunk(chunks);
	text_append(&chunks->copy, chunks->stream.bytes, chunks->stream.len);
}

static void
chunks_release(struct chunks *chunks)
{
	for (size_t i = 0; i < chunks->count; i++)
		text_release(&chunks->payloads[i]);
	free(chunks->payloads);
	text_release(&chunks->stream);
	text_release(&chunks->copy);
	settings_release(&chunks->settings);
}

static size_t
piece_at(const struct chunks *chunks, size_t at)
{
	size_t left = chunks->stream.len - at;

	return left < READ_BYTES ? left : READ_BYTES;
}

static void
run_memcpy(void *data)
{
	struct chunks *chunks = data;

	memcpy(chunks->copy.bytes, chunks->stream.bytes, chunks->stream.len);
	sink += (unsigned char)chunks->copy.bytes[next_random() %
	    chunks->copy.len];
}

static void
on_item(void *data, const struct sse_item *item)
{
	(void)data;
	sink += item->len;
}

static void
run_sse(void *data)
{
	const struct chunks *chunks = data;
	struct sse *sse = sse_new(on_item, NULL);

	for (size_t at = 0; at < chunks->stream.len; at += READ_BYTES)
		sse_feed(sse, chunks->stream.bytes + at, piece_at(chunks, at));
	sse_end(sse, true);
	sse_free(sse);
}

static void
run_cjson(void *data)
{
	const struct chunks *chunks = data;

	for (size_t i = 0; i < chunks->count; i++) {
		cJSON *json = cJSON_ParseWithLength(chunks->payloads[i].bytes,
		    chunks->payloads[i].len);

		sink += json != NULL;
		cJSON_Delete(json);
	}
}

static void
run_jsonread(void *data)
{
	const struct chunks *chunks = data;
	struct json_reader *reader = json_reader_new();

	for (size_t i = 0; i < chunks->count; i++)
		if (json_read(reader, chunks->payloads[i].bytes,
		    chunks->payloads[i].len))
			bench_fail("a chunk is no JSON");
	json_reader_free(reader);
}

static void
on_event(void *data, const struct engine_event *event)
{
	size_t *text = data;

	if (event->kind == ENGINE_TEXT)
		*text += event->len;
}

static void
run_answer(void *data)
{
	const struct chunks *chunks = data;
	size_t text = 0;
	struct answer *answer = answer_new(&chunks->settings, on_event, &text);

	answer_head(answer, 200, "text/event-stream", "", "", 0);
	for (size_t at = 0; at < chunks->stream.len; at += READ_BYTES)
		answer_body(answer, chunks->stream.bytes + at,
		    piece_at(chunks, at));
	answer_end(answer, ANSWER_CLEAN, "");
	answer_free(answer);
	if (text != chunks->count * 5)
		bench_fail("the reply was not read whole");
}

static void
bench_chunks(void)
{
	struct chunks chunks = { .count = 0 };
	double stream_mb, payload_mb;

	make_chunks(&chunks);
	stream_mb = (double)chunks.stream.len; /* ns a byte are ms a MB */
	payload_mb = (double)chunks.payload_bytes;
	measure("sse", "ms/MB", stream_mb, run_sse, &chunks, run_memcpy,
	    &chunks, "memcpy", "");
	measure("jsonread of chunks", "ms/MB", payload_mb, run_jsonread,
	    &chunks, run_cjson, &chunks, "cJSON", "<= 1");
	measure("sse, chunks, events: all of a reply", "ms/MB", stream_mb,
	    run_answer, &chunks, run_cjson, &chunks, "cJSON", "");
	chunks_release(&chunks);
}

/* ---- Hashes. */

static void
run_hashing(void *data)
{
	for (int i = 0; i < HASHINGS; i++) {
		struct replay_hash hash = { .block_size = BLOCK };

		replay_hash_add(&hash, data, TOKENS);
		replay_hash_end(&hash);
		sink += hash.hashes[hash.count - 1];
		replay_hash_release(&hash);
	}
}

/* The least that it could be: all bytes once, a small hash for each block. */
static void
run_xxhash(void *data)
{
	for (int i = 0; i < HASHINGS; i++) {
		uint64_t pair[2] = { XXH3_64bits_withSeed(data,
		    TOKENS * sizeof(uint32_t), 1337), 0 };

		for (int block = 0; block < TOKENS / BLOCK; block++) {
			pair[1] = pair[0];
			pair[0] = XXH3_64bits_withSeed(pair, sizeof(pair),
			    1337);
		}
		sink += pair[0];
	}
}

static void
bench_hashing(void)
{
	uint32_t *tokens = xcalloc(TOKENS, sizeof(*tokens));

	for (size_t i = 0; i < TOKENS; i++)
		tokens[i] = next_random() % 150000;
	measure("hashes of 131072 tokens", "us", 1000.0 * HASHINGS, run_hashing,
	    tokens, run_xxhash, tokens, "XXH3 + 2048 small", "<= 2");
	free(tokens);
}

/* ---- Records. */

struct records {
	char folder[32], path[64];
	char line[RECORD_BYTES + 1];
};

static void
run_recorder(void *data)
{
	struct records *records = data;
	struct text error = { 0 };
	struct recorder *recorder = recorder_open(records->path, "sk-secret",
	    &error);

	if (!recorder)
		bench_fail(text_string(&error));
	for (int i = 0; i < RECORDS; i++)
		recorder_data(recorder, i, records->line, RECORD_BYTES);
	if (recorder_error(recorder))
		bench_fail(recorder_error(recorder));
	recorder_close(recorder);
	unlink(records->path);
}

static void
run_write(void *data)
{
	struct records *records = data;
	int fd = open(records->path, O_WRONLY | O_APPEND | O_CREAT, 0600);

	for (int i = 0; i < RECORDS; i++)
		if (write(fd, records->line, RECORD_BYTES) != RECORD_BYTES)
			bench_fail("cannot write");
	close(fd);
	unlink(records->path);
}

/* Its queue holds them all: none is lost, and the thread's time counts. */
static void
run_trace_sink(void *data)
{
	struct records *records = data;
	struct trace_sink_options options = { .file = true,
		.to = { .path = records->path, .buffer_bytes = 1 << 20 },
		.capacity = RECORDS, .flush_ms = 1000 };
	struct text text = { 0 };
	struct trace_sink *out = trace_sink_open(&options, &text);

	if (!out)
		bench_fail(text_string(&text));
	for (int i = 0; i < RECORDS; i++) {
		text_append(&text, records->line, RECORD_BYTES);
		trace_sink_add(out, &text);
	}
	trace_sink_close(out, &text);
	if (text.len)
		bench_fail(text_string(&text));
	text_release(&text);
	unlink(records->path);
}

static void
bench_records(void)
{
	struct records records = { .folder = "/tmp/bench_units.XXXXXX" };

	if (!mkdtemp(records.folder))
		bench_fail("cannot make a folder");
	snprintf(records.path, sizeof(records.path), "%s/file",
	    records.folder);
	memset(records.line, 'x', RECORD_BYTES);
	measure("recording of 300 bytes (--record)", "us/record",
	    1000.0 * RECORDS, run_recorder, &records, run_write, &records,
	    "write(2)", "");
	measure("trace record of 300 bytes, queued", "us/record",
	    1000.0 * RECORDS, run_trace_sink, &records, run_write, &records,
	    "write(2)", "");
	rmdir(records.folder);
}

int
main(void)
{
	bench_stop();
	bench_chunks();
	bench_hashing();
	bench_records();
	return EXIT_SUCCESS;
}
