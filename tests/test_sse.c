/* test_sse.c: server-sent events by example, and at every cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../engine/sse.h"
#include "../src/xalloc.h"

/* What came, one item after the other: "kind@offset(what is odd) [bytes]". */
struct record {
	struct text text;
};

static void
record_item(void *data, const struct sse_item *item)
{
	static const char *const kinds[] = {
		[SSE_EVENT] = "event", [SSE_COMMENT] = "comment",
		[SSE_STRANGE] = "strange", [SSE_TOO_LONG] = "long",
	};
	struct record *record = data;
	struct text *out = &record->text;

	text_printf(out, "%s@%u", kinds[item->kind], (unsigned)item->offset);
	if (*item->type)
		text_printf(out, " type=%s", item->type);
	if (item->kind == SSE_EVENT ? item->lines != 1 : item->lines != 0)
		text_printf(out, " lines=%u", item->lines);
	if (item->unterminated)
		text_add(out, " unterminated");
	text_add(out, " [");
	text_append(out, item->bytes, item->len);
	text_add(out, "] ");
}

/* Pieces are fed as copies of their own size, so that ASan sees a byte read
 * too much, and no one can hold on to them. */
static void
feed_piece(struct sse *sse, const char *bytes, size_t len)
{
	char *copy = malloc(len ? len : 1);

	memcpy(copy, bytes, len);
	sse_feed(sse, copy, len);
	free(copy);
}

enum { WHOLE = -1, BYTES = -2 }; /* or the place of a cut */

static void
feed(struct sse *sse, const char *bytes, size_t len, int cut)
{
	if (cut == WHOLE) {
		feed_piece(sse, bytes, len);
	} else if (cut == BYTES) {
		for (size_t i = 0; i < len; i++)
			feed_piece(sse, bytes + i, 1);
	} else {
		feed_piece(sse, bytes, (size_t)cut);
		feed_piece(sse, bytes + cut, len - (size_t)cut);
	}
}

static void
check(const char *bytes, size_t len, int cut, bool clean, const char *expected)
{
	struct record record = { 0 };
	struct sse *sse = sse_new(record_item, &record);

	feed(sse, bytes, len, cut);
	sse_end(sse, clean);
	if (strcmp(text_string(&record.text), expected) != 0)
		fail_msg("\"%s\", cut %d: got  %s, not  %s", bytes, cut,
		    text_string(&record.text), expected);
	sse_free(sse);
	text_release(&record.text);
}

static void
check_cuts(const char *bytes, size_t len, bool clean, const char *expected)
{
	for (int cut = BYTES; cut <= (int)len; cut++)
		check(bytes, len, cut, clean, expected);
}

struct example {
	const char *stream;
	const char *items;
};

static void
check_examples(const struct example *examples, size_t count, bool clean)
{
	for (size_t i = 0; i < count; i++)
		check_cuts(examples[i].stream, strlen(examples[i].stream),
		    clean, examples[i].items);
}

#define CHECK(examples, clean)                                                 \
	check_examples(examples, sizeof(examples) / sizeof(*(examples)), clean)

static void
sse_feed__ends_lines__at_lf_cr_and_crlf(void **state)
{
	static const struct example examples[] = {
		{ "data: a\n\ndata: b\n\n", "event@0 [a] event@9 [b] " },
		{ "data: a\r\rdata: b\r\r", "event@0 [a] event@9 [b] " },
		{ "data: a\r\n\r\ndata: b\r\n\r\n",
		    "event@0 [a] event@11 [b] " },
		/* One line end, not a blank line. */
		{ "data: a\r\ndata: b\r\n\r\n", "event@0 lines=2 [a\nb] " },
		{ "data: a\n\rdata: b\r\r\n", "event@0 [a] event@9 [b] " },
		{ "data: a\r\n\ndata: b\n\r\n", "event@0 [a] event@10 [b] " },
		{ "\r\n\n\r\r\n\n", "" },
		/* Other line separators of Unicode are none here. */
		{ "data: a\xe2\x80\xa8" "b\v\f\xc2\x85" "c\n\n",
		    "event@0 [a\xe2\x80\xa8" "b\v\f\xc2\x85" "c] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__joins__data_lines(void **state)
{
	static const struct example examples[] = {
		{ "data: a\ndata: b\n\n", "event@0 lines=2 [a\nb] " },
		{ "data: a\ndata\ndata:\ndata: \n\n",
		    "event@0 lines=4 [a\n\n\n] " },
		{ "data:\ndata: a\n\n", "event@0 lines=2 [\na] " },
		{ "data\ndata\n\n", "event@0 lines=2 [\n] " },
		/* Lines between that are none of the event. */
		{ "data: a\n:c\nid: 1\nodd\ndata: b\n\n",
		    "comment@8 [c] strange@17 [odd] event@0 lines=2 [a\nb] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__takes__one_space_behind_the_colon(void **state)
{
	static const struct example examples[] = {
		{ "data:a\n\n", "event@0 [a] " },
		{ "data: a\n\n", "event@0 [a] " },
		{ "data:  a \n\n", "event@0 [ a ] " },
		{ "data:\ta\n\n", "event@0 [\ta] " },
		{ "data::a: b\n\n", "event@0 [:a: b] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__makes__no_event_without_data(void **state)
{
	static const struct example examples[] = {
		{ "data:\n\ndata: \n\ndata\n\n", "" },
		{ "id: 3\n\nretry: 3000\n\nid\n\n", "" },
		{ "event: ping\n\ndata: a\n\n", "event@13 [a] " },
		{ "\n\n\n", "" },
		{ "", "" },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__gives__each_event_its_own_type(void **state)
{
	static const struct example examples[] = {
		{ "event: error\ndata: a\n\ndata: b\n\n",
		    "event@0 type=error [a] event@22 [b] " },
		{ "event: x\nevent:y\ndata: a\n\n", "event@0 type=y [a] " },
		{ "event: x\nevent\ndata: a\n\n", "event@0 [a] " },
		{ "id: 7\ndata: a\nevent: late\n\n",
		    "event@0 type=late [a] " },
		/* The offset is that of the first field, not of the first
		 * line. */
		{ ":c\ndata: a\n\n", "comment@0 [c] event@3 [a] " },
		{ "odd\nid:1\ndata: a\n\n", "strange@0 [odd] event@4 [a] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__tells__comments(void **state)
{
	static const struct example examples[] = {
		{ ": PROCESSING\n\n", "comment@0 [ PROCESSING] " },
		{ ":\n:ping\n", "comment@0 [] comment@2 [ping] " },
		{ ":data: a\n\n", "comment@0 [data: a] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__hands_over__what_is_no_field(void **state)
{
	static const struct example examples[] = {
		{ "{\"error\": \"x: y\"}\n",
		    "strange@0 [{\"error\": \"x: y\"}] " },
		{ "error: {\"message\":1}\n",
		    "strange@0 [error: {\"message\":1}] " },
		{ "Data: a\n\n data: b\n\ndata : c\n\ndat: d\n\ndatas: e\n\n",
		    "strange@0 [Data: a] strange@9 [ data: b] "
		    "strange@19 [data : c] strange@29 [dat: d] "
		    "strange@37 [datas: e] " },
		{ "<html>\n\n", "strange@0 [<html>] " },
		/* At once, before the event in which it stands. */
		{ "data: a\nodd\n\n", "strange@8 [odd] event@0 [a] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__drops__one_byte_order_mark(void **state)
{
	static const struct example examples[] = {
		{ "\xef\xbb\xbf" "data: a\n\n", "event@3 [a] " },
		{ "\xef\xbb\xbf\n", "" },
		{ "\xef\xbb\xbf", "" },
		{ "\xef\xbb\xbf\xef\xbb\xbf" "data: a\n",
		    "strange@3 [\xef\xbb\xbf" "data: a] " },
		{ "\n\xef\xbb\xbf" "data: a\n",
		    "strange@1 [\xef\xbb\xbf" "data: a] " },
		{ "\xef\xbb" "data: a\n", "strange@0 [\xef\xbb" "data: a] " },
		{ "data: \xef\xbb\xbf\n\n", "event@0 [\xef\xbb\xbf] " },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_feed__keeps__nul_bytes(void **state)
{
	static const char stream[] = "data: a\0b\n\n";
	struct record record = { 0 };
	struct sse *sse = sse_new(record_item, &record);

	(void)state;
	sse_feed(sse, stream, sizeof(stream) - 1);
	assert_int_equal(record.text.len, strlen("event@0 [a.b] "));
	assert_memory_equal(record.text.bytes, "event@0 [a\0b] ", 14);
	sse_free(sse);
	text_release(&record.text);
}

static void
sse_end__uses__a_pending_event_if_clean(void **state)
{
	static const struct example examples[] = {
		{ "data: a\n", "event@0 unterminated [a] " },
		{ "data: a", "event@0 unterminated [a] " },
		{ "data: a\r", "event@0 unterminated [a] " },
		{ "data: a\ndata: b", "event@0 lines=2 unterminated [a\nb] " },
		{ "data: a\nda",
		    "strange@8 unterminated [da] event@0 unterminated [a] " },
		{ ":c", "comment@0 unterminated [c] " },
		{ "data: a\n\n", "event@0 [a] " },
		{ "data: a\r\r", "event@0 [a] " },
		{ "data:\n", "" },
		{ "event: x\n", "" },
	};

	(void)state;
	CHECK(examples, true);
}

static void
sse_end__drops__a_half_line_if_not_clean(void **state)
{
	static const struct example examples[] = {
		{ "data: a\n", "event@0 unterminated [a] " },
		{ "data: a\ndata: b", "event@0 unterminated [a] " },
		{ "data: a\n\ndata: b", "event@0 [a] " },
		{ "odd\nod", "strange@0 [odd] " },
		{ ":c", "" },
	};

	(void)state;
	CHECK(examples, false);
}

/* ---- Limits. Items are counted here, as their bytes are too many to show. */

struct count {
	unsigned kinds[SSE_TOO_LONG + 1];
	struct sse_item last[SSE_TOO_LONG + 1]; /* without what it points to */
	char first_byte;
};

static void
count_item(void *data, const struct sse_item *item)
{
	struct count *count = data;

	count->kinds[item->kind]++;
	count->last[item->kind] = *item;
	if (item->kind == SSE_TOO_LONG)
		count->first_byte = item->len ? *item->bytes : '\0';
}

/* A stream with a line of `begin` and then so many 'x'; piece is the size of
 * what is fed at once. */
static struct count
count_long(const char *before, const char *begin, size_t xs, const char *after,
    size_t piece)
{
	struct count count = { 0 };
	struct sse *sse = sse_new(count_item, &count);
	struct text stream = { 0 };
	char *fill = xmalloc(xs);

	memset(fill, 'x', xs);
	text_add(&stream, before);
	text_add(&stream, begin);
	text_append(&stream, fill, xs);
	text_add(&stream, after);
	for (size_t at = 0, n; at < stream.len; at += n) {
		n = stream.len - at < piece ? stream.len - at : piece;
		sse_feed(sse, stream.bytes + at, n);
	}
	sse_end(sse, true);
	sse_free(sse);
	text_release(&stream);
	free(fill);
	return count;
}

/* The last one ends in what stands behind the long line. */
enum { PIECES = 4 };
static const size_t pieces[PIECES] = {
	SIZE_MAX, 65536, SSE_LINE_MAX - 1, SSE_LINE_MAX + 30,
};

static void
sse_feed__takes__a_line_of_the_greatest_length(void **state)
{
	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		struct count count = count_long("", "data:",
		    SSE_LINE_MAX - 5, "\n\n", pieces[i]);
		assert_int_equal(count.kinds[SSE_TOO_LONG], 0);
		assert_int_equal(count.kinds[SSE_EVENT], 1);
		assert_int_equal(count.last[SSE_EVENT].len, SSE_LINE_MAX - 5);
	}
}

static void
sse_feed__drops__a_data_line_too_long_and_its_event(void **state)
{
	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		struct count count = count_long("data: a\n\ndata: b\n",
		    "data:", SSE_LINE_MAX - 4, "\ndata: c\n\ndata: d\n\n",
		    pieces[i]);
		assert_int_equal(count.kinds[SSE_TOO_LONG], 1);
		assert_int_equal(count.last[SSE_TOO_LONG].len, SSE_LINE_MAX);
		assert_int_equal(count.last[SSE_TOO_LONG].offset, 17);
		assert_int_equal(count.first_byte, 'd');
		assert_int_equal(count.kinds[SSE_EVENT], 2);
		assert_int_equal(count.last[SSE_EVENT].len, 1);
		assert_int_equal(count.last[SSE_EVENT].lines, 1);
	}
}

static void
sse_feed__drops__another_line_too_long_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		struct count count = count_long("data: a\n", ":",
		    3 * (size_t)SSE_LINE_MAX, "\ndata: b\n\n", pieces[i]);
		assert_int_equal(count.kinds[SSE_TOO_LONG], 1);
		assert_int_equal(count.first_byte, ':');
		assert_int_equal(count.kinds[SSE_COMMENT], 0);
		assert_int_equal(count.kinds[SSE_EVENT], 1);
		assert_int_equal(count.last[SSE_EVENT].lines, 2);
	}
}

static void
sse_feed__drops__an_event_too_long_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		struct count count = count_long("id: 1\ndata: bcdefg\n",
		    "data:", SSE_LINE_MAX - 5,
		    "\ndata: c\ndata: d\n\ndata: e\n\n", pieces[i]);
		assert_int_equal(count.kinds[SSE_TOO_LONG], 1);
		assert_int_equal(count.last[SSE_TOO_LONG].offset, 0);
		assert_int_equal(count.last[SSE_TOO_LONG].len, 6);
		assert_int_equal(count.first_byte, 'b');
		assert_int_equal(count.kinds[SSE_EVENT], 1);
		assert_int_equal(count.last[SSE_EVENT].len, 1);
	}
}

static void
sse_feed__joins__up_to_the_greatest_length(void **state)
{
	(void)state;
	/* "abcd", LF and what is behind the second colon fill it exactly. */
	struct count count = count_long("data: abcd\n", "data:",
	    SSE_LINE_MAX - 5, "\n\n", 65536);

	assert_int_equal(count.kinds[SSE_TOO_LONG], 0);
	assert_int_equal(count.last[SSE_EVENT].len, SSE_LINE_MAX);
	count = count_long("data: abcd\n", "data:", SSE_LINE_MAX - 5,
	    "\ndata\ndata\n\n", 65536);
	assert_int_equal(count.kinds[SSE_TOO_LONG], 1);
	assert_int_equal(count.last[SSE_TOO_LONG].len, SSE_LINE_MAX);
	assert_int_equal(count.kinds[SSE_EVENT], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sse_feed__ends_lines__at_lf_cr_and_crlf),
		cmocka_unit_test(sse_feed__joins__data_lines),
		cmocka_unit_test(sse_feed__takes__one_space_behind_the_colon),
		cmocka_unit_test(sse_feed__makes__no_event_without_data),
		cmocka_unit_test(sse_feed__gives__each_event_its_own_type),
		cmocka_unit_test(sse_feed__tells__comments),
		cmocka_unit_test(sse_feed__hands_over__what_is_no_field),
		cmocka_unit_test(sse_feed__drops__one_byte_order_mark),
		cmocka_unit_test(sse_feed__keeps__nul_bytes),
		cmocka_unit_test(sse_end__uses__a_pending_event_if_clean),
		cmocka_unit_test(sse_end__drops__a_half_line_if_not_clean),
		cmocka_unit_test(
		    sse_feed__takes__a_line_of_the_greatest_length),
		cmocka_unit_test(
		    sse_feed__drops__a_data_line_too_long_and_its_event),
		cmocka_unit_test(sse_feed__drops__another_line_too_long_alone),
		cmocka_unit_test(sse_feed__drops__an_event_too_long_once),
		cmocka_unit_test(sse_feed__joins__up_to_the_greatest_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
