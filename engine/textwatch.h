/* textwatch.h: looks at the text of an answer for what does not belong there:
 * think tags, tokens of a template, control characters, bidi controls. */
#ifndef TEXTWATCH_H
#define TEXTWATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"

/* What of the text may go on in the next piece. Zeros are ready. */
struct textwatch {
	char tag[64]; /* from < or [ on */
	size_t tag_len;
	bool after_cr;
};

/* Valid UTF-8, whole characters. */
void textwatch_feed(struct textwatch *watch, struct report *report,
    const char *bytes, size_t len);
void textwatch_end(struct textwatch *watch, struct report *report);

#endif
