/* stop.c: stop conditions on a stream of tokens.
 *
 * The strings form one tree; a node is a prefix of one or more of them. The
 * state is the node for the longest end of the text that is such a prefix.
 * Bytes only: strings and text are UTF-8, so a match never cuts a character. */
#include "stop.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "../src/xalloc.h"

/* Number 0 is the root among nodes, and none among patterns. */
struct pattern {
	struct text text;
	enum stop_verdict verdict;
	bool hidden;    /* what it matches is no text of the reply */
	uint32_t first; /* nodes from this one on were made for it */
	uint32_t node;  /* how far link_nodes() has come */
};

/* A stop string may have millions of bytes, so a node is small: its first
 * child stands behind it in the array, and only others need an edge. */
struct node {
	uint32_t fail;      /* the longest proper end of it that is a node */
	uint32_t match;     /* the longest pattern that ends here */
	uint32_t held;      /* so many bytes may become a hidden pattern, */
	uint32_t candidate; /* this one */
	unsigned char byte; /* leads here from the parent */
	bool chained;       /* the parent is the node before this one */
	bool branches;      /* has edges */
};

struct edge {
	uint32_t parent;
	uint32_t child; /* 0: a free place */
};

struct stop {
	struct pattern *patterns;
	uint32_t pattern_count;
	struct node *nodes;
	uint32_t node_count;
	uint32_t *root; /* its children by byte; NULL: there is nothing to find */
	struct edge *edges; /* a hash table, at most half full */
	unsigned edge_bits;
	struct ids ids; /* sorted */
	int64_t max_tokens;
	int64_t min_tokens;

	int64_t tokens;
	uint32_t state;
	uint32_t matched;
	struct text tail; /* what is held back is in it, from head on */
	size_t head;
};

static struct edge *
edge_find(const struct stop *stop, uint32_t parent, unsigned char byte)
{
	uint64_t key = (uint64_t)parent << 8 | byte;
	uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
	size_t slot = (size_t)(hash >> (64 - stop->edge_bits));

	for (;;) {
		struct edge *edge = &stop->edges[slot];
		if (!edge->child)
			return edge;
		if (edge->parent == parent &&
		    stop->nodes[edge->child].byte == byte)
			return edge;
		slot = (slot + 1) & (((size_t)1 << stop->edge_bits) - 1);
	}
}

static uint32_t
child(const struct stop *stop, uint32_t node, unsigned char byte)
{
	const struct node *next = &stop->nodes[node + 1];

	if (!node)
		return stop->root ? stop->root[byte] : 0;
	if (next->chained && next->byte == byte)
		return node + 1;
	if (!stop->nodes[node].branches)
		return 0;
	return edge_find(stop, node, byte)->child;
}

static uint32_t
step(const struct stop *stop, uint32_t node, unsigned char byte)
{
	uint32_t next;

	while (!(next = child(stop, node, byte)) && node)
		node = stop->nodes[node].fail;
	return next;
}

static uint32_t
node_add(struct stop *stop, uint32_t parent, unsigned char byte)
{
	uint32_t number = ++stop->node_count;
	struct node *node = &stop->nodes[number];

	node->byte = byte;
	node->chained = parent == number - 1;
	if (!parent) {
		stop->root[byte] = number;
	} else if (!node->chained) {
		struct edge *edge = edge_find(stop, parent, byte);
		*edge = (struct edge){ parent, number };
		stop->nodes[parent].branches = true;
	}
	return number;
}

static void
pattern_add(struct stop *stop, const struct text *text,
    enum stop_verdict verdict, bool hidden)
{
	uint32_t first = stop->node_count + 1;
	uint32_t node = 0;

	for (size_t i = 0; i < text->len; i++) {
		unsigned char byte = (unsigned char)text->bytes[i];
		uint32_t next = child(stop, node, byte);
		node = next ? next : node_add(stop, node, byte);
	}
	/* Nothing to find, or a stop string that is an end of sequence too. */
	if (!node || stop->nodes[node].match)
		return;
	stop->nodes[node].match = ++stop->pattern_count;
	struct pattern *pattern = &stop->patterns[stop->pattern_count];
	text_append(&pattern->text, text->bytes, text->len);
	pattern->verdict = verdict;
	pattern->hidden = hidden;
	pattern->first = first;
}

static void
link_node(struct stop *stop, uint32_t parent, uint32_t number)
{
	struct node *node = &stop->nodes[number];

	if (parent)
		node->fail = step(stop, stop->nodes[parent].fail, node->byte);
	const struct node *fail = &stop->nodes[node->fail];
	if (!node->match)
		node->match = fail->match;
	node->held = fail->held;
	node->candidate = fail->candidate;
}

/* Links the node of that depth. Returns whether there are deeper ones. */
static bool
link_pattern(struct stop *stop, uint32_t number, uint32_t depth)
{
	struct pattern *pattern = &stop->patterns[number];
	unsigned char byte = (unsigned char)pattern->text.bytes[depth - 1];
	uint32_t parent = pattern->node;
	bool more = depth < pattern->text.len;

	pattern->node = child(stop, parent, byte);
	if (pattern->node >= pattern->first)
		link_node(stop, parent, pattern->node);
	struct node *node = &stop->nodes[pattern->node];
	if (more && pattern->hidden && node->held < depth) {
		node->held = depth;
		node->candidate = number;
	}
	return more;
}

/* A link leads to a node less deep, so all patterns are walked side by side.
 * A pattern was the first at the nodes made for it, so they are linked when
 * later patterns come to them. */
static void
link_nodes(struct stop *stop)
{
	uint32_t left = stop->pattern_count;
	uint32_t *numbers = xmalloc(left * sizeof(*numbers));

	for (uint32_t i = 0; i < left; i++)
		numbers[i] = i + 1;
	for (uint32_t depth = 1; left; depth++) {
		uint32_t kept = 0;
		for (uint32_t i = 0; i < left; i++)
			if (link_pattern(stop, numbers[i], depth))
				numbers[kept++] = numbers[i];
		left = kept;
	}
	free(numbers);
}

static size_t
total_len(const struct strings *strings)
{
	size_t len = 0;

	for (size_t i = 0; i < strings->count; i++)
		len += strings->items[i].len;
	return len;
}

/* Each string leaves the tree of those before it at one place only: there are
 * no more edges than strings. */
static void
tree_allocate(struct stop *stop, size_t count, size_t len)
{
	/* Numbers have 32 bits: two gigabytes of strings are enough. */
	assert(len <= INT32_MAX);
	if (len)
		stop->root = xcalloc(256, sizeof(*stop->root));
	stop->patterns = xcalloc(count + 1, sizeof(*stop->patterns));
	/* One for the root; one behind the last, which child() looks at. */
	stop->nodes = xcalloc(len + 2, sizeof(*stop->nodes));
	stop->edge_bits = 1;
	while ((size_t)1 << stop->edge_bits < 2 * count)
		stop->edge_bits++;
	stop->edges = xcalloc((size_t)1 << stop->edge_bits,
	    sizeof(*stop->edges));
}

static void
tree_build(struct stop *stop, const struct settings *settings)
{
	static const struct strings none;
	const struct strings *stops = &settings->stop;
	const struct strings *eos = settings->ignore_eos ? &none
	                                                 : &settings->eos;

	tree_allocate(stop, stops->count + eos->count,
	    total_len(stops) + total_len(eos));
	for (size_t i = 0; i < stops->count; i++)
		pattern_add(stop, &stops->items[i], STOP_STRING,
		    !settings->include_stop_str_in_output);
	for (size_t i = 0; i < eos->count; i++)
		pattern_add(stop, &eos->items[i], STOP_EOS, true);
	link_nodes(stop);
}

static int
compare_ids(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void
copy_ids(struct ids *to, const struct ids *from)
{
	to->count = from->count;
	to->items = xmalloc(from->count * sizeof(*to->items));
	for (size_t i = 0; i < from->count; i++)
		to->items[i] = from->items[i];
	qsort(to->items, to->count, sizeof(*to->items), compare_ids);
}

struct stop *
stop_new(const struct settings *settings)
{
	struct stop *stop = xcalloc(1, sizeof(*stop));

	stop->max_tokens = settings->max_tokens;
	stop->min_tokens = settings->min_tokens;
	copy_ids(&stop->ids, &settings->stop_token_ids);
	tree_build(stop, settings);
	return stop;
}

void
stop_free(struct stop *stop)
{
	if (!stop)
		return;
	for (uint32_t i = 1; i <= stop->pattern_count; i++)
		text_release(&stop->patterns[i].text);
	free(stop->patterns);
	free(stop->root);
	free(stop->nodes);
	free(stop->edges);
	free(stop->ids.items);
	text_release(&stop->tail);
	free(stop);
}

static void
release(struct stop *stop, size_t len, struct text *out)
{
	text_append(out, text_string(&stop->tail) + stop->head, len);
	stop->head += len;
	/* Not each time: what is moved is less than what has gone. */
	if (stop->head * 2 < stop->tail.len)
		return;
	text_drop(&stop->tail, stop->head);
	stop->head = 0;
}

/* Nothing can be held or become a match any more. */
static enum stop_verdict
end(struct stop *stop, enum stop_verdict verdict)
{
	text_clear(&stop->tail);
	stop->head = 0;
	stop->state = 0;
	return verdict;
}

static enum stop_verdict
end_matched(struct stop *stop, uint32_t number, struct text *out)
{
	const struct pattern *pattern = &stop->patterns[number];
	size_t len = stop->tail.len - stop->head;

	release(stop, pattern->hidden ? len - pattern->text.len : len, out);
	stop->matched = number;
	return end(stop, pattern->verdict);
}

static bool
may_stop(const struct stop *stop)
{
	return stop->tokens > stop->min_tokens;
}

enum stop_verdict
stop_begin(struct stop *stop, int64_t id, struct text *out)
{
	stop->tokens++;
	if (!may_stop(stop) || !stop->ids.count)
		return STOP_GO_ON;
	if (!bsearch(&id, stop->ids.items, stop->ids.count, sizeof(id),
	        compare_ids))
		return STOP_GO_ON;
	stop_flush(stop, out);
	return STOP_TOKEN_ID;
}

enum stop_verdict
stop_bytes(struct stop *stop, const char *bytes, size_t len, struct text *out)
{
	const struct node *node = &stop->nodes[stop->state];

	for (size_t i = 0; i < len; i++) {
		stop->state = step(stop, stop->state, (unsigned char)bytes[i]);
		node = &stop->nodes[stop->state];
		if (node->match && may_stop(stop)) {
			text_append(&stop->tail, bytes, i + 1);
			return end_matched(stop, node->match, out);
		}
	}
	text_append(&stop->tail, bytes, len);
	release(stop, stop->tail.len - stop->head - node->held, out);
	return STOP_GO_ON;
}

enum stop_verdict
stop_end_token(struct stop *stop, struct text *out)
{
	if (stop->max_tokens < 0 || stop->tokens < stop->max_tokens)
		return STOP_GO_ON;
	stop_flush(stop, out);
	return STOP_LENGTH;
}

enum stop_verdict
stop_token(struct stop *stop, int64_t id, const char *bytes, size_t len,
    struct text *out)
{
	enum stop_verdict verdict = stop_begin(stop, id, out);

	if (verdict == STOP_GO_ON)
		verdict = stop_bytes(stop, bytes, len, out);
	if (verdict == STOP_GO_ON)
		verdict = stop_end_token(stop, out);
	return verdict;
}

void
stop_flush(struct stop *stop, struct text *out)
{
	release(stop, stop->tail.len - stop->head, out);
	end(stop, STOP_GO_ON);
}

const char *
stop_held(const struct stop *stop, size_t *len)
{
	*len = stop->tail.len - stop->head;
	return text_string(&stop->tail) + stop->head;
}

const struct text *
stop_candidate(const struct stop *stop)
{
	uint32_t number = stop->nodes[stop->state].candidate;

	return number ? &stop->patterns[number].text : NULL;
}

const struct text *
stop_matched(const struct stop *stop)
{
	return stop->matched ? &stop->patterns[stop->matched].text : NULL;
}

int64_t
stop_tokens(const struct stop *stop)
{
	return stop->tokens;
}
