/* compare.c: the same turn sent to several engines at once. */
#include "compare.h"

#include <stdlib.h>

#include "xalloc.h"

/* One who answers. */
struct contender {
	struct compare *compare;
	struct compared *result;
	struct engine *engine;
	struct settings settings;
	struct conversation conversation;
	struct turn turn;
};

struct compare {
	struct compare_source source;
	struct loop *loop;
	struct comparison comparison;
	struct contender contenders[COMPARED_MOST];
};

/* ---- What comes. */

static void
take_times(struct contender *contender, const struct engine_event *event)
{
	const struct tracker *tracker = &contender->turn.tracker;
	struct compared *result = contender->result;
	int64_t now = loop_now(contender->compare->loop);

	/* Late text is no part of the pace. */
	if (!result->over)
		timeline_add(&result->timeline, now - tracker->started_at,
		    event->tokens);
	result->tokens = tracker->tokens;
	result->ttft_us = tracker_ttft(tracker);
	result->total_us = tracker_total(tracker);
	result->itl_p50_us = tracker_itl_quantile(tracker, 0.5);
}

static void
on_event(void *data, const struct turn *turn, const struct engine_event *event)
{
	struct contender *contender = data;
	struct compare *compare = contender->compare;

	take_times(contender, event);
	contender->result->over = !turn->running;
	compare->comparison.revision++;
	compare->source.event(compare->source.data,
	    (size_t)(contender - compare->contenders), turn, event);
}

/* ---- The life of it. */

void
compare_close(struct compare *compare)
{
	if (!compare)
		return;
	for (size_t i = 0; i < compare->comparison.count; i++) {
		struct contender *contender = &compare->contenders[i];

		if (contender->engine)
			engine_close(contender->engine);
		turn_release(&contender->turn);
		conversation_release(&contender->conversation);
		settings_release(&contender->settings);
	}
	comparison_release(&compare->comparison);
	free(compare);
}

static bool
open_engine(struct contender *contender, const char *name, struct text *error)
{
	const struct compare_source *source = &contender->compare->source;
	char *word = compare_name_engine(name);
	const struct config_engine *section =
	    config_engine(source->config, word);
	const char *target = section ? text_string(&section->target) : word;

	contender->engine = engine_open(target, contender->compare->loop,
	    error);
	if (contender->engine &&
	    source->settings(source->data, target, section,
		&contender->settings, error)) {
		/* Two cannot write the same file. */
		setting_unset(&contender->settings, setting_find("record"));
		compare_name_settings(name, &contender->settings, error);
	}
	free(word);
	return !error->len;
}

static bool
add(struct compare *compare, const char *name, struct text *error)
{
	struct contender *contender =
	    &compare->contenders[compare->comparison.count];

	contender->compare = compare;
	contender->result = comparison_add(&compare->comparison, name);
	turn_init(&contender->turn, compare->loop, &contender->conversation,
	    NULL);
	contender->turn.on_event = on_event;
	contender->turn.on_event_data = contender;
	turn_record_share(&contender->turn.record, compare->source.record);
	return open_engine(contender, name, error);
}

struct compare *
compare_open(const struct compare_source *source, struct loop *loop,
    const struct compare_names *names, struct text *error)
{
	struct compare *compare = xcalloc(1, sizeof(*compare));

	compare->source = *source;
	compare->loop = loop;
	for (size_t i = 0; i < names->count; i++)
		if (!add(compare, names->items[i], error)) {
			compare_close(compare);
			return NULL;
		}
	return compare;
}

/* Only what is sent. */
static void
copy_messages(struct conversation *to, const struct conversation *from,
    size_t count)
{
	text_append(&to->system, from->system.bytes, from->system.len);
	for (size_t i = 0; i < count; i++) {
		const struct message *message = from->messages[i];

		if (message->role != ROLE_NOTICE)
			conversation_add(to, message->role, message->wall_ms,
			    message->text.bytes, message->text.len);
	}
}

void
compare_start(struct compare *compare, const struct conversation *conversation,
    size_t count)
{
	for (size_t i = 0; i < compare->comparison.count; i++) {
		struct contender *contender = &compare->contenders[i];

		copy_messages(&contender->conversation, conversation, count);
		turn_start(&contender->turn, contender->engine,
		    &contender->settings);
		contender->result->reply = contender->turn.reply;
	}
	compare->comparison.revision++;
}

void
compare_cancel(struct compare *compare)
{
	for (size_t i = 0; i < compare->comparison.count; i++)
		turn_cancel(&compare->contenders[i].turn);
}

void
compare_settle(struct compare *compare)
{
	for (size_t i = 0; i < compare->comparison.count; i++)
		turn_settle(&compare->contenders[i].turn);
}

/* ---- What became of it. */

const struct comparison *
compare_result(const struct compare *compare)
{
	return &compare->comparison;
}

bool
compare_is_over(const struct compare *compare)
{
	for (size_t i = 0; i < compare->comparison.count; i++)
		if (!turn_is_over(&compare->contenders[i].turn))
			return false;
	return true;
}

const struct turn *
compare_turn(const struct compare *compare, size_t index)
{
	return &compare->contenders[index].turn;
}

struct message *
compare_give(struct compare *compare, size_t index,
    struct conversation *conversation)
{
	compare_settle(compare);
	return conversation_adopt(conversation,
	    &compare->contenders[index].conversation);
}
