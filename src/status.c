/* status.c: complains. */
#include "status.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "visible.h"

static void
complain_line(const char *sentence, size_t len)
{
	struct visible visible = { 0 };
	struct text line = { 0 };

	text_add(&line, "echochat: ");
	visible_add(&visible, &line, sentence, len);
	visible_end(&visible, &line);
	fprintf(stderr, "%s\n", text_string(&line));
	text_release(&line);
}

void
status_complain(const char *sentences)
{
	while (*sentences) {
		size_t len = strcspn(sentences, "\n");

		complain_line(sentences, len);
		sentences += len + (sentences[len] == '\n');
	}
}

void
status_die_of_pipe(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}
