/* tracesum.c: the sums of many requests.
 *
 * Three numbers a request are kept, so that quantiles are exact. */
#include "tracesum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "xalloc.h"

void
tally_release(struct tally *tally)
{
	for (size_t i = 0; i < tally->names; i++)
		free(tally->items[i].name);
	*tally = (struct tally){ 0 };
}

void
numbers_release(struct numbers *numbers)
{
	free(numbers->items);
	*numbers = (struct numbers){ 0 };
}

void
tracesum_release(struct tracesum *sum)
{
	tally_release(&sum->finish_reasons);
	tally_release(&sum->models);
	tally_release(&sum->passed);
	numbers_release(&sum->ttft);
	numbers_release(&sum->itl);
	numbers_release(&sum->total);
}

/* ---- Names. */

/* Names are C strings from here on. */
static size_t
name_length(struct span name)
{
	return strnlen(name.bytes,
	    name.len < TALLY_NAME_MAX ? name.len : TALLY_NAME_MAX);
}

static struct tally_item *
tally_find(struct tally *tally, const char *name, size_t len)
{
	for (size_t i = 0; i < tally->names; i++)
		if (!strncmp(tally->items[i].name, name, len) &&
		    !tally->items[i].name[len])
			return &tally->items[i];
	return NULL;
}

void
tally_add(struct tally *tally, struct span name)
{
	size_t len = name_length(name);
	struct tally_item *item = tally_find(tally, name.bytes, len);

	if (item) {
		item->count++;
	} else if (tally->names == TALLY_NAMES) {
		tally->others++;
	} else {
		item = &tally->items[tally->names++];
		*item = (struct tally_item){ xmemdup(name.bytes, len), 1 };
	}
}

static int
compare_items(const void *a, const void *b)
{
	const struct tally_item *one = a, *two = b;

	if (one->count != two->count)
		return one->count < two->count ? 1 : -1;
	return strcmp(one->name, two->name);
}

void
tally_sort(struct tally *tally)
{
	qsort(tally->items, tally->names, sizeof(*tally->items),
	    compare_items);
}

/* ---- Numbers. */

void
numbers_add(struct numbers *numbers, double number)
{
	if (number < 0)
		return;
	numbers->items = xgrow(numbers->items, numbers->count,
	    &numbers->capacity, sizeof(*numbers->items));
	numbers->items[numbers->count++] = number;
	numbers->sorted = false;
}

static int
compare_numbers(const void *a, const void *b)
{
	double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

double
numbers_quantile(struct numbers *numbers, double share)
{
	size_t rank;

	if (!numbers->count)
		return -1;
	if (!numbers->sorted)
		qsort(numbers->items, numbers->count, sizeof(*numbers->items),
		    compare_numbers);
	numbers->sorted = true;
	/* 0.9 of 10 is a little over 9, as doubles are. */
	rank = (size_t)ceil(share * (double)numbers->count - 1e-6);
	return numbers->items[rank ? rank - 1 : 0];
}

void
amount_add(struct amount *amount, int64_t number)
{
	if (number < 0)
		return;
	amount->sum += (uint64_t)number;
	amount->known++;
}

/* ---- Records. */

static void
add_request(struct tracesum *sum, const struct tracefile_record *record)
{
	sum->requests++;
	sum->outcomes[tracefile_outcome(record)]++;
	if (record->finish_reason.len)
		tally_add(&sum->finish_reasons, record->finish_reason);
	if (record->model.len)
		tally_add(&sum->models, record->model);
	amount_add(&sum->input_tokens, record->input_tokens);
	amount_add(&sum->output_tokens, record->output_tokens);
	amount_add(&sum->cached_tokens, record->cached_tokens);
	numbers_add(&sum->ttft, record->ttft_ms);
	numbers_add(&sum->itl, record->itl_ms);
	numbers_add(&sum->total, record->total_ms);
	sum->blocks += record->blocks;
	sum->shared += record->shared;
}

void
tracesum_add(struct tracesum *sum, const struct tracefile_record *record)
{
	if (record->is_request)
		add_request(sum, record);
	else
		tally_add(&sum->passed, record->event_type);
}

uint64_t
tracesum_records(const struct tracesum *sum)
{
	uint64_t records = sum->requests + sum->passed.others;

	for (size_t i = 0; i < sum->passed.names; i++)
		records += sum->passed.items[i].count;
	return records;
}
