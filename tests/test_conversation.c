/* test_conversation.c: messages come, grow, end and go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../src/conversation.h"

static struct message *
add(struct conversation *conversation, enum role role, const char *text)
{
	return conversation_add(conversation, role, 1000, text, strlen(text));
}

static void
conversation_add__starts__only_assistants_streaming(void **state)
{
	static const struct {
		enum role role;
		enum message_state state;
	} cases[] = {
		{ ROLE_USER, MESSAGE_FINISHED },
		{ ROLE_ASSISTANT, MESSAGE_STREAMING },
		{ ROLE_NOTICE, MESSAGE_FINISHED },
	};
	struct conversation conversation = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct message *message =
		    add(&conversation, cases[i].role, "text");

		assert_int_equal(message->role, cases[i].role);
		assert_int_equal(message->end.state, cases[i].state);
		assert_int_equal(message->wall_ms, 1000);
		assert_string_equal(text_string(&message->text), "text");
		assert_int_equal(message->usage.prompt_tokens, -1);
		assert_int_equal(message->usage.completion_tokens, -1);
		assert_int_equal(message->timing.ttft_us, -1);
		assert_int_equal(message->timing.tokens, -1);
		assert_ptr_equal(conversation.messages[i], message);
	}
	assert_int_equal(conversation.count, 3);
	conversation_release(&conversation);
}

static void
conversation_add__gives__ids_that_no_other_has(void **state)
{
	struct conversation one = { 0 }, two = { 0 };
	uint64_t last = 0;

	(void)state;
	for (int i = 0; i < 20; i++) {
		uint64_t a = add(&one, ROLE_USER, "")->id;
		uint64_t b = add(&two, ROLE_USER, "")->id;

		assert_true(a > last && b > a);
		last = b;
		conversation_truncate(&two, 0);
	}
	conversation_release(&one);
	conversation_release(&two);
}

static void
conversation_add__keeps__messages_where_they_are(void **state)
{
	struct conversation conversation = { 0 };
	struct message *first = add(&conversation, ROLE_USER, "first");

	(void)state;
	for (int i = 0; i < 1000; i++)
		add(&conversation, ROLE_USER, "more");
	assert_ptr_equal(conversation.messages[0], first);
	assert_string_equal(text_string(&first->text), "first");
	conversation_release(&conversation);
}

static void
conversation_append__changes__both_revisions(void **state)
{
	struct conversation conversation = { 0 };
	struct message *other = add(&conversation, ROLE_USER, "a");
	struct message *message = add(&conversation, ROLE_ASSISTANT, "");
	uint64_t whole = conversation.revision;
	uint64_t others = other->revision;
	uint64_t its = message->revision;

	(void)state;
	conversation_append(&conversation, message, "", 0);
	assert_int_equal(conversation.revision, whole);
	conversation_append(&conversation, message, "x\0y", 3);
	assert_int_equal(message->text.len, 3);
	assert_memory_equal(message->text.bytes, "x\0y", 3);
	assert_int_not_equal(conversation.revision, whole);
	assert_int_not_equal(message->revision, its);
	assert_int_equal(other->revision, others);
	conversation_release(&conversation);
}

static void
conversation_finish__copies__the_ending(void **state)
{
	struct conversation conversation = { 0 };
	struct message *message = add(&conversation, ROLE_ASSISTANT, "");
	uint64_t before = conversation.revision;
	char reason[] = "stop";
	char why[] = "END matched";
	struct ending end = { .state = MESSAGE_FINISHED,
		.finish_reason = reason, .why = why };
	struct ending late = { .state = MESSAGE_TRUNCATED };

	(void)state;
	end.stop_reason.kind = STOP_REASON_STRING;
	end.stop_reason.id = 7;
	text_append(&end.stop_reason.string, "E\0D", 3);
	conversation_finish(&conversation, message, &end);
	text_release(&end.stop_reason.string);
	reason[0] = why[0] = '?';
	assert_int_not_equal(conversation.revision, before);
	assert_int_equal(message->end.state, MESSAGE_FINISHED);
	assert_string_equal(message->end.finish_reason, "stop");
	assert_string_equal(message->end.why, "END matched");
	assert_null(message->end.error);
	assert_int_equal(message->end.stop_reason.kind, STOP_REASON_STRING);
	assert_int_equal(message->end.stop_reason.id, 7);
	assert_int_equal(message->end.stop_reason.string.len, 3);
	assert_memory_equal(message->end.stop_reason.string.bytes, "E\0D", 3);
	/* More may become known: the later word holds. */
	conversation_finish(&conversation, message, &late);
	assert_int_equal(message->end.state, MESSAGE_TRUNCATED);
	assert_null(message->end.finish_reason);
	assert_int_equal(message->end.stop_reason.kind, STOP_REASON_NONE);
	conversation_release(&conversation);
}

static void
conversation_truncate__drops__from_the_end(void **state)
{
	struct conversation conversation = { 0 };
	struct message *first = add(&conversation, ROLE_USER, "1");
	uint64_t before;

	(void)state;
	add(&conversation, ROLE_ASSISTANT, "2");
	add(&conversation, ROLE_USER, "3");
	before = conversation.revision;
	conversation_truncate(&conversation, 3);
	assert_int_equal(conversation.count, 3);
	assert_int_equal(conversation.revision, before);
	conversation_truncate(&conversation, 1);
	assert_int_equal(conversation.count, 1);
	assert_ptr_equal(conversation.messages[0], first);
	assert_int_not_equal(conversation.revision, before);
	conversation_release(&conversation);
}

static void
conversation_truncate__keeps__the_system_message(void **state)
{
	struct conversation conversation = { 0 };
	uint64_t before;

	(void)state;
	text_add(&conversation.system, "Be brief.");
	add(&conversation, ROLE_USER, "1");
	before = conversation.revision;
	conversation_truncate(&conversation, 0);
	assert_int_equal(conversation.count, 0);
	assert_string_equal(text_string(&conversation.system), "Be brief.");
	assert_true(conversation.revision > before);
	assert_int_equal(
	    add(&conversation, ROLE_USER, "2")->revision, before + 2);
	conversation_release(&conversation);
	assert_int_equal(conversation.system.len, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    conversation_add__starts__only_assistants_streaming),
		cmocka_unit_test(
		    conversation_add__gives__ids_that_no_other_has),
		cmocka_unit_test(
		    conversation_add__keeps__messages_where_they_are),
		cmocka_unit_test(conversation_append__changes__both_revisions),
		cmocka_unit_test(conversation_finish__copies__the_ending),
		cmocka_unit_test(conversation_truncate__drops__from_the_end),
		cmocka_unit_test(conversation_truncate__keeps__the_system_message),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
