/* fuzz_jsonread.c: what must be true of each tree, and of reading it again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/jsonread.h"
#include "../src/text.h"
#include "../src/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool truth)
{
	if (!truth)
		abort();
}

static bool
is_half(const char *bytes, size_t len)
{
	const unsigned char *s = (const unsigned char *)bytes;

	return len >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf &&
	    s[2] >= 0x80 && s[2] <= 0xbf;
}

static void
check_string(const char *bytes, size_t len)
{
	int32_t c;

	for (size_t at = 0; at < len;) {
		if (is_half(bytes + at, len - at)) {
			at += 3;
			continue;
		}
		at += utf8_next(bytes + at, len - at, &c);
		must(c != UTF8_INVALID);
	}
}

static void
check_scalar(const struct json *value, const char *text)
{
	size_t len = value->end - value->start;
	int64_t number;

	must(!value->first);
	if (value->kind == JSON_NUMBER) {
		must(value->len == len);
		must(!memcmp(value->bytes, text + value->start, len));
	} else if (value->kind == JSON_STRING) {
		must(value->len + 2 <= len);
		check_string(value->bytes, value->len);
	} else {
		must(!value->bytes && !value->len);
	}
	if (json_to_integer(value, &number))
		must(value->kind == JSON_NUMBER);
}

static void
check_member(const struct json *parent, const struct json *member)
{
	bool twice = false;

	if (parent->kind == JSON_LIST) {
		must(!member->name);
		return;
	}
	check_string(member->name, member->name_len);
	if (strlen(member->name) == member->name_len)
		must(json_get(parent, member->name, &twice));
}

static void
check_tree(const struct json *value, const char *text, size_t from, size_t to)
{
	must(value->start >= from && value->start < value->end);
	must(value->end <= to);
	if (value->kind != JSON_LIST && value->kind != JSON_OBJECT) {
		check_scalar(value, text);
		return;
	}
	from = value->start + 1;
	for (const struct json *at = value->first; at; at = at->next) {
		check_tree(at, text, from, value->end - 1);
		check_member(value, at);
		from = at->end + 1;
	}
}

static void
print(struct text *out, const struct json *value)
{
	text_printf(out, "%d@%zu-%zu %d ", (int)value->kind, value->start,
	    value->end, !!value->name);
	text_append(out, value->name, value->name_len);
	text_append(out, value->bytes, value->len);
	text_add(out, "(");
	for (const struct json *at = value->first; at; at = at->next)
		print(out, at);
	text_add(out, ")");
}

/* The result, and what there is to see of the tree, as text. */
static struct text
read_text(struct json_reader *reader, const char *text, size_t len)
{
	enum json_result result = json_read(reader, text, len);
	const struct json *root = json_root(reader);
	struct text out = { 0 };

	must(!root == (result != JSON_OK));
	text_printf(&out, "%d %d ", (int)result, json_was_bent(reader));
	if (root) {
		check_tree(root, text, 0, len);
		print(&out, root);
	}
	return out;
}

static void
check_text(const char *text, size_t len)
{
	struct json_reader *reader = json_reader_new();
	struct text once = read_text(reader, text, len);
	struct text again = read_text(reader, text, len);

	must(once.len == again.len);
	must(!memcmp(once.bytes, again.bytes, once.len));
	text_release(&once);
	text_release(&again);
	json_reader_free(reader);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = { 0 };

	utf8_repair(&text, (const char *)data, size);
	check_text(text_string(&text), text.len);
	text_release(&text);
	return 0;
}
