/* anomaly.c: what is wrong with a stream, as codes. */
#include "anomaly.h"

#include <string.h>

_Static_assert(ANOMALIES <= 256, "order has one byte for each");

static const struct {
	const char *name;
	const char *help;
} table[] = {
#define X(name, code, help) { code, help },
	ANOMALY_LIST(X)
#undef X
};

bool
anomalies_add(struct anomalies *set, enum anomaly anomaly)
{
	if (set->seen[anomaly])
		return false;
	set->seen[anomaly] = true;
	set->order[set->count++] = (unsigned char)anomaly;
	return true;
}

const char *
anomaly_name(enum anomaly anomaly)
{
	return table[anomaly].name;
}

const char *
anomaly_help(enum anomaly anomaly)
{
	return table[anomaly].help;
}
