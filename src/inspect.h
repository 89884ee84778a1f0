/* inspect.h: what the stop conditions of a reply did: how far each string has
 * come, where it nearly matched, what ended the reply, and what other rules
 * would have made of it. Pure: told of the events of one turn after the other;
 * what costs something is done in inspect_update(), when somebody looks. */
#ifndef INSPECT_H
#define INSPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/engine.h"
#include "../engine/stop.h"

enum {
	INSPECT_STRINGS_MAX = 64, /* that are watched, the first */
	INSPECT_OTHERS = DIALECT_NONE + 2, /* all, and one toggled */
};

/* Characters are counted from 1. */
struct inspect_string {
	const struct text *string; /* in the settings */
	bool eos;
	size_t characters; /* of it */
	size_t reached;    /* the end of the text is so much of its beginning */
	size_t near;       /* how often it was half there, or two characters */
	size_t near_at;    /* of the last: where it began, */
	size_t near_reached; /* and how far it came */
	size_t complete;     /* how often it was there */
	size_t complete_at;  /* where it began the last time */
	struct stop *watch;
};

/* What another rule would have given. */
struct inspect_other {
	enum stop_dialect dialect;
	bool toggled; /* include_stop_str_in_output is the other way round */
	const char *refusal; /* the request would have been refused; or NULL */
	enum stop_verdict verdict;
	struct text text, matched;
};

struct inspect {
	bool begun, over;
	bool remote; /* a server: no more is known than what came */
	unsigned number;
	struct text engine;
	struct settings settings;
	struct text prompt;  /* not remote: what the reply repeats */
	struct text raw;     /* what came: shown, then held or cut off */
	size_t shown;        /* so much of it is the reply */
	int64_t tokens;
	struct text matched; /* what ended it, if that is a text */
	struct ending end;

	/* By inspect_update(). */
	size_t seen; /* so much of raw */
	size_t seen_characters;
	struct inspect_string *strings;
	size_t string_count;
	bool compared;
	bool too_long; /* to be compared */
	/* Those that differ; first the reply's own, if it was not finished. */
	struct inspect_other others[INSPECT_OTHERS];
	size_t other_count;
};

void inspect_release(struct inspect *inspect);
/* A new reply; all that was known is forgotten. prompt is what the echo engine
 * repeats; NULL: a server answers. */
void inspect_begin(struct inspect *inspect, unsigned number,
    const char *engine, const struct settings *settings,
    const struct text *prompt);
/* Where nothing was asked yet: what holds for the first reply. */
void inspect_expect(struct inspect *inspect, const struct settings *settings);
void inspect_event(struct inspect *inspect, const struct engine_event *event);
/* Brings what is derived up to date. */
void inspect_update(struct inspect *inspect);

/* The place in raw where what matched begins, or would have been lost. */
size_t inspect_cut_at(const struct inspect *inspect);
/* The stop string or end of sequence that ended the reply, or NULL. */
const struct inspect_string *inspect_winner(const struct inspect *inspect);

#endif
