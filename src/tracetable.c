/* tracetable.c: requests of trace files and their sums, for people.
 *
 * A number that is too long for its column is written in full, and what stands
 * behind it moves; names are shortened. */
#include "tracetable.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cell.h"
#include "escape.h"
#include "utf8.h"

enum { LABEL_WIDTH = 10, NUMBER_WIDTH = 10 };

typedef void write_fn(struct text *out, const struct tracefile_record *record);

/* ---- What stands in a cell; nothing if it is not known. */

static void
add_safe(struct text *out, struct span value)
{
	escape_plain(out, value.bytes, value.len);
}

static void
add_count(struct text *out, int64_t value)
{
	if (value >= 0)
		text_printf(out, "%" PRId64, value);
}

/* Tenths of a millisecond mean nothing in a second. */
static void
add_ms(struct text *out, double value)
{
	if (value >= 0)
		text_printf(out, "%.*f", value < 999.95 ? 1 : 0, value);
}

static void
write_time(struct text *out, const struct tracefile_record *record)
{
	time_t seconds = (time_t)(record->received_ms / 1000);
	struct tm tm;

	if (record->received_ms < 0 || !localtime_r(&seconds, &tm))
		return;
	text_printf(out, "%02d:%02d:%02d.%03d", tm.tm_hour, tm.tm_min,
	    tm.tm_sec, (int)(record->received_ms % 1000));
}

static void
write_id(struct text *out, const struct tracefile_record *record)
{
	add_safe(out, record->request_id);
}

static void
write_model(struct text *out, const struct tracefile_record *record)
{
	add_safe(out, record->model);
}

static void
write_input(struct text *out, const struct tracefile_record *record)
{
	add_count(out, record->input_tokens);
}

static void
write_output(struct text *out, const struct tracefile_record *record)
{
	add_count(out, record->output_tokens);
}

static void
write_reuse(struct text *out, const struct tracefile_record *record)
{
	if (record->blocks)
		text_printf(out, "%zu%%",
		    record->shared * 100 / record->blocks);
}

static void
write_ttft(struct text *out, const struct tracefile_record *record)
{
	add_ms(out, record->ttft_ms);
}

static void
write_itl(struct text *out, const struct tracefile_record *record)
{
	add_ms(out, record->itl_ms);
}

static void
write_total(struct text *out, const struct tracefile_record *record)
{
	add_ms(out, record->total_ms);
}

static void
write_finish(struct text *out, const struct tracefile_record *record)
{
	if (tracefile_outcome(record) == TRACEFILE_UNFINISHED)
		text_add(out, tracefile_outcome_name(TRACEFILE_UNFINISHED));
	add_safe(out, record->finish_reason);
	if (record->stop_string.bytes || record->stop_token >= 0)
		text_add(out, " ");
	if (record->stop_string.bytes)
		escape_quote(out, record->stop_string.bytes,
		    record->stop_string.len);
	add_count(out, record->stop_token);
}

/* ---- Columns. */

/* How a text is put into its column. An id is cut at its front: ids of one
 * server often begin alike. */
enum place { PLACE_LEFT, PLACE_LEFT_TAIL, PLACE_RIGHT };

static const struct column {
	const char *title;
	write_fn *write;
	enum place place;
	int least, most;
	int rank; /* the highest goes first where there is little room */
} columns[TRACETABLE_COLUMNS] = {
	{ "time", write_time, PLACE_LEFT, 12, 12, 5 },
	{ "request", write_id, PLACE_LEFT_TAIL, 8, 36, 3 },
	{ "model", write_model, PLACE_LEFT, 8, 24, 8 },
	{ "in", write_input, PLACE_RIGHT, 6, 7, 6 },
	{ "out", write_output, PLACE_RIGHT, 6, 6, 4 },
	{ "reuse", write_reuse, PLACE_RIGHT, 5, 5, 9 },
	{ "ttft", write_ttft, PLACE_RIGHT, 6, 7, 2 },
	{ "itl", write_itl, PLACE_RIGHT, 6, 6, 7 },
	{ "total", write_total, PLACE_RIGHT, 7, 8, 1 },
	{ "finish", write_finish, PLACE_LEFT, 12, 24, 0 },
};

/* With a blank before each column but the first. */
static int
used_width(const struct tracetable *table)
{
	int width = -1;

	for (int i = 0; i < TRACETABLE_COLUMNS; i++)
		if (table->widths[i])
			width += table->widths[i] + 1;
	return width;
}

/* False if only the column of rank 0 is left. */
static bool
hide_one(struct tracetable *table)
{
	int last = 0;

	for (int i = 1; i < TRACETABLE_COLUMNS; i++)
		if (table->widths[i] && (!table->widths[last] ||
		    columns[i].rank > columns[last].rank))
			last = i;
	if (!columns[last].rank)
		return false;
	table->widths[last] = 0;
	return true;
}

/* Gives one more to each column that can use it. False if none can. */
static bool
widen(struct tracetable *table)
{
	bool widened = false;

	for (int i = 0; i < TRACETABLE_COLUMNS; i++) {
		if (used_width(table) >= table->width)
			return false;
		if (!table->widths[i] || table->widths[i] == columns[i].most)
			continue;
		table->widths[i]++;
		widened = true;
	}
	return widened;
}

void
tracetable_init(struct tracetable *table, int width)
{
	table->width = width;
	for (int i = 0; i < TRACETABLE_COLUMNS; i++)
		table->widths[i] = columns[i].least;
	while (used_width(table) > width && hide_one(table))
		continue;
	while (widen(table))
		continue;
}

/* ---- Rows. */

static void
add_blanks(struct text *out, int count)
{
	if (count > 0)
		text_printf(out, "%*s", count, "");
}

/* Appends the cells of text from the byte on, as many as fit into width.
 * Returns the width that they have. */
static int
add_cells(struct text *out, const struct text *text, size_t at, int width)
{
	struct cell cell;
	int used = 0;

	for (; at < text->len; at += cell.len) {
		cell_next(text->bytes + at, text->len - at, &cell);
		if (used + cell.width > width)
			break;
		text_add(out, cell.shown);
		used += cell.width;
	}
	return used;
}

/* Appends the end of a text that is too wide, as much as fits. */
static int
add_tail(struct text *out, const struct text *text, int width)
{
	int left = cell_width(text->bytes, text->len);
	struct cell cell;
	size_t at = 0;

	for (; left > width - 1; at += cell.len) {
		cell_next(text->bytes + at, text->len - at, &cell);
		left -= cell.width;
	}
	text_add(out, UTF8_ELLIPSIS);
	return 1 + add_cells(out, text, at, width - 1);
}

static int
add_head(struct text *out, const struct text *text, int width)
{
	int used = add_cells(out, text, 0, width - 1);

	text_add(out, UTF8_ELLIPSIS);
	return used + 1;
}

/* A row while it is written. */
struct row {
	struct text *out;
	int at;  /* width of what is there */
	int end; /* of the columns so far */
};

static void
add_column(struct row *row, const struct text *text, enum place place,
    int width)
{
	int wide = text->len ? cell_width(text->bytes, text->len) : 0;
	int gap = row->end ? row->end + 1 - row->at : 0;

	row->end += width + !!row->end;
	if (!wide)
		return;
	if (place == PLACE_RIGHT)
		gap += width - wide;
	/* Numbers before it may have taken its place. */
	if (gap < 1 && row->at)
		gap = 1;
	add_blanks(row->out, gap);
	row->at += gap;
	if (place == PLACE_RIGHT || wide <= row->end - row->at)
		row->at += add_cells(row->out, text, 0, wide);
	else if (place == PLACE_LEFT_TAIL)
		row->at += add_tail(row->out, text, row->end - row->at);
	else
		row->at += add_head(row->out, text, row->end - row->at);
}

void
tracetable_head(const struct tracetable *table, struct text *out)
{
	struct row row = { .out = out };
	struct text title = { 0 };

	for (int i = 0; i < TRACETABLE_COLUMNS; i++) {
		if (!table->widths[i])
			continue;
		text_clear(&title);
		text_add(&title, columns[i].title);
		add_column(&row, &title, columns[i].place, table->widths[i]);
	}
	text_add(out, "\n");
	text_release(&title);
}

void
tracetable_row(const struct tracetable *table, struct text *out,
    const struct tracefile_record *record)
{
	struct row row = { .out = out };
	struct text text = { 0 };

	for (int i = 0; i < TRACETABLE_COLUMNS; i++) {
		if (!table->widths[i])
			continue;
		text_clear(&text);
		columns[i].write(&text, record);
		add_column(&row, &text, columns[i].place, table->widths[i]);
	}
	text_add(out, "\n");
	text_release(&text);
}

/* ---- Sums. */

static void
add_label(struct text *out, const char *label)
{
	text_printf(out, "%-*s", LABEL_WIDTH, label);
}

/* Appends an item of a line of items, on a new line if this one is full. */
static void
add_item(const struct tracetable *table, struct text *out, size_t *start,
    const struct text *item)
{
	int width = cell_width(out->bytes + *start, out->len - *start);

	if (width > LABEL_WIDTH) {
		text_add(out, ",");
		if (width + 2 + cell_width(item->bytes, item->len) >
		    table->width) {
			text_add(out, "\n");
			*start = out->len;
			add_label(out, "");
		} else {
			text_add(out, " ");
		}
	}
	text_append(out, item->bytes, item->len);
}

static void
add_tally(const struct tracetable *table, struct text *out, const char *label,
    struct tally *tally)
{
	struct text item = { 0 };
	size_t start = out->len;

	if (!tally->names)
		return;
	tally_sort(tally);
	add_label(out, label);
	for (size_t i = 0; i < tally->names; i++) {
		text_clear(&item);
		escape_plain(&item, tally->items[i].name,
		    strlen(tally->items[i].name));
		text_printf(&item, " %" PRIu64, tally->items[i].count);
		add_item(table, out, &start, &item);
	}
	if (tally->others) {
		text_clear(&item);
		text_printf(&item, "others %" PRIu64, tally->others);
		add_item(table, out, &start, &item);
	}
	text_add(out, "\n");
	text_release(&item);
}

static void
add_requests(struct text *out, const struct tracesum *sum)
{
	const char *before = " (";

	add_label(out, "requests");
	text_printf(out, "%" PRIu64, sum->requests);
	for (size_t i = 0; i <= TRACEFILE_UNTOLD; i++) {
		if (!sum->outcomes[i])
			continue;
		text_printf(out, "%s%s %" PRIu64, before,
		    tracefile_outcome_name((enum tracefile_outcome)i),
		    sum->outcomes[i]);
		before = ", ";
	}
	text_add(out, sum->requests ? ")\n" : "\n");
}

static void
add_amount(struct text *out, const char **before, const char *name,
    const struct amount *amount)
{
	if (!amount->known)
		return;
	text_printf(out, "%s%s %" PRIu64, *before, name, amount->sum);
	*before = ", ";
}

static void
add_tokens(struct text *out, const struct tracesum *sum)
{
	const char *before = "";

	if (!sum->input_tokens.known && !sum->output_tokens.known)
		return;
	add_label(out, "tokens");
	add_amount(out, &before, "in", &sum->input_tokens);
	add_amount(out, &before, "out", &sum->output_tokens);
	add_amount(out, &before, "cached", &sum->cached_tokens);
	text_add(out, "\n");
}

static void
add_reuse(struct text *out, const struct tracesum *sum)
{
	if (!sum->blocks)
		return;
	add_label(out, "reuse");
	text_printf(out, "%s%.1f%% of %" PRIu64 " blocks\n",
	    sum->shared_more ? "at least " : "",
	    100 * (double)sum->shared / (double)sum->blocks, sum->blocks);
}

static void
add_quantiles(struct text *out, const char *label, struct numbers *numbers)
{
	static const double shares[] = { 0.5, 0.9, 0.99 };
	struct text number = { 0 };

	if (!numbers->count)
		return;
	add_label(out, label);
	for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++) {
		text_clear(&number);
		add_ms(&number, numbers_quantile(numbers, shares[i]));
		text_printf(out, "%*s", NUMBER_WIDTH, text_string(&number));
	}
	text_printf(out, "%*zu\n", NUMBER_WIDTH, numbers->count);
	text_release(&number);
}

static void
add_times(struct text *out, struct tracesum *sum)
{
	if (!sum->ttft.count && !sum->itl.count && !sum->total.count)
		return;
	text_printf(out, "\n%-*s%*s%*s%*s%*s\n", LABEL_WIDTH, "ms",
	    NUMBER_WIDTH, "p50", NUMBER_WIDTH, "p90", NUMBER_WIDTH, "p99",
	    NUMBER_WIDTH, "of");
	add_quantiles(out, "ttft", &sum->ttft);
	add_quantiles(out, "itl", &sum->itl);
	add_quantiles(out, "total", &sum->total);
}

void
tracetable_sums(const struct tracetable *table, struct text *out,
    struct tracesum *sum)
{
	add_requests(out, sum);
	add_tally(table, out, "finish", &sum->finish_reasons);
	add_tally(table, out, "models", &sum->models);
	add_tokens(out, sum);
	add_reuse(out, sum);
	add_tally(table, out, "other", &sum->passed);
	if (sum->broken) {
		add_label(out, "broken");
		text_printf(out, "%" PRIu64 " line%s\n", sum->broken,
		    sum->broken == 1 ? "" : "s");
	}
	add_times(out, sum);
}
