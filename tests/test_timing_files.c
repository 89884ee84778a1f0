/* test_timing_files.c: the times of replies as text, CSV and SVG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/timing_svg.h"
#include "../src/timing_text.h"

enum { NAME_MAX_BYTES = 32, DEPTH_MAX = 16 };

static const char odd_name[] = "a<&\">,\x01\xff";

/* Two replies; the first is in the conversation. */
static void
make(struct timings *timings, struct conversation *conversation)
{
	struct message *reply = conversation_add(conversation, ROLE_ASSISTANT,
	    0, "say \"x\"\n=1", 10);

	text_add(&reply->reasoning, "hm");
	timings_begin(timings, 1, "http://h:1", odd_name, reply->id);
	timings_add(timings, 50000, 1, TIMINGS_REASONING, 2);
	timings_add(timings, 60000, 1, TIMINGS_TEXT, 4);
	timings_add(timings, 60500, 2, TIMINGS_TEXT, 8);
	timings_add(timings, 560500, 1, TIMINGS_OTHER, 0);
	/* More than is in the reply: it was held back and cut. */
	timings_add(timings, 561500, 1, TIMINGS_TEXT, 14);
	timings_end(timings);
	timings_begin(timings, 2, "echo", "echo", 999);
	timings_add(timings, 1000, 1, TIMINGS_TEXT, 1);
	timings_end(timings);
}

static void
timing_csv__has__a_line_for_each_arrival(void **state)
{
	struct conversation conversation = { 0 };
	struct timings timings = { 0 };
	struct text out = { 0 };

	(void)state;
	make(&timings, &conversation);
	timing_csv(&out, &timings, &conversation);
	assert_string_equal(text_string(&out),
	    "turn,engine,model,number,t_ms,gap_ms,tokens,arrivals,part,text\n"
	    "1,\"http://h:1\",\"a<&\"\">,\x01\xff\",1,50.000,,1,1,reasoning,"
	    "\"\"\"hm\"\"\"\n"
	    "1,\"http://h:1\",\"a<&\"\">,\x01\xff\",2,60.000,10.000,1,1,text,"
	    "\"\"\"say \"\"\"\n"
	    "1,\"http://h:1\",\"a<&\"\">,\x01\xff\",3,60.500,0.500,2,1,text,"
	    "\"\"\"\\\"\"x\\\"\"\\n\"\"\"\n"
	    "1,\"http://h:1\",\"a<&\"\">,\x01\xff\",4,560.500,500.000,1,1,other,"
	    "\"\"\n"
	    "1,\"http://h:1\",\"a<&\"\">,\x01\xff\",5,561.500,1.000,1,1,text,"
	    "\"\"\"=1\"\"\"\n"
	    "2,\"echo\",\"echo\",1,1.000,,1,1,text,\"\"\n");
	text_release(&out);
	timings_release(&timings);
	conversation_release(&conversation);
}

static void
timing_csv__says__how_many_a_line_stands_for(void **state)
{
	struct conversation conversation = { 0 };
	struct timings timings = { 0 };
	struct text out = { 0 };
	const char *last;

	(void)state;
	timings_begin(&timings, 1, "echo", "echo", 1);
	for (int i = 0; i < TIMINGS_POINTS + 1; i++)
		timings_add(&timings, i * 1000, 1, TIMINGS_TEXT, (size_t)i);
	timing_csv(&out, &timings, &conversation);
	assert_non_null(strstr(out.bytes,
	    "\n1,\"echo\",\"echo\",1,1.000,1.000,2,2,text,\"\"\n"));
	last = strstr(out.bytes, "\n1,\"echo\",\"echo\",65537,");
	assert_string_equal(last,
	    "\n1,\"echo\",\"echo\",65537,65536.000,1.000,1,1,text,\"\"\n");
	text_release(&out);
	timings_release(&timings);
}

static void
timing_print__shows__sums_and_a_histogram(void **state)
{
	struct conversation conversation = { 0 };
	struct timings timings = { 0 };
	struct text out = { 0 };

	(void)state;
	make(&timings, &conversation);
	timings.count = 1;
	timing_print(&out, &timings);
	timings.count = 2;
	assert_non_null(strstr(out.bytes, "#1           6      50.0"));
	assert_non_null(strstr(out.bytes, "500.0       1  http://h:1 a<&"));
	assert_non_null(strstr(out.bytes, "\n     0.0 to   0.2 ms  "
	    "######################################## 1\n"));
	assert_non_null(strstr(out.bytes, "\n       2 to     5 ms  0\n"));
	assert_non_null(strstr(out.bytes, "\n     500 to  1000 ms  "
	    "######################################## 1\n"));
	assert_null(strstr(out.bytes, "to  2000 ms"));
	text_release(&out);
	timings_release(&timings);
	conversation_release(&conversation);
}

/* ---- SVG. */

/* Names that are open. */
struct tags {
	char names[DEPTH_MAX][NAME_MAX_BYTES];
	int depth;
	int counts; /* of those that were opened */
};

/* Reads what stands in < >, and goes behind it. */
static const char *
read_tag(struct tags *tags, const char *at)
{
	const char *end = strchr(at, '>');
	bool closes = at[1] == '/';
	size_t len;
	char name[NAME_MAX_BYTES] = "";

	assert_non_null(end);
	at += 1 + closes;
	len = strspn(at, "abcdefghijklmnopqrstuvwxyz");
	assert_in_range(len, 1, NAME_MAX_BYTES - 1);
	memcpy(name, at, len);
	if (closes) {
		assert_true(tags->depth > 0);
		assert_string_equal(tags->names[--tags->depth], name);
	} else if (end[-1] != '/') {
		assert_true(tags->depth < DEPTH_MAX);
		strcpy(tags->names[tags->depth++], name);
	}
	tags->counts += !closes;
	return end + 1;
}

static void
check_entity(const char *at)
{
	static const char *const names[] = { "&amp;", "&lt;", "&gt;",
		"&quot;" };
	bool known = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		known = known || !strncmp(at, names[i], strlen(names[i]));
	assert_true(known);
}

/* Tags that match, no stray sign, no control character: what we write has
 * nothing else that could be wrong. */
static void
check_xml(const struct text *svg)
{
	struct tags tags = { 0 };

	for (const char *at = text_string(svg); *at;) {
		assert_true((unsigned char)*at >= ' ' || *at == '\n');
		if (*at == '&')
			check_entity(at);
		at = *at == '<' ? read_tag(&tags, at) : at + 1;
	}
	assert_int_equal(tags.depth, 0);
	assert_int_equal(strlen(text_string(svg)), svg->len);
	assert_true(tags.counts > 10);
}

/* With the tool, if it is there. */
static void
check_by_xmllint(const struct text *svg)
{
	FILE *tool;

	if (system("xmllint --version >/dev/null 2>&1"))
		return;
	tool = popen("xmllint --noout -", "w");
	assert_non_null(tool);
	fwrite(svg->bytes, 1, svg->len, tool);
	assert_int_equal(pclose(tool), 0);
}

static void
timing_svg__is__well_formed(void **state)
{
	struct conversation conversation = { 0 };
	struct timings timings = { 0 };
	struct text out = { 0 };

	(void)state;
	make(&timings, &conversation);
	timing_svg(&out, &timings);
	check_xml(&out);
	check_by_xmllint(&out);
	assert_non_null(strstr(out.bytes, "a&lt;&amp;&quot;&gt;,\\x01\\xff"));
	assert_non_null(strstr(out.bytes, "prefers-color-scheme:dark"));
	assert_non_null(strstr(out.bytes, "1 stall<"));
	assert_null(strstr(out.bytes, "nan"));
	assert_null(strstr(out.bytes, "inf"));
	text_release(&out);
	timings_release(&timings);
	conversation_release(&conversation);
}

/* Only replies that have no times between tokens, or not even a token. */
static void
timing_svg__draws__what_there_is(void **state)
{
	struct timings timings = { 0 };
	struct text out = { 0 };

	(void)state;
	timings_begin(&timings, 1, "echo", "echo", 1);
	timing_svg(&out, &timings);
	check_xml(&out);
	text_clear(&out);
	timings_add(&timings, 7, 1, TIMINGS_TEXT, 1);
	timing_svg(&out, &timings);
	check_xml(&out);
	assert_null(strstr(out.bytes, "nan"));
	text_release(&out);
	timings_release(&timings);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timing_csv__has__a_line_for_each_arrival),
		cmocka_unit_test(timing_csv__says__how_many_a_line_stands_for),
		cmocka_unit_test(timing_print__shows__sums_and_a_histogram),
		cmocka_unit_test(timing_svg__is__well_formed),
		cmocka_unit_test(timing_svg__draws__what_there_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
