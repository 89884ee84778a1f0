/* tracejson.h: requests of trace files and their sums, for programs: a JSON
 * object a line. What is not known is left out. */
#ifndef TRACEJSON_H
#define TRACEJSON_H

#include "tracefile.h"
#include "tracesum.h"

/* Appends the members of a request to an open object. */
void tracejson_members(struct text *out,
    const struct tracefile_record *record);
/* Appends the line of a request, read from that line of that file. */
void tracejson_request(struct text *out, const char *file, uint64_t line,
    const struct tracefile_record *record);
/* Appends the last line. Sorts the sums. */
void tracejson_summary(struct text *out, struct tracesum *sum);

#endif
