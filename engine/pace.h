/* pace.h: when each token of a reply is planned to come. Pure. Times are
 * microseconds.
 *
 * Token number n (from 1 on) is due at
 *	start + prefill_per_token * tokens of the prompt
 *	    + ttft, or delay if that is not set
 *	    + (n - 1) * delay
 *	    + a random time from -jitter to +jitter,
 * all of that divided by speed, but not before the start, nor before the token
 * before it. All is reckoned from the start, so the pace does not drift. */
#ifndef PACE_H
#define PACE_H

#include <stdint.h>

#include "../src/settings.h"

struct pace {
	int64_t start;
	double first_us; /* from the start to token number 1 */
	double delay_us;
	double jitter_us;
	double speed;
	uint64_t random;
	int64_t count; /* tokens that are planned */
	int64_t due_at; /* of the last of them */
};

/* The settings' seed, or if there is none the id, decides on the jitter: with the
 * same one the times are the same. */
void pace_start(struct pace *pace, const struct settings *settings,
    const char *id, int64_t prompt_tokens, int64_t start);
/* Returns when the next token is due. */
int64_t pace_next(struct pace *pace);
/* Time stood still for so long: all that is due comes so much later. */
void pace_shift(struct pace *pace, int64_t us);
/* From now on all comes that many times as fast as the settings say. */
void pace_speed(struct pace *pace, double speed, int64_t now);

#endif
