/* test_lines.c: bytes of a file to lines, at any cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "../src/lines.h"
#include "../src/text.h"
#include "../src/xalloc.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Appends a gzip member that holds the string. */
static void
add_member(struct text *out, const char *bytes, size_t len)
{
	z_stream gzip = { 0 };
	size_t most;
	char *packed;

	assert_int_equal(deflateInit2(&gzip, 9, Z_DEFLATED, 15 + 16, 9,
	    Z_DEFAULT_STRATEGY), Z_OK);
	most = deflateBound(&gzip, len);
	packed = xmalloc(most);
	gzip.next_in = (Bytef *)bytes;
	gzip.avail_in = (uInt)len;
	gzip.next_out = (Bytef *)packed;
	gzip.avail_out = (uInt)most;
	assert_int_equal(deflate(&gzip, Z_FINISH), Z_STREAM_END);
	text_append(out, packed, most - gzip.avail_out);
	deflateEnd(&gzip);
	free(packed);
}

static void
take(struct lines *lines, struct text *seen)
{
	static const char marks[] = { '?', '\n', '~', '#' };
	enum lines_result result;
	struct span line;

	while ((result = lines_next(lines, &line)) != LINES_NONE) {
		if (result != LINES_LONG)
			text_append(seen, line.bytes, line.len);
		text_append(seen, &marks[result], 1);
	}
}

/* Lines as text: "~" stands behind an open one, "#" for one too long, a fault
 * behind "!". Pieces of so many bytes. */
static char *
read_pieces(const char *bytes, size_t len, size_t piece)
{
	struct lines *lines = lines_new();
	struct text seen = { 0 };

	for (size_t at = 0; at < len; at += piece) {
		lines_feed(lines, bytes + at,
		    len - at < piece ? len - at : piece);
		take(lines, &seen);
	}
	lines_end(lines);
	take(lines, &seen);
	if (lines_fault(lines))
		text_printf(&seen, "!%s", lines_fault(lines));
	lines_free(lines);
	return text_take(&seen);
}

static void
check(const char *bytes, size_t len, const char *wanted)
{
	for (size_t piece = 1; piece <= len + 1; piece++) {
		char *seen = read_pieces(bytes, len, piece);

		assert_string_equal(seen, wanted);
		free(seen);
	}
}

static void
lines_next__cuts__plain_text(void **state)
{
	static const struct {
		const char *text, *lines;
	} cases[] = {
		{ "", "" },
		{ "\n", "\n" },
		{ "a\nbc\n", "a\nbc\n" },
		{ "a\n\nb", "a\n\nb~" },
		{ "a\r\n", "a\r\n" },
		{ "a", "a~" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		check(cases[i].text, strlen(cases[i].text), cases[i].lines);
}

static void
lines_next__reads__gzip_members_as_one_file(void **state)
{
	struct text packed = { 0 };

	(void)state;
	add_member(&packed, "one\ntw", 6);
	add_member(&packed, "", 0);
	add_member(&packed, "o\nthree\n", 8);
	check(packed.bytes, packed.len, "one\ntwo\nthree\n");
	text_release(&packed);
}

static void
lines_next__keeps__what_stands_before_a_cut(void **state)
{
	struct text packed = { 0 };
	size_t first;

	(void)state;
	add_member(&packed, "one\n", 4);
	first = packed.len;
	check(packed.bytes, first, "one\n");
	add_member(&packed, "two\nthree\n", 10);
	check(packed.bytes, first + 1, "one\n!the gzip data is cut off");
	check(packed.bytes, packed.len - 1,
	    "one\ntwo\nthree\n!the gzip data is cut off");
	text_release(&packed);
}

static void
lines_next__keeps__what_stands_before_a_fault(void **state)
{
	struct text packed = { 0 };

	(void)state;
	add_member(&packed, "one\ntwo", 7);
	text_add(&packed, "rubbish\n");
	check(packed.bytes, packed.len, "one\ntwo~!the gzip data is broken");
	check("\x1f", 1, "!the gzip data is cut off");
	check("\x1fx\n", 3, "!the gzip data is broken");
	text_release(&packed);
}

static void
lines_next__passes_over__lines_that_are_too_long(void **state)
{
	struct text plain = { 0 }, packed = { 0 };
	char *block = xmalloc(LINES_LONGEST + 1), *seen;

	(void)state;
	memset(block, 'x', LINES_LONGEST + 1);
	text_add(&plain, "a\n");
	text_append(&plain, block, LINES_LONGEST + 1);
	text_add(&plain, "\nb\n");
	add_member(&packed, plain.bytes, plain.len);
	seen = read_pieces(plain.bytes, plain.len, 65536);
	assert_string_equal(seen, "a\n#b\n");
	free(seen);
	/* A few kilobytes, fed at once. */
	seen = read_pieces(packed.bytes, packed.len, packed.len);
	assert_string_equal(seen, "a\n#b\n");
	free(seen);
	seen = read_pieces(plain.bytes, plain.len - 3, 65536);
	assert_string_equal(seen, "a\n#");
	free(seen);
	text_release(&plain);
	text_release(&packed);
	free(block);
}

static void
lines_next__gives__a_line_of_the_greatest_length(void **state)
{
	char *line = xmalloc(LINES_LONGEST + 1), *seen;

	(void)state;
	memset(line, 'x', LINES_LONGEST);
	line[LINES_LONGEST] = '\n';
	seen = read_pieces(line, LINES_LONGEST + 1, 65536);
	assert_int_equal(strlen(seen), LINES_LONGEST + 1);
	free(seen);
	free(line);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_next__cuts__plain_text),
		cmocka_unit_test(lines_next__reads__gzip_members_as_one_file),
		cmocka_unit_test(lines_next__keeps__what_stands_before_a_cut),
		cmocka_unit_test(lines_next__keeps__what_stands_before_a_fault),
		cmocka_unit_test(
		    lines_next__passes_over__lines_that_are_too_long),
		cmocka_unit_test(
		    lines_next__gives__a_line_of_the_greatest_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
