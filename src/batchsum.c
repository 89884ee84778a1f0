/* batchsum.c: what became of all lines of in=batch. */
#include "batchsum.h"

#include <inttypes.h>
#include <string.h>

#include "escape.h"
#include "json.h"

enum { LABEL_WIDTH = 9, NUMBER_WIDTH = 10 };

static const struct {
	const char *name;
	double share;
} quantiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 } };

enum { QUANTILES = sizeof(quantiles) / sizeof(*quantiles) };

void
batchsum_release(struct batchsum *sum)
{
	tally_release(&sum->words);
	numbers_release(&sum->ttft);
	numbers_release(&sum->elapsed);
}

void
batchsum_add(struct batchsum *sum, const struct batch_result *result,
    bool resumed)
{
	sum->lines++;
	sum->resumed += resumed;
	sum->failed += result->failed;
	sum->unfinished += result->unfinished;
	tally_add(&sum->words, result->word);
	amount_add(&sum->tokens_in, result->tokens_in);
	amount_add(&sum->tokens_out, result->tokens_out);
	numbers_add(&sum->ttft, result->ttft_ms);
	numbers_add(&sum->elapsed, result->elapsed_ms);
	if (!resumed && result->tokens_out > 0)
		sum->new_tokens += (uint64_t)result->tokens_out;
}

static double
token_rate(const struct batchsum *sum, int64_t us)
{
	return us > 0 ? (double)sum->new_tokens * 1e6 / (double)us : 0;
}

/* ---- For people. */

static void
add_lines(struct text *out, struct batchsum *sum)
{
	const char *before = " (";

	text_printf(out, "%-*s%" PRIu64, LABEL_WIDTH, "lines", sum->lines);
	tally_sort(&sum->words);
	for (size_t i = 0; i < sum->words.names; i++) {
		const struct tally_item *item = &sum->words.items[i];

		text_add(out, before);
		escape_plain(out, item->name, strlen(item->name));
		text_printf(out, " %" PRIu64, item->count);
		before = ", ";
	}
	if (sum->words.others)
		text_printf(out, ", others %" PRIu64, sum->words.others);
	text_add(out, sum->words.names ? ")" : "");
	if (sum->resumed)
		text_printf(out, ", %" PRIu64 " of them from before",
		    sum->resumed);
	text_add(out, "\n");
}

static void
add_tokens(struct text *out, const struct batchsum *sum, int64_t us)
{
	if (!sum->tokens_in.known && !sum->tokens_out.known)
		return;
	text_printf(out, "%-*s", LABEL_WIDTH, "tokens");
	if (sum->tokens_in.known)
		text_printf(out, "in %" PRIu64 "%s", sum->tokens_in.sum,
		    sum->tokens_out.known ? ", " : "");
	if (sum->tokens_out.known)
		text_printf(out, "out %" PRIu64, sum->tokens_out.sum);
	if (token_rate(sum, us) > 0)
		text_printf(out, ", %.*f/s", token_rate(sum, us) < 9.95,
		    token_rate(sum, us));
	text_add(out, "\n");
}

/* Tenths of a millisecond mean nothing in a second. */
static void
add_row(struct text *out, const char *label, struct numbers *numbers)
{
	if (!numbers->count)
		return;
	text_printf(out, "%-*s", LABEL_WIDTH, label);
	for (size_t i = 0; i < QUANTILES; i++) {
		double ms = numbers_quantile(numbers, quantiles[i].share);

		text_printf(out, "%*.*f", NUMBER_WIDTH, ms < 999.95, ms);
	}
	text_printf(out, "%*zu\n", NUMBER_WIDTH, numbers->count);
}

static void
add_times(struct text *out, struct batchsum *sum)
{
	if (!sum->ttft.count && !sum->elapsed.count)
		return;
	text_printf(out, "%-*s", LABEL_WIDTH, "ms");
	for (size_t i = 0; i < QUANTILES; i++)
		text_printf(out, "%*s", NUMBER_WIDTH, quantiles[i].name);
	text_printf(out, "%*s\n", NUMBER_WIDTH, "of");
	add_row(out, "ttft", &sum->ttft);
	add_row(out, "elapsed", &sum->elapsed);
}

void
batchsum_print(struct text *out, struct batchsum *sum, int64_t us)
{
	add_lines(out, sum);
	add_tokens(out, sum, us);
	text_printf(out, "%-*s%.*f s\n", LABEL_WIDTH, "time", us < 9950000,
	    (double)us / 1e6);
	add_times(out, sum);
}

/* ---- For programs. */

static void
json_words(struct text *out, struct batchsum *sum)
{
	tally_sort(&sum->words);
	json_open(out, "ends", '{');
	for (size_t i = 0; i < sum->words.names; i++)
		json_integer(out, sum->words.items[i].name,
		    (int64_t)sum->words.items[i].count);
	if (sum->words.others)
		json_integer(out, "(others)", (int64_t)sum->words.others);
	json_close(out, '}');
}

static void
json_amount(struct text *out, const char *name, const struct amount *amount)
{
	if (amount->known)
		json_integer(out, name, (int64_t)amount->sum);
	else
		json_null(out, name);
}

static void
json_times(struct text *out, const char *name, struct numbers *numbers)
{
	if (!numbers->count) {
		json_null(out, name);
		return;
	}
	json_open(out, name, '{');
	for (size_t i = 0; i < QUANTILES; i++)
		json_number(out, quantiles[i].name,
		    numbers_quantile(numbers, quantiles[i].share), 3);
	json_integer(out, "known", (int64_t)numbers->count);
	json_close(out, '}');
}

void
batchsum_json(struct text *out, struct batchsum *sum, int64_t us)
{
	json_open(out, NULL, '{');
	json_open(out, "summary", '{');
	json_integer(out, "lines", (int64_t)sum->lines);
	json_integer(out, "resumed", (int64_t)sum->resumed);
	json_integer(out, "failed", (int64_t)sum->failed);
	json_integer(out, "unfinished", (int64_t)sum->unfinished);
	json_words(out, sum);
	json_amount(out, "tokens_in", &sum->tokens_in);
	json_amount(out, "tokens_out", &sum->tokens_out);
	json_thousandths(out, "elapsed_ms", us);
	json_number(out, "tokens_per_s", token_rate(sum, us), 3);
	json_times(out, "ttft_ms", &sum->ttft);
	json_times(out, "line_ms", &sum->elapsed);
	json_close(out, '}');
	json_close(out, '}');
	text_add(out, "\n");
}
