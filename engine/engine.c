/* engine.c: the table of engines, and the contract between them and those who
 * ask. Each engine is in a file of its own. */
#include "engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../src/escape.h"
#include "../src/nearest.h"

enum { SHOWN_MAX = 40 };

const struct engine_ops *const engine_table[] = {
	&engine_echo,
	&engine_server,
	&engine_replay,
	NULL,
};

static bool
has_name(const struct engine_ops *ops, const char *name)
{
	const char *const *alias = ops->aliases;

	if (!strcmp(ops->name, name) || (ops->accepts && ops->accepts(name)))
		return true;
	for (; alias && *alias; alias++)
		if (!strcmp(*alias, name))
			return true;
	return false;
}

void
engine_unknown(const char *name, const struct strings *others,
    struct text *error)
{
	const struct engine_ops *const *ops;
	struct nearest nearest;

	nearest_init(&nearest, name);
	text_add(error, "unknown engine ");
	escape_quote_short(error, name, strlen(name), SHOWN_MAX);
	text_add(error, ": there is ");
	for (ops = engine_table; *ops; ops++) {
		text_printf(error, "%s%s (%s)", ops == engine_table ? "" : ", ",
		    (*ops)->name, (*ops)->help);
		nearest_offer(&nearest, (*ops)->name);
	}
	for (size_t i = 0; others && i < others->count; i++)
		nearest_offer(&nearest, text_string(&others->items[i]));
	if (nearest_name(&nearest))
		text_printf(error, "; did you mean %s?",
		    nearest_name(&nearest));
}

static struct engine *
open_with(const struct engine_ops *ops, const char *target, struct loop *loop,
    struct text *error)
{
	struct engine *engine = ops->open(loop, target, error);

	if (!engine)
		return NULL;
	engine->ops = ops;
	engine->loop = loop;
	return engine;
}

const char *
engine_label(const struct engine *engine)
{
	return engine->label ? engine->label : engine->ops->name;
}

const struct engine_ops *
engine_find(const char *name)
{
	for (const struct engine_ops *const *ops = engine_table; *ops; ops++)
		if (has_name(*ops, name))
			return *ops;
	return NULL;
}

struct engine *
engine_open(const char *name, struct loop *loop, struct text *error)
{
	const struct engine_ops *ops = engine_find(name);

	if (ops)
		return open_with(ops, name, loop, error);
	engine_unknown(name, NULL, error);
	return NULL;
}

void
engine_start(struct engine *engine, const struct request *request,
    engine_event_fn *fn, void *data)
{
	assert(!engine->running);
	engine->on_event = fn;
	engine->on_event_data = data;
	engine->running = true;
	engine->held = false;
	engine->silent = true;
	engine->ops->start(engine, request);
	engine->silent = false;
}

void
engine_cancel(struct engine *engine)
{
	if (!engine->running)
		return;
	engine->silent = true;
	engine->ops->cancel(engine);
	engine->silent = false;
}

void
engine_pause(struct engine *engine, bool paused)
{
	if (engine->running && engine->ops->pause)
		engine->ops->pause(engine, paused);
}

void
engine_hold(struct engine *engine, bool held)
{
	if (!engine->running || engine->held == held)
		return;
	engine->held = held;
	if (engine->ops->hold)
		engine->ops->hold(engine, held);
	else
		engine_pause(engine, held);
}

void
engine_print_next(const struct engine *engine, struct text *out)
{
	if (engine->running && engine->ops->print_next)
		engine->ops->print_next(engine, out);
}

bool
engine_set_speed(struct engine *engine, double speed)
{
	if (engine->running && engine->ops->set_speed)
		engine->ops->set_speed(engine, speed);
	return engine->ops->set_speed != NULL;
}

void
engine_abandon(struct engine *engine)
{
	if (!engine->running || !engine->ops->abandon)
		return;
	engine->silent = true;
	engine->ops->abandon(engine);
	engine->silent = false;
	engine->running = false;
}

void
engine_close(struct engine *engine)
{
	if (!engine)
		return;
	free(engine->label);
	strings_release(&engine->models);
	engine->ops->close(engine);
}

bool
engine_event_is_last(const struct engine_event *event)
{
	return event->kind >= ENGINE_FINISHED;
}

void
engine_emit(struct engine *engine, const struct engine_event *event)
{
	assert(engine->running);
	assert(!engine->silent);
	/* Before the call: in it the next answer may be started, or the engine
	 * closed. */
	if (engine_event_is_last(event))
		engine->running = false;
	engine->on_event(engine->on_event_data, event);
}
