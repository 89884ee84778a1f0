/* textdiff.c: where two texts differ: Myers' algorithm on words.
 *
 * E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986. After d
 * steps, ends[k] is how far into the words of a the best path on diagonal k
 * (words of a less words of b) has come; the ends of each step are kept, to
 * walk back on. */
#include "textdiff.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "utf8.h"
#include "xalloc.h"

enum {
	STEPS_MOST = 1024, /* the ends that are kept are 4 MB then */
	WORK_MOST = 1 << 23, /* words that are compared */
};

/* A text as words: word i begins at starts[i], and starts[count] is its end. */
struct words {
	const char *bytes;
	size_t *starts;
	size_t count, capacity;
};

/* ---- Words. */

static bool
is_letter(int32_t c)
{
	return c >= 0x80 || isalnum((int)c) || c == '_';
}

/* Returns the bytes of the word at the beginning: letters, or one cell of
 * anything else. */
static size_t
word_length(const char *bytes, size_t len)
{
	struct cell cell;
	size_t at = 0;
	int32_t c;

	while (at < len) {
		utf8_next(bytes + at, len - at, &c);
		cell_next(bytes + at, len - at, &cell);
		if (!is_letter(c) || cell.wide || cell.kind != CELL_PLAIN)
			break;
		at += cell.len;
	}
	return at ? at : cell.len;
}

static void
add_start(struct words *words, size_t start)
{
	words->starts = xgrow(words->starts, words->count, &words->capacity,
	    sizeof(*words->starts));
	words->starts[words->count] = start;
}

static void
split(struct words *words, const char *bytes, size_t from, size_t to)
{
	*words = (struct words){ .bytes = bytes };
	for (size_t at = from; at < to; words->count++) {
		add_start(words, at);
		at += word_length(bytes + at, to - at);
	}
	add_start(words, to);
}

static bool
same_word(const struct words *a, size_t i, const struct words *b, size_t j)
{
	size_t a_len = a->starts[i + 1] - a->starts[i];
	size_t b_len = b->starts[j + 1] - b->starts[j];

	return a_len == b_len &&
	    !memcmp(a->bytes + a->starts[i], b->bytes + b->starts[j], a_len);
}

/* ---- Hunks. */

static void
add_hunk(struct textdiff *diff, const struct textdiff_hunk *hunk)
{
	diff->hunks = xgrow(diff->hunks, diff->count, &diff->capacity,
	    sizeof(*diff->hunks));
	diff->hunks[diff->count++] = *hunk;
}

size_t
textdiff_prefix(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t least = a_len < b_len ? a_len : b_len, at = 0, other;

	while (at < least && a[at] == b[at])
		at++;
	/* What combines with the last may be in one of them only. */
	other = cell_floor(b, b_len, at);
	at = cell_floor(a, a_len, at);
	return at < other ? at : other;
}

/* Likewise of the end; neither text is empty of what lies before. */
static size_t
common_end(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t least = a_len < b_len ? a_len : b_len, n = 0, other;

	while (n < least && a[a_len - n - 1] == b[b_len - n - 1])
		n++;
	other = b_len - cell_ceil(b, b_len, b_len - n);
	n = a_len - cell_ceil(a, a_len, a_len - n);
	return n < other ? n : other;
}

/* Narrows a hunk of words to characters. */
static void
narrow(struct textdiff_hunk *hunk, const char *a, const char *b)
{
	size_t n;

	if (!hunk->a_len || !hunk->b_len)
		return;
	n = textdiff_prefix(a + hunk->a, hunk->a_len, b + hunk->b,
	    hunk->b_len);
	hunk->a += n;
	hunk->b += n;
	hunk->a_len -= n;
	hunk->b_len -= n;
	n = common_end(a + hunk->a, hunk->a_len, b + hunk->b, hunk->b_len);
	hunk->a_len -= n;
	hunk->b_len -= n;
}

static void
add_narrowed(struct textdiff *diff, struct textdiff_hunk hunk, const char *a,
    const char *b)
{
	narrow(&hunk, a, b);
	if (hunk.a_len || hunk.b_len)
		add_hunk(diff, &hunk);
}

/* ---- The shortest path. */

struct search {
	const struct words *a, *b;
	int32_t *ends; /* of the last step, from diagonal -most on */
	int32_t **kept; /* of each step, from diagonal -d - 1 on */
	int32_t most, steps;
	size_t work; /* words that were compared */
};

/* Whether a path to diagonal k in step d comes from the one above: a word of b
 * is added. */
static bool
comes_by_adding(const int32_t *ends, int32_t k, int32_t d)
{
	return k == -d || (k != d && ends[k - 1] < ends[k + 1]);
}

static int32_t
follow(struct search *search, int32_t x, int32_t k)
{
	int32_t from = x;

	while ((size_t)x < search->a->count &&
	    (size_t)(x - k) < search->b->count &&
	    same_word(search->a, (size_t)x, search->b, (size_t)(x - k)))
		x++;
	search->work += (size_t)(x - from) + 1;
	return x;
}

/* True when both texts are at their ends. */
static bool
take_step(struct search *search, int32_t d)
{
	int32_t *ends = search->ends + search->most + 1;

	search->kept[d] = xmalloc((size_t)(2 * d + 3) * sizeof(int32_t));
	memcpy(search->kept[d], ends - d - 1,
	    (size_t)(2 * d + 3) * sizeof(int32_t));
	for (int32_t k = -d; k <= d; k += 2) {
		int32_t x = comes_by_adding(ends, k, d) ? ends[k + 1]
		                                        : ends[k - 1] + 1;

		ends[k] = follow(search, x, k);
		if ((size_t)ends[k] >= search->a->count &&
		    (size_t)(ends[k] - k) >= search->b->count)
			return true;
	}
	return false;
}

/* False if that is too much work. */
static bool
find_path(struct search *search)
{
	bool found = false;

	for (; !found && search->steps <= search->most &&
	     search->work < WORK_MOST; search->steps++)
		found = take_step(search, search->steps);
	return found;
}

/* Walks back and marks words that are in one text only. */
static void
mark_path(const struct search *search, bool *only_a, bool *only_b)
{
	int32_t x = (int32_t)search->a->count, y = (int32_t)search->b->count;

	for (int32_t d = search->steps - 1; d > 0; d--) {
		const int32_t *ends = search->kept[d] + d + 1;
		int32_t k = x - y;

		if (comes_by_adding(ends, k, d)) {
			x = ends[k + 1];
			y = x - k - 1;
			only_b[y] = true;
		} else {
			x = ends[k - 1];
			y = x - k + 1;
			only_a[x] = true;
		}
	}
}

static void
search_release(struct search *search)
{
	for (int32_t d = 0; d < search->steps; d++)
		free(search->kept[d]);
	free(search->kept);
	free(search->ends);
}

/* ---- Both texts. */

/* Words marked on both sides between two that are not make one hunk. */
static void
add_marked(struct textdiff *diff, const struct words *a, const bool *only_a,
    const struct words *b, const bool *only_b)
{
	size_t i = 0, j = 0;

	while (i < a->count || j < b->count) {
		size_t a_from = i, b_from = j;

		while (i < a->count && only_a[i])
			i++;
		while (j < b->count && only_b[j])
			j++;
		add_narrowed(diff, (struct textdiff_hunk){ a->starts[a_from],
			a->starts[i] - a->starts[a_from], b->starts[b_from],
			b->starts[j] - b->starts[b_from] }, a->bytes,
		    b->bytes);
		i += i < a->count;
		j += j < b->count;
	}
}

static int32_t
most_steps(const struct words *a, const struct words *b)
{
	size_t all = a->count + b->count;

	return (int32_t)(all < STEPS_MOST ? all : STEPS_MOST);
}

static bool
compare_words(struct textdiff *diff, const struct words *a,
    const struct words *b)
{
	struct search search = { .a = a, .b = b, .most = most_steps(a, b) };
	bool *only = xcalloc(a->count + b->count + 1, sizeof(*only));
	bool found;

	search.ends = xcalloc((size_t)search.most * 2 + 3, sizeof(int32_t));
	search.kept = xcalloc((size_t)search.most + 1, sizeof(*search.kept));
	found = find_path(&search);
	if (found) {
		mark_path(&search, only, only + a->count);
		add_marked(diff, a, only, b, only + a->count);
	}
	search_release(&search);
	free(only);
	return found;
}

void
textdiff_compute(struct textdiff *diff, const char *a, size_t a_len,
    const char *b, size_t b_len)
{
	struct textdiff_hunk whole = { 0, a_len, 0, b_len };
	struct words words_a, words_b;

	diff->count = 0;
	narrow(&whole, a, b);
	if (!whole.a_len && !whole.b_len)
		return;
	split(&words_a, a, whole.a, whole.a + whole.a_len);
	split(&words_b, b, whole.b, whole.b + whole.b_len);
	if (!compare_words(diff, &words_a, &words_b))
		add_hunk(diff, &whole);
	free(words_a.starts);
	free(words_b.starts);
}

void
textdiff_release(struct textdiff *diff)
{
	free(diff->hunks);
	*diff = (struct textdiff){ 0 };
}
