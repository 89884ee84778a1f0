/* details.c: all there is to know about one line of the trace. */
#include "details.h"

#include <ctype.h>

#include "../src/escape.h"
#include "../src/json_pretty.h"
#include "look.h"

enum {
	ROW_BYTES = 16,
	NARROW_BYTES = 8,
	WIDE_FROM_COLUMNS = 78, /* for 16 bytes a row */
	INDENT = 2,
};

/* The text has a look for each byte. */
struct sheet {
	struct text *out, *looks;
};

/* What was appended since the last time looks so. */
static void
look(const struct sheet *sheet, enum style style)
{
	char byte = (char)style;

	while (sheet->looks->len < sheet->out->len)
		text_append(sheet->looks, &byte, 1);
}

static void
add_name(const struct sheet *sheet, const char *name)
{
	text_printf(sheet->out, "  %-8s ", name);
	look(sheet, STYLE_DIM);
}

static void
add_field(const struct sheet *sheet, const char *name, const char *value)
{
	if (!*value)
		return;
	add_name(sheet, name);
	text_printf(sheet->out, "%s\n", value);
	look(sheet, STYLE_TEXT);
}

static void
add_heading(const struct sheet *sheet, const char *heading)
{
	text_printf(sheet->out, "\n%s\n", heading);
	look(sheet, STYLE_TEXT);
}

/* ---- Times. */

/* The line before of the same request; of a payload, the payload before. */
static const struct trace_entry *
line_before(const struct trace *trace, const struct trace_entry *entry)
{
	bool chunk = entry->kind == TRACE_CHUNK;
	const struct trace_entry *before = entry;

	do
		before = trace_find(trace, before->id - 1);
	while (before && before->turn == entry->turn && chunk &&
	    before->kind != TRACE_CHUNK);
	return before && before->turn == entry->turn ? before : NULL;
}

static void
add_times(const struct sheet *sheet, const struct trace *trace,
    const struct trace_entry *entry)
{
	const struct trace_entry *before = line_before(trace, entry);

	add_name(sheet, "time");
	text_printf(sheet->out, "%.3f ms after the request was sent\n",
	    (double)entry->at_us / 1000);
	look(sheet, STYLE_TEXT);
	if (!before)
		return;
	add_name(sheet, "");
	text_printf(sheet->out, "%.3f ms after the %s before\n",
	    (double)(entry->at_us - before->at_us) / 1000,
	    entry->kind == TRACE_CHUNK ? "chunk" : "line");
	look(sheet, STYLE_TEXT);
}

static void
add_brought(const struct sheet *sheet, const struct trace_brought *brought)
{
	if (!brought->message)
		return;
	add_name(sheet, "brought");
	if (brought->to - brought->from == 1)
		text_printf(sheet->out, "byte %zu", brought->from);
	else
		text_printf(sheet->out, "bytes %zu to %zu", brought->from,
		    brought->to - 1);
	text_printf(sheet->out, " of the %s; Alt+J shows them there\n",
	    brought->part == TIMINGS_REASONING ? "reasoning" : "reply");
	look(sheet, STYLE_TEXT);
}

/* ---- Bytes. */

static void
add_hex_bytes(const struct sheet *sheet, const char *bytes, size_t len,
    size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (i < len)
			text_printf(sheet->out, " %02x",
			    (unsigned char)bytes[i]);
		else
			text_add(sheet->out, "   ");
	look(sheet, STYLE_TEXT);
}

static void
add_characters(const struct sheet *sheet, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		bool plain = bytes[i] > 0 && isprint((unsigned char)bytes[i]);

		text_append(sheet->out, plain ? &bytes[i] : ".", 1);
		look(sheet, plain ? STYLE_CODE : STYLE_FAINT);
	}
}

/* On a narrow screen a row is 38 columns: what 40 have without margins. */
static void
add_hex_row(const struct sheet *sheet, const char *bytes, size_t len,
    size_t offset, bool wide)
{
	text_printf(sheet->out, wide ? "  %06zx " : "%04zx", offset);
	look(sheet, STYLE_FAINT);
	add_hex_bytes(sheet, bytes, len, wide ? ROW_BYTES : NARROW_BYTES);
	text_add(sheet->out, "  ");
	add_characters(sheet, bytes, len);
	text_add(sheet->out, "\n");
	look(sheet, STYLE_TEXT);
}

static void
add_hex(const struct sheet *sheet, const struct text *data, int columns)
{
	bool wide = columns >= WIDE_FROM_COLUMNS;
	size_t row = wide ? ROW_BYTES : NARROW_BYTES;

	text_printf(sheet->out, "\nBytes (%zu)\n", data->len);
	look(sheet, STYLE_TEXT);
	for (size_t at = 0; at < data->len; at += row)
		add_hex_row(sheet, data->bytes + at,
		    data->len - at < row ? data->len - at : row, at, wide);
}

/* ---- JSON. */

static void
add_json_looks(const struct sheet *sheet, const struct text *looks)
{
	static const char styles[] = {
		[JSON_LOOK_MARK] = STYLE_FAINT,
		[JSON_LOOK_NAME] = STYLE_DIM,
		[JSON_LOOK_STRING] = STYLE_CODE,
		[JSON_LOOK_WORD] = STYLE_TEXT,
	};

	for (size_t i = 0; i < looks->len; i++)
		text_append(sheet->looks, &styles[(int)looks->bytes[i]], 1);
}

static void
add_json_end(const struct sheet *sheet, enum json_pretty result, size_t end)
{
	if (result == JSON_PRETTY_CUT)
		text_add(sheet->out, "  its end is missing here\n");
	else if (result == JSON_PRETTY_BROKEN)
		text_printf(sheet->out, "  no JSON any more from byte %zu on\n",
		    end);
	look(sheet, STYLE_ANOMALY);
}

/* False if it is none. */
static bool
add_json(const struct sheet *sheet, const struct text *data)
{
	struct text json = { 0 }, looks = { 0 };
	size_t end;
	enum json_pretty result = json_pretty(&json, &looks, data->bytes,
	    data->len, INDENT, &end);

	if (result != JSON_PRETTY_NONE) {
		add_heading(sheet, "JSON");
		text_append(sheet->out, json.bytes, json.len);
		add_json_looks(sheet, &looks);
		add_json_end(sheet, result, end);
	}
	text_release(&json);
	text_release(&looks);
	return result != JSON_PRETTY_NONE;
}

static void
add_text(const struct sheet *sheet, const struct text *data)
{
	add_heading(sheet, "Text");
	text_add(sheet->out, "  ");
	escape_quote(sheet->out, data->bytes, data->len);
	text_add(sheet->out, "\n");
	look(sheet, STYLE_TEXT);
}

static void
add_data(const struct sheet *sheet, const struct trace_entry *entry,
    int columns)
{
	if (!add_json(sheet, &entry->data))
		add_text(sheet, &entry->data);
	add_hex(sheet, &entry->data, columns);
	if (entry->data.len >= TRACE_DATA_MAX)
		text_printf(sheet->out, "\nOnly the first %d bytes were kept\n",
		    TRACE_DATA_MAX);
	look(sheet, STYLE_TEXT);
}

void
details_print(struct text *out, struct text *looks, const struct trace *trace,
    const struct trace_entry *entry, int columns)
{
	struct sheet sheet = { out, looks };

	text_printf(out, "Request #%u\n", entry->turn);
	look(&sheet, STYLE_TEXT);
	add_times(&sheet, trace, entry);
	add_field(&sheet, "event", text_string(&entry->what));
	add_field(&sheet, "meaning", entry->meaning ? entry->meaning : "");
	add_field(&sheet, "detail", text_string(&entry->detail));
	add_field(&sheet, "measure", text_string(&entry->measure));
	add_brought(&sheet, &entry->brought);
	if (entry->data.len)
		add_data(&sheet, entry, columns);
	else if (entry->data_gone)
		text_printf(out, "\nIts bytes have gone: the trace keeps %d MB "
		    "of them, the newest\n", TRACE_DATA_ALL / 1024 / 1024);
	look(&sheet, STYLE_TEXT);
}
