/* test_arrival.c: which bytes of a reply an event brought. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/arrival.h"

/* An event, and what came with it. */
struct step {
	enum engine_event_kind kind;
	const char *bytes;
	enum timings_part part;
	size_t from, to;
};

static void
plays(const struct step *steps, size_t count)
{
	struct arrivals arrivals = { 0 };
	struct message reply = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct step *step = &steps[i];
		struct engine_event event = { .kind = step->kind,
			.bytes = step->bytes, .len = strlen(step->bytes) };
		struct arrival arrival;

		arrivals_take(&arrivals, &reply, &event, &arrival);
		assert_int_equal(arrival.part, step->part);
		assert_int_equal(arrival.from, step->from);
		assert_int_equal(arrival.to, step->to);
		if (step->kind == ENGINE_TEXT)
			text_add(&reply.text, step->bytes);
		if (step->kind == ENGINE_REASONING)
			text_add(&reply.reasoning, step->bytes);
	}
	text_release(&reply.text);
	text_release(&reply.reasoning);
}

static void
arrivals_take__knows__the_parts(void **state)
{
	static const struct step steps[] = {
		{ ENGINE_REASONING, "hm", TIMINGS_REASONING, 0, 2 },
		{ ENGINE_TEXT, "ab", TIMINGS_TEXT, 0, 2 },
		{ ENGINE_REASONING, "so", TIMINGS_REASONING, 2, 4 },
		{ ENGINE_USAGE, "", TIMINGS_OTHER, 0, 0 },
		{ ENGINE_TEXT, "c", TIMINGS_TEXT, 2, 3 },
	};

	(void)state;
	plays(steps, sizeof(steps) / sizeof(*steps));
}

static void
arrivals_take__counts__what_is_held_back_once(void **state)
{
	/* As the echo engine sends it: one character after the other is let
	 * go; and as the client does: all at once with what is new. */
	static const struct step echo[] = {
		{ ENGINE_TEXT, "a", TIMINGS_TEXT, 0, 1 },
		{ ENGINE_HELD, "E", TIMINGS_TEXT, 1, 2 },
		{ ENGINE_HELD, "EN", TIMINGS_TEXT, 2, 3 },
		{ ENGINE_TEXT, "E", TIMINGS_TEXT, 3, 3 },
		{ ENGINE_TEXT, "N", TIMINGS_TEXT, 3, 3 },
		{ ENGINE_TEXT, "b", TIMINGS_TEXT, 3, 4 },
	};
	static const struct step client[] = {
		{ ENGINE_HELD, "EN", TIMINGS_TEXT, 0, 2 },
		{ ENGINE_TEXT, "ENx", TIMINGS_TEXT, 0 + 2, 3 },
		/* Some is let go, and some is held still. */
		{ ENGINE_TEXT, "y", TIMINGS_TEXT, 3, 4 },
		{ ENGINE_HELD, "E", TIMINGS_TEXT, 4, 5 },
		{ ENGINE_MATCHED, "END", TIMINGS_OTHER, 0, 0 },
	};

	(void)state;
	plays(echo, sizeof(echo) / sizeof(*echo));
	plays(client, sizeof(client) / sizeof(*client));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arrivals_take__knows__the_parts),
		cmocka_unit_test(arrivals_take__counts__what_is_held_back_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
