/* escape.c: text in quotes, both ways. What cannot be seen is written out:
 * a stop string that differs by an invisible character must look different. */
#include "escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "utf8.h"

static const char hex_digits[] = "0123456789abcdefABCDEF";

/* Whether a character may be written as it is; based: behind another one that
 * was. A mark must not combine with a quote or with the end of an escape. */
static bool
is_plain(const char *bytes, size_t len, bool based)
{
	struct cell cell;

	cell_next(bytes, len, &cell);
	if (cell.kind != CELL_PLAIN && cell.kind != CELL_SPACE)
		return false;
	return cell.width > 0 && (based || !strncmp(cell.shown, bytes, len));
}

static void
append_escape(struct text *out, const char *bytes, size_t len, int32_t c)
{
	if (c == '\n')
		text_add(out, "\\n");
	else if (c == '\r')
		text_add(out, "\\r");
	else if (c == '\t')
		text_add(out, "\\t");
	else if (c >= 0x80)
		text_printf(out, "\\u{%x}", (unsigned)c);
	else
		for (size_t i = 0; i < len; i++)
			text_printf(out, "\\x%02x", (unsigned char)bytes[i]);
}

/* source: the text holds escapes already, its backslashes stay as they are. */
static void
append_visible(struct text *out, const char *bytes, size_t len, bool source)
{
	bool based = false;
	size_t n;

	for (size_t at = 0; at < len; at += n) {
		int32_t c;

		n = utf8_next(bytes + at, len - at, &c);
		based = is_plain(bytes + at, n, based);
		if (!based) {
			append_escape(out, bytes + at, n, c);
			continue;
		}
		if (!source && (c == '\\' || c == '"'))
			text_add(out, "\\");
		text_append(out, bytes + at, n);
	}
}

void
escape_plain(struct text *out, const char *bytes, size_t len)
{
	append_visible(out, bytes, len, false);
}

void
escape_sentence(struct text *out, const char *bytes, size_t len)
{
	append_visible(out, bytes, len, true);
}

void
escape_quote(struct text *out, const char *bytes, size_t len)
{
	text_add(out, "\"");
	escape_plain(out, bytes, len);
	text_add(out, "\"");
}

void
escape_quote_short(struct text *out, const char *bytes, size_t len, size_t max)
{
	size_t cut = 0;
	int32_t c;

	for (; cut < len && max > 0; max--)
		cut += utf8_next(bytes + cut, len - cut, &c);
	escape_quote(out, bytes, cut);
	if (cut < len)
		text_add(out, UTF8_ELLIPSIS);
}

/* Reads a number of len digits. */
static bool
read_hex(const char *s, size_t len, uint32_t *value)
{
	char digits[7] = "";

	if (len == 0 || len >= sizeof(digits) || strspn(s, hex_digits) < len)
		return false;
	memcpy(digits, s, len);
	*value = (uint32_t)strtoul(digits, NULL, 16);
	return true;
}

static size_t
read_byte(struct text *out, const char *s)
{
	uint32_t value;
	char byte;

	if (!read_hex(s + 1, 2, &value))
		return 0;
	byte = (char)value;
	text_append(out, &byte, 1);
	return 3;
}

static size_t
read_point(struct text *out, const char *s)
{
	uint32_t c;
	char bytes[4];
	size_t digits;

	if (s[1] != '{')
		return 0;
	digits = strspn(s + 2, hex_digits);
	if (s[2 + digits] != '}' || !read_hex(s + 2, digits, &c))
		return 0;
	if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	text_append(out, bytes, utf8_encode(c, bytes));
	return digits + 3;
}

/* Reads what is behind a backslash. Returns its length, 0 if it is wrong. */
static size_t
read_one(struct text *out, const char *s)
{
	static const char names[] = "ntr0\\\"", values[] = "\n\t\r\0\\\"";
	const char *name = memchr(names, *s, sizeof(names) - 1);

	if (name) {
		text_append(out, values + (name - names), 1);
		return 1;
	}
	if (*s == 'x')
		return read_byte(out, s);
	if (*s == 'u')
		return read_point(out, s);
	return 0;
}

/* Puts into error what is wrong with the escape at s, behind a backslash. */
static void
explain(struct text *error, const char *s, const char *string)
{
	const char *advice = ": write \\\\ for a backslash";
	int32_t c;

	if (*s == 'x') {
		text_add(error, "\\x without two hexadecimal digits in \"");
		advice = ": write it like \\x1b";
	} else if (*s == 'u') {
		text_add(error, "\\u without a code point in \"");
		advice = ": write it like \\u{1f600}";
	} else if (*s) {
		text_add(error, "unknown escape \\");
		escape_sentence(error, s, utf8_next(s, strlen(s), &c));
		text_add(error, " in \"");
	} else {
		text_add(error, "lone \\ at the end of \"");
	}
	escape_sentence(error, string, strlen(string));
	text_add(error, "\"");
	text_add(error, advice);
}

static bool
read_all(struct text *out, const char *string, struct text *error)
{
	const char *s = string;

	while (*s) {
		size_t n = strcspn(s, "\\");

		text_append(out, s, n);
		s += n;
		if (!*s)
			break;
		n = read_one(out, ++s);
		if (!n) {
			explain(error, s, string);
			return false;
		}
		s += n;
	}
	return true;
}

bool
escape_read(struct text *out, const char *string, struct text *error)
{
	struct text raw = { 0 }, repaired = { 0 };
	bool ok = read_all(&raw, string, error);

	if (ok && utf8_repair(&repaired, raw.bytes, raw.len)) {
		ok = false;
		text_add(error, "\"");
		escape_sentence(error, string, strlen(string));
		text_add(error, "\" is not UTF-8");
	}
	if (ok)
		text_append(out, raw.bytes, raw.len);
	text_release(&raw);
	text_release(&repaired);
	return ok;
}
