/* test_export.c: conversations as documents: nothing of what was said may
 * change what the document is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cJSON.h>
#include <cmocka.h>

#include "../src/export.h"

static struct conversation conversation;
static struct text out, error;

static int
tear_down(void **state)
{
	(void)state;
	conversation_release(&conversation);
	text_release(&out);
	text_release(&error);
	return 0;
}

static struct message *
say(enum role role, const char *text)
{
	struct message *message = conversation_add(&conversation, role,
	    INT64_C(1767225600000), text, strlen(text));

	if (role == ROLE_ASSISTANT) {
		message->engine = strdup("http://host/v1");
		message->model = strdup("a_model <b>");
		message->timing = (struct timing){ 10000, 5, 100 };
		conversation_finish(&conversation, message,
		    &(struct ending){ .state = MESSAGE_FINISHED,
			.finish_reason = (char[]){ "stop" },
			.why = (char[]){ "matched \"<END>\"" } });
	}
	return message;
}

static const char *
export(const char *path)
{
	export_fn *fn = export_find(path, &error);

	assert_non_null(fn);
	text_clear(&out);
	fn(&out, &conversation);
	return text_string(&out);
}

static void
export__writes__text(void **state)
{
	struct message *reply;

	(void)state;
	text_add(&conversation.system, "be nice");
	say(ROLE_USER, "hello");
	say(ROLE_NOTICE, "a notice");
	reply = say(ROLE_ASSISTANT, "hi\n");
	text_add(&reply->reasoning, "hm");
	text_add(&message_tool_call(reply, 0)->name, "f");
	text_add(&message_tool_call(reply, 0)->arguments, "{}");
	text_add(&message_choice(reply, 1)->text, "ho");
	assert_string_equal(export("a.TXT"),
	    "system:\nbe nice\n\n"
	    "you, 2026-01-01 00:00:00:\nhello\n\n"
	    "http://host/v1 (a_model <b>), 2026-01-01 00:00:00:\n"
	    "[reasoning]\nhm\nhi\n[tool call]\nf({})\n[choice 1]\nho\n"
	    "[stop: matched \"<END>\", 5 tokens, ttft 10 ms, 100 tok/s]\n");
}

static void
export__writes__fences_that_are_long_enough(void **state)
{
	(void)state;
	say(ROLE_USER, "```c\nint x;\n```\n\n`````` # not a heading");
	say(ROLE_ASSISTANT, "plain");
	export("a.md");
	assert_memory_equal(text_string(&out), "# \\`\\`\\`c int x; ", 15);
	assert_non_null(strstr(text_string(&out), "\n```````\n```c\nint x;\n"
	    "```\n\n`````` # not a heading\n```````\n"));
	assert_non_null(strstr(text_string(&out), "\n```\nplain\n```\n"));
	assert_non_null(strstr(text_string(&out),
	    "## http://host/v1 \\(a\\_model \\<b\\>\\)\n"));
	assert_non_null(strstr(text_string(&out),
	    "> stop: matched \"\\<END\\>\", 5 tokens"));
}

static void
export__writes__html_that_stays_text(void **state)
{
	const char *html;

	(void)state;
	text_add(&conversation.system, "</pre><script>");
	say(ROLE_USER, "\n<script>alert(\"1\")</script> &amp; \x1b[1m\r\n"
	    "</pre></article>");
	say(ROLE_ASSISTANT, "<b>bold</b>");
	html = export("a.html");
	assert_null(strstr(html, "<script"));
	assert_null(strstr(html, "<b>"));
	assert_null(strstr(html, "\x1b"));
	assert_null(strstr(html, "http-equiv"));
	assert_null(strstr(html, "src="));
	assert_non_null(strstr(html, "<pre dir=\"auto\">\n\n&lt;script&gt;"
	    "alert(&quot;1&quot;)&lt;/script&gt; &amp;amp; &#x241b;[1m&#13;\n"
	    "&lt;/pre&gt;"));
	assert_non_null(strstr(html, "<footer>stop: matched "
	    "&quot;&lt;END&gt;&quot;"));
	assert_string_equal(html + strlen(html) - strlen("</body>\n</html>\n"),
	    "</body>\n</html>\n");
}

static const char *
string_at(const cJSON *list, int at, const char *name)
{
	return cJSON_GetStringValue(
	    cJSON_GetObjectItem(cJSON_GetArrayItem(list, at), name));
}

static void
export__writes__messages_of_the_api(void **state)
{
	struct message *reply;
	cJSON *json, *list, *call;

	(void)state;
	text_add(&conversation.system, "be \"nice\"");
	say(ROLE_USER, "hello\n\xe6\x97\xa5");
	say(ROLE_NOTICE, "a notice");
	reply = say(ROLE_ASSISTANT, "");
	text_add(&message_tool_call(reply, 0)->id, "call_1");
	text_add(&message_tool_call(reply, 0)->name, "f");
	text_add(&message_tool_call(reply, 0)->arguments, "{\"a\":1}");
	say(ROLE_USER, "");
	json = cJSON_Parse(export("a.json"));
	list = cJSON_GetObjectItem(json, "messages");
	assert_int_equal(cJSON_GetArraySize(list), 4);
	assert_string_equal(string_at(list, 0, "role"), "system");
	assert_string_equal(string_at(list, 0, "content"), "be \"nice\"");
	assert_string_equal(string_at(list, 1, "role"), "user");
	assert_string_equal(string_at(list, 1, "content"),
	    "hello\n\xe6\x97\xa5");
	assert_string_equal(string_at(list, 2, "role"), "assistant");
	assert_true(cJSON_IsNull(cJSON_GetObjectItem(
	    cJSON_GetArrayItem(list, 2), "content")));
	call = cJSON_GetArrayItem(cJSON_GetObjectItem(
	    cJSON_GetArrayItem(list, 2), "tool_calls"), 0);
	assert_string_equal(cJSON_GetStringValue(
	    cJSON_GetObjectItem(call, "type")), "function");
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(
	    cJSON_GetObjectItem(call, "function"), "arguments")),
	    "{\"a\":1}");
	assert_string_equal(string_at(list, 3, "content"), "");
	cJSON_Delete(json);
}

static void
export__refuses__other_endings(void **state)
{
	static const char *const names[] = { "", "a", ".md", "a.pdf", "a.md " };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		text_clear(&error);
		assert_null(export_find(names[i], &error));
		assert_non_null(strstr(text_string(&error),
		    ".md, .json, .txt or .html"));
	}
}

#define TEST(fn) cmocka_unit_test_teardown(fn, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(export__writes__text),
		TEST(export__writes__fences_that_are_long_enough),
		TEST(export__writes__html_that_stays_text),
		TEST(export__writes__messages_of_the_api),
		TEST(export__refuses__other_endings),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
