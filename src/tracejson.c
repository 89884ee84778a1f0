/* tracejson.c: requests of trace files and their sums, as JSON. */
#include "tracejson.h"

#include <inttypes.h>

#include "json.h"

enum { MS_DIGITS = 3, SHARE_DIGITS = 4 };

static void
add_string(struct text *out, const char *name, struct span value)
{
	if (value.bytes)
		json_string(out, name, value.bytes, value.len);
}

static void
add_ms(struct text *out, const char *name, double value)
{
	if (value >= 0)
		json_number(out, name, value, MS_DIGITS);
}

static void
add_times(struct text *out, const struct tracefile_record *record)
{
	json_count(out, "request_received_ms", record->received_ms);
	add_ms(out, "prefill_wait_time_ms", record->prefill_wait_ms);
	add_ms(out, "prefill_time_ms", record->prefill_ms);
	add_ms(out, "ttft_ms", record->ttft_ms);
	add_ms(out, "avg_itl_ms", record->itl_ms);
	add_ms(out, "total_time_ms", record->total_ms);
}

void
tracejson_members(struct text *out, const struct tracefile_record *record)
{
	add_string(out, "session_id", record->session_id);
	add_string(out, "parent_session_id", record->parent_session_id);
	add_string(out, "request_id", record->request_id);
	add_string(out, "x_request_id", record->x_request_id);
	add_string(out, "model", record->model);
	json_count(out, "input_tokens", record->input_tokens);
	json_count(out, "output_tokens", record->output_tokens);
	json_count(out, "cached_tokens", record->cached_tokens);
	add_times(out, record);
	json_text(out, "outcome",
	    tracefile_outcome_name(tracefile_outcome(record)));
	add_string(out, "finish_reason", record->finish_reason);
	add_string(out, "stop_reason", record->stop_string);
	json_count(out, "stop_reason", record->stop_token);
	json_count(out, "trace_block_size", record->block_size);
	if (!record->hashes)
		return;
	json_integer(out, "blocks", (int64_t)record->blocks);
	json_integer(out, "shared_blocks", (int64_t)record->shared);
}

static void
add_hashes(struct text *out, const struct tracefile_record *record)
{
	if (!record->hashes)
		return;
	json_open(out, "input_sequence_hashes", '[');
	for (size_t i = 0; i < record->blocks; i++)
		text_printf(out, "%s%" PRIu64, i ? "," : "",
		    record->hashes[i]);
	json_close(out, ']');
}

void
tracejson_request(struct text *out, const char *file, uint64_t line,
    const struct tracefile_record *record)
{
	json_open(out, NULL, '{');
	json_text(out, "file", file);
	json_integer(out, "line", (int64_t)line);
	tracejson_members(out, record);
	add_hashes(out, record);
	json_close(out, '}');
	text_add(out, "\n");
}

/* ---- Sums. */

static void
add_tally(struct text *out, const char *name, struct tally *tally)
{
	tally_sort(tally);
	json_open(out, name, '{');
	for (size_t i = 0; i < tally->names; i++)
		json_integer(out, tally->items[i].name,
		    (int64_t)tally->items[i].count);
	if (tally->others)
		json_integer(out, "(others)", (int64_t)tally->others);
	json_close(out, '}');
}

static void
add_quantiles(struct text *out, const char *name, struct numbers *numbers)
{
	json_open(out, name, '{');
	json_integer(out, "known", (int64_t)numbers->count);
	add_ms(out, "p50", numbers_quantile(numbers, 0.5));
	add_ms(out, "p90", numbers_quantile(numbers, 0.9));
	add_ms(out, "p99", numbers_quantile(numbers, 0.99));
	json_close(out, '}');
}

static void
add_amount(struct text *out, const char *name, const struct amount *amount)
{
	if (amount->known)
		json_integer(out, name, (int64_t)amount->sum);
}

static void
add_reuse(struct text *out, const struct tracesum *sum)
{
	json_integer(out, "blocks", (int64_t)sum->blocks);
	json_integer(out, "shared_blocks", (int64_t)sum->shared);
	if (sum->shared_more)
		json_bool(out, "shared_blocks_is_lower_bound", true);
	if (sum->blocks)
		json_number(out, "reuse",
		    (double)sum->shared / (double)sum->blocks, SHARE_DIGITS);
}

void
tracejson_summary(struct text *out, struct tracesum *sum)
{
	json_open(out, NULL, '{');
	json_open(out, "summary", '{');
	json_integer(out, "requests", (int64_t)sum->requests);
	json_open(out, "outcomes", '{');
	for (size_t i = 0; i <= TRACEFILE_UNTOLD; i++)
		json_integer(out,
		    tracefile_outcome_name((enum tracefile_outcome)i),
		    (int64_t)sum->outcomes[i]);
	json_close(out, '}');
	add_tally(out, "finish_reasons", &sum->finish_reasons);
	add_tally(out, "models", &sum->models);
	add_amount(out, "input_tokens", &sum->input_tokens);
	add_amount(out, "output_tokens", &sum->output_tokens);
	add_amount(out, "cached_tokens", &sum->cached_tokens);
	add_quantiles(out, "ttft_ms", &sum->ttft);
	add_quantiles(out, "itl_ms", &sum->itl);
	add_quantiles(out, "total_ms", &sum->total);
	add_reuse(out, sum);
	add_tally(out, "other_events", &sum->passed);
	json_integer(out, "broken_lines", (int64_t)sum->broken);
	json_close(out, '}');
	json_close(out, '}');
	text_add(out, "\n");
}
