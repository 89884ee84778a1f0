/* jsonread.c: reads the JSON of a chunk.
 *
 * The text is copied once. Strings are decoded in place, which never makes
 * them longer, so a value needs no memory but its node. The NUL behind the
 * copy ends each loop over it; only in a string it may be one of the text. */
#include "jsonread.h"

#include <stdlib.h>
#include <string.h>

#include "../src/text.h"
#include "../src/utf8.h"
#include "../src/xalloc.h"

enum {
	BLOCK_NODES = 128,
	NODES_KEPT = 32768,  /* of memory, from text to text: some MB */
};

struct block {
	struct block *next;
	struct json nodes[BLOCK_NODES];
};

struct json_reader {
	struct text text;
	char *at;
	int depth;
	bool bent;
	size_t bent_at;
	enum json_result fault; /* why it is no JSON: JSON_BROKEN, or a limit */
	const struct json *root;
	struct block *block; /* nodes of it are used now, */
	size_t used;         /* so many of them */
	size_t count;        /* of all nodes */
	struct block first;
};

struct json_reader *
json_reader_new(void)
{
	return xcalloc(1, sizeof(struct json_reader));
}

static void
free_blocks(struct json_reader *reader)
{
	for (struct block *block = reader->first.next, *next; block;
	     block = next) {
		next = block->next;
		free(block);
	}
	reader->first.next = NULL;
}

void
json_reader_free(struct json_reader *reader)
{
	if (!reader)
		return;
	free_blocks(reader);
	text_release(&reader->text);
	free(reader);
}

static struct json *
node_new(struct json_reader *reader)
{
	if (reader->used == BLOCK_NODES) {
		if (!reader->block->next)
			reader->block->next = xcalloc(1, sizeof(struct block));
		reader->block = reader->block->next;
		reader->used = 0;
	}
	reader->count++;
	struct json *node = &reader->block->nodes[reader->used++];

	*node = (struct json){ 0 };
	return node;
}

static size_t
offset(const struct json_reader *reader)
{
	return (size_t)(reader->at - reader->text.bytes);
}

static bool
is_at_end(const struct json_reader *reader)
{
	return offset(reader) == reader->text.len;
}

/* It lies at the place that is read now. */
static void
bend(struct json_reader *reader)
{
	if (!reader->bent)
		reader->bent_at = offset(reader);
	reader->bent = true;
}

static void
skip_blanks(struct json_reader *reader)
{
	while (*reader->at == ' ' || *reader->at == '\n' ||
	       *reader->at == '\r' || *reader->at == '\t')
		reader->at++;
}

/* c is not NUL: what is read never lies behind the text. */
static bool
read_byte(struct json_reader *reader, char c)
{
	if (*reader->at != c)
		return false;
	reader->at++;
	return true;
}

static bool
read_word(struct json_reader *reader, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(reader->at, word, len) != 0)
		return false;
	reader->at += len;
	return true;
}

/* ---- Strings. */

static bool
is_plain(char c)
{
	return (unsigned char)c >= ' ' && c != '"' && c != '\\';
}

/* Returns the number that four digits write, or -1. */
static int32_t
hex4(const char *digits)
{
	int32_t value = 0;

	for (int i = 0; i < 4; i++) {
		char c = digits[i];

		if (c >= '0' && c <= '9')
			value = value << 4 | (c - '0');
		else if ((c | ' ') >= 'a' && (c | ' ') <= 'f')
			value = value << 4 | ((c | ' ') - 'a' + 10);
		else
			return -1;
	}
	return value;
}

static bool
is_surrogate(int32_t c)
{
	return c >= 0xd800 && c <= 0xdfff;
}

/* Puts the second half of a pair to the first, if it follows. */
static int32_t
join_halves(struct json_reader *reader, int32_t high)
{
	if (reader->at[0] != '\\' || reader->at[1] != 'u')
		return high;
	int32_t low = hex4(reader->at + 2);

	if (low < 0xdc00 || low > 0xdfff)
		return high;
	reader->at += 6;
	return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/* The form that utf8_encode() refuses to write. */
static size_t
encode_half(int32_t c, char *out)
{
	out[0] = (char)0xed;
	out[1] = (char)(0x80 | (c >> 6 & 0x3f));
	out[2] = (char)(0x80 | (c & 0x3f));
	return 3;
}

static bool
read_unicode(struct json_reader *reader, char **out)
{
	int32_t c = hex4(reader->at + 2);

	if (c < 0)
		return false;
	reader->at += 6;
	if (c >= 0xd800 && c <= 0xdbff)
		c = join_halves(reader, c);
	*out += is_surrogate(c) ? encode_half(c, *out)
	                        : utf8_encode((uint32_t)c, *out);
	return true;
}

static bool
read_escape(struct json_reader *reader, char **out)
{
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	char c = reader->at[1];

	if (c == 'u')
		return read_unicode(reader, out);
	const char *name = memchr(names, c, sizeof(names) - 1);

	if (!name)
		return false;
	*(*out)++ = values[name - names];
	reader->at += 2;
	return true;
}

static bool
read_control(struct json_reader *reader, char **out)
{
	if (is_at_end(reader))
		return false;
	bend(reader);
	*(*out)++ = *reader->at++;
	return true;
}

/* Takes what can stay as it is to where it belongs. */
static void
read_plain(struct json_reader *reader, char **out)
{
	char *start = reader->at, *end = start;

	while (is_plain(*end))
		end++;
	if (*out != start)
		memmove(*out, start, (size_t)(end - start));
	*out += end - start;
	reader->at = end;
}

static bool
read_string(struct json_reader *reader, const char **bytes, size_t *len)
{
	char *out;

	if (!read_byte(reader, '"'))
		return false;
	*bytes = out = reader->at;
	for (;;) {
		read_plain(reader, &out);
		if (read_byte(reader, '"'))
			break;
		if (*reader->at == '\\' ? !read_escape(reader, &out)
		                        : !read_control(reader, &out))
			return false;
	}
	*len = (size_t)(out - *bytes);
	return true;
}

/* ---- Numbers. */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
read_digits(struct json_reader *reader)
{
	if (!is_digit(*reader->at))
		return false;
	while (is_digit(*reader->at))
		reader->at++;
	return true;
}

static bool
read_unsigned(struct json_reader *reader)
{
	if (!read_byte(reader, '0') && !read_digits(reader))
		return false;
	if (read_byte(reader, '.') && !read_digits(reader))
		return false;
	if (!read_byte(reader, 'e') && !read_byte(reader, 'E'))
		return true;
	if (!read_byte(reader, '+'))
		read_byte(reader, '-');
	return read_digits(reader);
}

static bool
read_number(struct json_reader *reader, struct json *value)
{
	char *start = reader->at;

	bool negative = read_byte(reader, '-');

	if (*reader->at == 'I' || (*reader->at == 'N' && !negative)) {
		bend(reader);
		if (!read_word(reader, "Infinity") && !read_word(reader, "NaN"))
			return false;
	} else if (!read_unsigned(reader)) {
		return false;
	}
	value->bytes = start;
	value->len = (size_t)(reader->at - start);
	return true;
}

/* ---- Values. */

static bool read_kind(struct json_reader *reader, struct json *value);

static bool
read_value(struct json_reader *reader, struct json *value)
{
	value->start = offset(reader);
	if (!read_kind(reader, value))
		return false;
	value->end = offset(reader);
	return true;
}

static bool
read_name(struct json_reader *reader, struct json *value)
{
	if (!read_string(reader, &value->name, &value->name_len))
		return false;
	skip_blanks(reader);
	if (!read_byte(reader, ':'))
		return false;
	skip_blanks(reader);
	return true;
}

static bool
refuse(struct json_reader *reader, enum json_result fault)
{
	reader->fault = fault;
	return false;
}

static bool
read_members(struct json_reader *reader, struct json *parent, char close)
{
	const struct json **link = &parent->first;

	do {
		if (reader->count == JSON_VALUES_MAX)
			return refuse(reader, JSON_MANY);
		struct json *value = node_new(reader);

		*link = value;
		link = &value->next;
		skip_blanks(reader);
		if (parent->kind == JSON_OBJECT && !read_name(reader, value))
			return false;
		if (!read_value(reader, value))
			return false;
		skip_blanks(reader);
	} while (read_byte(reader, ','));
	return read_byte(reader, close);
}

static bool
read_nested(struct json_reader *reader, struct json *parent, char close)
{
	if (reader->depth == JSON_DEPTH_MAX)
		return refuse(reader, JSON_DEEP);
	reader->depth++;
	reader->at++;
	skip_blanks(reader);
	bool ok = read_byte(reader, close) ||
	    read_members(reader, parent, close);

	reader->depth--;
	return ok;
}

static bool
read_kind(struct json_reader *reader, struct json *value)
{
	switch (*reader->at) {
	case '{':
		value->kind = JSON_OBJECT;
		return read_nested(reader, value, '}');
	case '[':
		value->kind = JSON_LIST;
		return read_nested(reader, value, ']');
	case '"':
		value->kind = JSON_STRING;
		return read_string(reader, &value->bytes, &value->len);
	case 't':
		value->kind = JSON_TRUE;
		return read_word(reader, "true");
	case 'f':
		value->kind = JSON_FALSE;
		return read_word(reader, "false");
	case 'n':
		value->kind = JSON_NULL;
		return read_word(reader, "null");
	default:
		value->kind = JSON_NUMBER;
		return read_number(reader, value);
	}
}

static void
reset(struct json_reader *reader, const char *bytes, size_t len)
{
	text_clear(&reader->text);
	text_append(&reader->text, bytes, len);
	reader->at = reader->text.bytes;
	reader->fault = JSON_BROKEN;
	reader->bent = false;
	reader->root = NULL;
	/* One huge text is no reason to hold as much for all that follow. */
	if (reader->count > NODES_KEPT)
		free_blocks(reader);
	reader->count = 0;
	reader->block = &reader->first;
	reader->used = 0;
}

enum json_result
json_read(struct json_reader *reader, const char *bytes, size_t len)
{
	reset(reader, bytes, len);
	if (!len)
		return JSON_NOT;
	skip_blanks(reader);
	if (!*reader->at || !strchr("{[\"-0123456789tfnNI", *reader->at))
		return JSON_NOT;
	struct json *root = node_new(reader);

	if (!read_value(reader, root))
		return reader->fault;
	skip_blanks(reader);
	if (!is_at_end(reader))
		return JSON_BROKEN;
	reader->root = root;
	return JSON_OK;
}

const struct json *
json_root(const struct json_reader *reader)
{
	return reader->root;
}

bool
json_was_bent(const struct json_reader *reader)
{
	return reader->root && reader->bent;
}

size_t
json_trouble(const struct json_reader *reader)
{
	return json_was_bent(reader) ? reader->bent_at : offset(reader);
}

/* ---- What was read. */

const struct json *
json_get(const struct json *object, const char *name, bool *twice)
{
	const struct json *found = NULL;
	size_t len = strlen(name);

	if (!object || object->kind != JSON_OBJECT)
		return NULL;
	for (const struct json *at = object->first; at; at = at->next) {
		if (at->name_len != len || memcmp(at->name, name, len) != 0)
			continue;
		if (found)
			*twice = true;
		found = at;
	}
	return found;
}

bool
json_is(const struct json *value, const char *string)
{
	return value && value->kind == JSON_STRING &&
	    value->len == strlen(string) &&
	    !memcmp(value->bytes, string, value->len);
}

/* Returns how many digits stand before the point once the exponent has moved
 * it. No text is so long that an exponent over `enough` would matter. */
static int64_t
whole_digits(const char *at, const char *end)
{
	const int64_t enough = INT64_C(1) << 56;
	const char *start = at;
	int64_t count, exponent = 0;

	while (at < end && is_digit(*at))
		at++;
	count = at - start;
	while (at < end && *at != 'e' && *at != 'E')
		at++;
	bool negative = end - at > 1 && at[1] == '-';

	for (; at < end && exponent < enough; at++)
		if (is_digit(*at))
			exponent = exponent * 10 + (*at - '0');
	return negative ? count - exponent : count + exponent;
}

static uint64_t
power_of_ten(int64_t exponent)
{
	uint64_t power = 1;

	while (exponent-- > 0)
		power *= 10;
	return power;
}

/* Not by way of a double, which has 53 bits and asks the locale for the point.
 * No two digits have the same place, so the sum is below 10^19 and fits. */
bool
json_to_integer(const struct json *value, int64_t *out)
{
	uint64_t sum = 0;

	if (!value || value->kind != JSON_NUMBER)
		return false;
	const char *at = value->bytes, *end = at + value->len;
	bool negative = *at == '-';

	at += negative;
	if (!is_digit(*at))
		return false;
	int64_t place = whole_digits(at, end);

	for (; at < end && *at != 'e' && *at != 'E'; at++) {
		if (*at == '.')
			continue;
		place--;
		if (*at == '0')
			continue;
		if (place < 0 || place > 18)
			return false;
		sum += (uint64_t)(*at - '0') * power_of_ten(place);
	}
	if (sum > (uint64_t)INT64_MAX + negative)
		return false;
	*out = (int64_t)(negative ? 0 - sum : sum);
	return true;
}
