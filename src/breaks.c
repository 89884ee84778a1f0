/* breaks.c: where a reply is to be held. */
#include "breaks.h"

#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "xalloc.h"

enum { SHOWN_MAX = 40 };

static const struct {
	const char *word;
	enum break_kind kind;
} words[] = { { "finish", BREAK_ON_FINISH }, { "anomaly", BREAK_ON_ANOMALY } };

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

void
breaks_release(struct breaks *breaks)
{
	while (breaks->count)
		text_release(&breaks->items[--breaks->count].text);
	free(breaks->items);
	*breaks = (struct breaks){ 0 };
}

static bool
wrong(const char *spec, struct text *error)
{
	text_add(error, "a breakpoint is \"at N\", \"on TEXT\", \"on finish\" "
	    "or \"on anomaly\"; ");
	escape_quote_short(error, spec, strlen(spec), SHOWN_MAX);
	text_add(error, " is not");
	return false;
}

static bool
read_token(struct breakpoint *breakpoint, const char *number)
{
	char *end;
	long long token = strtoll(number, &end, 10);

	breakpoint->kind = BREAK_AT;
	breakpoint->token = token;
	return *number >= '0' && *number <= '9' && !*end && token > 0 &&
	    token < INT64_MAX;
}

/* In quotes it is a text, whatever it says. */
static bool
read_text(struct breakpoint *breakpoint, const char *string,
    struct text *error)
{
	size_t len = strlen(string);
	bool quoted = len >= 2 && *string == '"' && string[len - 1] == '"';
	char *plain = quoted ? xmemdup(string + 1, len - 2) : xstrdup(string);
	bool ok = escape_read(&breakpoint->text, plain, error);

	breakpoint->kind = BREAK_ON_TEXT;
	for (size_t i = 0; i < COUNT(words); i++)
		if (!strcmp(string, words[i].word))
			breakpoint->kind = words[i].kind;
	if (breakpoint->kind != BREAK_ON_TEXT)
		text_clear(&breakpoint->text);
	free(plain);
	return ok;
}

static bool
is_same(const struct breakpoint *a, const struct breakpoint *b)
{
	return a->kind == b->kind && a->token == b->token &&
	    a->text.len == b->text.len &&
	    !memcmp(text_string(&a->text), text_string(&b->text), a->text.len);
}

/* Takes what it points to. */
static void
add(struct breaks *breaks, struct breakpoint *breakpoint)
{
	for (size_t i = 0; i < breaks->count; i++)
		if (is_same(&breaks->items[i], breakpoint)) {
			text_release(&breakpoint->text);
			return;
		}
	breaks->items = xgrow(breaks->items, breaks->count, &breaks->capacity,
	    sizeof(*breaks->items));
	breaks->items[breaks->count++] = *breakpoint;
}

bool
breaks_add(struct breaks *breaks, const char *spec, struct text *error)
{
	struct breakpoint breakpoint = { 0 };
	const char *rest = spec + strcspn(spec, " ");
	bool on = !strncmp(spec, "on ", 3), ok;

	rest += strspn(rest, " ");
	if (on && *rest) {
		ok = read_text(&breakpoint, rest, error);
		if (ok && breakpoint.kind == BREAK_ON_TEXT &&
		    !breakpoint.text.len)
			ok = wrong(spec, error);
	} else {
		ok = !strncmp(spec, "at ", 3) && read_token(&breakpoint, rest);
		if (!ok)
			wrong(spec, error);
	}
	if (ok)
		add(breaks, &breakpoint);
	else
		text_release(&breakpoint.text);
	return ok;
}

void
breaks_remove(struct breaks *breaks, size_t i)
{
	text_release(&breaks->items[i].text);
	memmove(&breaks->items[i], &breaks->items[i + 1],
	    (--breaks->count - i) * sizeof(*breaks->items));
}

void
breakpoint_print(struct text *out, const struct breakpoint *breakpoint)
{
	switch (breakpoint->kind) {
	case BREAK_AT:
		text_printf(out, "at %lld", (long long)breakpoint->token);
		break;
	case BREAK_ON_TEXT:
		text_add(out, "on ");
		escape_quote(out, breakpoint->text.bytes,
		    breakpoint->text.len);
		break;
	case BREAK_ON_FINISH:
		text_add(out, "on finish");
		break;
	case BREAK_ON_ANOMALY:
		text_add(out, "on anomaly");
		break;
	}
}

size_t
breaks_longest(const struct breaks *breaks)
{
	size_t longest = 0;

	for (size_t i = 0; breaks && i < breaks->count; i++)
		if (breaks->items[i].text.len > longest)
			longest = breaks->items[i].text.len;
	return longest;
}
