/* test_progress.c: how far a run is, on terminals of all widths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/progress.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void
bar__fits__every_width(void **state)
{
	static const struct progress rows[] = {
		{ .total = -1 },
		{ .total = 0 },
		{ .total = 10 },
		{ .done = 10, .total = 10, .us = 1000000 },
		{ .done = 50, .total = 10, .us = 1000000 },
		{ .done = 1234567, .failed = 1234567, .total = 987654321,
		    .us = 3600000000 },
		{ .done = 5, .total = -1, .us = 1 },
		{ .done = UINT64_MAX, .failed = UINT64_MAX, .total = INT64_MAX,
		    .us = 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int columns = 0; columns <= 300; columns++) {
			struct text line = { 0 };
			const char *bar;

			progress_bar(&line, &rows[i], columns);
			assert_true(line.len < (size_t)columns || !line.len);
			bar = strchr(text_string(&line), '[');
			assert_int_equal(bar != NULL,
			    columns >= 40 && rows[i].total >= 0);
			text_release(&line);
		}
}

static void
bar__shows__what_there_is_room_for(void **state)
{
	static const struct progress progress = { .done = 250, .failed = 2,
		.total = 1000, .us = 10000000 };
	static const struct {
		int columns;
		const char *line;
	} rows[] = {
		{ 10, "250/1000" },
		{ 20, "250/1000  2 failed" },
		{ 30, "250/1000  2 failed  0:30 left" },
		{ 40, "[==>       ] 250/1000  2 failed  25.0/s" },
		{ 50, "[==>      ] 250/1000  2 failed  0:30 left  25.0/s" },
		{ 60, "[====>              ] 250/1000  2 failed  0:30 left  "
		      "25.0/s" },
		{ 200, "[============>                                     ] "
		       "250/1000  2 failed  0:30 left  25.0/s" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text line = { 0 };

		progress_bar(&line, &progress, rows[i].columns);
		assert_string_equal(text_string(&line), rows[i].line);
		text_release(&line);
	}
}

static void
bar__is_full__at_the_end_only(void **state)
{
	static const struct {
		uint64_t done;
		const char *bar;
	} rows[] = {
		{ 0, "[>   " }, { 999, "=>] " }, { 1000, "==] 1000/1000" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct progress progress = { .done = rows[i].done,
			.total = 1000 };
		struct text line = { 0 };

		progress_bar(&line, &progress, 80);
		assert_non_null(strstr(text_string(&line), rows[i].bar));
		text_release(&line);
	}
}

static void
sentence__tells__what_is_known(void **state)
{
	static const struct {
		struct progress progress;
		const char *sentence;
	} rows[] = {
		{ { .total = -1 }, "0" },
		{ { .done = 7, .total = -1, .us = 2000000 }, "7, 3.5/s" },
		{ { .done = 200, .total = 400, .us = 1000000 },
		    "200/400, 0:01 left, 200/s" },
		{ { .done = 1, .total = 10000, .us = 1000000 },
		    "1/10000, 2:46:39 left, 1.0/s" },
		/* Those that were there before say nothing about the pace. */
		{ { .done = 1010, .before = 1000, .total = 1020,
		    .us = 10000000, .failed = 1 },
		    "1010/1020, 1 failed, 0:10 left, 1.0/s" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct text out = { 0 };

		progress_sentence(&out, &rows[i].progress);
		assert_string_equal(text_string(&out), rows[i].sentence);
		text_release(&out);
	}
}

/* Standard error is a file for that long. */
static void
view__tells__each_ten_seconds(void **state)
{
	struct progress_view view = { .now = { .done = 3, .total = 9 } };
	struct loop *loop = loop_new_fake(0);
	FILE *file = tmpfile();
	int saved = dup(STDERR_FILENO);
	char found[200] = "";

	(void)state;
	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	progress_begin(&view, loop);
	loop_run_for(loop, LOOP_MS(25000));
	progress_hide(&view);
	progress_end(&view);
	loop_run_for(loop, LOOP_MS(25000));
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	assert_true(fread(found, 1, sizeof(found) - 1, file) > 0);
	assert_string_equal(found, "echochat: 3/9, 0:20 left, 0.30/s\n"
	    "echochat: 3/9, 0:40 left, 0.15/s\n");
	fclose(file);
	loop_free(loop);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bar__fits__every_width),
		cmocka_unit_test(bar__shows__what_there_is_room_for),
		cmocka_unit_test(bar__is_full__at_the_end_only),
		cmocka_unit_test(sentence__tells__what_is_known),
		cmocka_unit_test(view__tells__each_ten_seconds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
