/* json_pretty.c: JSON for people.
 *
 * One pass over tokens, with a stack of brackets and what may come next. */
#include "json_pretty.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { STEP = 2, SHORT_MAX = 48 };

enum next {
	NEXT_VALUE,
	NEXT_VALUE_OR_END, /* behind [ */
	NEXT_NAME,
	NEXT_NAME_OR_END, /* behind { */
	NEXT_COLON,
	NEXT_COMMA_OR_END,
	NEXT_NOTHING,
};

struct printer {
	struct text *out, *looks;
	const char *bytes;
	size_t len, at;
	int indent;
	enum next next;
	char open[JSON_PRETTY_DEPTH]; /* brackets that close what is open */
	int depth;
	bool flat; /* in a list that is on one line */
};

static void
put(struct printer *p, const char *bytes, size_t len, enum json_look look)
{
	char byte = (char)look;

	text_append(p->out, bytes, len);
	for (size_t i = 0; i < len; i++)
		text_append(p->looks, &byte, 1);
}

static void
put_blanks(struct printer *p, int count)
{
	for (int i = 0; i < count; i++)
		put(p, " ", 1, JSON_LOOK_MARK);
}

static void
put_line(struct printer *p)
{
	if (p->flat)
		return;
	put(p, "\n", 1, JSON_LOOK_MARK);
	put_blanks(p, p->indent + p->depth * STEP);
}

/* Returns the bytes of a string with its quotes, or 0 if it does not end. */
static size_t
string_len(const char *bytes, size_t len)
{
	for (size_t i = 1; i < len; i++)
		if (bytes[i] == '\\')
			i++;
		else if (bytes[i] == '"')
			return i + 1;
	return 0;
}

static size_t
word_len(const char *bytes, size_t len)
{
	size_t i = 0;

	while (i < len && bytes[i] && !strchr(" \t\r\n,:[]{}\"", bytes[i]))
		i++;
	return i;
}

static bool
is_number(const char *word, size_t len)
{
	static const char number[] = "+-.eE0123456789";

	for (size_t i = 0; i < len; i++)
		if (!memchr(number, word[i], strlen(number)))
			return false;
	return *word == '-' || isdigit((unsigned char)*word);
}

static bool
is_word(const char *word, size_t len)
{
	static const char *const words[] = { "true", "false", "null" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (len == strlen(words[i]) && !memcmp(word, words[i], len))
			return true;
	return len && is_number(word, len);
}

/* Whether a list, which begins here, has nothing in it that has lines of its
 * own, and is short. */
static bool
is_short_list(const struct printer *p)
{
	size_t most = p->len - p->at < SHORT_MAX ? p->len - p->at : SHORT_MAX;
	const char *bytes = p->bytes + p->at;
	size_t len;

	for (size_t i = 1; i < most; i += len) {
		len = 1;
		if (bytes[i] == ']')
			return true;
		if (bytes[i] == '[' || bytes[i] == '{')
			return false;
		if (bytes[i] == '"' && !(len = string_len(bytes + i, most - i)))
			return false;
	}
	return false;
}

static bool
takes_value(const struct printer *p)
{
	return p->next == NEXT_VALUE || p->next == NEXT_VALUE_OR_END;
}

static bool
takes_name(const struct printer *p)
{
	return p->next == NEXT_NAME || p->next == NEXT_NAME_OR_END;
}

/* What is first in a bracket begins a line. */
static void
begin_item(struct printer *p)
{
	if (p->next == NEXT_VALUE_OR_END || p->next == NEXT_NAME_OR_END)
		put_line(p);
}

static void
end_item(struct printer *p)
{
	p->next = p->depth ? NEXT_COMMA_OR_END : NEXT_NOTHING;
}

static bool
print_open(struct printer *p, char bracket)
{
	if (!takes_value(p) || p->depth == JSON_PRETTY_DEPTH)
		return false;
	begin_item(p);
	p->flat = bracket == '[' && is_short_list(p);
	put(p, &bracket, 1, JSON_LOOK_MARK);
	p->open[p->depth++] = bracket == '[' ? ']' : '}';
	p->next = bracket == '[' ? NEXT_VALUE_OR_END : NEXT_NAME_OR_END;
	return true;
}

static bool
print_close(struct printer *p, char bracket)
{
	bool empty = p->next == NEXT_VALUE_OR_END ||
	    p->next == NEXT_NAME_OR_END;

	if ((!empty && p->next != NEXT_COMMA_OR_END) || !p->depth ||
	    p->open[p->depth - 1] != bracket)
		return false;
	p->depth--;
	if (!empty)
		put_line(p);
	p->flat = false;
	put(p, &bracket, 1, JSON_LOOK_MARK);
	end_item(p);
	return true;
}

static bool
print_comma(struct printer *p)
{
	if (p->next != NEXT_COMMA_OR_END)
		return false;
	put(p, ",", 1, JSON_LOOK_MARK);
	if (p->flat)
		put_blanks(p, 1);
	put_line(p);
	p->next = p->open[p->depth - 1] == ']' ? NEXT_VALUE : NEXT_NAME;
	return true;
}

static bool
print_colon(struct printer *p)
{
	if (p->next != NEXT_COLON)
		return false;
	put(p, ": ", 2, JSON_LOOK_MARK);
	p->next = NEXT_VALUE;
	return true;
}

static size_t
print_string(struct printer *p)
{
	size_t len = string_len(p->bytes + p->at, p->len - p->at);
	bool name = takes_name(p);

	if (!len || !(name || takes_value(p)))
		return 0;
	begin_item(p);
	put(p, p->bytes + p->at, len,
	    name ? JSON_LOOK_NAME : JSON_LOOK_STRING);
	if (name)
		p->next = NEXT_COLON;
	else
		end_item(p);
	return len;
}

static size_t
print_word(struct printer *p)
{
	const char *word = p->bytes + p->at;
	size_t len = word_len(word, p->len - p->at);

	if (!takes_value(p) || !is_word(word, len))
		return 0;
	begin_item(p);
	put(p, word, len, JSON_LOOK_WORD);
	end_item(p);
	return len;
}

/* Prints what is here; returns its bytes, or 0 if it does not belong here. */
static size_t
print_token(struct printer *p)
{
	char byte = p->bytes[p->at];

	switch (byte) {
	case ' ':
	case '\t':
	case '\r':
	case '\n':
		return 1;
	case '{':
	case '[':
		return print_open(p, byte);
	case '}':
	case ']':
		return print_close(p, byte);
	case ',':
		return print_comma(p);
	case ':':
		return print_colon(p);
	case '"':
		return print_string(p);
	default:
		return print_word(p);
	}
}

static size_t
skip_blanks(const char *bytes, size_t len, size_t at)
{
	while (at < len && memchr(" \t\r\n", bytes[at], 4))
		at++;
	return at;
}

/* A bracket, and behind it what may stand there: "[DONE]" does not. */
static bool
begins_json(const char *bytes, size_t len)
{
	size_t open = skip_blanks(bytes, len, 0);
	size_t at = skip_blanks(bytes, len, open + 1);

	if (at >= len || (bytes[open] != '{' && bytes[open] != '['))
		return false;
	if (bytes[open] == '{')
		return bytes[at] == '"' || bytes[at] == '}';
	return memchr("\"{[]", bytes[at], 4) ||
	    is_word(bytes + at, word_len(bytes + at, len - at));
}

/* A string or a word that goes to the end may only be cut. */
static bool
is_cut(const struct printer *p)
{
	const char *rest = p->bytes + p->at;
	size_t left = p->len - p->at;

	return !left || (*rest == '"' && !string_len(rest, left)) ||
	    word_len(rest, left) == left;
}

enum json_pretty
json_pretty(struct text *out, struct text *looks, const char *bytes, size_t len,
    int indent, size_t *end)
{
	struct printer p = { .out = out, .looks = looks, .bytes = bytes,
		.len = len, .indent = indent };
	size_t token;

	if (!begins_json(bytes, len))
		return JSON_PRETTY_NONE;
	put_blanks(&p, indent);
	while (p.at < len && (token = print_token(&p)))
		p.at += token;
	put(&p, "\n", 1, JSON_LOOK_MARK);
	*end = p.at;
	if (p.at == len && p.next == NEXT_NOTHING)
		return JSON_PRETTY_WHOLE;
	return p.next != NEXT_NOTHING && is_cut(&p) ? JSON_PRETTY_CUT
						    : JSON_PRETTY_BROKEN;
}
