/* find.c: looks for a text in a list of items, in slices.
 *
 * Two walks over the items share what was counted: the seek, from where we are
 * to the next match, and the sweep, which counts all. An item that has no
 * matches is passed over by both. */
#include "find.h"

#include <stdlib.h>
#include <string.h>

#include "../src/xalloc.h"

enum {
	SLICE = 1 << 18,  /* what one slice may cost: bytes that are searched */
	ITEM_COST = 128,  /* of making the texts of an item, in bytes */
	KNOWN_COST = 1,   /* of passing over an item that is counted */
	KNOWN_LEAST = 64,
	TAIL = 8, /* items at the end that are looked at whenever some changed */
};

enum aim {
	AIM_NONE,
	AIM_FIRST, /* from the place on down, else up; never around */
	AIM_NEXT,
	AIM_PREVIOUS,
};

/* What was counted. It is that of an item if both numbers are the item's. */
struct known {
	size_t item;
	uint64_t revision;
	size_t count;
	bool used;
};

struct find {
	struct loop *loop;
	loop_fn *changed;
	void *data;
	struct timer timer;

	bool open;
	struct find_source source;
	struct text text;
	struct search search;

	struct find_place from; /* where typing began */
	struct find_place here;
	bool has_here;

	/* The seek: a match at or behind `edge`, or one before it. */
	enum aim aim;
	bool up;
	struct find_place edge;
	size_t item;  /* to be looked at next */
	bool at_edge; /* only a part of it counts */
	bool wrapped;

	/* The sweep. */
	struct known *known; /* item % capacity */
	size_t capacity;
	size_t swept; /* the items before it are counted */
	size_t budget;
	struct find_numbers numbers;
};

static size_t
first(const struct find *find)
{
	return find->source.first(find->source.data);
}

static size_t
end(const struct find *find)
{
	return find->source.end(find->source.data);
}

static void
spend(struct find *find, size_t cost)
{
	find->budget -= cost < find->budget ? cost : find->budget;
}

/* ---- What was counted. */

/* Makes room for all items; what was counted stays. */
static void
make_room(struct find *find)
{
	size_t wanted = end(find) - first(find), capacity = find->capacity;
	struct known *old = find->known;

	if (capacity >= wanted && capacity)
		return;
	find->capacity = capacity ? capacity : KNOWN_LEAST;
	while (find->capacity < wanted)
		find->capacity *= 2;
	find->known = xcalloc(find->capacity, sizeof(*find->known));
	for (size_t i = 0; i < capacity; i++)
		if (old[i].used)
			find->known[old[i].item % find->capacity] = old[i];
	free(old);
}

static void
forget(struct find *find)
{
	for (size_t i = 0; i < find->capacity; i++)
		find->known[i].used = false;
	find->swept = first(find);
}

static size_t
count_parts(struct find *find, size_t item)
{
	size_t count = 0, len;

	for (int part = 0; part < find->source.parts; part++) {
		const char *bytes = find->source.part(find->source.data, item,
		    part, &len);

		count += search_count(&find->search, bytes, len, len);
		spend(find, len);
	}
	spend(find, ITEM_COST);
	return count;
}

static size_t
count_item(struct find *find, size_t item)
{
	struct known *known = &find->known[item % find->capacity];
	uint64_t revision = find->source.revision(find->source.data, item);

	spend(find, KNOWN_COST);
	if (!known->used || known->item != item || known->revision != revision)
		*known = (struct known){ item, revision,
			count_parts(find, item), true };
	return known->count;
}

/* ---- The seek. */

/* Finds the first match of a part from a byte on, or the last before it. */
static bool
find_in_part(struct find *find, int part, size_t limit)
{
	struct search_match match;
	size_t len;
	const char *bytes = find->source.part(find->source.data, find->item,
	    part, &len);
	bool found = find->up
	    ? search_last(&find->search, bytes, len, limit, &match)
	    : search_next(&find->search, bytes, len, limit, &match);

	if (found)
		find->here = (struct find_place){ find->item, part,
			match.start };
	return found;
}

/* The edge is a byte of one part; others are looked at as a whole or not. */
static bool
find_in_item(struct find *find)
{
	int parts = find->source.parts;

	if (!count_item(find, find->item))
		return false;
	for (int i = 0; i < parts; i++) {
		int part = find->up ? parts - 1 - i : i;
		bool cut = find->at_edge && part == find->edge.part;

		if (find->at_edge && (find->up ? part > find->edge.part
					       : part < find->edge.part))
			continue;
		if (find_in_part(find, part,
			cut ? find->edge.at : find->up ? SIZE_MAX : 0))
			return true;
	}
	return false;
}

/* Looks from a place on; what has gone is as if we stood at its edge. */
static void
begin_seek(struct find *find, enum aim aim, bool up,
    const struct find_place *edge)
{
	size_t least = first(find), most = end(find);

	find->aim = aim;
	find->up = up;
	find->edge = *edge;
	find->at_edge = true;
	find->wrapped = false;
	if (edge->item < least)
		find->edge = (struct find_place){ least, 0, 0 };
	else if (edge->item >= most && least < most)
		find->edge = (struct find_place){ most - 1,
			find->source.parts, 0 };
	find->item = find->edge.item;
}

/* Goes to the item that is to be looked at next. False: all have been. */
static bool
advance(struct find *find)
{
	bool last = find->up ? find->item <= first(find)
			     : find->item + 1 >= end(find);
	bool around = find->wrapped && find->item == find->edge.item;

	find->at_edge = false;
	if (around || (last && (find->wrapped ||
			(find->aim == AIM_FIRST && find->up))))
		return false;
	if (!last) {
		find->item += find->up ? (size_t)-1 : 1;
	} else if (find->aim == AIM_FIRST) {
		begin_seek(find, AIM_FIRST, true, &find->edge);
	} else {
		find->wrapped = true;
		find->item = find->up ? end(find) - 1 : first(find);
	}
	return true;
}

static void
seek(struct find *find)
{
	if (first(find) == end(find) || search_is_empty(&find->search))
		find->aim = AIM_NONE;
	else if (find->item < first(find))
		find->item = first(find);
	else if (find->item >= end(find))
		find->item = end(find) - 1;
	while (find->aim != AIM_NONE && find->budget) {
		if (find_in_item(find)) {
			find->has_here = true;
			find->aim = AIM_NONE;
		} else if (!advance(find)) {
			find->has_here = false;
			find->wrapped = false;
			find->aim = AIM_NONE;
		}
	}
}

/* ---- The sweep. */

static void
sweep(struct find *find)
{
	if (find->swept < first(find))
		find->swept = first(find);
	while (find->swept < end(find) && find->budget)
		count_item(find, find->swept++);
}

/* Counts the matches before the one where we are. */
static size_t
count_before(struct find *find)
{
	size_t count = 0, len;

	for (int part = 0; part <= find->here.part; part++) {
		const char *bytes = find->source.part(find->source.data,
		    find->here.item, part, &len);

		count += search_count(&find->search, bytes, len,
		    part == find->here.part ? find->here.at : len);
	}
	return count;
}

static void
number(struct find *find)
{
	struct find_numbers *numbers = &find->numbers;

	*numbers = (struct find_numbers){ .wrapped = find->wrapped,
		.up = find->up,
		.seeking = find->aim != AIM_NONE,
		.counting = find->swept < end(find) &&
		    !search_is_empty(&find->search) };
	for (size_t item = first(find); item < find->swept; item++) {
		size_t count = find->known[item % find->capacity].count;

		if (find->has_here && item == find->here.item)
			numbers->number =
			    numbers->count + count_before(find) + 1;
		numbers->count += count;
	}
}

static bool
is_still_there(struct find *find)
{
	const struct find_place *here = &find->here;
	struct search_match match;
	const char *bytes;
	size_t len;

	if (here->item < first(find) || here->item >= end(find))
		return false;
	bytes = find->source.part(find->source.data, here->item, here->part,
	    &len);
	return here->at < len &&
	    search_next(&find->search, bytes, len, here->at, &match) &&
	    match.start == here->at;
}

/* The match where we are may have gone; we stand where it was. */
static void
check_here(struct find *find)
{
	if (!find->has_here || is_still_there(find))
		return;
	find->has_here = find->wrapped = false;
	find->from = find->here;
}

static void
work(struct find *find)
{
	find->budget = SLICE;
	make_room(find);
	check_here(find);
	if (find->swept > end(find))
		find->swept = end(find);
	seek(find);
	if (find->aim == AIM_NONE && !search_is_empty(&find->search))
		sweep(find);
	number(find);
	if (find->numbers.seeking || find->numbers.counting)
		loop_timer_set(find->loop, &find->timer, loop_now(find->loop));
	find->changed(find->data);
}

static void
on_timer(void *data)
{
	work(data);
}

/* ---- Its life. */

struct find *
find_new(struct loop *loop, loop_fn *changed, void *data)
{
	struct find *find = xcalloc(1, sizeof(*find));

	find->loop = loop;
	find->changed = changed;
	find->data = data;
	find->timer = (struct timer){ .fn = on_timer, .data = find };
	return find;
}

void
find_free(struct find *find)
{
	if (!find)
		return;
	loop_timer_stop(find->loop, &find->timer);
	search_release(&find->search);
	text_release(&find->text);
	free(find->known);
	free(find);
}

static void
seek_first(struct find *find)
{
	find->has_here = false;
	begin_seek(find, AIM_FIRST, false, &find->from);
	work(find);
}

void
find_open(struct find *find, const struct find_source *source,
    const struct find_place *from)
{
	find->open = true;
	find->source = *source;
	find->from = *from;
	make_room(find);
	forget(find);
	seek_first(find);
}

void
find_close(struct find *find)
{
	find->open = false;
	find->has_here = false;
	loop_timer_stop(find->loop, &find->timer);
}

bool
find_is_in(const struct find *find, const void *data)
{
	return find->open && find->source.data == data;
}

bool
find_is_open(const struct find *find)
{
	return find->open;
}

void
find_set(struct find *find, const char *bytes, size_t len)
{
	text_clear(&find->text);
	text_append(&find->text, bytes, len);
	search_set(&find->search, find->text.bytes, find->text.len);
	if (!find->open)
		return;
	forget(find);
	seek_first(find);
}

const struct text *
find_text(const struct find *find)
{
	return &find->text;
}

const struct search *
find_search(const struct find *find)
{
	return &find->search;
}

/* Walks on. Items in the middle may have changed unseen: all are looked at
 * again, which costs little where none has. */
static void
walk(struct find *find, enum aim aim)
{
	bool up = aim == AIM_PREVIOUS;
	struct find_place edge = find->has_here ? find->here : find->from;

	edge.at += !up && find->has_here;
	find->swept = first(find);
	begin_seek(find, aim, up, &edge);
	work(find);
	if (find->has_here)
		find->from = find->here;
}

void
find_next(struct find *find)
{
	walk(find, AIM_NEXT);
}

void
find_previous(struct find *find)
{
	walk(find, AIM_PREVIOUS);
}

/* ---- Changes. */

void
find_update(struct find *find)
{
	size_t tail = end(find) - first(find) > TAIL ? end(find) - TAIL
						     : first(find);

	if (find->swept > tail)
		find->swept = tail;
	work(find);
}

void
find_restart(struct find *find)
{
	forget(find);
	find_update(find);
}

/* ---- What there is to show. */

const struct find_place *
find_here(const struct find *find)
{
	return find->has_here ? &find->here : NULL;
}

size_t
find_here_in(const struct find *find, const void *data, size_t item, int part)
{
	return find->has_here && find->source.data == data &&
		find->here.item == item && find->here.part == part
	    ? find->here.at
	    : SIZE_MAX;
}

void
find_numbers(const struct find *find, struct find_numbers *numbers)
{
	*numbers = find->numbers;
}
