/* test_search.c: a text is found in texts. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/search.h"
#include "../src/text.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct example {
	const char *wanted, *text;
	const char *expected; /* start-end of each match */
} examples[] = {
	{ "", "abc", "" },
	{ "a", "", "" },
	{ "b", "abcb", "1-2 3-4" },
	{ "abc", "ab", "" },
	{ "abc", "abc", "0-3" },
	{ "aa", "aaaa", "0-2 1-3 2-4" },
	{ "one two", "one two\none  two", "0-7" },
	{ "a\nb", "a\nb", "0-3" },
	/* Small letters find both, a capital only itself. */
	{ "end", "END End end", "0-3 4-7 8-11" },
	{ "End", "END End end", "4-7" },
	{ "s", "S\xc5\xbfs", "0-1 1-3 3-4" },
	{ "k", "\xe2\x84\xaa", "0-3" },
	{ "\xc3\xa9", "\xc3\x89\xc3\xa9", "0-2 2-4" },
	{ "\xc3\x89", "\xc3\x89\xc3\xa9", "0-2" },
	{ "\xcf\x83", "\xce\xa3\xcf\x83\xcf\x82", "0-2 2-4 4-6" },
	/* Other lengths of the two. */
	{ "\xe1\xba\x9e", "\xc3\x9f\xe1\xba\x9e", "2-5" },
	{ "\xc8\xbf", "\xe2\xb1\xbe\xc8\xbf", "0-3 3-5" },
	/* Chinese, an emoji with a joiner, a combining mark. */
	{ "\xe4\xbd\xa0\xe5\xa5\xbd",
	    "a\xe4\xbd\xa0\xe5\xa5\xbd\xe5\xa5\xbd", "1-7" },
	{ "\xe5\xa5\xbd", "\xe5\xa5\xbd\xe5\xa5\xbd", "0-3 3-6" },
	{ "\xf0\x9f\x91\xa9", "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9",
	    "7-11" },
	{ "cafe\xcc\x81", "un CAFE\xcc\x81", "3-9" },
	/* What is broken is never found. */
	{ "\xff", "a\xff", "" },
	{ "a\xff", "a\xff", "" },
	{ "a", "\xc3" "a\xff", "1-2" },
};

static void
print_matches(const struct search *search, const char *bytes, size_t len,
    struct text *out)
{
	struct search_match match;

	for (size_t at = 0; search_next(search, bytes, len, at, &match);
	     at = match.start + 1)
		text_printf(out, "%s%zu-%zu", out->len ? " " : "", match.start,
		    match.end);
}

static void
search_next__finds__all_examples(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		const struct example *e = &examples[i];
		struct search search = { 0 };
		struct text found = { 0 };

		search_set(&search, e->wanted, strlen(e->wanted));
		print_matches(&search, e->text, strlen(e->text), &found);
		assert_string_equal(text_string(&found), e->expected);
		text_release(&found);
		search_release(&search);
	}
}

/* From the end to the beginning they are the same, and so is their number. */
static void
search_last__finds__the_same(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		const char *text = examples[i].text;
		size_t len = strlen(text), before = SIZE_MAX, count = 0;
		struct search search = { 0 };
		struct search_match last, next;

		search_set(&search, examples[i].wanted,
		    strlen(examples[i].wanted));
		for (; search_last(&search, text, len, before, &last);
		     before = last.start, count++) {
			assert_true(search_next(&search, text, len, last.start,
			    &next));
			assert_int_equal(next.start, last.start);
			assert_int_equal(next.end, last.end);
			assert_int_equal(search_count(&search, text, len,
			    last.start + 1) + count,
			    search_count(&search, text, len, SIZE_MAX));
		}
		assert_int_equal(search_count(&search, text, len, SIZE_MAX),
		    count);
		search_release(&search);
	}
}

/* What covers a byte is found from search_most() bytes before it on. */
static void
search_next__finds__the_same_from_near(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(examples); i++) {
		const char *text = examples[i].text;
		size_t len = strlen(text);
		struct search search = { 0 };
		struct search_match far, near;

		search_set(&search, examples[i].wanted,
		    strlen(examples[i].wanted));
		for (size_t at = 0; search_next(&search, text, len, at, &far);
		     at = far.start + 1) {
			size_t most = search_most(&search);

			assert_true(far.end - far.start <= most);
			at = far.end > most ? far.end - most : 0;
			while (search_next(&search, text, len, at, &near) &&
			    near.start < far.start)
				at = near.start + 1;
			assert_int_equal(near.start, far.start);
		}
		search_release(&search);
	}
}

static void
search_set__finds__nothing_after_it_is_emptied(void **state)
{
	struct search search = { 0 };
	struct search_match match;

	(void)state;
	assert_true(search_is_empty(&search));
	assert_false(search_next(&search, "a", 1, 0, &match));
	search_set(&search, "a", 1);
	assert_false(search_is_empty(&search));
	assert_true(search_next(&search, "a", 1, 0, &match));
	assert_false(search_next(&search, "a", 1, 1, &match));
	assert_false(search_last(&search, "a", 1, 0, &match));
	search_set(&search, "", 0);
	assert_true(search_is_empty(&search));
	assert_false(search_next(&search, "a", 1, 0, &match));
	assert_false(search_last(&search, "a", 1, 1, &match));
	search_release(&search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(search_next__finds__all_examples),
		cmocka_unit_test(search_last__finds__the_same),
		cmocka_unit_test(search_next__finds__the_same_from_near),
		cmocka_unit_test(
		    search_set__finds__nothing_after_it_is_emptied),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
