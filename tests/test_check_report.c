/* test_check_report.c: results of checks as rows, JSON and JUnit XML. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/check_report.h"

static struct text out;

static int
release(void **state)
{
	(void)state;
	text_release(&out);
	return 0;
}

static const struct check_result failed = { "stream-id", "stream",
	"all chunks have one id", CHECK_FAIL,
	"id is \"a\", and then \"<b&\x01\xef\xbf\xbf>\"", "POST x -> 200\n",
	12345 };

static void
row__is_cut__to_the_terminal(void **state)
{
	static const struct {
		struct check_style style;
		const char *want;
	} examples[] = {
		{ { false, true, 0, false }, "\xe2\x9c\x97 fail "
		    "stream-id              id is \"a\", and then "
		    "\"<b&\x01\xef\xbf\xbf>\"\n" },
		{ { false, false, 40, false }, "x fail "
		    "stream-id              id is \"a\"\xe2\x80\xa6\n" },
		{ { true, true, 40, false }, "\033[1;31m\xe2\x9c\x97 fail"
		    "\033[0m stream-id              "
		    "id is \"a\"\xe2\x80\xa6\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		text_clear(&out);
		check_report_row(&out, &failed, &examples[i].style);
		assert_string_equal(text_string(&out), examples[i].want);
	}
}

static void
row__has_exchanges__if_verbose(void **state)
{
	(void)state;
	check_report_row(&out, &failed,
	    &(struct check_style){ false, false, 40, true });
	assert_non_null(strstr(text_string(&out),
	    "\n         all chunks have one id\n"
	    "         POST x -> 200\n"));
}

static void
json__is__a_line(void **state)
{
	struct check_result passed = { "chat", "whole", "", CHECK_PASS,
		"a \"b\"", "", 1500 };

	(void)state;
	check_report_json(&out, &passed);
	assert_string_equal(text_string(&out), "{\"check\":\"chat\",\"group\":"
	    "\"whole\",\"result\":\"pass\",\"evidence\":\"a \\\"b\\\"\","
	    "\"ms\":1.5}\n");
	text_clear(&out);
	check_report_json_sum(&out, &(struct check_sum){ "http://h/v1", NULL,
	    { 3, 2, 1 }, 2500 });
	assert_string_equal(text_string(&out), "{\"summary\":{\"url\":"
	    "\"http://h/v1\",\"model\":null,\"passed\":3,\"failed\":2,"
	    "\"skipped\":1,\"ms\":2.5}}\n");
}

/* Nothing in it ends an attribute, and nothing is no character of XML. */
static void
junit__escapes__all(void **state)
{
	struct check_result skipped = { "health", "server", "", CHECK_SKIP,
		"status 404", "", 0 };
	struct text cases = { 0 };

	(void)state;
	check_report_case(&cases, &failed);
	check_report_case(&cases, &skipped);
	check_report_junit(&out, &cases, &(struct check_sum){ "http://h/v1",
	    "m\"<", { 0, 1, 1 }, 2500000 });
	text_release(&cases);
	assert_string_equal(text_string(&out),
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
	    "<testsuite name=\"echochat in=check\" tests=\"2\" failures=\"1\" "
	    "errors=\"0\" skipped=\"1\" time=\"2.500\">\n"
	    "  <properties>\n"
	    "    <property name=\"url\" value=\"http://h/v1\"/>\n"
	    "    <property name=\"model\" value=\"m&quot;&lt;\"/>\n"
	    "  </properties>\n"
	    "  <testcase classname=\"stream\" name=\"stream-id\" "
	    "time=\"0.012\">\n"
	    "    <failure message=\"id is &quot;a&quot;, and then &quot;&lt;b"
	    "&amp;\xef\xbf\xbd\xef\xbf\xbd&gt;&quot;\" type=\"stream-id\">"
	    "all chunks have one id&#10;POST x -&gt; 200&#10;</failure>\n"
	    "  </testcase>\n"
	    "  <testcase classname=\"server\" name=\"health\" time=\"0.000\">\n"
	    "    <skipped message=\"status 404\"/>\n"
	    "  </testcase>\n"
	    "</testsuite>\n</testsuites>\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(row__is_cut__to_the_terminal,
		    release),
		cmocka_unit_test_teardown(row__has_exchanges__if_verbose,
		    release),
		cmocka_unit_test_teardown(json__is__a_line, release),
		cmocka_unit_test_teardown(junit__escapes__all, release),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
