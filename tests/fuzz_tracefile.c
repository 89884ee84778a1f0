/* fuzz_tracefile.c: what must be true of each file: it is read the same however
 * it is cut, and all that is written of it is JSON, or safe for a terminal. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/jsonread.h"
#include "../src/blockset.h"
#include "../src/lines.h"
#include "../src/perfetto.h"
#include "../src/tracefile.h"
#include "../src/tracejson.h"
#include "../src/tracesum.h"
#include "../src/tracetable.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct run {
	struct lines *lines;
	struct tracefile *file;
	struct blockset seen;
	struct tracesum sum;
	struct tracetable table;
	struct perfetto *perfetto;
	struct text json, rows;
};

static void
must(bool truth)
{
	if (!truth)
		abort();
}

static void
must_be_json(const char *bytes, size_t len)
{
	struct json_reader *reader = json_reader_new();

	must(json_read(reader, bytes, len) == JSON_OK);
	must(!json_was_bent(reader));
	json_reader_free(reader);
}

static void
must_be_safe(const struct text *rows)
{
	for (size_t i = 0; i < rows->len; i++)
		must(rows->bytes[i] == '\n' ||
		    (unsigned char)rows->bytes[i] >= ' ');
}

static void
take_line(struct run *run, struct span line)
{
	struct tracefile_record record;
	struct text why = { 0 };
	size_t start = run->json.len;

	if (!tracefile_read(run->file, line, &record, &why)) {
		must(why.len);
		text_printf(&run->rows, "%s\n", text_string(&why));
	} else {
		record.shared = blockset_share(&run->seen, record.hashes,
		    record.blocks);
		must(record.shared <= record.blocks);
		tracesum_add(&run->sum, &record);
	}
	if (!why.len && record.is_request) {
		tracejson_request(&run->json, "f", 1, &record);
		must_be_json(run->json.bytes + start, run->json.len - start);
		tracetable_row(&run->table, &run->rows, &record);
		perfetto_add(run->perfetto, "f", &record);
	}
	text_release(&why);
}

static void
take_lines(struct run *run)
{
	enum lines_result result;
	struct span line;

	while ((result = lines_next(run->lines, &line)) != LINES_NONE)
		if (result != LINES_LONG)
			take_line(run, line);
}

/* Returns all that was written, one behind the other. */
static struct text
play(const char *bytes, size_t len, size_t piece)
{
	struct run run = { .lines = lines_new(), .file = tracefile_new() };
	char *trace = NULL;
	size_t trace_len, start;
	FILE *out = open_memstream(&trace, &trace_len);

	run.perfetto = perfetto_new(out);
	tracetable_init(&run.table, 100);
	for (size_t at = 0; at < len; at += piece) {
		lines_feed(run.lines, bytes + at,
		    len - at < piece ? len - at : piece);
		take_lines(&run);
	}
	lines_end(run.lines);
	take_lines(&run);
	perfetto_finish(run.perfetto);
	fclose(out);
	must_be_json(trace, trace_len);
	start = run.json.len;
	tracejson_summary(&run.json, &run.sum);
	must_be_json(run.json.bytes + start, run.json.len - start);
	tracetable_sums(&run.table, &run.rows, &run.sum);
	must_be_safe(&run.rows);
	text_append(&run.json, run.rows.bytes, run.rows.len);
	text_append(&run.json, trace, trace_len);
	free(trace);
	text_release(&run.rows);
	tracesum_release(&run.sum);
	blockset_release(&run.seen);
	tracefile_free(run.file);
	lines_free(run.lines);
	return run.json;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text whole = play((const char *)data, size, size + 1);
	struct text cut = play((const char *)data, size, 7);

	must(whole.len == cut.len);
	must(!memcmp(whole.bytes, cut.bytes, whole.len));
	text_release(&whole);
	text_release(&cut);
	return 0;
}
