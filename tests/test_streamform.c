/* test_streamform.c: what all chunks of a reply say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/streamform.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define HEAD "{\"id\":\"a\",\"object\":\"o\",\"created\":1,\"model\":\"m\","
#define ROLE HEAD "\"choices\":[{\"index\":0,\"delta\":{\"role\":" \
	"\"assistant\"},\"finish_reason\":null}]}"
#define TEXT HEAD "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}," \
	"\"finish_reason\":null}]}"
#define FINISH HEAD "\"choices\":[{\"index\":0,\"delta\":{}," \
	"\"finish_reason\":\"stop\"}]}"
#define USAGE HEAD "\"choices\":[],\"usage\":{\"total_tokens\":3}}"

static void
feed(struct streamform *form, const char *const *payloads)
{
	for (; *payloads; payloads++)
		streamform_add(form, *payloads, strlen(*payloads));
}

static void
form__counts__a_sound_stream(void **state)
{
	struct streamform form = { 0 };

	(void)state;
	feed(&form, (const char *const[]){ ROLE, TEXT, FINISH, USAGE, "[DONE]",
	    NULL });
	assert_int_equal(form.chunks, 4);
	assert_int_equal(form.id.seen, 4);
	assert_int_equal(form.id.missing, 0);
	assert_string_equal(text_string(&form.id.first), "\"a\"");
	assert_string_equal(text_string(&form.created.first), "1");
	assert_int_equal(form.id.other.len + form.model.other.len, 0);
	assert_true(form.choices[0].role);
	assert_int_equal(form.choices[0].chunks, 3);
	assert_int_equal(form.choices[0].finishes, 1);
	assert_int_equal(form.choices[0].behind_finish, 0);
	assert_int_equal(form.usages, 1);
	assert_int_equal(form.usages_early + form.usages_beside, 0);
	assert_true(form.done);
	assert_int_equal(form.behind_done, 0);
	streamform_release(&form);
}

static void
form__sees__what_differs(void **state)
{
	struct streamform form = { 0 };

	(void)state;
	feed(&form, (const char *const[]){ TEXT, FINISH, USAGE, TEXT,
	    "{\"id\":\"b\",\"model\":\"\",\"object\":\"o\"}", "[]", "oops",
	    "\xff", "[DONE]", "{}", NULL });
	assert_string_equal(text_string(&form.id.other), "\"b\"");
	assert_int_equal(form.created.missing, 2);
	assert_int_equal(form.model.missing, 2);
	assert_false(form.choices[0].role);
	assert_int_equal(form.choices[0].behind_finish, 1);
	assert_int_equal(form.usages_early, 1);
	assert_int_equal(form.behind_done, 1);
	assert_int_equal(form.chunks, 9);
	streamform_release(&form);
}

static void
form__passes_over__choices_without_end(void **state)
{
	struct streamform form = { 0 };

	(void)state;
	feed(&form, (const char *const[]){
	    HEAD "\"choices\":[{\"index\":99999},{\"index\":-1},"
	    "{\"index\":1}]}",
	    NULL });
	assert_int_equal(form.choices[1].chunks, 1);
	streamform_release(&form);
}

static void
bad_line__finds__what_is_no_field(void **state)
{
	static const struct {
		const char *body;
		size_t at;
	} examples[] = {
		{ "", 0 },
		{ "data: {}\n\n: ping\n\nevent: x\r\ndata: 1\r\n\r\n", 39 },
		{ "data: {}\n\ndata:{}\n\n", 10 },
		{ "data: {}\n\noops", 10 },
		{ "{}\n", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++)
		assert_int_equal(streamform_bad_line(examples[i].body,
		    strlen(examples[i].body)), examples[i].at);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(form__counts__a_sound_stream),
		cmocka_unit_test(form__sees__what_differs),
		cmocka_unit_test(form__passes_over__choices_without_end),
		cmocka_unit_test(bad_line__finds__what_is_no_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
