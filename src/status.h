/* status.h: how the program ends, and how it complains. */
#ifndef STATUS_H
#define STATUS_H

enum {
	STATUS_OK = 0,
	STATUS_FAILED = 1,     /* the request failed */
	STATUS_USAGE = 2,      /* wrong usage or configuration */
	STATUS_TRUNCATED = 3,  /* the stream ended without a finish reason */
	STATUS_UNEXPECTED = 4, /* --expect-finish was not met */
	STATUS_INTERRUPTED = 130,
};

/* Writes each line to standard error, "echochat: " in front, what could control
 * a terminal made visible. */
void status_complain(const char *sentences);
/* Nobody reads the output any more: ends as any filter does. */
void status_die_of_pipe(void);

#endif
