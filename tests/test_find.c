/* test_find.c: matches are walked and counted, whatever the slices. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/xalloc.h"
#include "../ui/find.h"

enum { ITEMS_MAX = 100000, PARTS = 2 };

struct item {
	char *parts[PARTS];
	uint64_t revision;
};

/* Items from `first` to `end` - 1, as a ring of lines has them. */
static struct {
	struct item items[ITEMS_MAX];
	size_t first, end;
	uint64_t revision;
	size_t searched; /* parts that were asked for */
	struct loop *loop;
	struct find *find;
	int changes;
} list;

static size_t
get_first(void *data)
{
	(void)data;
	return list.first;
}

static size_t
get_end(void *data)
{
	(void)data;
	return list.end;
}

static uint64_t
get_revision(void *data, size_t item)
{
	(void)data;
	assert_true(item >= list.first && item < list.end);
	return list.items[item % ITEMS_MAX].revision;
}

static const char *
get_part(void *data, size_t item, int part, size_t *len)
{
	const char *text = list.items[item % ITEMS_MAX].parts[part];

	(void)data;
	assert_true(item >= list.first && item < list.end);
	assert_true(part >= 0 && part < PARTS);
	list.searched++;
	*len = text ? strlen(text) : 0;
	return text ? text : "";
}

static void
on_change(void *data)
{
	(void)data;
	list.changes++;
}

static void
set_item(size_t item, const char *first, const char *second)
{
	struct item *at = &list.items[item % ITEMS_MAX];

	for (int i = 0; i < PARTS; i++)
		free(at->parts[i]);
	at->parts[0] = first ? xstrdup(first) : NULL;
	at->parts[1] = second ? xstrdup(second) : NULL;
	at->revision = ++list.revision;
}

static void
add_item(const char *first, const char *second)
{
	set_item(list.end++, first, second);
}

static void
open_at(size_t item)
{
	static const struct find_source source = { &list, PARTS, get_first,
		get_end, get_revision, get_part };
	struct find_place from = { item, 0, 0 };

	find_open(list.find, &source, &from);
}

/* Where we are, as item.part.byte, and the numbers. */
static void
check_line(const char *expected, int line)
{
	const struct find_place *here = find_here(list.find);
	struct find_numbers numbers;
	struct text found = { 0 };

	find_numbers(list.find, &numbers);
	if (here)
		text_printf(&found, "%zu.%d.%zu ", here->item, here->part,
		    here->at);
	text_printf(&found, "%zu/%zu%s%s%s", numbers.number, numbers.count,
	    numbers.wrapped ? " wrapped" : "",
	    numbers.counting ? " counting" : "",
	    numbers.seeking ? " seeking" : "");
	if (strcmp(text_string(&found), expected))
		fail_msg("line %d: %s, not %s", line, text_string(&found),
		    expected);
	text_release(&found);
}

#define CHECK(expected) check_line(expected, __LINE__)

static int
set_up(void **state)
{
	(void)state;
	list.loop = loop_new_fake(0);
	list.find = find_new(list.loop, on_change, NULL);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < ITEMS_MAX; i++)
		set_item(i, NULL, NULL);
	find_free(list.find);
	loop_free(list.loop);
	memset(&list, 0, sizeof(list));
	return 0;
}

static void
set(const char *text)
{
	find_set(list.find, text, strlen(text));
}

static void
find_set__chooses__the_first_from_there_on(void **state)
{
	(void)state;
	add_item("one", "two");
	add_item("two one", NULL);
	add_item(NULL, "one");
	open_at(1);
	CHECK("0/0");
	set("one");
	CHECK("1.0.4 2/3");
	set("two");
	CHECK("1.0.0 2/2");
	set("two one");
	CHECK("1.0.0 1/1");
	set("three");
	CHECK("0/0");
	set("");
	CHECK("0/0");
	assert_true(list.changes > 0);
}

static void
find_set__chooses__the_last_before_if_there_is_none(void **state)
{
	(void)state;
	add_item("one", "x one");
	add_item("two", NULL);
	open_at(1);
	set("one");
	CHECK("0.1.2 2/2");
	open_at(7);
	CHECK("0.1.2 2/2");
	find_close(list.find);
	assert_null(find_here(list.find));
	assert_false(find_is_open(list.find));
	set("two");
	open_at(0);
	CHECK("1.0.0 1/1");
	assert_true(find_is_in(list.find, &list));
	assert_int_equal(find_here_in(list.find, &list, 1, 0), 0);
	assert_true(find_here_in(list.find, &list, 1, 1) == SIZE_MAX);
	assert_true(find_here_in(list.find, NULL, 1, 0) == SIZE_MAX);
}

static void
find_next__goes__around(void **state)
{
	(void)state;
	add_item("aa", "a");
	add_item(NULL, NULL);
	add_item("a", NULL);
	open_at(0);
	set("a");
	CHECK("0.0.0 1/4");
	find_next(list.find);
	CHECK("0.0.1 2/4");
	find_next(list.find);
	CHECK("0.1.0 3/4");
	find_next(list.find);
	CHECK("2.0.0 4/4");
	find_next(list.find);
	CHECK("0.0.0 1/4 wrapped");
	find_previous(list.find);
	CHECK("2.0.0 4/4 wrapped");
	find_previous(list.find);
	CHECK("0.1.0 3/4");
	find_previous(list.find);
	CHECK("0.0.1 2/4");
	find_previous(list.find);
	CHECK("0.0.0 1/4");
}

static void
find_next__stays__at_the_only_match(void **state)
{
	(void)state;
	add_item("b", NULL);
	add_item("xa", NULL);
	open_at(0);
	set("a");
	find_next(list.find);
	CHECK("1.0.1 1/1 wrapped");
	find_previous(list.find);
	CHECK("1.0.1 1/1 wrapped");
	set("c");
	find_next(list.find);
	CHECK("0/0");
	find_previous(list.find);
	CHECK("0/0");
}

static void
find_update__counts__what_is_new(void **state)
{
	(void)state;
	open_at(0);
	set("a");
	CHECK("0/0");
	add_item("a", NULL);
	find_update(list.find);
	CHECK("0/1");
	find_next(list.find);
	CHECK("0.0.0 1/1");
	set_item(0, "aba", "a");
	find_update(list.find);
	CHECK("0.0.0 1/3");
	for (int i = 0; i < 200; i++)
		add_item("a", NULL);
	find_update(list.find);
	CHECK("0.0.0 1/203");
	set_item(0, "ba", NULL);
	find_update(list.find);
	/* It is seen at once that we are nowhere; and then the count. */
	assert_null(find_here(list.find));
	find_next(list.find);
	CHECK("0.0.1 1/201");
}

static void
find_update__forgets__what_was_dropped(void **state)
{
	(void)state;
	for (int i = 0; i < 10; i++)
		add_item("a", NULL);
	open_at(9);
	set("a");
	CHECK("9.0.0 10/10");
	list.end = 5;
	find_update(list.find);
	CHECK("0/5");
	find_next(list.find);
	CHECK("0.0.0 1/5 wrapped");
	/* A ring loses the oldest. */
	list.first = 2;
	find_update(list.find);
	CHECK("0/3");
	find_previous(list.find);
	CHECK("4.0.0 3/3 wrapped");
	list.first = list.end = 5;
	find_update(list.find);
	CHECK("0/0");
	find_next(list.find);
	CHECK("0/0");
	list.first = 0;
}

static void
find_set__works__in_slices(void **state)
{
	char *text = xmalloc(1024);

	(void)state;
	memset(text, 'x', 1023);
	text[1023] = '\0';
	for (int i = 0; i < 20000; i++)
		add_item(text, NULL);
	set_item(19000, "needle", "needle");
	set_item(3, "needle", NULL);
	free(text);
	open_at(10);
	set("needle");
	CHECK("0/0 counting seeking");
	assert_true(list.searched < 5000);
	loop_run_for(list.loop, 0);
	CHECK("19000.0.0 2/3");
	/* What was counted is not searched again. */
	list.searched = 0;
	find_next(list.find);
	CHECK("19000.1.0 3/3");
	find_next(list.find);
	CHECK("3.0.0 1/3 wrapped");
	assert_true(list.searched < 50);
	/* Another text, before the first slice is over. */
	set("x");
	set("needle");
	find_close(list.find);
	loop_run_for(list.loop, 0);
	assert_null(find_here(list.find));
	set("nee");
	open_at(19500);
	loop_run_for(list.loop, 0);
	CHECK("19000.1.0 3/3");
}

/* While a seek goes on the items may be dropped. */
static void
find_update__survives__a_seek_that_is_not_over(void **state)
{
	char *text = xmalloc(1024 * 1024);

	(void)state;
	memset(text, 'x', 1024 * 1024 - 1);
	text[1024 * 1024 - 1] = '\0';
	for (int i = 0; i < 20; i++)
		add_item(text, NULL);
	free(text);
	open_at(10);
	set("needle");
	find_update(list.find);
	CHECK("0/0 counting seeking");
	list.end = 5;
	find_update(list.find);
	loop_run_for(list.loop, 0);
	CHECK("0/0");
	set("y");
	list.first = 4;
	find_update(list.find);
	loop_run_for(list.loop, 0);
	CHECK("0/0");
	list.first = 0;
	list.end = 20;
}

/* Against going through all matches in order. */
static void
find_next__agrees__with_a_simple_walk(void **state)
{
	uint32_t random = 7;
	char text[8];

	(void)state;
	for (int i = 0; i < 300; i++) {
		for (size_t k = 0; k < sizeof(text) - 1; k++) {
			random = random * 1664525 + 1013904223;
			text[k] = "aab \n"[(random >> 16) % 5];
		}
		text[sizeof(text) - 1] = '\0';
		add_item(i % 3 ? text : NULL, i % 5 ? NULL : text);
	}
	open_at(0);
	set("aa");
	for (size_t item = 0, number = 0; item < list.end; item++)
		for (int part = 0; part < PARTS; part++) {
			const char *bytes = list.items[item].parts[part];

			for (const char *at = bytes;
			     at && (at = strstr(at, "aa")); at++) {
				const struct find_place *here =
				    find_here(list.find);
				struct find_numbers numbers;

				find_numbers(list.find, &numbers);
				assert_int_equal(here->item, item);
				assert_int_equal(here->part, part);
				assert_int_equal(here->at, at - bytes);
				assert_int_equal(numbers.number, ++number);
				find_next(list.find);
				find_previous(list.find);
				find_next(list.find);
			}
		}
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(find_set__chooses__the_first_from_there_on),
		TEST(find_set__chooses__the_last_before_if_there_is_none),
		TEST(find_next__goes__around),
		TEST(find_next__stays__at_the_only_match),
		TEST(find_update__counts__what_is_new),
		TEST(find_update__forgets__what_was_dropped),
		TEST(find_set__works__in_slices),
		TEST(find_update__survives__a_seek_that_is_not_over),
		TEST(find_next__agrees__with_a_simple_walk),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
