/* inspect_print.c: what inspect.h knows, for people. */
#include "inspect_print.h"

#include <string.h>

#include "../engine/dialect.h"
#include "cell.h"
#include "ending.h"
#include "escape.h"
#include "utf8.h"

enum {
	BAR_CELLS = 12,
	BAR_CELLS_NARROW = 5,
	COUNT_CELLS = 10, /* "12 of 345" */
	QUOTE_LEAST = 8,
	WIDE = 72, /* columns from which notes stand in the line */
	VALUE_COLUMN = 9,
	FACT_COLUMN = 15, /* values of the verdict */
};

const char *const inspect_bars_ascii[2] = { "#", "-" };
const char *const inspect_bars_utf8[2] = { "█", "░" };

/* What all lines need to know. */
struct page {
	struct sheet *sheet;
	const struct inspect *inspect;
	const char *const *bars;
	int columns;
	size_t quote_max; /* characters of a string, */
	size_t fact_max;  /* and where there is more room */
	int bar_column, bar_cells;
	struct settings known; /* what the server makes of the settings */
};

/* ---- Pieces of lines. */

static void
add(const struct page *page, enum tone tone, const char *string)
{
	sheet_add(page->sheet, tone, string);
}

static void
add_dialect(const struct page *page, enum tone tone, enum stop_dialect dialect)
{
	const char *word = setting_find("stop_dialect")->words;

	for (unsigned i = 0; i < dialect; i++)
		word += strcspn(word, "|") + 1;
	sheet_printf(page->sheet, tone, "%.*s", (int)strcspn(word, "|"), word);
}

static void
end_line(const struct page *page)
{
	add(page, TONE_TEXT, "\n");
}

static void
heading(const struct page *page, const char *string)
{
	if (page->sheet->text.len)
		end_line(page);
	add(page, TONE_HEADING, string);
	end_line(page);
}

static void
label(const struct page *page, const char *string)
{
	add(page, TONE_TEXT, "  ");
	add(page, TONE_DIM, string);
	sheet_column(page->sheet, VALUE_COLUMN);
}

static void
bar(const struct page *page, enum tone tone, size_t done, size_t all)
{
	size_t most = (size_t)page->bar_cells;
	size_t cells = all < most ? all : most;
	size_t full = all ? done * cells / all : 0;

	if (done && !full)
		full = 1;
	sheet_column(page->sheet, page->bar_column);
	for (size_t i = 0; i < cells; i++)
		add(page, i < full ? tone : TONE_DIM, page->bars[i >= full]);
	sheet_column(page->sheet, page->bar_column + page->bar_cells + 1);
	sheet_printf(page->sheet, done ? TONE_TEXT : TONE_DIM, "%zu of %zu",
	    done, all);
}

/* What is said beside a condition, or below it where there is no room. */
static void
begin_note(const struct page *page)
{
	int column = page->bar_column + page->bar_cells + 1 + COUNT_CELLS;

	if (page->columns >= WIDE) {
		sheet_column(page->sheet, column);
		return;
	}
	end_line(page);
	sheet_column(page->sheet, VALUE_COLUMN);
}

/* One more of them has a line of its own. */
static void
begin_next_note(const struct page *page, bool first)
{
	if (!first && page->columns >= WIDE)
		end_line(page);
	begin_note(page);
}

static int
quoted_width(const struct page *page, const struct text *text)
{
	struct text quoted = { 0 };
	int width;

	escape_quote_short(&quoted, text->bytes, text->len, page->quote_max);
	width = cell_width(text_string(&quoted), quoted.len);
	text_release(&quoted);
	return width;
}

static void
quote(const struct page *page, const char *bytes, size_t len)
{
	sheet_quote(page->sheet, bytes, len, page->quote_max);
}

/* The last characters, behind an ellipsis if there are more. */
static void
quote_end(const struct page *page, const char *bytes, size_t len, size_t max)
{
	size_t count = utf8_count(bytes, len), at = 0;
	int32_t c;

	if (count > max)
		add(page, TONE_DIM, UTF8_ELLIPSIS);
	for (; count > max; count--)
		at += utf8_next(bytes + at, len - at, &c);
	sheet_quote(page->sheet, bytes + at, len - at, max);
}

/* ---- The conditions. */

static void
note_near(const struct page *page, const struct inspect_string *string)
{
	int32_t c;
	size_t len = 0;

	for (size_t i = 0; i < string->near_reached; i++)
		len += utf8_next(string->string->bytes + len,
		    string->string->len - len, &c);
	sheet_printf(page->sheet, TONE_DIM, "%zu near miss%s ", string->near,
	    string->near == 1 ? "" : "es, last");
	quote(page, string->string->bytes, len);
	sheet_printf(page->sheet, TONE_DIM, " at %zu", string->near_at);
}

static void
note_passed(const struct page *page, const struct inspect_string *string,
    size_t passed)
{
	sheet_printf(page->sheet, TONE_SHORT, "passed over %zu time%s", passed,
	    passed == 1 ? "" : "s");
	if (string->complete == passed)
		sheet_printf(page->sheet, TONE_DIM, ", at %zu",
		    string->complete_at);
}

static void
print_string(const struct page *page, const struct inspect_string *string)
{
	bool winner = inspect_winner(page->inspect) == string;
	size_t passed = string->complete - winner;
	enum tone tone = winner ? TONE_STOP : TONE_HELD;

	label(page, string->eos ? "eos" : "stop");
	quote(page, string->string->bytes, string->string->len);
	bar(page, tone, winner ? string->characters : string->reached,
	    string->characters);
	if (winner) {
		begin_note(page);
		sheet_printf(page->sheet, TONE_STOP, "matched at %zu",
		    string->complete_at);
	}
	if (passed) {
		begin_next_note(page, !winner);
		note_passed(page, string, passed);
	}
	if (string->near) {
		begin_next_note(page, !winner && !passed);
		note_near(page, string);
	}
	end_line(page);
}

static void
print_strings(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const struct settings *settings = &inspect->settings;
	size_t all = settings->stop.count +
	    (inspect->remote ? 0 : settings->eos.count);

	for (size_t i = 0; i < inspect->string_count; i++)
		print_string(page, &inspect->strings[i]);
	if (all <= inspect->string_count)
		return;
	label(page, "");
	sheet_printf(page->sheet, TONE_DIM, "and %zu more strings",
	    all - inspect->string_count);
	end_line(page);
}

/* Says that a server does not know what is set. */
static void
note_unknown(const struct page *page)
{
	begin_note(page);
	add(page, TONE_SHORT, "not known to ");
	add_dialect(page, TONE_SHORT, page->inspect->settings.stop_dialect);
}

static void
print_ids(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const struct ids *ids = &inspect->settings.stop_token_ids;
	const struct stop_reason *reason = &inspect->end.stop_reason;

	if (!ids->count)
		return;
	label(page, "ids");
	for (size_t i = 0; i < ids->count; i++)
		sheet_printf(page->sheet, TONE_TEXT, "%s%lld", i ? " " : "",
		    (long long)ids->items[i]);
	if (!page->known.stop_token_ids.count) {
		note_unknown(page);
	} else if (inspect->over && reason->kind == STOP_REASON_ID) {
		begin_note(page);
		sheet_printf(page->sheet, TONE_STOP, "matched by %lld",
		    (long long)reason->id);
	}
	end_line(page);
}

static void
print_limit(const struct page *page, const char *name, int64_t limit,
    bool known, enum tone tone)
{
	size_t all = (size_t)limit;
	size_t done = (size_t)page->inspect->tokens;

	if (limit <= 0)
		return;
	label(page, name);
	sheet_printf(page->sheet, TONE_TEXT, "%lld token%s", (long long)limit,
	    limit == 1 ? "" : "s");
	bar(page, tone, done < all ? done : all, all);
	if (!known)
		note_unknown(page);
	end_line(page);
}

static void
print_flag(const struct page *page, const char *name, bool set, bool known)
{
	if (!set)
		return;
	label(page, "flag");
	add(page, TONE_TEXT, name);
	if (!known)
		note_unknown(page);
	end_line(page);
}

static void
print_prompt(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const struct text *prompt = &inspect->prompt;

	if (!inspect->begun || inspect->remote)
		return;
	label(page, "end");
	add(page, TONE_TEXT, "of the prompt");
	bar(page, TONE_STOP, (size_t)inspect->tokens,
	    utf8_count(text_string(prompt), prompt->len));
	end_line(page);
}

static void
print_conditions(const struct page *page)
{
	const struct settings *set = &page->inspect->settings;
	const struct settings *known = &page->known;
	size_t before;

	heading(page, "Conditions");
	before = page->sheet->text.len;
	print_strings(page);
	print_ids(page);
	print_limit(page, "max", set->max_tokens, known->max_tokens > 0,
	    TONE_SHORT);
	print_limit(page, "min", set->min_tokens, known->min_tokens >= 0,
	    TONE_STOP);
	print_flag(page, "ignore_eos", set->ignore_eos, known->ignore_eos);
	print_flag(page, "include_stop_str_in_output",
	    set->include_stop_str_in_output,
	    known->include_stop_str_in_output);
	print_prompt(page);
	if (page->sheet->text.len == before)
		add(page, TONE_DIM, "  none: the server ends the reply\n");
}

/* ---- The text so far. */

static void
fact(const struct page *page, const char *name)
{
	add(page, TONE_TEXT, "  ");
	add(page, TONE_DIM, name);
	sheet_column(page->sheet, FACT_COLUMN);
}

static void
count(const struct page *page, const char *bytes, size_t len)
{
	size_t characters = utf8_count(bytes, len);

	sheet_printf(page->sheet, TONE_DIM, "  %zu character%s", characters,
	    characters == 1 ? "" : "s");
}

static void
print_held(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const char *held = text_string(&inspect->raw) + inspect->shown;
	size_t len = inspect->raw.len - inspect->shown;

	fact(page, "held back");
	if (len) {
		quote_end(page, held, len, page->fact_max);
		count(page, held, len);
	} else {
		add(page, TONE_DIM, "nothing");
	}
	end_line(page);
}

static void
print_text(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const char *raw = text_string(&inspect->raw);

	if (!inspect->begun || inspect->over)
		return;
	heading(page, "So far");
	fact(page, "reply");
	quote_end(page, raw, inspect->shown, page->fact_max);
	count(page, raw, inspect->shown);
	end_line(page);
	print_held(page);
}

/* ---- The verdict. */

static enum tone
tone_of(const struct ending *end)
{
	switch (ending_kind(end)) {
	case ENDING_STOP:
		break;
	case ENDING_SHORT:
		return TONE_SHORT;
	case ENDING_BROKEN:
		return TONE_BROKEN;
	case ENDING_CANCELLED:
		return TONE_CANCELLED;
	}
	return TONE_STOP;
}

static void
print_why(const struct page *page)
{
	const struct ending *end = &page->inspect->end;

	add(page, TONE_TEXT, "  ");
	add(page, tone_of(end), ending_word(end));
	add(page, TONE_TEXT, "  ");
	if (end->error)
		add(page, TONE_TEXT, end->error);
	else if (end->why)
		add(page, TONE_TEXT, end->why);
	end_line(page);
}

static void
print_where(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	size_t at = inspect_cut_at(inspect);
	size_t first = utf8_count(text_string(&inspect->raw), at) + 1;
	size_t last = utf8_count(text_string(&inspect->raw),
	    inspect->raw.len);

	fact(page, "where");
	if (inspect->matched.len && first < last)
		sheet_printf(page->sheet, TONE_TEXT, "characters %zu to %zu, ",
		    first, last);
	else if (last)
		sheet_printf(page->sheet, TONE_TEXT, "character %zu, ", last);
	sheet_printf(page->sheet, TONE_TEXT, "token %lld",
	    (long long)inspect->tokens);
	end_line(page);
}

/* A stretch of raw, or nothing if it is empty. */
static void
print_stretch(const struct page *page, const char *name, size_t from,
    size_t to)
{
	const char *bytes = text_string(&page->inspect->raw);

	if (from >= to)
		return;
	fact(page, name);
	sheet_quote(page->sheet, bytes + from, to - from, page->fact_max);
	count(page, bytes + from, to - from);
	end_line(page);
}

/* What matched may have been shown, all of it or its beginning. */
static void
print_cut(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	size_t at = inspect_cut_at(inspect);
	size_t shown = inspect->shown, end = inspect->raw.len;

	if (!inspect->matched.len) {
		print_stretch(page, "never sent", shown, end);
		return;
	}
	print_stretch(page, shown < end ? "leaked" : "kept", at, shown);
	print_stretch(page, "cut", shown, end);
}

static void
print_rest(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const struct text *prompt = &inspect->prompt;
	size_t at = inspect->raw.len;

	if (inspect->remote && inspect->matched.len) {
		fact(page, "behind it");
		add(page, TONE_DIM, "is not known: nothing more was read");
		end_line(page);
	} else if (at < prompt->len) {
		fact(page, "never came");
		sheet_quote(page->sheet, prompt->bytes + at, prompt->len - at,
		    page->fact_max);
		count(page, prompt->bytes + at, prompt->len - at);
		end_line(page);
	}
}

static void
print_verdict(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	const char *reply = text_string(&inspect->raw);

	if (!inspect->over)
		return;
	heading(page, "Verdict");
	print_why(page);
	if (inspect->tokens)
		print_where(page);
	fact(page, "reply");
	quote_end(page, reply, inspect->shown, page->fact_max);
	count(page, reply, inspect->shown);
	end_line(page);
	print_cut(page);
	print_rest(page);
}

/* ---- Other rules. */

static void
add_reason(const struct page *page, const struct inspect_other *other)
{
	switch (other->verdict) {
	case STOP_GO_ON:
		add(page, TONE_STOP, "stop");
		add(page, TONE_DIM, "  end of the text");
		break;
	case STOP_STRING:
	case STOP_EOS:
		add(page, TONE_STOP, "stop  ");
		quote(page, other->matched.bytes, other->matched.len);
		break;
	case STOP_TOKEN_ID:
		add(page, TONE_STOP, "stop");
		add(page, TONE_DIM, "  token id");
		break;
	case STOP_LENGTH:
		add(page, TONE_SHORT, "length");
		break;
	}
}

/* Columns of the widest text. */
static int
widest_other(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	int widest = 0;

	for (size_t i = 0; i < inspect->other_count; i++) {
		int width = quoted_width(page, &inspect->others[i].text);

		if (width > widest)
			widest = width;
	}
	return widest;
}

static void
print_other(const struct page *page, const struct inspect_other *other,
    int widest)
{
	bool kept = page->inspect->settings.include_stop_str_in_output ^
	    other->toggled;

	add(page, TONE_TEXT, "  ");
	if (other->toggled)
		add(page, TONE_TEXT, kept ? "string kept" : "string cut");
	else
		add_dialect(page, TONE_TEXT, other->dialect);
	sheet_column(page->sheet, FACT_COLUMN);
	if (other->refusal) {
		add(page, TONE_BROKEN, "refused  ");
		add(page, TONE_TEXT, other->refusal);
	} else {
		quote_end(page, text_string(&other->text), other->text.len,
		    page->quote_max);
		sheet_column(page->sheet, FACT_COLUMN + widest + 1);
		count(page, text_string(&other->text), other->text.len);
		sheet_column(page->sheet,
		    FACT_COLUMN + widest + COUNT_CELLS + 8);
		add_reason(page, other);
	}
	end_line(page);
}

static void
print_others(const struct page *page)
{
	const struct inspect *inspect = page->inspect;

	if (!inspect->over)
		return;
	heading(page, "With other rules");
	if (inspect->too_long)
		add(page, TONE_DIM, "  the text is too long to try them\n");
	else if (!inspect->other_count)
		add(page, TONE_DIM, "  all of them give the same\n");
	for (size_t i = 0; i < inspect->other_count; i++)
		print_other(page, &inspect->others[i], widest_other(page));
	if (inspect->remote && inspect->other_count)
		add(page, TONE_DIM, "  as far as the text came, a character "
		    "for a token\n");
}

/* ---- The page. */

static void
print_title(const struct page *page)
{
	const struct inspect *inspect = page->inspect;
	enum stop_dialect dialect = inspect->settings.stop_dialect;

	if (!inspect->begun) {
		add(page, TONE_DIM, "Nothing was asked yet; this holds for the "
		    "first reply");
	} else {
		sheet_printf(page->sheet, TONE_TEXT, "Reply #%u",
		    inspect->number);
		add(page, TONE_DIM, "  by ");
		add(page, TONE_TEXT, text_string(&inspect->engine));
		add(page, TONE_DIM, inspect->over ? "  is over"
						  : "  streams");
	}
	add(page, TONE_DIM, "  rules: ");
	add_dialect(page, dialect ? TONE_HELD : TONE_TEXT, dialect);
	end_line(page);
}

void
inspect_print(struct sheet *sheet, const struct inspect *inspect,
    int columns, const char *const bars[2])
{
	int room = columns / 5;
	int widest = (int)strlen("of the prompt");
	struct page page = { .sheet = sheet, .inspect = inspect, .bars = bars,
		.columns = columns,
		.bar_cells = columns < WIDE ? BAR_CELLS_NARROW : BAR_CELLS };

	page.quote_max = (size_t)(room < QUOTE_LEAST ? QUOTE_LEAST : room);
	page.fact_max = 2 * page.quote_max;
	for (size_t i = 0; i < inspect->string_count; i++) {
		int width = quoted_width(&page, inspect->strings[i].string);

		widest = width > widest ? width : widest;
	}
	page.bar_column = VALUE_COLUMN + widest + (columns < WIDE ? 1 : 2);
	settings_copy(&page.known, &inspect->settings);
	dialect_adapt(&page.known);
	print_title(&page);
	print_conditions(&page);
	print_text(&page);
	print_verdict(&page);
	print_others(&page);
	settings_release(&page.known);
}
