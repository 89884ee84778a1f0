/* details.c: all there is to know about one line of the trace. */
#include "details.h"

#include <ctype.h>

#include "../src/escape.h"

enum { ROW_BYTES = 16 };

static void
add_field(struct text *out, const char *name, const char *value)
{
	if (*value)
		text_printf(out, "  %-8s %s\n", name, value);
}

static void
add_hex_row(struct text *out, const char *bytes, size_t len, size_t offset)
{
	text_printf(out, "  %06zx ", offset);
	for (size_t i = 0; i < ROW_BYTES; i++)
		if (i < len)
			text_printf(out, " %02x", (unsigned char)bytes[i]);
		else
			text_add(out, "   ");
	text_add(out, "  ");
	for (size_t i = 0; i < len; i++)
		text_printf(out, "%c",
		    isprint((unsigned char)bytes[i]) && bytes[i] > 0 ? bytes[i]
								    : '.');
	text_add(out, "\n");
}

static void
add_hex(struct text *out, const struct text *data)
{
	text_printf(out, "\nBytes (%zu)\n", data->len);
	for (size_t at = 0; at < data->len; at += ROW_BYTES)
		add_hex_row(out, data->bytes + at,
		    data->len - at < ROW_BYTES ? data->len - at : ROW_BYTES,
		    at);
}

void
details_print(struct text *out, const struct trace_entry *entry)
{
	text_printf(out, "Request #%u\n  time     %.3f ms after it was sent\n",
	    entry->turn, (double)entry->at_us / 1000);
	add_field(out, "event", text_string(&entry->what));
	add_field(out, "meaning", entry->meaning ? entry->meaning : "");
	add_field(out, "detail", text_string(&entry->detail));
	add_field(out, "measure", text_string(&entry->measure));
	if (!entry->data.len)
		return;
	text_add(out, "\nText\n  ");
	if (entry->kind == TRACE_REQUEST)
		text_append(out, entry->data.bytes, entry->data.len);
	else
		escape_quote(out, entry->data.bytes, entry->data.len);
	text_add(out, "\n");
	if (entry->kind != TRACE_REQUEST)
		add_hex(out, &entry->data);
	if (entry->data.len >= TRACE_DATA_MAX)
		text_printf(out, "\nOnly the first %d bytes were kept\n",
		    TRACE_DATA_MAX);
}
