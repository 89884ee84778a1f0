/* perfetto.h: requests of trace files in the JSON format of Chrome's traces,
 * which the viewer ui.perfetto.dev opens. */
#ifndef PERFETTO_H
#define PERFETTO_H

#include <stdint.h>
#include <stdio.h>

#include "tracefile.h"

struct perfetto;

/* Writes to out, which stays the caller's; errors are left in it. */
struct perfetto *perfetto_new(FILE *out);
/* A record without a session is shown under the name of its file. */
void perfetto_add(struct perfetto *perfetto, const char *file,
    const struct tracefile_record *record);
/* Writes the end and frees all. Returns how many requests were left out, for
 * it is not known when they were. */
uint64_t perfetto_finish(struct perfetto *perfetto);

#endif
