/* test_versions.c: a conversation is a tree, of which one path is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/versions.h"

static struct message *
add(struct conversation *conversation, const char *text)
{
	return conversation_add(conversation, ROLE_USER, 0, text, strlen(text));
}

static void
fill(struct conversation *conversation, const char *letters)
{
	for (; *letters; letters++)
		conversation_add(conversation, ROLE_USER, 0, letters, 1);
}

/* The texts of what is shown, with 1/2 behind those that have versions. */
static const char *
shown(const struct conversation *conversation)
{
	static struct text text;

	text_clear(&text);
	for (size_t i = 0; i < conversation->count; i++) {
		const struct message *message = conversation->messages[i];
		const struct versions *versions = message->versions;

		text_add(&text, text_string(&message->text));
		if (versions)
			text_printf(&text, "%zu/%zu", versions->shown + 1,
			    versions->count);
	}
	return text_string(&text);
}

/* All steps: what is said, and <n:place> between versions. */
static void
walk(const struct conversation *conversation, struct text *out)
{
	struct walk_step step;
	struct walk walk;

	text_clear(out);
	walk_begin(&walk, conversation);
	while (walk_next(&walk, &step))
		if (step.message)
			text_printf(out, "%s@%d",
			    text_string(&step.message->text), (int)step.n);
		else
			text_printf(out, "<%d:%zu>", (int)step.n, step.place);
}

/* ---- By hand. */

static void
versions_branch__keeps__what_follows(void **state)
{
	struct conversation conversation = { 0 };

	(void)state;
	fill(&conversation, "abcd");
	versions_branch(&conversation, 2);
	assert_string_equal(shown(&conversation), "ab");
	fill(&conversation, "CD");
	assert_string_equal(shown(&conversation), "abC2/2D");
	versions_show(&conversation, 2, 0);
	assert_string_equal(shown(&conversation), "abc1/2d");
	fill(&conversation, "e");
	versions_show(&conversation, 2, 1);
	assert_string_equal(shown(&conversation), "abC2/2D");
	versions_show(&conversation, 2, 0);
	assert_string_equal(shown(&conversation), "abc1/2de");
	conversation_release(&conversation);
}

static void
versions_branch__nests(void **state)
{
	struct conversation conversation = { 0 };
	struct text steps = { 0 };

	(void)state;
	fill(&conversation, "ab");
	versions_branch(&conversation, 1);
	fill(&conversation, "B");
	versions_branch(&conversation, 0);
	fill(&conversation, "AC");
	assert_string_equal(shown(&conversation), "A2/2C");
	versions_show(&conversation, 0, 0);
	assert_string_equal(shown(&conversation), "a1/2B2/2");
	walk(&conversation, &steps);
	assert_string_equal(text_string(&steps),
	    "A@1C@2<0:0>a@1b@2<1:1>B@2");
	versions_show(&conversation, 0, 1);
	walk(&conversation, &steps);
	assert_string_equal(text_string(&steps),
	    "a@1b@2<1:1>B@2<0:1>A@1C@2");
	text_release(&steps);
	conversation_release(&conversation);
}

static void
versions_branch__waits__for_a_message(void **state)
{
	struct conversation conversation = { 0 };

	(void)state;
	fill(&conversation, "ab");
	versions_branch(&conversation, 1);
	conversation_add(&conversation, ROLE_NOTICE, 0, "!", 1);
	assert_non_null(conversation.branch);
	add(&conversation, "B");
	assert_null(conversation.branch);
	assert_string_equal(shown(&conversation), "a!B2/2");
	conversation_release(&conversation);
}

static void
versions_settle__brings_back__what_was_put_away(void **state)
{
	struct conversation conversation = { 0 };

	(void)state;
	fill(&conversation, "abc");
	versions_branch(&conversation, 1);
	versions_settle(&conversation);
	assert_string_equal(shown(&conversation), "abc");
	versions_branch(&conversation, 1);
	fill(&conversation, "B");
	/* Nothing came behind the second: the third takes its place. */
	versions_branch(&conversation, 1);
	versions_branch(&conversation, 1);
	fill(&conversation, "X");
	assert_string_equal(shown(&conversation), "aX3/3");
	versions_branch(&conversation, 1);
	conversation_truncate(&conversation, 2);
	assert_string_equal(shown(&conversation), "aX3/3");
	versions_branch(&conversation, 5);
	assert_null(conversation.branch);
	versions_branch(&conversation, 0);
	conversation_release(&conversation);
}

static void
versions_place__puts__a_version_between_others(void **state)
{
	struct conversation conversation = { 0 };

	(void)state;
	fill(&conversation, "a");
	versions_branch(&conversation, 0);
	fill(&conversation, "b");
	versions_branch(&conversation, 0);
	versions_place(&conversation, 1);
	fill(&conversation, "c");
	assert_string_equal(shown(&conversation), "c2/3");
	versions_show(&conversation, 0, 2);
	assert_string_equal(shown(&conversation), "b3/3");
	conversation_release(&conversation);
}

static void
conversation_truncate__drops__all_versions(void **state)
{
	struct conversation conversation = { 0 };

	(void)state;
	fill(&conversation, "abc");
	versions_branch(&conversation, 2);
	fill(&conversation, "C");
	versions_branch(&conversation, 1);
	fill(&conversation, "B");
	conversation_truncate(&conversation, 1);
	assert_string_equal(shown(&conversation), "a");
	fill(&conversation, "x");
	assert_string_equal(shown(&conversation), "ax");
	conversation_release(&conversation);
}

static void
conversation_find__finds__what_is_shown(void **state)
{
	struct conversation conversation = { 0 };
	uint64_t hidden;

	(void)state;
	fill(&conversation, "abc");
	hidden = conversation.messages[2]->id;
	versions_branch(&conversation, 2);
	fill(&conversation, "Cd");
	for (size_t i = 0; i < conversation.count; i++)
		assert_int_equal(i, conversation_find(&conversation,
		    conversation.messages[i]->id));
	assert_int_equal(conversation_find(&conversation, hidden), 4);
	assert_int_equal(conversation_find(&conversation, 0), 4);
	assert_int_equal(conversation_find(&conversation, UINT64_MAX), 4);
	conversation_release(&conversation);
}

/* So deep that a function that calls itself would run out of stack. */
static void
versions__nest__as_deep_as_one_likes(void **state)
{
	enum { DEPTH = 200000 };
	struct conversation conversation = { 0 };
	struct walk_step step;
	struct walk walk;
	size_t steps = 0;

	(void)state;
	for (int i = 0; i < DEPTH; i++)
		add(&conversation, "x");
	for (size_t at = DEPTH; at > 0; at--) {
		versions_branch(&conversation, at - 1);
		add(&conversation, "y");
	}
	walk_begin(&walk, &conversation);
	while (walk_next(&walk, &step))
		steps++;
	assert_int_equal(steps, 3 * DEPTH);
	conversation_release(&conversation);
}

/* ---- Against a tree as one would draw it. */

enum { CHILDREN = 8 };

struct node {
	char text[16];
	struct node *children[CHILDREN];
	size_t count, shown;
};

static void
node_free(struct node *node)
{
	for (size_t i = 0; i < node->count; i++)
		node_free(node->children[i]);
	free(node);
}

static struct node *
node_at(struct node *root, size_t depth)
{
	while (depth--)
		root = root->children[root->shown];
	return root;
}

static void
node_add(struct node *parent, const char *text)
{
	struct node *node = calloc(1, sizeof(*node));

	strcpy(node->text, text);
	parent->shown = parent->count;
	parent->children[parent->count++] = node;
}

static const char *
node_shown(struct node *node)
{
	static struct text text;

	text_clear(&text);
	while (node->count) {
		text_add(&text, node->children[node->shown]->text);
		if (node->count > 1)
			text_printf(&text, "%zu/%zu", node->shown + 1,
			    node->count);
		node = node->children[node->shown];
	}
	return text_string(&text);
}

static void
node_drop(struct node *node)
{
	for (size_t i = 0; i < node->count; i++)
		node_free(node->children[i]);
	node->count = node->shown = 0;
}

static void
change(struct conversation *conversation, struct node *root, int number)
{
	size_t count = conversation->count;
	size_t at = count ? (size_t)rand() % count : 0;
	struct node *parent = node_at(root, at);
	char text[16];

	snprintf(text, sizeof(text), "(%d)", number);
	if (rand() % 3 == 0 || !count) {
		add(conversation, text);
		node_add(node_at(root, count), text);
	} else if (rand() % 3 == 0 && parent->count < CHILDREN) {
		versions_branch(conversation, at);
		add(conversation, text);
		node_add(parent, text);
	} else if (rand() % 20 == 0) {
		conversation_truncate(conversation, at);
		node_drop(parent);
	} else if (parent->count > 1) {
		parent->shown = (size_t)rand() % parent->count;
		versions_show(conversation, at, parent->shown);
	}
}

/* What a walk tells is all there is: it makes the same tree again. */
static void
assert_walk_is_whole(const struct conversation *conversation)
{
	struct conversation again = { 0 };
	struct text first = { 0 }, second = { 0 };
	struct walk_step step;
	struct walk steps;

	walk_begin(&steps, conversation);
	while (walk_next(&steps, &step))
		if (step.message) {
			add(&again, text_string(&step.message->text));
			assert_int_equal(again.count, step.n);
		} else {
			versions_branch(&again, (size_t)step.n);
			versions_place(&again, step.place);
		}
	text_add(&first, shown(conversation));
	assert_string_equal(text_string(&first), shown(&again));
	walk(conversation, &first);
	walk(&again, &second);
	assert_string_equal(text_string(&first), text_string(&second));
	conversation_release(&again);
	text_release(&first);
	text_release(&second);
}

static void
versions__are__a_tree(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= 40; seed++) {
		struct conversation conversation = { 0 };
		struct node *root = calloc(1, sizeof(*root));

		srand(seed);
		for (int i = 0; i < 300; i++) {
			change(&conversation, root, i);
			assert_string_equal(shown(&conversation),
			    node_shown(root));
			for (size_t m = 1; m < conversation.count; m++)
				assert_true(conversation.messages[m - 1]->id <
				    conversation.messages[m]->id);
		}
		assert_walk_is_whole(&conversation);
		conversation_release(&conversation);
		node_free(root);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions_branch__keeps__what_follows),
		cmocka_unit_test(versions_branch__nests),
		cmocka_unit_test(versions_branch__waits__for_a_message),
		cmocka_unit_test(versions_settle__brings_back__what_was_put_away),
		cmocka_unit_test(versions_place__puts__a_version_between_others),
		cmocka_unit_test(conversation_truncate__drops__all_versions),
		cmocka_unit_test(conversation_find__finds__what_is_shown),
		cmocka_unit_test(versions__nest__as_deep_as_one_likes),
		cmocka_unit_test(versions__are__a_tree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
