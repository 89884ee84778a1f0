/* pace.c: when each token of a reply is planned to come. */
#include "pace.h"

/* FNV-1a. */
static uint64_t
hash_string(const char *string)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *string; string++)
		hash = (hash ^ (unsigned char)*string) *
		    UINT64_C(0x100000001b3);
	return hash;
}

void
pace_start(struct pace *pace, const struct settings *settings,
    const char *id, int64_t prompt_tokens, int64_t start)
{
	double first_ms = settings->ttft_ms >= 0 ? settings->ttft_ms
	                                         : settings->delay_ms;

	first_ms += settings->prefill_per_token_ms * (double)prompt_tokens;
	*pace = (struct pace){
		.start = start,
		.first_us = first_ms * 1000,
		.delay_us = settings->delay_ms * 1000,
		.jitter_us = settings->jitter_ms * 1000,
		.speed = settings->speed,
		.random = settings->seed == SETTING_UNSET_SEED
		    ? hash_string(id) : (uint64_t)settings->seed,
		.due_at = start,
	};
}

/* Splitmix64: any seed is a good one. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* From -1 to 1. */
static double
next_share(uint64_t *state)
{
	return (double)(next_random(state) >> 11) * 0x1p-52 - 1;
}

int64_t
pace_next(struct pace *pace)
{
	double after = pace->first_us + (double)pace->count++ * pace->delay_us;
	int64_t at;

	if (pace->jitter_us > 0)
		after += pace->jitter_us * next_share(&pace->random);
	at = pace->start + (int64_t)(after / pace->speed);
	if (at > pace->due_at)
		pace->due_at = at;
	return pace->due_at;
}

void
pace_shift(struct pace *pace, int64_t us)
{
	pace->start += us;
	pace->due_at += us;
}

/* What is left of a time shrinks, and what has passed of it too: so all can
 * still be reckoned from the start. */
void
pace_speed(struct pace *pace, double speed, int64_t now)
{
	double share = pace->speed / speed;

	pace->start = now - (int64_t)((double)(now - pace->start) * share);
	if (pace->due_at > now)
		pace->due_at =
		    now + (int64_t)((double)(pace->due_at - now) * share);
	pace->speed = speed;
}
