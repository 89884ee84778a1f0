/* timing_text.c: when the tokens of the last replies came, as text. */
#include "timing_text.h"

#include <string.h>

#include "escape.h"

enum { BAR_MAX = 40, NUMBER_WIDTH = 9 };

/* ---- For people. */

static void
add_number(struct text *out, int64_t us)
{
	struct text number = { 0 };

	timings_print_ms(&number, us);
	text_printf(out, " %*s", NUMBER_WIDTH, text_string(&number));
	text_release(&number);
}

static void
print_turn(struct text *out, const struct timings_turn *turn)
{
	struct timings_sum sum;

	timings_sum(turn, &sum);
	text_printf(out, "#%-4u %8lld", turn->number, (long long)turn->tokens);
	add_number(out, turn->ttft_us);
	add_number(out, sum.p50);
	add_number(out, sum.p90);
	add_number(out, sum.p99);
	add_number(out, sum.most);
	text_printf(out, " %7lld  %s", (long long)sum.stalls,
	    text_string(&turn->engine));
	if (turn->model.len &&
	    strcmp(text_string(&turn->engine), text_string(&turn->model)))
		text_printf(out, " %s", text_string(&turn->model));
	text_add(out, "\n");
}

/* The next of 1, 2, 5, 10 ... */
static int64_t
next_edge(int64_t edge)
{
	int64_t power = 1;

	while (power * 10 <= edge)
		power *= 10;
	return edge == power ? 2 * power : edge == 2 * power ? 5 * power
							     : 10 * power;
}

static int64_t
most_in_a_row(const struct timings_turn *turn, int64_t from, int64_t to)
{
	int64_t most = 1;

	for (int64_t edge = from; edge < to; edge = next_edge(edge)) {
		int64_t count = timings_count(turn, edge == from ? 0 : edge,
		    next_edge(edge));

		most = count > most ? count : most;
	}
	return most;
}

static void
print_row(struct text *out, int64_t from, int64_t to, int64_t count,
    int64_t most)
{
	int64_t bar = (count * BAR_MAX + most - 1) / most;

	text_printf(out, "%8.*f to %5.*f ms  ", from < 1000, (double)from / 1000,
	    to < 1000, (double)to / 1000);
	for (int64_t i = 0; i < bar; i++)
		text_add(out, "#");
	text_printf(out, "%s%lld\n", bar ? " " : "", (long long)count);
}

/* From the first row that has any to the last. */
static void
print_histogram(struct text *out, const struct timings_turn *turn)
{
	int64_t from = 0, to = 0, seen = 0, most;

	timings_widen(turn, &from, &to);
	most = most_in_a_row(turn, from, to);
	for (int64_t edge = from; edge < to && seen < turn->gaps;
	    edge = next_edge(edge)) {
		int64_t count = timings_count(turn, edge == from ? 0 : edge,
		    next_edge(edge));

		seen += count;
		if (seen)
			print_row(out, edge == from && from == 100 ? 0 : edge,
			    next_edge(edge), count, most);
	}
}

void
timing_print(struct text *out, const struct timings *timings)
{
	const struct timings_turn *last = timings_last(timings);

	text_printf(out, "%-5s %8s %9s %9s %9s %9s %9s %7s  %s\n", "reply",
	    "tokens", "ttft ms", "p50", "p90", "p99", "max", "stalls",
	    "engine");
	for (size_t i = 0; i < timings->count; i++)
		print_turn(out, &timings->turns[i]);
	if (!last || !last->gaps)
		return;
	text_printf(out, "\nHow often each time between tokens came in #%u\n",
	    last->number);
	print_histogram(out, last);
}

/* ---- CSV. */

static void
add_field(struct text *out, const char *bytes, size_t len)
{
	text_add(out, "\"");
	for (size_t i = 0; i < len; i++)
		text_append(out, bytes[i] == '"' ? "\"\"" : &bytes[i],
		    bytes[i] == '"' ? 2 : 1);
	text_add(out, "\"");
}

static const struct message *
find_message(const struct conversation *conversation, uint64_t id)
{
	size_t at = conversation_find(conversation, id);

	return at < conversation->count ? conversation->messages[at] : NULL;
}

/* What came from one end to the next, as far as it is in the reply. */
static void
add_text(struct text *out, const struct text *part, size_t from, size_t to)
{
	struct text quoted = { 0 };

	if (to > part->len)
		to = part->len;
	if (from < to)
		escape_quote(&quoted, part->bytes + from, to - from);
	add_field(out, text_string(&quoted), quoted.len);
	text_release(&quoted);
}

static void
add_times(struct text *out, const struct timings_turn *turn, size_t i)
{
	const struct timings_point *point = &turn->all.points[i];

	text_printf(out, "%zu,%.3f,", i * turn->all.each + 1,
	    (double)point->at_us / 1000);
	/* Before the first token there is no other. */
	if (i || turn->all.each > 1)
		text_printf(out, "%.3f", (double)point->gap_us / 1000);
	text_printf(out, ",%lu,%u", (unsigned long)point->tokens,
	    timings_arrivals(&turn->all, i));
}

static void
add_turn(struct text *out, const struct timings_turn *turn,
    const struct message *reply)
{
	static const char *const names[] = { "text", "reasoning", "other" };
	static const struct text nothing;
	const struct text *const parts[] = {
		reply ? &reply->text : &nothing,
		reply ? &reply->reasoning : &nothing, &nothing };
	size_t ends[3] = { 0 };

	for (size_t i = 0; i < turn->all.count; i++) {
		const struct timings_point *point = &turn->all.points[i];

		text_printf(out, "%u,", turn->number);
		add_field(out, text_string(&turn->engine), turn->engine.len);
		text_add(out, ",");
		add_field(out, text_string(&turn->model), turn->model.len);
		text_add(out, ",");
		add_times(out, turn, i);
		text_printf(out, ",%s,", names[point->part]);
		add_text(out, parts[point->part], ends[point->part],
		    point->end);
		text_add(out, "\n");
		ends[point->part] = point->end;
	}
}

void
timing_csv(struct text *out, const struct timings *timings,
    const struct conversation *conversation)
{
	text_add(out, "turn,engine,model,number,t_ms,gap_ms,tokens,arrivals,"
	    "part,text\n");
	for (size_t i = 0; i < timings->count; i++)
		add_turn(out, &timings->turns[i], find_message(conversation,
		    timings->turns[i].message));
}
