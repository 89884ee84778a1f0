/* checks.h: what in=check looks at: one table of named checks, and what they
 * share. A check asks, waits, and gives a verdict with its evidence; how it is
 * shown is not its business. */
#ifndef CHECKS_H
#define CHECKS_H

#include "probe.h"

enum verdict { CHECK_PASS, CHECK_FAIL, CHECK_SKIP };
enum { VERDICTS = CHECK_SKIP + 1 };

/* What must have gone well before; besides, somebody must listen. */
enum check_needs {
	NEEDS_SERVER,
	NEEDS_CHAT,   /* a whole reply came */
	NEEDS_STREAM, /* a streamed one came to its end */
	NEEDS_BOTH,
	NEEDS_TEXT, /* both, with enough text, and each time the same */
};

enum { QUOTED_MOST = 6 };

/* The chats that most checks look at. */
struct checks {
	struct prober prober;
	const char *root; /* the address without /v1 */
	bool interrupted; /* by the user: no check is run any more */
	struct probe whole, again, stream;
	const char *prompt; /* that is asked if nothing else matters */
	bool repeats; /* a reply is the same each time */
	bool stops;   /* stop strings end replies */
	struct text model; /* that was found, if none was given */
	struct text evidence; /* of the check that goes on */
	struct text quoted[QUOTED_MOST];
	size_t next_quoted;
};

struct check {
	const char *name; /* never changes: CI knows it */
	const char *group;
	const char *help; /* what a sound server does, without a full stop */
	enum check_needs needs;
	enum verdict (*fn)(struct checks *checks);
};

/* The table; ends with a name of NULL. */
extern const struct check check_table[];

void checks_release(struct checks *checks);
/* Looks whether the check can be made, makes it, and returns the verdict; the
 * sentence is in checks->evidence. */
enum verdict checks_run(struct checks *checks, const struct check *check);

/* ---- For checks. */

/* Characters that most checks on text need. */
enum { CHECK_TEXT_LEAST = 12 };

/* Returns what is asked if nothing else matters. */
struct ask check_usual_ask(const struct checks *checks, bool stream);

/* Each fills in the evidence, and returns its verdict. */
enum verdict check_pass(struct checks *checks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum verdict check_fail(struct checks *checks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum verdict check_skip(struct checks *checks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the bytes in quotes, or what became of a probe in words. Valid until
 * QUOTED_MOST more were. */
const char *check_quote(struct checks *checks, const char *bytes, size_t len);
const char *check_tell(struct checks *checks, const struct probe *probe);

bool check_same_text(const struct text *a, const struct text *b);
/* Asks and waits. */
void check_ask(struct checks *checks, struct probe *probe,
    const struct ask *ask);
/* Whether the server refuses what it need not know. */
bool check_is_refused(const struct probe *probe);

enum verdict check_models(struct checks *checks);
enum verdict check_health(struct checks *checks);
enum verdict check_chat(struct checks *checks);
enum verdict check_chat_form(struct checks *checks);
enum verdict check_chat_type(struct checks *checks);
enum verdict check_chat_usage(struct checks *checks);
enum verdict check_chat_again(struct checks *checks);

enum verdict check_stream(struct checks *checks);
enum verdict check_stream_type(struct checks *checks);
enum verdict check_stream_lines(struct checks *checks);
enum verdict check_stream_role(struct checks *checks);
enum verdict check_stream_id(struct checks *checks);
enum verdict check_stream_created(struct checks *checks);
enum verdict check_stream_model(struct checks *checks);
enum verdict check_stream_object(struct checks *checks);
enum verdict check_stream_finish(struct checks *checks);
enum verdict check_stream_done(struct checks *checks);
enum verdict check_stream_same(struct checks *checks);
enum verdict check_stream_usage(struct checks *checks);
enum verdict check_stream_pace(struct checks *checks);
enum verdict check_stream_writes(struct checks *checks);

enum verdict check_max_tokens(struct checks *checks);
enum verdict check_max_completion_tokens(struct checks *checks);
enum verdict check_stop_string(struct checks *checks);
enum verdict check_stop_character(struct checks *checks);
enum verdict check_stop_first(struct checks *checks);
enum verdict check_stop_split(struct checks *checks);
enum verdict check_stop_two(struct checks *checks);
enum verdict check_stop_plain(struct checks *checks);
enum verdict check_stop_absent(struct checks *checks);
enum verdict check_stop_empty(struct checks *checks);
enum verdict check_stop_five(struct checks *checks);
enum verdict check_stop_include(struct checks *checks);
enum verdict check_stop_token_ids(struct checks *checks);
enum verdict check_min_tokens(struct checks *checks);
enum verdict check_ignore_eos(struct checks *checks);

enum verdict check_choices(struct checks *checks);
enum verdict check_completions(struct checks *checks);
enum verdict check_unicode(struct checks *checks);
enum verdict check_parts(struct checks *checks);
enum verdict check_error_json(struct checks *checks);
enum verdict check_error_messages(struct checks *checks);
enum verdict check_error_type(struct checks *checks);
enum verdict check_error_model(struct checks *checks);
enum verdict check_error_stream(struct checks *checks);
enum verdict check_error_route(struct checks *checks);
enum verdict check_error_method(struct checks *checks);
enum verdict check_cancel(struct checks *checks);
enum verdict check_keep_alive(struct checks *checks);
enum verdict check_parallel(struct checks *checks);

#endif
