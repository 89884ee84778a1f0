/* serve.h: front end: in=http: the engine, served over the OpenAI HTTP API. */
#ifndef SERVE_H
#define SERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "lists.h"

struct options;

/* Of the command line; options_init() has the defaults. Strings are those of
 * argv. */
struct serve_options {
	const char *host;
	int64_t port; /* 0: one that is free */
	bool allow_remote; /* host need not be of this machine only */
	const char *api_key_env; /* the variable with the key that clients have
	                          * to send; NULL: they need none */
	int64_t streams_most; /* replies at once; 0: no limit */
	int64_t grace_ms; /* how long they may go on after the first Ctrl-C */
	int64_t workers;  /* loops, each in a thread of its own */
	struct strings faults; /* NAME or NAME@N, not read so far */
	const char *journal;   /* path, or NULL */
	const char *given; /* one of these options that was given, else NULL */
};

/* Serves until it is told to end. Returns the exit status. */
int serve_run(const struct options *options, bool utf8);

#endif
