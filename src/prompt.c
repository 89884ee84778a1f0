/* prompt.c: the one prompt of in=stdin, and what became of it. */
#include "prompt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ending.h"
#include "status.h"
#include "utf8.h"

static bool
read_all(int fd, struct text *out)
{
	char buffer[65536];
	ssize_t got;

	if (isatty(fd))
		fputs("echochat: type the prompt; Ctrl-D on an empty line ends "
		      "it\n", stderr);
	while ((got = read(fd, buffer, sizeof(buffer))) != 0) {
		if (got > 0)
			text_append(out, buffer, (size_t)got);
		else if (errno != EINTR)
			return false;
	}
	return true;
}

bool
prompt_read(const struct options *options, struct text *prompt)
{
	struct text raw = { 0 };
	size_t broken;

	if (options->prompt)
		text_add(&raw, options->prompt);
	else if (!read_all(STDIN_FILENO, &raw)) {
		fprintf(stderr, "echochat: cannot read standard input: %s\n",
		    strerror(errno));
		return false;
	}
	broken = utf8_repair(prompt, text_string(&raw), raw.len);
	text_release(&raw);
	if (broken)
		fprintf(stderr, "echochat: the prompt is not UTF-8: %zu broken "
		    "character%s replaced by U+FFFD\n", broken,
		    broken == 1 ? "" : "s");
	if (!prompt->len)
		fputs("echochat: the prompt is empty; give one on standard "
		      "input or with -p TEXT\n", stderr);
	return prompt->len > 0;
}

/* ---- The end. */

/* A reply that was cut at a stop string here is whole, whatever the server
 * said. */
static int
finished_status(const struct options *options,
    const struct ending *end)
{
	const char *expected = options->expect_finish;
	const char *reason = end->finish_reason;

	if (!reason && end->stop_reason.kind == STOP_REASON_NONE)
		return STATUS_TRUNCATED;
	if (!reason)
		reason = ending_word(end);
	if (!expected || !strcmp(reason, expected))
		return STATUS_OK;
	fprintf(stderr, "echochat: finish_reason is %s, not %s\n", reason,
	    expected);
	return STATUS_UNEXPECTED;
}

int
prompt_status(const struct options *options, const struct ending *end)
{
	switch (end->state) {
	case MESSAGE_FINISHED:
		return finished_status(options, end);
	case MESSAGE_TRUNCATED:
		return STATUS_TRUNCATED;
	case MESSAGE_CANCELLED:
		return STATUS_INTERRUPTED;
	case MESSAGE_STREAMING:
	case MESSAGE_FAILED:
		break;
	}
	return STATUS_FAILED;
}
