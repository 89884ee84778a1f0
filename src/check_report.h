/* check_report.h: what checks have found, as rows for people, as JSON lines, and
 * as JUnit XML. Pure. */
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "checks.h"

/* What became of one check. */
struct check_result {
	const char *name, *group, *help;
	enum verdict verdict;
	const char *evidence; /* a sentence */
	const char *log;      /* a line for each exchange; "" none */
	int64_t us;           /* how long it took */
};

/* What became of all. */
struct check_sum {
	const char *url, *model; /* model: NULL unknown */
	size_t counts[VERDICTS];
	int64_t us;
};

/* How rows look. */
struct check_style {
	bool colours, utf8;
	int columns; /* evidence is cut there; 0: it is not */
	bool verbose; /* with what the check wants, and its exchanges */
};

/* Each appends a line or more. */
void check_report_row(struct text *out, const struct check_result *result,
    const struct check_style *style);
void check_report_sum(struct text *out, const struct check_sum *sum,
    const struct check_style *style);
void check_report_json(struct text *out, const struct check_result *result);
void check_report_json_sum(struct text *out, const struct check_sum *sum);

/* A test case; all of them stand within check_report_junit(). */
void check_report_case(struct text *out, const struct check_result *result);
/* Appends the whole file; cases are those that were made. */
void check_report_junit(struct text *out, const struct text *cases,
    const struct check_sum *sum);

#endif
