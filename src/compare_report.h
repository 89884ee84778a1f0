/* compare_report.h: a comparison as text for people and as JSON: pure. */
#ifndef COMPARE_REPORT_H
#define COMPARE_REPORT_H

#include "comparison.h"
#include "text.h"

/* Each appends lines that end with a newline. The comparison is over. */

/* One reply under a heading, with its ending. */
void compare_report_reply(struct text *out,
    const struct comparison *comparison, size_t index);
/* A row for each: how it ended, times, whether its text is that of the
 * first. */
void compare_report_table(struct text *out,
    const struct comparison *comparison);
/* One line of JSON. t_us is the time since all were asked. */
void compare_report_json(struct text *out, const struct comparison *comparison,
    int64_t t_us);

#endif
