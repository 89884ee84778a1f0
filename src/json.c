/* json.c: writes JSON.
 *
 * There is no writer with a stack: whether a comma is due is told by the last
 * byte written, so calls can be mixed with text_add(). */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

/* What a string must not hold as it is. Bytes from 0x80 on are looked at one
 * character at a time, because they may be broken. */
static bool
is_plain(unsigned char byte)
{
	return byte >= ' ' && byte < 0x80 && byte != '"' && byte != '\\';
}

static void
escape_ascii(struct text *out, unsigned char byte)
{
	static const char names[] = "\"\\nrtbf", values[] = "\"\\\n\r\t\b\f";
	const char *value = memchr(values, byte, sizeof(values) - 1);

	if (value)
		text_append(out, (char[]){ '\\', names[value - values] }, 2);
	else
		text_printf(out, "\\u%04x", byte);
}

static void
quote(struct text *out, const char *bytes, size_t len)
{
	size_t at = 0;

	text_add(out, "\"");
	while (at < len) {
		size_t start = at, n;
		int32_t c;

		while (at < len && is_plain((unsigned char)bytes[at]))
			at++;
		text_append(out, bytes + start, at - start);
		if (at == len)
			break;
		n = utf8_next(bytes + at, len - at, &c);
		if (c == UTF8_INVALID)
			text_add(out, UTF8_REPLACEMENT);
		else if (c < 0x80)
			escape_ascii(out, (unsigned char)c);
		else
			text_append(out, bytes + at, n);
		at += n;
	}
	text_add(out, "\"");
}

static void
begin(struct text *out, const char *name)
{
	if (out->len && !strchr("{[\n:", out->bytes[out->len - 1]))
		text_add(out, ",");
	if (!name)
		return;
	quote(out, name, strlen(name));
	text_add(out, ":");
}

void
json_open(struct text *out, const char *name, char bracket)
{
	begin(out, name);
	text_append(out, &bracket, 1);
}

void
json_close(struct text *out, char bracket)
{
	text_append(out, &bracket, 1);
}

void
json_string(struct text *out, const char *name, const char *bytes, size_t len)
{
	begin(out, name);
	quote(out, bytes, len);
}

void
json_text(struct text *out, const char *name, const char *string)
{
	if (string)
		json_string(out, name, string, strlen(string));
	else
		json_null(out, name);
}

void
json_integer(struct text *out, const char *name, int64_t value)
{
	begin(out, name);
	text_printf(out, "%" PRId64, value);
}

enum { DIGITS_MAX = 20, EIGHT_DIGITS = 100000000, PIECE = 4096 };

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

static void
put_pair(char *to, uint32_t value)
{
	memcpy(to, pairs + 2 * value, 2);
}

static void
put_eight(char *to, uint32_t value)
{
	uint32_t high = value / 10000, low = value % 10000;

	put_pair(to, high / 100);
	put_pair(to + 2, high % 100);
	put_pair(to + 4, low / 100);
	put_pair(to + 6, low % 100);
}

/* Writes the digits in front of end; returns where they begin. Eight at a time,
 * because dividing 64 bits is slow. */
static char *
put_digits(char *end, uint64_t value)
{
	for (; value >= EIGHT_DIGITS; value /= EIGHT_DIGITS)
		put_eight(end -= 8, (uint32_t)(value % EIGHT_DIGITS));
	for (; value >= 100; value /= 100)
		put_pair(end -= 2, (uint32_t)(value % 100));
	if (value >= 10)
		put_pair(end -= 2, (uint32_t)value);
	else
		*--end = (char)('0' + value);
	return end;
}

void
json_unsigned(struct text *out, const char *name, uint64_t value)
{
	char digits[DIGITS_MAX];
	char *end = digits + sizeof(digits);
	char *start = put_digits(end, value);

	begin(out, name);
	text_append(out, start, (size_t)(end - start));
}

/* From the last to the first, because that is how digits come. */
static size_t
put_list(char *end, const uint64_t *values, size_t count)
{
	char *at = end;

	while (count--) {
		at = put_digits(at, values[count]);
		if (count)
			*--at = ',';
	}
	return (size_t)(end - at);
}

void
json_unsigned_list(struct text *out, const char *name,
    const uint64_t *values, size_t count)
{
	enum { EACH = PIECE / (DIGITS_MAX + 1) };
	char piece[PIECE];

	json_open(out, name, '[');
	while (count) {
		size_t some = count < EACH ? count : EACH;
		size_t len = put_list(piece + PIECE, values, some);

		begin(out, NULL);
		text_append(out, piece + PIECE - len, len);
		values += some;
		count -= some;
	}
	json_close(out, ']');
}

void
json_count(struct text *out, const char *name, int64_t count)
{
	if (count >= 0)
		json_integer(out, name, count);
}

/* Takes zeros, and then the point, from the end of the number at start. */
static void
trim_zeros(struct text *out, size_t start)
{
	while (out->bytes[out->len - 1] == '0')
		out->bytes[--out->len] = '\0';
	if (out->bytes[out->len - 1] == '.')
		out->bytes[--out->len] = '\0';
	if (!strcmp(out->bytes + start, "-0")) {
		out->len = start;
		text_add(out, "0");
	}
}

void
json_number(struct text *out, const char *name, double value, int digits)
{
	struct text number = { 0 };
	size_t start;

	if (!isfinite(value)) {
		json_null(out, name);
		return;
	}
	begin(out, name);
	start = out->len;
	text_printf(&number, "%.*f", digits, value);
	/* The locale may have put any point between the digits. */
	text_append(out, number.bytes, strspn(number.bytes, "-0123456789"));
	text_add(out, ".");
	text_add(out, number.bytes + number.len - digits);
	trim_zeros(out, start);
	text_release(&number);
}

/* Without printf: a stream has one for each event. */
void
json_thousandths(struct text *out, const char *name, int64_t value)
{
	char digits[32];
	size_t at = sizeof(digits);
	int64_t rest = value % 1000;

	begin(out, name);
	for (int place = 0; place < 3; place++, rest /= 10)
		if (at < sizeof(digits) || rest % 10)
			digits[--at] = (char)('0' + rest % 10);
	if (at < sizeof(digits))
		digits[--at] = '.';
	value /= 1000;
	do
		digits[--at] = (char)('0' + value % 10);
	while (value /= 10);
	text_append(out, digits + at, sizeof(digits) - at);
}

void
json_bool(struct text *out, const char *name, bool value)
{
	json_raw(out, name, value ? "true" : "false");
}

void
json_null(struct text *out, const char *name)
{
	json_raw(out, name, "null");
}

void
json_raw(struct text *out, const char *name, const char *json)
{
	begin(out, name);
	text_add(out, json);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Strings may have megabytes, and strcspn() is quick. */
static const char *
skip_string(const char *at)
{
	at++;
	while (*(at += strcspn(at, "\"\\")) != '"')
		at += 2;
	return at + 1;
}

/* cJSON_Minify() takes "\\" for the beginning of an escaped quote. */
void
json_minify(struct text *out, const char *json, size_t len)
{
	const char *at = json, *end = json + len;

	while (at < end) {
		const char *start = at;

		while (at < end && !is_blank(*at))
			at = *at == '"' ? skip_string(at) : at + 1;
		text_append(out, start, (size_t)(at - start));
		while (at < end && is_blank(*at))
			at++;
	}
}
