/* test_comparelayout.c: where replies that are compared stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../ui/comparelayout.h"

static bool
is_inside(const struct rect *inner, const struct rect *outer)
{
	return inner->y >= outer->y && inner->x >= outer->x &&
	    inner->rows >= 0 && inner->columns > 0 &&
	    inner->y + inner->rows <= outer->y + outer->rows &&
	    inner->x + inner->columns <= outer->x + outer->columns;
}

static bool
overlap(const struct rect *a, const struct rect *b)
{
	return a->y < b->y + b->rows && b->y < a->y + a->rows &&
	    a->x < b->x + b->columns && b->x < a->x + a->columns;
}

static void
check(const struct compare_layout *layout, const struct rect *rect,
    size_t count, size_t chosen)
{
	assert_true(layout->panels[chosen].rows > 0);
	for (size_t i = 0; i < count; i++) {
		assert_true(is_inside(&layout->panels[i], rect));
		assert_false(overlap(&layout->panels[i], &layout->timelines));
		for (size_t j = 0; j < i; j++)
			assert_false(overlap(&layout->panels[i],
			    &layout->panels[j]));
	}
}

/* At every size a chat can have, and some more. */
static void
compare_layout__keeps__all_on_the_screen(void **state)
{
	(void)state;
	for (int rows = 3; rows < 70; rows++)
		for (int columns = 20; columns < 220; columns += 3)
			for (size_t count = 2; count <= COMPARED_MOST; count++)
				for (size_t i = 0; i < count; i++) {
					struct rect rect = { 0, 0, rows,
						columns };
					struct compare_layout layout;

					compare_layout(&layout, &rect, count,
					    i);
					check(&layout, &rect, count, i);
				}
}

static void
compare_layout__stacks__what_has_no_room_beside(void **state)
{
	static const struct {
		int rows, columns;
		size_t count;
		bool beside;
		int chosen_rows, other_rows, timeline_rows;
	} examples[] = {
		{ 23, 80, 2, true, 19, 19, 3 },
		{ 23, 80, 3, true, 18, 18, 4 },
		{ 23, 80, 4, false, 14, 1, 5 }, /* 17 rows, less than 5 each */
		{ 23, 79, 2, false, 10, 9, 3 },
		{ 59, 200, 6, true, 51, 51, 7 },
		{ 9, 40, 2, false, 7, 1, 0 },
		{ 4, 40, 2, false, 3, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(examples) / sizeof(*examples); i++) {
		struct rect rect = { 0, 0, examples[i].rows,
			examples[i].columns };
		struct compare_layout layout;

		compare_layout(&layout, &rect, examples[i].count, 0);
		assert_int_equal(layout.beside, examples[i].beside);
		assert_int_equal(layout.panels[0].rows,
		    examples[i].chosen_rows);
		assert_int_equal(layout.panels[1].rows,
		    examples[i].other_rows);
		assert_int_equal(layout.timelines.rows,
		    examples[i].timeline_rows);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compare_layout__keeps__all_on_the_screen),
		cmocka_unit_test(
		    compare_layout__stacks__what_has_no_room_beside),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
